"""The gate when an enumeration stands behind it.

An option is a group of cards, not a card: its weight is how many of the unrevealed cards belong to
it.  A group is a class, but for cards that are something else now: the card whose effect runs, the
cards of the event that is being answered, those that installed effects belong to.  What was decided,
with the weights, is what ``yisp.simulate.exact`` makes probabilities of.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t

from .streams cimport REVEALS, open_stream
from .events cimport BELONGS_TO
from .table cimport (
    INSTALLED, YISP_INSTALLED, YISP_WORDS, Decision, Enumeration, Table, contains, counters, hidden_words,
    installed_effect, lowest,
)

cdef enum:
    MOST_OPTIONS = 1 << 16


cdef int64_t decide(Enumeration* e, int64_t options) noexcept nogil:
    """The option to take now; its weights are the caller's to write down."""
    cdef Decision* decision
    if e.made >= e.capacity or options > MOST_OPTIONS:
        e.failed = True
        return 0
    decision = &e.decisions[e.made]
    if e.made >= e.given:
        decision.option = 0
    decision.options = options
    return decision.option


cdef void note(Enumeration* e, int site) noexcept nogil:
    """Write down a notice."""
    if e.noticed >= e.capacity:
        e.failed = True
        return
    e.notices[e.noticed] = site
    e.noticed += 1


cdef void note_activation(Enumeration* e, int effect) noexcept nogil:
    """Write down that an effect was activated."""
    if e.activated >= e.capacity:
        e.failed = True
        return
    e.activations[e.activated] = effect
    e.activated += 1


cdef void weigh(Enumeration* e, int64_t weight, int64_t total) noexcept nogil:
    """The weight of the option just taken, among all."""
    if not e.failed:
        e.decisions[e.made].weight = weight
        e.decisions[e.made].total = total
        e.made += 1


cdef void open_reveals_late(Table* t) noexcept nogil:
    open_stream(&t.reveals, t.seed, t.topic, t.trial, REVEALS)
    t.reveals_ready = True


cdef int64_t groups_of(const Table* t, int64_t classes) noexcept nogil:
    """How many groups there are, where there are so many classes."""
    return 2 * classes + 1 + YISP_INSTALLED(t)


cdef int64_t group_of(const Table* t, int card) noexcept nogil:
    """The group that the card belongs to now."""
    cdef const Enumeration* e = t.enumeration
    cdef int i
    if card == t.acting:
        return 2 * e.classes
    for i in range(<int>counters(t)[INSTALLED]):
        if installed_effect(t, i)[BELONGS_TO] == card:
            return 2 * e.classes + 1 + i
    return 2 * e.class_of[card] + contains(t.event_cards, card)


cdef bint order_is_free(const Table* t, int z) noexcept nogil:
    """Whether nothing that the topic runs can see the order of the zone's cards."""
    cdef int w
    for w in range(YISP_WORDS(t)):
        if t.enumeration.ordered[z * YISP_WORDS(t) + w]:
            return False
    return True


cdef uint64_t enumerate_place(Table* t, int z) noexcept nogil:
    cdef Enumeration* e = t.enumeration
    cdef const uint64_t* hidden = hidden_words(t, z)
    cdef uint64_t bits
    cdef int64_t groups = groups_of(t, e.classes), g = 0, options = 0, option, size = 0, place = 0
    cdef int w
    for g in range(groups):
        e.tally[g] = 0
    for w in range(YISP_WORDS(t)):
        bits = hidden[w]
        while bits:
            g = group_of(t, w * 64 + lowest(bits))
            bits &= bits - 1
            size += 1
            options += e.tally[g] == 0
            e.tally[g] += 1
    option = decide(e, options)
    for g in range(groups):
        if e.tally[g]:
            if option == 0:
                break
            option -= 1
    weigh(e, e.tally[g], size)
    for w in range(YISP_WORDS(t)):
        bits = hidden[w]
        while bits:
            if group_of(t, w * 64 + lowest(bits)) == g:
                return place
            bits &= bits - 1
            place += 1
    return 0  # unreachable: a group with cards was chosen


cdef uint64_t enumerate_among(Table* t, const uint64_t* cards, int64_t n) noexcept nogil:
    cdef Enumeration* e = t.enumeration
    cdef int64_t g, options = 0, option, rank = 0
    cdef uint64_t bits
    cdef int w
    for g in range(groups_of(t, e.classes)):
        e.tally[g] = 0
    for w in range(YISP_WORDS(t)):
        bits = cards[w]
        while bits:
            g = group_of(t, w * 64 + lowest(bits))
            bits &= bits - 1
            if e.tally[g] == 0:
                options += 1
            e.tally[g] += 1
    option = decide(e, options)
    g = 0
    while option or not e.tally[g]:
        option -= e.tally[g] != 0
        g += 1
    weigh(e, e.tally[g], n)
    for w in range(YISP_WORDS(t)):
        bits = cards[w]
        while bits:
            if group_of(t, w * 64 + lowest(bits)) == g:
                return rank
            bits &= bits - 1
            rank += 1
    return 0  # unreachable: a group with cards was chosen


cdef uint64_t enumerate_number(Table* t, uint64_t n) noexcept nogil:
    cdef Enumeration* e = t.enumeration
    cdef int64_t option = decide(e, MOST_OPTIONS + 1 if n == 0 or n > MOST_OPTIONS else <int64_t>n)
    weigh(e, 1, <int64_t>n)
    return option


cdef bint enumerate_chance(Table* t, int64_t wanted, int64_t total) noexcept nogil:
    cdef Enumeration* e = t.enumeration
    cdef bint taken
    if wanted <= 0 or wanted >= total:
        return wanted > 0
    taken = decide(e, 2) == 0
    weigh(e, wanted if taken else total - wanted, total)
    return taken

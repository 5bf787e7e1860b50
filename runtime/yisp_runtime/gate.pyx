"""The gate when an enumeration stands behind it.

An option is a group of cards, not a card: its weight is how many of the unrevealed cards belong to
it.  A group is a class, or one of the cards that are something else than their copies just now (see
``find_marked``).  What was decided, with the weights, is what ``yisp.simulate.exact`` makes
probabilities of.
"""

from libc.stdint cimport int64_t, uint64_t

from .streams cimport REVEALS, open_stream
from .table cimport (
    BELONGS_TO, DRAWN, INSTALLED, YISP_CARDS, YISP_MAX_WORDS, YISP_WORDS, YISP_WORD_OF, Decision,
    Enumeration, Happening, Table, contains, counters, halt, insert, installed_effect, lowest, popcount, unlikely,
)

cdef enum:
    MOST_OPTIONS = 1 << 16


cdef void spend(Table* t, int64_t work) noexcept nogil:
    """Charge the enumeration's budget; a run beyond it is halted, since nobody will want its end.

    Not inline, like all that only enumerations do: it would make what trials run longer and slower.
    """
    t.enumeration.work += work
    if unlikely(t.enumeration.work > t.enumeration.budget):
        halt(t)


cdef void spend_look(Table* t, const uint64_t* cards) noexcept nogil:
    """Charge for a look through ``cards``."""
    cdef int w
    cdef int64_t n = 0
    for w in range(YISP_WORDS(t)):
        n += popcount(cards[w])
    spend(t, 1 + n // CARDS_A_UNIT)


cdef int64_t decide(Enumeration* e, int64_t options) noexcept nogil:
    """The option to take now; its weights are the caller's to write down."""
    cdef Decision* decision
    if e.made >= e.capacity or options > MOST_OPTIONS:
        e.failed = True
        return 0
    e.work += WORK_DECISION
    decision = &e.decisions[e.made]
    if e.made >= e.given:
        decision.option = 0
    elif not 0 <= decision.option < options:
        e.failed = True
        return 0
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


cdef void find_marked(const Table* t, uint64_t* marked) noexcept nogil:
    """The cards that are something else than their copies now: the one whose effect runs, those of the
    event that is being answered and of those that wait, those that a scan or answers have still to ask,
    and those that installed effects belong to."""
    cdef const Enumeration* e = t.enumeration
    cdef const Happening* waiting
    cdef int w, i, place
    for w in range(YISP_WORDS(t)):
        marked[w] = t.event_cards[w]
        if e.scanned != NULL:
            marked[w] |= e.scanned[w]
        if e.answering != NULL:
            marked[w] |= e.answering[w]
    if t.acting >= 0:
        insert(marked, t.acting)
    for i in range(<int>counters(t)[INSTALLED]):
        if installed_effect(t, i)[BELONGS_TO] >= 0:
            insert(marked, <int>installed_effect(t, i)[BELONGS_TO])
    t.enumeration.work += (t.queued - t.answered) // CARDS_A_UNIT
    for place in range(t.answered, t.queued):
        waiting = &t.queue[place]
        if waiting.what == DRAWN:
            for i in range(waiting.source, waiting.source + waiting.card):
                insert(marked, t.queue[i].card)
        elif waiting.card >= 0:
            insert(marked, waiting.card)


cdef int64_t group_of(const Table* t, const uint64_t* marked, int card) noexcept nogil:
    """The group that the card belongs to: its class, or one of its own."""
    return t.enumeration.classes + card if contains(marked, card) else t.enumeration.class_of[card]


cdef int64_t tally_groups(Table* t, const uint64_t* cards, const uint64_t* marked) noexcept nogil:
    """Count by group, in ``Enumeration.tally``, how many of ``cards`` there are; how many groups are not empty."""
    cdef Enumeration* e = t.enumeration
    cdef uint64_t bits
    cdef int64_t g, groups = 0
    cdef int w
    for g in range(e.classes + YISP_CARDS(t)):
        e.tally[g] = 0
    spend(t, (e.classes + YISP_CARDS(t)) // CARDS_A_UNIT)
    for w in range(YISP_WORDS(t)):
        bits = cards[w]
        while bits:
            g = group_of(t, marked, w * 64 + lowest(bits))
            bits &= bits - 1
            groups += e.tally[g] == 0
            e.tally[g] += 1
    return groups


cdef bint order_is_free(const Table* t, int z, const uint64_t* cards) noexcept nogil:
    """Whether nothing can tell in which order ``cards`` lie in the zone, or would if they came there.

    Prescribed cards come in the order prescribed.
    """
    cdef uint64_t marked[YISP_MAX_WORDS]
    cdef int w, total = 0
    cdef bint some = False
    if t.enumeration.hand_left:
        return False
    for w in range(YISP_WORDS(t)):
        if t.enumeration.ordered[z * YISP_WORDS(t) + w]:
            return False
    find_marked(t, marked)
    for w in range(YISP_WORDS(t)):
        total += popcount(cards[w])
        some = some or cards[w] & marked[w] != 0
    return total < 2 or not some


cdef uint64_t take_prescribed(Table* t, const uint64_t* cards) noexcept nogil:
    """The rank among ``cards`` of the next prescribed card, which must be one of them."""
    cdef Enumeration* e = t.enumeration
    cdef int card = e.hand[0], w
    cdef uint64_t rank = popcount(cards[YISP_WORD_OF(card)] & ((<uint64_t>1 << (card & 63)) - 1))
    e.hand += 1
    e.hand_left -= 1
    if not contains(cards, card):
        e.failed = True
        return 0
    for w in range(YISP_WORD_OF(card)):
        rank += popcount(cards[w])
    return rank


cdef uint64_t enumerate_among(Table* t, const uint64_t* cards, int64_t n) noexcept nogil:
    cdef Enumeration* e = t.enumeration
    cdef uint64_t marked[YISP_MAX_WORDS]
    cdef uint64_t bits
    cdef int64_t g = 0, option, rank = 0
    cdef int w
    if e.hand_left:
        return take_prescribed(t, cards)
    find_marked(t, marked)
    option = decide(e, tally_groups(t, cards, marked))
    while option or not e.tally[g]:
        option -= e.tally[g] != 0
        g += 1
    weigh(e, e.tally[g], n)
    for w in range(YISP_WORDS(t)):
        bits = cards[w]
        while bits:
            if group_of(t, marked, w * 64 + lowest(bits)) == g:
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

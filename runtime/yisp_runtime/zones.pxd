"""Zones: counting, looking, shuffling.

A zone is a known prefix, an unrevealed set and a known suffix.  Counting reveals nothing.  Every
look goes through ``next_first`` or ``next_last``, which reveal as far as they must and no farther;
what is revealed keeps its place.  What lies in an unrevealed place is a uniform choice among what is
unrevealed there; by whom it is chosen is the business of ``gate``.

A zone that scripts use as a long queue keeps a *line*: where a card with a stamp lies, by the stamp's
low bits, so that its first card is found without looking at them all.  Such a zone has stamps of
its own counting, is never shuffled, and may have gaps where cards left from its middle.

Small primitives are inline, so that a module built for one deck folds them; those that only large
sets need are prebuilt in ``zones.pyx``.
"""

from libc.stdint cimport INT64_MAX, int64_t, uint16_t, uint64_t

from .gate cimport choose_among, choose_place, order_is_free, spend_look
from .log cimport append_event
from .table cimport (
    EVENT_SHUFFLE,
    SHOWN,
    SHOWN_LAST,
    YISP_ENUMERATES,
    YISP_LINE_MASK,
    YISP_MAX_WORDS,
    YISP_QUEUED,
    YISP_VEILED,
    YISP_WORDS,
    YISP_ZONES,
    Table,
    contains,
    counters,
    hidden_words,
    line,
    line_ends,
    lowest,
    nth,
    popcount,
    remove,
    stamps,
    unlikely,
    zone_words,
)


cdef bint take_unordered(Table* t, int z, int n, uint16_t* out) noexcept nogil
cdef int reveal_any(Table* t, int z, const uint64_t* cards) noexcept nogil
cdef void order_cards(Table* t, int z, uint64_t* cards, int n, uint16_t* out) noexcept nogil
cdef void lay_line(Table* t, int z) noexcept nogil
cdef void keep_random(Table* t, uint64_t* cards, int total, int n) noexcept nogil


# Counting -------------------------------------------------------------------------------------


cdef inline int size(const Table* t, int z) noexcept nogil:
    """How many cards the zone holds."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        total += popcount(zone[w])
    return total


cdef inline int count(const Table* t, int z, const uint64_t* mask) noexcept nogil:
    """How many cards of ``mask`` the zone holds."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        total += popcount(zone[w] & mask[w])
    return total


cdef inline int zone_of(const Table* t, int card) noexcept nogil:
    """The zone that holds the card."""
    cdef int z, found = 0
    for z in range(1, YISP_ZONES(t)):  # every card is somewhere: no branch need be taken
        found += z * contains(zone_words(t, z), card)
    return found


# Revealing ------------------------------------------------------------------------------------


cdef inline int take_at(const Table* t, uint64_t* cards, uint64_t place) noexcept nogil:
    """Take the card at ``place``, counted by the cards' numbers, out of a set."""
    cdef uint64_t bit
    cdef int w = 0
    while w < YISP_WORDS(t) - 1 and place >= <uint64_t>popcount(cards[w]):
        place -= popcount(cards[w])
        w += 1
    bit = nth(cards[w], <int>place)
    cards[w] ^= bit
    return w * 64 + lowest(bit)


cdef inline int reveal_first(Table* t, int z) noexcept nogil:
    """Reveal the first unrevealed card of the zone; there must be one."""
    cdef int card = take_at(t, hidden_words(t, z), choose_place(t, z))
    counters(t)[SHOWN] += 1
    stamps(t)[card] = counters(t)[SHOWN]
    return card


cdef inline int reveal_last(Table* t, int z) noexcept nogil:
    """Reveal the last unrevealed card of the zone; there must be one."""
    cdef int card = take_at(t, hidden_words(t, z), choose_place(t, z))
    counters(t)[SHOWN_LAST] -= 1
    stamps(t)[card] = counters(t)[SHOWN_LAST]
    return card


cdef inline int next_known(const Table* t, const uint64_t* cards, const uint64_t* hidden) noexcept nogil:
    """The first of those of ``cards`` that are not hidden; -1 when there is none."""
    cdef const int64_t* stamp = stamps(t)
    cdef int64_t earliest = INT64_MAX
    cdef uint64_t bits
    cdef int w, card, best = -1
    for w in range(YISP_WORDS(t)):
        bits = cards[w] if hidden == NULL else cards[w] & ~hidden[w]
        while bits:  # no branches: where the first one lies cannot be predicted
            card = w * 64 + lowest(bits)
            bits &= bits - 1
            best = card if stamp[card] < earliest else best
            earliest = stamp[card] if stamp[card] < earliest else earliest
    return best


cdef inline int next_first(Table* t, int z, const uint64_t* cards) noexcept nogil:
    """The first of ``cards``, a non-empty part of the zone, in the zone's order."""
    cdef const uint64_t* hidden = hidden_words(t, z)
    cdef uint64_t veiled = 0
    cdef int w, best
    if unlikely(YISP_ENUMERATES(t)):
        spend_look(t, cards)
    if not YISP_VEILED(t, z):
        return next_known(t, cards, NULL)
    best = next_known(t, cards, hidden)
    for w in range(YISP_WORDS(t)):
        veiled |= cards[w] & hidden[w]
    if veiled and (best < 0 or stamps(t)[best] > 0):
        if unlikely(YISP_ENUMERATES(t)) and order_is_free(t, z, cards):
            return reveal_any(t, z, cards)
        best = reveal_first(t, z)
        while not contains(cards, best):
            best = reveal_first(t, z)
    return best


cdef inline int first_in_line(Table* t, int z) noexcept nogil:
    """The first card of a zone that keeps a line and is not empty."""
    cdef int64_t* ends = line_ends(t, z)
    cdef const uint16_t* places = line(t, z)
    cdef int card = places[(ends[0] + 1) & YISP_LINE_MASK(t)]
    while unlikely(not contains(zone_words(t, z), card) or stamps(t)[card] != ends[0] + 1):
        ends[0] += 1
        card = places[(ends[0] + 1) & YISP_LINE_MASK(t)]
    return card


cdef inline int first_card(Table* t, int z) noexcept nogil:
    """The first card of a zone that is not empty."""
    if YISP_QUEUED(t, z):
        return first_in_line(t, z)
    return next_first(t, z, zone_words(t, z))


cdef inline int next_picked(Table* t, int z, const uint64_t* cards) noexcept nogil:
    """``next_first`` in a zone that is about to be shuffled: nothing above the card is revealed."""
    cdef uint64_t veiled[YISP_MAX_WORDS]
    cdef uint64_t* hidden = hidden_words(t, z)
    cdef int w, best, n = 0
    if unlikely(YISP_ENUMERATES(t)):
        spend_look(t, cards)
    best = next_known(t, cards, hidden)
    for w in range(YISP_WORDS(t)):
        veiled[w] = cards[w] & hidden[w]
        n += popcount(veiled[w])
    if n and (best < 0 or stamps(t)[best] > 0):
        if unlikely(YISP_ENUMERATES(t)) and order_is_free(t, z, cards):
            return reveal_any(t, z, cards)
        best = take_at(t, veiled, choose_among(t, veiled, n))
        remove(hidden, best)
    return best


cdef inline int next_last(Table* t, int z, const uint64_t* cards) noexcept nogil:
    """The last of ``cards``, a non-empty part of the zone, in the zone's order."""
    cdef const uint64_t* hidden = hidden_words(t, z)
    cdef const int64_t* stamp = stamps(t)
    cdef uint64_t bits, veiled = 0
    cdef int w, card, best = -1
    if unlikely(YISP_ENUMERATES(t)):
        spend_look(t, cards)
    for w in range(YISP_WORDS(t)):
        veiled |= cards[w] & hidden[w]
        bits = cards[w] & ~hidden[w]
        while bits:
            card = w * 64 + lowest(bits)
            bits &= bits - 1
            if best < 0 or stamp[card] > stamp[best]:
                best = card
    if veiled and (best < 0 or stamp[best] < 0):
        if unlikely(YISP_ENUMERATES(t)) and order_is_free(t, z, cards):
            return reveal_any(t, z, cards)
        best = reveal_last(t, z)
        while not contains(cards, best):
            best = reveal_last(t, z)
    return best


# Forgetting -----------------------------------------------------------------------------------


cdef inline void shuffle(Table* t, int z) noexcept nogil:
    """Forget the zone's order."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef uint64_t* hidden = hidden_words(t, z)
    cdef int w
    for w in range(YISP_WORDS(t)):
        hidden[w] = zone[w]
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_SHUFFLE, z, 0, 0)

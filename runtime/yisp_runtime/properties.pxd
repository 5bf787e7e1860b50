"""Properties of cards, and filters by a number, which ask for them kind by kind.

A filter by a number holds the chosen cards in a ``Held`` of its own, since working out the number
may choose others.  It goes through them by one card of each kind; copies of a kind are neighbours.
"""

from libc.stdint cimport int32_t, int64_t, uint64_t

from .table cimport (
    YISP_CARDS,
    YISP_MAX_WORDS,
    YISP_WORDS,
    Table,
    contains,
    lowest,
    remove,
    zone_words,
)
from .zones cimport first_card, size


cdef struct Held:
    int zone
    uint64_t cards[YISP_MAX_WORDS]


cdef inline int64_t property_of(const Table* t, int prop, int64_t card) noexcept nogil:
    """A property of a card."""
    return t.properties[prop * YISP_CARDS(t) + card]


cdef inline int64_t top_property(Table* t, int z, int prop) noexcept nogil:
    """A property of the first card of the zone, which is looked at; 0 when there is none."""
    return property_of(t, prop, first_card(t, z)) if size(t, z) else 0


# Over the chosen cards ------------------------------------------------------------------------


cdef inline bint sum_of_chosen(const Table* t, int prop, int64_t* out) noexcept nogil:
    """The total of a property; True when it does not fit 64 bits (it may on the way)."""
    cdef int64_t value, upper = 0, lower = 0  # sums of upper and lower halves, of 10,000 at most
    cdef uint64_t bits
    cdef int w
    for w in range(YISP_WORDS(t)):
        bits = t.chosen[w]
        while bits:
            value = property_of(t, prop, w * 64 + lowest(bits))
            upper += value >> 32
            lower += value & <int64_t>0xFFFFFFFF
            bits &= bits - 1
    upper += lower >> 32
    if upper != <int32_t>upper:
        return True
    out[0] = upper * (<int64_t>1 << 32) + (lower & <int64_t>0xFFFFFFFF)
    return False


cdef inline int64_t extreme_of_chosen(const Table* t, int prop, bint greatest) noexcept nogil:
    """The greatest or the least of a property; 0 when there are no cards."""
    cdef int64_t value, best = 0
    cdef bint some = False
    cdef uint64_t bits
    cdef int w
    for w in range(YISP_WORDS(t)):
        bits = t.chosen[w]
        while bits:
            value = property_of(t, prop, w * 64 + lowest(bits))
            if not some or (value > best if greatest else value < best):
                best = value
            some = True
            bits &= bits - 1
    return best


cdef inline int64_t high_of_chosen(const Table* t, int prop) noexcept nogil:
    return extreme_of_chosen(t, prop, True)


cdef inline int64_t low_of_chosen(const Table* t, int prop) noexcept nogil:
    return extreme_of_chosen(t, prop, False)


# Filters by a number --------------------------------------------------------------------------


cdef inline void hold_chosen(const Table* t, Held* held) noexcept nogil:
    """Lay the chosen cards aside."""
    cdef int w
    held.zone = t.chosen_zone
    for w in range(YISP_WORDS(t)):
        held.cards[w] = t.chosen[w]


cdef inline void choose_held(Table* t, const Held* held) noexcept nogil:
    """Go on with what has been laid aside."""
    cdef int w
    t.chosen_zone = held.zone
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = held.cards[w]


cdef inline int64_t next_kind(const Table* t, const Held* held, int64_t card) noexcept nogil:
    """A held card of the kind after that of ``card`` (-1: of the first); -1 when there is none."""
    cdef int next_ = <int>card + 1
    while next_ < YISP_CARDS(t) and (
        not contains(held.cards, next_) or (card >= 0 and t.kind_of[next_] == t.kind_of[card])
    ):
        next_ += 1
    return next_ if next_ < YISP_CARDS(t) else -1


cdef inline void drop_kind(const Table* t, Held* held, int64_t card) noexcept nogil:
    """Lay down every held card of that card's kind."""
    cdef int kind = t.kind_of[card], one = <int>card
    while one < YISP_CARDS(t) and t.kind_of[one] == kind:  # ``card`` is the first of them
        remove(held.cards, one)
        one += 1


cdef inline int64_t copies(const Table* t, const Held* held, int64_t card) noexcept nogil:
    """How many cards of that card's kind the held cards' zone holds."""
    cdef int kind = t.kind_of[card], one = <int>card, total = 0
    while one > 0 and t.kind_of[one - 1] == kind:
        one -= 1
    while one < YISP_CARDS(t) and t.kind_of[one] == kind:
        total += contains(zone_words(t, held.zone), one)
        one += 1
    return total

"""Selections: working out the set of cards that a script names, step by step.

The set lies in ``Table.chosen`` with the zone that it is taken from.  A step looks at cards only where
their order decides.
"""

from libc.stdint cimport int64_t, uint64_t

from .table cimport (
    YISP_MAX_WORDS,
    YISP_WORDS,
    Table,
    insert,
    lowest,
    popcount,
    remove,
    zone_words,
)
from .zones cimport keep_random, next_first, next_last, order_cards, zone_of

cdef enum:  # End
    FIRST = 0
    LAST = 1
    RANDOM = 2


cdef inline void choose_zone(Table* t, int z) noexcept nogil:
    """Begin with every card of the zone."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w
    t.chosen_zone = z
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = zone[w]


cdef inline void choose_card(Table* t, int card) noexcept nogil:
    """Begin with that one card, wherever it is."""
    cdef int w
    t.chosen_zone = zone_of(t, card)
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = 0
    insert(t.chosen, card)


cdef inline void choose_event(Table* t) noexcept nogil:
    """Begin with the cards of the event that is being answered, as far as they are where it put them."""
    cdef const uint64_t* zone
    cdef int w, z = t.event_zone
    if z < 0:  # an event of one card, or of none
        z = 0
        for w in range(YISP_WORDS(t)):
            if t.event_cards[w]:
                z = zone_of(t, w * 64 + lowest(t.event_cards[w]))
    zone = zone_words(t, z)
    t.chosen_zone = z
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = t.event_cards[w] & zone[w]


cdef inline void keep(Table* t, const uint64_t* mask) noexcept nogil:
    """Keep the chosen cards that are in ``mask``."""
    cdef int w
    for w in range(YISP_WORDS(t)):
        t.chosen[w] &= mask[w]


cdef inline int chosen_size(const Table* t) noexcept nogil:
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        total += popcount(t.chosen[w])
    return total


cdef inline void limit(Table* t, int end, int64_t n, bint rejected) noexcept nogil:
    """Keep the first, the last or a random ``n`` of the chosen cards, or (``rejected``) all others.

    Looks only where it must: not at all when ``n`` is at least as many as there are.
    """
    cdef uint64_t kept[YISP_MAX_WORDS]
    cdef uint64_t rest[YISP_MAX_WORDS]
    cdef int total = chosen_size(t)
    cdef int w, i, card
    for w in range(YISP_WORDS(t)):
        rest[w] = t.chosen[w]
        kept[w] = 0
    if n >= total:
        for w in range(YISP_WORDS(t)):
            kept[w] = t.chosen[w]
    elif n > 0 and end == RANDOM:
        for w in range(YISP_WORDS(t)):
            kept[w] = t.chosen[w]
        keep_random(t, kept, total, <int>n)
    elif n > 0:
        for i in range(<int>n):
            card = next_first(t, t.chosen_zone, rest) if end == FIRST else next_last(t, t.chosen_zone, rest)
            remove(rest, card)
            insert(kept, card)
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = t.chosen[w] & ~kept[w] if rejected else kept[w]


cdef inline void look_at_chosen(Table* t) noexcept nogil:
    """Look at the chosen cards; ``Table.list`` then holds them in order."""
    order_cards(t, t.chosen_zone, t.chosen, chosen_size(t), t.list)

"""Matching wanted cards: in the order listed, or as well as any assignment can."""

from libc.stdint cimport uint16_t, uint64_t

from .gate cimport spend_look
from .table cimport (
    YISP_ENUMERATES, YISP_MAX_WORDS, YISP_WORDS, Table, contains, lowest, remove, zone_words,
)
from .zones cimport next_first


cdef const uint64_t* _mask(Table* t, int index) noexcept nogil:
    return t.masks + index * YISP_WORDS(t)


cdef int _any(Table* t, const uint64_t* cards) noexcept nogil:
    cdef int w
    for w in range(YISP_WORDS(t)):
        if cards[w]:
            return w * 64 + lowest(cards[w])
    return -1


cdef bint match_first(Table* t, int z, int wants) noexcept nogil:
    """Whether each item finds cards when it takes the first unused ones that fit (``match: first``)."""
    cdef uint64_t unused[YISP_MAX_WORDS]
    cdef uint64_t fitting[YISP_MAX_WORDS]
    cdef const int* slot = t.wants + wants + 1
    cdef const uint64_t* mask
    cdef int w, i, k, card
    for w in range(YISP_WORDS(t)):
        unused[w] = zone_words(t, z)[w]
    for i in range(t.wants[wants]):
        mask = _mask(t, slot[0])
        for w in range(YISP_WORDS(t)):
            fitting[w] = unused[w] & mask[w]
        for k in range(slot[1]):
            if _any(t, fitting) < 0:
                return False
            card = next_first(t, z, fitting) if slot[2] == SLOT_FIRST else _any(t, fitting)
            remove(fitting, card)
            remove(unused, card)
        slot += 3
    return True


cdef bint match_best(Table* t, int z, int wants) noexcept nogil:
    """Whether any assignment of cards to items serves them all (``match: best``).

    Items are served one by one along shortest augmenting paths (a maximum matching, since an item
    that cannot be served so cannot be served at all).
    """
    cdef const int* slot = t.wants + wants + 1
    cdef uint64_t free[YISP_MAX_WORDS]  # cards that serve no item yet
    cdef int w, i, k
    for w in range(YISP_WORDS(t)):
        free[w] = zone_words(t, z)[w]
    for i in range(t.wants[wants]):
        for k in range(slot[3 * i + 1]):
            if not _augment(t, z, slot, i, free):
                return False
    return True


cdef bint _augment(Table* t, int z, const int* slot, int start, uint64_t* free) noexcept nogil:
    """Give item ``start`` one card more, moving cards between items where that helps.

    Breadth-first over cards: ``list`` is the queue of cards in use that could be let go,
    ``came_from[card]`` the item that would take the card.
    """
    cdef uint64_t unseen[YISP_MAX_WORDS]
    cdef const uint64_t* mask
    cdef uint16_t came_from[64 * YISP_MAX_WORDS]
    cdef uint16_t releases[64 * YISP_MAX_WORDS]  # the card that the item lets go for this one
    cdef uint16_t* serves = t.slot_of
    cdef int NOBODY = 65535
    cdef int w, head = 0, tail = 0, current = start, card, giver = NOBODY
    cdef uint64_t bits
    for w in range(YISP_WORDS(t)):
        unseen[w] = zone_words(t, z)[w]
    while True:
        if YISP_ENUMERATES(t):
            spend_look(t, unseen)
        mask = _mask(t, slot[3 * current])
        for w in range(YISP_WORDS(t)):
            bits = mask[w] & unseen[w]
            unseen[w] &= ~bits
            while bits:
                card = w * 64 + lowest(bits)
                bits &= bits - 1
                came_from[card] = <uint16_t>current
                releases[card] = <uint16_t>giver
                if contains(free, card):
                    remove(free, card)
                    while card != NOBODY:  # shift every card along the path to the item that wants it
                        serves[card] = came_from[card]
                        card = releases[card]
                    return True
                t.list[tail] = <uint16_t>card
                tail += 1
        if head == tail:
            return False
        giver = t.list[head]
        head += 1
        current = serves[giver]

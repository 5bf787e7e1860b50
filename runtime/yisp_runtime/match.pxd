"""Wanted cards: whether a zone holds what a combo lists.

A list of wanted cards lies flat in ``Table.wants``: how many slots there are, then four numbers a
slot — the index of its mask, the least, the most (-1: no bound), and one of ``Slot``.
"""

from .table cimport Table

cdef enum:  # Slot
    SLOT_ANY = 0  # takes ``least`` cards; which of those that fit makes no difference later
    SLOT_FIRST = 1  # takes the first ``least`` unused cards that fit
    SLOT_TOTAL = 2  # the zone holds ``least`` … ``most`` that fit, and all of them are used


cdef bint match_first(Table* t, int z, int wants) noexcept nogil
cdef bint match_best(Table* t, int z, int wants) noexcept nogil

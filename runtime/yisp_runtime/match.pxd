"""Wanted cards: whether a zone holds what a combo lists.

A list of items that take cards lies flat in ``Table.wants``: how many items there are, then three
numbers an item — the index of its mask, how many cards it takes, and one of ``Slot``.  How many cards
there may be at most is counted elsewhere (``compile/lowering/wanted.py``): that is no matter of matching.
"""

from .table cimport Table

cdef enum:  # Slot
    SLOT_ANY = 0  # takes any unused cards that fit: which makes no difference later
    SLOT_FIRST = 1  # takes the first unused cards that fit


cdef bint match_first(Table* t, int z, int wants) noexcept nogil
cdef bint match_best(Table* t, int z, int wants) noexcept nogil

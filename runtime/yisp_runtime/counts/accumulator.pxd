"""The owner of a topic's counts, for ``table``, whose trials are counted into them."""

from ..position.table cimport Counts


cdef class Accumulator:
    cdef Counts counts, marked
    cdef readonly int combos, bests, stats, dealt, kinds, effects, sites, width

    cdef int _allocate(self, Counts* counts, int relations) except -1
    cdef void _free(self, Counts* counts) noexcept
    cdef bint alike(self, Accumulator other) noexcept
    cdef int _copy(self, Counts* to, const Counts* source) except -1

"""The owner of a topic's counts, for ``table``, whose trials are counted into them."""

from .table cimport Counts


cdef class Accumulator:
    cdef Counts counts
    cdef readonly int combos, bests, stats, effects, sites

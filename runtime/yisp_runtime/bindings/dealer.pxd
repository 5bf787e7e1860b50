"""A table whose cards bend and are dealt, for the module that makes it a ``PyTable``."""

from libc.stdint cimport int64_t, uint64_t

from .opened cimport Opened


cdef class Dealer(Opened):
    cdef int _presence(self, int z) except -1
    cdef int _seat(self, int seat) except -1
    cdef int _claim_of(self, int seat, int64_t world, int sort) except -1
    cdef int _place(self, int exit, int pile) except -1
    cdef list _listed(self, const uint64_t* cards)

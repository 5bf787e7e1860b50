"""What streams.h offers to Cython: a generator's state, to be saved and gone back to."""

from libc.stdint cimport uint64_t


cdef extern from "numbers/streams.h" nogil:
    ctypedef struct Stream "yisp_stream":
        uint64_t[4] state

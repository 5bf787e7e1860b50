"""What streams.h offers to Cython: a generator's state, to be saved and gone back to, and words under a key."""

from libc.stdint cimport uint64_t


cdef extern from "numbers/streams.h" nogil:
    ctypedef struct Stream "yisp_stream":
        uint64_t[4] state
    int WORLDS "YISP_WORLDS"
    void make_block "yisp_make_block"(uint64_t* out, uint64_t seed, uint64_t topic, uint64_t number, uint64_t purpose)

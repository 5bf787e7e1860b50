"""What scan.h offers to Cython: sets of cards whose effects can be activated."""

from libc.stdint cimport uint64_t

from ..position.table cimport Table


cdef extern from "play/scan.h" nogil:
    ctypedef int (*Find "yisp_find")(Table* t, uint64_t* cards) noexcept
    void candidates "yisp_candidates"(const Table* t, int z, const uint64_t* mask, uint64_t* out)
    void keep_if "yisp_keep_if"(const Table* t, uint64_t* cards, const uint64_t* mask, bint condition)
    bint some "yisp_some"(const Table* t, const uint64_t* cards)

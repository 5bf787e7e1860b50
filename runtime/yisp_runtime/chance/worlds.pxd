"""What worlds.h offers to Cython."""

from libc.stdint cimport uint64_t

from ..position.table cimport Enumeration, Table


cdef extern from "chance/worlds.h" nogil:
    int WORLDS "YISP_WORLDS"
    int NO_CARD "YISP_NO_CARD"
    size_t row_words "yisp_row_words"(const Table* t)
    void enter_world "yisp_enter_world"(Enumeration* e, uint64_t key)
    uint64_t world_key "yisp_world_key"(const Table* t, uint64_t trial, int purpose, uint64_t number)

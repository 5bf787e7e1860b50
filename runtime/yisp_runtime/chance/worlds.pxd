"""What worlds.h offers to Cython."""

from libc.stdint cimport int64_t, uint64_t

from ..position.table cimport Enumeration, Table


cdef extern from "chance/worlds.h" nogil:
    int NO_CARD "YISP_NO_CARD"
    size_t row_words "yisp_row_words"(const Table* t)
    void enter_world "yisp_enter_world"(Enumeration* e, uint64_t key)
    uint64_t trial_key "yisp_trial_key"(const Table* t, int64_t trial)

"""What selection.h offers to Cython: working out a set of cards."""

from libc.stdint cimport int64_t, uint64_t

from ..position.table cimport Table


cdef extern from "zones/selection.h" nogil:
    enum:
        FIRST "YISP_FIRST"
        LAST "YISP_LAST"
        RANDOM "YISP_RANDOM"
        CHOICE "YISP_CHOICE"
        PICK "YISP_PICK"
    void choose_zone "yisp_choose_zone"(Table* t, int z)
    void choose_every "yisp_choose_every"(Table* t, int z)
    void choose_card "yisp_choose_card"(Table* t, int card)
    void choose_event "yisp_choose_event"(Table* t)
    void keep "yisp_keep"(Table* t, const uint64_t* mask)
    void keep_card "yisp_keep_card"(Table* t, int card, bint rejected)
    int chosen_size "yisp_chosen_size"(const Table* t)
    void limit "yisp_limit"(Table* t, int end, int64_t n, bint rejected)
    void look_at_chosen "yisp_look_at_chosen"(Table* t)

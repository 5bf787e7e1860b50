"""What gate.h offers to Cython: what an exact answer's budget is charged for, and worlds."""

from libc.stdint cimport int64_t, uint64_t

from .table cimport Enumeration, Table


cdef extern from "gate.h" nogil:
    enum:
        WORK_STAGE "YISP_WORK_STAGE"
        WORK_KEEP "YISP_WORK_KEEP"
        WORK_EFFECT "YISP_WORK_EFFECT"
        WORK_KIND "YISP_WORK_KIND"
        CARDS_A_UNIT "YISP_CARDS_A_UNIT"
        BYTES_A_UNIT "YISP_BYTES_A_UNIT"
    void spend "yisp_spend"(Table* t, int64_t work)
    void enter_world "yisp_enter_world"(Enumeration* e, uint64_t key)
    uint64_t world_key "yisp_world_key"(const Table* t, uint64_t trial, int purpose, uint64_t number)
    int WORLDS "YISP_WORLDS"

"""What decisions.h offers to Cython: what an exact answer's budget is charged for."""

from libc.stdint cimport int64_t

from ..position.table cimport Table


cdef extern from "position/decisions.h" nogil:
    enum:
        WORK_STAGE "YISP_WORK_STAGE"
        WORK_KEEP "YISP_WORK_KEEP"
        WORK_EFFECT "YISP_WORK_EFFECT"
        WORK_KIND "YISP_WORK_KIND"
        WORK_TRY "YISP_WORK_TRY"
        CARDS_A_UNIT "YISP_CARDS_A_UNIT"
        BYTES_A_UNIT "YISP_BYTES_A_UNIT"
    void spend "yisp_spend"(Table* t, int64_t work)

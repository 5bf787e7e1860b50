"""What events.h offers to Cython: what happens, and effects that are installed to answer it."""

from libc.stdint cimport int64_t

from .table cimport Table


cdef extern from "position/events.h" nogil:
    enum: QUEUE_ROOM "YISP_QUEUE_ROOM"
    void begin_draw "yisp_begin_draw"(Table* t)
    void end_draw "yisp_end_draw"(Table* t, int to)
    void activate "yisp_activate"(Table* t, int card)
    void stop "yisp_stop"(Table* t)
    bint install "yisp_install"(
        Table* t, int function, int card, int what, int64_t source, int64_t target, int64_t uses, int64_t turns
    )
    bint schedule "yisp_schedule"(Table* t, int function, int card, int64_t turns)

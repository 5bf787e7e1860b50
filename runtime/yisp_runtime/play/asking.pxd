"""What asking.h offers to Cython: going through what installed effects would do."""

from ..position.table cimport Table


cdef extern from "play/asking.h" nogil:
    ctypedef struct Asked "yisp_asked":
        bint keeps
    int next_carrier "yisp_next_carrier"(const Table* t, int tag, int place)
    void begin_asking "yisp_begin_asking"(Table* t, int place, Asked* before)
    bint was_stopped "yisp_was_stopped"(Table* t)
    void end_asking "yisp_end_asking"(Table* t, const Asked* before)
    int runs_at "yisp_runs_at"(const Table* t, int place)
    int belongs_at "yisp_belongs_at"(const Table* t, int place)

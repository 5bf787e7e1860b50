"""What log.h offers to Cython: counting notices and printed lines."""

from .table cimport Table


cdef extern from "log.h" nogil:
    void notice "yisp_notice"(Table* t, int site)
    void printed "yisp_printed"(Table* t, int site)

"""What log.h offers to Cython: counting notices and printed lines."""

from .table cimport Table


cdef extern from "position/log.h" nogil:
    enum:
        SITE_DRAW "YISP_SITE_DRAW"
        SITE_QUEUE "YISP_SITE_QUEUE"
        SITE_BUDGET "YISP_SITE_BUDGET"
        FIXED_SITES "YISP_FIXED_SITES"
    void notice "yisp_notice"(Table* t, int site)
    void printed "yisp_printed"(Table* t, int site)

"""What match.h offers to Cython: whether a zone holds wanted cards."""

from ..position.table cimport Table


cdef extern from "play/match.h" nogil:
    enum:
        SLOT_ANY "YISP_SLOT_ANY"
        SLOT_FIRST "YISP_SLOT_FIRST"
    bint match_first "yisp_match_first"(Table* t, int z, int wants)
    bint match_best "yisp_match_best"(Table* t, int z, int wants)

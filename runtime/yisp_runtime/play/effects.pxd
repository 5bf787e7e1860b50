"""What effects.h offers to Cython: whether an effect may be tried, and what its program can do about others."""

from ..position.table cimport Table


cdef extern from "play/effects.h" nogil:
    ctypedef void (*Effect "yisp_effect")(Table* t, int index, int card) noexcept
    enum:
        FREE_STEPS "YISP_FREE_STEPS"
    bint usable "yisp_usable"(const Table* t, int effect, bint once, bint first, bint tagged)
    bint allowed "yisp_allowed"(const Table* t, int effect, int z)
    void forbid "yisp_forbid"(Table* t, int tag)
    bint take_step "yisp_take_step"(Table* t, int site)

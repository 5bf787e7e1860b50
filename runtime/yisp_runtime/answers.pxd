"""What answers.h offers to Cython: trying an effect, and letting what happened be answered."""

from .effects cimport Effect
from .table cimport Table


cdef extern from "answers.h" nogil:
    bint attempt "yisp_attempt"(Table* t, int effect, int card, Effect run, Effect run_installed)

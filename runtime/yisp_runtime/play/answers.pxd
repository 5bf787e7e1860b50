"""What answers.h offers to Cython: trying an effect, letting what happened be answered, using what is installed."""

from ..position.table cimport Table
from .effects cimport Effect


cdef extern from "play/answers.h" nogil:
    bint take_use "yisp_take_use"(Table* t)
    bint attempt "yisp_attempt"(Table* t, int effect, int card, Effect run, Effect run_installed)

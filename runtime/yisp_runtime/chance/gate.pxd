"""What gate.h offers to Cython."""

from libc.stdint cimport int64_t

from ..position.table cimport Table


cdef extern from "chance/gate.h" nogil:
    int64_t random_between "yisp_random_between"(Table* t, int64_t low, int64_t high)

"""The class that sets up an enumeration, for the classes that search with it."""

from libc.stdint cimport int64_t, uint16_t, uint64_t

from ..boundary cimport Arrays
from ..position.table cimport Decision, Enumeration, Table
from .search cimport Choices, Stages

cdef enum:
    CAPACITY = 512  # decisions of one stage


cdef class Enumerator:
    cdef object _table
    cdef object _native
    cdef Table* t
    cdef Enumeration e
    cdef Stages stages
    cdef Choices _choices
    cdef Arrays _own
    cdef Decision[CAPACITY] _decisions
    cdef int64_t[CAPACITY] _notices
    cdef int64_t[CAPACITY] _activations
    cdef int64_t[2 * CAPACITY] _taken
    cdef int64_t* _row
    cdef uint16_t* _rows
    cdef int* _known
    cdef int64_t* _rolls
    cdef uint16_t* _hand
    cdef uint64_t _queues  # those of the table when none enumerates
    cdef int width  # of a row, with the trial's number
    cdef bint native
    cdef object _interrupt  # what was raised in a pause
    cdef public object pause  # called without arguments in each pause of a search, or None

    cdef int _read_classes(self, Table* t, list classes) except -1
    cdef int _read_runner(self, Table* t, int topic, native) except -1
    cdef int _read_work(self, steps, effects, installed, topics, int topic) except -1
    cdef int idle(self) except -1
    cdef int enter(self) except -1
    cdef int leave(self) except -1
    cdef int deal_hand(self, list cards) except -1
    cdef int check_first(self, int phase, bytes position, move, path) except -1
    cdef int go_to(self, bytes position, int64_t activations, int64_t steps) except -1

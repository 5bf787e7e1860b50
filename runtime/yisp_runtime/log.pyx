"""Writing and reading event logs."""

from libc.stdint cimport int64_t, uint16_t
from libc.stdlib cimport realloc


cdef bint _reserve(Log* log, int64_t words) noexcept nogil:
    cdef int64_t capacity = log.capacity
    cdef int64_t* grown
    if log.size + words <= capacity:
        return True
    while capacity < log.size + words:
        capacity = capacity * 2 if capacity else 256
    grown = <int64_t*>realloc(log.words, capacity * sizeof(int64_t))
    if grown == NULL:
        log.failed = True
        return False
    log.words = grown
    log.capacity = capacity
    return True


cdef void append_event(Log* log, int event, int64_t a, int64_t b, int64_t c) noexcept nogil:
    if not _reserve(log, 4):
        return
    log.words[log.size] = event
    log.words[log.size + 1] = a
    log.words[log.size + 2] = b
    log.words[log.size + 3] = c
    log.size += 4


cdef void append_cards(Log* log, const uint16_t* cards, int count) noexcept nogil:
    cdef int i
    if not _reserve(log, count):
        return
    for i in range(count):
        log.words[log.size + i] = cards[i]
    log.size += count

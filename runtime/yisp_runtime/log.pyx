"""Writing down what happens in a trial; see ``log.pxd``."""

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.stdlib cimport realloc

from .gate cimport note
from .table cimport (
    EVENT_MOVE, EVENT_NOTICE, EVENT_PRINT, YISP_ENUMERATES, YISP_WORDS, Counts, Log, NoticeTally, Table, hidden_words, lowest,
    stamps, zone_words,
)


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


cdef void log_move(Table* t, int site, int z, int to, int64_t stamp, int n) noexcept nogil:
    """Write down a move to ``to``, where its ``n`` cards are known by their stamps, those after ``stamp``."""
    cdef uint64_t bits
    cdef int w, card
    for w in range(YISP_WORDS(t)):
        bits = zone_words(t, to)[w] & ~hidden_words(t, to)[w]
        while bits:
            card = w * 64 + lowest(bits)
            bits &= bits - 1
            if 0 < stamps(t)[card] - stamp <= n:
                t.list[stamps(t)[card] - stamp - 1] = <uint16_t>card
    append_event(t.log, EVENT_MOVE, site, z * 256 + to, n)
    append_cards(t.log, t.list, n)


cdef void notice(Table* t, int site) noexcept nogil:
    """Count what happened at ``site``."""
    cdef NoticeTally* tally = &t.counts.notices[site]
    if YISP_ENUMERATES(t):
        note(t.enumeration, site)
        return
    tally.count += 1
    tally.trials += tally.last_trial != t.trial
    tally.last_trial = t.trial
    if t.trial < tally.first_trial:
        tally.first_trial = t.trial
    if t.log != NULL:
        append_event(t.log, EVENT_NOTICE, site, 0, 0)


cdef void printed(Table* t, int site) noexcept nogil:
    """Count a line that ``(print …)`` would show, and the trial when it is among the first to."""
    cdef Counts* counts = t.counts
    counts.printed += 1
    if counts.print_trial_count < 20 and (
        counts.print_trial_count == 0
        or counts.print_trials[counts.print_trial_count - 1] != t.trial
    ):
        counts.print_trials[counts.print_trial_count] = t.trial
        counts.print_trial_count += 1
    if t.log != NULL:
        append_event(t.log, EVENT_PRINT, site, 0, 0)

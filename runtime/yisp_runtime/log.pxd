"""What is written down of a trial: notices and printed lines, which are counted, and the event log.

The log is what changed, in order, as runs of 64-bit integers.  It is kept only while ``Table.log``
is set; both targets write the same one for the same trial.  An event is its code and three numbers;
a move is followed by the cards it moved, in order:

    EVENT_DRAW      how many cards the opening hand has, 0, 0
    EVENT_MOVE      site, from * 256 + to, how many cards; then the cards
    EVENT_SHUFFLE   zone, 0, 0
    EVENT_RANDOM    the number drawn, 0, 0
    EVENT_TRY       card, effect, 0          an effect is looked at
    EVENT_ACTIVATE  card, effect, 0
    EVENT_FORBID    tag, 0, 0
    EVENT_NOTICE    site, 0, 0
    EVENT_PRINT     site, 0, 0
    EVENT_TURN      the turn, from 1, 0, 0   only where there are several
    EVENT_ANSWER    what happened, from * 256 + to for a move, 0   the next EVENT_TRY or EVENT_RUN answers it
    EVENT_RUN       installed function, card or -1, 0
    EVENT_INSTALL   installed function, card or -1, 0
    EVENT_STOP      0, 0, 0
"""

from libc.stdint cimport int64_t, uint16_t

from .table cimport Log, Table


cdef void append_event(Log* log, int event, int64_t a, int64_t b, int64_t c) noexcept nogil
cdef void append_cards(Log* log, const uint16_t* cards, int count) noexcept nogil
cdef void log_move(Table* t, int site, int z, int to, int64_t stamp, int n) noexcept nogil
cdef void notice(Table* t, int site) noexcept nogil
cdef void printed(Table* t, int site) noexcept nogil

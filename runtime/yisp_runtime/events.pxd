"""Events: what happened, and effects that are installed to answer it.

While a program runs, what something in the deck may answer is put into a queue: the moves of
``movers``, draws, activations.  When the program has ended, ``answers.pxd`` goes through it.  A draw
is one happening that refers to the moves of which it consisted.

An installed effect takes ``YISP_INSTALLED_WORDS`` of the position; the words are the enum
``Installed``.  One that is scheduled for a turn answers no event.
"""

from libc.stdint cimport int64_t

from .log cimport append_event
from .table cimport (
    ACTIVATED,
    ANSWERS,
    BELONGS_TO,
    DRAWN,
    EVENT_ANSWER,
    EVENT_INSTALL,
    EVENT_STOP,
    INSTALLED,
    LAST_TURN,
    MOVED,
    RUNS,
    SINCE,
    SOURCE,
    TARGET,
    TURN,
    USES,
    YISP_INSTALLED,
    YISP_INSTALLED_WORDS,
    YISP_LISTENS,
    Happening,
    Table,
    contains,
    counters,
    installed_effect,
    unlikely,
)


cdef enum:
    QUEUE_ROOM = 1 << 16
    FAR = 1 << 30  # turns beyond every trial


cdef inline bint listens(const Table* t, int what) noexcept nogil:
    """Whether something in the deck may answer it."""
    return (YISP_LISTENS(t) >> what) & 1


cdef inline void happened(Table* t, int what, int source, int target, int card) noexcept nogil:
    """Put something into the queue; what finds no room is lost, and ``answer_all`` says so."""
    cdef Happening* last
    if t.queued >= QUEUE_ROOM:
        t.queued = QUEUE_ROOM + 1  # and never more, however long the program goes on
        return
    last = &t.queue[t.queued]
    last.what, last.source, last.target, last.card = what, source, target, card
    t.queued += 1


cdef inline void moved(Table* t, int card, int source, int target) noexcept nogil:
    """A card has come to another zone."""
    if not (listens(t, MOVED) or listens(t, DRAWN)):
        return
    if t.drawn_from >= 0 or contains(t.movers, card):
        happened(t, MOVED, source, target, card)


cdef inline void log_answer(Table* t, const Happening* happening) noexcept nogil:
    """Write down what is being answered."""
    cdef bint move = happening.what == MOVED
    append_event(t.log, EVENT_ANSWER, happening.what, happening.source * 256 + happening.target if move else 0, 0)


cdef inline void begin_draw(Table* t) noexcept nogil:
    """What moves until ``end_draw`` is drawn."""
    if listens(t, DRAWN):
        t.drawn_from = t.queued


cdef inline void end_draw(Table* t, int to) noexcept nogil:
    if t.drawn_from >= 0:
        if t.queued > t.drawn_from:
            happened(t, DRAWN, t.drawn_from, to, t.queued - t.drawn_from)
        t.drawn_from = -1


cdef inline void activate(Table* t, int card) noexcept nogil:
    """``@``: the running effect, which is this card's, is activated."""
    if listens(t, ACTIVATED) and not t.activated:
        happened(t, ACTIVATED, -1, -1, card)
    t.activated = True


cdef inline void stop(Table* t) noexcept nogil:
    """``(stop n)``: play ends when the running program does, which is at once."""
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_STOP, 0, 0, 0)


cdef inline bint install(
    Table* t, int function, int card, int what, int64_t source, int64_t target, int64_t uses, int64_t turns
) noexcept nogil:
    """``(on EVENT …)``; True when there is no more room."""
    cdef int64_t* entry
    cdef int count = <int>counters(t)[INSTALLED]
    if uses <= 0 or turns <= 0:
        return False
    if count >= YISP_INSTALLED(t):
        return True
    entry = installed_effect(t, count)
    entry[RUNS] = function
    entry[BELONGS_TO] = card
    entry[ANSWERS] = what
    entry[SOURCE] = source
    entry[TARGET] = target
    entry[USES] = uses
    entry[LAST_TURN] = counters(t)[TURN] + (turns if turns < FAR else FAR) - 1
    entry[SINCE] = t.queued
    counters(t)[INSTALLED] += 1
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_INSTALL, function, card, 0)
    return False


cdef inline bint schedule(Table* t, int function, int card, int64_t turns) noexcept nogil:
    """``(after k …)``; True when there is no more room."""
    return install(t, function, card, -1, 0, 0, 1, (turns if turns > 1 else 1) + 1 if turns < FAR else FAR)

"""Trying an effect: whether it may be, running it, counting that it was activated.

``Effect`` runs one by its index.  In a module built for one deck that is a known function, which the C
compiler calls directly; the python target passes one that calls Python.
"""

from libc.stdint cimport uint64_t

from .gate cimport note_activation
from .log cimport append_event, notice
from .table cimport (
    EVENT_ACTIVATE,
    EVENT_FORBID,
    EVENT_TRY,
    TURN_USED,
    YISP_AT_FORBIDDEN,
    YISP_AT_SPENT,
    YISP_EFFECT_WORDS,
    YISP_ENUMERATES,
    EffectInfo,
    EffectTally,
    Table,
    counters,
    has_effect,
    now,
    unlikely,
)

ctypedef void (*Effect)(Table* t, int index, int card) noexcept nogil


cdef enum:  # Sites
    SITE_DRAW = 0  # a hand or a turn's card could not be drawn (an empty deck)
    SITE_QUEUE = 1  # more happened than can wait to be answered


cdef inline bint usable(const Table* t, int effect, bint once, bint first, bint tagged) noexcept nogil:
    """Whether an effect with these flags can be tried now; ``tagged`` when a tag can forbid it."""
    # No branches: which effects are spent cannot be predicted.
    return not (
        (once & has_effect(t.position + YISP_AT_SPENT(t), effect))
        | (tagged & has_effect(t.position + YISP_AT_FORBIDDEN(t), effect))
        | (first & (counters(t)[TURN_USED] != 0))
    )


cdef inline bint allowed(const Table* t, int effect, int z) noexcept nogil:
    """Whether flags, zone and forbidden tags let the effect be tried from the zone."""
    cdef const EffectInfo* info = &t.effects[effect]
    return (info.zones >> z) & 1 and usable(t, effect, info.once, info.first, True)


cdef inline void forbid(Table* t, int tag) noexcept nogil:
    """``(! tag)``: stop the effects that carry the tag, for the rest of the turn."""
    cdef int w
    for w in range(YISP_EFFECT_WORDS(t)):
        t.position[YISP_AT_FORBIDDEN(t) + w] |= t.forbids[tag * YISP_EFFECT_WORDS(t) + w]
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_FORBID, tag, 0, 0)


cdef inline void fail(Table* t, int site) noexcept nogil:
    """A run-time error: count it and end the trial's play."""
    notice(t, site)
    t.failed = True


cdef inline bint take_step(Table* t) noexcept nogil:
    """A turn of a loop, a call of a function, an answer: whether that was one too many."""
    t.steps += 1
    return t.steps >= now(t.step_limit)


cdef inline bint perform(Table* t, int effect, int card, Effect run) noexcept nogil:
    """Run the effect; whether it was activated."""
    cdef EffectTally* count
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_TRY, card, effect, 0)
    t.activated = False
    t.acting = card
    run(t, effect, card)
    if not t.activated:
        return False
    # No branches: which effect comes next cannot be predicted.
    if unlikely(YISP_ENUMERATES(t)):
        note_activation(t.enumeration, effect)
    count = &t.counts.effects[effect]
    count.activations += 1
    count.used += count.last_used != t.trial
    count.last_used = t.trial
    t.position[YISP_AT_SPENT(t) + (effect >> 6)] |= <uint64_t>t.effects[effect].once << (effect & 63)
    counters(t)[TURN_USED] = True
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_ACTIVATE, card, effect, 0)
    t.activations += 1
    if unlikely(t.activations >= now(t.activation_limit) and not t.failed):
        fail(t, t.effects[effect].activations_site)
    return True

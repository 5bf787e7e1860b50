"""Answering: what happened while a program ran is gone through when it has ended.

First the effects of cards that answer such a thing, then installed ones, in the order in which things
happened; what happens meanwhile is put behind.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.string cimport memset

from .effects cimport SITE_QUEUE, Effect, fail, perform, take_step, usable
from .events cimport QUEUE_ROOM, log_answer
from .log cimport append_event
from .table cimport (
    ANSWERS,
    BELONGS_TO,
    DRAWN,
    EVENT_RUN,
    INSTALLED,
    LAST_TURN,
    MOVED,
    RUNS,
    SINCE,
    SOURCE,
    TARGET,
    TURN,
    USES,
    YISP_ENUMERATES,
    YISP_INSTALLED,
    YISP_INSTALLED_WORDS,
    YISP_LISTENS,
    YISP_MAX_WORDS,
    YISP_WORDS,
    YISP_ZONES,
    EffectInfo,
    Happening,
    Table,
    contains,
    counters,
    insert,
    installed_effect,
    popcount,
    unlikely,
    zone_words,
)
from .zones cimport order_cards


cdef inline bint may_answer(const Table* t, int effect, int z, int what) noexcept nogil:
    """Whether flags, zone and forbidden tags let the effect answer in the zone."""
    cdef const EffectInfo* info = &t.effects[effect]
    return (
        info.event == what
        and (info.answers_in >> z) & 1
        and usable(t, effect, info.once, info.first, True)
    )


cdef inline void answer(
    Table* t, int effect, int card, const Happening* happening, Effect run
) noexcept nogil:
    """Run an effect that answers what happened."""
    if take_step(t):
        fail(t, t.effects[effect].steps_site)
        return
    if unlikely(t.log != NULL):
        log_answer(t, happening)
    perform(t, effect, card, run)


cdef inline void answer_move(Table* t, const Happening* happening, Effect run) noexcept nogil:
    """Let the moved card's effects answer, as long as it is where it came to."""
    cdef int card = happening.card, z = happening.target, effect
    for effect in range(t.effects_from[card], t.effects_to[card]):
        if t.failed or not contains(zone_words(t, z), card):
            return
        if (
            may_answer(t, effect, z, MOVED)
            and (t.effects[effect].source >> happening.source) & 1
            and (t.effects[effect].target >> z) & 1
        ):
            answer(t, effect, card, happening, run)


cdef inline void answer_in_zones(Table* t, const Happening* happening, Effect run) noexcept nogil:
    """Let every card that may answer do so, zone by zone as the activation scan goes."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef uint16_t order[64 * YISP_MAX_WORDS]
    cdef const uint64_t* zone
    cdef const uint64_t* mask
    cdef int i, k, w, z, card, effect, total
    for i in range(t.answer_zone_count):
        z = t.answer_zones[i]
        zone = zone_words(t, z)
        mask = t.answer_masks + (happening.what * YISP_ZONES(t) + z) * YISP_WORDS(t)
        total = 0
        for w in range(YISP_WORDS(t)):
            cards[w] = zone[w] & mask[w]
            total += popcount(cards[w])
        if total:
            order_cards(t, z, cards, total, order)
        if YISP_ENUMERATES(t):
            t.enumeration.answering = cards
        for k in range(total):
            card = order[k]
            for effect in range(t.effects_from[card], t.effects_to[card]):
                if t.failed:
                    return
                if contains(zone, card) and may_answer(t, effect, z, happening.what):
                    answer(t, effect, card, happening, run)


cdef inline void drop_installed(Table* t) noexcept nogil:
    """Forget installed effects that are used up or whose last turn is over."""
    cdef int64_t* entry
    cdef int i, w, kept = 0
    for i in range(<int>counters(t)[INSTALLED]):
        entry = installed_effect(t, i)
        if entry[USES] <= 0 or entry[LAST_TURN] < counters(t)[TURN]:
            continue
        entry[SINCE] = 0
        if kept != i:
            for w in range(YISP_INSTALLED_WORDS):
                installed_effect(t, kept)[w] = entry[w]
        kept += 1
    for i in range(kept, <int>counters(t)[INSTALLED]):
        memset(installed_effect(t, i), 0, YISP_INSTALLED_WORDS * sizeof(int64_t))
    counters(t)[INSTALLED] = kept


cdef inline void run_entry(Table* t, int64_t* entry, Effect run) noexcept nogil:
    """Use an installed effect."""
    entry[USES] -= 1
    if take_step(t):
        fail(t, t.installed_sites[entry[RUNS]])
        return
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_RUN, entry[RUNS], entry[BELONGS_TO], 0)
    t.acting = <int>entry[BELONGS_TO]
    run(t, <int>entry[RUNS], <int>entry[BELONGS_TO])


cdef inline void answer_installed(
    Table* t, int place, const Happening* happening, Effect run
) noexcept nogil:
    """Let installed effects answer what stands at ``place`` of the queue."""
    cdef int64_t* entry
    cdef int i = 0
    while i < counters(t)[INSTALLED]:
        entry = installed_effect(t, i)
        i += 1
        if t.failed:
            return
        if (
            entry[ANSWERS] != happening.what
            or entry[USES] <= 0
            or entry[SINCE] > place
            or entry[LAST_TURN] < counters(t)[TURN]
        ):
            continue
        if happening.what == MOVED and not (
            (entry[SOURCE] >> happening.source) & 1 and (entry[TARGET] >> happening.target) & 1
        ):
            continue
        if unlikely(t.log != NULL):
            log_answer(t, happening)
        run_entry(t, entry, run)


cdef inline void set_event_cards(Table* t, const Happening* happening) noexcept nogil:
    """Let ``it`` be the cards of what happened."""
    cdef int i
    memset(t.event_cards, 0, YISP_WORDS(t) * sizeof(uint64_t))
    t.event_zone = happening.target
    if happening.what == DRAWN:
        for i in range(happening.source, happening.source + happening.card):
            insert(t.event_cards, t.queue[i].card)
    elif happening.card >= 0:
        insert(t.event_cards, happening.card)


cdef inline void answer_all(Table* t, Effect run, Effect run_installed) noexcept nogil:
    """Answer everything in the queue, and what happens meanwhile, in order."""
    cdef Happening happening
    cdef int place = 0
    while place < t.queued and not t.failed:
        t.answered = place
        if t.queued > QUEUE_ROOM:
            fail(t, SITE_QUEUE)
            break
        happening = t.queue[place]
        set_event_cards(t, &happening)
        if t.answers:
            if happening.what == MOVED:
                answer_move(t, &happening, run)
            else:
                answer_in_zones(t, &happening, run)
                if YISP_ENUMERATES(t):
                    t.enumeration.answering = NULL
        if not t.failed:
            answer_installed(t, place, &happening, run_installed)
        place += 1
    t.queued = t.answered = 0
    memset(t.event_cards, 0, YISP_WORDS(t) * sizeof(uint64_t))
    if YISP_INSTALLED(t):
        drop_installed(t)


cdef inline void answer_events(Table* t, Effect run, Effect run_installed) noexcept nogil:
    """The running program has ended: answer what happened, if anything did."""
    if YISP_LISTENS(t) and t.queued:
        answer_all(t, run, run_installed)


cdef inline bint attempt(
    Table* t, int effect, int card, Effect run, Effect run_installed
) noexcept nogil:
    """Run the effect and let what happened be answered; whether it was activated."""
    cdef bint activated = perform(t, effect, card, run)
    answer_events(t, run, run_installed)
    return activated

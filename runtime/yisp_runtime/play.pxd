"""A trial: dealing, turns, the activation scan, answering events, judging.  For both targets.

The program of a deck comes in as callbacks: ``Script`` runs a header or main program, ``Effect`` an
effect or an installed one, ``Judge`` works out all combos and stats.  In a module built for one deck they are known functions,
which the C compiler calls directly; the python target passes functions that call Python.

The activation scan (language.md, section 5) has two forms with the same outcome.  Where every
effect is *tidy* — pure up to its last guard before ``@``, so that a look at it either changes
nothing or activates it — and no unrevealed card can be met, a copy of a card whose effects have
just been refused need not be looked at again in the same pass, and nothing can change under the
scan.  Otherwise, and always while a log is kept, every card is looked at as the language says.

A module built for one deck brings the first form along as ``Walk``, written for its effects: what
could be activated is worked out as one set, and then the first card of it is the one.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.string cimport memset

from .events cimport (
    ANSWERS,
    BELONGS_TO,
    LAST_TURN,
    QUEUE_ROOM,
    RUNS,
    SINCE,
    SOURCE,
    TARGET,
    USES,
    begin_draw,
    end_draw,
    happened,
    listens,
    log_answer,
)
from .gate cimport choose_hand, note_activation
from .log cimport append_cards, append_event
from .streams cimport REVEALS, batch_size, open_stream
from .table cimport (
    BOTTOM,
    EVENT_ACTIVATE,
    EVENT_DRAW,
    EVENT_FORBID,
    EVENT_MOVE,
    EVENT_RUN,
    EVENT_TRY,
    EVENT_TURN,
    DRAWN,
    HAPPENINGS,
    INSTALLED,
    MIDDLE,
    MOVED,
    SHOWN,
    SHOWN_LAST,
    TOP,
    TURN,
    TURN_ENDS,
    TURN_STARTS,
    TURN_USED,
    YISP_AT_ARRIVED,
    YISP_AT_FORBIDDEN,
    YISP_AT_HIDDEN,
    YISP_AT_SPENT,
    YISP_AT_STAMPS,
    YISP_CARDS,
    YISP_EFFECT_WORDS,
    YISP_ENUMERATES,
    YISP_INSTALLED,
    YISP_INSTALLED_WORDS,
    YISP_LISTENS,
    YISP_MAX_WORDS,
    YISP_TIDY,
    YISP_WORDS,
    YISP_ZONES,
    Counts,
    EffectInfo,
    Happening,
    Table,
    contains,
    counters,
    has_effect,
    remove,
    hidden_words,
    insert,
    installed_effect,
    popcount,
    unlikely,
    variables,
    zone_words,
)
from .strata cimport stratum_of
from .tally cimport tally, tally_relations
from .zones cimport arrive, move_few, move_places, move_top, next_first, next_known, notice, order_cards, transfer

ctypedef void (*Effect)(Table* t, int index, int card) noexcept nogil
ctypedef void (*Script)(Table* t) noexcept nogil
ctypedef void (*Judge)(Table* t) noexcept nogil
ctypedef bint (*Walk)(Table* t) noexcept nogil


cdef enum:  # Sites
    SITE_ACTIVATIONS = 0  # the activation limit was reached
    SITE_DRAW = 1  # a hand or a turn's card could not be drawn (an empty deck)
    SITE_STEPS = 2  # the step limit was reached while events were answered
    SITE_QUEUE = 3  # more happened than can wait to be answered


cdef enum:  # FixedZones
    HAND = 0
    DECK = 1


cdef inline bint usable(const Table* t, int effect, bint once, bint first, bint tagged) noexcept nogil:
    """Whether an effect with these flags can be tried now; ``tagged`` when a tag can forbid it."""
    # No branches: which effects are spent is as good as random.
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
    return t.steps >= t.step_limit


cdef inline bint perform(Table* t, int effect, int card, Effect run) noexcept nogil:
    """Run the effect; whether it was activated."""
    cdef Counts* counts
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_TRY, card, effect, 0)
    t.activated = False
    t.effect = effect
    run(t, effect, card)
    if not t.activated:
        return False
    # No branches: which effect comes next is as good as random.
    if unlikely(YISP_ENUMERATES(t)):
        note_activation(t.enumeration, effect)
    counts = t.counts
    counts.activations[effect] += 1
    counts.used[effect] += counts.last_used[effect] != t.trial + 1
    counts.last_used[effect] = t.trial + 1
    t.position[YISP_AT_SPENT(t) + (effect >> 6)] |= <uint64_t>t.effects[effect].once << (effect & 63)
    counters(t)[TURN_USED] = True
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_ACTIVATE, card, effect, 0)
    t.activations += 1
    if unlikely(t.activations >= t.activation_limit and not t.failed):
        fail(t, SITE_ACTIVATIONS)
    return True


# Answering events ------------------------------------------------------------------------------


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
        fail(t, SITE_STEPS)
        return
    if unlikely(t.log != NULL):
        log_answer(t, happening)
    perform(t, effect, card, run)


cdef inline void answer_move(Table* t, const Happening* happening, Effect run) noexcept nogil:
    """Let the moved card's effects answer, as long as it is where it came to."""
    cdef int card = happening.card, z = happening.target, effect
    cdef int kind = t.kind_of[card]
    for effect in range(t.effects_from[kind], t.effects_from[kind + 1]):
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
    cdef int i, k, w, z, card, kind, effect, total
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
        for k in range(total):
            card = order[k]
            kind = t.kind_of[card]
            for effect in range(t.effects_from[kind], t.effects_from[kind + 1]):
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
        fail(t, SITE_STEPS)
        return
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_RUN, entry[RUNS], entry[BELONGS_TO], 0)
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
        if not t.failed:
            answer_installed(t, place, &happening, run_installed)
        place += 1
    t.queued = 0
    if YISP_INSTALLED(t):
        drop_installed(t)


cdef inline void answer_events(Table* t, Effect run, Effect run_installed) noexcept nogil:
    """The running program has ended: answer what happened, if anything did."""
    if YISP_LISTENS(t) and t.queued:
        answer_all(t, run, run_installed)


# The activation scan ----------------------------------------------------------------------------


cdef inline bint attempt(
    Table* t, int effect, int card, Effect run, Effect run_installed
) noexcept nogil:
    """Run the effect and let what happened be answered; whether it was activated."""
    cdef bint activated = perform(t, effect, card, run)
    answer_events(t, run, run_installed)
    return activated


cdef inline bint scan_tidy(Table* t, int z, Effect run, Effect run_installed) noexcept nogil:
    """Look through a zone whose effects are all tidy; whether one was activated."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef const uint64_t* zone = zone_words(t, z)
    cdef const uint64_t* mask = t.walk_masks + z * YISP_WORDS(t)
    cdef uint64_t some = 0
    cdef int w, card, kind, effect
    for w in range(YISP_WORDS(t)):
        cards[w] = zone[w] & mask[w]
        some |= cards[w]
    while some:
        card = next_first(t, z, cards)
        kind = t.kind_of[card]
        for effect in range(t.effects_from[kind], t.effects_from[kind + 1]):
            if allowed(t, effect, z) and attempt(t, effect, card, run, run_installed):
                return True
            if unlikely(t.failed):
                return False
        # The copies of a kind are neighbours: strike out all of them.
        some = 0
        while card >= 0 and t.kind_of[card] == kind:
            card -= 1
        card += 1
        while card < YISP_CARDS(t) and t.kind_of[card] == kind:
            remove(cards, card)
            card += 1
        for w in range(YISP_WORDS(t)):
            some |= cards[w]
    return False


cdef inline void candidates(const Table* t, int z, const uint64_t* mask, uint64_t* out) noexcept nogil:
    """The cards of ``mask`` that the zone holds."""
    cdef int w
    for w in range(YISP_WORDS(t)):
        out[w] = zone_words(t, z)[w] & mask[w]


cdef inline void keep_if(
    const Table* t, uint64_t* cards, const uint64_t* mask, bint condition
) noexcept nogil:
    """Strike the cards of ``mask`` out unless the condition holds, without a branch."""
    cdef int w
    for w in range(YISP_WORDS(t)):
        cards[w] &= ~(mask[w] & (<uint64_t>condition - 1))


cdef inline bint some(const Table* t, const uint64_t* cards) noexcept nogil:
    """Whether the set has a card."""
    cdef uint64_t found = 0
    cdef int w
    for w in range(YISP_WORDS(t)):
        found |= cards[w]
    return found != 0


cdef inline bint act(
    Table* t, int z, const uint64_t* cards, Effect run, Effect run_installed
) noexcept nogil:
    """Activate the first of ``cards``: each has an effect that can be, and nothing is unrevealed there.

    False when a run-time error comes between.
    """
    cdef int card = next_known(t, cards, NULL)
    cdef int kind = t.kind_of[card]
    cdef int effect = t.effects_from[kind], end = t.effects_from[kind + 1]
    while effect + 1 < end:
        if allowed(t, effect, z) and attempt(t, effect, card, run, run_installed):
            return True
        if t.failed:
            return False
        effect += 1
    # The last one need not be asked: one of them can be activated.
    return attempt(t, effect, card, run, run_installed)


cdef inline bint scan_any(Table* t, int z, Effect run, Effect run_installed) noexcept nogil:
    """Look through a zone as it is now, card by card; whether an effect was activated."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef uint64_t* arrived = t.position + YISP_AT_ARRIVED(t)
    cdef const uint64_t* zone = zone_words(t, z)
    cdef const uint64_t* mask = t.walk_masks + z * YISP_WORDS(t)
    cdef uint16_t order[64 * YISP_MAX_WORDS]
    cdef int w, i, card, kind, effect, total = 0
    for w in range(YISP_WORDS(t)):
        cards[w] = zone[w] & mask[w]
        total += popcount(cards[w])
        arrived[w] = 0
    order_cards(t, z, cards, total, order)
    for i in range(total):
        card = order[i]
        kind = t.kind_of[card]
        for effect in range(t.effects_from[kind], t.effects_from[kind + 1]):
            if not contains(zone, card) or contains(arrived, card):
                break  # it has left, if only for a while
            if allowed(t, effect, z) and attempt(t, effect, card, run, run_installed):
                return True
            if t.failed:
                return False
    return False


cdef inline bint scan(Table* t, Effect run, Effect run_installed, Walk walk) noexcept nogil:
    """One pass over the zones; whether an effect was activated."""
    cdef int i
    cdef bint tidy = YISP_TIDY(t) and t.log == NULL
    if tidy and walk != NULL:
        return walk(t)
    for i in range(t.walk_zone_count):
        if tidy:
            if scan_tidy(t, t.walk_zones[i], run, run_installed):
                return True
        elif scan_any(t, t.walk_zones[i], run, run_installed):
            return True
        if unlikely(t.failed):
            return False
    return False


cdef inline void play(Table* t, Effect run, Effect run_installed, Walk walk) noexcept nogil:
    """Activate whatever can be activated, first come first served, until nothing can."""
    while scan(t, run, run_installed, walk):
        if unlikely(t.failed):
            return


# Turns --------------------------------------------------------------------------------------------


cdef inline void run_scheduled(Table* t, Effect run_installed) noexcept nogil:
    """Run what was put off until this turn."""
    cdef int64_t* entry
    cdef int i, count = <int>counters(t)[INSTALLED]
    for i in range(count):
        entry = installed_effect(t, i)
        if entry[ANSWERS] < 0 and entry[LAST_TURN] == counters(t)[TURN] and not t.failed:
            run_entry(t, entry, run_installed)


cdef inline void begin_turn(Table* t, Script header, Effect run, Effect run_installed) noexcept nogil:
    """Draw (from the second turn on), run the header, then what waits for the turn."""
    counters(t)[TURN] += 1
    if t.turns > 1:
        if unlikely(t.log != NULL):
            append_event(t.log, EVENT_TURN, counters(t)[TURN], 0, 0)
        if counters(t)[TURN] > 1:
            memset(t.position + YISP_AT_SPENT(t), 0, 2 * YISP_EFFECT_WORDS(t) * sizeof(uint64_t))
            counters(t)[TURN_USED] = False
            t.activations = 0
            if YISP_INSTALLED(t):
                drop_installed(t)
            if t.draw:
                begin_draw(t)
                move_top(t, SITE_DRAW, DECK, t.draw, HAND, False)
                end_draw(t, HAND)
    if header != NULL:
        header(t)
    answer_events(t, run, run_installed)
    if YISP_INSTALLED(t) and not t.failed:
        run_scheduled(t, run_installed)
        answer_events(t, run, run_installed)
    if listens(t, TURN_STARTS) and not t.failed:
        happened(t, TURN_STARTS, -1, -1, -1)
        answer_events(t, run, run_installed)


cdef inline void end_turn(Table* t, Effect run, Effect run_installed) noexcept nogil:
    if listens(t, TURN_ENDS) and not t.failed:
        happened(t, TURN_ENDS, -1, -1, -1)
        answer_events(t, run, run_installed)


cdef inline void run_program(Table* t, Script program, Effect run, Effect run_installed) noexcept nogil:
    """The main program."""
    program(t)
    answer_events(t, run, run_installed)


cdef inline void set_variables(Table* t) noexcept nogil:
    """Give those variables their values that do not begin a trial as 0."""
    cdef int i
    for i in range(t.initial_count):
        variables(t)[t.initial[2 * i]] = t.initial[2 * i + 1]


cdef inline void lay_known(Table* t) noexcept nogil:
    """Take the cards whose place is known out of the deck, and lay them there."""
    cdef uint16_t card
    cdef int i, z
    for i in range(t.known_count):
        card, z = <uint16_t>t.known[2 * i], t.known[2 * i + 1]
        remove(hidden_words(t, DECK), card)
        if z == DECK:  # what lies on the deck is not to be drawn, and waits
            remove(zone_words(t, DECK), card)
        else:
            transfer(t, card, DECK, z, arrive(t, z, 1, False) + 1)
        if unlikely(t.log != NULL):
            append_event(t.log, EVENT_MOVE, SITE_DRAW, DECK * 256 + z, 1)
            append_cards(t.log, &card, 1)


cdef inline void lay_on_deck(Table* t) noexcept nogil:
    """Lay the cards that are known to be on top of the deck there."""
    cdef int i
    for i in range(t.known_count - 1, -1, -1):
        if t.known[2 * i + 1] == DECK:
            transfer(t, t.known[2 * i], DECK, DECK, arrive(t, DECK, 1, True) + 1)


cdef inline bint only_deals(const Table* t) noexcept nogil:
    """Whether nothing but a header or a main program can happen in a trial."""
    return not t.plays and t.turns == 1 and not YISP_LISTENS(t) and t.known_count == 0


cdef inline void deal(Table* t, int64_t trial, bint alone) noexcept nogil:
    """Set up a trial: everything in the deck, shuffled, and the opening hand drawn.

    ``alone`` says that this hand is all that happens: where one word is enough for it, it comes
    straight from the counter-based generator.
    """
    cdef uint64_t places[8]
    cdef uint64_t* position = t.position
    cdef int64_t* counter = counters(t)
    cdef int w
    t.trial = trial
    t.numbers_ready = False
    t.reveals_ready = not alone
    if not alone:
        open_stream(&t.reveals, t.seed, t.topic, trial, REVEALS)
    t.failed = False
    t.activations = 0
    t.steps = 0
    for w in range(YISP_AT_STAMPS(t)):
        position[w] = 0
    set_variables(t)
    counter[TOP] = counter[SHOWN] = -MIDDLE
    counter[BOTTOM] = counter[SHOWN_LAST] = MIDDLE
    for w in range(YISP_WORDS(t)):
        zone_words(t, DECK)[w] = t.everything[w]
        hidden_words(t, DECK)[w] = t.everything[w]
    if t.known_count:
        lay_known(t)
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_DRAW, t.hand, 0, 0)
    if alone and not t.known_count and 0 < t.hand <= YISP_CARDS(t) and t.hand <= batch_size(YISP_CARDS(t)):
        choose_hand(t, YISP_CARDS(t), t.hand, places)
        if unlikely(t.log != NULL):
            append_event(t.log, EVENT_MOVE, SITE_DRAW, DECK * 256 + HAND, t.hand)
        move_places(t, DECK, places, t.hand, HAND, arrive(t, HAND, t.hand, False))
    elif YISP_MAX_WORDS == 1 and 0 < t.hand <= 8:
        move_few(t, SITE_DRAW, DECK, t.hand, HAND, False)
    elif t.hand:
        move_top(t, SITE_DRAW, DECK, t.hand, HAND, False)
    if t.known_count:
        lay_on_deck(t)
    t.queued = 0  # before the first turn there is no event
    t.drawn_from = -1


cdef enum:  # the stages of a trial that an enumeration goes through one by one
    STAGE_TURN = 0
    STAGE_SCAN = 1
    STAGE_PROGRAM = 2
    STAGE_END = 3
    STAGE_JUDGE = 4


cdef inline bint run_stage(
    Table* t, int stage, Script header, Script program, Effect effect, Effect installed, Judge judge
) noexcept nogil:
    """Run one stage; for ``STAGE_SCAN``, whether an effect was activated."""
    if stage == STAGE_TURN:
        begin_turn(t, header, effect, installed)
    elif stage == STAGE_SCAN:
        return scan(t, effect, installed, NULL)
    elif stage == STAGE_PROGRAM:
        run_program(t, program, effect, installed)
    elif stage == STAGE_END:
        end_turn(t, effect, installed)
    else:
        judge_trial(t, judge)
        t.record[1] = t.score
    return False


cdef inline void judge_trial(Table* t, Judge judge) noexcept nogil:
    """Work out combos and stats; they have steps of their own."""
    t.failed = False
    t.steps = 0
    t.score = 0
    judge(t)


cdef inline void run_turns(
    Table* t, Script header, Script program, Effect effect, Effect installed, Walk walk
) noexcept nogil:
    """Play the turns of a trial."""
    cdef int turn
    for turn in range(t.turns):
        begin_turn(t, header, effect, installed)
        if unlikely(t.failed):
            return
        if program != NULL:
            run_program(t, program, effect, installed)
        elif t.plays:
            play(t, effect, installed, walk)
        end_turn(t, effect, installed)
        if unlikely(t.failed):
            return


cdef inline void run_trials(
    Table* t, int64_t first, int64_t last, int record_width,
    Script header, Script program, Effect effect, Effect installed, Walk walk, Judge judge,
) noexcept nogil:
    """Run the trials first … last - 1 of a topic; ``walk`` is NULL where there is none.

    While ``Table.record`` is set, each trial fills a row of ``record_width`` numbers there: its
    number, its score, a 1 or 0 for each combo, and for each stat its value and whether it has one.
    Where relations are counted, the row is made also when nobody reads it.
    """
    cdef int64_t trial
    cdef Counts* counts = t.counts
    cdef bint alone = header == NULL and program == NULL and only_deals(t)
    cdef bint recorded = t.record != NULL
    t.hands_block = -1
    if counts.relation_count and not recorded:
        t.record = counts.row
    for trial in range(first, last):
        deal(t, trial, alone)
        if t.strata != NULL:
            counts = t.counts = stratum_of(t, HAND)
        if alone:
            counters(t)[TURN] = 1  # in which nothing happens
        else:
            run_turns(t, header, program, effect, installed, walk)
        judge_trial(t, judge)
        counts.trials += 1
        counts.successes += t.score > 0
        tally(&counts.score, t.score)
        if t.record != NULL:
            t.record[0] = trial
            t.record[1] = t.score
            tally_relations(counts, t.record)
            if recorded:
                t.record += record_width
    if not recorded:
        t.record = NULL


cdef inline void judge_combo(Table* t, int combo, int64_t score) noexcept nogil:
    """Count what a combo scored; 0 is failure."""
    t.counts.combos[combo] += score > 0
    t.score = score if score > t.score else t.score
    if t.record != NULL:
        t.record[2 + combo] = score > 0


cdef inline void judge_best(Table* t, int combos, int best, int record_width, bint held) noexcept nogil:
    """Count a combo that was judged once more under ``match: best``; it scores nothing.

    An enumeration finds it behind the record's row.
    """
    if YISP_ENUMERATES(t):
        t.record[record_width + best] = held
    elif held:
        t.counts.combos[combos + best] += 1


cdef inline void judge_stat(Table* t, int stat, int combos, bint failed, int64_t value) noexcept nogil:
    """Count a stat; one that ``failed`` skips the trial."""
    if not failed:
        tally(&t.counts.stats[stat], value)
    if t.record != NULL:
        t.record[2 + combos + 2 * stat] = value
        t.record[3 + combos + 2 * stat] = not failed

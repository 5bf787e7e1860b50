"""A trial: dealing, the activation scan, judging.  One implementation for both targets.

The program of a deck comes in as callbacks: ``Program`` runs an effect or a header, ``Number``
works out a condition, score or stat.  In a module built for one deck they are known functions,
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

from .gate cimport choose_hand
from .log cimport append_event
from .streams cimport batch_size
from .table cimport (
    BOTTOM,
    EVENT_ACTIVATE,
    EVENT_DRAW,
    EVENT_FORBID,
    EVENT_MOVE,
    EVENT_TRY,
    MIDDLE,
    SHOWN,
    SHOWN_LAST,
    TOP,
    TURN_USED,
    YISP_AT_ARRIVED,
    YISP_AT_FORBIDDEN,
    YISP_AT_HIDDEN,
    YISP_AT_SPENT,
    YISP_AT_STAMPS,
    YISP_CARDS,
    YISP_EFFECT_WORDS,
    YISP_MAX_WORDS,
    YISP_WORDS,
    YISP_ZONES,
    Counts,
    EffectInfo,
    Table,
    contains,
    counters,
    has_effect,
    remove,
    hidden_words,
    insert,
    popcount,
    unlikely,
    zone_words,
)
from .tally cimport tally
from .zones cimport arrive, move_places, move_top, next_first, next_known, notice, order_cards

ctypedef void (*Effect)(Table* t, int effect, int card) noexcept nogil
ctypedef void (*Header)(Table* t) noexcept nogil
ctypedef void (*Judge)(Table* t) noexcept nogil
ctypedef bint (*Walk)(Table* t) noexcept nogil


cdef enum:  # Sites
    SITE_ACTIVATIONS = 0  # the activation limit was reached
    SITE_DRAW = 1  # the opening hand could not be drawn (an empty deck)


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


cdef inline bint attempt(Table* t, int effect, int card, Effect run) noexcept nogil:
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


cdef inline bint scan_tidy(Table* t, int z, Effect run) noexcept nogil:
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
            if allowed(t, effect, z) and attempt(t, effect, card, run):
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


cdef inline bint act(Table* t, int z, const uint64_t* cards, Effect run) noexcept nogil:
    """Activate the first of ``cards``: each has an effect that can be, and nothing is unrevealed there.

    False when a run-time error comes between.
    """
    cdef int card = next_known(t, cards, NULL)
    cdef int kind = t.kind_of[card]
    cdef int effect = t.effects_from[kind], end = t.effects_from[kind + 1]
    while effect + 1 < end:
        if allowed(t, effect, z) and attempt(t, effect, card, run):
            return True
        if t.failed:
            return False
        effect += 1
    return attempt(t, effect, card, run)  # the last one need not be asked: one of them can be activated


cdef inline bint scan_any(Table* t, int z, Effect run) noexcept nogil:
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
            if allowed(t, effect, z) and attempt(t, effect, card, run):
                return True
            if t.failed:
                return False
    return False


cdef inline bint scan(Table* t, Effect run, Walk walk) noexcept nogil:
    """One pass over the zones; whether an effect was activated."""
    cdef int i
    cdef bint tidy = t.tidy and t.log == NULL
    if tidy and walk != NULL:
        return walk(t)
    for i in range(t.walk_zone_count):
        if tidy:
            if scan_tidy(t, t.walk_zones[i], run):
                return True
        elif scan_any(t, t.walk_zones[i], run):
            return True
        if unlikely(t.failed):
            return False
    return False


cdef inline void play(Table* t, Effect run, Walk walk) noexcept nogil:
    """Activate whatever can be activated, first come first served, until nothing can."""
    while scan(t, run, walk):
        if unlikely(t.failed):
            return


cdef inline void deal(Table* t, int64_t trial, int cards, bint alone) noexcept nogil:
    """Set up a trial: everything in the deck, shuffled, and the opening hand drawn.

    ``alone`` says that this hand is all that happens: where one word is enough for it, it comes
    straight from the counter-based generator.
    """
    cdef uint64_t places[8]
    cdef uint64_t* position = t.position
    cdef int64_t* counter = counters(t)
    cdef int w
    t.trial = trial
    t.reveals_ready = t.numbers_ready = False
    t.failed = False
    t.activations = 0
    memset(position, 0, YISP_AT_STAMPS(t) * sizeof(uint64_t))
    counter[TOP] = counter[SHOWN] = -MIDDLE
    counter[BOTTOM] = counter[SHOWN_LAST] = MIDDLE
    for w in range(YISP_WORDS(t)):
        zone_words(t, DECK)[w] = t.everything[w]
        hidden_words(t, DECK)[w] = t.everything[w]
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_DRAW, cards, 0, 0)
    if alone and 0 < cards <= YISP_CARDS(t) and cards <= batch_size(YISP_CARDS(t)):
        choose_hand(t, YISP_CARDS(t), cards, places)
        if unlikely(t.log != NULL):
            append_event(t.log, EVENT_MOVE, SITE_DRAW, DECK * 256 + HAND, cards)
        move_places(t, DECK, places, cards, HAND, arrive(t, cards, False))
    elif cards:
        move_top(t, SITE_DRAW, DECK, cards, HAND, False)


cdef enum:  # the stages of a trial that an enumeration goes through one by one
    STAGE_HEADER = 0
    STAGE_SCAN = 1
    STAGE_JUDGE = 2


cdef inline bint run_stage(
    Table* t, int stage, Header header, Effect effect, Judge judge
) noexcept nogil:
    """Run one stage; for ``STAGE_SCAN``, whether an effect was activated."""
    if stage == STAGE_HEADER:
        if header != NULL:
            header(t)
        return False
    if stage == STAGE_SCAN:
        return scan(t, effect, NULL)
    t.failed = False
    t.score = 0
    judge(t)
    t.record[1] = t.score
    return False


cdef inline void run_trials(
    Table* t, int64_t first, int64_t last, int hand, bint plays, int record_width,
    Header header, Effect effect, Walk walk, Judge judge,
) noexcept nogil:
    """Run the trials first … last - 1 of a topic; ``walk`` is NULL where there is none.

    While ``Table.record`` is set, each trial fills a row of ``record_width`` numbers there: its
    number, its score, a 1 or 0 for each combo, and for each stat its value and whether it has one.
    """
    cdef int64_t trial
    cdef Counts* counts = t.counts
    t.hands_block = -1
    for trial in range(first, last):
        deal(t, trial, hand, not plays and header == NULL)
        if header != NULL:
            header(t)
        if plays and not t.failed:
            play(t, effect, walk)
        t.failed = False
        t.score = 0
        judge(t)
        counts.trials += 1
        counts.successes += t.score > 0
        tally(&counts.score, t.score)
        if t.record != NULL:
            t.record[0] = trial
            t.record[1] = t.score
            t.record += record_width


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
    if t.enumeration != NULL:
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

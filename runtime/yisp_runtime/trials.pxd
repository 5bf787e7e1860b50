"""A trial: dealing, turns, judging.  For both targets.

The program of a deck comes in as callbacks: ``Script`` runs a header or main program, ``Effect`` an
effect or an installed one, ``Judge`` works out all combos and stats.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from .answers cimport answer_events, drop_installed, run_entry
from .effects cimport SITE_DRAW, Effect
from .events cimport begin_draw, end_draw, happened, listens
from .gate cimport choose_hand
from .log cimport append_cards, append_event
from .moves cimport arrive, arrived, move_few, move_places, move_top, transfer
from .scan cimport Walk, play, scan
from .strata cimport stratum_of
from .streams cimport REVEALS, batch_size, open_stream
from .table cimport (
    ANSWERS,
    BOTTOM,
    EVENT_DRAW,
    EVENT_MOVE,
    EVENT_TURN,
    INSTALLED,
    LAST_TURN,
    MIDDLE,
    SHOWN,
    SHOWN_LAST,
    TOP,
    TURN,
    TURN_ENDS,
    TURN_STARTS,
    TURN_USED,
    YISP_AT_SPENT,
    YISP_AT_STAMPS,
    YISP_CARDS,
    YISP_EFFECT_WORDS,
    YISP_ENUMERATES,
    YISP_INSTALLED,
    YISP_LISTENS,
    YISP_MAX_WORDS,
    YISP_POSITION_WORDS,
    YISP_QUEUED,
    YISP_WORDS,
    YISP_ZONES,
    Counts,
    Table,
    counters,
    hidden_words,
    installed_effect,
    now,
    remove,
    unlikely,
    variables,
    zone_words,
)
from .tally cimport tally, tally_relations
from .zones cimport lay_line

ctypedef void (*Script)(Table* t) noexcept nogil
ctypedef void (*Judge)(Table* t) noexcept nogil


cdef enum:  # FixedZones
    HAND = 0
    DECK = 1


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
    cdef int64_t stamp
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
        stamp = arrive(t, HAND, t.hand, False)
        move_places(t, DECK, places, t.hand, HAND, stamp)
        arrived(t, SITE_DRAW, DECK, HAND, stamp, t.hand)
    elif YISP_MAX_WORDS == 1 and 0 < t.hand <= 8:
        move_few(t, SITE_DRAW, DECK, t.hand, HAND, False)
    elif t.hand:
        move_top(t, SITE_DRAW, DECK, t.hand, HAND, False)
    if t.known_count:
        lay_on_deck(t)
    t.queued = 0  # before the first turn there is no event
    t.drawn_from = -1


cdef inline void go_back(Table* t, const char* position) noexcept nogil:
    """Set the table to a position between stages: nothing runs, and nothing waits to be answered."""
    cdef int z
    memcpy(t.position, position, YISP_POSITION_WORDS(t) * sizeof(uint64_t))
    for z in range(YISP_ZONES(t)):
        if YISP_QUEUED(t, z):
            lay_line(t, z)
    memset(t.event_cards, 0, YISP_WORDS(t) * sizeof(uint64_t))
    t.failed = False
    t.steps = 0
    t.acting = -1
    t.queued = t.answered = 0
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
        judge(t)
        t.record[1] = t.score
    return False


cdef inline void begin_judging(Table* t) noexcept nogil:
    """Every ``Judge`` begins so: combos and stats have steps of their own, and are worked out after an error."""
    t.failed = False
    t.steps = 0
    t.score = 0


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
        if unlikely(t.failed or now(t.halted)):
            return


cdef inline void run_trials(
    Table* t, int64_t first, int64_t last, int record_width,
    Script header, Script program, Effect effect, Effect installed, Walk walk, Judge judge,
) noexcept nogil:
    """Run the trials first … last - 1 of a topic; ``walk`` is NULL where there is none.

    While ``Table.record`` is set, each trial fills a row of ``record_width`` numbers there: its
    number, its score, a 1 or 0 for each combo and for what is watched, and for each stat its value and
    whether it has one.  Where relations are counted, the row is made also when nobody reads it.

    Returns early when another thread halts the table.
    """
    cdef int64_t trial
    cdef Counts* counts = t.counts
    cdef bint alone = header == NULL and program == NULL and only_deals(t)
    cdef bint recorded = t.record != NULL
    t.hands_block = -1
    if counts.relation_count and not recorded:
        t.record = counts.row
    for trial in range(first, last):
        if not alone and unlikely(now(t.halted)):  # hands alone take less time than looking
            break
        deal(t, trial, alone)
        if t.strata != NULL:
            counts = t.counts = stratum_of(t, HAND)
        if alone:
            counters(t)[TURN] = 1  # in which nothing happens
        else:
            run_turns(t, header, program, effect, installed, walk)
        judge(t)
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


cdef inline void judge_combo(Table* t, int combo, int64_t score, bint scores) noexcept nogil:
    """Count what a combo scored; 0 is failure.  What is only watched counts for nothing else."""
    t.counts.combos[combo] += score > 0
    if scores:
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

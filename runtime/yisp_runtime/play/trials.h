/* A trial: dealing, turns, judging.  For both targets.
 *
 * The program of a deck comes in as callbacks: `yisp_script` runs one of the scripts of a topic, NULL where it
 * has none; `yisp_effect` an effect or an installed one; `yisp_judge` works out all combos and stats,
 * `yisp_number` what a position is worth.
 */
#ifndef YISP_TRIALS_H
#define YISP_TRIALS_H

#include "play/deal.h"
#include "play/scan.h"
#include "counts/strata.h"
#include "counts/tally.h"
typedef void (*yisp_judge)(yisp_table* t);
typedef int (*yisp_number)(yisp_table* t, int64_t* out); /* whether a run-time error ended it */

enum { /* the scripts of a topic, in the order in which a turn runs them */
    YISP_SCRIPT_HEADER = 0,
    YISP_SCRIPT_BEFORE_PLAY = 1,
    YISP_SCRIPT_PROGRAM = 2,
    YISP_SCRIPT_FOOTER = 3,
    YISP_SCRIPT_DEAL = 4, /* part by part: see deal.h */
    YISP_SCRIPTS = 5
};

/* Turns ----------------------------------------------------------------------------------------------- */

/* Run what was put off until this turn. */
static inline void yisp_run_scheduled(yisp_table* t, yisp_effect run_installed)
{
    int count = (int)yisp_counters(t)[YISP_INSTALLED_COUNT];
    for (int i = 0; i < count; i++) {
        int64_t* entry = yisp_installed_effect(t, i);
        if (entry[YISP_ANSWERS] < 0 && entry[YISP_LAST_TURN] == yisp_counters(t)[YISP_TURN] && !t->failed)
            yisp_run_entry(t, entry, run_installed);
    }
}

/* Run a script, if there is one; `which` it is says how much work it is. */
static inline void yisp_run_lone_script(yisp_table* t, int which, yisp_script script)
{
    if (script == NULL)
        return;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, t->enumeration->script_work[which]);
    script(t);
}

/* The same unless play has ended, and let what happened be answered. */
static inline void yisp_run_script(
    yisp_table* t, int which, yisp_script script, yisp_effect run, yisp_effect run_installed)
{
    if (script == NULL || t->failed)
        return;
    yisp_run_lone_script(t, which, script);
    yisp_answer_events(t, run, run_installed);
}

/* Draw (from the second turn on), run the header, then what waits for the turn. */
static inline void yisp_begin_turn(
    yisp_table* t, yisp_script header, yisp_script deal, yisp_effect run, yisp_effect run_installed)
{
    yisp_counters(t)[YISP_TURN] += 1;
    if (t->turns > 1) {
        if (yisp_unlikely(t->log != NULL))
            yisp_append_entry(t->log, YISP_LOG_TURN, yisp_counters(t)[YISP_TURN], 0, 0);
        if (yisp_counters(t)[YISP_TURN] > 1) {
            memset(t->position + YISP_AT_SPENT(t), 0, 2 * YISP_EFFECT_WORDS(t) * sizeof(uint64_t));
            yisp_counters(t)[YISP_TURN_USED] = 0;
            t->activations = 0;
            if (YISP_INSTALLED(t))
                yisp_drop_installed(t);
            if (t->draw && deal != NULL) { /* which says itself what is drawn */
                t->part = YISP_PART_DRAW;
                deal(t);
                if (yisp_unlikely(t->failed))
                    return;
            } else if (t->draw) {
                yisp_begin_draw(t);
                if (YISP_EXITS(t))
                    yisp_draw_for_turn(t, t->first_exit, t->draw);
                else
                    yisp_move_top(t, YISP_SITE_DRAW, YISP_DECK, t->draw, YISP_HAND, 0);
                yisp_end_draw(t, YISP_HAND);
            }
        }
    }
    yisp_run_lone_script(t, YISP_SCRIPT_HEADER, header);
    yisp_answer_events(t, run, run_installed);
    if (YISP_INSTALLED(t) && !t->failed) {
        yisp_run_scheduled(t, run_installed);
        yisp_answer_events(t, run, run_installed);
    }
    if (yisp_listens(t, YISP_TURN_STARTS) && !t->failed) {
        yisp_happened(t, YISP_TURN_STARTS, -1, -1, -1);
        yisp_answer_events(t, run, run_installed);
    }
}

static inline void yisp_end_turn(
    yisp_table* t, yisp_script footer, yisp_effect run, yisp_effect run_installed)
{
    if (yisp_listens(t, YISP_TURN_ENDS) && !t->failed) {
        yisp_happened(t, YISP_TURN_ENDS, -1, -1, -1);
        yisp_answer_events(t, run, run_installed);
    }
    yisp_run_script(t, YISP_SCRIPT_FOOTER, footer, run, run_installed);
}

/* Play the turns of a trial. */
static inline void yisp_run_turns(
    yisp_table* t, yisp_script header, yisp_script before_play, yisp_script program, yisp_script footer,
    yisp_script deal, yisp_effect run, yisp_effect run_installed, yisp_find find)
{
    if (deal != NULL && yisp_is_dealt(t)) {
        yisp_run_deal(t, deal);
        if (yisp_unlikely(t->failed))
            return;
    }
    for (int turn = 0; turn < t->turns; turn++) {
        yisp_begin_turn(t, header, deal, run, run_installed);
        yisp_run_script(t, YISP_SCRIPT_BEFORE_PLAY, before_play, run, run_installed);
        if (yisp_unlikely(t->failed))
            return;
        if (program != NULL)
            yisp_run_script(t, YISP_SCRIPT_PROGRAM, program, run, run_installed);
        else if (t->plays)
            yisp_play(t, run, run_installed, find);
        yisp_end_turn(t, footer, run, run_installed);
        if (yisp_unlikely(t->failed || yisp_now(t->halted)))
            return;
    }
}

/* Dealing --------------------------------------------------------------------------------------------- */

/* Give those variables their values that do not begin a trial as 0. */
static inline void yisp_set_variables(yisp_table* t)
{
    for (int i = 0; i < t->initial_count; i++)
        yisp_variables(t)[t->initial[2 * i]] = t->initial[2 * i + 1];
}

/* Take the cards whose place is known out of the deck, and lay them there. */
YISP_APART void yisp_lay_known(yisp_table* t)
{
    for (int i = 0; i < t->known_count; i++) {
        uint16_t card = (uint16_t)t->known[2 * i];
        int z = t->known[2 * i + 1];
        yisp_remove(yisp_hidden_words(t, YISP_DECK), card);
        if (z == YISP_DECK) /* what lies on the deck is not to be drawn, and waits */
            yisp_remove(yisp_zone_words(t, YISP_DECK), card);
        else
            yisp_transfer(t, card, YISP_DECK, z, yisp_arrive(t, z, 1, 0) + 1);
        if (yisp_unlikely(t->log != NULL)) {
            yisp_append_entry(t->log, YISP_LOG_MOVE, YISP_SITE_DRAW, YISP_DECK * 256 + z, 1);
            yisp_append_cards(t->log, &card, 1);
        }
    }
}

/* Lay the cards that are known to be on top of the deck there. */
YISP_APART void yisp_lay_on_deck(yisp_table* t)
{
    int ahead = 0;
    for (int i = 0; YISP_EXITS(t) && i < t->known_count; i++) { /* a wall's top is the head of its first exit */
        int card = t->known[2 * i];
        if (t->known[2 * i + 1] == YISP_DECK) {
            yisp_insert(yisp_zone_words(t, YISP_DECK), card);
            yisp_stamps(t)[card] = (int64_t)yisp_wall_place(0, t->hand + ahead++);
        }
    }
    for (int i = t->known_count - 1; i >= 0 && !YISP_EXITS(t); i--) {
        if (t->known[2 * i + 1] == YISP_DECK)
            yisp_transfer(t, t->known[2 * i], YISP_DECK, YISP_DECK, yisp_arrive(t, YISP_DECK, 1, 1) + 1);
    }
}

/* Whether nothing but scripts of the topic can happen in a trial. */
static inline int yisp_only_deals(const yisp_table* t)
{
    return !t->plays && t->turns == 1 && !YISP_LISTENS(t) && t->known_count == 0;
}

/* Set up a trial: everything in the deck, shuffled, and the opening hand drawn.
 *
 * `alone` says that this hand is all that happens: where one word is enough for it, it comes straight
 * from the counter-based generator. */
static inline void yisp_deal(yisp_table* t, int64_t trial, int alone)
{
    int64_t* counter = yisp_counters(t);
    t->trial = trial;
    t->numbers_ready = 0;
    t->reveals_ready = !alone;
    if (YISP_PLAYS_WORLDS(t))
        t->world_key = yisp_trial_key(t, trial);
    else if (!alone)
        yisp_open_stream(&t->reveals, t->seed, t->topic, trial, YISP_REVEALS);
    t->failed = 0;
    t->activations = 0;
    t->steps = 0;
    for (int w = 0; w < YISP_AT_STAMPS(t); w++)
        t->position[w] = 0;
    yisp_set_variables(t);
    counter[YISP_TOP] = counter[YISP_SHOWN] = -YISP_MIDDLE;
    counter[YISP_BOTTOM] = counter[YISP_SHOWN_LAST] = YISP_MIDDLE;
    for (int w = 0; w < YISP_WORDS(t); w++)
        yisp_zone_words(t, YISP_DECK)[w] = yisp_hidden_words(t, YISP_DECK)[w] = t->everything[w];
    if (!YISP_BY_STREAMS(t))
        memset(yisp_world(t), 0, (2 + YISP_ZONES(t)) * sizeof(int64_t));
    if (t->known_count)
        yisp_lay_known(t);
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_DRAW, t->hand, 0, 0);
    if (alone && !YISP_PLAYS_WORLDS(t) && !t->known_count && t->hand > 0 && t->hand <= YISP_CARDS(t)
        && t->hand <= yisp_batch_size(YISP_CARDS(t))) {
        uint64_t places[8];
        int64_t stamp;
        yisp_choose_hand(t, YISP_CARDS(t), t->hand, places);
        stamp = yisp_arrive(t, YISP_HAND, t->hand, 0);
        yisp_move_places(t, YISP_DECK, places, t->hand, YISP_HAND, stamp);
        yisp_arrived(t, YISP_SITE_DRAW, YISP_DECK, YISP_HAND, stamp, t->hand);
    } else if (YISP_MAX_WORDS == 1 && t->hand > 0 && t->hand <= 8) {
        yisp_move_few(t, YISP_SITE_DRAW, YISP_DECK, t->hand, YISP_HAND, 0);
    } else if (t->hand) {
        yisp_move_top(t, YISP_SITE_DRAW, YISP_DECK, t->hand, YISP_HAND, 0);
    }
    if (t->known_count)
        yisp_lay_on_deck(t);
    if (YISP_EXITS(t))
        yisp_given(t)[0] = t->hand;
    t->queued = 0; /* before the first turn there is no event */
    t->drawn_from = -1;
    if (yisp_is_dealt(t))
        yisp_begin_deal(t);
}

/* Set the table to a position between stages: nothing runs, and nothing waits to be answered. */
static inline void yisp_go_back(yisp_table* t, const uint64_t* position)
{
    yisp_copy_position(t, t->position, position);
    for (int z = 0; z < YISP_ZONES(t); z++) {
        if (YISP_QUEUED(t, z))
            yisp_lay_line(t, z);
    }
    memset(t->event_cards, 0, YISP_WORDS(t) * sizeof(uint64_t));
    t->failed = 0;
    t->steps = 0;
    t->acting = -1;
    t->queued = t->answered = 0;
    t->drawn_from = -1;
}

/* Judging --------------------------------------------------------------------------------------------- */

/* Every `yisp_judge` begins so: combos and stats have steps of their own, and are worked out after an error. */
static inline void yisp_begin_judging(yisp_table* t)
{
    t->failed = 0;
    t->steps = 0;
    t->score = 0;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, t->enumeration->script_work[YISP_SCRIPTS]);
}

/* Count what a combo scored; 0 is failure.  What is only watched counts for nothing else. */
static inline void yisp_judge_combo(yisp_table* t, int combo, int64_t score, int scores)
{
    t->counts->combos[combo] += score > 0;
    if (scores)
        t->score = score > t->score ? score : t->score;
    if (t->record != NULL)
        t->record[2 + combo] = score > 0;
}

/* Count a combo that was judged once more under `match: best`; it scores nothing.
 *
 * An enumeration finds it behind the record's row. */
static inline void yisp_judge_best(yisp_table* t, int combos, int best, int record_width, int held)
{
    if (YISP_ENUMERATES(t))
        t->record[record_width + best] = held;
    else if (held)
        t->counts->combos[combos + best] += 1;
}

/* Count a stat; one that `failed` skips the trial. */
static inline void yisp_judge_stat(yisp_table* t, int stat, int combos, int failed, int64_t value)
{
    if (!failed)
        yisp_tally(&t->counts->stats[stat], value);
    if (t->record != NULL) {
        t->record[2 + combos + 2 * stat] = value;
        t->record[3 + combos + 2 * stat] = !failed;
    }
}

/* Trials ---------------------------------------------------------------------------------------------- */

enum { /* the stages of a trial that an enumeration goes through one by one */
    YISP_STAGE_TURN = 0,
    YISP_STAGE_SCAN = 1,
    YISP_STAGE_PROGRAM = 2,
    YISP_STAGE_END = 3,
    YISP_STAGE_JUDGE = 4,
    YISP_STAGE_MOVE = 5, /* what a policy has decided upon, in place of a scan */
    YISP_STAGE_BEFORE_PLAY = 6, /* the script; a stage search weighs positions before it */
    YISP_STAGE_EVALUATE = 7, /* what the position is worth to a policy */
    YISP_STAGE_DEAL = 8, /* the whole deal, in a world */
    YISP_STAGE_PART = 9 /* a part of it, tried once */
};

/* Try one effect of the first copy of a kind in a zone; whether it was activated. */
YISP_RARE int yisp_make_move(yisp_table* t, yisp_effect run, yisp_effect run_installed)
{
    const yisp_enumeration* e = t->enumeration;
    uint64_t cards[YISP_MAX_WORDS];
    const uint64_t* zone = yisp_zone_words(t, e->move_zone);
    int some = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        cards[w] = 0;
    for (int card = 0; card < YISP_CARDS(t); card++) {
        if (t->kind_of[card] == e->move_kind && yisp_contains(zone, card)) {
            yisp_insert(cards, card);
            some = 1;
        }
    }
    return some && yisp_allowed(t, e->move_effect, e->move_zone)
        && yisp_attempt(t, e->move_effect, yisp_next_first(t, e->move_zone, cards), run, run_installed);
}

/* Work out what the position is worth: like a stat with steps of its own, also after an error; 0 if it fails. */
static inline void yisp_evaluate(yisp_table* t, yisp_number evaluation)
{
    int64_t value = 0;
    t->failed = 0;
    t->steps = 0;
    yisp_spend(t, t->enumeration->script_work[YISP_SCRIPTS + 1]);
    t->enumeration->value = evaluation == NULL || evaluation(t, &value) ? 0 : value;
}

/* Run one stage; for the scan, whether an effect was activated.  `find` is NULL where there is none. */
static inline int yisp_run_stage(
    yisp_table* t, int stage, yisp_script header, yisp_script before_play, yisp_script program,
    yisp_script footer, yisp_script deal, yisp_effect run, yisp_effect run_installed, yisp_find find,
    yisp_judge judge, yisp_number evaluation)
{
    switch (stage) {
    case YISP_STAGE_TURN:
        yisp_begin_turn(t, header, deal, run, run_installed);
        break;
    case YISP_STAGE_DEAL:
        if (deal != NULL && yisp_is_dealt(t))
            yisp_run_deal(t, deal);
        break;
    case YISP_STAGE_PART:
        if (deal == NULL || !yisp_is_dealt(t))
            break;
        if (t->part == YISP_PART_BEFORE)
            t->bargained = 0;
        yisp_spend(t, t->enumeration->script_work[YISP_SCRIPT_DEAL]);
        yisp_try_part(t, deal);
        break;
    case YISP_STAGE_BEFORE_PLAY:
        yisp_run_script(t, YISP_SCRIPT_BEFORE_PLAY, before_play, run, run_installed);
        break;
    case YISP_STAGE_EVALUATE:
        yisp_evaluate(t, evaluation);
        break;
    case YISP_STAGE_SCAN:
        /* What a search costs is not to depend on who runs its stages; trials in worlds cost what they cost. */
        return yisp_scan(
            t, run, run_installed, t->enumeration != NULL && t->enumeration->world == YISP_KEYED_WORLD ? find : NULL);
    case YISP_STAGE_MOVE:
        return yisp_make_move(t, run, run_installed);
    case YISP_STAGE_PROGRAM:
        yisp_run_script(t, YISP_SCRIPT_PROGRAM, program, run, run_installed);
        break;
    case YISP_STAGE_END:
        yisp_end_turn(t, footer, run, run_installed);
        break;
    default:
        judge(t);
        t->record[1] = t->score;
    }
    return 0;
}

/* Run the trials first ... last - 1 of a topic; `find` is NULL where there is none.
 *
 * While the table's `record` is set, each trial fills a row of `record_width` numbers there: its number,
 * its score, a 1 or 0 for each combo and for what is watched, and for each stat its value and whether it
 * has one.  Where relations are counted, the row is made also when nobody reads it.
 *
 * Returns early when another thread halts the table. */
static inline void yisp_run_trials(
    yisp_table* t, int64_t first, int64_t last, int record_width, yisp_script header,
    yisp_script before_play, yisp_script program, yisp_script footer, yisp_script deal, yisp_effect run,
    yisp_effect run_installed, yisp_find find, yisp_judge judge)
{
    yisp_counts* counts = t->counts;
    int scripts = header != NULL || before_play != NULL || program != NULL || footer != NULL || deal != NULL;
    int alone = !scripts && yisp_only_deals(t);
    int recorded = t->record != NULL;
    t->hands_block = -1;
    if (counts->relation_count && !recorded)
        t->record = counts->row;
    for (int64_t trial = first; trial < last; trial++) {
        if (!alone && yisp_unlikely(yisp_now(t->halted))) /* hands alone take less time than looking */
            break;
        yisp_deal(t, trial, alone);
        if (t->strata != NULL)
            counts = t->counts = yisp_stratum_of(t, YISP_HAND);
        if (alone)
            yisp_counters(t)[YISP_TURN] = 1; /* in which nothing happens */
        else
            yisp_run_turns(t, header, before_play, program, footer, deal, run, run_installed, find);
        for (int z = 0; z < YISP_ZONES(t); z++) {
            if (YISP_UNDATED(t, z))
                yisp_date(t, z);
        }
        judge(t);
        if (yisp_is_dealt(t))
            yisp_tally_deal(t, counts);
        counts->trials += 1;
        counts->successes += t->score > 0;
        yisp_tally(&counts->score, t->score);
        if (t->record != NULL) {
            t->record[0] = trial;
            t->record[1] = t->score;
            yisp_tally_relations(counts, t->record);
            if (recorded)
                t->record += record_width;
        }
    }
    if (!recorded)
        t->record = NULL;
}

#endif

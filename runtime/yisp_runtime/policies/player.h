/* Who plays trials in worlds (gate.h): where a trial is, running its stages, and telling what was weighed.
 *
 * How each policy decides is in imagine.h and foresee.h, playing a trial in play.h.
 */
#ifndef YISP_PLAYER_H
#define YISP_PLAYER_H

#include "solving/solve.h"

enum { /* who plays */
    YISP_GREEDILY = 0,
    YISP_AT_RANDOM = 1,
    YISP_AT_BEST = 2,
    YISP_IN_HINDSIGHT = 3,
    YISP_IN_STAGES = 4 /* with hindsight, some turns ahead */
};

/* What is told of a decision, for a trace: how it was made, how many options there were, which was taken, and in how
 * many worlds; then of each option zone, kind and effect (to stop: -1; a way to take cards: -1, its number, -1), and
 * three words: of what was imagined the sum, else numerator, denominator and whether they are known. */
enum {
    YISP_TOLD_SOLVED = 0,
    YISP_TOLD_IMAGINED = 1,
    YISP_TOLD_DRAWN = 2, /* lots; the words say nothing */
    YISP_TOLD_FORESEEN = 3, /* the one option is the line, of no move */
    YISP_TOLD_BEYOND = 4 /* the same where the search ended before it was done */
};

/* Something that a player could do, and what came of it in all imagined worlds. */
typedef struct {
    yisp_choice choice; /* `effect` -1: to stop, or it is a way to take cards */
    uint64_t way; /* where in the player's `ways` its options begin */
    int64_t way_options;
    int64_t sum[3]; /* of the goals, if it is played on greedily; in the end the greater of the two */
    int64_t rested[3]; /* of the goals, if nothing more is activated in this turn */
    int rests; /* that is worth more */
} yisp_option;

/* What a line of play does in one stage. */
typedef struct {
    int phase;
    yisp_choice choice;
    uint64_t path; /* where in the line's `paths` its options begin */
    uint64_t path_options;
} yisp_line_step;

typedef struct {
    int64_t* at;
    uint64_t count, room;
} yisp_numbers;

typedef struct {
    yisp_stages* stages;
    yisp_solver* solver; /* `best`: of what is left; `hindsight`: of the trial's world */
    int policy;
    int64_t worlds; /* that `best` imagines */
    int64_t solve; /* stages of what it solves */
    int64_t budget; /* stages of a search with hindsight */
    int capped; /* whether it is known how great the goal can be, ... */
    int64_t most; /* ... and how great */
    int combos, bests, stats, width; /* of a row */
    yisp_counts* counts;
    yisp_log* log; /* of what is played for good, or NULL */
    yisp_numbers told;
    int tells; /* what options are worth is wanted, also of what is solved */
    int notes; /* what is done is noted in `course` (advise.h) */
    yisp_numbers course;
    int64_t thinks_until; /* beyond so much work, `best` weighs nothing any more and is greedy; 0: it always does */

    /* Where the trial is. */
    uint64_t key; /* of its world */
    uint64_t* position;
    uint64_t* reached; /* a position that is judged on the way */
    uint64_t* imagined; /* the one that an option has led to */
    yisp_progress progress;
    int phase;
    yisp_stream lots;
    yisp_numbers path; /* the options taken in this stage */

    /* What `best` weighs. */
    yisp_choices choices;
    yisp_option* options;
    uint64_t option_count, option_room;
    yisp_ratio* values; /* by way, where everything behind it is solved: the sum of what that is worth */
    uint64_t value_count, value_room;
    yisp_numbers ways;
    yisp_numbers met; /* marks of the positions of this turn */
    int met_phase;
    int plays_out; /* options are played out, whatever is solved */

    /* What `hindsight` has found. */
    int fell_short; /* once in this trial it came to the end of its budget, or of what can be known */
    int turns_ahead; /* that a stage has */
    yisp_ratio seen; /* the most any line was worth */
    yisp_line_step* line; /* which is this one: the first of those that are worth as much */
    uint64_t line_count, line_room, line_at;
    yisp_numbers line_paths;
} yisp_player;

static inline void yisp_player_begin(yisp_player* p)
{
    memset(p, 0, sizeof *p);
    yisp_ratio_begin(&p->seen);
}

static inline void yisp_player_end(yisp_player* p)
{
    free(p->position);
    free(p->reached);
    free(p->imagined);
    free(p->told.at);
    free(p->course.at);
    free(p->path.at);
    free(p->choices.at);
    free(p->options);
    for (uint64_t i = 0; i < p->value_count; i++)
        yisp_ratio_end(&p->values[i]);
    free(p->values);
    free(p->ways.at);
    free(p->met.at);
    free(p->line);
    free(p->line_paths.at);
    yisp_ratio_end(&p->seen);
}

static inline int yisp_append_number(yisp_numbers* numbers, int64_t number)
{
    if (yisp_make_room((void**)&numbers->at, &numbers->room, numbers->count + 1, sizeof(int64_t)))
        return -1;
    numbers->at[numbers->count++] = number;
    return 0;
}

/* Running ---------------------------------------------------------------------------------------------- */

/* Run the next stage where the table stands, in the world it is in; nobody is asked. */
static inline int yisp_run_on(yisp_stages* s, int stage)
{
    return yisp_run_as(s, 0, stage, 0, 0);
}

/* Play on greedily to the end of the trial, and judge it. */
static inline int yisp_play_out(yisp_stages* s, int phase)
{
    yisp_table* t = s->t;
    yisp_enumeration* e = t->enumeration;
    while (!t->failed && s->course[phase] != YISP_STAGE_JUDGE) {
        int activated = yisp_run_on(s, s->course[phase]);
        if (yisp_unlikely(e->failed || yisp_now(t->halted)))
            return yisp_state_of(s);
        phase += s->course[phase] != YISP_STAGE_SCAN || !activated;
    }
    yisp_run_on(s, YISP_STAGE_JUDGE);
    return yisp_state_of(s);
}

/* Remember where the table stands, before that phase. */
static inline void yisp_stand(yisp_player* p, int phase)
{
    const yisp_table* t = p->stages->t;
    yisp_copy_position(t, p->position, t->position);
    p->progress.activations = t->activations;
    p->progress.steps = t->steps;
    p->phase = t->failed ? p->stages->length - 1 : phase;
}

/* Set the table to where the trial is. */
static inline void yisp_return(const yisp_player* p)
{
    yisp_set_table(p->stages->t, p->position, p->progress);
}

/* Run the stage, or the move, from where the trial is along a path; whether it activated an effect. */
static inline int yisp_run_path(
    yisp_player* p, int stage, const yisp_choice* move, const int64_t* path, uint64_t options)
{
    yisp_enumeration* e = p->stages->t->enumeration;
    for (uint64_t i = 0; i < options; i++)
        e->decisions[i].option = path[i];
    return move != NULL ? yisp_run_move(p->stages, move, p->position, p->progress, (int64_t)options, 0)
                        : yisp_run_from(p->stages, stage, p->position, p->progress, (int64_t)options, 0);
}

/* 64 bits that tell the position on the table, before that phase, from others; nothing of a world is in them. */
static inline uint64_t yisp_mark(yisp_stages* s, int phase)
{
    yisp_enumeration* e = s->t->enumeration;
    int world = e->world;
    uint64_t mark;
    e->world = YISP_NO_WORLD;
    mark = yisp_hash_wide(s->parts, yisp_canonical(s->t, s->parts));
    e->world = world;
    return yisp_mix(mark + (uint64_t)phase * YISP_GOLDEN);
}

/* Noting ----------------------------------------------------------------------------------------------- */

enum { /* what is noted of a course of play: three more numbers, of which a card has the last two */
    YISP_NOTED_END = 0,
    YISP_NOTED_MOVE = 1, /* the phase, the zone and the effect */
    YISP_NOTED_TAKEN = 2, /* before which decision the player chose it, and the card */
    YISP_NOTED_SEEN = 3 /* where it lies now, and the card, which lay unrevealed before */
};

YISP_RARE int yisp_note_down(yisp_player* p, int what, int64_t a, int64_t b, int64_t c)
{
    return yisp_append_number(&p->course, what) || yisp_append_number(&p->course, a)
        || yisp_append_number(&p->course, b) || yisp_append_number(&p->course, c);
}

/* Note what was chosen, and what was turned over, in a stage that has been run from where the trial is. */
YISP_RARE int yisp_note_run(yisp_player* p)
{
    yisp_table* t = p->stages->t;
    const yisp_enumeration* e = t->enumeration;
    for (int64_t i = 0; i < e->taken_count; i++) {
        if (yisp_note_down(p, YISP_NOTED_TAKEN, e->taken[2 * i], e->taken[2 * i + 1], 0))
            return -1;
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t before = 0, after = 0;
        for (int z = 0; z < YISP_ZONES(t); z++) {
            before |= p->position[(YISP_ZONES(t) + z) * YISP_WORDS(t) + w];
            after |= yisp_hidden_words(t, z)[w];
        }
        for (uint64_t bits = before & ~after; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (yisp_note_down(p, YISP_NOTED_SEEN, yisp_zone_of(t, card), card, 0))
                return -1;
        }
    }
    return 0;
}

/* Telling ---------------------------------------------------------------------------------------------- */

/* Log what is done, or (`for_good` is 0) only tried. */
static inline void yisp_log_runs(yisp_player* p, int for_good)
{
    p->stages->t->log = for_good ? p->log : NULL;
}

/* Tell what was weighed, if there is a log. */
YISP_RARE int yisp_tell(yisp_player* p, int how, uint64_t chosen)
{
    if (p->log == NULL)
        return 0;
    yisp_append_entry(p->log, YISP_LOG_WEIGHED, (int64_t)p->told.count, 0, 0);
    if (yisp_append_number(&p->told, how) || yisp_append_number(&p->told, (int64_t)p->option_count)
        || yisp_append_number(&p->told, (int64_t)chosen) || yisp_append_number(&p->told, p->worlds))
        return -1;
    for (uint64_t i = 0; i < p->option_count; i++) {
        const yisp_option* option = &p->options[i];
        const int64_t words[6] = {
            option->choice.zone, option->choice.kind, option->choice.effect,
            option->sum[0], option->sum[1], option->sum[2],
        };
        for (int k = 0; k < 6; k++) {
            if (yisp_append_number(&p->told, words[k]))
                return -1;
        }
    }
    return 0;
}

/* One more option, which is not counted yet; NULL without memory. */
static inline yisp_option* yisp_new_option(yisp_player* p)
{
    yisp_option* option;
    if (yisp_make_room((void**)&p->options, &p->option_room, p->option_count + 1, sizeof(yisp_option)))
        return NULL;
    option = &p->options[p->option_count];
    memset(option, 0, sizeof *option);
    option->choice.zone = option->choice.kind = option->choice.effect = -1;
    return option;
}

/* What an option is worth, as far as that fits words. */
static inline void yisp_put_worth(yisp_option* option, const yisp_ratio* worth)
{
    uint64_t over = worth->over.size ? yisp_limbs_of(&worth->over)[0] : 0;
    uint64_t under = yisp_limbs_of(&worth->under)[0];
    option->sum[0] = (int64_t)(worth->over.negative ? 0 - over : over);
    option->sum[1] = (int64_t)under;
    option->sum[2] = worth->over.size <= 1 && worth->under.size <= 1 && !(over >> 62) && !(under >> 62);
}

/* Tell what one more option is worth. */
YISP_RARE int yisp_tell_worth(yisp_player* p, const yisp_choice* choice, const yisp_ratio* worth)
{
    yisp_option* option = yisp_new_option(p);
    if (option == NULL)
        return -1;
    if (choice != NULL)
        option->choice = *choice;
    yisp_put_worth(option, worth);
    p->option_count += 1;
    return 0;
}

#endif

/* Playing trials in worlds: each policy in the same futures (gate.h), one after the other.
 *
 * `greedy` scans; `random` draws lots; `best` weighs what it can do at each decision, by solving what is left of the
 * trial where that is little (solve.h), else by playing each option out greedily in worlds that it imagines (one step
 * of policy improvement: Tesauro, Galperin, "On-line policy improvement using Monte-Carlo search", 1996; Bertsekas,
 * Castanon, "Rollout algorithms for stochastic scheduling problems", 1999); `hindsight` searches the trial's own world.
 *
 * An imagined world begins at the decision: what lies open by then stays, and what does not is imagined anew.  In the
 * middle of a stage the path is run in the trial's world up to the decision, where the gate goes over to the imagined
 * one.  Its key is made of the position and of nothing that comes later, so a player's choice is a function of what he
 * knows, on any number of workers; and the trial's own world has a key of another purpose, which he never sees.
 *
 * What is counted of a trial is read off its last row, and off what was noted in the runs that were played for good.
 */
#ifndef YISP_PLAY_H
#define YISP_PLAY_H

#include "solve.h"

enum { /* who plays */
    YISP_GREEDILY = 0,
    YISP_AT_RANDOM = 1,
    YISP_AT_BEST = 2,
    YISP_IN_HINDSIGHT = 3,
    YISP_IN_STAGES = 4 /* with hindsight, some turns ahead */
};

/* What is told of a decision, for a trace: how it was made, how many options there were, which was taken, and in how
 * many worlds; then of each option zone, kind and effect (to stop: -1; a way to take cards: -1, its number, -1), and three words:
 * of what was imagined the sum, else numerator, denominator and whether they are known. */
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
    int64_t sum[3];
    double value; /* of a way behind which everything is solved: the sum of what that is worth */
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

    /* Where the trial is. */
    uint64_t key; /* of its world */
    uint64_t* position;
    yisp_progress progress;
    int phase;
    yisp_stream lots;
    yisp_numbers path; /* the options taken in this stage */

    /* What `best` weighs. */
    yisp_choices choices;
    yisp_option* options;
    uint64_t option_count, option_room;
    yisp_numbers ways;
    yisp_numbers met; /* marks of the positions of this turn */
    int met_phase;
    int plays_out; /* options are played out, whatever is solved */

    /* What `hindsight` has found. */
    int known; /* every position of the world that matters is solved */
    int beyond; /* it came to the end of its budget, ... */
    int fell_short; /* ... once in this trial */
    int turns_ahead; /* that a stage has */
    yisp_ratio seen; /* the most any line was worth */
    yisp_line_step* line; /* which is this one */
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
    free(p->told.at);
    free(p->path.at);
    free(p->choices.at);
    free(p->options);
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
    return yisp_run_as(s, 0, stage, 0);
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
    return move != NULL ? yisp_run_move(p->stages, move, p->position, p->progress, (int64_t)options)
                        : yisp_run_from(p->stages, stage, p->position, p->progress, (int64_t)options);
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

static inline yisp_option* yisp_new_option(yisp_player* p);

/* Tell what one more option is worth, as far as that fits words. */
YISP_RARE int yisp_tell_worth(yisp_player* p, const yisp_choice* choice, const yisp_ratio* worth)
{
    yisp_option* option = yisp_new_option(p);
    if (option == NULL)
        return -1;
    if (choice != NULL)
        option->choice = *choice;
    option->sum[2] = worth->over.size <= 1 && worth->under.size <= 1 && yisp_limbs_of(&worth->over)[0] >> 62 == 0
        && yisp_limbs_of(&worth->under)[0] >> 62 == 0;
    option->sum[0] = worth->over.size ? (int64_t)yisp_limbs_of(&worth->over)[0] : 0;
    option->sum[0] = worth->over.negative ? -option->sum[0] : option->sum[0];
    option->sum[1] = (int64_t)yisp_limbs_of(&worth->under)[0];
    p->option_count += 1;
    return 0;
}

/* Solving ---------------------------------------------------------------------------------------------- */

/* Solve what is left of the trial before its phase, if that takes few stages: whether it is `*found`, or a state below 0.
 *
 * What was solved is kept as long as everything that is asked for is known: those are parts of what took few stages,
 * so they take as few.  Else it is begun anew, so that nothing depends on what was asked before.  (Where limits of
 * activations or steps come near, which positions do not tell, nothing is taken as known.) */
YISP_APART int yisp_solve_rest(yisp_player* p, const yisp_solution** found)
{
    yisp_solver* v = p->solver;
    yisp_table* t = p->stages->t;
    yisp_enumeration* e = t->enumeration;
    int64_t began = e->runs;
    int state;
    e->world = YISP_NO_WORLD;
    p->stages->asks = 1;
    yisp_return(p);
    yisp_begin_path(e, 0);
    *found = p->tells ? NULL : yisp_known_solution(v, p->phase); /* what is told is found out anew */
    if (*found != NULL && p->progress.activations + v->most.activations < t->activation_limit
        && p->progress.steps + v->most.steps < t->step_limit)
        return 1;
    yisp_solver_clear(v);
    p->option_count = 0;
    state = yisp_ask(v, p->phase);
    while (state == YISP_FOUND && v->depth) {
        int root = p->tells && v->depth == 1 && v->answered;
        uint64_t at = v->frames[0].at;
        state = e->runs - began > p->solve ? YISP_BEYOND_BUDGET : yisp_solve_step(v);
        if (root && v->frames[0].at > at
            && yisp_tell_worth(p, at < v->frames[0].choices.count ? &v->frames[0].choices.at[at] : NULL, &v->given))
            return -YISP_NO_MEMORY;
    }
    v->answered = 0;
    if (state == YISP_FOUND) {
        *found = &v->solutions[0];
        return 1;
    }
    yisp_solver_clear(v);
    return state == YISP_INTERRUPTED || state == YISP_NO_MEMORY ? -state : 0;
}

/* Imagining -------------------------------------------------------------------------------------------- */

/* Add to an option what came of it in one world. */
static inline void yisp_add_outcome(const yisp_player* p, yisp_option* option)
{
    int64_t goal = yisp_goal_of(p->solver), words[3];
    words[0] = goal;
    words[1] = words[2] = goal >> 63;
    yisp_add_words(option->sum, words);
}

/* Whether the first sum is greater. */
static inline int yisp_sum_above(const int64_t* a, const int64_t* b)
{
    if (a[2] != b[2])
        return a[2] > b[2];
    if (a[1] != b[1])
        return (uint64_t)a[1] > (uint64_t)b[1];
    return (uint64_t)a[0] > (uint64_t)b[0];
}

/* The option of the greatest sum, the first of several. */
static inline uint64_t yisp_greatest_option(const yisp_player* p)
{
    uint64_t best = 0;
    for (uint64_t i = 1; i < p->option_count; i++) {
        if (yisp_sum_above(p->options[i].sum, p->options[best].sum))
            best = i;
    }
    return best;
}

/* The same where all that lies behind is solved. */
static inline uint64_t yisp_greatest_value(const yisp_player* p)
{
    uint64_t best = 0;
    for (uint64_t i = 1; i < p->option_count; i++) {
        if (p->options[i].value > p->options[best].value)
            best = i;
    }
    return best;
}

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

/* Whether the position on the table was met in this turn. */
static inline int yisp_was_met(const yisp_player* p)
{
    uint64_t mark = yisp_mark(p->stages, p->phase);
    for (uint64_t i = 0; i < p->met.count; i++) {
        if ((uint64_t)p->met.at[i] == mark)
            return 1;
    }
    return 0;
}

/* Play an option out in every world that is imagined at the position of that mark; `*holds` is 0 where it is no move,
 * or leads nowhere but back to positions that were met in this turn. */
static inline int yisp_imagine_move(yisp_player* p, yisp_option* option, uint64_t mark, int* holds)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    int stops = option->choice.effect < 0, back = !stops, state;
    *holds = 1;
    s->asks = 0;
    for (int64_t w = 0; w < p->worlds; w++) {
        yisp_enter_world(e, yisp_world_key(s->t, mark, YISP_PLANS, (uint64_t)w));
        if (stops) {
            yisp_return(p);
        } else {
            int activated = yisp_run_path(p, YISP_STAGE_MOVE, &option->choice, NULL, 0);
            state = yisp_state_of(s);
            if (state)
                return state;
            if (!w && !yisp_holds(s, option->choice.effect, activated)) {
                *holds = 0;
                return YISP_FOUND;
            }
            back = back && !s->t->failed && yisp_was_met(p);
        }
        state = yisp_play_out(s, p->phase + stops);
        if (state)
            return state;
        yisp_add_outcome(p, option);
    }
    *holds = !back;
    return YISP_FOUND;
}

/* What `best` does next in the scan: the greatest mean, the first of several. */
YISP_APART int yisp_weigh_moves(yisp_player* p, yisp_choice* chosen)
{
    yisp_stages* s = p->stages;
    const yisp_solution* found = NULL;
    yisp_choice first = {-1, -1, -1};
    uint64_t mark;
    int some = 0, state = yisp_solve_rest(p, &found);
    if (state < 0)
        return -state;
    if (state) {
        uint64_t taken = 0;
        *chosen = found->move;
        while (taken + 1 < p->option_count
               && (p->options[taken].choice.effect != chosen->effect || p->options[taken].choice.zone != chosen->zone))
            taken += 1;
        return yisp_tell(p, YISP_TOLD_SOLVED, taken) ? YISP_NO_MEMORY : YISP_FOUND;
    }
    yisp_return(p);
    mark = yisp_mark(s, p->phase);
    if (p->met_phase != p->phase)
        p->met.count = 0;
    p->met_phase = p->phase;
    if (yisp_append_number(&p->met, (int64_t)mark) || yisp_find_choices(s->t, &p->choices))
        return YISP_NO_MEMORY;
    p->option_count = 0;
    for (uint64_t i = 0; i <= p->choices.count; i++) {
        yisp_option* option;
        int stops = i == p->choices.count, holds;
        if (stops && some && !p->solver->may_stop)
            break;
        if ((option = yisp_new_option(p)) == NULL)
            return YISP_NO_MEMORY;
        if (!stops)
            option->choice = p->choices.at[i];
        if (stops && !p->option_count) { /* nothing else is left: it need not be weighed */
            *chosen = some && !p->solver->may_stop ? first : option->choice;
            return YISP_FOUND;
        }
        state = yisp_imagine_move(p, option, mark, &holds);
        if (state)
            return state;
        if (!stops && !some)
            first = option->choice;
        some |= holds && !stops;
        p->option_count += holds;
    }
    *chosen = p->option_count ? p->options[yisp_greatest_option(p)].choice : first;
    return yisp_tell(p, YISP_TOLD_IMAGINED, yisp_greatest_option(p)) ? YISP_NO_MEMORY : YISP_FOUND;
}

/* Where the choice ends that a player's decision begins: what goes on with it is of the same. */
static inline uint64_t yisp_way_end(const yisp_enumeration* e, uint64_t from)
{
    uint64_t end = from + 1;
    while (end < (uint64_t)e->made && e->decisions[end].player == 2)
        end += 1;
    return end;
}

/* What the position on the table is worth, before that phase: it is among those that are solved.  0 where it is not. */
static inline int yisp_add_worth(yisp_player* p, int phase, yisp_option* option)
{
    yisp_stages* s = p->stages;
    const yisp_solution* found;
    s->t->enumeration->world = YISP_NO_WORLD;
    found = yisp_known_solution(p->solver, s->t->failed ? s->length - 1 : phase);
    if (found != NULL)
        option->value += yisp_ratio_value(&found->worth);
    return found != NULL;
}

/* How much of a fraction can be told: so many parts of 1. */
#define YISP_TOLD_PARTS 1000000

/* Which cards `best` takes where the path so far leads, in the stage or move: the way is added to the path.
 *
 * Where what is left of the trial is solved, from before the stage on, so is everything that a way can lead to: then it is
 * worth that, else what greed makes of it. */
YISP_APART int yisp_weigh_ways(yisp_player* p, int stage, const yisp_choice* move)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    uint64_t before = p->path.count, mark;
    int phase = p->phase + (move == NULL), solved, state;
    const yisp_solution* found = NULL;
    const yisp_option* best;
    uint64_t taken;
    solved = p->plays_out ? 0 : yisp_solve_rest(p, &found);
    if (solved < 0)
        return -solved;
    yisp_return(p);
    mark = yisp_mark(s, p->phase);
    mark = yisp_mix(mark + (move == NULL ? 0 : 1 + (uint64_t)move->effect));
    for (uint64_t i = 0; i < before; i++)
        mark = yisp_mix(mark + (uint64_t)p->path.at[i]);
    p->option_count = p->ways.count = 0;
    for (;;) { /* the path is the beginning of a way; which options end it, a run in the trial's world tells */
        yisp_option* option;
        uint64_t end, turn;
        s->asks = 1;
        yisp_enter_world(e, p->key);
        yisp_run_path(p, stage, move, p->path.at, p->path.count);
        state = yisp_state_of(s);
        if (state)
            return state;
        end = yisp_way_end(e, before);
        if ((option = yisp_new_option(p)) == NULL)
            return YISP_NO_MEMORY;
        option->choice.kind = (int)p->option_count;
        option->way = p->ways.count;
        option->way_options = (int64_t)(end - before);
        turn = end;
        p->path.count = before;
        for (uint64_t i = before; i < end; i++) {
            if (yisp_append_number(&p->ways, e->decisions[i].option)
                || yisp_append_number(&p->path, e->decisions[i].option))
                return YISP_NO_MEMORY;
        }
        while (turn > before && e->decisions[turn - 1].option + 1 == e->decisions[turn - 1].options)
            turn -= 1;
        for (int64_t w = 0; w < p->worlds; w++) {
            yisp_enter_world(e, p->key);
            e->imagined = yisp_world_key(s->t, mark, YISP_PLANS, (uint64_t)w);
            e->imagined_from = (int64_t)end;
            yisp_run_path(p, stage, move, p->path.at, end);
            e->imagined_from = 0;
            state = yisp_state_of(s);
            if (state == YISP_FOUND && solved && yisp_add_worth(p, phase, option))
                continue;
            if (state == YISP_FOUND && solved) { /* not all of it is known: what has been added up is no measure */
                p->path.count = before;
                p->plays_out = 1;
                state = yisp_weigh_ways(p, stage, move);
                p->plays_out = 0;
                return state;
            }
            state = state ? state : yisp_play_out(s, phase);
            if (state)
                return state;
            yisp_add_outcome(p, option);
        }
        p->option_count += 1;
        if (turn == before)
            break;
        p->path.count = turn;
        p->path.at[turn - 1] += 1;
    }
    taken = solved ? yisp_greatest_value(p) : yisp_greatest_option(p);
    best = &p->options[taken];
    p->path.count = before;
    for (int64_t i = 0; i < best->way_options; i++) {
        if (yisp_append_number(&p->path, p->ways.at[best->way + i]))
            return YISP_NO_MEMORY;
    }
    for (uint64_t i = 0; solved && i < p->option_count; i++) {
        p->options[i].sum[0] = (int64_t)(p->options[i].value / (double)p->worlds * YISP_TOLD_PARTS + 0.5);
        p->options[i].sum[1] = YISP_TOLD_PARTS;
        p->options[i].sum[2] = 1;
    }
    return yisp_tell(p, solved ? YISP_TOLD_SOLVED : YISP_TOLD_IMAGINED, taken) ? YISP_NO_MEMORY : YISP_FOUND;
}

/* What greed costs --------------------------------------------------------------------------------------- */

/* Of what one move costs, against another. */
typedef struct {
    int taken; /* the effect that the scan activates, or -1 */
    int better; /* the one that `best` would choose, or -1: to stop */
    double loss; /* of the goal */
} yisp_cost;

/* The option of that effect; the first, where it can be activated in several zones, as the scan does. */
static inline const yisp_option* yisp_option_for(const yisp_player* p, int effect)
{
    for (uint64_t i = 0; i < p->option_count; i++) {
        if (p->options[i].choice.effect == effect)
            return &p->options[i];
    }
    return NULL;
}

/* By how much a move makes the goal greater than greed does from here, both played out greedily: the mean over
 * worlds that nobody has imagined yet, since the greatest of several means is no fair one. */
static inline int yisp_gain_of(yisp_player* p, const yisp_choice* choice, double* gain)
{
    yisp_stages* s = p->stages;
    uint64_t mark;
    yisp_return(p);
    mark = yisp_mark(s, p->phase);
    *gain = 0;
    s->asks = 0;
    for (int64_t w = 0; w < p->worlds; w++) {
        for (int better = 0; better < 2; better++) {
            int stops = better && choice->effect < 0, state;
            yisp_enter_world(s->t->enumeration, yisp_world_key(s->t, mark, YISP_PLANS, (uint64_t)(p->worlds + w)));
            if (better && !stops)
                yisp_run_path(p, YISP_STAGE_MOVE, choice, NULL, 0);
            else
                yisp_return(p);
            state = yisp_play_out(s, p->phase + stops);
            if (state)
                return state;
            *gain += (better ? 1.0 : -1.0) * (double)yisp_goal_of(p->solver);
        }
    }
    *gain /= (double)p->worlds;
    return YISP_FOUND;
}

/* What the scan's next move costs where the trial is; `*some` is 0 where `best` would do the same. */
YISP_APART int yisp_cost_of_scan(yisp_player* p, yisp_cost* cost, int* some)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    yisp_choice better;
    int state;
    *some = 0;
    yisp_enter_world(e, p->key);
    s->asks = 0;
    yisp_run_path(p, YISP_STAGE_SCAN, NULL, NULL, 0);
    cost->taken = e->activated ? (int)e->activations[0] : -1;
    state = yisp_state_of(s);
    if (state)
        return state;
    p->option_count = 0;
    p->met_phase = -1; /* nothing is left out: greed does not care */
    state = yisp_weigh_moves(p, &better);
    if (state || better.effect == cost->taken || cost->taken < 0)
        return state;
    cost->better = better.effect;
    *some = 1;
    if (p->solver->known.count) { /* solved, and everything that can be done with it */
        const yisp_option *mine = yisp_option_for(p, cost->taken), *best = yisp_option_for(p, better.effect);
        if (mine != NULL && best != NULL && mine->sum[2] && best->sum[2]) {
            cost->loss = (double)best->sum[0] / (double)best->sum[1] - (double)mine->sum[0] / (double)mine->sum[1];
            return YISP_FOUND;
        }
    }
    return yisp_gain_of(p, &better, &cost->loss);
}

/* Hindsight -------------------------------------------------------------------------------------------- */

/* Remember the line that the frames are trying. */
static inline int yisp_note_line(yisp_player* p)
{
    const yisp_solver* v = p->solver;
    p->line_count = p->line_paths.count = 0;
    for (int64_t i = 0; i < v->depth; i++) {
        const yisp_frame* f = &v->frames[i];
        int moves = yisp_stage_at(v, f->phase) == YISP_STAGE_SCAN && f->at < f->choices.count;
        yisp_line_step* step;
        if (yisp_make_room((void**)&p->line, &p->line_room, p->line_count + 1, sizeof(yisp_line_step)))
            return -1;
        step = &p->line[p->line_count++];
        step->phase = f->phase;
        step->choice.zone = step->choice.kind = step->choice.effect = -1;
        if (moves)
            step->choice = f->choices.at[f->at];
        step->path = p->line_paths.count;
        step->path_options = f->made;
        for (uint64_t k = 0; k < f->made; k++) {
            if (yisp_append_number(&p->line_paths, f->decisions[k].option))
                return -1;
        }
    }
    return 0;
}

/* The phase at which a stage ends that begins at that one: when the turn behind its last one has begun, before
 * anything is drawn or played. */
static inline int yisp_horizon_of(const yisp_player* p, int phase)
{
    const yisp_stages* s = p->stages;
    int turns = s->t->turns, a_turn = (s->length - 1) / (turns > 0 ? turns : 1);
    int turn = a_turn ? phase / a_turn + p->turns_ahead : turns;
    return turn >= turns ? s->length - 1 : turn * a_turn + (s->course[0] == YISP_STAGE_TURN);
}

/* Search the trial's world for what is best in it, from where the table stands.
 *
 * A line that comes back to a position of its own is left out: whatever else can be reached from there is reached by
 * other lines, too.  Who must go on may be caught there until a limit ends play: that is no end that was searched. */
YISP_APART int yisp_foresee(yisp_player* p)
{
    yisp_solver* v = p->solver;
    yisp_stages* s = p->stages;
    const yisp_enumeration* e = s->t->enumeration;
    int64_t began = e->runs;
    int state;
    s->asks = 1;
    yisp_solver_clear(v);
    v->leaves_circles = 1;
    v->circles = 0;
    p->line_count = p->line_at = 0;
    p->known = p->beyond = 0;
    yisp_whole_set(&p->seen.over, INT64_MIN);
    yisp_whole_set(&p->seen.under, 1);
    state = yisp_ask(v, p->phase);
    while (state == YISP_FOUND && v->depth) {
        state = e->runs - began > p->budget ? YISP_BEYOND_BUDGET : yisp_solve_step(v);
        if (v->answered && v->depth && yisp_ratio_compare(&v->given, &p->seen) == 1
            && (yisp_note_line(p) || yisp_ratio_copy(&p->seen, &v->given)))
            return YISP_NO_MEMORY;
    }
    v->answered = 0;
    if (state == YISP_INTERRUPTED || state == YISP_NO_MEMORY)
        return state;
    p->known = state == YISP_FOUND && (v->may_stop || !v->circles);
    p->beyond = !p->known;
    p->fell_short |= p->beyond;
    p->option_count = 0;
    if (p->log != NULL
        && (yisp_tell_worth(p, NULL, &p->seen) || yisp_tell(p, p->known ? YISP_TOLD_FORESEEN : YISP_TOLD_BEYOND, 0)))
        return YISP_NO_MEMORY;
    return YISP_FOUND;
}

/* A trial ---------------------------------------------------------------------------------------------- */

/* Count what was noted in the last run, which was for good. */
static inline void yisp_count_run(yisp_player* p)
{
    const yisp_table* t = p->stages->t;
    const yisp_enumeration* e = t->enumeration;
    yisp_counts *counts = p->counts, *scratch = t->counts;
    for (int64_t i = 0; i < e->noticed; i++)
        yisp_count_notice(&counts->notices[e->notices[i]], t->trial);
    for (int64_t i = 0; i < e->activated; i++) {
        yisp_effect_tally* count = &counts->effects[e->activations[i]];
        count->activations += 1;
        count->used += count->last_used != t->trial;
        count->last_used = t->trial;
    }
    if (yisp_unlikely(scratch->printed)) {
        int64_t known = counts->print_trial_count;
        counts->printed += scratch->printed;
        if (known < YISP_PRINT_TRIALS && (known == 0 || counts->print_trials[known - 1] != t->trial))
            counts->print_trials[counts->print_trial_count++] = t->trial;
    }
}

/* What is printed from here on is printed for good, if nobody goes back once more. */
static inline void yisp_forget_printed(yisp_player* p)
{
    p->stages->t->counts->printed = 0;
    p->stages->t->counts->print_trial_count = 0;
}

/* Count the trial, which has just been judged; its row then has its number. */
static inline void yisp_count_trial(yisp_player* p)
{
    int64_t* row = p->stages->t->record;
    yisp_counts* counts = p->counts;
    row[0] = p->stages->t->trial;
    counts->trials += 1;
    counts->successes += row[1] > 0;
    yisp_tally(&counts->score, row[1]);
    for (int i = 0; i < p->combos; i++)
        counts->combos[i] += row[2 + i];
    for (int i = 0; i < p->bests; i++)
        counts->combos[p->combos + i] += row[p->width + i];
    for (int i = 0; i < p->stats; i++) {
        if (row[3 + p->combos + 2 * i])
            yisp_tally(&counts->stats[i], row[2 + p->combos + 2 * i]);
    }
    yisp_tally_relations(counts, row);
}

/* Add to the path what the player takes where it leads. */
static inline int yisp_choose_way(
    yisp_player* p, int stage, const yisp_choice* move, const yisp_line_step* step, const yisp_solution* plan)
{
    int64_t option = 0;
    if (p->policy == YISP_AT_BEST)
        return yisp_weigh_ways(p, stage, move);
    if (step != NULL && p->path.count < step->path_options)
        option = p->line_paths.at[step->path + p->path.count];
    else if (plan != NULL)
        option = yisp_option_of(p->solver, plan, p->stages->t->enumeration->decisions, (int64_t)p->path.count);
    return yisp_append_number(&p->path, option < 0 ? 0 : option) ? YISP_NO_MEMORY : YISP_FOUND;
}

/* Play a stage or a move for good; whether it activated an effect. */
static inline int yisp_play_stage(
    yisp_player* p, int stage, const yisp_choice* move, const yisp_line_step* step, const yisp_solution* plan,
    int* activated)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    int state;
    p->path.count = 0;
    for (;;) {
        s->asks = 1;
        yisp_enter_world(e, p->key);
        yisp_forget_printed(p);
        e->plays = p->policy == YISP_AT_RANDOM ? &p->lots : NULL;
        *activated = yisp_run_path(p, stage, move, p->path.at, p->path.count);
        e->plays = NULL;
        state = yisp_state_of(s);
        if (state)
            return state;
        for (int64_t i = 0; p->policy == YISP_AT_RANDOM && i < e->made; i++) {
            if (yisp_append_number(&p->path, e->decisions[i].option))
                return YISP_NO_MEMORY;
        }
        if ((uint64_t)e->made == p->path.count)
            break;
        state = yisp_choose_way(p, stage, move, step, plan);
        if (state)
            return state;
    }
    if (p->log != NULL) { /* once more, now that it is known what is done */
        yisp_forget_printed(p);
        yisp_log_runs(p, 1);
        yisp_run_path(p, stage, move, p->path.at, p->path.count);
        yisp_log_runs(p, 0);
    }
    yisp_count_run(p);
    return YISP_FOUND;
}

/* One of the moves that can be made, each equally likely; none where there is none. */
static inline int yisp_draw_move(yisp_player* p, yisp_choice* chosen)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    uint64_t count = 0;
    int state;
    yisp_return(p);
    if (yisp_find_choices(s->t, &p->choices))
        return YISP_NO_MEMORY;
    s->asks = 1;
    for (uint64_t i = 0; i < p->choices.count; i++) {
        int activated;
        yisp_enter_world(e, p->key);
        activated = yisp_run_path(p, YISP_STAGE_MOVE, &p->choices.at[i], NULL, 0);
        state = yisp_state_of(s);
        if (state)
            return state;
        if (yisp_holds(s, p->choices.at[i].effect, activated))
            p->choices.at[count++] = p->choices.at[i];
    }
    chosen->zone = chosen->kind = chosen->effect = -1;
    if (count) {
        uint64_t drawn = yisp_bounded(&p->lots, count);
        *chosen = p->choices.at[drawn];
        p->option_count = 0;
        for (uint64_t i = 0; p->log != NULL && i < count; i++) {
            if (yisp_tell_worth(p, &p->choices.at[i], &p->solver->given))
                return YISP_NO_MEMORY;
        }
        if (yisp_tell(p, YISP_TOLD_DRAWN, drawn))
            return YISP_NO_MEMORY;
    }
    return YISP_FOUND;
}

/* Scan on from where the table stands to the stage that judges. */
static inline int yisp_scan_on(yisp_player* p, int phase)
{
    yisp_stages* s = p->stages;
    yisp_table* t = s->t;
    while (!t->failed && s->course[phase] != YISP_STAGE_JUDGE) {
        int activated, state;
        yisp_forget_printed(p);
        yisp_log_runs(p, 1);
        activated = yisp_run_on(s, s->course[phase]);
        yisp_log_runs(p, 0);
        state = yisp_state_of(s);
        if (state)
            return state;
        yisp_count_run(p);
        phase += s->course[phase] != YISP_STAGE_SCAN || !activated;
    }
    return YISP_FOUND;
}

/* Play on from where the trial is to the stage that judges. */
static inline int yisp_play_on(yisp_player* p)
{
    yisp_stages* s = p->stages;
    while (s->course[p->phase] != YISP_STAGE_JUDGE) {
        int moves = s->course[p->phase] == YISP_STAGE_SCAN, activated, state = YISP_FOUND;
        const yisp_line_step* step = NULL;
        const yisp_solution* plan = NULL;
        yisp_choice choice = {-1, -1, -1};
        if (p->policy == YISP_IN_STAGES && p->phase >= p->solver->horizon) {
            yisp_return(p);
            yisp_enter_world(s->t->enumeration, p->key);
            p->solver->horizon = yisp_horizon_of(p, p->phase);
            state = yisp_foresee(p);
            if (state)
                return state;
        }
        if (p->policy >= YISP_IN_HINDSIGHT) {
            int follows = (p->beyond || p->solver->forgets) && p->line_at < p->line_count;
            int decides = moves || p->solver->decides == NULL || p->solver->decides[p->phase];
            yisp_return(p);
            if (follows && p->line[p->line_at].phase == p->phase)
                step = &p->line[p->line_at++];
            else if (decides && (plan = yisp_known_solution(p->solver, p->phase)) == NULL && moves)
                return yisp_scan_on(p, p->phase); /* no line came to its end */
            choice = step != NULL ? step->choice : plan != NULL ? plan->move : choice;
        } else if (moves && p->policy == YISP_AT_RANDOM) {
            state = yisp_draw_move(p, &choice);
        } else if (moves) {
            state = yisp_weigh_moves(p, &choice);
        }
        if (state)
            return state;
        if (moves && choice.effect < 0) { /* to stop changes nothing */
            p->phase += 1;
            continue;
        }
        state = yisp_play_stage(p, s->course[p->phase], moves ? &choice : NULL, step, plan, &activated);
        if (state)
            return state;
        yisp_stand(p, p->phase + !moves);
    }
    yisp_return(p);
    return YISP_FOUND;
}

/* Play the trial greedily in its world, without counting it, and write down what each move costs: at most `room` of
 * them, `*count` so far. */
static inline int yisp_cost_trial(yisp_player* p, int64_t trial, yisp_cost* costs, int64_t room, int64_t* count)
{
    yisp_stages* s = p->stages;
    yisp_table* t = s->t;
    yisp_enumeration* e = t->enumeration;
    p->key = yisp_world_key(t, (uint64_t)trial, YISP_WORLDS, 0);
    p->tells = 1;
    yisp_enter_world(e, p->key);
    yisp_begin_path(e, 0);
    yisp_deal(t, trial, 0);
    yisp_stand(p, 0);
    while (s->course[p->phase] != YISP_STAGE_JUDGE) {
        int moves = s->course[p->phase] == YISP_STAGE_SCAN, some, activated, state;
        if (moves && *count < room) {
            state = yisp_cost_of_scan(p, &costs[*count], &some);
            if (state)
                return state;
            *count += some;
        }
        yisp_enter_world(e, p->key);
        s->asks = 0;
        activated = yisp_run_path(p, s->course[p->phase], NULL, NULL, 0);
        state = yisp_state_of(s);
        if (state)
            return state;
        yisp_stand(p, p->phase + (!moves || !activated));
    }
    return YISP_FOUND;
}

/* Play the trial in its world, and count it; what it made of the goal is `*goal`. */
static inline int yisp_play_trial(yisp_player* p, int64_t trial, int64_t* goal)
{
    yisp_stages* s = p->stages;
    yisp_table* t = s->t;
    yisp_enumeration* e = t->enumeration;
    int state = YISP_FOUND;
    p->key = yisp_world_key(t, (uint64_t)trial, YISP_WORLDS, 0);
    p->met_phase = -1;
    p->known = p->beyond = p->fell_short = 0;
    if (p->policy == YISP_IN_STAGES)
        p->solver->horizon = 0; /* the first stage is yet to begin */
    if (p->policy == YISP_AT_RANDOM)
        yisp_open_stream(&p->lots, t->seed, t->topic, (uint64_t)trial, YISP_PLAYS);
    yisp_enter_world(e, p->key);
    yisp_begin_path(e, 0);
    yisp_forget_printed(p);
    p->told.count = 0;
    p->tells = p->log != NULL;
    yisp_log_runs(p, 1);
    yisp_deal(t, trial, 0);
    yisp_log_runs(p, 0);
    yisp_count_run(p); /* what the deal has noted */
    if (p->policy == YISP_GREEDILY) {
        state = yisp_scan_on(p, 0);
    } else {
        yisp_stand(p, 0);
        if (p->policy == YISP_IN_HINDSIGHT)
            state = yisp_foresee(p);
        if (state == YISP_FOUND)
            state = yisp_play_on(p);
    }
    if (state)
        return state;
    yisp_enter_world(e, p->key);
    yisp_forget_printed(p);
    yisp_log_runs(p, 1);
    yisp_run_on(s, YISP_STAGE_JUDGE);
    yisp_log_runs(p, 0);
    state = yisp_state_of(s);
    if (state)
        return state;
    yisp_count_run(p);
    yisp_count_trial(p);
    *goal = yisp_goal_of(p->solver);
    if (p->fell_short) {
        yisp_count_notice(&p->counts->notices[YISP_SITE_BUDGET], trial);
        if (p->capped && p->policy == YISP_IN_HINDSIGHT)
            *goal = p->most;
    }
    return YISP_FOUND;
}

/* Play the trials first ... last - 1: what each made of the goal and, unless that is NULL, their rows. */
static inline int yisp_play_trials(yisp_player* p, int64_t first, int64_t last, int64_t* goals, int64_t* rows)
{
    int state = YISP_FOUND;
    for (int64_t trial = first; trial < last && !state; trial++) {
        state = yisp_play_trial(p, trial, goals++);
        if (rows != NULL && !state) {
            memcpy(rows, p->stages->t->record, (size_t)p->width * sizeof(int64_t));
            rows += p->width;
        }
    }
    return state;
}

/* What the moves cost that `greedy` makes in these trials. */
static inline int yisp_cost_trials(
    yisp_player* p, int64_t first, int64_t last, yisp_cost* costs, int64_t room, int64_t* count)
{
    int state = YISP_FOUND;
    for (int64_t trial = first; trial < last && !state; trial++)
        state = yisp_cost_trial(p, trial, costs, room, count);
    return state;
}

#endif

/* `best`, solved backwards: a position is worth as much as the move from it that is worth most, and that is the
 * mean over chance of what the positions are worth that it leads to (Bellman, *Dynamic Programming*, 1957).
 *
 * A position is all that a player knows, in its canonical form; before the same stage it is worth the same
 * however it came about, so each is solved once.  How many activations and steps there were is no part of it:
 * where their limits are reached there is no answer, and none where play can go round in a circle.
 *
 * Positions that wait for others stand on a stack of our own: that of C would not be deep enough.
 */
#ifndef YISP_SOLVE_H
#define YISP_SOLVE_H

#include "solving/frames.h"

/* What is made as great as can be: the number at a place of a trial's row; 0 where another place says that there
 * is none; whether it is above 0. */
typedef struct {
    int at;
    int known; /* or -1 */
    int success;
} yisp_goal;

/* What is known of a position before a stage. */
typedef struct {
    yisp_ratio worth;
    yisp_choice move; /* the best; `effect` -1: to stop, or there is nothing to choose */
    uint64_t options; /* where in the solver's `options` the player's decisions of the best move begin */
    uint32_t option_words;
    uint8_t solved; /* else it waits for others */
} yisp_solution;

typedef struct {
    yisp_stages* stages;
    yisp_goal goal;
    int may_stop;
    int horizon; /* the phase from which on a position is not played on from, ... */
    int leaf_stage; /* ... but judged for the goal, or evaluated: `YISP_STAGE_JUDGE` or `YISP_STAGE_EVALUATE` */
    int cuts; /* no position is worth more than `ceiling`: where something is worth as much, nothing else is tried */
    int64_t ceiling;
    uint64_t asked; /* how many choices have been asked for by themselves */
    int forgets; /* no position is taken for one that was met before */
    uint64_t met; /* how many positions there were, where they are forgotten */
    int leaves_circles; /* a line that comes back to where it was is left out; else there is no answer then */
    int64_t circles; /* how many were */
    int64_t room; /* bytes */
    yisp_index known; /* canonical forms, with the phase behind */
    yisp_solution* solutions;
    uint64_t solution_room;
    uint32_t solution_count; /* as many as keys, unless there was no memory */
    yisp_words options;
    yisp_frame* frames;
    uint64_t frame_room;
    int64_t depth; /* frames in use */
    int64_t held; /* bytes of solutions beside the index */
    yisp_ratio given; /* what the uppermost frame is told */
    int answered; /* whether it is */
    yisp_progress most; /* the farthest that any stage went, since the solver was cleared */
    uint8_t* decides; /* by phase: whether something was decided in its stage, if that was run by the way */
    uint64_t* passed; /* the position before such a stage */
} yisp_solver;

static inline int64_t yisp_solver_bytes(const yisp_solver* v)
{
    return yisp_index_bytes(&v->known) + v->held + (int64_t)v->options.count * sizeof(uint32_t);
}

/* Begin without knowing anything, for a goal at the end of the trial. */
static inline void yisp_solver_begin(yisp_solver* v, yisp_stages* stages, yisp_goal goal, int may_stop, int64_t room)
{
    memset(v, 0, sizeof *v);
    v->stages = stages;
    v->goal = goal;
    v->may_stop = may_stop;
    v->room = room;
    v->horizon = stages->length - 1;
    v->leaf_stage = YISP_STAGE_JUDGE;
    yisp_ratio_begin(&v->given);
}

/* Forget everything that was found out; the memory of frames stays. */
static inline void yisp_solver_clear(yisp_solver* v)
{
    for (uint32_t i = 0; i < v->solution_count; i++)
        yisp_ratio_end(&v->solutions[i].worth);
    yisp_index_clear(&v->known);
    v->options.count = v->solution_count = 0;
    v->held = v->depth = 0;
    v->answered = 0;
    v->most.activations = v->most.steps = 0;
    if (v->decides != NULL)
        memset(v->decides, 0, (size_t)v->stages->length);
}

static inline void yisp_solver_end(yisp_solver* v)
{
    yisp_solver_clear(v);
    for (uint64_t i = 0; i < v->frame_room; i++)
        yisp_frame_end(&v->frames[i]);
    free(v->frames);
    free(v->solutions);
    free(v->options.at);
    free(v->decides);
    free(v->passed);
    yisp_ratio_end(&v->given);
    yisp_index_end(&v->known);
}

/* Write what tells the position on the table before a stage from all others to `parts`; how many words it is. */
static inline uint32_t yisp_position_key(const yisp_stages* s, int phase)
{
    uint32_t words = yisp_canonical(s->t, s->parts);
    uint64_t last = (uint64_t)phase;
    memcpy(s->parts + 4 * (size_t)words, &last, sizeof(last));
    return words + 1;
}

/* The number of the position on the table before a stage, which is new where it is what `known.count` was; -1
 * without memory. */
static inline int64_t yisp_number_position(yisp_solver* v, int phase)
{
    uint32_t words = yisp_position_key(v->stages, phase);
    if (v->forgets) {
        v->met += 1;
        memcpy(v->stages->parts + 4 * (size_t)words++, &v->met, sizeof(v->met));
    }
    return yisp_index_add(&v->known, v->stages->parts, words);
}

/* What was found out about the position on the table before a stage; NULL where nothing was. */
static inline const yisp_solution* yisp_known_solution(const yisp_solver* v, int phase)
{
    uint32_t words = yisp_position_key(v->stages, phase);
    int64_t number = yisp_index_find(&v->known, v->stages->parts, words);
    return number >= 0 && v->solutions[number].solved ? &v->solutions[number] : NULL;
}

/* What is done with a position before that phase. */
static inline int yisp_stage_at(const yisp_solver* v, int phase)
{
    return phase >= v->horizon ? v->leaf_stage : v->stages->course[phase];
}

/* Make room for what will be known of the position that has just got its number. */
static inline int yisp_begin_solution(yisp_solver* v, uint32_t number)
{
    yisp_solution* solution;
    if (yisp_make_room((void**)&v->solutions, &v->solution_room, v->known.count, sizeof(yisp_solution)))
        return YISP_NO_MEMORY;
    solution = &v->solutions[number];
    memset(solution, 0, sizeof *solution);
    yisp_ratio_begin(&solution->worth);
    v->solution_count = number + 1;
    v->held += sizeof *solution;
    return yisp_solver_bytes(v) > v->room ? YISP_BEYOND_ROOM : YISP_FOUND;
}

/* Forget what was solved, but not which positions the frames have come from.  What is met again is solved again. */
static inline int yisp_forget_solved(yisp_solver* v)
{
    for (uint32_t i = 0; i < v->solution_count; i++)
        yisp_ratio_end(&v->solutions[i].worth);
    yisp_index_clear(&v->known);
    v->options.count = v->solution_count = 0;
    v->held = 0;
    for (int64_t i = 0; i < v->depth; i++) { /* keys and words move down, and over none that is still to come */
        yisp_key key = v->known.keys[v->frames[i].number];
        int64_t number;
        int state;
        memcpy(v->stages->parts, v->known.words + key.at, key.size * sizeof(uint64_t));
        number = yisp_index_add(&v->known, v->stages->parts, key.size);
        if (number < 0)
            return YISP_NO_MEMORY;
        v->frames[i].number = (uint32_t)number;
        state = yisp_begin_solution(v, (uint32_t)number);
        if (state)
            return state;
    }
    return YISP_FOUND;
}

/* Make room, if there is hardly any left, by forgetting; that must be worth it. */
static inline int yisp_keep_room(yisp_solver* v)
{
    int state;
    if (yisp_solver_bytes(v) <= v->room / 8 * 7)
        return YISP_FOUND;
    state = yisp_forget_solved(v);
    return state == YISP_FOUND && yisp_solver_bytes(v) > v->room / 2 ? YISP_BEYOND_ROOM : state;
}

/* Begin to solve the position on the table, which has just got its number. */
YISP_APART int yisp_push(yisp_solver* v, int phase, uint32_t number)
{
    const yisp_table* t = v->stages->t;
    size_t bytes = YISP_POSITION_WORDS(t) * sizeof(uint64_t);
    int state = yisp_begin_solution(v, number);
    yisp_frame* f;
    if (state)
        return state;
    if ((uint64_t)v->depth >= v->frame_room) {
        uint64_t before = v->frame_room;
        if (yisp_make_room((void**)&v->frames, &v->frame_room, v->depth + 1, sizeof(yisp_frame)))
            return YISP_NO_MEMORY;
        memset(v->frames + before, 0, (v->frame_room - before) * sizeof(yisp_frame));
        for (uint64_t i = before; i < v->frame_room; i++)
            yisp_ratio_begin(&v->frames[i].best);
    }
    f = &v->frames[v->depth];
    if (f->position == NULL && (f->position = (uint64_t*)malloc(bytes)) == NULL)
        return YISP_NO_MEMORY;
    yisp_copy_position(t, f->position, t->position);
    f->phase = phase;
    f->number = number;
    f->progress.activations = t->activations;
    f->progress.steps = t->steps;
    f->at = f->made = f->options.count = f->best_options.count = 0;
    f->tries = f->moved = f->found = f->fixed = 0;
    f->stops = 0;
    for (uint64_t i = 0; i < f->folded; i++)
        f->folds[i].begun = 0; /* a search that was given up left them in the middle */
    f->choices.count = 1;
    if (yisp_stage_at(v, phase) == YISP_STAGE_SCAN && yisp_find_choices(v->stages->t, &f->choices))
        return YISP_NO_MEMORY;
    v->depth += 1;
    return YISP_FOUND;
}

/* What was just judged is worth. */
static inline int64_t yisp_goal_of(const yisp_solver* v)
{
    const int64_t* row = v->stages->t->record;
    int64_t value = row[v->goal.at];
    if (v->goal.success)
        return value > 0;
    return v->goal.known < 0 || row[v->goal.known] ? value : 0;
}

/* What was just judged or evaluated is worth, as what is asked for. */
static inline void yisp_give_leaf(yisp_solver* v)
{
    int64_t value = v->leaf_stage == YISP_STAGE_EVALUATE ? v->stages->t->enumeration->value : yisp_goal_of(v);
    yisp_whole_set(&v->given.over, value);
    yisp_whole_set(&v->given.under, 1);
    v->answered = 1;
}

/* Whether the search can go on after a stage; how far that went is remembered. */
static inline int yisp_solver_state(yisp_solver* v)
{
    const yisp_table* t = v->stages->t;
    if (t->activations > v->most.activations)
        v->most.activations = t->activations;
    if (t->steps > v->most.steps)
        v->most.steps = t->steps;
    return yisp_state_of(v->stages);
}

/* Run the stage before which the table stands, and see whether something is decided in it: if so, that is taken back,
 * and not tried again in this search, since its paths are to be gone through from a position that is remembered. */
static inline int yisp_run_by_the_way(yisp_solver* v, int phase)
{
    yisp_stages* s = v->stages;
    yisp_table* t = s->t;
    yisp_progress before = {t->activations, t->steps};
    int state;
    if (v->passed == NULL) {
        v->decides = (uint8_t*)calloc((size_t)s->length, 1);
        v->passed = (uint64_t*)malloc(YISP_POSITION_WORDS(t) * sizeof(uint64_t));
        if (v->decides == NULL || v->passed == NULL)
            return YISP_NO_MEMORY;
    }
    yisp_copy_position(t, v->passed, t->position);
    yisp_run_here(s, yisp_stage_at(v, phase));
    state = yisp_solver_state(v);
    if (state || !t->enumeration->made)
        return state;
    v->decides[phase] = 1;
    yisp_set_table(t, v->passed, before);
    return YISP_FOUND;
}

/* Whether a stage may be run by the way. */
static inline int yisp_may_pass(const yisp_solver* v, int phase)
{
    return v->decides == NULL || !v->decides[phase];
}

/* Run the stages from `*phase` on in which nothing is decided: what comes of them follows from the position before
 * the first, so that none of those between is worth remembering. */
static inline int yisp_pass_stages(yisp_solver* v, int* phase)
{
    const yisp_stages* s = v->stages;
    const yisp_table* t = s->t;
    while (!t->failed && *phase < v->horizon && s->course[*phase] != YISP_STAGE_SCAN && yisp_may_pass(v, *phase)) {
        int state = yisp_run_by_the_way(v, *phase);
        if (state || !yisp_may_pass(v, *phase))
            return state;
        if (t->activations >= t->activation_limit || t->steps >= t->step_limit)
            return YISP_AT_LIMIT;
        *phase += 1;
    }
    return YISP_FOUND;
}

/* Judge or evaluate a position that is not played on from, which has just got its number, if nothing is decided then. */
static inline int yisp_judge_leaf(yisp_solver* v, int phase, uint32_t number)
{
    yisp_solution* solution;
    int state = yisp_run_by_the_way(v, phase);
    if (state || !yisp_may_pass(v, phase))
        return state;
    state = yisp_begin_solution(v, number);
    if (state)
        return state;
    yisp_give_leaf(v);
    solution = &v->solutions[number];
    solution->move.zone = solution->move.kind = solution->move.effect = -1;
    solution->options = v->options.count;
    solution->solved = 1;
    return yisp_ratio_copy(&solution->worth, &v->given) ? YISP_NO_MEMORY : YISP_FOUND;
}

/* Whether the position on the table before a stage is one that the frames have come from, where each gets a number of
 * its own. */
static inline int yisp_is_met_on_line(const yisp_solver* v, int phase)
{
    uint32_t words = yisp_position_key(v->stages, phase);
    for (int64_t i = 0; i < v->depth; i++) {
        const yisp_key* key = &v->known.keys[v->frames[i].number];
        if (key->size == words + 1
            && !memcmp(v->known.words + key->at, v->stages->parts, words * sizeof(uint64_t)))
            return 1;
    }
    return 0;
}

/* Leave out a line that has come back to where it was. */
static inline void yisp_leave_circle(yisp_solver* v)
{
    v->circles += 1;
    yisp_whole_set(&v->given.over, INT64_MIN); /* whatever else there is to do is worth as much */
    yisp_whole_set(&v->given.under, 1);
    v->answered = 1;
}

/* The position on the table after a stage, before that phase: what it is worth into `given`, or begin with it. */
static inline int yisp_ask(yisp_solver* v, int phase)
{
    const yisp_stages* s = v->stages;
    yisp_table* t = s->t;
    uint32_t before = v->known.count;
    int state = yisp_pass_stages(v, &phase);
    int64_t number;
    if (state)
        return state;
    if (t->failed)
        phase = s->length - 1;
    if (v->forgets && v->leaves_circles && yisp_is_met_on_line(v, phase)) {
        yisp_leave_circle(v);
        return YISP_FOUND;
    }
    number = yisp_number_position(v, phase);
    if (number < 0)
        return YISP_NO_MEMORY;
    if (number == before) {
        if (phase >= v->horizon && yisp_may_pass(v, phase)) {
            state = yisp_judge_leaf(v, phase, (uint32_t)number);
            if (state || v->answered)
                return state;
        }
        return yisp_push(v, phase, (uint32_t)number);
    }
    if (!v->solutions[number].solved && v->leaves_circles) {
        yisp_leave_circle(v);
        return YISP_FOUND;
    }
    if (!v->solutions[number].solved)
        return YISP_CIRCLE;
    if (yisp_ratio_copy(&v->given, &v->solutions[number].worth))
        return YISP_NO_MEMORY;
    v->answered = 1;
    return YISP_FOUND;
}

/* Run the next path of what the frame tries, and ask for what it leads to. */
YISP_APART int yisp_try_path(yisp_solver* v, yisp_frame* f)
{
    yisp_stages* s = v->stages;
    yisp_table* t = s->t;
    yisp_enumeration* e = t->enumeration;
    int stage = yisp_stage_at(v, f->phase), moves = stage == YISP_STAGE_SCAN, activated, state;
    const yisp_choice* choice = moves ? &f->choices.at[f->at] : NULL;
    int64_t given = (int64_t)f->made, repeated = f->tries ? given - 1 : 0; /* the last one takes its next option */
    if (f->made)
        memcpy(e->decisions, f->decisions, f->made * sizeof(yisp_decision));
    activated = moves ? yisp_run_move(s, choice, f->position, f->progress, given, repeated)
                      : yisp_run_from(s, stage, f->position, f->progress, given, repeated);
    state = yisp_solver_state(v);
    if (state)
        return state;
    if (moves && !f->tries && !yisp_holds(s, choice->effect, activated)) {
        f->at += 1;
        return YISP_FOUND;
    }
    f->tries = f->moved = 1;
    if (yisp_take_path(f, e))
        return YISP_NO_MEMORY;
    if (f->phase >= v->horizon) {
        yisp_give_leaf(v);
        return YISP_FOUND;
    }
    if (t->activations >= t->activation_limit || t->steps >= t->step_limit)
        return YISP_AT_LIMIT;
    return yisp_ask(v, moves ? f->phase : f->phase + 1);
}

/* Stop: ask for the position as it is, before the next stage. */
static inline int yisp_try_to_stop(yisp_solver* v, yisp_frame* f)
{
    yisp_set_table(v->stages->t, f->position, f->progress);
    return yisp_ask(v, f->phase + 1);
}

/* Whether that is as much as any position is worth. */
static inline int yisp_is_ceiling(const yisp_solver* v, const yisp_ratio* worth)
{
    uint64_t size = v->ceiling < 0 ? 0 - (uint64_t)v->ceiling : (uint64_t)v->ceiling;
    return yisp_whole_is_one(&worth->under) && worth->over.negative == (v->ceiling < 0)
        && worth->over.size == (size != 0) && (!size || yisp_limbs_of(&worth->over)[0] == size);
}

/* The uppermost frame is solved. */
static inline int yisp_pop(yisp_solver* v, yisp_frame* f)
{
    yisp_solution* solution = &v->solutions[f->number];
    if (yisp_ratio_copy(&solution->worth, &f->best) || yisp_ratio_copy(&v->given, &f->best))
        return YISP_NO_MEMORY;
    solution->move = f->best_move;
    solution->options = v->options.count;
    solution->option_words = (uint32_t)f->best_options.count;
    if (yisp_append_words(&v->options, f->best_options.at, f->best_options.count))
        return YISP_NO_MEMORY;
    solution->solved = 1;
    v->held += yisp_far_bytes(&solution->worth.over) + yisp_far_bytes(&solution->worth.under);
    v->depth -= 1;
    v->answered = 1;
    return YISP_FOUND;
}

/* Go on with the uppermost frame.
 *
 * A solver that cuts tries stopping first: then nothing is worth trying where the goal is reached already. */
static inline int yisp_solve_step(yisp_solver* v)
{
    yisp_frame* f = &v->frames[v->depth - 1];
    int moves = yisp_stage_at(v, f->phase) == YISP_STAGE_SCAN;
    static const yisp_choice nothing = {-1, -1, -1};
    if (v->answered) {
        v->answered = 0;
        if (f->stops == 1) {
            int failed = yisp_compare_choice(f, &v->given, &nothing);
            f->stops = 2;
            f->at = 0;
            return failed ? YISP_NO_MEMORY : YISP_FOUND;
        }
        if (moves && f->at == f->choices.count)
            return yisp_compare_choice(f, &v->given, &nothing) ? YISP_NO_MEMORY : YISP_FOUND;
        switch (yisp_fold_path(f, &v->given)) {
        case -1:
            return YISP_NO_MEMORY;
        case 0:
            return YISP_FOUND;
        default:
            return yisp_compare_choice(f, &v->given, moves ? &f->choices.at[f->at] : &nothing)
                ? YISP_NO_MEMORY
                : YISP_FOUND;
        }
    }
    if (v->cuts && f->found && !f->tries && yisp_is_ceiling(v, &f->best))
        return yisp_pop(v, f);
    if (v->cuts && v->may_stop && moves && !f->stops) {
        f->stops = 1;
        return yisp_try_to_stop(v, f);
    }
    if (f->at < f->choices.count)
        return yisp_try_path(v, f);
    if (moves && f->at == f->choices.count && (v->may_stop || !f->moved) && f->stops != 2)
        return yisp_try_to_stop(v, f);
    return yisp_pop(v, f);
}

/* Begin to solve the position on the table before that phase, unless it is solved already; its number is `*number`. */
static inline int yisp_begin_whole(yisp_solver* v, int phase, int64_t* number)
{
    *number = yisp_number_position(v, phase);
    if (*number < 0)
        return YISP_NO_MEMORY;
    return *number == v->solution_count ? yisp_push(v, phase, (uint32_t)*number) : YISP_FOUND;
}

/* Solve the position on the table before that phase; its solution, which is good until the next is sought, is
 * `*found`. */
static inline int yisp_solve(yisp_solver* v, int phase, const yisp_solution** found)
{
    int64_t number = 0;
    int state = yisp_begin_whole(v, phase, &number);
    while (state == YISP_FOUND && v->depth)
        state = yisp_solve_step(v);
    v->answered = 0;
    if (state == YISP_FOUND)
        *found = &v->solutions[number];
    return state;
}

/* Begin with one thing that can be done with the position on the table before that phase: a move that holds (NULL: the
 * stage itself), of whose decisions the first `fixed` are prescribed.  The number of what will be known of it is
 * `*number`. */
static inline int yisp_begin_choice(
    yisp_solver* v, int phase, const yisp_choice* move, const int64_t* path, int64_t fixed, int64_t* number)
{
    uint32_t words = yisp_position_key(v->stages, phase);
    yisp_frame* f;
    int state;
    v->asked += 1; /* behind the position's key, where no phase is */
    memcpy(v->stages->parts + 4 * (size_t)words++, &v->asked, sizeof(v->asked));
    *number = yisp_index_add(&v->known, v->stages->parts, words);
    if (*number < 0)
        return YISP_NO_MEMORY;
    state = yisp_push(v, phase, (uint32_t)*number);
    if (state)
        return state;
    f = &v->frames[v->depth - 1];
    if (yisp_make_room((void**)&f->decisions, &f->room, (uint64_t)fixed, sizeof(yisp_decision)))
        return YISP_NO_MEMORY;
    for (int64_t i = 0; i < fixed; i++)
        f->decisions[i].option = path[i];
    f->made = (uint64_t)fixed;
    f->fixed = fixed;
    f->stops = 2;
    if (move != NULL) {
        f->choices.at[0] = *move; /* there is one: the move holds */
        f->choices.count = 1;
    }
    return YISP_FOUND;
}

/* Go on with what was begun, for about so much work; `*over` once it has come to its end. */
static inline int yisp_solve_on(yisp_solver* v, int64_t work, int* over)
{
    const yisp_enumeration* e = v->stages->t->enumeration;
    int64_t until = e->work + work;
    int state = YISP_FOUND;
    while (state == YISP_FOUND && v->depth && e->work < until)
        state = yisp_solve_step(v);
    *over = state || !v->depth;
    if (*over)
        v->answered = 0;
    return state;
}

/* The option that the player takes behind a path of the best move; -1 where he is not asked. */
static inline int64_t yisp_option_of(
    const yisp_solver* v, const yisp_solution* solution, const yisp_decision* path, int64_t depth)
{
    const uint32_t* word = v->options.at + solution->options;
    const uint32_t* end = word + solution->option_words;
    while (word < end) {
        int64_t i = 0;
        while (i < depth && word[0] == depth && word[1 + i] == (uint32_t)path[i].option)
            i += 1;
        if (word[0] == depth && i == depth)
            return word[1 + depth];
        word += word[0] + 2;
    }
    return -1;
}

#endif

/* Exact answers: everything that chance can do from opening hands on, position by position, with whole-number
 * weights.
 *
 * Between stages, positions that nothing can tell apart are merged (layers.h), so that the work grows with the number
 * of different positions, not of histories.  There is no answer where some of the ways to a position reach a limit and
 * others do not.
 */
#ifndef YISP_FORWARD_H
#define YISP_FORWARD_H

#include "solving/hands.h"
#include "solving/layers.h"
#include "solving/solve.h"

enum { /* how effects are activated */
    YISP_GREEDY = 0, /* as the scan does; nobody is asked */
    YISP_RANDOM_MOVES = 1, /* each move, each way to take cards, equally likely; stops where there is no move */
    YISP_SOLVED = 2 /* as the solver says */
};

typedef struct {
    yisp_stages* stages;
    yisp_solver* solver; /* or NULL */
    yisp_hands* hands; /* that are still to be dealt, or NULL */
    uint16_t* hand; /* room for the cards of one, ... */
    yisp_state dealt; /* ... and for what there is to say of it */
    int policy;
    int64_t room; /* bytes that may be kept at a time */
    int64_t waiting; /* positions that have yet to be judged, at the least */
    int64_t adding_up; /* the work of the result, so far */
    int64_t row_work; /* what a row of it costs */
    int row_width;

    yisp_weights weights;
    yisp_index used; /* sets of effects */
    yisp_index noticed; /* sites, in order, in sets */
    yisp_sums rows; /* denominator, then the row */
    yisp_sums effects; /* denominator, then the effect */
    yisp_sums used_sums; /* denominator, then the set */
    yisp_sums noticed_sums;

    int phase;
    yisp_layer from; /* the positions at which the stage begins */
    uint32_t next; /* of them, the one whose turn it is */
    const yisp_state* state; /* the position at hand, ... */
    uint64_t* position; /* ... its words, ... */
    const uint64_t* numerator; /* ... and what it weighs */
    yisp_layer activated; /* those at which a scan activated an effect: it is made anew */
    yisp_layer after; /* those after the stage */
    yisp_layer ended; /* where a run-time error or `(stop n)` ended play */
    yisp_choices choices;
    uint64_t* scratch;
    uint64_t scratch_room;
} yisp_forward;

static inline int64_t yisp_forward_bytes(const yisp_forward* f)
{
    return yisp_layer_bytes(&f->from) + yisp_layer_bytes(&f->activated) + yisp_layer_bytes(&f->after)
        + yisp_layer_bytes(&f->ended) + yisp_sums_bytes(&f->rows) + yisp_sums_bytes(&f->effects)
        + yisp_sums_bytes(&f->used_sums) + yisp_sums_bytes(&f->noticed_sums);
}

/* What has been worked out and is certain to come counts for the budget. */
static inline int yisp_forward_state(yisp_forward* f)
{
    f->stages->promised = f->adding_up + f->waiting * YISP_WORK_STAGE;
    return yisp_state_of(f->stages);
}

/* Put the position on the table, which then waits to be judged, into a layer; it weighs `up` over `down`. */
static inline int yisp_merge(yisp_forward* f, yisp_layer* layer, yisp_state state)
{
    yisp_table* t = f->stages->t;
    int fresh = yisp_layer_add(layer, f->stages, &f->weights, state);
    if (fresh < 0)
        return YISP_NO_MEMORY;
    if (fresh) {
        f->waiting += 1;
        yisp_spend(t, (int64_t)(YISP_POSITION_WORDS(t) * sizeof(uint64_t)) / YISP_BYTES_A_UNIT);
    }
    return yisp_forward_bytes(f) > f->room ? YISP_BEYOND_ROOM : YISP_FOUND;
}

/* Paths ------------------------------------------------------------------------------------------------- */

/* Where the player would decide otherwise than the path just run does: let the next run do so from there on.  1
 * where that is so, else 0. */
static inline int yisp_turn_to_chosen(yisp_forward* f, const yisp_solution* solution)
{
    yisp_enumeration* e = f->stages->t->enumeration;
    for (int64_t i = 0; i < e->made; i++) {
        int64_t wanted;
        if (!e->decisions[i].player)
            continue;
        wanted = yisp_option_of(f->solver, solution, e->decisions, i);
        if (wanted >= 0 && wanted != e->decisions[i].option) {
            e->decisions[i].option = wanted;
            e->given = i + 1;
            return 1;
        }
    }
    return 0;
}

/* The set of effects `used`, with those just activated. */
static inline int64_t yisp_with_activated(yisp_forward* f, uint32_t used)
{
    const yisp_table* t = f->stages->t;
    const yisp_enumeration* e = t->enumeration;
    uint32_t words = YISP_EFFECT_WORDS(t);
    if (!e->activated)
        return used;
    if (yisp_make_room((void**)&f->scratch, &f->scratch_room, words, sizeof(uint64_t)))
        return -1;
    memcpy(f->scratch, yisp_key_words(&f->used, used), words * sizeof(uint64_t));
    for (int64_t i = 0; i < e->activated; i++)
        f->scratch[e->activations[i] >> 6] |= (uint64_t)1 << (e->activations[i] & 63);
    return yisp_index_add(&f->used, f->scratch, words);
}

/* The set of sites `noticed`, with those just noticed. */
static inline int64_t yisp_with_noticed(yisp_forward* f, uint32_t noticed)
{
    const yisp_enumeration* e = f->stages->t->enumeration;
    uint32_t count = f->noticed.keys[noticed].size;
    if (!e->noticed)
        return noticed;
    if (yisp_make_room((void**)&f->scratch, &f->scratch_room, count + (uint64_t)e->noticed, sizeof(uint64_t)))
        return -1;
    memcpy(f->scratch, yisp_key_words(&f->noticed, noticed), count * sizeof(uint64_t));
    for (int64_t i = 0; i < e->noticed; i++) {
        uint64_t site = (uint64_t)e->notices[i];
        uint32_t at = count;
        while (at > 0 && f->scratch[at - 1] > site)
            at -= 1;
        if (at > 0 && f->scratch[at - 1] == site)
            continue;
        memmove(f->scratch + at + 1, f->scratch + at, (count - at) * sizeof(uint64_t));
        f->scratch[at] = site;
        count += 1;
    }
    return yisp_index_add(&f->noticed, f->scratch, count);
}

/* Give up where a limit was reached by only some of the ways that lead to a position. */
static inline int yisp_check_limits(const yisp_table* t, yisp_progress fewest, yisp_progress most)
{
    return (fewest.activations < most.activations && most.activations >= t->activation_limit)
            || (fewest.steps < most.steps && most.steps >= t->step_limit)
        ? YISP_AT_LIMIT
        : YISP_FOUND;
}

/* A stage other than judging was run along a path, which weighs 1 of `total` beside its decisions: put the position
 * where it belongs. */
YISP_APART int yisp_arrive_after(
    yisp_forward* f, int stage, uint64_t total, int activated, int chooses)
{
    yisp_table* t = f->stages->t;
    const yisp_enumeration* e = t->enumeration;
    const yisp_state* state = f->state;
    yisp_state reached;
    int64_t number = yisp_weigh_path(&f->weights, f->numerator, state->denominator, e, total, chooses);
    int found;
    if (number < 0)
        return YISP_NO_MEMORY;
    reached.denominator = (uint32_t)number;
    for (int64_t i = 0; i < e->activated; i++) {
        uint64_t key = (uint64_t)reached.denominator << 32 | (uint64_t)e->activations[i];
        if (yisp_add_to_sum(&f->effects, &key, 1, &f->weights.up))
            return YISP_NO_MEMORY;
    }
    if ((number = yisp_with_activated(f, state->used)) < 0)
        return YISP_NO_MEMORY;
    reached.used = (uint32_t)number;
    if ((number = yisp_with_noticed(f, state->noticed)) < 0)
        return YISP_NO_MEMORY;
    reached.noticed = (uint32_t)number;
    reached.most.activations = t->activations;
    reached.most.steps = t->steps;
    reached.fewest.steps = t->steps - state->most.steps + state->fewest.steps;
    reached.fewest.activations = stage == YISP_STAGE_TURN
        ? t->activations
        : t->activations - state->most.activations + state->fewest.activations;
    found = yisp_check_limits(t, reached.fewest, reached.most);
    if (found)
        return found;
    return yisp_merge(f, t->failed ? &f->ended : activated ? &f->activated : &f->after, reached);
}

/* The row of what was just judged, under its weight. */
static inline int yisp_add_row(yisp_forward* f)
{
    const yisp_table* t = f->stages->t;
    const yisp_enumeration* e = t->enumeration;
    uint32_t width = (uint32_t)f->row_width, rows = f->rows.keys.count;
    uint64_t key;
    int64_t noticed;
    int64_t denominator = yisp_weigh_path(&f->weights, f->numerator, f->state->denominator, e, 1, 0);
    if (denominator < 0
        || yisp_make_room((void**)&f->scratch, &f->scratch_room, (uint64_t)width + 1, sizeof(uint64_t)))
        return YISP_NO_MEMORY;
    f->scratch[0] = (uint64_t)denominator;
    memcpy(f->scratch + 1, t->record + 1, width * sizeof(uint64_t));
    if (yisp_add_to_sum(&f->rows, f->scratch, width + 1, &f->weights.up))
        return YISP_NO_MEMORY;
    if (f->rows.keys.count > rows)
        f->adding_up += f->row_work;
    if ((noticed = yisp_with_noticed(f, f->state->noticed)) < 0)
        return YISP_NO_MEMORY;
    key = (uint64_t)denominator << 32 | (uint64_t)noticed;
    if (noticed && yisp_add_to_sum(&f->noticed_sums, &key, 1, &f->weights.up))
        return YISP_NO_MEMORY;
    return yisp_forward_bytes(f) > f->room ? YISP_BEYOND_ROOM : YISP_FOUND;
}

/* Stages ------------------------------------------------------------------------------------------------ */

/* Take a position of a layer in hand. */
static inline void yisp_take_in_hand(yisp_forward* f, const yisp_layer* layer, uint32_t number)
{
    f->state = &layer->states[number];
    f->numerator = layer->numerators + f->state->numerator;
    yisp_unpack(f->stages->t, layer->positions + f->state->position, f->position);
    f->waiting -= 1;
}

/* Judge the position at hand. */
static inline int yisp_judge_state(yisp_forward* f)
{
    const yisp_state* state = f->state;
    yisp_enumeration* e = f->stages->t->enumeration;
    uint64_t key = (uint64_t)state->denominator << 32 | state->used;
    int64_t turn = 0; /* so many decisions are prescribed: but for the last one, those of the path before */
    if (yisp_whole_read(&f->weights.up, f->numerator, f->weights.denominators.keys[state->denominator].size))
        return YISP_NO_MEMORY;
    if (state->used && yisp_add_to_sum(&f->used_sums, &key, 1, &f->weights.up))
        return YISP_NO_MEMORY;
    for (;;) {
        int found;
        yisp_run_from(f->stages, YISP_STAGE_JUDGE, f->position, state->most, turn, turn - 1);
        found = yisp_forward_state(f);
        if (!found)
            found = yisp_add_row(f);
        if (found)
            return found;
        turn = yisp_turn_of(e->decisions, e->made, 0);
        if (turn < 0)
            return YISP_FOUND;
        e->decisions[turn].option += 1;
        turn += 1;
    }
}

/* Run a stage, or make a move, from the position at hand along every path that the policy takes; the move weighs 1 of
 * `total`. */
static inline int yisp_run_paths(
    yisp_forward* f, int stage, const yisp_choice* move, uint64_t total, const yisp_solution* solution)
{
    yisp_enumeration* e = f->stages->t->enumeration;
    yisp_progress most = f->state->most;
    int64_t turn = 0; /* as in `yisp_judge_state` */
    for (;;) {
        int found;
        int activated = move == NULL ? yisp_run_from(f->stages, stage, f->position, most, turn, turn - 1)
                                     : yisp_run_move(f->stages, move, f->position, most, turn, turn - 1);
        found = yisp_forward_state(f);
        if (found)
            return found;
        if (solution != NULL && yisp_turn_to_chosen(f, solution)) {
            turn = e->given;
            continue;
        }
        turn = yisp_turn_of(e->decisions, e->made, solution != NULL);
        found = yisp_arrive_after(f, stage, total, activated, solution != NULL);
        if (found || turn < 0)
            return found;
        e->decisions[turn].option += 1;
        turn += 1;
    }
}

/* No effect is activated any more. */
static inline int yisp_stay_there(yisp_forward* f)
{
    yisp_table* t = f->stages->t;
    yisp_set_table(t, f->position, f->state->most);
    yisp_begin_path(t->enumeration, 0);
    return yisp_arrive_after(f, YISP_STAGE_SCAN, 1, 0, 1);
}

/* Every move from the position at hand, equally likely. */
static inline int yisp_run_moves(yisp_forward* f)
{
    uint64_t moves = 0;
    int found;
    yisp_go_back(f->stages->t, f->position);
    if (yisp_find_choices(f->stages->t, &f->choices))
        return YISP_NO_MEMORY;
    for (uint64_t i = 0; i < f->choices.count; i++) {
        yisp_choice choice = f->choices.at[i];
        int activated = yisp_run_move(f->stages, &choice, f->position, f->state->most, 0, 0);
        found = yisp_forward_state(f);
        if (found)
            return found;
        if (yisp_holds(f->stages, choice.effect, activated))
            f->choices.at[moves++] = choice;
    }
    if (!moves)
        return yisp_stay_there(f);
    for (uint64_t i = 0; i < moves; i++) {
        found = yisp_run_paths(f, YISP_STAGE_MOVE, &f->choices.at[i], moves, NULL);
        if (found)
            return found;
    }
    return YISP_FOUND;
}

/* The same for what the solver says. */
static inline int yisp_run_solved(yisp_forward* f, int stage)
{
    const yisp_solution* solution = NULL;
    int found;
    yisp_set_table(f->stages->t, f->position, f->state->most);
    found = yisp_solve(f->solver, f->phase, &solution);
    if (found)
        return found;
    if (stage != YISP_STAGE_SCAN)
        return yisp_run_paths(f, stage, NULL, 1, solution);
    if (solution->move.effect < 0)
        return yisp_stay_there(f);
    return yisp_run_paths(f, YISP_STAGE_MOVE, &solution->move, 1, solution);
}

/* Go on with the position at hand. */
static inline int yisp_forward_step(yisp_forward* f)
{
    int stage = f->stages->course[f->phase];
    if (stage == YISP_STAGE_JUDGE)
        return yisp_judge_state(f);
    if (f->policy == YISP_SOLVED)
        return yisp_run_solved(f, stage);
    if (f->policy == YISP_RANDOM_MOVES && stage == YISP_STAGE_SCAN)
        return yisp_run_moves(f);
    return yisp_run_paths(f, stage, NULL, 1, NULL);
}

/* The stage has been run from all positions: those that come next; whether there are any. */
static inline int yisp_next_layer(yisp_forward* f)
{
    yisp_layer from = f->from;
    yisp_layer* next = f->activated.keys.count ? &f->activated : &f->after; /* once more, until nothing is */
    f->next = 0;
    if (next == &f->after) {
        if (f->phase + 1 >= f->stages->length)
            return 0;
        f->phase += 1;
    }
    f->from = *next;
    *next = from;
    yisp_layer_clear(next);
    return 1;
}

/* The position on the table is one to begin with; its weight is `up` over `down`.  There were so many steps on the way
 * to it, and notices of as many sites as are listed in `scratch`; or play has ended there. */
static inline int yisp_begin_with(yisp_forward* f, uint32_t sites, int64_t steps, int ended)
{
    int64_t denominator = yisp_number_down(&f->weights);
    int64_t noticed = yisp_index_add(&f->noticed, f->scratch, sites);
    yisp_state state;
    if (denominator < 0 || noticed < 0)
        return YISP_NO_MEMORY;
    memset(&state, 0, sizeof state);
    state.denominator = (uint32_t)denominator;
    state.noticed = (uint32_t)noticed;
    state.fewest.steps = state.most.steps = steps;
    f->waiting -= 1; /* it was expected */
    return yisp_merge(f, ended ? &f->ended : &f->from, state);
}

/* Deal the next hand, and run the first stage from the position that it begins with. */
static inline int yisp_deal_hand(yisp_forward* f)
{
    yisp_table* t = f->stages->t;
    yisp_enumeration* e = t->enumeration;
    yisp_hands* h = f->hands;
    int64_t denominator;
    int found;
    yisp_begin_path(e, 0);
    /* As if it were kept and met again, which was the way before: budgets should mean what they did. */
    yisp_spend(t, YISP_WORK_STAGE + YISP_WORK_KEEP + YISP_CARDS(t) / YISP_CARDS_A_UNIT);
    yisp_cards_of_hand(h, f->hand);
    h->dealt += 1;
    e->hand = f->hand;
    e->hand_left = t->hand;
    yisp_deal(t, 0, 0);
    found = yisp_forward_state(f);
    if (found)
        return found;
    denominator = yisp_index_add(&f->weights.denominators, yisp_limbs(&h->down), h->down.size);
    if (denominator < 0 || yisp_whole_grow(&h->up, h->down.size))
        return YISP_NO_MEMORY;
    memset(yisp_limbs(&h->up) + h->up.size, 0, (h->down.size - h->up.size) * sizeof(uint64_t));
    f->dealt.denominator = (uint32_t)denominator;
    f->state = &f->dealt;
    f->numerator = yisp_limbs(&h->up);
    yisp_copy_position(t, f->position, t->position);
    f->waiting -= 1;
    found = yisp_forward_step(f);
    return !found && yisp_next_hand(h) ? YISP_NO_MEMORY : found;
}

/* Judge, at once, what ended play. */
static inline int yisp_judge_ended(yisp_forward* f)
{
    int found = YISP_FOUND;
    for (uint32_t i = 0; i < f->ended.keys.count && !found; i++) {
        yisp_take_in_hand(f, &f->ended, i);
        found = yisp_judge_state(f);
    }
    if (f->ended.keys.count)
        yisp_layer_clear(&f->ended);
    return found;
}

#define YISP_DEALT 256 /* after so many hands what ended play is judged, since it is kept so long */

/* Go on until everything is judged.
 *
 * A hand goes through the first stage as soon as it is dealt: no two of them begin with the same position, so that there
 * is nothing to merge. */
YISP_APART int yisp_go_forward(yisp_forward* f)
{
    int found = YISP_FOUND;
    do {
        while (!found && f->phase == 0 && f->hands != NULL && !f->hands->over) {
            found = yisp_deal_hand(f);
            if (!found && f->hands->dealt % YISP_DEALT == 0)
                found = yisp_judge_ended(f);
        }
        while (!found && f->next < f->from.keys.count) {
            yisp_take_in_hand(f, &f->from, f->next);
            f->next += 1;
            found = yisp_forward_step(f);
        }
        if (!found)
            found = yisp_judge_ended(f);
    } while (!found && yisp_next_layer(f));
    return found;
}

/* Get ready for positions of another world; what was added up stays. */
static inline void yisp_forward_restart(yisp_forward* f)
{
    f->phase = 0;
    f->next = 0;
    yisp_layer_clear(&f->from);
}

static inline void yisp_forward_end(yisp_forward* f)
{
    yisp_layer_end(&f->from);
    yisp_layer_end(&f->activated);
    yisp_layer_end(&f->after);
    yisp_layer_end(&f->ended);
    yisp_sums_end(&f->rows);
    yisp_sums_end(&f->effects);
    yisp_sums_end(&f->used_sums);
    yisp_sums_end(&f->noticed_sums);
    yisp_weights_end(&f->weights);
    yisp_index_end(&f->used);
    yisp_index_end(&f->noticed);
    free(f->choices.at);
    free(f->position);
    free(f->scratch);
}

#endif

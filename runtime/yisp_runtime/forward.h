/* Exact answers: everything that chance can do from opening hands on, position by position, with whole-number
 * weights.
 *
 * Between stages, positions that nothing can tell apart are merged, so that the work grows with the number of
 * different positions, not of histories.  A position's weight is a numerator over a denominator, which are products
 * of whole numbers along a path.  Weights are added over the least common multiple of their denominators: these are
 * numbered, and what two of them come to is worked out once.  A numerator is never greater than its denominator.
 *
 * Steps and activations are no part of a position, since only their limits could tell: of merged ones the most and
 * the least are kept, and there is no answer where some of the ways to a position reach a limit and others do not.
 */
#ifndef YISP_FORWARD_H
#define YISP_FORWARD_H

#include "hands.h"
#include "packed.h"
#include "solve.h"

/* Whole numbers, each under a key. */
typedef struct {
    yisp_index keys;
    yisp_whole* sums;
    uint32_t count; /* as many as keys, unless there was no memory */
    uint64_t room;
    int64_t far; /* bytes of numbers beyond themselves */
} yisp_sums;

/* What two denominators come to. */
typedef struct {
    uint32_t common; /* the number of their least common multiple */
    yisp_whole one, other; /* what numerators over the first, and over the second, are multiplied with */
} yisp_common;

/* A merged position. */
typedef struct {
    uint64_t position; /* where in the layer's `positions` it begins */
    uint64_t numerator; /* where in the layer's `numerators` it begins; as long as the denominator */
    uint32_t denominator; /* numbers of what `yisp_forward` has numbered */
    uint32_t used; /* the effects activated so far */
    uint32_t noticed;
    yisp_progress fewest;
    yisp_progress most;
} yisp_state;

/* Positions after the same stages. */
typedef struct {
    yisp_index keys; /* the canonical form; used and noticed */
    yisp_state* states;
    uint64_t* positions; /* packed */
    uint64_t* numerators;
    uint64_t position_count, numerator_count;
    uint64_t state_room, position_room, numerator_room;
} yisp_layer;

enum { /* how effects are activated */
    YISP_GREEDY = 0, /* as the scan does; nobody is asked */
    YISP_RANDOM_MOVES = 1, /* each move, each way to take cards, equally likely; stops where there is no move */
    YISP_SOLVED = 2 /* as the solver says */
};

typedef struct {
    yisp_stages* stages;
    yisp_solver* solver; /* or NULL */
    yisp_hands* hands; /* that are still to be dealt, or NULL */
    uint16_t* hand; /* room for the cards of one */
    int policy;
    int64_t room; /* bytes that may be kept at a time */
    int64_t waiting; /* positions that have yet to be judged, at the least */
    int64_t adding_up; /* the work of the result, so far */
    int64_t row_work; /* what a row of it costs */
    int row_width;

    yisp_index denominators; /* their limbs */
    yisp_index pairs; /* of denominators that were added */
    yisp_common* common;
    uint64_t common_room;
    uint32_t common_count;
    yisp_index used; /* sets of effects */
    yisp_index noticed; /* sites, in order, in sets */
    yisp_sums rows; /* denominator, then the row */
    yisp_sums effects; /* denominator, then the effect */
    yisp_sums used_sums; /* denominator, then the set */
    yisp_sums noticed_sums;

    int phase;
    yisp_layer from; /* the positions at which the stage begins */
    uint32_t next; /* of them, the one whose turn it is */
    yisp_layer activated; /* those at which a scan activated an effect: it is made anew */
    yisp_layer after; /* those after the stage */
    yisp_layer ended; /* where a run-time error or `(stop n)` ended play */
    yisp_choices choices;
    yisp_whole up, down; /* of the path at hand */
    yisp_whole sum, term; /* of an addition */
    uint64_t* unpacked; /* the position at hand */
    uint64_t* scratch;
    uint64_t scratch_room;
} yisp_forward;

/* Sums -------------------------------------------------------------------------------------------------- */

static inline int yisp_add_to_sum(yisp_sums* sums, const void* key, uint32_t size, const yisp_whole* more)
{
    uint32_t before = sums->keys.count;
    int64_t number = yisp_index_add(&sums->keys, key, size);
    int64_t far;
    if (number < 0)
        return -1;
    if (number == before) {
        if (yisp_make_room((void**)&sums->sums, &sums->room, sums->keys.count, sizeof(yisp_whole)))
            return -1;
        yisp_whole_begin(&sums->sums[number]);
        sums->count += 1;
    }
    far = yisp_far_bytes(&sums->sums[number]);
    if (yisp_whole_add(&sums->sums[number], more))
        return -1;
    sums->far += yisp_far_bytes(&sums->sums[number]) - far;
    return 0;
}

static inline int64_t yisp_sums_bytes(const yisp_sums* sums)
{
    return yisp_index_bytes(&sums->keys) + (int64_t)sums->keys.count * sizeof(yisp_whole) + sums->far;
}

static inline void yisp_sums_end(yisp_sums* sums)
{
    for (uint32_t i = 0; i < sums->count; i++)
        yisp_whole_end(&sums->sums[i]);
    free(sums->sums);
    yisp_index_end(&sums->keys);
}

/* Layers ------------------------------------------------------------------------------------------------ */

static inline void yisp_layer_end(yisp_layer* layer)
{
    yisp_index_end(&layer->keys);
    free(layer->states);
    free(layer->positions);
    free(layer->numerators);
    memset(layer, 0, sizeof *layer);
}

#define YISP_KEPT_LAYER ((uint64_t)1 << 22) /* words of memory that are kept for the next layer */

/* Take everything out of a layer. */
static inline void yisp_layer_clear(yisp_layer* layer)
{
    if (layer->position_room > YISP_KEPT_LAYER || layer->keys.room > YISP_KEPT_LAYER) {
        yisp_layer_end(layer);
        return;
    }
    yisp_index_clear(&layer->keys);
    layer->position_count = layer->numerator_count = 0;
}

static inline int64_t yisp_layer_bytes(const yisp_layer* layer)
{
    return yisp_index_bytes(&layer->keys) + (int64_t)(layer->keys.count * sizeof(yisp_state))
        + (int64_t)((layer->position_count + layer->numerator_count) * sizeof(uint64_t));
}

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

/* What two denominators come to; NULL without memory. */
YISP_APART const yisp_common* yisp_common_of(yisp_forward* f, uint32_t one, uint32_t other)
{
    uint64_t key = (uint64_t)one << 32 | other;
    int64_t number = yisp_index_add(&f->pairs, &key, 1), common;
    yisp_common* found;
    yisp_whole product;
    int failed;
    if (number >= 0 && number < f->common_count)
        return &f->common[number];
    if (number < 0
        || yisp_make_room((void**)&f->common, &f->common_room, (uint64_t)number + 1, sizeof(yisp_common)))
        return NULL;
    found = &f->common[number];
    yisp_whole_begin(&found->one);
    yisp_whole_begin(&found->other);
    f->common_count += 1;
    yisp_whole_begin(&product);
    failed = yisp_whole_read(&found->one, yisp_key_words(&f->denominators, other), f->denominators.keys[other].size)
        || yisp_whole_read(&found->other, yisp_key_words(&f->denominators, one), f->denominators.keys[one].size)
        || yisp_whole_copy(&f->term, &found->other) || yisp_reduce(&found->one, &found->other)
        || yisp_whole_multiply(&product, &f->term, &found->one);
    common = failed ? -1 : yisp_index_add(&f->denominators, yisp_limbs(&product), product.size);
    found->common = (uint32_t)common;
    yisp_whole_end(&product);
    return common < 0 ? NULL : found;
}

/* Add the weight `up` over the denominator to that of a position of a layer. */
static inline int yisp_add_weight(yisp_forward* f, yisp_layer* layer, yisp_state* known, uint32_t denominator)
{
    uint32_t limbs = f->denominators.keys[known->denominator].size;
    uint64_t* numerator = layer->numerators + known->numerator;
    const yisp_common* common;
    if (known->denominator == denominator) {
        uint64_t carry = yisp_add_limbs(numerator, yisp_limbs(&f->up), f->up.size);
        for (uint32_t i = f->up.size; carry && i < limbs; i++)
            carry = ++numerator[i] == 0;
        return 0;
    }
    common = yisp_common_of(f, known->denominator, denominator);
    if (common == NULL || yisp_whole_read(&f->term, numerator, limbs)
        || yisp_whole_multiply(&f->sum, &f->term, &common->one)
        || yisp_whole_multiply(&f->term, &f->up, &common->other) || yisp_whole_add(&f->sum, &f->term))
        return -1;
    known->denominator = common->common;
    if (f->denominators.keys[common->common].size > limbs) { /* the old place is lost */
        limbs = f->denominators.keys[common->common].size;
        if (yisp_make_room(
                (void**)&layer->numerators, &layer->numerator_room, layer->numerator_count + limbs,
                sizeof(uint64_t)))
            return -1;
        known->numerator = layer->numerator_count;
        layer->numerator_count += limbs;
        numerator = layer->numerators + known->numerator;
    }
    memset(numerator, 0, limbs * sizeof(uint64_t));
    memcpy(numerator, yisp_limbs(&f->sum), f->sum.size * sizeof(uint64_t));
    return 0;
}

/* Put the position on the table into a layer, or add it to the one that nothing can tell from it; its weight is
 * `up` over `down`. */
YISP_APART int yisp_merge(yisp_forward* f, yisp_layer* layer, yisp_state state)
{
    yisp_table* t = f->stages->t;
    uint16_t* parts = f->stages->parts;
    uint32_t words = yisp_canonical(t, parts), before = layer->keys.count;
    uint64_t marks = (uint64_t)state.used << 32 | state.noticed;
    uint32_t limbs = f->denominators.keys[state.denominator].size;
    size_t most = yisp_packed_bits(t) + YISP_POSITION_WORDS(t) + 1;
    int64_t number;
    memcpy(parts + 4 * (size_t)words, &marks, sizeof(marks));
    number = yisp_index_add(&layer->keys, parts, words + 1);
    if (number < 0)
        return YISP_NO_MEMORY;
    if (number == before) {
        if (yisp_make_room((void**)&layer->states, &layer->state_room, number + 1, sizeof(yisp_state))
            || yisp_make_room(
                (void**)&layer->positions, &layer->position_room, layer->position_count + most,
                sizeof(uint64_t))
            || yisp_make_room(
                (void**)&layer->numerators, &layer->numerator_room, layer->numerator_count + limbs,
                sizeof(uint64_t)))
            return YISP_NO_MEMORY;
        state.position = layer->position_count;
        layer->position_count += yisp_pack(t, layer->positions + layer->position_count);
        state.numerator = layer->numerator_count;
        layer->states[number] = state;
        memset(layer->numerators + state.numerator, 0, limbs * sizeof(uint64_t));
        layer->numerator_count += limbs;
        f->waiting += 1;
        yisp_spend(t, (int64_t)(YISP_POSITION_WORDS(t) * sizeof(uint64_t)) / YISP_BYTES_A_UNIT);
    } else {
        yisp_state* known = &layer->states[number];
        if (state.fewest.activations < known->fewest.activations)
            known->fewest.activations = state.fewest.activations;
        if (state.fewest.steps < known->fewest.steps)
            known->fewest.steps = state.fewest.steps;
        if (state.most.activations > known->most.activations)
            known->most.activations = state.most.activations;
        if (state.most.steps > known->most.steps)
            known->most.steps = state.most.steps;
    }
    if (yisp_add_weight(f, layer, &layer->states[number], state.denominator))
        return YISP_NO_MEMORY;
    if (yisp_forward_bytes(f) > f->room)
        return YISP_BEYOND_ROOM;
    return YISP_FOUND;
}

/* Paths ------------------------------------------------------------------------------------------------- */

/* The weight of the position at which a path begins, times `up` over `down`: into the forward's `up`, `down`. */
static inline int yisp_begin_weight(
    yisp_forward* f, const yisp_layer* layer, const yisp_state* state, uint64_t up, uint64_t down)
{
    const yisp_key* key = &f->denominators.keys[state->denominator];
    if (yisp_whole_grow(&f->up, key->size + 1) || yisp_whole_grow(&f->down, key->size + 1))
        return -1;
    memcpy(yisp_limbs(&f->up), layer->numerators + state->numerator, key->size * sizeof(uint64_t));
    memcpy(yisp_limbs(&f->down), f->denominators.words + key->at, key->size * sizeof(uint64_t));
    f->up.size = yisp_trimmed(yisp_limbs(&f->up), key->size);
    f->down.size = key->size;
    return yisp_whole_scale(&f->up, up) || yisp_whole_scale(&f->down, down);
}

/* Times what the decisions just made weigh; those of a player who `chooses` weigh nothing. */
static inline int yisp_weigh_path(yisp_forward* f, int chooses)
{
    const yisp_enumeration* e = f->stages->t->enumeration;
    for (int64_t i = 0; i < e->made; i++) {
        const yisp_decision* decision = &e->decisions[i];
        if (decision->player && chooses)
            continue;
        if (yisp_whole_scale(&f->up, (uint64_t)decision->weight)
            || yisp_whole_scale(&f->down, (uint64_t)decision->total))
            return -1;
    }
    return 0;
}

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

/* A stage other than judging was run along a path: put the position where it belongs. */
YISP_APART int yisp_arrive_after(
    yisp_forward* f, const yisp_state* state, int stage, int activated, int chooses)
{
    yisp_table* t = f->stages->t;
    const yisp_enumeration* e = t->enumeration;
    yisp_state reached;
    int64_t number;
    int found;
    if (yisp_weigh_path(f, chooses))
        return YISP_NO_MEMORY;
    number = yisp_index_add(&f->denominators, yisp_limbs(&f->down), f->down.size);
    if (number < 0)
        return YISP_NO_MEMORY;
    reached.denominator = (uint32_t)number;
    for (int64_t i = 0; i < e->activated; i++) {
        uint64_t key = (uint64_t)reached.denominator << 32 | (uint64_t)e->activations[i];
        if (yisp_add_to_sum(&f->effects, &key, 1, &f->up))
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
static inline int yisp_add_row(yisp_forward* f, const yisp_state* state)
{
    const yisp_table* t = f->stages->t;
    uint32_t width = (uint32_t)f->row_width, rows = f->rows.keys.count;
    uint64_t key;
    int64_t noticed;
    int64_t denominator;
    if (yisp_weigh_path(f, 0))
        return YISP_NO_MEMORY;
    denominator = yisp_index_add(&f->denominators, yisp_limbs(&f->down), f->down.size);
    if (denominator < 0
        || yisp_make_room((void**)&f->scratch, &f->scratch_room, (uint64_t)width + 1, sizeof(uint64_t)))
        return YISP_NO_MEMORY;
    f->scratch[0] = (uint64_t)denominator;
    memcpy(f->scratch + 1, t->record + 1, width * sizeof(uint64_t));
    if (yisp_add_to_sum(&f->rows, f->scratch, width + 1, &f->up))
        return YISP_NO_MEMORY;
    if (f->rows.keys.count > rows)
        f->adding_up += f->row_work;
    if ((noticed = yisp_with_noticed(f, state->noticed)) < 0)
        return YISP_NO_MEMORY;
    key = (uint64_t)denominator << 32 | (uint64_t)noticed;
    if (noticed && yisp_add_to_sum(&f->noticed_sums, &key, 1, &f->up))
        return YISP_NO_MEMORY;
    return yisp_forward_bytes(f) > f->room ? YISP_BEYOND_ROOM : YISP_FOUND;
}

/* Stages ------------------------------------------------------------------------------------------------ */

/* A position of a layer, until the next one is asked for. */
static inline const uint64_t* yisp_position_of(yisp_forward* f, const yisp_layer* layer, uint32_t number)
{
    yisp_unpack(f->stages->t, layer->positions + layer->states[number].position, f->unpacked);
    return f->unpacked;
}

/* Judge a position of a layer. */
static inline int yisp_judge_state(yisp_forward* f, const yisp_layer* layer, uint32_t number)
{
    const yisp_state* state = &layer->states[number];
    yisp_enumeration* e = f->stages->t->enumeration;
    uint64_t key = (uint64_t)state->denominator << 32 | state->used;
    const uint64_t* position = yisp_position_of(f, layer, number);
    int64_t turn = 0;
    f->waiting -= 1;
    if (yisp_begin_weight(f, layer, state, 1, 1))
        return YISP_NO_MEMORY;
    if (state->used && yisp_add_to_sum(&f->used_sums, &key, 1, &f->up))
        return YISP_NO_MEMORY;
    for (;;) {
        int found;
        yisp_run_from(f->stages, YISP_STAGE_JUDGE, position, state->most, turn);
        found = yisp_forward_state(f);
        if (found)
            return found;
        if (yisp_begin_weight(f, layer, state, 1, 1))
            return YISP_NO_MEMORY;
        found = yisp_add_row(f, state);
        if (found)
            return found;
        turn = yisp_turn_of(e->decisions, e->made, 0);
        if (turn < 0)
            return YISP_FOUND;
        e->decisions[turn].option += 1;
        turn += 1;
    }
}

/* Run a stage, or make a move, from a position along every path that the policy takes; the move weighs 1 of
 * `total`. */
static inline int yisp_run_paths(
    yisp_forward* f, uint32_t number, int stage, const yisp_choice* move, uint64_t total,
    const yisp_solution* solution)
{
    const yisp_state* state = &f->from.states[number];
    const uint64_t* position = yisp_position_of(f, &f->from, number);
    yisp_enumeration* e = f->stages->t->enumeration;
    int64_t turn = 0;
    for (;;) {
        int found;
        int activated = move == NULL ? yisp_run_from(f->stages, stage, position, state->most, turn)
                                     : yisp_run_move(f->stages, move, position, state->most, turn);
        found = yisp_forward_state(f);
        if (found)
            return found;
        if (solution != NULL && yisp_turn_to_chosen(f, solution)) {
            turn = e->given;
            continue;
        }
        if (yisp_begin_weight(f, &f->from, state, 1, total))
            return YISP_NO_MEMORY;
        turn = yisp_turn_of(e->decisions, e->made, solution != NULL);
        found = yisp_arrive_after(f, state, stage, activated, solution != NULL);
        if (found || turn < 0)
            return found;
        e->decisions[turn].option += 1;
        turn += 1;
    }
}

/* No effect is activated any more. */
static inline int yisp_stay_there(yisp_forward* f, uint32_t number)
{
    const yisp_state* state = &f->from.states[number];
    yisp_table* t = f->stages->t;
    yisp_set_table(t, yisp_position_of(f, &f->from, number), state->most);
    yisp_begin_path(t->enumeration, 0);
    if (yisp_begin_weight(f, &f->from, state, 1, 1))
        return YISP_NO_MEMORY;
    return yisp_arrive_after(f, state, YISP_STAGE_SCAN, 0, 1);
}

/* Every move from a position, equally likely. */
static inline int yisp_run_moves(yisp_forward* f, uint32_t number)
{
    const yisp_state* state = &f->from.states[number];
    const uint64_t* position = yisp_position_of(f, &f->from, number);
    uint64_t moves = 0;
    int found;
    yisp_go_back(f->stages->t, position);
    if (yisp_find_choices(f->stages->t, &f->choices))
        return YISP_NO_MEMORY;
    for (uint64_t i = 0; i < f->choices.count; i++) {
        yisp_choice choice = f->choices.at[i];
        int activated = yisp_run_move(f->stages, &choice, position, state->most, 0);
        found = yisp_forward_state(f);
        if (found)
            return found;
        if (yisp_holds(f->stages, choice.effect, activated))
            f->choices.at[moves++] = choice;
    }
    if (!moves)
        return yisp_stay_there(f, number);
    for (uint64_t i = 0; i < moves; i++) {
        found = yisp_run_paths(f, number, YISP_STAGE_MOVE, &f->choices.at[i], moves, NULL);
        if (found)
            return found;
    }
    return YISP_FOUND;
}

/* The same for what the solver says. */
static inline int yisp_run_solved(yisp_forward* f, uint32_t number, int stage)
{
    const yisp_state* state = &f->from.states[number];
    const yisp_solution* solution = NULL;
    yisp_table* t = f->stages->t;
    int found;
    yisp_set_table(t, yisp_position_of(f, &f->from, number), state->most);
    found = yisp_solve(f->solver, f->phase, &solution);
    if (found)
        return found;
    f->waiting -= 1;
    if (stage != YISP_STAGE_SCAN)
        return yisp_run_paths(f, number, stage, NULL, 1, solution);
    if (solution->move.effect < 0)
        return yisp_stay_there(f, number);
    return yisp_run_paths(f, number, YISP_STAGE_MOVE, &solution->move, 1, solution);
}

/* Go on with one position. */
static inline int yisp_forward_step(yisp_forward* f)
{
    int stage = f->stages->course[f->phase], found;
    uint32_t number = f->next;
    if (stage == YISP_STAGE_JUDGE) {
        found = yisp_judge_state(f, &f->from, number);
    } else if (f->policy == YISP_SOLVED) {
        found = yisp_run_solved(f, number, stage);
    } else {
        f->waiting -= 1;
        found = f->policy == YISP_RANDOM_MOVES && stage == YISP_STAGE_SCAN
            ? yisp_run_moves(f, number)
            : yisp_run_paths(f, number, stage, NULL, 1, NULL);
    }
    f->next += 1;
    return found;
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
    int64_t denominator = yisp_index_add(&f->denominators, yisp_limbs(&f->down), f->down.size);
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

#define YISP_DEALT 256 /* so many hands are dealt at a time, since the positions that they begin with are kept */

/* Deal some of the hands that are left. */
static inline int yisp_deal_hands(yisp_forward* f)
{
    yisp_table* t = f->stages->t;
    yisp_enumeration* e = t->enumeration;
    f->next = 0;
    yisp_layer_clear(&f->from);
    for (int i = 0; i < YISP_DEALT && !f->hands->over; i++) {
        int found;
        yisp_begin_path(e, 0);
        yisp_spend(t, YISP_WORK_STAGE);
        yisp_cards_of_hand(f->hands, f->hand);
        f->hands->dealt += 1;
        e->hand = f->hand;
        e->hand_left = t->hand;
        yisp_deal(t, 0, 0);
        if (yisp_whole_copy(&f->up, &f->hands->up) || yisp_whole_copy(&f->down, &f->hands->down))
            return YISP_NO_MEMORY;
        found = yisp_forward_state(f);
        if (!found)
            found = yisp_begin_with(f, 0, 0, 0);
        if (found)
            return found;
        if (yisp_next_hand(f->hands))
            return YISP_NO_MEMORY;
    }
    return YISP_FOUND;
}

/* Judge, at once, what ended play. */
static inline int yisp_judge_ended(yisp_forward* f)
{
    int found = YISP_FOUND;
    for (uint32_t i = 0; i < f->ended.keys.count && !found; i++)
        found = yisp_judge_state(f, &f->ended, i);
    yisp_layer_clear(&f->ended);
    return found;
}

/* Go on until everything is judged.
 *
 * Hands are dealt in parts, and each part goes through the first stage before the next one is. */
YISP_APART int yisp_go_forward(yisp_forward* f)
{
    int found = YISP_FOUND;
    do {
        if (f->phase == 0 && f->hands != NULL && !f->hands->over)
            found = yisp_deal_hands(f);
        while (!found && f->next < f->from.keys.count)
            found = yisp_forward_step(f);
        if (!found)
            found = yisp_judge_ended(f);
    } while (!found && ((f->phase == 0 && f->hands != NULL && !f->hands->over) || yisp_next_layer(f)));
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
    for (uint32_t i = 0; i < f->common_count; i++) {
        yisp_whole_end(&f->common[i].one);
        yisp_whole_end(&f->common[i].other);
    }
    free(f->common);
    yisp_index_end(&f->pairs);
    yisp_whole_end(&f->sum);
    yisp_whole_end(&f->term);
    yisp_index_end(&f->denominators);
    yisp_index_end(&f->used);
    yisp_index_end(&f->noticed);
    yisp_whole_end(&f->up);
    yisp_whole_end(&f->down);
    free(f->choices.at);
    free(f->unpacked);
    free(f->scratch);
}

#endif

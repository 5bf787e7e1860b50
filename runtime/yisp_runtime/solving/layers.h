/* Positions after the same stages: those that nothing can tell apart are one, and each has a weight.
 *
 * Steps and activations are no part of a position, since only their limits could tell: of merged ones the most and
 * the least are kept.
 */
#ifndef YISP_LAYERS_H
#define YISP_LAYERS_H

#include "position/packed.h"
#include "solving/weights.h"

/* A merged position. */
typedef struct {
    uint64_t position; /* where in the layer's `positions` it begins */
    uint64_t numerator; /* where in the layer's `numerators` it begins; as long as the denominator */
    uint32_t denominator; /* its number, as those of the next two, which sets have in forward.h */
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

/* Add the weight `up` over the denominator to that of a position of a layer. */
static inline int yisp_add_weight(yisp_weights* w, yisp_layer* layer, yisp_state* known, uint32_t denominator)
{
    uint32_t limbs = w->denominators.keys[known->denominator].size;
    uint64_t* numerator = layer->numerators + known->numerator;
    const yisp_common* common;
    if (known->denominator == denominator) {
        uint64_t carry = yisp_add_limbs(numerator, yisp_limbs(&w->up), w->up.size);
        for (uint32_t i = w->up.size; carry && i < limbs; i++)
            carry = ++numerator[i] == 0;
        return 0;
    }
    common = yisp_common_of(w, known->denominator, denominator);
    if (common == NULL || yisp_whole_read(&w->term, numerator, limbs)
        || yisp_whole_multiply(&w->sum, &w->term, &common->one)
        || yisp_whole_multiply(&w->term, &w->up, &common->other) || yisp_whole_add(&w->sum, &w->term))
        return -1;
    known->denominator = common->common;
    if (w->denominators.keys[common->common].size > limbs) { /* the old place is lost */
        limbs = w->denominators.keys[common->common].size;
        if (yisp_make_room(
                (void**)&layer->numerators, &layer->numerator_room, layer->numerator_count + limbs,
                sizeof(uint64_t)))
            return -1;
        known->numerator = layer->numerator_count;
        layer->numerator_count += limbs;
        numerator = layer->numerators + known->numerator;
    }
    memset(numerator, 0, limbs * sizeof(uint64_t));
    memcpy(numerator, yisp_limbs(&w->sum), w->sum.size * sizeof(uint64_t));
    return 0;
}

/* Put the position on the table into a layer, or add it to the one that nothing can tell from it; its weight is
 * `up` over `down`.  1 where it is a new one, 0 where not, -1 without memory. */
YISP_APART int yisp_layer_add(yisp_layer* layer, yisp_stages* stages, yisp_weights* w, yisp_state state)
{
    yisp_table* t = stages->t;
    uint16_t* parts = stages->parts;
    uint32_t words = yisp_canonical(t, parts), before = layer->keys.count;
    uint64_t marks = (uint64_t)state.used << 32 | state.noticed;
    uint32_t limbs = w->denominators.keys[state.denominator].size;
    size_t most = yisp_packed_bits(t) + YISP_POSITION_WORDS(t) + 1;
    int64_t number;
    memcpy(parts + 4 * (size_t)words, &marks, sizeof(marks));
    number = yisp_index_add(&layer->keys, parts, words + 1);
    if (number < 0)
        return -1;
    if (number == before) {
        if (yisp_make_room((void**)&layer->states, &layer->state_room, number + 1, sizeof(yisp_state))
            || yisp_make_room(
                (void**)&layer->positions, &layer->position_room, layer->position_count + most,
                sizeof(uint64_t))
            || yisp_make_room(
                (void**)&layer->numerators, &layer->numerator_room, layer->numerator_count + limbs,
                sizeof(uint64_t)))
            return -1;
        state.position = layer->position_count;
        layer->position_count += yisp_pack(t, layer->positions + layer->position_count);
        state.numerator = layer->numerator_count;
        layer->states[number] = state;
        memset(layer->numerators + state.numerator, 0, limbs * sizeof(uint64_t));
        layer->numerator_count += limbs;
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
    return yisp_add_weight(w, layer, &layer->states[number], state.denominator) ? -1 : number == before;
}

#endif

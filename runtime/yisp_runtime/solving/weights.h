/* Weights: fractions of whole numbers, whose denominators are numbered.
 *
 * A weight is a numerator over a denominator, which are products of whole numbers along a path of decisions.
 * Weights are added over the least common multiple of their denominators; what two of them come to is worked out
 * once.  A numerator is never greater than its denominator.
 */
#ifndef YISP_WEIGHTS_H
#define YISP_WEIGHTS_H

#include "numbers/index.h"
#include "solving/stages.h"
#include "numbers/whole.h"

/* What two denominators come to. */
typedef struct {
    uint32_t common; /* the number of their least common multiple */
    yisp_whole one, other; /* what numerators over the first, and over the second, are multiplied with */
} yisp_common;

typedef struct {
    yisp_index denominators; /* their limbs, numbered */
    yisp_index pairs; /* of denominators that were added */
    yisp_common* common;
    uint64_t common_room;
    uint32_t common_count;
    yisp_whole up, down; /* of the path at hand */
    yisp_whole sum, term; /* of an addition */
} yisp_weights;

/* Whole numbers, each under a key. */
typedef struct {
    yisp_index keys;
    yisp_whole* sums;
    uint32_t count; /* as many as keys, unless there was no memory */
    uint64_t room;
    int64_t far; /* bytes of numbers beyond themselves */
} yisp_sums;

static inline void yisp_weights_begin(yisp_weights* w)
{
    memset(w, 0, sizeof *w);
    yisp_whole_begin(&w->up);
    yisp_whole_begin(&w->down);
    yisp_whole_begin(&w->sum);
    yisp_whole_begin(&w->term);
}

static inline void yisp_weights_end(yisp_weights* w)
{
    for (uint32_t i = 0; i < w->common_count; i++) {
        yisp_whole_end(&w->common[i].one);
        yisp_whole_end(&w->common[i].other);
    }
    free(w->common);
    yisp_index_end(&w->pairs);
    yisp_index_end(&w->denominators);
    yisp_whole_end(&w->up);
    yisp_whole_end(&w->down);
    yisp_whole_end(&w->sum);
    yisp_whole_end(&w->term);
}

/* What two denominators come to; NULL without memory. */
YISP_APART const yisp_common* yisp_common_of(yisp_weights* w, uint32_t one, uint32_t other)
{
    uint64_t key = (uint64_t)one << 32 | other;
    int64_t number = yisp_index_add(&w->pairs, &key, 1), common;
    yisp_common* found;
    yisp_whole product;
    int failed;
    if (number >= 0 && number < w->common_count)
        return &w->common[number];
    if (number < 0
        || yisp_make_room((void**)&w->common, &w->common_room, (uint64_t)number + 1, sizeof(yisp_common)))
        return NULL;
    found = &w->common[number];
    yisp_whole_begin(&found->one);
    yisp_whole_begin(&found->other);
    w->common_count += 1;
    yisp_whole_begin(&product);
    failed = yisp_whole_read(&found->one, yisp_key_words(&w->denominators, other), w->denominators.keys[other].size)
        || yisp_whole_read(&found->other, yisp_key_words(&w->denominators, one), w->denominators.keys[one].size)
        || yisp_whole_copy(&w->term, &found->other) || yisp_reduce(&found->one, &found->other)
        || yisp_whole_multiply(&product, &w->term, &found->one);
    common = failed ? -1 : yisp_index_add(&w->denominators, yisp_limbs(&product), product.size);
    found->common = (uint32_t)common;
    yisp_whole_end(&product);
    return common < 0 ? NULL : found;
}

/* The number of the denominator `down`; -1 without memory. */
static inline int64_t yisp_number_down(yisp_weights* w)
{
    return yisp_index_add(&w->denominators, yisp_limbs(&w->down), w->down.size);
}

/* What a path weighs: the weight of where it begins, which is `numerator` over a denominator, as often as one in
 * `total`, times what the decisions just made weigh; those of a player who `chooses` weigh nothing.  The numerator goes
 * to `up`; the number of the denominator, -1 without memory.
 *
 * Decisions are multiplied in words, which are carried over to whole numbers only where they overflow.  A total that
 * divides what is over the line so far is taken out there: so it is where cards are taken class by class, of which each
 * decision's weight counts the ways to take the rest, which is the total of the next. */
YISP_APART int64_t yisp_weigh_path(
    yisp_weights* w, const uint64_t* numerator, uint32_t denominator, const yisp_enumeration* e, uint64_t total,
    int chooses)
{
    const yisp_key* key = &w->denominators.keys[denominator];
    uint64_t up = 1, down = total, overflow;
    int carried = 0;
    if (yisp_whole_read(&w->up, numerator, key->size))
        return -1;
    for (int64_t i = 0; i < e->made; i++) {
        const yisp_decision* decision = &e->decisions[i];
        uint64_t weight = (uint64_t)decision->weight, all = (uint64_t)decision->total;
        if (decision->player && chooses)
            continue;
        if (up % all == 0) {
            up /= all;
            all = 1;
        }
        yisp_product(up, weight, &overflow);
        if (yisp_unlikely(overflow)) {
            if (yisp_whole_scale(&w->up, up))
                return -1;
            up = 1;
        }
        up *= weight;
        yisp_product(down, all, &overflow);
        if (yisp_unlikely(overflow)) {
            if (!carried && yisp_whole_read(&w->down, w->denominators.words + key->at, key->size))
                return -1;
            carried = 1;
            if (yisp_whole_scale(&w->down, down))
                return -1;
            down = 1;
        }
        down *= all;
    }
    if (up != 1 && yisp_whole_scale(&w->up, up))
        return -1;
    if (down == 1 && !carried)
        return denominator;
    if ((!carried && yisp_whole_read(&w->down, w->denominators.words + key->at, key->size))
        || yisp_whole_scale(&w->down, down))
        return -1;
    return yisp_number_down(w);
}

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

#endif

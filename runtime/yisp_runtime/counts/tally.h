/* Tallies: what is counted of a number, or of two, in integers only.
 *
 * Any order of counting and adding up gives the same: that is why results do not depend on threads,
 * blocks or targets.
 *
 * A histogram has a slot for each value as long as the values lie close together (YISP_WINDOW of them at
 * most, wherever they are): a window that grows by doubling.  When they do not, a slot stands for all
 * values with the same leading seven binary digits after the first, which is less than 1 %:
 *
 *     |v|     0 ... 255         2^8 ... 2^9          2^9 ... 2^10    ...
 *     slot    one a value       128 of 2 values      128 of 4 values ...   negative ones mirrored
 *
 * (the layout of HdrHistogram, and of DDSketch but for the base of the logarithm).  Which of the two it
 * is follows from the least and the greatest value alone.  Memory is allocated where values fall.
 *
 * A slot is `slot_words` integers: a count, then sums of three words each, which never overflow.
 */
#ifndef YISP_TALLY_H
#define YISP_TALLY_H

#include <stdlib.h>
#include <string.h>

#include "position/table.h"

enum {
    YISP_WINDOW = 4096,
    YISP_FIRST_WINDOW = 16,
    YISP_ROWS = 112, /* of a sketch: one for each binary exponent and sign */
    YISP_FINE = 256, /* magnitudes below it have a slot of their own */
    YISP_FINE_DIGITS = 8,
    YISP_STEPS = 128, /* slots of each further power of two */
    YISP_PAIR_SLOT = 10 /* the words of a relation's slot: count, sum of x, of y, of y * y */
};

/* Sums of three words --------------------------------------------------------------------------------- */

static inline void yisp_add_words(int64_t* total, const int64_t* more)
{
    uint64_t carry = 0;
    for (int w = 0; w < 3; w++) {
        uint64_t sum = (uint64_t)more[w] + carry;
        carry = sum < carry;
        sum += (uint64_t)total[w];
        carry += sum < (uint64_t)total[w];
        total[w] = (int64_t)sum;
    }
}

YISP_APART void yisp_add_product(int64_t* total, int64_t a, int64_t b)
{
    int64_t words[3];
    words[0] = (int64_t)yisp_signed_product(a, b, &words[1]);
    words[2] = words[1] >> 63;
    yisp_add_words(total, words);
}

/* Add `times * number * number`, with `times` not negative. */
YISP_APART void yisp_add_squares(int64_t* total, int64_t number, int64_t times)
{
    int64_t high, words[3];
    uint64_t low = yisp_signed_product(number, number, &high);
    uint64_t carry, middle, upper;
    words[0] = (int64_t)yisp_product(low, (uint64_t)times, &carry);
    middle = yisp_product((uint64_t)high, (uint64_t)times, &upper) + carry;
    words[1] = (int64_t)middle;
    words[2] = (int64_t)(upper + (middle < carry));
    yisp_add_words(total, words);
}

/* Slots of a sketch ----------------------------------------------------------------------------------- */

/* 0 for what has slots of its own, then one more for each power of two. */
static inline int yisp_exponent_of(uint64_t magnitude)
{
    return magnitude < YISP_FINE ? 0 : yisp_leading(magnitude) - YISP_FINE_DIGITS + 1;
}

/* What a value and its mirror image among the negative ones have in common. */
static inline uint64_t yisp_mirrored(int64_t value)
{
    return value >= 0 ? (uint64_t)value : ~(uint64_t)value;
}

/* The slots of a row of a sketch. */
static inline int yisp_row_size(int row)
{
    return row % (YISP_ROWS / 2) == 0 ? YISP_FINE : YISP_STEPS;
}

/* The value nearest to 0 that is counted in that slot. */
static inline int64_t yisp_sketch_value(int row, int64_t place)
{
    int exponent = row % (YISP_ROWS / 2);
    int64_t magnitude = (exponent ? place + YISP_STEPS : place) << exponent;
    return row < YISP_ROWS / 2 ? magnitude : ~magnitude;
}

/* The slot of a value among the powers of two; NULL when there is no memory for it. */
YISP_RARE int64_t* yisp_sketch_slot(yisp_histogram* histogram, int64_t value)
{
    uint64_t magnitude = yisp_mirrored(value);
    int exponent = yisp_exponent_of(magnitude);
    int row = exponent + (value < 0 ? YISP_ROWS / 2 : 0);
    int64_t place = (int64_t)(exponent ? (magnitude >> exponent) - YISP_STEPS : magnitude);
    if (histogram->rows[row] == NULL) {
        histogram->rows[row] = (int64_t*)calloc(yisp_row_size(row) * histogram->slot_words, sizeof(int64_t));
        if (histogram->rows[row] == NULL) {
            histogram->failed = 1;
            return NULL;
        }
    }
    return histogram->rows[row] + place * histogram->slot_words;
}

/* Windows --------------------------------------------------------------------------------------------- */

/* Make the window reach to a value outside it; false where that is too far (or no memory). */
YISP_RARE int yisp_extend(yisp_histogram* histogram, int64_t value)
{
    int words = histogram->slot_words;
    int64_t least = value, greatest = value, before, base;
    int64_t* window;
    uint64_t range, span;
    for (int64_t i = 0; i < (int64_t)histogram->span; i++) {
        if (histogram->window[i * words]) {
            int64_t counted = histogram->base + i;
            least = counted < least ? counted : least;
            greatest = counted > greatest ? counted : greatest;
        }
    }
    range = (uint64_t)greatest - (uint64_t)least;
    if (range >= YISP_WINDOW)
        return 0;
    span = histogram->span > YISP_FIRST_WINDOW ? histogram->span : YISP_FIRST_WINDOW;
    while (span <= range + range / 2 && span < YISP_WINDOW)
        span *= 2;
    /* Room on both sides, and none beyond the numbers that there are. */
    before = (int64_t)((span - 1 - range) / 2);
    base = least >= INT64_MIN + before ? least - before : INT64_MIN;
    if (base > INT64_MAX - (int64_t)(span - 1))
        base = INT64_MAX - (int64_t)(span - 1);
    window = (int64_t*)calloc(span * words, sizeof(int64_t));
    if (window == NULL) {
        histogram->failed = 1;
        return 0;
    }
    for (int64_t i = 0; i < (int64_t)histogram->span; i++) {
        const int64_t* slot = histogram->window + i * words;
        if (*slot)
            memcpy(window + (histogram->base + i - base) * words, slot, words * sizeof(int64_t));
    }
    free(histogram->window);
    histogram->window = window;
    histogram->base = base;
    histogram->span = span;
    return 1;
}

/* Count by powers of two from now on. */
YISP_RARE void yisp_widen(yisp_histogram* histogram)
{
    int words = histogram->slot_words;
    histogram->rows = (int64_t**)calloc(YISP_ROWS, sizeof(int64_t*));
    if (histogram->rows == NULL) {
        histogram->failed = 1;
        return;
    }
    for (int64_t i = 0; i < (int64_t)histogram->span; i++) {
        const int64_t* old = histogram->window + i * words;
        if (*old) {
            int64_t* slot = yisp_sketch_slot(histogram, histogram->base + i);
            if (slot == NULL)
                return;
            *slot += *old;
            for (int part = 1; part < words; part += 3)
                yisp_add_words(slot + part, old + part);
        }
    }
    free(histogram->window);
    histogram->window = NULL;
    histogram->span = 0;
}

/* The slot of a value, by now; NULL when there is no memory for it. */
YISP_APART int64_t* yisp_slot_of(yisp_histogram* histogram, int64_t value)
{
    uint64_t offset = (uint64_t)value - (uint64_t)histogram->base;
    if (offset < histogram->span)
        return histogram->window + (int64_t)offset * histogram->slot_words;
    if (histogram->failed)
        return NULL;
    if (histogram->rows == NULL) {
        if (yisp_extend(histogram, value))
            return histogram->window + (value - histogram->base) * histogram->slot_words;
        if (!histogram->failed)
            yisp_widen(histogram);
    }
    return histogram->failed ? NULL : yisp_sketch_slot(histogram, value);
}

YISP_RARE void yisp_free_histogram(yisp_histogram* histogram)
{
    free(histogram->window);
    if (histogram->rows != NULL) {
        for (int row = 0; row < YISP_ROWS; row++)
            free(histogram->rows[row]);
        free(histogram->rows);
    }
}

static inline void* yisp_copied(const void* memory, size_t size)
{
    void* copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, memory, size);
    return copy;
}

/* Make one equal to another, with slots of its own; false (and empty) when there is no memory for them. */
YISP_RARE int yisp_copy_histogram(yisp_histogram* to, const yisp_histogram* source)
{
    size_t slot = source->slot_words * sizeof(int64_t);
    if (source->rows == NULL && to->rows == NULL && source->span == to->span) {
        /* The usual case: nothing has grown since the last time. */
        to->base = source->base;
        to->slot_words = source->slot_words;
        to->failed = source->failed;
        if (source->span)
            memcpy(to->window, source->window, source->span * slot);
        return 1;
    }
    yisp_free_histogram(to);
    memset(to, 0, sizeof(*to));
    to->slot_words = source->slot_words;
    to->failed = source->failed;
    if (source->span) {
        to->window = (int64_t*)yisp_copied(source->window, source->span * slot);
        if (to->window == NULL)
            return 0;
        to->base = source->base;
        to->span = source->span;
    }
    if (source->rows != NULL) {
        to->rows = (int64_t**)calloc(YISP_ROWS, sizeof(int64_t*));
        if (to->rows == NULL)
            return 0;
        for (int row = 0; row < YISP_ROWS; row++) {
            if (source->rows[row] != NULL) {
                to->rows[row] = (int64_t*)yisp_copied(source->rows[row], yisp_row_size(row) * slot);
                if (to->rows[row] == NULL)
                    return 0;
            }
        }
    }
    return 1;
}

/* Counting -------------------------------------------------------------------------------------------- */

YISP_APART void yisp_add_observations(yisp_number_tally* number, int64_t value, int64_t times)
{
    number->count += times;
    yisp_add_product(number->total, value, times);
    yisp_add_squares(number->squares, value, times);
    if (value < number->least)
        number->least = value;
    if (value > number->greatest)
        number->greatest = value;
}

/* Count an observation that the window does not reach.
 *
 * As long as there is a window, all that is known of the number follows from it; the sums are kept from
 * the moment when it has become too wide. */
YISP_APART void yisp_tally_elsewhere(yisp_number_tally* number, int64_t value)
{
    yisp_histogram* values = &number->values;
    int64_t* slot;
    if (values->rows == NULL && !values->failed) {
        if (yisp_extend(values, value)) {
            values->window[value - values->base] += 1;
            return;
        }
        for (int64_t i = 0; i < (int64_t)values->span; i++) {
            if (values->window[i])
                yisp_add_observations(number, values->base + i, values->window[i]);
        }
    }
    slot = yisp_slot_of(values, value);
    if (slot != NULL) {
        *slot += 1;
        yisp_add_observations(number, value, 1);
    }
}

/* Count one observation. */
static inline void yisp_tally(yisp_number_tally* number, int64_t value)
{
    uint64_t offset = (uint64_t)value - (uint64_t)number->values.base;
    if (yisp_likely(offset < number->values.span))
        number->values.window[offset] += 1;
    else
        yisp_tally_elsewhere(number, value);
}

/* Count one observation of two numbers. */
YISP_APART void yisp_tally_pair(yisp_pair_tally* pair, int64_t x, int64_t y)
{
    int64_t* slot = yisp_slot_of(&pair->values, x);
    if (slot == NULL)
        return;
    *slot += 1;
    yisp_add_product(slot + 1, x, 1);
    yisp_add_product(slot + 4, y, 1);
    yisp_add_product(slot + 7, y, y);
    yisp_add_product(pair->squares, x, x);
    yisp_add_product(pair->products, x, y);
}

/* Count a trial's pairs of observations, which stand in its row (see `yisp_run_trials`). */
static inline void yisp_tally_relations(yisp_counts* counts, const int64_t* row)
{
    for (int i = 0; i < counts->relation_count; i++) {
        yisp_pair_tally* pair = &counts->relations[i];
        if ((pair->x_known == 0 || row[pair->x_known]) && (pair->y_known == 0 || row[pair->y_known]))
            yisp_tally_pair(pair, row[pair->x], row[pair->y]);
    }
}

#endif

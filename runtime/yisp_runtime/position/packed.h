/* Positions as they are kept in great numbers: without their zeros.
 *
 * A bit a word says which words are there.  The stamp of an unrevealed card is taken for one, since nobody reads it: an
 * order begins where a card is revealed. */
#ifndef YISP_PACKED_H
#define YISP_PACKED_H

#include "position/table.h"

static inline size_t yisp_packed_bits(const yisp_table* t)
{
    return (YISP_POSITION_WORDS(t) + 63) / 64;
}

/* Pack the position on the table; how many words that is. */
static inline size_t yisp_pack(const yisp_table* t, uint64_t* out)
{
    size_t bits = yisp_packed_bits(t), n = bits, stamps = YISP_AT_STAMPS(t), end = YISP_AT_WORLD(t);
    size_t marks = YISP_AT_MARKS(t); /* before them and before the stamps is room that is not used */
    size_t unused = YISP_AT_INSTALLED(t) + (size_t)yisp_counters(t)[YISP_INSTALLED_COUNT] * YISP_INSTALLED_WORDS;
    size_t unmarked = YISP_LIGHTS(t) ? marks + 2 + yisp_marks(t)[0] * YISP_MARK_WORDS(t) : stamps;
    uint64_t hidden[YISP_MAX_WORDS] = {0};
    for (int z = 0; z < YISP_ZONES(t); z++) {
        for (int w = 0; w < YISP_WORDS(t); w++)
            hidden[w] |= yisp_hidden_words(t, z)[w];
    }
    memset(out, 0, bits * sizeof(uint64_t));
    for (size_t i = 0; i < (size_t)YISP_POSITION_WORDS(t); i++) {
        uint64_t word = t->position[i];
        if (i == unused)
            i = marks, word = t->position[i];
        if (i == unmarked)
            i = stamps, word = t->position[i];
        if (i >= stamps && i < end && yisp_contains(hidden, (int)(i - stamps)))
            word = 0;
        out[n] = word;
        n += word != 0;
        out[i >> 6] |= (uint64_t)(word != 0) << (i & 63);
    }
    return n;
}

static inline void yisp_unpack(const yisp_table* t, const uint64_t* packed, uint64_t* position)
{
    size_t bits = yisp_packed_bits(t), n = bits;
    memset(position, 0, YISP_POSITION_WORDS(t) * sizeof(uint64_t));
    for (size_t b = 0; b < bits; b++) {
        for (uint64_t there = packed[b]; there; there &= there - 1)
            position[64 * b + yisp_lowest(there)] = packed[n++];
    }
}

#endif

/* Positions as they are kept in great numbers: without their zeros.
 *
 * A bit a word says which words are there.  The stamp of an unrevealed card is taken for one, since nobody reads it (an
 * order begins where a card is revealed), but where it says which spot the card follows (spots.h). */
#ifndef YISP_PACKED_H
#define YISP_PACKED_H

#include "position/table.h"

static inline size_t yisp_packed_bits(const yisp_table* t)
{
    return (YISP_POSITION_WORDS(t) + 63) / 64;
}

/* Append those of the position's words [from, to) that are not 0 to the `n` that are there; how many there are then. */
static inline size_t yisp_pack_words(const yisp_table* t, size_t from, size_t to, uint64_t* out, size_t n)
{
    for (size_t i = from; i < to;) {
        size_t block = i >> 6, end = 64 * (block + 1) < to ? 64 * (block + 1) : to;
        uint64_t there = 0;
        for (; i < end; i++) { /* without branches, since nobody can foresee which words are 0 */
            uint64_t word = t->position[i];
            out[n] = word;
            n += word != 0;
            there |= (uint64_t)(word != 0) << (i & 63);
        }
        out[block] |= there;
    }
    return n;
}

/* Pack the position on the table; how many words that is. */
static inline size_t yisp_pack(const yisp_table* t, uint64_t* out)
{
    size_t bits = yisp_packed_bits(t), n = bits, marks = YISP_AT_MARKS(t), stamps = YISP_AT_STAMPS(t);
    size_t installed = (size_t)yisp_counters(t)[YISP_INSTALLED_COUNT] * YISP_INSTALLED_WORDS;
    memset(out, 0, bits * sizeof(uint64_t));
    n = yisp_pack_words(t, 0, YISP_AT_INSTALLED(t) + installed, out, n); /* behind it is room that is not used */
    if (YISP_LIGHTS(t)) /* as behind the marks */
        n = yisp_pack_words(t, marks, marks + 2 + yisp_marks(t)[0] * YISP_MARK_WORDS(t), out, n);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t known = t->everything[w];
        for (int z = 0; z < YISP_ZONES(t); z++)
            known &= yisp_has_spots(t, z) ? ~(uint64_t)0 : ~yisp_hidden_words(t, z)[w];
        for (; known; known &= known - 1) {
            size_t i = stamps + 64 * (size_t)w + (size_t)yisp_lowest(known);
            out[n] = t->position[i];
            n += t->position[i] != 0;
            out[i >> 6] |= (uint64_t)(t->position[i] != 0) << (i & 63);
        }
    }
    return yisp_pack_words(t, YISP_AT_WORLD(t), YISP_POSITION_WORDS(t), out, n);
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

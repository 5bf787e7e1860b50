/* Worlds: futures, known as a whole.
 *
 * Row k of a world is the order of all cards that the k-th shuffle makes, or the k-th move into the reserve of a wall
 * (row 0: the deck's, as dealt); an unrevealed part of a zone lies in the order of the zone's row.  However one looks,
 * the same card lies on top.  Roll n of a world is the n-th number.  How many shuffles and rolls there were, and which
 * row orders each zone, stands in the position: whoever copies that copies its future.
 *
 * A listed world is known card by card.  Of each row only the first cards may be known: where that is not enough,
 * the row is `lacking`.  A roll of it is one of so many, and no line may ask for one of another range.
 *
 * A keyed world is known as a whole: a hash of its key, the row and the card's own key ranks the cards, so that a
 * card keeps its place in every deck that has it; rolls are hashed likewise.
 */
#ifndef YISP_WORLDS_H
#define YISP_WORLDS_H

#include <stdlib.h>

#include "position/decisions.h"

#define YISP_GOLDEN 0x9E3779B97F4A7C15u

/* Stand in the world of that key. */
static inline void yisp_enter_world(yisp_enumeration* e, uint64_t key)
{
    e->world = YISP_KEYED_WORLD;
    e->key = key;
    e->imagined_from = 0;
}

/* The key of a world: of a trial, or that of the `number`th among those which a player imagines at a position. */
static inline uint64_t yisp_world_key(const yisp_table* t, uint64_t trial, int purpose, uint64_t number)
{
    uint64_t block[4];
    yisp_make_block(block, t->seed, t->topic, trial, purpose);
    return yisp_mix(block[0] + number * YISP_GOLDEN);
}

YISP_RARE int yisp_compare_ranks(const void* a, const void* b)
{
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

#define YISP_MANY_RANKS 96 /* cards from which on the library's way of sorting is the shorter one */

/* Write a row of the keyed world down: all cards, in order.
 *
 * What is written down stays until another row takes its place, whose key says whose it is: so one may go from world
 * to world and back. */
YISP_APART const uint16_t* yisp_lay_row(yisp_table* t, int64_t row)
{
    yisp_enumeration* e = t->enumeration;
    uint64_t key = yisp_mix(e->key + (2 * (uint64_t)row + 1) * YISP_GOLDEN);
    uint64_t* ranks = e->ranks;
    int place = (int)(key & (uint64_t)e->laid_mask), n = YISP_CARDS(t);
    uint16_t* order = e->laid_cards + (size_t)place * n;
    if (yisp_likely(e->laid[place] == key))
        return order;
    e->laid[place] = key;
    for (int card = 0; card < n; card++) /* the lowest digits tell which card it is */
        ranks[card] = (yisp_mix(key ^ t->card_keys[card]) & ~(uint64_t)0xFFFF) | (uint64_t)card;
    if (n > YISP_MANY_RANKS) {
        qsort(ranks, n, sizeof *ranks, yisp_compare_ranks);
    } else {
        for (int i = 1; i < n; i++) {
            uint64_t rank = ranks[i];
            int at = i;
            for (; at > 0 && ranks[at - 1] > rank; at--)
                ranks[at] = ranks[at - 1];
            ranks[at] = rank;
        }
    }
    for (int i = 0; i < n; i++)
        order[i] = (uint16_t)ranks[i];
    return order;
}

/* Which of `cards`, all unrevealed in the zone, comes first, or last, in the keyed world: its rank in the set. */
static inline uint64_t yisp_look_up_keyed(yisp_table* t, int z, const uint64_t* cards, int last)
{
    const uint16_t* order = yisp_lay_row(t, yisp_world(t)[2 + z]);
    int i = last ? YISP_CARDS(t) - 1 : 0, step = last ? -1 : 1;
    while (!yisp_contains(cards, order[i])) /* there is one */
        i += step;
    return yisp_rank_of(t, cards, order[i]);
}

/* The same in a listed world. */
YISP_RARE uint64_t yisp_look_up_listed(yisp_table* t, int z, const uint64_t* cards, int last)
{
    yisp_enumeration* e = t->enumeration;
    int64_t row = yisp_world(t)[2 + z];
    int known = row < e->row_count ? e->known[row] : 0, found = -1, others = 0;
    const uint16_t* order = known ? e->rows + row * YISP_CARDS(t) : NULL;
    for (int w = 0; w < YISP_WORDS(t); w++)
        others += yisp_popcount(cards[w]);
    for (int i = 0; i < known && (last || found < 0); i++) {
        if (yisp_contains(cards, order[i])) {
            found = order[i];
            others -= 1;
        }
    }
    if (found < 0 || (last && others)) {
        e->lacking = (int)row;
        e->failed = 1;
        return 0;
    }
    return yisp_rank_of(t, cards, found);
}

/* The world's next number, below `n`, or any 64-bit one when `n` is 0 (which no listed world has). */
YISP_RARE uint64_t yisp_look_up_roll(yisp_table* t, uint64_t n)
{
    yisp_enumeration* e = t->enumeration;
    int64_t roll = yisp_world(t)[1];
    if (e->world == YISP_KEYED_WORLD) {
        uint64_t word = yisp_mix(e->key + (2 * (uint64_t)roll + 2) * YISP_GOLDEN);
        yisp_world(t)[1] += 1;
        return n ? yisp_bounded_word(word, n) : word;
    }
    if (n == 0 || n > YISP_MOST_OPTIONS) {
        e->failed = 1;
        return 0;
    }
    if (roll >= e->roll_count || e->rolls[2 * roll] != (int64_t)n) {
        e->rolled = roll < e->roll_count ? -1 : (int64_t)n;
        e->failed = 1;
        return 0;
    }
    yisp_world(t)[1] += 1;
    return e->rolls[2 * roll + 1];
}

#endif

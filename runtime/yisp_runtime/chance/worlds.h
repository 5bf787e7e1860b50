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
 * A keyed world is known as a whole: its rows and its rolls follow from its key.  Whoever plays trials in such worlds and
 * looks at nothing else needs no enumeration (`YISP_PLAYS_WORLDS`).
 */
#ifndef YISP_WORLDS_H
#define YISP_WORLDS_H

#include <stdlib.h>
#include <string.h>

#include "position/decisions.h"

#define YISP_GOLDEN 0x9E3779B97F4A7C15u

/* Stand in the world of that key. */
static inline void yisp_enter_world(yisp_enumeration* e, uint64_t key)
{
    e->world = YISP_KEYED_WORLD;
    e->key = key;
    e->imagined_from = 0;
}

/* The key of the `number`th of the worlds that a player imagines at the position of that mark. */
static inline uint64_t yisp_imagined_key(const yisp_table* t, uint64_t mark, uint64_t number)
{
    uint64_t block[4];
    yisp_make_block(block, t->seed, t->topic, mark, YISP_PLANS);
    return yisp_mix(block[0] + number * YISP_GOLDEN);
}

/* The key of a trial's world; that of all trials is of the seed and the topic. */
static inline uint64_t yisp_trial_key(const yisp_table* t, int64_t trial)
{
    return yisp_mix(t->worlds_key + (uint64_t)trial * YISP_GOLDEN);
}

/* Rows ------------------------------------------------------------------------------------------------ */

/* A row of a keyed world orders `1 << slot_bits` slots, of which a deck's cards have some (`card_at`): that of the deck is
 * what of it is left.  Random words name slots, the same for every deck; whichever is named first comes first.  Of slots
 * that were not named yet each is as likely to be the next, so every order is as likely as any other; and decks that
 * share a card have it at the same place among all others that they share.  What the first words do not name
 * comes behind, ordered by hashes, likewise.
 *
 * A row is laid as far as somebody has looked, and stays until another one takes its place, whose key says whose it is:
 * so one may go from world to world and back. */
enum { YISP_ROW_KEY, YISP_ROW_LAID, YISP_ROW_WORDS, YISP_ROW_NAMED }; /* words: the last one begins a set of slots */

#define YISP_NO_CARD 65535
#define YISP_SLOT_WORDS(t) (1 << (t)->slot_bits >> 6)

/* The words of a row: the cards come behind the slots, with room for what a word names. */
static inline size_t yisp_row_words(const yisp_table* t)
{
    return (size_t)(YISP_ROW_NAMED + YISP_SLOT_WORDS(t) + YISP_CARDS(t) / 4 + 4);
}

static inline uint16_t* yisp_row_cards(const yisp_table* t, uint64_t* row)
{
    return (uint16_t*)(row + YISP_ROW_NAMED + YISP_SLOT_WORDS(t));
}

/* How many words name slots: of those, one in twelve is not named by then. */
static inline uint64_t yisp_naming_words(const yisp_table* t)
{
    return ((uint64_t)5 << t->slot_bits) / 2 / (uint64_t)(64 / t->slot_bits) + 1;
}

static inline uint64_t yisp_row_key(const yisp_table* t, int64_t number)
{
    uint64_t world = YISP_ENUMERATES(t) ? t->enumeration->key : t->world_key;
    return yisp_mix(world + (2 * (uint64_t)number + 1) * YISP_GOLDEN);
}

/* The row of the world; nobody may have looked at it. */
static inline uint64_t* yisp_find_row(yisp_table* t, int64_t number)
{
    uint64_t key = yisp_row_key(t, number);
    uint64_t* row = t->rows + (size_t)(key & (uint64_t)t->row_mask) * yisp_row_words(t);
    if (yisp_likely(row[YISP_ROW_KEY] == key))
        return row;
    row[YISP_ROW_KEY] = key;
    row[YISP_ROW_LAID] = row[YISP_ROW_WORDS] = 0;
    for (int w = 0; w < YISP_SLOT_WORDS(t); w++) /* no card waits to be named there */
        row[YISP_ROW_NAMED + w] = t->empty_slots[w];
    return row;
}

/* Lay those cards of the row that a word names; no branches: which it names cannot be predicted. */
static inline void yisp_name_slots(const yisp_table* t, uint64_t* row, uint64_t word, int bits)
{
    const uint16_t* card_at = t->card_at;
    uint16_t* cards = yisp_row_cards(t, row) + row[YISP_ROW_LAID];
    uint64_t only = row[YISP_ROW_NAMED]; /* where one word has all slots */
    for (int i = 0; i < 64 / bits; i++, word >>= bits) {
        uint64_t slot = word & (((uint64_t)1 << bits) - 1);
        uint64_t* named = bits == 6 ? &only : row + YISP_ROW_NAMED + (slot >> 6);
        uint64_t anew = ~*named >> (slot & 63) & 1;
        *cards = card_at[slot];
        cards += anew;
        *named |= (uint64_t)1 << (slot & 63);
    }
    if (bits == 6)
        row[YISP_ROW_NAMED] = only;
    row[YISP_ROW_LAID] = (uint64_t)(cards - yisp_row_cards(t, row));
}

YISP_RARE int yisp_compare_ranks(const void* a, const void* b)
{
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

/* Lay the rest of the row, which its words have not named. */
YISP_RARE void yisp_lay_rest(yisp_table* t, uint64_t* row)
{
    int n = 0, laid = (int)row[YISP_ROW_LAID];
    for (int slot = 0; slot < 1 << t->slot_bits; slot++) { /* the lowest digits tell which card it is */
        if (~row[YISP_ROW_NAMED + (slot >> 6)] >> (slot & 63) & 1)
            t->ranks[n++] = (yisp_mix(row[YISP_ROW_KEY] - (uint64_t)(slot + 1) * YISP_GOLDEN) & ~(uint64_t)0xFFFF)
                | t->card_at[slot];
    }
    qsort(t->ranks, n, sizeof *t->ranks, yisp_compare_ranks);
    for (int i = 0; i < n; i++)
        yisp_row_cards(t, row)[laid + i] = (uint16_t)t->ranks[i];
    row[YISP_ROW_LAID] = (uint64_t)YISP_CARDS(t);
}

/* Lay more of a row of which not all is laid. */
YISP_APART void yisp_lay_more(yisp_table* t, uint64_t* row)
{
    if (yisp_unlikely(row[YISP_ROW_WORDS] == yisp_naming_words(t))) {
        yisp_lay_rest(t, row);
        return;
    }
    row[YISP_ROW_WORDS] += 1;
    uint64_t word = yisp_mix(row[YISP_ROW_KEY] + row[YISP_ROW_WORDS] * YISP_GOLDEN);
    if (yisp_likely(t->slot_bits == 6))
        yisp_name_slots(t, row, word, 6);
    else
        yisp_name_slots(t, row, word, t->slot_bits);
}

/* The place in the row, from that one on, of the first of `cards`, of which there is one. */
static inline uint64_t yisp_next_in_row(yisp_table* t, uint64_t* row, const uint64_t* cards, uint64_t from)
{
    const uint16_t* order = yisp_row_cards(t, row);
    for (;; from++) {
        while (yisp_unlikely(from >= row[YISP_ROW_LAID]))
            yisp_lay_more(t, row);
        if (yisp_contains(cards, order[from]))
            return from;
    }
}

/* Which of `cards`, all unrevealed in the zone, comes first, or last, in the keyed world: its rank in the set. */
YISP_APART uint64_t yisp_look_up_keyed(yisp_table* t, int z, const uint64_t* cards, int last)
{
    uint64_t* row = yisp_find_row(t, yisp_world(t)[2 + z]);
    const uint16_t* order = yisp_row_cards(t, row);
    if (last) {
        int i = YISP_CARDS(t) - 1;
        while (row[YISP_ROW_LAID] < (uint64_t)YISP_CARDS(t))
            yisp_lay_more(t, row);
        while (!yisp_contains(cards, order[i])) /* there is one */
            i -= 1;
        return yisp_rank_of(t, cards, order[i]);
    }
    return yisp_rank_of(t, cards, order[yisp_next_in_row(t, row, cards, 0)]);
}

#define YISP_FEW_LOTS 6 /* cards up to which drawing a lot for each is the shorter way */

/* Which of `cards`, all unrevealed in the zone, is taken first where nobody can tell, nor will, which of them lies
 * first: those that are left leave the zone as well, or its order is forgotten.  (Else a lot would tell of them that
 * theirs are greater.)  Of few, each has a lot, apart from the row: so every card is as likely as any other,
 * whatever is known of the row. */
YISP_APART uint64_t yisp_look_up_lot(yisp_table* t, int z, const uint64_t* cards, int64_t n)
{
    uint64_t key, least = UINT64_MAX, place = 0, found = 0;
    if (n == 1)
        return 0;
    if (n > YISP_FEW_LOTS)
        return yisp_look_up_keyed(t, z, cards, 0);
    key = yisp_mix(~yisp_row_key(t, yisp_world(t)[2 + z]));
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1, place++) {
            uint64_t lot = yisp_mix(key + t->slots[w * 64 + yisp_lowest(bits)] * YISP_GOLDEN);
            found = lot < least ? place : found;
            least = lot < least ? lot : least;
        }
    }
    return found;
}

/* The places of the first `n` unrevealed cards of the zone, each among those that are left; there are as many. */
YISP_APART void yisp_look_up_places(yisp_table* t, int z, int n, uint64_t* out)
{
    uint64_t left[YISP_MAX_WORDS];
    uint64_t* row = yisp_find_row(t, yisp_world(t)[2 + z]);
    uint64_t at = 0;
    memcpy(left, yisp_hidden_words(t, z), (size_t)YISP_WORDS(t) * sizeof(uint64_t));
    for (int i = 0; i < n; i++) {
        int card;
        at = yisp_next_in_row(t, row, left, at);
        card = yisp_row_cards(t, row)[at];
        out[i] = yisp_rank_of(t, left, card);
        yisp_remove(left, card);
    }
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
YISP_APART uint64_t yisp_look_up_roll(yisp_table* t, uint64_t n)
{
    yisp_enumeration* e = t->enumeration;
    int64_t roll = yisp_world(t)[1];
    if (!YISP_ENUMERATES(t) || e->world == YISP_KEYED_WORLD) {
        uint64_t key = YISP_ENUMERATES(t) ? e->key : t->world_key;
        uint64_t word = yisp_mix(key + (2 * (uint64_t)roll + 2) * YISP_GOLDEN);
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

/* Whether what has the probability `wanted / total` comes true; what is certain takes no roll. */
static inline int yisp_look_up_chance(yisp_table* t, int64_t wanted, int64_t total)
{
    if (wanted <= 0 || wanted >= total)
        return wanted > 0;
    return (int64_t)yisp_look_up_roll(t, (uint64_t)total) < wanted;
}

#endif

/* decks/hand.yml by hand: forty cards, five drawn, three combos of two to three slots.
 *
 * naive: Fisher-Yates over an array of kinds, then a loop over slots and cards for every combo.
 * fast: one word for the five draws (a block of the counter-based generator has four), the cards picked out of a bitset; every slot count that matters
 * is a field of one packed sum, and Hall's condition is one subtraction. */
#include <string.h>

#include "random.h"

enum { CARDS = 40, HAND = 5, COMBOS = 3, TOPIC = 1, LANES = 4 };
enum { STARTER = 1, EXTENDER = 2, ASH = 4, HAND_TRAP = 8, TRAP = 16 };

/* trials, successes, sum of scores, sum of squares, and a count for each combo */
struct counts {
    int64_t trials, successes, score, squares, combos[COMBOS];
};

static const int SCORES[COMBOS] = {1, 3, 2};
static const uint8_t SLOTS[COMBOS][3] = {
    {STARTER, EXTENDER}, {STARTER, ASH, HAND_TRAP}, {EXTENDER, TRAP, TRAP}
};

static void fill(uint8_t *deck)
{
    memset(deck, 0, CARDS);
    memset(deck, STARTER, 9);
    memset(deck + 9, EXTENDER, 6);
    memset(deck + 15, ASH | HAND_TRAP, 3);
    memset(deck + 18, HAND_TRAP, 6);
    memset(deck + 24, TRAP, 9);
}

static void count(struct counts *out, const int *holds)
{
    int best = 0;
    for (int c = 0; c < COMBOS; c++) {
        int score = holds[c] ? SCORES[c] : 0;
        out->combos[c] += holds[c];
        best = score > best ? score : best;
    }
    out->trials++;
    out->successes += best > 0;
    out->score += best;
    out->squares += best * best;
}

static int matches(const uint8_t *hand, const uint8_t *slots)
{
    unsigned used = 0;
    for (int s = 0; s < 3 && slots[s]; s++) {
        int i = 0;
        while (i < HAND && (used >> i & 1 || !(hand[i] & slots[s])))
            i++;
        if (i == HAND)
            return 0;
        used |= 1u << i;
    }
    return 1;
}

void naive(uint64_t seed, int64_t first, int64_t last, struct counts *out)
{
    uint8_t deck[CARDS];
    fill(deck);
    for (int64_t trial = first; trial < last; trial++) {
        stream r = philox(seed, TOPIC, (uint64_t)trial);
        for (int i = 0; i < HAND; i++) {
            int j = i + (int)below(&r, CARDS - i);
            uint8_t card = deck[j];
            deck[j] = deck[i];
            deck[i] = card;
        }
        int holds[COMBOS];
        for (int c = 0; c < COMBOS; c++)
            holds[c] = matches(deck, SLOTS[c]);
        count(out, holds);
    }
}

#ifdef __BMI2__
#include <immintrin.h>
static inline unsigned nth(uint64_t set, unsigned n) { return (unsigned)__builtin_ctzll(_pdep_u64(1ull << n, set)); }
#else
static inline unsigned nth(uint64_t set, unsigned n)
{
    while (n--)
        set &= set - 1;
    return (unsigned)__builtin_ctzll(set);
}
#endif

/* Fields of eight bits: starters, extenders, ash, hand traps, traps. */
#define FIELDS(a, b, c, d, e) \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 | (uint64_t)(e) << 32)
#define TOPS FIELDS(128, 128, 128, 128, 128)

void fast(uint64_t seed, int64_t first, int64_t last, struct counts *out)
{
    static const uint64_t NEEDS[COMBOS] = {FIELDS(1, 1, 0, 0, 0), FIELDS(1, 0, 1, 2, 0), FIELDS(0, 1, 0, 0, 2)};
    uint8_t deck[CARDS];
    uint64_t fields[CARDS];
    struct counts total = *out;
    stream block = {{0}};
    fill(deck);
    for (int i = 0; i < CARDS; i++)
        fields[i] = FIELDS(deck[i] & 1, deck[i] >> 1 & 1, deck[i] >> 2 & 1, deck[i] >> 3 & 1, deck[i] >> 4 & 1);
    for (int64_t trial = first; trial < last; trial++) {
        if (trial % LANES == 0 || trial == first)
            block = philox(seed, TOPIC, (uint64_t)(trial / LANES));
        unsigned places[HAND];
        uint64_t left = (1ull << CARDS) - 1, sum = TOPS;
        if (!split(block.s[trial % LANES], CARDS, HAND, places)) {
            stream spare = philox(~seed, TOPIC, (uint64_t)trial);
            while (!split(word(&spare), CARDS, HAND, places))
                ;
        }
        for (int i = 0; i < HAND; i++) {
            unsigned card = nth(left, places[i]);
            left &= ~(1ull << card);
            sum += fields[card];
        }
        int holds[COMBOS];
        for (int c = 0; c < COMBOS; c++)
            holds[c] = ((sum - NEEDS[c]) & TOPS) == TOPS;
        count(&total, holds);
    }
    *out = total;
}

/* decks/effects.yml by hand: a zone is a bitset, its order the cards' arrival stamps; the deck's order
 * is decided only as far as somebody looks; what can be activated is worked out as one set. */
#include <string.h>

#include "random.h"

enum { CARDS = 40, HAND = 6, COMBOS = 3, TOPIC = 2, MIDDLE = 1 << 20 };
enum { H, D, F, B, J, ZONES };
enum { POT, LANTERN, HERALD, SCOUT, SMITH, STORM, MERCHANT, PHOENIX, WOLF, WELL, KINDS };

/* trials, successes, sum of scores, sum of squares, a count for each combo, the graveyard's cards,
 * activations and the sum of their squares */
struct counts {
    int64_t trials, successes, score, squares, combos[COMBOS], milled, activations, activation_squares;
};

static const uint8_t COPIES[KINDS] = {2, 2, 3, 2, 2, 1, 2, 2, 2, 2};
#define RUN(first, n) (((1ull << (n)) - 1) << (first))
static const uint64_t KIND[KINDS] = {
    RUN(0, 2), RUN(2, 2), RUN(4, 3), RUN(7, 2), RUN(9, 2), RUN(11, 1), RUN(12, 2), RUN(14, 2), RUN(16, 2), RUN(18, 2)
};
#define SWORD RUN(20, 2)
#define CROWN RUN(22, 2)
#define KEY RUN(20, 4)
#define SPELL (RUN(0, 4) | RUN(11, 3))
#define ONCE (RUN(11, 3) | RUN(16, 4))
#define FROM_HAND (RUN(0, 14) | RUN(18, 2))
#define FROM_GRAVE RUN(14, 6)
#define BEAST (RUN(14, 4) | RUN(24, 3))
#define BRICK RUN(27, 8)
#define EVERYTHING RUN(0, CARDS)

static uint8_t kind_of[CARDS];

/* Cards of the deck are hidden, or known: above the hidden ones with a stamp below MIDDLE, under them
 * with one above it. */
struct position {
    uint64_t zone[ZONES], hidden;
    int stamp[CARDS];
    int arrivals, shown, summon;
    stream random;
};

static inline uint64_t bit(int card) { return 1ull << card; }

#ifdef __BMI2__
#include <immintrin.h>
static inline int nth(uint64_t set, unsigned n) { return __builtin_ctzll(_pdep_u64(1ull << n, set)); }
#else
static inline int nth(uint64_t set, unsigned n)
{
    while (n--)
        set &= set - 1;
    return __builtin_ctzll(set);
}
#endif

static inline int size(uint64_t set) { return __builtin_popcountll(set); }

static inline int earliest(const struct position *p, uint64_t set)
{
    int best = __builtin_ctzll(set);
    while (set &= set - 1) {
        int card = __builtin_ctzll(set);
        if (p->stamp[card] < p->stamp[best])
            best = card;
    }
    return best;
}

static inline void put(struct position *p, int card, int from, int to)
{
    p->zone[from] &= ~bit(card);
    p->zone[to] |= bit(card);
    p->stamp[card] = ++p->arrivals;
}

static inline void reveal(struct position *p, int place)
{
    int card = nth(p->hidden, place);
    p->hidden &= ~bit(card);
    p->stamp[card] = ++p->shown;
}

/* The first card of the deck that is in the set; there is one. */
static inline int look(struct position *p, uint64_t set)
{
    for (;;) {
        uint64_t known = set & p->zone[D] & ~p->hidden;
        if (known) {
            int card = earliest(p, known);
            if (p->stamp[card] < MIDDLE || !(p->hidden & set))
                return card;
        }
        reveal(p, below(&p->random, size(p->hidden)));
    }
}

static inline void draw(struct position *p, int n, int to)
{
    unsigned places[8];
    if (n > size(p->zone[D]))
        n = size(p->zone[D]);
    if (p->hidden == p->zone[D] && n <= 8 && n > 0) {
        while (!split(word(&p->random), size(p->hidden), n, places))
            ;
        for (int i = 0; i < n; i++) {
            int card = nth(p->hidden, places[i]);
            p->hidden &= ~bit(card);
            put(p, card, D, to);
        }
        return;
    }
    while (n-- > 0)
        put(p, look(p, EVERYTHING), D, to);
}

static inline void move(struct position *p, uint64_t set, int n, int from, int to)
{
    while (n-- > 0 && set) {
        int card = earliest(p, set);
        set &= ~bit(card);
        put(p, card, from, to);
    }
}

static inline void move_first_of_deck(struct position *p, uint64_t set, int to)
{
    if (p->zone[D] & set) {
        int card = look(p, set);
        p->hidden &= ~bit(card);
        put(p, card, D, to);
    }
}

/* Search and shuffle: nobody sees what the search revealed, so any card that fits will do. */
static inline void search_and_shuffle(struct position *p, uint64_t set, int to)
{
    uint64_t fits = p->zone[D] & set, known = fits & ~p->hidden;
    if (fits) {
        int card = known ? earliest(p, known) : -1;
        if (card < 0 || (p->stamp[card] > MIDDLE && fits & p->hidden))
            card = nth(fits & p->hidden, below(&p->random, size(fits & p->hidden)));
        put(p, card, D, to);
    }
    p->hidden = p->zone[D];
}

static inline int play(struct position *p)
{
    uint64_t live = EVERYTHING;
    int activations = 0, n;
    for (;;) {
        uint64_t *z = p->zone, legal = live;
        if (!p->summon)
            legal &= ~KIND[HERALD];
        if (!(z[D] & BEAST))
            legal &= ~KIND[SCOUT];
        if (!(z[H] & BRICK))
            legal &= ~(KIND[SMITH] | KIND[MERCHANT]);
        if (size(z[H]) <= 2)
            legal &= ~KIND[STORM];
        if (size(z[B]) <= 3)
            legal &= ~KIND[WELL];
        int from = H;
        uint64_t fits = z[H] & legal & FROM_HAND;
        if (!fits) {
            from = B;
            fits = z[B] & legal & FROM_GRAVE;
            if (!fits)
                return activations;
        }
        int card = earliest(p, fits), kind = kind_of[card];
        live &= ~(KIND[kind] & ONCE);
        activations++;
        switch (kind) {
        case POT:
            put(p, card, from, B);
            draw(p, 2, H);
            break;
        case LANTERN:
            put(p, card, from, B);
            draw(p, 3, B);
            draw(p, 1, H);
            break;
        case HERALD:
            p->summon--;
            put(p, card, from, F);
            search_and_shuffle(p, SPELL, H);
            break;
        case SCOUT:
            put(p, card, from, F);
            move_first_of_deck(p, BEAST, B);
            break;
        case SMITH:
            put(p, card, from, B);
            move(p, z[H] & BRICK, 1, H, B);
            draw(p, 2, H);
            break;
        case STORM:
            put(p, card, from, B);
            n = size(z[H]);
            move(p, z[H], n, H, B);
            draw(p, n, H);
            break;
        case MERCHANT:
            put(p, card, from, B);
            move(p, z[H] & BRICK, CARDS, H, D);
            p->hidden = z[D];
            draw(p, 2, H);
            break;
        case PHOENIX:
            put(p, card, from, J);
            draw(p, 1, H);
            break;
        case WOLF:
            put(p, card, from, D);
            draw(p, 2, B);
            draw(p, 1, H);
            break;
        case WELL:
            put(p, card, from, F);
            move(p, z[B], 3, B, D);
            p->hidden = z[D];
            draw(p, 2, H);
            break;
        }
    }
}

void effects(uint64_t seed, int64_t first, int64_t last, struct counts *out)
{
    for (int kind = 0, card = 0; kind < KINDS; kind++)
        for (int i = 0; i < COPIES[kind]; i++)
            kind_of[card++] = (uint8_t)kind;
    for (int64_t trial = first; trial < last; trial++) {
        struct position p;
        memset(p.zone, 0, sizeof p.zone);
        p.zone[D] = p.hidden = EVERYTHING;
        p.arrivals = MIDDLE;
        p.shown = 0;
        p.random = philox(seed, TOPIC, (uint64_t)trial);
        draw(&p, HAND, H);
        p.summon = 2;
        int activations = play(&p);
        out->activations += activations;
        out->activation_squares += activations * activations;
        int regalia = p.zone[H] & SWORD && p.zone[H] & CROWN;
        int rally = p.zone[H] & KEY && p.zone[B] & BEAST;
        int pack = size(p.zone[B] & BEAST) > 1;
        int score = regalia ? 3 : rally ? 2 : pack;
        out->combos[0] += regalia;
        out->combos[1] += rally;
        out->combos[2] += pack;
        out->milled += size(p.zone[B]);
        out->trials++;
        out->successes += score > 0;
        out->score += score;
        out->squares += score * score;
    }
}

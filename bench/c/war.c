/* War by hand, with every figure its students ask for. Suits mean nothing, so a card is its rank.
 *
 * naive: two rings and a table, the battle's rules in the order in which they are written.
 * fast: a queue is a stretch of a long buffer. A trick without a tie writes its two cards behind both
 * queues, in an order that a random bit decides, and only the winner's queue grows by them: no branch
 * that cannot be foreseen. Only a tie leaves that path. */
#include <string.h>

#include "random.h"

enum { CARDS = 52, HALF = 26, TOPIC = 3 };
enum { CODE, TRICKS, TRICKS1, TRICKS2, TIES, BATTLES, SINGLE, DOUBLE, TRIPLE, QUADRUPLE, UNFINISHED, WEIGHT, ACES, STATS };
enum { LEAST = -84, BINS = 4096 };

/* The sum of a figure over all games, of its square, and how many games had each value from LEAST on
 * (the last bin has all values beyond it). */
struct tally {
    int64_t total, squares, histogram[BINS];
};

struct counts {
    int64_t games;
    struct tally stats[STATS];
};

static void count(struct counts *out, const int *stats)
{
    out->games++;
    for (int i = 0; i < STATS; i++) {
        int64_t value = stats[i], bin = value - LEAST;
        out->stats[i].total += value;
        out->stats[i].squares += value * value;
        out->stats[i].histogram[bin < BINS ? bin : BINS - 1]++;
    }
}

static void weigh(const uint8_t *hand, int n, int *stats)
{
    stats[WEIGHT] = stats[ACES] = 0;
    for (int i = 0; i < n; i++) {
        stats[WEIGHT] += hand[i] - 8;
        stats[ACES] += hand[i] == 14;
    }
}

/* A trick that was tied so many times is won. */
static inline void resolve(int *stats, int ties)
{
    if (ties && ties <= 4)
        stats[SINGLE + ties - 1]++;
}

/* Player 2 (2) or player 1 (1) cannot go on after a tie and loses; the trick is the other's. */
static inline void forfeit(int *stats, int loser, int ties)
{
    stats[CODE] = loser == 1 ? 4 : 2;
    stats[loser == 1 ? TRICKS2 : TRICKS1]++;
    stats[UNFINISHED] += ties > 0;
}

/* Naive ------------------------------------------------------------------------------------------ */

struct ring {
    uint8_t cards[64];
    unsigned head, tail;
};

static inline int held(const struct ring *q) { return (int)(q->tail - q->head); }
static inline uint8_t top(const struct ring *q) { return q->cards[q->head & 63]; }
static inline uint8_t take(struct ring *q) { return q->cards[q->head++ & 63]; }
static inline void put(struct ring *q, uint8_t card) { q->cards[q->tail++ & 63] = card; }

static void play_naive(struct ring *p, struct ring *q, int down, stream *r, int *stats)
{
    uint8_t table[CARDS];
    int laid = 0, ties = 0;
    for (;;) {
        if (!held(p)) {
            stats[CODE] = 3;
            break;
        }
        if (!held(q)) {
            stats[CODE] = 1;
            break;
        }
        if (top(p) == top(q) && (held(p) < 2 + down || held(q) < 2 + down)) {
            forfeit(stats, held(p) < 2 + down ? 1 : 2, ties);
            break;
        }
        uint8_t a = table[laid++] = take(p), b = table[laid++] = take(q);
        if (a == b) {
            ties++;
            stats[TIES]++;
            for (int i = 0; i < down; i++) {
                table[laid++] = take(p);
                table[laid++] = take(q);
            }
            continue;
        }
        struct ring *winner = a > b ? p : q;
        for (; laid; laid--) {
            unsigned i = below(r, (unsigned)laid);
            put(winner, table[i]);
            table[i] = table[laid - 1];
        }
        stats[a > b ? TRICKS1 : TRICKS2]++;
        resolve(stats, ties);
        ties = 0;
    }
    stats[TRICKS] = stats[TRICKS1] + stats[TRICKS2];
    stats[BATTLES] = stats[TRICKS] + stats[TIES];
}

static void fill(uint8_t *deck)
{
    for (int i = 0; i < CARDS; i++)
        deck[i] = (uint8_t)(2 + i / 4);
}

void naive(uint64_t seed, int64_t first, int64_t last, int down, struct counts *out)
{
    uint8_t deck[CARDS];
    fill(deck);
    for (int64_t game = first; game < last; game++) {
        int stats[STATS] = {0};
        struct ring p = {{0}, 0, HALF}, q = p;
        stream r = philox(seed, TOPIC, (uint64_t)game);
        for (unsigned n = CARDS; n > 1; n--) {
            unsigned i = below(&r, n);
            uint8_t card = deck[i];
            deck[i] = deck[n - 1];
            deck[n - 1] = card;
        }
        memcpy(p.cards, deck, HALF);
        memcpy(q.cards, deck + HALF, HALF);
        weigh(deck, HALF, stats);
        play_naive(&p, &q, down, &r, stats);
        count(out, stats);
    }
}

/* Fast ------------------------------------------------------------------------------------------- */

/* A word has an order for so many tricks. None of them, not even a war, adds more than CARDS to a queue,
 * so that a queue that begins in the first half of its buffer does not reach its end meanwhile. */
enum { TRICKS_A_WORD = 64, HALF_BUFFER = TRICKS_A_WORD * CARDS + 2 * CARDS };

struct queue {
    uint8_t *head, *tail, buffer[2 * HALF_BUFFER];
};

static inline void make_room(struct queue *q)
{
    if (__builtin_expect(q->head - q->buffer > HALF_BUFFER - CARDS, 0)) {
        size_t n = (size_t)(q->tail - q->head);
        memmove(q->buffer, q->head, n);
        q->head = q->buffer;
        q->tail = q->buffer + n;
    }
}

/* Put n cards into random order, taking up to ten places out of each word. */
static inline void shuffle(uint8_t *cards, int n, stream *r)
{
    while (n > 1) {
        unsigned places[10];
        int k = n < 10 ? n - 1 : 10;
        while (!split(word(r), (unsigned)n, k, places))
            ;
        for (int i = 0; i < k; i++, n--) {
            uint8_t card = cards[places[i]];
            cards[places[i]] = cards[n - 1];
            cards[n - 1] = card;
        }
    }
}

/* The tops are equal: war until somebody wins the table or cannot go on. True when the game is over. */
static int make_war(struct queue *p, struct queue *q, int down, stream *r, int *stats)
{
    uint8_t table[CARDS];
    int laid = 0, ties = 0, each = 1 + down;
    while (*p->head == *q->head) {
        if (p->tail - p->head < 2 + down || q->tail - q->head < 2 + down) {
            forfeit(stats, p->tail - p->head < 2 + down ? 1 : 2, ties);
            stats[TIES] += ties;
            return 1;
        }
        memcpy(table + laid, p->head, (size_t)each);
        memcpy(table + laid + each, q->head, (size_t)each);
        laid += 2 * each;
        p->head += each;
        q->head += each;
        ties++;
    }
    struct queue *winner = *p->head > *q->head ? p : q;
    stats[winner == p ? TRICKS1 : TRICKS2]++;
    table[laid++] = *p->head++;
    table[laid++] = *q->head++;
    shuffle(table, laid, r);
    memcpy(winner->tail, table, (size_t)laid);
    winner->tail += laid;
    stats[TIES] += ties;
    resolve(stats, ties);
    return p->head == p->tail || q->head == q->tail;
}

static void play_fast(struct queue *p, struct queue *q, int down, stream *r, int *stats)
{
    int over = 0;
    while (!over) {
        make_room(p);
        make_room(q);
        uint64_t orders = word(r);
        for (int i = 0; i < TRICKS_A_WORD && !over; i++) {
            const uint8_t *h = p->head, *g = q->head;
            uint8_t *t = p->tail, *u = q->tail;
            unsigned won = 0, tricks = 0;
            /* Here the tops differ, or the loop is left. */
            for (; i < TRICKS_A_WORD && *h != *g; i++) {
                unsigned a = *h++, b = *g++, one = a > b, swap = (unsigned)(orders & 1) << 3;
                uint32_t pair = a | b << 8;
                uint16_t cards = (uint16_t)((pair | pair << 16) >> swap);
                memcpy(t, &cards, 2);
                memcpy(u, &cards, 2);
                t += 2 * one;
                u += 2 * (1 - one);
                won += one;
                tricks++;
                orders >>= 1;
                if (h == t || g == u) {
                    over = 1;
                    break;
                }
            }
            p->head = (uint8_t *)h;
            p->tail = t;
            q->head = (uint8_t *)g;
            q->tail = u;
            stats[TRICKS1] += (int)won;
            stats[TRICKS2] += (int)(tricks - won);
            if (!over && i < TRICKS_A_WORD)
                over = make_war(p, q, down, r, stats);
        }
    }
    if (!stats[CODE])
        stats[CODE] = p->head == p->tail ? 3 : 1;
    stats[TRICKS] = stats[TRICKS1] + stats[TRICKS2];
    stats[BATTLES] = stats[TRICKS] + stats[TIES];
}

static void begin(struct queue *q, const uint8_t *cards, int n)
{
    q->head = q->buffer;
    q->tail = q->buffer + n;
    memcpy(q->buffer, cards, (size_t)n);
}

void fast(uint64_t seed, int64_t first, int64_t last, int down, struct counts *out)
{
    uint8_t deck[CARDS];
    struct queue p, q;
    fill(deck);
    for (int64_t game = first; game < last; game++) {
        int stats[STATS] = {0};
        stream r = philox(seed, TOPIC, (uint64_t)game);
        shuffle(deck, CARDS, &r);
        begin(&p, deck, HALF);
        begin(&q, deck + HALF, HALF);
        weigh(deck, HALF, stats);
        play_fast(&p, &q, down, &r, stats);
        count(out, stats);
    }
}

/* The wall of mahjong.yml by hand, as one writes it down: for each of the 34 kinds how many black and red tiles are left
 * and what its marks for the next draw add up to; a draw weighs every kind and goes through them. */
#include <string.h>

#include "random.h"

enum { KINDS = 34, SUIT = 9, DRAWS = 60, MOST = 4, BASE = 10, TOPIC = 4, STATS = 5 };
enum { MAN = 0, PIN = 9, SOU = 18, HONOURS = 27 };

/* What a stat of a trial adds up to, and its squares. */
struct tally {
    int64_t total, squares;
};

/* Of what was drawn in a trial: man, sou, honours, red fives, kinds of which nothing is left. */
struct counts {
    int64_t trials;
    struct tally stats[STATS];
};

struct wall {
    int black[KINDS], red[KINDS], marks[KINDS], lit;
    stream random;
};

static const int FULL_RED[KINDS] = {[MAN + 4] = 1, [PIN + 4] = 2, [SOU + 4] = 1};

static void light(struct wall *w, int from, int n, int amount)
{
    for (int kind = from; kind < from + n; kind++)
        w->marks[kind] += amount;
    w->lit = 1;
}

/* Kinds that nothing is left of weigh nothing, whatever was lit. */
static void draw(struct wall *w)
{
    int weights[KINDS], total = 0, kind = 0, left;
    for (int i = 0; i < KINDS; i++) {
        int copies = w->black[i] + w->red[i], weight = copies ? BASE * copies + w->marks[i] : 0;
        weights[i] = weight > 0 ? weight : 0;
        total += weights[i];
    }
    left = (int)below(&w->random, total);
    while (left >= weights[kind])
        left -= weights[kind++];
    if (w->red[kind] && (int)below(&w->random, w->black[kind] + w->red[kind]) < w->red[kind])
        w->red[kind]--;
    else
        w->black[kind]--;
    if (w->lit)
        memset(w->marks, 0, sizeof w->marks);
    w->lit = 0;
}

static int drawn(const struct wall *w, int from, int n)
{
    int count = 0;
    for (int kind = from; kind < from + n; kind++)
        count += MOST - w->black[kind] - w->red[kind];
    return count;
}

static void count(struct counts *out, const struct wall *w)
{
    int stats[STATS] = {drawn(w, MAN, SUIT), drawn(w, SOU, SUIT), drawn(w, HONOURS, KINDS - HONOURS), 0, 0};
    for (int kind = 0; kind < KINDS; kind++) {
        stats[3] += FULL_RED[kind] - w->red[kind];
        stats[4] += w->black[kind] + w->red[kind] == 0;
    }
    out->trials++;
    for (int i = 0; i < STATS; i++) {
        out->stats[i].total += stats[i];
        out->stats[i].squares += stats[i] * stats[i];
    }
}

enum { UNTOUCHED, ONE_LIGHT, THREE_KINDS, THREE_SETS };

void naive(uint64_t seed, int64_t first, int64_t last, int task, struct counts *out)
{
    for (int64_t trial = first; trial < last; trial++) {
        struct wall w = {.lit = 0};
        w.random = philox(seed, TOPIC, (uint64_t)trial);
        for (int kind = 0; kind < KINDS; kind++) {
            w.red[kind] = FULL_RED[kind];
            w.black[kind] = MOST - FULL_RED[kind];
        }
        for (int i = 0; i < DRAWS; i++) {
            switch (task) {
            case UNTOUCHED:
                break;
            case ONE_LIGHT:
                light(&w, PIN + 6, 1, 100);
                break;
            case THREE_KINDS:
                light(&w, MAN + 4, 1, 100);
                light(&w, PIN + 6, 1, 100);
                light(&w, HONOURS, 1, 100);
                break;
            case THREE_SETS:
                light(&w, 0, KINDS, 30);
                light(&w, SOU, SUIT, 30);
                light(&w, MAN, SUIT, 10);
            }
            draw(&w);
        }
        count(out, &w);
    }
}

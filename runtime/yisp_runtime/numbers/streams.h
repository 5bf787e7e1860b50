/* Random numbers: counter-based streams and exact bounded integers.
 *
 * The stream of a trial is keyed by the seed, the topic, the trial's number and its purpose, and by
 * nothing else: Philox4x64-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
 * 1, 2, 3", SC 2011) turns these into the state of a xoshiro256++ generator (Blackman, Vigna:
 * "Scrambled linear pseudorandom number generators", 2021).  Any trial can so be replayed alone.
 * Bounded integers come from multiplication with rejection (Lemire: "Fast random integer generation
 * in an interval", 2019), several of them from one word (Brackett-Rozinsky, Lemire: "Batched ranged
 * random integer generation", 2024); all are exactly uniform.
 */
#ifndef YISP_STREAMS_H
#define YISP_STREAMS_H

#include "numbers/portable.h"

typedef struct {
    uint64_t state[4];
} yisp_stream;

enum { /* what a stream is for */
    YISP_REVEALS = 0,
    YISP_NUMBERS = 1,
    YISP_HANDS = 2, /* of trials that draw a hand and nothing else: a word a trial, four to a block */
    YISP_WORLDS = 3, /* futures: see worlds.h */
    YISP_PLAYS = 4, /* what `random` plays */
    YISP_PLANS = 5 /* the futures that a player imagines at a position, which takes the trial's place */
};

static inline uint64_t yisp_rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

/* Mix a word: of words that differ anywhere, any bit differs half of the time (Stafford, "Better bit mixing", 2011,
 * variant 13; as in SplitMix64). */
static inline uint64_t yisp_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

/* 64 random bits. */
static inline uint64_t yisp_next_word(yisp_stream* stream)
{
    uint64_t* s = stream->state;
    uint64_t result = yisp_rotate(s[0] + s[3], 23) + s[0];
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = yisp_rotate(s[3], 45);
    return result;
}

/* The four words of the counter-based generator under this key. */
static inline void yisp_make_block(uint64_t* out, uint64_t seed, uint64_t topic, uint64_t number, uint64_t purpose)
{
    uint64_t key0 = seed, key1 = topic;
    uint64_t c0 = number, c1 = purpose, c2 = 0, c3 = 0;
    for (int i = 0; i < 10; i++) {
        uint64_t high0, high1;
        uint64_t low0 = yisp_product(c0, 0xD2E7470EE14C6C93u, &high0);
        uint64_t low1 = yisp_product(c2, 0xCA5A826395121157u, &high1);
        c0 = high1 ^ c1 ^ key0;
        c1 = low1;
        c2 = high0 ^ c3 ^ key1;
        c3 = low0;
        key0 += 0x9E3779B97F4A7C15u;
        key1 += 0xBB67AE8584CAA73Bu;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* Set `stream` to the beginning of the stream with this key. */
static inline void yisp_open_stream(
    yisp_stream* stream, uint64_t seed, uint64_t topic, uint64_t trial, uint64_t purpose)
{
    yisp_make_block(stream->state, seed, topic, trial, purpose);
    stream->state[3] |= 1; /* xoshiro's state must not be all zero */
}

/* A uniform integer in [0, n), for n > 0. */
static inline uint64_t yisp_bounded(yisp_stream* stream, uint64_t n)
{
    uint64_t high, low = yisp_product(yisp_next_word(stream), n, &high);
    if (low < n) {
        uint64_t threshold = (0 - n) % n;
        while (low < threshold)
            low = yisp_product(yisp_next_word(stream), n, &high);
    }
    return high;
}

/* The same from a word, of which others follow where it is rejected. */
static inline uint64_t yisp_bounded_word(uint64_t word, uint64_t n)
{
    uint64_t high, low = yisp_product(word, n, &high);
    if (low < n) {
        uint64_t threshold = (0 - n) % n;
        while (low < threshold) {
            word = yisp_mix(word + 0x9E3779B97F4A7C15u);
            low = yisp_product(word, n, &high);
        }
    }
    return high;
}

/* How many descending bounds from `n` may share a word with hardly a rejection (n^k <= 2^48). */
static inline int yisp_batch_size(uint64_t n)
{
    return n <= 64 ? 8 : n <= 4096 ? 4 : 3;
}

/* Split a random word into integers below n, n - 1, ..., n - k + 1; k at most `yisp_batch_size(n)`.
 *
 * They are independent and uniform given that the word is not rejected (then false, and `out` is to be
 * forgotten). */
static inline int yisp_split_word(uint64_t word, uint64_t n, int k, uint64_t* out)
{
    uint64_t bound = 1;
    for (int i = 0; i < k; i++) {
        word = yisp_product(word, n - i, &out[i]);
        bound *= n - i;
    }
    return word >= bound || word >= (0 - bound) % bound;
}

/* Independent uniform integers below n, n - 1, ..., n - k + 1; k at most `yisp_batch_size(n)`. */
static inline void yisp_bounded_batch(yisp_stream* stream, uint64_t n, int k, uint64_t* out)
{
    while (!yisp_split_word(yisp_next_word(stream), n, k, out))
        ;
}

#endif

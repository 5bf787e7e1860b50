/* The random numbers of the reference programs: Philox4x64-10 keyed by seed, topic and trial gives
 * the state of xoshiro256++, as in Yisp; bounded integers are exact. */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

typedef unsigned __int128 wide;

typedef struct {
    uint64_t s[4];
} stream;

static inline uint64_t rotate(uint64_t x, int k) { return x << k | x >> (64 - k); }

/* Four words, in themselves or as the state of a stream (all 0 with probability 2^-256: let it be). */
static inline stream philox(uint64_t key0, uint64_t key1, uint64_t counter)
{
    uint64_t c0 = counter, c1 = 0, c2 = 0, c3 = 0;
    for (int i = 0; i < 10; i++) {
        wide a = (wide)c0 * 0xD2E7470EE14C6C93u, b = (wide)c2 * 0xCA5A826395121157u;
        c0 = (uint64_t)(b >> 64) ^ c1 ^ key0;
        c1 = (uint64_t)b;
        c2 = (uint64_t)(a >> 64) ^ c3 ^ key1;
        c3 = (uint64_t)a;
        key0 += 0x9E3779B97F4A7C15u;
        key1 += 0xBB67AE8584CAA73Bu;
    }
    return (stream){{c0, c1, c2, c3}};
}

static inline uint64_t word(stream *r)
{
    uint64_t *s = r->s, out = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return out;
}

/* A uniform integer below n (Lemire). */
static inline unsigned below(stream *r, uint64_t n)
{
    wide product = (wide)word(r) * n;
    if ((uint64_t)product < n) {
        uint64_t threshold = -n % n;
        while ((uint64_t)product < threshold)
            product = (wide)word(r) * n;
    }
    return (unsigned)(product >> 64);
}

/* Uniform integers below n, n - 1, …, n - k + 1 out of one word; 0 when the word must be rejected
 * (Brackett-Rozinsky, Lemire). */
static inline int split(uint64_t rest, unsigned n, int k, unsigned *out)
{
    uint64_t bound = 1;
    for (int i = 0; i < k; i++) {
        wide product = (wide)rest * (n - i);
        out[i] = (unsigned)(product >> 64);
        rest = (uint64_t)product;
        bound *= n - i;
    }
    return __builtin_expect(rest >= bound, 1) || rest >= -bound % bound;
}

#endif

/* What gcc and clang offer beyond C, and the same in plain C.
 *
 * Everything in the runtime that a compiler may not know stands here or in bits.h.  Compilers that are
 * neither (and these two with -DYISP_PLAIN_C, for tests) get the second way, with equal results: streams,
 * golden traces and exact answers do not depend on the compiler.
 */
#ifndef YISP_PORTABLE_H
#define YISP_PORTABLE_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(YISP_PLAIN_C)
#define YISP_GNU_C
#ifdef __SIZEOF_INT128__
#define YISP_WIDE /* there are integers of 128 bits; 32-bit processors have none */
#endif
#endif

/* Functions of headers that always become part of their callers: what they are called with is known there, and
 * a compiler that weighs by length alone would now and then miss it.  Others never do, so that what is seldom
 * needed makes nothing longer that often is.  Rare ones are not needed in most trials: how fast they are matters
 * less than how long the compiler takes for them. */
#ifdef YISP_GNU_C
#define YISP_ALWAYS static inline __attribute__((always_inline))
#define YISP_APART static __attribute__((noinline, unused))
#define YISP_RARE static __attribute__((noinline, cold, unused))
#else
#define YISP_ALWAYS static inline
#define YISP_APART static inline
#define YISP_RARE static inline
#endif

/* Read a field of 64 bits afresh: another thread may have written it. */
#define yisp_now(field) (*(const volatile int64_t*)&(field))

/* The number, about which the C compiler knows nothing any more: of what is worked out with it no branch is made. */
YISP_ALWAYS uint64_t yisp_unforeseen(uint64_t number)
{
#ifdef YISP_GNU_C
    __asm__("" : "+r"(number));
#endif
    return number;
}

/* Hints, and bits of a word.  `lowest` and `leading` (the place of the highest bit) want one that is not 0. */

#ifdef YISP_GNU_C
#define yisp_likely(x) __builtin_expect(!!(x), 1)
#define yisp_unlikely(x) __builtin_expect(!!(x), 0)
#define yisp_lowest(word) __builtin_ctzll(word)
#define yisp_leading(word) (63 - __builtin_clzll(word))
#define yisp_ones(word) __builtin_popcountll(word)
#else
#define yisp_likely(x) (!!(x))
#define yisp_unlikely(x) (!!(x))

static inline int yisp_ones(uint64_t word)
{
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(word * 0x0101010101010101u >> 56);
}

static inline int yisp_lowest(uint64_t word)
{
    return yisp_ones((word & (0 - word)) - 1);
}

static inline int yisp_leading(uint64_t word)
{
    int shift;
    for (shift = 1; shift < 64; shift *= 2)
        word |= word >> shift;
    return yisp_ones(word) - 1;
}
#endif

/* Products of 128 bits: the lower word is returned. */

#ifdef YISP_WIDE
static inline uint64_t yisp_product(uint64_t a, uint64_t b, uint64_t* high)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
}
#else
static inline uint64_t yisp_product(uint64_t a, uint64_t b, uint64_t* high)
{
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32); /* at most (2^32 - 1) * 2^32 */
    uint64_t other = a0 * b1 + (middle & 0xffffffffu);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return a * b;
}
#endif

static inline uint64_t yisp_signed_product(int64_t a, int64_t b, int64_t* high)
{
    uint64_t upper, low = yisp_product((uint64_t)a, (uint64_t)b, &upper);
    *high = (int64_t)(upper - (a < 0 ? (uint64_t)b : 0) - (b < 0 ? (uint64_t)a : 0));
    return low;
}

/* (high * 2^64 + low) / divisor, for high < divisor, and what is left over. */
static inline uint64_t yisp_divide(uint64_t high, uint64_t low, uint64_t divisor, uint64_t* rest)
{
#ifdef YISP_WIDE
    uint64_t quotient = (uint64_t)((((unsigned __int128)high << 64) | low) / divisor);
    *rest = low - quotient * divisor;
    return quotient;
#else
    uint64_t quotient = 0, carried;
    int i;
    for (i = 0; i < 64; i++) { /* by hand, a bit at a time */
        carried = high >> 63;
        high = high << 1 | low >> 63;
        low <<= 1;
        quotient <<= 1;
        if (carried || high >= divisor) {
            high -= divisor;
            quotient |= 1;
        }
    }
    *rest = high;
    return quotient;
#endif
}

/* a + b, a - b and a * b into *out; whether that does not fit. */

#ifdef YISP_GNU_C
#define yisp_add(a, b, out) __builtin_add_overflow((int64_t)(a), (int64_t)(b), (out))
#define yisp_subtract(a, b, out) __builtin_sub_overflow((int64_t)(a), (int64_t)(b), (out))
#define yisp_multiply(a, b, out) __builtin_mul_overflow((int64_t)(a), (int64_t)(b), (out))
#else
static inline int yisp_add(int64_t a, int64_t b, int64_t* out)
{
    uint64_t sum = (uint64_t)a + (uint64_t)b;
    *out = (int64_t)sum;
    return (int)((((uint64_t)a ^ sum) & ((uint64_t)b ^ sum)) >> 63);
}

static inline int yisp_subtract(int64_t a, int64_t b, int64_t* out)
{
    uint64_t difference = (uint64_t)a - (uint64_t)b;
    *out = (int64_t)difference;
    return (int)((((uint64_t)a ^ (uint64_t)b) & ((uint64_t)a ^ difference)) >> 63);
}

static inline int yisp_multiply(int64_t a, int64_t b, int64_t* out)
{
    int64_t high;
    *out = (int64_t)yisp_signed_product(a, b, &high);
    return high != (*out < 0 ? -1 : 0);
}
#endif

#endif

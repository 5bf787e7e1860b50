/* Words as sets of bits: how many there are, which is the least, which is the n-th.
 *
 * A module built for one deck is compiled for the processor that it runs on.  The runtime is compiled
 * for any, and asks once, when it is loaded, what the processor can do.
 */
#ifndef YISP_BITS_H
#define YISP_BITS_H

#include "numbers/portable.h"

/* The n-th bit of a word that has as many, counted from 0: Vigna, "Broadword implementation of
 * rank/select queries", 2008.  Sums of bytes say in which byte it is. */
static inline int yisp_nth_anywhere(uint64_t word, int n)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t sums = word - ((word >> 1) & 0x5555555555555555u), past, byte;
    int place;
    sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
    sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * ones;
    past = (((uint64_t)n * ones | tops) - sums) & tops;
    place = (int)((past >> 7) * ones >> 56) * 8;
    n -= (int)((sums << 8) >> place & 255);
    byte = word >> place & 255;
    while (n--)
        byte &= byte - 1;
    return place + yisp_lowest(byte);
}

#if defined(YISP_GNU_C) && defined(__x86_64__) && !(defined(__POPCNT__) && defined(__BMI2__))
#define YISP_ASKS_PROCESSOR
static int yisp_has_popcnt, yisp_has_pdep;
__attribute__((constructor)) static void yisp_ask_processor(void)
{
    __builtin_cpu_init();
    yisp_has_popcnt = __builtin_cpu_supports("popcnt") != 0;
    /* The first Zen processors have pdep, but take longer for it than for all of the above. */
    yisp_has_pdep = __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam17h");
}
#endif

static inline int yisp_popcount(uint64_t word)
{
#if defined(YISP_ASKS_PROCESSOR) && !defined(__POPCNT__)
    if (__builtin_expect(yisp_has_popcnt, 1)) {
        uint64_t total;
        __asm__("popcntq %1, %0" : "=r"(total) : "r"(word) : "cc");
        return (int)total;
    }
#endif
    return yisp_ones(word);
}

/* The greatest number that divides both; that of one and 0 is the one. */
static inline int64_t yisp_greatest_common(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The n-th bit of a word alone. */
static inline uint64_t yisp_nth(uint64_t word, int n)
{
#if defined(YISP_GNU_C) && defined(__BMI2__)
    return __builtin_ia32_pdep_di((uint64_t)1 << n, word);
#else
#if defined(YISP_ASKS_PROCESSOR)
    if (__builtin_expect(yisp_has_pdep, 1)) {
        uint64_t bit;
        __asm__("pdepq %2, %1, %0" : "=r"(bit) : "r"((uint64_t)1 << n), "r"(word));
        return bit;
    }
#endif
    return (uint64_t)1 << yisp_nth_anywhere(word, n);
#endif
}

#endif

/* Arithmetic: checked 64-bit arithmetic, beside that of portable.h.
 *
 * Every function that can fail returns whether it did, and then leaves `out` alone; the caller counts
 * the notice and ends the program.  Those that cannot return the number.
 */
#ifndef YISP_ARITHMETIC_H
#define YISP_ARITHMETIC_H

#include "numbers/portable.h"

enum { /* how to round */
    YISP_UP = 0,
    YISP_DOWN = 1,
    YISP_NEAR = 2
};

static inline int64_t yisp_least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t yisp_greatest(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* `a / b` truncated toward zero; `b` is not 0, and the result fits. */
static inline int64_t yisp_quotient(int64_t a, int64_t b)
{
    return a / b;
}

/* What `yisp_quotient` leaves, with the sign of `a`; `b` is not 0. */
static inline int64_t yisp_remainder(int64_t a, int64_t b)
{
    return b == -1 ? 0 : a % b; /* INT64_MIN % -1 traps on some processors */
}

static inline uint64_t yisp_magnitude(int64_t a)
{
    return a >= 0 ? (uint64_t)a : 0 - (uint64_t)a;
}

/* `a * b / c`, exact in between, rounded; `c` is not 0.  True when it does not fit. */
YISP_APART int yisp_muldiv(int64_t a, int64_t b, int64_t c, int rounding, int64_t* out)
{
    int negative = (a < 0) != ((b < 0) != (c < 0)), away;
    uint64_t divisor = yisp_magnitude(c);
    uint64_t most = (uint64_t)INT64_MIN - !negative; /* there is one more of the negative numbers */
    uint64_t high, whole, rest;
    uint64_t low = yisp_product(yisp_magnitude(a), yisp_magnitude(b), &high);
    if (high >= divisor)
        return 1;
    if (yisp_likely(high == 0)) { /* a division of two words takes several times as long */
        whole = low / divisor;
        rest = low % divisor;
    } else {
        whole = yisp_divide(high, low, divisor, &rest);
    }
    if (whole > most)
        return 1;
    away = rounding == YISP_NEAR ? rest >= divisor - rest : rest != 0 && negative == (rounding == YISP_DOWN);
    if (away) {
        if (whole == most)
            return 1;
        whole += 1;
    }
    *out = (int64_t)(negative ? 0 - whole : whole);
    return 0;
}

#endif

/* Whole numbers of any size, and ratios of them: what exact answers are made of.
 *
 * Magnitudes are limbs of 64 bits, least first, without leading zeros; 0 has none.  Up to YISP_NEAR_LIMBS limbs lie in
 * the number itself, so that probabilities of most decks never ask for memory; a number may be moved by copying
 * its bytes.  Schoolbook methods throughout: nothing here has more than a few dozen limbs.
 *
 * A function that may need memory returns 0, or -1 where there is none.
 */
#ifndef YISP_WHOLE_H
#define YISP_WHOLE_H

#include <stdlib.h>
#include <string.h>

#include "numbers/bits.h"

#define YISP_NEAR_LIMBS 3

typedef struct {
    uint32_t size;
    uint32_t room; /* for so many limbs, of which the first YISP_NEAR_LIMBS are `near` */
    int negative; /* never for 0 */
    union {
        uint64_t near[YISP_NEAR_LIMBS];
        uint64_t* far;
    } limbs;
} yisp_whole;

typedef struct {
    yisp_whole over;
    yisp_whole under; /* above 0, with no common divisor */
} yisp_ratio;

/* Limbs ------------------------------------------------------------------------------------------------ */

static inline uint64_t* yisp_limbs(yisp_whole* a)
{
    return a->room > YISP_NEAR_LIMBS ? a->limbs.far : a->limbs.near;
}

static inline const uint64_t* yisp_limbs_of(const yisp_whole* a)
{
    return a->room > YISP_NEAR_LIMBS ? a->limbs.far : a->limbs.near;
}

/* a = 0, for a number that holds no memory yet. */
static inline void yisp_whole_begin(yisp_whole* a)
{
    a->size = 0;
    a->room = YISP_NEAR_LIMBS;
    a->negative = 0;
}

static inline void yisp_whole_end(yisp_whole* a)
{
    if (a->room > YISP_NEAR_LIMBS)
        free(a->limbs.far);
    yisp_whole_begin(a);
}

/* Bytes that a number takes beyond itself. */
static inline int64_t yisp_far_bytes(const yisp_whole* a)
{
    return a->room > YISP_NEAR_LIMBS ? a->room * sizeof(uint64_t) : 0;
}

/* Make room for `size` limbs; those there are stay. */
YISP_APART int yisp_whole_grow(yisp_whole* a, uint32_t size)
{
    uint32_t room = size + size / 2;
    uint64_t* far;
    if (size <= a->room)
        return 0;
    far = (uint64_t*)malloc(room * sizeof(uint64_t));
    if (far == NULL)
        return -1;
    memcpy(far, yisp_limbs(a), a->size * sizeof(uint64_t));
    if (a->room > YISP_NEAR_LIMBS)
        free(a->limbs.far);
    a->limbs.far = far;
    a->room = room;
    return 0;
}

/* The sum or product of a limb and a carry, into which the carry goes. */
static inline uint64_t yisp_add_limb(uint64_t a, uint64_t b, uint64_t* carry)
{
    uint64_t sum = a + b, more = sum < a;
    sum += *carry;
    *carry = more + (sum < *carry);
    return sum;
}

static inline uint64_t yisp_multiply_limb(uint64_t a, uint64_t b, uint64_t add, uint64_t* carry)
{
    uint64_t high, low = yisp_product(a, b, &high);
    low += add;
    high += low < add;
    low += *carry;
    high += low < *carry;
    *carry = high;
    return low;
}

/* out[0 ... n) = a * factor; the limb that comes out at the top. */
static inline uint64_t yisp_scale_limbs(uint64_t* out, const uint64_t* a, uint32_t n, uint64_t factor)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < n; i++)
        out[i] = yisp_multiply_limb(a[i], factor, 0, &carry);
    return carry;
}

/* a[0 ... n) += b[0 ... n); the carry that comes out at the top. */
static inline uint64_t yisp_add_limbs(uint64_t* a, const uint64_t* b, uint32_t n)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < n; i++)
        a[i] = yisp_add_limb(a[i], b[i], &carry);
    return carry;
}

/* a[0 ... n) -= b[0 ... m), which is no greater. */
static inline void yisp_subtract_limbs(uint64_t* a, uint32_t n, const uint64_t* b, uint32_t m)
{
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < n && (i < m || borrow); i++) {
        uint64_t less = i < m ? b[i] : 0, was = a[i], left = was - less;
        a[i] = left - borrow;
        borrow = (was < less) | (left < borrow);
    }
}

static inline int yisp_compare_limbs(const uint64_t* a, uint32_t n, const uint64_t* b, uint32_t m)
{
    if (n != m)
        return n < m ? -1 : 1;
    while (n-- > 0) {
        if (a[n] != b[n])
            return a[n] < b[n] ? -1 : 1;
    }
    return 0;
}

static inline uint32_t yisp_trimmed(const uint64_t* a, uint32_t n)
{
    while (n > 0 && a[n - 1] == 0)
        n -= 1;
    return n;
}

/* Shift a number that is not 0 right until it is odd; how far. */
static inline uint32_t yisp_make_odd(uint64_t* a, uint32_t* size)
{
    uint32_t words = 0, n = *size;
    int bits;
    while (a[words] == 0)
        words += 1;
    bits = yisp_lowest(a[words]);
    for (uint32_t i = 0; i + words < n; i++) {
        uint64_t above = i + words + 1 < n ? a[i + words + 1] : 0;
        a[i] = bits ? a[i + words] >> bits | above << (64 - bits) : a[i + words];
    }
    *size = yisp_trimmed(a, n - words);
    return 64 * words + bits;
}

/* Whole numbers ---------------------------------------------------------------------------------------- */

static inline int yisp_whole_copy(yisp_whole* a, const yisp_whole* b)
{
    if (yisp_whole_grow(a, b->size))
        return -1;
    memcpy(yisp_limbs(a), yisp_limbs_of(b), b->size * sizeof(uint64_t));
    a->size = b->size;
    a->negative = b->negative;
    return 0;
}

/* a = the number of these limbs */
static inline int yisp_whole_read(yisp_whole* a, const uint64_t* limbs, uint32_t size)
{
    if (yisp_whole_grow(a, size))
        return -1;
    memcpy(yisp_limbs(a), limbs, size * sizeof(uint64_t));
    a->size = yisp_trimmed(limbs, size);
    a->negative = 0;
    return 0;
}

static inline void yisp_whole_set(yisp_whole* a, int64_t value)
{
    yisp_limbs(a)[0] = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    a->size = value != 0;
    a->negative = value < 0;
}

/* a *= factor */
static inline int yisp_whole_scale(yisp_whole* a, uint64_t factor)
{
    uint64_t carry;
    if (yisp_whole_grow(a, a->size + 1))
        return -1;
    carry = yisp_scale_limbs(yisp_limbs(a), yisp_limbs(a), a->size, factor);
    if (carry)
        yisp_limbs(a)[a->size++] = carry;
    if (factor == 0)
        a->size = a->negative = 0;
    return 0;
}

/* a /= divisor, of which it is a multiple. */
static inline void yisp_whole_divide(yisp_whole* a, uint32_t divisor)
{
    uint64_t* x = yisp_limbs(a);
    uint64_t rest = 0;
    if (divisor == 1)
        return;
    for (uint32_t i = a->size; i-- > 0;) { /* in halves, so that no word is too wide */
        uint64_t high = rest << 32 | x[i] >> 32, low = (high % divisor) << 32 | (x[i] & 0xffffffffu);
        x[i] = (high / divisor) << 32 | low / divisor;
        rest = low % divisor;
    }
    a->size = yisp_trimmed(x, a->size);
}

/* out = a * b, where `out` is neither. */
YISP_APART int yisp_whole_multiply(yisp_whole* out, const yisp_whole* a, const yisp_whole* b)
{
    const uint64_t *x = yisp_limbs_of(a), *y = yisp_limbs_of(b);
    uint64_t* z;
    if (yisp_whole_grow(out, a->size + b->size))
        return -1;
    z = yisp_limbs(out);
    memset(z, 0, (a->size + b->size) * sizeof(uint64_t));
    for (uint32_t i = 0; i < a->size; i++) {
        uint64_t carry = 0;
        for (uint32_t k = 0; k < b->size; k++)
            z[i + k] = yisp_multiply_limb(x[i], y[k], z[i + k], &carry);
        z[i + b->size] = carry;
    }
    out->size = yisp_trimmed(z, a->size + b->size);
    out->negative = out->size && a->negative != b->negative;
    return 0;
}

/* a += b */
YISP_APART int yisp_whole_add(yisp_whole* a, const yisp_whole* b)
{
    const uint64_t* y = yisp_limbs_of(b);
    if (a->negative == b->negative || !a->size || !b->size) {
        uint32_t size = a->size > b->size ? a->size : b->size;
        uint64_t carry = 0, *x;
        if (yisp_whole_grow(a, size + 1))
            return -1;
        x = yisp_limbs(a);
        for (uint32_t i = 0; i < size; i++)
            x[i] = yisp_add_limb(i < a->size ? x[i] : 0, i < b->size ? y[i] : 0, &carry);
        if (carry)
            x[size++] = carry;
        a->negative = a->size ? a->negative : b->negative;
        a->size = size;
    } else if (yisp_compare_limbs(yisp_limbs(a), a->size, y, b->size) >= 0) {
        yisp_subtract_limbs(yisp_limbs(a), a->size, y, b->size);
        a->size = yisp_trimmed(yisp_limbs(a), a->size);
        a->negative = a->negative && a->size;
    } else {
        uint64_t borrow = 0, *x;
        if (yisp_whole_grow(a, b->size))
            return -1;
        x = yisp_limbs(a);
        for (uint32_t i = 0; i < b->size; i++) { /* x = y - x */
            uint64_t less = i < a->size ? x[i] : 0, left = y[i] - less;
            x[i] = left - borrow;
            borrow = (y[i] < less) | (left < borrow);
        }
        a->size = yisp_trimmed(x, b->size);
        a->negative = b->negative;
    }
    return 0;
}

static inline int yisp_whole_is_one(const yisp_whole* a)
{
    return a->size == 1 && yisp_limbs_of(a)[0] == 1 && !a->negative;
}

/* The greatest divisor of two odd words (Stein's binary algorithm). */
static inline uint64_t yisp_divisor_of_odd(uint64_t a, uint64_t b)
{
    while (a != b) {
        if (a < b) {
            uint64_t c = a;
            a = b;
            b = c;
        }
        a -= b;
        a >>= yisp_lowest(a);
    }
    return a;
}

/* The odd part of the greatest common divisor of two magnitudes above 0, which are used up; it is left in `a`. */
YISP_APART void yisp_odd_divisor(yisp_whole* a, yisp_whole* b)
{
    yisp_make_odd(yisp_limbs(a), &a->size);
    yisp_make_odd(yisp_limbs(b), &b->size);
    for (;;) {
        int order;
        if (a->size == 1 && b->size == 1) {
            yisp_limbs(a)[0] = yisp_divisor_of_odd(yisp_limbs(a)[0], yisp_limbs(b)[0]);
            return;
        }
        order = yisp_compare_limbs(yisp_limbs(a), a->size, yisp_limbs(b), b->size);
        if (order == 0)
            return;
        if (order < 0) {
            yisp_whole c = *a;
            *a = *b;
            *b = c;
        }
        yisp_subtract_limbs(yisp_limbs(a), a->size, yisp_limbs(b), b->size);
        a->size = yisp_trimmed(yisp_limbs(a), a->size);
        yisp_make_odd(yisp_limbs(a), &a->size);
    }
}

/* a /= b, an odd divisor of it: the quotient limb by limb from the least (Jebelean, "An algorithm for exact
 * division", 1993). */
YISP_APART void yisp_divide_exactly(yisp_whole* a, const yisp_whole* b)
{
    uint64_t* x = yisp_limbs(a);
    const uint64_t* y = yisp_limbs_of(b);
    uint64_t inverse = y[0]; /* of the least limb, modulo 2^64: each round doubles the bits that are right */
    uint32_t size = a->size;
    for (int round = 0; round < 5; round++)
        inverse *= 2 - y[0] * inverse;
    for (uint32_t i = 0; i < size; i++) {
        uint64_t quotient = x[i] * inverse, carry = 0, borrow = 0;
        for (uint32_t k = 0; i + k < size && (k < b->size || carry || borrow); k++) {
            uint64_t less = yisp_multiply_limb(k < b->size ? y[k] : 0, quotient, 0, &carry);
            uint64_t was = x[i + k], left = was - less;
            x[i + k] = left - borrow;
            borrow = (was < less) | (left < borrow);
        }
        x[i] = quotient;
    }
    a->size = yisp_trimmed(x, size);
}

/* Ratios ------------------------------------------------------------------------------------------------ */

static inline void yisp_ratio_begin(yisp_ratio* a)
{
    yisp_whole_begin(&a->over);
    yisp_whole_begin(&a->under);
    yisp_whole_set(&a->under, 1);
}

static inline void yisp_ratio_end(yisp_ratio* a)
{
    yisp_whole_end(&a->over);
    yisp_whole_end(&a->under);
}

static inline int yisp_ratio_copy(yisp_ratio* a, const yisp_ratio* b)
{
    return yisp_whole_copy(&a->over, &b->over) || yisp_whole_copy(&a->under, &b->under) ? -1 : 0;
}

/* Divide two numbers, the second above 0, by their greatest common divisor. */
YISP_APART int yisp_reduce(yisp_whole* over, yisp_whole* under)
{
    yisp_whole a, b;
    int failed;
    uint32_t i = 0, twos, others;
    if (!over->size) {
        yisp_whole_set(under, 1);
        return 0;
    }
    if (yisp_whole_is_one(under))
        return 0;
    yisp_whole_begin(&a);
    yisp_whole_begin(&b);
    failed = yisp_whole_copy(&a, over) || yisp_whole_copy(&b, under);
    if (!failed) {
        twos = yisp_make_odd(yisp_limbs(over), &over->size);
        others = yisp_make_odd(yisp_limbs(under), &under->size);
        yisp_odd_divisor(&a, &b);
        if (!(a.size == 1 && yisp_limbs(&a)[0] == 1)) {
            yisp_divide_exactly(over, &a);
            yisp_divide_exactly(under, &a);
        }
        for (; !failed && i + others < twos; i += 32 < twos - others - i ? 32 : twos - others - i)
            failed = yisp_whole_scale(over, (uint64_t)1 << (32 < twos - others - i ? 32 : twos - others - i));
        for (; !failed && i + twos < others; i += 32 < others - twos - i ? 32 : others - twos - i)
            failed = yisp_whole_scale(under, (uint64_t)1 << (32 < others - twos - i ? 32 : others - twos - i));
    }
    yisp_whole_end(&a);
    yisp_whole_end(&b);
    return failed ? -1 : 0;
}

/* a += weight * b, not reduced. */
YISP_APART int yisp_ratio_add(yisp_ratio* a, const yisp_ratio* b, uint64_t weight)
{
    yisp_whole x, y, z;
    int failed;
    yisp_whole_begin(&x);
    yisp_whole_begin(&y);
    yisp_whole_begin(&z);
    failed = yisp_whole_copy(&x, &b->over) || yisp_whole_scale(&x, weight);
    if (!failed
        && yisp_compare_limbs(
            yisp_limbs(&a->under), a->under.size, yisp_limbs_of(&b->under), b->under.size)) {
        failed = yisp_whole_multiply(&y, &x, &a->under) || yisp_whole_multiply(&z, &a->over, &b->under)
            || yisp_whole_copy(&x, &y) || yisp_whole_copy(&a->over, &z)
            || yisp_whole_multiply(&z, &a->under, &b->under) || yisp_whole_copy(&a->under, &z);
    }
    failed = failed || yisp_whole_add(&a->over, &x);
    yisp_whole_end(&x);
    yisp_whole_end(&y);
    yisp_whole_end(&z);
    return failed ? -1 : 0;
}

/* -1, 0 or 1 as a is less than, equal to or greater than b; -2 where there is no memory to say. */
YISP_APART int yisp_ratio_compare(const yisp_ratio* a, const yisp_ratio* b)
{
    yisp_whole x, y;
    int order = -2;
    if (a->over.negative != b->over.negative)
        return a->over.negative ? -1 : 1;
    if (!yisp_compare_limbs(
            yisp_limbs_of(&a->under), a->under.size, yisp_limbs_of(&b->under), b->under.size)) {
        order = yisp_compare_limbs(yisp_limbs_of(&a->over), a->over.size, yisp_limbs_of(&b->over), b->over.size);
        return a->over.negative ? -order : order;
    }
    yisp_whole_begin(&x);
    yisp_whole_begin(&y);
    if (!yisp_whole_multiply(&x, &a->over, &b->under) && !yisp_whole_multiply(&y, &b->over, &a->under)) {
        order = yisp_compare_limbs(yisp_limbs(&x), x.size, yisp_limbs(&y), y.size);
        if (a->over.negative)
            order = -order;
    }
    yisp_whole_end(&x);
    yisp_whole_end(&y);
    return order;
}

#endif

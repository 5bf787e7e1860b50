/* Properties of cards, and filters by a number, which ask for them kind by kind.
 *
 * A filter by a number holds the chosen cards in a `yisp_held` of its own, since working out the number
 * may choose others.  It goes through them by one card of each kind; copies of a kind are neighbours.
 */
#ifndef YISP_PROPERTIES_H
#define YISP_PROPERTIES_H

#include "zones.h"

typedef struct {
    int zone;
    uint64_t cards[YISP_MAX_WORDS];
    int by_lot;
} yisp_held;

/* A property of a card. */
static inline int64_t yisp_property_of(const yisp_table* t, int property, int64_t card)
{
    return t->properties[property * YISP_CARDS(t) + card];
}

/* A property of the first card of the zone, which is looked at; 0 when there is none. */
static inline int64_t yisp_top_property(yisp_table* t, int z, int property)
{
    return yisp_size(t, z) ? yisp_property_of(t, property, yisp_first_card(t, z)) : 0;
}

/* Over the chosen cards ------------------------------------------------------------------------------- */

/* The total of a property; true when it does not fit 64 bits (it may on the way). */
static inline int yisp_sum_of_chosen(const yisp_table* t, int property, int64_t* out)
{
    int64_t upper = 0, lower = 0; /* sums of upper and lower halves, of 10,000 at most */
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = t->chosen[w]; bits; bits &= bits - 1) {
            int64_t value = yisp_property_of(t, property, w * 64 + yisp_lowest(bits));
            upper += value >> 32;
            lower += value & 0xFFFFFFFF;
        }
    }
    upper += lower >> 32;
    if (upper != (int32_t)upper)
        return 1;
    *out = upper * ((int64_t)1 << 32) + (lower & 0xFFFFFFFF);
    return 0;
}

/* The greatest or the least of a property; 0 when there are no cards. */
static inline int64_t yisp_extreme_of_chosen(const yisp_table* t, int property, int greatest)
{
    int64_t best = 0;
    int some = 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = t->chosen[w]; bits; bits &= bits - 1) {
            int64_t value = yisp_property_of(t, property, w * 64 + yisp_lowest(bits));
            if (!some || (greatest ? value > best : value < best))
                best = value;
            some = 1;
        }
    }
    return best;
}

static inline int64_t yisp_high_of_chosen(const yisp_table* t, int property)
{
    return yisp_extreme_of_chosen(t, property, 1);
}

static inline int64_t yisp_low_of_chosen(const yisp_table* t, int property)
{
    return yisp_extreme_of_chosen(t, property, 0);
}

/* Filters by a number --------------------------------------------------------------------------------- */

/* Lay the chosen cards aside. */
static inline void yisp_hold_chosen(const yisp_table* t, yisp_held* held)
{
    held->zone = t->chosen_zone;
    held->by_lot = t->chosen_by_lot;
    for (int w = 0; w < YISP_WORDS(t); w++)
        held->cards[w] = t->chosen[w];
}

/* Go on with what has been laid aside. */
static inline void yisp_choose_held(yisp_table* t, const yisp_held* held)
{
    t->chosen_zone = held->zone;
    t->chosen_by_lot = held->by_lot;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = held->cards[w];
}

/* A held card of the kind after that of `card` (-1: of the first); -1 when there is none. */
static inline int64_t yisp_next_kind(yisp_table* t, const yisp_held* held, int64_t card)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, YISP_WORK_KIND);
    for (int next = (int)card + 1; next < YISP_CARDS(t); next++) {
        if (yisp_contains(held->cards, next) && (card < 0 || t->kind_of[next] != t->kind_of[card]))
            return next;
    }
    return -1;
}

/* Lay down every held card of that card's kind, of which it is the first. */
static inline void yisp_drop_kind(const yisp_table* t, yisp_held* held, int64_t card)
{
    for (int one = (int)card; one < YISP_CARDS(t) && t->kind_of[one] == t->kind_of[card]; one++)
        yisp_remove(held->cards, one);
}

/* How many cards of that card's kind the held cards' zone holds. */
static inline int64_t yisp_copies(const yisp_table* t, const yisp_held* held, int64_t card)
{
    int kind = t->kind_of[card], one = (int)card, total = 0;
    while (one > 0 && t->kind_of[one - 1] == kind)
        one -= 1;
    for (; one < YISP_CARDS(t) && t->kind_of[one] == kind; one++)
        total += yisp_contains(yisp_zone_words(t, held->zone), one);
    return total;
}

#endif

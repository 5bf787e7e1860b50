/* Properties of cards, and filters by a number, which ask for them kind by kind.
 *
 * A filter by a number holds the chosen cards in a `yisp_held` of its own, since working out the number
 * may choose others.  It goes through them by the first card of each kind.  The copies of a kind are neighbours,
 * so all that is done with a kind is done word by word: finding it, counting it, dropping it.
 */
#ifndef YISP_PROPERTIES_H
#define YISP_PROPERTIES_H

#include "zones/zones.h"

typedef struct {
    int zone;
    int how;
    int word; /* which is being gone through, ... */
    uint64_t left; /* ... and the first cards of the kinds that are still to come in it */
    uint64_t cards[YISP_MAX_WORDS]; /* as far as they have been kept */
    uint64_t firsts[YISP_MAX_WORDS]; /* of those laid aside, the first of each kind in each word */
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

/* Lay the chosen cards aside.
 *
 * The first card of each kind is found for all kinds of a word at once.  A piece of a kind is a run of bits, and 1
 * added at the start of a run in which the cards that are *not* there are set carries on to the first that is:
 *
 *     not there   0 1 0 1 1       the last place of a run is left out, so that nothing is carried beyond it:
 *     + start     0 0 0 0 1       where no other card is there, the carry ends at it
 *     =           0 1 1 0 0
 *     & there     0 0 1 0 0
 */
static inline void yisp_hold_chosen(const yisp_table* t, yisp_held* held)
{
    held->zone = t->chosen_zone;
    held->how = t->chosen_how;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t cards = held->cards[w] = t->chosen[w];
        held->firsts[w] = ((~cards & ~t->ends[w]) + t->starts[w]) & cards;
    }
    held->word = 0;
    held->left = held->firsts[0];
}

/* Go on with what has been laid aside. */
static inline void yisp_choose_held(yisp_table* t, const yisp_held* held)
{
    t->chosen_zone = held->zone;
    t->chosen_how = held->how;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = held->cards[w];
}

/* The first card laid aside of the kind behind that of `card`, with which this was called last (-1: of the first
 * kind); -1 when there is none. */
static inline int64_t yisp_next_kind(yisp_table* t, yisp_held* held, int64_t card)
{
    int64_t next;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, YISP_WORK_KIND);
    while (!held->left) {
        if (held->word + 1 >= YISP_WORDS(t))
            return -1;
        held->word += 1;
        held->left = held->firsts[held->word];
        if (held->left && card >= 0 && t->kind_of[held->word * 64 + yisp_lowest(held->left)] == t->kind_of[card])
            held->left &= held->left - 1; /* that kind goes on in this word */
    }
    next = held->word * 64 + yisp_lowest(held->left);
    held->left &= held->left - 1;
    return next;
}

/* Keep the cards of that card's kind if the condition holds, else drop them; without a branch, since nobody can
 * foresee it. */
static inline void yisp_keep_kind_if(const yisp_table* t, yisp_held* held, int64_t card, int condition)
{
    uint64_t dropped = (uint64_t)(condition != 0) - 1;
    int own = t->piece_of[card], at = own;
    do {
        const yisp_piece* piece = t->pieces + at;
        held->cards[piece->word] &= ~(piece->cards & dropped);
        at = piece->next;
    } while (yisp_unlikely(at != own));
}

/* How many cards of that card's family the zone holds. */
static inline int64_t yisp_copies(const yisp_table* t, int z, int64_t card)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    int own = t->piece_of[card], at = own, total = 0;
    do {
        const yisp_piece* piece = t->pieces + at;
        total += yisp_popcount(zone[piece->word] & piece->cards);
        at = piece->relative;
    } while (yisp_unlikely(at != own));
    return total;
}

#endif

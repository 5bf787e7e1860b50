/* Presence: which unrevealed card comes next where marks lie on its place (docs/language.md, "Presence").
 *
 * The place is that of the first unrevealed card of a zone.  A mark is an amount and a set of cards, all copies of
 * a card or none.  When the card of the place is decided, each unrevealed card of the zone weighs
 *
 *     10 + the sum, over the marks of its sets, of amount / unrevealed cards of the set that are of its family
 *
 * and nothing where that is below 0.  Where all weigh nothing, the cards of the families whose weights add up to most
 * (below 0, then) are equally likely.  Weights are multiplied by `presence_scale`, by which all of those quotients are
 * whole; of a family of one name the copies are weighed together, so that nothing need be divided for them.
 *
 * Whatever reveals the first unrevealed card of a zone comes through `yisp_reveal_first`, and so here where there are
 * marks.  All that takes several unrevealed cards at once, or one without those above it, asks `yisp_is_lit` first,
 * and then goes card by card: unmarked places are alike, this one is not.
 *
 * Marks are sorted by zone and set, marks of the same set are one, and a mark of 0 is none: so what was lit in another
 * order is the same position.
 */
#ifndef YISP_PRESENCE_H
#define YISP_PRESENCE_H

#include <string.h>

#include "log.h"

#define YISP_BASE_PRESENCE 10 /* of a card that no mark concerns */
#define YISP_MOST_PRESENCE 10000000 /* that a mark may add or take away */

enum { /* the words of a mark */
    YISP_MARK_ZONE = 0,
    YISP_MARK_AMOUNT = 1,
    YISP_MARK_CARDS = 2
};

/* Whether marks wait for the zone's next unrevealed card. */
static inline int yisp_is_lit(const yisp_table* t, int z)
{
    return YISP_LIGHTS(t) && yisp_unlikely(yisp_marks(t)[1] >> z & 1);
}

static inline uint64_t* yisp_mark_at(const yisp_table* t, int place)
{
    return yisp_marks(t) + 2 + place * YISP_MARK_WORDS(t);
}

/* Take `n` marks from `place` on away. */
static inline void yisp_remove_marks(yisp_table* t, int place, int n)
{
    int rest = (int)yisp_marks(t)[0] - place - n;
    memmove(yisp_mark_at(t, place), yisp_mark_at(t, place + n), rest * YISP_MARK_WORDS(t) * sizeof(uint64_t));
    memset(yisp_mark_at(t, place + rest), 0, n * YISP_MARK_WORDS(t) * sizeof(uint64_t));
    yisp_marks(t)[0] -= (uint64_t)n;
}

/* The first of the zone's marks, or where it would be. */
static inline int yisp_first_mark(const yisp_table* t, int z)
{
    int place = 0;
    while (place < (int)yisp_marks(t)[0] && yisp_mark_at(t, place)[YISP_MARK_ZONE] < (uint64_t)z)
        place += 1;
    return place;
}

/* Drop all marks of the zone. */
YISP_APART void yisp_drop_marks(yisp_table* t, int z)
{
    int from = yisp_first_mark(t, z), n = 0;
    while (from + n < (int)yisp_marks(t)[0] && yisp_mark_at(t, from + n)[YISP_MARK_ZONE] == (uint64_t)z)
        n += 1;
    yisp_remove_marks(t, from, n);
    yisp_marks(t)[1] &= ~((uint64_t)1 << z);
}

/* Drop the marks of zones that have no unrevealed card left. */
static inline void yisp_drop_idle_marks(yisp_table* t)
{
    for (uint64_t zones = yisp_marks(t)[1]; zones; zones &= zones - 1) {
        if (yisp_hidden_size(t, yisp_lowest(zones)) == 0)
            yisp_drop_marks(t, yisp_lowest(zones));
    }
}

/* `(light S mk)`: let a mark with the chosen cards wait for the zone's next unrevealed card.
 *
 * Whether that cannot be: too many wait, or the amount is too large. */
YISP_APART int yisp_light(yisp_table* t, int z, int64_t amount)
{
    const uint64_t* cards = t->chosen;
    uint64_t *mark, some = 0;
    int place, order = 1;
    for (int w = 0; w < YISP_WORDS(t); w++)
        some |= cards[w];
    if (amount > YISP_MOST_PRESENCE || amount < -YISP_MOST_PRESENCE)
        return 1;
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_LIGHT, z, amount, 0);
    yisp_drop_idle_marks(t);
    if (amount == 0 || !some || yisp_hidden_size(t, z) == 0)
        return 0;
    for (place = yisp_first_mark(t, z); place < (int)yisp_marks(t)[0]; place++) {
        mark = yisp_mark_at(t, place);
        if (mark[YISP_MARK_ZONE] != (uint64_t)z)
            break;
        order = memcmp(mark + YISP_MARK_CARDS, cards, YISP_WORDS(t) * sizeof(uint64_t));
        if (order >= 0)
            break;
    }
    mark = yisp_mark_at(t, place);
    if (order == 0) {
        amount += (int64_t)mark[YISP_MARK_AMOUNT];
        if (amount > YISP_MOST_PRESENCE || amount < -YISP_MOST_PRESENCE)
            return 1;
        mark[YISP_MARK_AMOUNT] = (uint64_t)amount;
        if (amount == 0) {
            yisp_remove_marks(t, place, 1);
            place = yisp_first_mark(t, z);
            if (place == (int)yisp_marks(t)[0] || yisp_mark_at(t, place)[YISP_MARK_ZONE] != (uint64_t)z)
                yisp_marks(t)[1] &= ~((uint64_t)1 << z);
        }
        return 0;
    }
    if (yisp_marks(t)[0] == YISP_MOST_MARKS)
        return 1;
    memmove(
        mark + YISP_MARK_WORDS(t), mark, (yisp_marks(t)[0] - place) * YISP_MARK_WORDS(t) * sizeof(uint64_t));
    mark[YISP_MARK_ZONE] = (uint64_t)z;
    mark[YISP_MARK_AMOUNT] = (uint64_t)amount;
    memcpy(mark + YISP_MARK_CARDS, cards, YISP_WORDS(t) * sizeof(uint64_t));
    yisp_marks(t)[0] += 1;
    yisp_marks(t)[1] |= (uint64_t)1 << z;
    return 0;
}

/* The kinds of unrevealed cards of the zone that marks concern: a card of each goes to `lit_kinds`, how many cards it
 * is to `lit_copies`, what they weigh together to the weights after the first; how many kinds these are. */
static inline int yisp_weigh_lit(yisp_table* t, int z)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    int64_t *copies = t->lit_copies, *shares = t->lit_shares, *weights = t->lit_weights + 1;
    int from = yisp_first_mark(t, z), to = from, n = 0;
    uint64_t lit[YISP_MAX_WORDS] = {0};
    for (; to < (int)yisp_marks(t)[0] && yisp_mark_at(t, to)[YISP_MARK_ZONE] == (uint64_t)z; to++) {
        for (int w = 0; w < YISP_WORDS(t); w++)
            lit[w] |= yisp_mark_at(t, to)[YISP_MARK_CARDS + w];
    }
    for (int w = 0; w < YISP_WORDS(t); w++) { /* the copies of a kind are neighbours */
        for (uint64_t bits = lit[w] & hidden[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (n == 0 || t->kind_of[t->lit_kinds[n - 1]] != t->kind_of[card]) {
                t->lit_kinds[n] = (uint16_t)card;
                copies[n++] = 0;
            }
            copies[n - 1] += 1;
        }
    }
    for (int i = 0; i < n; i++)
        weights[i] = YISP_BASE_PRESENCE * t->presence_scale * copies[i];
    for (int place = from; place < to; place++) {
        const uint64_t* mark = yisp_mark_at(t, place);
        for (int i = 0; i < n; i++)
            shares[t->family_of[t->kind_of[t->lit_kinds[i]]]] = 0;
        for (int i = 0; i < n; i++) {
            if (yisp_contains(mark + YISP_MARK_CARDS, t->lit_kinds[i]))
                shares[t->family_of[t->kind_of[t->lit_kinds[i]]]] += copies[i];
        }
        for (int i = 0; i < n; i++) {
            int64_t share = shares[t->family_of[t->kind_of[t->lit_kinds[i]]]];
            if (yisp_contains(mark + YISP_MARK_CARDS, t->lit_kinds[i]))
                weights[i] += (int64_t)mark[YISP_MARK_AMOUNT] * (t->presence_scale * copies[i] / share);
        }
    }
    return n;
}

/* Of the first `n` lit kinds, which are all that there are and weigh nothing, those of the families that weigh most:
 * their cards go to `cards`. */
static inline void yisp_find_least_unlikely(const yisp_table* t, int n, uint64_t* cards)
{
    const int64_t* weights = t->lit_weights + 1;
    int64_t* shares = t->lit_shares;
    int64_t greatest = INT64_MIN;
    for (int i = 0; i < n; i++)
        shares[t->family_of[t->kind_of[t->lit_kinds[i]]]] = 0;
    for (int i = 0; i < n; i++)
        shares[t->family_of[t->kind_of[t->lit_kinds[i]]]] += weights[i];
    for (int i = 0; i < n; i++) {
        int64_t weight = shares[t->family_of[t->kind_of[t->lit_kinds[i]]]];
        greatest = weight > greatest ? weight : greatest;
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (shares[t->family_of[t->kind_of[card]]] != greatest)
                yisp_remove(cards, card);
        }
    }
}

/* Reduce `cards`, unrevealed ones of the zone, to some that are equally likely, as presence wants it. */
static inline void yisp_decide_kind(yisp_table* t, int z, uint64_t* cards)
{
    int64_t *weights = t->lit_weights, total = 0, divisor;
    uint64_t rest[YISP_MAX_WORDS];
    int n = yisp_weigh_lit(t, z), left = 0, found;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, 1 + n * (1 + (int64_t)yisp_marks(t)[0]) / YISP_CARDS_A_UNIT);
    for (int i = 0; i < n; i++) { /* those of `cards`: all copies of a kind, or none */
        if (yisp_contains(cards, t->lit_kinds[i])) {
            t->lit_kinds[left] = t->lit_kinds[i];
            t->lit_copies[left] = t->lit_copies[i];
            weights[1 + left] = weights[1 + i];
            left += 1;
        }
    }
    n = left;
    memcpy(rest, cards, YISP_WORDS(t) * sizeof(uint64_t));
    for (int i = 0; i < n; i++) {
        for (int card = t->lit_kinds[i], k = t->kind_of[card]; card < YISP_CARDS(t) && t->kind_of[card] == k; card++)
            yisp_remove(rest, card);
    }
    weights[0] = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        weights[0] += YISP_BASE_PRESENCE * t->presence_scale * yisp_popcount(rest[w]);
    for (int i = 0; i <= n; i++)
        total += weights[i] > 0 ? weights[i] : 0;
    if (total == 0) {
        yisp_find_least_unlikely(t, n, cards);
        return;
    }
    divisor = total;
    for (int i = 0; i <= n; i++) {
        weights[i] = weights[i] > 0 ? weights[i] : 0;
        divisor = yisp_greatest_common(divisor, weights[i]);
    }
    for (int i = 0; i <= n; i++)
        weights[i] /= divisor;
    found = total / divisor == weights[0] ? 0 : yisp_choose_weighted(t, weights, n + 1, total / divisor);
    if (found == 0) {
        memcpy(cards, rest, YISP_WORDS(t) * sizeof(uint64_t));
        return;
    }
    memset(rest, 0, YISP_WORDS(t) * sizeof(uint64_t));
    for (int card = t->lit_kinds[found - 1], k = t->kind_of[card]; card < YISP_CARDS(t) && t->kind_of[card] == k; card++)
        yisp_insert(rest, card);
    for (int w = 0; w < YISP_WORDS(t); w++)
        cards[w] &= rest[w];
}

/* Reveal one of `cards`, which are used up, as the first unrevealed card of the zone; the marks of its place are used
 * up, too. */
YISP_APART int yisp_reveal_lit(yisp_table* t, int z, uint64_t* cards)
{
    int n = 0, card;
    if (yisp_is_lit(t, z))
        yisp_decide_kind(t, z, cards);
    for (int w = 0; w < YISP_WORDS(t); w++)
        n += yisp_popcount(cards[w]);
    card = yisp_take_at(t, cards, n == 1 ? 0 : yisp_choose_among(t, z, cards, n));
    yisp_remove(yisp_hidden_words(t, z), card);
    yisp_stamps(t)[card] = yisp_counters(t)[YISP_SHOWN] += 1;
    yisp_drop_marks(t, z);
    return card;
}

/* The same for all unrevealed cards of the zone. */
YISP_RARE int yisp_reveal_lit_first(yisp_table* t, int z)
{
    uint64_t cards[YISP_MAX_WORDS];
    memcpy(cards, yisp_hidden_words(t, z), YISP_WORDS(t) * sizeof(uint64_t));
    return yisp_reveal_lit(t, z, cards);
}

/* `(collapse S)`: decide now, among the chosen cards, which is the first unrevealed card of the zone. */
YISP_APART void yisp_collapse(yisp_table* t, int z)
{
    uint64_t cards[YISP_MAX_WORDS], some = 0;
    int card;
    for (int w = 0; w < YISP_WORDS(t); w++)
        some |= cards[w] = t->chosen[w] & yisp_hidden_words(t, z)[w];
    card = some ? yisp_reveal_lit(t, z, cards) : -1;
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_COLLAPSE, z, card, 0);
}

#endif

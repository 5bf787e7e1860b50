/* Presence: which unrevealed card comes next where marks lie on its place (docs/language.md, "Presence").
 *
 * The place is that of the first unrevealed card of a zone, or one of a wall (wall.h).  A mark is an amount and a set
 * of cards, all copies of a card or none, in one of two piles: what is unrevealed in the zone, or a wall's reserve.
 * When the card of the place is decided, each card of a pile weighs
 *
 *     10, or 0 in the reserve, + the sum, over the marks of its sets, of amount / cards of the set in the pile that are
 *     of its family
 *
 * and nothing where that is below 0.  Where all weigh nothing, the cards of those families of a pile whose weights add
 * up to most are equally likely.  Weights are multiplied by `presence_scale`, by which all of those quotients are
 * whole; of a family of one name the copies are weighed together, so that nothing need be divided for them.
 *
 * Whatever reveals the first unrevealed card of a zone comes through `yisp_reveal_first`, and so here where there are
 * marks.  All that takes several unrevealed cards at once, or one without those above it, asks `yisp_is_lit` first,
 * and then goes card by card: unmarked places are alike, this one is not.
 *
 * Marks are sorted by place, pile and set, marks of the same set are one, and a mark of 0 is none: so what was lit in
 * another order is the same position.
 */
#ifndef YISP_PRESENCE_H
#define YISP_PRESENCE_H

#include <string.h>

#include "log.h"

#define YISP_BASE_PRESENCE 10 /* of a card that no mark concerns */
#define YISP_MOST_PRESENCE 10000000 /* that a mark may add or take away */

enum { /* the words of a mark */
    YISP_MARK_PLACE = 0, /* a zone, or a place of a wall, which is beyond all zones */
    YISP_MARK_PILE = 1, /* 0, or 1 for the reserve */
    YISP_MARK_AMOUNT = 2,
    YISP_MARK_CARDS = 3
};

/* Marks ----------------------------------------------------------------------------------------------- */

/* Whether marks wait for the zone's next unrevealed card, or anywhere in a wall. */
static inline int yisp_is_lit(const yisp_table* t, int z)
{
    return YISP_LIGHTS(t) && yisp_unlikely(yisp_marks(t)[1] >> z & 1);
}

static inline uint64_t* yisp_mark_at(const yisp_table* t, int number)
{
    return yisp_marks(t) + 2 + number * YISP_MARK_WORDS(t);
}

/* The first of the place's marks, or where it would be; behind the last of them is `*end`. */
static inline int yisp_marks_of(const yisp_table* t, uint64_t place, int* end)
{
    int count = (int)yisp_marks(t)[0], first = 0;
    while (first < count && yisp_mark_at(t, first)[YISP_MARK_PLACE] < place)
        first += 1;
    for (*end = first; *end < count && yisp_mark_at(t, *end)[YISP_MARK_PLACE] == place;)
        *end += 1;
    return first;
}

/* The bit that says that marks lie on a place: a zone's; those of a wall's places, which are all of the deck, share one. */
static inline uint64_t yisp_bit_of_place(uint64_t place)
{
    return (uint64_t)1 << (place < 64 ? place : YISP_DECK);
}

/* Take the marks [first, end) away. */
static inline void yisp_remove_marks(yisp_table* t, int first, int end)
{
    int rest = (int)yisp_marks(t)[0] - end;
    uint64_t lit = 0;
    memmove(yisp_mark_at(t, first), yisp_mark_at(t, end), rest * YISP_MARK_WORDS(t) * sizeof(uint64_t));
    memset(yisp_mark_at(t, first + rest), 0, (end - first) * YISP_MARK_WORDS(t) * sizeof(uint64_t));
    yisp_marks(t)[0] -= (uint64_t)(end - first);
    for (int i = 0; i < first + rest; i++)
        lit |= yisp_bit_of_place(yisp_mark_at(t, i)[YISP_MARK_PLACE]);
    yisp_marks(t)[1] = lit;
}

/* Drop all marks of the place. */
YISP_APART void yisp_drop_marks(yisp_table* t, uint64_t place)
{
    int end, first = yisp_marks_of(t, place, &end);
    if (end > first)
        yisp_remove_marks(t, first, end);
}

/* Drop the marks of zones that have no unrevealed card left. */
static inline void yisp_drop_idle_marks(yisp_table* t)
{
    for (uint64_t zones = yisp_marks(t)[1]; zones; zones &= zones - 1) {
        if (yisp_hidden_size(t, yisp_lowest(zones)) == 0)
            yisp_drop_marks(t, (uint64_t)yisp_lowest(zones));
    }
}

/* Let a mark with the chosen cards of a pile wait for the card of a place.
 *
 * Whether that cannot be: too many wait, or the amount is too large. */
YISP_APART int yisp_add_mark(yisp_table* t, uint64_t place, int pile, int64_t amount)
{
    const uint64_t* cards = t->chosen;
    uint64_t* mark;
    int end, number = yisp_marks_of(t, place, &end), order = 1;
    if (amount == 0 || !yisp_some(t, cards))
        return 0;
    for (; number < end; number++) {
        mark = yisp_mark_at(t, number);
        order = (int)mark[YISP_MARK_PILE] - pile;
        if (order == 0)
            order = memcmp(mark + YISP_MARK_CARDS, cards, YISP_WORDS(t) * sizeof(uint64_t));
        if (order >= 0)
            break;
    }
    mark = yisp_mark_at(t, number);
    if (number < end && order == 0) {
        amount += (int64_t)mark[YISP_MARK_AMOUNT];
        if (amount > YISP_MOST_PRESENCE || amount < -YISP_MOST_PRESENCE)
            return 1;
        mark[YISP_MARK_AMOUNT] = (uint64_t)amount;
        if (amount == 0)
            yisp_remove_marks(t, number, number + 1);
        return 0;
    }
    if (yisp_marks(t)[0] == YISP_MOST_MARKS)
        return 1;
    memmove(
        mark + YISP_MARK_WORDS(t), mark,
        (yisp_marks(t)[0] - number) * YISP_MARK_WORDS(t) * sizeof(uint64_t));
    mark[YISP_MARK_PLACE] = place;
    mark[YISP_MARK_PILE] = (uint64_t)pile;
    mark[YISP_MARK_AMOUNT] = (uint64_t)amount;
    memcpy(mark + YISP_MARK_CARDS, cards, YISP_WORDS(t) * sizeof(uint64_t));
    yisp_marks(t)[0] += 1;
    yisp_marks(t)[1] |= yisp_bit_of_place(place);
    return 0;
}

/* `(light S mk)`: a mark for the zone's next unrevealed card; whether that cannot be. */
YISP_APART int yisp_light(yisp_table* t, int z, int64_t amount)
{
    if (amount > YISP_MOST_PRESENCE || amount < -YISP_MOST_PRESENCE)
        return 1;
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_LIGHT, z, amount, 0);
    yisp_drop_idle_marks(t);
    return yisp_hidden_size(t, z) ? yisp_add_mark(t, (uint64_t)z, 0, amount) : 0;
}

/* The law --------------------------------------------------------------------------------------------- */

/* Whether the card lies in a wall's reserve. */
static inline int yisp_in_reserve(const yisp_table* t, int card)
{
    return YISP_EXITS(t) && t->reserve >= 0 && yisp_contains(yisp_zone_words(t, t->reserve), card);
}

/* Where shares of the card's family, in its pile, are counted. */
static inline int64_t* yisp_share_of(const yisp_table* t, int card)
{
    return t->lit_shares + 2 * t->family_of[t->kind_of[card]] + yisp_in_reserve(t, card);
}

/* How many cards a mark is shared out among for the lit kind `i` of `n`: those of its family in its pile. */
static inline int64_t yisp_share(const yisp_table* t, const uint64_t* mark, int i, int n)
{
    int card = t->lit_kinds[i], pile = yisp_in_reserve(t, card), family = t->family_of[t->kind_of[card]];
    int64_t share = 0;
    for (int j = 0; j < n; j++) {
        int other = t->lit_kinds[j];
        if (t->family_of[t->kind_of[other]] == family && yisp_in_reserve(t, other) == pile
            && yisp_contains(mark + YISP_MARK_CARDS, other))
            share += t->lit_copies[j];
    }
    return share;
}

/* List the kinds of `cards`, all of one pile, behind the first `n` lit kinds: a card of each goes to `lit_kinds`, how
 * many cards it is to `lit_copies`; how many kinds there are then. */
static inline int yisp_list_kinds(yisp_table* t, const uint64_t* cards, int n)
{
    int from = n;
    for (int w = 0; w < YISP_WORDS(t); w++) { /* the first card of each piece: see `yisp_hold_chosen` */
        uint64_t firsts = ((~cards[w] & ~t->ends[w]) + t->starts[w]) & cards[w];
        for (; firsts; firsts &= firsts - 1) {
            int card = w * 64 + yisp_lowest(firsts);
            if (n == from || t->kind_of[t->lit_kinds[n - 1]] != t->kind_of[card]) {
                t->lit_kinds[n] = (uint16_t)card;
                t->lit_copies[n++] = 0;
            }
            t->lit_copies[n - 1] += yisp_popcount(cards[w] & t->pieces[t->piece_of[card]].cards);
        }
    }
    return n;
}

/* Weigh the kinds of the zone's unrevealed cards that marks of the place concern, and all of the reserve: what the
 * cards of each weigh together goes to the weights after the first; how many kinds these are.
 *
 * What is left of `rest` is not among them. */
static inline int yisp_weigh_lit(yisp_table* t, int z, uint64_t place, uint64_t* rest)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    int64_t *copies = t->lit_copies, *weights = t->lit_weights + 1;
    int end, first = yisp_marks_of(t, place, &end), n, stock;
    uint64_t lit[YISP_MAX_WORDS] = {0};
    for (int i = first; i < end; i++) {
        for (int w = 0; w < YISP_WORDS(t) && yisp_mark_at(t, i)[YISP_MARK_PILE] == 0; w++)
            lit[w] |= yisp_mark_at(t, i)[YISP_MARK_CARDS + w] & hidden[w];
    }
    n = stock = yisp_list_kinds(t, lit, 0);
    if (YISP_EXITS(t) && t->reserve >= 0) {
        n = yisp_list_kinds(t, yisp_zone_words(t, t->reserve), n);
        for (int w = 0; w < YISP_WORDS(t); w++)
            lit[w] |= yisp_zone_words(t, t->reserve)[w];
    }
    for (int w = 0; w < YISP_WORDS(t); w++)
        rest[w] &= ~lit[w];
    for (int i = 0; i < n; i++)
        weights[i] = i < stock ? YISP_BASE_PRESENCE * t->presence_scale * copies[i] : 0;
    for (int number = first; number < end; number++) {
        const uint64_t* mark = yisp_mark_at(t, number);
        int reserve = (int)mark[YISP_MARK_PILE];
        int64_t amount = (int64_t)mark[YISP_MARK_AMOUNT];
        for (int i = reserve ? stock : 0; i < (reserve ? n : stock); i++) {
            int card = t->lit_kinds[i], own = t->piece_of[card];
            if (!yisp_contains(mark + YISP_MARK_CARDS, card))
                continue;
            if (t->pieces[own].relative == own) /* the only name of its family */
                weights[i] += amount * t->presence_scale;
            else
                weights[i] += amount * (t->presence_scale * copies[i] / yisp_share(t, mark, i, n));
        }
    }
    return n;
}

/* Of the first `n` lit kinds, which are all that there are and weigh nothing, those of the families that weigh most:
 * their cards go to `cards`. */
static inline void yisp_find_least_unlikely(const yisp_table* t, int n, uint64_t* cards)
{
    const int64_t* weights = t->lit_weights + 1;
    int64_t greatest = INT64_MIN;
    for (int i = 0; i < n; i++)
        *yisp_share_of(t, t->lit_kinds[i]) = 0;
    for (int i = 0; i < n; i++)
        *yisp_share_of(t, t->lit_kinds[i]) += weights[i];
    for (int i = 0; i < n; i++) {
        int64_t weight = *yisp_share_of(t, t->lit_kinds[i]);
        greatest = weight > greatest ? weight : greatest;
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (*yisp_share_of(t, card) != greatest)
                yisp_remove(cards, card);
        }
    }
}

/* Keep those of `cards` that are of that one's kind and pile. */
static inline void yisp_keep_alike(const yisp_table* t, uint64_t* cards, int card)
{
    uint64_t alike[YISP_MAX_WORDS] = {0};
    int own = t->piece_of[card], at = own, reserve = yisp_in_reserve(t, card);
    do {
        alike[t->pieces[at].word] |= t->pieces[at].cards;
        at = t->pieces[at].next;
    } while (at != own);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t there = YISP_EXITS(t) && t->reserve >= 0 ? yisp_zone_words(t, t->reserve)[w] : 0;
        cards[w] &= alike[w] & (reserve ? there : ~there);
    }
}

/* Weigh `cards`, some of the zone's unrevealed ones and of the reserve, all copies of a kind in a pile or none: what is
 * not lit goes to `rest` and its weight before those of the lit kinds, of which there are as many as it returns.
 *
 * Weights are 0 where they would be below; `*total` is their sum.  For an enumeration they have no divisor in common,
 * since it multiplies them.  Where the sum is 0, `cards` are reduced to those that are equally likely then. */
YISP_APART int yisp_weigh_cards(yisp_table* t, int z, uint64_t place, uint64_t* cards, uint64_t* rest, int64_t* total)
{
    int64_t *weights = t->lit_weights, divisor = 0;
    int all, n = 0;
    memcpy(rest, cards, YISP_WORDS(t) * sizeof(uint64_t));
    all = yisp_weigh_lit(t, z, place, rest);
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, 1 + all * (1 + (int64_t)yisp_marks(t)[0]) / YISP_CARDS_A_UNIT);
    weights[0] = 0;
    for (int i = 0; i < all; i++) {
        if (yisp_contains(cards, t->lit_kinds[i])) {
            t->lit_kinds[n] = t->lit_kinds[i];
            weights[1 + n] = weights[1 + i];
            n += 1;
        }
    }
    for (int w = 0; w < YISP_WORDS(t); w++)
        weights[0] += YISP_BASE_PRESENCE * t->presence_scale * yisp_popcount(rest[w]);
    *total = 0;
    for (int i = 0; i <= n; i++)
        *total += weights[i] > 0 ? weights[i] : 0;
    if (*total == 0) {
        yisp_find_least_unlikely(t, n, cards);
        return n;
    }
    for (int i = 0; i <= n; i++)
        weights[i] = weights[i] > 0 ? weights[i] : 0;
    if (!YISP_ENUMERATES(t))
        return n;
    for (int i = 0; i <= n; i++)
        divisor = yisp_greatest_common(weights[i], divisor);
    for (int i = 0; i <= n; i++)
        weights[i] /= divisor;
    *total /= divisor;
    return n;
}

/* Decide which of `cards` (see `yisp_weigh_cards`), which are used up, the card of the place is; its marks are used up.
 *
 * `whole` says that they are all that the place can become, so that where nothing is lit it is the first of them. */
YISP_APART int yisp_decide_card(yisp_table* t, int z, uint64_t place, uint64_t* cards, int whole)
{
    int n = 0;
    int end;
    if (YISP_LIGHTS(t) && yisp_marks_of(t, place, &end) < end) {
        uint64_t rest[YISP_MAX_WORDS];
        int64_t total;
        int kinds = yisp_weigh_cards(t, z, place, cards, rest, &total), found;
        if (total) {
            found = total == t->lit_weights[0] ? 0 : yisp_choose_weighted(t, t->lit_weights, kinds + 1, total);
            if (found > 0)
                yisp_keep_alike(t, cards, t->lit_kinds[found - 1]);
            else
                memcpy(cards, rest, YISP_WORDS(t) * sizeof(uint64_t));
        }
        yisp_drop_marks(t, place);
        whole = 0;
    }
    for (int w = 0; w < YISP_WORDS(t); w++)
        n += yisp_popcount(cards[w]);
    if (n == 1)
        return yisp_take_at(t, cards, 0);
    return yisp_take_at(
        t, cards, whole ? yisp_choose_among(t, z, cards, n) : yisp_choose_evenly(t, z, cards, n));
}

/* Reveal one of `cards`, which are used up, as the first unrevealed card of the zone. */
static inline int yisp_reveal_one_of(yisp_table* t, int z, uint64_t* cards)
{
    int card = yisp_decide_card(t, z, (uint64_t)z, cards, 0);
    yisp_remove(yisp_hidden_words(t, z), card);
    yisp_stamps(t)[card] = yisp_counters(t)[YISP_SHOWN] += 1;
    return card;
}

/* Reveal the first unrevealed card of a zone that is lit. */
YISP_RARE int yisp_reveal_lit(yisp_table* t, int z)
{
    uint64_t cards[YISP_MAX_WORDS];
    memcpy(cards, yisp_hidden_words(t, z), YISP_WORDS(t) * sizeof(uint64_t));
    return yisp_reveal_one_of(t, z, cards);
}

/* `(collapse S)`: decide now, among the chosen cards, which is the first unrevealed card of the zone. */
YISP_APART void yisp_collapse(yisp_table* t, int z)
{
    uint64_t cards[YISP_MAX_WORDS];
    int card = -1;
    for (int w = 0; w < YISP_WORDS(t); w++)
        cards[w] = t->chosen[w] & yisp_hidden_words(t, z)[w];
    if (yisp_some(t, cards))
        card = yisp_reveal_one_of(t, z, cards);
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_COLLAPSE, z, card, 0);
}

#endif

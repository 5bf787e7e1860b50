/* Presence: which unrevealed card comes next where marks lie on its place (docs/language.md, "Presence").
 *
 * Marks (marks.h) lie on places.  When the card of a place is decided, each card of a pile weighs
 *
 *     10, or 0 in the reserve, + the sum, over the marks of its sets, of amount / cards of the set in the pile that are
 *     of its family
 *
 * and nothing where that is below 0.  Where all weigh nothing, the cards of those families of a pile whose weights add
 * up to most are equally likely.
 *
 * There are two ways to a card of that law.  Whoever enumerates, stands in a world or collapses has every kind weighed:
 * weights are multiplied by `presence_scale`, by which all of those quotients are whole; of a family of one name the
 * copies are weighed together, so that nothing need be divided for them.  A trial draws a card from the sum of what
 * marks add, which takes no look at kinds, and weighs that one card where other marks take away (`yisp_find_lit`); where
 * that finds none, it goes the first way.
 *
 * Whatever reveals the first unrevealed card of a zone comes through `yisp_reveal_first`, and so here where there are
 * marks.  All that takes several unrevealed cards at once, or one without those above it, asks `yisp_is_lit` first,
 * and then goes card by card: unmarked places are alike, this one is not.
 */
#ifndef YISP_PRESENCE_H
#define YISP_PRESENCE_H

#include <string.h>

#include "position/log.h"
#include "zones/marks.h"
#include "numbers/arithmetic.h"

#define YISP_BASE_PRESENCE 10 /* of a card that no mark concerns */

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

/* How many cards of a card's kind, or of its family, there are in both sets. */
static inline int64_t yisp_count_alike(
    const yisp_table* t, const uint64_t* pile, const uint64_t* cards, int card, int family)
{
    int own = t->piece_of[card], at = own;
    int64_t n = 0;
    do {
        const yisp_piece* piece = t->pieces + at;
        n += yisp_popcount(pile[piece->word] & cards[piece->word] & piece->cards);
        at = family ? piece->relative : piece->next;
    } while (yisp_unlikely(at != own));
    return n;
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
            const uint64_t* pile = reserve ? yisp_zone_words(t, t->reserve) : hidden;
            if (!yisp_contains(mark + YISP_MARK_CARDS, card))
                continue;
            if (t->pieces[own].relative == own) /* the only name of its family */
                weights[i] += amount * t->presence_scale;
            else
                weights[i] += amount
                    * (t->presence_scale * copies[i] / yisp_count_alike(t, pile, mark + YISP_MARK_CARDS, card, 1));
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
    if (YISP_BY_STREAMS(t))
        return n;
    for (int i = 0; i <= n; i++)
        divisor = yisp_greatest_common(weights[i], divisor);
    for (int i = 0; i <= n; i++)
        weights[i] /= divisor;
    *total /= divisor;
    return n;
}

/* What a mark's amounts are shared out in: all that is unrevealed in the zone, or a wall's reserve. */
static inline const uint64_t* yisp_pile_of(const yisp_table* t, int z, const uint64_t* mark)
{
    return mark[YISP_MARK_PILE] ? yisp_zone_words(t, t->reserve) : yisp_hidden_words(t, z);
}

/* Of each piece (see `yisp_piece`) of which there are `cards`, the first. */
static inline void yisp_find_firsts(const yisp_table* t, const uint64_t* cards, uint64_t* firsts)
{
    for (int w = 0; w < YISP_WORDS(t); w++) /* see `yisp_hold_chosen` */
        firsts[w] = ((~cards[w] & ~t->ends[w]) + t->starts[w]) & cards[w];
}

/* One of the `cards` that are of that one's family, all as likely, where it is the first of them; else -1. */
static inline int yisp_draw_relative(yisp_table* t, uint64_t* cards, int card)
{
    uint64_t family[YISP_MAX_WORDS] = {0};
    int own = t->piece_of[card], at = own, n = 0;
    const yisp_piece* piece = t->pieces + own;
    if (yisp_likely(piece->relative == own)) { /* the only piece, and this its first card */
        uint64_t alike = cards[piece->word] & piece->cards;
        return piece->word * 64
            + yisp_lowest(yisp_nth(alike, (int)yisp_draw_number(t, (uint64_t)yisp_popcount(alike))));
    }
    do {
        family[t->pieces[at].word] |= t->pieces[at].cards;
        at = t->pieces[at].relative;
    } while (at != own);
    for (int w = 0; w < YISP_WORDS(t); w++)
        n += yisp_popcount(cards[w] &= family[w]);
    if (yisp_rank_of(t, cards, card) > 0)
        return -1;
    return yisp_take_at(t, cards, yisp_draw_number(t, (uint64_t)n));
}

/* Whether a card stays that was found by what marks, [first, end), add: as likely as what is left of its weight, when
 * others took away from it, is of what it was. */
YISP_APART int yisp_stays(yisp_table* t, int z, int first, int end, int card)
{
    int reserve = yisp_in_reserve(t, card);
    const uint64_t* pile = reserve ? yisp_zone_words(t, t->reserve) : yisp_hidden_words(t, z);
    int64_t scale = t->presence_scale * yisp_count_alike(t, pile, pile, card, 0);
    int64_t added = reserve ? 0 : YISP_BASE_PRESENCE * scale, taken = 0;
    for (int i = first; i < end; i++) {
        const uint64_t* mark = yisp_mark_at(t, i);
        int64_t amount = (int64_t)mark[YISP_MARK_AMOUNT];
        if ((int)mark[YISP_MARK_PILE] != reserve || !yisp_contains(mark + YISP_MARK_CARDS, card))
            continue;
        amount *= scale / yisp_count_alike(t, pile, mark + YISP_MARK_CARDS, card, 1);
        added += amount > 0 ? amount : 0;
        taken -= amount < 0 ? amount : 0;
    }
    return taken == 0 || (taken < added && (int64_t)yisp_draw_number(t, (uint64_t)added) >= taken);
}

#define YISP_MOST_MISSES 4 /* before all kinds are weighed, which takes longer than several of them */

/* The card of a place with marks, [first, end), that can become all that is unrevealed; -1 where this found none: then
 * all is as if nobody had asked.
 *
 * What marks add makes the law a mixture: of every unrevealed card alike, for 10 each, and for each mark and each family
 * of which it has cards, of these alike, for its amount.  So a number below the sum of all these says which of them it
 * is, and no kind need be weighed.  Families are not counted but pieces, of which most are one: where the number falls
 * on a piece that is not the first of its family, it is a miss, and drawn again.  It is a miss as well where the card
 * does not stay, for what other marks take away.  What is found after misses has the same law as what is found at once,
 * and so has what is found otherwise after too many of them. */
static inline int yisp_find_lit(yisp_table* t, int z, int first, int end)
{
    uint64_t cards[YISP_MAX_WORDS], firsts[2][YISP_MAX_WORDS];
    int64_t parts[YISP_MOST_MARKS], base = YISP_BASE_PRESENCE * yisp_hidden_size(t, z), total = base;
    int takes = 0;
    yisp_find_firsts(t, yisp_hidden_words(t, z), firsts[0]);
    if (YISP_EXITS(t) && t->reserve >= 0)
        yisp_find_firsts(t, yisp_zone_words(t, t->reserve), firsts[1]);
    for (int i = first; i < end; i++) {
        const uint64_t* mark = yisp_mark_at(t, i);
        int64_t amount = (int64_t)mark[YISP_MARK_AMOUNT], pieces = 0;
        for (int w = 0; w < YISP_WORDS(t); w++) /* of a piece it has all cards or none */
            pieces += yisp_popcount(firsts[mark[YISP_MARK_PILE]][w] & mark[YISP_MARK_CARDS + w]);
        takes |= amount < 0;
        total += parts[i] = amount <= 0 ? 0 : amount * pieces;
    }
    for (int misses = 0; total && misses < YISP_MOST_MISSES; misses++) {
        int64_t left = (int64_t)yisp_draw_number(t, (uint64_t)total);
        int i = first, card;
        if (left < base) {
            card = yisp_card_at(t, yisp_hidden_words(t, z), (uint64_t)left / YISP_BASE_PRESENCE);
        } else {
            const uint64_t* mark;
            for (left -= base; left >= parts[i]; i++)
                left -= parts[i];
            mark = yisp_mark_at(t, i);
            for (int w = 0; w < YISP_WORDS(t); w++)
                cards[w] = firsts[mark[YISP_MARK_PILE]][w] & mark[YISP_MARK_CARDS + w];
            card = yisp_card_at(t, cards, (uint64_t)left / mark[YISP_MARK_AMOUNT]);
            for (int w = 0; w < YISP_WORDS(t); w++)
                cards[w] = yisp_pile_of(t, z, mark)[w] & mark[YISP_MARK_CARDS + w];
            card = yisp_draw_relative(t, cards, card);
        }
        if (card >= 0 && (!takes || yisp_stays(t, z, first, end, card)))
            return card;
    }
    return -1;
}

/* Keep those of `cards`, all as likely, that lie in one of a wall's piles: for an enumeration, which takes cards of a
 * kind for the same, copies that are left in the other pile are another way. */
YISP_APART void yisp_part_piles(yisp_table* t, uint64_t* cards)
{
    const uint64_t* reserve = yisp_zone_words(t, t->reserve);
    int64_t weights[2] = {0, 0};
    int there;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        weights[0] += yisp_popcount(cards[w] & ~reserve[w]);
        weights[1] += yisp_popcount(cards[w] & reserve[w]);
    }
    if (!weights[0] || !weights[1])
        return;
    there = yisp_choose_weighted(t, weights, 2, weights[0] + weights[1]);
    for (int w = 0; w < YISP_WORDS(t); w++)
        cards[w] &= there ? reserve[w] : ~reserve[w];
}

/* Tell the log what presence made of the law, now that a card of `cards` has been decided: in 10^9, how likely its name
 * was, and how likely it would have been without marks. */
YISP_RARE void yisp_tell_law(yisp_table* t, int z, uint64_t place, uint64_t* cards, int card)
{
    uint64_t rest[YISP_MAX_WORDS], alike[YISP_MAX_WORDS];
    int64_t total, weight = 0, lit = 0, plain = 0;
    int kinds, found = 0, size = yisp_hidden_size(t, z), copies = 0, reserve = yisp_in_reserve(t, card);
    memcpy(alike, yisp_hidden_words(t, z), YISP_WORDS(t) * sizeof(uint64_t));
    yisp_keep_alike(t, alike, card);
    for (int w = 0; w < YISP_WORDS(t); w++)
        copies += yisp_popcount(alike[w]);
    kinds = yisp_weigh_cards(t, z, place, cards, rest, &total);
    while (found < kinds
           && (t->kind_of[t->lit_kinds[found]] != t->kind_of[card]
               || yisp_in_reserve(t, t->lit_kinds[found]) != reserve))
        found += 1;
    if (total) {
        weight = found < kinds ? t->lit_weights[1 + found]
                               : YISP_BASE_PRESENCE * t->presence_scale * (int64_t)copies;
    } else { /* those that are least unlikely, all alike */
        for (int w = 0; w < YISP_WORDS(t); w++)
            total += yisp_popcount(cards[w]);
        yisp_keep_alike(t, cards, card);
        for (int w = 0; w < YISP_WORDS(t); w++)
            weight += yisp_popcount(cards[w]);
    }
    yisp_muldiv(weight, YISP_TOLD_WHOLE, total, YISP_NEAR, &lit);
    if (size)
        yisp_muldiv(copies, YISP_TOLD_WHOLE, size, YISP_NEAR, &plain);
    yisp_append_entry(t->log, YISP_LOG_LAW, card, lit, plain);
}

/* Decide which of `cards`, which are used up, the card of the place is; what marks it has are [first, end). */
static inline int yisp_decide_among(
    yisp_table* t, int z, uint64_t place, uint64_t* cards, int whole, int first, int end)
{
    int n = 0;
    if (first < end) {
        uint64_t rest[YISP_MAX_WORDS];
        int64_t total;
        int kinds, found;
        if (whole && YISP_BY_STREAMS(t) && (found = yisp_find_lit(t, z, first, end)) >= 0)
            return found;
        kinds = yisp_weigh_cards(t, z, place, cards, rest, &total);
        if (total) {
            found = total == t->lit_weights[0] ? 0 : yisp_choose_weighted(t, t->lit_weights, kinds + 1, total);
            if (found > 0)
                yisp_keep_alike(t, cards, t->lit_kinds[found - 1]);
            else
                memcpy(cards, rest, YISP_WORDS(t) * sizeof(uint64_t));
        } else if (YISP_ENUMERATES(t) && t->enumeration->world == YISP_NO_WORLD && YISP_EXITS(t) && t->reserve >= 0) {
            yisp_part_piles(t, cards);
        }
        whole = 0;
    }
    for (int w = 0; w < YISP_WORDS(t); w++)
        n += yisp_popcount(cards[w]);
    if (n == 1)
        return yisp_take_at(t, cards, 0);
    return yisp_take_at(
        t, cards, whole ? yisp_choose_among(t, z, cards, n) : yisp_choose_evenly(t, z, cards, n));
}

/* Decide which of `cards` (see `yisp_weigh_cards`), which are used up, the card of the place is; its marks are used up.
 *
 * `whole` says that they are all that the place can become, so that where nothing is lit it is the first of them, and
 * where something is a trial need not weigh them. */
YISP_APART int yisp_decide_card(yisp_table* t, int z, uint64_t place, uint64_t* cards, int whole)
{
    uint64_t asked[YISP_MAX_WORDS];
    int end = 0, first = YISP_LIGHTS(t) ? yisp_marks_of(t, place, &end) : 0, card;
    int tells = t->log != NULL && first < end && !YISP_ENUMERATES(t);
    if (yisp_unlikely(tells))
        memcpy(asked, cards, YISP_WORDS(t) * sizeof(uint64_t));
    card = yisp_decide_among(t, z, place, cards, whole, first, end);
    if (yisp_unlikely(tells))
        yisp_tell_law(t, z, place, asked, card);
    if (first < end)
        yisp_remove_marks(t, first, end);
    return card;
}

/* Reveal one of `cards`, which are used up, as the first unrevealed card of the zone. */
static inline int yisp_reveal_one_of(yisp_table* t, int z, uint64_t* cards, int whole)
{
    int card = yisp_decide_card(t, z, (uint64_t)z, cards, whole);
    yisp_remove(yisp_hidden_words(t, z), card);
    yisp_stamps(t)[card] = yisp_counters(t)[YISP_SHOWN] += 1;
    return card;
}

/* Reveal the first unrevealed card of a zone that is lit. */
YISP_RARE int yisp_reveal_lit(yisp_table* t, int z)
{
    uint64_t cards[YISP_MAX_WORDS];
    memcpy(cards, yisp_hidden_words(t, z), YISP_WORDS(t) * sizeof(uint64_t));
    return yisp_reveal_one_of(t, z, cards, 1);
}

/* `(collapse S)`: decide now, among the chosen cards, which is the first unrevealed card of the zone. */
YISP_APART void yisp_collapse(yisp_table* t, int z)
{
    uint64_t cards[YISP_MAX_WORDS];
    int card = -1;
    for (int w = 0; w < YISP_WORDS(t); w++)
        cards[w] = t->chosen[w] & yisp_hidden_words(t, z)[w];
    if (yisp_some(t, cards))
        card = yisp_reveal_one_of(t, z, cards, 0);
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_COLLAPSE, z, card, 0);
}

#endif

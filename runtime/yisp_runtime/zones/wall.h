/* A wall: a deck of which nothing is known, with several exits and perhaps a reserve (docs/wall.md).
 *
 * Every card that an exit will give has a place, which is the exit and how many it gave before.  A place is decided
 * when its card leaves, or beforehand by `(collapse ...)`: by presence where marks lie on it (presence.h), else each
 * unrevealed card is as likely, or each of the reserve where none is left.  A card that was decided beforehand lies in
 * the deck and is known; its stamp is its place, which no other card of a wall's deck has.
 */
#ifndef YISP_WALL_H
#define YISP_WALL_H

#include "zones/moves.h"

#define YISP_FARTHEST_PLACE 10000 /* behind the head of an exit */

static inline uint64_t yisp_wall_place(int exit, int64_t given)
{
    return (uint64_t)(exit + 1) << 32 | (uint64_t)given;
}

/* The card that was decided for a place, or -1. */
static inline int yisp_decided_at(const yisp_table* t, uint64_t place)
{
    const uint64_t *deck = yisp_zone_words(t, YISP_DECK), *hidden = yisp_hidden_words(t, YISP_DECK);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = deck[w] & ~hidden[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (yisp_stamps(t)[card] == (int64_t)place)
                return card;
        }
    }
    return -1;
}

/* How many cards the exit can still give, of `most` in all. */
static inline int64_t yisp_remain(const yisp_table* t, int exit, int64_t most)
{
    int64_t given = yisp_given(t)[exit];
    int64_t there = yisp_size(t, YISP_DECK) + (t->reserve >= 0 ? yisp_size(t, t->reserve) : 0);
    if (most <= given) /* before they are subtracted: a script may say anything */
        return 0;
    return most - given < there ? most - given : there;
}

/* What a place can become: all that is unrevealed and all of the reserve. */
static inline void yisp_find_candidates(const yisp_table* t, uint64_t place, uint64_t* cards)
{
    const uint64_t* hidden = yisp_hidden_words(t, YISP_DECK);
    int end, lit = YISP_LIGHTS(t) && yisp_marks_of(t, place, &end) < end;
    uint64_t some = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        some |= cards[w] = hidden[w];
    for (int w = 0; w < YISP_WORDS(t) && t->reserve >= 0 && (lit || !some); w++)
        cards[w] |= yisp_zone_words(t, t->reserve)[w];
}

/* Decide which of `cards`, all that it can become or some, lies at a place; it does from then on. */
static inline int yisp_decide_place(yisp_table* t, uint64_t place, uint64_t* cards, int whole)
{
    int card = yisp_decide_card(t, YISP_DECK, place, cards, whole);
    if (yisp_in_reserve(t, card)) {
        yisp_remove(yisp_zone_words(t, t->reserve), card);
        yisp_insert(yisp_zone_words(t, YISP_DECK), card);
    }
    yisp_remove(yisp_hidden_words(t, YISP_DECK), card);
    yisp_stamps(t)[card] = (int64_t)place;
    return card;
}

/* Marks on every place of a hand ---------------------------------------------------------------------- */

/* While a hand is dealt, let a mark with the chosen cards lie on each place of it; whether that cannot be.
 *
 * It waits beside the position and not in it: a hand is begun and filled in one piece. */
YISP_APART int yisp_add_standing(yisp_table* t, int pile, int64_t amount)
{
    size_t size = YISP_WORDS(t) * sizeof(uint64_t);
    uint64_t* mark = t->standing;
    for (int i = 0; i < t->standing_count; i++, mark += YISP_MARK_WORDS(t)) {
        if (mark[YISP_MARK_PILE] != (uint64_t)pile || memcmp(mark + YISP_MARK_CARDS, t->chosen, size) != 0)
            continue;
        amount += (int64_t)mark[YISP_MARK_AMOUNT];
        mark[YISP_MARK_AMOUNT] = (uint64_t)amount;
        return amount > YISP_MOST_PRESENCE || amount < -YISP_MOST_PRESENCE;
    }
    if (yisp_marks(t)[0] + (uint64_t)t->standing_count >= YISP_MOST_MARKS)
        return 1;
    mark[YISP_MARK_PILE] = (uint64_t)pile;
    mark[YISP_MARK_AMOUNT] = (uint64_t)amount;
    memcpy(mark + YISP_MARK_CARDS, t->chosen, size);
    t->standing_count += 1;
    return 0;
}

/* Lay them on the place that is decided next; there is room, since no other place has them. */
YISP_APART void yisp_lay_standing(yisp_table* t, uint64_t place)
{
    for (int i = 0; i < t->standing_count; i++) {
        const uint64_t* mark = t->standing + i * YISP_MARK_WORDS(t);
        memcpy(t->chosen, mark + YISP_MARK_CARDS, YISP_WORDS(t) * sizeof(uint64_t));
        yisp_add_mark(t, place, (int)mark[YISP_MARK_PILE], (int64_t)mark[YISP_MARK_AMOUNT]);
    }
}

/* Drawing --------------------------------------------------------------------------------------------- */

/* Whether places were decided beforehand. */
static inline int yisp_looks_ahead(const yisp_table* t)
{
    uint64_t known = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        known |= yisp_zone_words(t, YISP_DECK)[w] & ~yisp_hidden_words(t, YISP_DECK)[w];
    return known != 0;
}

/* Decide the place unless it is decided, which it can be if some are `ahead`; its card, or -1 if all that is left has
 * other places already. */
static inline int yisp_settle_place(yisp_table* t, uint64_t place, int ahead)
{
    uint64_t cards[YISP_MAX_WORDS];
    int card = yisp_unlikely(ahead) ? yisp_decided_at(t, place) : -1;
    if (card >= 0)
        return card;
    if (YISP_LIGHTS(t) && yisp_unlikely(t->dealing))
        yisp_lay_standing(t, place);
    yisp_find_candidates(t, place, cards);
    return yisp_some(t, cards) ? yisp_decide_place(t, place, cards, 1) : -1;
}

/* `(draw EXIT Z)`: move the next card of the exit, which gives `most` in all; -1 where it has none. */
static inline int yisp_draw(yisp_table* t, int site, int exit, int64_t most, int to, int front)
{
    int64_t stamp;
    int card;
    if (yisp_remain(t, exit, most) == 0)
        return -1;
    card = yisp_settle_place(t, yisp_wall_place(exit, yisp_given(t)[exit]), yisp_looks_ahead(t));
    if (yisp_unlikely(card < 0))
        return -1;
    yisp_given(t)[exit] += 1;
    stamp = yisp_arrive(t, to, 1, front);
    yisp_transfer(t, card, YISP_DECK, to, stamp + 1);
    yisp_arrived(t, site, YISP_DECK, to, stamp, 1);
    return card;
}

/* `(# D.n Z)`: the next `n` cards of the first exit; whether it has not as many.
 *
 * They are decided before the first of them moves, and keep their order. */
static inline int yisp_draw_several(yisp_table* t, int site, int64_t most, int64_t n, int to, int front)
{
    int64_t left, stamp, given = yisp_given(t)[0];
    int count = 0, ahead = yisp_looks_ahead(t);
    if (n == 1)
        return yisp_draw(t, site, 0, most, to, front) < 0;
    if (n <= 0) {
        if (!t->asking)
            yisp_notice(t, site);
        return 0;
    }
    left = yisp_remain(t, 0, most);
    for (; count < n && count < left; count++) {
        int card = yisp_settle_place(t, yisp_wall_place(0, given + count), ahead);
        if (card < 0)
            break;
        t->drawn[count] = (uint16_t)card;
    }
    if (count == 0)
        return 1;
    stamp = yisp_arrive(t, to, count, front);
    for (int i = 0; i < count; i++) {
        yisp_given(t)[0] += 1;
        yisp_transfer(t, t->drawn[i], YISP_DECK, to, stamp + 1 + i);
        yisp_arrived(t, site, YISP_DECK, to, stamp + i, 1);
    }
    return count < n;
}

/* The draw of a turn: the next `n` cards of the first exit, or as many as it has, which is noted. */
static inline void yisp_draw_for_turn(yisp_table* t, int64_t most, int64_t n)
{
    if (yisp_draw_several(t, YISP_SITE_DRAW, most, n, YISP_HAND, 0))
        yisp_notice(t, YISP_SITE_DRAW);
}

/* `(# D.f.n Z)`: move `n` of the chosen cards that are unrevealed, or as many as there are, each as likely.
 *
 * No more than there is `room` for; what is left for want of it is noted at `full`. */
static inline void yisp_take(yisp_table* t, int site, int64_t n, int to, int front, int64_t room, int full)
{
    uint64_t cards[YISP_MAX_WORDS];
    int64_t stamp;
    int total = 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        cards[w] = t->chosen[w] & yisp_hidden_words(t, YISP_DECK)[w];
        total += yisp_popcount(cards[w]);
    }
    n = n < total ? n : total;
    if (yisp_unlikely(n > room)) {
        n = room < 0 ? 0 : room;
        yisp_notice(t, full);
        if (n == 0)
            return;
    }
    if (n <= 0) {
        if (!t->asking)
            yisp_notice(t, site);
        return;
    }
    stamp = yisp_arrive(t, to, (int)n, front);
    for (int i = 0; i < n; i++) {
        int card = yisp_take_at(t, cards, yisp_choose_evenly(t, YISP_DECK, cards, total - i));
        yisp_remove(yisp_hidden_words(t, YISP_DECK), card);
        yisp_transfer(t, card, YISP_DECK, to, stamp + 1 + i);
    }
    yisp_arrived(t, site, YISP_DECK, to, stamp, (int)n);
}

/* `(light S mk EXIT n)`: a mark for the card `ahead` places behind the head of the exit; whether that cannot be.
 *
 * Where a place is not `named`, one of a hand being dealt is a mark for all of its cards. */
YISP_APART int yisp_light_place(
    yisp_table* t, int exit, int64_t ahead, int pile, int64_t amount, int named)
{
    uint64_t place;
    if (amount > YISP_MOST_PRESENCE || amount < -YISP_MOST_PRESENCE || ahead < 0 || ahead > YISP_FARTHEST_PLACE)
        return 1;
    place = yisp_wall_place(exit, yisp_given(t)[exit] + ahead);
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_LIGHT, pile ? t->reserve : YISP_DECK, amount, 0);
    if (t->dealing && !named)
        return amount && yisp_some(t, t->chosen) ? yisp_add_standing(t, pile, amount) : 0;
    return yisp_decided_at(t, place) >= 0 ? 0 : yisp_add_mark(t, place, pile, amount);
}

/* `(collapse S EXIT n)`: decide that card now, among the chosen ones, of the reserve where the stock has none of them;
 * whether there is no such place. */
YISP_APART int yisp_collapse_place(yisp_table* t, int exit, int64_t most, int64_t ahead, int pile)
{
    uint64_t cards[YISP_MAX_WORDS], place;
    int card = -1;
    if (ahead < 0 || ahead > YISP_FARTHEST_PLACE)
        return 1;
    place = yisp_wall_place(exit, yisp_given(t)[exit] + ahead);
    for (int w = 0; w < YISP_WORDS(t); w++)
        cards[w] = pile ? 0 : t->chosen[w] & yisp_hidden_words(t, YISP_DECK)[w];
    for (int w = 0, none = !yisp_some(t, cards); w < YISP_WORDS(t) && none && t->reserve >= 0; w++)
        cards[w] = t->chosen[w] & yisp_zone_words(t, t->reserve)[w];
    if (yisp_some(t, cards) && ahead < yisp_remain(t, exit, most) && yisp_decided_at(t, place) < 0) {
        if (t->dealing && exit == 0 && ahead < t->filling)
            yisp_lay_standing(t, place);
        card = yisp_decide_place(t, place, cards, 0);
    }
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_COLLAPSE, YISP_DECK, card, 0);
    return 0;
}

#endif

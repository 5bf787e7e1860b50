/* Moving cards, for both targets.
 *
 * Cards leave in their zone's order, arrive together at one end, and get stamps there that follow one
 * another.  Unrevealed ones are chosen as late as here, several from one random word where nothing else
 * is asked of their order.  A function that moves cards returns how many.
 */
#ifndef YISP_MOVES_H
#define YISP_MOVES_H

#include "position/events.h"
#include "zones/selection.h"

/* Steps of a move ------------------------------------------------------------------------------------- */

/* The stamp just before those of `n` cards that come to an end of a zone together. */
static inline int64_t yisp_arrive(yisp_table* t, int to, int n, int front)
{
    int64_t* counter = yisp_counters(t);
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, n * (1 + YISP_WORDS(t) / YISP_CARDS_A_UNIT));
    if (!YISP_BY_STREAMS(t) && yisp_is_reserve(t, to))
        yisp_renew_row(t, YISP_DECK);
    if (YISP_QUEUED(t, to)) {
        int64_t* ends = yisp_line_ends(t, to);
        if (!YISP_UNBROKEN(t, to) && yisp_unlikely(ends[1] - ends[0] + n > YISP_LINE_MASK(t)))
            yisp_lay_line(t, to);
        if (front)
            return ends[0] -= n;
        ends[1] += n;
        return ends[1] - n;
    }
    if (front)
        return counter[YISP_TOP] -= n;
    counter[YISP_BOTTOM] += n;
    return counter[YISP_BOTTOM] - n;
}

/* Take those cards of word `w` from one zone to another; their stamps are the caller's. */
static inline void yisp_settle(yisp_table* t, int w, uint64_t cards, int z, int to)
{
    yisp_zone_words(t, z)[w] &= ~cards;
    yisp_zone_words(t, to)[w] |= cards;
    if (z != to && !YISP_TIDY(t)) /* only the scan of other decks asks */
        t->position[YISP_AT_ARRIVED(t) + w] |= cards;
}

/* Note where a card that comes from `z` lies in `to`; the sets are the caller's. */
static inline void yisp_lay(yisp_table* t, int card, int z, int to, int64_t stamp)
{
    if (!YISP_UNDATED(t, to))
        yisp_stamps(t)[card] = stamp;
    if (YISP_QUEUED(t, to))
        yisp_line(t, to)[stamp & YISP_LINE_MASK(t)] = (uint16_t)card;
    if (z != to)
        yisp_moved(t, card, z, to);
}

/* Take a card of which it is known which it is out of its zone, and lay it where `stamp` says. */
static inline void yisp_transfer(yisp_table* t, int card, int z, int to, int64_t stamp)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_leave_spot(t, z, card);
    yisp_settle(t, YISP_WORD_OF(card), (uint64_t)1 << (card & 63), z, to);
    yisp_lay(t, card, z, to, stamp);
}

/* A move of `n` cards is done, which have the stamps after `stamp`. */
static inline int yisp_arrived(yisp_table* t, int site, int z, int to, int64_t stamp, int n)
{
    if (yisp_unlikely(t->log != NULL)) {
        if (YISP_UNDATED(t, to))
            yisp_date(t, to);
        yisp_log_move(t, site, z, to, stamp, n);
    }
    return n;
}

/* Move the unrevealed cards at these places (see `yisp_choose_places`), stamped from `stamp` + 1 on. */
static inline void yisp_move_places(yisp_table* t, int z, const uint64_t* places, int k, int to, int64_t stamp)
{
    uint64_t left[YISP_MAX_WORDS]; /* apart from the position, so that no stamp can be mistaken for it */
    uint64_t* hidden = yisp_hidden_words(t, z);
    for (int w = 0; w < YISP_WORDS(t); w++)
        left[w] = hidden[w];
    for (int i = 0; i < k; i++)
        yisp_lay(t, yisp_take_at(t, left, places[i]), z, to, stamp + 1 + i);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t taken = hidden[w] & ~left[w];
        hidden[w] = left[w];
        yisp_settle(t, w, taken, z, to);
    }
}

/* Move the first `n` cards of a zone of which all are unrevealed to where their order cannot matter; 0 where it can, or
 * where they would not fit an enumeration. */
YISP_APART int yisp_move_unordered(yisp_table* t, int z, int n, int to, int front)
{
    int64_t stamp;
    if (yisp_is_lit(t, z) || !yisp_order_is_free(t, to, yisp_hidden_words(t, z)) || !yisp_take_unordered(t, z, n, t->list))
        return 0;
    stamp = yisp_arrive(t, to, n, front);
    for (int i = 0; i < n; i++)
        yisp_transfer(t, t->list[i], z, to, stamp + 1 + i);
    return n;
}

/* Move the first `n` cards of a zone that has as many, what is unrevealed several cards at a time.
 *
 * An enumeration comes here only with a zone of which nothing is known. */
static inline int yisp_move_unknown(yisp_table* t, int site, int z, int n, int to, int front)
{
    uint64_t places[8], known[YISP_MAX_WORDS];
    int64_t stamp = yisp_arrive(t, to, n, front);
    int i = 0, left = yisp_hidden_size(t, z);
    for (int w = 0; w < YISP_WORDS(t); w++)
        known[w] = yisp_zone_words(t, z)[w] & ~yisp_hidden_words(t, z)[w];
    while (i < n) {
        int card = yisp_next_known(t, known, NULL);
        if (left && (card < 0 || yisp_stamps(t)[card] > 0)) {
            int k;
            if (yisp_is_lit(t, z)) {
                yisp_insert(known, yisp_reveal_first(t, z));
                left -= 1;
                continue;
            }
            k = yisp_choose_places(t, z, left, n - i < left ? n - i : left, places);
            yisp_move_places(t, z, places, k, to, stamp + i);
            left -= k;
            i += k;
        } else {
            yisp_remove(known, card);
            i += 1;
            yisp_transfer(t, card, z, to, stamp + i);
        }
    }
    return yisp_arrived(t, site, z, to, stamp, n);
}

/* Move the first `n` cards of a zone that keeps a line to another. */
static inline int yisp_move_line(yisp_table* t, int site, int z, int n, int to, int front)
{
    int64_t stamp = yisp_arrive(t, to, n, front);
    for (int i = 0; i < n; i++) {
        int card = yisp_first_in_line(t, z);
        yisp_line_ends(t, z)[0] += 1;
        yisp_transfer(t, card, z, to, stamp + 1 + i);
    }
    return yisp_arrived(t, site, z, to, stamp, n);
}

/* Cards that fit -------------------------------------------------------------------------------------- */

#define YISP_FEW 24 /* above this many cards a set is put in order by sorting, below by taking the least */

/* Move the first `n` of `cards`, a part of zone `z` that has as many, keeping their order.
 *
 * `cards` is used up. */
static inline int yisp_move_cards(yisp_table* t, int site, int z, uint64_t* cards, int n, int to, int front)
{
    int64_t stamp;
    if (n <= 0) {
        if (!t->asking) /* what is only supposed is not counted */
            yisp_notice(t, site);
        return 0;
    }
    stamp = yisp_arrive(t, to, n, front);
    if (n > YISP_FEW && !YISP_ENUMERATES(t)) {
        yisp_order_cards(t, z, cards, n, t->list);
        for (int i = 0; i < n; i++)
            yisp_transfer(t, t->list[i], z, to, stamp + 1 + i);
    } else {
        for (int i = 0; i < n; i++) {
            int card = yisp_next_first(t, z, cards);
            yisp_remove(cards, card);
            yisp_transfer(t, card, z, to, stamp + 1 + i);
        }
    }
    return yisp_arrived(t, site, z, to, stamp, n);
}

/* `(# X T)`: move that one card, which lies in zone `z`; nobody finds it in a wall's reserve. */
static inline int yisp_move_card(yisp_table* t, int site, int card, int z, int to, int front)
{
    uint64_t cards[YISP_MAX_WORDS];
    int64_t stamp;
    if (yisp_is_reserve(t, z))
        return yisp_move_cards(t, site, z, cards, 0, to, front);
    if (YISP_VEILED(t, z) && yisp_unlikely(yisp_contains(yisp_hidden_words(t, z), card))) {
        for (int w = 0; w < YISP_WORDS(t); w++)
            cards[w] = 0;
        yisp_insert(cards, card);
        return yisp_move_cards(t, site, z, cards, 1, to, front);
    }
    stamp = yisp_arrive(t, to, 1, front);
    yisp_transfer(t, card, z, to, stamp + 1);
    return yisp_arrived(t, site, z, to, stamp, 1);
}

/* `(# Z.f T)`: move all that fit. */
static inline int yisp_move_all(yisp_table* t, int site, int z, const uint64_t* mask, int to, int front)
{
    uint64_t cards[YISP_MAX_WORDS];
    int n = yisp_fitting(t, z, mask, cards);
    if (YISP_VEILED(t, z) && !YISP_ENUMERATES(t) && n > 0 && n == yisp_hidden_size(t, z) && n == yisp_size(t, z))
        return yisp_move_unknown(t, site, z, n, to, front);
    if (yisp_notes_looks(t, z))
        yisp_look_through(t, z, cards, n);
    return yisp_move_cards(t, site, z, cards, n, to, front);
}

/* `(# Z.f T);(shuffle T)` up to the shuffle, which must follow.
 *
 * The order of T is forgotten before anything can ask for it: that in which known cards come need not be worked out, nor
 * do they need stamps, since nobody looks at that of an unrevealed card.  No random number is drawn for known cards in
 * either case.  They come one by one where somebody is told so (a log, events, what an enumeration spends), where a zone
 * keeps a line, and where some are unrevealed. */
static inline int yisp_move_back(yisp_table* t, int site, int z, const uint64_t* mask, int to, int front)
{
    uint64_t cards[YISP_MAX_WORDS], unrevealed = 0;
    int n = yisp_fitting(t, z, mask, cards);
    for (int w = 0; w < YISP_WORDS(t) && YISP_VEILED(t, z); w++)
        unrevealed |= cards[w] & yisp_hidden_words(t, z)[w];
    if (n == 0 || unrevealed || YISP_QUEUED(t, z) || YISP_QUEUED(t, to) || YISP_ENUMERATES(t)
        || yisp_listens(t, YISP_MOVED) || yisp_listens(t, YISP_DRAWN) || yisp_unlikely(t->log != NULL))
        return yisp_move_all(t, site, z, mask, to, front);
    for (int w = 0; w < YISP_WORDS(t); w++)
        yisp_settle(t, w, cards[w], z, to);
    return n;
}

/* `(# Z.f.n T)`: move the first `n` that fit, or as many as there are. */
static inline int yisp_move_first(
    yisp_table* t, int site, int z, const uint64_t* mask, int64_t n, int to, int front)
{
    uint64_t cards[YISP_MAX_WORDS];
    int total = yisp_fitting(t, z, mask, cards), wanted = n >= total ? total : n > 0 ? (int)n : 0;
    if (yisp_notes_looks(t, z))
        yisp_look_through(t, z, cards, wanted);
    return yisp_move_cards(t, site, z, cards, wanted, to, front);
}

/* `(# Z.f.n T);(shuffle Z)` up to the shuffle, which must follow. */
static inline int yisp_move_picked(
    yisp_table* t, int site, int z, const uint64_t* mask, int64_t n, int to, int front)
{
    uint64_t cards[YISP_MAX_WORDS];
    int64_t stamp;
    int total = yisp_fitting(t, z, mask, cards);
    int wanted = n >= total ? total : n > 0 ? (int)n : 0;
    if (wanted == 0 || wanted > YISP_FEW) /* many are found sooner by looking through the zone */
        return yisp_move_cards(t, site, z, cards, wanted, to, front);
    stamp = yisp_arrive(t, to, wanted, front);
    for (int i = 0; i < wanted; i++) {
        int card = yisp_next_picked(t, z, cards);
        yisp_remove(cards, card);
        yisp_transfer(t, card, z, to, stamp + 1 + i);
    }
    return yisp_arrived(t, site, z, to, stamp, wanted);
}

/* Move the chosen cards. */
static inline int yisp_move_chosen(yisp_table* t, int site, int to, int front)
{
    int z = t->chosen_zone, n = yisp_chosen_size(t);
    if (t->chosen_how == YISP_BY_LOT && n > 0 && YISP_VEILED(t, z)) {
        int64_t stamp = yisp_arrive(t, to, n, front);
        for (int i = 0; i < n; i++) {
            int card = yisp_next_by_lot(t, z, t->chosen);
            yisp_remove(t->chosen, card);
            yisp_transfer(t, card, z, to, stamp + 1 + i);
        }
        return yisp_arrived(t, site, z, to, stamp, n);
    }
    if (t->chosen_how == YISP_SOUGHT && yisp_notes_looks(t, z))
        yisp_look_through(t, z, t->chosen, n);
    return yisp_move_cards(t, site, z, t->chosen, n, to, front);
}

/* The first cards, whatever they are ------------------------------------------------------------------ */

/* `(# Z.n T)`: move the first `n` cards of the zone, or as many as there are. */
static inline int yisp_move_top(yisp_table* t, int site, int z, int64_t n, int to, int front)
{
    int total = yisp_size(t, z);
    if (n > total)
        n = total;
    if (YISP_QUEUED(t, z) && z != to && n > 0)
        return yisp_move_line(t, site, z, (int)n, to, front);
    if (!YISP_VEILED(t, z) || n <= 0 || ((n > YISP_FEW || YISP_ENUMERATES(t)) && yisp_hidden_size(t, z) != total))
        return yisp_move_first(t, site, z, t->everything, n, to, front);
    if (yisp_unlikely(YISP_ENUMERATES(t))) {
        if (yisp_move_unordered(t, z, (int)n, to, front))
            return (int)n;
        if (yisp_has_spots(t, z))
            return yisp_move_first(t, site, z, t->everything, n, to, front);
    }
    return yisp_move_unknown(t, site, z, (int)n, to, front);
}

/* What `yisp_move_top` does, for one card of a zone that keeps a line: short where all is constant. */
YISP_ALWAYS void yisp_move_one(yisp_table* t, int site, int z, int to, int front)
{
    if (!YISP_QUEUED(t, z) || yisp_unlikely(yisp_size(t, z) == 0 || z == to)) /* an enumeration keeps no line */
        yisp_move_top(t, site, z, 1, to, front);
    else
        yisp_move_line(t, site, z, 1, to, front);
}

/* What `yisp_move_one` does twice, from one zone and then from another.
 *
 * Cards of two unbroken lines that come to the end of a zone without one arrive there together, since neither move has a
 * part in the other: their stamps are the same, and whoever listens hears of them in the same order. */
YISP_ALWAYS void yisp_move_two(yisp_table* t, int site, int other_site, int z, int other, int to, int front)
{
    if (YISP_QUEUED(t, z) && YISP_UNBROKEN(t, z) && YISP_QUEUED(t, other) && YISP_UNBROKEN(t, other)
        && !YISP_QUEUED(t, to) && z != other && !front && YISP_BY_STREAMS(t)
        && yisp_likely(yisp_size(t, z) && yisp_size(t, other) && t->log == NULL)) {
        int card = yisp_first_in_line(t, z), second = yisp_first_in_line(t, other);
        int64_t stamp = yisp_arrive(t, to, 2, front);
        yisp_line_ends(t, z)[0] += 1;
        yisp_line_ends(t, other)[0] += 1;
        yisp_settle(t, YISP_WORD_OF(card), (uint64_t)1 << (card & 63), z, to);
        yisp_settle(t, YISP_WORD_OF(second), (uint64_t)1 << (second & 63), other, to);
        yisp_lay(t, card, z, to, stamp + 1);
        yisp_lay(t, second, other, to, stamp + 2);
    } else {
        yisp_move_one(t, site, z, to, front);
        yisp_move_one(t, other_site, other, to, front);
    }
}

/* Whether a card above the unrevealed ones is known, in a deck of one word. */
static inline int yisp_shows_top(const yisp_table* t, int z)
{
    int64_t signs = 0;
    for (uint64_t bits = *yisp_zone_words(t, z) & ~*yisp_hidden_words(t, z); bits; bits &= bits - 1)
        signs |= yisp_stamps(t)[yisp_lowest(bits)];
    return signs < 0;
}

/* What `yisp_move_top` does, for 1 to 8 cards of a zone that some script shuffles, in a deck of one word:
 * short where `n` is a constant. */
static inline void yisp_move_few(yisp_table* t, int site, int z, int n, int to, int front)
{
    uint64_t places[8];
    int64_t stamp;
    int left = yisp_popcount(*yisp_hidden_words(t, z));
    if (YISP_ENUMERATES(t) || yisp_is_lit(t, z) || yisp_unlikely(left < n || yisp_shows_top(t, z))) {
        yisp_move_top(t, site, z, n, to, front);
        return;
    }
    yisp_choose_few(t, z, left, n, places);
    stamp = yisp_arrive(t, to, n, front);
    yisp_move_places(t, z, places, n, to, stamp);
    yisp_arrived(t, site, z, to, stamp, n);
}

/* What `yisp_move_places` does with the only two cards of a zone, `pair`: a bit decides, as in `yisp_bounded_batch`.
 *
 * Nobody can foresee that bit, so it is added to the stamps rather than asked.  In which order two cards are laid is
 * told to nobody but those who listen: stamps say where they lie. */
static inline void yisp_move_pair(yisp_table* t, int z, uint64_t pair, int to, int64_t stamp)
{
    int64_t swapped = (int64_t)(yisp_next_word(&t->reveals) >> 63);
    int first = yisp_lowest(pair), second = yisp_lowest(pair & (pair - 1));
    *yisp_hidden_words(t, z) = *yisp_zone_words(t, z) = 0; /* and not what is left of it: that need not be read */
    yisp_settle(t, 0, pair, z, to);
    if (yisp_listens(t, YISP_MOVED) || yisp_listens(t, YISP_DRAWN)) {
        yisp_lay(t, swapped ? second : first, z, to, stamp + 1);
        yisp_lay(t, swapped ? first : second, z, to, stamp + 2);
    } else {
        yisp_lay(t, first, z, to, stamp + 1 + swapped);
        yisp_lay(t, second, z, to, stamp + 2 - swapped);
    }
}

/* What `yisp_move_all` does with every card of such a zone: short where they are few and unrevealed.
 *
 * Only scripts come here, and where scripts run the stream of reveals is open (see `yisp_deal`). */
static inline void yisp_move_whole(yisp_table* t, int site, int z, int to, int front)
{
    uint64_t places[8];
    uint64_t hidden = *yisp_hidden_words(t, z);
    int64_t stamp;
    int n = yisp_popcount(hidden);
    if (YISP_ENUMERATES(t) || yisp_is_lit(t, z) || hidden != *yisp_zone_words(t, z) || n == 0 || n > 8) {
        yisp_move_all(t, site, z, t->everything, to, front);
        return;
    }
    stamp = yisp_arrive(t, to, n, front);
    if (n == 2 && YISP_BY_STREAMS(t)) {
        yisp_move_pair(t, z, hidden, to, stamp);
    } else {
        yisp_choose_few(t, z, n, n, places);
        yisp_move_places(t, z, places, n, to, stamp);
    }
    yisp_arrived(t, site, z, to, stamp, n);
}

/* What `yisp_move_pair` does with the only two cards of a zone, where they come to the end of one of two unbroken lines.
 *
 * They are written behind both, and the one that they come to is made longer: what is behind a line's end means nothing,
 * and there is room, since a line has places for twice the cards.  So no address depends on which it is, and what is
 * read next need not wait until that is known. */
static inline void yisp_move_pair_either(yisp_table* t, uint64_t first, int z, uint64_t pair, int to, int other)
{
    uint64_t chosen = yisp_unforeseen(0 - first), rest = ~chosen; /* all bits of one of them are set */
    int64_t swapped = (int64_t)(yisp_next_word(&t->reveals) >> 63);
    int one = yisp_lowest(pair), two = yisp_lowest(pair & (pair - 1));
    int64_t *ends = yisp_line_ends(t, to), *other_ends = yisp_line_ends(t, other);
    int64_t end = ends[1], other_end = other_ends[1];
    *yisp_hidden_words(t, z) = *yisp_zone_words(t, z) = 0;
    *yisp_zone_words(t, to) |= pair & chosen;
    *yisp_zone_words(t, other) |= pair & rest;
    if (!YISP_TIDY(t))
        t->position[YISP_AT_ARRIVED(t)] |= pair;
    ends[1] = end + (int64_t)(2 & chosen);
    other_ends[1] = other_end + (int64_t)(2 & rest);
    if (!YISP_UNDATED(t, to) || !YISP_UNDATED(t, other)) {
        int64_t stamp = (int64_t)(((uint64_t)end & chosen) | ((uint64_t)other_end & rest));
        yisp_stamps(t)[one] = stamp + 1 + swapped;
        yisp_stamps(t)[two] = stamp + 2 - swapped;
    }
    yisp_line(t, to)[(end + 1 + swapped) & YISP_LINE_MASK(t)] = (uint16_t)one;
    yisp_line(t, to)[(end + 2 - swapped) & YISP_LINE_MASK(t)] = (uint16_t)two;
    yisp_line(t, other)[(other_end + 1 + swapped) & YISP_LINE_MASK(t)] = (uint16_t)one;
    yisp_line(t, other)[(other_end + 2 - swapped) & YISP_LINE_MASK(t)] = (uint16_t)two;
}

/* What `yisp_move_whole` does, to `to` where `first` is 1, and to `other` where it is 0, which nobody can foresee. */
static inline void yisp_move_either(
    yisp_table* t, int first, int site, int other_site, int z, int to, int other, int front)
{
    uint64_t hidden = *yisp_hidden_words(t, z);
    if (YISP_QUEUED(t, to) && YISP_UNBROKEN(t, to) && YISP_QUEUED(t, other) && YISP_UNBROKEN(t, other) && !front
        && YISP_BY_STREAMS(t) && !yisp_is_lit(t, z) && !yisp_listens(t, YISP_MOVED) && !yisp_listens(t, YISP_DRAWN)
        && yisp_likely(hidden == *yisp_zone_words(t, z) && yisp_popcount(hidden) == 2 && t->log == NULL))
        yisp_move_pair_either(t, (uint64_t)first, z, hidden, to, other);
    else if (first)
        yisp_move_whole(t, site, z, to, front);
    else
        yisp_move_whole(t, other_site, z, other, front);
}

#endif

/* Spots: what an enumeration knows of the order of unrevealed cards whose places it has not decided.
 *
 * The first of some unrevealed cards may lie anywhere among the others.  How many of those lie above it, and which, is
 * asked by nobody before cards are drawn, so it is not decided: in a deck of forty there would be millions of ways.  Only
 * which card it is is decided, and the place where it lies, or lay, becomes a *spot*: it comes before those that were
 * looked for, which are its *followers*.
 *
 * What is known is then a forest.  An unrevealed card follows one spot or none; so does a spot; and a spot is where one
 * card, its *holder*, lies, or is empty.  All orders that fit the forest are equally likely at any time:
 *
 * - There are n! / (product of the sizes of all trees within it) of them, n being the size of the whole (hook formula;
 *   Knuth, TAOCP 3, 5.1.4, exercise 20), and as many of each card's place as of any other of its class and spot.
 * - Of trees that follow the same spot, the top of one comes before the others in proportion to its size: to let the
 *   others follow it changes only its own size in that product, from its size to the sum of all.  What is decided so, from
 *   tops to followers until one is a card that is looked for, leaves a forest.
 * - A card that leaves without having been looked for among others (it is known which, not where) leaves an empty place.
 *   An empty place that nothing follows has no part in the order of the cards: where it follows nothing it is forgotten,
 *   else it counts for the size of its spot.  A spot that comes before all others is the top: its holder is revealed.
 *
 * Whoever chooses may know what lies above a card that he was shown.  So there are spots only where nobody is asked; and
 * none in lit zones, walls and worlds, where places have other laws, nor where hands are dealt to seats, who lay cards
 * aside and back.  Looking from below, and more spots or empty places than there is room for, decide the order of the
 * zone after all.
 *
 * A zone's forest stands in the position where the row of its world would stand: a byte a spot, whose low half says
 * which spot it follows (1: none; 0: there is no such spot), its high half how many empty places follow it without followers
 * of their own.  The stamp of an unrevealed card of such a zone is the number of the spot that it follows, or 0; or, below
 * 0, of the one that it holds.
 */
#ifndef YISP_SPOTS_H
#define YISP_SPOTS_H

#include "chance/gate.h"

#define YISP_MOST_SPOTS 8
#define YISP_MOST_EMPTY 15

/* The zone's spots, from number 1 on: the byte of number 0 is none. */
static inline uint8_t* yisp_spots(const yisp_table* t, int z)
{
    return (uint8_t*)(yisp_world(t) + 2 + z) - 1;
}

/* Whether the enumeration has spots where it looks for cards. */
static inline int yisp_may_spot(const yisp_table* t)
{
    return t->enumeration->most_spots && !YISP_IN_WORLD(t) && !t->enumeration->hand_left;
}

/* The spot that a spot follows, or 0. */
static inline int yisp_spot_before(const uint8_t* spots, int spot)
{
    return (spots[spot] & 15) - 1;
}

/* The unrevealed card that holds the spot, or -1. */
static inline int yisp_holder_of(const yisp_table* t, int z, int spot)
{
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = yisp_hidden_words(t, z)[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (yisp_stamps(t)[card] == -spot)
                return card;
        }
    }
    return -1;
}

static inline void yisp_follow(uint8_t* spots, int spot, int before)
{
    spots[spot] = (uint8_t)((spots[spot] & 0xF0) | (before + 1));
}

/* The followers of a spot (0: of none) follow another one. */
static inline void yisp_follow_instead(yisp_table* t, int z, int spot, int other)
{
    uint8_t* spots = yisp_spots(t, z);
    for (int i = 1; i <= YISP_MOST_SPOTS; i++) {
        if (spots[i] && i != other && yisp_spot_before(spots, i) == spot)
            yisp_follow(spots, i, other);
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = yisp_hidden_words(t, z)[w]; bits; bits &= bits - 1) {
            int64_t* stamp = &yisp_stamps(t)[w * 64 + yisp_lowest(bits)];
            if (*stamp == spot)
                *stamp = other;
        }
    }
}

/* The card is known to lie above all that is unrevealed. */
static inline void yisp_show_first(yisp_table* t, int z, int card)
{
    yisp_remove(yisp_hidden_words(t, z), card);
    yisp_stamps(t)[card] = yisp_counters(t)[YISP_SHOWN] += 1;
}

/* Forget one spot that tells nothing; whether there was one. */
YISP_APART int yisp_tidy_spot(yisp_table* t, int z)
{
    uint8_t* spots = yisp_spots(t, z);
    int followers[YISP_MOST_SPOTS + 1] = {0}, holder[YISP_MOST_SPOTS + 1];
    memset(holder, -1, sizeof holder);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = yisp_hidden_words(t, z)[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            int64_t at = yisp_stamps(t)[card];
            if (at < 0)
                holder[-at] = card;
            else
                followers[at] += 1;
        }
    }
    for (int i = 1; i <= YISP_MOST_SPOTS; i++) {
        if (spots[i])
            followers[yisp_spot_before(spots, i)] += 1;
    }
    for (int i = 1; i <= YISP_MOST_SPOTS; i++) {
        int before = yisp_spot_before(spots, i), empty = spots[i] >> 4;
        if (!spots[i])
            continue;
        if (before == 0 && followers[0] == 1) { /* the top */
            if (holder[i] >= 0)
                yisp_show_first(t, z, holder[i]);
            yisp_follow_instead(t, z, i, 0);
        } else if (followers[i] || (holder[i] >= 0 && empty)) {
            continue;
        } else if (holder[i] >= 0) {
            yisp_stamps(t)[holder[i]] = before;
        } else if (before) {
            if ((spots[before] >> 4) + empty + 1 > YISP_MOST_EMPTY)
                continue;
            spots[before] = (uint8_t)(spots[before] + ((empty + 1) << 4));
        }
        spots[i] = 0;
        return 1;
    }
    return 0;
}

/* Forget what tells nothing, and number the spots without gaps, so that forests that are alike look alike. */
YISP_APART void yisp_tidy_spots(yisp_table* t, int z)
{
    uint8_t* spots = yisp_spots(t, z);
    while (yisp_world(t)[2 + z] && yisp_tidy_spot(t, z))
        yisp_spend(t, 1 + YISP_CARDS(t) / YISP_CARDS_A_UNIT);
    for (int i = 1; i < YISP_MOST_SPOTS && yisp_world(t)[2 + z]; i++) {
        int next = i;
        while (next <= YISP_MOST_SPOTS && !spots[next])
            next += 1;
        if (next == i || next > YISP_MOST_SPOTS)
            continue;
        spots[i] = spots[next];
        spots[next] = 0;
        yisp_follow_instead(t, z, next, i);
        yisp_follow_instead(t, z, -next, -i); /* its holder */
    }
}

/* The spots that come before some of `cards` or are held by one, a bit each; those of `cards` that follow `spot` go to
 * `level`, their number to `n`. */
static inline unsigned yisp_spots_above(yisp_table* t, int z, const uint64_t* cards, int spot, uint64_t* level, int64_t* n)
{
    const uint8_t* spots = yisp_spots(t, z);
    unsigned above = 0;
    *n = 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        level[w] = 0;
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1) {
            int64_t at = yisp_stamps(t)[w * 64 + yisp_lowest(bits)];
            if (at == spot) {
                level[w] |= bits & (0 - bits);
                *n += 1;
            }
            for (at = at < 0 ? -at : at; at; at = yisp_spot_before(spots, (int)at))
                above |= 1u << at;
        }
    }
    return above;
}

/* The sizes of the spots' trees. */
static inline void yisp_measure_spots(const yisp_table* t, int z, int64_t* sizes)
{
    const uint8_t* spots = yisp_spots(t, z);
    int64_t own[YISP_MOST_SPOTS + 1] = {0};
    for (int i = 1; i <= YISP_MOST_SPOTS; i++)
        own[i] = spots[i] ? 1 + (spots[i] >> 4) : 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = yisp_hidden_words(t, z)[w]; bits; bits &= bits - 1) {
            int64_t at = yisp_stamps(t)[w * 64 + yisp_lowest(bits)];
            if (at > 0)
                own[at] += 1;
        }
    }
    memset(sizes, 0, (YISP_MOST_SPOTS + 1) * sizeof *sizes);
    for (int i = 1; i <= YISP_MOST_SPOTS; i++) {
        for (int at = spots[i] ? i : 0; at; at = yisp_spot_before(spots, at))
            sizes[at] += own[i];
    }
}

/* Decide which comes first: one of `level`, of which there are `n`, or of the spots in `tops`; the card, or the spot's
 * number below 0 less 1. */
static inline int yisp_decide_top(yisp_table* t, int z, const uint64_t* level, int64_t n, unsigned tops)
{
    yisp_enumeration* e = t->enumeration;
    uint64_t marked[YISP_MAX_WORDS];
    int64_t sizes[YISP_MOST_SPOTS + 1], size = 0, total = n;
    int first;
    yisp_spend(t, (e->classes + 3 * YISP_CARDS(t)) / YISP_CARDS_A_UNIT);
    if (yisp_repeats(e))
        return yisp_repeat(e)->card;
    yisp_measure_spots(t, z, sizes);
    for (int i = 1; i <= YISP_MOST_SPOTS; i++)
        total += tops >> i & 1 ? sizes[i] : 0;
    yisp_find_marked(t, marked);
    first = yisp_decide_group(t, level, marked, yisp_popcount(tops), &size);
    if (first < 0) {
        int spot = yisp_lowest(yisp_nth(tops, -1 - first));
        first = -1 - spot;
        size = sizes[spot];
    }
    if (!e->failed)
        e->decisions[e->made].card = first;
    yisp_weigh(e, size, total);
    return first;
}

/* The spots that follow nothing; the unrevealed cards that neither follow nor hold one go to `cards`, their number to
 * `loose`, the sizes of those spots together to `size`. */
static inline unsigned yisp_find_tops(yisp_table* t, int z, uint64_t* cards, int64_t* loose, int64_t* size)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    int64_t sizes[YISP_MOST_SPOTS + 1];
    unsigned tops = 0;
    *size = 0;
    if (!yisp_has_spots(t, z)) {
        for (int w = 0; w < YISP_WORDS(t); w++)
            cards[w] = hidden[w];
        *loose = yisp_hidden_size(t, z);
        return 0;
    }
    yisp_spots_above(t, z, hidden, 0, cards, loose);
    yisp_measure_spots(t, z, sizes);
    for (int i = 1; i <= YISP_MOST_SPOTS; i++) {
        int follows = !yisp_spots(t, z)[i] || yisp_spot_before(yisp_spots(t, z), i);
        tops |= (unsigned)!follows << i;
        *size += follows ? 0 : sizes[i];
    }
    return tops;
}

/* Decide which of these spots comes first. */
static inline int yisp_decide_spot(yisp_table* t, int z, unsigned tops)
{
    uint64_t none[YISP_MAX_WORDS] = {0};
    return tops & (tops - 1) ? -1 - yisp_decide_top(t, z, none, 0, tops) : yisp_lowest(tops);
}

/* A spot is the top: its holder, or -1, which is no longer unrevealed. */
static inline int yisp_open_spot(yisp_table* t, int z, int spot)
{
    int holder = yisp_holder_of(t, z, spot);
    if (holder >= 0)
        yisp_remove(yisp_hidden_words(t, z), holder);
    yisp_follow_instead(t, z, spot, 0);
    yisp_spots(t, z)[spot] = 0;
    return holder;
}

/* Find the first of `wanted`, unrevealed cards of the zone, of which there is one; -1 where there may be no more spots.
 *
 * Where all are wanted it is the zone's first, which is revealed: that needs no spot. */
YISP_APART int yisp_find_first(yisp_table* t, int z, const uint64_t* wanted)
{
    uint8_t* spots = yisp_spots(t, z);
    const uint64_t* hidden = yisp_hidden_words(t, z);
    uint64_t cards[YISP_MAX_WORDS], level[YISP_MAX_WORDS], others = 0;
    int at = 0, card;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        cards[w] = wanted[w] & hidden[w];
        others |= hidden[w] & ~wanted[w];
        for (uint64_t bits = yisp_has_spots(t, z) ? 0 : hidden[w]; bits; bits &= bits - 1)
            yisp_stamps(t)[w * 64 + yisp_lowest(bits)] = 0;
    }
    for (;;) {
        int64_t n;
        unsigned tops = yisp_spots_above(t, z, cards, at, level, &n);
        int spot = 1;
        for (int i = 1; i <= YISP_MOST_SPOTS; i++)
            tops &= ~((unsigned)(spots[i] && yisp_spot_before(spots, i) != at) << i);
        while (spot <= YISP_MOST_SPOTS && spots[spot])
            spot += 1;
        if (others && spot > t->enumeration->most_spots)
            return -1;
        card = !n && !(tops & (tops - 1)) ? -1 - yisp_lowest(tops) : yisp_decide_top(t, z, level, n, tops);
        if (t->enumeration->failed)
            return yisp_card_at(t, cards, 0);
        if (card >= 0 && !others) {
            yisp_show_first(t, z, card);
            yisp_tidy_spots(t, z);
            return card;
        }
        if (card >= 0 && n == 1 && !tops) { /* there are no others for it to lie above */
            yisp_tidy_spots(t, z);
            return card;
        }
        if (card < 0)
            spot = -1 - card;
        else
            spots[spot] = (uint8_t)(at + 1);
        for (int i = 1; i <= YISP_MOST_SPOTS; i++) {
            if (tops >> i & 1 && i != spot)
                yisp_follow(spots, i, spot);
        }
        for (int w = 0; w < YISP_WORDS(t); w++) {
            for (uint64_t bits = level[w]; bits; bits &= bits - 1)
                yisp_stamps(t)[w * 64 + yisp_lowest(bits)] = spot;
        }
        if (card >= 0) {
            yisp_stamps(t)[card] = -spot;
        } else {
            int holder = yisp_holder_of(t, z, spot);
            card = holder >= 0 && yisp_contains(cards, holder) ? holder : -1;
        }
        if (card >= 0 || !others)
            yisp_tidy_spots(t, z);
        if (card >= 0)
            return card;
        at = others ? spot : 0;
    }
}

/* Decide the order of what is unrevealed as far as spots tell of it, while some of the cards are `sought`.
 *
 * Those, and chosen ones that wait to be moved, are told from their copies: `.?n` may have chosen some copies, and which
 * of them was found first has been decided by class, so that those left are no longer any of them.  What was chosen
 * earlier in the stage and waits no more is told apart as well, which is more work and no other answer. */
YISP_APART void yisp_turn_over(yisp_table* t, int z, const uint64_t* sought)
{
    uint64_t apart[YISP_MAX_WORDS];
    for (int w = 0; w < YISP_WORDS(t); w++)
        apart[w] = sought[w] | t->chosen[w];
    t->enumeration->sought = apart;
    while (yisp_has_spots(t, z) && !t->enumeration->failed)
        yisp_find_first(t, z, yisp_hidden_words(t, z));
    t->enumeration->sought = NULL;
}

/* A card leaves the zone, or the place where it lies there; where it followed a spot, that place is empty from now on. */
YISP_APART void yisp_leave_spot(yisp_table* t, int z, int card)
{
    int64_t at = yisp_stamps(t)[card];
    if (!yisp_contains(yisp_hidden_words(t, z), card))
        return;
    if (yisp_has_spots(t, z) && at > 0) {
        if (yisp_spots(t, z)[at] >> 4 == YISP_MOST_EMPTY) {
            uint64_t leaving[YISP_MAX_WORDS] = {0};
            yisp_insert(leaving, card);
            yisp_turn_over(t, z, leaving);
        } else {
            yisp_spots(t, z)[at] = (uint8_t)(yisp_spots(t, z)[at] + 16);
        }
    }
    yisp_remove(yisp_hidden_words(t, z), card);
    if (yisp_has_spots(t, z))
        yisp_tidy_spots(t, z);
}

#endif

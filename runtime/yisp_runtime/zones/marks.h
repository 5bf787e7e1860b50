/* Marks: what lies on a place and bends which card is decided there (presence.h).
 *
 * The place is that of the first unrevealed card of a zone, or one of a wall (wall.h).  A mark is an amount and a set
 * of cards, all copies of a card or none, in one of two piles: what is unrevealed in the zone, or a wall's reserve.
 *
 * Marks are sorted by place, pile and set, marks of the same set are one, and a mark of 0 is none: so what was lit in
 * another order is the same position.
 */
#ifndef YISP_MARKS_H
#define YISP_MARKS_H

#include "chance/gate.h"

#define YISP_MOST_PRESENCE 10000000 /* that a mark may add or take away */

enum { /* the words of a mark */
    YISP_MARK_PLACE = 0, /* a zone, or a place of a wall, which is beyond all zones */
    YISP_MARK_PILE = 1, /* 0, or 1 for the reserve */
    YISP_MARK_AMOUNT = 2,
    YISP_MARK_CARDS = 3
};

/* Whether marks wait for the zone's next unrevealed card, or anywhere in a wall. */
static inline int yisp_is_lit(const yisp_table* t, int z)
{
    return YISP_LIGHTS(t) && yisp_unlikely(yisp_marks(t)[1] >> z & 1);
}

static inline uint64_t* yisp_mark_at(const yisp_table* t, int number)
{
    return yisp_marks(t) + 2 + number * YISP_MARK_WORDS(t);
}

/* Marks are copied word by word: what was written so a moment ago is not read by twos without waiting. */
static inline void yisp_copy_mark(yisp_table* t, int to, int from)
{
    for (int w = 0; w < YISP_MARK_WORDS(t); w++)
        yisp_mark_at(t, to)[w] = yisp_mark_at(t, from)[w];
}

/* The first of the place's marks, or where it would be; behind the last of them is `*end`. */
static inline int yisp_marks_of(const yisp_table* t, uint64_t place, int* end)
{
    int count = (int)yisp_marks(t)[0], first = 0;
    while (first < count && yisp_mark_at(t, first)[YISP_MARK_PLACE] < place)
        first += 1;
    for (*end = count; *end > first && yisp_mark_at(t, *end - 1)[YISP_MARK_PLACE] > place;) /* seldom many */
        *end -= 1;
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
    int count = (int)yisp_marks(t)[0], left = count - (end - first);
    uint64_t lit = 0;
    for (int i = first; i < left; i++)
        yisp_copy_mark(t, i, i + end - first);
    for (int i = left; i < count; i++) {
        for (int w = 0; w < YISP_MARK_WORDS(t); w++)
            yisp_mark_at(t, i)[w] = 0;
    }
    for (int i = 0; i < left; i++)
        lit |= yisp_bit_of_place(yisp_mark_at(t, i)[YISP_MARK_PLACE]);
    yisp_marks(t)[0] = (uint64_t)left;
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

/* Which of two sets comes first, in any order that is one: -1, 0 where they are the same, or 1. */
static inline int yisp_compare_sets(const yisp_table* t, const uint64_t* a, const uint64_t* b)
{
    int w = 0;
    while (w < YISP_WORDS(t) - 1 && a[w] == b[w])
        w += 1;
    return (a[w] > b[w]) - (a[w] < b[w]);
}

/* Let a mark with the chosen cards of a pile wait for the card of a place.
 *
 * Whether that cannot be: too many wait, or the amount is too large. */
static inline int yisp_add_mark(yisp_table* t, uint64_t place, int pile, int64_t amount)
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
            order = yisp_compare_sets(t, mark + YISP_MARK_CARDS, cards);
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
    for (int i = (int)yisp_marks(t)[0]; i > number; i--)
        yisp_copy_mark(t, i, i - 1);
    mark[YISP_MARK_PLACE] = place;
    mark[YISP_MARK_PILE] = (uint64_t)pile;
    mark[YISP_MARK_AMOUNT] = (uint64_t)amount;
    for (int w = 0; w < YISP_WORDS(t); w++)
        mark[YISP_MARK_CARDS + w] = cards[w];
    yisp_marks(t)[0] += 1;
    yisp_marks(t)[1] |= yisp_bit_of_place(place);
    return 0;
}

#endif

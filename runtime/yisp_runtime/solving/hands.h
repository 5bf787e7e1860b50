/* Every opening hand that can be told from others, with its probability.
 *
 * A hand is so many cards of each class; where the order of a class's cards can matter, every order of those among
 * the hand.  Numbers of cards are gone through like the digits of an odometer, orders by Knuth's algorithm L (TAOCP
 * 4A, 7.2.1.2).  A class whose order cannot matter comes behind those whose order can.
 */
#ifndef YISP_HANDS_H
#define YISP_HANDS_H

#include "numbers/whole.h"

typedef struct {
    int classes;
    int ordered; /* so many of them, the first, have an order that can matter */
    int size; /* of a hand */
    const int* starts; /* by class: where its cards begin in `cards`; one more at the end */
    const uint16_t* cards;
    int* counts; /* by class: how many cards of it the hand has */
    uint16_t* order; /* the classes of the cards whose order matters, in order */
    int arranged; /* how many these are */
    int* taken; /* scratch: by class */
    int over; /* there is no hand left */
    int64_t dealt; /* how many there were so far */
    yisp_whole up, down; /* the hand's weight, and that of all */
} yisp_hands;

static inline int yisp_class_size(const yisp_hands* h, int number)
{
    return h->starts[number + 1] - h->starts[number];
}

/* a *= C(n, k); -1 without memory */
static inline int yisp_scale_by_subsets(yisp_whole* a, uint64_t n, uint64_t k)
{
    for (uint64_t i = 0; i < k; i++) {
        if (yisp_whole_scale(a, n - i))
            return -1;
        yisp_whole_divide(a, (uint32_t)(i + 1)); /* exactly: C(n, i + 1) is a whole number */
    }
    return 0;
}

/* Take `left` cards of the classes from `from` on, as many as can be of the first ones; how many there are not. */
static inline int yisp_fill_hand(yisp_hands* h, int from, int left)
{
    for (int c = from; c < h->classes; c++) {
        int size = yisp_class_size(h, c);
        h->counts[c] = size < left ? size : left;
        left -= h->counts[c];
    }
    return left;
}

/* The weight of a hand of these numbers, and its first order. */
static inline int yisp_begin_hand(yisp_hands* h)
{
    int cards = h->starts[h->classes], in_order = 0;
    h->arranged = 0;
    yisp_whole_set(&h->up, 1);
    yisp_whole_set(&h->down, 1);
    if (yisp_scale_by_subsets(&h->down, (uint64_t)cards, (uint64_t)h->size))
        return -1;
    for (int c = 0; c < h->classes; c++) {
        uint64_t size = (uint64_t)yisp_class_size(h, c), count = (uint64_t)h->counts[c];
        if (count && yisp_scale_by_subsets(&h->up, size, count))
            return -1;
        if (c >= h->ordered)
            continue;
        for (int i = 0; i < h->counts[c]; i++)
            h->order[h->arranged++] = (uint16_t)c;
        in_order += h->counts[c]; /* each of their orders is as likely: a multinomial, class by class */
        if (count && yisp_scale_by_subsets(&h->down, (uint64_t)in_order, count))
            return -1;
    }
    return 0;
}

/* The first hand. */
static inline int yisp_first_hand(yisp_hands* h)
{
    h->over = yisp_fill_hand(h, 0, h->size) > 0;
    return h->over ? 0 : yisp_begin_hand(h);
}

static inline void yisp_swap_places(uint16_t* order, int a, int b)
{
    uint16_t one = order[a];
    order[a] = order[b];
    order[b] = one;
}

/* The next order of the same cards; 0 when there is none. */
static inline int yisp_next_order(yisp_hands* h)
{
    uint16_t* order = h->order;
    int at = h->arranged - 2, other = h->arranged - 1;
    while (at >= 0 && order[at] >= order[at + 1])
        at -= 1;
    if (at < 0)
        return 0;
    while (order[at] >= order[other])
        other -= 1;
    yisp_swap_places(order, at, other);
    for (int low = at + 1, high = h->arranged - 1; low < high; low++, high--)
        yisp_swap_places(order, low, high);
    return 1;
}

/* The next hand; -1 without memory. */
static inline int yisp_next_hand(yisp_hands* h)
{
    int left = 0, room = 0, c = h->classes - 1;
    if (yisp_next_order(h))
        return 0;
    for (; c >= 0; c--) { /* the last class of which one card fewer can be made up for by those behind it */
        if (h->counts[c] && left < room)
            break;
        left += h->counts[c];
        room += yisp_class_size(h, c);
    }
    if (c < 0) {
        h->over = 1;
        return 0;
    }
    h->counts[c] -= 1;
    yisp_fill_hand(h, c + 1, left + 1);
    return yisp_begin_hand(h);
}

/* Its cards: those in order, then the others. */
static inline void yisp_cards_of_hand(yisp_hands* h, uint16_t* out)
{
    int n = 0;
    for (int c = 0; c < h->ordered; c++)
        h->taken[c] = h->starts[c];
    for (; n < h->arranged; n++)
        out[n] = h->cards[h->taken[h->order[n]]++];
    for (int c = h->ordered; c < h->classes; c++) {
        for (int i = 0; i < h->counts[c]; i++)
            out[n++] = h->cards[h->starts[c] + i];
    }
}

static inline void yisp_hands_end(yisp_hands* h)
{
    yisp_whole_end(&h->up);
    yisp_whole_end(&h->down);
}

#endif

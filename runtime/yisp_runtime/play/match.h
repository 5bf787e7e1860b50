/* Wanted cards: whether a zone holds what a combo lists, in the order listed or as well as any assignment can.
 *
 * A list of items that take cards lies flat in the table's `wants`: how many items there are, then three
 * numbers an item: the index of its mask, how many cards it takes, and which.  How many cards there may be
 * at most is counted elsewhere (compile/lowering/wanted.py): that is no matter of matching.
 */
#ifndef YISP_MATCH_H
#define YISP_MATCH_H

#include "zones/zones.h"

enum { /* which cards an item takes */
    YISP_SLOT_ANY = 0, /* any unused cards that fit: which makes no difference later */
    YISP_SLOT_FIRST = 1 /* the first unused cards that fit */
};

/* Any card of a set; -1 when it has none. */
static inline int yisp_any_card(const yisp_table* t, const uint64_t* cards)
{
    for (int w = 0; w < YISP_WORDS(t); w++) {
        if (cards[w])
            return w * 64 + yisp_lowest(cards[w]);
    }
    return -1;
}

/* The first of `cards`, a part of the zone.  Of a wall that is what is known, by its place; of the rest nobody knows
 * an order. */
static inline int yisp_first_wanted(yisp_table* t, int z, const uint64_t* cards)
{
    int known = -1;
    if (YISP_EXITS(t) && z == YISP_DECK)
        known = yisp_next_known(t, cards, yisp_hidden_words(t, z));
    return known < 0 ? yisp_next_first(t, z, cards) : known;
}

/* Whether each item finds cards when it takes the first unused ones that fit (`match: first`). */
YISP_APART int yisp_match_first(yisp_table* t, int z, int wants)
{
    uint64_t unused[YISP_MAX_WORDS], fitting[YISP_MAX_WORDS];
    const int* slot = t->wants + wants + 1;
    for (int w = 0; w < YISP_WORDS(t); w++)
        unused[w] = yisp_zone_words(t, z)[w];
    for (int i = 0; i < t->wants[wants]; i++, slot += 3) {
        const uint64_t* mask = t->masks + slot[0] * YISP_WORDS(t);
        for (int w = 0; w < YISP_WORDS(t); w++)
            fitting[w] = unused[w] & mask[w];
        for (int k = 0; k < slot[1]; k++) {
            int card = yisp_any_card(t, fitting);
            if (card < 0)
                return 0;
            if (slot[2] == YISP_SLOT_FIRST)
                card = yisp_first_wanted(t, z, fitting);
            yisp_remove(fitting, card);
            yisp_remove(unused, card);
        }
    }
    return 1;
}

/* Give item `start` one card more, moving cards between items where that helps; `unserving` cards serve none.
 *
 * Breadth-first over cards: `list` is the queue of cards in use that could be let go, `came_from[card]`
 * the item that would take the card. */
YISP_APART int yisp_augment(yisp_table* t, int z, const int* slot, int start, uint64_t* unserving)
{
    enum { NOBODY = 65535 };
    uint64_t unseen[YISP_MAX_WORDS];
    uint16_t came_from[64 * YISP_MAX_WORDS];
    uint16_t releases[64 * YISP_MAX_WORDS]; /* the card that the item lets go for this one */
    uint16_t* serves = t->slot_of;
    int head = 0, tail = 0, current = start, giver = NOBODY;
    for (int w = 0; w < YISP_WORDS(t); w++)
        unseen[w] = yisp_zone_words(t, z)[w];
    for (;;) {
        const uint64_t* mask = t->masks + slot[3 * current] * YISP_WORDS(t);
        if (YISP_ENUMERATES(t))
            yisp_spend_look(t, unseen);
        for (int w = 0; w < YISP_WORDS(t); w++) {
            uint64_t bits = mask[w] & unseen[w];
            unseen[w] &= ~bits;
            for (; bits; bits &= bits - 1) {
                int card = w * 64 + yisp_lowest(bits);
                came_from[card] = (uint16_t)current;
                releases[card] = (uint16_t)giver;
                if (yisp_contains(unserving, card)) {
                    yisp_remove(unserving, card);
                    for (; card != NOBODY; card = releases[card]) /* shift every card along the path */
                        serves[card] = came_from[card];
                    return 1;
                }
                t->list[tail++] = (uint16_t)card;
            }
        }
        if (head == tail)
            return 0;
        giver = t->list[head++];
        current = serves[giver];
    }
}

/* Whether any assignment of cards to items serves them all (`match: best`).
 *
 * Items are served one by one along shortest augmenting paths (a maximum matching, since an item that
 * cannot be served so cannot be served at all). */
YISP_APART int yisp_match_best(yisp_table* t, int z, int wants)
{
    const int* slot = t->wants + wants + 1;
    uint64_t unserving[YISP_MAX_WORDS];
    for (int w = 0; w < YISP_WORDS(t); w++)
        unserving[w] = yisp_zone_words(t, z)[w];
    for (int i = 0; i < t->wants[wants]; i++) {
        for (int k = 0; k < slot[3 * i + 1]; k++) {
            if (!yisp_augment(t, z, slot, i, unserving))
                return 0;
        }
    }
    return 1;
}

#endif

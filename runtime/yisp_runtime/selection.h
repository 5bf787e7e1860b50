/* Selections: working out the set of cards that a script names, step by step.
 *
 * The set lies in the table's `chosen` with the zone that it is taken from.  A step looks at cards only
 * where their order decides.
 */
#ifndef YISP_SELECTION_H
#define YISP_SELECTION_H

#include "zones.h"

enum { /* which of the chosen cards to keep */
    YISP_FIRST = 0,
    YISP_LAST = 1,
    YISP_RANDOM = 2
};

/* Begin with every card of the zone. */
static inline void yisp_choose_zone(yisp_table* t, int z)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    t->chosen_zone = z;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = zone[w];
}

/* Begin with that one card, wherever it is. */
static inline void yisp_choose_card(yisp_table* t, int card)
{
    t->chosen_zone = yisp_zone_of(t, card);
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = 0;
    yisp_insert(t->chosen, card);
}

/* Begin with the cards of the event that is being answered, as far as they are where it put them. */
static inline void yisp_choose_event(yisp_table* t)
{
    const uint64_t* zone;
    int z = t->event_zone;
    if (z < 0) { /* an event of one card, or of none */
        z = 0;
        for (int w = 0; w < YISP_WORDS(t); w++) {
            if (t->event_cards[w])
                z = yisp_zone_of(t, w * 64 + yisp_lowest(t->event_cards[w]));
        }
    }
    zone = yisp_zone_words(t, z);
    t->chosen_zone = z;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = t->event_cards[w] & zone[w];
}

/* Keep the chosen cards that are in `mask`. */
static inline void yisp_keep(yisp_table* t, const uint64_t* mask)
{
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] &= mask[w];
}

static inline int yisp_chosen_size(const yisp_table* t)
{
    int total = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        total += yisp_popcount(t->chosen[w]);
    return total;
}

/* Keep the first, the last or a random `n` of the chosen cards, or (`rejected`) all others.
 *
 * Looks only where it must: not at all when `n` is at least as many as there are. */
static inline void yisp_limit(yisp_table* t, int end, int64_t n, int rejected)
{
    uint64_t kept[YISP_MAX_WORDS], rest[YISP_MAX_WORDS];
    int total = yisp_chosen_size(t), all = n >= total || (n > 0 && end == YISP_RANDOM);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        rest[w] = t->chosen[w];
        kept[w] = all ? t->chosen[w] : 0;
    }
    if (n < total && n > 0 && end == YISP_RANDOM) {
        yisp_keep_random(t, kept, total, (int)n);
    } else if (n < total) {
        for (int i = 0; i < n; i++) {
            int z = t->chosen_zone;
            int card = end == YISP_FIRST ? yisp_next_first(t, z, rest) : yisp_next_last(t, z, rest);
            yisp_remove(rest, card);
            yisp_insert(kept, card);
        }
    }
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = rejected ? t->chosen[w] & ~kept[w] : kept[w];
}

/* Look at the chosen cards; the table's `list` then holds them in order. */
static inline void yisp_look_at_chosen(yisp_table* t)
{
    yisp_order_cards(t, t->chosen_zone, t->chosen, yisp_chosen_size(t), t->list);
}

#endif

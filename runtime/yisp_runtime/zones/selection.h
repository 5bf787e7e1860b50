/* Selections: working out the set of cards that a script names, step by step.
 *
 * The set lies in the table's `chosen` with the zone that it is taken from.  A step looks at cards only
 * where their order decides.
 */
#ifndef YISP_SELECTION_H
#define YISP_SELECTION_H

#include "zones/zones.h"

enum { /* which of the chosen cards to keep */
    YISP_FIRST = 0,
    YISP_LAST = 1,
    YISP_RANDOM = 2,
    YISP_CHOICE = 3, /* the player's */
    YISP_PICK = 4 /* the same, from a zone that is about to be shuffled: nothing else is turned over */
};

enum { /* how cards are chosen */
    YISP_SOUGHT = 0, /* by what they are, among those of a zone that nobody has looked through for them yet */
    YISP_TOLD = 1, /* one card, those of an event, or so many that have been looked for */
    YISP_BY_LOT = 2 /* by `.?n`: where they lie has no part in it */
};

/* Whether it makes a difference how far somebody looks through the zone who knows by then what he finds: there must be
 * something to turn over.
 *
 * It does to who decides by what is known, and to marks, which a look uses up, or which come too late; to nobody else:
 * what is unrevealed has the same law whenever it is turned over.  Nobody looks through a wall. */
static inline int yisp_notes_looks(const yisp_table* t, int z)
{
    return YISP_VEILED(t, z) && !(YISP_EXITS(t) && z == YISP_DECK)
        && (YISP_LIGHTS(t) || (YISP_ENUMERATES(t) && t->enumeration->decides)) && yisp_hidden_size(t, z);
}

/* Note that `card` was found by looking through the zone from its top, or (`last`) from its bottom: where it is known to
 * lie beyond what is unrevealed, all of that has been turned over on the way. */
static inline void yisp_note_passed(yisp_table* t, int z, int card, int last)
{
    if (!yisp_notes_looks(t, z) || (yisp_stamps(t)[card] > 0) == last)
        return;
    do {
        if (last)
            yisp_reveal_last(t, z);
        else
            yisp_reveal_first(t, z);
    } while (yisp_hidden_size(t, z));
}

/* Look through the zone down to the `n`th of these cards; the table's `list` then holds them in order. */
static inline void yisp_look_through(yisp_table* t, int z, const uint64_t* cards, int n)
{
    yisp_order_cards(t, z, cards, n, t->list);
    if (n > 0)
        yisp_note_passed(t, z, t->list[n - 1], 0);
}

/* Begin with every card of the zone. */
static inline void yisp_choose_zone(yisp_table* t, int z)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    t->chosen_zone = z;
    t->chosen_how = YISP_SOUGHT;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = zone[w];
}

/* Begin with every card of the deck, wherever it is, as one of that zone. */
static inline void yisp_choose_every(yisp_table* t, int z)
{
    t->chosen_zone = z;
    t->chosen_how = YISP_SOUGHT;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = t->everything[w];
}

/* Whether that is a wall's reserve, in which nobody finds a card. */
static inline int yisp_is_reserve(const yisp_table* t, int z)
{
    return YISP_EXITS(t) && z == t->reserve;
}

/* Begin with that one card, wherever it is. */
static inline void yisp_choose_card(yisp_table* t, int card)
{
    t->chosen_zone = yisp_zone_of(t, card);
    t->chosen_how = YISP_TOLD;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = 0;
    if (!yisp_is_reserve(t, t->chosen_zone))
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
    t->chosen_how = YISP_TOLD;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = yisp_is_reserve(t, z) ? 0 : t->event_cards[w] & zone[w];
}

/* Keep the chosen cards that are in `mask`. */
static inline void yisp_keep(yisp_table* t, const uint64_t* mask)
{
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] &= mask[w];
}

/* Keep that one card, or (`rejected`) all others; no place is looked at. */
static inline void yisp_keep_card(yisp_table* t, int card, int rejected)
{
    int kept = !rejected && yisp_contains(t->chosen, card);
    if (rejected) {
        yisp_remove(t->chosen, card);
        return;
    }
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = 0;
    if (kept)
        yisp_insert(t->chosen, card);
}

static inline int yisp_chosen_size(const yisp_table* t)
{
    int total = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        total += yisp_popcount(t->chosen[w]);
    return total;
}

/* In how many ways, by name, `n` cards can be taken of those of a set that come from `card` on; -1: too many.
 *
 * `ways` has room for n + 1 numbers. */
YISP_RARE int64_t yisp_ways_to_take(const yisp_table* t, const uint64_t* cards, int from, int n, int64_t* ways)
{
    int card = from;
    for (int i = 0; i <= n; i++)
        ways[i] = i == 0;
    while (card < YISP_CARDS(t)) {
        int kind = t->kind_of[card], copies = 0;
        for (; card < YISP_CARDS(t) && t->kind_of[card] == kind; card++)
            copies += yisp_contains(cards, card);
        for (int i = n; i > 0; i--) { /* downwards: what lies below is still without this kind */
            for (int k = 1; k <= copies && k <= i; k++) {
                if (ways[i] > YISP_MOST_SUBSETS - ways[i - k])
                    return -1;
                ways[i] += ways[i - k];
            }
        }
    }
    return ways[n];
}

/* The first of `cards` in a zone that is about to be shuffled; it lies open then, and nothing above it does. */
static inline int yisp_pick_open(yisp_table* t, int z, const uint64_t* cards)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    uint64_t before[YISP_MAX_WORDS];
    int card;
    for (int w = 0; w < YISP_WORDS(t); w++)
        before[w] = hidden[w];
    card = yisp_next_picked(t, z, cards);
    if (yisp_contains(before, card)) /* after those that lie open above already, as it will be moved */
        yisp_stamps(t)[card] = yisp_counters(t)[YISP_SHOWN] += 1;
    return card;
}

/* Prescribe how many of a kind, from `least` to `most`, are taken: each way to go on equally likely. */
YISP_RARE void yisp_draw_lots(const yisp_table* t, const uint64_t* cards, int card, int left, int least, int most)
{
    yisp_enumeration* e = t->enumeration;
    int64_t all = 0, place;
    int taken = most;
    if (e->made >= e->capacity)
        return;
    for (int k = least; k <= most; k++) {
        int64_t ways = yisp_ways_to_take(t, cards, card, left - k, e->tally);
        if (ways < 0 || all > YISP_MOST_SUBSETS - ways)
            return; /* which whoever decides finds out as well */
        all += ways;
    }
    place = (int64_t)yisp_bounded(e->plays, (uint64_t)all);
    while ((place -= yisp_ways_to_take(t, cards, card, left - taken, e->tally)) >= 0)
        taken -= 1;
    e->decisions[e->made].option = most - taken;
    e->given = e->made + 1;
}

/* Let the player decide which `n` of more cards of a zone to take, by name, and write them to `kept`.
 *
 * Kind after kind, how many of it are taken, all that can be first: so the first of all ways comes first in
 * the order of the deck.  Of each kind the first copies of the zone are taken: all of them lie open, or those
 * that are picked do. */
YISP_RARE void yisp_keep_choice(
    yisp_table* t, int z, const uint64_t* cards, int total, int n, int picks, uint64_t* kept)
{
    yisp_enumeration* e = t->enumeration;
    int64_t before = e->made;
    int left = n, card = 0, player = 1;
    while (card < YISP_CARDS(t)) {
        uint64_t copies[YISP_MAX_WORDS] = {0};
        int kind = t->kind_of[card], size = 0, least, k;
        for (; card < YISP_CARDS(t) && t->kind_of[card] == kind; card++) {
            if (yisp_contains(cards, card)) {
                yisp_insert(copies, card);
                size += 1;
            }
        }
        total -= size;
        least = left > total ? left - total : 0;
        k = size < left ? size : left;
        if (k > least) {
            int64_t all = 0, of_this = 0;
            int option;
            if (yisp_unlikely(e->plays != NULL && e->made >= e->given))
                yisp_draw_lots(t, cards, card, left, least, k);
            option = (int)yisp_decide(e, k - least + 1);
            for (int taken = least; taken <= k; taken++) {
                int64_t ways = yisp_ways_to_take(t, cards, card, left - taken, e->tally);
                if (ways < 0 || all > YISP_MOST_SUBSETS - ways)
                    e->failed = 1;
                all += ways;
                if (taken == k - option)
                    of_this = ways;
            }
            yisp_write_down(e, of_this, all, player);
            player = 2;
            k -= option;
        }
        left -= k;
        for (; k > 0; k--) {
            int copy = picks ? yisp_pick_open(t, z, copies) : yisp_next_first(t, z, copies);
            yisp_remove(copies, copy);
            yisp_insert(kept, copy);
            yisp_note_taken(e, before, copy);
        }
    }
}

/* Keep the first, the last, a random or a chosen `n` of the chosen cards, or (`rejected`) all others.
 *
 * Who does not look ahead chooses the first: what would be turned over beyond them nobody asks for, but where
 * marks wait for what is not.  Where there are no more than `n` all are kept, and they are looked for from that end only
 * if looks are noted. */
static inline void yisp_limit(yisp_table* t, int end, int64_t n, int rejected)
{
    uint64_t kept[YISP_MAX_WORDS], rest[YISP_MAX_WORDS];
    int total = yisp_chosen_size(t), all = n >= total || (n > 0 && end == YISP_RANDOM);
    int z = t->chosen_zone;
    int64_t looked = n < total ? n : total;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        rest[w] = t->chosen[w];
        kept[w] = all ? t->chosen[w] : 0;
    }
    /* Whoever chooses sees all that there is. */
    if (n < total && n > 0 && end == YISP_CHOICE && yisp_notes_looks(t, z))
        yisp_look_through(t, z, rest, total);
    if (n < total && n > 0 && end == YISP_RANDOM) {
        yisp_keep_random(t, kept, total, (int)n);
    } else if (n < total && n > 0 && end >= YISP_CHOICE && YISP_ENUMERATES(t) && t->enumeration->decides) {
        yisp_keep_choice(t, z, rest, total, (int)n, end == YISP_PICK, kept);
    } else if (n < total || (end != YISP_RANDOM && end != YISP_PICK && yisp_notes_looks(t, z))) {
        for (int i = 0; i < looked; i++) {
            int card = end == YISP_LAST ? yisp_next_last(t, z, rest)
                : end == YISP_PICK      ? yisp_pick_open(t, z, rest)
                                        : yisp_next_first(t, z, rest);
            if (end != YISP_PICK)
                yisp_note_passed(t, z, card, end == YISP_LAST);
            yisp_remove(rest, card);
            yisp_insert(kept, card);
        }
    }
    t->chosen_how = rejected ? YISP_SOUGHT : end == YISP_RANDOM ? YISP_BY_LOT : YISP_TOLD;
    for (int w = 0; w < YISP_WORDS(t); w++)
        t->chosen[w] = rejected ? t->chosen[w] & ~kept[w] : kept[w];
}

/* Look at the chosen cards; the table's `list` then holds them in order. */
static inline void yisp_look_at_chosen(yisp_table* t)
{
    yisp_order_cards(t, t->chosen_zone, t->chosen, yisp_chosen_size(t), t->list);
}

#endif

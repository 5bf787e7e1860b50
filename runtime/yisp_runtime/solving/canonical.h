/* The canonical form of a position: the same words for positions that nothing can tell apart.
 *
 * Cards are classes, but for those that installed effects belong to.  A zone without unrevealed cards is the
 * order of those cards whose order can matter and the numbers of the others; one with unrevealed cards, or with
 * a card of an installed effect, is the whole order of what is known, and the numbers of the rest.  Then come
 * spent and forbidden effects, whether one was activated this turn, variables, installed effects, marks, what a
 * wall's exits gave, the places of its known cards and, in a world, where that is.  How many turns, activations
 * and steps there were is no part of it.
 *
 * Only of an enumerated table, and between stages.
 */
#ifndef YISP_CANONICAL_H
#define YISP_CANONICAL_H

#include <string.h>

#include "zones/zones.h"

#define YISP_LISTED 12 /* so many cards are listed, of more it is counted how many of each class there are */

#define YISP_WITH_SPOTS 0x8000 /* beside a number of cards, of which there are fewer */

/* The most 16-bit parts that a form can have. */
static inline size_t yisp_canonical_parts(const yisp_table* t)
{
    size_t words = 2 * YISP_EFFECT_WORDS(t) + 2 + YISP_VARIABLES(t) + 2 + YISP_ZONES(t)
        + YISP_INSTALLED(t) * (YISP_INSTALLED_WORDS + 1) + YISP_AT_STAMPS(t) - YISP_AT_MARKS(t)
        + YISP_EXITS(t) + (YISP_EXITS(t) ? YISP_CARDS(t) : 0);
    size_t spots = YISP_ZONES(t) * (4 + YISP_MOST_SPOTS * (2 + YISP_LISTED + t->enumeration->classes));
    return YISP_CARDS(t) + YISP_ZONES(t) * (3 + YISP_LISTED + t->enumeration->classes) + spots + 4 * words + 8;
}

/* The cards that installed effects belong to. */
static inline void yisp_find_owners(const yisp_table* t, uint64_t* owners)
{
    for (int w = 0; w < YISP_WORDS(t); w++)
        owners[w] = 0;
    for (int i = 0; i < yisp_counters(t)[YISP_INSTALLED_COUNT]; i++) {
        int owner = (int)yisp_installed_effect(t, i)[YISP_BELONGS_TO];
        if (owner >= 0)
            owners[YISP_WORD_OF(owner)] |= 1ull << (owner & 63);
    }
}

/* What a card is in a zone's order: its class, or itself where an installed effect belongs to it. */
static inline uint16_t yisp_code_of(const yisp_table* t, const uint64_t* owners, int card)
{
    const yisp_enumeration* e = t->enumeration;
    return yisp_contains(owners, card) ? (uint16_t)(e->classes + card) : e->class_of[card];
}

/* Write down how many cards of each class there are; the number of parts. */
static inline size_t yisp_write_numbers(const yisp_table* t, const uint64_t* cards, int size, uint16_t* out)
{
    const yisp_enumeration* e = t->enumeration;
    size_t n = 0;
    if (e->classes == YISP_CARDS(t)) { /* every card is told from every other: their set says as much */
        memcpy(out, cards, YISP_WORDS(t) * sizeof(uint64_t));
        return size ? 4 * YISP_WORDS(t) : 0;
    }
    if (size > YISP_LISTED) {
        for (int64_t c = 0; c < e->classes; c++) {
            const uint64_t* members = e->class_cards + c * YISP_WORDS(t);
            int number = 0;
            for (int w = e->class_reach[2 * c]; w < e->class_reach[2 * c + 1]; w++)
                number += yisp_popcount(cards[w] & members[w]);
            out[c] = (uint16_t)number;
        }
        return e->classes;
    }
    for (int w = 0; size && w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1) {
            uint16_t number = e->class_of[w * 64 + yisp_lowest(bits)];
            size_t at = n;
            for (; at > 0 && out[at - 1] > number; at--)
                out[at] = out[at - 1];
            out[at] = number;
            n += 1;
        }
    }
    return n;
}

static inline size_t yisp_write_words(const void* words, size_t count, uint16_t* out)
{
    memcpy(out, words, count * sizeof(uint64_t));
    return 4 * count;
}

/* Who holds each of the zone's spots, and who follows it. */
static inline size_t yisp_write_spots(const yisp_table* t, const uint64_t* owners, int z, uint16_t* out)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    size_t n = yisp_write_words(&yisp_world(t)[2 + z], 1, out);
    for (int i = 1; i <= YISP_MOST_SPOTS; i++) {
        uint64_t followers[YISP_MAX_WORDS];
        int size = 0, holder = YISP_NO_CARD; /* found on the way: this is done for every position */
        if (!yisp_spots(t, z)[i])
            continue;
        for (int w = 0; w < YISP_WORDS(t); w++) {
            followers[w] = 0;
            for (uint64_t bits = hidden[w]; bits; bits &= bits - 1) {
                int card = w * 64 + yisp_lowest(bits);
                if (yisp_stamps(t)[card] == i)
                    followers[w] |= bits & (0 - bits);
                else if (yisp_stamps(t)[card] == -i)
                    holder = yisp_code_of(t, owners, card);
            }
            size += yisp_popcount(followers[w]);
        }
        out[n] = (uint16_t)holder;
        out[n + 1] = (uint16_t)size;
        n += 2;
        n += yisp_write_numbers(t, followers, size, out + n);
    }
    return n;
}

/* Write known cards of a zone in their order. */
static inline void yisp_order_few(const yisp_table* t, const uint64_t* cards, uint16_t* out)
{
    const int64_t* stamp = yisp_stamps(t);
    int n = 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1) {
            uint16_t card = (uint16_t)(w * 64 + yisp_lowest(bits));
            int at = n++;
            for (; at > 0 && stamp[out[at - 1]] > stamp[card]; at--)
                out[at] = out[at - 1];
            out[at] = card;
        }
    }
}

/* The same for a zone. */
static inline size_t yisp_write_zone(yisp_table* t, const uint64_t* owners, int z, uint16_t* out)
{
    const uint64_t *zone = yisp_zone_words(t, z), *hidden = yisp_hidden_words(t, z);
    const uint64_t* ordered = t->enumeration->ordered + z * YISP_WORDS(t);
    uint64_t known[YISP_MAX_WORDS], others[YISP_MAX_WORDS];
    int veiled = 0, n = 0, rest = 0, above = 0;
    int seen = 0, owned = 0; /* can anything see an order here; does an installed effect's card lie here */
    uint64_t some = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        some |= zone[w];
    if (!some) {
        memset(out, 0, 3 * sizeof(uint16_t));
        return 3;
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        veiled |= hidden[w] != 0;
        owned |= (zone[w] & owners[w]) != 0;
        seen |= ordered[w] != 0;
    }
    seen |= owned;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        known[w] = seen ? zone[w] & ~hidden[w] : 0;
        if (!veiled && !owned)
            known[w] &= ordered[w];
        others[w] = zone[w] & ~known[w];
        n += yisp_popcount(known[w]);
        rest += yisp_popcount(others[w]);
    }
    if (n > YISP_MANY_KNOWN)
        yisp_order_cards(t, z, known, n, out + 3);
    else
        yisp_order_few(t, known, out + 3);
    for (int i = 0; i < n; i++) {
        above += yisp_stamps(t)[out[3 + i]] < 0;
        out[3 + i] = yisp_code_of(t, owners, out[3 + i]);
    }
    out[0] = (uint16_t)n;
    out[1] = (uint16_t)((veiled ? above : 0) | (yisp_has_spots(t, z) ? YISP_WITH_SPOTS : 0));
    out[2] = (uint16_t)rest;
    n += 3;
    n += (int)yisp_write_numbers(t, others, rest, out + n);
    return n + (yisp_has_spots(t, z) ? yisp_write_spots(t, owners, z, out + n) : 0);
}

/* What a wall's exits gave, and the places of known cards, whose order in the deck is theirs. */
static inline size_t yisp_write_places(const yisp_table* t, uint16_t* out)
{
    const uint64_t *deck = yisp_zone_words(t, YISP_DECK), *hidden = yisp_hidden_words(t, YISP_DECK);
    uint64_t known[YISP_MAX_WORDS];
    uint16_t order[64 * YISP_MAX_WORDS];
    size_t n = yisp_write_words(yisp_given(t), YISP_EXITS(t), out);
    int count = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        count += yisp_popcount(known[w] = deck[w] & ~hidden[w]);
    yisp_order_few(t, known, order);
    for (int i = 0; i < count; i++)
        n += yisp_write_words(&yisp_stamps(t)[order[i]], 1, out + n);
    return n;
}

/* Write the form to `parts`, which has room for it (`yisp_canonical_parts`); how many words it is. */
YISP_APART uint32_t yisp_canonical(yisp_table* t, uint16_t* parts)
{
    int64_t installed = yisp_counters(t)[YISP_INSTALLED_COUNT];
    uint64_t owners[YISP_MAX_WORDS];
    size_t n = 0;
    yisp_find_owners(t, owners);
    yisp_spend(t, YISP_WORK_KEEP + YISP_CARDS(t) / YISP_CARDS_A_UNIT);
    for (int z = 0; z < YISP_ZONES(t); z++)
        n += yisp_write_zone(t, owners, z, parts + n);
    n += yisp_write_words(t->position + YISP_AT_SPENT(t), 2 * YISP_EFFECT_WORDS(t), parts + n);
    n += yisp_write_words(yisp_counters(t) + YISP_TURN_USED, 1, parts + n);
    n += yisp_write_words(yisp_variables(t), YISP_VARIABLES(t), parts + n);
    n += yisp_write_words(&installed, 1, parts + n);
    for (int i = 0; i < installed; i++) {
        const int64_t* entry = yisp_installed_effect(t, i);
        n += yisp_write_words(entry, YISP_INSTALLED_WORDS, parts + n);
        if (entry[YISP_BELONGS_TO] >= 0) { /* where it lies among the known cards has been said */
            int owner = (int)entry[YISP_BELONGS_TO], z = yisp_zone_of(t, owner);
            parts[n++] = (uint16_t)z;
            if (yisp_has_spots(t, z) && yisp_contains(yisp_hidden_words(t, z), owner))
                parts[n++] = (uint16_t)yisp_stamps(t)[owner];
        }
    }
    if (YISP_LIGHTS(t)) { /* sets of kinds, which are the same for copies */
        yisp_drop_idle_marks(t);
        n += yisp_write_words(yisp_marks(t), 2 + yisp_marks(t)[0] * YISP_MARK_WORDS(t), parts + n);
    }
    if (YISP_EXITS(t))
        n += yisp_write_places(t, parts + n);
    if (t->enumeration->world != YISP_NO_WORLD)
        n += yisp_write_words(yisp_world(t), 2 + YISP_ZONES(t), parts + n);
    while (n % 4)
        parts[n++] = 0;
    return (uint32_t)(n / 4);
}

#endif

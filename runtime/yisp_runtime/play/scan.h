/* The activation scan: the first card with an effect that can be activated (docs/language.md, "What is
 * activated, and when").
 *
 * It has two forms with the same outcome.  Where every effect is *tidy* (a look at it activates it, or ends the
 * trial's play by a run-time error, or changes nothing, not even the count of steps, and comes out alike for all
 * copies of a card: compile/analysis/looks.py) and no unrevealed card can be met, a copy of a card whose effects have just
 * been refused need not be looked at again in the same pass, and nothing can change under the scan.  Otherwise,
 * and always while a log is kept, every card is looked at as the language says.
 *
 * Where guards are plain besides, so that they neither fail nor call, a module built for one deck brings the first
 * form along as `yisp_find`, written for its effects: what could be activated is worked out as one set, and then
 * the first card of it is the one.
 */
#ifndef YISP_SCAN_H
#define YISP_SCAN_H

#include "play/answers.h"

typedef int (*yisp_find)(yisp_table* t, uint64_t* cards);

/* Sets of what can be activated ----------------------------------------------------------------------- */

/* The cards of `mask` that the zone holds. */
static inline void yisp_candidates(const yisp_table* t, int z, const uint64_t* mask, uint64_t* out)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    for (int w = 0; w < YISP_WORDS(t); w++)
        out[w] = zone[w] & mask[w];
}

/* Strike the cards of `mask` out unless the condition holds, without a branch. */
static inline void yisp_keep_if(const yisp_table* t, uint64_t* cards, const uint64_t* mask, int condition)
{
    for (int w = 0; w < YISP_WORDS(t); w++)
        cards[w] &= ~(mask[w] & ((uint64_t)condition - 1));
}

/* Activate the first of `cards`: each has an effect that can be, and nothing is unrevealed there.
 *
 * False when a run-time error comes between. */
static inline int yisp_act(
    yisp_table* t, int z, const uint64_t* cards, yisp_effect run, yisp_effect run_installed)
{
    int card = yisp_next_known(t, cards, NULL);
    int last = t->effects_to[card] - 1;
    for (int effect = t->effects_from[card];; effect++) {
        /* The last one need not be asked: one of them can be activated. */
        if (effect == last || yisp_allowed(t, effect, z)) {
            if (yisp_attempt(t, effect, card, run, run_installed))
                return 1;
            if (t->failed || effect == last)
                return 0;
        }
    }
}

/* Card by card ---------------------------------------------------------------------------------------- */

/* Look through a zone whose effects are all tidy; whether one was activated. */
static inline int yisp_scan_tidy(yisp_table* t, int z, yisp_effect run, yisp_effect run_installed)
{
    uint64_t cards[YISP_MAX_WORDS];
    yisp_candidates(t, z, t->scan_masks + z * YISP_WORDS(t), cards);
    while (yisp_some(t, cards)) {
        int card = yisp_next_first(t, z, cards), kind = t->kind_of[card];
        for (int effect = t->effects_from[card]; effect < t->effects_to[card]; effect++) {
            if (yisp_allowed(t, effect, z) && yisp_attempt(t, effect, card, run, run_installed))
                return 1;
            if (yisp_unlikely(t->failed))
                return 0;
        }
        /* The copies of a kind are neighbours: strike out all of them. */
        while (card > 0 && t->kind_of[card - 1] == kind)
            card -= 1;
        for (; card < YISP_CARDS(t) && t->kind_of[card] == kind; card++)
            yisp_remove(cards, card);
    }
    return 0;
}

/* Look through a zone as it is now, card by card; whether an effect was activated. */
static inline int yisp_scan_any(yisp_table* t, int z, yisp_effect run, yisp_effect run_installed)
{
    uint64_t cards[YISP_MAX_WORDS];
    uint16_t order[64 * YISP_MAX_WORDS];
    uint64_t* arrived = t->position + YISP_AT_ARRIVED(t);
    const uint64_t* zone = yisp_zone_words(t, z);
    int total = yisp_fitting(t, z, t->scan_masks + z * YISP_WORDS(t), cards);
    for (int w = 0; w < YISP_WORDS(t); w++)
        arrived[w] = 0;
    yisp_order_cards(t, z, cards, total, order);
    if (YISP_ENUMERATES(t))
        t->enumeration->scanned = cards;
    for (int i = 0; i < total; i++) {
        int card = order[i];
        if (yisp_unlikely(yisp_now(t->halted)))
            return 0;
        for (int effect = t->effects_from[card]; effect < t->effects_to[card]; effect++) {
            if (!yisp_contains(zone, card) || yisp_contains(arrived, card))
                break; /* it has left, if only for a while */
            if (yisp_allowed(t, effect, z) && yisp_attempt(t, effect, card, run, run_installed))
                return 1;
            if (t->failed)
                return 0;
        }
    }
    return 0;
}

/* One pass over the zones; whether an effect was activated.  `find` is NULL where there is none. */
static inline int yisp_scan(yisp_table* t, yisp_effect run, yisp_effect run_installed, yisp_find find)
{
    int tidy = YISP_TIDY(t) && yisp_likely(t->log == NULL);
    if (tidy && find != NULL) {
        uint64_t cards[YISP_MAX_WORDS];
        int z = find(t, cards);
        return z >= 0 && yisp_act(t, z, cards, run, run_installed);
    }
    for (int i = 0; i < t->scan_zone_count; i++) {
        int activated;
        if (tidy) {
            activated = yisp_scan_tidy(t, t->scan_zones[i], run, run_installed);
        } else {
            activated = yisp_scan_any(t, t->scan_zones[i], run, run_installed);
            if (YISP_ENUMERATES(t))
                t->enumeration->scanned = NULL;
        }
        if (activated || yisp_unlikely(t->failed))
            return activated;
    }
    return 0;
}

/* Activate whatever can be activated, first come first served, until nothing can. */
static inline void yisp_play(yisp_table* t, yisp_effect run, yisp_effect run_installed, yisp_find find)
{
    while (yisp_scan(t, run, run_installed, find) && !yisp_unlikely(t->failed))
        ;
}

#endif

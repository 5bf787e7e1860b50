/* Answering: what happened while a program ran is gone through when it has ended.
 *
 * First the effects of cards that answer such a thing, then installed ones, in the order in which things
 * happened; what happens meanwhile is put behind.
 */
#ifndef YISP_ANSWERS_H
#define YISP_ANSWERS_H

#include <string.h>

#include "play/effects.h"
#include "position/events.h"
#include "zones/zones.h"

/* Whether flags, zone and forbidden tags let the effect answer in the zone. */
static inline int yisp_may_answer(const yisp_table* t, int effect, int z, int what)
{
    const yisp_effect_info* info = &t->effects[effect];
    return info->event == what && (info->answers_in >> z & 1)
        && yisp_usable(t, effect, info->once, info->first, 1);
}

/* Run an effect that answers what happened. */
static inline void yisp_answer(
    yisp_table* t, int effect, int card, const yisp_happening* happening, yisp_effect run)
{
    if (yisp_take_step(t, t->effects[effect].steps_site)) {
        yisp_fail(t, t->effects[effect].steps_site);
        return;
    }
    if (yisp_unlikely(t->log != NULL))
        yisp_log_answer(t, happening);
    yisp_perform(t, effect, card, run);
}

/* Let the moved card's effects answer, as long as it is where it came to. */
static inline void yisp_answer_move(yisp_table* t, const yisp_happening* happening, yisp_effect run)
{
    int card = happening->card, z = happening->target;
    for (int effect = t->effects_from[card]; effect < t->effects_to[card]; effect++) {
        if (t->failed || !yisp_contains(yisp_zone_words(t, z), card))
            return;
        if (yisp_may_answer(t, effect, z, YISP_MOVED) && (t->effects[effect].source >> happening->source & 1)
            && (t->effects[effect].target >> z & 1))
            yisp_answer(t, effect, card, happening, run);
    }
}

/* Let every card that may answer do so, zone by zone as the activation scan goes. */
static inline void yisp_answer_in_zones(yisp_table* t, const yisp_happening* happening, yisp_effect run)
{
    uint64_t cards[YISP_MAX_WORDS];
    uint16_t order[64 * YISP_MAX_WORDS];
    for (int i = 0; i < t->answer_zone_count; i++) {
        int z = t->answer_zones[i];
        const uint64_t* mask = t->answer_masks + (happening->what * YISP_ZONES(t) + z) * YISP_WORDS(t);
        int total = yisp_fitting(t, z, mask, cards);
        if (total)
            yisp_order_cards(t, z, cards, total, order);
        if (YISP_ENUMERATES(t))
            t->enumeration->answering = cards;
        for (int k = 0; k < total; k++) {
            int card = order[k];
            for (int effect = t->effects_from[card]; effect < t->effects_to[card]; effect++) {
                if (t->failed)
                    return;
                if (yisp_contains(yisp_zone_words(t, z), card) && yisp_may_answer(t, effect, z, happening->what))
                    yisp_answer(t, effect, card, happening, run);
            }
        }
    }
}

/* Forget installed effects that are used up or whose last turn is over. */
YISP_APART void yisp_drop_installed(yisp_table* t)
{
    int kept = 0, count = (int)yisp_counters(t)[YISP_INSTALLED_COUNT];
    for (int i = 0; i < count; i++) {
        int64_t* entry = yisp_installed_effect(t, i);
        if (entry[YISP_USES] <= 0 || entry[YISP_LAST_TURN] < yisp_counters(t)[YISP_TURN])
            continue;
        entry[YISP_SINCE] = 0;
        if (kept != i)
            memcpy(yisp_installed_effect(t, kept), entry, YISP_INSTALLED_WORDS * sizeof(int64_t));
        kept += 1;
    }
    for (int i = kept; i < count; i++)
        memset(yisp_installed_effect(t, i), 0, YISP_INSTALLED_WORDS * sizeof(int64_t));
    yisp_counters(t)[YISP_INSTALLED_COUNT] = kept;
}

/* The installed effect that runs is used, if it has asked whether it answers: a use of it, and a step.  True,
 * having failed, when that is one too many. */
static inline int yisp_take_use(yisp_table* t)
{
    int64_t* entry = t->entry;
    int answers = entry[YISP_ANSWERS] >= 0; /* else it waited for the turn */
    if (yisp_unlikely(t->log != NULL) && answers)
        yisp_log_answer(t, &t->queue[t->answered]);
    entry[YISP_USES] -= 1;
    if (yisp_take_step(t, t->installed_sites[entry[YISP_RUNS]])) {
        yisp_fail(t, t->installed_sites[entry[YISP_RUNS]]);
        return 1;
    }
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_RUN, entry[YISP_RUNS], entry[YISP_BELONGS_TO], 0);
    return 0;
}

/* Run an installed effect; its function says where it is used. */
static inline void yisp_run_entry(yisp_table* t, int64_t* entry, yisp_effect run)
{
    t->acting = (int)entry[YISP_BELONGS_TO];
    t->entry = entry;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, YISP_WORK_EFFECT + t->enumeration->installed_work[entry[YISP_RUNS]]);
    run(t, (int)entry[YISP_RUNS], (int)entry[YISP_BELONGS_TO]);
    t->entry = NULL;
}

/* Let installed effects answer what stands at `place` of the queue. */
static inline void yisp_answer_installed(
    yisp_table* t, int place, const yisp_happening* happening, yisp_effect run)
{
    for (int i = 0; i < yisp_counters(t)[YISP_INSTALLED_COUNT]; i++) {
        int64_t* entry = yisp_installed_effect(t, i);
        if (t->failed)
            return;
        if (entry[YISP_ANSWERS] != happening->what || entry[YISP_USES] <= 0 || entry[YISP_SINCE] > place
            || entry[YISP_LAST_TURN] < yisp_counters(t)[YISP_TURN])
            continue;
        if (happening->what == YISP_MOVED
            && !((entry[YISP_SOURCE] >> happening->source & 1) && (entry[YISP_TARGET] >> happening->target & 1)))
            continue;
        yisp_run_entry(t, entry, run);
    }
}

/* Let `it` be the cards of what happened. */
static inline void yisp_set_event_cards(yisp_table* t, const yisp_happening* happening)
{
    memset(t->event_cards, 0, YISP_WORDS(t) * sizeof(uint64_t));
    t->event_zone = happening->target;
    if (happening->what == YISP_DRAWN) {
        for (int i = happening->source; i < happening->source + happening->card; i++)
            yisp_insert(t->event_cards, t->queue[i].card);
    } else if (happening->card >= 0) {
        yisp_insert(t->event_cards, happening->card);
    }
}

/* Answer everything in the queue, and what happens meanwhile, in order. */
YISP_APART void yisp_answer_all(yisp_table* t, yisp_effect run, yisp_effect run_installed)
{
    for (int place = 0; place < t->queued && !t->failed; place++) {
        yisp_happening happening;
        t->answered = place;
        if (t->queued > YISP_QUEUE_ROOM) {
            yisp_fail(t, YISP_SITE_QUEUE);
            break;
        }
        happening = t->queue[place];
        yisp_set_event_cards(t, &happening);
        if (t->answers && happening.what == YISP_MOVED) {
            yisp_answer_move(t, &happening, run);
        } else if (t->answers) {
            yisp_answer_in_zones(t, &happening, run);
            if (YISP_ENUMERATES(t))
                t->enumeration->answering = NULL;
        }
        if (!t->failed)
            yisp_answer_installed(t, place, &happening, run_installed);
    }
    t->queued = t->answered = 0;
    memset(t->event_cards, 0, YISP_WORDS(t) * sizeof(uint64_t));
    if (YISP_INSTALLED(t))
        yisp_drop_installed(t);
}

/* The running program has ended: answer what happened, if anything did. */
static inline void yisp_answer_events(yisp_table* t, yisp_effect run, yisp_effect run_installed)
{
    if (YISP_LISTENS(t) && t->queued)
        yisp_answer_all(t, run, run_installed);
}

/* Run the effect and let what happened be answered; whether it was activated. */
static inline int yisp_attempt(
    yisp_table* t, int effect, int card, yisp_effect run, yisp_effect run_installed)
{
    int activated = yisp_perform(t, effect, card, run);
    yisp_answer_events(t, run, run_installed);
    return activated;
}

#endif

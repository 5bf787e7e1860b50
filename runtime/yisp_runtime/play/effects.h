/* Trying an effect: whether it may be, running it, counting that it was activated.
 *
 * `yisp_effect` runs one by its index.  In a module built for one deck that is a known function, which the
 * C compiler calls directly; the python target passes one that calls Python.
 */
#ifndef YISP_EFFECTS_H
#define YISP_EFFECTS_H

#include "position/log.h"

typedef void (*yisp_effect)(yisp_table* t, int index, int card);

/* Whether an effect with these flags can be tried now; `tagged` when a tag can forbid it. */
static inline int yisp_usable(const yisp_table* t, int effect, int once, int first, int tagged)
{
    /* No branches: which effects are spent cannot be predicted. */
    return !((once & yisp_has_effect(t->position + YISP_AT_SPENT(t), effect))
             | (tagged & yisp_has_effect(t->position + YISP_AT_FORBIDDEN(t), effect))
             | (first & (yisp_counters(t)[YISP_TURN_USED] != 0)));
}

/* Whether flags, zone and forbidden tags let the effect be tried from the zone. */
static inline int yisp_allowed(const yisp_table* t, int effect, int z)
{
    const yisp_effect_info* info = &t->effects[effect];
    return (info->zones >> z & 1) && yisp_usable(t, effect, info->once, info->first, 1);
}

/* `(! tag)`: stop the effects that carry the tag, for the rest of the turn. */
static inline void yisp_forbid(yisp_table* t, int tag)
{
    for (int w = 0; w < YISP_EFFECT_WORDS(t); w++)
        t->position[YISP_AT_FORBIDDEN(t) + w] |= t->forbids[tag * YISP_EFFECT_WORDS(t) + w];
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_FORBID, tag, 0, 0);
}

/* A run-time error: count it and end the trial's play. */
YISP_RARE void yisp_fail(yisp_table* t, int site)
{
    yisp_notice(t, site);
    t->failed = 1;
}

/* A turn of a loop, a call of a function, an answer: whether that was one too many. */
static inline int yisp_take_step(yisp_table* t, int site)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, t->enumeration->step_work[site]);
    t->steps += 1;
    return t->steps >= yisp_now(t->step_limit);
}

/* How many steps a look may take that are given back to it when it is refused: then a look whose guards change
 * nothing changes nothing at all, so that it can be left out (scan.h).  Not all are given back, since what is
 * refused without end, by loops or by functions that call each other, has to end some day. */
enum { YISP_FREE_STEPS = 100 };

/* Run the effect; whether it was activated. */
static inline int yisp_perform(yisp_table* t, int effect, int card, yisp_effect run)
{
    int64_t steps = t->steps;
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_TRY, card, effect, 0);
    t->activated = 0;
    t->acting = card;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend(t, YISP_WORK_EFFECT + t->enumeration->effect_work[effect]);
    run(t, effect, card);
    if (!t->activated) {
        if (t->steps - steps <= YISP_FREE_STEPS && !t->failed) /* after an error it tells how far play came */
            t->steps = steps;
        return 0;
    }
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_note_activation(t->enumeration, effect);
    yisp_count_activation(&t->counts->effects[effect], t->trial);
    t->position[YISP_AT_SPENT(t) + (effect >> 6)] |= (uint64_t)t->effects[effect].once << (effect & 63);
    yisp_counters(t)[YISP_TURN_USED] = 1;
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_ACTIVATE, card, effect, 0);
    t->activations += 1;
    if (yisp_unlikely(t->activations >= yisp_now(t->activation_limit) && !t->failed))
        yisp_fail(t, t->effects[effect].activations_site);
    return 1;
}

#endif

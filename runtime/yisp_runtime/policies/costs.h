/* What the choices of `greedy` cost, to a player who is `best`. */
#ifndef YISP_COSTS_H
#define YISP_COSTS_H

#include "policies/imagine.h"

/* Of what one move costs, against another. */
typedef struct {
    int taken; /* the effect that the scan activates, or -1 */
    int better; /* the one that `best` would choose, or -1: to stop */
    double loss; /* of the goal */
} yisp_cost;

/* The option of that effect; the first, where it can be activated in several zones, as the scan does. */
static inline const yisp_option* yisp_option_for(const yisp_player* p, int effect)
{
    for (uint64_t i = 0; i < p->option_count; i++) {
        if (p->options[i].choice.effect == effect)
            return &p->options[i];
    }
    return NULL;
}

/* By how much an option makes the goal greater than greed does from here, played out as it was worth most: the mean
 * over worlds that nobody has imagined yet, since the greatest of several means is no fair one. */
static inline int yisp_gain_of(yisp_player* p, const yisp_choice* choice, int rests, double* gain)
{
    yisp_stages* s = p->stages;
    uint64_t mark;
    yisp_return(p);
    mark = yisp_mark(s, p->phase);
    *gain = 0;
    s->asks = 0;
    for (int64_t w = 0; w < p->worlds; w++) {
        for (int better = 0; better < 2; better++) {
            int stops = better && choice->effect < 0, state;
            yisp_enter_world(s->t->enumeration, yisp_imagined_key(s->t, mark, (uint64_t)(p->worlds + w)));
            if (better && !stops)
                yisp_run_path(p, YISP_STAGE_MOVE, choice, NULL, 0);
            else
                yisp_return(p);
            state = better ? yisp_play_out_until_reached(p, p->phase + (stops || rests)) : yisp_play_out(s, p->phase);
            if (state)
                return state;
            *gain += (better ? 1.0 : -1.0) * (double)yisp_goal_of(p->solver);
        }
    }
    *gain /= (double)p->worlds;
    return YISP_FOUND;
}

/* What the scan's next move costs where the trial is; `*some` is 0 where `best` would do the same. */
YISP_APART int yisp_cost_of_scan(yisp_player* p, yisp_cost* cost, int* some)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    yisp_choice better;
    const yisp_option* weighed;
    int state;
    *some = 0;
    yisp_enter_world(e, p->key);
    s->asks = 0;
    yisp_run_path(p, YISP_STAGE_SCAN, NULL, NULL, 0);
    cost->taken = e->activated ? (int)e->activations[0] : -1;
    state = yisp_state_of(s);
    if (state)
        return state;
    p->option_count = 0;
    p->met_phase = -1; /* nothing is left out: greed does not care */
    state = yisp_weigh_moves(p, &better);
    if (state || better.effect == cost->taken || cost->taken < 0)
        return state;
    cost->better = better.effect;
    *some = 1;
    if (p->solver->known.count) { /* solved, and everything that can be done with it */
        const yisp_option *mine = yisp_option_for(p, cost->taken), *best = yisp_option_for(p, better.effect);
        if (mine != NULL && best != NULL && mine->sum[2] && best->sum[2]) {
            cost->loss = (double)best->sum[0] / (double)best->sum[1] - (double)mine->sum[0] / (double)mine->sum[1];
            return YISP_FOUND;
        }
    }
    weighed = yisp_option_for(p, better.effect);
    return yisp_gain_of(p, &better, weighed != NULL && weighed->rests, &cost->loss);
}

/* Play the trial greedily in its world, without counting it, and write down what each move costs: at most `room` of
 * them, `*count` so far. */
static inline int yisp_cost_trial(yisp_player* p, int64_t trial, yisp_cost* costs, int64_t room, int64_t* count)
{
    yisp_stages* s = p->stages;
    yisp_table* t = s->t;
    yisp_enumeration* e = t->enumeration;
    p->key = yisp_trial_key(t, trial);
    p->tells = 1;
    yisp_enter_world(e, p->key);
    yisp_begin_path(e, 0);
    yisp_deal(t, trial, 0);
    yisp_stand(p, 0);
    while (s->course[p->phase] != YISP_STAGE_JUDGE) {
        int moves = s->course[p->phase] == YISP_STAGE_SCAN, some, activated, state;
        if (moves && *count < room) {
            state = yisp_cost_of_scan(p, &costs[*count], &some);
            if (state)
                return state;
            *count += some;
        }
        yisp_enter_world(e, p->key);
        s->asks = 0;
        activated = yisp_run_path(p, s->course[p->phase], NULL, NULL, 0);
        state = yisp_state_of(s);
        if (state)
            return state;
        yisp_stand(p, p->phase + (!moves || !activated));
    }
    return YISP_FOUND;
}

/* What the moves cost that `greedy` makes in these trials. */
static inline int yisp_cost_trials(
    yisp_player* p, int64_t first, int64_t last, yisp_cost* costs, int64_t room, int64_t* count)
{
    int state = YISP_FOUND;
    for (int64_t trial = first; trial < last && !state; trial++)
        state = yisp_cost_trial(p, trial, costs, room, count);
    return state;
}

#endif

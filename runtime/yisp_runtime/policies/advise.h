/* What comes of one thing that a player could do: played on in worlds that he imagines where he stands.
 *
 * They are those in which `best` would play his options out (imagine.h), in their order, and any number of them: an
 * imagined world begins at the decision, and its key is made of the position and its own number.  Either the scan plays
 * on, or whoever is best does; of the latter it is noted what he does, and what is turned over.
 */
#ifndef YISP_ADVISE_H
#define YISP_ADVISE_H

#include "policies/play.h"

/* What is done first: a move, the stage itself or nothing (`whole`), of whose decisions some are made. */
typedef struct {
    int whole;
    const yisp_choice* move; /* or NULL; `effect` -1: to stop */
    const int64_t* path;
    int64_t options; /* of the path */
} yisp_beginning;

/* Do it greedily from where the trial is, and play on so. */
static inline int yisp_try_greedily(yisp_player* p, const yisp_beginning* begin)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    int stops = begin->move != NULL && begin->move->effect < 0, moves = begin->move != NULL && !stops, state;
    if (begin->whole || stops) {
        yisp_return(p);
        return yisp_play_out(s, p->phase + stops);
    }
    s->asks = begin->options > 0; /* until these have been decided */
    e->imagined = p->key;
    e->imagined_from = begin->options;
    yisp_run_path(
        p, moves ? YISP_STAGE_MOVE : s->course[p->phase], begin->move, begin->path, (uint64_t)begin->options);
    e->imagined_from = 0;
    state = yisp_state_of(s);
    return state ? state : yisp_play_out(s, p->phase + !moves);
}

/* Do it from where the trial is, and play on as whoever is best does. */
static inline int yisp_try_at_best(yisp_player* p, const yisp_beginning* begin)
{
    yisp_stages* s = p->stages;
    int stops = begin->move != NULL && begin->move->effect < 0, moves = begin->move != NULL && !stops;
    int state = YISP_FOUND, activated;
    if (stops) {
        p->phase += 1;
    } else if (!begin->whole) {
        p->path.count = 0;
        for (int64_t i = 0; i < begin->options; i++) {
            if (yisp_append_number(&p->path, begin->path[i]))
                return YISP_NO_MEMORY;
        }
        state = yisp_play_path(
            p, moves ? YISP_STAGE_MOVE : s->course[p->phase], begin->move, NULL, &activated);
        if (state)
            return state;
        yisp_stand(p, p->phase + !moves);
    }
    state = yisp_play_on(p);
    if (state)
        return state;
    yisp_enter_world(s->t->enumeration, p->key);
    state = yisp_run_for_good(p, YISP_STAGE_JUDGE, &activated);
    return state || !p->notes || !yisp_note_down(p, YISP_NOTED_END, 0, 0, 0) ? state : YISP_NO_MEMORY;
}

/* Do it in the worlds first ... last - 1 that are imagined at the position before that phase, or in as many of them as
 * fit about so much work, one at least: how many is `*played`, and what each makes of the goal goes to `goals`. */
static inline int yisp_try_worlds(
    yisp_player* p, int phase, const uint64_t* position, yisp_progress progress, const yisp_beginning* begin,
    int greedily, int64_t thinks, int64_t first, int64_t last, int64_t work, int64_t* goals, int64_t* played)
{
    yisp_table* t = p->stages->t;
    yisp_enumeration* e = t->enumeration;
    int64_t until = e->work + work;
    uint64_t mark;
    int state = YISP_FOUND, asks = p->stages->asks, world = e->world;
    p->log = NULL;
    p->tells = 0;
    p->notes = !greedily;
    p->course.count = 0;
    yisp_set_table(t, position, progress);
    mark = yisp_mark(p->stages, phase);
    *played = 0;
    for (int64_t w = first; w < last && !state && (w == first || e->work < until); w++) {
        p->key = yisp_imagined_key(t, mark, (uint64_t)w);
        p->met_phase = -1;
        p->thinks_until = greedily ? 0 : e->work + thinks;
        yisp_set_table(t, position, progress);
        yisp_stand(p, phase);
        yisp_enter_world(e, p->key);
        yisp_begin_path(e, 0);
        state = greedily ? yisp_try_greedily(p, begin) : yisp_try_at_best(p, begin);
        if (!state)
            goals[(*played)++] = yisp_goal_of(p->solver);
    }
    p->notes = 0;
    p->thinks_until = 0;
    p->stages->asks = asks;
    e->world = world; /* whoever solves on the same table knows none */
    return state;
}

#endif

/* What `hindsight` and `staged-search` do: search the trial's own world for the best line, to its end or some turns
 * ahead. */
#ifndef YISP_FORESEE_H
#define YISP_FORESEE_H

#include "policies/player.h"

/* Remember the line that the frames are trying.  (None tries stopping first: that needs a ceiling, which only `best` is
 * given.) */
static inline int yisp_note_line(yisp_player* p)
{
    const yisp_solver* v = p->solver;
    p->line_count = p->line_paths.count = 0;
    for (int64_t i = 0; i < v->depth; i++) {
        const yisp_frame* f = &v->frames[i];
        int moves = yisp_stage_at(v, f->phase) == YISP_STAGE_SCAN && f->at < f->choices.count;
        yisp_line_step* step;
        if (yisp_make_room((void**)&p->line, &p->line_room, p->line_count + 1, sizeof(yisp_line_step)))
            return -1;
        step = &p->line[p->line_count++];
        step->phase = f->phase;
        step->choice.zone = step->choice.kind = step->choice.effect = -1;
        if (moves)
            step->choice = f->choices.at[f->at];
        step->path = p->line_paths.count;
        step->path_options = f->made;
        for (uint64_t k = 0; k < f->made; k++) {
            if (yisp_append_number(&p->line_paths, f->decisions[k].option))
                return -1;
        }
    }
    return 0;
}

/* The phase at which a stage ends that begins at that one: when the turn behind its last one has begun, before
 * anything is drawn or played. */
static inline int yisp_horizon_of(const yisp_player* p, int phase)
{
    const yisp_stages* s = p->stages;
    int turns = s->t->turns, a_turn = (s->length - 1) / (turns > 0 ? turns : 1);
    int turn = a_turn ? phase / a_turn + p->turns_ahead : turns;
    return turn >= turns ? s->length - 1 : turn * a_turn + (s->course[0] == YISP_STAGE_TURN);
}

/* Search the trial's world for what is best in it, from where the table stands.
 *
 * The line is all that is played by: in a world nothing is left to chance, so it has a step for every stage in which
 * something is chosen up to the end that is worth `seen`; stages without a step choose nothing (`yisp_pass_stages`).
 *
 * A line that comes back to a position of its own is left out: whatever else can be reached from there is reached by
 * other lines, too.  Who must go on may be caught there until a limit ends play: that is no end that was searched.
 *
 * Where room runs out, what was solved is forgotten.  That costs work and loses nothing: the value of the whole is the
 * greatest of all ends, each of which is reached or was, and the line to the first of the greatest has been noted when
 * it was found.  (What a position is known to be worth was found at an end before, so it never begins a line to note.) */
YISP_APART int yisp_foresee(yisp_player* p)
{
    yisp_solver* v = p->solver;
    yisp_stages* s = p->stages;
    const yisp_enumeration* e = s->t->enumeration;
    int64_t began = e->runs;
    int state, known;
    s->asks = 1;
    yisp_solver_clear(v);
    v->leaves_circles = 1;
    v->circles = 0;
    p->line_count = p->line_at = 0;
    yisp_whole_set(&p->seen.over, INT64_MIN);
    yisp_whole_set(&p->seen.under, 1);
    state = yisp_ask(v, p->phase);
    while (state == YISP_FOUND && v->depth) {
        state = e->runs - began > p->budget ? YISP_BEYOND_BUDGET : yisp_keep_room(v);
        if (state == YISP_FOUND)
            state = yisp_solve_step(v);
        if (v->answered && v->depth && yisp_ratio_compare(&v->given, &p->seen) == 1
            && (yisp_note_line(p) || yisp_ratio_copy(&p->seen, &v->given)))
            return YISP_NO_MEMORY;
    }
    v->answered = 0;
    if (state == YISP_INTERRUPTED || state == YISP_NO_MEMORY)
        return state;
    known = state == YISP_FOUND && (v->may_stop || !v->circles);
    p->fell_short |= !known;
    p->option_count = 0;
    if (p->log != NULL
        && (yisp_tell_worth(p, NULL, &p->seen) || yisp_tell(p, known ? YISP_TOLD_FORESEEN : YISP_TOLD_BEYOND, 0)))
        return YISP_NO_MEMORY;
    return YISP_FOUND;
}

#endif

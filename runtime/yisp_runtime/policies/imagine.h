/* What `best` does, by trials: it solves what is left of the trial where that is little (solve.h), else it plays each
 * option out in worlds that it imagines (one step of policy improvement: Tesauro, Galperin, "On-line policy
 * improvement using Monte-Carlo search", 1996; Bertsekas, Castanon, "Rollout algorithms for stochastic scheduling
 * problems", 1999).
 *
 * Each option is played out twice, and is worth the greater of the two means: greedily, and with nothing more in this
 * turn.  Greed goes on where it may spoil what has been reached, so a player who may stop does so once the goal, were it
 * judged there, is as great as it can be.  Whoever chooses by the greatest mean of several ways to go on is worth no
 * less than each of them (Chang, Givan, Chong, "Parallel rollout for online solution of partially observable Markov
 * decision processes", 2004).
 *
 * An imagined world begins at the decision: what lies open by then stays, and what does not is imagined anew.  In the
 * middle of a stage the path is run in the trial's world up to the decision, where the gate goes over to the imagined
 * one.  Its key is made of the position and of nothing that comes later, so a player's choice is a function of what he
 * knows, on any number of workers; and the trial's own world has a key of another purpose, which he never sees.
 */
#ifndef YISP_IMAGINE_H
#define YISP_IMAGINE_H

#include "policies/player.h"

/* Solving ---------------------------------------------------------------------------------------------- */

/* Solve what is left of the trial before its phase, if that takes few stages: whether it is `*found`, or a state
 * below 0.
 *
 * What was solved is kept as long as everything that is asked for is known: those are parts of what took few stages,
 * so they take as few.  Else it is begun anew, so that nothing depends on what was asked before.  (Where limits of
 * activations or steps come near, which positions do not tell, nothing is taken as known.) */
YISP_APART int yisp_solve_rest(yisp_player* p, const yisp_solution** found)
{
    yisp_solver* v = p->solver;
    yisp_table* t = p->stages->t;
    yisp_enumeration* e = t->enumeration;
    int64_t began = e->runs;
    int state;
    e->world = YISP_NO_WORLD;
    p->stages->asks = 1;
    yisp_return(p);
    yisp_begin_path(e, 0);
    *found = p->tells ? NULL : yisp_known_solution(v, p->phase); /* what is told is found out anew */
    if (*found != NULL && p->progress.activations + v->most.activations < t->activation_limit
        && p->progress.steps + v->most.steps + YISP_FREE_STEPS < t->step_limit)
        return 1;
    yisp_solver_clear(v);
    p->option_count = 0;
    state = yisp_ask(v, p->phase);
    while (state == YISP_FOUND && v->depth) {
        int root = p->tells && v->depth == 1 && v->answered;
        uint64_t at = v->frames[0].at;
        state = e->runs - began > p->solve ? YISP_BEYOND_BUDGET : yisp_solve_step(v);
        if (root && v->frames[0].at > at
            && yisp_tell_worth(p, at < v->frames[0].choices.count ? &v->frames[0].choices.at[at] : NULL, &v->given))
            return -YISP_NO_MEMORY;
    }
    v->answered = 0;
    if (state == YISP_FOUND) {
        *found = &v->solutions[0];
        return 1;
    }
    yisp_solver_clear(v);
    return state == YISP_INTERRUPTED || state == YISP_NO_MEMORY ? -state : 0;
}

/* Imagining -------------------------------------------------------------------------------------------- */

/* Add what came of an option in one world. */
static inline void yisp_add_outcome(const yisp_player* p, int64_t* sum)
{
    int64_t goal = yisp_goal_of(p->solver), words[3];
    words[0] = goal;
    words[1] = words[2] = goal >> 63;
    yisp_add_words(sum, words);
}

/* Whether the first sum is greater. */
static inline int yisp_sum_above(const int64_t* a, const int64_t* b)
{
    if (a[2] != b[2])
        return a[2] > b[2];
    if (a[1] != b[1])
        return (uint64_t)a[1] > (uint64_t)b[1];
    return (uint64_t)a[0] > (uint64_t)b[0];
}

/* The option of the greatest sum, the first of several. */
static inline uint64_t yisp_greatest_option(const yisp_player* p)
{
    uint64_t best = 0;
    for (uint64_t i = 1; i < p->option_count; i++) {
        if (yisp_sum_above(p->options[i].sum, p->options[best].sum))
            best = i;
    }
    return best;
}

/* Make room for the value of one more way, which is 0. */
static inline int yisp_new_value(yisp_player* p)
{
    if (p->option_count >= p->value_count) {
        if (yisp_make_room((void**)&p->values, &p->value_room, p->value_count + 1, sizeof(yisp_ratio)))
            return -1;
        yisp_ratio_begin(&p->values[p->value_count++]);
    }
    yisp_whole_set(&p->values[p->option_count].over, 0);
    yisp_whole_set(&p->values[p->option_count].under, 1);
    return 0;
}

/* The way of the greatest value, the first of several; `*best`, -1 without memory. */
static inline int yisp_find_greatest_value(const yisp_player* p, uint64_t* best)
{
    *best = 0;
    for (uint64_t i = 1; i < p->option_count; i++) {
        int order = yisp_ratio_compare(&p->values[i], &p->values[*best]);
        if (order == -2)
            return -1;
        *best = order == 1 ? i : *best;
    }
    return 0;
}

/* Whether the position on the table was met in this turn. */
static inline int yisp_was_met(const yisp_player* p)
{
    uint64_t mark = yisp_mark(p->stages, p->phase);
    for (uint64_t i = 0; i < p->met.count; i++) {
        if ((uint64_t)p->met.at[i] == mark)
            return 1;
    }
    return 0;
}

/* Whether the goal would be as great as it can be, were the position on the table judged now, and a player knows that:
 * not if judging turns a card over or rolls, which changes the position; nobody is to stop by what he cannot see. */
static inline int yisp_reaches(yisp_player* p, int* reached)
{
    yisp_table* t = p->stages->t;
    yisp_progress progress = {t->activations, t->steps};
    int state;
    yisp_copy_position(t, p->reached, t->position);
    yisp_run_on(p->stages, YISP_STAGE_JUDGE);
    state = yisp_state_of(p->stages);
    *reached = !t->failed && yisp_goal_of(p->solver) >= p->most
        && !memcmp(p->reached, t->position, (size_t)YISP_POSITION_WORDS(t) * sizeof(uint64_t));
    yisp_set_table(t, p->reached, progress);
    return state;
}

/* Play on greedily from the table, before that phase, and judge: whoever may stop does so as soon as the goal is as
 * great as it can be. */
static inline int yisp_play_out_until_reached(yisp_player* p, int phase)
{
    yisp_stages* s = p->stages;
    yisp_table* t = s->t;
    while (!t->failed && s->course[phase] != YISP_STAGE_JUDGE) {
        int moves = s->course[phase] == YISP_STAGE_SCAN, reached = 0, activated = 0, state;
        state = moves && p->capped && p->solver->may_stop ? yisp_reaches(p, &reached) : YISP_FOUND;
        if (!state && !reached) {
            activated = yisp_run_on(s, s->course[phase]);
            state = yisp_state_of(s);
        }
        if (state)
            return state;
        phase += !moves || !activated;
    }
    yisp_run_on(s, YISP_STAGE_JUDGE);
    return yisp_state_of(s);
}

/* Play on from the table, before that phase, in both ways, for the option that led there, and add up what comes of it.
 * The world goes on from the position, which is all that it is known by. */
static inline int yisp_imagine_rest(yisp_player* p, yisp_option* option, int phase)
{
    yisp_stages* s = p->stages;
    yisp_table* t = s->t;
    yisp_progress progress = {t->activations, t->steps};
    int moves = !t->failed && s->course[phase] == YISP_STAGE_SCAN, state;
    yisp_copy_position(t, p->imagined, t->position);
    state = yisp_play_out_until_reached(p, phase);
    if (state)
        return state;
    yisp_add_outcome(p, option->sum);
    if (moves && p->solver->may_stop && t->activations > progress.activations) { /* else it comes to the same */
        yisp_set_table(t, p->imagined, progress);
        state = yisp_play_out(s, phase + 1);
    }
    if (!state)
        yisp_add_outcome(p, option->rested);
    return state;
}

/* An option is worth the greater of the two sums; greed's, if both are the same. */
static inline void yisp_settle_option(const yisp_player* p, yisp_option* option)
{
    option->rests = p->solver->may_stop && yisp_sum_above(option->rested, option->sum);
    if (option->rests)
        memcpy(option->sum, option->rested, sizeof option->sum);
}

/* Play an option out in every world that is imagined at the position of that mark; `*holds` is 0 where it is no move,
 * or leads nowhere but back to positions that were met in this turn. */
static inline int yisp_imagine_move(yisp_player* p, yisp_option* option, uint64_t mark, int* holds)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    int stops = option->choice.effect < 0, back = !stops, state;
    *holds = 1;
    s->asks = 0;
    for (int64_t w = 0; w < p->worlds; w++) {
        yisp_enter_world(e, yisp_imagined_key(s->t, mark, (uint64_t)w));
        if (stops) {
            yisp_return(p);
        } else {
            int activated = yisp_run_path(p, YISP_STAGE_MOVE, &option->choice, NULL, 0);
            state = yisp_state_of(s);
            if (state)
                return state;
            if (!w && !yisp_holds(s, option->choice.effect, activated)) {
                *holds = 0;
                return YISP_FOUND;
            }
            back = back && !s->t->failed && yisp_was_met(p);
        }
        state = yisp_imagine_rest(p, option, p->phase + stops);
        if (state)
            return state;
    }
    yisp_settle_option(p, option);
    *holds = !back;
    return YISP_FOUND;
}

/* What `best` does next in the scan: the greatest mean, the first of several. */
YISP_APART int yisp_weigh_moves(yisp_player* p, yisp_choice* chosen)
{
    yisp_stages* s = p->stages;
    const yisp_solution* found = NULL;
    yisp_choice first = {-1, -1, -1};
    uint64_t mark;
    int some = 0, state = yisp_solve_rest(p, &found);
    if (state < 0)
        return -state;
    if (state) {
        uint64_t taken = 0;
        *chosen = found->move;
        while (taken + 1 < p->option_count
               && (p->options[taken].choice.effect != chosen->effect || p->options[taken].choice.zone != chosen->zone))
            taken += 1;
        return yisp_tell(p, YISP_TOLD_SOLVED, taken) ? YISP_NO_MEMORY : YISP_FOUND;
    }
    yisp_return(p);
    mark = yisp_mark(s, p->phase);
    if (p->met_phase != p->phase)
        p->met.count = 0;
    p->met_phase = p->phase;
    if (yisp_append_number(&p->met, (int64_t)mark) || yisp_find_choices(s->t, &p->choices))
        return YISP_NO_MEMORY;
    p->option_count = 0;
    for (uint64_t i = 0; i <= p->choices.count; i++) {
        yisp_option* option;
        int stops = i == p->choices.count, holds;
        if (stops && some && !p->solver->may_stop)
            break;
        if ((option = yisp_new_option(p)) == NULL)
            return YISP_NO_MEMORY;
        if (!stops)
            option->choice = p->choices.at[i];
        if (stops && !p->option_count) { /* nothing else is left: it need not be weighed */
            *chosen = some && !p->solver->may_stop ? first : option->choice;
            return YISP_FOUND;
        }
        state = yisp_imagine_move(p, option, mark, &holds);
        if (state)
            return state;
        if (!stops && !some)
            first = option->choice;
        some |= holds && !stops;
        p->option_count += holds;
    }
    *chosen = p->option_count ? p->options[yisp_greatest_option(p)].choice : first;
    return yisp_tell(p, YISP_TOLD_IMAGINED, yisp_greatest_option(p)) ? YISP_NO_MEMORY : YISP_FOUND;
}

/* Where the choice ends that a player's decision begins: what goes on with it is of the same. */
static inline uint64_t yisp_way_end(const yisp_enumeration* e, uint64_t from)
{
    uint64_t end = from + 1;
    while (end < (uint64_t)e->made && e->decisions[end].player == 2)
        end += 1;
    return end;
}

/* Add to the way at hand what the position on the table is worth, before that phase, if it is among those that are
 * solved: 1, 0 where it is not, -1 without memory. */
static inline int yisp_add_worth(yisp_player* p, int phase)
{
    yisp_stages* s = p->stages;
    yisp_ratio* value = &p->values[p->option_count];
    const yisp_solution* found;
    s->t->enumeration->world = YISP_NO_WORLD;
    found = yisp_known_solution(p->solver, s->t->failed ? s->length - 1 : phase);
    if (found == NULL)
        return 0;
    return yisp_ratio_add(value, &found->worth, 1) || yisp_reduce(&value->over, &value->under) ? -1 : 1;
}

/* Which cards `best` takes where the path so far leads, in the stage or move: the way is added to the path.
 *
 * Where what is left of the trial is solved, from before the stage on, so is everything that a way can lead to: then
 * it is worth that, else what greed makes of it. */
YISP_APART int yisp_weigh_ways(yisp_player* p, int stage, const yisp_choice* move)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    uint64_t before = p->path.count, mark;
    int phase = p->phase + (move == NULL), solved, state;
    const yisp_solution* found = NULL;
    const yisp_option* best;
    uint64_t taken;
    solved = p->plays_out ? 0 : yisp_solve_rest(p, &found);
    if (solved < 0)
        return -solved;
    yisp_return(p);
    mark = yisp_mark(s, p->phase);
    mark = yisp_mix(mark + (move == NULL ? 0 : 1 + (uint64_t)move->effect));
    for (uint64_t i = 0; i < before; i++)
        mark = yisp_mix(mark + (uint64_t)p->path.at[i]);
    p->option_count = p->ways.count = 0;
    for (;;) { /* the path is the beginning of a way; which options end it, a run in the trial's world tells */
        yisp_option* option;
        uint64_t end, turn;
        s->asks = 1;
        yisp_enter_world(e, p->key);
        yisp_run_path(p, stage, move, p->path.at, p->path.count);
        state = yisp_state_of(s);
        if (state)
            return state;
        end = yisp_way_end(e, before);
        if ((option = yisp_new_option(p)) == NULL || yisp_new_value(p))
            return YISP_NO_MEMORY;
        option->choice.kind = (int)p->option_count;
        option->way = p->ways.count;
        option->way_options = (int64_t)(end - before);
        turn = end;
        p->path.count = before;
        for (uint64_t i = before; i < end; i++) {
            if (yisp_append_number(&p->ways, e->decisions[i].option)
                || yisp_append_number(&p->path, e->decisions[i].option))
                return YISP_NO_MEMORY;
        }
        while (turn > before && e->decisions[turn - 1].option + 1 == e->decisions[turn - 1].options)
            turn -= 1;
        for (int64_t w = 0; w < p->worlds; w++) {
            yisp_enter_world(e, p->key);
            e->imagined = yisp_imagined_key(s->t, mark, (uint64_t)w);
            e->imagined_from = (int64_t)end;
            yisp_run_path(p, stage, move, p->path.at, end);
            e->imagined_from = 0;
            state = yisp_state_of(s);
            if (state)
                return state;
            if (solved) {
                int known = yisp_add_worth(p, phase);
                if (known == 1)
                    continue;
                if (known < 0)
                    return YISP_NO_MEMORY;
                p->path.count = before; /* not all of it is known: what has been added up is no measure */
                p->plays_out = 1;
                state = yisp_weigh_ways(p, stage, move);
                p->plays_out = 0;
                return state;
            }
            state = yisp_imagine_rest(p, option, phase);
            if (state)
                return state;
        }
        yisp_settle_option(p, option);
        p->option_count += 1;
        if (turn == before)
            break;
        p->path.count = turn;
        p->path.at[turn - 1] += 1;
    }
    taken = yisp_greatest_option(p);
    if (solved && yisp_find_greatest_value(p, &taken))
        return YISP_NO_MEMORY;
    best = &p->options[taken];
    p->path.count = before;
    for (int64_t i = 0; i < best->way_options; i++) {
        if (yisp_append_number(&p->path, p->ways.at[best->way + i]))
            return YISP_NO_MEMORY;
    }
    for (uint64_t i = 0; solved && p->tells && i < p->option_count; i++) {
        yisp_ratio* value = &p->values[i];
        if (yisp_whole_scale(&value->under, (uint64_t)p->worlds) || yisp_reduce(&value->over, &value->under))
            return YISP_NO_MEMORY;
        yisp_put_worth(&p->options[i], value);
    }
    return yisp_tell(p, solved ? YISP_TOLD_SOLVED : YISP_TOLD_IMAGINED, taken) ? YISP_NO_MEMORY : YISP_FOUND;
}

#endif

/* Playing trials in worlds: each policy in the same futures (worlds.h), one after the other.
 *
 * `greedy` scans; `random` draws lots; `best` weighs what it can do at each decision (imagine.h); `hindsight` and
 * `staged-search` follow a line that they have found (foresee.h).
 *
 * What is counted of a trial is read off its last row, and off what was noted in the runs that were played for good.
 */
#ifndef YISP_PLAY_H
#define YISP_PLAY_H

#include "policies/foresee.h"
#include "policies/imagine.h"

/* Count what was noted in the last run, which was for good. */
static inline void yisp_count_run(yisp_player* p)
{
    const yisp_table* t = p->stages->t;
    const yisp_enumeration* e = t->enumeration;
    yisp_counts *counts = p->counts, *scratch = t->counts;
    for (int64_t i = 0; i < e->noticed; i++)
        yisp_count_notice(&counts->notices[e->notices[i]], t->trial);
    for (int64_t i = 0; i < e->activated; i++)
        yisp_count_activation(&counts->effects[e->activations[i]], t->trial);
    if (yisp_unlikely(scratch->printed)) {
        int64_t known = counts->print_trial_count;
        counts->printed += scratch->printed;
        if (known < YISP_PRINT_TRIALS && (known == 0 || counts->print_trials[known - 1] != t->trial))
            counts->print_trials[counts->print_trial_count++] = t->trial;
    }
}

/* What is printed from here on is printed for good, if nobody goes back once more. */
static inline void yisp_forget_printed(yisp_player* p)
{
    p->stages->t->counts->printed = 0;
    p->stages->t->counts->print_trial_count = 0;
}

/* Count the trial, which has just been judged; its row then has its number. */
static inline void yisp_count_trial(yisp_player* p)
{
    int64_t* row = p->stages->t->record;
    yisp_counts* counts = p->counts;
    row[0] = p->stages->t->trial;
    counts->trials += 1;
    counts->successes += row[1] > 0;
    yisp_tally(&counts->score, row[1]);
    for (int i = 0; i < p->combos; i++)
        counts->combos[i] += row[2 + i];
    for (int i = 0; i < p->bests; i++)
        counts->combos[p->combos + i] += row[p->width + i];
    for (int i = 0; i < p->stats; i++) {
        if (row[3 + p->combos + 2 * i])
            yisp_tally(&counts->stats[i], row[2 + p->combos + 2 * i]);
    }
    yisp_tally_relations(counts, row);
    if (yisp_is_dealt(p->stages->t))
        yisp_tally_deal(p->stages->t, counts);
}

/* Add to the path what the player takes where it leads. */
static inline int yisp_choose_way(yisp_player* p, int stage, const yisp_choice* move, const yisp_line_step* step)
{
    int64_t option = 0;
    if (p->policy == YISP_AT_BEST)
        return yisp_weigh_ways(p, stage, move);
    if (step != NULL && p->path.count < step->path_options)
        option = p->line_paths.at[step->path + p->path.count];
    return yisp_append_number(&p->path, option) ? YISP_NO_MEMORY : YISP_FOUND;
}

/* Play a stage or a move for good, whose first decisions are those of the path; whether it activated an effect. */
static inline int yisp_play_path(
    yisp_player* p, int stage, const yisp_choice* move, const yisp_line_step* step, int* activated)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    int state;
    for (;;) {
        s->asks = 1;
        yisp_enter_world(e, p->key);
        yisp_forget_printed(p);
        e->plays = p->policy == YISP_AT_RANDOM ? &p->lots : NULL;
        *activated = yisp_run_path(p, stage, move, p->path.at, p->path.count);
        e->plays = NULL;
        state = yisp_state_of(s);
        if (state)
            return state;
        for (int64_t i = 0; p->policy == YISP_AT_RANDOM && i < e->made; i++) {
            if (yisp_append_number(&p->path, e->decisions[i].option))
                return YISP_NO_MEMORY;
        }
        if ((uint64_t)e->made == p->path.count)
            break;
        state = yisp_choose_way(p, stage, move, step);
        if (state)
            return state;
    }
    if (p->log != NULL) { /* once more, now that it is known what is done */
        yisp_forget_printed(p);
        yisp_log_runs(p, 1);
        yisp_run_path(p, stage, move, p->path.at, p->path.count);
        yisp_log_runs(p, 0);
    }
    yisp_count_run(p);
    return yisp_unlikely(p->notes) && yisp_note_run(p) ? YISP_NO_MEMORY : YISP_FOUND;
}

/* One of the moves that can be made, each equally likely; none where there is none. */
static inline int yisp_draw_move(yisp_player* p, yisp_choice* chosen)
{
    yisp_stages* s = p->stages;
    yisp_enumeration* e = s->t->enumeration;
    uint64_t count = 0;
    int state;
    yisp_return(p);
    if (yisp_find_choices(s->t, &p->choices))
        return YISP_NO_MEMORY;
    s->asks = 1;
    for (uint64_t i = 0; i < p->choices.count; i++) {
        int activated;
        yisp_enter_world(e, p->key);
        activated = yisp_run_path(p, YISP_STAGE_MOVE, &p->choices.at[i], NULL, 0);
        state = yisp_state_of(s);
        if (state)
            return state;
        if (yisp_holds(s, p->choices.at[i].effect, activated))
            p->choices.at[count++] = p->choices.at[i];
    }
    chosen->zone = chosen->kind = chosen->effect = -1;
    if (count) {
        uint64_t drawn = yisp_bounded(&p->lots, count);
        *chosen = p->choices.at[drawn];
        p->option_count = 0;
        for (uint64_t i = 0; p->log != NULL && i < count; i++) {
            if (yisp_tell_worth(p, &p->choices.at[i], &p->solver->given))
                return YISP_NO_MEMORY;
        }
        if (yisp_tell(p, YISP_TOLD_DRAWN, drawn))
            return YISP_NO_MEMORY;
    }
    return YISP_FOUND;
}

/* Run a stage for good from where the table stands, nobody being asked; whether it activated an effect. */
static inline int yisp_run_for_good(yisp_player* p, int stage, int* activated)
{
    int state;
    yisp_forget_printed(p);
    yisp_log_runs(p, 1);
    *activated = yisp_run_on(p->stages, stage);
    yisp_log_runs(p, 0);
    state = yisp_state_of(p->stages);
    if (state == YISP_FOUND)
        yisp_count_run(p);
    return state;
}

/* Scan on from where the table stands to the stage that judges. */
static inline int yisp_scan_on(yisp_player* p, int phase)
{
    yisp_stages* s = p->stages;
    yisp_table* t = s->t;
    while (!t->failed && s->course[phase] != YISP_STAGE_JUDGE) {
        int activated, state = yisp_run_for_good(p, s->course[phase], &activated);
        if (state)
            return state;
        phase += s->course[phase] != YISP_STAGE_SCAN || !activated;
    }
    return YISP_FOUND;
}

/* Play on from where the trial is to the stage that judges. */
static inline int yisp_play_on(yisp_player* p)
{
    yisp_stages* s = p->stages;
    while (s->course[p->phase] != YISP_STAGE_JUDGE) {
        int moves = s->course[p->phase] == YISP_STAGE_SCAN, activated, state = YISP_FOUND;
        const yisp_line_step* step = NULL;
        yisp_choice choice = {-1, -1, -1};
        if (yisp_unlikely(p->thinks_until && s->t->enumeration->work > p->thinks_until)) {
            yisp_return(p);
            yisp_enter_world(s->t->enumeration, p->key);
            return yisp_scan_on(p, p->phase);
        }
        if (p->policy == YISP_IN_STAGES && p->phase >= p->solver->horizon) {
            yisp_return(p);
            yisp_enter_world(s->t->enumeration, p->key);
            p->solver->horizon = yisp_horizon_of(p, p->phase);
            state = yisp_foresee(p);
            if (state)
                return state;
        }
        if (p->policy >= YISP_IN_HINDSIGHT) {
            if (p->line_at < p->line_count && p->line[p->line_at].phase == p->phase) {
                step = &p->line[p->line_at++];
                choice = step->choice;
            } else if (moves) { /* no line came to its end */
                yisp_return(p);
                return yisp_scan_on(p, p->phase);
            }
        } else if (moves && p->policy == YISP_AT_RANDOM) {
            state = yisp_draw_move(p, &choice);
        } else if (moves) {
            state = yisp_weigh_moves(p, &choice);
        }
        if (state)
            return state;
        if (moves && choice.effect < 0) { /* to stop changes nothing */
            p->phase += 1;
            continue;
        }
        if (yisp_unlikely(p->notes) && moves
            && yisp_note_down(p, YISP_NOTED_MOVE, p->phase, choice.zone, choice.effect))
            return YISP_NO_MEMORY;
        p->path.count = 0; /* nothing has been decided yet */
        state = yisp_play_path(p, s->course[p->phase], moves ? &choice : NULL, step, &activated);
        if (state)
            return state;
        yisp_stand(p, p->phase + !moves);
    }
    yisp_return(p);
    return YISP_FOUND;
}

/* Play the trial in its world, and count it; what it made of the goal is `*goal`. */
static inline int yisp_play_trial(yisp_player* p, int64_t trial, int64_t* goal)
{
    yisp_table* t = p->stages->t;
    yisp_enumeration* e = t->enumeration;
    int state = YISP_FOUND, activated;
    p->key = yisp_trial_key(t, trial);
    p->met_phase = -1;
    p->fell_short = 0;
    if (p->policy == YISP_IN_STAGES)
        p->solver->horizon = 0; /* the first stage is yet to begin */
    if (p->policy == YISP_AT_RANDOM)
        yisp_open_stream(&p->lots, t->seed, t->topic, (uint64_t)trial, YISP_PLAYS);
    yisp_enter_world(e, p->key);
    yisp_begin_path(e, 0);
    yisp_forget_printed(p);
    p->told.count = 0;
    p->tells = p->log != NULL;
    yisp_log_runs(p, 1);
    yisp_deal(t, trial, 0);
    yisp_log_runs(p, 0);
    yisp_count_run(p); /* what the opening hand has noted */
    if (yisp_is_dealt(t) && (state = yisp_run_for_good(p, YISP_STAGE_DEAL, &activated)))
        return state;
    if (t->failed) { /* play has ended in the deal */
    } else if (p->policy == YISP_GREEDILY) {
        state = yisp_scan_on(p, 0);
    } else {
        yisp_stand(p, 0);
        if (p->policy == YISP_IN_HINDSIGHT)
            state = yisp_foresee(p);
        if (state == YISP_FOUND)
            state = yisp_play_on(p);
    }
    if (state)
        return state;
    yisp_enter_world(e, p->key);
    state = yisp_run_for_good(p, YISP_STAGE_JUDGE, &activated);
    if (state)
        return state;
    yisp_count_trial(p);
    *goal = yisp_goal_of(p->solver);
    if (p->fell_short) {
        yisp_count_notice(&p->counts->notices[YISP_SITE_BUDGET], trial);
        if (p->capped && p->policy == YISP_IN_HINDSIGHT)
            *goal = p->most;
    }
    return YISP_FOUND;
}

/* Play those of the trials first ... last - 1 that `chosen` has a bit for (NULL: all): what each made of the goal
 * and, unless they are NULL, their rows, and the cards that it left in the deck. */
static inline int yisp_play_trials(
    yisp_player* p, int64_t first, int64_t last, const uint8_t* chosen, int64_t* goals, int64_t* rows, uint64_t* left)
{
    yisp_table* t = p->stages->t;
    int state = YISP_FOUND;
    for (int64_t trial = first; trial < last && !state; trial++) {
        if (chosen != NULL && !chosen[trial - first])
            continue;
        state = yisp_play_trial(p, trial, goals++);
        if (rows != NULL && !state) {
            memcpy(rows, t->record, (size_t)p->width * sizeof(int64_t));
            rows += p->width;
        }
        if (left != NULL && !state) {
            memcpy(left, yisp_zone_words(t, YISP_DECK), (size_t)YISP_WORDS(t) * sizeof(uint64_t));
            left += YISP_WORDS(t);
        }
    }
    return state;
}

#endif

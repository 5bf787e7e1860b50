/* The stages of a trial, run along every path of decisions: what exact answers and policies are made of.
 *
 * A stage is run by a function of the deck's module or, where there is none, by one that calls Python
 * (`yisp_run_stage` in trials.h is what both come to).  Nothing here touches a Python object.
 *
 * A path is the options taken at the gate, decision after decision.  To run a stage along one is to go back to
 * where it begins and to prescribe them: what is decided in the middle of a stage needs no second kind of
 * position.
 */
#ifndef YISP_STAGES_H
#define YISP_STAGES_H

#include "solving/canonical.h"
#include "numbers/index.h"
#include "play/trials.h"

/* Runs a stage of that topic on the table; whether an effect was activated. */
typedef int (*yisp_stage_runner)(yisp_table* t, int topic, int stage);

/* How a search ends. */
enum {
    YISP_FOUND = 0,
    YISP_BEYOND_BUDGET = 1,
    YISP_BEYOND_ROOM = 2,
    YISP_AT_LIMIT = 3, /* of activations or steps, which positions do not tell */
    YISP_TOO_MUCH = 4, /* more happens in one stage than can be followed */
    YISP_UNKNOWN = 5, /* the world is not known so far */
    YISP_CIRCLE = 6, /* play can go round in one */
    YISP_NO_MEMORY = 7,
    YISP_INTERRUPTED = 8
};

typedef struct {
    int zone;
    int kind;
    int effect; /* -1: none, to stop */
} yisp_choice;

typedef struct {
    yisp_table* t;
    yisp_stage_runner run;
    int topic;
    const int* course; /* the stages of a trial, in order; the last one judges */
    int length;
    int asks; /* whether the player is asked */
    const int* guard_sites; /* where a guard can fail: of effect i, [guard_starts[i], guard_starts[i + 1]) */
    const int* guard_starts;
    int64_t promised; /* work that is certain to come */
    int64_t pause_at; /* after so much work ... */
    void (*pause)(void* owner); /* ... this is called, which says how far it is, and hears an interrupt */
    void* owner;
    uint16_t* parts; /* where a canonical form is made */
} yisp_stages;

/* How far a trial has come: activations this turn, and steps. */
typedef struct {
    int64_t activations;
    int64_t steps;
} yisp_progress;

/* Nothing has been decided or written down yet; the first `given` decisions are prescribed. */
static inline void yisp_begin_path(yisp_enumeration* e, int64_t given)
{
    e->made = e->failed = e->noticed = e->activated = e->taken_count = e->hand_left = 0;
    e->scanned = e->answering = e->sought = NULL;
    e->lacking = -1;
    e->rolled = 0;
    e->given = given;
    e->repeated = 0;
}

#define YISP_WORK_A_PAUSE 500000 /* some ten to fifty times a second */

/* Whether the search can go on after something was done on the table. */
static inline int yisp_state_of(yisp_stages* s)
{
    const yisp_enumeration* e = s->t->enumeration;
    if (yisp_unlikely(e->work >= s->pause_at)) {
        s->pause_at = e->work + YISP_WORK_A_PAUSE;
        s->pause(s->owner);
    }
    if (yisp_unlikely(e->work + s->promised > e->budget))
        return YISP_BEYOND_BUDGET;
    if (yisp_unlikely(yisp_now(s->t->halted)))
        return YISP_INTERRUPTED;
    if (yisp_unlikely(e->failed))
        return e->rolled || e->lacking >= 0 ? YISP_UNKNOWN : YISP_TOO_MUCH;
    return YISP_FOUND;
}

/* Set the table to a position, and to how far the trial has come. */
static inline void yisp_set_table(yisp_table* t, const uint64_t* position, yisp_progress progress)
{
    yisp_go_back(t, position);
    t->activations = progress.activations;
    t->steps = progress.steps;
}

/* Run a stage from where the table stands, its first `given` decisions being prescribed, of which the first `repeated`
 * are those of the path before, and the player asked if he `asks`; whether it activated an effect. */
static inline int yisp_run_as(const yisp_stages* s, int asks, int stage, int64_t given, int64_t repeated)
{
    yisp_enumeration* e = s->t->enumeration;
    yisp_begin_path(e, given);
    e->repeated = repeated;
    /* With spots chosen cards are told from their copies: those of the run before would make another path's options. */
    if (e->most_spots)
        memset(s->t->chosen, 0, YISP_WORDS(s->t) * sizeof(uint64_t));
    /* What is judged, evaluated or dealt, nobody plays. */
    e->decides = asks && stage != YISP_STAGE_JUDGE && stage != YISP_STAGE_EVALUATE
        && stage != YISP_STAGE_DEAL && stage != YISP_STAGE_PART;
    e->runs += 1;
    yisp_spend(s->t, YISP_WORK_STAGE);
    return s->run(s->t, s->topic, stage);
}

static inline int yisp_run_here(const yisp_stages* s, int stage)
{
    return yisp_run_as(s, s->asks, stage, 0, 0);
}

/* The same from a position. */
static inline int yisp_run_from(
    const yisp_stages* s, int stage, const uint64_t* position, yisp_progress progress, int64_t given, int64_t repeated)
{
    yisp_set_table(s->t, position, progress);
    yisp_spend(s->t, YISP_POSITION_WORDS(s->t) * 8 / YISP_BYTES_A_UNIT);
    return yisp_run_as(s, s->asks, stage, given, repeated);
}

/* The same for a move. */
static inline int yisp_run_move(
    const yisp_stages* s, const yisp_choice* move, const uint64_t* position, yisp_progress progress,
    int64_t given, int64_t repeated)
{
    yisp_enumeration* e = s->t->enumeration;
    e->move_zone = move->zone;
    e->move_kind = move->kind;
    e->move_effect = move->effect;
    return yisp_run_from(s, YISP_STAGE_MOVE, position, progress, given, repeated);
}

/* Whether that was a move, after its first path: nothing that comes before guards depends on chance.
 *
 * Where play ended before the `@`, a guard may have done it, and then it is no move; `(stop n)`, of which there is no
 * notice, does not come before guards. */
static inline int yisp_holds(const yisp_stages* s, int effect, int activated)
{
    const yisp_enumeration* e = s->t->enumeration;
    if (activated || !s->t->failed)
        return activated;
    if (!e->noticed)
        return 1;
    for (int i = s->guard_starts[effect]; i < s->guard_starts[effect + 1]; i++) {
        if (s->guard_sites[i] == e->notices[e->noticed - 1])
            return 0;
    }
    return 1;
}

/* Which of the decisions just made is the first to be another on the next path, -1 when none is: all paths were
 * taken.  Options of the player are left as they are where he has `chosen`. */
static inline int64_t yisp_turn_of(const yisp_decision* decisions, int64_t made, int chosen)
{
    int64_t at = made - 1;
    while (at >= 0
           && (decisions[at].option + 1 == decisions[at].options || (chosen && decisions[at].player)))
        at -= 1;
    return at;
}

typedef struct {
    yisp_choice* at;
    uint64_t count, room;
} yisp_choices;

/* What a player could try where the table stands: zones in the order of the scan, then kinds as the deck lists
 * them, their effects in order.  Flags, zone and forbidden tags allow it; whether its guards do is found by trying.
 * -1 without memory. */
static inline int yisp_find_choices(yisp_table* t, yisp_choices* found)
{
    found->count = 0;
    yisp_spend(t, 1 + YISP_CARDS(t) / YISP_CARDS_A_UNIT);
    for (int i = 0; i < t->scan_zone_count; i++) {
        int z = t->scan_zones[i], kind = -1;
        for (int w = 0; w < YISP_WORDS(t); w++) {
            uint64_t bits = yisp_zone_words(t, z)[w] & t->scan_masks[z * YISP_WORDS(t) + w];
            for (; bits; bits &= bits - 1) {
                int card = w * 64 + yisp_lowest(bits);
                if (t->kind_of[card] == kind)
                    continue;
                kind = t->kind_of[card];
                for (int effect = t->effects_from[card]; effect < t->effects_to[card]; effect++) {
                    yisp_choice choice = {z, kind, effect};
                    if (!yisp_allowed(t, effect, z))
                        continue;
                    if (yisp_make_room(
                            (void**)&found->at, &found->room, found->count + 1, sizeof(yisp_choice)))
                        return -1;
                    found->at[found->count++] = choice;
                }
            }
        }
    }
    return 0;
}

#endif

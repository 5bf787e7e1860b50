/* `(would [tag] n)`: what a number would be if one installed effect had just run.
 *
 * The effect's body runs once more, as a function without its `(when ...)` and without using it up, on the
 * position itself; then the number is worked out, and the position is what it was before.  Meanwhile nothing
 * is logged or counted but a run-time error, and what happens waits for no answer: the queue is cut back.
 * Chance is not asked, which lowering has seen to.
 *
 * The body or the number may ask in turn; `asks` is how deep that can go.
 */
#ifndef YISP_ASKING_H
#define YISP_ASKING_H

#include <string.h>

#include "chance/gate.h"
#include "zones/zones.h"

/* What lies beside the position and is put back, too. */
typedef struct {
    int64_t steps;
    int queued;
    int drawn_from;
    int event_zone;
    int activated;
    yisp_log* log;
    int keeps; /* what is put back is kept already */
} yisp_asked;

/* The first installed effect behind the one at `place` that carries the tag and is not used up or over; -1
 * where there is none.  They stand in the order in which they were installed. */
static inline int yisp_next_carrier(const yisp_table* t, int tag, int place)
{
    int count = (int)yisp_counters(t)[YISP_INSTALLED_COUNT];
    while (++place < count) {
        const int64_t* entry = yisp_installed_effect(t, place);
        if (entry[YISP_ANSWERS] >= 0 && entry[YISP_USES] > 0 && entry[YISP_LAST_TURN] >= yisp_counters(t)[YISP_TURN]
            && t->carried[tag * t->functions + entry[YISP_RUNS]])
            return place;
    }
    return -1;
}

/* The function of the installed effect at a place, and its card. */
static inline int yisp_runs_at(const yisp_table* t, int place)
{
    return (int)yisp_installed_effect(t, place)[YISP_RUNS];
}

static inline int yisp_belongs_at(const yisp_table* t, int place)
{
    return (int)yisp_installed_effect(t, place)[YISP_BELONGS_TO];
}

/* Where the position and the event's cards are kept meanwhile. */
static inline uint64_t* yisp_kept(const yisp_table* t, int depth)
{
    return t->kept + (size_t)depth * (YISP_POSITION_WORDS(t) + YISP_WORDS(t));
}

/* From here to `yisp_end_asking` it is all supposed: that the installed effect at a place has run.
 *
 * Whoever asks about one effect after the other, and does nothing between, has the position kept once (`keeps` is 0
 * before the first): it has just been put back from there. */
static inline void yisp_begin_asking(yisp_table* t, int place, yisp_asked* before)
{
    uint64_t* kept = yisp_kept(t, t->asking);
    if (yisp_unlikely(YISP_ENUMERATES(t))) {
        yisp_spend(t, YISP_WORK_EFFECT + t->enumeration->installed_work[yisp_runs_at(t, place)]);
        yisp_spend(t, 2 * YISP_POSITION_WORDS(t) * (int64_t)sizeof(uint64_t) / YISP_BYTES_A_UNIT);
    }
    before->steps = t->steps;
    before->queued = t->queued;
    before->drawn_from = t->drawn_from;
    before->event_zone = t->event_zone;
    before->activated = t->activated;
    before->log = t->log;
    if (!before->keeps) {
        yisp_copy_position(t, kept, t->position);
        memcpy(kept + YISP_POSITION_WORDS(t), t->event_cards, YISP_WORDS(t) * sizeof(uint64_t));
        before->keeps = 1;
    }
    memset(t->event_cards, 0, YISP_WORDS(t) * sizeof(uint64_t));
    if (t->asking == 0)
        t->log_of_errors = t->log;
    t->log = NULL;
    t->drawn_from = -1;
    t->asking += 1;
    t->stopped = 0;
}

/* Whether the body that failed was ended by `(stop n)`, and not by an error: the number is asked for all the same. */
static inline int yisp_was_stopped(yisp_table* t)
{
    int stopped = t->stopped;
    t->stopped = 0;
    t->drawn_from = -1;
    return stopped;
}

/* Make everything what it was. */
static inline void yisp_end_asking(yisp_table* t, const yisp_asked* before)
{
    const uint64_t* kept;
    int64_t installed = yisp_counters(t)[YISP_INSTALLED_COUNT];
    uint64_t marks = YISP_LIGHTS(t) ? yisp_marks(t)[0] : 0;
    t->asking -= 1;
    kept = yisp_kept(t, t->asking);
    yisp_copy_position(t, t->position, kept);
    for (int64_t i = yisp_counters(t)[YISP_INSTALLED_COUNT]; i < installed; i++) /* as if it had never been there */
        memset(yisp_installed_effect(t, (int)i), 0, YISP_INSTALLED_WORDS * sizeof(int64_t));
    if (YISP_LIGHTS(t) && marks > yisp_marks(t)[0])
        memset(
            yisp_mark_at(t, (int)yisp_marks(t)[0]), 0,
            (marks - yisp_marks(t)[0]) * YISP_MARK_WORDS(t) * sizeof(uint64_t));
    memcpy(t->event_cards, kept + YISP_POSITION_WORDS(t), YISP_WORDS(t) * sizeof(uint64_t));
    for (int z = 0; z < YISP_ZONES(t); z++) {
        if (YISP_QUEUED(t, z))
            yisp_lay_line(t, z);
    }
    t->steps = before->steps;
    t->queued = before->queued;
    t->drawn_from = before->drawn_from;
    t->event_zone = before->event_zone;
    t->activated = before->activated;
    t->log = before->log;
}

#endif

/* Events: what happened, and effects that are installed to answer it.
 *
 * While a program runs, what something in the deck may answer is put into a queue: the moves of
 * `movers`, draws, activations.  When the program has ended, answers.h goes through it.  A draw is one
 * happening that refers to the moves of which it consisted.
 *
 * An installed effect takes YISP_INSTALLED_WORDS of the position; table.h names them.  One that is
 * scheduled for a turn answers no event.
 */
#ifndef YISP_EVENTS_H
#define YISP_EVENTS_H

#include "position/log.h"

enum {
    YISP_QUEUE_ROOM = 1 << 16,
    YISP_FAR = 1 << 30 /* turns beyond every trial */
};

/* Whether something in the deck may answer it. */
static inline int yisp_listens(const yisp_table* t, int what)
{
    return YISP_LISTENS(t) >> what & 1;
}

/* Put something into the queue; what finds no room is lost, and `yisp_answer_all` says so. */
static inline void yisp_happened(yisp_table* t, int what, int source, int target, int card)
{
    yisp_happening* last;
    if (t->queued >= YISP_QUEUE_ROOM) {
        t->queued = YISP_QUEUE_ROOM + 1; /* and never more, however long the program goes on */
        return;
    }
    last = &t->queue[t->queued];
    last->what = what;
    last->source = source;
    last->target = target;
    last->card = card;
    t->queued += 1;
}

/* A card has come to another zone. */
static inline void yisp_moved(yisp_table* t, int card, int source, int target)
{
    if (!(yisp_listens(t, YISP_MOVED) || yisp_listens(t, YISP_DRAWN)))
        return;
    if (t->drawn_from >= 0 || yisp_contains(t->movers, card))
        yisp_happened(t, YISP_MOVED, source, target, card);
}

/* Write down what is being answered. */
YISP_RARE void yisp_log_answer(yisp_table* t, const yisp_happening* happening)
{
    int places = happening->what == YISP_MOVED ? happening->source * 256 + happening->target : 0;
    yisp_append_entry(t->log, YISP_LOG_ANSWER, happening->what, places, 0);
}

/* What moves until `yisp_end_draw` is drawn. */
static inline void yisp_begin_draw(yisp_table* t)
{
    if (yisp_listens(t, YISP_DRAWN))
        t->drawn_from = t->queued;
}

static inline void yisp_end_draw(yisp_table* t, int to)
{
    if (t->drawn_from >= 0) {
        if (t->queued > t->drawn_from)
            yisp_happened(t, YISP_DRAWN, t->drawn_from, to, t->queued - t->drawn_from);
        t->drawn_from = -1;
    }
}

/* `@`: the running effect, which is this card's, is activated. */
static inline void yisp_activate(yisp_table* t, int card)
{
    if (yisp_listens(t, YISP_ACTIVATED) && !t->activated)
        yisp_happened(t, YISP_ACTIVATED, -1, -1, card);
    t->activated = 1;
}

/* `(stop n)`: play ends when the running program does, which is at once. */
static inline void yisp_stop(yisp_table* t)
{
    t->stopped = 1;
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_STOP, 0, 0, 0);
}

/* `(on EVENT ...)`; true when there is no more room. */
static inline int yisp_install(
    yisp_table* t, int function, int card, int what, int64_t source, int64_t target, int64_t uses, int64_t turns)
{
    int64_t* entry;
    int count = (int)yisp_counters(t)[YISP_INSTALLED_COUNT];
    if (uses <= 0 || turns <= 0)
        return 0;
    if (count >= YISP_INSTALLED(t))
        return 1;
    entry = yisp_installed_effect(t, count);
    entry[YISP_RUNS] = function;
    entry[YISP_BELONGS_TO] = card;
    entry[YISP_ANSWERS] = what;
    entry[YISP_SOURCE] = source;
    entry[YISP_TARGET] = target;
    entry[YISP_USES] = uses;
    entry[YISP_LAST_TURN] = yisp_counters(t)[YISP_TURN] + (turns < YISP_FAR ? turns : YISP_FAR) - 1;
    entry[YISP_SINCE] = t->queued;
    yisp_counters(t)[YISP_INSTALLED_COUNT] += 1;
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_INSTALL, function, card, 0);
    return 0;
}

/* `(after k ...)`; true when there is no more room. */
static inline int yisp_schedule(yisp_table* t, int function, int card, int64_t turns)
{
    int64_t until = turns >= YISP_FAR ? YISP_FAR : turns > 1 ? turns + 1 : 2;
    return yisp_install(t, function, card, -1, 0, 0, 1, until);
}

#endif

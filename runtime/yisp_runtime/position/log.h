/* What is written down of a trial: notices and printed lines, which are counted, and the log.
 *
 * The log is what changed, in order, as runs of 64-bit integers.  It is kept only while the table's `log`
 * is set; both targets write the same one for the same trial.  An entry is its code and three numbers;
 * a move is followed by the cards it moved, in order:
 *
 *     LOG_DRAW      how many cards the opening hand has, 0, 0
 *     LOG_MOVE      site, from * 256 + to, how many cards; then the cards
 *     LOG_SHUFFLE   zone, 0, 0
 *     LOG_RANDOM    the number drawn, 0, 0
 *     LOG_TRY       card, effect, 0          an effect is looked at
 *     LOG_ACTIVATE  card, effect, 0
 *     LOG_FORBID    tag, 0, 0
 *     LOG_NOTICE    site, 0, 0
 *     LOG_PRINT     site, 0, 0
 *     LOG_TURN      the turn, from 1, 0, 0   only where there are several
 *     LOG_ANSWER    what happened, from * 256 + to for a move, 0   the next LOG_TRY or LOG_RUN answers it
 *     LOG_RUN       installed function, card or -1, 0
 *     LOG_INSTALL   installed function, card or -1, 0
 *     LOG_STOP      0, 0, 0
 *     LOG_WEIGHED   where it is told what a player weighed, 0, 0   see play.h
 *     LOG_LIGHT     zone, the amount, 0
 *     LOG_COLLAPSE  zone, card, 0
 *     LOG_PLAN      seat, its world or -1, how many solutions there were
 *     LOG_VETO      seat, how many tries were refused before, whose hand it is (-1: all)
 *     LOG_LAW       a card that presence had a part in, how likely its name was, and would have been without marks
 */
#ifndef YISP_LOG_H
#define YISP_LOG_H

#include <stdlib.h>

#include "position/decisions.h"

YISP_RARE int yisp_reserve(yisp_log* log, int64_t words)
{
    int64_t capacity = log->capacity;
    int64_t* grown;
    if (log->size + words <= capacity)
        return 1;
    while (capacity < log->size + words)
        capacity = capacity ? capacity * 2 : 256;
    if ((uint64_t)capacity > SIZE_MAX / sizeof(int64_t)) {
        log->failed = 1;
        return 0;
    }
    grown = (int64_t*)realloc(log->words, (size_t)capacity * sizeof(int64_t));
    if (grown == NULL) {
        log->failed = 1;
        return 0;
    }
    log->words = grown;
    log->capacity = capacity;
    return 1;
}

YISP_RARE void yisp_append_entry(yisp_log* log, int code, int64_t a, int64_t b, int64_t c)
{
    if (!yisp_reserve(log, 4))
        return;
    log->words[log->size] = code;
    log->words[log->size + 1] = a;
    log->words[log->size + 2] = b;
    log->words[log->size + 3] = c;
    log->size += 4;
}

YISP_RARE void yisp_append_cards(yisp_log* log, const uint16_t* cards, int count)
{
    if (!yisp_reserve(log, count))
        return;
    for (int i = 0; i < count; i++)
        log->words[log->size + i] = cards[i];
    log->size += count;
}

/* Write down a move to `to`, where its `n` cards are known by their stamps, those after `stamp`. */
YISP_RARE void yisp_log_move(yisp_table* t, int site, int z, int to, int64_t stamp, int n)
{
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t bits = yisp_zone_words(t, to)[w] & ~yisp_hidden_words(t, to)[w];
        for (; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            int64_t place = yisp_stamps(t)[card] - stamp;
            if (place > 0 && place <= n)
                t->list[place - 1] = (uint16_t)card;
        }
    }
    yisp_append_entry(t->log, YISP_LOG_MOVE, site, z * 256 + to, n);
    yisp_append_cards(t->log, t->list, n);
}

YISP_RARE void yisp_count_notice(yisp_notice_tally* tally, int64_t trial)
{
    tally->count += 1;
    tally->trials += tally->last_trial != trial;
    tally->last_trial = trial;
    if (trial < tally->first_trial)
        tally->first_trial = trial;
}

enum { /* the sites that are no script's */
    YISP_SITE_DRAW = 0, /* a hand or a turn's card could not be drawn (an empty deck) */
    YISP_SITE_QUEUE = 1, /* more happened than can wait to be answered */
    YISP_SITE_BUDGET = 2, /* a search ended before it was done */
    YISP_FIXED_SITES = 3
};

/* Count what happened at `site`; an enumeration notes it down. */
YISP_RARE void yisp_notice(yisp_table* t, int site)
{
    yisp_log* log = t->asking ? t->log_of_errors : t->log;
    if (YISP_ENUMERATES(t))
        yisp_note(t->enumeration, site);
    else if (t->holds_notices && t->held_count < YISP_HELD_NOTICES)
        t->held[t->held_count++] = site; /* a try that may be taken back: see deal.h */
    else
        yisp_count_notice(&t->counts->notices[site], t->trial);
    if (log != NULL)
        yisp_append_entry(log, YISP_LOG_NOTICE, site, 0, 0);
}

/* Count a line that `(print ...)` would show, and the trial when it is among the first to. */
YISP_RARE void yisp_printed(yisp_table* t, int site)
{
    yisp_counts* counts = t->counts;
    int64_t known = counts->print_trial_count;
    if (t->asking)
        return;
    counts->printed += 1;
    if (known < YISP_PRINT_TRIALS && (known == 0 || counts->print_trials[known - 1] != t->trial)) {
        counts->print_trials[known] = t->trial;
        counts->print_trial_count += 1;
    }
    if (t->log != NULL)
        yisp_append_entry(t->log, YISP_LOG_PRINT, site, 0, 0);
}

#endif

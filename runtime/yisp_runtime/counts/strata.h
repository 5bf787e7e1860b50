/* Strata: which group of opening hands a trial belongs to, and where it is counted.
 *
 * A tree of questions "are there at most so many of these cards in the hand?" has a stratum at each of
 * its leaves.  What the questions are is the business of `yisp.simulate.playing.strata`.
 */
#ifndef YISP_STRATA_H
#define YISP_STRATA_H

#include "zones/zones.h"

/* The counts of the stratum of the cards that are in zone `hand` now. */
static inline yisp_counts* yisp_stratum_of(const yisp_table* t, int hand)
{
    int next = 0;
    while (next >= 0) {
        const int* question = t->strata + 4 * next; /* a mask, a number, and where to go: to a question, or ~stratum */
        int found = yisp_count(t, hand, t->strata_masks + question[0] * YISP_WORDS(t));
        next = found <= question[1] ? question[2] : question[3];
    }
    return t->strata_counts[~next];
}

#endif

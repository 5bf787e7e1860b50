/* A deal: what seats claim, and hands that are made until nobody refuses them (docs/dealer.md).
 *
 * A deck whose trials begin with one has a script for it, `deal`, which is run part by part: what comes before the
 * hands; then each hand or, dealt jointly, all of them as one part; and the draw at the start of a later turn (which is
 * all that it is for in a deck without seats, whose wall gives as many cards as a script says).  What a seat does in
 * it is the script's business; here is what holds it together: claims, cards that are withheld from a
 * seat, marks that lie on every place of a hand, and the tries.
 *
 * A try that is refused is taken back as a whole, its steps, too, as if it had not been made.  Only the streams go on,
 * and in a keyed world the numbers that stand for them: the next try is another one.  An enumeration runs one try
 * and asks every seat about it; how patient they are is weighed by whoever enumerates.
 */
#ifndef YISP_DEAL_H
#define YISP_DEAL_H

#include <stdlib.h>

#include "numbers/arithmetic.h"
#include "counts/tally.h"
#include "zones/wall.h"

typedef void (*yisp_script)(yisp_table* t);

enum { /* the parts of a deal other than its hands, which count from 0 */
    YISP_PART_BEFORE = -1,
    YISP_PART_DRAW = -2
};

enum { /* what a seat claims of a kind for one of its worlds */
    YISP_CLAIMS_FOUR = 0, /* every copy, all of which are in the stock or in its hand */
    YISP_CLAIMS_ALL = 1, /* that nobody else claims it */
    YISP_CLAIMS_ANY = 2, /* one that is left */
    YISP_CLAIMS = 3
};

enum { /* what a script of a deal asks */
    YISP_DEALT_PART = 0, /* which part is to be run */
    YISP_DEALT_TRIES = 1, /* how many tries of the hand were refused */
    YISP_DEALT_PLAN = 2, /* the world of a seat, -1: none */
    YISP_DEALT_ASKS = 3, /* whether a seat's veto counts now */
    YISP_DEALT_CLAIMED = 4, /* whether the claims of before still hold */
    YISP_DEALT_REFUSED = 5 /* whether the hands are refused, so that nothing more need be done to them */
};

#define YISP_MOST_SOLUTIONS (1 << 20) /* combinations of worlds that are gone through */

/* Claims ---------------------------------------------------------------------------------------------- */

/* The kinds that a seat claims so in a world: of each, its family's lowest card. */
static inline uint64_t* yisp_claims_of(const yisp_table* t, int seat, int64_t world, int sort)
{
    return t->claims + ((t->claims_from[seat] + world) * YISP_CLAIMS + sort) * YISP_WORDS(t);
}

/* The lowest card of the card's family, which stands for it. */
static inline int yisp_family_card(const yisp_table* t, int card)
{
    int own = t->piece_of[card], at = own;
    do {
        int lowest = t->pieces[at].word * 64 + yisp_lowest(t->pieces[at].cards);
        card = lowest < card ? lowest : card;
        at = t->pieces[at].relative;
    } while (at != own);
    return card;
}

/* How many of `cards` are of the card's family; all of it where they are NULL. */
static inline int yisp_family_size(const yisp_table* t, int card, const uint64_t* cards)
{
    int own = t->piece_of[card], at = own, size = 0;
    do {
        size += yisp_popcount(t->pieces[at].cards & (cards == NULL ? ~(uint64_t)0 : cards[t->pieces[at].word]));
        at = t->pieces[at].relative;
    } while (at != own);
    return size;
}

/* A seat brings so many worlds, in which it claims nothing so far. */
YISP_APART void yisp_begin_claims(yisp_table* t, int seat, int64_t worlds)
{
    int64_t most = t->claims_from[seat + 1] - t->claims_from[seat];
    t->brought[seat] = worlds < 0 ? 0 : worlds < most ? worlds : most;
    memset(yisp_claims_of(t, seat, 0, 0), 0, (size_t)(most * YISP_CLAIMS * YISP_WORDS(t)) * sizeof(uint64_t));
    if (!t->claiming)
        t->steps_before = t->steps;
    t->claiming = 1;
    t->claimed = t->settled = 0;
}

/* It claims the kinds of the chosen cards in a world. */
YISP_APART void yisp_claim(yisp_table* t, int seat, int64_t world, int sort)
{
    uint64_t* claims = yisp_claims_of(t, seat, world, sort);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = t->chosen[w] & t->starts[w]; bits; bits &= bits - 1)
            yisp_insert(claims, yisp_family_card(t, w * 64 + yisp_lowest(bits)));
    }
}

/* How many seats claim the kind of a card so, in their worlds. */
static inline int yisp_claimants(const yisp_table* t, const int64_t* worlds, int seats, int sort, int card)
{
    int count = 0;
    for (int seat = 0; seat < seats; seat++)
        count += worlds[seat] >= 0 && yisp_contains(yisp_claims_of(t, seat, worlds[seat], sort), card);
    return count;
}

/* Whether what the first seats claim of the kind of a card, in their worlds, cannot be. */
static inline int yisp_conflicts(const yisp_table* t, const int64_t* worlds, int seats, int card)
{
    const uint64_t* stock = yisp_zone_words(t, YISP_DECK);
    int alone = 0, any = yisp_claimants(t, worlds, seats, YISP_CLAIMS_ANY, card);
    for (int seat = 0; seat < seats; seat++) {
        int four, all;
        if (worlds[seat] < 0)
            continue;
        four = yisp_contains(yisp_claims_of(t, seat, worlds[seat], YISP_CLAIMS_FOUR), card);
        all = yisp_contains(yisp_claims_of(t, seat, worlds[seat], YISP_CLAIMS_ALL), card);
        alone += four || all;
        if (four
            && yisp_family_size(t, card, stock) + yisp_family_size(t, card, yisp_zone_words(t, t->hand_zones[seat]))
                < yisp_family_size(t, card, NULL))
            return 1;
    }
    return alone > 1 || (alone && any) || (any && yisp_family_size(t, card, stock) < any);
}

/* The kinds of which the claims of the first seats, in their worlds, cannot be: how many; they go to `found`, unless
 * it is NULL: then one is enough. */
static inline int yisp_find_conflicts(const yisp_table* t, const int64_t* worlds, int seats, uint64_t* found)
{
    int count = 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t claimed = 0;
        for (int seat = 0; seat < seats; seat++) {
            for (int sort = 0; sort < YISP_CLAIMS && worlds[seat] >= 0; sort++)
                claimed |= yisp_claims_of(t, seat, worlds[seat], sort)[w];
        }
        for (; claimed; claimed &= claimed - 1) {
            int card = w * 64 + yisp_lowest(claimed);
            if (!yisp_conflicts(t, worlds, seats, card))
                continue;
            if (found == NULL)
                return 1;
            yisp_insert(found, card);
            count += 1;
        }
    }
    return count;
}

/* The worlds of a combination, which counts them with the last seat's changing first. */
static inline void yisp_worlds_of(const yisp_table* t, int64_t combination, int64_t* worlds)
{
    for (int seat = t->seats - 1; seat >= 0; seat--) {
        int64_t brought = t->brought[seat];
        worlds[seat] = brought ? combination % brought : -1;
        combination /= brought ? brought : 1;
    }
}

/* How many combinations of worlds there are; 0 where there are more than are gone through, or there is no memory. */
static inline int64_t yisp_combinations(yisp_table* t)
{
    int64_t count = 1;
    for (int seat = 0; seat < t->seats; seat++) {
        count *= t->brought[seat] ? t->brought[seat] : 1;
        if (count > YISP_MOST_SOLUTIONS)
            return 0;
    }
    if (count > t->solution_room) {
        free(t->solutions);
        t->solutions = (uint32_t*)malloc((size_t)count * sizeof(uint32_t));
        t->solution_room = t->solutions == NULL ? 0 : count;
    }
    return t->solutions == NULL ? 0 : count;
}

/* Go through all combinations.  One that cannot be because of what its first seats claim is left with all that begin
 * so: claims that others add mend nothing. */
YISP_APART void yisp_find_solutions(yisp_table* t)
{
    int64_t count = yisp_combinations(t), worlds[YISP_MOST_SEATS], fewest = INT64_MAX;
    t->solution_count = 0;
    for (int64_t at = 0; at < count;) {
        int64_t behind = count; /* combinations that begin as this one does */
        int seats = 0, fits = 1;
        yisp_worlds_of(t, at, worlds);
        while (fits && seats < t->seats) {
            seats += 1;
            behind /= t->brought[seats - 1] ? t->brought[seats - 1] : 1;
            fits = worlds[seats - 1] < 0 || !yisp_find_conflicts(t, worlds, seats, NULL);
        }
        if (fits)
            t->solutions[t->solution_count++] = (uint32_t)at;
        at = fits ? at + 1 : (at / behind + 1) * behind;
    }
    memset(t->conflicts, 0, YISP_WORDS(t) * sizeof(uint64_t));
    for (int64_t at = 0; at < count && !t->solution_count; at++) { /* the fewest kinds, the first of those */
        uint64_t found[YISP_MAX_WORDS] = {0};
        int64_t kinds;
        yisp_worlds_of(t, at, worlds);
        kinds = yisp_find_conflicts(t, worlds, t->seats, found);
        if (kinds < fewest) {
            fewest = kinds;
            memcpy(t->conflicts, found, YISP_WORDS(t) * sizeof(uint64_t));
        }
    }
}

/* Whether stock and hands are those for which the claims were settled last; they are from then on. */
static inline int yisp_is_settled(yisp_table* t)
{
    size_t size = YISP_WORDS(t) * sizeof(uint64_t);
    int same = t->settled;
    for (int seat = -1; seat < t->seats; seat++) {
        const uint64_t* zone = yisp_zone_words(t, seat < 0 ? YISP_DECK : t->hand_zones[seat]);
        uint64_t* before = t->settled_for + (seat + 1) * YISP_WORDS(t);
        same = same && memcmp(before, zone, size) == 0;
        memcpy(before, zone, size);
    }
    t->settled = 1;
    return same;
}

/* Choose a world for each seat that brings any, such that all claims can be met: every way is as likely.
 *
 * Solutions follow from claims, stock and hands alone, and so need not be looked for again where those are as before. */
YISP_APART void yisp_bargain(yisp_table* t)
{
    if (t->claiming) { /* whether claims have to be worked out once more is nobody's business: it takes no steps */
        t->steps = t->steps_before;
        t->claiming = 0;
        t->claimed = 1;
    }
    if (!yisp_is_settled(t))
        yisp_find_solutions(t);
    for (int seat = 0; seat < t->seats; seat++)
        t->plans[seat] = -1;
    t->bargained = 1;
    if (t->solution_count) {
        uint64_t chosen = t->solution_count == 1 ? 0 : yisp_choose_number(t, (uint64_t)t->solution_count);
        yisp_worlds_of(t, t->solutions[chosen], t->plans);
    }
    if (yisp_unlikely(t->log != NULL)) {
        for (int seat = 0; seat < t->seats; seat++) {
            if (t->brought[seat])
                yisp_append_entry(t->log, YISP_LOG_PLAN, seat, t->plans[seat], t->solution_count);
        }
    }
}

/* Put back what was withheld. */
YISP_APART void yisp_give_back(yisp_table* t)
{
    for (int w = 0; w < YISP_WORDS(t); w++) {
        yisp_zone_words(t, YISP_DECK)[w] |= t->withheld[w];
        yisp_hidden_words(t, YISP_DECK)[w] |= t->withheld[w];
        t->withheld[w] = 0;
    }
}

/* Take what others claim for themselves out of the stock, as far as it is unrevealed: it is not there for a seat,
 * until something else is withheld or nothing is. */
YISP_APART void yisp_withhold(yisp_table* t, int seat)
{
    yisp_give_back(t);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = yisp_hidden_words(t, YISP_DECK)[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits), kind = yisp_family_card(t, card), theirs = 0;
            for (int other = 0; other < t->seats; other++) {
                if (other != seat && t->plans[other] >= 0)
                    theirs |= yisp_contains(yisp_claims_of(t, other, t->plans[other], YISP_CLAIMS_FOUR), kind)
                        | yisp_contains(yisp_claims_of(t, other, t->plans[other], YISP_CLAIMS_ALL), kind);
            }
            if (theirs)
                yisp_insert(t->withheld, card);
        }
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        yisp_zone_words(t, YISP_DECK)[w] &= ~t->withheld[w];
        yisp_hidden_words(t, YISP_DECK)[w] &= ~t->withheld[w];
    }
}

/* Hands ----------------------------------------------------------------------------------------------- */

/* What is lit from here to `yisp_end_filling` is lit for every card of the hand, which needs so many. */
static inline void yisp_begin_filling(yisp_table* t, int64_t places)
{
    t->dealing = 1;
    t->filling = places;
    t->standing_count = 0;
}

static inline void yisp_end_filling(yisp_table* t)
{
    t->dealing = 0;
}

/* Whether every seat is asked, however patient it is: by an enumeration, which weighs that later. */
static inline int yisp_asks_all(const yisp_table* t)
{
    return YISP_ENUMERATES(t) && t->enumeration->world == YISP_NO_WORLD;
}

/* What the script asks; of one seat, where it asks of one. */
static inline int64_t yisp_dealt(const yisp_table* t, int what, int seat)
{
    switch (what) {
    case YISP_DEALT_PART:
        return t->part;
    case YISP_DEALT_TRIES:
        return t->tries;
    case YISP_DEALT_PLAN:
        return t->plans[seat];
    case YISP_DEALT_ASKS:
        return yisp_asks_all(t) || (!t->vetoed && t->patience[seat] >= t->tries);
    case YISP_DEALT_REFUSED:
        return !yisp_asks_all(t) && t->vetoed;
    default:
        return t->claimed;
    }
}

/* A seat has been asked whether it accepts the hand. */
static inline void yisp_veto(yisp_table* t, int seat, int64_t accepts)
{
    t->vetoed |= (uint64_t)!accepts << seat;
}

/* Go back to where the tries of a hand began, for another one. */
static inline void yisp_take_back(yisp_table* t, int64_t steps)
{
    int64_t shuffles = 0, rolls = 0;
    if (!YISP_BY_STREAMS(t)) {
        shuffles = yisp_world(t)[0];
        rolls = yisp_world(t)[1];
    }
    yisp_copy_position(t, t->position, t->before);
    for (int z = 0; z < YISP_ZONES(t); z++) {
        if (YISP_QUEUED(t, z))
            yisp_lay_line(t, z);
    }
    t->steps = steps;
    t->queued = t->answered = 0;
    if (!YISP_BY_STREAMS(t)) { /* what is unrevealed comes in another order, as after a shuffle */
        yisp_world(t)[1] = rolls;
        yisp_world(t)[0] = yisp_world(t)[2 + YISP_DECK] = shuffles + 1;
    }
}

/* Try the part of the deal that is set, once; nothing that happens in it is answered. */
static inline void yisp_try_part(yisp_table* t, yisp_script deal)
{
    t->vetoed = 0;
    deal(t);
    t->dealing = 0; /* where a hook ended play, the hand was not filled */
    if (t->part == YISP_PART_BEFORE)
        yisp_give_back(t);
    t->queued = t->answered = 0;
}

/* Make one part of the hands until nobody refuses it. */
YISP_APART void yisp_make_part(yisp_table* t, yisp_script deal, int part)
{
    int64_t steps = t->steps, noticed = YISP_ENUMERATES(t) ? t->enumeration->noticed : 0;
    yisp_copy_position(t, t->before, t->position);
    for (t->tries = 0;; t->tries++) {
        t->part = part;
        t->holds_notices = 1;
        t->held_count = 0;
        yisp_try_part(t, deal);
        t->holds_notices = 0;
        if (t->failed || !t->vetoed)
            break;
        t->vetoes[yisp_lowest(t->vetoed)] += 1;
        if (yisp_unlikely(t->log != NULL))
            yisp_append_entry(
                t->log, YISP_LOG_VETO, yisp_lowest(t->vetoed), t->tries, t->parts < t->seats ? -1 : part);
        if (t->tries + 1 >= yisp_now(t->step_limit)) {
            yisp_notice(t, t->deal_site);
            t->failed = 1;
            break;
        }
        yisp_take_back(t, steps);
        if (YISP_ENUMERATES(t)) {
            t->enumeration->noticed = noticed;
            yisp_spend(t, YISP_WORK_TRY);
        }
    }
    for (int i = 0; i < t->held_count; i++)
        yisp_count_notice(&t->counts->notices[t->held[i]], t->trial);
    t->tries_of[part] = t->tries + 1;
}

/* Whether the topic deals hands to seats, which is done from a wall alone: decks without one do not ask. */
static inline int yisp_is_dealt(const yisp_table* t)
{
    return YISP_EXITS(t) && t->parts;
}

/* Forget the deal of the trial before. */
static inline void yisp_begin_deal(yisp_table* t)
{
    memset(t->vetoes, 0, t->seats * sizeof(int64_t));
    memset(t->tries_of, 0, t->seats * sizeof(int64_t));
    memset(t->withheld, 0, YISP_WORDS(t) * sizeof(uint64_t));
    t->bargained = t->dealing = t->claiming = t->holds_notices = 0;
}

/* The whole deal. */
static inline void yisp_run_deal(yisp_table* t, yisp_script deal)
{
    t->part = YISP_PART_BEFORE;
    yisp_try_part(t, deal);
    for (int part = 0; part < t->parts && !t->failed; part++)
        yisp_make_part(t, deal, part);
}

/* Count it: how often each hand was made, whose vetoes there were, how many solutions or which conflicts. */
static inline void yisp_tally_deal(yisp_table* t, yisp_counts* counts)
{
    yisp_number_tally* tally = counts->dealt;
    for (int part = 0; part < t->parts; part++, tally++) {
        if (t->tries_of[part])
            yisp_tally(tally, t->tries_of[part]);
    }
    for (int seat = 0; seat < t->seats; seat++)
        yisp_tally(tally++, t->vetoes[seat]);
    if (!t->bargained)
        return;
    yisp_tally(tally, t->solution_count);
    for (int w = 0; w < YISP_WORDS(t) && !t->solution_count; w++) {
        for (uint64_t bits = t->conflicts[w]; bits; bits &= bits - 1)
            counts->conflicts[t->family_of[t->kind_of[w * 64 + yisp_lowest(bits)]]] += 1;
    }
}

#endif

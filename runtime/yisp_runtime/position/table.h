/* The table: one position, what it was dealt from, where its random numbers come from, and what is
 * written down about it.  A plain struct, so that a module built for one deck can work on it without
 * touching a Python object; its owner is `PyTable` in table.pyx.
 *
 * Functions of these headers trust their callers: see boundary.pxd.
 */
#ifndef YISP_TABLE_H
#define YISP_TABLE_H

#include <stddef.h>
#include <string.h>

#include "numbers/bits.h"
#include "position/shape.h"
#include "numbers/streams.h"

/* The position's counters.  Stamps order a zone: cards known to lie above its unrevealed part have
 * negative stamps, cards below it positive ones, and in both the least stamp comes first.  Four
 * ever-moving counters hand them out:
 *
 *       TOP <- ... -2^61 ... -> SHOWN          SHOWN_LAST <- ... 2^61 ... -> BOTTOM
 *     put on top | revealed from the top | hidden | revealed from the bottom | put at the bottom
 *
 * so a card never has to be shifted, and a zone without unrevealed cards needs no case of its own. */
enum {
    YISP_TOP = 0,
    YISP_SHOWN = 1,
    YISP_SHOWN_LAST = 2,
    YISP_BOTTOM = 3,
    YISP_TURN_USED = 4, /* whether an effect has been activated this turn, for the flag ^ */
    YISP_TURN = 5, /* the number of the turn, from 1 */
    YISP_INSTALLED_COUNT = 6 /* how many effects are installed or scheduled */
};

#define YISP_MIDDLE ((int64_t)1 << 61)

enum { /* the zones that every deck has */
    YISP_HAND = 0,
    YISP_DECK = 1
};

/* What a log tells; see log.h. */
enum {
    YISP_LOG_DRAW = 1,
    YISP_LOG_MOVE = 2,
    YISP_LOG_SHUFFLE = 3,
    YISP_LOG_RANDOM = 4,
    YISP_LOG_ACTIVATE = 5,
    YISP_LOG_FORBID = 6,
    YISP_LOG_NOTICE = 7,
    YISP_LOG_PRINT = 8,
    YISP_LOG_TRY = 9,
    YISP_LOG_TURN = 10,
    YISP_LOG_ANSWER = 11,
    YISP_LOG_RUN = 12,
    YISP_LOG_INSTALL = 13,
    YISP_LOG_STOP = 14,
    YISP_LOG_WEIGHED = 15,
    YISP_LOG_LIGHT = 16,
    YISP_LOG_COLLAPSE = 17,
    YISP_LOG_PLAN = 18,
    YISP_LOG_VETO = 19,
    YISP_LOG_LAW = 20
};

/* What effects may answer; `codes.EVENTS` has the names in this order. */
enum {
    YISP_MOVED = 0,
    YISP_ACTIVATED = 1,
    YISP_DRAWN = 2,
    YISP_TURN_STARTS = 3,
    YISP_TURN_ENDS = 4,
    YISP_HAPPENINGS = 5
};

/* The words of an installed effect. */
enum {
    YISP_RUNS = 0, /* the function's index */
    YISP_BELONGS_TO = 1, /* the card whose effect installed it, or -1 */
    YISP_ANSWERS = 2, /* the happening, or -1: it is scheduled */
    YISP_SOURCE = 3,
    YISP_TARGET = 4,
    YISP_USES = 5, /* how many are left */
    YISP_LAST_TURN = 6, /* of those in which it answers; of a scheduled one, the turn */
    YISP_SINCE = 7 /* what is before this place of the queue came too early */
};

/* One thing that happened and waits to be answered; see events.h. */
typedef struct {
    int what;
    int source;
    int target;
    int card;
} yisp_happening;

typedef struct {
    uint64_t zones; /* from which it can be activated, a bit a zone */
    uint8_t once;
    uint8_t first;
    int event; /* the happening it answers, or -1 */
    uint64_t source; /* of moves it answers: from and to which zones, a bit a zone */
    uint64_t target;
    uint64_t answers_in; /* the zones in which it answers */
    int activations_site; /* where reaching the activation limit, or the step limit, with it is noted */
    int steps_site;
} yisp_effect_info;

/* How often values came up; see tally.h. */
typedef struct {
    int64_t* window; /* the slots of the values base ... base + span - 1, while they lie close together */
    int64_t base;
    uint64_t span;
    int64_t** rows; /* the slots of all values when they do not; else NULL */
    int slot_words;
    int failed; /* out of memory */
} yisp_histogram;

/* What was observed of one number over the trials; but for `values` zero while there is a window. */
typedef struct {
    yisp_histogram values;
    int64_t count;
    int64_t total[3];
    int64_t squares[3];
    int64_t least;
    int64_t greatest;
} yisp_number_tally;

/* What was observed of two numbers: places in a trial's row, those of whether there is a value (or 0). */
typedef struct {
    int x;
    int x_known;
    int y;
    int y_known;
    yisp_histogram values; /* of x */
    int64_t squares[3]; /* of x */
    int64_t products[3];
} yisp_pair_tally;

typedef struct {
    int64_t activations;
    int64_t used; /* trials that activated it */
    int64_t last_used; /* the last of them, or -1 */
    int64_t there; /* activations in that one */
    int64_t squares; /* of the activations of each trial, added up */
} yisp_effect_tally;

/* Count an activation in a trial; no branches, since which effect comes next cannot be predicted.  The n-th of a
 * trial adds 2 n - 1 to the squares: together n squared. */
static inline void yisp_count_activation(yisp_effect_tally* count, int64_t trial)
{
    int64_t first = count->last_used != trial;
    count->there = (count->there & (first - 1)) + 1;
    count->activations += 1;
    count->squares += 2 * count->there - 1;
    count->used += first;
    count->last_used = trial;
}

typedef struct {
    int64_t count;
    int64_t trials; /* in so many it happened */
    int64_t first_trial; /* the lowest-numbered of them */
    int64_t last_trial; /* the one counted last, or -1 */
} yisp_notice_tally;

#define YISP_PRINT_TRIALS 20 /* so many trials that print are kept by number */

typedef struct {
    int64_t trials;
    int64_t successes;
    yisp_number_tally score;
    int64_t* combos;
    yisp_number_tally* stats;
    yisp_pair_tally* relations;
    int relation_count;
    int64_t* row; /* where a trial's row is made for relations when nobody records it */
    yisp_effect_tally* effects;
    yisp_notice_tally* notices; /* by site */
    yisp_number_tally* dealt; /* tries by part, vetoes by seat, solutions: see deal.h */
    int64_t* conflicts; /* by kind */
    int64_t printed;
    int64_t print_trials[YISP_PRINT_TRIALS];
    int64_t print_trial_count;
} yisp_counts;

typedef struct {
    int64_t* words;
    int64_t size;
    int64_t capacity;
    int64_t failed; /* out of memory */
} yisp_log;

/* One decision of an enumeration: the option taken, of how many, its weight among theirs, and whether it is
 * the player's (1, and 2 where it goes on with a choice that the one before began): then the weights are what they
 * would be if every way to go on were equally likely. */
typedef struct {
    int64_t option;
    int64_t options;
    int64_t weight;
    int64_t total;
    int player;
    int card; /* of the option, where one of some cards was to be the next */
} yisp_decision;

enum { /* what stands behind the gate of an enumerated table */
    YISP_NO_WORLD = 0, /* decisions */
    YISP_LISTED_WORLD = 1,
    YISP_KEYED_WORLD = 2
};

/* An enumeration of everything that chance can do (see gate.h): decisions up to `given` are prescribed,
 * those after it take the first option and are written down.  Cards of `hand` are the next to be
 * revealed, whatever they are; nothing is decided about them. */
typedef struct {
    const uint16_t* hand;
    int64_t hand_left;
    yisp_decision* decisions;
    int64_t given;
    int64_t repeated; /* the first so many of them are those of the path before, with all that stands there */
    int64_t made;
    int64_t capacity;
    int64_t failed; /* more decisions, options or notices than there is room for */
    int64_t* notices; /* the sites of what was noticed, in order */
    int64_t noticed;
    int64_t* activations; /* the effects that were activated, in order */
    int64_t activated;
    int64_t* taken; /* the cards that the player chose: before which decision, and which card */
    int64_t taken_count; /* of these pairs; of more than `capacity` the rest is not written down */
    const uint16_t* class_of; /* by card; cards of one class are interchangeable */
    int64_t classes;
    const uint64_t* ordered; /* by zone: the cards whose order can matter */
    const uint64_t* class_cards; /* by class: its cards, and the words in which they lie, [from, to) */
    const int* class_reach;
    int64_t* tally; /* scratch: by class */
    int64_t work; /* so far, in units of about a tenth of a microsecond; beyond the budget the run is halted */
    int64_t budget;
    int64_t runs; /* how many stages have been run */
    int steps, effects, installs; /* of how many of these there is known how much work they are */
    const int64_t* step_work; /* of what runs behind a step, by site, ... */
    const int64_t* effect_work;
    const int64_t* installed_work;
    const int64_t* script_work; /* ... and of a topic's scripts, of judging, of evaluating: see `compile.work` */
    int bests; /* how many combos are judged under `match: best`: the row has room for them */
    int decides; /* whether the player is asked which cards to take; else they are the first */
    int most_spots; /* how many a zone may have: see spots.h */
    yisp_stream* plays; /* what the player draws lots with, or NULL */
    int world; /* see gate.h */
    uint64_t key; /* of a keyed world */
    uint64_t imagined; /* the one that takes its place ... */
    int64_t imagined_from; /* ... when so many decisions have been made; 0: none does */
    const uint16_t* rows; /* a listed world */
    const int* known; /* by row, how many of its cards are known */
    int row_count;
    int lacking; /* the row of which more would have to be known, or -1 */
    const int64_t* rolls; /* how many numbers each roll is one of, and which it is */
    int roll_count;
    int64_t rolled; /* how many numbers the next roll would be one of, which is not known, or 0 */
    int move_zone, move_kind, move_effect; /* what `YISP_STAGE_MOVE` tries */
    int64_t value; /* what `YISP_STAGE_EVALUATE` found */
    const uint64_t* scanned; /* the cards that a scan, and that answers to an event, are going through, or NULL */
    const uint64_t* answering;
    const uint64_t* sought; /* those that are looked for while the order of a zone is decided, or NULL */
} yisp_enumeration;

/* The cards of a kind that lie in one word: most kinds are one piece, since copies are neighbours. */
typedef struct {
    uint64_t cards;
    uint16_t word;
    uint16_t next; /* the piece of the same kind that follows, round and round: itself where there is no other */
    uint16_t relative; /* the same of its family */
} yisp_piece;

typedef struct yisp_table {
    int words;
    int zones;
    int cards;
    int variables;
    int effect_words;
    int installed; /* room for so many installed effects */
    uint64_t listens; /* the happenings that something answers, a bit each */

    /* The topic. */
    int hand; /* cards in the opening hand */
    int turns;
    int draw; /* cards drawn at the start of each later turn */
    int plays; /* whether effects are activated */
    int answers; /* whether effects answer events */

    uint64_t* position;
    uint64_t queues; /* the zones that keep a line, a bit each */
    uint16_t* lines; /* by zone, so many places each: see zones.h */
    int line_mask;
    const uint64_t* everything; /* the set of all cards */
    const uint16_t* kind_of; /* by card */
    const int* family_of; /* by kind: the one whose name its family is called by; itself where it is alone */
    const uint16_t* piece_of; /* by card */
    const yisp_piece* pieces;
    const uint64_t* starts; /* the first card of each piece, and the last */
    const uint64_t* ends;
    const int* effects_from; /* by card: its effects are [from, to) */
    const int* effects_to;
    const yisp_effect_info* effects;
    const uint64_t* masks;
    const uint64_t* scanned; /* what a written-out scan asks for: by zone the cards, then those of each kind */
    const uint64_t* scan_masks; /* by zone: the cards with an effect that can be activated there */
    int functions; /* how many functions can be installed */
    const int* carried; /* by tag that is asked about and function: whether what installs it gives it the tag */
    int asks; /* how deep asking can go: see asking.h */
    const int* installed_sites; /* by installed function: where reaching the step limit with it is noted */
    const int* scan_zones; /* in the order in which the activation scan visits them */
    int scan_zone_count;
    int tidy; /* see scan.h */
    int lights; /* see presence.h */
    int exits; /* see wall.h */
    int reserve; /* the zone that is one, or -1 */
    int64_t first_exit; /* how many cards the first exit gives in all */
    int64_t presence_scale; /* what presence is multiplied by, so that shares of marks are whole numbers */
    int64_t* lit_weights; /* scratch: of what is not lit, then by lit kind; */
    int64_t* lit_copies; /* ... by lit kind; */
    uint16_t* lit_kinds; /* ... by lit kind a card of it; */
    int64_t* lit_shares; /* ... by family */
    int seats; /* see deal.h; 0: nothing is dealt to any */
    const int* hand_zones; /* by seat */
    const int64_t* patience; /* by seat: the last try that it may refuse */
    const int* claims_from; /* by seat: its worlds are [from, to) */
    int deal_site; /* where it is noted that nobody would ever accept */
    const uint64_t* answer_masks; /* by happening and zone: the cards with an effect that answers there */
    const int* answer_zones; /* in the order in which answers are looked for */
    int answer_zone_count;
    const uint64_t* movers; /* the cards whose moves something may answer */
    const int64_t* properties; /* a row a property, a column a card */
    const uint64_t* forbids; /* by tag: the effects it stops */
    const int64_t* initial; /* variables that begin a trial with another value than 0: index, value */
    int initial_count;
    const int* known; /* cards whose place is known when a trial begins: card, zone (the deck: on its top) */
    int known_count;
    const int* wants; /* every combo's wanted cards, flat: see match.h */
    uint16_t* slot_of; /* scratch of match.h: by card, the slot it serves */

    yisp_stream reveals;
    yisp_stream numbers;
    int reveals_ready;
    int numbers_ready;
    uint64_t hands[4]; /* the block that hands are drawn from, and which it is: see `yisp_choose_hand` */
    int64_t hands_block;
    yisp_enumeration* enumeration; /* or NULL: the streams decide, or worlds */
    int worlds; /* trials are played in worlds */
    uint64_t worlds_key, world_key; /* of the topic's, and the trial's */
    int slot_bits; /* of the rows of keyed worlds: see worlds.h */
    const uint16_t* card_at; /* by slot, or YISP_NO_CARD */
    const uint16_t* slots; /* by card */
    const uint64_t* empty_slots; /* those without a card */
    uint64_t* rows; /* that were looked at, by place */
    int row_mask; /* the number of places, a power of two, less 1 */
    uint64_t* ranks; /* scratch: by card */
    uint64_t seed;
    uint64_t topic;
    int64_t trial;

    int activated; /* the running effect has reached its @ */
    int acting; /* the card whose effect runs, or -1 */
    int64_t* entry; /* the installed effect that runs, or NULL */
    int failed; /* a run-time error ended play */
    int64_t activations; /* this turn */
    int64_t activation_limit;
    int64_t steps; /* this trial */
    int64_t step_limit;
    int64_t halted; /* another thread wants the run to end: see `yisp_halt` */

    int asking; /* how deep it is going on */
    int stopped; /* `(stop n)` ended what was running */
    uint64_t* kept; /* by depth, the position that is to be gone back to */

    yisp_happening* queue; /* what happened and was not answered yet */
    int queued;
    int answered; /* how many of them have been answered */
    int drawn_from; /* where in the queue a draw begins, or -1 */
    uint64_t* event_cards; /* the cards of the event that is being answered */
    int event_zone; /* where it put them; -1: wherever the one card is */

    uint64_t* chosen; /* the card set being worked out, and the zone it comes from */
    int chosen_zone;
    int chosen_how; /* by looking through the zone, or with no part of where they lie (YISP_SOUGHT...) */
    uint16_t* list; /* scratch for cards in order */
    uint16_t* drawn; /* the same, for those that leave a wall together */

    int64_t score;
    yisp_counts* counts;
    const int* strata; /* or NULL: see strata.h */
    const uint64_t* strata_masks;
    yisp_counts** strata_counts;
    int64_t* record; /* the row of the trial now judged, or NULL: see trials.h */
    yisp_log* log; /* or NULL */
    yisp_log* log_of_errors; /* that of those that happen while asking */
    void* owner; /* the PyTable */
    int busy; /* something runs on the table: see boundary.pxd */
    uint64_t plan_key; /* of the plan it was made from */
    uint64_t family_key; /* of what that has in common with those of other numbers of copies */

    /* The deal: see deal.h. */
    int parts; /* in how many the hands are made */
    int part; /* the one being made */
    int64_t tries; /* of it, that were refused */
    uint64_t vetoed; /* the seats that refuse it */
    int64_t* tries_of; /* by part */
    int64_t* vetoes; /* by seat */
    uint64_t* before; /* the position before the tries */
    int dealing; /* a hand is being filled */
    int64_t filling; /* with so many cards */
    int holds_notices; /* those of a try wait until it is known that it counts */
    int held[YISP_HELD_NOTICES];
    int held_count;
    uint64_t* standing; /* marks on every place of it, */
    int standing_count; /* ... so many */
    uint64_t* claims; /* by world and sort */
    int64_t* brought; /* by seat, how many worlds it has now */
    int64_t* plans; /* by seat, which of them came out, or -1 */
    int claiming, claimed, settled, bargained;
    int64_t steps_before; /* the claims */
    uint64_t* settled_for; /* the stock and the hands with which there are those solutions */
    uint32_t* solutions;
    int64_t solution_count, solution_room;
    uint64_t* conflicts; /* of kinds that no solution allows, a card each */
    uint64_t* withheld; /* cards that are not there for a seat */
} yisp_table;

/* Where the parts of a position are ------------------------------------------------------------------- */

static inline uint64_t* yisp_zone_words(const yisp_table* t, int z)
{
    return t->position + z * YISP_WORDS(t);
}

static inline uint64_t* yisp_hidden_words(const yisp_table* t, int z)
{
    return t->position + YISP_AT_HIDDEN(t) + z * YISP_WORDS(t);
}

static inline int64_t* yisp_stamps(const yisp_table* t)
{
    return (int64_t*)(t->position + YISP_AT_STAMPS(t));
}

static inline int64_t* yisp_counters(const yisp_table* t)
{
    return (int64_t*)(t->position + YISP_AT_COUNTERS(t));
}

static inline int64_t* yisp_variables(const yisp_table* t)
{
    return (int64_t*)(t->position + YISP_AT_VARIABLES(t));
}

/* The stamps between which the zone's line lies: all are above the first, none above the second. */
static inline int64_t* yisp_line_ends(const yisp_table* t, int z)
{
    return (int64_t*)(t->position + YISP_AT_ENDS(t) + 2 * z);
}

/* How many shuffles there were, how many rolls, then by zone the row of the world that orders it. */
static inline int64_t* yisp_world(const yisp_table* t)
{
    return (int64_t*)(t->position + YISP_AT_WORLD(t));
}

/* Whether something is known of the order of the zone's unrevealed cards: see spots.h. */
static inline int yisp_has_spots(const yisp_table* t, int z)
{
    return YISP_ENUMERATES(t) && t->enumeration->most_spots && !YISP_IN_WORLD(t) && yisp_world(t)[2 + z];
}

static inline uint16_t* yisp_line(const yisp_table* t, int z)
{
    return t->lines + z * (YISP_LINE_MASK(t) + 1);
}

static inline int64_t* yisp_installed_effect(const yisp_table* t, int index)
{
    return (int64_t*)(t->position + YISP_AT_INSTALLED(t) + index * YISP_INSTALLED_WORDS);
}

/* How many cards each exit has given. */
static inline int64_t* yisp_given(const yisp_table* t)
{
    return (int64_t*)(t->position + YISP_AT_GIVEN(t));
}

/* How many marks there are, and the zones that have some, a bit each; the marks lie behind. */
static inline uint64_t* yisp_marks(const yisp_table* t)
{
    return t->position + YISP_AT_MARKS(t);
}

/* Copy a position; of installed effects and of marks those that there are. */
static inline void yisp_copy_position(const yisp_table* t, uint64_t* to, const uint64_t* from)
{
    size_t installed = 0, marks = YISP_AT_MARKS(t), stamps = YISP_AT_STAMPS(t);
    if (YISP_INSTALLED(t))
        installed = (size_t)from[YISP_AT_COUNTERS(t) + YISP_INSTALLED_COUNT] * YISP_INSTALLED_WORDS;
    memcpy(to, from, (YISP_AT_INSTALLED(t) + installed) * sizeof(uint64_t));
    if (YISP_LIGHTS(t))
        memcpy(to + marks, from + marks, (2 + (size_t)from[marks] * YISP_MARK_WORDS(t)) * sizeof(uint64_t));
    memcpy(to + stamps, from + stamps, (YISP_POSITION_WORDS(t) - stamps) * sizeof(uint64_t));
}

/* Sets ------------------------------------------------------------------------------------------------ */

/* Whether the set has a card. */
static inline int yisp_some(const yisp_table* t, const uint64_t* cards)
{
    uint64_t found = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        found |= cards[w];
    return found != 0;
}

static inline int yisp_contains(const uint64_t* cards, int card)
{
    return cards[YISP_WORD_OF(card)] >> (card & 63) & 1;
}

static inline void yisp_insert(uint64_t* cards, int card)
{
    cards[YISP_WORD_OF(card)] |= (uint64_t)1 << (card & 63);
}

static inline void yisp_remove(uint64_t* cards, int card)
{
    cards[YISP_WORD_OF(card)] &= ~((uint64_t)1 << (card & 63));
}

/* The word of a set in which the card at `*place` is, counted by the cards' numbers; then its place in the word. */
static inline int yisp_word_of_place(const yisp_table* t, const uint64_t* cards, uint64_t* place)
{
    int w = 0;
    if (YISP_MAX_WORDS <= 4) { /* nobody can foresee the word, so no branch is made of it */
        uint64_t wanted = *place, passed = 0;
        for (int i = 0; i < YISP_WORDS(t) - 1; i++) {
            passed += (uint64_t)yisp_popcount(cards[i]);
            w += wanted >= passed;
            *place = wanted >= passed ? wanted - passed : *place;
        }
        return w;
    }
    while (w < YISP_WORDS(t) - 1 && *place >= (uint64_t)yisp_popcount(cards[w])) {
        *place -= yisp_popcount(cards[w]);
        w += 1;
    }
    return w;
}

/* The card at `place`, counted by the cards' numbers, of a set. */
static inline int yisp_card_at(const yisp_table* t, const uint64_t* cards, uint64_t place)
{
    int w = yisp_word_of_place(t, cards, &place);
    return w * 64 + yisp_lowest(yisp_nth(cards[w], (int)place));
}

/* Take it out of the set. */
static inline int yisp_take_at(const yisp_table* t, uint64_t* cards, uint64_t place)
{
    int w = yisp_word_of_place(t, cards, &place);
    uint64_t bit = yisp_nth(cards[w], (int)place);
    cards[w] ^= bit;
    return w * 64 + yisp_lowest(bit);
}

/* Whether a set of effects contains one; there may be more effects than cards. */
static inline int yisp_has_effect(const uint64_t* effects, int effect)
{
    return effects[effect >> 6] >> (effect & 63) & 1;
}

/* End the run on this table, from whatever thread: the trial at hand comes to its limits at once, and no
 * other is begun.  What was counted since the last `Accumulator.mark` is worth nothing then.
 *
 * A pass of a loop and an activation are compared with their limits anyway, so that being able to stop
 * costs nothing; `yisp_now` makes the C compiler read the limits each time. */
static inline void yisp_halt(yisp_table* t)
{
    t->halted = 1;
    t->step_limit = t->activation_limit = 0;
}

#endif

/* The one gate for chance: everything that a position does not determine is decided here.
 *
 * Behind it stands either a pair of random streams, keyed by the trial (one for what is revealed, one for numbers:
 * `rand`, `.?n`; each opened only when the trial asks for its first), or an enumeration (decisions.h), which takes
 * prescribed options and writes down what else could have been, or a world (worlds.h), in which nothing is left to
 * decide.  What runs in front of the gate is the same code for all of them.  Where a topic does nothing but draw a hand,
 * that hand takes one word of a block that serves four trials.
 */
#ifndef YISP_GATE_H
#define YISP_GATE_H

#include "chance/worlds.h"
#include "position/log.h"

/* Enumerations and worlds ------------------------------------------------------------------------------ */

/* Whether nothing can tell in which order `cards` lie in the zone, or would if they came there.
 *
 * Where no order can matter, those that are looked for are of one class; a marked copy that lies unrevealed
 * among them may be asked for later, even where it is none of them now.  Prescribed cards come in the order
 * prescribed. */
YISP_APART int yisp_order_is_free(const yisp_table* t, int z, const uint64_t* cards)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    uint64_t marked[YISP_MAX_WORDS];
    int total = 0, some = 0;
    if (t->enumeration->hand_left || t->enumeration->world != YISP_NO_WORLD)
        return 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        if (t->enumeration->ordered[z * YISP_WORDS(t) + w])
            return 0;
    }
    yisp_find_marked(t, marked);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        total += yisp_popcount(cards[w]);
        some = some || cards[w] & marked[w];
    }
    for (int w = 0; w < YISP_WORDS(t) && total > 1 && !some; w++) {
        for (uint64_t bits = hidden[w] & marked[w]; bits; bits &= bits - 1)
            some = some || yisp_has_of_class(t, cards, w * 64 + yisp_lowest(bits));
    }
    return total < 2 || !some;
}

/* The rank among `cards` of the next prescribed card, which must be one of them. */
YISP_APART uint64_t yisp_take_prescribed(yisp_table* t, const uint64_t* cards)
{
    yisp_enumeration* e = t->enumeration;
    int card = *e->hand;
    e->hand += 1;
    e->hand_left -= 1;
    if (!yisp_contains(cards, card)) {
        e->failed = 1;
        return 0;
    }
    return yisp_rank_of(t, cards, card);
}

YISP_APART uint64_t yisp_enumerate_among(yisp_table* t, int z, const uint64_t* cards, int64_t n, int last)
{
    yisp_enumeration* e = t->enumeration;
    uint64_t marked[YISP_MAX_WORDS];
    int64_t size;
    int card;
    if (e->world == YISP_KEYED_WORLD)
        return yisp_look_up_keyed(t, z, cards, last);
    if (e->world == YISP_LISTED_WORLD)
        return yisp_look_up_listed(t, z, cards, last);
    if (e->hand_left)
        return yisp_take_prescribed(t, cards);
    yisp_spend(t, (e->classes + YISP_CARDS(t)) / YISP_CARDS_A_UNIT);
    if (yisp_repeats(e))
        return yisp_rank_of(t, cards, yisp_repeat(e)->card);
    yisp_find_marked(t, marked);
    card = yisp_decide_group(t, cards, marked, 0, &size);
    if (!e->failed)
        e->decisions[e->made].card = card;
    yisp_weigh(e, size, n);
    return yisp_rank_of(t, cards, card);
}

YISP_APART uint64_t yisp_enumerate_number(yisp_table* t, uint64_t n)
{
    yisp_enumeration* e = t->enumeration;
    int64_t options = n == 0 || n > YISP_MOST_OPTIONS ? YISP_MOST_OPTIONS + 1 : (int64_t)n;
    int64_t option;
    if (e->world != YISP_NO_WORLD)
        return yisp_look_up_roll(t, n);
    option = yisp_decide(e, options);
    yisp_weigh(e, 1, (int64_t)n);
    return option;
}

YISP_APART int yisp_enumerate_chance(yisp_table* t, int64_t wanted, int64_t total)
{
    int taken;
    if (t->enumeration->world != YISP_NO_WORLD)
        return yisp_look_up_chance(t, wanted, total);
    if (wanted <= 0 || wanted >= total)
        return wanted > 0;
    taken = yisp_decide(t->enumeration, 2) == 0;
    yisp_weigh(t->enumeration, taken ? wanted : total - wanted, total);
    return taken;
}

/* What is revealed ------------------------------------------------------------------------------------ */

/* How many cards of the zone are unrevealed. */
static inline int yisp_hidden_size(const yisp_table* t, int z)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    int total = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        total += yisp_popcount(hidden[w]);
    return total;
}

YISP_APART void yisp_open_reveals_late(yisp_table* t)
{
    yisp_open_stream(&t->reveals, t->seed, t->topic, t->trial, YISP_REVEALS);
    t->reveals_ready = 1;
}

/* Open the stream of reveals unless it is; only where a hand came from elsewhere it is not yet. */
static inline void yisp_open_reveals(yisp_table* t)
{
    if (yisp_unlikely(!t->reveals_ready))
        yisp_open_reveals_late(t);
}

/* Make the words of this trial's hand and of those in the same block. */
YISP_APART void yisp_make_hands(yisp_table* t)
{
    t->hands_block = t->trial / 4;
    yisp_make_block(t->hands, t->seed, t->topic, t->hands_block, YISP_HANDS);
}

/* The word after one for a hand that was rejected. */
YISP_RARE uint64_t yisp_word_instead(yisp_table* t)
{
    yisp_open_reveals(t);
    return yisp_next_word(&t->reveals);
}

/* Where `k` cards drawn from a deck of `n` lie, each among those still there. */
static inline void yisp_choose_hand(yisp_table* t, int n, int k, uint64_t* out)
{
    uint64_t word;
    if (t->trial / 4 != t->hands_block)
        yisp_make_hands(t);
    word = t->hands[t->trial & 3];
    while (yisp_unlikely(!yisp_split_word(word, n, k, out)))
        word = yisp_word_instead(t);
}

/* A number below `n` on the way to a card, where nothing stands behind the gate but the streams: the caller sees to it. */
static inline uint64_t yisp_draw_number(yisp_table* t, uint64_t n)
{
    yisp_open_reveals(t);
    return yisp_bounded(&t->reveals, n);
}

/* Which of the unrevealed cards of the zone (by its place among their numbers) is the first, or the last. */
static inline uint64_t yisp_choose_place(yisp_table* t, int z, int last)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        return yisp_enumerate_among(t, z, yisp_hidden_words(t, z), yisp_hidden_size(t, z), last);
    if (YISP_PLAYS_WORLDS(t))
        return yisp_look_up_keyed(t, z, yisp_hidden_words(t, z), last);
    yisp_open_reveals(t);
    return yisp_bounded(&t->reveals, yisp_hidden_size(t, z));
}

/* Which of `cards`, `n` unrevealed ones of the zone, is the first of them (by its rank in the set). */
static inline uint64_t yisp_choose_among(yisp_table* t, int z, const uint64_t* cards, int64_t n)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        return yisp_enumerate_among(t, z, cards, n, 0);
    if (YISP_PLAYS_WORLDS(t))
        return yisp_look_up_keyed(t, z, cards, 0);
    yisp_open_reveals(t);
    return yisp_bounded(&t->reveals, n);
}

/* Which of `cards`, `n` unrevealed ones of the zone, is taken first where their order matters to nobody (by its rank):
 * see `yisp_look_up_lot`. */
static inline uint64_t yisp_choose_by_lot(yisp_table* t, int z, const uint64_t* cards, int64_t n)
{
    if (YISP_PLAYS_WORLDS(t) || (YISP_ENUMERATES(t) && t->enumeration->world == YISP_KEYED_WORLD))
        return yisp_look_up_lot(t, z, cards, n);
    return yisp_choose_among(t, z, cards, n);
}

/* Which of some of the unrevealed cards it is, whichever lies first.
 *
 * In a world its next number decides: to take the first of some cards would tell of the others that they lie behind it,
 * and of those that were not among them nothing, so that what is left would not lie in any order any more. */
static inline uint64_t yisp_choose_evenly(yisp_table* t, int z, const uint64_t* cards, int64_t n)
{
    if (YISP_IN_WORLD(t))
        return yisp_look_up_roll(t, (uint64_t)n);
    return yisp_choose_among(t, z, cards, n);
}

/* Which of `n` ways comes true that have these weights, none below 0; `total` is their sum, above 0.
 *
 * A world is not ordered by weights: its next number decides. */
YISP_APART int yisp_choose_weighted(yisp_table* t, const int64_t* weights, int n, int64_t total)
{
    yisp_enumeration* e = t->enumeration;
    int64_t left;
    int found = 0;
    if (YISP_ENUMERATES(t) && e->world == YISP_NO_WORLD) {
        int64_t ways = 0;
        for (int i = 0; i < n; i++)
            ways += weights[i] > 0;
        left = yisp_decide(e, ways);
        while (weights[found] <= 0 || left--)
            found += 1;
        yisp_weigh(e, weights[found], total);
        return found;
    }
    if (YISP_IN_WORLD(t)) {
        left = (int64_t)yisp_look_up_roll(t, (uint64_t)total);
    } else {
        yisp_open_reveals(t);
        left = (int64_t)yisp_bounded(&t->reveals, (uint64_t)total);
    }
    while ((left -= weights[found]) >= 0)
        found += 1;
    return found;
}

/* The places of the next `k` of `total` unrevealed cards of the zone (see `yisp_batch_size`), where nothing enumerates. */
static inline void yisp_choose_few(yisp_table* t, int z, int total, int k, uint64_t* out)
{
    if (YISP_PLAYS_WORLDS(t)) {
        yisp_look_up_places(t, z, k, out);
    } else {
        yisp_open_reveals(t);
        yisp_bounded_batch(&t->reveals, total, k, out);
    }
}

/* The same for some of the next `wanted` places, of `total` unrevealed cards one fewer each time.
 *
 * Returns how many were chosen: what one random word gives. */
static inline int yisp_choose_places(yisp_table* t, int z, int total, int64_t wanted, uint64_t* out)
{
    int k = yisp_batch_size(total);
    if (yisp_unlikely(YISP_ENUMERATES(t))) {
        *out = yisp_enumerate_among(t, z, yisp_hidden_words(t, z), yisp_hidden_size(t, z), 0);
        return 1;
    }
    if (k > wanted)
        k = (int)wanted;
    yisp_choose_few(t, z, total, k, out);
    return k;
}

/* Numbers --------------------------------------------------------------------------------------------- */

YISP_APART void yisp_open_numbers_late(yisp_table* t)
{
    yisp_open_stream(&t->numbers, t->seed, t->topic, t->trial, YISP_NUMBERS);
    t->numbers_ready = 1;
}

static inline void yisp_open_numbers(yisp_table* t)
{
    if (yisp_unlikely(!t->numbers_ready))
        yisp_open_numbers_late(t);
}

/* A number below `n`, or any 64-bit one when `n` is 0. */
static inline uint64_t yisp_choose_number(yisp_table* t, uint64_t n)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        return yisp_enumerate_number(t, n);
    if (YISP_PLAYS_WORLDS(t))
        return yisp_look_up_roll(t, n);
    yisp_open_numbers(t);
    return n ? yisp_bounded(&t->numbers, n) : yisp_next_word(&t->numbers);
}

/* Whether what has the probability `wanted / total` comes true. */
static inline int yisp_choose_chance(yisp_table* t, int64_t wanted, int64_t total)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        return yisp_enumerate_chance(t, wanted, total);
    if (YISP_PLAYS_WORLDS(t))
        return yisp_look_up_chance(t, wanted, total);
    yisp_open_numbers(t);
    return (int64_t)yisp_bounded(&t->numbers, total) < wanted;
}

/* A uniform integer in [low, high]; `low <= high`. */
static inline int64_t yisp_random_between(yisp_table* t, int64_t low, int64_t high)
{
    uint64_t above = yisp_choose_number(t, (uint64_t)high - (uint64_t)low + 1);
    int64_t number = (int64_t)((uint64_t)low + above);
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_RANDOM, number, 0, 0);
    return number;
}

#endif

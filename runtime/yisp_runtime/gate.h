/* The one gate for chance: everything that a position does not determine is decided here.
 *
 * Behind it stands either a pair of random streams, keyed by the trial (one for what is revealed, one
 * for numbers: `rand`, `.?n`; each opened only when the trial asks for its first), or an enumeration,
 * which takes prescribed options and writes down what else could have been, or a world, in which nothing is
 * left to decide.  What runs in front of the gate is the same code for all of them.  Where a topic does
 * nothing but draw a hand, that hand takes one word of a block that serves four trials.
 *
 * An enumeration's option is a group of cards, not a card: its weight is how many of the unrevealed
 * cards belong to it.  A group is a class, or one of the cards that are something else than their copies
 * just now (see `yisp_find_marked`).  What was decided, with the weights, is what `yisp.simulate.exact`
 * makes probabilities of.
 */
#ifndef YISP_GATE_H
#define YISP_GATE_H

#include <stdlib.h>

#include "table.h"

/* What an exact answer's budget is charged for, beside the scripts' own work (`compile.work`). */
enum {
    YISP_WORK_STAGE = 3, /* going back to a position and running a stage of its trial */
    YISP_WORK_KEEP = 6, /* keeping the position that it leads to */
    YISP_WORK_DECISION = 1,
    YISP_WORK_EFFECT = 2, /* calling an effect */
    YISP_WORK_KIND = 4, /* of a filter by a number */
    YISP_CARDS_A_UNIT = 16, /* looked through, or counted by class */
    YISP_BYTES_A_UNIT = 4096 /* of a position copied */
};

#define YISP_MOST_OPTIONS (1 << 16)

/* The enumeration ------------------------------------------------------------------------------------- */

/* Charge the enumeration's budget; a run beyond it is halted, since nobody will want its end. */
static inline void yisp_spend(yisp_table* t, int64_t work)
{
    t->enumeration->work += work;
    if (yisp_unlikely(t->enumeration->work > t->enumeration->budget))
        yisp_halt(t);
}

/* Charge for a look through `cards`. */
YISP_APART void yisp_spend_look(yisp_table* t, const uint64_t* cards)
{
    int64_t n = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        n += yisp_popcount(cards[w]);
    yisp_spend(t, 1 + n / YISP_CARDS_A_UNIT);
}

/* The option to take now; its weights are the caller's to write down. */
YISP_APART int64_t yisp_decide(yisp_enumeration* e, int64_t options)
{
    yisp_decision* decision;
    if (e->made >= e->capacity || options > YISP_MOST_OPTIONS) {
        e->failed = 1;
        return 0;
    }
    e->work += YISP_WORK_DECISION;
    decision = &e->decisions[e->made];
    if (e->made >= e->given) {
        decision->option = 0;
    } else if (decision->option < 0 || decision->option >= options) {
        e->failed = 1;
        return 0;
    }
    decision->options = options;
    return decision->option;
}

/* The weight of the option just taken, among all, and whether the `player` took it. */
static inline void yisp_write_down(yisp_enumeration* e, int64_t weight, int64_t total, int player)
{
    if (!e->failed) {
        e->decisions[e->made].weight = weight;
        e->decisions[e->made].total = total;
        e->decisions[e->made].player = player;
        e->made += 1;
        if (yisp_unlikely(e->made == e->imagined_from)) { /* from here on it is played out, by nobody who decides */
            e->key = e->imagined;
            e->decides = 0;
        }
    }
}

/* The same where chance took it. */
static inline void yisp_weigh(yisp_enumeration* e, int64_t weight, int64_t total)
{
    yisp_write_down(e, weight, total, 0);
}

/* Write down a notice. */
YISP_APART void yisp_note(yisp_enumeration* e, int site)
{
    if (e->noticed >= e->capacity) {
        e->failed = 1;
        return;
    }
    e->notices[e->noticed] = site;
    e->noticed += 1;
}

/* Write down that an effect was activated. */
YISP_APART void yisp_note_activation(yisp_enumeration* e, int effect)
{
    if (e->activated >= e->capacity) {
        e->failed = 1;
        return;
    }
    e->activations[e->activated] = effect;
    e->activated += 1;
}

/* The cards that are something else than their copies now: the one whose effect runs, those of the event
 * that is being answered and of those that wait, those that a scan or answers have still to ask, and those
 * that installed effects belong to. */
YISP_APART void yisp_find_marked(const yisp_table* t, uint64_t* marked)
{
    const yisp_enumeration* e = t->enumeration;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        marked[w] = t->event_cards[w];
        if (e->scanned != NULL)
            marked[w] |= e->scanned[w];
        if (e->answering != NULL)
            marked[w] |= e->answering[w];
    }
    if (t->acting >= 0)
        yisp_insert(marked, t->acting);
    for (int i = 0; i < yisp_counters(t)[YISP_INSTALLED_COUNT]; i++) {
        int owner = (int)yisp_installed_effect(t, i)[YISP_BELONGS_TO];
        if (owner >= 0)
            yisp_insert(marked, owner);
    }
    t->enumeration->work += (t->queued - t->answered) / YISP_CARDS_A_UNIT;
    for (int place = t->answered; place < t->queued; place++) {
        const yisp_happening* waiting = &t->queue[place];
        if (waiting->what == YISP_DRAWN) {
            for (int i = waiting->source; i < waiting->source + waiting->card; i++)
                yisp_insert(marked, t->queue[i].card);
        } else if (waiting->card >= 0) {
            yisp_insert(marked, waiting->card);
        }
    }
}

/* How many of `cards` are of the class and not marked; the first of them goes to `first` where there is one. */
static inline int64_t yisp_count_class(
    const yisp_table* t, const uint64_t* cards, const uint64_t* marked, int64_t number, int* first)
{
    const uint64_t* members = t->enumeration->class_cards + number * YISP_WORDS(t);
    const int* reach = t->enumeration->class_reach + 2 * number;
    int64_t total = 0;
    for (int w = YISP_MAX_WORDS == 1 ? 0 : reach[0]; w < (YISP_MAX_WORDS == 1 ? 1 : reach[1]); w++) {
        uint64_t bits = cards[w] & members[w] & ~marked[w];
        if (bits && !total)
            *first = w * 64 + yisp_lowest(bits);
        total += yisp_popcount(bits);
    }
    return total;
}

/* Decide which group of `cards` the next card is of: a class without its marked cards, or a marked card, in this
 * order.  One card of the group, and in `size` how many it has. */
YISP_APART int yisp_decide_group(yisp_table* t, const uint64_t* cards, const uint64_t* marked, int64_t* size)
{
    yisp_enumeration* e = t->enumeration;
    int64_t groups = 0, option;
    int card = 0;
    yisp_spend(t, (e->classes + YISP_CARDS(t)) / YISP_CARDS_A_UNIT);
    for (int64_t c = 0; c < e->classes; c++) {
        e->tally[c] = yisp_count_class(t, cards, marked, c, &card);
        groups += e->tally[c] != 0;
    }
    for (int w = 0; w < YISP_WORDS(t); w++)
        groups += yisp_popcount(cards[w] & marked[w]);
    option = yisp_decide(e, groups);
    for (int64_t c = 0; c < e->classes; c++) {
        if (e->tally[c] && !option--) {
            *size = yisp_count_class(t, cards, marked, c, &card);
            return card;
        }
    }
    *size = 1;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w] & marked[w]; bits; bits &= bits - 1) {
            if (!option--)
                return w * 64 + yisp_lowest(bits);
        }
    }
    return card; /* unreachable: there are as many options as groups */
}

/* How many of `cards` have lower numbers than the card. */
static inline uint64_t yisp_rank_of(const yisp_table* t, const uint64_t* cards, int card)
{
    uint64_t rank = yisp_popcount(cards[YISP_WORD_OF(card)] & (((uint64_t)1 << (card & 63)) - 1));
    (void)t;
    for (int w = 0; w < YISP_WORD_OF(card); w++)
        rank += yisp_popcount(cards[w]);
    return rank;
}

/* Worlds ------------------------------------------------------------------------------------------------
 *
 * A world is a future.  Row k of it is the order of all cards that the k-th shuffle makes, or the k-th move into the
 * reserve of a wall (row 0: the deck's, as dealt); an unrevealed part of a zone lies in the order of the zone's row.  However one looks, the same card lies
 * on top.  Roll n of a world is the n-th number.  How many shuffles and rolls there were, and which row orders each
 * zone, stands in the position: whoever copies that copies its future.
 *
 * A listed world is known card by card.  Of each row only the first cards may be known: where that is not enough,
 * the row is `lacking`.  A roll of it is one of so many, and no line may ask for one of another range.
 *
 * A keyed world is known as a whole: a hash of its key, the row and the card's own key ranks the cards, so that a
 * card keeps its place in every deck that has it; rolls are hashed likewise.
 */

#define YISP_GOLDEN 0x9E3779B97F4A7C15u

/* Stand in the world of that key. */
static inline void yisp_enter_world(yisp_enumeration* e, uint64_t key)
{
    e->world = YISP_KEYED_WORLD;
    e->key = key;
    e->imagined_from = 0;
}

/* The key of a world: of a trial, or that of the `number`th among those which a player imagines at a position. */
static inline uint64_t yisp_world_key(const yisp_table* t, uint64_t trial, int purpose, uint64_t number)
{
    uint64_t block[4];
    yisp_make_block(block, t->seed, t->topic, trial, purpose);
    return yisp_mix(block[0] + number * YISP_GOLDEN);
}

YISP_RARE int yisp_compare_ranks(const void* a, const void* b)
{
    uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return (x > y) - (x < y);
}

#define YISP_MANY_RANKS 96 /* cards from which on the library's way of sorting is the shorter one */

/* Write a row of the keyed world down: all cards, in order.
 *
 * What is written down stays until another row takes its place, whose key says whose it is: so one may go from world
 * to world and back. */
YISP_APART const uint16_t* yisp_lay_row(yisp_table* t, int64_t row)
{
    yisp_enumeration* e = t->enumeration;
    uint64_t key = yisp_mix(e->key + (2 * (uint64_t)row + 1) * YISP_GOLDEN);
    uint64_t* ranks = e->ranks;
    int place = (int)(key & (uint64_t)e->laid_mask), n = YISP_CARDS(t);
    uint16_t* order = e->laid_cards + (size_t)place * n;
    if (yisp_likely(e->laid[place] == key))
        return order;
    e->laid[place] = key;
    for (int card = 0; card < n; card++) /* the lowest digits tell which card it is */
        ranks[card] = (yisp_mix(key ^ t->card_keys[card]) & ~(uint64_t)0xFFFF) | (uint64_t)card;
    if (n > YISP_MANY_RANKS) {
        qsort(ranks, n, sizeof *ranks, yisp_compare_ranks);
    } else {
        for (int i = 1; i < n; i++) {
            uint64_t rank = ranks[i];
            int at = i;
            for (; at > 0 && ranks[at - 1] > rank; at--)
                ranks[at] = ranks[at - 1];
            ranks[at] = rank;
        }
    }
    for (int i = 0; i < n; i++)
        order[i] = (uint16_t)ranks[i];
    return order;
}

/* Which of `cards`, all unrevealed in the zone, comes first, or last, in the keyed world: its rank in the set. */
static inline uint64_t yisp_look_up_keyed(yisp_table* t, int z, const uint64_t* cards, int last)
{
    const uint16_t* order = yisp_lay_row(t, yisp_world(t)[2 + z]);
    int i = last ? YISP_CARDS(t) - 1 : 0, step = last ? -1 : 1;
    while (!yisp_contains(cards, order[i])) /* there is one */
        i += step;
    return yisp_rank_of(t, cards, order[i]);
}

/* The same in a listed world. */
YISP_RARE uint64_t yisp_look_up_listed(yisp_table* t, int z, const uint64_t* cards, int last)
{
    yisp_enumeration* e = t->enumeration;
    int64_t row = yisp_world(t)[2 + z];
    int known = row < e->row_count ? e->known[row] : 0, found = -1, others = 0;
    const uint16_t* order = known ? e->rows + row * YISP_CARDS(t) : NULL;
    for (int w = 0; w < YISP_WORDS(t); w++)
        others += yisp_popcount(cards[w]);
    for (int i = 0; i < known && (last || found < 0); i++) {
        if (yisp_contains(cards, order[i])) {
            found = order[i];
            others -= 1;
        }
    }
    if (found < 0 || (last && others)) {
        e->lacking = (int)row;
        e->failed = 1;
        return 0;
    }
    return yisp_rank_of(t, cards, found);
}

/* Whether some of `cards` are of the class of that one. */
static inline int yisp_has_of_class(const yisp_table* t, const uint64_t* cards, int card)
{
    const uint64_t* members = t->enumeration->class_cards + t->enumeration->class_of[card] * YISP_WORDS(t);
    int some = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        some = some || cards[w] & members[w];
    return some;
}

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
    yisp_find_marked(t, marked);
    card = yisp_decide_group(t, cards, marked, &size);
    yisp_weigh(e, size, n);
    return yisp_rank_of(t, cards, card);
}

/* The world's next number, below `n`, or any 64-bit one when `n` is 0 (which no listed world has). */
YISP_RARE uint64_t yisp_look_up_roll(yisp_table* t, uint64_t n)
{
    yisp_enumeration* e = t->enumeration;
    int64_t roll = yisp_world(t)[1];
    if (e->world == YISP_KEYED_WORLD) {
        uint64_t word = yisp_mix(e->key + (2 * (uint64_t)roll + 2) * YISP_GOLDEN);
        yisp_world(t)[1] += 1;
        return n ? yisp_bounded_word(word, n) : word;
    }
    if (n == 0 || n > YISP_MOST_OPTIONS) {
        e->failed = 1;
        return 0;
    }
    if (roll >= e->roll_count || e->rolls[2 * roll] != (int64_t)n) {
        e->rolled = roll < e->roll_count ? -1 : (int64_t)n;
        e->failed = 1;
        return 0;
    }
    yisp_world(t)[1] += 1;
    return e->rolls[2 * roll + 1];
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
    if (wanted <= 0 || wanted >= total)
        return wanted > 0;
    if (t->enumeration->world != YISP_NO_WORLD)
        return (int64_t)yisp_look_up_roll(t, (uint64_t)total) < wanted;
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
    yisp_open_reveals(t);
    return yisp_bounded(&t->reveals, yisp_hidden_size(t, z));
}

/* Which of `cards`, `n` unrevealed ones of the zone, is the first of them (by its rank in the set). */
static inline uint64_t yisp_choose_among(yisp_table* t, int z, const uint64_t* cards, int64_t n)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        return yisp_enumerate_among(t, z, cards, n, 0);
    yisp_open_reveals(t);
    return yisp_bounded(&t->reveals, n);
}

/* Which of some of the unrevealed cards it is, whichever lies first.
 *
 * In a world its next number decides: to take the first of some cards would tell of the others that they lie behind it,
 * and of those that were not among them nothing, so that what is left would not lie in any order any more. */
static inline uint64_t yisp_choose_evenly(yisp_table* t, int z, const uint64_t* cards, int64_t n)
{
    if (YISP_ENUMERATES(t) && t->enumeration->world != YISP_NO_WORLD)
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
    if (YISP_ENUMERATES(t)) {
        left = (int64_t)yisp_look_up_roll(t, (uint64_t)total);
    } else {
        yisp_open_reveals(t);
        left = (int64_t)yisp_bounded(&t->reveals, (uint64_t)total);
    }
    while ((left -= weights[found]) >= 0)
        found += 1;
    return found;
}

/* The same for some of the next `wanted` places, of `total` unrevealed cards one fewer each time.
 *
 * Returns how many were chosen: what one random word gives. */
static inline int yisp_choose_places(yisp_table* t, int z, int total, int64_t wanted, uint64_t* out)
{
    int k;
    if (yisp_unlikely(YISP_ENUMERATES(t))) {
        *out = yisp_enumerate_among(t, z, yisp_hidden_words(t, z), yisp_hidden_size(t, z), 0);
        return 1;
    }
    yisp_open_reveals(t);
    k = yisp_batch_size(total);
    if (k > wanted)
        k = (int)wanted;
    yisp_bounded_batch(&t->reveals, total, k, out);
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
    yisp_open_numbers(t);
    return n ? yisp_bounded(&t->numbers, n) : yisp_next_word(&t->numbers);
}

/* Whether what has the probability `wanted / total` comes true. */
static inline int yisp_choose_chance(yisp_table* t, int64_t wanted, int64_t total)
{
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        return yisp_enumerate_chance(t, wanted, total);
    yisp_open_numbers(t);
    return (int64_t)yisp_bounded(&t->numbers, total) < wanted;
}

#endif

/* Decisions that an enumeration takes: it takes prescribed options, and writes down what else could have been.
 *
 * An option is a group of cards, not a card: its weight is how many of the unrevealed cards belong to it.  A group is a
 * class, or one of the cards that are something else than their copies just now (see `yisp_find_marked`).  What was
 * decided, with the weights, is what `yisp.simulate.exact.exact` makes probabilities of.
 */
#ifndef YISP_DECISIONS_H
#define YISP_DECISIONS_H

#include "position/table.h"

/* What an exact answer's budget is charged for, beside the scripts' own work (`compile.work`). */
enum {
    YISP_WORK_STAGE = 3, /* going back to a position and running a stage of its trial */
    YISP_WORK_KEEP = 6, /* keeping the position that it leads to */
    YISP_WORK_DECISION = 1,
    YISP_WORK_EFFECT = 2, /* calling an effect */
    YISP_WORK_KIND = 4, /* of a filter by a number */
    YISP_WORK_TRY = 10, /* making a hand of a deal once more */
    YISP_CARDS_A_UNIT = 16, /* looked through, or counted by class */
    YISP_BYTES_A_UNIT = 4096 /* of a position copied */
};

#define YISP_MOST_OPTIONS (1 << 16)

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

/* A decision has been made. */
static inline void yisp_count_decision(yisp_enumeration* e)
{
    e->made += 1;
    if (yisp_unlikely(e->made == e->imagined_from)) { /* from here on it is played out, by nobody who decides */
        e->key = e->imagined;
        e->decides = 0;
    }
}

/* The weight of the option just taken, among all, and whether the `player` took it. */
static inline void yisp_write_down(yisp_enumeration* e, int64_t weight, int64_t total, int player)
{
    if (!e->failed) {
        e->decisions[e->made].weight = weight;
        e->decisions[e->made].total = total;
        e->decisions[e->made].player = player;
        yisp_count_decision(e);
    }
}

/* Whether the next decision is what it was on the path before, which took the same options until after it: both have
 * come here from one position in one way, so that all that was written down about it still holds. */
static inline int yisp_repeats(const yisp_enumeration* e)
{
    return e->made < e->repeated;
}

/* Make that decision once more. */
static inline const yisp_decision* yisp_repeat(yisp_enumeration* e)
{
    const yisp_decision* decision = &e->decisions[e->made];
    e->work += YISP_WORK_DECISION;
    yisp_count_decision(e);
    return decision;
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

/* Write down a card that the player chose, before that decision, as far as there is room. */
static inline void yisp_note_taken(yisp_enumeration* e, int64_t before, int card)
{
    if (e->taken_count >= e->capacity)
        return;
    e->taken[2 * e->taken_count] = before;
    e->taken[2 * e->taken_count + 1] = card;
    e->taken_count += 1;
}

/* The cards that are something else than their copies now: the one whose effect runs, those of the event
 * that is being answered and of those that wait, those that a scan or answers have still to ask or that are looked for,
 * and those that installed effects belong to. */
YISP_APART void yisp_find_marked(const yisp_table* t, uint64_t* marked)
{
    const yisp_enumeration* e = t->enumeration;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        marked[w] = t->event_cards[w];
        if (e->scanned != NULL)
            marked[w] |= e->scanned[w];
        if (e->answering != NULL)
            marked[w] |= e->answering[w];
        if (e->sought != NULL)
            marked[w] |= e->sought[w];
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
 * order.  One card of the group, and in `size` how many it has; where it is none of them but the i-th of so many `others`,
 * -1 - i. */
YISP_APART int yisp_decide_group(
    yisp_table* t, const uint64_t* cards, const uint64_t* marked, int others, int64_t* size)
{
    yisp_enumeration* e = t->enumeration;
    int64_t groups = others, option;
    int card = 0;
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
    return others ? (int)(-1 - option) : card; /* without others unreachable: there are as many options as groups */
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

/* How many of `cards` have lower numbers than the card. */
static inline uint64_t yisp_rank_of(const yisp_table* t, const uint64_t* cards, int card)
{
    uint64_t rank = yisp_popcount(cards[YISP_WORD_OF(card)] & (((uint64_t)1 << (card & 63)) - 1));
    (void)t;
    for (int w = 0; w < YISP_WORD_OF(card); w++)
        rank += yisp_popcount(cards[w]);
    return rank;
}

#endif

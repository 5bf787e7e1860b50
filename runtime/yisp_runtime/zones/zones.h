/* Zones: counting, looking, shuffling.
 *
 * A zone is a known prefix, an unrevealed set and a known suffix.  Counting reveals nothing.  Every
 * look goes through `yisp_next_first` or `yisp_next_last`, which reveal as far as they must and no farther;
 * what is revealed keeps its place.  What lies in an unrevealed place is a uniform choice among what is
 * unrevealed there, but where marks bend that (presence.h) and where an enumeration knows of spots (spots.h); by whom it is
 * chosen is the business of gate.h.
 *
 * A zone that scripts use as a long queue keeps a *line*: where a card with a stamp lies, by the stamp's
 * low bits, so that its first card is found without looking at them all.  Such a zone has stamps of
 * its own counting, is never shuffled, and may have gaps where cards left from its middle.  An *unbroken* line has
 * none: no program takes cards out of the zone but from its top, to another.  So it begins with the zone's first card,
 * and is never longer than there are cards.  Such a line says where a card lies as well as its stamp does; where no
 * program asks for the order of the zone but by its line, the zone is *undated*: its cards get their stamps when the
 * trial's programs have run (`yisp_date`).
 */
#ifndef YISP_ZONES_H
#define YISP_ZONES_H

#include "zones/presence.h"
#include "zones/spots.h"

/* Counting -------------------------------------------------------------------------------------------- */

/* How many cards the zone holds. */
static inline int yisp_size(const yisp_table* t, int z)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    int total = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        total += yisp_popcount(zone[w]);
    return total;
}

/* How many cards of `mask` the zone holds. */
static inline int yisp_count(const yisp_table* t, int z, const uint64_t* mask)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    int total = 0;
    for (int w = 0; w < YISP_WORDS(t); w++)
        total += yisp_popcount(zone[w] & mask[w]);
    return total;
}

/* The cards of `mask` that the zone holds, into `out`; how many they are. */
static inline int yisp_fitting(const yisp_table* t, int z, const uint64_t* mask, uint64_t* out)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    int total = 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        out[w] = zone[w] & mask[w];
        total += yisp_popcount(out[w]);
    }
    return total;
}

/* The zone that holds the card. */
static inline int yisp_zone_of(const yisp_table* t, int card)
{
    int found = 0;
    for (int z = 1; z < YISP_ZONES(t); z++) /* every card is somewhere: no branch need be taken */
        found += z * yisp_contains(yisp_zone_words(t, z), card);
    return found;
}

/* Revealing ------------------------------------------------------------------------------------------- */

/* Reveal the first unrevealed card of the zone; there must be one. */
static inline int yisp_reveal_first(yisp_table* t, int z)
{
    int card;
    if (yisp_is_lit(t, z))
        return yisp_reveal_lit(t, z);
    card = yisp_take_at(t, yisp_hidden_words(t, z), yisp_choose_place(t, z, 0));
    yisp_stamps(t)[card] = yisp_counters(t)[YISP_SHOWN] += 1;
    return card;
}

/* Reveal the last unrevealed card of the zone; there must be one. */
static inline int yisp_reveal_last(yisp_table* t, int z)
{
    int card = yisp_take_at(t, yisp_hidden_words(t, z), yisp_choose_place(t, z, 1));
    yisp_stamps(t)[card] = yisp_counters(t)[YISP_SHOWN_LAST] -= 1;
    return card;
}

/* Reveal one of `cards` as the next, where nothing can tell which of them it is, nor what lies above. */
YISP_APART int yisp_reveal_any(yisp_table* t, int z, const uint64_t* cards)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    int w = 0, card;
    while (!(cards[w] & hidden[w]))
        w += 1;
    card = w * 64 + yisp_lowest(cards[w] & hidden[w]);
    yisp_show_first(t, z, card);
    return card;
}

/* Reveal the first unrevealed cards of the zone up to one of `cards`, of which there is one, along the row of the world:
 * what revealing them one by one does, without looking through the row from its beginning for each. */
YISP_APART int yisp_reveal_along(yisp_table* t, int z, const uint64_t* cards)
{
    uint64_t* hidden = yisp_hidden_words(t, z);
    uint64_t* row = yisp_find_row(t, yisp_world(t)[2 + z]);
    int64_t* shown = &yisp_counters(t)[YISP_SHOWN];
    uint64_t at = 0;
    int card;
    do {
        at = yisp_next_in_row(t, row, hidden, at);
        card = yisp_row_cards(t, row)[at];
        yisp_remove(hidden, card);
        yisp_stamps(t)[card] = *shown += 1;
    } while (!yisp_contains(cards, card));
    return card;
}

/* The first of those of `cards` that are not hidden; -1 when there is none. */
static inline int yisp_next_known(const yisp_table* t, const uint64_t* cards, const uint64_t* hidden)
{
    const int64_t* stamp = yisp_stamps(t);
    int64_t earliest = INT64_MAX;
    int best = -1;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        uint64_t bits = hidden == NULL ? cards[w] : cards[w] & ~hidden[w];
        while (bits) { /* no branches: where the first one lies cannot be predicted */
            int card = w * 64 + yisp_lowest(bits);
            bits &= bits - 1;
            best = stamp[card] < earliest ? card : best;
            earliest = stamp[card] < earliest ? stamp[card] : earliest;
        }
    }
    return best;
}

/* The first of `cards`, some of which are unrevealed, and none known to lie above that.
 *
 * Where there may be no more spots they are decided away, as far down as they lie: the first may be revealed then, or there
 * is room to find it. */
YISP_APART int yisp_seek(yisp_table* t, int z, const uint64_t* cards)
{
    int card = yisp_find_first(t, z, cards);
    if (card >= 0)
        return card;
    yisp_turn_over(t, z, cards);
    if (t->enumeration->failed) /* then it is all one */
        return yisp_card_at(t, cards, 0);
    card = yisp_next_known(t, cards, yisp_hidden_words(t, z));
    return card >= 0 && yisp_stamps(t)[card] < 0 ? card : yisp_find_first(t, z, cards);
}

/* The first of `cards`, a non-empty part of the zone, in the zone's order. */
static inline int yisp_next_first(yisp_table* t, int z, const uint64_t* cards)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    uint64_t unrevealed = 0;
    int best;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend_look(t, cards);
    if (!YISP_VEILED(t, z))
        return yisp_next_known(t, cards, NULL);
    best = yisp_next_known(t, cards, hidden);
    for (int w = 0; w < YISP_WORDS(t); w++)
        unrevealed |= cards[w] & hidden[w];
    if (unrevealed && (best < 0 || yisp_stamps(t)[best] > 0)) {
        if (yisp_unlikely(YISP_ENUMERATES(t)) && !yisp_is_lit(t, z)) {
            if (!yisp_has_spots(t, z) && yisp_order_is_free(t, z, cards))
                return yisp_reveal_any(t, z, cards);
            if (yisp_may_spot(t))
                return yisp_seek(t, z, cards);
        }
        if (YISP_PLAYS_WORLDS(t) && !yisp_is_lit(t, z))
            return yisp_reveal_along(t, z, cards);
        do {
            best = yisp_reveal_first(t, z);
        } while (!yisp_contains(cards, best));
    }
    return best;
}

/* The first card of a zone that keeps a line and is not empty. */
static inline int yisp_first_in_line(yisp_table* t, int z)
{
    int64_t* ends = yisp_line_ends(t, z);
    const uint16_t* places = yisp_line(t, z);
    int card = places[(ends[0] + 1) & YISP_LINE_MASK(t)];
    if (YISP_UNBROKEN(t, z))
        return card;
    while (yisp_unlikely(!yisp_contains(yisp_zone_words(t, z), card) || yisp_stamps(t)[card] != ends[0] + 1)) {
        ends[0] += 1;
        card = places[(ends[0] + 1) & YISP_LINE_MASK(t)];
    }
    return card;
}

/* Stamp the cards of a zone whose line has no gaps. */
YISP_APART void yisp_date(yisp_table* t, int z)
{
    const int64_t* ends = yisp_line_ends(t, z);
    for (int64_t stamp = ends[0] + 1; stamp <= ends[1]; stamp++)
        yisp_stamps(t)[yisp_line(t, z)[stamp & YISP_LINE_MASK(t)]] = stamp;
}

/* The first card of a zone that is not empty. */
static inline int yisp_first_card(yisp_table* t, int z)
{
    return YISP_QUEUED(t, z) ? yisp_first_in_line(t, z) : yisp_next_first(t, z, yisp_zone_words(t, z));
}

/* The first of `cards` in the zone's order, where nothing above it is to be revealed: that is so where they were
 * chosen without a look at their places, which leaves the others in any order, as they were. */
static inline int yisp_next_by_lot(yisp_table* t, int z, const uint64_t* cards)
{
    uint64_t unrevealed[YISP_MAX_WORDS];
    uint64_t* hidden = yisp_hidden_words(t, z);
    int best, n = 0;
    if (yisp_unlikely(YISP_ENUMERATES(t)))
        yisp_spend_look(t, cards);
    best = yisp_next_known(t, cards, hidden);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        unrevealed[w] = cards[w] & hidden[w];
        n += yisp_popcount(unrevealed[w]);
    }
    if (n && (best < 0 || yisp_stamps(t)[best] > 0)) {
        if (yisp_unlikely(yisp_has_spots(t, z))) {
            best = yisp_seek(t, z, cards);
            yisp_leave_spot(t, z, best);
            return best;
        }
        if (yisp_unlikely(YISP_ENUMERATES(t)) && yisp_order_is_free(t, z, cards))
            return yisp_reveal_any(t, z, cards);
        best = yisp_take_at(t, unrevealed, yisp_choose_by_lot(t, z, unrevealed, n));
        yisp_remove(hidden, best);
    }
    return best;
}

/* `yisp_next_first` in a zone that is about to be shuffled: what lies above is forgotten, so that it need not be
 * revealed, but where marks tell one place from the others. */
static inline int yisp_next_picked(yisp_table* t, int z, const uint64_t* cards)
{
    return yisp_is_lit(t, z) ? yisp_next_first(t, z, cards) : yisp_next_by_lot(t, z, cards);
}

/* The last of `cards`, a non-empty part of the zone, in the zone's order. */
static inline int yisp_next_last(yisp_table* t, int z, const uint64_t* cards)
{
    const uint64_t* hidden = yisp_hidden_words(t, z);
    const int64_t* stamp = yisp_stamps(t);
    uint64_t unrevealed = 0;
    int best = -1;
    if (yisp_unlikely(YISP_ENUMERATES(t))) {
        yisp_spend_look(t, cards);
        yisp_turn_over(t, z, cards);
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        unrevealed |= cards[w] & hidden[w];
        for (uint64_t bits = cards[w] & ~hidden[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (best < 0 || stamp[card] > stamp[best])
                best = card;
        }
    }
    if (unrevealed && (best < 0 || stamp[best] < 0)) {
        if (yisp_unlikely(YISP_ENUMERATES(t)) && yisp_order_is_free(t, z, cards))
            return yisp_reveal_any(t, z, cards);
        do {
            best = yisp_reveal_last(t, z);
        } while (!yisp_contains(cards, best));
    }
    return best;
}

/* Forgetting ------------------------------------------------------------------------------------------ */

/* Let another row of the world say in which order the zone's unrevealed cards come.
 *
 * A row tells more than it may of cards that it has given or passed by, once they are unrevealed again.  So a zone that is
 * shuffled has a new one, and a wall whenever its reserve gets a card, which may be the next one from then on.  Where
 * nothing is known but by decisions, what is known of places is forgotten. */
static inline void yisp_renew_row(yisp_table* t, int z)
{
    if (!YISP_IN_WORLD(t))
        yisp_world(t)[2 + z] = 0;
    else
        yisp_world(t)[2 + z] = yisp_world(t)[0] += 1;
}

/* Forget the zone's order, and with it its marks.
 *
 * A wall and its reserve have no order, and stay as they are: `(shuffle X)` comes to them where the card lies there. */
static inline void yisp_shuffle(yisp_table* t, int z)
{
    const uint64_t* zone = yisp_zone_words(t, z);
    uint64_t* hidden = yisp_hidden_words(t, z);
    if (YISP_EXITS(t) && (z == YISP_DECK || z == t->reserve))
        return;
    for (int w = 0; w < YISP_WORDS(t); w++)
        hidden[w] = zone[w];
    if (yisp_is_lit(t, z))
        yisp_drop_marks(t, (uint64_t)z);
    if (!YISP_BY_STREAMS(t))
        yisp_renew_row(t, z);
    if (yisp_unlikely(t->log != NULL))
        yisp_append_entry(t->log, YISP_LOG_SHUFFLE, z, 0, 0);
}

/* Many cards at once ---------------------------------------------------------------------------------- */

#define YISP_MOST_SUBSETS ((int64_t)1 << 46) /* times 10,000 cards it still fits a word */

/* How many sets of `k` there are among `n`; -1 where working that out leads beyond YISP_MOST_SUBSETS. */
YISP_APART int64_t yisp_subsets(int64_t n, int64_t k)
{
    int64_t ways = 1;
    if (k > n - k)
        k = n - k;
    for (int64_t i = 0; i < k; i++) {
        ways *= n - i;
        if (ways > YISP_MOST_SUBSETS)
            return -1;
        if (i)
            ways /= i + 1;
    }
    return ways;
}

/* Take `n` of `cards`, unrevealed ones of the zone, whichever come first, and write them to `out`.
 *
 * For one class after the other it is decided how many of it there are: k of them beside n - k of those to come. */
YISP_APART void yisp_take_by_class(yisp_table* t, int z, const uint64_t* cards, int n, uint16_t* out)
{
    yisp_enumeration* e = t->enumeration;
    int64_t rest = 0, left = n;
    int taken = 0;
    for (int64_t c = 0; c < e->classes; c++)
        e->tally[c] = 0;
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1)
            e->tally[e->class_of[w * 64 + yisp_lowest(bits)]] += 1;
        rest += yisp_popcount(cards[w]);
    }
    for (int64_t c = 0; c < e->classes; c++) { /* from here on the tally says how many of each are taken */
        int64_t size = e->tally[c];
        int64_t least = left > rest - size ? left - (rest - size) : 0;
        int64_t most = size < left ? size : left;
        int64_t k = least;
        if (most > least && yisp_repeats(e)) {
            k += yisp_repeat(e)->option;
        } else if (most > least) {
            int64_t ways;
            k += yisp_decide(e, most - least + 1);
            /* Nothing here is above YISP_MOST_SUBSETS: of fewer cards, fewer are taken and fewer are left than at
             * first, so that the same steps lead nowhere higher. */
            ways = yisp_subsets(size, k) * yisp_subsets(rest - size, left - k);
            yisp_weigh(e, ways, yisp_subsets(rest, left));
        }
        rest -= size;
        left -= k;
        e->tally[c] = k;
    }
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            if (e->tally[e->class_of[card]]) {
                e->tally[e->class_of[card]] -= 1;
                yisp_remove(yisp_hidden_words(t, z), card);
                out[taken] = (uint16_t)card;
                taken += 1;
            }
        }
    }
}

/* Take the first `n` cards of a zone of which all are unrevealed, where they go where their order cannot matter, and
 * write them to `out`: an enumeration need then decide only how many of each class there are.
 *
 * What follows no spot comes first, card by card, unless a spot does (in proportion to the sizes of all of them): then
 * it is the top.  False, and nothing done, where the number of such hands does not fit its weights. */
YISP_APART int yisp_take_unordered(yisp_table* t, int z, int n, uint16_t* out)
{
    uint64_t cards[YISP_MAX_WORDS];
    int taken = 0, size = yisp_hidden_size(t, z);
    /* Of what lies before a spot fewer may be taken, and that in more ways. */
    if (n < 2 || yisp_subsets(size, yisp_has_spots(t, z) && n > size / 2 ? size / 2 : n) < 0)
        return 0;
    while (taken < n) {
        int64_t loose, behind;
        int ahead = 0, spot, holder;
        unsigned tops = yisp_find_tops(t, z, cards, &loose, &behind);
        while (taken + ahead < n && (!tops || yisp_enumerate_chance(t, loose - ahead, loose - ahead + behind)))
            ahead += 1;
        yisp_take_by_class(t, z, cards, ahead, out + taken);
        taken += ahead;
        if (taken == n)
            break;
        spot = yisp_decide_spot(t, z, tops);
        holder = yisp_open_spot(t, z, spot);
        if (holder >= 0)
            out[taken++] = (uint16_t)holder;
    }
    if (yisp_has_spots(t, z))
        yisp_tidy_spots(t, z);
    return 1;
}

typedef struct {
    int64_t stamp;
    int64_t card;
} yisp_stamped;

YISP_RARE int yisp_earlier(const void* a, const void* b)
{
    int64_t x = ((const yisp_stamped*)a)->stamp, y = ((const yisp_stamped*)b)->stamp;
    return (x > y) - (x < y);
}

#define YISP_MANY_KNOWN 64 /* cards from which on the library's way of sorting is the shorter one */

static inline void yisp_sort_few(yisp_stamped* known, int count)
{
    for (int i = 1; i < count; i++) {
        yisp_stamped one = known[i];
        int at = i;
        for (; at > 0 && known[at - 1].stamp > one.stamp; at--)
            known[at] = known[at - 1];
        known[at] = one;
    }
}

/* Write the first `n` of `cards` (a part of the zone with as many) to `out`, in order.
 *
 * Looks exactly as far as taking them one by one with `yisp_next_first` does. */
YISP_APART void yisp_order_cards(yisp_table* t, int z, const uint64_t* cards, int n, uint16_t* out)
{
    yisp_stamped known[64 * YISP_MAX_WORDS];
    const uint64_t* hidden = yisp_hidden_words(t, z);
    uint64_t rest[YISP_MAX_WORDS];
    int unrevealed = 0, found = 0, above = 0, written = 0, spots = YISP_ENUMERATES(t) && yisp_may_spot(t);
    if (YISP_ENUMERATES(t))
        yisp_spend_look(t, cards);
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w] & ~hidden[w]; bits; bits &= bits - 1) {
            int card = w * 64 + yisp_lowest(bits);
            known[found].stamp = yisp_stamps(t)[card];
            known[found].card = card;
            found += 1;
        }
        rest[w] = cards[w] & hidden[w];
        unrevealed += yisp_popcount(rest[w]);
    }
    if (found > YISP_MANY_KNOWN)
        qsort(known, found, sizeof(yisp_stamped), yisp_earlier);
    else
        yisp_sort_few(known, found);
    while (above < found && written < n && (known[above].stamp < 0 || !unrevealed))
        out[written++] = (uint16_t)known[above++].card;
    while (written < n && unrevealed) { /* with spots one after the other, without what lies between them */
        int card = spots ? yisp_next_first(t, z, rest) : yisp_reveal_first(t, z);
        if (yisp_contains(rest, card)) {
            yisp_remove(rest, card);
            out[written++] = (uint16_t)card;
            unrevealed -= 1;
        }
    }
    while (written < n)
        out[written++] = (uint16_t)known[above++].card;
}

/* Stamp the cards of a zone anew, without gaps, and lay its line. */
YISP_RARE void yisp_lay_line(yisp_table* t, int z)
{
    uint64_t cards[YISP_MAX_WORDS];
    int64_t* ends = yisp_line_ends(t, z);
    int n = yisp_fitting(t, z, t->everything, cards);
    yisp_order_cards(t, z, cards, n, t->list);
    for (int i = 0; i < n; i++) {
        yisp_stamps(t)[t->list[i]] = i + 1;
        yisp_line(t, z)[(i + 1) & YISP_LINE_MASK(t)] = t->list[i];
    }
    ends[0] = 0;
    ends[1] = n;
}

/* Reduce `cards`, of which there are `total`, to `n` of them, each subset equally likely. */
YISP_APART void yisp_keep_random(yisp_table* t, uint64_t* cards, int total, int n)
{
    int64_t left = total, wanted = n;
    /* Selection sampling (Knuth, TAOCP 2, 3.4.2, algorithm S): needs no list of the cards. */
    for (int w = 0; w < YISP_WORDS(t); w++) {
        for (uint64_t bits = cards[w]; bits; bits &= bits - 1) {
            if (yisp_choose_chance(t, wanted, left))
                wanted -= 1;
            else
                yisp_remove(cards, w * 64 + yisp_lowest(bits));
            left -= 1;
        }
    }
}

#endif

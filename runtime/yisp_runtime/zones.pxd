"""Zones: counting, looking, revealing, moving, shuffling.

A zone is a known prefix, an unrevealed set and a known suffix.  Counting reveals nothing.  Every
look goes through ``next_first`` or ``next_last``, which reveal as far as they must and no farther;
what is revealed keeps its place.  Every card that leaves the unrevealed part does so through
``reveal_first``, ``reveal_last`` or ``move_places``: a uniform choice among what is unrevealed
there.  What is chosen, and by whom, is the business of ``gate``.

A zone that scripts use as a long queue keeps a *line*: where a card with a stamp lies, by the stamp's
low bits, so that its first card is found without looking at them all.  Such a zone has stamps of
its own counting, is never shuffled, and may have gaps where cards left from its middle.

Small primitives are inline, so that a module built for one deck folds them; those that only large
sets need are prebuilt in ``zones.pyx``.
"""

from libc.stdint cimport INT64_MAX, int64_t, uint16_t, uint64_t

from .events cimport moved
from .gate cimport choose_among, choose_place, choose_places, hidden_size, note, open_reveals, order_is_free
from .log cimport append_cards, append_event
from .streams cimport bounded_batch, next_word
from .table cimport (
    BOTTOM,
    EVENT_MOVE,
    EVENT_NOTICE,
    EVENT_SHUFFLE,
    SHOWN,
    SHOWN_LAST,
    TOP,
    YISP_AT_ARRIVED,
    YISP_CARDS,
    YISP_ENUMERATES,
    YISP_LINE_MASK,
    YISP_MAX_WORDS,
    YISP_QUEUED,
    YISP_TIDY,
    YISP_VEILED,
    YISP_WORDS,
    YISP_WORD_OF,
    YISP_ZONES,
    Table,
    contains,
    counters,
    remove,
    hidden_words,
    insert,
    line,
    line_ends,
    lowest,
    nth,
    popcount,
    stamps,
    unlikely,
    zone_words,
)

cdef enum:  # End
    FIRST = 0
    LAST = 1
    RANDOM = 2


# Above this many cards a set is put in order by sorting, below by repeatedly taking the least.
cdef enum:
    FEW = 24


cdef bint take_unordered(Table* t, int z, int n, uint16_t* out) noexcept nogil
cdef int take_any(Table* t, int z, const uint64_t* cards) noexcept nogil
cdef void order_cards(Table* t, int z, uint64_t* cards, int n, uint16_t* out) noexcept nogil
cdef void lay_line(Table* t, int z) noexcept nogil
cdef void log_places(Table* t, int z, const uint64_t* places, int k) noexcept nogil
cdef void keep_random(Table* t, uint64_t* cards, int total, int n) noexcept nogil


# Counting -------------------------------------------------------------------------------------


cdef inline int size(const Table* t, int z) noexcept nogil:
    """How many cards the zone holds."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        total += popcount(zone[w])
    return total


cdef inline int count(const Table* t, int z, const uint64_t* mask) noexcept nogil:
    """How many cards of ``mask`` the zone holds."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        total += popcount(zone[w] & mask[w])
    return total


cdef inline int zone_of(const Table* t, int card) noexcept nogil:
    """The zone that holds the card."""
    cdef int z, found = 0
    for z in range(1, YISP_ZONES(t)):  # every card is somewhere: no branch need be taken
        found += z * contains(zone_words(t, z), card)
    return found


# Revealing ------------------------------------------------------------------------------------


cdef inline int take_at(const Table* t, uint64_t* cards, uint64_t place) noexcept nogil:
    """Take the card at ``place``, counted by the cards' numbers, out of a set."""
    cdef int w = 0, card
    while w < YISP_WORDS(t) - 1 and place >= <uint64_t>popcount(cards[w]):
        place -= popcount(cards[w])
        w += 1
    card = w * 64 + nth(cards[w], <int>place)
    remove(cards, card)
    return card


cdef inline int reveal_first(Table* t, int z) noexcept nogil:
    """Reveal the first unrevealed card of the zone; there must be one."""
    cdef int card = take_at(t, hidden_words(t, z), choose_place(t, z))
    counters(t)[SHOWN] += 1
    stamps(t)[card] = counters(t)[SHOWN]
    return card


cdef inline int reveal_last(Table* t, int z) noexcept nogil:
    """Reveal the last unrevealed card of the zone; there must be one."""
    cdef int card = take_at(t, hidden_words(t, z), choose_place(t, z))
    counters(t)[SHOWN_LAST] -= 1
    stamps(t)[card] = counters(t)[SHOWN_LAST]
    return card


cdef inline int next_known(const Table* t, const uint64_t* cards, const uint64_t* hidden) noexcept nogil:
    """The first of those of ``cards`` that are not hidden; -1 when there is none."""
    cdef const int64_t* stamp = stamps(t)
    cdef int64_t earliest = INT64_MAX
    cdef uint64_t bits
    cdef int w, card, best = -1
    for w in range(YISP_WORDS(t)):
        bits = cards[w] if hidden == NULL else cards[w] & ~hidden[w]
        while bits:  # no branches: where the first one lies is as good as random
            card = w * 64 + lowest(bits)
            bits &= bits - 1
            best = card if stamp[card] < earliest else best
            earliest = stamp[card] if stamp[card] < earliest else earliest
    return best


cdef inline int next_first(Table* t, int z, const uint64_t* cards) noexcept nogil:
    """The first of ``cards``, a non-empty part of the zone, in the zone's order."""
    if unlikely(YISP_ENUMERATES(t)) and order_is_free(t, z):
        return take_any(t, z, cards)
    cdef const uint64_t* hidden = hidden_words(t, z)
    cdef uint64_t veiled = 0
    cdef int w, best
    if not YISP_VEILED(t, z):
        return next_known(t, cards, NULL)
    best = next_known(t, cards, hidden)
    for w in range(YISP_WORDS(t)):
        veiled |= cards[w] & hidden[w]
    if veiled and (best < 0 or stamps(t)[best] > 0):
        best = reveal_first(t, z)
        while not contains(cards, best):
            best = reveal_first(t, z)
    return best


cdef inline int first_in_line(Table* t, int z) noexcept nogil:
    """The first card of a zone that keeps a line and is not empty."""
    cdef int64_t* ends = line_ends(t, z)
    cdef const uint16_t* places = line(t, z)
    cdef int card = places[(ends[0] + 1) & YISP_LINE_MASK(t)]
    while unlikely(not contains(zone_words(t, z), card) or stamps(t)[card] != ends[0] + 1):
        ends[0] += 1
        card = places[(ends[0] + 1) & YISP_LINE_MASK(t)]
    return card


cdef inline int first_card(Table* t, int z) noexcept nogil:
    """The first card of a zone that is not empty."""
    if YISP_QUEUED(t, z) and not YISP_ENUMERATES(t):
        return first_in_line(t, z)
    return next_first(t, z, zone_words(t, z))


cdef inline int next_picked(Table* t, int z, const uint64_t* cards) noexcept nogil:
    """``next_first`` in a zone that is about to be shuffled: nothing above the card is revealed."""
    cdef uint64_t veiled[YISP_MAX_WORDS]
    cdef uint64_t* hidden = hidden_words(t, z)
    cdef int w, best, n = 0
    if unlikely(YISP_ENUMERATES(t)) and order_is_free(t, z):
        return take_any(t, z, cards)
    best = next_known(t, cards, hidden)
    for w in range(YISP_WORDS(t)):
        veiled[w] = cards[w] & hidden[w]
        n += popcount(veiled[w])
    if n and (best < 0 or stamps(t)[best] > 0):
        best = take_at(t, veiled, choose_among(t, veiled, n))
        remove(hidden, best)
    return best


cdef inline int next_last(Table* t, int z, const uint64_t* cards) noexcept nogil:
    """The last of ``cards``, a non-empty part of the zone, in the zone's order."""
    if unlikely(YISP_ENUMERATES(t)) and order_is_free(t, z):
        return take_any(t, z, cards)
    cdef const uint64_t* hidden = hidden_words(t, z)
    cdef const int64_t* stamp = stamps(t)
    cdef uint64_t bits, veiled = 0
    cdef int w, card, best = -1
    for w in range(YISP_WORDS(t)):
        veiled |= cards[w] & hidden[w]
        bits = cards[w] & ~hidden[w]
        while bits:
            card = w * 64 + lowest(bits)
            bits &= bits - 1
            if best < 0 or stamp[card] > stamp[best]:
                best = card
    if veiled and (best < 0 or stamp[best] < 0):
        best = reveal_last(t, z)
        while not contains(cards, best):
            best = reveal_last(t, z)
    return best


# Working out a card set -----------------------------------------------------------------------


cdef inline void choose_zone(Table* t, int z) noexcept nogil:
    """Begin with every card of the zone."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w
    t.chosen_zone = z
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = zone[w]


cdef inline void choose_card(Table* t, int card) noexcept nogil:
    """Begin with that one card, wherever it is."""
    cdef int w
    t.chosen_zone = zone_of(t, card)
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = 0
    insert(t.chosen, card)


cdef inline void choose_event(Table* t) noexcept nogil:
    """Begin with the cards of the event that is being answered, as far as they are where it put them."""
    cdef const uint64_t* zone
    cdef int w, z = t.event_zone
    if z < 0:  # an event of one card, or of none
        z = 0
        for w in range(YISP_WORDS(t)):
            if t.event_cards[w]:
                z = zone_of(t, w * 64 + lowest(t.event_cards[w]))
    zone = zone_words(t, z)
    t.chosen_zone = z
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = t.event_cards[w] & zone[w]


cdef inline void keep(Table* t, const uint64_t* mask) noexcept nogil:
    """Keep the chosen cards that are in ``mask``."""
    cdef int w
    for w in range(YISP_WORDS(t)):
        t.chosen[w] &= mask[w]


cdef inline int chosen_size(const Table* t) noexcept nogil:
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        total += popcount(t.chosen[w])
    return total


cdef inline void limit(Table* t, int end, int64_t n, bint rejected) noexcept nogil:
    """Keep the first, the last or a random ``n`` of the chosen cards, or (``rejected``) all others.

    Looks only where it must: not at all when ``n`` is at least as many as there are.
    """
    cdef uint64_t kept[YISP_MAX_WORDS]
    cdef uint64_t rest[YISP_MAX_WORDS]
    cdef int total = chosen_size(t)
    cdef int w, i, card
    for w in range(YISP_WORDS(t)):
        rest[w] = t.chosen[w]
        kept[w] = 0
    if n >= total:
        for w in range(YISP_WORDS(t)):
            kept[w] = t.chosen[w]
    elif n > 0 and end == RANDOM:
        for w in range(YISP_WORDS(t)):
            kept[w] = t.chosen[w]
        keep_random(t, kept, total, <int>n)
    elif n > 0:
        for i in range(<int>n):
            card = next_first(t, t.chosen_zone, rest) if end == FIRST else next_last(t, t.chosen_zone, rest)
            remove(rest, card)
            insert(kept, card)
    for w in range(YISP_WORDS(t)):
        t.chosen[w] = t.chosen[w] & ~kept[w] if rejected else kept[w]


cdef inline void look_at_chosen(Table* t) noexcept nogil:
    """Look at the chosen cards; ``Table.list`` then holds them in order."""
    order_cards(t, t.chosen_zone, t.chosen, chosen_size(t), t.list)


# Moving ---------------------------------------------------------------------------------------


cdef inline void notice(Table* t, int site) noexcept nogil:
    """Count what happened at ``site``."""
    if unlikely(YISP_ENUMERATES(t)):
        note(t.enumeration, site)
        return
    t.counts.notices[site] += 1
    if t.trial < t.counts.first_trial[site]:
        t.counts.first_trial[site] = t.trial
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_NOTICE, site, 0, 0)


cdef inline int64_t arrive(Table* t, int to, int n, bint front) noexcept nogil:
    """The stamp just before those of ``n`` cards that come to an end of a zone together."""
    cdef int64_t* counter = counters(t)
    cdef int64_t* ends
    if YISP_QUEUED(t, to):
        ends = line_ends(t, to)
        if unlikely(ends[1] - ends[0] + n > YISP_LINE_MASK(t)):
            lay_line(t, to)
        if front:
            ends[0] -= n
            return ends[0]
        ends[1] += n
        return ends[1] - n
    if front:
        counter[TOP] -= n
        return counter[TOP]
    counter[BOTTOM] += n
    return counter[BOTTOM] - n


cdef inline void settle(Table* t, int w, uint64_t cards, int z, int to) noexcept nogil:
    """Take those cards of word ``w`` from one zone to another; their stamps are the caller's."""
    zone_words(t, z)[w] &= ~cards
    zone_words(t, to)[w] |= cards
    if z != to and not YISP_TIDY(t):  # only the scan of other decks asks
        t.position[YISP_AT_ARRIVED(t) + w] |= cards


cdef inline void lay(Table* t, int card, int z, int to, int64_t stamp) noexcept nogil:
    """Note where a card that comes from ``z`` lies in ``to``; the sets are the caller's."""
    stamps(t)[card] = stamp
    if YISP_QUEUED(t, to):
        line(t, to)[stamp & YISP_LINE_MASK(t)] = <uint16_t>card
    if z != to:
        moved(t, card, z, to)


cdef inline void transfer(Table* t, int card, int z, int to, int64_t stamp) noexcept nogil:
    """Take a known card out of its zone and lay it where ``stamp`` says."""
    settle(t, YISP_WORD_OF(card), <uint64_t>1 << (card & 63), z, to)
    lay(t, card, z, to, stamp)


cdef inline int move_cards(
    Table* t, int site, int z, uint64_t* cards, int n, int to, bint front
) noexcept nogil:
    """Move the first ``n`` of ``cards``, a part of zone ``z`` that has as many, keeping their order.

    ``cards`` is used up.  Returns how many were moved.
    """
    cdef int64_t stamp
    cdef int i, card
    if n <= 0:
        notice(t, site)
        return 0
    stamp = arrive(t, to, n, front)
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_MOVE, site, z * 256 + to, n)
    if n > FEW and not YISP_ENUMERATES(t):
        order_cards(t, z, cards, n, t.list)
        for i in range(n):
            stamp += 1
            transfer(t, t.list[i], z, to, stamp)
            if unlikely(t.log != NULL):
                append_cards(t.log, &t.list[i], 1)
        return n
    for i in range(n):
        card = next_first(t, z, cards)
        remove(cards, card)
        stamp += 1
        transfer(t, card, z, to, stamp)
        if unlikely(t.log != NULL):
            t.list[0] = <uint16_t>card
            append_cards(t.log, t.list, 1)
    return n


cdef inline void move_next(
    Table* t, int site, int z, const uint64_t* mask, int to, bint front
) noexcept nogil:
    """``(# Z.f.1 T)``: what ``move_first`` does, for one card."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef uint64_t some = 0
    cdef int w
    for w in range(YISP_WORDS(t)):
        cards[w] = zone_words(t, z)[w] & mask[w]
        some |= cards[w]
    if some == 0 or unlikely(t.log != NULL):
        move_cards(t, site, z, cards, some != 0, to, front)
    else:
        transfer(t, next_first(t, z, cards), z, to, arrive(t, to, 1, front) + 1)


cdef inline int move_all(
    Table* t, int site, int z, const uint64_t* mask, int to, bint front
) noexcept nogil:
    """``(# Z.f T)``: move all that fit; returns how many."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w, n = 0
    for w in range(YISP_WORDS(t)):
        cards[w] = zone[w] & mask[w]
        n += popcount(cards[w])
    if YISP_VEILED(t, z) and not YISP_ENUMERATES(t) and 0 < n == hidden_size(t, z) == size(t, z):
        return move_unknown(t, site, z, n, to, front)
    return move_cards(t, site, z, cards, n, to, front)


cdef inline int move_first(
    Table* t, int site, int z, const uint64_t* mask, int64_t n, int to, bint front
) noexcept nogil:
    """``(# Z.f.n T)``: move the first ``n`` that fit, or as many as there are; returns how many."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        cards[w] = zone[w] & mask[w]
        total += popcount(cards[w])
    return move_cards(t, site, z, cards, total if n >= total else <int>n if n > 0 else 0, to, front)


cdef inline void move_places(
    Table* t, int z, const uint64_t* places, int k, int to, int64_t stamp
) noexcept nogil:
    """Move the unrevealed cards at these places (see ``choose_places``), stamped from ``stamp`` + 1 on."""
    cdef uint64_t left[YISP_MAX_WORDS]  # apart from the position, so that no stamp can be mistaken for it
    cdef uint64_t* hidden = hidden_words(t, z)
    cdef uint64_t taken
    cdef int w, i
    if unlikely(t.log != NULL):
        log_places(t, z, places, k)
    for w in range(YISP_WORDS(t)):
        left[w] = hidden[w]
    for i in range(k):
        lay(t, take_at(t, left, places[i]), z, to, stamp + 1 + i)
    for w in range(YISP_WORDS(t)):
        taken = hidden[w] & ~left[w]
        hidden[w] = left[w]
        settle(t, w, taken, z, to)


cdef inline int move_picked(
    Table* t, int site, int z, const uint64_t* mask, int64_t n, int to, bint front
) noexcept nogil:
    """``(# Z.f.n T);(shuffle Z)`` up to the shuffle, which must follow; returns how many were moved."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef const uint64_t* zone = zone_words(t, z)
    cdef int64_t stamp
    cdef int w, card, i, total = 0
    for w in range(YISP_WORDS(t)):
        cards[w] = zone[w] & mask[w]
        total += popcount(cards[w])
    if n > total:
        n = total
    if n <= 0 or n > FEW:  # many are found sooner by looking through the zone
        return move_cards(t, site, z, cards, <int>n if n > 0 else 0, to, front)
    stamp = arrive(t, to, <int>n, front)
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_MOVE, site, z * 256 + to, n)
    for i in range(<int>n):
        card = next_picked(t, z, cards)
        remove(cards, card)
        stamp += 1
        transfer(t, card, z, to, stamp)
        if unlikely(t.log != NULL):
            t.list[0] = <uint16_t>card
            append_cards(t.log, t.list, 1)
    return <int>n


cdef inline int move_top(Table* t, int site, int z, int64_t n, int to, bint front) noexcept nogil:
    """``(# Z.n T)``: move the first ``n`` cards of the zone; returns how many.

    The common case of a zone of which nothing is known draws several cards from one random word.
    """
    cdef int total = size(t, z)
    if YISP_QUEUED(t, z) and z != to and not YISP_ENUMERATES(t) and n > 0 and total:
        return move_line(t, site, z, <int>n if n < total else total, to, front)
    if not YISP_VEILED(t, z) or hidden_size(t, z) != total or n <= 0 or total == 0:
        return move_first(t, site, z, t.everything, n, to, front)
    return move_unknown(t, site, z, n if n < total else total, to, front)


cdef inline int move_line(Table* t, int site, int z, int n, int to, bint front) noexcept nogil:
    """Move the first ``n`` cards of a zone that keeps a line to another."""
    cdef int64_t stamp = arrive(t, to, n, front)
    cdef uint16_t card
    cdef int i
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_MOVE, site, z * 256 + to, n)
    for i in range(n):
        card = <uint16_t>first_in_line(t, z)
        line_ends(t, z)[0] += 1
        transfer(t, card, z, to, stamp + 1 + i)
        if unlikely(t.log != NULL):
            append_cards(t.log, &card, 1)
    return n


cdef inline int move_unknown(Table* t, int site, int z, int64_t n, int to, bint front) noexcept nogil:
    """Move the first ``n`` cards of a zone of which nothing is known, and which has as many."""
    cdef uint64_t places[8]
    cdef int total = hidden_size(t, z)
    cdef int i, k
    cdef int64_t stamp
    stamp = arrive(t, to, <int>n, front)
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_MOVE, site, z * 256 + to, n)
    i = 0
    if unlikely(t.enumeration != NULL) and order_is_free(t, to) and take_unordered(t, z, <int>n, t.list):
        while i < n:
            stamp += 1
            transfer(t, t.list[i], z, to, stamp)
            i += 1
    while i < n:
        k = choose_places(t, z, total - i, n - i, places)
        move_places(t, z, places, k, to, stamp + i)
        i += k
    return <int>n


cdef inline void move_few(Table* t, int site, int z, int n, int to, bint front) noexcept nogil:
    """What ``move_top`` does, for 1 to 8 cards of a deck of one word: short where ``n`` is a constant."""
    cdef uint64_t places[8]
    cdef uint64_t hidden = hidden_words(t, z)[0]
    cdef int total = popcount(hidden)
    if (
        YISP_QUEUED(t, z) or hidden != zone_words(t, z)[0] or total < n
        or t.log != NULL or YISP_ENUMERATES(t)
    ):
        move_top(t, site, z, n, to, front)
        return
    open_reveals(t)
    bounded_batch(&t.reveals, total, n, places)
    move_places(t, z, places, n, to, arrive(t, to, n, front))


cdef inline void move_one(Table* t, int site, int z, int to, bint front) noexcept nogil:
    """What ``move_top`` does, for one card of a zone that keeps a line: short where all is constant."""
    cdef int card
    if unlikely(size(t, z) == 0 or z == to or t.log != NULL or YISP_ENUMERATES(t)):
        move_top(t, site, z, 1, to, front)
        return
    card = first_in_line(t, z)
    line_ends(t, z)[0] += 1
    transfer(t, card, z, to, arrive(t, to, 1, front) + 1)


cdef inline void move_whole(Table* t, int site, int z, int to, bint front) noexcept nogil:
    """What ``move_all`` does with every card of a zone: short where they are few and unrevealed, in a
    deck of one word."""
    cdef uint64_t places[8]
    cdef uint64_t hidden = hidden_words(t, z)[0]
    cdef int n = popcount(hidden)
    if hidden != zone_words(t, z)[0] or n == 0 or n > 8 or t.log != NULL or YISP_ENUMERATES(t):
        move_all(t, site, z, t.everything, to, front)
        return
    open_reveals(t)
    if n == 2:
        move_pair(t, z, hidden, to, arrive(t, to, 2, front))
        return
    bounded_batch(&t.reveals, n, n, places)
    move_places(t, z, places, n, to, arrive(t, to, n, front))


cdef inline void move_pair(Table* t, int z, uint64_t pair, int to, int64_t stamp) noexcept nogil:
    """What ``move_places`` does with the only two cards of a zone: a bit decides, as in ``bounded_batch``."""
    cdef uint64_t swapped = next_word(&t.reveals) >> 63
    cdef int first = lowest(pair)
    cdef int second = lowest(pair & (pair - 1))
    hidden_words(t, z)[0] = 0
    settle(t, 0, pair, z, to)
    lay(t, second if swapped else first, z, to, stamp + 1)
    lay(t, first if swapped else second, z, to, stamp + 2)


cdef inline int move_chosen(Table* t, int site, int to, bint front) noexcept nogil:
    """Move the chosen cards; returns how many."""
    return move_cards(t, site, t.chosen_zone, t.chosen, chosen_size(t), to, front)


cdef inline int move_card(Table* t, int site, int card, int z, int to, bint front) noexcept nogil:
    """``(# X T)``: move that one card, which lies in zone ``z``."""
    if YISP_VEILED(t, z) and unlikely(contains(hidden_words(t, z), card)):
        choose_card(t, card)
        return move_cards(t, site, z, t.chosen, 1, to, front)
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_MOVE, site, z * 256 + to, 1)
        t.list[0] = <uint16_t>card
        append_cards(t.log, t.list, 1)
    transfer(t, card, z, to, arrive(t, to, 1, front) + 1)
    return 1


cdef inline void shuffle(Table* t, int z) noexcept nogil:
    """Forget the zone's order."""
    cdef const uint64_t* zone = zone_words(t, z)
    cdef uint64_t* hidden = hidden_words(t, z)
    cdef int w
    for w in range(YISP_WORDS(t)):
        hidden[w] = zone[w]
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_SHUFFLE, z, 0, 0)

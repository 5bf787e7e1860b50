"""Moving cards, for both targets.

Cards leave in their zone's order, arrive together at one end, and get stamps there that follow one
another.  Unrevealed ones are chosen as late as here, several from one random word where nothing else
is asked of their order.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t

from .events cimport moved
from .gate cimport CARDS_A_UNIT, choose_places, hidden_size, open_reveals, order_is_free, spend
from .log cimport log_move, notice
from .selection cimport chosen_size
from .streams cimport bounded_batch, next_word
from .table cimport (
    BOTTOM,
    TOP,
    YISP_AT_ARRIVED,
    YISP_ENUMERATES,
    YISP_LINE_MASK,
    YISP_MAX_WORDS,
    YISP_QUEUED,
    YISP_TIDY,
    YISP_VEILED,
    YISP_WORDS,
    YISP_WORD_OF,
    Table,
    contains,
    counters,
    hidden_words,
    insert,
    line,
    line_ends,
    lowest,
    popcount,
    remove,
    stamps,
    unlikely,
    zone_words,
)
from .zones cimport (
    first_in_line, lay_line, next_first, next_known, next_picked, order_cards, size, take_at, take_unordered,
)


# One card ---------------------------------------------------------------------------------------


cdef inline int64_t arrive(Table* t, int to, int n, bint front) noexcept nogil:
    """The stamp just before those of ``n`` cards that come to an end of a zone together."""
    cdef int64_t* counter = counters(t)
    cdef int64_t* ends
    if unlikely(YISP_ENUMERATES(t)):
        spend(t, n * (1 + YISP_WORDS(t) // CARDS_A_UNIT))
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


cdef inline int arrived(Table* t, int site, int z, int to, int64_t stamp, int n) noexcept nogil:
    """A move of ``n`` cards is done, which have the stamps after ``stamp``; that many."""
    if unlikely(t.log != NULL):
        log_move(t, site, z, to, stamp, n)
    return n


cdef inline int move_card(Table* t, int site, int card, int z, int to, bint front) noexcept nogil:
    """``(# X T)``: move that one card, which lies in zone ``z``."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef int64_t stamp
    cdef int w
    if YISP_VEILED(t, z) and unlikely(contains(hidden_words(t, z), card)):
        for w in range(YISP_WORDS(t)):
            cards[w] = 0
        insert(cards, card)
        return move_cards(t, site, z, cards, 1, to, front)
    stamp = arrive(t, to, 1, front)
    transfer(t, card, z, to, stamp + 1)
    return arrived(t, site, z, to, stamp, 1)


# Cards that fit -----------------------------------------------------------------------------------


# Above this many cards a set is put in order by sorting, below by repeatedly taking the least.
cdef enum:
    FEW = 24


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
    if n > FEW and not YISP_ENUMERATES(t):
        order_cards(t, z, cards, n, t.list)
        for i in range(n):
            transfer(t, t.list[i], z, to, stamp + 1 + i)
    else:
        for i in range(n):
            card = next_first(t, z, cards)
            remove(cards, card)
            transfer(t, card, z, to, stamp + 1 + i)
    return arrived(t, site, z, to, stamp, n)


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
    for i in range(<int>n):
        card = next_picked(t, z, cards)
        remove(cards, card)
        transfer(t, card, z, to, stamp + 1 + i)
    return arrived(t, site, z, to, stamp, <int>n)


cdef inline int move_chosen(Table* t, int site, int to, bint front) noexcept nogil:
    """Move the chosen cards; returns how many."""
    return move_cards(t, site, t.chosen_zone, t.chosen, chosen_size(t), to, front)


# The first cards, whatever they are ---------------------------------------------------------------


cdef inline int move_top(Table* t, int site, int z, int64_t n, int to, bint front) noexcept nogil:
    """``(# Z.n T)``: move the first ``n`` cards of the zone; returns how many."""
    cdef int total = size(t, z)
    if n > total:
        n = total
    if YISP_QUEUED(t, z) and z != to and n > 0:
        return move_line(t, site, z, <int>n, to, front)
    if not YISP_VEILED(t, z) or n <= 0 or (n > FEW or YISP_ENUMERATES(t)) and hidden_size(t, z) != total:
        return move_first(t, site, z, t.everything, n, to, front)
    return move_unknown(t, site, z, <int>n, to, front)


cdef inline int move_unknown(Table* t, int site, int z, int n, int to, bint front) noexcept nogil:
    """Move the first ``n`` cards of a zone that has as many, what is unrevealed several cards at a time.

    An enumeration comes here only with a zone of which nothing is known.
    """
    cdef uint64_t places[8]
    cdef uint64_t known[YISP_MAX_WORDS]
    cdef int64_t stamp = arrive(t, to, n, front)
    cdef int w, card, k, i = 0, left = hidden_size(t, z)
    if unlikely(YISP_ENUMERATES(t)) and order_is_free(t, to, hidden_words(t, z)) and take_unordered(t, z, n, t.list):
        for i in range(n):
            transfer(t, t.list[i], z, to, stamp + 1 + i)
        return n
    for w in range(YISP_WORDS(t)):
        known[w] = zone_words(t, z)[w] & ~hidden_words(t, z)[w]
    while i < n:
        card = next_known(t, known, NULL)
        if left and (card < 0 or stamps(t)[card] > 0):
            k = choose_places(t, z, left, n - i if n - i < left else left, places)
            move_places(t, z, places, k, to, stamp + i)
            left -= k
            i += k
        else:
            remove(known, card)
            i += 1
            transfer(t, card, z, to, stamp + i)
    return arrived(t, site, z, to, stamp, n)


cdef inline void move_places(
    Table* t, int z, const uint64_t* places, int k, int to, int64_t stamp
) noexcept nogil:
    """Move the unrevealed cards at these places (see ``choose_places``), stamped from ``stamp`` + 1 on."""
    cdef uint64_t left[YISP_MAX_WORDS]  # apart from the position, so that no stamp can be mistaken for it
    cdef uint64_t* hidden = hidden_words(t, z)
    cdef uint64_t taken
    cdef int w, i
    for w in range(YISP_WORDS(t)):
        left[w] = hidden[w]
    for i in range(k):
        lay(t, take_at(t, left, places[i]), z, to, stamp + 1 + i)
    for w in range(YISP_WORDS(t)):
        taken = hidden[w] & ~left[w]
        hidden[w] = left[w]
        settle(t, w, taken, z, to)


cdef inline bint shows_top(const Table* t, int z) noexcept nogil:
    """Whether a card above the unrevealed ones is known, in a deck of one word."""
    cdef uint64_t bits = zone_words(t, z)[0] & ~hidden_words(t, z)[0]
    cdef int64_t signs = 0
    while bits:
        signs |= stamps(t)[lowest(bits)]
        bits &= bits - 1
    return signs < 0


cdef inline void move_few(Table* t, int site, int z, int n, int to, bint front) noexcept nogil:
    """What ``move_top`` does, for 1 to 8 cards of a zone that some script shuffles, in a deck of one
    word: short where ``n`` is a constant."""
    cdef uint64_t places[8]
    cdef int64_t stamp
    cdef int left = popcount(hidden_words(t, z)[0])
    if unlikely(left < n or shows_top(t, z)):
        move_top(t, site, z, n, to, front)
        return
    open_reveals(t)
    bounded_batch(&t.reveals, left, n, places)
    stamp = arrive(t, to, n, front)
    move_places(t, z, places, n, to, stamp)
    arrived(t, site, z, to, stamp, n)


cdef inline void move_whole(Table* t, int site, int z, int to, bint front) noexcept nogil:
    """What ``move_all`` does with every card of such a zone: short where they are few and unrevealed.

    Only scripts come here, and where scripts run the stream of reveals is open (``deal`` in ``trials.pxd``).
    """
    cdef uint64_t places[8]
    cdef uint64_t hidden = hidden_words(t, z)[0]
    cdef int64_t stamp
    cdef int n = popcount(hidden)
    if hidden != zone_words(t, z)[0] or n == 0 or n > 8:
        move_all(t, site, z, t.everything, to, front)
        return
    stamp = arrive(t, to, n, front)
    if n == 2:
        move_pair(t, z, hidden, to, stamp)
    else:
        bounded_batch(&t.reveals, n, n, places)
        move_places(t, z, places, n, to, stamp)
    arrived(t, site, z, to, stamp, n)


cdef inline void move_pair(Table* t, int z, uint64_t pair, int to, int64_t stamp) noexcept nogil:
    """What ``move_places`` does with the only two cards of a zone: a bit decides, as in ``bounded_batch``."""
    cdef uint64_t swapped = next_word(&t.reveals) >> 63
    cdef int first = lowest(pair)
    cdef int second = lowest(pair & (pair - 1))
    hidden_words(t, z)[0] = 0
    settle(t, 0, pair, z, to)
    lay(t, second if swapped else first, z, to, stamp + 1)
    lay(t, first if swapped else second, z, to, stamp + 2)


cdef inline int move_line(Table* t, int site, int z, int n, int to, bint front) noexcept nogil:
    """Move the first ``n`` cards of a zone that keeps a line to another."""
    cdef int64_t stamp = arrive(t, to, n, front)
    cdef int i, card
    for i in range(n):
        card = first_in_line(t, z)
        line_ends(t, z)[0] += 1
        transfer(t, card, z, to, stamp + 1 + i)
    return arrived(t, site, z, to, stamp, n)


cdef inline void move_one(Table* t, int site, int z, int to, bint front) noexcept nogil:
    """What ``move_top`` does, for one card of a zone that keeps a line: short where all is constant."""
    if unlikely(size(t, z) == 0 or z == to):
        move_top(t, site, z, 1, to, front)
    else:
        move_line(t, site, z, 1, to, front)

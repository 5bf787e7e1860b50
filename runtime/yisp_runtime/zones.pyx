"""The primitives that only large sets need; see ``zones.pxd``."""

from libc.stdint cimport INT64_MAX, int64_t, uint16_t, uint64_t
from libc.stdlib cimport qsort

from .gate cimport choose_chance, decide, hidden_size, spend_look, weigh
from .table cimport Enumeration, Table, contains, hidden_words, line, line_ends, lowest, remove, stamps, zone_words


cdef int64_t MOST = <int64_t>1 << 46  # times 10,000 cards it still fits a word


ctypedef struct Stamped:
    int64_t stamp
    int64_t card


cdef int _earlier(const void* a, const void* b) noexcept nogil:
    cdef int64_t x = (<const Stamped*>a).stamp, y = (<const Stamped*>b).stamp
    return (x > y) - (x < y)


cdef int reveal_any(Table* t, int z, const uint64_t* cards) noexcept nogil:
    """Reveal one of ``cards`` as the next, where nothing can tell which of them it is, nor what lies above."""
    cdef int w = 0, card
    while not cards[w] & hidden_words(t, z)[w]:
        w += 1
    card = w * 64 + lowest(cards[w] & hidden_words(t, z)[w])
    remove(hidden_words(t, z), card)
    counters(t)[SHOWN] += 1
    stamps(t)[card] = counters(t)[SHOWN]
    return card


cdef bint take_unordered(Table* t, int z, int n, uint16_t* out) noexcept nogil:
    """Take ``n`` unrevealed cards that go where their order cannot matter, and write them to ``out``.

    An enumeration need then decide only how many of each class there are: for one class after the
    other, k of them beside n - k of those to come.  False, and nothing done, where the number of such
    hands does not fit its weights.
    """
    cdef Enumeration* e = t.enumeration
    cdef uint64_t* hidden = hidden_words(t, z)
    cdef int64_t rest = hidden_size(t, z), left = n, size, least, most, ways, k, c
    cdef uint64_t bits
    cdef int w, card, taken = 0
    if n < 2 or _subsets(rest, n, MOST) < 0:
        return False
    for c in range(e.classes):
        e.tally[c] = 0
    for w in range(YISP_WORDS(t)):
        bits = hidden[w]
        while bits:
            e.tally[e.class_of[w * 64 + lowest(bits)]] += 1
            bits &= bits - 1
    for c in range(e.classes):  # from here on the tally says how many of each are taken
        size = e.tally[c]
        least = left - (rest - size) if left > rest - size else 0
        most = size if size < left else left
        k = least
        if most > least:
            k += decide(e, most - least + 1)
            # None of these is above the first, which counted all of them.
            ways = _subsets(size, k, INT64_MAX) * _subsets(rest - size, left - k, INT64_MAX)
            weigh(e, ways, _subsets(rest, left, INT64_MAX))
        rest -= size
        left -= k
        e.tally[c] = k
    for w in range(YISP_WORDS(t)):
        bits = hidden[w]
        while bits:
            card = w * 64 + lowest(bits)
            bits &= bits - 1
            if e.tally[e.class_of[card]]:
                e.tally[e.class_of[card]] -= 1
                remove(hidden, card)
                out[taken] = <uint16_t>card
                taken += 1
    return True


cdef int64_t _subsets(int64_t n, int64_t k, int64_t limit) noexcept nogil:
    """How many sets of ``k`` there are among ``n``; -1 where working that out leads beyond ``limit``."""
    cdef int64_t i, ways = 1
    if k > n - k:
        k = n - k
    for i in range(k):
        if ways > limit // (n - i):
            return -1
        ways = ways * (n - i) // (i + 1)
    return ways


cdef void order_cards(Table* t, int z, uint64_t* cards, int n, uint16_t* out) noexcept nogil:
    """Write the first ``n`` of ``cards`` (a part of the zone with as many) to ``out``, in order.

    Looks exactly as far as taking them one by one with ``next_first`` does.
    """
    cdef Stamped known[64 * YISP_MAX_WORDS]
    cdef const uint64_t* hidden = hidden_words(t, z)
    cdef int64_t veiled = 0
    cdef uint64_t bits
    cdef int w, card, found = 0, above = 0, written = 0
    if YISP_ENUMERATES(t):
        spend_look(t, cards)
    for w in range(YISP_WORDS(t)):
        bits = cards[w] & ~hidden[w]
        while bits:
            card = w * 64 + lowest(bits)
            bits &= bits - 1
            known[found].stamp = stamps(t)[card]
            known[found].card = card
            found += 1
        bits = cards[w] & hidden[w]
        while bits:
            veiled += 1
            bits &= bits - 1
    if found > 1:
        qsort(known, found, sizeof(Stamped), _earlier)
    while above < found and written < n and (known[above].stamp < 0 or not veiled):
        out[written] = <uint16_t>known[above].card
        written += 1
        above += 1
    while written < n and veiled:
        card = reveal_first(t, z)
        if contains(cards, card):
            out[written] = <uint16_t>card
            written += 1
            veiled -= 1
    while written < n:
        out[written] = <uint16_t>known[above].card
        written += 1
        above += 1


cdef void lay_line(Table* t, int z) noexcept nogil:
    """Stamp the cards of a zone anew, without gaps, and lay its line."""
    cdef uint64_t cards[YISP_MAX_WORDS]
    cdef int64_t* ends = line_ends(t, z)
    cdef int w, i, n = size(t, z)
    for w in range(YISP_WORDS(t)):
        cards[w] = zone_words(t, z)[w]
    order_cards(t, z, cards, n, t.list)
    for i in range(n):
        stamps(t)[t.list[i]] = i + 1
        line(t, z)[(i + 1) & YISP_LINE_MASK(t)] = t.list[i]
    ends[0] = 0
    ends[1] = n


cdef void keep_random(Table* t, uint64_t* cards, int total, int n) noexcept nogil:
    """Reduce ``cards``, of which there are ``total``, to ``n`` of them, each subset equally likely."""
    cdef int64_t left = total, wanted = n
    cdef uint64_t bits
    cdef int w
    # Selection sampling (Knuth, TAOCP 2, 3.4.2, algorithm S): needs no list of the cards.
    for w in range(YISP_WORDS(t)):
        bits = cards[w]
        while bits:
            if choose_chance(t, wanted, left):
                wanted -= 1
            else:
                remove(cards, w * 64 + lowest(bits))
            left -= 1
            bits &= bits - 1

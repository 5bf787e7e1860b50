"""The one gate for chance: everything that a position does not determine is decided here.

Behind it stands either a pair of random streams, keyed by the trial — one for what is revealed, one
for numbers (``rand``, ``.?n``), opened only when the trial asks for its first — or an enumeration,
which takes prescribed options and writes down what else could have been.  What runs in front of the
gate is the same code for both.  Where a topic does nothing but draw a hand, that hand takes one word
of a block that serves four trials.
"""

from libc.stdint cimport int64_t, uint64_t

from .streams cimport (
    HANDS, NUMBERS, batch_size, bounded, bounded_batch, make_block, next_word, open_stream, split_word,
)
from .table cimport YISP_ENUMERATES, YISP_WORDS, Enumeration, Table, hidden_words, popcount, unlikely


cdef int64_t decide(Enumeration* e, int64_t options) noexcept nogil
cdef void weigh(Enumeration* e, int64_t weight, int64_t total) noexcept nogil
cdef void note(Enumeration* e, int site) noexcept nogil
cdef void note_activation(Enumeration* e, int effect) noexcept nogil
cdef void open_reveals_late(Table* t) noexcept nogil
cdef void find_marked(const Table* t, uint64_t* marked) noexcept nogil
cdef int64_t tally_groups(Table* t, const uint64_t* cards, const uint64_t* marked) noexcept nogil
cdef int64_t group_of(const Table* t, const uint64_t* marked, int card) noexcept nogil
cdef bint order_is_free(const Table* t, int z, const uint64_t* cards) noexcept nogil
cdef uint64_t enumerate_among(Table* t, const uint64_t* cards, int64_t n) noexcept nogil
cdef uint64_t enumerate_number(Table* t, uint64_t n) noexcept nogil
cdef bint enumerate_chance(Table* t, int64_t wanted, int64_t total) noexcept nogil
cdef void spend(Table* t, int64_t work) noexcept nogil
cdef void spend_look(Table* t, const uint64_t* cards) noexcept nogil


# What an exact answer's budget is charged for, beside the scripts' own work (``compile.work``).
cdef enum:  # Work
    WORK_STAGE = 24  # going back to a position and running a stage of its trial
    WORK_KEEP = 40  # keeping the position that it leads to
    WORK_DECISION = 2
    WORK_EFFECT = 4  # calling an effect
    WORK_KIND = 4  # of a filter by a number
    CARDS_A_UNIT = 16  # looked through, or counted by class
    BYTES_A_UNIT = 512  # of a position copied


cdef inline int hidden_size(const Table* t, int z) noexcept nogil:
    """How many cards of the zone are unrevealed."""
    cdef const uint64_t* hidden = hidden_words(t, z)
    cdef int w, total = 0
    for w in range(YISP_WORDS(t)):
        total += popcount(hidden[w])
    return total


cdef inline void open_reveals(Table* t) noexcept nogil:
    """Open the stream of reveals unless it is; only where a hand came from elsewhere it is not yet."""
    if unlikely(not t.reveals_ready):
        open_reveals_late(t)


cdef inline void choose_hand(Table* t, int n, int k, uint64_t* out) noexcept nogil:
    """Where ``k`` cards drawn from a deck of ``n`` lie, each among those still there."""
    if t.trial // 4 != t.hands_block:
        t.hands_block = t.trial // 4
        make_block(t.hands, t.seed, t.topic, t.hands_block, HANDS)
    if unlikely(not split_word(t.hands[t.trial & 3], n, k, out)):
        open_reveals(t)
        bounded_batch(&t.reveals, n, k, out)


cdef inline uint64_t choose_place(Table* t, int z) noexcept nogil:
    """Which of the unrevealed cards of the zone (by its place among their numbers) lies where we look."""
    if unlikely(YISP_ENUMERATES(t)):
        return enumerate_among(t, hidden_words(t, z), hidden_size(t, z))
    open_reveals(t)
    return bounded(&t.reveals, hidden_size(t, z))


cdef inline uint64_t choose_among(Table* t, const uint64_t* cards, int64_t n) noexcept nogil:
    """Which of ``cards``, ``n`` unrevealed ones that are equally likely (by its rank in the set)."""
    if unlikely(YISP_ENUMERATES(t)):
        return enumerate_among(t, cards, n)
    open_reveals(t)
    return bounded(&t.reveals, n)


cdef inline int choose_places(Table* t, int z, int total, int64_t wanted, uint64_t* out) noexcept nogil:
    """The same for some of the next ``wanted`` places, of ``total`` unrevealed cards one fewer each time.

    Returns how many were chosen: what one random word gives.
    """
    cdef int k
    if unlikely(YISP_ENUMERATES(t)):
        out[0] = enumerate_among(t, hidden_words(t, z), hidden_size(t, z))
        return 1
    open_reveals(t)
    k = batch_size(total)
    if k > wanted:
        k = <int>wanted
    bounded_batch(&t.reveals, total, k, out)
    return k


cdef inline void open_numbers(Table* t) noexcept nogil:
    if unlikely(not t.numbers_ready):
        open_stream(&t.numbers, t.seed, t.topic, t.trial, NUMBERS)
        t.numbers_ready = True


cdef inline uint64_t choose_number(Table* t, uint64_t n) noexcept nogil:
    """A number below ``n``, or any 64-bit one when ``n`` is 0."""
    if unlikely(YISP_ENUMERATES(t)):
        return enumerate_number(t, n)
    open_numbers(t)
    return bounded(&t.numbers, n) if n else next_word(&t.numbers)


cdef inline bint choose_chance(Table* t, int64_t wanted, int64_t total) noexcept nogil:
    """True with probability ``wanted / total``."""
    if unlikely(YISP_ENUMERATES(t)):
        return enumerate_chance(t, wanted, total)
    open_numbers(t)
    return <int64_t>bounded(&t.numbers, total) < wanted

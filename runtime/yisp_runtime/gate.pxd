"""The one gate for chance: everything that a position does not determine is decided here.

Behind it stands either a pair of random streams, keyed by the trial — one for what is revealed, one
for numbers (``rand``, ``.?n``), opened only when the trial asks for its first — or an enumeration,
which takes prescribed options and writes down what else could have been.  What runs in front of the
gate is the same code for both.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t

from .streams cimport NUMBERS, batch_size, bounded, bounded_batch, next_word, open_stream
from .table cimport YISP_CARDS, Enumeration, Table, pool_size, unlikely


cdef int64_t decide(Enumeration* e, int64_t options) noexcept nogil
cdef void note(Enumeration* e, int site) noexcept nogil
cdef void note_activation(Enumeration* e, int effect) noexcept nogil
cdef bint order_is_free(const Table* t, int z) noexcept nogil
cdef uint64_t enumerate_place(Table* t, int z) noexcept nogil
cdef uint64_t enumerate_number(Table* t, uint64_t n) noexcept nogil
cdef bint enumerate_chance(Table* t, int64_t wanted, int64_t total) noexcept nogil


cdef inline uint64_t choose_place(Table* t, int z) noexcept nogil:
    """Which of the unrevealed cards of the zone (by its place in the pool) lies where we look."""
    if unlikely(t.enumeration != NULL):
        return enumerate_place(t, z)
    return bounded(&t.reveals, pool_size(t, z)[0])


cdef inline int choose_places(Table* t, int z, int64_t wanted, uint64_t* out) noexcept nogil:
    """The same for some of the next ``wanted`` places, the pool shrinking by one each time.

    Returns how many were chosen: what one random word gives.
    """
    cdef int k
    if unlikely(t.enumeration != NULL):
        out[0] = enumerate_place(t, z)
        return 1
    k = batch_size(pool_size(t, z)[0])
    if k > wanted:
        k = <int>wanted
    bounded_batch(&t.reveals, pool_size(t, z)[0], k, out)
    return k


cdef inline void open_numbers(Table* t) noexcept nogil:
    if unlikely(not t.numbers_ready):
        open_stream(&t.numbers, t.seed, t.topic, t.trial, NUMBERS)
        t.numbers_ready = True


cdef inline uint64_t choose_number(Table* t, uint64_t n) noexcept nogil:
    """A number below ``n``, or any 64-bit one when ``n`` is 0."""
    if unlikely(t.enumeration != NULL):
        return enumerate_number(t, n)
    open_numbers(t)
    return bounded(&t.numbers, n) if n else next_word(&t.numbers)


cdef inline bint choose_chance(Table* t, int64_t wanted, int64_t total) noexcept nogil:
    """True with probability ``wanted / total``."""
    if unlikely(t.enumeration != NULL):
        return enumerate_chance(t, wanted, total)
    open_numbers(t)
    return <int64_t>bounded(&t.numbers, total) < wanted

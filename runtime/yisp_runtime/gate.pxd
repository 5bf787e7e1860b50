"""The one gate for chance: everything that a position does not determine is decided here.

Behind it stands a pair of random streams, keyed by the trial: one for what is revealed, one for
numbers (``rand``, ``.?n``), opened only when the trial asks for its first.
"""

from libc.stdint cimport uint64_t

from .streams cimport NUMBERS, batch_size, bounded, bounded_batch, next_word, open_stream
from .table cimport Table, unlikely


cdef inline uint64_t choose_place(Table* t, uint64_t n) noexcept nogil:
    """Which of ``n`` unrevealed cards lies at the place looked at."""
    return bounded(&t.reveals, n)


cdef inline void choose_places(Table* t, uint64_t n, int k, uint64_t* out) noexcept nogil:
    """The same for ``k`` places in a row, the pool shrinking by one each time; see ``batch_size``."""
    bounded_batch(&t.reveals, n, k, out)


cdef inline uint64_t choose_number(Table* t, uint64_t n) noexcept nogil:
    """A number below ``n``, or any 64-bit one when ``n`` is 0."""
    if unlikely(not t.numbers_ready):
        open_stream(&t.numbers, t.seed, t.topic, t.trial, NUMBERS)
        t.numbers_ready = True
    return bounded(&t.numbers, n) if n else next_word(&t.numbers)

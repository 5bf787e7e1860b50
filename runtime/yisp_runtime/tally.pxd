"""Tallies: what is counted of a number, or of two, in integers only.

Any order of counting and adding up gives the same: that is why results do not depend on threads,
blocks or targets.

A ``Histogram`` has a slot for each value as long as the values lie close together (``WINDOW`` of
them at most, wherever they are): a window that grows by doubling.  When they do not, a slot stands
for all values with the same leading seven binary digits after the first, which is less than 1 %:

    |v|     0 … 255           2^8 … 2^9            2^9 … 2^10      …
    slot    one a value       128 of 2 values      128 of 4 values …   negative ones mirrored

(the layout of HdrHistogram, and of DDSketch but for the base of the logarithm).  Which of the two it
is follows from the least and the greatest value alone.  Memory is allocated where values fall.

A slot is ``slot_words`` integers: a count, then sums of three words each, which never overflow.
"""

from libc.stdint cimport int64_t, uint64_t

from .table cimport Counts, Histogram, NumberTally, PairTally, likely


cdef enum:
    WINDOW = 4096
    ROWS = 112  # of a sketch: one for each binary exponent and sign
    PAIR_SLOT = 10  # the words of a relation's slot: count, Σx, Σy, Σy²


cdef void tally_elsewhere(NumberTally* number, int64_t value) noexcept nogil
cdef void tally_pair(PairTally* pair, int64_t x, int64_t y) noexcept nogil
cdef void free_histogram(Histogram* histogram) noexcept nogil
cdef bint copy_histogram(Histogram* to, const Histogram* source) noexcept nogil
cdef int row_size(int row) noexcept nogil
cdef int64_t sketch_value(int row, int64_t place) noexcept nogil


cdef inline void tally(NumberTally* number, int64_t value) noexcept nogil:
    """Count one observation."""
    cdef uint64_t offset = <uint64_t>value - <uint64_t>number.values.base
    if likely(offset < number.values.span):
        number.values.window[offset] += 1
    else:
        tally_elsewhere(number, value)


cdef inline void tally_relations(Counts* counts, const int64_t* row) noexcept nogil:
    """Count a trial's pairs of observations, which stand in its row (see ``trials.run_trials``)."""
    cdef int i
    cdef PairTally* pair
    for i in range(counts.relation_count):
        pair = &counts.relations[i]
        if (pair.x_known == 0 or row[pair.x_known]) and (pair.y_known == 0 or row[pair.y_known]):
            tally_pair(pair, row[pair.x], row[pair.y])

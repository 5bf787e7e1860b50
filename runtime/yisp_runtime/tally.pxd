"""Accumulators: what is counted of a topic, in integers only.

Values are counted in buckets: exactly below ``EXACT`` in magnitude, above it by their ten leading
binary digits after the first (the layout of HdrHistogram), which takes a fixed memory of which only
touched pages count.  Of large values the sums are kept as well; those of squares take three words,
so that nothing ever overflows.

    |v|     0 … 2047          2^11 … 2^12          2^12 … 2^13     …
    bucket  one a value       1024 of 2 values     1024 of 4 values   …   negative ones mirrored
"""

from libc.stdint cimport int64_t, uint64_t

from .table cimport EVENT_PRINT, Counts, NumberTally, Table, likely, unlikely
from .log cimport append_event


cdef extern from * nogil:
    """
    #define yisp_leading(x) (63 - __builtin_clzll(x))
    """
    int leading "yisp_leading"(uint64_t word)


cdef enum:
    EXACT = 2048
    BUCKETS = 2048 + 53 * 1024  # of one sign


cdef void tally_large(NumberTally* number, int64_t value) noexcept nogil


cdef inline int bucket_of(int64_t value) noexcept nogil:
    """The bucket of a value, from -BUCKETS to BUCKETS - 1."""
    cdef uint64_t magnitude = <uint64_t>value if value >= 0 else ~<uint64_t>value
    cdef int exponent, bucket
    if likely(magnitude < EXACT):
        bucket = <int>magnitude
    else:
        exponent = leading(magnitude)
        bucket = EXACT + (exponent - 11) * 1024 + <int>((magnitude >> (exponent - 10)) - 1024)
    return bucket if value >= 0 else ~bucket


cdef inline void tally(NumberTally* number, int64_t value) noexcept nogil:
    """Count one observation.  Of a value with a bucket of its own, that bucket says everything."""
    number.buckets[bucket_of(value)] += 1
    if unlikely(<uint64_t>value + EXACT >= 2 * EXACT):
        tally_large(number, value)


cdef inline void printed(Table* t, int site) noexcept nogil:
    """Count a line that ``(print …)`` would show, and the trial when it is among the first to."""
    cdef Counts* counts = t.counts
    counts.printed += 1
    if counts.print_trial_count < 20 and (
        counts.print_trial_count == 0
        or counts.print_trials[counts.print_trial_count - 1] != t.trial
    ):
        counts.print_trials[counts.print_trial_count] = t.trial
        counts.print_trial_count += 1
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_PRINT, site, 0, 0)

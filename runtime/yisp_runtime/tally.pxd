"""Accumulators: what is counted of a topic, in integers only.

Sums of squares take three words, so that nothing ever overflows.  Values are counted in buckets:
exactly below ``EXACT`` in magnitude, above it by their ten leading binary digits after the first
(the layout of HdrHistogram), which takes a fixed memory of which only touched pages count.

    |v|     0 … 2047          2^11 … 2^12          2^12 … 2^13     …
    bucket  one a value       1024 of 2 values     1024 of 4 values   …   negative ones mirrored
"""

from libc.stdint cimport int64_t, uint64_t

from .numbers cimport int128_t
from .streams cimport uint128_t
from .table cimport EVENT_PRINT, Counts, NumberTally, Table, unlikely
from .log cimport append_event


cdef extern from * nogil:
    """
    #define yisp_leading(x) (63 - __builtin_clzll(x))
    """
    int leading "yisp_leading"(uint64_t word)


cdef enum:
    EXACT = 2048
    BUCKETS = 2048 + 53 * 1024  # of one sign


cdef inline int bucket_of(int64_t value) noexcept nogil:
    """The bucket of a value, from -BUCKETS to BUCKETS - 1."""
    cdef uint64_t magnitude = <uint64_t>value if value >= 0 else ~<uint64_t>value
    cdef int exponent, bucket
    if magnitude < EXACT:
        bucket = <int>magnitude
    else:
        exponent = leading(magnitude)
        bucket = EXACT + (exponent - 11) * 1024 + <int>((magnitude >> (exponent - 10)) - 1024)
    return bucket if value >= 0 else ~bucket


cdef inline void tally(NumberTally* number, int64_t value) noexcept nogil:
    """Count one observation."""
    cdef uint128_t total, square, low
    number.count += 1
    total = (<uint128_t><uint64_t>number.total_high << 64) | number.total_low
    total += <uint128_t><int128_t>value
    number.total_high = <int64_t><uint64_t>(total >> 64)
    number.total_low = <uint64_t>total
    square = <uint128_t>(<int128_t>value * value)
    low = ((<uint128_t>number.squares[1] << 64) | number.squares[0]) + square
    if low < square:
        number.squares[2] += 1
    number.squares[1] = <uint64_t>(low >> 64)
    number.squares[0] = <uint64_t>low
    if value < number.least:
        number.least = value
    if value > number.greatest:
        number.greatest = value
    number.buckets[bucket_of(value)] += 1


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

"""What tests ask about tallies (see tally.h)."""

from libc.stdint cimport int64_t, uint64_t


LARGEST_WINDOW = WINDOW
"""How many neighbouring values are kept apart."""


def stands_for(int64_t value):
    """The value that ``value`` is counted as when values do not lie close together."""
    cdef uint64_t magnitude = mirrored(value)
    cdef int shift = exponent_of(magnitude)
    magnitude = (magnitude >> shift) << shift
    return <int64_t>magnitude if value >= 0 else <int64_t>~magnitude

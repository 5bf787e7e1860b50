"""Sums of values too large for buckets of their own; see ``tally.pxd``."""

from libc.stdint cimport int64_t, uint64_t

from .numbers cimport int128_t
from .streams cimport uint128_t
from .table cimport NumberTally


cdef void tally_large(NumberTally* number, int64_t value) noexcept nogil:
    """Add a value to the sums."""
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

"""Numbers: checked 64-bit arithmetic.

Every function that can fail returns whether it did, and then leaves ``out`` alone; the caller
counts the notice and ends the program.  Those that cannot are C expressions of the formatter.
"""

from libc.stdint cimport int64_t, uint64_t

from .gate cimport choose_number
from .log cimport append_event
from .streams cimport product
from .table cimport EVENT_RANDOM, Table, unlikely


cdef extern from "portable.h" nogil:
    bint add "yisp_add"(int64_t a, int64_t b, int64_t* out)
    bint subtract "yisp_subtract"(int64_t a, int64_t b, int64_t* out)
    bint multiply "yisp_multiply"(int64_t a, int64_t b, int64_t* out)
    uint64_t divide "yisp_divide"(uint64_t high, uint64_t low, uint64_t divisor, uint64_t* rest)
    int64_t INT64_MIN


cdef enum:  # Rounding
    UP = 0
    DOWN = 1
    NEAR = 2


cdef inline int64_t least(int64_t a, int64_t b) noexcept nogil:
    return a if a < b else b


cdef inline int64_t greatest(int64_t a, int64_t b) noexcept nogil:
    return a if a > b else b


cdef inline int64_t quotient(int64_t a, int64_t b) noexcept nogil:
    """``a / b`` truncated toward zero; ``b`` is not 0, and the result fits."""
    return a / b


cdef inline int64_t remainder(int64_t a, int64_t b) noexcept nogil:
    """What ``quotient`` leaves, with the sign of ``a``; ``b`` is not 0."""
    if b == -1:
        return 0  # INT64_MIN % -1 traps on some processors
    return a % b


cdef inline uint64_t magnitude(int64_t a) noexcept nogil:
    return <uint64_t>a if a >= 0 else 0 - <uint64_t>a


cdef inline bint muldiv(int64_t a, int64_t b, int64_t c, int rounding, int64_t* out) noexcept nogil:
    """``a * b / c``, exact in between, rounded; ``c`` is not 0.  True when it does not fit."""
    cdef bint negative = (a < 0) != ((b < 0) != (c < 0))
    cdef uint64_t divisor = magnitude(c)
    cdef uint64_t most = <uint64_t>INT64_MIN - (not negative)  # there is one more of the negative numbers
    cdef uint64_t high, whole, rest
    cdef uint64_t low = product(magnitude(a), magnitude(b), &high)
    if high >= divisor:
        return True
    whole = divide(high, low, divisor, &rest)
    if whole > most:
        return True
    if (rest >= divisor - rest) if rounding == NEAR else (rest != 0 and negative == (rounding == DOWN)):
        if whole == most:
            return True
        whole += 1
    out[0] = <int64_t>(0 - whole if negative else whole)
    return False


cdef inline int64_t random_between(Table* t, int64_t low, int64_t high) noexcept nogil:
    """A uniform integer in [low, high]; ``low <= high``."""
    cdef int64_t number = <int64_t>(
        <uint64_t>low + choose_number(t, <uint64_t>high - <uint64_t>low + 1)
    )
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_RANDOM, number, 0, 0)
    return number

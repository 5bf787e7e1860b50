"""Numbers: checked 64-bit arithmetic.

Every function that can fail returns whether it did, and then leaves ``out`` alone; the caller
counts the notice and ends the program.  Those that cannot are C expressions of the formatter.
"""

from libc.stdint cimport int64_t, uint64_t

from .gate cimport choose_number
from .log cimport append_event
from .table cimport EVENT_RANDOM, Table, unlikely


cdef extern from * nogil:
    """
    typedef __int128 yisp_int128;
    #define yisp_add(a, b, out) __builtin_add_overflow((int64_t)(a), (int64_t)(b), (out))
    #define yisp_subtract(a, b, out) __builtin_sub_overflow((int64_t)(a), (int64_t)(b), (out))
    #define yisp_multiply(a, b, out) __builtin_mul_overflow((int64_t)(a), (int64_t)(b), (out))
    """
    ctypedef long long int128_t "yisp_int128"
    bint add "yisp_add"(int64_t a, int64_t b, int64_t* out)
    bint subtract "yisp_subtract"(int64_t a, int64_t b, int64_t* out)
    bint multiply "yisp_multiply"(int64_t a, int64_t b, int64_t* out)
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


cdef inline bint muldiv(int64_t a, int64_t b, int64_t c, int rounding, int64_t* out) noexcept nogil:
    """``a * b / c``, exact in between, rounded; ``c`` is not 0.  True when it does not fit."""
    cdef int128_t product = <int128_t>a * b
    cdef int128_t divisor = c
    cdef int128_t whole, rest
    if divisor < 0:
        product = -product  # |a * b| <= 2^126
        divisor = -divisor
    whole = product / divisor
    rest = product % divisor  # the sign of product
    if rounding == UP:
        if rest > 0:
            whole += 1
    elif rounding == DOWN:
        if rest < 0:
            whole -= 1
    elif rest > 0:
        if 2 * rest >= divisor:
            whole += 1
    elif rest < 0:
        if -2 * rest >= divisor:
            whole -= 1
    if whole != <int64_t>whole:
        return True
    out[0] = <int64_t>whole
    return False


cdef inline int64_t random_between(Table* t, int64_t low, int64_t high) noexcept nogil:
    """A uniform integer in [low, high]; ``low <= high``."""
    cdef int64_t number = <int64_t>(
        <uint64_t>low + choose_number(t, <uint64_t>high - <uint64_t>low + 1)
    )
    if unlikely(t.log != NULL):
        append_event(t.log, EVENT_RANDOM, number, 0, 0)
    return number

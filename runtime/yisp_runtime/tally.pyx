"""Tallies: what need not be inlined of ``tally.pxd``, which says what it is about."""

from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from .streams cimport product
from .table cimport Histogram, NumberTally, PairTally


cdef extern from "portable.h" nogil:
    int leading "yisp_leading"(uint64_t word)
    uint64_t signed_product "yisp_signed_product"(int64_t a, int64_t b, int64_t* high)


cdef enum:
    FINE = 256  # magnitudes below it have a slot of their own
    FINE_DIGITS = 8
    STEPS = 128  # slots of each further power of two
    FIRST_WINDOW = 16


# Sums of three words ------------------------------------------------------------------------------


cdef inline void add_words(int64_t* total, const int64_t* more) noexcept nogil:
    cdef uint64_t sum, carry = 0
    cdef int w
    for w in range(3):
        sum = <uint64_t>more[w] + carry
        carry = sum < carry
        sum += <uint64_t>total[w]
        carry += sum < <uint64_t>total[w]
        total[w] = <int64_t>sum


cdef inline void add_product(int64_t* total, int64_t a, int64_t b) noexcept nogil:
    cdef int64_t[3] words
    words[0] = <int64_t>signed_product(a, b, &words[1])
    words[2] = words[1] >> 63
    add_words(total, words)


cdef inline void add_squares(int64_t* total, int64_t number, int64_t times) noexcept nogil:
    """Add ``times * number * number``, with ``times`` not negative."""
    cdef int64_t high
    cdef uint64_t low = signed_product(number, number, &high)
    cdef uint64_t carry, middle, upper
    cdef int64_t[3] words
    words[0] = <int64_t>product(low, <uint64_t>times, &carry)
    middle = product(<uint64_t>high, <uint64_t>times, &upper) + carry
    words[1] = <int64_t>middle
    words[2] = <int64_t>(upper + (middle < carry))
    add_words(total, words)


# Histograms ---------------------------------------------------------------------------------------


cdef inline int exponent_of(uint64_t magnitude) noexcept nogil:
    """0 for what has slots of its own, then one more for each power of two."""
    return 0 if magnitude < FINE else leading(magnitude) - FINE_DIGITS + 1


cdef inline uint64_t magnitude_of(int64_t value) noexcept nogil:
    return <uint64_t>value if value >= 0 else ~<uint64_t>value


cdef int row_size(int row) noexcept nogil:
    """The slots of a row of a sketch."""
    return FINE if row % (ROWS // 2) == 0 else STEPS


cdef int64_t* sketch_slot(Histogram* histogram, int64_t value) noexcept nogil:
    """The slot of a value among the powers of two; NULL when there is no memory for it."""
    cdef uint64_t magnitude = magnitude_of(value)
    cdef int exponent = exponent_of(magnitude)
    cdef int row = exponent + (ROWS // 2 if value < 0 else 0)
    cdef int64_t place = <int64_t>magnitude
    if exponent:
        place = <int64_t>(magnitude >> exponent) - STEPS
    if histogram.rows[row] == NULL:
        histogram.rows[row] = <int64_t*>calloc(row_size(row) * histogram.slot_words, sizeof(int64_t))
        if histogram.rows[row] == NULL:
            histogram.failed = True
            return NULL
    return histogram.rows[row] + place * histogram.slot_words


cdef bint extend(Histogram* histogram, int64_t value) noexcept nogil:
    """Make the window reach to a value outside it; False where that is too far (or no memory)."""
    cdef int words = histogram.slot_words
    cdef int64_t least = value, greatest = value, base, i
    cdef uint64_t range_, span
    cdef int64_t* window
    for i in range(<int64_t>histogram.span):
        if histogram.window[i * words]:
            least = min(least, histogram.base + i)
            break
    for i in range(<int64_t>histogram.span - 1, -1, -1):
        if histogram.window[i * words]:
            greatest = max(greatest, histogram.base + i)
            break
    range_ = <uint64_t>greatest - <uint64_t>least
    if range_ >= WINDOW:
        return False
    span = max(histogram.span, FIRST_WINDOW)
    while span <= range_ + range_ // 2 and span < WINDOW:
        span *= 2
    # Room on both sides, and none beyond the numbers that there are.
    i = <int64_t>((span - 1 - range_) // 2)
    base = least - i if least >= INT64_MIN + i else INT64_MIN
    if base > INT64_MAX - <int64_t>(span - 1):
        base = INT64_MAX - <int64_t>(span - 1)
    window = <int64_t*>calloc(span * words, sizeof(int64_t))
    if window == NULL:
        histogram.failed = True
        return False
    for i in range(<int64_t>histogram.span):
        if histogram.window[i * words]:
            memcpy(
                window + (histogram.base + i - base) * words,
                histogram.window + i * words,
                words * sizeof(int64_t),
            )
    free(histogram.window)
    histogram.window = window
    histogram.base = base
    histogram.span = span
    return True


cdef void widen(Histogram* histogram) noexcept nogil:
    """Count by powers of two from now on."""
    cdef int words = histogram.slot_words
    cdef int64_t i, part
    cdef int64_t* slot
    cdef int64_t* old
    histogram.rows = <int64_t**>calloc(ROWS, sizeof(int64_t*))
    if histogram.rows == NULL:
        histogram.failed = True
        return
    for i in range(<int64_t>histogram.span):
        old = histogram.window + i * words
        if old[0]:
            slot = sketch_slot(histogram, histogram.base + i)
            if slot == NULL:
                return
            slot[0] += old[0]
            for part in range(1, words, 3):
                add_words(slot + part, old + part)
    free(histogram.window)
    histogram.window = NULL
    histogram.span = 0


cdef void free_histogram(Histogram* histogram) noexcept nogil:
    cdef int row
    free(histogram.window)
    if histogram.rows != NULL:
        for row in range(ROWS):
            free(histogram.rows[row])
        free(histogram.rows)


cdef bint copy_histogram(Histogram* to, const Histogram* source) noexcept nogil:
    """Make one equal to another, with slots of its own; False (and empty) when there is no memory for them."""
    cdef int row
    cdef size_t slot = source.slot_words * sizeof(int64_t)
    if source.rows == NULL and to.rows == NULL and source.span == to.span:
        # The usual case: nothing has grown since the last time.
        to.base, to.slot_words, to.failed = source.base, source.slot_words, source.failed
        if source.span:
            memcpy(to.window, source.window, source.span * slot)
        return True
    free_histogram(to)
    memset(to, 0, sizeof(Histogram))
    to.slot_words = source.slot_words
    to.failed = source.failed
    if source.span:
        to.window = <int64_t*>copied(source.window, source.span * slot)
        if to.window == NULL:
            return False
        to.base, to.span = source.base, source.span
    if source.rows != NULL:
        to.rows = <int64_t**>calloc(ROWS, sizeof(int64_t*))
        if to.rows == NULL:
            return False
        for row in range(ROWS):
            if source.rows[row] != NULL:
                to.rows[row] = <int64_t*>copied(source.rows[row], row_size(row) * slot)
                if to.rows[row] == NULL:
                    return False
    return True


cdef void* copied(const void* memory, size_t size) noexcept nogil:
    cdef void* copy = malloc(size)
    if copy != NULL:
        memcpy(copy, memory, size)
    return copy


cdef int64_t* slot_of(Histogram* histogram, int64_t value) noexcept nogil:
    """The slot of a value, by now; NULL when there is no memory for it."""
    cdef uint64_t offset = <uint64_t>value - <uint64_t>histogram.base
    if offset < histogram.span:
        return histogram.window + <int64_t>offset * histogram.slot_words
    if histogram.failed:
        return NULL
    if histogram.rows == NULL:
        if extend(histogram, value):
            return histogram.window + (value - histogram.base) * histogram.slot_words
        if not histogram.failed:
            widen(histogram)
    return NULL if histogram.failed else sketch_slot(histogram, value)


cdef int64_t sketch_value(int row, int64_t place) noexcept nogil:
    """The value nearest to 0 that is counted in that slot."""
    cdef int exponent = row % (ROWS // 2)
    cdef int64_t magnitude = (place + STEPS if exponent else place) << exponent
    return magnitude if row < ROWS // 2 else ~magnitude


# Counting -----------------------------------------------------------------------------------------


cdef void add_observations(NumberTally* number, int64_t value, int64_t times) noexcept nogil:
    number.count += times
    add_product(number.total, value, times)
    add_squares(number.squares, value, times)
    if value < number.least:
        number.least = value
    if value > number.greatest:
        number.greatest = value


cdef void tally_elsewhere(NumberTally* number, int64_t value) noexcept nogil:
    """Count an observation that the window does not reach.

    As long as there is a window, all that is known of the number follows from it; the sums are kept
    from the moment when it has become too wide.
    """
    cdef Histogram* values = &number.values
    cdef int64_t* slot
    cdef int64_t i
    if values.rows == NULL and not values.failed:
        if extend(values, value):
            values.window[value - values.base] += 1
            return
        for i in range(<int64_t>values.span):
            if values.window[i]:
                add_observations(number, values.base + i, values.window[i])
    slot = slot_of(values, value)
    if slot != NULL:
        slot[0] += 1
        add_observations(number, value, 1)


cdef void tally_pair(PairTally* pair, int64_t x, int64_t y) noexcept nogil:
    """Count one observation of two numbers."""
    cdef int64_t* slot = slot_of(&pair.values, x)
    if slot == NULL:
        return
    slot[0] += 1
    add_product(slot + 1, x, 1)
    add_product(slot + 4, y, 1)
    add_product(slot + 7, y, y)
    add_product(pair.squares, x, x)
    add_product(pair.products, x, y)


LARGEST_WINDOW = WINDOW
"""How many neighbouring values are kept apart."""


def stands_for(int64_t value):
    """The value that ``value`` is counted as when values do not lie close together."""
    cdef uint64_t magnitude = magnitude_of(value)
    cdef int shift = exponent_of(magnitude)
    magnitude = (magnitude >> shift) << shift
    return <int64_t>magnitude if value >= 0 else <int64_t>~magnitude

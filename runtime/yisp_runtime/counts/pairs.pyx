"""Rows of the same trials, of two who played them, held against one another.

Rows are bytes of 64-bit whole numbers in the machine's order, as ``Player.play`` gives them; ``yisp.compile.row`` says
what stands where.  What is made of them is exact for all numbers of 64 bits.  Whatever is called from Python checks
what it is given (``boundary``).
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free, qsort
from libc.string cimport memcpy, memset

from ..boundary cimport number, within
from ..numbers.arithmetic cimport subtract
from ..numbers.memory cimport allocate
from .tally cimport add_product, sum_of


cdef enum:
    MOST = 1 << 26  # numbers of a row
    SMALL = 1 << 22
    STRETCH = 1 << 16  # so many products of two numbers below SMALL, 2^44 each, add up to less than 2^60
    NEAR = 1 << 12  # differences nearer to 0 than that have a place each; others are sorted

cdef enum:  # what is added up: where there is an x, where there is a y, where there are both
    X, XX, Y, YY, BOTH_X, BOTH_Y, BOTH_XY, SUMS


cdef struct Column:
    int place  # in a row
    int known  # the place that says whether there is a number; 0: there always is
    bint positive  # it is 1 where the number is above 0, else 0


cdef struct Rows:
    const int64_t* at
    int64_t width
    Column column


cdef inline bint read(const Rows* rows, int64_t trial, int64_t* value) noexcept:
    """Whether there is a number of that trial, and which."""
    cdef const int64_t* row = rows.at + trial * rows.width
    value[0] = row[rows.column.place]
    if rows.column.positive:
        value[0] = value[0] > 0
    return rows.column.known == 0 or row[rows.column.known] != 0


cdef int read_column(Column* column, object given, int64_t width) except -1:
    place, positive, known = given
    column.place = <int>number("a place in a row", place, 0, width - 1)
    column.positive = number("whether what is above 0 counts as 1", positive, 0, 1)
    column.known = <int>number("a place in a row", known, 0, width - 1)
    return 0


cdef int64_t trials_of(bytes rows, int64_t width) except -1:
    within("the width of a row", width, 1, MOST)
    if len(rows) % (width * <int64_t>sizeof(int64_t)):
        raise ValueError("rows must be whole")
    return len(rows) // (width * <int64_t>sizeof(int64_t))


cdef int64_t trials_of_both(bytes mine, int64_t width, bytes theirs, int64_t other) except -1:
    cdef int64_t trials = trials_of(mine, width)
    if trials_of(theirs, other) != trials:
        raise ValueError("both must have a row for each trial")
    return trials


cdef int in_order(const void* a, const void* b) noexcept nogil:
    cdef int64_t x = (<const int64_t*>a)[0], y = (<const int64_t*>b)[0]
    return (x > y) - (x < y)


cdef tuple gathered(const Rows* mine, const Rows* theirs, int64_t trials, int64_t* near, int64_t* far):
    """See ``gather``; there is room for the differences near to 0, by value, and for those of all trials."""
    cdef int64_t[SUMS][3] total
    cdef int64_t[SUMS] small
    cdef int64_t here = 0, there = 0, both = 0, beyond = 0, run = 0, first, trial, x, y, difference
    cdef bint has, also
    cdef dict counts = {}
    cdef int i
    memset(total, 0, sizeof(total))
    memset(near, 0, 2 * NEAR * sizeof(int64_t))
    for first in range(0, trials, STRETCH):
        memset(small, 0, sizeof(small))
        for trial in range(first, min(trials, first + STRETCH)):
            has, also = read(mine, trial, &x), read(theirs, trial, &y)
            x, y = x if has else 0, y if also else 0
            here += has
            there += also
            if -SMALL < x < SMALL and -SMALL < y < SMALL:
                small[X] += x
                small[XX] += x * x
                small[Y] += y
                small[YY] += y * y
                if has and also:
                    small[BOTH_X] += x
                    small[BOTH_Y] += y
                    small[BOTH_XY] += x * y
            else:
                add_product(total[X], x, 1)
                add_product(total[XX], x, x)
                add_product(total[Y], y, 1)
                add_product(total[YY], y, y)
                if has and also:
                    add_product(total[BOTH_X], x, 1)
                    add_product(total[BOTH_Y], y, 1)
                    add_product(total[BOTH_XY], x, y)
            if has and also:
                both += 1
                if subtract(x, y, &difference):
                    wide = <object>x - <object>y
                    counts[wide] = counts.get(wide, 0) + 1
                elif -NEAR < difference < NEAR:
                    near[difference + NEAR] += 1
                else:
                    far[beyond] = difference
                    beyond += 1
        for i in range(SUMS):
            add_product(total[i], small[i], 1)
    for i in range(2 * NEAR):
        if near[i]:
            counts[i - NEAR] = near[i]
    qsort(far, <size_t>beyond, sizeof(int64_t), in_order)
    for first in range(beyond):
        run += 1
        if first + 1 == beyond or far[first + 1] != far[first]:
            counts[far[first]] = run
            run = 0
    return (
        (here, sum_of(total[X]), sum_of(total[XX])),
        (there, sum_of(total[Y]), sum_of(total[YY])),
        (both, sum_of(total[BOTH_X]), sum_of(total[BOTH_Y])),
        sum_of(total[BOTH_XY]),
        counts,
    )


def gather(bytes mine not None, int64_t width, bytes theirs not None, int64_t other, figures):
    """What the trials show of each figure, two numbers x and y that some may lack: (how many have an x, Σx, Σx²), the
    same of y, (how many have both, Σx there, Σy there), Σxy there, and how often x - y came up, by its value.

    ``mine`` are rows of ``width`` numbers, ``theirs`` of the same trials, ``other`` numbers wide.  A figure is a pair
    of where they have it: (place, whether what is above 0 counts as 1 and all else as 0, the place that is not 0 where
    there is a number, or 0: there always is).
    """
    cdef Rows my, their
    cdef int64_t trials = trials_of_both(mine, width, theirs, other)
    cdef int64_t* near = NULL
    cdef int64_t* far = NULL
    cdef list found = []
    my.at, my.width = <const int64_t*>PyBytes_AS_STRING(mine), width
    their.at, their.width = <const int64_t*>PyBytes_AS_STRING(theirs), other
    try:
        near = <int64_t*>allocate(2 * NEAR, sizeof(int64_t))
        far = <int64_t*>allocate(trials, sizeof(int64_t))
        for one, two in figures:
            read_column(&my.column, one, width)
            read_column(&their.column, two, other)
            found.append(gathered(&my, &their, trials, near, far))
    finally:
        free(near)
        free(far)
    return found


def apart(bytes mine not None, int64_t width, bytes theirs not None, int64_t other, int64_t place, int64_t there, most):
    """The first trials, ``most`` at the most, in which the number at ``place`` is not that of the other row ``there``."""
    cdef int64_t trials = trials_of_both(mine, width, theirs, other), trial
    cdef int64_t room = number("how many", most, 0, MOST)
    cdef const int64_t* my = <const int64_t*>PyBytes_AS_STRING(mine)
    cdef const int64_t* their = <const int64_t*>PyBytes_AS_STRING(theirs)
    cdef list found = []
    number("a place in a row", place, 0, width - 1)
    number("a place in a row", there, 0, other - 1)
    for trial in range(trials):
        if len(found) == room:
            break
        if my[trial * width + place] != their[trial * other + there]:
            found.append(trial)
    return found


def drawn(bytes left not None, int64_t words, int64_t card):
    """A byte for each trial: 1 where the card is not among those that are ``left`` in the deck, sets of so many
    ``words`` (see ``Player.play``)."""
    cdef int64_t trials = trials_of(left, words), trial
    cdef const uint64_t* sets = <const uint64_t*>PyBytes_AS_STRING(left)
    cdef bytes found
    cdef uint8_t* to
    number("a card", card, 0, 64 * words - 1)
    found = PyBytes_FromStringAndSize(NULL, trials)
    to = <uint8_t*>PyBytes_AS_STRING(found)
    for trial in range(trials):
        to[trial] = not sets[trial * words + (card >> 6)] >> (card & 63) & 1
    return found


def replaced(bytes rows not None, int64_t width, bytes others not None, bytes chosen not None):
    """The rows, but for trials for which ``chosen`` has a byte that is not 0 the next of ``others``."""
    cdef int64_t trials = trials_of(rows, width), given = trials_of(others, width), wanted = 0, trial
    cdef const uint8_t* which = <const uint8_t*>PyBytes_AS_STRING(chosen)
    cdef const int64_t* source = <const int64_t*>PyBytes_AS_STRING(others)
    cdef bytes found
    cdef int64_t* to
    if len(chosen) != trials:
        raise ValueError("chosen has a byte for each trial")
    for trial in range(trials):
        wanted += which[trial] != 0
    if wanted != given:
        raise ValueError("there must be a row for each trial that is chosen")
    found = PyBytes_FromStringAndSize(PyBytes_AS_STRING(rows), len(rows))
    to = <int64_t*>PyBytes_AS_STRING(found)
    for trial in range(trials):
        if which[trial]:
            memcpy(to + trial * width, source, width * sizeof(int64_t))
            source += width
    return found

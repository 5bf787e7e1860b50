"""The boundary between Python and the C of this package: who may pass what.

**Checked** is whatever Python can call: the methods of ``PyTable``, ``HeldCards``, ``Accumulator``, ``Enumerator``,
``Solver``, ``Forward`` and ``Player``, and the functions of ``pairs``.  No argument of theirs, and no order of calls,
reads or writes memory that is not theirs, divides by 0 or goes round for ever.  What is wrong raises

==============  ==========================================================================================
TypeError       a value of another type
IndexError      a zone, card, mask, site, variable … that there is not
ValueError      any other number out of its range; a position, path or plan that does not fit together; a call
                that comes too early (nothing was opened or loaded), or while the table is at work
KeyError        a plan that lacks something
OverflowError   a number that fits no C integer, which Python itself says
==============  ==========================================================================================

and leaves the table as it was.  Every argument is checked once a call; what is checked where memory is
filled (``Arrays``) is never asked again.

**Trusting** are all C functions, those of the ``.pxd`` files too: they take zones, cards, sets and indices that
are right, tables that were opened, and sets of cards that lie in the zone said.  A module built for one
deck calls them directly.  It is run by ``PyTable.run_native`` and by nothing else, which holds the table while
it runs and lets it at no other; the module compares ``Table.plan_key`` with that of the plan it was built for.

What the checks rest on: a plan is read once, when the table is made.  A position is one in which every card
lies in one zone, nothing is unrevealed that is not there, and installed effects and marks refer to what there is.
Chosen cards may be moved away before they are used: who uses them asks (``PyTable._there``).

Not checked: what a script means by it (a card that is moved for no reason), and threads: a table belongs to one
at a time, but for ``halt``.
"""

from libc.stdint cimport int64_t, uint16_t, uint64_t

from .position.table cimport Table

cdef extern from * nogil:
    """
    #define YISP_FARTHEST ((int64_t)1 << 62)
    """
    int64_t FARTHEST "YISP_FARTHEST"  # trials, steps and stamps lie within, and can be counted on from there

cdef enum:
    MOST_GIVEN = 1 << 30  # cards that an exit of a wall has given

cdef int64_t number(str what, object value, int64_t least, int64_t most) except? -1
cdef int check_position(const Table* t, const uint64_t* position) except -1
cdef int check_marks(const Table* t, const uint64_t* marks) except -1


cdef inline int below(str what, int64_t index, int64_t count) except -1:
    """That an index is one of ``count``."""
    if <uint64_t>index >= <uint64_t>count:
        raise IndexError(f"there is no {what} {index}: there are {count}")
    return 0


cdef inline int within(str what, int64_t value, int64_t least, int64_t most) except -1:
    """That a number lies in a range."""
    if not least <= value <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {value}")
    return 0


cdef class Arrays:
    """C arrays made of Python data, checked while they are filled; they live as long as this does."""

    cdef void** _owned
    cdef Py_ssize_t _count

    cdef void* take(self, uint64_t count, size_t size) except NULL
    cdef int* ints(self, str what, object values, int64_t least, int64_t most) except NULL
    cdef uint16_t* shorts(self, str what, object values, int64_t most) except NULL
    cdef int64_t* longs(self, str what, object values) except NULL
    cdef uint64_t* sets(self, str what, object values, int bits, int words) except NULL

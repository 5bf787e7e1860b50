"""Checking what comes from Python; the policy is in ``boundary.pxd``."""

from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy

from .numbers.memory cimport allocate
from .position.table cimport (
    BELONGS_TO, DECK, INSTALLED, NO_WORLD, RUNS, TURN, USES, YISP_AT_ARRIVED, YISP_AT_COUNTERS,
    YISP_AT_GIVEN, YISP_AT_HIDDEN, YISP_AT_INSTALLED, YISP_AT_MARKS, YISP_AT_STAMPS, YISP_AT_WORLD, YISP_COUNTERS,
    YISP_INSTALLED_WORDS, YISP_MARK_WORDS, YISP_MOST_MARKS, Table,
)
from .zones.presence cimport MARK_AMOUNT, MARK_CARDS, MARK_PILE, MARK_PLACE, MOST_PRESENCE
from .zones.zones cimport MOST_SPOTS, spot_before


cdef int64_t number(str what, object value, int64_t least, int64_t most) except? -1:
    """A whole number of that range."""
    if not isinstance(value, int):
        raise TypeError(f"{what} must be a whole number, not {type(value).__name__}")
    if not least <= value <= most:
        raise ValueError(f"{what} must be from {least} to {most}, not {value}")
    return value


cdef int check_position(const Table* t, const uint64_t* position) except -1:
    """That a position of the table's shape is one in which its functions can go on."""
    cdef const uint64_t* hidden = position + YISP_AT_HIDDEN(t)
    cdef const int64_t* counter = <const int64_t*>(position + YISP_AT_COUNTERS(t))
    cdef const int64_t* stamps = <const int64_t*>(position + YISP_AT_STAMPS(t))
    cdef const int64_t* world = <const int64_t*>(position + YISP_AT_WORLD(t))
    cdef const int64_t* given = <const int64_t*>(position + YISP_AT_GIVEN(t))
    cdef const int64_t* entry
    cdef uint64_t seen, twice
    cdef bint sound = True
    cdef int w, z, i
    for w in range(t.words):
        seen = twice = 0
        for z in range(t.zones):
            twice |= seen & position[z * t.words + w]
            seen |= position[z * t.words + w]
            sound = sound and not hidden[z * t.words + w] & ~position[z * t.words + w]
        sound = sound and not twice and seen == t.everything[w]
        sound = sound and not position[YISP_AT_ARRIVED(t) + w] & ~t.everything[w]
    for i in range(YISP_COUNTERS):
        sound = sound and -FARTHEST <= counter[i] <= FARTHEST
    for i in range(t.cards):
        sound = sound and -FARTHEST <= stamps[i] <= FARTHEST
    for i in range(t.zones):
        if t.enumeration != NULL and t.enumeration.most_spots and t.enumeration.world == NO_WORLD:
            sound = sound and are_spots(t, position, i)
        else:
            sound = sound and 0 <= world[2 + i] <= world[0] <= FARTHEST and 0 <= world[1] <= FARTHEST
    for i in range(t.exits):
        sound = sound and 0 <= given[i] <= MOST_GIVEN
    sound = sound and 0 <= counter[INSTALLED] <= t.installed and 0 <= counter[TURN]
    if not sound:
        raise ValueError("not a position of this table's cards")
    for i in range(<int>counter[INSTALLED]):
        entry = <const int64_t*>(position + YISP_AT_INSTALLED(t) + i * YISP_INSTALLED_WORDS)
        if not (
            0 <= entry[RUNS] < t.functions
            and -1 <= entry[BELONGS_TO] < t.cards
            and -FARTHEST <= entry[USES]
        ):
            raise ValueError("not a position of this table's effects")
    if t.lights:
        check_marks(t, position + YISP_AT_MARKS(t))
    return 0


cdef bint are_spots(const Table* t, const uint64_t* position, int z):
    """That a zone's spots are a forest, and that what its unrevealed cards follow or hold is one of them (spots.h)."""
    cdef const uint8_t* spots = <const uint8_t*>(position + YISP_AT_WORLD(t) + 2 + z) - 1
    cdef const int64_t* stamps = <const int64_t*>(position + YISP_AT_STAMPS(t))
    cdef int i, at, steps
    if not position[YISP_AT_WORLD(t) + 2 + z]:
        return True
    for i in range(1, MOST_SPOTS + 1):
        at = i
        steps = 0
        while at and spots[i]:
            at = spot_before(spots, at)
            steps += 1
            if not 0 <= at <= MOST_SPOTS or steps > MOST_SPOTS:
                return False
    for i in range(t.cards):
        if (position[YISP_AT_HIDDEN(t) + z * t.words + i // 64] >> (i & 63)) & 1:
            at = <int>abs(stamps[i]) if -MOST_SPOTS <= stamps[i] <= MOST_SPOTS else -1
            if at < 0 or (at and not spots[at]):
                return False
    return True


cdef int check_marks(const Table* t, const uint64_t* marks) except -1:
    """That marks lie on zones, in order, and are about cards that there are."""
    cdef const uint64_t* mark
    cdef uint64_t lit = 0, last = 0, place
    cdef bint sound = marks[0] <= <uint64_t>YISP_MOST_MARKS
    cdef int i, w
    for i in range(<int>marks[0] if sound else 0):
        mark = marks + 2 + i * YISP_MARK_WORDS(t)
        place = mark[MARK_PLACE]
        sound = sound and last <= place and (place < <uint64_t>t.zones or 0 < place >> 32 <= <uint64_t>t.exits)
        sound = sound and mark[MARK_PILE] <= <uint64_t>(t.reserve >= 0)
        sound = sound and -MOST_PRESENCE <= <int64_t>mark[MARK_AMOUNT] <= MOST_PRESENCE
        for w in range(t.words):
            sound = sound and not mark[MARK_CARDS + w] & ~t.everything[w]
        if not sound:
            break
        last = place
        lit |= <uint64_t>1 << (place if place < 64 else DECK)
    if not sound or lit != marks[1]:
        raise ValueError("not a position of this table's marks")
    return 0


cdef class Arrays:
    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self._count):
            free(self._owned[i])
        free(self._owned)

    cdef void* take(self, uint64_t count, size_t size) except NULL:
        """Zeroed memory.  Raises MemoryError."""
        cdef void** grown = <void**>realloc(self._owned, (self._count + 1) * sizeof(void*))
        if grown == NULL:
            raise MemoryError
        self._owned = grown
        grown[self._count] = allocate(count, size)
        self._count += 1
        return grown[self._count - 1]

    cdef int* ints(self, str what, object values, int64_t least, int64_t most) except NULL:
        cdef list given = list(values)
        cdef int* memory = <int*>self.take(len(given), sizeof(int))
        cdef Py_ssize_t i
        for i in range(len(given)):
            memory[i] = <int>number(what, given[i], least, most)
        return memory

    cdef uint16_t* shorts(self, str what, object values, int64_t most) except NULL:
        """Numbers from 0 on."""
        cdef list given = list(values)
        cdef uint16_t* memory = <uint16_t*>self.take(len(given), sizeof(uint16_t))
        cdef Py_ssize_t i
        for i in range(len(given)):
            memory[i] = <uint16_t>number(what, given[i], 0, most)
        return memory

    cdef int64_t* longs(self, str what, object values) except NULL:
        cdef list given = list(values)
        cdef int64_t* memory = <int64_t*>self.take(len(given), sizeof(int64_t))
        cdef Py_ssize_t i
        for i in range(len(given)):
            memory[i] = number(what, given[i], INT64_MIN, INT64_MAX)
        return memory

    cdef uint64_t* sets(self, str what, object values, int bits, int words) except NULL:
        """Sets of ``bits`` things, given as whole numbers, ``words`` words each."""
        cdef list given = list(values)
        cdef uint64_t* memory = <uint64_t*>self.take(<uint64_t>len(given) * words, sizeof(uint64_t))
        cdef bytes data
        cdef Py_ssize_t i
        for i in range(len(given)):
            if not isinstance(given[i], int):
                raise TypeError(f"{what} must be whole numbers, not {type(given[i]).__name__}")
            if given[i] < 0 or given[i].bit_length() > bits:
                raise ValueError(f"{what} must be sets of {bits}")
            data = given[i].to_bytes(words * 8, "little")
            memcpy(memory + i * words, <const char*>data, words * 8)
        return memory

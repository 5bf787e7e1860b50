"""Searching an enumerated table: the Python faces of solve.h and forward.h.

``Solver`` finds what positions are worth, ``Forward`` what everything comes to.  Both work on the table of an
``Enumerator``, let the GIL go where stages are run by a native module, and make no Python object a position.  With
any state but ``FOUND`` a search is over and has failed.
"""

from itertools import accumulate

import cython

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport INT64_MAX, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from ..boundary cimport FARTHEST, Arrays, number, within
from ..numbers.memory cimport allocate
from ..position.table cimport *
from .enumeration cimport CAPACITY, Enumerator


cdef object natural(const uint64_t* words, uint32_t size):
    """The number of these words, least first: a magnitude, or a bitset."""
    return int.from_bytes(PyBytes_FromStringAndSize(<const char*>words, size * sizeof(uint64_t)), "little")


cdef object integer(const Whole* a):
    """A whole number of C as one of Python."""
    value = natural(limbs_of(a), a.size)
    return -value if a.negative else value


cdef int read_integer(str what, object value, Whole* a) except -1:
    """The other way round, for a number that is not negative."""
    cdef bytes digits
    cdef size_t size
    if not isinstance(value, int):
        raise TypeError(f"{what} must be an integer, not {type(value).__name__}")
    if value < 0:
        raise ValueError(f"{what} must not be negative")
    size = (value.bit_length() + 63) // 64
    if size >= 1 << 20:
        raise ValueError(f"{what} is too large")
    digits = value.to_bytes(8 * size, "little")
    if whole_grow(a, <uint32_t>size):
        raise MemoryError
    memcpy(limbs(a), <const char*>digits, 8 * size)
    a.size = <uint32_t>size
    a.negative = 0
    return 0


cdef list integers(const Sums* sums, uint32_t i):
    """A key of sums, and the sum."""
    cdef const uint64_t* words = key_words(&sums.keys, i)
    return [[<int64_t>words[k] for k in range(sums.keys.keys[i].size)], integer(&sums.sums[i])]


cdef int read_goal(Goal* goal, int width, int at, int known, bint success) except -1:
    """A goal from places of a row of judging (``Enumerator.row``); ``width`` is that of the row with the trial's
    number, which comes first."""
    within("the place of the goal", at, 0, width - 2)
    within("the place that says whether there is one", known, -1, width - 2)
    goal.at = at + 1
    goal.known = known + 1 if known >= 0 else -1
    goal.success = success
    return 0


cdef int read_path(path, int64_t* options) except -1:
    """The options of a path, of which there is room for ``CAPACITY``."""
    cdef list given = list(path)
    cdef int64_t i
    if len(given) > CAPACITY:
        raise ValueError("not a path")
    for i in range(len(given)):
        options[i] = number("an option", given[i], 0, INT64_MAX)
    return 0


@cython.no_gc_clear
cdef class Solver:
    """What positions are worth to a player who makes the mean of a goal as great as can be (solve.h).

    The goal is the number at place ``at`` of the row of judging (``Enumerator.row``), as 0 or 1 if only ``success``
    counts, and 0 where the place ``known`` says that there is none (-1: there always is).  Who ``may_stop`` can
    do so while there are moves.  At most ``room`` bytes are kept.  If no trial is worth more than a ``ceiling``, nothing
    else is tried where something is worth as much, and stopping is tried first.
    """

    cdef Enumerator enumerator
    cdef SolverStruct v
    cdef bint _failed

    def __cinit__(
        self, Enumerator enumerator not None, int at, int known, bint success, bint may_stop, int64_t room,
        ceiling=None,
    ):
        cdef Goal goal
        read_goal(&goal, enumerator.width, at, known, success)
        number("room", room, 0, FARTHEST)
        self.enumerator = enumerator
        solver_begin(&self.v, &enumerator.stages, goal, may_stop, room)
        self.v.cuts = ceiling is not None
        self.v.ceiling = 0 if ceiling is None else ceiling

    def __dealloc__(self):
        solver_end(&self.v)

    def clear(self):
        """Forget everything that was found out."""
        self.enumerator.idle()
        solver_clear(&self.v)
        self._failed = False

    def solve(self, int phase, bytes position not None, int64_t activations, int64_t steps):
        """Solve ``position`` before the stage ``phase`` of the course, with so many activations and steps so far.

        Returns the state, and where that is ``FOUND`` what the position is worth (two integers), the best move as
        (zone, kind, effect) (None: to stop, or there is nothing to choose).
        """
        cdef const Solution* found = NULL
        cdef int state
        within("phase", phase, 0, self.enumerator.stages.length - 1)
        self._done()
        self.enumerator.go_to(position, activations, steps)
        self.enumerator.enter()
        if self.enumerator.native:
            with nogil:
                state = solve(&self.v, phase, &found)
        else:
            state = solve(&self.v, phase, &found)
        self._failed = state != FOUND
        self.enumerator.leave()
        if state != FOUND:
            return state, None, None
        move = None if found.move.effect < 0 else (found.move.zone, found.move.kind, found.move.effect)
        return state, (integer(&found.worth.over), integer(&found.worth.under)), move

    def begin(self, int phase, bytes position not None, int64_t activations, int64_t steps, move=None, path=None):
        """Begin to solve ``position`` before the stage ``phase``; or, where there is a ``path``, one thing that can be
        done there: a ``move`` that holds, or (None) the stage itself, whose first decisions are that path.

        Returns the state, and a number that ``worth`` and ``choice`` know it by.
        """
        cdef Choice choice
        cdef int64_t[CAPACITY] options
        cdef int64_t found = -1
        cdef int state
        within("phase", phase, 0, self.enumerator.stages.length - 1)
        self._done()
        self.enumerator.check_first(phase, position, move, path)
        self.enumerator.go_to(position, activations, steps)
        if path is None:
            state = begin_whole(&self.v, phase, &found)
        else:
            read_path(path, options)
            if move is not None:
                choice.zone, choice.kind, choice.effect = move
            state = begin_choice(&self.v, phase, NULL if move is None else &choice, options, len(path), &found)
        self._failed = state != FOUND
        return state, found

    def go(self, int64_t work):
        """Go on with what was begun, for about so much ``work``; the state once that has come to its end, else None."""
        cdef int state, over = 0
        self._ready()
        self.enumerator.enter()
        if self.enumerator.native:
            with nogil:
                state = solve_on(&self.v, work, &over)
        else:
            state = solve_on(&self.v, work, &over)
        self._failed = state != FOUND
        self.enumerator.leave()
        return state if over else None

    cdef const Solution* _solution(self, int64_t number) except NULL:
        self._ready()
        if not 0 <= number < <int64_t>self.v.solution_count or not self.v.solutions[number].solved:
            raise ValueError("nothing that was solved")
        return &self.v.solutions[number]

    def worth(self, int64_t number):
        """What that is worth which was begun and has come to its end, as two integers."""
        cdef const Solution* found = self._solution(number)
        return integer(&found.worth.over), integer(&found.worth.under)

    def choice(self, int64_t number, path):
        """The option that the player takes in it behind a path."""
        return self._option(self._solution(number), path)

    cdef int _ready(self) except -1:
        """That it can go on."""
        self.enumerator.idle()
        if self._failed:
            raise ValueError("the search is over, and has failed")
        return 0

    cdef int _done(self) except -1:
        """That it can begin with something else."""
        self._ready()
        if self.v.depth:
            raise ValueError("what was begun has not come to its end")
        return 0

    def option(self, int phase, bytes position not None, path):
        """The option that the player takes behind a path of the best move of a position that was solved."""
        cdef const Solution* found = NULL
        within("phase", phase, 0, self.enumerator.stages.length - 1)
        self._done()
        self.enumerator.go_to(position, 0, 0)
        self.enumerator.enter()
        self._failed = solve(&self.v, phase, &found) != FOUND  # it was before, and is found again
        self.enumerator.leave()
        if self._failed:
            raise ValueError("a position that was not solved")
        return self._option(found, path)

    cdef int64_t _option(self, const Solution* solution, path) except -1:
        cdef Decision[CAPACITY] decisions
        cdef int64_t[CAPACITY] options
        cdef int64_t i, option
        read_path(path, options)
        for i in range(len(path)):
            decisions[i].option = options[i]
        option = option_of(&self.v, solution, decisions, len(path))
        if option < 0:
            raise ValueError("the player is not asked there")
        return option


@cython.no_gc_clear
cdef class Forward:
    """Everything that chance can do from positions on, under a policy (forward.h).

    Under ``solver`` its moves are made, else moves at ``random``, else those of the activation scan.  At most
    ``room`` bytes are kept; a row of the result costs ``row_work``, and ``waiting`` positions are to come.
    """

    cdef Enumerator enumerator
    cdef Solver solver
    cdef Arrays _own
    cdef Hands h
    cdef ForwardStruct f
    cdef bint _failed

    def __cinit__(
        self, Enumerator enumerator not None, Solver solver, bint random, int64_t room, int64_t row_work,
        int64_t waiting,
    ):
        if solver is not None and (solver.enumerator is not enumerator or random):
            raise ValueError("a solver of another table, or one that would not be asked")
        self.enumerator = enumerator
        self.solver = solver
        self.f.stages = &enumerator.stages
        self.f.solver = NULL if solver is None else &solver.v
        self.f.policy = RANDOM_MOVES if random else GREEDY if solver is None else SOLVED
        self.f.room = number("room", room, 0, FARTHEST)
        self.f.row_work = number("row_work", row_work, 0, 1 << 40)
        self.f.waiting = number("waiting", waiting, 0, 1 << 40)
        self.f.row_width = enumerator.width - 1
        weights_begin(&self.f.weights)
        whole_begin(&self.h.up)
        whole_begin(&self.h.down)
        if make_room(<void**>&self.f.scratch, &self.f.scratch_room, enumerator.t.effect_words + 1, sizeof(uint64_t)):
            raise MemoryError
        self.f.position = <uint64_t*>allocate(YISP_POSITION_WORDS(enumerator.t), sizeof(uint64_t))
        for i in range(enumerator.t.effect_words + 1):
            self.f.scratch[i] = 0
        # Nothing activated, nothing noticed: number 0 of both.
        if index_add(&self.f.used, self.f.scratch, enumerator.t.effect_words) or index_add(
            &self.f.noticed, self.f.scratch, 0
        ):
            raise MemoryError

    def __dealloc__(self):
        forward_end(&self.f)
        hands_end(&self.h)

    cdef int _ready(self) except -1:
        """That it can go on."""
        self.enumerator.idle()
        if self._failed:
            raise ValueError("the search is over, and has failed")
        return 0

    def deal(self, ordered, unordered):
        """Begin with every opening hand that can be told from others.

        ``ordered`` are the cards to deal from of each class whose order among the hand can matter, ``unordered``
        those of the others, a list each.
        """
        cdef Arrays own = Arrays()
        cdef Table* t = self.enumerator.t
        cdef list classes = [list(cards) for cards in (*ordered, *unordered)]
        cdef list cards = [card for members in classes for card in members]
        self._ready()
        if self._own is not None:
            raise ValueError("hands have been dealt already")
        if len(set(cards)) < len(cards) or len(classes) > t.cards or not len(cards) >= t.hand:
            raise ValueError("not the cards to deal a hand from")
        self.h.classes, self.h.ordered, self.h.size = len(classes), len(ordered), t.hand
        self.h.starts = own.ints("cards", [0, *accumulate(map(len, classes))], 0, t.cards)
        self.h.cards = own.shorts("cards", cards, t.cards - 1)
        self.h.counts = <int*>own.take(len(classes), sizeof(int))
        self.h.taken = <int*>own.take(len(classes), sizeof(int))
        self.h.order = <uint16_t*>own.take(t.hand, sizeof(uint16_t))
        self.f.hand = <uint16_t*>own.take(t.hand, sizeof(uint16_t))
        self._own = own
        if first_hand(&self.h):
            raise MemoryError
        self.f.hands = &self.h

    def restart(self):
        """Get ready for positions of another world, all that went before being done."""
        self._ready()
        forward_restart(&self.f)

    def begin(
        self, bytes position not None, numerator, denominator, int64_t steps=0, noticed=(), bint ended=False
    ):
        """Begin with ``position`` before the first turn, of this weight, as well; with so many steps so far, and
        notices of these sites.  Where play has ``ended``, nothing follows.  Returns the state."""
        cdef int state
        cdef list sites = sorted({number("a site", site, 0, INT64_MAX) for site in noticed})
        cdef uint64_t i = 0
        self._ready()
        self.enumerator.go_to(position, 0, steps)
        if make_room(<void**>&self.f.scratch, &self.f.scratch_room, len(sites) + 1, sizeof(uint64_t)):
            raise MemoryError
        for site in sites:
            self.f.scratch[i] = <uint64_t>site
            i += 1
        if not 0 < numerator <= denominator:
            raise ValueError("a weight is above 0, and at most 1")
        read_integer("a numerator", numerator, &self.f.weights.up)
        read_integer("a denominator", denominator, &self.f.weights.down)
        self.f.waiting += 1
        state = begin_with(&self.f, len(sites), steps, ended)
        self._failed = state != FOUND
        return state

    @property
    def dealt(self):
        """How many hands have been dealt."""
        return self.h.dealt

    def go(self):
        """Go to the end; returns the state."""
        cdef int state
        self._ready()
        if self.solver is not None:
            self.solver._done()
        self.enumerator.enter()
        if self.enumerator.native:
            with nogil:
                state = go_forward(&self.f)
        else:
            state = go_forward(&self.f)
        self._failed = state != FOUND
        self.enumerator.leave()
        return state

    def found(self):
        """What everything comes to: four lists, whose entries have a numerator last and its denominator first.

        What was judged: (denominator, row as in ``Enumerator.row``, numerator).  How often effects were activated:
        (denominator, effect, numerator).  Which sets of them were: (denominator, bitset, numerator).  Of which sites
        there were notices: (denominator, sites, numerator).
        """
        cdef const Index* index = &self.f.weights.denominators
        cdef uint32_t i
        denominators = [natural(key_words(index, i), index.keys[i].size) for i in range(index.count)]
        judged = [integers(&self.f.rows, i) for i in range(self.f.rows.count)]
        return (
            [(denominators[key[0]], tuple(key[1:]), sum_) for key, sum_ in judged],
            self._pairs(&self.f.effects, denominators),
            [
                (denominator, natural(key_words(&self.f.used, which), self.enumerator.t.effect_words), sum_)
                for denominator, which, sum_ in self._pairs(&self.f.used_sums, denominators)
            ],
            [
                (
                    denominator,
                    [key_words(&self.f.noticed, which)[k] for k in range(self.f.noticed.keys[<uint32_t>which].size)],
                    sum_,
                )
                for denominator, which, sum_ in self._pairs(&self.f.noticed_sums, denominators)
            ],
        )

    cdef list _pairs(self, const Sums* sums, list denominators):
        """The sums of keys that are a denominator's number and another one."""
        cdef uint32_t i
        pairs = [integers(sums, i) for i in range(sums.count)]
        return [(denominators[key >> 32], key & 0xFFFFFFFF, sum_) for (key,), sum_ in pairs]


# The states of a search, by name.
STATES = {
    "found": FOUND,
    "beyond-budget": BEYOND_BUDGET,
    "beyond-room": BEYOND_ROOM,
    "at-limit": AT_LIMIT,
    "too-much": TOO_MUCH,
    "unknown": UNKNOWN,
    "circle": CIRCLE,
    "no-memory": NO_MEMORY,
    "interrupted": INTERRUPTED,
}

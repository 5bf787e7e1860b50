"""Trials in worlds: the Python face of play.h.

``Player`` plays trials of an enumerated table by one policy, each in the world that the table's seed and topic and
the trial's number make, and counts them.  Whoever plays the same trials of the same topic plays in the same worlds.
"""

import cython

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint64_t
from libc.stdlib cimport free

from ..boundary cimport FARTHEST, number, within
from ..counts.accumulator cimport Accumulator
from ..numbers.memory cimport allocate
from ..play.trials cimport STAGE_EVALUATE, STAGE_JUDGE, STAGE_SCAN
from ..position.table cimport *
from ..solving.enumeration cimport CAPACITY, Enumerator
from ..solving.search cimport (
    Choice, Goal, Progress, SolverStruct, read_goal, read_path, solver_begin, solver_end,
)


cdef extern from "policies/player.h" nogil:
    enum:
        GREEDILY "YISP_GREEDILY"
        AT_RANDOM "YISP_AT_RANDOM"
        AT_BEST "YISP_AT_BEST"
        IN_HINDSIGHT "YISP_IN_HINDSIGHT"
        IN_STAGES "YISP_IN_STAGES"
    enum:
        TOLD_SOLVED "YISP_TOLD_SOLVED"
        TOLD_IMAGINED "YISP_TOLD_IMAGINED"
        TOLD_DRAWN "YISP_TOLD_DRAWN"
        TOLD_FORESEEN "YISP_TOLD_FORESEEN"
        TOLD_BEYOND "YISP_TOLD_BEYOND"
    ctypedef struct Numbers "yisp_numbers":
        int64_t* at
        uint64_t count
    ctypedef struct PlayerStruct "yisp_player":
        void* stages
        SolverStruct* solver
        int policy
        int64_t worlds
        int64_t solve
        int64_t budget
        int turns_ahead
        bint capped
        int64_t most
        int combos
        int bests
        int stats
        int width
        Counts* counts
        Log* log
        Numbers told
        Numbers course
        uint64_t* position
        uint64_t* reached
        uint64_t* imagined
    void player_begin "yisp_player_begin"(PlayerStruct* p)
    void player_end "yisp_player_end"(PlayerStruct* p)
    enum:
        NOTED_END "YISP_NOTED_END"
        NOTED_MOVE "YISP_NOTED_MOVE"
        NOTED_TAKEN "YISP_NOTED_TAKEN"
        NOTED_SEEN "YISP_NOTED_SEEN"


cdef extern from "policies/costs.h" nogil:
    ctypedef struct Cost "yisp_cost":
        int taken
        int better
        double loss
    int cost_trials "yisp_cost_trials"(
        PlayerStruct* p, int64_t first, int64_t last, Cost* costs, int64_t room, int64_t* count
    )


cdef extern from "policies/play.h" nogil:
    int play_trials "yisp_play_trials"(
        PlayerStruct* p, int64_t first, int64_t last, const uint8_t* chosen, int64_t* goals, int64_t* rows,
        uint64_t* left
    )


cdef extern from "policies/advise.h" nogil:
    ctypedef struct Beginning "yisp_beginning":
        bint whole
        const Choice* move
        const int64_t* path
        int64_t options
    int try_worlds "yisp_try_worlds"(
        PlayerStruct* p, int phase, const uint64_t* position, Progress progress, const Beginning* begin,
        bint greedily, int64_t thinks, int64_t first, int64_t last, int64_t work, int64_t* goals, int64_t* played
    )


cdef enum:
    MOST_TRIALS = 1 << 24  # at a time


# How a decision was made; see ``Player.told``.
TOLD = {
    TOLD_SOLVED: "solved",
    TOLD_IMAGINED: "imagined",
    TOLD_DRAWN: "drawn",
    TOLD_FORESEEN: "foreseen",
    TOLD_BEYOND: "beyond",
}

# What is noted of a course of play; see ``Player.try_worlds`` and player.h.
NOTED = {NOTED_END: "end", NOTED_MOVE: "move", NOTED_TAKEN: "taken", NOTED_SEEN: "seen"}

POLICIES = {
    "greedy": GREEDILY,
    "random": AT_RANDOM,
    "best": AT_BEST,
    "hindsight": IN_HINDSIGHT,
    "staged-search": IN_STAGES,
}


@cython.no_gc_clear
cdef class Player:
    """Plays trials by a ``policy`` (``POLICIES``) and counts them into ``counts``.

    The goal is the number at place ``at`` of the row of judging (``Enumerator.row``), as 0 or 1 if only ``success``
    counts, and 0 where the place ``known`` says that there is none (-1: there always is).  Who ``may_stop`` can do so
    while there are moves.  ``best`` solves what is left of a trial if that takes ``solve`` stages at most, else it
    imagines ``worlds``; ``hindsight`` searches for ``budget`` stages a trial, and what it did not search to the end
    counts as ``most``, if that is not None; ``staged-search`` searches ``stage`` turns at a time for as long each, for
    the evaluation of the position that they lead to if it ``evaluates``, and with a ``table`` of the positions met.  At
    most ``room`` bytes are kept.  If no trial is worth more than a ``ceiling``, ``best`` tries nothing else where
    something is worth as much, and stops where that is reached.

    What is ``tried``, the enumerator's table counts itself; that is worth nothing.
    """

    cdef Enumerator enumerator
    cdef Accumulator counts
    cdef PlayerStruct p
    cdef SolverStruct v

    def __cinit__(
        self, Enumerator enumerator not None, Accumulator tried not None, Accumulator counts not None, int policy,
        int at, int known, bint success, *, bint may_stop, int64_t worlds, int64_t solve, int64_t budget, most,
        int64_t room, int stage=1, bint evaluates=False, bint table=True, ceiling=None,
    ):
        cdef Table* t = enumerator.t
        cdef Goal goal
        read_goal(&goal, enumerator.width, at, known, success)
        number("room", room, 0, FARTHEST)
        within("policy", policy, GREEDILY, IN_STAGES)
        if t.counts != &tried.counts or counts is tried or not counts.alike(tried):
            raise ValueError("trials are counted apart from what is tried, and of both alike")
        self.enumerator, self.counts = enumerator, counts
        solver_begin(&self.v, &enumerator.stages, goal, may_stop, room)
        self.v.leaf_stage = STAGE_EVALUATE if evaluates else STAGE_JUDGE
        self.v.forgets = not table
        self.v.cuts = ceiling is not None
        self.v.ceiling = 0 if ceiling is None else ceiling
        player_begin(&self.p)
        self.p.stages = &enumerator.stages
        self.p.solver = &self.v
        self.p.policy = policy
        self.p.worlds = number("worlds", worlds, 1, FARTHEST)
        self.p.solve = number("solve", solve, 0, FARTHEST)
        self.p.budget = number("budget", budget, 0, FARTHEST)
        self.p.turns_ahead = number("stage", stage, 1, 1 << 20)
        self.p.capped = most is not None
        self.p.most = 0 if most is None else most
        self.p.combos, self.p.bests, self.p.stats = counts.combos, counts.bests, counts.stats
        self.p.width = 2 + counts.combos + 2 * counts.stats
        self.p.counts = &counts.counts
        self.p.position = <uint64_t*>allocate(YISP_POSITION_WORDS(t), sizeof(uint64_t))
        self.p.reached = <uint64_t*>allocate(YISP_POSITION_WORDS(t), sizeof(uint64_t))
        self.p.imagined = <uint64_t*>allocate(YISP_POSITION_WORDS(t), sizeof(uint64_t))

    def __dealloc__(self):
        player_end(&self.p)
        solver_end(&self.v)

    def play(self, int64_t first, int64_t last, bint rows=False, bint left=False, bytes chosen=None):
        """Play the trials first … last - 1, or those of them for which ``chosen`` has a byte that is not 0.

        A state (``search.STATES``), what each made of the goal (64-bit whole numbers, in the machine's order of
        bytes) and, where they are wanted, their rows (``trials.run_trials``) and the bitsets of the cards that each
        ``left`` in the deck.  In any state but ``FOUND`` what was counted since ``Accumulator.mark`` is worth nothing.
        """
        cdef Table* t = self.enumerator.t
        cdef int64_t width = self.p.width, words = t.words, number_ = last - first, i
        cdef int64_t* goals = NULL
        cdef int64_t* kept = NULL
        cdef uint64_t* remaining = NULL
        cdef const uint8_t* which = NULL
        cdef int state
        within("a trial", first, 0, FARTHEST)
        within("the end of the trials", last, first, first + MOST_TRIALS)
        if chosen is not None:
            if len(chosen) != last - first:
                raise ValueError("chosen has a byte for each trial")
            which = <const uint8_t*>chosen
            number_ = 0
            for i in range(last - first):
                number_ += which[i] != 0
        self.enumerator.enter()
        self.p.log = t.log
        try:
            goals = <int64_t*>allocate(number_, sizeof(int64_t))
            if rows:
                kept = <int64_t*>allocate(number_ * width, sizeof(int64_t))
            if left:
                remaining = <uint64_t*>allocate(number_ * words, sizeof(uint64_t))
            if self.enumerator.native:
                with nogil:
                    state = play_trials(&self.p, first, last, which, goals, kept, remaining)
            else:
                state = play_trials(&self.p, first, last, which, goals, kept, remaining)
            return (
                state,
                PyBytes_FromStringAndSize(<const char*>goals, number_ * sizeof(int64_t)),
                PyBytes_FromStringAndSize(<const char*>kept, number_ * width * sizeof(int64_t)) if rows else b"",
                PyBytes_FromStringAndSize(<const char*>remaining, number_ * words * sizeof(uint64_t)) if left else b"",
            )
        finally:
            free(goals)
            free(kept)
            free(remaining)
            t.log = self.p.log
            self.enumerator.leave()

    def try_worlds(
        self, int phase, bytes position not None, int64_t activations, int64_t steps, int64_t first, int64_t last,
        int64_t work, *, move=None, path=None, bint stops=False, bint greedily=False, int64_t thinks=FARTHEST,
    ):
        """Play on from ``position``, before the stage ``phase``, in the worlds first … last - 1 that are imagined
        there, or as many of them as fit about so much ``work``, one at least: first what ``Solver.begin`` says of ``move`` and
        ``path``, or nothing if the player ``stops``; then as ``best`` does until it has spent so much work ``thinks``
        in a world, from then on (or ``greedily`` from the beginning on) as the scan does.

        A state, what each made of the goal (as ``play`` gives it), and the course of each that was not played greedily
        (64-bit whole numbers, by fours: ``NOTED``).
        """
        cdef Choice choice = [-1, -1, -1]
        cdef int64_t[CAPACITY] options
        cdef Progress progress
        cdef Beginning begin
        cdef int64_t* goals = NULL
        cdef int64_t played = 0
        cdef int state
        cdef const uint64_t* words = <const uint64_t*>PyBytes_AS_STRING(position)
        within("phase", phase, 0, self.enumerator.stages.length - 1)
        within("a world", first, 0, FARTHEST)
        within("the end of the worlds", last, first, first + MOST_TRIALS)
        number("work", work, 0, FARTHEST // 2)
        number("thinks", thinks, 0, FARTHEST)
        if self.p.policy != AT_BEST:
            raise ValueError("only who is best can say")
        if stops and (move is not None or path is not None or self.enumerator.stages.course[phase] != STAGE_SCAN):
            raise ValueError("either to stop, or something else")
        if path is not None and phase == self.enumerator.stages.length - 1:
            raise ValueError("where a trial is judged nothing is done")
        self.enumerator.check_first(phase, position, move, path)
        begin.whole = not stops and path is None
        begin.move = NULL if move is None and not stops else &choice
        begin.path = options
        begin.options = 0 if path is None else len(path)
        read_path(() if path is None else path, options)
        if move is not None:
            choice.zone, choice.kind, choice.effect = move
        self.enumerator.go_to(position, activations, steps)
        progress.activations = activations
        progress.steps = steps
        self.enumerator.enter()
        try:
            goals = <int64_t*>allocate(last - first, sizeof(int64_t))
            if self.enumerator.native:
                with nogil:
                    state = try_worlds(
                        &self.p, phase, words, progress, &begin, greedily, thinks, first, last, work, goals, &played
                    )
            else:
                state = try_worlds(
                    &self.p, phase, words, progress, &begin, greedily, thinks, first, last, work, goals, &played
                )
            return (
                state,
                PyBytes_FromStringAndSize(<const char*>goals, played * sizeof(int64_t)),
                PyBytes_FromStringAndSize(<const char*>self.p.course.at, self.p.course.count * sizeof(int64_t)),
            )
        finally:
            free(goals)
            self.enumerator.leave()

    def costs(self, int64_t first, int64_t last):
        """What the moves cost that ``greedy`` makes in these trials, to a player who is ``best``: a state, and for
        each that he would not have made (the effect it activated, the one that he prefers, or -1: none, and how much
        of the goal that is worth).  Nothing is counted.
        """
        cdef int64_t count = 0, room = 64 * (last - first)
        cdef Cost* costs = NULL
        cdef int state
        within("a trial", first, 0, FARTHEST)
        within("the end of the trials", last, first, first + MOST_TRIALS)
        if self.p.policy != AT_BEST:
            raise ValueError("only who is best can say")
        self.enumerator.enter()
        try:
            costs = <Cost*>allocate(room, sizeof(Cost))
            if self.enumerator.native:
                with nogil:
                    state = cost_trials(&self.p, first, last, costs, room, &count)
            else:
                state = cost_trials(&self.p, first, last, costs, room, &count)
            return state, [(costs[i].taken, costs[i].better, costs[i].loss) for i in range(count)]
        finally:
            free(costs)
            self.enumerator.leave()

    def told(self, uint64_t at):
        """What was weighed at a decision of the last trial, which was played while the table kept a log: that has
        told where (``log.h``).  How it was made (``TOLD``), which option was taken, in how many worlds each was
        imagined, and of each (zone, kind, effect) and three numbers (``play.h``).
        """
        cdef uint64_t i, option, first, left = self.p.told.count - at
        if at >= self.p.told.count or left < 4 or self.p.told.at[at] not in TOLD:
            raise ValueError("nothing is told there")
        if not 0 <= self.p.told.at[at + 1] <= <int64_t>((left - 4) // 6):
            raise ValueError("nothing is told there")
        options = []
        for option in range(<uint64_t>self.p.told.at[at + 1]):
            first = at + 4 + 6 * option
            words = [self.p.told.at[first + i] for i in range(6)]
            options.append((tuple(words[:3]), tuple(words[3:])))
        return TOLD[self.p.told.at[at]], self.p.told.at[at + 2], self.p.told.at[at + 3], options

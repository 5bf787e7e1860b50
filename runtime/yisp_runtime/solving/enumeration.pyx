"""Enumerating what chance can do to a position: the runtime's part of exact answers.

``Enumerator`` stands in front of a table.  It sets up positions and runs one stage of a trial along one path of
decisions; ``search`` has the classes that go through all of them.
"""

from itertools import accumulate

import cython

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid
from libc.stdint cimport INT64_MAX, int64_t, uint16_t, uint64_t, uintptr_t
from libc.stdlib cimport free

from ..bindings.table cimport run_loaded_stage
from ..boundary cimport FARTHEST, Arrays, check_position, number, within
from ..bindings.layout cimport Layout
from ..chance.worlds cimport enter_world, trial_key
from ..play.deal cimport PART_BEFORE
from ..play.trials cimport (
    SCRIPTS, STAGE_EVALUATE, STAGE_JUDGE, STAGE_MOVE, STAGE_PART, STAGE_SCAN, STAGE_TURN, deal, go_back,
)
from ..position.decisions cimport BYTES_A_UNIT, WORK_STAGE, spend
from ..position.table cimport *
from ..zones.zones cimport MOST_SPOTS, lay_line
from .search cimport (
    Choice, Progress, StageRunner, begin_path, canonical, canonical_parts, find_choices, run_from, run_move,
)
from ..bindings.table import PyTable

cdef enum:
    MOST_ROWS = 64  # of a world, and rolls
    MOST_KINDS = 1 << 20  # some have no card
    LAID_CARDS = 1 << 16  # of rows of keyed worlds that are kept, ...
    MOST_LAID = 256  # ... which are at most so many
    MOST_WORK = 1 << 30  # of one function: more is beyond every budget all the same


@cython.no_gc_clear  # the table is needed to the end, to be given back
cdef class Enumerator:
    """An enumeration in front of a table.

    ``classes`` gives each card's class, ``ordered`` the cards of each zone whose order can matter
    (bitsets as integers), ``bests`` how many combos are judged under ``match: best`` as well.  ``work`` is
    how much work the deck's functions are (see ``Program.plan``), ``topic`` the index of the topic; beyond
    ``budget`` units the table is halted, and what it gives from then on is worth nothing.  ``course`` are the
    stages of a trial, in order, ``guard_sites`` by effect the sites of what can fail before its guards have decided.
    If it ``decides``, the player is asked for the cards of ``.*`` while scripts run; else a zone has up to so many
    ``spots`` (spots.h).  Stages are run by ``native`` (``run`` of a module that was built for the table's plan), or by
    the table's functions.  While it lives, the table's gate asks it instead of the streams, and no zone keeps a line
    (see ``zones``): what lies beside the position would have to be laid anew for each.
    """

    def __cinit__(
        self, table, classes, ordered, int bests, work, int topic, int64_t budget, course, guard_sites,
        bint decides=False, native=None, int spots=MOST_SPOTS,
    ):
        cdef Table* t
        cdef int places
        cdef Arrays own = Arrays()
        cdef list sites = [list(row) for row in guard_sites]
        if not isinstance(table, PyTable):
            raise TypeError(f"a PyTable is enumerated, not {type(table).__name__}")
        t = <Table*><uintptr_t>table.address
        if t.busy or t.worlds or t.enumeration != NULL or t.record != NULL or not table.row_width:
            raise ValueError("the table is at work, enumerated or recorded already, or was never opened")
        if len(classes) != t.cards or len(ordered) != t.zones:
            raise ValueError("not the classes of this table's cards, or the orders of its zones")
        self.e.bests = <int>number("bests", bests, table.best_count, 1 << 24)
        self._own = own
        self._table = table
        self.width = table.row_width + bests
        self._read_work(work["steps"], work["effects"], work["installed"], work["topics"], topic)
        if self.e.effects < table.effect_count or self.e.steps < table.site_count or self.e.installs < t.functions:
            raise ValueError("not the work of this table's functions")
        if len(sites) != table.effect_count:
            raise ValueError("guard_sites has a list for each effect")
        self.e.budget = number("budget", budget, 0, FARTHEST)
        self.e.class_of = own.shorts("classes", classes, t.cards - 1)
        self.e.ordered = own.sets("the cards of a zone whose order matters", ordered, t.cards, t.words)
        self._row = <int64_t*>own.take(self.width, sizeof(int64_t))
        self._rows = <uint16_t*>own.take(MOST_ROWS * t.cards, sizeof(uint16_t))
        self._known = <int*>own.take(MOST_ROWS, sizeof(int))
        self._rolls = <int64_t*>own.take(2 * MOST_ROWS, sizeof(int64_t))
        self._hand = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        places = MOST_LAID
        while places > 8 and places * t.cards > LAID_CARDS:
            places >>= 1
        (<Layout>table).keep_rows(places)
        self.e.tally = <int64_t*>own.take(2 * t.cards, sizeof(int64_t))
        self.e.classes = max(classes, default=-1) + 1
        self._read_classes(t, list(classes))
        self.e.decisions = self._decisions
        self.e.notices = self._notices
        self.e.activations = self._activations
        self.e.taken = self._taken
        self.e.capacity = CAPACITY
        self.stages.t = t
        self.stages.owner = <void*>self
        self.stages.pause = <void (*)(void*) noexcept><void*>_paused
        self.stages.course = own.ints("course", course, STAGE_TURN, STAGE_EVALUATE)
        self.stages.length = len(course)
        if not course or course[-1] != STAGE_JUDGE or {STAGE_MOVE, STAGE_EVALUATE, STAGE_JUDGE} & set(course[:-1]):
            raise ValueError("a course ends with judging, and has no moves")
        self.stages.topic = topic
        self.stages.asks = decides
        number("spots", spots, 0, MOST_SPOTS)
        self.e.most_spots = 0 if decides or t.lights or t.exits or t.seats else spots  # why: spots.h
        self.stages.guard_sites = own.ints("guard_sites", [site for row in sites for site in row], 0, MOST_WORK)
        self.stages.guard_starts = own.ints(
            "guard_sites", [0, *accumulate(map(len, sites))], 0, MOST_WORK
        )
        self._read_runner(t, topic, native)
        self.t = t
        t.enumeration = &self.e
        t.record = self._row
        self._queues, t.queues = t.queues, 0
        self.stages.parts = <uint16_t*>own.take(canonical_parts(t) + 16, sizeof(uint16_t))  # marks go behind

    cdef int _read_classes(self, Table* t, list classes) except -1:
        """The cards of each class."""
        cdef list members = [0] * self.e.classes, reach = [t.words, 0] * self.e.classes
        for card, number_ in enumerate(classes):
            members[number_] |= <object>1 << card
            reach[2 * number_] = min(reach[2 * number_], card // 64)
            reach[2 * number_ + 1] = card // 64 + 1
        self.e.class_cards = self._own.sets("classes", members, t.cards, t.words)
        self.e.class_reach = self._own.ints("classes", reach, 0, t.words)
        return 0

    cdef int _read_runner(self, Table* t, int topic, native) except -1:
        """What runs stages: a module's function, or the table's own, which are looked at now."""
        self.native = native is not None
        if native is None:
            self._table.check_stages()
            self.stages.run = <StageRunner><void*>run_loaded_stage
            return 0
        if not PyCapsule_IsValid(native, "yisp.stages"):
            raise TypeError(f"a native module's stages are a capsule, not {type(native).__name__}")
        self.stages.run = <StageRunner>PyCapsule_GetPointer(native, "yisp.stages")
        if self.stages.run(t, topic, -1) < 0:
            raise ValueError("the table is of another plan than this module, or it has no such topic")
        self._native = native  # for as long as its function may be called
        return 0

    def __dealloc__(self):
        cdef int z
        free(self._choices.at)
        if self.t == NULL:
            return
        self.t.enumeration = NULL
        self.t.record = NULL
        self.t.queues = self._queues
        for z in range(self.t.zones):
            if (self._queues >> z) & 1:
                lay_line(self.t, z)

    cdef int _read_work(self, steps, effects, installed, topics, int topic) except -1:
        """How much work the functions are; see ``compile.work``."""
        cdef list works = [*steps, *effects, *installed]
        cdef int64_t* memory
        number("topic", topic, 0, len(topics) - 1)
        if len(topics[topic]) != SCRIPTS + 2:
            raise ValueError("the work of a topic is that of its scripts, of judging, and of evaluating")
        works += topics[topic]
        memory = self._own.longs("work", [min(number("work", one, 0, INT64_MAX), MOST_WORK) for one in works])
        self.e.steps, self.e.effects, self.e.installs = len(steps), len(effects), len(installed)
        self.e.step_work = memory
        self.e.effect_work = memory + self.e.steps
        self.e.installed_work = self.e.effect_work + self.e.effects
        self.e.script_work = self.e.installed_work + self.e.installs
        return 0

    cdef int idle(self) except -1:
        if self.t.busy:
            raise ValueError("the table is at work")
        return 0

    cdef int enter(self) except -1:
        """Hold the table: something is about to run on it."""
        self.idle()
        self.t.busy = True
        return 0

    cdef int leave(self) except -1:
        """What ran has ended; raise what interrupted it."""
        self.t.busy = False
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            raise interrupt
        if not self.native:
            self._table.settle()
        return 0

    def set_world(self, rows, rolls):
        """Let everything be as it is in a world (see ``worlds.h``), of which the first cards of some rows are known,
        and the first rolls: how many numbers each is one of, and which."""
        cdef int row, i
        self.idle()
        if len(rows) > MOST_ROWS or len(rolls) > MOST_ROWS:
            raise ValueError("more rows or rolls than a world may have")
        for row, (options, value) in enumerate(rolls):
            self._rolls[2 * row] = number("the options of a roll", options, 1, INT64_MAX)
            self._rolls[2 * row + 1] = number("a roll", value, 0, self._rolls[2 * row] - 1)
        for row, cards in enumerate(rows):
            order = [number("a card of a row", card, 0, self.t.cards - 1) for card in cards]
            if len(set(order)) < len(order):
                raise ValueError("a row has a card twice")
            for i, card in enumerate(order):
                self._rows[row * self.t.cards + i] = card
            self._known[row] = len(order)
        self.e.world = LISTED_WORLD
        self.e.rows, self.e.known, self.e.row_count = self._rows, self._known, len(rows)
        self.e.rolls, self.e.roll_count = self._rolls, len(rolls)

    @property
    def lacking(self):
        """The row of the world of which more would have to be known than is, since it failed; or None."""
        return self.e.lacking if self.e.lacking >= 0 else None

    @property
    def rolled(self):
        """How many numbers the roll is one of that was asked for and is not known; -1 where what is known is one
        of another number; 0 where none was asked for."""
        return self.e.rolled

    def deal_world(self):
        """The position before the first turn in the world; None where that lacks something."""
        self.idle()
        if self.e.world != LISTED_WORLD:
            raise ValueError("there is no world")
        begin_path(&self.e, 0)
        spend(self.t, WORK_STAGE)
        deal(self.t, 0, False)
        return None if self.e.failed else self.position()

    def deal_trial(self, int64_t trial):
        """The position before the first turn of a trial in the trial's own world, in which everything is from then
        on: what is shuffled and rolled follows from the table's seed, the topic and the trial's number."""
        self.idle()
        within("a trial", trial, 0, FARTHEST)
        enter_world(&self.e, trial_key(self.t, trial))
        begin_path(&self.e, 0)
        spend(self.t, WORK_STAGE)
        deal(self.t, trial, False)
        return self.position()

    def deal(self, hand):
        """The position before the first turn in which ``hand`` was drawn, in this order.

        It is dealt as every trial is (see ``trials.deal``), with these cards coming out of the deck.
        Raises ValueError when they cannot.
        """
        self.deal_hand(list(hand))
        return self.position()

    cdef int deal_hand(self, list cards) except -1:
        cdef Table* t = self.t
        cdef int i = 0
        self.idle()
        if len(cards) != t.hand:
            raise ValueError("not as many cards as are drawn")
        for card in cards:
            self._hand[i] = number("a card of the hand", card, 0, t.cards - 1)
            i += 1
        begin_path(&self.e, 0)
        spend(t, WORK_STAGE)
        self.e.hand = self._hand
        self.e.hand_left = t.hand
        deal(t, 0, False)
        if self.e.failed:
            raise ValueError("that hand cannot be drawn")
        return 0

    def position(self):
        """The position, to be gone back to with ``run``."""
        spend(self.t, YISP_POSITION_WORDS(self.t) * 8 // BYTES_A_UNIT)
        return PyBytes_FromStringAndSize(
            <const char*>self.t.position, YISP_POSITION_WORDS(self.t) * sizeof(uint64_t)
        )

    def candidates(self, bytes position not None):
        """What a player could try in ``position``, as (zone, kind, effect); see ``stages.find_choices``."""
        self.go_to(position, 0, 0)
        if find_choices(self.t, &self._choices):
            raise MemoryError
        return [
            (self._choices.at[i].zone, self._choices.at[i].kind, self._choices.at[i].effect)
            for i in range(self._choices.count)
        ]

    cdef int check_first(self, int phase, bytes position, move, path) except -1:
        """That something can be done before that stage which begins along a path: a candidate among the moves, or
        (None) the stage itself."""
        if path is None and move is not None:
            raise ValueError("a move without a path")
        if path is not None and (move is not None) != (self.stages.course[phase] == STAGE_SCAN):
            raise ValueError("a move where there is none, or none where there is one")
        if move is not None and tuple(move) not in self.candidates(position):
            raise ValueError("not a move there")
        return 0

    def stay(self, bytes position not None, int64_t activations, int64_t steps):
        """Go back to ``position``: nothing happens there."""
        self.go_to(position, activations, steps)

    cdef int go_to(self, bytes position, int64_t activations, int64_t steps) except -1:
        within("activations", activations, 0, FARTHEST)
        within("steps", steps, 0, FARTHEST)
        self.idle()
        if <size_t>len(position) != YISP_POSITION_WORDS(self.t) * sizeof(uint64_t):
            raise ValueError("not a position of this table")
        check_position(self.t, <const uint64_t*>PyBytes_AS_STRING(position))
        go_back(self.t, <const uint64_t*>PyBytes_AS_STRING(position))
        self.t.activations = activations
        self.t.steps = steps
        begin_path(&self.e, 0)
        return 0

    def begin_part(self, int part, int64_t tries):
        """Let ``STAGE_PART`` be that part of a deal, after so many tries were refused."""
        self.idle()
        within("a part", part, PART_BEFORE, self.t.parts - 1)
        within("tries", tries, 0, FARTHEST)
        self.t.part = part
        self.t.tries = tries

    def run(self, int stage, bytes position not None, path, int64_t activations, int64_t steps, move=None):
        """Run a stage from ``position`` along ``path`` and then, where it ends, by first options.

        ``activations`` and ``steps`` are how many there have been; ``move``, for ``STAGE_MOVE``, is one of the
        ``candidates``.  Returns whether an effect was activated, and the decisions as (option, options, weight,
        total, whether it is the player's: 2 where it goes on with a choice); None when there were too many, or an
        option of the path is none.
        """
        cdef Table* t = self.t
        cdef const uint64_t* words
        cdef Progress progress
        cdef Choice choice = [0, 0, 0]
        cdef int64_t i = 0
        cdef bint activated
        cdef list options = list(path)
        within("a stage", stage, STAGE_TURN, STAGE_PART)
        if len(options) > CAPACITY:
            raise ValueError("not a path")
        for option in options:
            number("an option", option, 0, INT64_MAX)
        if stage == STAGE_MOVE:
            zone, kind, effect = move
            choice.zone = number("a zone", zone, 0, t.zones - 1)
            choice.kind = number("a kind", kind, 0, MOST_KINDS)
            choice.effect = number("an effect", effect, 0, self._table.effect_count - 1)
        self.go_to(position, activations, steps)
        for option in options:
            self._decisions[i].option = option
            i += 1
        progress.activations = activations
        progress.steps = steps
        words = <const uint64_t*>PyBytes_AS_STRING(position)
        self.enter()
        if stage == STAGE_MOVE:
            activated = run_move(&self.stages, &choice, words, progress, len(options), 0)
        else:
            activated = run_from(&self.stages, stage, words, progress, len(options), 0)
        self.leave()
        if self.e.failed:
            return activated, None
        return activated, [
            (
                self._decisions[i].option,
                self._decisions[i].options,
                self._decisions[i].weight,
                self._decisions[i].total,
                self._decisions[i].player,
            )
            for i in range(self.e.made)
        ]

    @property
    def work(self):
        """How much work all has been so far, in the budget's units."""
        return self.e.work

    @property
    def runs(self):
        """How many stages have been run."""
        return self.e.runs

    @property
    def activated(self):
        """The effects that were activated in the last stage, in order."""
        return [self._activations[i] for i in range(self.e.activated)]

    @property
    def taken(self):
        """The cards that the player chose in the last stage, each behind the number of decisions before the choice."""
        return [(self._taken[2 * i], self._taken[2 * i + 1]) for i in range(self.e.taken_count)]

    @property
    def activations(self):
        """How many activations there have been this turn."""
        return self.t.activations

    @property
    def steps(self):
        """How many steps there have been."""
        return self.t.steps

    @property
    def failed(self):
        """Whether a run-time error ended play in the last stage."""
        return bool(self.t.failed)

    @property
    def notices(self):
        """The sites of the last stage's notices."""
        return [self._notices[i] for i in range(self.e.noticed)]

    @property
    def row(self):
        """What the last ``STAGE_JUDGE`` found: a record's row (see ``trials.run_trials``) without the
        trial's number, and a 1 or 0 for each combo that was judged under ``match: best`` as well."""
        return tuple(self._row[i] for i in range(1, self.width))

    @property
    def value(self):
        """What the last ``STAGE_EVALUATE`` found the position to be worth; 0 where a run-time error ended it."""
        return self.e.value

    def canonical(self):
        """The position in a form that is the same for positions that nothing can tell apart: canonical.h."""
        cdef size_t words = canonical(self.t, self.stages.parts)
        return PyBytes_FromStringAndSize(<const char*>self.stages.parts, words * sizeof(uint64_t))


cdef void _paused(void* owner) noexcept with gil:
    """A search has gone on for a while: hear an interrupt, and say how far it is."""
    cdef Enumerator self = <Enumerator>owner
    try:
        PyErr_CheckSignals()
        if self.pause is not None:
            self.pause()
    except BaseException as interrupt:
        self._interrupt = interrupt
        halt(self.t)


# How many rows, and how many rolls, a world may have.
MOST_OF_WORLD = MOST_ROWS

# The least work that a position is which has yet to be judged.
LEAST_WORK = WORK_STAGE

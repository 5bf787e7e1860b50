"""The Python face of a table: its owner, the python target's primitives, and running trials.

``PyTable`` is built from a plan, the plain data of ``yisp.compile.program.Program``.  Its methods
that work on cards carry the names of the C functions they call, so that the sources generated for
the two targets read alike.

Failure policy: C functions report a run-time error by their return value; the methods here count
the notice and raise ``Failed``, which unwinds the generated function and is caught in this module.
Nothing else escapes from generated code but what interrupts it (KeyboardInterrupt, MemoryError).
"""

import cython

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint16_t, uint64_t, uintptr_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from . cimport events
from . cimport match as matching
from . cimport moves
from . cimport numbers
from . cimport properties
from . cimport selection
from . cimport zones
from .accumulator cimport Accumulator
from .answers cimport attempt
from .effects cimport Effect, allowed, forbid, take_step
from .memory cimport allocate
from .events cimport QUEUE_ROOM
from .gate cimport WORK_EFFECT, WORK_KIND, spend
from .log cimport notice, printed
from .properties cimport Held
from .streams cimport Stream
from .trials cimport (
    HAND, Judge, Script, begin_judging, deal, go_back, judge_best, judge_combo, judge_stat, only_deals,
    run_stage, run_trials,
)


class Failed(Exception):
    """A run-time error of a script; ends the program that is running."""


cdef int _copy_set(uint64_t* out, int words, object cards) except -1:
    """Write a Python integer as a bitset."""
    cdef bytes data = cards.to_bytes(words * 8, "little")
    memcpy(out, <const char*>data, words * 8)
    return 0


# What a saved table has beside its position.
cdef struct Chance:
    Stream reveals
    Stream numbers
    int64_t reveals_ready
    int64_t numbers_ready
    int64_t trial
    int64_t activations


cdef class PyTable:
    """One table and everything it points to.

    ``plan`` is ``Program.plan``: see there for its keys.  Raises MemoryError, and KeyError or
    OverflowError for a plan that is not one.
    """

    cdef Table t
    cdef Log log
    cdef list _memory
    cdef object _effects, _installed, _header, _program, _combos, _bests, _stats, _interrupt, _strata
    cdef int combo_count, scoring
    cdef readonly int row_width
    cdef int64_t* _rows
    cdef int64_t _row_count
    cdef public object trace
    cdef readonly int64_t steps  # taken in all trials of the python target

    def __cinit__(self, plan):
        cdef Table* t = &self.t
        cdef EffectInfo* infos
        cdef uint16_t* kinds
        cdef int* ints
        cdef uint64_t* sets
        cdef int64_t* values
        cdef int i
        t.words = plan["words"]
        t.zones = plan["zones"]
        t.cards = plan["cards"]
        t.variables = plan["variables"]
        t.effect_words = plan["effect_words"]
        t.tidy = plan["tidy"]
        t.listens = plan["listens"]
        t.installed = plan["installed"]
        t.activation_limit = plan["activation_limit"]
        t.step_limit = plan["step_limit"]
        t.position = <uint64_t*>self._own(YISP_POSITION_WORDS(t), sizeof(uint64_t))
        t.chosen = <uint64_t*>self._own(t.words, sizeof(uint64_t))
        t.list = <uint16_t*>self._own(t.cards, sizeof(uint16_t))
        t.slot_of = <uint16_t*>self._own(t.cards, sizeof(uint16_t))
        t.masks = self._sets(plan["masks"], t.words)
        t.everything = self._sets([(1 << plan["cards"]) - 1], t.words)
        t.queues = plan["queues"]
        if t.queues:
            t.line_mask = plan["line_mask"]
            t.lines = <uint16_t*>self._own(t.zones * (t.line_mask + 1), sizeof(uint16_t))
        t.walk_masks = self._sets(plan["walk_masks"], t.words)
        t.forbids = self._sets(plan["forbids"], t.effect_words)
        t.kind_of = kinds = <uint16_t*>self._own(t.cards, sizeof(uint16_t))
        for i, kind in enumerate(plan["kind_of"]):
            kinds[i] = kind
        t.effects_from = self._ints([plan["effects_from"][kind] for kind in plan["kind_of"]])
        t.effects_to = self._ints([plan["effects_from"][kind + 1] for kind in plan["kind_of"]])
        t.installed_sites = self._ints(plan["installed_sites"])
        t.walk_zones = self._ints(plan["walk_zones"])
        t.walk_zone_count = len(plan["walk_zones"])
        t.answer_masks = self._sets(plan["answer_masks"], t.words)
        t.answer_zones = self._ints(plan["answer_zones"])
        t.answer_zone_count = len(plan["answer_zones"])
        t.movers = self._sets([plan["movers"]], t.words)
        t.event_cards = <uint64_t*>self._own(t.words, sizeof(uint64_t))
        t.drawn_from = -1
        if t.listens:
            t.queue = <Happening*>self._own(QUEUE_ROOM, sizeof(Happening))
        t.properties = values = <int64_t*>self._own(len(plan["properties"]) * t.cards, sizeof(int64_t))
        for i, value in enumerate(value for row in plan["properties"] for value in row):
            values[i] = value
        t.wants = self._ints(plan["wants"])
        t.effects = infos = <EffectInfo*>self._own(len(plan["effects"]), sizeof(EffectInfo))
        for i, row in enumerate(plan["effects"]):
            zones_, once, first, event, source, target, answers_in, activations_site, steps_site = row
            infos[i].zones = zones_
            infos[i].once = once
            infos[i].first = first
            infos[i].event = event
            infos[i].source = source
            infos[i].target = target
            infos[i].answers_in = answers_in
            infos[i].activations_site = activations_site
            infos[i].steps_site = steps_site
        t.owner = <void*>self

    cdef void* _own(self, size_t count, size_t size) except NULL:
        """Zeroed memory that lives as long as the table."""
        cdef void* memory = allocate(count, size)
        if self._memory is None:
            self._memory = []
        self._memory.append(<uintptr_t>memory)
        return memory

    cdef uint64_t* _sets(self, cards, int words) except NULL:
        cdef uint64_t* memory = <uint64_t*>self._own(len(cards) * words, sizeof(uint64_t))
        cdef int i
        for i, one in enumerate(cards):
            _copy_set(memory + i * words, words, one)
        return memory

    cdef int* _ints(self, values) except NULL:
        cdef int* memory = <int*>self._own(len(values), sizeof(int))
        cdef int i
        for i, value in enumerate(values):
            memory[i] = value
        return memory

    def __dealloc__(self):
        for memory in self._memory or ():
            free(<void*><uintptr_t>memory)
        free(self.log.words)
        free(self._rows)

    @property
    def address(self):
        """The address of the C struct, for a module built for this deck."""
        return <uintptr_t>&self.t

    # Running ------------------------------------------------------------------------------------

    def halt(self):
        """End the run that another thread has going on this table, and all later ones: see ``table.halt``."""
        halt(&self.t)

    @property
    def halted(self):
        """Whether it was: then the counts since ``Accumulator.mark`` are of no use."""
        return bool(now(self.t.halted))

    def open(
        self, uint64_t seed, uint64_t topic, Accumulator counts not None,
        *, int hand, int turns, int draw, bint plays, bint answers, int scoring,
    ):
        """Get ready to run trials of the topic with that key, counting into ``counts``.

        ``hand`` cards are dealt; there are ``turns``, the later ones beginning with a draw of
        ``draw`` cards.  ``plays`` says whether effects are activated, ``answers`` whether they
        answer events.  The first ``scoring`` combos score, the others are watched.
        """
        self.t.hand = hand
        self.t.turns = turns
        self.t.draw = draw
        self.t.plays = plays
        self.t.answers = answers
        self.combo_count = counts.combos
        self.scoring = scoring
        self.row_width = 2 + counts.combos + 2 * counts.stats
        self.t.seed = seed
        self.t.topic = topic
        self.t.counts = &counts.counts

    def start(self, variables, known):
        """Begin every trial with these values of variables (index, value) instead of 0, and with the
        ``known`` cards (card, zone) where they are, those of the deck on its top."""
        cdef int64_t* memory = <int64_t*>self._own(2 * len(variables), sizeof(int64_t))
        cdef int i
        for i, (variable, value) in enumerate(variables):
            memory[2 * i], memory[2 * i + 1] = variable, value
        self.t.initial = memory
        self.t.initial_count = len(variables)
        self.t.known = self._ints([number for pair in known for number in pair])
        self.t.known_count = len(known)

    def stratify(self, questions, masks, counts):
        """Count each trial in that of ``counts`` to which the tree of ``questions`` about ``masks`` leads."""
        cdef Counts** targets = <Counts**>self._own(len(counts), sizeof(Counts*))
        cdef Accumulator one
        cdef int i
        self._strata = counts  # kept alive
        for i, one in enumerate(counts):
            targets[i] = &one.counts
        self.t.strata_masks = self._sets(masks, self.t.words)
        self.t.strata_counts = targets
        self.t.strata = self._ints([number for question in questions for number in question])

    def load(self, header, program, effects, installed, combos, bests, stats):
        """Set the python target's functions: header and main program or None, then a list each."""
        self._program = program
        self._installed = installed
        self._bests = bests
        self._header = header
        self._effects = effects
        self._combos = combos
        self._stats = stats

    def run(self, int64_t first, int64_t last):
        """Run the trials first … last - 1 with the functions of ``load``."""
        self._interrupt = None
        # The callbacks need the GIL and have it: run_trials itself never lets it go.
        run_trials(
            &self.t, first, last, self.row_width,
            <Script><void*>_run_header if self._header is not None else <Script>NULL,
            <Script><void*>_run_program if self._program is not None else <Script>NULL,
            <Effect><void*>_run_effect, <Effect><void*>_run_installed, NULL, <Judge><void*>_judge,
        )
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            raise interrupt

    def hand(self, int64_t trial):
        """The opening hand of a trial as a bitset; the trial is not run.  Needs the functions of ``load``."""
        cdef bint scripts = self._header is not None or self._program is not None
        self.t.hands_block = -1
        deal(&self.t, trial, not scripts and only_deals(&self.t))
        return int.from_bytes(
            PyBytes_FromStringAndSize(
                <const char*>zone_words(&self.t, HAND), self.t.words * sizeof(uint64_t)
            ),
            "little",
        )

    def run_stage(self, int stage):
        """Run one stage of a trial (see ``trials.run_stage``) with the functions of ``load``."""
        cdef bint activated
        self._interrupt = None
        activated = run_stage(
            &self.t, stage,
            <Script><void*>_run_header if self._header is not None else <Script>NULL,
            <Script><void*>_run_program if self._program is not None else <Script>NULL,
            <Effect><void*>_run_effect, <Effect><void*>_run_installed, <Judge><void*>_judge,
        )
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            raise interrupt
        return activated

    cdef void _call(self, function, card) noexcept:
        """Run a generated function; what ends it ends the trial's play."""
        try:
            if card is None:
                function(self)
            else:
                function(self, card)
        except Failed:
            self.t.failed = True
        except BaseException as interrupt:
            self._interrupt = interrupt
            self.t.failed = True

    # Records --------------------------------------------------------------------------------------

    def record_rows(self, int64_t rows):
        """Make room for the rows of so many trials (see ``trials.run_trials``)."""
        free(self._rows)
        self._row_count = rows * self.row_width
        self._rows = self.t.record = <int64_t*>allocate(self._row_count, sizeof(int64_t))

    def read_rows(self):
        """The rows of the trials run since, and an end of recording."""
        rows = PyBytes_FromStringAndSize(<const char*>self._rows, self._row_count * sizeof(int64_t))
        free(self._rows)
        self._rows = self.t.record = NULL
        return rows

    # The log --------------------------------------------------------------------------------------

    def record_log(self, bint on):
        """Begin an empty event log, or stop keeping one."""
        self.log.size = 0
        self.t.log = &self.log if on else NULL

    def read_log(self, int64_t first=0):
        """The event log so far, from word ``first`` on, as a list of integers (see ``log.pxd``)."""
        if self.log.failed:
            raise MemoryError
        return [self.log.words[i] for i in range(first, self.log.size)]

    @property
    def position(self):
        """The whole position as bytes; equal positions after equal trials."""
        return PyBytes_FromStringAndSize(
            <const char*>self.t.position, YISP_POSITION_WORDS(&self.t) * sizeof(uint64_t)
        )

    @property
    def behind_variables(self):
        """How many words of the position lie behind the variables."""
        return YISP_POSITION_WORDS(&self.t) - YISP_AT_VARIABLES(&self.t) - YISP_VARIABLES(&self.t)

    def save(self):
        """All that ``restore`` needs to make what comes next the same again: the position, and where
        the streams are."""
        cdef Table* t = &self.t
        cdef Chance chance
        memset(&chance, 0, sizeof(Chance))
        chance.reveals = t.reveals
        chance.numbers = t.numbers
        chance.reveals_ready = t.reveals_ready
        chance.numbers_ready = t.numbers_ready
        chance.trial = t.trial
        chance.activations = t.activations
        return self.position, PyBytes_FromStringAndSize(<const char*>&chance, sizeof(Chance))

    def restore(self, saved):
        """Go back to what ``save`` gave, with no step taken and no event to be answered.

        Raises ValueError for what a table of this shape did not give.
        """
        cdef Table* t = &self.t
        cdef Chance chance
        cdef bytes position, rest
        position, rest = saved
        if (
            <size_t>len(position) != YISP_POSITION_WORDS(t) * sizeof(uint64_t)
            or <size_t>len(rest) != sizeof(Chance)
        ):
            raise ValueError("not a position of this table")
        go_back(t, <const char*>position)
        memcpy(&chance, <const char*>rest, sizeof(Chance))
        t.reveals = chance.reveals
        t.numbers = chance.numbers
        t.reveals_ready = <int>chance.reveals_ready
        t.numbers_ready = <int>chance.numbers_ready
        t.trial = chance.trial
        t.activations = chance.activations

    def deal(self, int64_t trial, bint alone):
        """Set up a trial: everything shuffled, the hand drawn, no turn begun (see ``trials.deal``)."""
        self.t.hands_block = -1
        deal(&self.t, trial, alone)

    def attempt(self, int effect, int card):
        """Try one effect of one card, where its flags, its zone and forbidden tags allow it.

        Whether it was activated; with the functions of ``load``.
        """
        cdef bint activated
        if not allowed(&self.t, effect, zones.zone_of(&self.t, card)):
            return False
        self._interrupt = None
        activated = attempt(
            &self.t, effect, card, <Effect><void*>_run_effect, <Effect><void*>_run_installed
        )
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            raise interrupt
        return activated

    def cards(self, int z):
        """The cards of a zone in order; this looks at all of them."""
        cdef int n = zones.size(&self.t, z)
        selection.choose_zone(&self.t, z)
        selection.look_at_chosen(&self.t)
        return [self.t.list[i] for i in range(n)]

    # Numbers --------------------------------------------------------------------------------------

    def __getitem__(self, int variable):
        return variables(&self.t)[variable]

    def __setitem__(self, int variable, int64_t value):
        variables(&self.t)[variable] = value

    cdef object _fail(self, int site):
        notice(&self.t, site)
        return Failed

    def fail(self, int site):
        """Report a run-time error and end the program."""
        raise self._fail(site)

    def add(self, int site, int64_t a, int64_t b):
        cdef int64_t out
        if numbers.add(a, b, &out):
            raise self._fail(site)
        return out

    def subtract(self, int site, int64_t a, int64_t b):
        cdef int64_t out
        if numbers.subtract(a, b, &out):
            raise self._fail(site)
        return out

    def multiply(self, int site, int64_t a, int64_t b):
        cdef int64_t out
        if numbers.multiply(a, b, &out):
            raise self._fail(site)
        return out

    def quotient(self, int64_t a, int64_t b):
        return numbers.quotient(a, b)

    def remainder(self, int64_t a, int64_t b):
        return numbers.remainder(a, b)

    def muldiv(self, int site, int64_t a, int64_t b, int64_t c, int rounding):
        cdef int64_t out
        if numbers.muldiv(a, b, c, rounding, &out):
            raise self._fail(site)
        return out

    def random_between(self, int64_t low, int64_t high):
        return numbers.random_between(&self.t, low, high)

    # Cards ------------------------------------------------------------------------------------------

    def size(self, int z):
        return zones.size(&self.t, z)

    def count(self, int z, int mask):
        return zones.count(&self.t, z, self.t.masks + mask * self.t.words)

    def zone_of(self, int card):
        return zones.zone_of(&self.t, card)

    def choose_zone(self, int z):
        selection.choose_zone(&self.t, z)

    def choose_card(self, int card):
        selection.choose_card(&self.t, card)

    def choose_event(self):
        selection.choose_event(&self.t)

    def keep(self, int mask):
        selection.keep(&self.t, self.t.masks + mask * self.t.words)

    def limit(self, int end, int64_t n, bint rejected):
        selection.limit(&self.t, end, n, rejected)

    def chosen_size(self):
        return selection.chosen_size(&self.t)

    def move_all(self, int site, int z, int mask, int to, bint front):
        moves.move_all(&self.t, site, z, self.t.masks + mask * self.t.words, to, front)

    def move_first(self, int site, int z, int mask, int64_t n, int to, bint front):
        moves.move_first(&self.t, site, z, self.t.masks + mask * self.t.words, n, to, front)

    def move_picked(self, int site, int z, int mask, int64_t n, int to, bint front):
        moves.move_picked(&self.t, site, z, self.t.masks + mask * self.t.words, n, to, front)

    def move_top(self, int site, int z, int64_t n, int to, bint front):
        moves.move_top(&self.t, site, z, n, to, front)

    def move_chosen(self, int site, int to, bint front):
        moves.move_chosen(&self.t, site, to, front)

    def move_card(self, int site, int card, int to, bint front):
        moves.move_card(&self.t, site, card, zones.zone_of(&self.t, card), to, front)

    def shuffle(self, int z):
        zones.shuffle(&self.t, z)

    def match_first(self, int z, int wants):
        return matching.match_first(&self.t, z, wants)

    def match_best(self, int z, int wants):
        return matching.match_best(&self.t, z, wants)

    # Properties -------------------------------------------------------------------------------------

    def property(self, int prop, int card):
        return properties.property_of(&self.t, prop, card)

    def top_property(self, int z, int prop):
        return properties.top_property(&self.t, z, prop)

    def sum_of_chosen(self, int site, int prop):
        cdef int64_t out
        if properties.sum_of_chosen(&self.t, prop, &out):
            raise self._fail(site)
        return out

    def high_of_chosen(self, int prop):
        return properties.high_of_chosen(&self.t, prop)

    def low_of_chosen(self, int prop):
        return properties.low_of_chosen(&self.t, prop)

    def hold_chosen(self):
        cdef HeldCards held = HeldCards.__new__(HeldCards)
        held.table = self
        properties.hold_chosen(&self.t, &held.held)
        return held

    def choose_held(self, HeldCards held):
        properties.choose_held(&self.t, &held.held)

    # Effects ----------------------------------------------------------------------------------------

    def take_step(self, int site):
        if self.t.enumeration != NULL:
            spend(&self.t, self.t.enumeration.step_work[site])
        if take_step(&self.t):
            raise self._fail(site)

    def stop(self):
        """End the trial's play, without a notice."""
        events.stop(&self.t)
        raise Failed

    def activate(self, int card):
        events.activate(&self.t, card)

    def begin_draw(self):
        events.begin_draw(&self.t)

    def end_draw(self, int to):
        events.end_draw(&self.t, to)

    def install(
        self, int site, int function, int card, int what, int64_t source, int64_t target,
        int64_t uses, int64_t turns,
    ):
        if events.install(&self.t, function, card, what, source, target, uses, turns):
            raise self._fail(site)

    def schedule(self, int site, int function, int card, int64_t turns):
        if events.schedule(&self.t, function, card, turns):
            raise self._fail(site)

    def forbid(self, int tag):
        forbid(&self.t, tag)

    def printed(self, int site, *items):
        """Count a printed line; while ``trace`` is set, show it."""
        printed(&self.t, site)
        if self.trace is not None:
            self.trace.printed(site, items)

    def chosen_cards(self):
        """Look at the chosen cards and give them, in order, for ``printed``."""
        cdef int n = selection.chosen_size(&self.t)
        selection.look_at_chosen(&self.t)
        return tuple(self.t.list[i] for i in range(n))

    def step(self, int site):
        """A statement begins; only sources made for tracing call this."""
        if self.trace is not None:
            self.trace.step(site)


cdef class HeldCards:
    """Chosen cards laid aside by a filter by a number."""

    cdef PyTable table
    cdef Held held

    def kinds(self):
        """One card of each kind among them, in order."""
        cdef int64_t card = properties.next_kind(&self.table.t, &self.held, -1)
        while card >= 0:
            if self.table.t.enumeration != NULL:
                spend(&self.table.t, WORK_KIND)
            if now(self.table.t.halted):
                raise Failed
            yield card
            card = properties.next_kind(&self.table.t, &self.held, card)

    def drop(self, int64_t card):
        """Lay down every card of that card's kind."""
        properties.drop_kind(&self.table.t, &self.held, card)

    def copies(self, int64_t card):
        """How many cards of that card's kind their zone holds."""
        return properties.copies(&self.table.t, &self.held, card)


cdef void _run_effect(Table* t, int effect, int card) noexcept:
    cdef PyTable self = <PyTable>t.owner
    if t.enumeration != NULL:
        spend(t, WORK_EFFECT + t.enumeration.effect_work[effect])
    self._call(self._effects[effect], card)


cdef void _run_installed(Table* t, int function, int card) noexcept:
    cdef PyTable self = <PyTable>t.owner
    if t.enumeration != NULL:
        spend(t, WORK_EFFECT + t.enumeration.installed_work[function])
    self._call(self._installed[function], card)


cdef void _run_header(Table* t) noexcept:
    cdef PyTable self = <PyTable>t.owner
    if t.enumeration != NULL:
        spend(t, t.enumeration.script_work[0])
    self._call(self._header, None)


cdef void _run_program(Table* t) noexcept:
    cdef PyTable self = <PyTable>t.owner
    if t.enumeration != NULL:
        spend(t, t.enumeration.script_work[1])
    self._call(self._program, None)


cdef void _judge(Table* t) noexcept:
    cdef PyTable self = <PyTable>t.owner
    cdef int i = 0
    self.steps += t.steps
    begin_judging(t)
    if t.enumeration != NULL:
        spend(t, t.enumeration.script_work[2])
    try:
        for combo in self._combos:
            try:
                judge_combo(t, i, combo(self), i < self.scoring)
            except Failed:
                judge_combo(t, i, 0, False)
            i += 1
        i = 0
        for best in self._bests:
            try:
                judge_best(t, self.combo_count, i, self.row_width, best(self) > 0)
            except Failed:
                judge_best(t, self.combo_count, i, self.row_width, False)
            i += 1
        i = 0
        for stat in self._stats:
            try:
                judge_stat(t, i, self.combo_count, False, stat(self))
            except Failed:
                judge_stat(t, i, self.combo_count, True, 0)
            i += 1
    except BaseException as interrupt:
        self._interrupt = interrupt
    self.steps += t.steps


# What a test compares with the other module's idea of it.
STRUCT_SIZES = {"Table": sizeof(Table), "Counts": sizeof(Counts), "EffectInfo": sizeof(EffectInfo)}

"""The Python face of a table: running trials, and the python target's primitives.

``PyTable`` is built from a plan, the plain data of ``yisp.compile.program.Program``.  It is one class in four
modules, each of which adds what it is about to the one before: ``layout`` (the memory, by the plan), ``opened``
(the topic, its counts, rows and log; positions), ``dealer`` (presence, the wall, seats), and this one: what happens
all the time in a trial.  That is kept together: an interpreter calls the methods of an object's own class by a
shorter way than those that it inherits, and primitives that running and scripts share are there once.

The methods that work on cards carry the names of the C functions they call, so that the sources generated for
the two targets read alike.  Failure policy: C functions report a run-time error by their return value; the
methods count the notice and raise ``Failed``, which unwinds the generated function and is caught here.  Anything
else that ends one (KeyboardInterrupt, MemoryError) interrupts the run, and is raised at its end.  What is wrong
with an argument is said as ``boundary.pxd`` says.
"""

import cython

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_Occurred
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid
from cpython.ref cimport Py_DECREF
from libc.stdint cimport INT64_MIN, int64_t, uint64_t

from ..boundary cimport below, within
from ..chance cimport gate
from ..numbers cimport arithmetic
from ..play cimport match as matching
from ..play.answers cimport attempt, take_use
from ..play.asking cimport Asked, begin_asking, belongs_at, end_asking, next_carrier, runs_at, was_stopped
from ..play.effects cimport Effect, allowed, forbid, take_step
from ..play.trials cimport (
    SCRIPT_BEFORE_PLAY, SCRIPT_DEAL, SCRIPT_FOOTER, SCRIPT_HEADER, SCRIPT_PROGRAM, STAGE_DEAL, STAGE_EVALUATE,
    STAGE_JUDGE, STAGE_MOVE, STAGE_PART, STAGE_PROGRAM, STAGE_TURN, Judge, Number, Script, begin_judging,
    deal, judge_best, judge_combo, judge_stat, only_deals, run_stage, run_trials,
)
from ..position cimport events
from ..position.log cimport printed
from ..position.table cimport (
    HAND, HAPPENINGS, YISP_QUEUED, Counts, EffectInfo, Table, contains, given, halt, likely, now, variables,
    zone_words,
)
from ..zones cimport moves, properties, selection, zones
from ..zones.properties cimport Held
from .dealer cimport Dealer
from .layout cimport check_card, check_property, check_zone, mask_of
from .opened cimport check_move, check_site
from .opened import Failed


cdef extern from "Python.h":
    PyObject* PyObject_Vectorcall(object function, PyObject* const* arguments, size_t count, PyObject* names)
    int64_t PyLong_AsLongLong(PyObject* number)


# What a native module gives, in a capsule: see ``run_native``.
ctypedef bint (*RunTopic)(Table* t, int topic, int64_t first, int64_t last) noexcept nogil


cdef int raised() except -1:
    """Go on with the exception that is set."""
    return -1


@cython.no_gc_clear
@cython.final  # so that what it asks of itself is called directly
cdef class PyTable(Dealer):
    """One table and everything it points to; ``plan`` is ``Program.plan``."""

    cdef object _interrupt
    cdef readonly int64_t steps  # taken in all trials of the python target
    cdef public object trace

    cdef int _there(self) except -1:
        """That the chosen cards lie where they were chosen."""
        cdef const uint64_t* zone = zone_words(&self.t, self.t.chosen_zone)
        cdef int w
        for w in range(self.t.words):
            if self.t.chosen[w] & ~zone[w]:
                raise ValueError("the chosen cards have been moved")
        return 0

    # Running ------------------------------------------------------------------------------------

    cdef Script _script(self, int script):
        """What calls one of the topic's scripts; NULL where it has none."""
        if self._scripts[script] is None:
            return NULL
        if script == SCRIPT_HEADER:
            return <Script><void*>_run_header
        if script == SCRIPT_BEFORE_PLAY:
            return <Script><void*>_run_before_play
        if script == SCRIPT_PROGRAM:
            return <Script><void*>_run_program
        if script == SCRIPT_DEAL:
            return <Script><void*>_run_deal
        return <Script><void*>_run_footer

    def run(self, int64_t first, int64_t last):
        """Run the trials first … last - 1 with the functions of ``load``."""
        self._whole(first, last)
        self._loaded()
        self._begin()
        # The callbacks need the GIL and have it: run_trials itself never lets it go.
        run_trials(
            &self.t, first, last, self.row_width,
            self._script(SCRIPT_HEADER), self._script(SCRIPT_BEFORE_PLAY),
            self._script(SCRIPT_PROGRAM), self._script(SCRIPT_FOOTER), self._script(SCRIPT_DEAL),
            <Effect><void*>_run_effect, <Effect><void*>_run_installed, NULL, <Judge><void*>_judge,
        )
        self._end()

    def run_native(self, run, int topic, int64_t first, int64_t last):
        """Run those trials with ``run`` of the module that was built for the table's plan.

        ``topic`` is that topic's number which was opened.  Raises ValueError for a module of another plan, and
        TypeError for what is no module's ``run``.
        """
        cdef RunTopic function
        cdef bint ours
        cdef const char* name
        self._whole(first, last)
        self._opened()
        name = "yisp.worlds" if self.t.worlds else "yisp.run"
        if not PyCapsule_IsValid(run, name):
            raise TypeError(f"a native module's run is a capsule, not {type(run).__name__}")
        function = <RunTopic>PyCapsule_GetPointer(run, name)
        self.t.busy = True
        with nogil:
            ours = function(&self.t, topic, first, last)
        self.t.busy = False
        if not ours:
            raise ValueError("the table is of another plan than this module")

    cdef void _begin(self) noexcept:
        self.t.busy = True
        self._interrupt = None

    cdef int _end(self) except -1:
        """What ran has ended; raise what interrupted it."""
        self.t.busy = False
        if self._interrupt is not None:
            interrupt, self._interrupt = self._interrupt, None
            raise interrupt
        return 0

    def hand(self, int64_t trial):
        """The opening hand of a trial as a bitset; the trial is not run.  Needs the functions of ``load``."""
        cdef bint scripts = any([script is not None for script in self._scripts])
        self._whole(trial, trial)
        self._opened()
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
        self._idle()
        self._loaded()
        within("a stage", stage, STAGE_TURN, STAGE_PART)
        if self.t.enumeration != NULL or stage in (STAGE_MOVE, STAGE_EVALUATE, STAGE_PART):
            raise ValueError("an enumeration runs stages by itself, and nobody else makes moves or evaluates")
        if stage == STAGE_PROGRAM and self._scripts[SCRIPT_PROGRAM] is None:
            raise ValueError("no main program was loaded")
        if stage == STAGE_DEAL and self._scripts[SCRIPT_DEAL] is None:
            raise ValueError("no deal was loaded")
        if stage == STAGE_JUDGE:
            self._judgeable()
        self._begin()
        activated = run_loaded_stage(&self.t, 0, stage)
        self._end()
        return activated

    def check_stages(self):
        """That functions were loaded: an enumeration runs stages without asking again."""
        self._idle()
        self._loaded()

    def settle(self):
        """Raise what interrupted the stages that an enumeration ran."""
        self._idle()
        self._end()

    cdef int _judgeable(self) except -1:
        """That there is a row for what is judged."""
        if self._rows == NULL or self._filled() >= self._row_count // self.row_width:
            raise ValueError("there is no room to record what is judged")
        return 0

    def would(self, int site, int tag, asked, int card, *arguments):
        """The sum of what ``asked`` gives, called with the card and the arguments, after each installed effect that
        carries the tag alone; the position is as it was then."""
        cdef int64_t total = 0, value
        cdef int place = -1
        below("tag that is asked about", tag, self._asked_tags)
        while True:
            place = next_carrier(&self.t, tag, place)
            if place < 0:
                return total
            value = self._supposed(place, asked, card, arguments)
            if arithmetic.add(total, value, &total):
                raise self._fail(site)

    cdef int64_t _supposed(self, int place, asked, int card, tuple arguments) except? -1:
        """What ``asked`` gives when the installed effect at that place has run."""
        cdef Asked before
        cdef int function = runs_at(&self.t, place)
        cdef int owner = belongs_at(&self.t, place)
        below("installed effect", function, len(self._probes))
        if self.t.asking >= self.t.asks or self._probes[function] is None:
            raise ValueError("nobody was to ask about this effect, or not so deep")
        before.keeps = False
        begin_asking(&self.t, place, &before)
        try:
            try:
                self._probes[function](self, owner)
            except Failed:
                if not was_stopped(&self.t):
                    raise
            return asked(self, card, *arguments)
        finally:
            end_asking(&self.t, &before)

    cdef void _call(self, function, card) noexcept:
        """Run a generated function, with its card or None where it takes none; what ends it ends the trial's play.

        The call is made by hand: a ``try`` around each costs as much as the function's own beginning.
        """
        cdef PyObject* arguments[2]
        cdef PyObject* nothing
        arguments[0] = <PyObject*>self
        arguments[1] = <PyObject*>card
        nothing = PyObject_Vectorcall(function, arguments, 1 if card is None else 2, NULL)
        self.t.drawn_from = -1  # no draw goes on beyond a function
        if likely(nothing != NULL):
            Py_DECREF(<object>nothing)
        else:
            self._failed()
            self.t.failed = True

    cdef bint _work_out(self, function, int64_t* out) noexcept:
        """Run a generated function for the number it gives: whether it gave one."""
        cdef PyObject* arguments[1]
        cdef PyObject* given
        arguments[0] = <PyObject*>self
        given = PyObject_Vectorcall(function, arguments, 1, NULL)
        if likely(given != NULL):
            out[0] = PyLong_AsLongLong(given)
            Py_DECREF(<object>given)
            if likely(out[0] != -1 or not PyErr_Occurred()):
                return True
        out[0] = 0
        self._failed()
        return False

    cdef void _failed(self) noexcept:
        """A generated function raised: a run-time error was noted where it happened, all else interrupts the run."""
        try:
            raised()
        except Failed:
            pass
        except BaseException as interrupt:
            self._interrupt = interrupt
            if self.t.enumeration != NULL:
                halt(&self.t)  # a search goes on from stage to stage

    def deal(self, int64_t trial, bint alone):
        """Set up a trial: everything shuffled, the hand drawn, no turn begun (see ``trials.deal``)."""
        self._whole(trial, trial)
        self._opened()
        self.t.hands_block = -1
        deal(&self.t, trial, alone)

    def attempt(self, int effect, int card):
        """Try one effect of one card, where its flags, its zone and forbidden tags allow it.

        Whether it was activated; with the functions of ``load``.
        """
        cdef bint activated
        self._idle()
        self._loaded()
        below("effect", effect, self.effect_count)
        check_card(self, card)
        if not allowed(&self.t, effect, zones.zone_of(&self.t, card)):
            return False
        self._begin()
        activated = attempt(
            &self.t, effect, card, <Effect><void*>_run_effect, <Effect><void*>_run_installed
        )
        self._end()
        return activated

    # Numbers --------------------------------------------------------------------------------------

    def __getitem__(self, int variable):
        below("variable", variable, self.t.variables)
        return variables(&self.t)[variable]

    def __setitem__(self, int variable, int64_t value):
        below("variable", variable, self.t.variables)
        variables(&self.t)[variable] = value

    def fail(self, int site):
        """Report a run-time error and end the program."""
        raise self._fail(site)

    def add(self, int site, int64_t a, int64_t b):
        cdef int64_t out
        if arithmetic.add(a, b, &out):
            raise self._fail(site)
        return out

    def subtract(self, int site, int64_t a, int64_t b):
        cdef int64_t out
        if arithmetic.subtract(a, b, &out):
            raise self._fail(site)
        return out

    def multiply(self, int site, int64_t a, int64_t b):
        cdef int64_t out
        if arithmetic.multiply(a, b, &out):
            raise self._fail(site)
        return out

    def quotient(self, int64_t a, int64_t b):
        if b == 0 or b == -1 and a == INT64_MIN:
            raise ValueError("the quotient is no number of 64 bits")
        return arithmetic.quotient(a, b)

    def remainder(self, int64_t a, int64_t b):
        if b == 0:
            raise ValueError("a remainder by 0")
        return arithmetic.remainder(a, b)

    def muldiv(self, int site, int64_t a, int64_t b, int64_t c, int rounding):
        cdef int64_t out
        if c == 0:
            raise ValueError("a division by 0")
        within("rounding", rounding, arithmetic.UP, arithmetic.NEAR)
        if arithmetic.muldiv(a, b, c, rounding, &out):
            raise self._fail(site)
        return out

    def random_between(self, int64_t low, int64_t high):
        if low > high:
            raise ValueError(f"there is no number from {low} to {high}")
        return gate.random_between(&self.t, low, high)

    # Looking and choosing ---------------------------------------------------------------------------

    def size(self, int z):
        check_zone(self, z)
        return zones.size(&self.t, z)

    def count(self, int z, int mask):
        check_zone(self, z)
        return zones.count(&self.t, z, mask_of(self, mask))

    def zone_of(self, int card):
        check_card(self, card)
        return zones.zone_of(&self.t, card)

    def choose_zone(self, int z):
        check_zone(self, z)
        selection.choose_zone(&self.t, z)

    def choose_every(self, int z):
        check_zone(self, z)
        selection.choose_every(&self.t, z)

    def choose_card(self, int card):
        check_card(self, card)
        selection.choose_card(&self.t, card)

    def choose_event(self):
        selection.choose_event(&self.t)

    def keep(self, int mask):
        selection.keep(&self.t, mask_of(self, mask))

    def keep_card(self, int card, bint rejected):
        check_card(self, card)
        selection.keep_card(&self.t, card, rejected)

    def limit(self, int end, int64_t n, bint rejected):
        self._there()
        within("an end", end, selection.FIRST, selection.PICK)
        selection.limit(&self.t, end, n, rejected)

    def chosen_size(self):
        return selection.chosen_size(&self.t)

    def chosen_cards(self):
        """Look at the chosen cards and give them, in order, for ``printed``."""
        cdef int n = selection.chosen_size(&self.t)
        self._there()
        selection.look_at_chosen(&self.t)
        return tuple(self.t.list[i] for i in range(n))

    cdef int _wanted(self, int z, int wants) except -1:
        check_zone(self, z)
        below("place of wanted cards", wants, self._wants)
        if not self._begins[wants]:
            raise ValueError("no list of wanted cards begins there")
        return 0

    def match_first(self, int z, int wants):
        self._wanted(z, wants)
        return matching.match_first(&self.t, z, wants)

    def match_best(self, int z, int wants):
        self._wanted(z, wants)
        return matching.match_best(&self.t, z, wants)

    # Moving -----------------------------------------------------------------------------------------

    def move_all(self, int site, int z, int mask, int to, bint front):
        check_move(self, site, z, to)
        moves.move_all(&self.t, site, z, mask_of(self, mask), to, front)

    def move_back(self, int site, int z, int mask, int to, bint front):
        check_move(self, site, z, to)
        moves.move_back(&self.t, site, z, mask_of(self, mask), to, front)

    def move_first(self, int site, int z, int mask, int64_t n, int to, bint front):
        check_move(self, site, z, to)
        moves.move_first(&self.t, site, z, mask_of(self, mask), n, to, front)

    def move_picked(self, int site, int z, int mask, int64_t n, int to, bint front):
        check_move(self, site, z, to)
        moves.move_picked(&self.t, site, z, mask_of(self, mask), n, to, front)

    def move_top(self, int site, int z, int64_t n, int to, bint front):
        check_move(self, site, z, to)
        moves.move_top(&self.t, site, z, n, to, front)

    def move_chosen(self, int site, int to, bint front):
        self._there()
        check_move(self, site, self.t.chosen_zone, to)
        moves.move_chosen(&self.t, site, to, front)

    def move_card(self, int site, int card, int to, bint front):
        check_card(self, card)
        cdef int z = zones.zone_of(&self.t, card)
        check_move(self, site, z, to)
        if not contains(zone_words(&self.t, z), card):
            raise ValueError("nothing was dealt")
        moves.move_card(&self.t, site, card, z, to, front)

    def shuffle(self, int z):
        check_zone(self, z)
        if YISP_QUEUED(&self.t, z):
            raise ValueError("a zone that keeps a line is never shuffled")
        zones.shuffle(&self.t, z)

    # Properties -------------------------------------------------------------------------------------

    def property(self, int prop, int card):
        check_property(self, prop)
        check_card(self, card)
        return properties.property_of(&self.t, prop, card)

    def copies(self, int z, int64_t card):
        """How many cards of that card's kind the zone holds."""
        check_zone(self, z)
        check_card(self, card)
        return properties.copies(&self.t, z, card)

    def top_property(self, int z, int prop):
        check_zone(self, z)
        check_property(self, prop)
        return properties.top_property(&self.t, z, prop)

    def sum_of_chosen(self, int site, int prop):
        cdef int64_t out
        check_property(self, prop)
        if properties.sum_of_chosen(&self.t, prop, &out):
            raise self._fail(site)
        return out

    def high_of_chosen(self, int prop):
        check_property(self, prop)
        return properties.high_of_chosen(&self.t, prop)

    def low_of_chosen(self, int prop):
        check_property(self, prop)
        return properties.low_of_chosen(&self.t, prop)

    def hold_chosen(self):
        cdef HeldCards held = HeldCards(self)
        properties.hold_chosen(&self.t, &held.held)
        return held

    def choose_held(self, HeldCards held not None):
        if held.table is not self:
            raise ValueError("these cards are held at another table")
        properties.choose_held(&self.t, &held.held)

    # Effects ----------------------------------------------------------------------------------------

    def take_step(self, int site):
        if self.t.enumeration != NULL:
            below("step", site, self.t.enumeration.steps)
        if take_step(&self.t, site):
            raise self._fail(site)

    def take_use(self):
        """The installed effect that runs answers, or its turn has come."""
        if self.t.entry == NULL:
            raise ValueError("no installed effect runs")
        if take_use(&self.t):
            raise Failed

    def stop(self):
        """End the trial's play, without a notice."""
        events.stop(&self.t)
        raise Failed

    def activate(self, int card):
        check_card(self, card)
        events.activate(&self.t, card)

    def begin_draw(self):
        events.begin_draw(&self.t)

    def end_draw(self, int to):
        check_zone(self, to)
        events.end_draw(&self.t, to)

    cdef int _installable(self, int function, int card) except -1:
        below("installed effect", function, self.t.functions)
        if card != -1:
            check_card(self, card)
        return 0

    def install(
        self, int site, int function, int card, int what, int64_t source, int64_t target,
        int64_t uses, int64_t turns,
    ):
        self._installable(function, card)
        below("event", what, HAPPENINGS)
        if events.install(&self.t, function, card, what, source, target, uses, turns):
            raise self._fail(site)

    def schedule(self, int site, int function, int card, int64_t turns):
        self._installable(function, card)
        if events.schedule(&self.t, function, card, turns):
            raise self._fail(site)

    def forbid(self, int tag):
        below("tag", tag, self._tags)
        forbid(&self.t, tag)

    def printed(self, int site, *items):
        """Count a printed line; while ``trace`` is set, show it."""
        check_site(self, site)
        printed(&self.t, site)
        if self.trace is not None and not self.t.asking and self.t.log != NULL:
            self.trace.printed(site, items)

    def step(self, int site):
        """A statement begins; only sources made for tracing call this."""
        if self.trace is not None and not self.t.asking and self.t.log != NULL:
            self.trace.step(site)


@cython.no_gc_clear
cdef class HeldCards:
    """Chosen cards laid aside by a filter by a number; ``PyTable.hold_chosen`` makes them."""

    cdef PyTable table
    cdef Held held

    def __cinit__(self, PyTable table not None):
        self.table = table

    def kinds(self):
        """One card of each kind among them, in order."""
        cdef int64_t card = properties.next_kind(&self.table.t, &self.held, -1)
        while card >= 0:
            if now(self.table.t.halted):
                raise Failed
            yield card
            card = properties.next_kind(&self.table.t, &self.held, card)

    def drop(self, int64_t card):
        """Lay down every card of that card's kind."""
        check_card(self.table, card)
        properties.keep_kind_if(&self.table.t, &self.held, card, False)

    def copies(self, int64_t card):
        """How many cards of that card's kind their zone holds."""
        return self.table.copies(self.held.zone, card)


cdef void _run_effect(Table* t, int effect, int card) noexcept:
    cdef PyTable self = <PyTable>t.owner
    self._call(self._effects[effect], card)


cdef void _run_installed(Table* t, int function, int card) noexcept:
    cdef PyTable self = <PyTable>t.owner
    self._call(self._installed[function], card)


cdef inline void _run_script(Table* t, int script) noexcept:
    cdef PyTable self = <PyTable>t.owner
    self._call(self._scripts[script], None)


cdef void _run_header(Table* t) noexcept:
    _run_script(t, SCRIPT_HEADER)


cdef void _run_before_play(Table* t) noexcept:
    _run_script(t, SCRIPT_BEFORE_PLAY)


cdef void _run_program(Table* t) noexcept:
    _run_script(t, SCRIPT_PROGRAM)


cdef void _run_footer(Table* t) noexcept:
    _run_script(t, SCRIPT_FOOTER)


cdef void _run_deal(Table* t) noexcept:
    _run_script(t, SCRIPT_DEAL)


cdef int run_loaded_stage(Table* t, int topic, int stage) noexcept:
    """Run a stage with the functions that were loaded, which are the topic's; whoever calls has the GIL."""
    cdef PyTable self = <PyTable>t.owner
    return run_stage(
        t, stage,
        self._script(SCRIPT_HEADER), self._script(SCRIPT_BEFORE_PLAY),
        self._script(SCRIPT_PROGRAM), self._script(SCRIPT_FOOTER), self._script(SCRIPT_DEAL),
        <Effect><void*>_run_effect, <Effect><void*>_run_installed, NULL, <Judge><void*>_judge,
        NULL if self._evaluation is None else <Number><void*>_evaluate,
    )


cdef void _judge(Table* t) noexcept:
    cdef PyTable self = <PyTable>t.owner
    cdef int64_t value
    cdef bint failed
    cdef int i = 0
    self.steps += t.steps
    begin_judging(t)
    for combo in self._combos:
        self._work_out(combo, &value)
        judge_combo(t, i, value, i < self.scoring)
        i += 1
    i = 0
    for best in self._bests:
        self._work_out(best, &value)
        judge_best(t, self._counts.combos, i, self.row_width, value > 0)
        i += 1
    i = 0
    for stat in self._stats:
        failed = not self._work_out(stat, &value)
        judge_stat(t, i, self._counts.combos, failed, value)
        i += 1
    self.steps += t.steps


cdef bint _evaluate(Table* t, int64_t* out) noexcept:
    cdef PyTable self = <PyTable>t.owner
    return not self._work_out(self._evaluation, out)


# What a test compares with the other module's idea of it.
STRUCT_SIZES = {"Table": sizeof(Table), "Counts": sizeof(Counts), "EffectInfo": sizeof(EffectInfo)}

"""Enumerating what chance can do to a position: the runtime's part of exact answers.

``Enumerator`` sets up positions, runs one stage of a trial along one path of decisions, and gives
positions a canonical form.  Which paths to follow and what they weigh is the business of
``yisp.simulate.exact``.
"""

import cython

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport INT64_MAX, int64_t, uint16_t, uint64_t, uintptr_t
from libc.string cimport memset

from .boundary cimport FARTHEST, Arrays, check_position, number, within
from .effects cimport allowed
from .gate cimport BYTES_A_UNIT, CARDS_A_UNIT, WORK_KEEP, WORK_STAGE, spend
from .table import PyTable
from .table cimport *
from .trials cimport SCRIPTS, STAGE_EVALUATE, STAGE_JUDGE, STAGE_MOVE, deal, go_back
from .zones cimport lay_line, order_cards, zone_of

cdef enum:
    CAPACITY = 512  # decisions of one stage
    MOST_ROWS = 64  # of a world, and rolls
    MOST_WORK = 1 << 30  # of one function: more is beyond every budget all the same


@cython.no_gc_clear  # the table is needed to the end, to be given back
cdef class Enumerator:
    """An enumeration in front of a table.

    ``classes`` gives each card's class, ``ordered`` the cards of each zone whose order can matter
    (bitsets as integers), ``bests`` how many combos are judged under ``match: best`` as well.  ``work`` is
    how much work the deck's functions are (see ``Program.plan``), ``topic`` the index of the topic; beyond
    ``budget`` units the table is halted, and what it gives from then on is worth nothing.  If it ``decides``,
    the player is asked for the cards of ``.*`` while scripts run.  While it
    lives, the table's gate asks it instead of the streams, and no zone keeps a line (see ``zones``): what
    lies beside the position would have to be laid anew for each.
    """

    cdef object _table
    cdef Table* t
    cdef Enumeration e
    cdef Arrays _own
    cdef Decision[CAPACITY] _decisions
    cdef int64_t[CAPACITY] _notices
    cdef int64_t[CAPACITY] _activations
    cdef uint16_t* _class_of
    cdef uint64_t* _ordered
    cdef int64_t* _row
    cdef uint16_t* _rows
    cdef int* _known
    cdef int64_t* _rolls
    cdef uint16_t* _hand
    cdef uint64_t _queues  # those of the table when none enumerates
    cdef int _width
    cdef bint _decides

    def __cinit__(self, table, classes, ordered, int bests, work, int topic, int64_t budget, bint decides=False):
        cdef Table* t
        cdef Arrays own = Arrays()
        if not isinstance(table, PyTable):
            raise TypeError(f"a PyTable is enumerated, not {type(table).__name__}")
        t = <Table*><uintptr_t>table.address
        if t.busy or t.enumeration != NULL or t.record != NULL or not table.row_width:
            raise ValueError("the table is at work, enumerated or recorded already, or was never opened")
        if len(classes) != t.cards or len(ordered) != t.zones:
            raise ValueError("not the classes of this table's cards, or the orders of its zones")
        self._decides = decides
        self.e.bests = <int>number("bests", bests, 0, 1 << 24)
        self._own = own
        self._table = table
        self._width = table.row_width + bests
        self._read_work(work["steps"], work["effects"], work["installed"], work["topics"], topic)
        if self.e.effects < table.effect_count:
            raise ValueError("not the work of this table's effects")
        self.e.budget = number("budget", budget, 0, FARTHEST)
        self._class_of = own.shorts("classes", classes, t.cards - 1)
        self._ordered = own.sets("the cards of a zone whose order matters", ordered, t.cards, t.words)
        self._row = <int64_t*>own.take(self._width, sizeof(int64_t))
        self._rows = <uint16_t*>own.take(MOST_ROWS * t.cards, sizeof(uint16_t))
        self._known = <int*>own.take(MOST_ROWS, sizeof(int))
        self._rolls = <int64_t*>own.take(2 * MOST_ROWS, sizeof(int64_t))
        self._hand = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        self.e.tally = <int64_t*>own.take(2 * t.cards, sizeof(int64_t))
        self.e.classes = max(classes, default=-1) + 1
        self.e.class_of = self._class_of
        self.e.ordered = self._ordered
        self.e.decisions = self._decisions
        self.e.notices = self._notices
        self.e.activations = self._activations
        self.e.capacity = CAPACITY
        self.t = t
        t.enumeration = &self.e
        t.record = self._row
        self._queues, t.queues = t.queues, 0

    def __dealloc__(self):
        cdef int z
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

    cdef int _idle(self) except -1:
        if self.t.busy:
            raise ValueError("the table is at work")
        return 0

    def set_world(self, rows, rolls):
        """Let everything be as it is in a world (see ``gate.h``), of which the first cards of some rows are known,
        and the first rolls: how many numbers each is one of, and which."""
        cdef int row, i
        self._idle()
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
        self._idle()
        if self.e.rows == NULL:
            raise ValueError("there is no world")
        self._begin([])
        spend(self.t, WORK_STAGE)
        deal(self.t, 0, False)
        return None if self.e.failed else self.position()

    def deal(self, hand):
        """The position before the first turn in which ``hand`` was drawn, in this order.

        It is dealt as every trial is (see ``trials.deal``), with these cards coming out of the deck.
        Raises ValueError when they cannot.
        """
        cdef int i
        cdef Table* t = self.t
        cdef list cards = [number("a card of the hand", card, 0, t.cards - 1) for card in hand]
        self._idle()
        if len(cards) != t.hand:
            raise ValueError("not as many cards as are drawn")
        for i in range(t.hand):
            self._hand[i] = cards[i]
        self._begin([])
        spend(t, WORK_STAGE)
        self.e.hand = self._hand
        self.e.hand_left = len(hand)
        deal(t, 0, False)
        if self.e.failed:
            raise ValueError("that hand cannot be drawn")
        return self.position()

    cdef void _begin(self, list path) noexcept:
        """Prescribe the options of ``path``; nothing has been decided or written down yet."""
        cdef int64_t i
        cdef Enumeration* e = &self.e
        e.made = e.failed = e.noticed = e.activated = e.hand_left = 0
        e.scanned = e.answering = NULL
        e.lacking = -1
        e.rolled = 0
        e.given = len(path)
        for i in range(e.given):
            self._decisions[i].option = path[i]

    def position(self):
        """The position, to be gone back to with ``run``."""
        spend(self.t, YISP_POSITION_WORDS(self.t) * 8 // BYTES_A_UNIT)
        return PyBytes_FromStringAndSize(
            <const char*>self.t.position, YISP_POSITION_WORDS(self.t) * sizeof(uint64_t)
        )

    def candidates(self, bytes position not None):
        """What a player could try in ``position``, as (zone, kind, effect): zones in the order of the scan,
        then kinds as the deck lists them, their effects in order.  Flags, zone and forbidden tags allow it; whether its
        guards do is found by trying."""
        cdef Table* t = self.t
        cdef int i, z, card, kind, effect
        cdef list found = []
        self._go_back(position)
        spend(t, 1 + t.cards // CARDS_A_UNIT)
        for i in range(t.scan_zone_count):
            z, kind = t.scan_zones[i], -1
            for card in range(t.cards):
                if t.kind_of[card] != kind and contains(zone_words(t, z), card):
                    kind = t.kind_of[card]
                    for effect in range(t.effects_from[card], t.effects_to[card]):
                        if allowed(t, effect, z):
                            found.append((z, kind, effect))
        return found

    def stay(self, bytes position not None, int64_t activations, int64_t steps):
        """Go back to ``position``: nothing happens there."""
        within("activations", activations, 0, FARTHEST)
        within("steps", steps, 0, FARTHEST)
        self._go_back(position)
        self.t.activations = activations
        self.t.steps = steps
        self._begin([])

    cdef int _go_back(self, bytes position) except -1:
        self._idle()
        if <size_t>len(position) != YISP_POSITION_WORDS(self.t) * sizeof(uint64_t):
            raise ValueError("not a position of this table")
        check_position(self.t, <const uint64_t*>PyBytes_AS_STRING(position))
        go_back(self.t, PyBytes_AS_STRING(position))
        return 0

    def run(self, run_stage, int stage, bytes position not None, path, int64_t activations, int64_t steps, move=None):
        """Run a stage from ``position`` along ``path`` and then, where it ends, by first options.

        ``activations`` and ``steps`` are how many there have been; ``move``, for ``STAGE_MOVE``, is one of the
        ``candidates``.  Returns whether an effect was activated, and the decisions as (option, options, weight,
        total, whether it is the player's); None when there were too many, or an option of the path is none.
        """
        cdef Table* t = self.t
        cdef int64_t i
        cdef list options = list(path)
        within("activations", activations, 0, FARTHEST)
        within("steps", steps, 0, FARTHEST)
        if len(options) > CAPACITY:
            raise ValueError("not a path")
        for option in options:
            number("an option", option, 0, INT64_MAX)
        if stage == STAGE_MOVE:
            zone, kind, effect = move
            self.e.move_zone = number("a zone", zone, 0, t.zones - 1)
            self.e.move_kind = number("a kind", kind, 0, t.cards - 1)
            self.e.move_effect = number("an effect", effect, 0, self._table.effect_count - 1)
        # What is judged or evaluated, nobody plays.
        self.e.decides = self._decides and stage != STAGE_JUDGE and stage != STAGE_EVALUATE
        self._go_back(position)
        t.activations = activations
        t.steps = steps
        self._begin(options)
        spend(t, WORK_STAGE + <int64_t>len(position) // BYTES_A_UNIT)
        activated = run_stage(stage)
        if self.e.failed:
            return activated, None
        return activated, [
            (
                self._decisions[i].option,
                self._decisions[i].options,
                self._decisions[i].weight,
                self._decisions[i].total,
                bool(self._decisions[i].player),
            )
            for i in range(self.e.made)
        ]

    @property
    def work(self):
        """How much work all has been so far, in the budget's units."""
        return self.e.work

    @property
    def activated(self):
        """The effects that were activated in the last stage, in order."""
        return [self._activations[i] for i in range(self.e.activated)]

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
        return tuple(self._row[i] for i in range(1, self._width))

    @property
    def value(self):
        """What the last ``STAGE_EVALUATE`` found the position to be worth; 0 where a run-time error ended it."""
        return self.e.value

    def canonical(self):
        """The position in a form that is the same for positions that nothing can tell apart.

        Cards are classes, but for those that installed effects belong to.  A zone without unrevealed
        cards is the order of those cards whose order can matter and the numbers of the others; one with
        unrevealed cards, or with a card of an installed effect, is the whole order of what is known, and
        the numbers of the rest.
        """
        cdef Table* t = self.t
        cdef uint64_t known[YISP_MAX_WORDS]
        cdef uint16_t* order = t.list
        cdef const uint64_t* zone
        cdef const uint64_t* hidden
        cdef const uint64_t* sorted_
        cdef int z, w, i, n, veiled, owner
        cdef bint seen, owned
        cdef uint64_t bits
        cdef int64_t* entry
        parts = []
        spend(t, WORK_KEEP + (t.zones * (t.words + self.e.classes) + t.cards) // CARDS_A_UNIT)
        for z in range(t.zones):
            zone, hidden = zone_words(t, z), hidden_words(t, z)
            sorted_ = self._ordered + z * t.words
            veiled = n = 0
            seen = owned = False  # whether anything can see an order here, or an installed effect's card lies here
            for i in range(<int>counters(t)[INSTALLED]):
                owner = <int>installed_effect(t, i)[BELONGS_TO]
                owned = owned or owner >= 0 and contains(zone, owner)
            for w in range(t.words):
                veiled += popcount(hidden[w])
                seen = seen or sorted_[w] != 0 or owned
            memset(self.e.tally, 0, self.e.classes * sizeof(int64_t))
            for w in range(t.words):
                known[w] = zone[w] & ~hidden[w] if seen else 0
                if not veiled and not owned:
                    known[w] &= sorted_[w]
                n += popcount(known[w])
                bits = zone[w] & ~known[w]
                while bits:
                    self.e.tally[self._class_of[w * 64 + lowest(bits)]] += 1
                    bits &= bits - 1
            if n:
                order_cards(t, z, known, n, order)
            above = 0
            for i in range(n):
                if stamps(t)[order[i]] < 0:
                    above += 1
                order[i] = self._code(order[i])
            parts.append(PyBytes_FromStringAndSize(<const char*>order, n * sizeof(uint16_t)))
            parts.append(b"%d/" % (above if veiled else 0))
            for i in range(self.e.classes):  # there are no more of them than cards
                order[i] = <uint16_t>self.e.tally[i]
            parts.append(PyBytes_FromStringAndSize(<const char*>order, self.e.classes * sizeof(uint16_t)))
        parts.append(
            PyBytes_FromStringAndSize(
                <const char*>(t.position + YISP_AT_SPENT(t)), 2 * YISP_EFFECT_WORDS(t) * sizeof(uint64_t)
            )
        )
        parts.append(b"%d" % counters(t)[TURN_USED])
        parts.append(
            PyBytes_FromStringAndSize(
                <const char*>(t.position + YISP_AT_VARIABLES(t)), YISP_VARIABLES(t) * sizeof(uint64_t)
            )
        )
        for i in range(<int>counters(t)[INSTALLED]):
            entry = installed_effect(t, i)
            parts.append(PyBytes_FromStringAndSize(<const char*>entry, YISP_INSTALLED_WORDS * sizeof(int64_t)))
            if entry[BELONGS_TO] >= 0:  # where it lies among the known cards has been said
                parts.append(b"%d" % zone_of(t, <int>entry[BELONGS_TO]))
        if self.e.rows != NULL:
            parts.append(PyBytes_FromStringAndSize(<const char*>world(t), (2 + t.zones) * sizeof(int64_t)))
        return b"".join(parts)

    cdef uint16_t _code(self, int card) noexcept:
        """What a card is in a zone's order: its class, or itself where an installed effect belongs to it."""
        cdef int i
        for i in range(<int>counters(self.t)[INSTALLED]):
            if installed_effect(self.t, i)[BELONGS_TO] == card:
                return <uint16_t>(self.e.classes + card)
        return self._class_of[card]


# How many rows, and how many rolls, a world may have.
MOST_OF_WORLD = MOST_ROWS

# The least work that a position is which has yet to be judged.
LEAST_WORK = WORK_STAGE

"""The Python face of a table: its owner, the python target's primitives, and running trials.

``PyTable`` is built from a plan, the plain data of ``yisp.compile.program.Program``.  Its methods
that work on cards carry the names of the C functions they call, so that the sources generated for
the two targets read alike.

Failure policy: C functions report a run-time error by their return value; the methods here count
the notice and raise ``Failed``, which unwinds the generated function and is caught in this module.
Nothing else escapes from generated code but what interrupts it (KeyboardInterrupt, MemoryError).
What is wrong with an argument is said as ``boundary.pxd`` says.
"""

from itertools import accumulate

import cython

from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_Occurred
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_IsValid
from cpython.ref cimport Py_DECREF
from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint64_t, uintptr_t
from libc.limits cimport INT_MAX, INT_MIN
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from . cimport deal as dealing
from . cimport events
from . cimport match as matching
from . cimport moves
from . cimport numbers
from . cimport presence
from . cimport properties
from . cimport selection
from . cimport wall
from . cimport zones
from .accumulator cimport Accumulator
from .answers cimport attempt, take_use
from .asking cimport Asked, begin_asking, belongs_at, end_asking, next_carrier, runs_at, was_stopped
from .boundary cimport FARTHEST, MOST_GIVEN, Arrays, below, check_position, number, within
from .deal cimport CLAIMS, DEALT_REFUSED, MOST_SEATS
from .effects cimport Effect, allowed, forbid, take_step
from .memory cimport allocate
from .events cimport QUEUE_ROOM
from .log cimport FIXED_SITES, notice, printed
from .presence cimport in_reserve
from .properties cimport Held
from .streams cimport Stream
from .trials cimport (
    SCRIPT_BEFORE_PLAY, SCRIPT_DEAL, SCRIPT_FOOTER, SCRIPT_HEADER, SCRIPT_PROGRAM, SCRIPTS, STAGE_DEAL, STAGE_EVALUATE, STAGE_JUDGE, STAGE_MOVE, STAGE_PART, STAGE_PROGRAM, STAGE_TURN, Judge, Number, Script, begin_judging, deal, go_back,
    judge_best, judge_combo, judge_stat, only_deals, run_stage, run_trials,
)


cdef extern from "Python.h":
    PyObject* PyObject_Vectorcall(object function, PyObject* const* arguments, size_t count, PyObject* names)
    int64_t PyLong_AsLongLong(PyObject* number)


# What a native module gives, in a capsule: see ``run_native``.
ctypedef bint (*RunTopic)(Table* t, int topic, int64_t first, int64_t last) noexcept nogil


class Failed(Exception):
    """A run-time error of a script; ends the program that is running."""


cdef enum:
    MOST_THINGS = 1 << 20  # effects, variables, installed effects … of a table
    MOST_SITES = 1 << 24
    MOST_NESTED = 256  # one function in another
    MOST_SCALE = 720720  # of presence: the numbers from 1 to 16 divide it


cdef int64_t MOST_TRIALS = FARTHEST + FARTHEST // 2  # one may begin with trial 2^62


cdef int raised() except -1:
    """Go on with the exception that is set."""
    return -1


cdef inline bint any_bit(const Stream* stream) noexcept:
    """Whether the generator goes anywhere: from 0 it does not."""
    return stream.state[0] | stream.state[1] | stream.state[2] | stream.state[3] != 0


# What a saved table has beside its position.
cdef struct Chance:
    Stream reveals
    Stream numbers
    int64_t reveals_ready
    int64_t numbers_ready
    int64_t trial
    int64_t activations


@cython.no_gc_clear  # what the struct points to is needed for as long as there is one
@cython.final  # so that its checks are called directly, and inlined
cdef class PyTable:
    """One table and everything it points to.

    ``plan`` is ``Program.plan``: see there for its keys.  All of it is checked here, and never again.
    """

    cdef Table t
    cdef Log log
    cdef Arrays _own
    cdef Accumulator _counts
    cdef tuple _scripts, _effects, _installed, _combos, _bests, _stats
    cdef object _interrupt, _strata, _evaluation
    cdef tuple _probes
    cdef int scoring
    cdef int _kinds, _masks, _tags, _asked_tags, _properties, _wants  # how many there are
    cdef int64_t _last_site  # the greatest that the plan names
    cdef char* _begins  # by place of ``wants``: whether a list begins there
    cdef readonly int row_width, effect_count
    cdef readonly int64_t steps  # taken in all trials of the python target
    cdef int64_t* _rows
    cdef int64_t _row_count
    cdef public object trace

    def __cinit__(self, plan):
        cdef Table* t = &self.t
        cdef Arrays own = Arrays()
        self._own = own
        t.owner = <void*>self
        t.drawn_from = t.acting = t.event_zone = -1
        self._scripts = (None,) * SCRIPTS
        self._probes = ()
        t.cards = number("cards", plan["cards"], 0, 64 * YISP_MAX_WORDS)
        t.words = number("words", plan["words"], (t.cards + 63) // 64, YISP_MAX_WORDS)
        t.zones = number("zones", plan["zones"], 2, MOST_ZONES)
        t.variables = number("variables", plan["variables"], 0, MOST_THINGS)
        self._last_site = FIXED_SITES - 1
        self.effect_count = number("effects", len(plan["effects"]), 0, MOST_THINGS)
        t.effect_words = number("effect_words", plan["effect_words"], (self.effect_count + 63) // 64, MOST_THINGS)
        t.tidy = number("tidy", plan["tidy"], 0, 1)
        t.lights = number("lights", plan["lights"], 0, 1)
        t.presence_scale = number("presence_scale", plan["presence_scale"], 1, MOST_SCALE)
        t.exits = number("exits", plan["exits"], 0, MOST_ZONES)
        t.reserve = number("reserve", plan["reserve"], -1, t.zones - 1)
        t.first_exit = number("first_exit", plan["first_exit"], 0, MOST_GIVEN)
        if t.reserve == DECK or (t.reserve >= 0 and not t.exits):
            raise ValueError("a reserve is a zone of its own, of a wall")
        t.listens = number("listens", plan["listens"], 0, (1 << HAPPENINGS) - 1)
        t.installed = number("installed", plan["installed"], 0, MOST_THINGS)
        t.activation_limit = number("activation_limit", plan["activation_limit"], 0, FARTHEST)
        t.step_limit = number("step_limit", plan["step_limit"], 0, FARTHEST)
        t.plan_key = number("key", plan["key"], 0, INT64_MAX)
        t.position = <uint64_t*>own.take(YISP_POSITION_WORDS(t), sizeof(uint64_t))
        t.chosen = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        t.event_cards = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        t.list = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        t.drawn = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        t.slot_of = <uint16_t*>own.take(t.cards, sizeof(uint16_t))
        t.everything = self._sets("cards", [(<object>1 << t.cards) - 1])
        self._masks = len(plan["masks"])
        t.masks = self._sets("masks", plan["masks"])
        t.movers = self._sets("movers", [plan["movers"]])
        self._tags = len(plan["forbids"])
        t.forbids = own.sets("forbids", plan["forbids"], self.effect_count, t.effect_words)
        if t.listens:
            t.queue = <Happening*>own.take(QUEUE_ROOM, sizeof(Happening))
        self._read_kinds(plan["kind_of"], plan["family_of"], plan["effects_from"])
        self._read_zones(plan)
        self._read_properties(plan["properties"])
        t.card_keys = <const uint64_t*>own.longs("card_keys", plan["card_keys"])
        if len(plan["card_keys"]) != t.cards:
            raise ValueError("card_keys has a key for each card")
        self._read_wants(list(plan["wants"]))
        self._read_effects(plan["effects"])
        t.functions = len(plan["installed_sites"])
        t.installed_sites = own.ints("installed_sites", plan["installed_sites"], 0, MOST_SITES)
        self._last_site = max(self._last_site, max(plan["installed_sites"], default=0))
        self._read_carried(plan["carried"], plan["asks"])
        self._read_seats(plan["hand_zones"], plan["patience"], plan["worlds"], plan["deal_site"])

    cdef uint64_t* _sets(self, str what, cards) except NULL:
        """Sets of cards."""
        return self._own.sets(what, cards, self.t.cards, self.t.words)

    cdef int _read_kinds(self, kind_of, family_of, effects_from) except -1:
        cdef Table* t = &self.t
        cdef list bounds = list(effects_from), families = list(family_of), kinds = list(kind_of)
        if len(kinds) != t.cards or sorted(kinds) != kinds or sorted(bounds) != bounds:
            raise ValueError("kind_of has a kind for each card, copies side by side, and effects_from grows")
        t.kind_of = self._own.shorts("kind_of", kind_of, len(bounds) - 2)
        t.family_of = self._own.ints("family_of", families, 0, len(bounds) - 2)
        self._kinds = len(families)
        if len(families) != len(bounds) - 1 or any([families[one] != one for one in families]):
            raise ValueError("family_of has for each kind one that is of its own family")
        self._read_pieces(kinds, families)
        if t.lights:
            t.lit_weights = <int64_t*>self._own.take(t.cards + 1, sizeof(int64_t))
            t.lit_copies = <int64_t*>self._own.take(t.cards, sizeof(int64_t))
            t.lit_kinds = <uint16_t*>self._own.take(t.cards, sizeof(uint16_t))
            t.lit_shares = <int64_t*>self._own.take(2 * len(families), sizeof(int64_t))
        t.effects_from = self._own.ints("effects_from", [bounds[kind] for kind in kind_of], 0, self.effect_count)
        t.effects_to = self._own.ints("effects_from", [bounds[kind + 1] for kind in kind_of], 0, self.effect_count)
        return 0

    cdef int _read_pieces(self, list kinds, list families) except -1:
        """The cards of each kind, word by word."""
        cdef Table* t = &self.t
        cdef Piece* pieces
        cdef dict found = {}, last = {}
        cdef list places = [(kind, card // 64) for card, kind in enumerate(kinds)]
        cdef int i
        for card, place in enumerate(places):
            found[place] = found.get(place, 0) | 1 << card
        numbers = {place: i for i, place in enumerate(found)}
        t.piece_of = self._own.shorts("piece_of", [numbers[place] for place in places], t.cards)
        t.starts = self._sets("starts", [sum([cards & -cards for cards in found.values()])])
        t.ends = self._sets("ends", [sum([1 << cards.bit_length() - 1 for cards in found.values()])])
        pieces = <Piece*>self._own.take(len(found), sizeof(Piece))
        t.pieces = pieces
        for i, (place, cards) in enumerate(found.items()):
            kind, word = place
            pieces[i].cards = cards >> 64 * word
            pieces[i].word = word
            last["kind", kind] = i
            last["family", families[kind]] = i
        for i, (kind, word) in enumerate(found):
            pieces[last["kind", kind]].next = i
            pieces[last["family", families[kind]]].relative = i
            last["kind", kind] = last["family", families[kind]] = i
        return 0

    cdef int _read_zones(self, plan) except -1:
        """What is known by zone: where the scan goes, where effects answer, which zones keep a line."""
        cdef Table* t = &self.t
        if len(plan["scan_masks"]) != t.zones or len(plan["answer_masks"]) != HAPPENINGS * t.zones:
            raise ValueError("scan_masks has a set for each zone, and answer_masks for each event and zone")
        t.scan_masks = self._sets("scan_masks", plan["scan_masks"])
        t.scan_zones = self._own.ints("scan_zones", plan["scan_zones"], 0, t.zones - 1)
        t.scan_zone_count = len(plan["scan_zones"])
        t.answer_masks = self._sets("answer_masks", plan["answer_masks"])
        t.answer_zones = self._own.ints("answer_zones", plan["answer_zones"], 0, t.zones - 1)
        t.answer_zone_count = len(plan["answer_zones"])
        t.queues = number("queues", plan["queues"], 0, (<int64_t>1 << t.zones) - 1)
        if t.queues:
            t.line_mask = number("line_mask", plan["line_mask"], 2 * t.cards, MOST_THINGS)
            if t.line_mask & (t.line_mask + 1) or t.queues >> DECK & 1:
                raise ValueError("line_mask is a power of two less 1, and the deck keeps no line")
            t.lines = <uint16_t*>self._own.take(t.zones * (t.line_mask + 1), sizeof(uint16_t))
        return 0

    cdef int _read_carried(self, carried, asks) except -1:
        """Which installed effects carry the tags that are asked about, and room to go back from asking."""
        cdef Table* t = &self.t
        self._asked_tags = len(carried)
        if any([len(row) != t.functions for row in carried]):
            raise ValueError("a tag that is asked about is carried, or not, by each function that can be installed")
        t.carried = self._own.ints("carried", [one for row in carried for one in row], 0, 1)
        t.asks = number("asks", asks, 0, MOST_NESTED)
        t.kept = <uint64_t*>self._own.take(t.asks * (YISP_POSITION_WORDS(t) + t.words), sizeof(uint64_t))
        return 0

    cdef int _read_seats(self, hands, patience, worlds, deal_site) except -1:
        """Whom a deal is for: by seat the zone of the hand, the last try to be refused, and the most worlds."""
        cdef Table* t = &self.t
        cdef Arrays own = self._own
        cdef list most = [number("worlds", one, 0, MOST_WORLDS) for one in worlds]
        t.seats = number("seats", len(hands), 0, MOST_SEATS)
        if len(patience) != t.seats or len(most) != t.seats:
            raise ValueError("every seat has a hand, patience and a number of worlds")
        if not t.seats:
            return 0
        t.hand_zones = own.ints("hand_zones", hands, 0, t.zones - 1)
        t.patience = own.longs("patience", patience)
        t.claims_from = own.ints("worlds", [0, *accumulate(most)], 0, MOST_SEATS * MOST_WORLDS)
        t.deal_site = number("deal_site", deal_site, 0, MOST_SITES)
        self._last_site = max(self._last_site, deal_site)
        t.claims = <uint64_t*>own.take(sum(most) * CLAIMS * t.words, sizeof(uint64_t))
        t.brought = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.plans = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.tries_of = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.vetoes = <int64_t*>own.take(t.seats, sizeof(int64_t))
        t.before = <uint64_t*>own.take(YISP_POSITION_WORDS(t), sizeof(uint64_t))
        t.standing = <uint64_t*>own.take(YISP_MOST_MARKS * (YISP_MARK_WORDS(t)), sizeof(uint64_t))
        t.settled_for = <uint64_t*>own.take((t.seats + 1) * t.words, sizeof(uint64_t))
        t.conflicts = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        t.withheld = <uint64_t*>own.take(t.words, sizeof(uint64_t))
        return 0

    cdef int _read_properties(self, rows) except -1:
        self._properties = len(rows)
        if any([len(row) != self.t.cards for row in rows]):
            raise ValueError("a row of properties has a number for each card")
        self.t.properties = self._own.longs("properties", [value for row in rows for value in row])
        return 0

    cdef int _read_wants(self, list wants) except -1:
        """Lists of wanted cards, one behind the other; see ``match``."""
        cdef Py_ssize_t at = 0, i
        self._wants = len(wants)
        self._begins = <char*>self._own.take(len(wants), sizeof(char))
        self.t.wants = self._own.ints("wants", wants, 0, 1 << 30)
        while at < len(wants):
            if self.t.wants[at] >= 1 << 16 or 3 * self.t.wants[at] >= len(wants) - at:
                raise ValueError("wants ends within a list")
            for i in range(at + 1, at + 1 + 3 * self.t.wants[at], 3):
                below("mask", self.t.wants[i], self._masks)
            self._begins[at] = True
            at += 1 + 3 * self.t.wants[at]
        return 0

    cdef int _read_effects(self, effects) except -1:
        cdef EffectInfo* infos = <EffectInfo*>self._own.take(len(effects), sizeof(EffectInfo))
        cdef int i
        self.t.effects = infos
        for i, row in enumerate(effects):
            zones_, once, first, event, source, target, answers_in, activations_site, steps_site = row
            infos[i].zones = zones_
            infos[i].once = number("once", once, 0, 1)
            infos[i].first = number("first", first, 0, 1)
            infos[i].event = number("event", event, -1, HAPPENINGS - 1)
            infos[i].source = source
            infos[i].target = target
            infos[i].answers_in = answers_in
            infos[i].activations_site = number("a site", activations_site, 0, MOST_SITES)
            infos[i].steps_site = number("a site", steps_site, 0, MOST_SITES)
            self._last_site = max(self._last_site, activations_site, steps_site)
        return 0

    def __dealloc__(self):
        free(self.log.words)
        free(self._rows)
        free(self.t.solutions)

    @property
    def site_count(self):
        """How many sites notices may name."""
        return 0 if self._counts is None else self._counts.sites

    @property
    def best_count(self):
        """How many combos are judged under ``match: best`` as well."""
        return 0 if self._counts is None else self._counts.bests

    @property
    def address(self):
        """The address of the C struct, for this package; it is good for as long as the table lives."""
        return <uintptr_t>&self.t

    # Checking -----------------------------------------------------------------------------------

    cdef int _idle(self) except -1:
        """That nothing runs on the table: what runs rests on what these methods change."""
        if self.t.busy:
            raise ValueError("the table is at work")
        return 0

    cdef int _opened(self) except -1:
        """That there is something to count into."""
        if self._counts is None:
            raise ValueError("no topic was opened")
        return 0

    cdef int _loaded(self) except -1:
        """That there are functions, as many as effects and counts."""
        self._opened()
        if self._effects is None:
            raise ValueError("no functions were loaded")
        if (
            len(self._effects) < self.effect_count
            or len(self._installed) < self.t.functions
            or len(self._combos) != self._counts.combos
            or len(self._bests) != self._counts.bests
            or len(self._stats) != self._counts.stats
        ):
            raise ValueError("the functions loaded are not those of the topic that was opened")
        return 0

    cdef int _whole(self, int64_t first, int64_t last) except -1:
        """That those trials can be run, and their rows have room."""
        self._idle()
        within("a trial", first, 0, MOST_TRIALS)
        within("the end of the trials", last, first, MOST_TRIALS)
        if self.t.enumeration != NULL:
            raise ValueError("an enumeration has the table: it runs stage by stage")
        if self._rows != NULL and last - first > self._row_count // self.row_width - self._filled():
            raise ValueError("there is no room to record so many trials")
        return 0

    cdef int64_t _filled(self) noexcept:
        """How many rows were recorded."""
        return (self.t.record - self._rows) // self.row_width

    cdef inline int _zone(self, int z) except -1:
        return below("zone", z, self.t.zones)

    cdef inline int _card(self, int64_t card) except -1:
        return below("card", card, self.t.cards)

    cdef inline int _move(self, int site, int z, int to) except -1:
        self._site(site)
        self._zone(z)
        return self._zone(to)

    cdef inline int _site(self, int site) except -1:
        self._opened()
        return below("site", site, self._counts.sites)

    cdef const uint64_t* _mask(self, int mask) except NULL:
        below("mask", mask, self._masks)
        return self.t.masks + mask * self.t.words

    cdef int _property(self, int prop) except -1:
        return below("property", prop, self._properties)

    cdef int _there(self) except -1:
        """That the chosen cards lie where they were chosen."""
        cdef const uint64_t* zone = zone_words(&self.t, self.t.chosen_zone)
        cdef int w
        for w in range(self.t.words):
            if self.t.chosen[w] & ~zone[w]:
                raise ValueError("the chosen cards have been moved")
        return 0

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
        *, int hand, int turns, int draw, bint plays, bint answers, int scoring, int parts=0,
    ):
        """Get ready to run trials of the topic with that key, counting into ``counts``.

        ``hand`` cards are dealt; there are ``turns``, the later ones beginning with a draw of
        ``draw`` cards.  ``plays`` says whether effects are activated, ``answers`` whether they
        answer events.  The first ``scoring`` combos score, the others are watched.  A deal makes the hands in
        so many ``parts``.
        """
        self._idle()
        within("hand", hand, 0, self.t.cards)
        within("turns", turns, 0, MOST_THINGS)
        within("draw", draw, 0, MOST_THINGS)
        if self.t.enumeration != NULL:
            raise ValueError("an enumeration has the table: it was made for the topic that is open")
        within("scoring", scoring, 0, MOST_THINGS)
        within("parts", parts, 0, self.t.seats)
        if parts and (counts.dealt < parts + self.t.seats + 1 or counts.kinds < self._kinds):
            raise ValueError("the counts have no room for a deal")
        if counts.sites <= self._last_site or counts.effects < self.effect_count:
            raise ValueError("the counts are of another table: too few sites or effects")
        if counts.counts.relation_count and counts.width < 2 + counts.combos + 2 * counts.stats:
            raise ValueError("the counts have relations of rows that are too short")
        self._end_rows()
        self.t.strata = NULL
        self._strata = None
        self.t.hand = hand
        self.t.turns = turns
        self.t.draw = draw
        self.t.parts = parts
        self.t.plays = plays
        self.t.answers = answers
        self.scoring = scoring
        self.row_width = 2 + counts.combos + 2 * counts.stats
        self.t.seed = seed
        self.t.topic = topic
        self.t.counts = &counts.counts
        self._counts = counts

    def start(self, variables, known):
        """Begin every trial with these values of variables (index, value) instead of 0, and with the
        ``known`` cards (card, zone) where they are, those of the deck on its top."""
        cdef list values = [number_ for pair in variables for number_ in pair]
        cdef list places = [number_ for pair in known for number_ in pair]
        self._idle()
        if len(values) != 2 * len(variables) or len(places) != 2 * len(known):
            raise ValueError("variables and known cards come in pairs")
        for variable in values[::2]:
            number("variable", variable, 0, self.t.variables - 1)
        for card in places[::2]:
            number("card", card, 0, self.t.cards - 1)
        for zone in places[1::2]:
            number("zone", zone, 0, self.t.zones - 1)
        if len(set(places[::2])) != len(known):
            raise ValueError("a card is known to lie in two places")
        self.t.initial = self._own.longs("a variable's value", values)
        self.t.initial_count = len(variables)
        self.t.known = self._own.ints("known", places, 0, MOST_THINGS)
        self.t.known_count = len(known)

    def stratify(self, questions, masks, counts):
        """Count each trial in that of ``counts`` to which the tree of ``questions`` about ``masks`` leads.

        A question is (mask, number, where to go, where else): to a question behind it, or to ~i for the i-th
        of ``counts``, the first of which is that of ``open``.
        """
        cdef tuple kept = tuple(counts)
        cdef list tree = list(questions)
        cdef Accumulator one
        cdef Counts** targets
        cdef int i
        self._idle()
        self._opened()
        if not tree or not kept or kept[0] is not self._counts:
            raise ValueError("strata have questions, and the first of their counts is that of the topic")
        for i, (mask, most, *ways) in enumerate(tree):
            number("mask", mask, 0, len(masks) - 1)
            number("a number of cards", most, INT_MIN, INT_MAX)
            if len(ways) != 2 or not all([i < way < len(tree) or 0 <= ~way < len(kept) for way in ways]):
                raise ValueError(f"question {i} leads nowhere")
        targets = <Counts**>self._own.take(len(kept), sizeof(Counts*))
        for i in range(len(kept)):
            one = kept[i]
            if one is None or not one.alike(self._counts):
                raise ValueError("strata count what the topic counts")
            targets[i] = &one.counts
        self.t.strata_masks = self._sets("masks", masks)
        self.t.strata_counts = targets
        self.t.strata = self._own.ints("questions", [part for question in tree for part in question], INT_MIN, INT_MAX)
        self._strata = kept

    def load(self, scripts, effects, installed, combos, bests, stats, evaluation=None, probes=()):
        """Set the python target's functions, a list each; of the topic's scripts (``codes.SCRIPTS``) those that
        it does not have are None, and so is the ``evaluation`` of a policy that has none.  ``probes`` are the bodies
        of installed effects, by their index, for ``would``; None for one that nobody asks about."""
        cdef tuple kept = tuple(scripts)
        self._idle()
        if self.t.enumeration != NULL:
            raise ValueError("an enumeration has the table: it rests on the functions that are loaded")
        if len(kept) != SCRIPTS:
            raise ValueError("a topic has a place for each of its scripts")
        self._scripts = kept
        self._effects, self._installed = tuple(effects), tuple(installed)
        self._combos, self._bests, self._stats = tuple(combos), tuple(bests), tuple(stats)
        self._evaluation, self._probes = evaluation, tuple(probes)

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
        self._whole(first, last)
        self._opened()
        if not PyCapsule_IsValid(run, "yisp.run"):
            raise TypeError(f"a native module's run is a capsule, not {type(run).__name__}")
        function = <RunTopic>PyCapsule_GetPointer(run, "yisp.run")
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

    # Records --------------------------------------------------------------------------------------

    def record_rows(self, int64_t rows):
        """Make room for the rows of so many trials (see ``trials.run_trials``)."""
        self._idle()
        self._opened()
        within("rows", rows, 0, FARTHEST // (self.row_width * sizeof(int64_t)))
        if self.t.enumeration != NULL:
            raise ValueError("an enumeration has the table, and records its row")
        self._end_rows()
        self._rows = self.t.record = <int64_t*>allocate(rows * self.row_width, sizeof(int64_t))
        self._row_count = rows * self.row_width

    def read_rows(self):
        """The rows of the trials run since, and an end of recording."""
        self._idle()
        if self._rows == NULL:
            raise ValueError("nothing was recorded")
        rows = PyBytes_FromStringAndSize(<const char*>self._rows, self._row_count * sizeof(int64_t))
        self._end_rows()
        return rows

    cdef void _end_rows(self) noexcept:
        if self._rows != NULL:
            free(self._rows)
            self._rows = self.t.record = NULL
        self._row_count = 0

    # The log --------------------------------------------------------------------------------------

    def record_log(self, bint on):
        """Begin an empty log, or stop keeping one."""
        self.log.size = 0
        self.t.log = &self.log if on else NULL

    def read_log(self, int64_t first=0):
        """The log so far, from word ``first`` on, as a list of integers (see ``log.h``)."""
        if self.log.failed:
            raise MemoryError
        within("the first word", first, 0, INT64_MAX)
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
        self._idle()
        if (
            position is None
            or rest is None
            or <size_t>len(position) != YISP_POSITION_WORDS(t) * sizeof(uint64_t)
            or <size_t>len(rest) != sizeof(Chance)
        ):
            raise ValueError("not a position of this table")
        memcpy(&chance, <const char*>rest, sizeof(Chance))
        within("a trial", chance.trial, 0, MOST_TRIALS)
        within("activations", chance.activations, 0, FARTHEST)
        check_position(t, <const uint64_t*><const char*>position)
        go_back(t, <const uint64_t*><const char*>position)
        t.reveals = chance.reveals
        t.numbers = chance.numbers
        t.reveals_ready = chance.reveals_ready and any_bit(&t.reveals)
        t.numbers_ready = chance.numbers_ready and any_bit(&t.numbers)
        t.trial = chance.trial
        t.activations = chance.activations

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
        self._card(card)
        if not allowed(&self.t, effect, zones.zone_of(&self.t, card)):
            return False
        self._begin()
        activated = attempt(
            &self.t, effect, card, <Effect><void*>_run_effect, <Effect><void*>_run_installed
        )
        self._end()
        return activated

    def cards(self, int z):
        """The cards of a zone in order; this looks at all of them."""
        cdef int n
        self._zone(z)
        n = zones.size(&self.t, z)
        selection.choose_zone(&self.t, z)
        selection.look_at_chosen(&self.t)
        return [self.t.list[i] for i in range(n)]

    # Numbers --------------------------------------------------------------------------------------

    def __getitem__(self, int variable):
        below("variable", variable, self.t.variables)
        return variables(&self.t)[variable]

    def __setitem__(self, int variable, int64_t value):
        below("variable", variable, self.t.variables)
        variables(&self.t)[variable] = value

    cdef object _fail(self, int site):
        self._site(site)
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
        if b == 0 or b == -1 and a == INT64_MIN:
            raise ValueError("the quotient is no number of 64 bits")
        return numbers.quotient(a, b)

    def remainder(self, int64_t a, int64_t b):
        if b == 0:
            raise ValueError("a remainder by 0")
        return numbers.remainder(a, b)

    def muldiv(self, int site, int64_t a, int64_t b, int64_t c, int rounding):
        cdef int64_t out
        if c == 0:
            raise ValueError("a division by 0")
        within("rounding", rounding, numbers.UP, numbers.NEAR)
        if numbers.muldiv(a, b, c, rounding, &out):
            raise self._fail(site)
        return out

    def random_between(self, int64_t low, int64_t high):
        if low > high:
            raise ValueError(f"there is no number from {low} to {high}")
        return numbers.random_between(&self.t, low, high)

    # Cards ------------------------------------------------------------------------------------------

    def size(self, int z):
        self._zone(z)
        return zones.size(&self.t, z)

    def count(self, int z, int mask):
        self._zone(z)
        return zones.count(&self.t, z, self._mask(mask))

    def zone_of(self, int card):
        self._card(card)
        return zones.zone_of(&self.t, card)

    def choose_zone(self, int z):
        self._zone(z)
        selection.choose_zone(&self.t, z)

    def choose_every(self, int z):
        self._zone(z)
        selection.choose_every(&self.t, z)

    def choose_card(self, int card):
        self._card(card)
        selection.choose_card(&self.t, card)

    def choose_event(self):
        selection.choose_event(&self.t)

    def keep(self, int mask):
        selection.keep(&self.t, self._mask(mask))

    def keep_card(self, int card, bint rejected):
        self._card(card)
        selection.keep_card(&self.t, card, rejected)

    def limit(self, int end, int64_t n, bint rejected):
        self._there()
        within("an end", end, selection.FIRST, selection.PICK)
        selection.limit(&self.t, end, n, rejected)

    def chosen_size(self):
        return selection.chosen_size(&self.t)

    def move_all(self, int site, int z, int mask, int to, bint front):
        self._move(site, z, to)
        moves.move_all(&self.t, site, z, self._mask(mask), to, front)

    def move_back(self, int site, int z, int mask, int to, bint front):
        self._move(site, z, to)
        moves.move_back(&self.t, site, z, self._mask(mask), to, front)

    def move_first(self, int site, int z, int mask, int64_t n, int to, bint front):
        self._move(site, z, to)
        moves.move_first(&self.t, site, z, self._mask(mask), n, to, front)

    def move_picked(self, int site, int z, int mask, int64_t n, int to, bint front):
        self._move(site, z, to)
        moves.move_picked(&self.t, site, z, self._mask(mask), n, to, front)

    def move_top(self, int site, int z, int64_t n, int to, bint front):
        self._move(site, z, to)
        moves.move_top(&self.t, site, z, n, to, front)

    def move_chosen(self, int site, int to, bint front):
        self._there()
        self._move(site, self.t.chosen_zone, to)
        moves.move_chosen(&self.t, site, to, front)

    def move_card(self, int site, int card, int to, bint front):
        self._card(card)
        cdef int z = zones.zone_of(&self.t, card)
        self._move(site, z, to)
        if not contains(zone_words(&self.t, z), card):
            raise ValueError("nothing was dealt")
        moves.move_card(&self.t, site, card, z, to, front)

    def light(self, int site, int64_t amount, int z):
        self._presence(z)
        if presence.light(&self.t, z, amount):
            raise self._fail(site)

    def collapse(self, int z):
        self._presence(z)
        presence.collapse(&self.t, z)

    cdef int _presence(self, int z) except -1:
        self._zone(z)
        if not self.t.lights:
            raise ValueError("the plan says that nothing is lit")
        return 0

    cdef int _exit(self, int exit) except -1:
        below("exit", exit, self.t.exits)
        return 0

    def remain(self, int exit, int64_t most):
        """How many cards the exit can still give, of ``most`` in all."""
        self._exit(exit)
        return wall.remain(&self.t, exit, most)

    def draw(self, int site, int exit, int64_t most, int to, bint front, int failed):
        """The card that was drawn."""
        cdef int card
        self._exit(exit)
        self._move(site, DECK, to)
        card = wall.draw(&self.t, site, exit, most, to, front)
        if card < 0:
            raise self._fail(failed)
        return card

    def draw_several(self, int site, int64_t most, int64_t n, int to, bint front, int failed):
        self._exit(0)
        self._move(site, DECK, to)
        if wall.draw_several(&self.t, site, most, n, to, front):
            raise self._fail(failed)

    def draw_for_turn(self, int64_t most, int64_t n):
        self._exit(0)
        wall.draw_for_turn(&self.t, most, n)

    def take(self, int site, int64_t n, int to, bint front, int64_t room, int full):
        self._exit(0)
        self._move(site, DECK, to)
        self._site(full)
        wall.take(&self.t, site, n, to, front, room, full)

    def light_place(self, int site, int exit, int64_t ahead, int pile, int64_t amount, bint named):
        self._place(exit, pile)
        if wall.light_place(&self.t, exit, ahead, pile, amount, named):
            raise self._fail(site)

    def collapse_place(self, int site, int exit, int64_t ahead, int pile):
        self._place(exit, pile)
        if wall.collapse_place(&self.t, exit, ahead, pile):
            raise self._fail(site)

    cdef int _seat(self, int seat) except -1:
        within("a seat", seat, 0, self.t.seats - 1)
        return 0

    cdef int _claim_of(self, int seat, int64_t world, int sort) except -1:
        self._seat(seat)
        within("a world", world, 0, self.t.claims_from[seat + 1] - self.t.claims_from[seat] - 1)
        within("a sort of claim", sort, 0, CLAIMS - 1)
        return 0

    def begin_claims(self, int seat, int64_t worlds):
        self._seat(seat)
        dealing.begin_claims(&self.t, seat, worlds)

    def claim(self, int seat, int64_t world, int sort):
        self._claim_of(seat, world, sort)
        dealing.claim(&self.t, seat, world, sort)

    def bargain(self):
        self._seat(0)
        dealing.bargain(&self.t)

    def withhold(self, int seat):
        self._seat(seat)
        dealing.withhold(&self.t, seat)

    def begin_filling(self, int64_t places):
        self._seat(0)
        dealing.begin_filling(&self.t, places)

    def end_filling(self):
        dealing.end_filling(&self.t)

    def dealt(self, int what, int seat):
        within("what is asked of a deal", what, 0, DEALT_REFUSED)
        self._seat(seat)
        return dealing.dealt(&self.t, what, seat)

    def veto(self, int seat, int64_t accepts):
        self._seat(seat)
        dealing.veto(&self.t, seat, accepts)

    @property
    def tries(self):
        """Of the last trial's deal: how often each part of the hands was made."""
        return [self.t.tries_of[i] for i in range(self.t.parts)]

    @property
    def vetoes(self):
        """… how often each seat refused one, as the first to do so."""
        return [self.t.vetoes[i] for i in range(self.t.seats)]

    @property
    def plans(self):
        """… the world of each seat, -1 for none; empty where nobody bargained."""
        return [self.t.plans[i] for i in range(self.t.seats)] if self.t.bargained else []

    @property
    def solutions(self):
        """… how many ways there were to meet all claims; None where nobody bargained."""
        return self.t.solution_count if self.t.bargained else None

    @property
    def conflicts(self):
        """… a card of each kind that prevented it."""
        return self._listed(self.t.conflicts) if self.t.bargained and not self.t.solution_count else []

    @property
    def vetoed(self):
        """The seats that refused the last try, a bitset."""
        return self.t.vetoed

    cdef int _place(self, int exit, int pile) except -1:
        self._presence(DECK)
        self._exit(exit)
        within("a pile", pile, 0, self.t.reserve >= 0)
        return 0

    def weigh_place(self, int exit, int64_t ahead):
        """What a place can become: lists of cards that are equally likely, each with the weight of all of them."""
        cdef Table* t = &self.t
        cdef uint64_t cards[YISP_MAX_WORDS]
        cdef uint64_t rest[YISP_MAX_WORDS]
        cdef uint64_t place
        cdef int64_t total
        cdef int card, kinds, i
        self._idle()
        self._place(exit, 0)
        within("a place", ahead, 0, MOST_GIVEN)
        place = wall.wall_place(exit, given(t)[exit] + ahead)
        card = wall.decided_at(t, place)
        if card >= 0:
            return [([card], 1)]
        wall.find_candidates(t, place, cards)
        kinds = presence.weigh_cards(t, DECK, place, cards, rest, &total)
        if total == 0:
            return [(self._listed(cards), 1)]
        groups = [(self._listed(rest), t.lit_weights[0])]
        for i in range(kinds):
            lit = t.lit_kinds[i]
            groups.append((
                [
                    card for card in self._listed(cards)
                    if t.kind_of[card] == t.kind_of[lit] and in_reserve(t, card) == in_reserve(t, lit)
                ],
                t.lit_weights[1 + i],
            ))
        return groups

    cdef list _listed(self, const uint64_t* cards):
        return [card for card in range(self.t.cards) if cards[card >> 6] >> (card & 63) & 1]

    def shuffle(self, int z):
        self._zone(z)
        if YISP_QUEUED(&self.t, z):
            raise ValueError("a zone that keeps a line is never shuffled")
        zones.shuffle(&self.t, z)

    cdef int _wanted(self, int z, int wants) except -1:
        self._zone(z)
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

    # Properties -------------------------------------------------------------------------------------

    def property(self, int prop, int card):
        self._property(prop)
        self._card(card)
        return properties.property_of(&self.t, prop, card)

    def copies(self, int z, int64_t card):
        """How many cards of that card's kind the zone holds."""
        self._zone(z)
        self._card(card)
        return properties.copies(&self.t, z, card)

    def top_property(self, int z, int prop):
        self._zone(z)
        self._property(prop)
        return properties.top_property(&self.t, z, prop)

    def sum_of_chosen(self, int site, int prop):
        cdef int64_t out
        self._property(prop)
        if properties.sum_of_chosen(&self.t, prop, &out):
            raise self._fail(site)
        return out

    def high_of_chosen(self, int prop):
        self._property(prop)
        return properties.high_of_chosen(&self.t, prop)

    def low_of_chosen(self, int prop):
        self._property(prop)
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
            if numbers.add(total, value, &total):
                raise self._fail(site)

    cdef int64_t _supposed(self, int place, asked, int card, tuple arguments) except? -1:
        """What ``asked`` gives when the installed effect at that place has run."""
        cdef Asked before
        cdef int function = runs_at(&self.t, place)
        cdef int owner = belongs_at(&self.t, place)
        below("installed effect", function, len(self._probes))
        if self.t.asking >= self.t.asks or self._probes[function] is None:
            raise ValueError("nobody was to ask about this effect, or not so deep")
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

    def stop(self):
        """End the trial's play, without a notice."""
        events.stop(&self.t)
        raise Failed

    def activate(self, int card):
        self._card(card)
        events.activate(&self.t, card)

    def begin_draw(self):
        events.begin_draw(&self.t)

    def end_draw(self, int to):
        self._zone(to)
        events.end_draw(&self.t, to)

    cdef int _installable(self, int function, int card) except -1:
        below("installed effect", function, self.t.functions)
        if card != -1:
            self._card(card)
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
        self._site(site)
        printed(&self.t, site)
        if self.trace is not None and not self.t.asking and self.t.log != NULL:
            self.trace.printed(site, items)

    def chosen_cards(self):
        """Look at the chosen cards and give them, in order, for ``printed``."""
        cdef int n = selection.chosen_size(&self.t)
        self._there()
        selection.look_at_chosen(&self.t)
        return tuple(self.t.list[i] for i in range(n))

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
        self.table._card(card)
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

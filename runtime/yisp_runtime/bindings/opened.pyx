"""The topic that is open, and what a table shows of its trials: rows, the log, the position.

What comes in: a topic's key and numbers, an ``Accumulator``, and the functions of a python target.  What goes
out: :class:`Opened`, and from it the rows and the log of whatever has run since, and positions to come back to.
Not here: running (``table``).
"""

import cython

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.limits cimport INT_MAX, INT_MIN
from libc.stdint cimport INT64_MAX, int64_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from ..boundary cimport FARTHEST, check_position, number, within
from ..counts.accumulator cimport Accumulator
from ..numbers.memory cimport allocate
from ..numbers.streams cimport WORLDS, Stream, make_block
from ..play.trials cimport SCRIPTS, go_back
from ..position.log cimport notice
from ..position.table cimport YISP_AT_VARIABLES, YISP_POSITION_WORDS, YISP_VARIABLES, Counts, Table, halt, now
from ..zones.selection cimport choose_zone, look_at_chosen
from ..zones.zones cimport size
from .layout cimport MOST_THINGS, Layout, check_zone


cdef enum:
    ROWS = 8  # of worlds that are kept: trials soon leave a row for good

cdef int64_t MOST_TRIALS = FARTHEST + FARTHEST // 2  # one may begin with trial 2^62


class Failed(Exception):
    """A run-time error of a script; ends the program that is running."""


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


@cython.no_gc_clear
cdef class Opened(Layout):
    """A table, and what a topic's trials are counted into."""

    def __cinit__(self, plan):
        self._scripts = (None,) * SCRIPTS
        self._probes = ()

    def __dealloc__(self):
        free(self.log.words)
        free(self._rows)

    @property
    def site_count(self):
        """How many sites notices may name."""
        return self._sites

    @property
    def best_count(self):
        """How many combos are judged under ``match: best`` as well."""
        return 0 if self._counts is None else self._counts.bests

    cdef int _opened(self) except -1:
        """That there is something to count into."""
        if self._counts is None:
            raise ValueError("no topic was opened")
        return 0

    cdef object _fail(self, int site):
        """A run-time error is noted; what to raise then."""
        check_site(self, site)
        notice(&self.t, site)
        return Failed

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
        cdef uint64_t[4] block
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
        make_block(block, seed, topic, 0, WORLDS)
        self.t.worlds_key = block[0]
        self.t.counts = &counts.counts
        self._counts = counts
        self._sites = counts.sites

    def play_worlds(self):
        """Let every trial be played in a world, which its seed, the topic and its number make (``worlds.h``)."""
        self._idle()
        if self.t.enumeration != NULL:
            raise ValueError("an enumeration has worlds of its own")
        if not self.t.worlds:
            self.keep_rows(ROWS)
        self.t.worlds = True

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

    def halt(self):
        """End the run that another thread has going on this table, and all later ones: see ``table.halt``."""
        halt(&self.t)

    @property
    def halted(self):
        """Whether it was: then the counts since ``Accumulator.mark`` are of no use."""
        return bool(now(self.t.halted))

    # Records --------------------------------------------------------------------------------------

    cdef int64_t _filled(self) noexcept:
        """How many rows were recorded."""
        return (self.t.record - self._rows) // self.row_width

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

    # Positions ------------------------------------------------------------------------------------

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

    def cards(self, int z):
        """The cards of a zone in order; this looks at all of them."""
        cdef int n
        check_zone(self, z)
        n = size(&self.t, z)
        choose_zone(&self.t, z)
        look_at_chosen(&self.t)
        return [self.t.list[i] for i in range(n)]

"""The counts of one topic: ``Accumulator`` owns them and reads them out as plain Python data.

How a trial is counted is said in ``tally`` and ``trials``; what the numbers mean in
``yisp.simulate.counting.counts``.
"""

from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uintptr_t
from libc.stdlib cimport free
from libc.string cimport memcpy

from ..boundary cimport number, within
from ..numbers.memory cimport allocate
from ..position.table cimport (
    PRINT_TRIALS, Counts, EffectTally, Histogram, NoticeTally, NumberTally, PairTally,
)
from .tally cimport PAIR_SLOT, ROWS, copy_histogram, free_histogram, row_size, sketch_value, sum_of


cdef enum:
    MOST = 1 << 24  # things of one sort that are counted


cdef void _prepare(NumberTally* tally) noexcept:
    tally.values.slot_words = 1
    tally.least = INT64_MAX
    tally.greatest = INT64_MIN


cdef void _prepare_pair(PairTally* pair, int x, int x_known, int y, int y_known) noexcept:
    pair.x, pair.x_known, pair.y, pair.y_known = x, x_known, y, y_known
    pair.values.slot_words = PAIR_SLOT


cdef int _copy_number(NumberTally* to, const NumberTally* source) except -1:
    cdef Histogram values = to.values
    to[0] = source[0]
    to.values = values
    return _copy_histogram(&to.values, &source.values)


cdef int _copy_pair(PairTally* to, const PairTally* source) except -1:
    cdef Histogram values = to.values
    to[0] = source[0]
    to.values = values
    return _copy_histogram(&to.values, &source.values)


cdef int _copy_histogram(Histogram* to, const Histogram* source) except -1:
    if not copy_histogram(to, source):
        raise MemoryError
    return 0


cdef list _slots(Histogram* histogram):
    """(value, address) of every slot that counted something, by value.  Raises MemoryError."""
    cdef int64_t place
    cdef int row
    cdef int words = histogram.slot_words
    cdef list found = []
    if histogram.failed:
        raise MemoryError
    for place in range(<int64_t>histogram.span):
        if histogram.window[place * words]:
            found.append((histogram.base + place, <uintptr_t>(histogram.window + place * words)))
    if histogram.rows != NULL:
        for row in range(ROWS):
            if histogram.rows[row] != NULL:
                for place in range(row_size(row)):
                    if histogram.rows[row][place * words]:
                        address = <uintptr_t>(histogram.rows[row] + place * words)
                        found.append((sketch_value(row, place), address))
        found.sort()
    return found


cdef object _read(NumberTally* tally):
    """(count, total, squares, least, greatest, {value: count}, exact); see ``simulate.counts.Tally``."""
    cdef dict histogram = {value: (<int64_t*><uintptr_t>slot)[0] for value, slot in _slots(&tally.values)}
    if not histogram:
        return 0, 0, 0, None, None, histogram, True
    if tally.values.rows != NULL:
        return (
            tally.count, sum_of(tally.total), sum_of(tally.squares), tally.least, tally.greatest,
            histogram, False,
        )
    return (
        sum(histogram.values()),
        sum([value * count for value, count in histogram.items()]),
        sum([value * value * count for value, count in histogram.items()]),
        min(histogram),
        max(histogram),
        histogram,
        True,
    )


cdef object _read_pair(PairTally* pair):
    """(squares, products, {x: (count, Σx, Σy, Σy²)}, exact); see ``simulate.counts.Pairs``."""
    cdef dict bins = {}
    cdef int64_t* words
    for value, slot in _slots(&pair.values):
        words = <int64_t*><uintptr_t>slot
        bins[value] = words[0], sum_of(words + 1), sum_of(words + 4), sum_of(words + 7)
    return sum_of(pair.squares), sum_of(pair.products), bins, pair.values.rows == NULL


cdef class Accumulator:
    """The counts of one topic with so many combos, combos judged once more under ``match: best``,
    stats, effects and sites; all zero at first.

    ``relations`` are pairs of numbers that belong together, as places in a trial's row of ``width``
    numbers: (x, whether there is an x, y, whether there is a y), with 0 for what always is.  Of a deal so many
    numbers are counted as are ``dealt``, and in which trials each of the ``kinds`` was in conflict.  Raises
    ValueError and TypeError for what is none of that (see ``boundary``).
    """

    def __cinit__(
        self, int combos, int bests, int stats, int effects, int sites, int width=0, relations=(), int dealt=0,
        int kinds=0,
    ):
        cdef int i
        cdef Counts* counts = &self.counts
        for given in (combos, bests, stats, effects, sites, width, dealt, kinds):
            within("how many there are", given, 0, MOST)
        self.dealt, self.kinds = dealt, kinds
        for relation in relations:
            for place in relation:
                number("a place in a row", place, 0, width - 1)
        self.combos, self.bests, self.stats = combos, bests, stats
        self.effects, self.sites, self.width = effects, sites, width
        self._allocate(counts, len(relations))
        self._allocate(&self.marked, len(relations))
        counts.row = <int64_t*>allocate(width, sizeof(int64_t))
        for i in range(effects):
            counts.effects[i].last_used = -1
        for i in range(sites):
            counts.notices[i].first_trial = INT64_MAX
            counts.notices[i].last_trial = -1
        _prepare(&counts.score)
        for i in range(stats + dealt):
            _prepare(&counts.stats[i])
        for i, (x, x_known, y, y_known) in enumerate(relations):
            _prepare_pair(&counts.relations[i], x, x_known, y, y_known)

    cdef int _allocate(self, Counts* counts, int relations) except -1:
        counts.combos = <int64_t*>allocate(self.combos + self.bests, sizeof(int64_t))
        counts.stats = <NumberTally*>allocate(self.stats + self.dealt, sizeof(NumberTally))
        counts.dealt = counts.stats + self.stats  # behind the others
        counts.conflicts = <int64_t*>allocate(self.kinds, sizeof(int64_t))
        counts.effects = <EffectTally*>allocate(self.effects, sizeof(EffectTally))
        counts.notices = <NoticeTally*>allocate(self.sites, sizeof(NoticeTally))
        counts.relations = <PairTally*>allocate(relations, sizeof(PairTally))
        counts.relation_count = relations
        return 0

    def __dealloc__(self):
        self._free(&self.counts)
        self._free(&self.marked)

    cdef void _free(self, Counts* counts) noexcept:
        cdef int i
        free_histogram(&counts.score.values)
        if counts.stats != NULL:
            for i in range(self.stats + self.dealt):
                free_histogram(&counts.stats[i].values)
        if counts.relations != NULL:
            for i in range(counts.relation_count):
                free_histogram(&counts.relations[i].values)
        free(counts.combos)
        free(counts.stats)
        free(counts.conflicts)
        free(counts.relations)
        free(counts.row)
        free(counts.effects)
        free(counts.notices)

    cdef bint alike(self, Accumulator other) noexcept:
        """Whether the other one counts as many things."""
        return (
            self.combos == other.combos and self.bests == other.bests and self.stats == other.stats
            and self.dealt == other.dealt and self.kinds == other.kinds
            and self.effects == other.effects and self.sites == other.sites and self.width == other.width
            and self.counts.relation_count == other.counts.relation_count
        )

    def mark(self):
        """Remember what has been counted so far, for ``go_back``.  Raises MemoryError."""
        self._copy(&self.marked, &self.counts)

    def go_back(self):
        """Forget what was counted since the last ``mark``.  Raises MemoryError."""
        self._copy(&self.counts, &self.marked)

    cdef int _copy(self, Counts* to, const Counts* source) except -1:
        cdef int i
        to.trials = source.trials
        to.successes = source.successes
        _copy_number(&to.score, &source.score)
        memcpy(to.combos, source.combos, (self.combos + self.bests) * sizeof(int64_t))
        memcpy(to.conflicts, source.conflicts, self.kinds * sizeof(int64_t))
        for i in range(self.stats + self.dealt):
            _copy_number(&to.stats[i], &source.stats[i])
        for i in range(source.relation_count):
            _copy_pair(&to.relations[i], &source.relations[i])
        memcpy(to.effects, source.effects, self.effects * sizeof(EffectTally))
        memcpy(to.notices, source.notices, self.sites * sizeof(NoticeTally))
        to.printed = source.printed
        memcpy(to.print_trials, source.print_trials, PRINT_TRIALS * sizeof(int64_t))
        to.print_trial_count = source.print_trial_count
        return 0

    def read(self):
        """Everything counted so far, as plain Python data; see ``yisp.simulate.counting.counts.Counts``."""
        cdef Counts* c = &self.counts
        return {
            "trials": c.trials,
            "successes": c.successes,
            "score": _read(&c.score),
            "combos": [c.combos[i] for i in range(self.combos)],
            "bests": [c.combos[self.combos + i] for i in range(self.bests)],
            "stats": [_read(&c.stats[i]) for i in range(self.stats)],
            "dealt": [_read(&c.dealt[i]) for i in range(self.dealt)],
            "conflicts": [c.conflicts[i] for i in range(self.kinds)],
            "relations": [_read_pair(&c.relations[i]) for i in range(c.relation_count)],
            "activations": [c.effects[i].activations for i in range(self.effects)],
            "squares": [c.effects[i].squares for i in range(self.effects)],
            "used": [c.effects[i].used for i in range(self.effects)],
            "notices": [
                (i, c.notices[i].count, c.notices[i].trials, c.notices[i].first_trial)
                for i in range(self.sites) if c.notices[i].count
            ],
            "printed": c.printed,
            "print_trials": [c.print_trials[i] for i in range(c.print_trial_count)],
        }

"""The counts of one topic: ``Accumulator`` owns them and reads them out as plain Python data.

How a trial is counted is said in ``tally`` and ``play``; what the numbers mean in
``yisp.simulate.counts``.
"""

from libc.stdint cimport INT64_MAX, INT64_MIN, int64_t, uint64_t
from libc.stdlib cimport free

from .memory cimport allocate
from .table cimport Counts, NumberTally
from .tally cimport BUCKETS, EXACT, bucket_of


cdef int _prepare(NumberTally* number) except -1:
    number.least = INT64_MAX
    number.greatest = INT64_MIN
    # Calloc gives untouched pages: only the buckets in use take memory.
    number.buckets = <int64_t*>allocate(2 * BUCKETS, sizeof(int64_t)) + BUCKETS
    return 0


cdef int64_t _value_of(int bucket) noexcept:
    """The value in the bucket that is nearest to 0; the inverse of ``bucket_of``."""
    cdef int b = bucket if bucket >= 0 else ~bucket
    cdef uint64_t magnitude
    if b < EXACT:
        magnitude = b
    else:
        magnitude = <uint64_t>((b - EXACT) % 1024 + 1024) << ((b - EXACT) // 1024 + 1)
    return <int64_t>magnitude if bucket >= 0 else <int64_t>~magnitude


cdef object _read(NumberTally* number):
    """(count, total, squares, least, greatest, {value: count}, exact); see ``simulate.counts.Tally``."""
    cdef int bucket
    cdef dict histogram = {}
    if number.count == 0:
        return 0, 0, 0, None, None, histogram, True
    for bucket in range(bucket_of(number.least), bucket_of(number.greatest) + 1):
        if number.buckets[bucket]:
            histogram[_value_of(bucket)] = number.buckets[bucket]
    return (
        number.count,
        (int(number.total_high) << 64) + number.total_low,
        (int(number.squares[2]) << 128) + (int(number.squares[1]) << 64) + number.squares[0],
        number.least,
        number.greatest,
        histogram,
        -EXACT <= number.least and number.greatest < EXACT,
    )


cdef class Accumulator:
    """The counts of one topic with so many combos, combos judged once more under ``match: best``,
    stats, effects and sites; all zero at first."""

    def __cinit__(self, int combos, int bests, int stats, int effects, int sites):
        cdef int i
        cdef Counts* counts = &self.counts
        self.combos, self.bests, self.stats = combos, bests, stats
        self.effects, self.sites = effects, sites
        _prepare(&counts.score)
        counts.combos = <int64_t*>allocate(combos + bests, sizeof(int64_t))
        counts.stats = <NumberTally*>allocate(stats, sizeof(NumberTally))
        for i in range(stats):
            _prepare(&counts.stats[i])
        counts.activations = <int64_t*>allocate(effects, sizeof(int64_t))
        counts.used = <int64_t*>allocate(effects, sizeof(int64_t))
        counts.last_used = <int64_t*>allocate(effects, sizeof(int64_t))
        counts.notices = <int64_t*>allocate(sites, sizeof(int64_t))
        counts.first_trial = <int64_t*>allocate(sites, sizeof(int64_t))
        for i in range(sites):
            counts.first_trial[i] = INT64_MAX

    def __dealloc__(self):
        cdef Counts* counts = &self.counts
        cdef int i
        if counts.score.buckets != NULL:
            free(counts.score.buckets - BUCKETS)
        if counts.stats != NULL:
            for i in range(self.stats):
                if counts.stats[i].buckets != NULL:
                    free(counts.stats[i].buckets - BUCKETS)
        free(counts.combos)
        free(counts.stats)
        free(counts.activations)
        free(counts.used)
        free(counts.last_used)
        free(counts.notices)
        free(counts.first_trial)

    def read(self):
        """Everything counted so far, as plain Python data; see ``yisp.simulate.counts.Counts``."""
        cdef Counts* c = &self.counts
        return {
            "trials": c.trials,
            "successes": c.successes,
            "score": _read(&c.score),
            "combos": [c.combos[i] for i in range(self.combos)],
            "bests": [c.combos[self.combos + i] for i in range(self.bests)],
            "stats": [_read(&c.stats[i]) for i in range(self.stats)],
            "activations": [c.activations[i] for i in range(self.effects)],
            "used": [c.used[i] for i in range(self.effects)],
            "notices": [
                (i, c.notices[i], c.first_trial[i]) for i in range(self.sites) if c.notices[i]
            ],
            "printed": c.printed,
            "print_trials": [c.print_trials[i] for i in range(c.print_trial_count)],
        }

"""What a run counts: integers only, so that adding them up in any order gives the same.

What comes in: numbers read out of the runtime's accumulators after a block of trials.  What goes
out: :class:`Counts`, which add up with ``+``.  Rates, means and intervals are ``statistics``'
business.  (Plain classes: this module is on the warm start's path, where ``dataclasses`` costs
more than the whole run.)
"""

from __future__ import annotations


class Tally:
    """What was observed of one whole number, trial by trial.

    ``histogram`` maps values to how often they came up, in ascending order of value.  Where
    ``exact`` is False the values were too many to keep apart, and each key stands for the values
    from itself up to within 1/1024 of itself; ``total``, ``squares``, ``least`` and ``greatest``
    are exact all the same.
    """

    __slots__ = ("count", "total", "squares", "least", "greatest", "histogram", "exact")

    def __init__(
        self,
        count: int = 0,
        total: int = 0,
        squares: int = 0,
        least: int | None = None,
        greatest: int | None = None,
        histogram: dict[int, int] | None = None,
        exact: bool = True,
    ) -> None:
        self.count = count
        self.total = total
        self.squares = squares
        self.least = least
        self.greatest = greatest
        self.histogram = histogram or {}
        self.exact = exact

    def __add__(self, other: Tally) -> Tally:
        if not other.count:
            return self
        if not self.count:
            return other
        histogram = dict(self.histogram)
        for value, count in other.histogram.items():
            histogram[value] = histogram.get(value, 0) + count
        assert self.least is not None and other.least is not None
        assert self.greatest is not None and other.greatest is not None
        return Tally(
            self.count + other.count,
            self.total + other.total,
            self.squares + other.squares,
            min(self.least, other.least),
            max(self.greatest, other.greatest),
            dict(sorted(histogram.items())),
            self.exact and other.exact,
        )


class Notice:
    """How often a run-time error or an empty move happened at one site of the program.

    ``site`` indexes ``Program.sites``; ``trial`` is the lowest-numbered trial it happened in.
    """

    __slots__ = ("code", "site", "count", "trial")

    def __init__(self, code: str, site: int, count: int, trial: int) -> None:
        self.code = code
        self.site = site
        self.count = count
        self.trial = trial


class Counts:
    """The counts of one topic over some trials; lists are in the order of the program's."""

    __slots__ = (
        "trials", "successes", "score", "combos", "bests", "stats", "activations", "used",
        "notices", "printed", "print_trials",
    )  # fmt: skip

    def __init__(
        self,
        trials: int,
        successes: int,
        score: Tally,
        combos: list[int],
        bests: list[int],
        stats: list[Tally],
        activations: list[int],
        used: list[int],
        notices: list[Notice],
        printed: int,
        print_trials: list[int],
    ) -> None:
        self.trials = trials
        self.successes = successes
        self.score = score
        self.combos = combos  # how many trials each combo succeeded in
        self.bests = bests  # the same under ``match: best``, for the combos of ``Topic.bests``
        self.stats = stats
        self.activations = activations  # by effect, over all trials
        self.used = used  # by effect: trials with at least one activation
        self.notices = notices
        self.printed = printed  # lines that (print …) would have shown
        self.print_trials = print_trials  # the lowest-numbered trials that printed, at most 20

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.trials + other.trials,
            self.successes + other.successes,
            self.score + other.score,
            _sums(self.combos, other.combos),
            _sums(self.bests, other.bests),
            [one + two for one, two in zip(self.stats, other.stats, strict=True)],
            _sums(self.activations, other.activations),
            _sums(self.used, other.used),
            _merged(self.notices, other.notices),
            self.printed + other.printed,
            sorted({*self.print_trials, *other.print_trials})[:20],
        )


def total(parts: list[Counts]) -> Counts:
    """The sum of some counts, of which there must be one."""
    sum_ = parts[0]
    for part in parts[1:]:
        sum_ += part
    return sum_


def _sums(one: list[int], two: list[int]) -> list[int]:
    return [a + b for a, b in zip(one, two, strict=True)]


def _merged(one: list[Notice], two: list[Notice]) -> list[Notice]:
    """The notices of both, by site."""
    found: dict[int, Notice] = {}
    for notice in (*one, *two):
        known = found.get(notice.site)
        if known is not None:
            count, trial = known.count + notice.count, min(known.trial, notice.trial)
            notice = Notice(notice.code, notice.site, count, trial)
        found[notice.site] = notice
    return [found[site] for site in sorted(found)]

"""What a run found, in the terms of a player: rates, means, intervals, notices.

What comes in: an :class:`~yisp.simulate.run.Outcome` of whole-number counts or fractions.  What goes
out: :class:`Result`, with everything that reports show and ``to_dict``, the JSON object of schema 1.
Numbers are unrounded; exact ones stand beside as fractions.  What cannot be known is None: a rate of
no trials, the spread of a single observation, the least value where nothing was observed.

Not handled: words and layout, which are ``report``'s.

(On the warm start's path: no numpy, no dataclasses.)
"""

from __future__ import annotations

from ..version import VERSION
from . import statistics
from .counts import Counts, Tally
from .expectations import Verdict
from .run import Outcome, TopicOutcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ..compile.program import Program
    from .counts import Pairs
    from .exact import Spread
    from .ratio import Ratio
    from .regression import Relation
    from .statistics import Interval

    Strata = list[tuple[float, Counts]] | None
    Parts = Sequence[tuple[float, int, int]] | None
    Observed = Sequence[tuple[float, int, Tally]] | None

SCHEMA = 1
"""The shape of ``Result.to_dict``; another shape has another number."""


class Rate:
    """How often something succeeded: a topic, or one combo.

    ``exact`` is the fraction, where the answer is exact; there is no ``count`` or ``ci95`` then.
    """

    __slots__ = ("name", "count", "rate", "ci95", "exact", "best")

    def __init__(
        self, name: str, count: int | None, rate: float | None, ci95: Interval | None, exact: str | None
    ) -> None:
        self.name = name
        self.count = count  # the trials that succeeded
        self.rate = rate
        self.ci95 = ci95
        self.exact = exact
        self.best: float | None = None  # a combo's rate under ``match: best``, where worked out

    @classmethod
    def sampled(cls, name: str, count: int, trials: int, parts: Parts = None) -> Rate:
        """From all trials; with ``parts``, weighted by stratum (share, successes, trials)."""
        if parts is None:
            return cls(name, count, statistics.rate(count, trials), statistics.wilson(count, trials), None)
        return cls(name, count, *statistics.stratified_rate(parts), None)

    @classmethod
    def exactly(cls, name: str, rate: Ratio) -> Rate:
        return cls(name, None, float(rate), None, str(rate))

    def to_dict(self) -> dict[str, Any]:
        return {"rate": self.rate, "ci95": _pair(self.ci95), "exact": self.exact}


class Number:
    """What was observed of a whole number, or (``exact``: its mean, a fraction) its distribution.

    ``histogram`` gives for each value, ascending, in how many trials it came up, or how probable it
    is.  ``se`` is the standard error of the mean.  ``binned`` says that the values lay too far apart to
    be counted apart: in ``histogram`` and ``quantiles`` one then stands for those from itself up to
    within 1/128 of itself.

    ``parts`` are the same trials by stratum (share, trials, what was observed): mean, spread and
    ``shares`` are weighted by them; the others stay what was observed.
    """

    __slots__ = (
        "count", "mean", "ci95", "se", "exact", "sd", "min", "max", "quantiles", "histogram", "binned",
        "parts", "_masses",
    )  # fmt: skip

    def __init__(self, observed: Tally | Spread, parts: Observed = None) -> None:
        self.parts = parts
        self.histogram: Mapping[int, int | Ratio]
        self._masses: Mapping[int, int]  # the same as whole numbers, whatever they add up to
        if isinstance(observed, Tally):
            count, total, squares = observed.count, observed.total, observed.squares
            self.count: int | None = count  # the trials that had a value
            self.mean = statistics.mean(count, total)
            self.ci95 = statistics.mean_interval(count, total, squares)
            self.se = statistics.standard_error(count, total, squares)
            self.sd = statistics.deviation(count, total, squares)
            self.exact: str | None = None
            self.min, self.max = observed.least, observed.greatest
            self.histogram = self._masses = observed.histogram
            self.binned = not observed.exact
            weighted = statistics.stratified_mean([
                (share, trials, part.count, part.total, part.squares) for share, trials, part in parts or ()
            ])
            if weighted is not None:
                self.mean, self.sd, self.ci95 = weighted
                self.se = (self.ci95[1] - self.ci95[0]) / 2 / statistics.Z
        else:
            mean, variance = observed.mean, observed.variance
            self.count = None
            self.mean = None if mean is None else float(mean)
            self.ci95 = self.se = None
            self.sd = None if variance is None else float(variance) ** 0.5
            self.exact = None if mean is None else str(mean)
            self.histogram = observed.weights
            self._masses = observed.masses
            self.min, self.max = min(self.histogram, default=None), max(self.histogram, default=None)
            self.binned = False
        self.quantiles = statistics.quantiles(self._masses, self.min, self.max)

    def shares(self) -> dict[int, float]:
        """How often each value came up, as a share of the trials that had one."""
        if self.parts is not None:
            weighted = dict.fromkeys(self.histogram, 0.0)
            for share, trials, part in self.parts:
                for value, count in (part.widened() if self.binned else part).histogram.items():
                    weighted[value] += share * count / trials
            whole = sum(weighted.values())
            return {value: weight / whole for value, weight in weighted.items()}
        total = sum(self._masses.values())
        return {value: mass / total for value, mass in self._masses.items()}


class Score(Number):
    """A topic's score over its trials."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "mean": self.mean,
            "ci95": _pair(self.ci95),
            "se": self.se,
            "sd": self.sd,
            "exact": self.exact,
            "histogram": _texts(self.histogram),
        }


class Stat(Number):
    """One observed number; trials in which it could not be worked out are left out.

    ``defined`` is the share of the trials that had a value.
    """

    __slots__ = ("name", "defined")

    def __init__(
        self, name: str, observed: Tally | Spread, trials: int | None, parts: Observed = None
    ) -> None:
        super().__init__(observed, parts)
        self.name = name
        self.defined: float | None
        if not isinstance(observed, Tally):
            self.defined = float(observed.total)
        elif observed.count == trials or parts is None:
            self.defined = statistics.rate(observed.count, trials or 0)
        else:
            self.defined = sum(share * part.count / count for share, count, part in parts)

    def to_dict(self) -> dict[str, Any]:
        return {
            "mean": self.mean,
            "exact": self.exact,
            "se": self.se,
            "sd": self.sd,
            "min": self.min,
            "max": self.max,
            "quantiles": dict(self.quantiles),
            "quantiles_are": statistics.accuracy(self.binned),
            "histogram": _texts(self.histogram),
        }


class EffectUse:
    """How often an effect was activated; ``effect`` counts from 0 on its card."""

    __slots__ = ("card", "effect", "per_trial", "share")

    def __init__(self, card: str, effect: int, per_trial: float | None, share: float | None) -> None:
        self.card = card
        self.effect = effect
        self.per_trial = per_trial
        self.share = share  # of the trials, with at least one activation

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card,
            "effect": self.effect,
            "per_trial": self.per_trial,
            "share": self.share,
        }


class ResultNotice:
    """A run-time error or an empty move: where it happened, how often, and first in which trial.

    ``where`` is "effect", "header", "program", "combo" or "stat"; "program" is what happened in no
    statement: reaching the activation limit.  ``card`` is None outside effects; ``owner`` names the
    card, topic, combo or stat; ``text`` is the statement (or the part of it) as written.
    """

    __slots__ = (
        "code", "where", "owner", "card", "effect", "statement", "file", "line", "column", "text",
        "count", "trial", "exact",
    )  # fmt: skip

    def __init__(
        self,
        program: Program,
        topic: str,
        number: int,
        count: int | None,
        trial: int | None,
        exact: str | None,
    ) -> None:
        site = program.sites[number]
        self.code = site.code
        self.where = "program" if site.where == "topic" else site.where
        self.owner = site.name or topic
        self.card = site.name if site.where == "effect" else None
        self.effect = site.effect
        self.statement = site.statement
        self.file = site.file  # None for the deck file itself
        self.line = site.line
        self.column = site.column
        self.text = site.text
        self.count = count
        self.trial = trial
        self.exact = exact  # the probability that it happens in a trial

    def to_dict(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "where": self.where,
            "card": self.card,
            "effect": self.effect,
            "statement": self.statement,
            "line": self.line,
            "column": self.column,
            "count": self.count,
            "trial": self.trial,
            **({} if self.file is None else {"file": self.file}),
            **({} if self.exact is None else {"exact": self.exact}),
        }


class TopicResult:
    """What a run found about one topic.

    ``effects`` is empty for a topic that plays none; ``printed`` counts the lines that ``(print …)``
    would have shown, ``print_trials`` are the first trials that did.
    """

    __slots__ = (
        "name", "index", "method", "trials", "success", "score", "combos", "stats", "relations", "effects",
        "notices", "reason", "printed", "print_trials", "expect",
    )  # fmt: skip

    def __init__(self, program: Program, outcome: TopicOutcome) -> None:
        topic = program.topics[outcome.topic]
        self.name = topic.name
        self.index = outcome.topic  # in the program
        self.reason = outcome.reason  # why ``auto`` sampled
        self.trials: int | None
        self.combos: dict[str, Rate]
        self.stats: dict[str, Stat]
        self.effects: list[EffectUse] = []
        uses: list[tuple[float | None, float | None]]
        strata = outcome.strata
        if isinstance(outcome.counts, Counts):
            counts = outcome.counts
            trials = self.trials = counts.trials
            self.method = "sample"
            self.success = Rate.sampled(
                topic.name, counts.successes, trials, _parts(strata, lambda part: [part.successes], 0)
            )
            self.combos = {
                name: Rate.sampled(
                    name, count, trials, _parts(strata, lambda part: part.combos, number)
                )
                for number, (name, count) in enumerate(zip(topic.combos, counts.combos, strict=True))
            }
            self.notices = [
                ResultNotice(program, topic.name, notice.site, notice.count, notice.trial, None)
                for notice in counts.notices
            ]
            uses = [
                (
                    _share(activations, trials, _parts(strata, lambda part: part.activations, at)),
                    _share(used, trials, _parts(strata, lambda part: part.used, at)),
                )
                for at, (activations, used) in enumerate(zip(counts.activations, counts.used, strict=True))
            ]
            self.printed, self.print_trials = counts.printed, counts.print_trials
        else:
            exact = outcome.counts
            self.trials = None
            self.method = "exact"
            self.success = Rate.exactly(topic.name, exact.success)
            self.combos = {
                name: Rate.exactly(name, rate) for name, rate in zip(topic.combos, exact.combos, strict=True)
            }
            self.notices = [
                ResultNotice(program, topic.name, site, None, None, str(probability))
                for site, probability in sorted(exact.notices.items())
            ]
            uses = [
                (float(expected), float(used))
                for expected, used in zip(exact.activations, exact.used, strict=True)
            ]
            self.printed, self.print_trials = 0, []
        bests: Sequence[int | Ratio] = outcome.counts.bests
        for at, (number, best) in enumerate(zip(topic.bests, bests, strict=True)):
            self.combos[topic.combos[number]].best = (
                float(best) / (self.trials or 1)
                if strata is None
                else _share(0, 0, _parts(strata, lambda part: part.bests, at))
            )
        self.score = Score(outcome.counts.score, _observed(strata, lambda part: [part.score], 0))
        stats: Sequence[Tally | Spread] = outcome.counts.stats
        self.stats = {
            name: Stat(
                name, observed, self.trials, _observed(strata, lambda part: part.stats, at)
            )
            for at, (name, observed) in enumerate(zip(topic.stats, stats, strict=True))
        }
        self.expect = [Verdict(expectation, self) for expectation in topic.expect]
        self.relations = _relations(topic.relations, outcome.counts.relations)
        if topic.exec_program:
            self.effects = [
                EffectUse(_card(program, kind), number, *use)
                for (kind, number), use in zip(program.effects, uses, strict=True)
            ]

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "method": self.method,
            "trials": self.trials,
            "success": self.success.to_dict(),
            "score": self.score.to_dict(),
            "combos": [
                {"name": combo.name, **combo.to_dict(), "best": combo.best} for combo in self.combos.values()
            ],
            "stats": {name: stat.to_dict() for name, stat in self.stats.items()},
            "relations": [relation.to_dict() for relation in self.relations],
            "effects": [effect.to_dict() for effect in self.effects],
            "notices": [notice.to_dict() for notice in self.notices],
            "reason": self.reason,
            **({"expect": [verdict.to_dict() for verdict in self.expect]} if self.expect else {}),
        }


def _parts(strata: Strata, of: Callable[[Counts], list[int]], at: int) -> Parts:
    """One of the counts by stratum: (share, count, trials)."""
    return None if strata is None else [(share, of(part)[at], part.trials) for share, part in strata]


def _observed(strata: Strata, of: Callable[[Counts], list[Tally]], at: int) -> Observed:
    """One of the numbers by stratum: (share, trials, what was observed)."""
    return None if strata is None else [(share, part.trials, of(part)[at]) for share, part in strata]


def _share(count: int, trials: int, parts: Parts) -> float | None:
    """A count per trial; with ``parts``, weighted by stratum."""
    if parts is None:
        return statistics.rate(count, trials)
    return sum(share * part / of for share, part, of in parts)


class Result:
    """What a run found.

    ``topics`` are by name, in the order in which they ran.  ``seconds`` says how long compiling and
    running took.  ``rows`` are the records of the run by topic index, where they were kept.
    """

    def __init__(
        self,
        outcome: Outcome,
        *,
        compile_seconds: float = 0.0,
        rows: Mapping[int, list[bytes]] | None = None,
    ) -> None:
        program = outcome.program
        self.program = program
        self.file = program.file
        self.seed = outcome.seed
        self.target = outcome.target
        self.partial = outcome.partial
        self.stopped_by = None if outcome.stopped_by is None else program.topics[outcome.stopped_by].name
        self.remark = outcome.remark
        self.topics = {topic.name: topic for topic in (TopicResult(program, item) for item in outcome.topics)}
        self.seconds = {"compile": compile_seconds, "run": outcome.seconds}
        self._rows = rows

    def __repr__(self) -> str:
        rates = ", ".join(f"{name!a}: {topic.success.rate}" for name, topic in self.topics.items())
        return f"<yisp.Result {self.file!a} seed={self.seed} {{{rates}}}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc --json`` prints."""
        program = self.program
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "deck": {"file": self.file, "cards": program.cards, "kinds": len(program.kinds)},
            "seed": self.seed,
            "target": self.target,
            "partial": self.partial,
            "topics": [topic.to_dict() for topic in self.topics.values()],
            **({"set": program.values} if program.parameters else {}),
            "seconds": dict(self.seconds),
        }

    @property
    def records(self) -> Any:
        """A numpy structured array with a row per trial; see ``records.to_array`` for its columns."""
        if self._rows is None:
            raise ValueError("this run kept no records: run it with records=True")
        from .records import to_array

        return to_array(self.program, [topic.index for topic in self.topics.values()], self._rows)

    def table(self) -> list[dict[str, Any]]:
        """The results as a table: a row for each topic, combo and stat."""
        rows = []
        for topic in self.topics.values():
            score = topic.score
            rows.append({
                **_row(topic, "topic", topic.name), **_rate_cells(topic.success),
                **_mean_cells(score),
            })  # fmt: skip
            rows += [
                {**_row(topic, "combo", combo.name), **_rate_cells(combo)} for combo in topic.combos.values()
            ]
            rows += [
                {**_row(topic, "stat", stat.name), "trials": stat.count,
                 **_mean_cells(stat), "exact": stat.exact}
                for stat in topic.stats.values()
            ]  # fmt: skip
        return rows

    def to_frame(self) -> Any:
        """The table as a pandas data frame; pandas is not one of yisp's own requirements."""
        from importlib import import_module

        try:
            pandas = import_module("pandas")
        except ImportError:
            raise ImportError("Result.to_frame() needs pandas: pip install pandas") from None
        return pandas.DataFrame(self.table(), columns=list(TABLE_COLUMNS))


TABLE_COLUMNS = (
    "topic", "what", "name", "trials", "rate", "rate_low", "rate_high",
    "mean", "mean_low", "mean_high", "se", "sd", "min", "max", "exact",
)  # fmt: skip
"""The columns of ``Result.table``: ``what`` is "topic", "combo" or "stat"; a topic's mean is its
score's, ``se`` its standard error; a stat's trials are those that had a value; ``low`` and ``high`` are
the ends of the 95 % interval; ``exact`` is the rate, for stats the mean, as a fraction."""


def _relations(titles: Sequence[Sequence[str]], counted: Sequence[Pairs]) -> list[Relation]:
    if not titles:
        return []
    from .regression import Relation  # most decks relate nothing

    return [Relation(x, y, pairs) for (x, y), pairs in zip(titles, counted, strict=True)]


def _card(program: Program, kind: int) -> str:
    name = program.kinds[kind][0]
    assert name is not None  # only descriptions are
    return name


def _row(topic: TopicResult, what: str, name: str) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(TABLE_COLUMNS)
    row.update(topic=topic.name, what=what, name=name, trials=topic.trials)
    return row


def _rate_cells(rate: Rate) -> dict[str, Any]:
    low, high = rate.ci95 or (None, None)
    return {"rate": rate.rate, "rate_low": low, "rate_high": high, "exact": rate.exact}


def _mean_cells(number: Number) -> dict[str, Any]:
    low, high = number.ci95 or (None, None)
    return {
        "mean": number.mean, "mean_low": low, "mean_high": high, "se": number.se, "sd": number.sd,
        "min": number.min, "max": number.max,
    }  # fmt: skip


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else list(interval)


def _texts(histogram: Mapping[int, int | Ratio]) -> dict[str, int | str]:
    return {
        str(value): count if isinstance(count, int) else str(count) for value, count in histogram.items()
    }

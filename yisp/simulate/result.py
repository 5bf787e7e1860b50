"""What a run found, in the terms of a player: topics with their estimates, effects and notices.

What comes in: an :class:`~yisp.simulate.outcome.Outcome` of whole-number counts or fractions.  What goes
out: :class:`Result`, with everything that reports show and ``to_dict``, the JSON object of schema 1.

Not handled: words and layout, which are ``report``'s.

(On the warm start's path: no numpy, no dataclasses.)
"""

from __future__ import annotations

from ..compile.program import BEYOND_BUDGET
from ..compile.record import Record, data_of
from ..messages import say
from ..version import VERSION
from .counting import statistics
from .counting.counts import Counts, Tally
from .counting.deal import DealResult
from .counting.estimates import Estimates, Rate, Score, Stat, numbers_of, rates_of
from .counting.expectations import Verdict
from .worlds.comparison import AT_MOST, BOUNDS, EXACT, Difference, Goal, differences, greatest_goal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..compile.program import Program, Topic
    from .counting.counts import Notice, Pairs, Stratum
    from .counting.probabilities import ExactCounts, Spread
    from .counting.regression import Relation
    from .counting.statistics import Interval
    from .outcome import Outcome, TopicOutcome
    from .worlds.comparison import Cost

    Strata = Sequence[Stratum] | None
    Uses = list[tuple[float | None, Interval | None, Rate]]
    """By effect: activations per trial, their interval, and the share of the trials."""

SCHEMA = 1
"""The shape of ``Result.to_dict``; another shape has another number."""


class EffectUse(Record):
    """How often an effect was activated; ``effect`` counts from 0 on its card."""

    card: str
    effect: int
    per_trial: float | None
    per_trial_ci95: Interval | None
    share: float | None  # of the trials, with at least one activation
    ci95: Interval | None  # of the share

    def __repr__(self) -> str:
        return f"<EffectUse {self.card}[{self.effect}]: {self.per_trial} a trial, share {self.share}>"

    def to_dict(self) -> dict[str, Any]:
        return data_of(self, *self.fields)


class ChoiceCost:
    """A choice of ``greedy`` that ``best`` would not have made, in the first ``trials`` of them: the effect
    ``taken`` and the ``better`` one (None: to stop), each a card and a number on it; ``times`` is how often,
    ``loss`` the mean of what it cost of the goal: with the best play afterwards where that was solved, else
    played out as it was when it was chosen; and ``trial`` the first one in which it cost most."""

    __slots__ = ("better", "ci95", "loss", "often_ci95", "taken", "times", "trial", "trials")

    def __init__(self, program: Program, cost: Cost) -> None:
        self.taken = _effect(program, cost.taken)
        self.better = None if cost.better is None else _effect(program, cost.better)
        self.times = cost.times
        self.trials = cost.trials
        self.loss = cost.loss
        self.ci95 = cost.ci95  # of the loss
        self.often_ci95 = cost.often_ci95  # of the times a trial
        self.trial = cost.trial

    def to_dict(self) -> dict[str, Any]:
        return {
            "taken": {"card": self.taken[0], "effect": self.taken[1]},
            "better": None if self.better is None else {"card": self.better[0], "effect": self.better[1]},
            **data_of(self, "times", "trials", "loss", "ci95", "often_ci95", "trial"),
        }


class ResultNotice:
    """A run-time error or an empty move: where it happened, how often, and first in which trial.

    ``where`` is "effect", the key of a topic's script, "combo", "watch" or "stat"; "program" is also what
    happened in no statement.  ``card`` is None outside effects; ``owner`` names the card, topic, combo,
    watched entry or stat; ``text`` is the statement (or the part of it) as written.
    """

    __slots__ = (
        "code", "where", "owner", "card", "effect", "statement", "file", "line", "column", "text",
        "count", "trial", "exact", "rate", "share",
    )  # fmt: skip

    def __init__(
        self, program: Program, topic: str, number: int, share: Rate, counted: Notice | None = None
    ) -> None:
        """``counted`` is None in an exact answer."""
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
        self.count = None if counted is None else counted.count
        self.trial = None if counted is None else counted.trial
        self.exact = share.exact  # the probability that it happens in a trial
        self.rate = share.rate
        self.share = share  # of the trials in which it happened

    def __repr__(self) -> str:
        often = f"{self.count} times" if self.exact is None else f"probability {self.exact}"
        return f"<ResultNotice {self.code} at line {self.line}, column {self.column}: {often}>"

    def to_dict(self) -> dict[str, Any]:
        return {
            **data_of(self, "code", "where", "card", "effect", "statement", "line", "column"),
            **data_of(self, "count", "trial"),
            **({} if self.file is None else {"file": self.file}),
            **({} if self.exact is None else {"exact": self.exact}),
        }


class TopicResult(Estimates):
    """What a run found about one topic.

    ``effects`` is empty for a topic that plays none; ``printed`` counts the lines that ``(print …)`` would
    have shown, ``print_trials`` are the first trials that did.  ``policies`` are the results by policy, this
    one among them, and ``differences`` what each adds to the ``goal`` of the one before. ``bound`` says what
    the goal's mean tells of the best there is under the policy's rules ("exact", "at-least", "at-most" or
    None), ``unbound`` why it tells nothing, where it might have.  ``deal`` is what there is to say of a deal.
    """

    __slots__ = (
        "index", "turns", "method", "relations", "effects", "notices", "reason", "printed", "print_trials",
        "expect", "policy", "goal", "policies", "differences", "bound", "unbound", "in_worlds",
        "costs", "deal",
    )  # fmt: skip

    def __init__(self, program: Program, outcome: TopicOutcome) -> None:
        topic = program.topics[outcome.topic]
        self.policy = outcome.policy.kind
        self.policies: dict[str, TopicResult] = {self.policy: self}
        self.differences: list[Difference] = []
        self.name = topic.name
        self.index = outcome.topic  # in the program
        self.turns = topic.turns
        self.reason = outcome.reason  # why ``auto`` sampled
        judged: list[Rate]
        self.notices: list[ResultNotice]
        self.printed = 0
        self.print_trials: list[int] = []
        counts, strata = outcome.counts, outcome.strata
        if isinstance(counts, Counts):
            judged, uses = self._sampled(program, topic, counts, strata)
        else:
            judged, uses = self._exact(program, topic, counts)
        for at, number in enumerate(topic.bests):
            if isinstance(counts, Counts):
                of_strata = rates_of(strata, lambda part: part.bests, at)
                best = Rate.sampled(topic.name, counts.bests[at], counts.trials, of_strata)
                judged[number].best, judged[number].best_ci95 = best.rate, best.ci95
            else:
                judged[number].best = float(counts.bests[at])
        of_score, *of_stats = topic.ranges
        scoring = len(topic.combos)
        self.combos = {rate.name: rate for rate in judged[:scoring]}
        self.watch = {rate.name: rate for rate in judged[scoring:]}
        if scoring:
            self.score = Score(counts.score, numbers_of(strata, lambda part: [part.score], 0), of_score)
        else:
            self.success, self.score = Rate(topic.name), Score(Tally())
        stats: Sequence[Tally | Spread] = counts.stats
        self.stats = {
            name: Stat(name, observed, self.trials, numbers_of(strata, lambda part: part.stats, at), range_)
            for at, (name, observed, range_) in enumerate(zip(topic.stats, stats, of_stats, strict=True))
        }
        self.goal = Goal(outcome.policy.goal, self, counts, topic)
        self.bound, self.unbound = self._bound(counts, topic)
        self.costs = [ChoiceCost(program, cost) for cost in outcome.costs or ()]
        self.in_worlds = isinstance(counts, Counts) and counts.goal is not None
        self.deal = DealResult(program, topic, counts) if topic.parts else None
        self.expect = [Verdict(expectation, self) for expectation in topic.expect]
        self.relations = _relations(topic.relations, counts.relations)
        self.effects: list[EffectUse] = []
        if topic.exec_program:
            self.effects = [
                EffectUse(program.kinds[kind][0], number, mean, ends, used.rate, used.ci95)
                for (kind, number), (mean, ends, used) in zip(program.effects, uses, strict=True)
            ]

    def _sampled(
        self, program: Program, topic: Topic, counts: Counts, strata: Strata
    ) -> tuple[list[Rate], Uses]:
        """Take over what trials have counted, but for the numbers; the rates of what is judged, and how
        the effects were used."""
        trials = self.trials = counts.trials
        self.method = "sample"
        self.success = Rate.sampled(
            topic.name, counts.successes, trials, rates_of(strata, lambda part: [part.successes], 0)
        )
        judged = [
            Rate.sampled(name, count, trials, rates_of(strata, lambda part: part.combos, number))
            for number, (name, count) in enumerate(zip(topic.judged, counts.combos, strict=True))
        ]
        self.notices = [
            ResultNotice(program, topic.name, one.site, Rate.sampled(topic.name, one.trials, trials), one)
            for one in counts.notices
        ]
        self.printed, self.print_trials = counts.printed, counts.print_trials
        used = [
            Rate.sampled(topic.name, number, trials, rates_of(strata, lambda part: part.used, at))
            for at, number in enumerate(counts.used)
        ]
        return judged, [(*_per_trial(counts, strata, at, share), share) for at, share in enumerate(used)]

    def _exact(self, program: Program, topic: Topic, counts: ExactCounts) -> tuple[list[Rate], Uses]:
        """The same for an exact answer, in which nothing was printed."""
        self.trials = None
        self.method = "exact"
        self.success = Rate.exactly(topic.name, counts.success)
        judged = [Rate.exactly(name, rate) for name, rate in zip(topic.judged, counts.combos, strict=True)]
        self.notices = [
            ResultNotice(program, topic.name, site, Rate.exactly(topic.name, probability))
            for site, probability in sorted(counts.notices.items())
        ]
        return judged, [
            (float(expected), None, Rate.exactly(topic.name, used))
            for expected, used in zip(counts.activations, counts.used, strict=True)
        ]

    def __repr__(self) -> str:
        how = "exact" if self.trials is None else f"{self.trials} trials"
        found = [f"success {self.success.text}, score {self.score.text}"] if self.combos else []
        found += [f"{name!a} {rate.text}" for name, rate in self.watch.items()]
        return f"<TopicResult {self.name!a}: {', '.join(found) or 'no combos'}; {how}>"

    def _repr_html_(self) -> str:
        from ..report.files.html import topic_table

        return topic_table(self)

    def _bound(self, counts: Counts | ExactCounts, topic: Topic) -> tuple[str | None, str | None]:
        """What the goal's mean tells, and why it does not."""
        if not isinstance(counts, Counts):
            return EXACT, None
        if counts.goal is None:
            return None, None
        bound = BOUNDS.get(self.policy)
        beyond = next((notice for notice in counts.notices if notice.code == BEYOND_BUDGET), None)
        if bound == AT_MOST and beyond is not None and greatest_goal(topic, self.goal.name) is None:
            return None, (
                say(
                    "in {number} of {trials} trials the search ended before it was done, and no constant says"
                    " how great {goal} can be",
                    number=f"{beyond.trials:,}",
                    trials=f"{counts.trials:,}",
                    goal=self.goal.name,
                )
            )
        return bound, None

    def compare(self, others: list[TopicResult]) -> None:
        """Stand beside the results of the same topic under other policies."""
        self.policies = {one.policy: one for one in (self, *others)}
        for other in others:
            other.policies = self.policies
        self.differences = differences([(one.policy, one.goal) for one in self.policies.values()])

    def to_dict(self) -> dict[str, Any]:
        """As JSON has it: several policies in a list, each with the usual fields."""
        if len(self.policies) == 1:
            played = self._played() if self.policy != "greedy" else {}
            return {"name": self.name, **played, **self._fields()}
        return {
            "name": self.name,
            "policies": [{**one._played(), **one._fields()} for one in self.policies.values()],
            **data_of(self, "differences"),
            **next((data_of(one, "costs") for one in self.policies.values() if one.costs), {}),
        }

    def _played(self) -> dict[str, Any]:
        return data_of(self, "policy", "goal", "bound")

    def _fields(self) -> dict[str, Any]:
        return {
            **data_of(self, "method", "trials", "success", "score"),
            "combos": [
                {"name": combo.name, **combo.to_dict(), "best": combo.best, **_best_interval(combo)}
                for combo in self.combos.values()
            ],
            "watch": [
                {
                    "name": rate.name,
                    **rate.to_dict(),
                    **({} if rate.best is None else {"best": rate.best, **_best_interval(rate)}),
                }
                for rate in self.watch.values()
            ],
            **data_of(self, "stats", "relations", "effects", "notices"),
            **({} if self.deal is None else data_of(self, "deal")),
            "reason": self.reason,
            **(data_of(self, "expect") if self.expect else {}),
        }


def _best_interval(rate: Rate) -> dict[str, Any]:
    return {} if rate.best_ci95 is None else {"best_ci95": rate.best_ci95}


def _per_trial(
    counts: Counts, strata: Strata, effect: int, share: Rate
) -> tuple[float | None, Interval | None]:
    """How often an effect is activated in a trial, and the 95 % interval of that; with ``strata``, weighted.

    Where no trial activates it twice that is the ``share`` of those that do.  Else it is the normal interval,
    of as many plain trials where there are strata (see ``Number.share``); and never narrower than where all
    trials are alike, where a count that did not come up may be as likely as z² / (n + z²) (Wilson's).
    """
    activations, squares, trials = counts.activations[effect], counts.squares[effect], counts.trials
    if activations == counts.used[effect]:
        return share.rate, share.ci95
    if strata is None:
        mean, of_squares = activations / trials, squares / trials
    else:
        parts = [(one.weight, one.counts) for one in strata]
        sums = ((weight, of.trials, [of.activations[effect], of.squares[effect]]) for weight, of in parts)
        whole, (mean, of_squares) = statistics.weighted_sums(sums)
        mean, of_squares = mean / whole, of_squares / whole
    spread = max(of_squares - mean * mean, 0.0)
    half = max(statistics.Z * (spread / trials) ** 0.5, statistics.Z**2 / (trials + statistics.Z**2))
    return mean, (max(mean - half, 0.0), mean + half)


class Result:
    """What a run found.

    ``topics`` are by name, in the order in which they ran, each under its first policy
    (``TopicResult.policies`` has the others).  ``seconds`` says how long compiling and running took.
    ``rows`` are the records of the run by topic index, where they were kept.  ``ended`` is what ended a
    ``partial`` run from outside (see ``stop``), None where nothing did.
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
        self.ended = outcome.ended
        self.stopped_by = None if outcome.stopped_by is None else program.topics[outcome.stopped_by].name
        self.remark = outcome.remark
        self.topics: dict[str, TopicResult] = {}
        for topic in (TopicResult(program, item) for item in outcome.topics):
            first = self.topics.setdefault(topic.name, topic)
            if first is not topic:
                first.compare([*list(first.policies.values())[1:], topic])
        if not self.judged:
            for verdict in (verdict for topic in self.played for verdict in topic.expect):
                verdict.holds = None
        self.seconds = {"compile": compile_seconds, "run": outcome.seconds}
        self._rows = rows

    @property
    def judged(self) -> bool:
        """Whether expectations count: of a run that was ended less was played than they are about."""
        return not self.partial and self.stopped_by is None

    @property
    def played(self) -> list[TopicResult]:
        """Every topic under each of its policies."""
        return [played for topic in self.topics.values() for played in topic.policies.values()]

    def __repr__(self) -> str:
        rates = ", ".join(f"{name!a}: {topic.success.text}" for name, topic in self.topics.items())
        return f"<yisp.Result {self.file!a} seed={self.seed} {{{rates}}}>"

    def _repr_html_(self) -> str:
        from ..report.files.html import result_tables

        return result_tables(self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc --json`` prints."""
        program = self.program
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "deck": {
                "file": self.file,
                "cards": program.size,
                **({"aside": program.cards - program.size} if program.cards > program.size else {}),
                "kinds": len(program.kinds),
                **({"counts": program.counts} if program.counts else {}),
                **({"collections": _collections(program)} if program.uses else {}),
            },
            **data_of(self, "seed", "target", "partial"),
            "topics": [topic.to_dict() for topic in self.topics.values()],
            **({"set": program.values} if program.parameters else {}),
            **data_of(self, "seconds"),
        }

    @property
    def records(self) -> Any:
        """A numpy structured array with a row per trial; see ``records.to_array`` for its columns."""
        if self._rows is None:
            raise ValueError("this run kept no records: run it with records=True")
        from .playing.records import to_array

        topics = list(self.topics.values())
        played = next((list(topic.policies) for topic in topics), [])  # several play all of them, or none
        return to_array(self.program, [topic.index for topic in topics], self._rows, played)

    def table(self) -> list[dict[str, Any]]:
        """The results as a table: a row for each figure of each topic, under each policy."""
        from .counting.tabular import table_rows

        return table_rows(topic.policies for topic in self.topics.values())

    def to_frame(self) -> Any:
        """The table as a pandas data frame; pandas is not one of yisp's own requirements."""
        from .counting.tabular import COLUMNS, frame

        return frame("Result", self.table(), COLUMNS)


def _relations(titles: Sequence[Sequence[str]], counted: Sequence[Pairs]) -> list[Relation]:
    if not titles:
        return []
    from .counting.regression import Relation  # most decks relate nothing

    return [Relation(x, y, pairs) for (x, y), pairs in zip(titles, counted, strict=True)]


def _collections(program: Program) -> dict[str, Any]:
    """What the deck has of collections: which it uses, which cards do what these say, which do nothing."""
    known = [
        {"card": one.card, "collection": one.collection, "name": one.name, "part": one.part}
        for one in program.known
    ]
    return {"use": program.uses, "known": known, "blank": program.blank}


def _effect(program: Program, effect: int) -> tuple[str, int]:
    kind, number = program.effects[effect]
    return program.kinds[kind][0], number

"""All comparisons of one deck: who disagrees with whom about what.

What comes in: the text of a deck.  What goes out: :class:`Verdict`: the differences, and for each topic
what was compared, or why not.  The interpreter's law, exact answers, sampled trials and both targets
are held against one another.  Fractions must be equal; of trials, every count must be one that
the law makes likely enough, and no outcome may come up that no order of the deck gives.  A difference
of trials counts only when it shows again under another seed.
"""

from __future__ import annotations

import json
import re
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import log
from typing import Any

import yaml
from running import open_play, rows, zones

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError
from yisp.simulate.binomial import log_tail
from yisp.simulate.counts import Counts, Pairs
from yisp.simulate.exact import exact_counts
from yisp.simulate.play import Play, python_functions
from yisp.simulate.probabilities import ExactCounts, OverBudget
from yisp.simulate.records import relation_places
from yisp.simulate.run import run_program
from yisp.simulate.trace import Tracer

from .chance import TooMany
from .law import Law
from .wanted import meant, understood

MOST_WAYS = 300
"""How many ways a trial may go for the interpreter to walk through all of them."""

BUDGET = 300_000
"""Stages of an exact answer."""

TRIALS, FRESH_TRIALS = 300, 2000
"""How many trials are sampled, and how many under a fresh seed where the first looked wrong."""

LOOKED_AT = 40
"""Of how many trials the whole outcome is looked at, the order of every zone included."""

LEAST_TAIL = 1e-7
"""What a tail, times the number of figures, may not be below: twice in a row by chance in 10^14 decks."""

LOGGED, QUICKLY = 60, 10
"""How many trials of both targets are compared word by word; of the scan with and without a log."""

SEED, FRESH_SEED = 7, 1_000_003

Functions = dict[str, Callable[..., Any]]

NATIVE = "python = native"

Key = tuple[Any, ...]
Figures = dict[Key, Fraction]

_DIGITS = re.compile(r"[0-9,]+")


@dataclass(frozen=True)
class Difference:
    """Two answers that disagree about a figure of a topic."""

    comparison: str  # "reference = exact", "reference = sampled", "exact = sampled", "python = native"
    topic: str
    figure: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"{self.comparison}: {self.topic}, {self.figure}: {self.expected} and {self.found}"


@dataclass
class Verdict:
    """What was found out about a deck."""

    differences: list[Difference] = field(default_factory=list)
    compared: Counter[str] = field(default_factory=Counter)  # topics, by comparison
    refused: Counter[str] = field(default_factory=Counter)  # decks and topics, by reason


def examine(text: str, *, native: bool = False, thorough: bool = False) -> Verdict:
    """Compare all that can be compared of a deck; ``thorough`` is what few decks can show a fault of."""
    verdict = Verdict()
    try:
        deck = loads(text, "deck.yml")
    except DeckError as error:
        first = next(one for one in error.diagnostics if one.severity == "error")
        verdict.refused[f"diagnostics {first.code}"] += 1
        return verdict
    except Exception as error:
        verdict.differences.append(_crash("loads = a deck", "", error))
        return verdict
    try:
        program = compile_deck(deck)
    except Exception as error:
        verdict.differences.append(_crash("compile_deck = a program", "", error))
        return verdict
    _compare_wants(text, deck, verdict)
    functions = python_functions(program.python_source)
    for topic in range(len(program.topics)):
        examination = Examination(deck, program, topic, verdict, functions)
        comparisons = [examination.answers]
        if thorough:
            comparisons += [examination.quick_and_logged, examination.traces, examination.runs]
        for compare in [*comparisons, examination.targets] if native else comparisons:
            try:
                compare()
            except Exception as error:
                verdict.differences.append(_crash(f"{compare.__name__} = no crash", examination.name, error))
    return verdict


def differences(text: str, *, native: bool = False) -> list[Difference]:
    """What ``examine`` finds; nothing in a world without mistakes."""
    return examine(text, native=native, thorough=True).differences


def _compare_wants(text: str, deck: Deck, verdict: Verdict) -> None:
    """What combos want is what their text says."""
    data = json.loads(text) if text.startswith("{") else yaml.load(text, yaml.BaseLoader)
    expected, found = meant(data, deck), understood(deck)
    for place in expected.keys() | found.keys():
        if expected.get(place) != found.get(place):
            topic, *figure = place
            verdict.differences.append(
                Difference("meant = understood", topic, str(figure), expected.get(place), found.get(place))
            )


def _crash(comparison: str, topic: str, error: Exception) -> Difference:
    where = traceback.extract_tb(error.__traceback__)[-1]
    return Difference(comparison, topic, type(error).__name__, "", f"{error} ({where.name})")


class Examination:
    """One topic of a deck, compared."""

    def __init__(
        self,
        deck: Deck,
        program: Program,
        topic: int,
        verdict: Verdict | None = None,
        functions: Functions | None = None,
    ) -> None:
        self.deck = deck
        self.program = program
        self.topic = topic
        self.verdict = verdict or Verdict()
        self.name = program.topics[topic].name
        self.functions = functions or python_functions(program.python_source)

    def play(self, seed: int = SEED) -> Play:
        """The topic, ready to run on the python target."""
        return Play(self.program, self.topic, seed, functions=self.functions)

    def differ(self, comparison: str, figure: object, expected: object, found: object) -> None:
        self.verdict.differences.append(Difference(comparison, self.name, str(figure), expected, found))

    def answers(self) -> None:
        """The interpreter, exact answers and sampled ones."""
        law: Law | None = None
        exact: ExactCounts | None = None
        try:
            law = Law(self.deck, self.deck.topics[self.topic], MOST_WAYS)
        except TooMany:
            self.verdict.refused["too many ways for the interpreter"] += 1
        try:
            exact = exact_counts(self.program, self.topic, self.play(), BUDGET)
        except OverBudget as error:
            self.verdict.refused[f"exact: {_DIGITS.sub('…', str(error))}"] += 1
        if law is not None and exact is not None:
            self.lawful(law, exact)
        if law is not None:
            self.sampled("reference = sampled", self.of_law(law), law)
        elif exact is not None:
            self.sampled("exact = sampled", self.of_exact(exact), None)

    # Figures ----------------------------------------------------------------------------------------

    def of_law(self, law: Law) -> Figures:
        """Probabilities of what a trial can show, by a key such as ``("combo", 0)``."""
        figures: dict[Key, Fraction] = {("success",): law.success}
        figures |= {("score", value): mass for value, mass in law.score.items()}
        figures |= {("combo", index): mass for index, mass in enumerate(law.combos)}
        for index in self.program.topics[self.topic].bests:
            mass = law.bests[index]
            if mass is not None:
                figures["best", index] = mass
        for index, values in enumerate(law.stats):
            figures |= {("stat", index, value): mass for value, mass in values.items()}
        figures |= {("used", *effect): mass for effect, mass in law.used.items()}
        return figures | {("notice", *notice): mass for notice, mass in law.notices.items()}

    def means_of_law(self, law: Law) -> Figures:
        """What is expected, and is no probability."""
        figures: dict[Key, Fraction] = {
            ("activations", *effect): mean for effect, mean in law.activations.items()
        }
        for index, places in enumerate(relation_places(self.program.topics[self.topic])):
            joint = [
                (*pair, mass)
                for (combos, score, stats, _), mass in law.outcomes.items()
                if (pair := _related(places, combos, score, stats)) is not None
            ]
            figures |= _of_pairs(index, Pairs.of(joint))
        return figures

    def of_exact(self, exact: ExactCounts) -> Figures:
        program, topic = self.program, self.program.topics[self.topic]
        figures: dict[Key, Fraction] = {("success",): exact.success.fraction}
        figures |= {("score", value): mass.fraction for value, mass in exact.score.weights.items()}
        figures |= {("combo", index): mass.fraction for index, mass in enumerate(exact.combos)}
        for index, mass in zip(topic.bests, exact.bests, strict=True):
            figures["best", index] = mass.fraction
        for index, stat in enumerate(exact.stats):
            figures |= {("stat", index, value): mass.fraction for value, mass in stat.weights.items()}
        for effect, mass in zip(program.effects, exact.used, strict=True):
            figures["used", *effect] = mass.fraction
        for site, mass in exact.notices.items():
            figures[self.notice(site)] = mass.fraction
        return figures

    def means_of_exact(self, exact: ExactCounts) -> Figures:
        figures: dict[Key, Fraction] = {}
        for effect, mean in zip(self.program.effects, exact.activations, strict=True):
            figures["activations", *effect] = mean.fraction
        for index, pairs in enumerate(exact.relations):
            figures |= _of_pairs(index, pairs)
        return figures

    def of_counts(self, counts: Counts) -> dict[Key, int]:
        program, topic = self.program, self.program.topics[self.topic]
        figures: dict[Key, int] = {("success",): counts.successes}
        if counts.score.exact:
            figures |= {("score", value): count for value, count in counts.score.histogram.items()}
        figures |= {("combo", index): count for index, count in enumerate(counts.combos)}
        figures |= {("best", index): count for index, count in zip(topic.bests, counts.bests, strict=True)}
        for index, stat in enumerate(counts.stats):
            if stat.exact:
                figures |= {("stat", index, value): count for value, count in stat.histogram.items()}
        for effect, count in zip(program.effects, counts.used, strict=True):
            figures["used", *effect] = count
        return figures | {self.notice(one.site): one.count for one in counts.notices}

    def notice(self, site: int) -> Key:
        place = self.program.sites[site]
        return "notice", place.code, place.line, place.column

    # Comparisons ------------------------------------------------------------------------------------

    def lawful(self, law: Law, exact: ExactCounts) -> None:
        """Every fraction of an exact answer is the law's; what is not there is 0."""
        comparison = "reference = exact"
        self.verdict.compared[comparison] += 1
        expected = self.of_law(law) | self.means_of_law(law)
        found = self.of_exact(exact) | self.means_of_exact(exact)
        for key in expected.keys() | found.keys():
            if key[0] == "best" and key not in expected:
                continue  # the combo rolls dice
            if expected.get(key, 0) != found.get(key, 0):
                self.differ(comparison, key, expected.get(key, 0), found.get(key, 0))

    def sampled(self, comparison: str, expected: Figures, law: Law | None) -> None:
        """Trials show what is likely; what they do not is looked for again under a fresh seed."""
        self.verdict.compared[comparison] += 1
        if self._unlikely(expected, law, SEED, TRIALS):
            for key, share, count in self._unlikely(expected, law, FRESH_SEED, FRESH_TRIALS):
                self.differ(comparison, key, share, f"{count} of {FRESH_TRIALS}")

    def _unlikely(
        self, expected: Figures, law: Law | None, seed: int, trials: int
    ) -> list[tuple[object, Fraction, int]]:
        """What comes up more or less often than is likely: its probability and how often it did."""
        play = self.play(seed)
        found: list[tuple[object, Fraction, int]] = []
        if law is not None:
            kind_of = self.program.plan["kind_of"]
            outcomes: Counter[tuple[object, ...]] = Counter()
            for row in (row for trial in range(LOOKED_AT) for row in rows(play, trial, trial + 1)):
                places = tuple(
                    (letter, tuple(kind_of[card] for card in cards))
                    for letter, cards in sorted(zones(play).items())
                    if cards
                )
                outcomes[row.combos, row.score, row.stats, places] += 1
            bound = log(LEAST_TAIL / len(law.outcomes))
            for outcome in outcomes.keys() | law.outcomes.keys():
                share, count = law.outcomes.get(outcome, Fraction(0)), outcomes[outcome]
                if log_tail(count, LOOKED_AT, share.numerator, share.denominator) < bound:
                    found.append((("outcome", *outcome), share, count))
        play.run(LOOKED_AT if law is not None else 0, trials)
        counts = play.counts()
        figures = self.of_counts(counts)
        bound = log(LEAST_TAIL / max(len(expected), 1))
        keys = figures.keys() | expected.keys()
        for key in keys:
            if (key[0] == "score" and not counts.score.exact) or (
                key[0] == "stat" and not counts.stats[key[1]].exact
            ):
                continue  # told apart no longer
            share, count = expected.get(key, Fraction(0)), figures.get(key, 0)
            if key[0] == "best" and key not in expected:
                continue
            if key[0] == "notice" and count and share:
                continue  # they may come several in a trial
            if log_tail(count, trials, share.numerator, share.denominator) < bound:
                found.append((key, share, count))
        return found

    def quick_and_logged(self) -> None:
        """While a log is kept every look is made; else those that cannot matter are not."""
        self.verdict.compared["quick = logged"] += 1
        quick, logged = self.play(), self.play()
        for trial in range(QUICKLY):
            quick.run(trial, trial + 1)
            logged.log(trial)
            if zones(quick) != zones(logged):
                self.differ("quick = logged", f"trial {trial}, zones", zones(logged), zones(quick))
                return
        if _counted(quick) != _counted(logged):
            self.differ("quick = logged", "counts", _counted(logged), _counted(quick))

    def traces(self) -> None:
        """A replay says of a trial what its record says."""
        self.verdict.compared["replay = trial"] += 1
        tracer, play = Tracer(self.deck, self.name, SEED), self.play()
        for row in rows(play, 0, QUICKLY):
            replay = tracer.trial(row.trial)
            if not replay.cut and (replay.score, replay.combos + replay.watch, replay.stats) != row[1:]:
                self.differ("replay = trial", f"trial {row.trial}", row[1:], replay)
                return

    def runs(self) -> None:
        """A run counts what its trials count, and answers exactly what is answered exactly."""
        self.verdict.compared["run = trials"] += 1
        options: dict[str, Any] = {"count": TRIALS, "seed": SEED, "topics": [self.topic], "jobs": 1}
        play = self.play()
        play.run(0, TRIALS)
        outcome = run_program(self.program, method="sample", target="python", strict=False, **options)
        expected, found = (self.of_counts(counts) for counts in (play.counts(), outcome.topics[0].counts))
        for key in expected.keys() | found.keys():
            if expected.get(key, 0) != found.get(key, 0):
                self.differ("run = trials", key, expected.get(key, 0), found.get(key, 0))

    def targets(self) -> None:
        """Both targets play the same trials: events, positions, records, counts."""
        self.verdict.compared[NATIVE] += 1
        python, native = self.play(), open_play(self.program, "native", self.topic, SEED)
        for trial in range(LOGGED):
            for what, of in _FACES.items():
                one, other = of(python, trial), of(native, trial)
                if one != other:
                    self.differ(NATIVE, f"trial {trial}, {what}", one, other)
                    return
        if python.records(0, TRIALS) != native.records(0, TRIALS):
            self.differ(NATIVE, "records", "", "")
        if _counted(python) != _counted(native):
            self.differ(NATIVE, "counts", _counted(python), _counted(native))


_FACES: dict[str, Callable[[Play, int], object]] = {
    "log": lambda play, trial: play.log(trial),
    "position": lambda play, trial: play.table.position,
    "zones": lambda play, trial: zones(play),
}
"""What of a trial is compared, in this order: the log is kept while it is run."""


def _counted(play: Play) -> object:
    """Everything counted."""
    return [accumulator.read() for accumulator in play._accumulators]


def _related(
    places: tuple[int, int, int, int], combos: tuple[bool, ...], score: int, stats: tuple[int | None, ...]
) -> tuple[int, int] | None:
    """The x and y of a relation, where a trial has both."""
    row = [0, score, *map(int, combos)]
    for stat in stats:
        row += [stat or 0, int(stat is not None)]
    x, x_known, y, y_known = places
    if (x_known and not row[x_known]) or (y_known and not row[y_known]):
        return None
    return row[x], row[y]


def _of_pairs(index: int, pairs: Pairs) -> Figures:
    figures: dict[Key, Fraction] = {
        ("relation", index, "squares"): Fraction(pairs.squares),
        ("relation", index, "products"): Fraction(pairs.products),
    }
    for x, bin_ in pairs.bins.items():
        figures |= {("relation", index, x, part): Fraction(value) for part, value in enumerate(bin_)}
    return figures

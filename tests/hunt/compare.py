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
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import log
from typing import Any
from unittest.mock import patch
from zlib import crc32

import yaml
from running import exact_counts, native_module, open_play, rows, zones
from yisp_runtime.solving.enumeration import Enumerator

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError
from yisp.simulate.counting.binomial import log_tail
from yisp.simulate.counting.probabilities import ExactCounts, NoExactAnswer, OverBudget
from yisp.simulate.exact import stages
from yisp.simulate.exact.exact import Enumeration
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.run import run_program
from yisp.simulate.single.trace import Tracer

from .chance import TooMany
from .figures import Figures, Key, means_of_exact, means_of_law, of_counts, of_exact, of_law
from .law import Law
from .walled import without_order
from .wanted import laid, lies, meant, understood
from .worlds import played

MOST_WAYS = 300
"""How many ways a trial may go for the interpreter to walk through all of them."""

BUDGET = 300_000
"""Units of work for an exact answer."""

SPOTS = (8, 2, 1)
"""How many spots a zone may have in an exact answer: small decks never need more than there is room for, and
meet the way out only where there are few."""

TRIALS, FRESH_TRIALS = 300, 2000
"""How many trials are sampled, and how many under a fresh seed where the first looked wrong."""

LOOKED_AT = 40
"""Of how many trials the whole outcome is looked at, the order of every zone included."""

LEAST_TAIL = 1e-7
"""What a tail, times the number of figures, may not be below: twice in a row by chance in 10^14 decks."""

LOGGED, QUICKLY = 60, 10
"""How many trials of both targets are compared word by word; of the scan with and without a log."""

Functions = dict[str, Callable[..., Any]]

NATIVE = "python = native"
SEARCHES = "searched in python = natively"
WORLDS = "worlds = in order"

IN_WORLDS = 30
"""How many trials everybody plays in worlds."""

_DIGITS = re.compile(r"[0-9,]+")

SEARCHED = 300_000
"""Units of work for an answer that is searched for twice."""


@dataclass(frozen=True)
class Difference:
    """Two answers that disagree about a figure of a topic."""

    comparison: str  # what is held against what, such as "reference = exact"
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
    text: str = ""  # of the deck, where a door has drawn it


def examine(text: str, *, native: bool = False, thorough: bool = False) -> Verdict:
    """Compare all that can be compared of a deck; ``thorough`` is what few decks can show a fault of."""
    verdict = Verdict()
    made = _made(text, verdict)
    if made is None:
        return verdict
    _compare_wants(text, made[0], verdict)
    for examination in _topics(*made, verdict):
        examination.run(examination.answers)
        if thorough:
            examination.run(examination.quick_and_logged, examination.traces, examination.runs)
        if native:
            examination.run(examination.targets, examination.searches, examination.worlds)
    return verdict


def examine_targets(text: str) -> Verdict:
    """Compare nothing but both targets."""
    verdict = Verdict()
    made = _made(text, verdict)
    if made is not None:
        try:
            native_module(made[1])
        except Exception as error:
            verdict.differences.append(_crash(f"{NATIVE}: a module", "", error))
            return verdict
        for examination in _topics(*made, verdict):
            examination.run(examination.targets)
    return verdict


def _made(text: str, verdict: Verdict) -> tuple[Deck, Program] | None:
    """The deck and its program, where there is one; else the verdict says why not."""
    try:
        deck = loads(text, "deck.yml")
    except DeckError as error:
        verdict.refused[_reason(error)] += 1
        return None
    except Exception as error:
        verdict.differences.append(_crash("loads = a deck", "", error))
        return None
    try:
        return deck, compile_deck(deck)
    except DeckError as error:  # what no policy can weigh is seen here
        verdict.refused[_reason(error)] += 1
        return None
    except Exception as error:
        verdict.differences.append(_crash("compile_deck = a program", "", error))
        return None


def _reason(error: DeckError) -> str:
    first = next(one for one in error.diagnostics if one.severity == "error")
    return f"diagnostics {first.code}"


def _topics(deck: Deck, program: Program, verdict: Verdict) -> Iterator[Examination]:
    functions = python_functions(program.python_source)
    for topic in range(len(program.topics)):
        yield Examination(deck, program, topic, verdict, functions)


def differences(text: str, *, native: bool = False) -> list[Difference]:
    """What ``examine`` finds; nothing in a world without mistakes."""
    return examine(text, native=native, thorough=True).differences


def _compare_wants(text: str, deck: Deck, verdict: Verdict) -> None:
    """What combos want is what their text says, and so is what lies in zones when a trial begins."""
    verdict.compared["meant = understood"] += 1
    data = json.loads(text) if text.startswith("{") else yaml.load(text, yaml.BaseLoader)
    expected, found = meant(data, deck), understood(deck)
    for place in expected.keys() | found.keys():
        if expected.get(place) != found.get(place):
            topic, *figure = place
            verdict.differences.append(
                Difference("meant = understood", topic, str(figure), expected.get(place), found.get(place))
            )
    if text.startswith("{"):
        lying, there = laid(data), lies(deck)
        verdict.differences += (
            Difference(
                "meant = understood", topic, f"in {zone}", lying.get((topic, zone)), there.get((topic, zone))
            )
            for topic, zone in sorted(lying.keys() | there.keys())
            if lying.get((topic, zone)) != there.get((topic, zone))
        )


def _crash(comparison: str, topic: str, error: Exception) -> Difference:
    where = traceback.extract_tb(error.__traceback__)[-1]
    return Difference(comparison, topic, type(error).__name__, "", f"{error} ({where.name})")


@contextmanager
def with_spots(number: int) -> Iterator[None]:
    """No zone has more spots than so many (``spots.h``)."""
    with patch.object(stages, "Enumerator", partial(Enumerator, spots=number)):
        yield


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
        self.exact: ExactCounts | None = None
        self.functions = functions or python_functions(program.python_source)
        self.seed = crc32(program.python_source.encode())  # else all decks met the same chances

    def play(self, fresh: int = 0) -> Play:
        """The topic, ready to run on the python target; ``fresh`` is for other chances."""
        return Play(self.program, self.topic, self.seed + fresh, functions=self.functions)

    def differ(self, comparison: str, figure: object, expected: object, found: object) -> None:
        self.verdict.differences.append(Difference(comparison, self.name, str(figure), expected, found))

    def run(self, *comparisons: Callable[[], None]) -> None:
        """Make these comparisons; one that raises something has found something."""
        for compare in comparisons:
            try:
                compare()
            except Exception as error:
                self.verdict.differences.append(_crash(f"{compare.__name__} = no crash", self.name, error))

    def answers(self) -> None:
        """The interpreter, exact answers and sampled ones."""
        law: Law | None = None
        exact: ExactCounts | None = None
        try:
            law = Law(self.deck, self.deck.topics[self.topic], MOST_WAYS)
        except TooMany:
            self.verdict.refused["too many ways for the interpreter"] += 1
        try:
            with with_spots(SPOTS[self.seed % len(SPOTS)]):
                exact = self.exact = exact_counts(self.play(), BUDGET)
        except OverBudget as error:
            self.verdict.refused[f"exact: {_DIGITS.sub('…', str(error))}"] += 1
        if law is not None and exact is not None:
            self.lawful(law, exact)
        if law is not None:
            self.sampled("reference = sampled", of_law(self.program, self.topic, law), law)
        elif exact is not None:
            self.sampled("exact = sampled", of_exact(self.program, self.topic, exact), None)

    # Comparisons ------------------------------------------------------------------------------------

    def lawful(self, law: Law, exact: ExactCounts) -> None:
        """Every fraction of an exact answer is the law's; what is not there is 0."""
        comparison = "reference = exact"
        self.verdict.compared[comparison] += 1
        expected = of_law(self.program, self.topic, law) | means_of_law(self.program, self.topic, law)
        found = of_exact(self.program, self.topic, exact) | means_of_exact(self.program, exact)
        found = {key: share for key, share in found.items() if key[0] != "best" or key in expected}
        self._same(comparison, expected, found)  # a combo that rolls dice has no other best

    def sampled(self, comparison: str, expected: Figures, law: Law | None) -> None:
        """Trials show what is likely; what they do not is looked for again under a fresh seed."""
        self.verdict.compared[comparison] += 1
        first = self._unlikely(expected, law, 0, TRIALS)
        if first:
            impossible = [one for one in first if one[1] in (0, 1)]  # no matter of chance
            for key, share, count in self._unlikely(expected, law, 1, FRESH_TRIALS) or impossible:
                self.differ(comparison, key, share, count)

    def _unlikely(
        self, expected: Figures, law: Law | None, fresh: int, trials: int
    ) -> list[tuple[object, Fraction, str]]:
        """What comes up more or less often than is likely: its probability and how often it did."""
        play = self.play(fresh)
        found = [] if law is None else self._unlikely_outcomes(play, law)
        play.run(LOOKED_AT if law is not None else 0, trials)
        counts = play.counts()
        figures = of_counts(self.program, self.topic, counts)
        bound = log(LEAST_TAIL / max(len(expected), 1))
        for key in figures.keys() | expected.keys():
            if key[0] == "score" and not counts.score.exact:
                continue  # values are told apart no longer
            if key[0] == "stat" and not counts.stats[key[1]].exact:
                continue
            if key[0] == "best" and key not in expected:
                continue  # the combo rolls dice
            share, count = expected.get(key, Fraction(0)), figures.get(key, 0)
            if log_tail(count, trials, share.numerator, share.denominator) < bound:
                found.append((key, share, f"{count} of {trials}"))
        return found

    def _unlikely_outcomes(self, play: Play, law: Law) -> list[tuple[object, Fraction, str]]:
        """The same of the whole outcome, the order of every zone included."""
        kind_of = self.program.plan["kind_of"]
        outcomes: Counter[tuple[object, ...]] = Counter()
        for row in (row for trial in range(LOOKED_AT) for row in rows(play, trial, trial + 1)):
            places = tuple(
                (letter, tuple(kind_of[card] for card in cards))
                for letter, cards in sorted(zones(play).items())
                if cards
            )
            if self.deck.exits:
                places = without_order(places)
            outcomes[row.combos, row.score, row.stats, places] += 1
        found: list[tuple[object, Fraction, str]] = []
        bound = log(LEAST_TAIL / len(law.outcomes))
        for outcome in outcomes.keys() | law.outcomes.keys():
            share, count = law.outcomes.get(outcome, Fraction(0)), outcomes[outcome]
            if log_tail(count, LOOKED_AT, share.numerator, share.denominator) < bound:
                found.append((("outcome", *outcome), share, f"{count} of {LOOKED_AT}"))
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
        """A replay says of a trial what its record says; in worlds it would be of another trial."""
        tracer, play = Tracer(self.deck, self.name, self.seed), self.play()
        if tracer.in_worlds:
            return
        self.verdict.compared["replay = trial"] += 1
        for row in rows(play, 0, QUICKLY):
            replay = tracer.trial(row.trial)
            if not replay.cut and (replay.score, replay.combos + replay.watch, replay.stats) != row[1:]:
                self.differ("replay = trial", f"trial {row.trial}", row[1:], replay)
                return

    def runs(self) -> None:
        """A run counts what its trials count; by default it answers exactly what is answered exactly."""
        play = self.play()
        play.run(0, TRIALS)
        counts = of_counts(self.program, self.topic, play.counts())
        for method in ("sample", "auto"):
            self.verdict.compared[f"run, {method} = its parts"] += 1
            outcome = run_program(
                self.program, method=method, target="python", strict=False,
                count=TRIALS, seed=self.seed, topics=[self.topic], jobs=1, policies=["greedy"],
            )  # fmt: skip
            found = outcome.topics[0].counts
            if not isinstance(found, ExactCounts):
                self._same(f"run, {method} = its parts", counts, of_counts(self.program, self.topic, found))
            elif self.exact is not None:
                exact = of_exact(self.program, self.topic, self.exact)
                self._same(f"run, {method} = its parts", exact, of_exact(self.program, self.topic, found))

    def _same(self, comparison: str, expected: Mapping[Key, Any], found: Mapping[Key, Any]) -> None:
        """Every figure is the same; what is not there is 0."""
        for key in expected.keys() | found.keys():
            if expected.get(key, 0) != found.get(key, 0):
                self.differ(comparison, key, expected.get(key, 0), found.get(key, 0))

    def targets(self) -> None:
        """Both targets play the same trials: events, positions, records, counts."""
        self.verdict.compared[NATIVE] += 1
        python, native = self.play(), open_play(self.program, "native", self.topic, self.seed)
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

    def searches(self) -> None:
        """Stages run by either target lead to the same answer, by the same work, whoever plays."""
        for kind in ("greedy", "random", "best", "hindsight"):
            self.verdict.compared[SEARCHES] += 1
            python, native = (
                searched(open_play(self.program, target, self.topic, self.seed), kind)
                for target in ("python", "stages")
            )
            if python != native:
                self.differ(SEARCHES, kind, python, native)

    def worlds(self) -> None:
        """Whoever plays in worlds does no better than hindsight, and natively the same as in python."""
        self.verdict.compared[WORLDS] += 1
        goal = "score" if self.program.topics[self.topic].combos else ""
        if goal:
            found = played(self.program, self.topic, goal, IN_WORLDS, natively=True, seed=self.seed)
            if found is not None:
                self.differ(WORLDS, goal, "what worlds allow", found)


def searched(play: Play, kind: str) -> object:
    """What a policy is worth, or why there is no answer; and how much work that was.

    A run that leads beyond the budget is given up by each target where it next asks.
    """
    trying = Enumeration(play, SEARCHED, None, play.topic.policy.but(kind=kind))
    try:
        found: object = trying.run().to_data()
    except NoExactAnswer as error:
        found = str(error)
    return found, min(trying.stages.enumerator.work, SEARCHED), trying.stages.enumerator.runs


_FACES: dict[str, Callable[[Play, int], object]] = {
    "log": lambda play, trial: play.log(trial),
    "position": lambda play, trial: play.table.position,
    "zones": lambda play, trial: zones(play),
    "row without a log": lambda play, trial: play.records(trial, trial + 1),
    "position without a log": lambda play, trial: play.table.position,
}
"""What of a trial is compared, in this order: it is run with a log, and again without."""


def _counted(play: Play) -> object:
    """Everything counted."""
    return [accumulator.read() for accumulator in play._accumulators]

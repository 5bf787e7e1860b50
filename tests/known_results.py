"""Results with known counts, whose reports can be worked out by hand."""

from __future__ import annotations

from typing import Any

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.simulate.counting.counts import Counts, Notice, Tally
from yisp.simulate.outcome import Outcome, TopicOutcome
from yisp.simulate.result import Result

DECK = """\
deck:
  cards:
    zenyuan:
      count: 3
      program: ['@;(# X B);(# B.filler.1 H)', '[B]/(== |H| 40);@']
    filler: {count: 37}
simulate:
  seed: 7
  tests:
    test-expend:
      exec-program: true
      combos:
        A1: {score: 2, hand: [filler]}
        A2: {score: 4, hand: [zenyuan]}
      stats:
        milled: '(/ 12 |B|)'
    hands:
      combos:
        H1: {hand: [zenyuan]}
"""


def compiled(*replaced: tuple[str, str], file: str = "deck.yml") -> Program:
    """The deck's program, with some words of the deck replaced by others."""
    text = DECK
    for old, new in replaced:
        text = text.replace(old, new)
    return compile_deck(loads(text, file))


def renamed(*, topic: str = "hands", combo: str = "H1") -> Program:
    """The program with names that no deck file can hold, for reports that trust nobody."""
    program = compiled()
    program.topics[1].name = topic
    program.topics[1].combos = [combo]
    return program


def tally(histogram: dict[int, int]) -> Tally:
    return Tally(
        sum(histogram.values()),
        sum(value * count for value, count in histogram.items()),
        sum(value * value * count for value, count in histogram.items()),
        min(histogram, default=None),
        max(histogram, default=None),
        histogram,
    )


def expend(program: Program, notices: list[Notice] | None = None, **changes: Any) -> TopicOutcome:
    """The first topic's counts: 1000 trials, 855 successes, milled in 400 of them."""
    known: dict[str, Any] = {
        "trials": 1000,
        "successes": 855,
        "score": tally({0: 145, 2: 605, 4: 250}),
        "combos": [855, 250],
        "bests": [],
        "stats": [tally({3: 100, 4: 200, 12: 100})],
        "relations": [],
        "activations": [120, 0],
        "squares": [160, 0],
        "used": [100, 0],
        "notices": notices or [],
        "printed": 0,
        "print_trials": [],
        "dealt": [],
        "conflicts": [],
    }
    return TopicOutcome(0, Counts(**{**known, **changes}))


def hands(program: Program, **changes: Any) -> TopicOutcome:
    """The second topic's counts: 1000 trials, 744 successes, and nothing else."""
    known: dict[str, Any] = {
        "trials": 1000,
        "successes": 744,
        "score": tally({0: 256, 1: 744}),
        "combos": [744],
        "bests": [],
        "stats": [],
        "relations": [],
        "activations": [0, 0],
        "squares": [0, 0],
        "used": [0, 0],
        "notices": [],
        "printed": 0,
        "print_trials": [],
        "dealt": [],
        "conflicts": [],
    }
    return TopicOutcome(1, Counts(**{**known, **changes}))


def result_of(
    program: Program, *topics: TopicOutcome, partial: bool = False, stopped_by: int | None = None
) -> Result:
    return Result(Outcome(program, 7, list(topics), seconds=0.012, partial=partial, stopped_by=stopped_by))


def site_of(program: Program, *, text: str | None = None, code: str | None = None) -> int:
    """The first site with that text, or that code."""
    return next(index for index, site in enumerate(program.sites) if text == site.text or code == site.code)

"""Exact and sampled answers are about the same thing: every sampled interval is where the fraction is.

For the packaged decks, decks as players write them, and generated ones.  What
is compared are success, combos and mean score, plain and weighted by opening hand.  Intervals of 99.999 %
or so, since a great many are looked at; seeds are fixed, so a test that passes goes on passing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hunt.decks import small_deck
from running import compile_text

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import GREEDY, Program
from yisp.deck.load import load
from yisp.simulate import question
from yisp.simulate.counting.estimates import Number, Rate
from yisp.simulate.counting.probabilities import OverBudget
from yisp.simulate.outcome import TopicOutcome
from yisp.simulate.question import Question
from yisp.simulate.request import Request
from yisp.simulate.result import TopicResult
from yisp.simulate.run import run_program
from yisp.simulate.sampling.pilot import strata_of
from yisp.simulate.sampling.targets import Targets
from yisp.simulate.stop import Stop

ROOT = Path(yisp.__file__).parent.parent
OUT_OF_REACH = (
    "graveyard", "war", "contest-focus", "contest-impression", "worked-example", "mahjong", "mahjong-3",
    "mahjong-0", "duel", "duel-draws", "duel-dora", "duel-hands",
)  # fmt: skip
GAMES = sorted(ROOT.glob("yisp/games/*.yml"))
PLAYED = sorted((Path(__file__).parents[1] / "decks").glob("*.yml"))

WIDER = 4.4 / 1.96
"""How much wider than 95 % intervals ours are."""

TRIALS = 20_000


def figures(topic: TopicResult) -> Iterator[tuple[str, Rate | Number]]:
    yield "success", topic.success
    yield "score", topic.score
    yield from ((f"combo {name}", rate) for name, rate in topic.combos.items())


def agree(program: Program, seed: int = 5) -> int:
    """Compare every topic that can be answered exactly; how many there were."""
    topics = 0
    for index in range(len(program.topics)):
        asked = Question(Targets(program, "python"), index, Request(program, method="exact"), GREEDY)
        try:
            asked.answer_exactly()
        except OverBudget:
            continue
        assert asked.outcome is not None
        exact = TopicResult(program, asked.outcome)
        options = {"count": TRIALS, "seed": seed, "topics": [index], "target": "python"}
        options["policies"] = ["greedy"]
        sampled = run_program(program, method="sample", **options)  # type: ignore[arg-type]
        parts = weighted(program, index, seed)
        compare(exact, TopicResult(program, sampled.topics[0]))
        if parts is not None:
            compare(exact, TopicResult(program, parts))
        topics += 1
    return topics


def weighted(program: Program, index: int, seed: int) -> TopicOutcome | None:
    targets = Targets(program, "python")
    strata = strata_of(targets.open_python(index, seed), Stop())
    if strata is None:
        return None
    play = targets.open(index, seed, strata)
    play.run(0, TRIALS)
    return TopicOutcome(index, play.counts(), None, strata.weigh(play.parts()))


def compare(exact: TopicResult, sampled: TopicResult) -> None:
    for (name, expected), (_, found) in zip(figures(exact), figures(sampled), strict=True):
        if found.ci95 is None:
            continue
        low, high = found.ci95
        truth = expected.rate if isinstance(expected, Rate) else expected.mean
        assert truth is not None
        wider = (high - low) / 2 * (WIDER - 1)
        assert low - wider - 1e-9 <= truth <= high + wider + 1e-9, f"{exact.name}, {name}"


@pytest.fixture(autouse=True)
def small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Topics that take long are left out."""
    monkeypatch.setattr(question, "BUDGET", 2_500_000)


@pytest.mark.slow
@pytest.mark.parametrize("deck", GAMES, ids=lambda deck: deck.stem)
def test_packaged_decks(deck: Path) -> None:
    assert agree(compile_deck(load(deck))) or deck.stem in OUT_OF_REACH


@pytest.mark.slow
@pytest.mark.parametrize("deck", PLAYED, ids=lambda deck: deck.stem)
def test_decks_as_players_write_them(deck: Path) -> None:
    program = compile_deck(load(deck))
    # Of one deck the only topic is out of reach.
    assert agree(program) or len(program.topics) == 1


@pytest.mark.slow
def test_generated_decks() -> None:
    compared = 0
    for seed in range(12):
        compared += agree(compile_text(small_deck(Random(f"agreement {seed}"))))
    assert compared > 6

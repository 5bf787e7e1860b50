"""How many trials a topic gets where nobody says how many."""

from __future__ import annotations

import json
from typing import Any

import pytest
from running import compile_text, deck_text, load_text, open_play

import yisp
from yisp.compile.builds import cache
from yisp.simulate.sampling import effort, precision
from yisp.simulate.sampling.effort import FEWEST, affordable, affordable_in_worlds
from yisp.simulate.sampling.precision import FIRST_ROUND, KNOWN, KNOWN_OF_RANGE
from yisp.simulate.stop import Stop

CARDS = {
    "a": {"count": 3, "program": "@;(# X B);(# D.c.1 H);(while (< (rand 1 6) 5) (# D.1 B))"},
    "b": {"count": 12},
    "c": {"count": 25},
}
PLAYED: dict[str, Any] = {"exec-program": True, "combos": {"c": {"hand": ["a"]}}}

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


def played(topic: dict[str, Any], simulate: dict[str, Any] | None = None, **options: Any) -> Any:
    """A topic's result."""
    deck = load_text(deck_text(CARDS, {"t": {"method": "sample", **topic}}, simulate=simulate))
    return yisp.run(deck, target="python", **options).topics["t"]


@pytest.fixture
def less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rates need be known to a whole point, and a tenth of the work is spent."""
    monkeypatch.setattr(precision, "KNOWN", 10 * KNOWN)
    monkeypatch.setattr(precision, "KNOWN_OF_RANGE", 10 * KNOWN_OF_RANGE)
    monkeypatch.setattr(effort, "WORK", effort.WORK // 10)


@pytest.fixture
def hopeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is ever known well enough, and there is little time."""
    monkeypatch.setattr(precision, "KNOWN", 1e-9)
    monkeypatch.setattr(precision, "KNOWN_OF_RANGE", 1e-9)
    monkeypatch.setattr(effort, "WORK", 500_000)


def half(known: Any) -> float:
    low, high = known.ci95
    return (high - low) / 2


def test_a_rate_is_known_as_well_as_it_should_be(less: None) -> None:
    found = played(PLAYED, seed=7)
    assert half(found.success) <= 10 * KNOWN
    assert found.trials >= FIRST_ROUND
    assert played(PLAYED, seed=7).trials == found.trials
    assert played(PLAYED, seed=7, count=found.trials).to_dict() == found.to_dict()


@pytest.mark.parametrize("topic", [{"watch": {"w": {"hand": ["a"]}}}, {"stats": {"s": "|B|"}}])
def test_what_cannot_succeed_is_known_as_well(topic: dict[str, Any], less: None) -> None:
    found = played({"exec-program": True, **topic}, seed=7)
    for rate in found.watch.values():
        assert half(rate) <= 10 * KNOWN
    for stat in found.stats.values():
        assert half(stat) <= 10 * KNOWN_OF_RANGE * (stat.max - stat.min)
    assert found.trials >= FIRST_ROUND


def test_a_score_is_known_to_as_much_of_its_range(less: None) -> None:
    """The rate is known at once; the score is 1000 once in a while."""
    scored = {"score": "(if (== |B| 4) 1000 1)", "hand": ["b"]}
    found = played({**PLAYED, "combos": {"c": scored}}, seed=7)
    low, high = found.score.bounds
    reach = (found.score.max if high is None else high) - (found.score.min if low is None else low)
    assert half(found.score) <= 10 * KNOWN_OF_RANGE * reach


def test_what_cannot_be_told_ends_by_work_whatever_the_seed(hopeless: None) -> None:
    trials = {played(PLAYED, seed=seed).trials for seed in (1, 2, 3)}
    assert len(trials) == 1, "the seed has no say in it"
    assert FEWEST < trials.pop() < 10 * FIRST_ROUND


@pytest.mark.parametrize("said", [{"count": 300}, {"simulate": {"count": 300}}])
def test_a_count_is_respected(said: dict[str, Any], hopeless: None) -> None:
    assert played(PLAYED, seed=7, **said).trials == 300


def test_policies_share_the_work(hopeless: None) -> None:
    """All of them play the same trials, as many as the work is for them together."""
    alone = {played(PLAYED, seed=seed, policy="random").trials for seed in (1, 2)}
    both = {played(PLAYED, seed=seed, policy=["greedy", "random"]).trials for seed in (1, 2)}
    assert len(alone) == len(both) == 1, "the seed has no say in it"
    assert FEWEST < both.pop() < alone.pop()


def test_what_takes_long_gets_fewer_trials_but_some() -> None:
    long = {**CARDS, "a": {"count": 3, "program": "@;(# X B);(repeat 100 (# D.1 B) (# B D))"}}
    programs = [compile_text(deck_text(cards, {"t": PLAYED})) for cards in (CARDS, long)]
    short, slow = (affordable(open_play(one, "python"), effort.WORK, Stop()) for one in programs)
    assert FEWEST < slow < short / 4
    assert affordable(open_play(programs[1], "python"), 10, Stop()) == FEWEST


@pytest.mark.parametrize(
    ("seats", "least", "most"),
    [
        ([{"accept": "0", "patience": 1000}], 1000, 3000),
        ([{"accept": "0", "patience": 3}], 10**5, 10**6),
        (2 * [{"bargain": {"worlds": 100, "all": "(== r 1)"}}], 10**4, 10**5),
    ],
)
def test_hands_that_are_made_again_and_bargains_are_work(
    seats: list[dict[str, Any]], least: int, most: int
) -> None:
    deck = {
        "wall": {"exits": {"all": 12}},
        "deal": {"hand": 1},
        "seats": [{"name": name, **seat} for name, seat in zip("ab", seats, strict=False)],
        "deck": {"cards": {"a": {"count": 4, "props": {"r": 1}}, "b": {"count": 8}}},
        "simulate": {"tests": {"t": {"stats": {"n": "1"}}}},
    }
    play = open_play(compile_text(json.dumps(deck)), "python")
    assert least <= affordable(play, effort.WORK, Stop()) <= most


def test_hands_that_are_made_again_in_worlds_are_work() -> None:
    deck = {
        "wall": {"exits": {"all": 12}},
        "deal": {"hand": 1},
        "deck": {"cards": {"a": {"count": 12, "program": "@;(# X B)"}}},
        "simulate": {"tests": {"t": PLAYED}},
    }
    found = []
    for patience in (1000, 3):
        seats = [{"name": "a", "accept": "0", "patience": patience}]
        program = compile_text(json.dumps(deck | {"seats": seats}))
        policies = [program.topics[0].policy.but(kind="greedy"), program.topics[0].policy.but(kind="random")]
        found.append(affordable_in_worlds(program, 0, policies, effort.WORK, Stop()))
    assert found[0] < 2000 < 100_000 < found[1]


def test_large_hands_are_work() -> None:
    topic = {"start-card": 5000, "combos": {"c": {"hand": ["a"]}}}
    deck = deck_text({"a": {"count": 5000}, "b": {"count": 5000}}, {"t": topic})
    assert affordable(open_play(compile_text(deck), "python"), effort.WORK, Stop()) < 10_000


def test_where_all_is_to_end_at_once_no_first_trial_is_played() -> None:
    play = open_play(compile_text(deck_text(CARDS, {"t": PLAYED})), "python")
    halted = Stop()
    halted.halt()
    found = [affordable(play, 1000, stop) for stop in (Stop(), halted)]
    assert found[0] == FEWEST < found[1], "nothing has cost any work"


def test_what_was_found_out_is_kept(hopeless: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def unasked(*_: Any) -> int:
        raise AssertionError("it is known")

    first = played(PLAYED, seed=1)
    assert "effort" in {category for category, *_ in cache.entries()}
    monkeypatch.setattr(effort, "affordable", unasked)
    assert played(PLAYED, seed=2).trials == first.trials
    monkeypatch.setattr(effort, "WORK", 400_000)
    with pytest.raises(AssertionError, match="known"):
        played(PLAYED, seed=2)

"""Strata of opening hands: their weights are exact, and weighing trials by them is honest.

The trials themselves are what they are without strata; only how they are counted differs.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import comb
from pathlib import Path
from statistics import pstdev

import pytest
from running import compile_text, deck_text, native_module, open_play

from yisp.compile.builds import cache
from yisp.compile.program import Program
from yisp.simulate import question, run
from yisp.simulate.counting import statistics
from yisp.simulate.counting.counts import Tally
from yisp.simulate.counting.statistics import NumberStratum, RateStratum
from yisp.simulate.exact.kept import STRATA, TREE
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.playing.strata import LEAST, Strata, grown, read_strata, weight_of
from yisp.simulate.question import Question
from yisp.simulate.request import Request
from yisp.simulate.result import Result
from yisp.simulate.sampling import pilot
from yisp.simulate.sampling.targets import Targets
from yisp.simulate.seeds import PILOT_SEED
from yisp.simulate.stop import INTERRUPT, Stop

POT = "@;(# X B);(# D.1 H)"
TRUTH = 281 / 777  # three targets, three pots that draw one, of 40


def pots(rest: int = 34, prints: bool = True, **topic: object) -> str:
    """A deck that is sampled by ``auto`` (its scripts print), of which the exact answer is known."""
    program = POT + ';(print "a pot")' * prints
    cards = {
        "target": {"count": 3},
        "pot": {"count": 3, "program": [program]},
        "rest": {"count": rest},
    }
    combos = {"found": {"hand": ["target"]}, "two": {"hand": ["2x target"], "score": 3}}
    stats = {"hand": "|H|", "per target": "(/ 6 |H.target|)"}
    return deck_text(cards, {"t": {"exec-program": True, "combos": combos, "stats": stats, **topic}})


def strata_of(program: Program, stop: Stop | None = None) -> Strata | None:
    return Question(Targets(program, "python"), 0, Request(program)).strata(stop or Stop())


def strata_for(program: Program) -> Strata:
    strata = strata_of(program)
    assert strata is not None
    return strata


def leaf_of(strata: Strata, hand: int) -> int:
    at = 0
    while at >= 0:
        mask, number, few, many = strata.questions[at]
        at = few if (strata.masks[mask] & hand).bit_count() <= number else many
    return ~at


def test_the_weights_are_how_many_hands_there_are() -> None:
    program = compile_text(pots(rest=10))
    strata = strata_for(program)
    hands = Counter(leaf_of(strata, sum(1 << card for card in hand)) for hand in combinations(range(16), 5))
    assert [hands[leaf] for leaf in range(len(strata.weights))] == strata.weights
    assert len(strata.weights) > 3


def test_weights_of_a_large_deck_add_up() -> None:
    cards = {f"card {index}": {"count": 3, "attribute": [f"a{index % 4}"]} for index in range(60)}
    effect = {"count": 3, "program": [POT]}
    combos = {"c": {"hand": ["a:a1", "a:a2"]}, "d": {"hand": ["card 7"]}}
    topic = {"start-card": 9, "exec-program": True, "combos": combos}
    strata = strata_for(compile_text(deck_text({**cards, "pot": effect}, {"t": topic})))
    assert sum(strata.weights) == comb(183, 9)
    assert all(strata.weights)


def test_overlapping_questions_are_weighed_together() -> None:
    masks = [0b0011_1111, 0b1111_1100]
    path = ((0, 1, True), (1, 2, False))  # at least two of the first, at most two of the second
    found = sum(
        (hand & masks[0]).bit_count() >= 2 and (hand & masks[1]).bit_count() <= 2
        for hand in (sum(1 << card for card in chosen) for chosen in combinations(range(10), 4))
    )
    assert weight_of(path, masks, 4, 10) == found


BOTH = [0b01, 0b10]
"""Two card sets of one card each, about which to ask hands of at most two cards."""


def test_a_leaf_in_which_all_fare_alike_is_not_divided() -> None:
    hands = [0b00, 0b01, 0b10, 0b11] * LEAST
    strata = grown(BOTH, hands, [hand & 1 for hand in hands], 1, 2)
    assert strata is not None
    assert (strata.questions, strata.masks) == ([[0, 0, ~0, ~1]], [0b01])


@pytest.mark.parametrize(("fewer", "leaves"), [(0, 3), (1, 2)])
def test_a_leaf_has_a_least_number_of_trials(fewer: int, leaves: int) -> None:
    """The second card helps only beside the first; hands of both are as few as a leaf may have, or fewer."""
    hands = [0b00] * 9 * LEAST + [0b01] * LEAST + [0b11] * (LEAST - fewer)
    strata = grown(BOTH, hands, [hand.bit_count() for hand in hands], 2, 9)
    assert strata is not None
    assert len(strata.weights) == leaves


def test_every_sort_of_cards_is_asked_about() -> None:
    """Also one that no script names: what is in both of two sets, or an effect of its own."""
    cards = {
        "a": {"count": 2, "attribute": ["x"]},
        "b": {"count": 2, "attribute": ["x", "y"]},
        "c": {"count": 2, "attribute": ["y"]},
        "d": {"count": 2, "program": "@;(# X B)"},
        "e": {"count": 2, "program": "@;(# X J)"},
    }
    topic = {"exec-program": True, "combos": {"c": {"hand": ["a:x"]}, "d": {"hand": ["a:y"]}}}
    wanted = {0b11, 0b1100, 0b110000, 0b11 << 6, 0b11 << 8, 0b1111, 0b111100, 0b1111 << 6}
    assert wanted == set(pilot._masks(compile_text(deck_text(cards, {"t": topic})), 0))
    assert pilot._masks(compile_text(deck_text({"a": {"count": 9}}, {"t": {"combos": {"c": {}}}})), 0) == []


def test_trials_are_the_same_and_only_counted_apart(target: str) -> None:
    program = compile_text(pots())
    strata = strata_for(program)
    plain = open_play(program, target)
    plain.run(0, 3000)
    apart = stratified_play(program, strata, target)
    apart.run(0, 3000)
    parts = apart.parts()
    assert sum(part.trials > 0 for part in parts) > 3
    assert counted(apart) == counted(plain)
    trials = Counter(leaf_of(strata, plain.table.hand(trial)) for trial in range(3000))
    assert [part.trials for part in parts] == [trials[leaf] for leaf in range(len(parts))]


def test_a_hand_that_is_dealt_and_nothing_else_is_counted_where_it_belongs(target: str) -> None:
    program = compile_text(pots(**{"exec-program": False}))
    strata = strata_for(program)
    apart = stratified_play(program, strata, target)
    apart.run(0, 2000)
    dealt = open_play(program, "python")
    trials = Counter(leaf_of(strata, dealt.table.hand(trial)) for trial in range(2000))
    assert [part.trials for part in apart.parts()] == [trials[leaf] for leaf in range(len(strata.weights))]


def stratified_play(program: Program, strata: Strata, target: str, seed: int = 7) -> Play:
    if target == "python":
        functions = python_functions(program.python_source)
        return Play(program, 0, seed, functions=functions, strata=strata)
    return Play(program, 0, seed, native=native_module(program), strata=strata)


def counted(play: Play) -> object:
    counts = play.counts()
    tallies = [(one.count, one.total, one.histogram) for one in (counts.score, *counts.stats)]
    whole = counts.trials, counts.successes, counts.printed
    return whole, counts.combos, tallies, counts.activations, counts.used


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    program = compile_text(pots(prints=False))
    strata = strata_for(program)
    runs, held, narrower = 300, 0, 0
    for seed in range(runs):
        play = stratified_play(program, strata, "python", seed)
        play.run(0, 2500)
        parts = strata.weigh(play.parts())
        assert parts is not None
        _, (low, high) = statistics.stratified_rate([
            RateStratum(weight=one.weight, successes=one.counts.successes, trials=one.counts.trials)
            for one in parts
        ])  # fmt: skip
        held += low <= TRUTH <= high
        plain = statistics.rate_half_width(play.counts().successes, 2500)
        narrower += (high - low) / 2 < plain
    assert 0.91 * runs <= held  # five standard errors below 95 %
    assert narrower == runs


def test_where_nothing_is_judged_there_are_no_strata() -> None:
    """A topic of stats alone succeeds in nothing that hands could be told apart by."""
    assert strata_of(compile_text(deck_text({"a": {"count": 9}}, {"t": {"stats": {"hand": "|H|"}}}))) is None


def test_strata_too_thin_are_not_weighed() -> None:
    """Eight trials of each leaf are enough."""
    program = compile_text(pots())
    strata = strata_for(program)
    play = stratified_play(program, strata, "python")
    fewest = trials = 0
    while fewest < 8:
        assert strata.weigh(play.parts()) is None
        play.run(trials, trials + 1)
        trials += 1
        fewest = min(part.trials for part in play.parts())
    weighed = strata.weigh(play.parts())
    assert weighed is not None and sum(one.weight for one in weighed) == comb(40, 5)


def run_deck(text: str, **options: object) -> Result:
    return Result(run.run_program(compile_text(text), seed=3, target="python", **options))  # type: ignore[arg-type]


def test_auto_weighs_long_runs_and_sample_never_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "WORTH_STRATA", 20_000)
    weighted = run_deck(pots(), count=20_000).topics["t"]
    plain = run_deck(pots(), count=20_000, method="sample").topics["t"]
    short = run_deck(pots(), count=19_999).topics["t"]
    assert weighted.reason is not None and "groups of opening hands" in weighted.reason
    assert short.reason is not None and "groups" not in short.reason
    assert plain.reason is None
    assert weighted.success.ci95 is not None and plain.success.ci95 is not None
    assert weighted.success.count == plain.success.count
    assert weighted.success.rate != plain.success.rate
    width = weighted.success.ci95[1] - weighted.success.ci95[0]
    assert width < 0.6 * (plain.success.ci95[1] - plain.success.ci95[0])
    assert weighted.success.ci95[0] <= TRUTH <= weighted.success.ci95[1]
    # What is shown side by side goes together.
    assert weighted.combos["found"].rate == weighted.success.rate
    assert sum(weighted.score.shares().values()) == pytest.approx(1)
    assert 1 - weighted.score.shares()[0] == pytest.approx(weighted.success.rate)
    assert weighted.score.mean == pytest.approx(sum(k * v for k, v in weighted.score.shares().items()))
    assert weighted.stats["hand"].defined == 1
    assert weighted.stats["per target"].defined == pytest.approx(weighted.success.rate)


def test_a_topic_that_relates_is_not_weighted(monkeypatch: pytest.MonkeyPatch) -> None:
    """How two numbers go together is counted trial by trial, all trials alike."""
    monkeypatch.setattr(question, "WORTH_STRATA", 1000)
    found = run_deck(pots(relate=[["hand", "found"]]), count=1000).topics["t"]
    plain = run_deck(pots(relate=[["hand", "found"]]), count=1000, method="sample").topics["t"]
    assert found.reason is not None and "groups" not in found.reason
    assert found.to_dict() | {"reason": None} == plain.to_dict()


def test_until_needs_fewer_trials() -> None:
    weighted = run_deck(pots(), until=0.002).topics["t"]
    plain = run_deck(pots(), until=0.002, method="sample").topics["t"]
    assert weighted.trials is not None and plain.trials is not None
    assert weighted.trials < 0.5 * plain.trials
    for topic in (weighted, plain):
        assert topic.success.ci95 is not None
        assert topic.success.ci95[1] - topic.success.ci95[0] <= 0.004


def test_workers_and_a_kept_tree_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from yisp.simulate.sampling import sample

    monkeypatch.setattr(question, "WORTH_STRATA", 20_000)
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    one = run_deck(pots(rest=33), count=20_000, jobs=1)
    two = run_deck(pots(rest=33), count=20_000, jobs=2)
    assert "groups" in str(one.topics["t"].reason)
    assert [topic.to_dict() for topic in one.topics.values()] == [t.to_dict() for t in two.topics.values()]


def test_an_interrupted_pilot_gives_no_strata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    program = compile_text(pots())
    stop = Stop()
    stop.hear(INTERRUPT)
    assert strata_of(program, stop) is None
    assert strata_of(program) is not None  # and nothing wrong was kept


def test_hands_that_all_fare_alike_have_no_strata() -> None:
    program = compile_text(deck_text({"a": {"count": 40}}, {"t": {"combos": {"c": {"hand": ["a"]}}}}))
    assert strata_of(program) is None


def test_a_rate_weighted_by_one_stratum_is_the_plain_one() -> None:
    rate, (low, high) = statistics.stratified_rate([RateStratum(weight=1, successes=300, trials=1000)])
    plain = statistics.wilson(300, 1000)
    assert plain is not None
    assert rate == 0.3
    assert (low, high) == pytest.approx(plain, abs=1e-4)


def test_what_always_happens_is_certain_however_trials_are_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares of strata that are rounded one by one add up to 0.9999999999999999 or 1.0000000000000002."""
    monkeypatch.setattr(question, "WORTH_STRATA", 1)
    of = {
        "stats": {"seven": "(- 7 (* 0 |H.target|))", "large": "(+ 1000000007 |E|)"},
        "watch": {"always": {"condition": "(>= |H| 0)"}, "never": {"condition": "(< |H| 0)"}},
        "expect": ["always.rate >= 100%", "never.rate <= 0%", "seven.mean == 7"],
    }
    for rest in (30, 31, 32, 33, 34, 37):
        found = run_deck(pots(rest, **of), count=20_000).topics["t"]
        assert found.reason is not None and "groups" in found.reason
        assert (found.watch["always"].rate, found.watch["never"].rate) == (1, 0)
        assert [found.stats[name].mean for name in ("seven", "large")] == [7, 1000000007]
        assert found.stats["seven"].sd == 0 and found.stats["seven"].shares() == {7: 1}
        for rate in found.watch.values():
            assert rate.ci95 is not None and rate.rate is not None
            assert rate.ci95[0] <= rate.rate <= rate.ci95[1]
        assert all(verdict.holds for verdict in found.expect)


def number(weight: int, trials: int, tally: Tally) -> NumberStratum:
    return NumberStratum(weight=weight, trials=trials, tally=tally)


def test_a_mean_weighted_by_one_stratum_is_the_plain_one() -> None:
    values = [1, 2, 2, 7, 10, 10, 10, 3]
    total, squares = sum(values), sum(value * value for value in values)
    found = statistics.stratified_mean([number(1, 8, Tally(8, total, squares))])
    assert found is not None
    assert found[0] == statistics.average(total, 8)
    assert found[1] == pytest.approx(pstdev(values))


def test_a_mean_and_its_spread_weighted_by_two_strata() -> None:
    """One card in four is of the first, of which twice as many were looked at."""
    found = statistics.stratified_mean([number(1, 4, Tally(4, 12, 44)), number(3, 2, Tally(2, 16, 130))])
    mean, squares = (3 + 3 * 8) / 4, (11 + 3 * 65) / 4
    assert found == pytest.approx((mean, (squares - mean**2) ** 0.5))


def test_strata_without_a_value_are_left_out_of_a_mean() -> None:
    found = statistics.stratified_mean([number(1, 10, Tally()), number(1, 10, Tally(10, 50, 250))])
    assert found is not None and found[0] == 5 and found[1] == 0
    assert statistics.stratified_mean([number(1, 10, Tally())]) is None


def test_a_leaf_that_no_hand_reaches_is_one() -> None:
    data = [[[0, 0, ~0, ~1]], ["7"], [0, 1]]
    assert read_strata(data, 40).to_data() == data


@pytest.mark.parametrize(
    "data",
    [
        [[[0, 0, 0, ~0]], ["7"], [1]],  # leads to itself
        [[[0, 0, ~0, ~1]], ["7"], [1]],
        [[[0, 0, 5, ~0]], ["7"], [1]],
        [[[1, 0, ~0, ~0]], ["7"], [1]],
        [[[0, 2**40, ~0, ~0]], ["7"], [1]],
        [[[0, True, ~0, ~0]], ["7"], [1]],
        [[[0, 0, ~0]], ["7"], [1]],
        [[[0, 0, ~0, ~0]], [f"{1 << 500:x}"], [1]],
        [[[0, 0, ~0, ~0]], ["-7"], [1]],
        [[[0, 0, ~0, ~0]], [7], [1]],
        [[[0, 0, ~0, ~0]], ["7"], [0]],
        [[[0, 0, ~0, ~0]], ["7"], ["1"]],
        [[[0, 0, ~0, ~1]], ["7"], [-1, 2]],
        [[], [], [1]],
        {},
        7,
    ],
)
def test_what_is_no_tree_is_grown_again(
    data: object, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The runtime follows a tree without looking, so what is kept of one is looked at before."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    program = compile_text(pots(rest=10))
    right = strata_for(program).to_data()
    ((kind, key, *_),) = [entry for entry in cache.entries() if entry[0] == STRATA]
    cache.store(kind, key, {TREE: json.dumps(data).encode()})
    assert strata_for(program).to_data() == right


@pytest.mark.parametrize(
    ("sort", "worth"),
    [
        ("watch", lambda targets, pots: (targets > 0) + (pots > 0)),
        ("combos", lambda targets, pots: max(2 * (targets > 0), 5 * (pots > 0))),
    ],
)
def test_what_a_pilot_trial_is_worth(
    sort: str, worth: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its score or, where there is none, how much of what is watched held; by its hand alone."""
    seen: list[tuple[list[int], list[int]]] = []
    monkeypatch.setattr(pilot, "PILOT", 256)
    monkeypatch.setattr(pilot, "grown", lambda masks, hands, scores, *_: seen.append((hands, scores)))
    score = {"score": 2} if sort == "combos" else {}
    other = {"score": 5} if sort == "combos" else {}
    entries = {"target": {"hand": ["target"], **score}, "pot": {"hand": ["pot"], **other}}
    cards = {"target": {"count": 3}, "pot": {"count": 3}, "rest": {"count": 34}}
    program = compile_text(deck_text(cards, {"t": {sort: entries}}))
    play = Play(program, 0, 7, functions=python_functions(program.python_source))
    pilot.strata_of(play, Stop())
    ((hands, scores),) = seen
    again = play.again(PILOT_SEED)
    again.records(0, 256)
    assert hands == [again.table.hand(trial) for trial in range(256)]
    held = [((hand & 0b111).bit_count(), (hand >> 3 & 0b111).bit_count()) for hand in hands]
    assert scores == [worth(*one) for one in held]
    assert len(set(scores)) == 3


@pytest.mark.parametrize(
    ("keys", "are_there"),
    [
        ({"stats": {"a": "|H|", "b": "|D|"}}, True),
        ({"stats": {"a": "|H|", "b": "|D|", "c": "|B|"}}, False),
        ({"start": {"hand": ["pot"]}}, False),
    ],
)
def test_which_topics_are_not_weighed(
    keys: dict[str, object], are_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of many stats, and those in which a card's place is known."""
    monkeypatch.setattr(pilot, "STATS", 2)
    program = compile_text(pots(**{"stats": {}, **keys}))
    play = Play(program, 0, 7, functions=python_functions(program.python_source))
    assert (pilot.strata_of(play, Stop()) is not None) == are_there

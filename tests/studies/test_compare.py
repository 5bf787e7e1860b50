"""Builds side by side: exact differences, the same worlds, and how often their intervals hold the truth."""

from __future__ import annotations

import json
import random
from array import array
from collections import Counter
from fractions import Fraction
from math import sqrt
from types import SimpleNamespace
from typing import Any

import pytest
from running import deck_text, load_text
from yisp_runtime.counts.pairs import gather

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.report.studies.compare import gap_text, render
from yisp.report.studies.verdicts import leads, verdict
from yisp.simulate.counting.counts import Tally
from yisp.simulate.counting.estimates import Rate, Score
from yisp.simulate.playing.play import python_functions
from yisp.simulate.result import TopicResult
from yisp.simulate.stop import Stop
from yisp.simulate.worlds.worlds import Players, in_worlds_of
from yisp.studies.comparison import paired
from yisp.studies.comparison.compare import NothingToCompare, Sampled, compare, known_enough, named, range_of
from yisp.studies.comparison.comparison import Gap, TopicComparison
from yisp.studies.comparison.paired import Gathered, Paired, Side, difference_range

CARDS = {
    "pot": {"count": 2, "program": "[1]@;(# X B);(# D.2 H)"},
    "gate": {"count": 3, "program": "[1]/|D.ash|;@;(# X B);(# D.ash.1 H);(shuffle D)"},
    "ash": {"count": 3},
    "rest": {"count": -1},
}
TOPIC = {
    "exec-program": True,
    "combos": {"one": {"hand": ["ash"]}, "two": {"score": 2, "hand": ["2x ash"]}},
    "watch": {"pots": {"grave": ["pot"]}},
    "stats": {"hand": "|H|", "left": "(/ 12 |H.ash|)"},
}


def deck(size: int = 20, **topics: Any) -> yisp.Deck:
    text = deck_text(CARDS, {"t": TOPIC, **topics})
    return load_text(text.replace('"deck": {', f'"deck": {{"size": {size}, ', 1))


def sampled(one: yisp.Deck, other: yisp.Deck, **options: Any) -> Any:
    options = {"count": 4000, "seed": 7, "target": "python", "method": "sample", **options}
    return yisp.compare(one, other, **options).topics[0]


def figures(found: Any) -> dict[tuple[str, str], Gap]:
    return {(gap.kind, gap.name): gap for gap in found.differences[0].gaps}


def test_what_was_found_stays_as_it_was_when_there_are_more_trials() -> None:
    programs = [compile_deck(deck().with_counts(ash=copies)) for copies in (3, 2)]
    sides = [Side(str(at), one, 0, one.topics[0].policy) for at, one in enumerate(programs)]
    with Stop() as stop:
        both = Sampled("t", sides, 7, 100, stop, target="python")
        both.run(5)
        found, then = both.found(), json.dumps(both.found().to_dict())
        both.run(100)
    assert json.dumps(found.to_dict()) == then != json.dumps(both.found().to_dict())


def test_the_difference_of_exact_answers_is_exact() -> None:
    one, other = deck(), deck().with_counts(ash=2)
    (found,) = yisp.compare(one, other, method="exact").topics
    assert (found.method, found.trials, found.apart) == ("exact", None, [])
    rates = [Fraction(yisp.run(each, method="exact").topics["t"].success.exact or 0) for each in (one, other)]
    assert figures(found)["success", ""].exact == str(rates[1] - rates[0])
    assert found.sides["deck.yml"].success.exact == str(rates[0])


def test_what_is_compared_is_what_both_sides_have() -> None:
    with_more = deck(t={**TOPIC, "stats": {"hand": "|H|", "field": "|F|"}})
    (found,) = yisp.compare(deck(), with_more, method="exact").topics
    kinds = [
        ("success", ""),
        ("score", ""),
        ("combo", "one"),
        ("combo", "two"),
        ("watch", "pots"),
        ("stat", "hand"),
    ]
    assert list(figures(found)) == kinds
    assert found.differences[0].missing == [("stat", "left"), ("stat", "field")]


def test_a_build_against_itself_differs_nowhere() -> None:
    found = sampled(deck(), deck())
    assert found.apart == []
    for gap in figures(found).values():
        assert gap.mean == 0 and gap.ci95 is not None and gap.ci95[0] <= 0 <= gap.ci95[1]


def test_sampled_differences_are_the_exact_ones() -> None:
    one, other = deck(), deck().with_counts(ash=2, pot=1)
    exact = figures(yisp.compare(one, other, method="exact").topics[0])
    found = figures(sampled(one, other, count=40_000))
    for figure, gap in found.items():
        truth = float(Fraction(exact[figure].exact or 0))
        assert gap.ci95 is not None and gap.mean is not None
        half = (gap.ci95[1] - gap.ci95[0]) / 2
        assert abs(gap.mean - truth) < 2.5 * half, figure


def test_a_number_that_one_build_lacks_in_a_trial_is_compared_in_the_others() -> None:
    found = sampled(deck(), deck().with_counts(ash=2), count=500)
    left = figures(found)["stat", "left"]
    known = [result.stats["left"].count for result in found.sides.values()]
    assert None not in known and left.mean is not None
    assert min(one or 0 for one in known) < 500


def test_the_same_worlds_tell_more_than_independent_runs() -> None:
    gap = figures(sampled(deck(), deck().with_counts(ash=2)))["success", ""]
    assert gap.narrower is not None and gap.narrower > 1.5


# Worlds ---------------------------------------------------------------------------------------------------


def pair(one: yisp.Deck, other: yisp.Deck) -> tuple[Program, Program]:
    base = compile_deck(one)
    return base, in_worlds_of(compile_deck(other), 0, base, 0)


def test_a_card_keeps_its_slot_wherever_it_is_in_both_and_what_is_exchanged_takes_a_place() -> None:
    base, moved = pair(deck(), deck().with_counts(ash=2))
    own, theirs = base.plan["slots"], moved.plan["slots"]
    assert sorted(own) == sorted(theirs)  # the new copy of `rest` lies where the third `ash` lay
    assert theirs[:7] == own[:7] and theirs[7:-1] == own[8:] and theirs[-1] == own[7]


def test_builds_of_other_sizes_keep_what_they_share() -> None:
    base, moved = pair(deck(), deck(size=24).with_counts(ash=1))
    own, theirs = base.plan["slots"], moved.plan["slots"]
    assert len(set(theirs)) == 24 and set(own) <= set(theirs)
    assert moved.plan["slot_bits"] == base.plan["slot_bits"]
    base, other = pair(deck(), deck(size=70))
    assert other.plan["slots"] == list(range(70)), "more cards than slots: worlds of its own"


@pytest.mark.parametrize("changes", [{"ash": 2}, {"ash": 4, "gate": 1}, {"pot": 0}])
def test_in_anothers_worlds_a_build_has_its_own_law(changes: dict[str, int]) -> None:
    other = deck().with_counts(changes)
    exact = Fraction(yisp.run(other, method="exact").topics["t"].success.exact or 0)
    _, moved = pair(deck(), other)
    players = Players(moved, 0, 7, [moved.topics[0].policy], functions=python_functions(moved.python_source))
    players.run(0, 20_000)
    (counts,) = players.parts()
    error = float(exact * (1 - exact) / 20_000) ** 0.5
    assert abs(counts.successes / 20_000 - float(exact)) < 4 * error


@pytest.mark.slow
def test_both_targets_and_any_chunks_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = deck(), deck().with_counts(ash=2)
    monkeypatch.setattr("yisp.studies.comparison.compare.WORK", 50_000)
    for count in (3000, None):
        python, native = (sampled(one, other, count=count, target=target) for target in ("python", "native"))
        assert python.to_dict() == native.to_dict()


def test_a_shorter_run_has_the_first_trials_of_a_longer_one() -> None:
    one, other = deck(), deck().with_counts(ash=2)
    short, long = (sampled(one, other, count=count) for count in (700, 3000))
    assert short.apart == long.apart
    assert short.apart and max(short.apart) < 700


def test_until_samples_until_the_difference_is_known() -> None:
    found = sampled(deck(), deck().with_counts(ash=2), count=None, until=0.004)
    low, high = figures(found)["success", ""].ci95 or (0, 1)
    assert (high - low) / 2 <= 0.004


def test_strict_decks_are_compared_to_the_end() -> None:
    """Whether a move was empty is no concern of a comparison, which tells of no notices."""
    ash = {"count": 3, "program": "@;(# X B);(# H.gem B)"}
    cards = {"ash": ash, "gem": {"count": 2}, "rest": {"count": 9}}
    topic = {"exec-program": True, "combos": {"c": {"hand": ["ash"]}}}
    of = load_text(deck_text(cards, {"t": topic}, simulate={"strict": True}))
    assert sampled(of, of.with_counts(ash=2), count=300).trials == 300


def test_chunks_are_as_long_as_they_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of the test: twice as many trials where they took less than a quarter of a second, half as
    many where it was more than one, and what is built is foreseen from each but the first."""
    now = 1000.0
    took = [1 / 8, 3 / 16, 1 / 8, 1 / 8, 1 / 8, 3 / 2, 1, 1 / 4, 1 / 8, 1, 3 / 2, 3 / 2, 3 / 2, 3 / 2]
    chunks = [1, 2, 4, 8, 8, 8, 4, 4, 1, 4, 4, 2, 1, 1]
    told: list[tuple[int, int]] = []
    foreseen: list[float] = []

    class Timed(Paired):
        def __init__(self) -> None:
            self.count, self.trials, self._chunk, self._stop = 64, 0, paired.FIRST_CHUNK, Stop()
            self._progress = lambda *one: told.append(one)
            self.targets = [SimpleNamespace(foresee=foreseen.append)]  # type: ignore[list-item]

        def _play(self, last: int) -> None:
            nonlocal now
            now += took[len(told)]
            assert last == sum(chunks[: len(told) + 1])

        def _hold_together(self, chunk: int) -> bool:
            self.trials += chunk
            return True

    monkeypatch.setattr(paired, "time", SimpleNamespace(perf_counter=lambda: now))
    monkeypatch.setattr(paired, "LARGEST_CHUNK", 8)
    of = Timed()
    of.run(40)  # of which the last one is no sign that a chunk should be short
    of.run(52)
    of._stop.hear("left")
    of.run(64)
    assert told == [(sum(chunks[: at + 1]), 64) for at in range(len(chunks))]
    assert foreseen == [
        seconds / chunk * (64 - trials)
        for seconds, chunk, (trials, _) in zip(took, chunks, told, strict=True)
        if chunk > 1
    ]


def test_differences_of_numbers_of_64_bits_need_not_fit_them() -> None:
    stats = {"edge": f"(if |H.ash| {2**63 - 1} (- {-(2**63) + 1} 1))"}
    one, other = (deck(t={**TOPIC, "stats": stats}).with_counts(ash=count) for count in (3, 4))
    exact = figures(yisp.compare(one, other, method="exact").topics[0])["stat", "edge"]
    found = figures(sampled(one, other, count=4000))["stat", "edge"]
    assert found.ci95 is not None and exact.mean is not None
    assert found.ci95[0] < exact.mean < found.ci95[1] and exact.mean > 2**58


def test_a_side_that_was_ended_earlier_takes_the_others_back() -> None:
    programs = [compile_deck(deck()), compile_deck(deck().with_counts(ash=2))]
    sides = [Side(str(at), one, 0, one.topics[0].policy) for at, one in enumerate(programs)]
    with Stop() as stop:
        paired = Paired(sides, seed=11, target="python", count=5000, stop=stop)
        sampler = paired._samplers[1]
        keep = sampler.rows

        def ended(topic: int, rows: bytes) -> None:
            assert keep is not None
            keep(topic, rows)
            if sampler.trials > 100:
                stop.hear("interrupt")

        sampler.rows = ended
        paired.run(5000)
    assert 0 < paired.trials < 5000
    assert [counts.trials for counts in paired.counts()] == [paired.trials] * 2
    (gathered,) = [one for figure, one in paired.differences[0].items() if figure == ("success", "")]
    own, theirs = (counts.successes for counts in paired.counts())
    assert gathered.differences.total == theirs - own


def gathered(mine: list[int | None], theirs: list[int | None]) -> Gathered:
    made = Gathered()
    rows, others = (
        array("q", [word for one in side for word in (one or 0, one is not None)]).tobytes()
        for side in (mine, theirs)
    )
    (shown,) = gather(rows, 2, others, 2, [((0, False, 1), (0, False, 1))])
    made.add(shown)
    return made


def test_parts_of_trials_that_lack_numbers_add_up_to_all() -> None:
    """The variance by its definition, trial by trial."""
    luck = random.Random(3)
    trials = [
        tuple(None if luck.random() < 0.3 else luck.randrange(world, 100) for _ in range(2))
        for world in luck.choices(range(90), k=90)
    ]
    gathered = Gathered()
    for part in (trials[:20], trials[20:50], trials[50:]):
        mine, theirs = ([one for one in side if one is not None] for side in zip(*part, strict=True))
        both = [(x, y) for x, y in part if x is not None and y is not None]
        gathered.add((
            (len(mine), sum(mine), sum(x * x for x in mine)),
            (len(theirs), sum(theirs), sum(y * y for y in theirs)),
            (len(both), sum(x for x, _ in both), sum(y for _, y in both)),
            sum(x * y for x, y in both),
            Counter(x - y for x, y in both),
        ))
    xs, ys = ([one for one in side if one is not None] for side in zip(*trials, strict=True))
    n, m = len(xs), len(ys)
    mean, other = sum(xs) / n, sum(ys) / m
    changes = [
        (0 if x is None else (x - mean) / n) - (0 if y is None else (y - other) / m) for x, y in trials
    ]
    half = 1.96 * sqrt(sum(one * one for one in changes))
    gap, ends = gathered.gap((0, 100, 1))
    assert gap == pytest.approx(mean - other) and ends == pytest.approx((gap - half, gap + half), rel=1e-5)


@pytest.mark.parametrize(
    ("mine", "theirs", "apart"),
    [
        ((1, 4, 2), (-3, 2, 5), (-1, 7, 5)),
        ((1, 4, 5), (-3, None, 2), (None, 7, 5)),
        ((None, 4, 1), (-3, 2, None), (None, 7, None)),
        ((1, None, None), (-3, 2, 1), (-1, None, None)),
        ((1, 4, 1), (None, 2, 1), (-1, None, 1)),
    ],
)
def test_how_far_a_difference_can_go(mine: Any, theirs: Any, apart: Any) -> None:
    assert difference_range(mine, theirs) == apart


def test_numbers_that_few_trials_have_are_not_known_for_sure() -> None:
    assert gathered([5, None, None], [None, 3, None]).gap((None, None, 1)) == (2.0, None)
    mean, interval = gathered([5, 5, None], [None, 3, 3]).gap((None, None, 1))
    assert mean == 2.0 and interval is not None and interval[0] < 1.5 and interval[1] > 2.5


# How often intervals hold the truth -----------------------------------------------------------------------

REPETITIONS, TRIALS = 2000, 1000

FEW = {"ash": 2}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "size"), [(FEW, 20), ({"ash": 4, "pot": 1}, 20), ({}, 24)], ids=["few", "more", "larger"]
)
def test_intervals_of_differences_hold_the_truth_in_95_of_100_cases(
    changes: dict[str, int], size: int
) -> None:
    other = deck(size=size).with_counts(changes) if changes else deck(size=size)
    exact = figures(yisp.compare(deck(), other, method="exact").topics[0])
    programs = [compile_deck(deck()), compile_deck(other)]
    sides = [Side(str(at), one, 0, one.topics[0].policy) for at, one in enumerate(programs)]
    held = dict.fromkeys([("success", ""), ("score", ""), ("combo", "two"), ("stat", "left")], 0)
    if changes != FEW:  # else no trial's differs
        held |= {("stat", "hand"): 0, ("watch", "pots"): 0}
    with Stop() as stop:
        paired = Paired(sides, seed=11, target="native", count=TRIALS * REPETITIONS, stop=stop)
        for targets in paired.targets:
            targets.look_for_native()
        for repetition in range(REPETITIONS):
            paired.differences[0] = {figure: Gathered() for figure in paired.differences[0]}
            paired.run(TRIALS * (repetition + 1))
            for figure in held:
                gathered = paired.differences[0][figure]
                _, interval = gathered.gap(range_of(figure, sides[1], sides[0]))
                truth = exact[figure].mean
                assert interval is not None and truth is not None
                held[figure] += interval[0] <= truth <= interval[1]
    for figure, count in held.items():
        assert 0.93 <= count / REPETITIONS <= 0.97, (figure, count / REPETITIONS)


# What can be compared -------------------------------------------------------------------------------------


def test_one_deck_has_topics_or_policies_to_compare() -> None:
    two = deck(u={**TOPIC, "start-card": 6})
    found = yisp.compare(two, topics=["t", "u"], method="exact")
    assert list(found.topics[0].sides) == ["t", "u"]
    found = yisp.compare(two, topics="t", policy=["greedy", "random"], count=300, seed=7, target="python")
    assert list(found.topics[0].sides) == ["greedy", "random"]


def test_topics_of_one_deck_are_dealt_the_same_cards() -> None:
    two = deck(u=TOPIC)
    found = yisp.compare(two, topics=["t", "u"], method="sample", count=500, seed=7, target="python")
    assert found.topics[0].apart == []


def test_lone_topics_need_not_be_called_alike() -> None:
    other = load_text(deck_text(CARDS, {"v": TOPIC}).replace('"deck": {', '"deck": {"size": 20, ', 1))
    assert yisp.compare(deck(), other).topics[0].name == "t / v"


def test_what_cannot_be_compared() -> None:
    with pytest.raises(NothingToCompare, match="alone is nothing to compare"):
        yisp.compare(deck())
    with pytest.raises(NothingToCompare, match="no topic of the same name"):
        compare(named([compile_deck(deck(u=TOPIC)), compile_deck(load_text(
            deck_text({"a": {"count": 9}}, {"x": {"stats": {"n": "|H|"}}, "y": {"stats": {"n": "|H|"}}})
        ))]))  # fmt: skip
    with pytest.raises(NothingToCompare, match="several policies are compared of one deck"):
        yisp.compare(deck(), deck(), policy=["greedy", "best"])
    with pytest.raises(NothingToCompare, match="alone is nothing to compare"):
        yisp.compare(deck(), policy=["greedy", "greedy"])
    with pytest.raises(ValueError, match="no topic 'x'"):
        yisp.compare(deck(), deck(), topics="x")
    with pytest.raises(TypeError, match="compare needs a deck"):
        yisp.compare()


def test_builds_are_called_by_what_was_changed() -> None:
    one, other = deck(), deck().with_counts(ash=2)
    assert [name for name, _ in named([compile_deck(one), compile_deck(other)])] == [
        "deck.yml", "deck.yml with ash = 2",
    ]  # fmt: skip
    assert [name for name, _ in named([compile_deck(one), compile_deck(one)])] == [
        "deck.yml (1)",
        "deck.yml (2)",
    ]


# Words ----------------------------------------------------------------------------------------------------


def gap(kind: str, mean: float | None, ci95: Any = None, exact: str | None = None, name: str = "") -> Gap:
    made = Gap((kind, name))
    made.mean, made.ci95, made.exact = mean, ci95, exact
    return made


EVEN = TopicComparison("t", {"A": TopicResult.__new__(TopicResult)}, [], 400, [])
"""A comparison whose first side succeeds in half of all games, and scores as a fair coin does."""
EVEN.sides["A"].success = Rate.sampled("t", 200, 400)
EVEN.sides["A"].score = Score(Tally(400, 200, 200, 0, 1, {0: 200, 1: 200}, False), None, (0, 1, 1))
EVEN.sides["A"].combos = {"c": EVEN.sides["A"].success}
EVEN.sides["A"].watch, EVEN.sides["A"].stats = {}, {}


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (gap("success", 0.0215, (0.019, 0.024)), "Play B: +2.1 points (±0.3)."),
        (gap("success", -0.0215, (-0.024, -0.019)), "Not B: -2.1 points (±0.3)."),
        (gap("success", 0.001, (-0.03, 0.05)), "B: no difference that would show in 500 games."),
        (gap("success", 0.25, None, "1/4"), "Play B: +25.0 points."),
        (gap("success", 0.0001, None, "1/10000"), "Play B: +0.01 points."),
        (gap("score", -0.1247, None, "-1247/10000"), "B, average score: -0.12."),
        (gap("success", 0.0, None, "0"), "B: no difference."),
        (gap("stat", 0.0, None, "0", "n"), "B, n: no difference."),
        (gap("score", 0.5, (0.4, 0.6)), "B, average score: +0.50 (±0.11)."),
        (gap("stat", -2.0, (-2.5, -1.5), None, "milled"), "B, milled: -2.0 (±0.6)."),
        (gap("stat", 0.1, (-0.5, 0.7), None, "milled"), "B, milled: no difference was found (+0.1 (±0.7))."),
        (gap("watch", 0.1, (0.09, 0.11), None, "gone"), "B, gone: +10.0 points (±1.1)."),
        (gap("success", 1.0), "B: that takes more than one trial to tell."),
        (
            gap("stat", None, None, None, "n"),
            "B, n: no trial has both numbers, so there is nothing to compare.",
        ),
    ],
)
def test_verdicts(found: Gap, said: str) -> None:
    assert verdict(found, EVEN, "B") == said
    if found.kind == "success":
        assert verdict(found, EVEN, "B", "opening") == f"opening: {said}"


@pytest.mark.parametrize("most", [0.3, 0.1, 0.031, 0.004, 0.00071])
@pytest.mark.parametrize("kind", ["success", "score"])
def test_what_would_not_show_in_so_many_games(kind: str, most: float) -> None:
    """In so many games of either build chance alone brings a greater difference; not so in three times as
    many."""
    said = verdict(gap(kind, 0.0, (-most, most / 2)), EVEN, "B")
    (games,) = (int(word.replace(",", "")) for word in said.split() if word.replace(",", "").isdigit())
    alone = 1.96 * sqrt(2 * 0.25 / games)
    assert alone / sqrt(3) < most <= 1.01 * alone


def test_sides_are_called_by_what_is_other_about_them() -> None:
    base = deck()
    found = yisp.compare(base, base.with_counts(ash=4), base.with_counts(size=24), method="exact")
    assert [line.split(":")[0] for line in leads(found)] == ["Play 4 ash", "Not 24 cards"]
    other = yisp.compare(base, deck(size=24), method="exact")
    assert leads(other)[0].startswith("Not 24 cards: -")


COMMANDED = """
set: {need: 1, worth: 1}
deck: {size: 12, cards: {a: {count: 2}, r: {count: -1}}}
simulate: {tests: {t: {start-card: 3, combos: {c: {condition: '(>= |H.a| need)', score: worth}}}}}
"""


@pytest.mark.parametrize(
    ("counts", "given", "said"),
    [
        ({"counts": {"a": 3}}, {}, "Play 3 a: +"),
        ({"counts": {"a": 3}, "size": 14}, {}, "Play 3 a, 14 cards: +"),
        ({"counts": {"a": 3}}, {"need": 2}, "Not 3 a, need = 2: -"),
        ({}, {"need": 2}, "Not need = 2: -"),
        ({}, {"worth": 4}, "worth = 4, average score: +"),
    ],
)
def test_a_build_is_called_by_all_that_it_changes(
    counts: dict[str, Any], given: dict[str, int], said: str
) -> None:
    """It is judged by the success rate, or by the score where that alone differs."""
    of = yisp.loads(COMMANDED, "deck.yml")
    changed = of.with_counts(counts.get("counts"), size=counts.get("size"))
    found = yisp.compare(of, compile_deck(changed).with_parameters(given), method="exact")
    assert leads(found)[0].startswith(said)


def test_where_nobody_says_how_many_a_difference_is_played_until_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("yisp.studies.comparison.compare.FIRST_TRIALS", 1000)
    monkeypatch.setattr("yisp.studies.comparison.compare.KNOWN", 0.008)
    found = sampled(deck(), deck().with_counts(ash=2), count=None)
    low, high = figures(found)["success", ""].ci95
    assert 0.004 < (high - low) / 2 <= 0.008
    assert found.trials > 1000


def test_what_cannot_be_told_apart_ends_by_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the seed has no say in."""
    monkeypatch.setattr("yisp.studies.comparison.compare.WORK", 50_000)
    ended = [sampled(deck(), deck().with_counts(ash=2), count=None, seed=seed) for seed in (1, 2)]
    assert [found.trials for found in ended] == [959, 959]


def test_differences_have_a_sign_and_digits_that_tell() -> None:
    assert gap_text(gap("success", -0.0359, (-0.0386, -0.0332))) == "-3.6 ± 0.3 %"
    assert gap_text(gap("score", 0.5, None, "1/2")) == "+0.50 (1/2)"


def test_what_the_same_worlds_did_not_win_is_not_told() -> None:
    never = deck(t={"combos": {"c": {"hand": ["5x ash"]}}})
    found = yisp.compare(never, never.with_counts(ash=2), count=300, seed=7, method="sample", target="python")
    assert "times narrower" not in render(found)


def test_policies_of_several_topics_are_of_no_topic() -> None:
    found = yisp.compare(deck(u=TOPIC), policy=["greedy", "random"], count=30, seed=7, target="python")
    assert [known["policy"] for known in found.sides.values()] == ["greedy", "random"]
    assert not any("topic" in known for known in found.sides.values())


def test_the_report_says_what_each_letter_stands_for() -> None:
    found = yisp.compare(deck(), deck(size=24), count=400, seed=7, method="sample", target="python")
    said = render(found)
    assert "A: deck.yml (1)  (20 cards)" in said and "B: deck.yml (2)  (24 cards)" in said
    assert "B - A" in said and "in the same worlds" in said


@pytest.mark.parametrize(
    ("kind", "bounds", "enough"),
    [
        ("score", (None, None), 0.002 * (9 + 3) / 2),
        ("stat", (-5, None), 0.002 * (9 + 5) / 2),
        ("stat", (None, 20), 0.002 * (20 + 3) / 2),
        ("combo", (-1, 1), 0.0008),
    ],
)
def test_how_well_a_difference_is_to_be_known(kind: str, bounds: Any, enough: float) -> None:
    """To as much of how far it goes, by constants or in the trials so far, as its figures are."""
    gathered = Gathered()
    gathered.differences = Tally(2, 6, 90, -3, 9, {-3: 1, 9: 1})
    assert known_enough((kind, "name"), gathered, bounds) == pytest.approx(enough)

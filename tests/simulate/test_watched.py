"""What is watched: counted like a combo, in every way of answering, and nothing else follows from it."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from running import compile_text, deck_text, open_play, rows

from yisp.compile.program import Program
from yisp.simulate import question, run
from yisp.simulate.result import Result

SLOW_NATIVELY = True

CARDS: dict[str, Any] = {"goal": {"count": 3}, "brick": {"count": 4}, "rest": {"count": 33}}
WATCH: dict[str, Any] = {
    "bricked": {"hand": ["2x brick"], "score": 5},
    "never": {"hand": ["goal"], "score": "(- 0 |H|)"},
    "broken": {"condition": "(/ 1 (- |H.brick| 1))"},
}
COMBOS = {"go": {"hand": ["goal"], "score": 2}}


def program(*, prints: bool = False, **topic: Any) -> Program:
    print_ = {"header": '(if 0 (print "never") ())'} if prints else {}
    return compile_text(deck_text(CARDS, {"t": {"watch": WATCH, **print_, **topic}}))


def held(count: int, least: int, hand: int = 5) -> Fraction:
    """The probability of at least so many of ``count`` cards."""
    return Fraction(
        sum(comb(count, n) * comb(40 - count, hand - n) for n in range(least, hand + 1)), comb(40, hand)
    )


def one(brick: int, hand: int = 5) -> Fraction:
    return held(4, brick, hand) - held(4, brick + 1, hand)


def test_exact_answers() -> None:
    (topic,) = Result(run.run_program(program(combos=COMBOS), method="exact", seed=1)).topics.values()
    assert {name: Fraction(rate.exact or "") for name, rate in topic.watch.items()} == {
        "bricked": held(4, 2),
        "never": 0,
        "broken": 1 - one(1) - held(4, 3),  # 1/0 with one, 1/2 and less is 0 with three
    }
    assert list(topic.combos) == ["go"]
    assert Fraction(topic.success.exact or "") == held(3, 1), "the score 5 of what is watched is nobody's"
    assert max(topic.score.histogram) == 2
    (notice,) = topic.notices
    assert (notice.code, notice.where, notice.owner) == ("Y302", "watch", "broken")
    assert Fraction(notice.exact or "") == one(1)


def test_single_trials(target: str) -> None:
    play = open_play(program(combos=COMBOS, stats={"b": "|H.brick|", "g": "|H.goal|"}), target)
    for row in rows(play, 0, 300):
        brick, goal = row.stats
        assert brick is not None and goal is not None
        assert row.combos == (goal > 0, brick >= 2, False, brick in (0, 2))
        assert row.score == (2 if goal else 0)
    counts = play.counts()
    assert counts.successes == counts.combos[0]
    assert counts.score.histogram == {0: 300 - counts.combos[0], 2: counts.combos[0]}


def sampled(given: Program, **how: Any) -> Result:
    return Result(run.run_program(given, seed=5, **how))


def test_a_result_of_watches_alone_has_no_success() -> None:
    result = sampled(program(), count=200, method="sample", target="python")
    (topic,) = result.topics.values()
    data = result.to_dict()["topics"][0]
    assert (topic.success.rate, topic.success.ci95, topic.score.mean) == (None, None, None)
    assert data["success"] == {"rate": None, "ci95": None, "exact": None}
    assert data["combos"] == [] and data["score"]["histogram"] == {}
    bricked = data["watch"][0]
    assert list(bricked) == ["name", "rate", "ci95", "exact"]
    assert bricked["name"] == "bricked" and bricked["exact"] is None
    assert bricked["ci95"][0] < bricked["rate"] < bricked["ci95"][1]


def test_the_table_has_a_row_for_each() -> None:
    result = sampled(program(combos=COMBOS), count=100, method="sample", target="python")
    assert [(row["what"], row["name"]) for row in result.table()] == [
        ("success", None), ("score", None), ("combo", "go"),
        ("watch", "bricked"), ("watch", "never"), ("watch", "broken"),
    ]  # fmt: skip
    row = result.table()[3]
    assert row["low"] < row["value"] < row["high"] and row["sd"] is None


def test_records_have_a_column_for_each() -> None:
    kept: dict[int, list[bytes]] = {}
    given = program(combos=COMBOS, stats={"bricked": "|H.brick|"})
    outcome = run.run_program(
        given,
        count=50,
        seed=5,
        target="python",
        rows=lambda topic, data: kept.setdefault(topic, []).append(data),
    )
    records = Result(outcome, rows=kept).records
    assert records.dtype.names == ("trial", "score", "go", "watch:bricked", "never", "broken", "stat:bricked")
    assert records.dtype["watch:bricked"].kind == "b"
    assert (records["watch:bricked"] == (records["stat:bricked"] >= 2)).all()


def test_expectations_hold_or_fail_by_its_rate() -> None:
    bound = held(4, 2)
    expect = [f"bricked.rate == {bound}", f"bricked.rate < {bound}", "never == 0"]
    (topic,) = Result(run.run_program(program(expect=expect), method="exact")).topics.values()
    assert [verdict.holds for verdict in topic.expect] == [True, False, True]
    assert topic.expect[0].exact == str(bound)


def test_relations_take_it_for_0_or_1() -> None:
    given = program(stats={"b": "|H.brick|"}, relate=[["b", "bricked"]])
    (topic,) = Result(run.run_program(given, method="exact")).topics.values()
    means = {bin["x"]: bin["mean"] for bin in topic.relations[0].to_dict()["bins"]}
    assert means == {0: 0, 1: 0, 2: 1, 3: 1, 4: 1}


@pytest.mark.parametrize("combos", [{}, COMBOS], ids=["alone", "beside a combo"])
def test_until_goes_by_what_is_watched_where_nothing_can_succeed(combos: dict[str, Any]) -> None:
    topic = sampled(program(combos=combos), until=0.004, method="sample", target="python").topics["t"]
    known = [topic.success.ci95] if combos else [rate.ci95 for rate in topic.watch.values()]
    widest = max((ci95[1] - ci95[0]) / 2 for ci95 in known if ci95 is not None)
    assert 0.003 < widest <= 0.004


def test_long_runs_are_weighed_by_opening_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing but what is watched tells hands from one another."""
    monkeypatch.setattr(question, "WORTH_STRATA", 1000)
    given = program(prints=True)
    topic = sampled(given, count=20_000, target="python").topics["t"]
    plain = sampled(given, count=20_000, method="sample", target="python").topics["t"]
    assert "weighted by" in (topic.reason or "")
    bricked, other = topic.watch["bricked"], plain.watch["bricked"]
    assert bricked.count == other.count, "the trials are the same"
    assert bricked.ci95 is not None and other.ci95 is not None and bricked.rate is not None
    assert bricked.ci95[1] - bricked.ci95[0] < 0.5 * (other.ci95[1] - other.ci95[0])
    assert abs(bricked.rate - float(held(4, 2))) < 0.003


def test_match_best_is_worked_out_for_it_as_well() -> None:
    cards = {"a": {"count": 3, "attribute": ["A"]}, "b": {"count": 3, "attribute": ["B"]},
             "ab": {"count": 3, "attribute": ["A", "B"]}, "other": {"count": 31}}  # fmt: skip
    given = compile_text(deck_text(cards, {"t": {"watch": {"w": {"hand": ["a:A", "a:B"]}}}}))
    exact = Result(run.run_program(given, method="exact")).topics["t"].watch["w"]
    assert (exact.exact, exact.best) == ("15935/67488", pytest.approx(4917 / 18278))
    found = sampled(given, count=4000, method="sample", target="python").topics["t"]
    assert found.watch["w"].best is not None
    assert 0 < found.watch["w"].best - (found.watch["w"].rate or 0) < 0.1

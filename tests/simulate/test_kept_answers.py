"""What is kept of an exact answer is what was found, and nothing else is taken for one."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from running import compile_text, deck_text, exact_counts, open_play

from yisp.compile.program import Program
from yisp.simulate import question
from yisp.simulate.counting.probabilities import ExactCounts, OverBudget, Spread, WrongAnswer, read_answer
from yisp.simulate.exact import check, exact
from yisp.simulate.exact.kept import Kept
from yisp.simulate.question import Question
from yisp.simulate.request import Request
from yisp.simulate.sampling.targets import Targets

CARDS = {"a": {"count": 3, "program": ["@;(# X B);(# D.c B)"]}, "b": {"count": 2}}
TOPIC: dict[str, Any] = {
    "start-card": 2,
    "exec-program": True,
    "combos": {"c": {"hand": ["b"], "score": "(- |H| 1)"}},
    "stats": {"s": "(/ 6 |B.a|)", "t": "(/ 6 |H.b|)"},
    "relate": [["s", "t"], ["score", "t"]],
}


def program() -> Program:
    return compile_text(deck_text({**CARDS, "c": {"count": 0}}, {"t": TOPIC}))


def found() -> ExactCounts:
    made = program()
    return exact_counts(open_play(made, "python"), 100_000)


def answer(program: Program, topic: int, method: str) -> ExactCounts | str | None:
    """The exact answer, or why there is none."""
    asked = Question(Targets(program, "python"), topic, Request(program, method=method))
    asked.answer_exactly()
    if asked.outcome is None:
        return asked.reason
    assert isinstance(asked.outcome.counts, ExactCounts)
    return asked.outcome.counts


def test_what_was_out_of_reach_once_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "AUTO_BUDGET", 2)
    first = answer(program(), 0, "auto")
    assert isinstance(first, str)

    def tried(*_: object) -> Any:
        raise AssertionError("it was tried again")

    monkeypatch.setattr(exact, "played_counts", tried)
    assert answer(program(), 0, "auto") == first


def test_numbers_go_together_where_there_are_both() -> None:
    """Of ten hands three are a a, six a b and one b b."""
    one, other = found().relations
    assert one.bins == {6: (Fraction(6, 10), Fraction(36, 10), Fraction(36, 10), Fraction(216, 10))}
    assert other.bins == {
        0: (Fraction(6, 10), 0, Fraction(36, 10), Fraction(216, 10)),
        1: (Fraction(1, 10), Fraction(1, 10), Fraction(3, 10), Fraction(9, 10)),
    }


def test_an_answer_is_read_as_it_was_written() -> None:
    first = found()
    data = json.loads(json.dumps(first.to_data()))
    again = read_answer(data, program(), 0)
    assert again.to_data() == first.to_data()
    assert len(first.notices) >= 2 and all(one.to_data() for one in first.stats)
    assert again.success == first.success == Fraction(1, 10)
    assert [again.relations[0].bins, again.relations[1].bins] == [one.bins for one in first.relations]


@pytest.mark.parametrize(("kept", "read"), [(1, 1), (9, 9), (0, None), (10, None), ("3", None)])
def test_no_more_trials_than_there_is_work_for(kept: Any, read: int | None) -> None:
    made = program()
    known = Kept(made, 0, made.topics[0].policy)
    known.keep_trials(9, kept)
    assert known.trials(9) == read


@pytest.mark.parametrize("rate", [Fraction(0), Fraction(1), Fraction(100, 3**99)])
def test_a_rate_may_be_anything_from_0_to_1(rate: Fraction) -> None:
    data = changed(COMBOS, 0, to=f"{rate.numerator:x}/{rate.denominator:x}")
    assert read_answer(data, program(), 0).combos == [rate]


def test_large_numbers_are_read_as_they_were_written() -> None:
    spread = Spread({-(10**30): 10**40, 10**30: 3**80}, 10**41)
    again = Spread.from_data(json.loads(json.dumps(spread.to_data())))
    assert (again.masses, again.denominator) == (spread.masses, spread.denominator)


def test_the_moments_of_a_number_that_is_not_always_there() -> None:
    """2, 2, 2 and 7 of ten equal ways: a mean of 13/4, and squares of 61/4."""
    spread = Spread({2: 3, 7: 1}, 10)
    assert spread.total == Fraction(4, 10)
    assert spread.mean == Fraction(13, 4)
    assert spread.variance == Fraction(61, 4) - Fraction(13, 4) ** 2
    assert Spread({}, 10).mean is Spread({}, 10).variance is None


def changed(*path: int, to: Any) -> list[Any]:
    data: Any = copy.deepcopy(json.loads(json.dumps(found().to_data())))
    at = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return data  # type: ignore[no-any-return]


SCORE, COMBOS, BESTS, STATS, RELATIONS, ACTIVATIONS, USED, NOTICES = range(8)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ((SCORE, 0), "0"), ((SCORE, 0), "-1"), ((SCORE, 1), [[0, "1"]]), ((SCORE, 1, 0, 1), "0"),
        ((SCORE, 1, 0, 1), "-1"), ((SCORE, 1, 0, 0), "0"), ((SCORE, 1, 0, 0), True), ((SCORE, 1), []),
        ((COMBOS,), []), ((COMBOS, 0), "2/1"), ((COMBOS, 0), "-1/2"), ((COMBOS, 0), "1/0"), ((COMBOS, 0), 1),
        ((BESTS,), ["1/2"]), ((STATS,), []), ((STATS, 0, 1), [[6, "ff"]]), ((STATS, 0), ["0", []]),
        ((RELATIONS,), []),
        ((RELATIONS, 0, 2, 0, 1), "2/1"), ((RELATIONS, 0, 2, 0, 1), "1/0"), ((RELATIONS, 0, 0), "1/-1"),
        ((RELATIONS, 0, 2, 0, 0), "6"), ((ACTIVATIONS,), []), ((ACTIVATIONS, 0), "-1/2"),
        ((ACTIVATIONS, 0), "1/0"), ((USED,), []), ((USED, 0), "2/1"), ((NOTICES, 0, 0), 99),
        ((NOTICES, 0, 0), -1), ((NOTICES, 0, 1), "3/2"),
    ],
)  # fmt: skip
def test_what_cannot_be_an_answer_is_none(path: tuple[int, ...], to: Any) -> None:
    data = changed(*path, to=to)
    with pytest.raises((AttributeError, TypeError, ValueError)):
        read_answer(data, program(), 0)


SEATED = """
wall: {exits: {draw: 6}}
deal: {hand: 1}
seats: [{name: me}, {name: other}]
deck: {cards: {a: {count: 2}, b: {count: 4}}}
simulate: {tests: {t: {combos: {c: {hand: [a]}}}}}
"""


@pytest.mark.parametrize("part", ["tries", "means", "vetoes", "conflicts"])
def test_what_cannot_be_a_deal_is_none(part: str) -> None:
    made = compile_text(SEATED)
    first = exact_counts(open_play(made, "python"), 100_000)
    data = json.loads(json.dumps(first.to_data()))
    assert read_answer(data, made, 0).to_data() == first.to_data()
    lists = dict(zip(("tries", "means", "vetoes", "solutions", "conflicts"), data[-1], strict=True))
    more = lists["tries"][0] if part == "tries" else "1/1"
    lists[part] += [more] * 9
    with pytest.raises((AttributeError, TypeError, ValueError)):
        read_answer(data, made, 0)


def test_an_expectation_may_be_more_than_1() -> None:
    data = changed(ACTIVATIONS, 0, to="7/2")
    assert read_answer(data, program(), 0).activations == [Fraction(7, 2)]


def test_what_was_found_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    made = program()
    first = answer(made, 0, "auto")
    assert isinstance(first, ExactCounts)
    with monkeypatch.context() as patch:
        patch.setattr(exact, "played_counts", None)
        for method in ("auto", "exact"):
            again = answer(made, 0, method)
            assert isinstance(again, ExactCounts) and again.to_data() == first.to_data()


def test_what_is_out_of_reach_is_not_tried_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(question, "AUTO_BUDGET", 300)
    made = program()
    first = answer(made, 0, "auto")
    assert isinstance(first, str) and "budget" in first
    with monkeypatch.context() as patch:
        patch.setattr(exact, "played_counts", None)
        assert answer(made, 0, "auto") == first
    assert isinstance(answer(made, 0, "exact"), ExactCounts), "it has a budget of its own"
    assert answer(made, 0, "auto") == first, "whatever was asked for before"


def test_an_answer_that_failed_its_check_stays_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(check, "difference", lambda *_: "nine of ten trials")
    made = program()
    first = answer(made, 0, "auto")
    assert isinstance(first, str) and "nine of ten trials" in first
    monkeypatch.setattr(exact, "played_counts", None)
    assert answer(made, 0, "auto") == first
    with pytest.raises(WrongAnswer, match="nine of ten") as raised:
        answer(made, 0, "exact")
    assert raised.value.topic == "t"


def test_a_method_that_must_be_exact_says_of_which_topic_it_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(question, "AUTO_BUDGET", 200)
    monkeypatch.setattr(question, "BUDGET", 300)
    with pytest.raises(OverBudget, match="budget") as raised:
        answer(program(), 0, "exact")
    assert raised.value.topic == "t"

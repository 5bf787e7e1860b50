"""Exact answers are held against trials: right ones pass, a planted fault is seen, work is bounded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from running import compile_text, deck_text, exact_counts, open_play
from yisp_runtime.bindings.table import PyTable
from yisp_runtime.codes import SCAN
from yisp_runtime.solving.enumeration import Enumerator

from yisp.compile.program import Program
from yisp.simulate.counting.binomial import misfit
from yisp.simulate.counting.counts import Tally
from yisp.simulate.counting.probabilities import ExactCounts, Spread
from yisp.simulate.counting.ratio import Ratio
from yisp.simulate.exact import check, stages
from yisp.simulate.exact.check import difference, figures
from yisp.simulate.playing.play import Play

pytestmark = pytest.mark.usefixtures("full_checks")

RIGHT_ANSWERS = 10_000

CARDS = {
    "key": {"count": 3, "program": "[1]@;(# X B);(# D.1 H);(# F.1 B)"},
    "pot": {"count": 2, "program": "[1]/(rand 0 1);@;(# X B);(# D.2 B)"},
    "door": {"count": 2, "attribute": ["wide"]},
    "gate": {"count": 2, "attribute": ["wide", "tall"]},
    "rest": {"count": 6},
}
PLAYS = {
    "exec-program": True,
    "start-card": 4,
    "combos": {"open": {"hand": ["a:wide", "a:tall"]}, "two": {"score": 5, "hand": ["2x key"]}},
    "stats": {"milled": "|B|", "ratio": "(/ 6 |B|)"},
}
TURNS = {**PLAYS, "start-card": 1, "turns": 2, "draw": 1}
FAR = {
    "start-card": 4,
    "combos": {"far": {"score": "(+ 1 (* 100000 |H.key|) (* 3000 |H.rest|) |H.door|)"}},
}
"""Scores that a sample bins."""

MANY = {"start-card": 0, "header": "(= a_b (rand 1 1000))", "combos": {"high": {"score": "(- a_b 990)"}}}
"""More values than are compared one by one."""


def made(topic: dict[str, Any], **more: Any) -> Program:
    return compile_text(deck_text(CARDS, {"t": {**topic, **more}}))


def answered(program: Program) -> ExactCounts:
    return exact_counts(open_play(program, "python"), 6_000_000)


def wrong(program: Program, found: ExactCounts | None = None, attempt: int = 0) -> str | None:
    return difference(open_play(program, "python"), found or answered(program), attempt)


class Forgetful(Enumerator):
    """Where effects are activated, takes every card for every other: a fault in what positions are merged
    by."""

    def __new__(
        cls, table: PyTable, *, classes: Sequence[int], course: Sequence[int], **more: Any
    ) -> Forgetful:
        seen = [0] * len(classes) if SCAN in course else classes
        return super().__new__(cls, table, classes=seen, course=course, **more)


def raised(rate: Ratio) -> Ratio:
    """The rate and 15 % more."""
    return Ratio(rate.numerator * 20 + 3 * rate.denominator, rate.denominator * 20)


def moved(spread: Spread) -> Spread:
    """The same with 15 % of all taken from the likeliest value to another."""
    masses = {value: 100 * mass for value, mass in spread.masses.items()}
    likeliest = max(masses, key=lambda value: masses[value])
    other = next(value for value in masses if value != likeliest)
    masses[likeliest] -= 15 * spread.denominator
    masses[other] += 15 * spread.denominator
    return Spread(masses, 100 * spread.denominator)


@pytest.mark.parametrize("topic", [PLAYS, FAR, MANY, TURNS])
def test_right_answers_pass(topic: dict[str, Any]) -> None:
    program = made(topic)
    found = answered(program)
    assert [wrong(program, found, attempt) for attempt in range(3)] == [None] * 3


def test_everything_that_trials_count_is_compared() -> None:
    program = made(PLAYS)
    play = open_play(program, "python")
    play.run(0, 300)
    counts = play.counts()
    all_figures = figures(program, 0, answered(program), counts)
    compared = {what: (count, up / down) for what, count, up, down in all_figures}
    assert compared["success"][0] == counts.successes
    assert compared["combo two"][0] == counts.combos[1]
    assert compared["combo open with match: best"][0] == counts.bests[0]
    assert compared["effect pot[0] used"][0] == counts.used[1]
    assert compared["stat ratio known"][0] == counts.stats[1].count < 300
    assert compared["score of 5"][0] == counts.score.histogram[5]
    assert compared["stat milled of 3"][0] == counts.stats[0].histogram[3]
    assert {"notice Y301 of key", "notice Y302 of ratio"} <= set(compared)
    assert all(0 <= rate <= 1 for _, rate in compared.values())


@pytest.mark.parametrize(("topic", "most"), [(FAR, 64), (MANY, 70)])
def test_many_values_are_compared_together(topic: dict[str, Any], most: int) -> None:
    program = made(topic)
    play = open_play(program, "python")
    play.run(0, 1000)
    all_figures = figures(program, 0, answered(program), play.counts())
    found = [figure for figure in all_figures if "score" in figure[0]]
    assert 5 < len(found) <= most
    assert sum(count for _, count, _, _ in found) == 1000
    assert sum(up / down for _, _, up, down in found) == pytest.approx(1)


def test_a_fault_in_the_enumeration_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stages, "Enumerator", Forgetful)
    assert wrong(made(PLAYS))


@pytest.mark.parametrize(
    ("field", "topic"),
    [
        *((field, PLAYS) for field in ("score", "success", "combos", "bests", "used", "notices", "stats")),
        ("score", FAR),
        ("score", MANY),
    ],
)
def test_a_fault_in_one_figure_is_seen(
    field: str, topic: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them 15 % of all trials off."""
    program = made(topic)
    found = answered(program)
    value = getattr(found, field)
    if field == "score":
        found.score = moved(value)
    elif field == "success":
        monkeypatch.setattr(type(found), "success", raised(value))
    elif field == "stats":
        found.stats = [moved(value[0]), *value[1:]]
    elif field == "notices":
        found.notices = dict(list(value.items())[1:])
    else:
        value[0] = raised(value[0])
    assert wrong(program, found)


def test_the_impossible_is_seen_at_once() -> None:
    """A score that the answer does not know, in one trial of a thousand."""
    program = made(PLAYS)
    play = open_play(program, "python")
    play.run(0, 1000)
    counts = play.counts()
    assert misfit(figures(program, 0, answered(program), counts), 1000) is None
    counts.score += Tally.of({7: 1})
    found = misfit(figures(program, 0, answered(program), counts), 1000)
    assert found == ("score of 7", 1, 0, answered(program).score.denominator)


@pytest.mark.slow
def test_right_answers_raise_no_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten thousand checks of right answers, each with other trials."""
    monkeypatch.setattr(check, "TRIALS", 4)
    topics = [PLAYS, FAR, MANY, TURNS]
    for topic in topics:
        program = made(topic)
        found = answered(program)
        play = open_play(program, "python")
        for attempt in range(RIGHT_ANSWERS // len(topics)):
            assert difference(play, found, attempt) is None


def lengths(monkeypatch: pytest.MonkeyPatch, program: Program) -> int:
    """How many trials the check of a program's answer has."""
    ran: list[int] = []
    run = Play.run

    def noted(self: Play, first: int, last: int) -> None:
        ran.append(last)
        run(self, first, last)

    monkeypatch.setattr(Play, "run", noted)
    assert wrong(program) is None
    return max(ran)


def test_trials_are_counted_by_their_work(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lengths(monkeypatch, made(PLAYS)) == 4096
    slow = made({"combos": {"c": {}}}, header="(repeat 999 (= a_b (+ a_b 1)))")
    monkeypatch.setattr(check, "WORK", 20_000)
    assert lengths(monkeypatch, slow) == 16  # of 1003 stages and steps: 32 would be too many
    monkeypatch.setattr(check, "WORK", 10)
    assert lengths(monkeypatch, slow) == 1


def test_work_is_the_stages_of_a_trial_and_its_steps() -> None:
    """Each turn begins, passes in vain and ends; each activation is a pass more; the judging is one."""
    card = {"count": 2, "program": "[1]@;(repeat 5 (= a_b 1));(# X B)"}
    topic = {"start-card": 2, "turns": 2, "exec-program": True, "combos": {"c": {}}}
    play = open_play(compile_text(deck_text({"a": card}, {"t": topic})), "python")
    play.run(0, 10)
    assert check._work(play) == 10 * (2 * 3 + 2 + 1) + play.table.steps
    assert play.table.steps >= 10 * 2 * 5


def test_what_no_trial_noticed_is_compared_as_0() -> None:
    program = made(PLAYS)
    play = open_play(program, "python")
    play.run(0, 1)
    compared = {what: count for what, count, _, _ in figures(program, 0, answered(program), play.counts())}
    noticed = {notice.site for notice in play.counts().notices}
    assert sum(count for what, count in compared.items() if what.startswith("notice")) == len(noticed) < 2


def test_trials_are_the_contents_and_no_runs() -> None:
    """The same deck by another name has the same trials, another deck others."""
    program = made(PLAYS)
    renamed = compile_text(deck_text(CARDS, {"t": PLAYS}))
    renamed.file = "other.yml"
    seeds = {check.seed_of(one, 0, attempt) for one in (program, renamed, made(FAR)) for attempt in (0, 1)}
    assert len(seeds) == 4
    assert min(seeds) >= 2**63


@pytest.mark.parametrize(("values", "figures"), [(check.BINS, check.BINS), (check.BINS + 1, 33)])
def test_so_many_values_stand_alone(values: int, figures: int) -> None:
    """However rare they are; one more, and each figure has more than a 64th of all."""
    spread = Spread(dict.fromkeys(range(values), 1), values)
    tally = Tally.of(dict.fromkeys(range(values), 1))
    found = list(check._values("score", spread, tally))
    assert len(found) == figures
    assert sum(count for _, count, _, _ in found) == sum(mass for _, _, mass, _ in found) == values


def test_a_notice_that_the_answer_calls_impossible_is_seen() -> None:
    topic = {"header": "(# J B)", "start-card": 1, "combos": {"c": {}}}
    program = compile_text(deck_text({"a": {"count": 2}}, {"t": topic}))
    play = open_play(program, "python")
    exact = exact_counts(play, 10_000)
    assert difference(play, exact) is None
    exact.notices.clear()
    assert "notice Y301" in str(difference(play, exact))

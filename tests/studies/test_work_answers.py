"""Answers and whoever gives them: what is an answer, who is asked, and what becomes of remarks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, Self

import pytest
from running import deck_text

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.deck.changes import UNCHANGED
from yisp.messages import say, to_data
from yisp.studies.figures import figures_of
from yisp.studies.sweeping.sweep import run_sweep
from yisp.studies.sweeping.variants import read_axes
from yisp.studies.tuning.limits import candidates_of
from yisp.studies.tuning.tune import read_goals, run_tune
from yisp.studies.work.answers import Answer, fits
from yisp.studies.work.asking import Asking
from yisp.studies.work.work import Task, Work, work_of
from yisp.studies.work.worker import begin

REASON = to_data(say("play can go round in a circle"))
KNOWN = [0.5, 0.25, 0.75, "1/2", 9]
DIFFERENCE = [0.5, 0.25, 0.75, "1/2", 9, 0.1]
WHOLE: Answer = {"cards": 40, "noticed": False, "known": [KNOWN, [None] * 5]}
TALLY = [10, 4, 4, 0, 1]


@pytest.mark.parametrize(
    "answer",
    [
        WHOLE,
        WHOLE | {"known": [[1, 0, 1, None, 3], KNOWN]},
        WHOLE | {"tallies": None},
        WHOLE | {"tallies": [TALLY, None]},
        WHOLE | {"gaps": [None, TALLY]},
        WHOLE | {"tallies": [TALLY, [1, 2, 3, None, None]]},
        {"reason": REASON, "possible": True},
        {"reason": REASON, "possible": False},
        {"differences": [DIFFERENCE, None]},
        {"differences": [[None] * 6, DIFFERENCE]},
    ],
    ids=range(10),
)
def test_answers_about_two_figures(answer: Answer) -> None:
    assert fits(answer, 2)
    assert fits(json.loads(json.dumps(answer)), 2)
    assert "reason" in answer or not fits(answer, 3)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"reason": REASON},
        {"reason": REASON, "possible": 1},
        {"reason": 7, "possible": True},
        {"differences": None},
        {"differences": [DIFFERENCE]},
        {"differences": [DIFFERENCE, KNOWN]},
        {"differences": [DIFFERENCE, [*KNOWN, "x"]]},
        {"differences": [DIFFERENCE, "x"]},
        WHOLE | {"cards": "40"},
        WHOLE | {"cards": None},
        WHOLE | {"noticed": 0},
        WHOLE | {"known": None},
        WHOLE | {"known": [KNOWN]},
        WHOLE | {"known": [KNOWN, None]},
        WHOLE | {"known": [KNOWN, DIFFERENCE]},
        WHOLE | {"known": [KNOWN, ["0.5", 0.25, 0.75, "1/2", 9]]},
        WHOLE | {"known": [KNOWN, [0.5, 0.25, 0.75, 1, 9]]},
        WHOLE | {"known": [KNOWN, [0.5, 0.25, 0.75, "1/2", 9.5]]},
        WHOLE | {"known": [KNOWN, [True, 0.25, 0.75, "1/2", 9]]},
        WHOLE | {"known": [KNOWN, [0.5, 0.25, 0.75, "1/2", True]]},
        WHOLE | {"tallies": [TALLY]},
        WHOLE | {"tallies": 1},
        WHOLE | {"tallies": [TALLY, TALLY[:4]]},
        WHOLE | {"tallies": [TALLY, [10, 4, 4, 0, 1.5]]},
        WHOLE | {"tallies": [TALLY, "tally"]},
        WHOLE | {"gaps": None},
        WHOLE | {"gaps": [TALLY]},
    ],
    ids=range(28),
)
def test_what_a_stranger_might_write_is_no_answer(answer: Answer) -> None:
    assert not fits(answer, 2)


def test_tallies_are_what_was_counted() -> None:
    """For whoever adds them up: observations, their sum and that of squares, and how far each can go."""
    topic = {
        "method": "sample", "combos": {"one": {"hand": ["key"], "score": 2}, "two": {"hand": ["2x key"]}},
        "watch": {"none": {"condition": "(not |H.key|)"}, "rest": {"hand": ["rest"]}},
        "stats": {"keys": "|H.key|", "per key": "(/ 6 |H.key|)"},
    }  # fmt: skip
    exact = {"method": "exact", "combos": {"one": {"hand": ["key"]}}}
    text = deck_text({"key": {"count": 3}, "rest": {"count": 9}}, {"t": topic, "u": exact})
    deck = yisp.loads(text, "deck.yml")
    program = compile_deck(deck)
    figures = figures_of(program, [0, 1])
    work = work_of(deck, UNCHANGED, {}, ["t", "u"], figures, target="python", tallies=True)
    answer = begin(work)(Task(5, (), None, (), None, 200, 7))[1]
    found = yisp.run(program, count=200, seed=7, target="python").topics["t"]
    held = [found.success, *found.combos.values(), *found.watch.values()]
    success, one, two, none, rest = ([200, rate.count, rate.count, 0, 1] for rate in held)
    histograms = [found.score.histogram, *(stat.histogram for stat in found.stats.values())]
    score, keys, per_key = (
        [sum(h.values()), sum(v * n for v, n in h.items()), sum(v * v * n for v, n in h.items())]
        for h in histograms
    )
    assert answer["tallies"] == [
        success, [*score, 0, 2], one, two, none, rest, [*keys, 0, 12], [*per_key, 0, 6], None, None, None,
    ]  # fmt: skip
    assert answer["cards"] == 12 and answer["noticed"] and "remark" not in answer
    assert fits(answer, len(figures))
    plain = begin(work | {"tallies": False})(Task(5, (), None, (), None, 200, 7))[1]  # type: ignore[arg-type]
    assert plain == {name: one for name, one in answer.items() if name != "tallies"}


# Who is asked -----------------------------------------------------------------------------------------


class Here:
    """A pool that remembers what it was asked."""

    def __init__(self, work: Work, asked: list[Task]) -> None:
        self._answer, self._asked = begin(work), asked

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, tasks: Iterable[Task], several: int) -> Iterator[tuple[int, Answer] | None]:
        for task in tasks:
            self._asked.append(task)
            yield None
            number, answer = self._answer(task)
            yield number, answer | {"remark": to_data(say("no compiler was found"))}


DECK = yisp.loads(
    "deck: {cards: {key: {count: 3}, rest: {count: 37}}}\n"
    "simulate: {tests: {t: {combos: {one: {hand: [key]}}}}}",
    "deck.yml",
)


def test_a_study_asks_the_pool_that_it_is_given() -> None:
    """And comes to the same; what was remarked is said once."""
    goals = read_goals(DECK, ["rate"])
    candidates = candidates_of(DECK, ranges={"key": (0, 3)}, only=["key", "rest"])
    tasks: list[Task] = []
    tuned = run_tune(DECK, candidates, goals, seed=7, pool=lambda work: Here(work, tasks))
    assert len(tasks) == 4
    assert list(tuned.remarks) == ["no compiler was found"]
    assert tuned.to_dict() == run_tune(DECK, candidates, goals, seed=7).to_dict()
    variants = read_axes(["key=0..3"], DECK)
    swept = run_sweep(DECK, variants, seed=7, pool=lambda work: Here(work, tasks))
    assert len(tasks) == 8
    assert swept.to_dict() == run_sweep(DECK, variants, seed=7).to_dict()


def test_what_a_journal_has_is_not_asked_for() -> None:
    class Journal:
        def __init__(self) -> None:
            self.answers = {1: '{"old":1}'}

        def add(self, number: int, text: str) -> None:
            written.append((number, text))

    class Pool(Here):
        def __init__(self) -> None:
            pass

        def map(self, tasks: Iterable[Task], several: int) -> Iterator[tuple[int, Answer] | None]:
            assert several == 2
            yield None
            for task in tasks:
                yield task.number, {"of": task.number, "remark": "slow"}

    written: list[tuple[int, str]] = []
    told: list[tuple[int, int]] = []
    journal: Any = Journal()
    asking = Asking(Pool(), journal, lambda done, asked: told.append((done, asked)))
    found = list(asking.ask([0, 1, 2], lambda number: Task(number, (), None, (), None, None, 7)))
    assert found == [(1, '{"old":1}'), None, (0, '{"of":0}'), (2, '{"of":2}')]
    assert written == [(0, '{"of":0}'), (2, '{"of":2}')]
    assert told == [(2, 3), (3, 3)]
    assert list(asking.remarks) == ["slow"]

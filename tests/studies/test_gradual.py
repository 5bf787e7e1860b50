"""A deck of a study that is answered bit by bit: at any moment it has the answer of as many trials."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from yisp.compile.pipeline import compile_deck
from yisp.deck.changes import UNCHANGED
from yisp.deck.load import loads
from yisp.simulate.stop import Stop
from yisp.studies.figures import figures_of
from yisp.studies.work.decks import WORTH_BUILDING, Decks
from yisp.studies.work.gradual import Gradual
from yisp.studies.work.together import Together
from yisp.studies.work.work import Task, Work, work_of
from yisp.studies.work.worker import begin

DECK = """\
deck:
  cards:
    scout: {count: 3, attribute: [start]}
    gate: {count: 2, program: '@;(# X B);(# D.scout.1 H)'}
    rest: {count: 35}
simulate:
  tests:
    easy: {combos: {one: {hand: [a:start]}}}
    told: {exec-program: true, header: '(print |H|)', combos: {one: {hand: [a:start]}}}
    plain: {method: sample, exec-program: true, combos: {one: {hand: [a:start]}}}
"""
AHEAD = DECK.replace("method: sample", "method: exact, policy: staged-search")
"""A deck of which one topic has a policy that cannot play it as it asks for."""

CIRCLE = """\
deck:
  cards:
    gate: {count: 2, program: '@;(# H.rest B);(# B.rest H)'}
    rest: {count: 3}
simulate:
  tests:
    t: {method: exact, policy: best, exec-program: true, start-card: 3, combos: {one: {grave: [rest]}}}
"""
"""A deck that has no exact answer, and insists on one."""


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No exact answer is known before one is tried for."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))


def work(*topics: str, text: str = DECK) -> Work:
    deck = loads(text, "deck.yml")
    program = compile_deck(deck)
    figures = figures_of(program, [program.topic(name) for name in topics])
    return work_of(deck, UNCHANGED, {}, topics, figures, target="python", tallies=True)


def task(trials: int | None = None, size: int | None = None, method: str | None = None) -> Task:
    return Task(0, (), size, (), method, trials, 7)


def gradual(asked: Work, one: Task) -> Gradual:
    return Gradual(asked, Decks(asked), one, Stop())


def at_once(asked: Work, one: Task) -> dict[str, Any]:
    return begin(asked)(one)[1]


def state(deck: Gradual) -> tuple[Any, ...]:
    return deck.opened, deck.exact, deck.trials, deck.over


def test_what_is_counted_is_counted_on() -> None:
    asked = work("told", "plain")
    deck = gradual(asked, task())
    assert state(deck) == (False, True, 0, False) and deck.answer() is None
    assert deck.sample(10) == 10
    assert state(deck) == (True, None, 10, False)
    assert deck.answer() == at_once(asked, task(10))
    deck.try_exactly(lambda: None)
    assert deck.sample(300) == 300
    assert state(deck) == (True, False, 310, False)
    assert deck.answer() == at_once(asked, task(310))


def test_only_what_is_not_exact_is_counted_on() -> None:
    asked = work("easy", "told")
    deck = gradual(asked, task())
    assert deck.sample(5) == 5
    deck.try_exactly(lambda: None)
    assert state(deck) == (True, False, 5, False)
    assert deck.sample(7) == 7
    assert deck.answer() == at_once(asked, task(12))


def test_before_all_topics_are_known_there_is_no_answer() -> None:
    deck = gradual(work("easy", "told"), task())
    deck.try_exactly(lambda: None)
    assert state(deck) == (True, False, 0, False) and deck.answer() is None


def test_an_exact_answer_is_all_that_can_be_known() -> None:
    asked = work("easy")
    deck = gradual(asked, task())
    deck.open()
    assert state(deck) == (True, None, 0, False) and deck.answer() is None
    deck.try_exactly(lambda: None)
    assert state(deck) == (True, True, 0, True)
    assert deck.sample(10) == 0
    assert deck.answer() == at_once(asked, task())
    sampled = gradual(asked, task(method="sample"))
    sampled.try_exactly(lambda: None)
    assert state(sampled) == (True, None, 0, False)


def test_a_strict_deck_is_played_until_its_notices() -> None:
    """That of one topic leaves the other to go on; `trials` are the fewest."""
    strict = DECK.replace("simulate:", "simulate:\n  strict: true").replace("(print |H|)", "(# B.1 J)")
    deck = gradual(work("plain", "told", text=strict), task(method="sample"))
    assert deck.sample(4) == deck.trials == 1
    assert deck.sample(4) == 0 and not deck.over
    while not deck.over:
        deck.sample(1000)
    assert state(deck) == (True, None, 1, True)


def test_what_is_not_asked_about_keeps_nobody_from_an_answer() -> None:
    asked = work("easy", text=AHEAD)
    deck = gradual(asked, task())
    deck.try_exactly(lambda: None)
    assert deck.answer() == at_once(asked, task())


@pytest.mark.parametrize(
    ("topic", "text", "one", "reason"),
    [
        ("easy", DECK, task(size=3), "no card fills the deck up"),
        ("plain", AHEAD, task(), "it looks ahead in the world of each trial"),
        ("t", CIRCLE, task(), "play can go round in a circle"),
    ],
    ids=["a deck that does not add up", "a policy that cannot play", "no exact answer"],
)
def test_why_there_is_no_answer(topic: str, text: str, one: Task, reason: str) -> None:
    asked = work(topic, text=text)
    deck = gradual(asked, one)
    deck.try_exactly(lambda: None)
    assert deck.over
    answer = deck.answer()
    assert answer is not None and answer == at_once(asked, one)
    assert reason in str(answer["reason"])
    assert answer["possible"] == (one.size is None)


@pytest.mark.parametrize(
    ("target", "in_browser", "builds"), [("auto", False, [1]), ("python", False, []), ("auto", True, [])]
)
def test_a_module_is_built_for_all_decks_once_they_were_played_for_long(
    target: str, in_browser: bool, builds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[int] = []
    monkeypatch.setattr("yisp.studies.work.decks.IN_BROWSER", in_browser)
    monkeypatch.setattr("yisp.studies.work.decks.WORTH_BUILDING", WORTH_BUILDING)
    monkeypatch.setattr("yisp.compile.builds.native.Build", lambda *_: built.append(1))
    deck = loads(DECK, "deck.yml")
    decks = Decks(work_of(deck, UNCHANGED, {}, ["easy"], [], target=target))
    program = compile_deck(deck)
    decks.played(program, WORTH_BUILDING / 2, "trials")
    decks.played(program, WORTH_BUILDING / 2, "worlds")
    decks.played(program, WORTH_BUILDING / 2, "trials")
    assert built == []
    decks.played(program, 0.1, "trials")
    assert built == builds
    decks.played(program, 9.0, "trials")
    assert built == builds


def test_what_is_ended_in_the_worlds_of_others_plays_no_more() -> None:
    asked = work("plain")
    other = Task(0, (), None, (), "sample", 9, 7, worlds=((), None, ()))
    with Stop() as stop, Together(asked, Decks(asked), other, stop) as together:
        assert (together.sample(4), together.trials, together.over) == (4, 4, False)
        stop.hear("interrupted")
        assert (together.sample(4), together.trials, together.over) == (0, 4, True)

"""Numbers that sharpen bit by bit are at any moment those of a run of as many trials."""

from __future__ import annotations

from typing import NoReturn

import pytest

from yisp.compile.builds import native
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.outcome import Outcome
from yisp.simulate.question import WORTH_STRATA
from yisp.simulate.result import Result
from yisp.simulate.run import run_program
from yisp.simulate.sharpening import PLAIN, Sharpening
from yisp.simulate.stop import Stop

DECK = """\
deck:
  cards:
    scout: {count: 3, attribute: [start]}
    gate: {count: 2, program: '@;(# X B);(# D.scout.1 H)'}
    lamp: {count: 2, program: '[1]@;(# D.3 H)'}
    rest: {count: 33}
simulate:
  tests:
    easy: {combos: {one: {hand: [a:start]}}}
    hard: {exec-program: true, header: '(print |H|)', combos: {one: {hand: [a:start]}}, stats: {n: '|H|'}}
    plain: {method: sample, exec-program: true, combos: {one: {hand: [a:start]}}}
"""
"""`hard` has no exact answer that `auto` takes, so it is weighted in a long run; `plain` never is."""


def program(text: str = DECK) -> Program:
    return compile_deck(loads(text, "deck.yml"))


def told(outcome: Outcome) -> list[object]:
    return Result(outcome).to_dict()["topics"]  # type: ignore[no-any-return]


def at_once(compiled: Program, topic: int, count: int) -> list[object]:
    return told(run_program(compiled, seed=7, count=count, topics=[topic]))


def test_as_a_run_of_as_many_trials() -> None:
    compiled = program()
    with Sharpening(compiled, 7, Stop()) as run:
        assert (run.outcome().target, run.outcome().remark, run.outcome().partial) == ("python", None, False)
        for topic in run.topics:
            topic.sample(10)
        assert [topic.trials for topic in run.topics] == [10, 10, 10]
        assert run.outcome().seconds > 0
        run.topics[0].answer_exactly(lambda: None)
        run.topics[1].answer_exactly(lambda: None)
        run.topics[2].answer_exactly(lambda: None)
        assert [topic.exact for topic in run.topics] == [True, False, False]
        for more in (1, 30, 1000, 5000):
            for topic in run.topics[1:]:
                topic.sample(more)
            easy, *rest = told(run.outcome())
            assert easy == at_once(compiled, 0, 1)[0]
            for topic, one in zip(run.topics[1:], rest, strict=True):
                assert one == at_once(compiled, topic.index, topic.trials)[0]


def test_a_long_run_is_weighted_and_never_goes_back() -> None:
    compiled = program()
    with Sharpening(compiled, 7, Stop()) as run:
        hard = run.topics[1]
        hard.answer_exactly(lambda: None)
        trials = []
        while hard.trials <= WORTH_STRATA:
            hard.sample(30_000)
            trials.append(hard.trials)
            assert told(run.outcome()) == at_once(compiled, 1, hard.trials)
        assert trials == sorted(trials)
        assert "weighted by" in (Result(run.outcome()).topics["hard"].reason or "")


def test_before_an_exact_answer_was_tried_for_nothing_is_weighted() -> None:
    with Sharpening(program(), 7, Stop()) as run:
        hard = run.topics[1]
        hard.sample(2 * WORTH_STRATA)
        assert (hard.trials, hard.exact) == (PLAIN, None)


def test_an_exact_answer_can_be_left_and_tried_again() -> None:
    class Enough(Exception):
        pass

    slow = DECK.replace("count: 33}", "count: 33, program: '[1]@;(# D.1 H)'}").replace("(print |H|)", "")

    def heed() -> None:
        raise Enough

    with Sharpening(program(slow), 7, Stop()) as run:
        hard = run.topics[1]
        hard.sample(5)
        with pytest.raises(Enough):
            hard.answer_exactly(heed)
        assert hard.exact is None
        hard.sample(5)
        assert hard.trials == 10
        calls: list[int] = []
        hard.answer_exactly(lambda: calls.append(1))
        assert hard.exact is not None and calls


def test_a_stop_keeps_what_was_counted() -> None:
    stop = Stop()
    with Sharpening(program(), 7, stop) as run:
        plain = run.topics[2]
        plain.sample(100)
        stop.hear("left")
        plain.sample(10**9)
        assert plain.trials == 100


def test_a_halted_table_ends_a_trial_in_its_middle() -> None:
    import threading

    endless = DECK.replace("[1]@;(# D.3 H)", "[1]@;(while 1 (= x (+ x 1)))").replace(
        "simulate:", "simulate:\n  limits: {steps: 1000000000}"
    )
    stop = Stop()

    def halt() -> None:
        stop.hear("left")
        stop.halt()

    with Sharpening(program(endless), 7, stop) as run:
        timer = threading.Timer(0.2, halt)
        timer.start()
        run.topics[2].sample(10**6)
        timer.join()
        assert run.topics[2].trials < 10**6


def test_a_strict_run_ends_with_its_notice() -> None:
    strict = DECK.replace("simulate:", "simulate:\n  strict: true").replace(
        "gate: {count: 2", "gate: {count: 9"
    )
    with Sharpening(program(strict), 7, Stop()) as run:
        plain = run.topics[2]
        while not plain.stopped:
            plain.sample(1000)
        assert told(run.outcome()) == at_once(program(strict), 2, 10**6)


def test_a_policy_plays_in_worlds() -> None:
    text = DECK.replace("plain: {", "plain: {policy: random, ")
    compiled = program(text)
    with Sharpening(compiled, 7, Stop()) as run:
        plain = run.topics[2]
        plain.answer_exactly(lambda: None)
        plain.sample(20)
        plain.sample(30)
        assert told(run.outcome()) == at_once(compiled, 2, 50)


@pytest.mark.parametrize("policy", ["", "policy: random, "])
def test_why_the_native_target_is_not_had_is_told(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> NoReturn:
        raise native.BuildError("no compiler")

    monkeypatch.setattr(native, "build", fails)
    compiled = program(DECK.replace("plain: {", f"plain: {{{policy}"))
    with Sharpening(compiled, 7, Stop(), target="native", only=[2]) as run:
        run.topics[0].sample(1)
        assert run.outcome().remark == "running in python, which is slower: no compiler"


@pytest.mark.slow
def test_where_only_an_exact_answer_would_do() -> None:
    text = DECK.replace("plain: {method: sample", "plain: {method: exact").replace(
        "exec-program: true, combos: {one: {hand: [a:start]}}}\n",
        "exec-program: true, header: '(while 1 (= x (+ x (rand 0 1))))', combos: {one: {hand: [a:start]}}}\n",
    )
    with Sharpening(program(text), 7, Stop()) as run, pytest.raises(NoExactAnswer):
        run.topics[2].answer_exactly(lambda: None)

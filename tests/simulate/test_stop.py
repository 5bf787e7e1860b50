"""Why a run ends: what is noted up to the last moment counts."""

from __future__ import annotations

import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from running import compile_text, deck_text

import yisp
from yisp.simulate import run, stop
from yisp.simulate.counting.counts import Tally
from yisp.simulate.playing.play import Play
from yisp.simulate.run import run_program
from yisp.simulate.worlds.worlds import Players
from yisp.studies.comparison import compare, sensitivity

TEXT = deck_text(
    {"ash": {"count": 3}, "rest": {"count": 17}},
    {"t": {"method": "sample", "combos": {"one": {"hand": ["ash"]}}}},
)


class Late(stop.Stop):
    """One that is told to end when all trials are done, before it has left."""

    def __exit__(self, *error: Any) -> None:
        self.hear(stop.TIME)
        super().__exit__(*error)


def signalled(number: int) -> None:
    signal.raise_signal(number)


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """What a fresh process does when told to end: a test before may have called a program that listens, and
    whoever runs the tests may not want to hear that a terminal is closed (``nohup``)."""
    usual = dict.fromkeys((signal.SIGTERM, signal.SIGHUP), signal.SIG_DFL)
    usual |= {signal.SIGINT: signal.default_int_handler}
    before = {number: signal.signal(number, handler) for number, handler in usual.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_outside_of_counting_what_ends_it_is_raised_at_once() -> None:
    with stop.listening():
        for number, reason in ((signal.SIGTERM, stop.TERMINATE), (signal.SIGHUP, stop.HANG_UP)):
            with pytest.raises(stop.Ended) as raised:
                signalled(number)
            assert stop.reason_of(raised.value) == reason
        signalled(stop.LIMIT)  # nobody has announced anything
        with pytest.raises(stop.Ended) as raised:
            stop.announce(stop.MEMORY)
            time.sleep(60)
        assert raised.value.reason == stop.MEMORY
    assert stop.reason_of(KeyboardInterrupt()) == stop.INTERRUPT
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_while_trials_are_counted_it_is_noted_and_only_a_second_interrupt_is_raised() -> None:
    with stop.listening(), stop.Stop() as noted:
        assert not noted.heard
        signalled(signal.SIGTERM)
        signalled(signal.SIGINT)
        assert noted.reason == stop.TERMINATE, "the first reason counts"
        with pytest.raises(KeyboardInterrupt):
            signalled(signal.SIGINT)
    with stop.Stop() as noted:  # in a program of somebody else's, which keeps its own handlers
        before = signal.getsignal(signal.SIGTERM)
        signalled(signal.SIGINT)
        assert noted.reason == stop.INTERRUPT and before == signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) == signal.default_int_handler


class Table:
    """What is being counted."""

    def __init__(self) -> None:
        self.halted = threading.Event()

    def halt(self) -> None:
        self.halted.set()


def test_what_is_still_busy_after_a_while_is_halted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stop, "GRACE", 0.01)
    first, second = Table(), Table()
    with stop.listening(), stop.Stop() as noted:
        noted.guard(first)
        assert not first.halted.is_set()
        stop.announce(stop.TIME)
        assert first.halted.wait(60) and noted.reason == stop.TIME
        noted.guard(second)
        assert second.halted.is_set(), "nothing is begun any more"


def test_what_gets_lost_in_a_destructor_is_raised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr(sys, "__unraisablehook__", seen.append)
    with stop.listening():
        other = SimpleNamespace(exc_value=ValueError())
        sys.unraisablehook(other)  # type: ignore[arg-type]
        assert seen == [other]
        with pytest.raises(stop.Ended) as raised:
            sys.unraisablehook(SimpleNamespace(exc_value=stop.Ended(stop.TIME)))  # type: ignore[arg-type]
            time.sleep(60)
        assert raised.value.reason == stop.TIME and seen == [other]


@pytest.mark.parametrize("where", [run, compare, sensitivity], ids=["run", "compare", "sensitivity"])
def test_a_limit_that_comes_with_the_last_trial_is_not_lost(
    where: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever runs one deck after the other would go on for ever: the limit is announced once."""
    monkeypatch.setattr(where, "Stop", Late)
    program = compile_text(TEXT)
    if where is run:
        assert run.run_program(program, count=20, seed=7).ended == stop.TIME
    elif where is compare:
        builds = [("one", program), ("other", program)]
        assert compare.compare(builds, count=20, seed=7).ended == stop.TIME
    else:
        from running import load_text

        assert sensitivity.sensitivity(load_text(TEXT), count=20, seed=7).ended == stop.TIME


@pytest.mark.parametrize(("strict", "topics"), [(True, ["first", "bad"]), (False, ["first", "bad", "last"])])
def test_a_strict_run_ends_with_the_topic_that_has_a_notice(strict: bool, topics: list[str]) -> None:
    """What comes behind it is not played at all."""
    plain = {"method": "sample", "combos": {"one": {"hand": ["a"]}}}
    tests = {"first": plain, "bad": {**plain, "header": "(# B.1 J)"}, "last": plain}
    deck = yisp.loads(deck_text({"a": {"count": 9}}, tests), "deck.yml")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = yisp.run(deck, strict=strict, count=50, seed=7, target="python")
    assert (found.stopped_by, list(found.topics)) == ("bad" if strict else None, topics)


@pytest.mark.parametrize(("kind", "policies"), [(Play, None), (Players, ["greedy", "random"])])
def test_where_memory_runs_out_whole_blocks_count(
    kind: Any, policies: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the last one had counted by then is forgotten."""
    program, real = compile_text(TEXT.replace('"combos"', '"exec-program": true, "combos"')), kind.run
    asked = {"seed": 7, "method": "sample", "target": "python", "policies": policies, "jobs": 1}

    whole: list[int] = []

    def run(play: Any, first: int, last: int) -> None:
        real(play, first, last)
        if first > 2:
            raise MemoryError
        whole.append(last)

    def counted(outcome: Any) -> list[Any]:
        figures = [(topic.policy.kind, one) for topic in outcome.topics for one in topic.counts.to_data()]
        return [(kind, one.histogram if isinstance(one, Tally) else one) for kind, one in figures]

    with monkeypatch.context() as patch:
        patch.setattr(kind, "run", run)
        short = run_program(program, count=5000, **asked)
    trials = short.topics[0].counts.trials
    assert short.ended == stop.MEMORY and trials == whole[-1] < 5000
    assert counted(short) == counted(run_program(program, count=trials, **asked))

"""Timing a deck, for those who write its scripts.

What comes in: a deck file's content.  What goes out, each as soon as it is known, in seconds: compiling it,
building it, a trial of each topic on each target, and how the time of a topic's effects is shared.  An
effect's share is measured on the python target, by a clock around each of its runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from ...compile.builds import native
from ...compile.pipeline import compile_deck
from ...compile.program import Program
from ...deck.changes import UNCHANGED, Changes
from ...deck.load import load_file
from ...deck.reading.files import SourceFile
from ...structs import dataclass
from ..counting.statistics import rate_half_width
from ..playing.play import Play, python_functions

SEED = 7


@dataclass(slots=True)
class EffectTiming:
    """An effect: runs a trial (activated or not), activations a trial, and its share of the time."""

    name: str
    runs: float
    activations: float
    share: float


@dataclass(slots=True)
class TopicTiming:
    """A topic: seconds a trial by target, and half the width of the success rate's interval that a
    second of the fastest target gives; None for one without combos, which has no such rate."""

    name: str
    trial: dict[str, float] = field(default_factory=dict)
    half_width: float | None = None
    effects: list[EffectTiming] = field(default_factory=list)


@dataclass(slots=True)
class LoadTiming:
    """Seconds until the deck is a program."""

    load: float
    compile: float


@dataclass(slots=True)
class BuildTiming:
    """Seconds; None where the native target cannot be had, and ``remark`` says why."""

    build: float | None
    remark: str | None


Timing = LoadTiming | BuildTiming | TopicTiming


def time_program(
    file: SourceFile,
    topics: Sequence[int] | None,
    seconds: float,
    given: Mapping[str, int],
    changes: Changes = UNCHANGED,
) -> Iterator[Timing]:
    """Time a deck, each topic for about ``seconds`` on each target.

    ``given`` are the parameters that have other values than their defaults.
    """
    began = time.perf_counter()
    deck = load_file(file, changes)
    loaded = time.perf_counter()
    program = compile_deck(deck).with_parameters(given)
    compiled = time.perf_counter()
    yield LoadTiming(loaded - began, compiled - loaded)
    run, build, remark = None, None, None
    try:
        run = native.build(program, anew=True)
        build = time.perf_counter() - compiled
    except native.BuildError as error:
        remark = str(error)
    functions = python_functions(program.python_source)
    yield BuildTiming(build, remark)
    for index in range(len(program.topics)) if topics is None else topics:
        timing = TopicTiming(program.topics[index].name)
        play = Play(program, index, SEED, functions=functions)
        timing.trial["python"] = _seconds_a_trial(play, seconds)
        if run is not None:
            play = Play(program, index, SEED, native=run)
            timing.trial["native"] = _seconds_a_trial(play, seconds)
        if program.topics[index].combos:
            counts = play.counts()
            a_second = int(1 / min(timing.trial.values()))
            successes = round(counts.successes / counts.trials * a_second)
            timing.half_width = rate_half_width(successes, max(a_second, 1))
        if program.topics[index].exec_program:
            timing.effects = _effects(program, index, functions, seconds / 2)
        yield timing


def _seconds_a_trial(play: Play, seconds: float) -> float:
    """Run blocks that double until one takes half the time; that one counts."""
    first, block = 0, 64
    while True:
        began = time.perf_counter()
        play.run(first, first + block)
        took = time.perf_counter() - began
        if took >= seconds / 2:
            return took / block
        first += block
        block *= 2


def _effects(
    program: Program, topic: int, functions: dict[str, Callable[..., Any]], seconds: float
) -> list[EffectTiming]:
    spent = [0.0] * len(program.effects)
    runs = [0] * len(program.effects)

    def timed(number: int, effect: Callable[..., Any]) -> Callable[..., Any]:
        def run(table: Any, card: int) -> None:
            began = time.perf_counter()
            try:
                effect(table, card)
            finally:
                spent[number] += time.perf_counter() - began
                runs[number] += 1

        return run

    clocked = dict(functions)
    for number in range(len(program.effects)):
        clocked[f"effect_{number}"] = timed(number, functions[f"effect_{number}"])
    play = Play(program, topic, SEED, functions=clocked)
    _seconds_a_trial(play, seconds)
    counts = play.counts()
    whole = sum(spent) or 1.0
    return [
        EffectTiming(
            f"{program.kinds[kind][0]}[{number}]",
            runs[index] / counts.trials,
            counts.activations[index] / counts.trials,
            spent[index] / whole,
        )
        for index, (kind, number) in enumerate(program.effects)
    ]

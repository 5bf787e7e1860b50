"""Short ways to compile a deck, to run its trials on either target and to look at what came of them."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from yisp.compile.builds import native
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.simulate.counting.probabilities import ExactCounts
from yisp.simulate.exact.exact import played_counts
from yisp.simulate.playing.play import Play, python_functions
from yisp.simulate.worlds.worlds import Scanning

Data = Mapping[str, Any]


def deck_text(
    cards: Data, tests: Data, *,
    alias: Data | None = None, define: Data | None = None, simulate: Data | None = None,
) -> str:  # fmt: skip
    """A deck file with those sections.  (JSON is YAML.)"""
    deck = {"cards": cards} | ({"alias": alias} if alias else {}) | ({"define": define} if define else {})
    return json.dumps({"deck": deck, "simulate": {**(simulate or {}), "tests": tests}}, ensure_ascii=False)


def load_text(text: str) -> Deck:
    """Every key of it means something: a test of one that is ignored would test nothing."""
    deck = loads(text, "deck.yml")
    ignored = [one.message for one in deck.diagnostics if one.code == "Y202"]
    assert not ignored, ignored
    return deck


def compile_text(text: str) -> Program:
    return compile_deck(load_text(text))


def open_play(program: Program, target: str, topic: int = 0, seed: int = 7) -> Play:
    """A topic ready to run on that target; on "stages", in python and natively stage by stage; on "worlds"
    and "native worlds", in worlds."""
    if target in ("worlds", "native worlds"):
        policy = program.topics[topic].policy.but(kind="greedy")
        if target == "native worlds":
            run = native_module(program, native.Entry.WORLDS)
            return Scanning(program, topic, seed, policy, native=run)
        return Scanning(program, topic, seed, policy, functions=python_functions(program.python_source))
    if target in ("python", "stages"):
        entry = native.Entry.STAGES
        built = target == "stages" and native_module(program, entry)
        return Play(
            program, topic, seed, functions=python_functions(program.python_source), stages=built or None
        )
    return Play(program, topic, seed, native=native_module(program))


def exact_counts(play: Play, budget: int, *how: Any, **named: Any) -> ExactCounts:
    """The exact answer of a topic, whoever found it."""
    return played_counts(play, budget, *how, **named)[0]


def native_module(program: Program, entry: native.Entry = native.Entry.TRIALS) -> native.Run:
    """The program's native module, built in this process, which imports Cython for all of them once."""
    run = native.load_cached(program, entry)
    if run is None:
        _prepare()
        native.build_here(program, entry)
        run = native.load_cached(program, entry)
        assert run is not None
    return run


@cache
def _prepare() -> None:
    native.lighten_cython()


class Row(NamedTuple):
    """The record of one trial; combos are followed by what is watched, a stat that failed is None."""

    trial: int
    score: int
    combos: tuple[bool, ...]
    stats: tuple[int | None, ...]


def rows(play: Play, first: int, last: int) -> Iterator[Row]:
    """Run those trials and read their records."""
    numbers = array("q")
    numbers.frombytes(play.records(first, last))
    combos, stats = len(play.topic.judged), len(play.topic.stats)
    width = 2 + combos + 2 * stats
    for start in range(0, len(numbers), width):
        row = numbers[start : start + width]
        pairs = row[2 + combos :]
        yield Row(
            row[0],
            row[1],
            tuple(map(bool, row[2 : 2 + combos])),
            tuple(value if there else None for value, there in zip(pairs[::2], pairs[1::2], strict=True)),
        )


def zones(play: Play) -> dict[str, list[int]]:
    """Where every card lies after the trial just run, by zone and in order; this looks at all of them."""
    return {letter: list(play.table.cards(index)) for index, letter in enumerate(play.program.zones)}


def names(play: Play, cards: Sequence[int]) -> list[str]:
    """The names of some cards."""
    kind_of = play.program.plan["kind_of"]
    return [play.program.kinds[kind_of[card]][0] for card in cards]


def named_zones(play: Play) -> dict[str, list[str]]:
    """The names of the cards in every zone that holds some."""
    return {letter: names(play, cards) for letter, cards in zones(play).items() if cards}


def notices(play: Play) -> list[tuple[str, int]]:
    """Code and number of every notice so far."""
    return [(notice.code, notice.count) for notice in play.counts().notices]

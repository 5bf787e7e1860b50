"""A deck with other counts, made of its family's program, is the deck that is compiled alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hunt.decks import draw, large_deck
from hunt.richer import draw_richer
from hunt.seated_walls import draw_seated_wall
from running import deck_text, native_module

from yisp.compile.builds import native
from yisp.compile.family import Family
from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.changes import Changes
from yisp.deck.load import load_file
from yisp.deck.reading.files import SourceFile
from yisp.lang.diagnostics import DeckError
from yisp.simulate.playing.play import Play, python_functions

SEED = os.environ["YISP_TESTS_SEED"]

OWN = "warnings", "cython_source"
"""What a family has in common."""


class Both:
    """A deck's family, and the same deck read and compiled anew."""

    def __init__(self, text: str) -> None:
        self.file = SourceFile("deck.yml", text)
        self.loaded = 0
        self.family = Family(self._load)

    def _load(self, changes: Changes) -> Any:
        self.loaded += 1
        return load_file(self.file, changes)

    def alone(self, counts: dict[str, int]) -> Program:
        return compile_deck(load_file(self.file, Changes(counts)))

    def compare(self, counts: dict[str, int]) -> None:
        """That both are the same program, or the same mistake."""
        try:
            alone = self.alone(counts)
        except DeckError as error:
            with pytest.raises(DeckError) as found:
                self.family.program(Changes(counts))
            assert str(found.value) == str(error)
            return
        found_out = Program.named(self.family.program(Changes(counts)).to_data())
        for name, expected in Program.named(alone.to_data()).items():
            if name not in OWN:
                assert found_out[name] == expected, name


def drawn_deck(seed: str, number: int) -> str:
    return draw(seed, number).text


def exchanges(random: Random, copies: dict[str, int], most: int) -> dict[str, int]:
    """Other counts of some cards, whose sum is mostly the same."""
    first, second = random.sample(sorted(copies), 2)
    moved = random.randint(0, min(copies[first], most))
    return {first: copies[first] - moved, second: copies[second] + moved - (random.random() < 0.1)}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))])
def test_drawn_decks(seed: int) -> None:
    """Effects that answer, functions, filters, presence, and cards of which the last copy goes."""
    random = Random(f"family {seed}")
    both = Both(large_deck(random, topics=3, lit=seed % 2 == 1))
    copies = {kind.name: kind.count for kind in load_file(both.file).kinds}
    for _ in range(6):
        both.compare(exchanges(random, copies, 9))
    assert both.loaded < 5, "most are not read again"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(100))
@pytest.mark.parametrize("drawn", [drawn_deck, draw_richer, draw_seated_wall])
def test_drawn_decks_of_all_sorts(drawn: Callable[[str, int], str], number: int) -> None:
    """Known positions, turns, walls, seats, cards beside the deck, families, policies: all there is."""
    random = Random(f"family {number}")
    both = Both(drawn(SEED, number))
    try:
        copies = {kind.name: kind.count for kind in load_file(both.file).kinds}
    except DeckError:
        return  # seats are drawn for decks that had none, and some functions cannot be theirs
    if len(copies) > 1:
        for _ in range(6):
            both.compare(exchanges(random, copies, 3))


CARDS = {
    "a": {"count": 3, "program": "[1](> |D.b| 1);@;(# D.b.1 H)"},
    "b": {"count": 3, "attribute": ["m"]},
    "c": {"count": 9},
}


def topic(**more: Any) -> dict[str, Any]:
    return {"start-card": 4, "exec-program": True, "combos": {"x": {"hand": ["b", "b"]}}, **more}


@pytest.mark.parametrize(
    ("cards", "more", "counts", "again"),
    [
        (CARDS, {}, {"a": 2, "c": 10}, False),
        (CARDS, {}, {"a": 0, "c": 12}, False),
        (CARDS, {}, {"a": 2}, True),  # another size
        (CARDS, {"start": {"hand": ["a", "a"]}}, {"a": 2, "c": 10}, False),
        (CARDS, {"start": {"hand": ["a", "a"]}}, {"a": 1, "c": 11}, True),  # one of them is not there
        ({**CARDS, "f": {"count": 2, "zone": "E"}}, {}, {"f": 3, "c": 8}, True),
        ({**CARDS, "f": {"count": 2, "kind": "b"}}, {}, {"f": 3, "c": 8}, True),
    ],
)  # fmt: skip
def test_what_is_read_again(
    cards: dict[str, Any], more: dict[str, Any], counts: dict[str, int], again: bool
) -> None:
    both = Both(deck_text(cards, {"t": topic(**more)}))
    both.family.program(Changes())
    both.compare(counts)
    assert both.loaded == 1 + again


def test_a_card_that_there_is_not() -> None:
    both = Both(deck_text(CARDS, {"t": topic()}))
    both.family.program(Changes())
    with pytest.raises(ValueError, match="no card 'z'"):
        both.family.program(Changes({"z": 1}))


def test_one_native_module_runs_all_of_a_family_and_nobody_else() -> None:
    both = Both(deck_text(CARDS, {"t": topic()}))
    run = native_module(both.family.program(Changes()))
    for counts in ({}, {"a": 2, "c": 10}, {"a": 0, "b": 1, "c": 14}):
        program = both.family.program(Changes(counts))
        assert native.key(program) == native.key(both.family.program(Changes()))
        functions = python_functions(program.python_source)
        python = Play(both.alone(counts), 0, 7, functions=functions).records(0, 300)
        assert Play(program, 0, 7, native=run).records(0, 300) == python, counts
    other = Both(deck_text({**CARDS, "d": {}}, {"t": topic()})).family.program(Changes())
    with pytest.raises(ValueError):
        Play(other, 0, 7, native=run).records(0, 1)

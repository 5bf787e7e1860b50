"""Time to compile: checking and lowering, taking the program from the cache, building native."""

from __future__ import annotations

from typing import Any

import pytest

from yisp.compile import native
from yisp.compile.front import program_for
from yisp.compile.pipeline import compile_deck
from yisp.deck.load import loads

from .conftest import Row
from .tasks import deck_named, source_of

DECKS = [deck_named("hand"), deck_named("effects")]


@pytest.fixture(params=DECKS, ids=lambda deck: deck.stem)
def deck(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_front(deck: Any, benchmark: Any, row: Row) -> None:
    data = deck.read_bytes()
    row("compile", f"{deck.stem}: load, check, lower", unit="ms")
    benchmark.pedantic(lambda: compile_deck(loads(data, deck.name)), rounds=10, warmup_rounds=1)


def test_cached(deck: Any, benchmark: Any, row: Row) -> None:
    row("compile", f"{deck.stem}: from the cache", unit="ms")
    benchmark.pedantic(program_for, args=(source_of(deck),), rounds=10, warmup_rounds=1)


def test_build(deck: Any, benchmark: Any, row: Row) -> None:
    program = program_for(source_of(deck))
    row("compile", f"{deck.stem}: native build", unit="ms")
    benchmark.pedantic(native.build, args=(program,), kwargs={"anew": True}, rounds=3, warmup_rounds=1)

"""Time to compile: checking and lowering, taking the program from the cache, building native."""

from __future__ import annotations

from typing import Any

import pytest

from yisp.compile.builds import native
from yisp.compile.front import program_for
from yisp.compile.pipeline import compile_deck
from yisp.deck.collection.index import made
from yisp.deck.load import loads
from yisp.deck.reading import files
from yisp.deck.reading.files import SourceFile

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


@pytest.mark.parametrize("written", [True, False], ids=["written", "known"])
def test_three_known_cards(
    written: bool, benchmark: Any, row: Row, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three cards of a packaged collection of two hundred, and the same deck that wrote them itself."""
    program = "'/(>= |D| 2);@;(# X B);(# D.2 H [draw])'"
    cards = "".join(
        f"  Known card {number}:\n    id: ['{number + 10**6}']\n    names: {{zh: 卡{number}号}}\n"
        f"    does: {{en: It draws., zh: 抽牌。}}\n    program: {program}\n"
        for number in range(200)
    )
    head = "collection: {name: bench, language: [en, zh]}\ntags: {draw: It draws.}\ncards:\n"
    file = tmp_path / "bench.yml"
    file.write_text(head + cards, encoding="utf-8")
    packed = SourceFile("bench.yml", file.read_bytes(), str(file))
    file.with_suffix(".json").write_text(made(packed), encoding="utf-8")
    monkeypatch.setattr(files, "COLLECTIONS", str(tmp_path))
    keys = f", program: {program}" if written else ""
    named = "".join(f"    Known card {number}: {{count: 3{keys}}}\n" for number in (7, 70, 170))
    deck = ("" if written else "use: [bench]\n") + (
        f"deck:\n  cards:\n{named}    rest: {{count: 31}}\n"
        "simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [rest]}}}}}\n"
    )
    how = "written in the deck" if written else "of a collection of 200"
    row("compile", f"three cards {how}: load, check, lower", unit="ms")
    assert all(kind.effects for kind in loads(deck, "deck.yml").kinds[:3])
    benchmark.pedantic(lambda: compile_deck(loads(deck, "deck.yml")), rounds=10, warmup_rounds=1)


def test_cached(deck: Any, benchmark: Any, row: Row) -> None:
    row("compile", f"{deck.stem}: from the cache", unit="ms")
    benchmark.pedantic(program_for, args=(source_of(deck),), rounds=10, warmup_rounds=1)


def test_build(deck: Any, benchmark: Any, row: Row) -> None:
    program = program_for(source_of(deck))
    row("compile", f"{deck.stem}: native build", unit="ms")
    benchmark.pedantic(native.build, args=(program,), kwargs={"anew": True}, rounds=3, warmup_rounds=1)

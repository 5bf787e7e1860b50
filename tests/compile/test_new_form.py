"""A form is added in one place, and is checked, lowered, run on both targets and documented."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from running import compile_text, deck_text, load_text, open_play, rows

from yisp.lang.diagnostics import DeckError
from yisp.lang.forms import FORMS, Argument, Engine, Kind, Purity, Repeat, Type, form


@pytest.fixture
def clamp() -> Iterator[str]:
    """``(clamp n low high)``: the number, kept within bounds."""

    @form(
        "clamp",
        Argument("n", Kind.NUMBER),
        Argument("low", Kind.NUMBER),
        Argument("high", Kind.NUMBER, Repeat.OPTIONAL),
        type=Type.NUMBER,
        purity=Purity.PURE,
        ours=True,
        summary="The number, but at least `low` and at most `high`.",
        example="(clamp 12 0 5)",
        gives="5",
    )
    def clamp(engine: Engine, n: Any, low: Any, high: Any = None) -> Any:
        least = engine.maximum(n, low)
        return least if high is None else engine.minimum(least, high)

    yield "clamp"
    del FORMS["clamp"]


def deck(stats: dict[str, str]) -> str:
    topic = {"start-card": 2, "header": "(= word 12)", "combos": {"c": {}}, "stats": stats}
    return deck_text({"a": {"count": 3}}, {"t": topic})


def test_it_runs(clamp: str, target: str) -> None:
    stats = {
        "(clamp word 0 5)": 5,
        "(clamp -1 |H|)": 2,
        "(+ (clamp 3 |H| 9) 1)": 4,
        "(clamp (clamp 1 2) 3)": 3,
    }
    play = open_play(compile_text(deck({text: text for text in stats})), target)
    (row,) = rows(play, 0, 1)
    assert row.stats == tuple(stats.values())


@pytest.mark.parametrize(
    ("text", "code"),
    [("(clamp 1)", "Y102"), ("(clamp 1 2 3 4)", "Y102"), ("(clamp H 1)", "Y103"), ('(clamp 1 "2")', "Y103")],
)
def test_it_is_checked(clamp: str, text: str, code: str) -> None:
    with pytest.raises(DeckError) as error:
        load_text(deck({"s": text}))
    assert [item.code for item in error.value.diagnostics] == [code]


def test_it_is_suggested_and_gone_afterwards(clamp: str) -> None:
    with pytest.raises(DeckError, match="clamp"):
        load_text(deck({"s": "(clanp 1 2)"}))


def test_it_is_generated(clamp: str) -> None:
    """The property tests draw from the declarations: nobody has to tell them."""
    from hunt.programs import Programs

    programs = Programs(Random(1))
    assert any("(clamp " in programs.pure_number() for _ in range(500))


def test_it_has_a_signature(clamp: str) -> None:
    assert FORMS["clamp"].signature == "(clamp n low [high])"


def test_a_name_is_declared_once(clamp: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        form("clamp", type=Type.VOID, purity=Purity.PURE, summary="", example="")(lambda engine: None)


def test_without_the_declaration_there_is_no_such_form() -> None:
    with pytest.raises(DeckError) as error:
        load_text(deck({"s": "(clamp 1 2)"}))
    assert [item.code for item in error.value.diagnostics] == ["Y101"]

"""A form is added in one place, and is checked, lowered, run on both targets and documented."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from running import compile_text, deck_text, load_text, open_play, rows

from yisp.lang.diagnostics import DeckError
from yisp.lang.forms import FORMS, Argument, Engine, Kind, Purity, Repeat, Type, form
from yisp.messages import say

SLOW_NATIVELY = True


@pytest.fixture
def nudge() -> Iterator[str]:
    """``(nudge n low high)``: the number, kept within bounds; a name that no form will ever have."""

    @form(
        "nudge",
        Argument("n", Kind.NUMBER),
        Argument("low", Kind.NUMBER),
        Argument("high", Kind.NUMBER, Repeat.OPTIONAL),
        type=Type.NUMBER,
        purity=Purity.PURE,
        ours=True,
        summary="The number, but at least `low` and at most `high`.",
        example="(nudge 12 0 5)",
        words=say("{n}, within bounds"),
        gives="5",
    )
    def nudge(engine: Engine, n: Any, low: Any, high: Any = None) -> Any:
        least = engine.maximum(n, low)
        return least if high is None else engine.minimum(least, high)

    yield "nudge"
    del FORMS["nudge"]


def deck(stats: dict[str, str]) -> str:
    topic = {"start-card": 2, "header": "(= word 12)", "combos": {"c": {}}, "stats": stats}
    return deck_text({"a": {"count": 3}}, {"t": topic})


def test_it_runs(nudge: str, target: str) -> None:
    stats = {
        "(nudge word 0 5)": 5,
        "(nudge -1 |H|)": 2,
        "(+ (nudge 3 |H| 9) 1)": 4,
        "(nudge (nudge 1 2) 3)": 3,
    }
    play = open_play(compile_text(deck({text: text for text in stats})), target)
    (row,) = rows(play, 0, 1)
    assert row.stats == tuple(stats.values())


@pytest.mark.parametrize(
    ("text", "code"),
    [("(nudge 1)", "Y102"), ("(nudge 1 2 3 4)", "Y102"), ("(nudge H 1)", "Y103"), ('(nudge 1 "2")', "Y103")],
)
def test_it_is_checked(nudge: str, text: str, code: str) -> None:
    with pytest.raises(DeckError) as error:
        load_text(deck({"s": text}))
    assert [item.code for item in error.value.diagnostics] == [code]


def test_it_is_suggested_and_gone_afterwards(nudge: str) -> None:
    with pytest.raises(DeckError, match="nudge"):
        load_text(deck({"s": "(nugde 1 2)"}))


def test_it_is_generated(nudge: str) -> None:
    """The property tests draw from the declarations: nobody has to tell them."""
    from hunt.programs import Programs

    programs = Programs(Random(1))
    assert any("(nudge " in programs.pure_number() for _ in range(500))


def test_it_has_a_signature(nudge: str) -> None:
    assert FORMS["nudge"].signature == "(nudge n low [high])"


def test_a_name_is_declared_once(nudge: str) -> None:
    with pytest.raises(ValueError, match="twice"):
        form("nudge", type=Type.VOID, purity=Purity.PURE, summary="", example="", words=say("{n}"))(
            lambda engine: None
        )


def test_without_the_declaration_there_is_no_such_form() -> None:
    with pytest.raises(DeckError) as error:
        load_text(deck({"s": "(nudge 1 2)"}))
    assert [item.code for item in error.value.diagnostics] == ["Y101"]

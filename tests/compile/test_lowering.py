"""What lowering makes of scripts, where no conformance test would notice: work saved, and room."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import pytest
from running import deck_text, load_text

from yisp.compile import nodes
from yisp.compile.lowering.deck import lower
from yisp.compile.lowering.values import DEEPEST
from yisp.compile.operators import Way


def lowered(*effects: str, **topic: Any) -> nodes.TopicCode:
    """The one topic of a small deck; the effects are the first card's."""
    cards = {"a": {"count": 2, "program": effects, "attribute": ["x"]}, "b": {"count": 2, "attribute": ["x"]}}
    deck = deck_text(cards, {"t": {"start-card": 1, "combos": {"c": {}}, **topic}})
    (code,) = lower(load_text(deck)).module.topics
    return code


def header(script: str, *effects: str) -> list[str]:
    """The sorts of statements that a header becomes."""
    code = lowered(*effects, header=script)
    return [type(one).__name__ for one in nodes.every(code.scripts["header"].body)]


def test_only_where_draws_are_answered_they_are_announced() -> None:
    assert header("(# D.1 H [draw])") == ["MoveTop"]
    assert header("(# D.1 H [draw])", "[on >H](= word 1)") == ["MoveTop"]
    assert header("(# D.1 H)", "[on draw](= word 1)") == ["MoveTop"]
    assert header("(# D.1 H [draw])", "[on draw](= word 1)") == ["BeginDraw", "MoveTop", "EndDraw"]


@pytest.mark.parametrize(
    "hand",
    [["a", "b"], ["b", "a"], ["a", "a:x"], ["2x a", "b", "a:x"], ["0x a", "b"], ["a", "1-2x b"]],
    ids=str,
)
@pytest.mark.parametrize("match", ["first", "best"])
def test_counting_is_enough_where_sorts_do_not_overlap_or_the_smaller_comes_first(
    hand: list[str], match: str
) -> None:
    (combo,) = lowered(match=match, combos={"c": {"hand": hand}}).combos
    assert not any(isinstance(one, nodes.Match) for one in nodes.every(combo.body))


def test_where_the_first_that_fits_can_be_the_wrong_one_cards_are_matched() -> None:
    wanted = {"c": {"hand": ["a:x", "a"]}}
    (combo,) = lowered(combos=wanted).combos
    assert any(isinstance(one, nodes.Match) for one in nodes.every(combo.body))
    (combo,) = lowered(match="best", combos=wanted).combos
    assert not any(isinstance(one, nodes.Match) for one in nodes.every(combo.body))


def test_a_search_right_before_a_shuffle_looks_at_nothing_above() -> None:
    assert header("(# D.a.1 H);(shuffle D)") == ["MovePicked", "Shuffle"]
    assert header("(# D.a.1 H);(shuffle B)") == ["MoveFirst", "Shuffle"]
    assert header("(# D.a.1 H);(= word 1);(shuffle D)") == ["MoveFirst", "SetGlobal", "Shuffle"]
    assert header("(# D.a H);(shuffle D)") == ["MoveAll", "Shuffle"]


def test_what_is_put_into_a_zone_right_before_its_shuffle_comes_in_no_order() -> None:
    def way(script: str) -> list[Way]:
        body = lowered(header=script).scripts["header"].body
        return [one.way for one in body if isinstance(one, nodes.MoveAll)]

    assert way("(# H D);(shuffle D)") == [Way.BACK]
    assert way("(## H.a D);(shuffle D)") == [Way.BACK]
    assert way("(# H B);(shuffle D)") == [Way.ANY]
    assert way("(# D D);(shuffle D)") == [Way.ANY]
    assert way("(# H D);(= word 1);(shuffle D)") == [Way.ANY]


def test_a_trace_picks_as_well() -> None:
    """Between a search and its shuffle a trace's program says where it is."""
    topic = {"header": "(# D.a.1 H);(shuffle D)", "start-card": 0, "combos": {"c": {}}}
    (code,) = lower(load_text(deck_text({"a": {}, "b": {}}, {"t": topic})), trace=True).module.topics
    sorts = [type(one).__name__ for one in code.scripts["header"].body]
    assert sorts == ["Step", "MovePicked", "Step", "Shuffle"]


def test_branches_behind_loops_are_laid_flat_as_soon_as_others() -> None:
    def nesting(body: Sequence[nodes.Statement]) -> int:
        return max(
            (1 + max(map(nesting, nodes.parts(one))) for one in body if isinstance(one, nodes.If)), default=0
        )

    deepest = []
    for loops in range(4):
        code = lowered(header="(repeat 2 (# H.1 B));" * loops + "(if |H| " * 40 + "(# H.1 B)" + ")" * 40)
        deepest.append(nesting(code.scripts["header"].body))
    assert 0 < deepest[0] < 40
    assert deepest == deepest[:1] * 4


def test_numbers_that_need_no_look_take_none() -> None:
    assert header("(= word |H|)") == header("(= word |H.a|)") == header("(= word |H.a.2|)") == ["SetGlobal"]
    assert header("(= word |H.a.!2|)") == ["SetGlobal"]
    assert header("(= word |H.2.a|)") == ["ChooseZone", "Limit", "Keep", "ChosenSize", "SetGlobal"]


def test_arguments_are_held_only_where_something_comes_between() -> None:
    assert header("(= word (+ |H| |H.2.a|))")[-1:] == ["SetGlobal"]
    assert "Let" not in header("(= word (+ |H| |H.2.a|))")
    assert "Let" not in header("(= word (+ |H| (rand 1 2)))")
    assert header("(= word (+ |H| (/ 6 |B|)))").count("Let") == 1  # of the divisor
    assert "Let" not in header("(= word (+ |H| |H.(> copies 1)|))")
    assert "Let" in header("(= word (+ |H| (block (# H B) 1)))")
    assert "Let" in header("(= word (+ other (block (= other 1) 1)))")


def test_a_number_stands_in_no_statement() -> None:
    topic = {"start-card": 1, "header": "(= word 1);(= word (/ 1 |J|))", "stats": {"s": "(/ 6 |J|)"}}
    topic["combos"] = {"c": {"condition": "(/ 7 |J|)", "score": "(/ 8 |J|)"}}
    tables = lower(load_text(deck_text({"a": {}}, {"t": topic}))).tables
    found = {site.text: (site.where, site.statement) for site in tables.sites if site.code == "Y302"}
    assert found == {
        "(/ 1 |J|)": ("header", 1), "(/ 6 |J|)": ("stat", None),
        "(/ 7 |J|)": ("combo", None), "(/ 8 |J|)": ("combo", None),
    }  # fmt: skip


@pytest.mark.parametrize("form", ["(+ |H| {})", "(> |H| {})", "(not {})", "(min |H| {})"])
def test_expressions_are_cut_where_they_get_deep(form: str) -> None:
    """Targets bound how deep parentheses go."""
    lets = []
    for deep in range(DEEPEST + 2):
        script = "|D|"
        for _ in range(deep):
            script = form.format(script)
        lets.append(header(f"(= word {script})").count("Let"))
    assert lets == [0] * DEEPEST + [1, 1]


def test_the_deepest_nesting_finds_room() -> None:
    """However deep the interpreter lets us go: a form takes several calls of ours."""
    limit = sys.getrecursionlimit()
    script = "(if |H| " * 198 + "(# H.1 B)" + ")" * 198
    assert "MoveTop" in header(script)
    assert sys.getrecursionlimit() == limit

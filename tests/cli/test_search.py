"""``yispc search``: routes as lines and as JSON, their parts, and what cannot be searched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import saved, yispc


def test_the_routes_as_lines() -> None:
    said = yispc("search", "worked-example", "--seed", "7")
    lines = said.out.splitlines()
    assert (said.code, said.err) == (0, "")
    assert lines[1] == "18 routes to 15 positions, 24 moves tried"
    assert [line for line in lines if line.startswith("*")] == ["* 0-1-2  3253198  hyojo, karui+, shiko+"]


def test_the_routes_as_json() -> None:
    found = json.loads(yispc("search", "worked-example", "--json").out)
    assert list(found) == ["routes", "best", "leaves", "nodes"]
    assert (len(found["routes"]), found["best"], found["leaves"]) == (18, [0, 1, 2], 15)
    assert list(found["routes"][0]) == ["route", "moves", "evaluation"]


def test_the_parts_of_what_they_are_worth() -> None:
    found = json.loads(yispc("search", "worked-example", "--explain", "--json").out)
    parts = found["routes"][5]["parts"]
    assert (parts["r1"], parts["r29"], parts["evaluation"]) == (11111526132, 3137433000000, 3253198)
    shown = yispc("search", "worked-example", "--explain").out.splitlines()
    assert "Parts of 0-1-2:" in shown
    assert {f"r{number}" for number in range(1, 30)} <= {line.split()[0] for line in shown if line.strip()}


def test_a_parameter_and_another_turn() -> None:
    plain = yispc("search", "contest-focus", "--seed", "7", "--turn", "4").out
    assert "turn 4, seed 7" in plain.splitlines()[0]
    assert yispc("search", "contest-focus", "--seed", "7", "--turn", "4", "--set", "focus=9").out != plain


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("worked-example", "--turn", "11"), 2, "no turn 11"),
        (("worked-example", "--turn", "0"), 2, "--turn"),
        (("worked-example", "--topic", "t"), 2, "no topic"),
        (("worked-example", "--set", "levle=1"), 2, "no such parameter"),
        (("worked-exmaple",), 1, "worked-exmaple"),
    ],
)
def test_what_cannot_be_searched(words: tuple[str, ...], code: int, message: str) -> None:
    said = yispc("search", *words)
    assert said.code == code
    assert message in said.err


def test_what_has_more_moves_than_the_budget_is_said(tmp_path: Path) -> None:
    text = """
deck: {cards: {a: {count: 9, program: '[1]@;(# X B)'}}}
simulate: {tests: {t: {exec-program: true, policy: {kind: staged-search, budget: 1}, combos: {c: {B: [a]}}}}}
"""
    said = yispc("search", saved(tmp_path, text), "--seed", "7")
    assert (said.code, said.out) == (1, "") and said.err.startswith("yispc: the routes cannot be listed: ")


def test_checking_finds_what_cannot_be_asked(tmp_path: Path) -> None:
    deck = {
        "deck": {"cards": {"a": {"count": 9, "program": "@;(# X B);(on draw (shuffle D) [steady])"}}},
        "simulate": {"tests": {"t": {"exec-program": True, "stats": {"s": "(would [steady] 1)"}}}},
    }
    said = yispc("check", saved(tmp_path, json.dumps(deck)))
    assert said.code == 1
    assert "error[Y134]: `(would [steady] …)` asks what this effect would do" in said.err

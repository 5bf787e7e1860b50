"""Effects that are made of parts: an edit puts one in its place, and leaves the rest of the file."""

from __future__ import annotations

import difflib
from typing import Any

import pytest

from yisp.editor.services import Document, by_hand, edited, in_parts
from yisp.parts import NoPart

DECK = """\
# head
x: &shared '@;(# X B)'
deck:
  cards:
    flow: {count: 3}   # flow
    flows: {count: 1, program: ['@;(# X J)', "@;(# D.1 H)"]}
    quoted:
      count: 2   # block
      program: '@;(# D.1 H [draw])'  # its effect
    list:
      program:   # several
        - '[1]@;(# X B)'   # one
        - "@;(# D.2 B)"
      count: 2
    folded:
      program: >-   # long
        /|D|;@;
        (# D.1 H)
      # end
      count: 1
    lines:
      program: |
        @;(# X B)
      count: 4
    bare:
    plain:
      attribute:
        - one
      count: 2   # plain
    empty: {count: 1, program: }
    unset:
      count: 1
      program:
    anchored: {count: 2, program: &x '@;(# X B)'}
    anchored item: {count: 1, program: ['@', &y '@;(# X B)']}
    alias item: {count: 1, program: ['@', *y]}
    alias: {count: 2, program: *x}
    many: {each: {n: [1, 2]}, name: 'm{n}', program: '@;(# D.{n} H)'}
    rest: {count: 20}
"""
NEW: dict[str, Any] = {
    "when": {"once": True, "first": False, "zones": ["H"], "event": None},
    "before": [],
    "activates": True,
    "then": [
        {"part": "draw", "n": {"part": "whole", "n": 2}, "tags": ["draw"]},
        {"part": "shuffle", "zone": "D"},
    ],
}
SCRIPT = "[1]@;(# D.2 H [draw]);(shuffle D)"

EDITS: dict[tuple[str, int, bool], list[str]] = {
    ("flow", 0, True): [
        "-    flow: {count: 3}   # flow", f"+    flow: {{count: 3, program: '{SCRIPT}'}}   # flow",
    ],
    ("flows", 2, True): [
        """-    flows: {count: 1, program: ['@;(# X J)', "@;(# D.1 H)"]}""",
        f"+    flows: {{count: 1, program: ['@;(# X J)', '@;(# D.1 H)', '{SCRIPT}']}}",
    ],
    ("flows", 0, False): [
        """-    flows: {count: 1, program: ['@;(# X J)', "@;(# D.1 H)"]}""",
        "+    flows: {count: 1, program: ['@;(# D.1 H)']}",
    ],
    ("quoted", 0, True): [
        "-      program: '@;(# D.1 H [draw])'  # its effect", f"+      program: '{SCRIPT}'  # its effect",
    ],
    ("quoted", 1, True): [
        "-      program: '@;(# D.1 H [draw])'  # its effect",
        f"+      program: ['@;(# D.1 H [draw])', '{SCRIPT}']  # its effect",
    ],
    ("quoted", 0, False): ["-      program: '@;(# D.1 H [draw])'  # its effect"],
    ("list", 1, True): ['-        - "@;(# D.2 B)"', f'+        - "{SCRIPT}"'],
    ("list", 2, True): [f"+        - '{SCRIPT}'"],
    ("list", 0, False): ["-        - '[1]@;(# X B)'   # one"],
    ("folded", 0, True): [
        "-        /|D|;@;", "-        (# D.1 H)",
        "+        [1]@;", "+        (# D.2 H [draw]);", "+        (shuffle D)",
    ],
    ("lines", 0, True): [
        "-        @;(# X B)", "+        [1]@;", "+        (# D.2 H [draw]);", "+        (shuffle D)",
    ],
    ("plain", 0, True): [f"+      program: '{SCRIPT}'"],
    ("empty", 0, True): [
        "-    empty: {count: 1, program: }", f"+    empty: {{count: 1, program: '{SCRIPT}' }}",
    ],
    ("unset", 0, True): ["-      program:", f"+      program: '{SCRIPT}'"],
    ("bare", 0, True): ["-    bare:", f"+    bare: {{program: '{SCRIPT}'}}"],
}  # fmt: skip
"""By card, place and whether an effect is put there or taken away: the lines that change."""


@pytest.mark.parametrize(("card", "place", "puts"), EDITS)
def test_an_edit_changes_the_effect_and_nothing_else(card: str, place: int, puts: bool) -> None:
    document = Document(DECK)
    before = in_parts(document, card)["effects"]
    text = edited(document.source, by_hand(document, card, place, NEW if puts else None))
    changed = difflib.unified_diff(DECK.splitlines(), text.splitlines(), n=0, lineterm="")
    lines = [line for line in changed if line[:1] in "+-" and line[:3] not in ("+++", "---")]
    assert lines == EDITS[card, place, puts]
    after = in_parts(Document(text), card)["effects"]
    assert after == [*before[:place], *([NEW | {"whole": True}] if puts else []), *before[place + 1 :]]


@pytest.mark.parametrize("card", ["anchored", "anchored item", "alias", "alias item", "many", "nobody"])
def test_what_stands_elsewhere_or_is_shared_is_left_alone(card: str) -> None:
    document = Document(DECK)
    assert not in_parts(document, card)["able"]
    for effect in (NEW, None):
        with pytest.raises(NoPart):
            by_hand(document, card, 0, effect)


@pytest.mark.parametrize("place", [-1, 2, 10**9])
def test_there_is_no_such_place(place: int) -> None:
    with pytest.raises(NoPart):
        by_hand(Document(DECK), "quoted", place, NEW)


@pytest.mark.parametrize("code", ["x\x00", "\ud800", "a\nb: c", "' # "])
def test_script_of_a_stranger_stays_in_its_scalar(code: str) -> None:
    effect = {**NEW, "then": [{"part": "script", "code": code}]}
    document = Document(DECK)
    try:
        text = edited(document.source, by_hand(document, "quoted", 0, effect))
    except NoPart:
        return
    assert Document(text).read is not None
    for card in ("list", "flow", "rest"):
        assert in_parts(Document(text), card)["effects"] == in_parts(document, card)["effects"]


def test_a_card_of_a_collection_is_left_alone() -> None:
    text = "use: [ygo]\ndeck: {cards: {Pot of Greed: {count: 3}, rest: {count: 37}}}\n"
    text += "simulate: {tests: {t: {combos: {c: {hand: [rest]}}}}}\n"
    found = in_parts(Document(text), "Pot of Greed")
    assert not found["able"] and not found["effects"]


def test_names_are_those_of_the_deck() -> None:
    names = in_parts(
        Document(DECK.replace("'@;(# D.1 H [draw])'", "'@;(= summon 1);(# D.1 H [draw])'")), "list"
    )["names"]
    assert "rest" in names["card"] and names["tag"] == ["draw"] and names["variable"] == ["summon"]

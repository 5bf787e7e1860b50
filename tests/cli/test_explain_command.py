"""``yispc explain``: what effects do, as text and as JSON, of a deck and of one card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commanding import saved, yispc

DECK = """\
deck:
  cards:
    gate: {count: 3, description: 门, program: ['/|D.scout|;@;(fetch)', '[B]@;(# X J)']}
    "scout": {count: 4}
    rest: {count: 33}
  define:
    fetch(): '(# X B);(# D.scout.1 H)'
    idle(): '(shuffle D)'
simulate:
  tests:
    opening: {exec-program: true, header: '(= word 1)', combos: {start: {condition: '|H.scout|'}}, stats: {s: '|H|'}}
"""


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, DECK)
    return "deck.yml"


def test_a_card_may_be_called_otherwise(tmp_path: Path, deck: str) -> None:
    saved(tmp_path, DECK.replace("  define:", "  alias: {door: gate}\n  define:"), "other")
    said = yispc("explain", "other", "--card", "door")
    assert (said.code, said.out) == (0, yispc("explain", deck, "--card", "gate").out)


def test_a_deck_card_by_card_then_topics_and_functions_that_are_called(deck: str) -> None:
    said = yispc("explain", deck)
    assert (said.code, said.out) == (0, """\
gate (门)
  From the hand: if the deck holds a “scout”, do ‘fetch’.
  From the graveyard: banish this card.
opening
  header: Set ‘word’ to 1.
  condition of start: The hand holds a “scout”.
  stat s: The number of cards in the hand.
Functions
  fetch: Send this card to the graveyard. Add the first “scout” in the deck to the hand.
""")  # fmt: skip


def test_one_card_in_another_language(deck: str) -> None:
    said = yispc("explain", deck, "--card", "gate", "--lang", "ja")
    assert said.out.splitlines()[1:3] == [
        "  手札で発動：デッキに「scout」がある場合、『fetch』を行う。", "  墓地で発動：このカードを除外する。",
    ]  # fmt: skip
    assert "word" not in said.out and "fetch" in said.out.splitlines()[-1]


def test_a_card_that_does_nothing_and_one_that_is_not_there(deck: str) -> None:
    assert yispc("explain", deck, "--card", "scout").out == "No card does anything here.\n"
    said = yispc("explain", deck, "--card", "gaet")
    assert said.code == 2 and "did you mean gate?" in said.err


def test_parts_as_json(deck: str) -> None:
    data = json.loads(yispc("explain", deck, "--json").out)
    (gate,) = data["cards"]
    first, second = gate["entries"]
    assert (first["line"], first["calls"], second["calls"]) == (3, ["fetch"], [])
    (parts,) = second["sentences"]
    assert "".join(part["text"] for part in parts) == "From the graveyard: banish this card."
    spoken = {part["text"]: second["code"][part["start"] : part["end"]] for part in parts if part["end"]}
    assert spoken["this card"] == "X" and spoken["banish "] == "(# X J)"
    assert [one["title"] for one in data["functions"]] == ["fetch"]


def test_a_deck_with_mistakes_is_not_explained(deck: str) -> None:
    Path(deck).write_text(DECK.replace("(# X J)", "(# X j)"), encoding="utf-8")
    said = yispc("explain", deck)
    assert said.code == 1 and said.out == "" and "error[Y103]" in said.err

"""What is proposed while a line is being written."""

from __future__ import annotations

import pytest
from running import deck_text, load_text

from yisp.deck.files import SourceFile
from yisp.interactive.completion import proposals
from yisp.interactive.prompt import Prompt
from yisp.lang.forms import FORMS

CARDS = {
    "Ash Blossom": {"count": 3, "attribute": ["hand-trap", "light fiend"], "description": "灰流丽"},
    "ash": {"count": 3},
    "gate": {"count": 4, "attribute": ["trap"]},
}
DECK = load_text(
    deck_text(CARDS, {"going first": {"combos": {"c": {"hand": ["any"]}}}}, alias={"any": "a:trap"})
)


def proposed(line: str) -> list[str]:
    """The line as it could go on."""
    found = proposals(line, DECK, ["summon", "score"])
    return [line[: len(line) - one.length] + one.text for one in found]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("(# D.as", ['(# D."Ash Blossom"', "(# D.ash"]),
        ('(# D."Ash B', ['(# D."Ash Blossom"']),
        ("|H.!as", ['|H.!"Ash Blossom"', "|H.!ash"]),
        ("|H.ga", ["|H.gate"]),
        ("|H.an", ["|H.any"]),
        ("(# D.a:li", ['(# D.a:"light fiend"']),
        ("(# D.ash.a:", ["(# D.ash.a:hand-trap", '(# D.ash.a:"light fiend"', "(# D.ash.a:trap"]),
        ("(shu", ["(shuffle"]),
        ("(# D.1 ", ["(# D.1 H", "(# D.1 D", "(# D.1 F", "(# D.1 B", "(# D.1 J",
                     "(# D.1 summon", "(# D.1 score"]),
        ("(= su", ["(= summon"]),
        ('(print "a.as', []),
        ('(print "sum', []),
        ('(print "sum" su', ['(print "sum" summon']),
        ("(# D.nothing", []),
    ],
)  # fmt: skip
def test_in_a_script(line: str, wanted: list[str]) -> None:
    assert proposed(line) == wanted


def test_every_form_is_proposed() -> None:
    assert {line.removeprefix("(") for line in proposed("(")} == set(FORMS)
    about = {one.text: one.about for one in proposals("(", DECK, [])}
    assert about["shuffle"].startswith("Shuffle zone Z")


def test_an_alias_and_a_card_are_told_apart() -> None:
    about = {one.text: one.about for one in proposals("H.", DECK, [])}
    assert about == {'"Ash Blossom"': "灰流丽", "ash": "card", "gate": "card", "any": "alias",
                     "a:": "cards with an attribute"}  # fmt: skip


@pytest.mark.parametrize(
    ("line", "wanted"),
    [(":und", ["undo"]), (":t", ["topic", "trial"]), (":topic g", ["going first"]),
     (":activate ga", ["gate"]), (":zones ", []), ("(# D.ga", ["gate"])],
)  # fmt: skip
def test_at_the_prompt(line: str, wanted: list[str]) -> None:
    prompt = Prompt(DECK, lambda name: SourceFile(name, b""), seed=7)
    assert [one.text for one in prompt.proposals(line)] == wanted

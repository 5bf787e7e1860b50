"""What is proposed while a line is being written."""

from __future__ import annotations

import pytest
from running import deck_text, load_text

from yisp.deck.reading.files import SourceFile
from yisp.editor.answers.completion import proposals
from yisp.editor.text.names import Names
from yisp.interactive.prompt import Prompt
from yisp.lang.forms import FORMS

CARDS = {
    "Ash Blossom": {"count": 3, "attribute": ["hand-trap", "light fiend"], "description": "灰流丽"},
    "ash": {"count": 3, "kind": "Ash Blossom", "props": {"level": 3}, "program": "@;(# D.1 H [draw])"},
    "gate": {"count": 4, "attribute": ["trap"], "props": {"rank": 1}},
}
DECK = load_text(
    deck_text(
        CARDS,
        {"going first": {"combos": {"c": {"hand": ["any"]}}}},
        alias={"any": "a:trap"},
        define={"gain(x)": "(+ x 1)"},
    )
)
NAMES = Names(DECK)


def proposed(line: str) -> list[str]:
    """The line as it could go on."""
    found = proposals(line, NAMES, ["summon", "score"])
    return [line[: len(line) - one.length] + one.text for one in found]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("(# D.as", ['(# D."Ash Blossom"', "(# D.ash"]),
        ('(# D."Ash B', ['(# D."Ash Blossom"']),
        ("|H.!as", ['|H.!"Ash Blossom"', "|H.!ash"]),
        ("|H.ga", ["|H.gate"]),
        ("|H.an", ["|H.any"]),
        ("(# D.:|H.ga", ["(# D.:|H.gate"]),
        ("(# D.:|H|.ga", ["(# D.:|H|.gate"]),
        ("(# D.a:li", ['(# D.a:"light fiend"']),
        ("(# D.ash.a:", ["(# D.ash.a:hand-trap", '(# D.ash.a:"light fiend"', "(# D.ash.a:trap"]),
        ("(shu", ["(shuffle"]),
        ("(# D.1 ", ["(# D.1 H", "(# D.1 D", "(# D.1 F", "(# D.1 B", "(# D.1 J"]),
        ("(+ 1 ", ["(+ 1 summon", "(+ 1 score"]),
        ("(if x ", ["(if x H", "(if x D", "(if x F", "(if x B", "(if x J", "(if x summon", "(if x score"]),
        ("(> |", ["(> |H", "(> |D", "(> |F", "(> |B", "(> |J"]),
        ("(sum D ", ["(sum D level", "(sum D rank"]),
        ("(# D.(> l", ["(# D.(> level"]),
        ("(# D.(> (copies D) c", ["(# D.(> (copies D) copies"]),
        ("(muldiv 5 3 2 ", ["(muldiv 5 3 2 up", "(muldiv 5 3 2 down", "(muldiv 5 3 2 near"]),
        ("(on tu", ["(on turn-start", "(on turn-end"]),
        ("(on draw (times 2) (w", ["(on draw (times 2) (when", "(on draw (times 2) (while",
                                   "(on draw (times 2) (would"]),
        ("(! dr", ["(! draw"]),
        ("(# D.1 H ", ["(# D.1 H [draw]"]),
        ("(# D.1 H [d", ["(# D.1 H [draw]"]),
        ("(ga", ["(gain"]),
        ("(+ (gain 2) s", ["(+ (gain 2) summon", "(+ (gain 2) score"]),
        ("(= x 1);s", ["(= x 1);summon", "(= x 1);score"]),
        ("(# D.k:", ['(# D.k:"Ash Blossom"']),
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
    assert {line.removeprefix("(") for line in proposed("(")} == {*FORMS, "gain"}
    about = {one.text: one.about for one in proposals("(", NAMES, [])}
    assert about["shuffle"].startswith("Shuffle zone Z")


def test_an_alias_and_a_card_are_told_apart() -> None:
    about = {one.text: one.about for one in proposals("H.", NAMES, [])}
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


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("[", ["[1", "[^", "[H", "[D", "[F", "[B", "[J", "[on "]),
        ("[1 o", ["[1 on "]),
        ("[1 on d", ["[1 on draw"]),
        ("[on >", ["[on >B"]),
        ("[1]@;(# X", ["[1]@;(# X"]),
    ],
)
def test_at_the_beginning_of_an_effect(line: str, wanted: list[str]) -> None:
    found = proposals(line, NAMES, effect=True)
    assert [line[: len(line) - one.length] + one.text for one in found] == wanted

"""Another name for a card, everywhere in the file, or a sentence that says why not."""

from __future__ import annotations

from pathlib import Path

import pytest
from editing import DECK, at, marked

from yisp.editor.services import Document, Refused, edited, renamable, rename


def renamed(text: str, word: str, new: str) -> str:
    """The text when the card at the word has been given another name."""
    document = Document(text)
    place = document.source.position(text.index(word) + len(word) - len(word.lstrip()) + 1)
    return edited(document.source, rename(document, *place, new))


def refused(text: str, word: str, new: str = "new") -> str:
    with pytest.raises(Refused) as found:
        renamed(text, word, new)
    return str(found.value)


def test_everywhere() -> None:
    new = renamed(DECK, "Ash Blossom", "灰流丽")
    assert "Ash Blossom" not in new
    assert new == (
        DECK.replace('D."Ash Blossom".1', "D.灰流丽.1").replace('H.\\"Ash Blossom\\".:x', "H.灰流丽.:x")
        .replace('!"Ash Blossom"', "!灰流丽").replace("Ash Blossom", "灰流丽")
    )  # fmt: skip


def test_from_wherever_it_is_named() -> None:
    wanted = renamed(DECK, "    Ash Blossom", "new")
    for word in ('"Ash Blossom".1', '\\"Ash Blossom\\".:x', '!"Ash Blossom"', "Ash Blossom]"):
        document = Document(DECK)
        place = document.source.position(DECK.index(word) + 4)
        assert edited(document.source, rename(document, *place, "new")) == wanted


@pytest.mark.parametrize(
    ("new", "wanted"),
    [
        ("two words", ["    two words: {", 'D."two words".1', 'H.\\"two words\\".:x', '!"two words"']),
        ("it's", ["    it's: {", "D.it's.1", "H.it's.:x", "!it's", "1x it's]"]),
        ("3", ["    '3': {", 'D."3".1', 'H.\\"3\\".:x', "!3", "1x 3]"]),
        ("X", ["    X: {", 'D."X".1', "!X"]),
        ("a:b", ["    a:b: {", 'D."a:b".1', '!"a:b"']),
        ("😀", ["    '😀': {", "D.😀.1", "!😀"]),
        ("no: #1", ["    'no: #1': {", 'D."no: #1".1', '!"no: #1"', "'1x no: #1']"]),
        ('say "hi"', ["    'say \"hi\"': {", '!"say ""hi"""']),
        ("[a, b]", ["    '[a, b]': {", 'D."[a, b]".1', "'1x [a, b]']"]),
    ],
)  # fmt: skip
def test_names_that_are_written_with_care(new: str, wanted: list[str]) -> None:
    text = renamed(DECK, "Ash Blossom", new)
    for one in wanted:
        assert one in text
    assert new in [kind.name for kind in Document(text).names.deck.kinds]


@pytest.mark.parametrize(
    ("new", "sentence"),
    [
        ("urara", "There is already a card `urara`."),
        ("Both", "There is already an alias `Both`."),
        ("", "The name of a card cannot be empty."),
        ("  ", "The name of a card cannot be empty."),
        ("two\nlines", "The name of a card is one line of plain text."),
        ("bell\x07", "The name of a card is one line of plain text."),
    ],
)
def test_names_that_are_no_good(new: str, sentence: str) -> None:
    assert refused(DECK, "Ash Blossom", new) == sentence


def test_a_name_that_a_filter_would_come_to_mean() -> None:
    """What kept no card until now would keep this one."""
    deck = DECK.replace("D.a:trap.1", "D.foo.1")
    assert refused(deck, "Ash Blossom", "foo") == "With the name `foo` the deck would mean something else."


def test_what_is_no_card() -> None:
    for word in ("HandTrap", "trap.1", "summon", "size", "opening"):
        assert refused(DECK, word) == "Only cards can be renamed, and no card is named here."


def test_a_file_with_mistakes() -> None:
    deck = DECK.replace("[Both,", "[Bothh,")
    assert refused(deck, "Ash") == "The file has mistakes, so nobody knows where else the card is named."


FAMILY = """\
deck:
  cards:
    tile:
      each: {suit: [m, p], rank: 1..3}
      name: '{suit}{rank}'
      count: 4
      attribute: '{suit}'
      kind: ash
      program: '@;(# D.ash.1 H);(# D.{suit}1.1 H)'
    ash: {count: 3, program: '@;(# D.m1 H)'}
simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [m1, ash]}}}}}
"""


def test_a_card_that_each_makes() -> None:
    deck = FAMILY.replace("      kind: ash\n", "")
    for word in ("m1, ash", "m1 H"):
        assert refused(deck, word) == "`m1` is one of several cards that `each` makes."


def test_a_card_that_is_named_in_a_template() -> None:
    deck = FAMILY.replace("      kind: ash\n", "")
    assert renamed(deck, "    ash", "new one") == (
        deck.replace("D.ash.1", 'D."new one".1')
        .replace("    ash:", "    new one:")
        .replace(", ash]", ", new one]")
    )


def test_a_name_that_is_filled_in() -> None:
    """The place of the braces is not that of one card's name."""
    deck = FAMILY.replace("      kind: ash\n", "").replace("    ash:", "    x1: {count: 1}\n    ash:")
    deck = deck.replace("each: {suit: [m, p], rank", "each: {suit: [m, p, x], rank").replace(
        "rank: 1..3", "rank: 2..3"
    )
    deck = deck.replace("m1", "m2")
    line = deck[: deck.index("      program")].count("\n") + 1
    assert refused(deck, "    x1", "y") == f"In line {line} it is not certain what is to be renamed."


def test_cards_of_other_files(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK, "utf-8")
    text = "extends: base.yml\ndeck: {cards: {own: {count: 1}, urara: {count: 2}}}\n"
    text += "simulate: {tests: {opening: {start: {hand: [own]}, stats: {a: '|H.蟲惑の園|'}}}}\n"

    def refusal(word: str) -> str:
        document = Document(text, path=str(tmp_path / "deck.yml"))
        assert document.deck is not None
        with pytest.raises(Refused) as found:
            rename(document, *document.source.position(text.index(word) + 1), "new")
        return str(found.value)

    assert refusal("蟲惑") == "`蟲惑の園` is a card of base.yml, which this file extends."
    assert refusal("urara") == "`urara` is also a card of a file that this one extends."
    document = Document(text, path=str(tmp_path / "deck.yml"))
    edits = rename(document, *document.source.position(text.index("own") + 1), "new")
    assert edited(document.source, edits) == text.replace("own", "new")


def test_a_card_that_another_file_names(tmp_path: Path) -> None:
    (tmp_path / "more.yisp").write_text("(define (take) (# D.ash.1 H));\n", "utf-8")
    text = "include: more.yisp\ndeck: {cards: {ash: {count: 9, program: '@;(take)'}}}\n"
    text += "simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [ash]}}}}}\n"
    document = Document(text, path=str(tmp_path / "deck.yml"))
    with pytest.raises(Refused, match=r"^`ash` is also named in more.yisp, which is another file.$"):
        rename(document, 2, 18, "new")


def test_what_is_to_be_renamed_is_shown_first() -> None:
    place, name = renamable(*at("1x Ash Blossom", "2x Ash¦ Blossom"))
    assert name == "Ash Blossom" and place.end_column - place.column == len(name)


def test_the_same_name_changes_nothing() -> None:
    assert renamed(DECK, "Ash Blossom", "Ash Blossom") == DECK


def test_anchors_and_folded_scalars() -> None:
    deck = """\
deck:
  cards:
    ash: {count: 3, program: &draw '@;(# D.ash.1 H)'}
    other:
      count: 30
      program:
        - *draw
        - >
          @;
          (# D.ash.1
            H)
        - |
          @; (# D.k:ash.1 H)
simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [&item ash, *item]}}}}}
"""
    assert renamed(deck, "ash", "it is") == (
        deck.replace("    ash:", "    it is:").replace("D.ash", 'D."it is"').replace("k:ash", 'k:"it is"')
        .replace("&item ash", "&item it is")
    )  # fmt: skip


def test_in_a_file_of_functions_there_are_no_cards() -> None:
    text, line, column = marked("(define (take) (# D.a¦sh.1 H));\n")
    with pytest.raises(Refused):
        rename(Document(text, "f.yisp"), line, column, "new")

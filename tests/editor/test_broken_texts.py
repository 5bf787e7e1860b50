"""Texts in the middle of being typed: what can still be read of them is read."""

from __future__ import annotations

import pytest
from editing import DECK, MARK, marked, written

from yisp.deck.reading.compose import MAX_NESTING
from yisp.editor.services import Document, completions, diagnostics, hover
from yisp.editor.text.repair import _stop, read

BROKEN = [
    ("(# X B)", "(# D.ur¦", ["urara"]),  # the quotation mark goes on, to the next one
    ("'[1]@;(# X B);(# D.a:trap.1 H [draw])'", "[1]@;(# D.ur¦", ["urara"]),  # brackets begin a list
    ("'[1]@;(# X B);(# D.a:trap.1 H [draw])'", "'[1]@;(# D.ur¦", ["urara"]),  # nothing closes it
    ("'[1]@;(# X B);(# D.a:trap.1 H [draw])'", "@;(# D.ur¦", ["urara"]),  # no scalar begins so
    ("(# X B)", "(print 'x' D.ur¦)", ["urara"]),  # a quotation mark too many
    ("  size: 40\n", "  size: 40\n  pro¦\n", []),
    ("      count: 3\n", "      count: 3\n      zo¦\n", ["zone"]),  # a key without its colon
    ("{count: 2, attribute", "{count: 2, zo¦ attribute", ["zone"]),
    ("(sum D level)", "(sum D le¦", ["level"]),
    ("[Both, 'a:monster !HandTrap', 1x Ash Blossom]", "[Both, 'a:monster !Ha¦", ["HandTrap"]),
    ("[Both, 'a:monster !HandTrap', 1x Ash Blossom]", "[Both, ur¦", ["urara"]),
    ("{milled: '|B.!Both|', left: summon}", "{milled: '|B.!Bo¦", ["Both"]),
    ("['A1.rate > 0']", "['A1.ra¦", ["rate"]),
    ("kind: urara, ", "kind: [ur¦, ", None),
]
"""What is typed in place of what, and what is proposed then; None: nothing is asked but that it answers."""


@pytest.mark.parametrize(("old", "new", "wanted"), BROKEN)
@pytest.mark.parametrize("known", [True, False])
def test_what_is_proposed(old: str, new: str, wanted: list[str] | None, known: bool) -> None:
    """… whether the text before is known or not."""
    text, line, column = marked(written(old, new))
    document = Document(text)
    if known:
        before = Document(DECK)
        assert before.names.deck.kinds
        document = before.changed(text)
    found = [one.label for one in completions(document, line, column)]
    assert wanted is None or found == wanted


@pytest.mark.parametrize(("old", "new", "_"), BROKEN)
def test_what_stands_elsewhere_is_still_there(old: str, new: str, _: object) -> None:
    text, *_ = marked(written(old, new))
    document = Document(text)
    alias = document.source.text.index("HandTrap: 'A")
    place = document.source.position(alias + 2)
    found = hover(document, *place)
    assert found is not None and found.title == "HandTrap"


@pytest.mark.slow
def test_every_beginning_of_a_deck() -> None:
    """Cut off anywhere, with and without the text before."""
    before = Document(DECK)
    assert before.names.deck.kinds
    for end in range(0, len(DECK), 7):
        for document in (Document(DECK[:end]), before.changed(DECK[:end])):
            place = document.source.position(end)
            completions(document, *place)
            hover(document, *place)
            assert all(one.range.line <= place[0] for one in diagnostics(document))


def test_names_of_the_text_before_are_known() -> None:
    """… until there is a deck again."""
    document = Document(DECK)
    assert document.names.card("urara") is not None
    broken = document.changed(DECK.replace("deck:", "deck"))
    assert broken.names.card("urara") is not None
    other = broken.changed(DECK.replace("urara", "orchid"))
    assert other.recent_names.card("orchid") is None  # it has not been looked at yet
    assert diagnostics(other) == []
    assert other.recent_names.card("orchid") is not None and other.recent_names.card("urara") is None
    assert other.changed("").recent_names.card("orchid") is not None


def test_of_two_broken_lines_both_are_mended() -> None:
    text, line, _ = marked(written("(# X B)", "(# D.¦").replace("  size: 40", "  size 40"))
    nodes = read(text, "deck.yml", line)
    assert nodes is not None and nodes.root is not None
    assert set(nodes.root.entries) == {"set", "deck", "simulate"}


def test_characters_stay_where_they_are() -> None:
    for old, new, _ in BROKEN:
        text, line, _ = marked(written(old, new))
        nodes = read(text, "deck.yml", line)
        assert nodes is not None
        for number, (was, now) in enumerate(
            zip(text.split("\n"), nodes.source.text.split("\n"), strict=True), 1
        ):
            assert now.startswith(was) or number in nodes.blotted, was


def test_a_text_that_is_nothing() -> None:
    for text in (
        "",
        "\n",
        "¦",
        "- - -",
        "]",
        "{",
        "%",
        "\t",
        "a: b: c: d",
        "'",
        '"',
        "|",
        ">",
        "&a",
        "*a",
        "!",
    ):
        document = Document(text.replace(MARK, ""))
        assert isinstance(completions(document, 1, 1), list)
        assert hover(document, 1, 1) is None


def test_a_deck_that_loads_no_more_is_known_all_the_same() -> None:
    """What is wrong with one card hides no other's names."""
    text, line, column = marked(
        written("{count: 2, attribute", "{count: two, attribute").replace("D.a:trap", "D.¦")
    )
    found = [one.label for one in completions(Document(text), line, column)]
    assert found[:3] == ["urara", '"Ash Blossom"', "蟲惑の園"]


def test_a_key_that_is_given_twice() -> None:
    text, line, column = marked(
        written("      count: 3\n", "      count: 3\n      count: 2\n").replace("D.a:trap", "D.ur¦")
    )
    assert [one.label for one in completions(Document(text), line, column)] == ["urara"]


def test_a_base_that_cannot_be_read() -> None:
    text, line, column = marked("extends: nothing.yml\n" + DECK.replace("D.a:trap", "D.ur¦"))
    assert [one.label for one in completions(Document(text), line, column)] == ["urara"]


def test_where_a_text_nests_too_deeply_it_stops() -> None:
    """Whatever stands behind that is not read."""
    assert _stop("a: 1\nb: " + "[" * (MAX_NESTING - 1) + "\n  [1]: [") == (3,)

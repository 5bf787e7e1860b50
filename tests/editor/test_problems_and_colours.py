"""What is wrong, under the very word; and what colour a piece has."""

from __future__ import annotations

from pathlib import Path

import pytest
from editing import DECK, slice_of, written

from yisp.editor.services import Document, coloured, diagnostics, is_deck


@pytest.mark.parametrize(
    ("old", "new", "code", "word"),
    [
        ("(# X B)", "(shufle X B)", "Y101", "shufle"),
        ("(sum D level)", "(sum D levle)", "Y412", "levle"),
        ("|H.蟲惑の園|", "|H.蟲惑の國|", "Y402", "蟲惑の國"),
        ("(# H.\\\"Ash Blossom\\\".:x B)", "(# H.\\\"Ash Blosom\\\".:x B)", "Y402", '\\"Ash Blosom\\"'),
        ("size: 40", "size: 2", "Y207", "2"),
        ("1x Ash Blossom", "1x Ash Blosom", "Y210", "Ash"),
        ("exec-program", "exec-programme", "Y202", "exec-programme"),
    ],
)  # fmt: skip
def test_the_word_that_is_wrong(old: str, new: str, code: str, word: str) -> None:
    document = Document(written(old, new))
    assert (code, word) in [(one.code, slice_of(document, one.range)) for one in diagnostics(document)]


def test_a_problem_is_plain_data() -> None:
    (one,) = diagnostics(Document(written("(# X B)", "(shufle X B)")))[:1]
    assert one.to_data() == {
        "code": "Y101", "severity": "error", "message": "there is no form `shufle`",
        "hint": "did you mean `shuffle`?", "origin": None, "range": one.range.to_data(), "fixable": True,
    }  # fmt: skip


def test_what_is_wrong_in_another_file_is_said_where_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK.replace("(# X B)", "(shufle X)"), "utf-8")
    (tmp_path / "more.yisp").write_text("\n(define (twice n) (* 2));\n", "utf-8")
    document = Document("extends: base.yml\ninclude: [more.yisp]\n", path=str(tmp_path / "deck.yml"))
    base, more = diagnostics(document)
    assert slice_of(document, base.range) == "base.yml" and slice_of(document, more.range) == "more.yisp"
    assert base.origin is not None and more.origin is not None
    assert (base.code, base.origin.path) == ("Y101", str(tmp_path / "base.yml"))
    assert (more.code, more.origin.path, more.origin.range.line) == ("Y102", str(tmp_path / "more.yisp"), 2)


def test_a_document_that_stands_alone_is_given_nothing(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK, "utf-8")
    text = "extends: base.yml\n"
    path = str(tmp_path / "deck.yml")
    assert diagnostics(Document(text, path=path)) == []
    assert [one.code for one in diagnostics(Document(text, path=path, alone=True))] == ["Y016"]
    assert diagnostics(Document("extends: opening\n", path=path, alone=True)) == []


def test_functions_without_a_deck() -> None:
    good = (
        "// more\n(define (twice n) (* 2 n));\n(define (take) (# D.whatever.1 H));\n(define (on) (other 1))\n"
    )
    assert [one.code for one in diagnostics(Document(good, "f.yisp"))] == ["Y126"]  # `on` is a form
    bad = "(define (once n) (* 2));\n(define (twice n) n);(define (twice m) m);\n(# D.1 H\n"
    assert [(one.code, one.range.line) for one in diagnostics(Document(bad, "f.yisp"))] == [
        ("Y102", 1), ("Y126", 2), ("Y104", 3),
    ]  # fmt: skip


def test_statements_without_a_deck() -> None:
    assert diagnostics(Document("// mill\n(while |D.scout|\n (# D.1 B));\n(mine 3)\n", "m.yisp")) == []
    assert diagnostics(Document("(mine 3); x; |H|\n", "m.yisp")) == []
    found = diagnostics(Document("(# D.1)\n;(if", "m.yisp"))
    assert [(one.code, one.range.line) for one in found] == [("Y102", 1), ("Y104", 2)]


def test_whatever_else_is_yaml_is_no_deck() -> None:
    assert is_deck(DECK) and is_deck("extends: war\n") and is_deck("\nsimulate :\n")
    assert not is_deck("version: 3\nservices: {deck: {}}\n") and not is_deck("")


def colours(document: Document) -> list[tuple[str, str]]:
    return [
        (one.role.name, document.source.line(one.line)[one.column - 1 : one.column - 1 + one.length])
        for one in coloured(document)
    ]


def test_colours_of_scripts_and_conditions() -> None:
    document = Document(DECK)
    found = colours(document)
    assert found[:12] == [
        ("FLAGS", "[1]"), ("ACTIVATE", "@"), ("OPERATOR", "#"), ("ZONE", "X"), ("ZONE", "B"),
        ("OPERATOR", "#"), ("ZONE", "D"), ("KEPT", "a:"), ("ATTRIBUTE", "trap"), ("NUMBER", "1"),
        ("ZONE", "H"), ("TAG", "[draw]"),
    ]  # fmt: skip
    assert ("CARD", '\\"Ash Blossom\\"') in found  # in the quotation marks of YAML
    for piece in (
        ("CARD", "Both"),
        ("CARD", "Ash Blossom"),
        ("ATTRIBUTE", "monster"),
        ("ATTRIBUTE", "hand*"),
    ):
        assert piece in found
    assert not [word for _, word in found if word in ("urara:", "灰流丽", "40")]


def test_colours_line_by_line() -> None:
    """A piece never reaches over the end of its line; a half-written deck keeps the others' colours."""
    deck = DECK.replace("(# X B)", '(print "one\n          two")')
    assert [one for one in colours(Document(deck)) if one[0] == "STRING"] == [
        ("STRING", '"one'), ("STRING", 'two"'),
    ]  # fmt: skip
    assert all(piece for _, piece in colours(Document('(print "one\n\ntwo")', "f.yisp")))
    broken = colours(Document(DECK.replace("      count: 3\n", "      count: 3\n      zo\n")))
    assert broken == colours(Document(DECK))


def test_a_line_that_was_left_out_has_no_colours() -> None:
    """Its words stand elsewhere than its nodes say, or are none of its own."""
    left_out = set()
    for at in range(0, len(DECK), 61):
        document = Document(DECK[:at] + '"' + DECK[at:])
        if document.read is not None:
            left_out |= document.read.blotted
            assert not document.read.blotted & {one.line for one in coloured(document)}
    assert left_out


def test_colours_of_functions() -> None:
    text = "// more\n(define (twice n) (* 2 n))\n"
    assert colours(Document(text, "f.yisp"))[0] == ("COMMENT", "// more")
    assert coloured(Document(text, "f.yisp"))[0].to_data() == [1, 1, 7, "comment"]

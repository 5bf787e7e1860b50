"""Every kind of YAML scalar leads back to the line and column of each of its characters."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from yisp.deck.reading.document import Mapping, Scalar, Sequence
from yisp.deck.reading.parse import read_document
from yisp.deck.reading.scalars import read_scalar
from yisp.lang.diagnostics import DeckError, Diagnostics

HEAD = "deck:\n  cards:\n    灰流丽:\n      count: 40\n"
TAIL = "simulate:\n  tests: {t: {exec-program: true, combos: {c: {hand: [灰流丽]}}}}\n"

# Each holds the unknown form `frob` once, whose place the diagnostic must give.
SCALARS = {
    "plain": "      program: (frob 1);@\n",
    "plain behind a list": "      program: [ (frob 1) ]\n",
    "plain over lines": "      program:\n        (+ 1 2);\n        @;\n\n        (frob 1)\n",
    "wide characters": "      program: '(print \"灰流丽😀\");(frob 1);@'\n",
    "single-quoted": "      program: '@;(frob 1)'\n",
    "single-quoted with quotes": "      program: '(print \"it''s\" \"''\");(frob 1);@'\n",
    "single-quoted over lines": "      program: '(+ 1 2);\n\n          @;(frob 1)'\n",
    "double-quoted": '      program: "@;(frob 1)"\n',
    "double-quoted with escapes": '      program: "(print \\"\\u7070\\x41\\");@;(frob 1)"\n',
    "double-quoted with pairs": '      program: "(print \\"\\ud83d\\ude00\\uD83D\\uDE00\\");@;(frob 1)"\n',
    "double-quoted, escaped line end": '      program: "(+ 1 2);\\\n         \\  @;(fr\\\n        ob 1)"\n',
    "double-quoted over lines": '      program: "(+ 1 2);\n         @;\n\n         (frob 1)"\n',
    "literal": "      program: |\n        (+ 1 2);\n        @;(frob 1)\n",
    "literal with indicators": "      program: |2-  # why\n          (+ 1 2);\n\n        @;(frob 1)\n\n",
    "folded": "      program: >\n        (+ 1 2);\n        @;\n\n        (frob 1)\n",
    "folded, kept line ends": "      program: >+\n        @;\n           (+ 1 2);\n\n        (frob 1)\n\n",
    "folded, indented more": "      program: >-\n        @;\n          (frob 1)\n        (+ 1 2)\n",
    "in a list of blocks": "      program:\n        - >\n          @;\n          (frob 1)\n        - '@'\n",
    "behind an anchor": "      program: &a # why\n        '@;(frob 1)'\n",
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("name", SCALARS)
def test_a_mistake_in_a_script_is_shown_where_it_stands(name, newline, diagnostics):
    text = (HEAD + SCALARS[name] + TAIL).replace("\n", newline)
    lines = text.split(newline)
    line = next(number for number, content in enumerate(lines, 1) if "(fr" in content)
    found = [item for item in diagnostics(text.encode()) if item.code == "Y101"]
    assert len(found) == 1
    place = found[0].place
    assert place is not None
    assert (place.line, place.column) == (line, lines[line - 1].index("(fr") + 2)
    assert place.text == lines[line - 1]
    assert place.length == (3 if "escaped line end" in name else 4)  # there the word goes on below


def test_a_place_ends_with_its_line():
    document = read_document('a: "one\n  two"\n', "f", Diagnostics())
    scalar = document.root.entries["a"].value
    place = scalar.text.place(0, 7)
    assert (place.line, place.column, place.length) == (1, 5, 3)


@pytest.mark.parametrize(
    ("text", "column"), [("a: xyz  # c", 7), ("a: 'xyz  '", 8), ("a: ''", 4), ("a: |\n  xyz\n\nb: c", 6)]
)
def test_the_end_of_a_text_is_behind_its_last_visible_character(text, column):
    document = read_document(text, "f", Diagnostics())
    scalar = document.root.entries["a"].value
    end = len(scalar.value)
    assert scalar.text.place(end, end).column == column


def scalars(node):
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from scalars(item)
        case Mapping():
            for entry in node.entries.values():
                yield entry.key
                yield from scalars(entry.value)


PIECES = [
    *("a", "b", " ", "   ", "\n", "\n\n", ": ", " #", "'", '"', "\\", "灰", "é", "\t", "-", "|", ">", "😀"),
    *("\x85", "\u2028", "[", "]", "  \n", "\n  ", "%", "@", "!"),
]


@settings(max_examples=80)
@given(
    st.lists(st.sampled_from(PIECES), max_size=14).map("".join),
    st.sampled_from([None, "'", '"', "|", ">"]),
    st.sampled_from([5, 20, 80]),
    st.sampled_from([2, 4]),
    st.sampled_from([None, True, False]),
    st.booleans(),
    st.booleans(),
)
def test_reading_a_scalar_again_gives_its_value(text, style, width, indent, flow, plain_unicode, windows):
    """The map is built by reading the scalar once more; what is read must be what YAML has read."""
    written = yaml.dump(
        {"k": {"z": [text, "q"]}, "m": text}, default_style=style, width=width, indent=indent,
        default_flow_style=flow, allow_unicode=plain_unicode,
    )  # fmt: skip
    if windows:
        written = written.replace("\n", "\r\n")
    document = read_document(written, "f", Diagnostics())
    source = document.source.text
    for scalar in scalars(document.root):
        read = read_scalar(source, scalar.start, scalar.end, scalar.style, scalar.value)
        origins = [origin for origin, _ in zip(read, scalar.value, strict=False)]
        assert "".join(character for character, _, _ in origins) == scalar.value
        for character, start, end in origins:
            assert source[start:end] == character or source[start] in "\\'\r\n\x85 \t"
        assert [start for _, start, _ in origins] == sorted(start for _, start, _ in origins)


@settings(max_examples=60)
@given(st.text("ab '\"\\\n-|>:#灰", max_size=40))
def test_places_never_fail(text):
    try:
        document = read_document(text, "f", Diagnostics())
    except DeckError:
        return
    if document.root is not None:
        for scalar in scalars(document.root):
            found = scalar.text
            for start in range(len(scalar.value) + 1):
                place = found.place(start, start + 1)
                assert place.text == text.split("\n")[place.line - 1]
                assert 1 <= place.column <= len(place.text) + 1

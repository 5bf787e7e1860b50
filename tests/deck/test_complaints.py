"""YAML that does not parse: a sentence a player understands, at the place that has to be mended."""

from __future__ import annotations

import pytest
import yaml

from yisp.deck.reading.parse import read_document
from yisp.lang.diagnostics import DeckError, Diagnostics

MISTAKES = [
    ("a:\n\tb: 1\n", "2:1", "there is a tab in the indentation"),
    ("a:\n  \t- b\n  - c: d: e", "2:3", "there is a tab in the indentation"),
    ("program: [1]@;(# X F)\n", "1:10", "begins with `[` must be quoted"),
    ("program:\n  - [1]/(> summon 0);@\n", "2:5", "begins with `[` must be quoted"),
    ("program: {a}b\n", "1:10", "begins with `{` must be quoted"),
    ("program: @;(# X F)\n", "1:10", "begins with `@` must be quoted"),
    ("- `x`\n", "1:3", "begins with ``` must be quoted"),
    ("a: %x\n", "1:4", "begins with `%` must be quoted"),
    ("score: |H.a:x|\n", "1:8", "begins with `|` must be quoted"),
    ("score: >x\n", "1:8", "begins with `>` must be quoted"),
    ("hand: *\n", "1:7", "begins with `*` must be quoted"),
    ("hand: &\n", "1:7", "begins with `&` must be quoted"),
    ("t: {hand: [ash, !a:x]}\n", "1:17", "begins with `!` must be quoted"),
    ("t: {hand: [ash, *]}\n", "1:17", "begins with `*` must be quoted"),
    ("t: {condition: |H.ash|}\n", "1:16", "begins with `|` must be quoted"),
    ("t: {hand: [ash], program: @;(# X B)}\n", "1:27", "begins with `@` must be quoted"),
    ("t: [ash, `x`]\n", "1:10", "begins with ``` must be quoted"),
    ("hand: !<a\n", "1:7", "begins with `!` must be quoted"),
    ("hand: !a% b\n", "1:7", "begins with `!` must be quoted"),
    ("hand: !a!b c\n", "1:7", "begins with `!` must be quoted"),
    ("description: a: b\n", "1:15", "there is a second `: ` in this line"),
    ("a: 'b' c\n", "1:8", "after the closing quote"),
    ("a: 'it's'\n", "1:8", "after the closing quote"),
    ('a: "b" "c"\n', "1:8", "after the closing quote"),
    ("a: 'b\nc: d\n", "1:4", "never closed"),
    ('a:\n  - "b\nc: d\n', "2:5", "never closed"),
    ('a: "\\q"\n', "1:5", "a backslash begins an escape"),
    ("a: 1\ncount\nb: 2\n", "2:1", "no `:` between a key and its value"),
    ("cards\n  ash: 1\n", "2:6", "the line above is not a table"),
    ("a: b\n  c: d\n", "2:4", "the line above is not a table"),
    ("a: [b, c\nd: e\n", "1:4", "lacks a comma"),
    ("a: {b: c\n", "1:4", "lacks a comma"),
    ("a: [\n", "2:1", "the file ends inside a list or table"),
    ("a: {b: [c,", "1:11", "the file ends inside a list or table"),
    ("a: [b,, c]\n", "1:7", "there is nothing before this comma"),
    ("a: ]\n", "1:4", "closes nothing"),
    ("a:\n  b: 1\n c: 2\n", "3:2", "indentation matches no line above"),
    ("a:\n  - b\n  c: d\n", "3:3", "indentation matches no line above"),
    ("---\na: b\n...\nc\n", "4:1", "after the end of the document"),
]


@pytest.mark.parametrize("parser", ["libyaml", "pure"])
@pytest.mark.parametrize(("text", "place", "words"), MISTAKES)
def test_typical_mistakes(text, place, words, parser, monkeypatch):
    if parser == "pure":
        monkeypatch.delattr(yaml, "CLoader", raising=False)
    with pytest.raises(DeckError) as caught:
        read_document(text, "deck.yml", Diagnostics())
    (found,) = caught.value.diagnostics
    assert found.code == "Y005"
    assert words in found.message
    assert found.place is not None
    assert f"{found.place.line}:{found.place.column}" == place

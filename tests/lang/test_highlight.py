"""Colouring: the Pygments lexer and the TextMate grammar know what every piece of a script is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from pygments.token import Error, Text

from yisp.lang.forms import FORMS
from yisp.lang.highlighting import highlight, textmate
from yisp.lang.highlighting.highlight import Role
from yisp.lang.highlighting.lexer import YispLexer
from yisp.lang.syntax import SYNTAX

ROOT = Path(__file__).parents[2]
EXAMPLES = [*(form.example for form in FORMS.values()), *(row.example for row in SYNTAX)]
SEVERAL_LINES = "// what it draws\n(= x 2) ; (# D.:x\n   H [draw])\r\n/(> x 1); @\n"


def tokens(text: str) -> list[tuple[str, str]]:
    """The tokens of a text, blanks left out, by the names of their roles' tokens."""
    found = [
        (str(kind).removeprefix("Token."), piece)
        for _, kind, piece in YispLexer().get_tokens_unprocessed(text)
    ]
    return [(kind, piece) for kind, piece in found if not kind.startswith("Text")]


def coloured(text: str) -> list[tuple[str, str]]:
    """The same by the TextMate grammar, as an editor reads it: line by line, rule by rule."""
    return [pair for line in text.splitlines() for pair in _line(line)]


def _line(line: str) -> Iterator[tuple[str, str]]:
    patterns, at = textmate.grammar()["patterns"], 0
    while at < len(line):
        found = []
        for pattern in patterns:
            whole = pattern.get("match") or f'({pattern["begin"]}(?:""|[^"])*{pattern["end"]})'
            if match := re.compile(whole).search(line, at):
                found.append((match.start(), match, pattern))
        if not found:
            return
        _, match, pattern = min(found, key=lambda one: one[0])  # the earliest, then the first rule
        names = pattern.get("captures") or {"1": {"name": pattern["name"]}}
        for group, capture in names.items():
            if match[int(group)]:
                yield capture["name"], match[int(group)]
        at = match.end()


@pytest.mark.parametrize("text", [*EXAMPLES, SEVERAL_LINES])
def test_the_tokens_of_an_example_are_its_text(text: str) -> None:
    found = list(YispLexer().get_tokens_unprocessed(text))
    assert "".join(piece for _, _, piece in found) == text
    assert not [piece for _, kind, piece in found if kind in Error or kind is Text]


def test_the_grammar_is_printed_for_editors() -> None:
    said = subprocess.run([sys.executable, "-m", textmate.__name__], capture_output=True, check=True)
    assert json.loads(said.stdout) == textmate.grammar()


@pytest.mark.parametrize("text", [*EXAMPLES, SEVERAL_LINES])
def test_both_say_the_same(text: str) -> None:
    by_scope = {f"{role.scope}.yisp": role.token for role in Role}
    assert [(by_scope[scope], piece) for scope, piece in coloured(text)] == tokens(text)


PIECES = [
    ("[1^HB]@", Role.FLAGS, "[1^HB]"),
    ("[1 on D>B](# X H)", Role.FLAGS, "[1 on D>B]"),
    ("(# D.2 H [draw])", Role.TAG, "[draw]"),
    ("/(/ a b)", Role.GUARD, "/"),
    ("/(/ a b)", Role.OPERATOR, "/"),
    ("(-1 2)", Role.OPERATOR, "-"),
    ("(if x 1 2)", Role.CONTROL, "if"),
    ("(iffy x)", Role.FUNCTION, "iffy"),
    ("(shuffle D)", Role.FORM, "shuffle"),
    ("(shuffle D)", Role.ZONE, "D"),
    ("|it.a:b|", Role.ZONE, "it"),
    ("(+ it 1)", Role.VARIABLE, "it"),
    ("H.!a:b", Role.KEPT, "!a:"),
    ("H.!a:b", Role.ATTRIBUTE, "b"),
    ("H.10s", Role.CARD, "10s"),
    ("H.!X.1", Role.ZONE, "X"),
    ("H.Xyz", Role.CARD, "Xyz"),
    ("H.10", Role.NUMBER, "10"),
    ("H.?:many", Role.VARIABLE, "many"),
    ("H.蟲惑の園", Role.CARD, "蟲惑の園"),
    ('H."Ash Blossom"', Role.CARD, '"Ash Blossom"'),
    ("(muldiv a b c up)", Role.MODE, "up"),
    ("(+ up 1)", Role.VARIABLE, "up"),
    ("(! special-summon)", Role.WORD, "special-summon"),
    ('(print "a;""b""")', Role.STRING, '"a;""b"""'),
    ("@ // (not code)", Role.COMMENT, "// (not code)"),
    ('(print "//")', Role.STRING, '"//"'),
]


@pytest.mark.parametrize(("text", "role", "piece"), PIECES)
def test_a_piece_is_what_it_is(text: str, role: Role, piece: str) -> None:
    assert (role.token, piece) in tokens(text)


def test_a_new_form_is_coloured() -> None:
    form = FORMS["abs"]
    try:
        FORMS["brand-new"] = type(form)("brand-new", *[getattr(form, name) for name in form.__slots__[1:]])
        assert any("brand\\-new" in rule.pattern for rule in highlight.rules())
    finally:
        del FORMS["brand-new"]


def test_groups_are_the_whole_of_a_match() -> None:
    for rule in highlight.rules():
        assert re.compile(rule.pattern).groups == len(rule.roles), rule.name


def test_pygments_finds_the_lexer() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["yisp"].partition(":")
    assert getattr(import_module(module), name) is YispLexer

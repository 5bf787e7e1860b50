"""A statement that a script says again is read as if it were the first time: with places of its own."""

from __future__ import annotations

import pytest

from yisp.lang.diagnostics import Diagnostics
from yisp.lang.parsing import parser
from yisp.lang.parsing.parser import parse_script
from yisp.lang.source import TextSource
from yisp.lang.tree import Script

STATEMENTS = (
    "@", "/!x", "()", "(# D.a:bin.!3 H [draw][two])", "(## X.(> level 2) B)",
    '(print "a;b" |it.A:p*.?:x| -3)',
    "(! special-summon)", "(on D>B (= score (+ score 4)) (when (> focus 2)) (times 6))", "(muldiv a 3 2 up)",
)  # fmt: skip


def read(text: str) -> tuple[Script, Diagnostics]:
    diagnostics = Diagnostics()
    return parse_script(TextSource("deck.yml", text), diagnostics, nesting=100), diagnostics


@pytest.mark.parametrize("statement", STATEMENTS)
def test_places_of_a_repeated_statement(statement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"1;{statement};  {statement};\n{statement}"
    again, said_again = read(text)
    monkeypatch.setattr(parser, "MOST_KNOWN", 1)
    parser._reader.cache_clear()
    separately = [
        read(" " * len(text[:at]) + statement)[0] for at in (2, 5 + len(statement), 7 + 2 * len(statement))
    ]
    assert again.statements[1:] == tuple(one.statements[0] for one in separately if one.statements)
    assert len(again.statements) in (1, 4)
    assert len(said_again) % 3 == 0, "and what is wrong with it is said each time"


def test_statements_are_forgotten_when_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "MOST_KNOWN", 3)
    parser._reader.cache_clear()
    script, _ = read(";".join(f"(= x {number})" for number in range(10)))
    assert len(script.statements) == 10
    assert len(parser._reader()._known) <= 3

"""What the parser makes of every construct: the tree, and where its parts stand."""

from __future__ import annotations

import pytest
from reading import effect, expression, read, script

from yisp.lang import tree
from yisp.lang.diagnostics import Diagnostics
from yisp.lang.parsing.parser import parse_effect, parse_number
from yisp.lang.parsing.words import quoted, spelt
from yisp.lang.source import TextSource
from yisp.lang.tree import (
    Activate,
    ByAttribute,
    ByKind,
    ByName,
    ByPattern,
    Call,
    CardSet,
    Guard,
    Limit,
    Not,
    Number,
    Size,
    String,
    Tag,
    ThisCard,
    Variable,
    Void,
    Where,
    Word,
)


def only(text: str) -> tree.Statement:
    (statement,) = script(text).statements
    return statement


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("@", Activate((0, 1))),
        ("12", Number(12, (0, 2))),
        ("-3", Number(-3, (0, 2))),
        ("-9223372036854775808", Number(-(2**63), (0, 20))),
        ("000000000000000000000000000007", Number(7, (0, 30))),
        ("summon", Variable("summon", (0, 6))),
        ("a_B9", Variable("a_B9", (0, 4))),
        ('"a; b"', String("a; b", (0, 6))),
        ('""', String("", (0, 2))),
        ('"say ""hi"""', String('say "hi"', (0, 12))),
        ("()", Void((0, 2))),
        ("( )", Void((0, 3))),
        ("[draw]", Tag("draw", (0, 6))),
        ('[ it"s (x! ]', Tag('it"s (x!', (0, 12))),
        ("H", CardSet("H", (), (0, 1))),
        ("|H|", Size(CardSet("H", (), (1, 2)), (0, 3))),
        ("| H |", Size(CardSet("H", (), (2, 3)), (0, 5))),
        ("|it|", Size(CardSet("it", (), (1, 3)), (0, 4))),
        ("it.a", CardSet("it", (ByName("a", (3, 4)),), (0, 4))),
        ("it", Variable("it", (0, 2))),
        ("/x", Guard(Variable("x", (1, 2)), False, (0, 2))),
        ("/!x", Guard(Variable("x", (2, 3)), True, (0, 3))),
        ("/!!x", Guard(Variable("x", (3, 4)), False, (0, 4))),
        ("/-3", Guard(Number(-3, (1, 3)), False, (0, 3))),
        ("(-3)", Call("-", (1, 2), (Number(3, (2, 3)),), (0, 4))),
        ("(- 3)", Call("-", (1, 2), (Number(3, (3, 4)),), (0, 5))),
        ("(-x)", Call("-", (1, 2), (Variable("x", (2, 3)),), (0, 4))),
        ("(- -3)", Call("-", (1, 2), (Number(-3, (3, 5)),), (0, 6))),
        ("(/ a b)", Call("/", (1, 2), (Variable("a", (3, 4)), Variable("b", (5, 6))), (0, 7))),
        ("(!= 1 2)", Call("!=", (1, 3), (Number(1, (4, 5)), Number(2, (6, 7))), (0, 8))),
        ('(!"a")', Call("!", (1, 2), (String("a", (2, 5)),), (0, 6))),
        ("(! a-b!)", Call("!", (1, 2), (Word("a-b!", (3, 7)),), (0, 8))),
        ("(>|H|1)", Call(">", (1, 2), (Size(CardSet("H", (), (3, 4)), (2, 5)), Number(1, (5, 6))), (0, 7))),
        (
            "(# X B[a][b])",
            Call(
                "#",
                (1, 2),
                (CardSet("X", (), (3, 4)), CardSet("B", (), (5, 6)), Tag("a", (6, 9)), Tag("b", (9, 12))),
                (0, 13),
            ),
        ),
    ],
)
def test_a_statement(text: str, node: tree.Statement) -> None:
    assert only(text) == node


@pytest.mark.parametrize(
    ("filter", "node"),
    [
        ("urara", ByName("urara", (2, 7))),
        ("蟲惑の園", ByName("蟲惑の園", (2, 6))),
        ("10s", ByName("10s", (2, 5))),
        ("2s", ByName("2s", (2, 4))),
        ("xian-sheng", ByName("xian-sheng", (2, 12))),
        ("-foo", ByName("-foo", (2, 6))),
        ("it's[5]@#/x:y", ByName("it's[5]@#/x:y", (2, 15))),
        ("٣", ByName("٣", (2, 3))),  # a digit, but not one of ASCII
        ('"any. (text)"', ByName("any. (text)", (2, 15))),
        ('"3"', ByName("3", (2, 5))),
        ('"a:x"', ByName("a:x", (2, 7))),
        ('"say ""hi"""', ByName('say "hi"', (2, 14))),
        ("a:bin", ByAttribute("bin", (2, 7))),
        ('a:"two words"', ByAttribute("two words", (2, 15))),
        ("k:5m", ByKind("5m", (2, 6))),
        ('k:"two words"', ByKind("two words", (2, 15))),
        ("A:hand*", ByPattern("hand*", (2, 9))),
        ('A:"two *"', ByPattern("two *", (2, 11))),
        ("X", ThisCard((2, 3))),
        ("!X", Not(ThisCard((3, 4)), (2, 4))),
        ('"X"', ByName("X", (2, 5))),
        ("X2", ByName("X2", (2, 4))),
        ("!a:bin", Not(ByAttribute("bin", (3, 8)), (2, 8))),
        ("!!x", Not(Not(ByName("x", (4, 5)), (3, 5)), (2, 5))),
        ("!3", Not(Limit("first", Number(3, (3, 4)), (3, 4)), (2, 4))),
        ("3", Limit("first", Number(3, (2, 3)), (2, 3))),
        (":n", Limit("first", Variable("n", (3, 4)), (2, 4))),
        (":3", Limit("first", Number(3, (3, 4)), (2, 4))),
        (":-3", Limit("first", Number(-3, (3, 5)), (2, 5))),
        (":(abs x)", Limit("first", Call("abs", (4, 7), (Variable("x", (8, 9)),), (3, 10)), (2, 10))),
        ("-2", Limit("last", Number(2, (3, 4)), (2, 4))),
        ("-:n", Limit("last", Variable("n", (4, 5)), (2, 5))),
        ("?2", Limit("random", Number(2, (3, 4)), (2, 4))),
        ("?:n", Limit("random", Variable("n", (4, 5)), (2, 5))),
        ("*1", Limit("choice", Number(1, (3, 4)), (2, 4))),
        ("*:(abs x)", Limit("choice", Call("abs", (5, 8), (Variable("x", (9, 10)),), (4, 11)), (2, 11))),
        (
            "(> level 3)",
            Where(Call(">", (3, 4), (Variable("level", (5, 10)), Number(3, (11, 12))), (2, 13)), (2, 13)),
        ),
        ("!(f)", Not(Where(Call("f", (4, 5), (), (3, 6)), (3, 6)), (2, 6))),
    ],
)
def test_a_filter(filter: str, node: tree.Filter) -> None:
    assert only(f"H.{filter}") == CardSet("H", (node,), (0, 2 + len(filter)))
    size = only(f"|H.{filter}.a:b|")
    assert isinstance(size, Size) and len(size.cards.filters) == 2


def test_filters_keep_their_order() -> None:
    cards = only("D.a:bin.1.!x")
    assert isinstance(cards, CardSet)
    assert [type(filter) for filter in cards.filters] == [ByAttribute, Limit, Not]


def test_blank_statements_are_not_counted() -> None:
    tree = script(' ; @ ;; "a;b"\n;\t(# X B);')
    assert tree.numbers == (0, 1, 2)
    assert [statement.span for statement in tree.statements] == [(3, 4), (8, 13), (16, 23)]
    assert tree.whole


def test_a_broken_statement_keeps_its_number() -> None:
    diagnostics = Diagnostics()
    tree = parse_effect(TextSource("t", "[1](;@;);(# X B)"), diagnostics).script
    assert (tree.numbers, tree.whole, len(diagnostics)) == ((1, 3), False, 2)


def test_flags() -> None:
    assert effect("@").flags == tree.Flags(False, False, ("H",), (0, 0))
    assert effect(" [1]@").flags == tree.Flags(True, False, ("H",), (1, 4))
    assert effect("[B ^ 1 H B]@").flags == tree.Flags(True, True, ("B", "H"), (0, 11))
    assert effect("[]@").flags == tree.Flags(False, False, ("H",), (0, 2))
    assert effect("[1]@").script.statements[0].span == (3, 4)


def test_comments_are_for_files_of_their_own() -> None:
    text = '(= x 1) // one; two "three\n;// (\n(print "a // b" x)'
    assert [s.span for s in script(text, comments=True).statements] == [(0, 7), (33, 51)]
    assert read("// x") != []


def test_a_number_may_end_with_a_semicolon() -> None:
    assert expression(" |H| ; ") == Size(CardSet("H", (), (2, 3)), (1, 4))


@pytest.mark.parametrize("text", ["", " ; ", "1; 2", "@", "/x", "(", "1;("])
def test_what_is_not_one_number(text: str) -> None:
    diagnostics = Diagnostics()
    parse_number(TextSource("t", text), diagnostics)
    assert [item.code for item in diagnostics] == ["Y104" if "(" in text else "Y109"]


@pytest.mark.parametrize(
    ("name", "alone", "behind"),
    [
        ("Ash", "Ash", "Ash"),
        ("", '""', '""'),
        ("12", '"12"', "12"),
        ("X", '"X"', "X"),
        ("a;b", '"a;b"', '"a;b"'),
    ],
)
def test_names_in_filters_have_marks_where_they_need_them(name: str, alone: str, behind: str) -> None:
    assert (spelt(name), spelt(name, "a:")) == (alone, behind)


def test_what_is_quoted_is_cut_where_that_makes_it_shorter() -> None:
    assert [quoted("x" * many) for many in (39, 40, 41)] == [f"`{'x' * 39}{end}`" for end in ("", "x", "…")]

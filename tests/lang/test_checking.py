"""Kinds of values, numbers of arguments, and what is allowed where."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from reading import judge, judged

from yisp.lang.check import Context
from yisp.lang.forms import FORMS, Argument, Engine, Kind, Purity, Repeat, Type, form
from yisp.lang.syntax import PLANNED, SYNTAX, Construct


@pytest.mark.parametrize("name", FORMS)
def test_every_form_accepts_its_own_example(name: str) -> None:
    errors = [item for item in judge(FORMS[name].example, "program", None) if item.severity == "error"]
    assert errors == []
    if FORMS[name].type is Type.NUMBER:
        assert list(judge(FORMS[name].example, "score", None)) == []


@pytest.mark.parametrize("construct", SYNTAX, ids=lambda construct: construct.spelling)
def test_every_construct_accepts_its_own_example(construct: Construct) -> None:
    assert [
        item.message for item in judge(construct.example, "effect", None) if item.severity == "error"
    ] == []


ERRORS: list[tuple[str, str, str, int]] = [
    # unknown forms
    ("(shufle D)", "Y101", "shufle", 2),
    ("(H.x B)", "Y101", "H.x", 2),
    ("(x)", "Y101", "x", 2),
    ("(/-7 2)", "Y101", "/-", 2),
    # numbers of arguments
    ("(if 1)", "Y102", "if", 2),
    ("(if 1 2 3 4 5)", "Y102", "4 5", 11),
    ("(+ 1)", "Y102", "+", 2),
    ("(abs)", "Y102", "abs", 2),
    ("(shuffle D H)", "Y102", "H", 12),
    ("(= x 1 2 3)", "Y102", "2 3", 8),
    ("(- 1 2 3)", "Y102", "3", 8),
    # kinds of arguments
    ("(+ 1 H.a:M)", "Y103", "H.a:M", 6),
    ("(+ 1 ())", "Y103", "()", 6),
    ('(+ 1 "a")', "Y103", '"a"', 6),
    ("(+ 1 [a])", "Y103", "[a]", 6),
    ("(+ 1 (# H B))", "Y103", "(# H B)", 6),
    ("(# |H| B)", "Y103", "|H|", 4),
    ("(# h B)", "Y103", "h", 4),
    ("(# 3 B)", "Y103", "3", 4),
    ("(# H d)", "Y103", "d", 6),
    ("(# H D.3)", "Y103", "D.3", 6),
    ("(# H B draw)", "Y103", "draw", 8),
    ('(# H B "draw")', "Y103", '"draw"', 8),
    ("(shuffle D.a:M)", "Y103", "D.a:M", 10),
    ("(= 3 1)", "Y103", "3", 4),
    ('(= "v" 1)', "Y103", '"v"', 4),
    ("(! 3)", "Y103", "3", 4),
    ("(muldiv 1 2 3 sideways)", "Y103", "sideways", 15),
    ("(print [a])", "Y103", "[a]", 8),
    ("(print ())", "Y103", "()", 8),
    ("/H", "Y103", "H", 2),
    ("/(# H B)", "Y103", "(# H B)", 2),
    ("(# D.:(= x 1) H)", "Y103", "(= x 1)", 7),
    # `if` and `block` as numbers
    ("(+ 1 (if 1 2))", "Y108", "if", 7),
    ("(+ 1 (if 1 2 ()))", "Y108", "()", 14),
    ("(+ 1 (if 1 (block 2 (# H B)) 3))", "Y108", "(# H B)", 21),
    ("(+ 1 (block 2 H.a:M))", "Y121", "H.a:M", 15),
    # sets and tags that go nowhere
    ("H.a:M", "Y121", "H.a:M", 1),
    ("[draw]", "Y121", "[draw]", 1),
    ("(if 1 H)", "Y121", "H", 7),
    ("(block 1 [a])", "Y121", "[a]", 10),
    # not built yet
    ("(while 1 (# H. B))", "Y150", "while", 2),
    ("(# it B)", "Y103", "it", 4),
    ("(# it.a B)", "Y150", "it", 4),
    ("|it|", "Y150", "it", 2),
    ("(# D.(> level X) H)", "Y150", "(> level X)", 6),
    ("(= y (sum H level))", "Y150", "sum", 7),
]


@pytest.mark.parametrize(("text", "code", "marked", "column"), ERRORS, ids=[row[0] for row in ERRORS])
def test_one_error(text: str, code: str, marked: str, column: int) -> None:
    assert [row for row in judged(text) if row[0].startswith("Y")] == [(code, marked, column)]


@pytest.mark.parametrize("name", PLANNED)
def test_what_is_planned_says_so(name: str) -> None:
    (item,) = judge(f"({name} 1 2)", "program")
    assert item.code == "Y150" and "known, but not built yet" in item.message


@pytest.mark.parametrize(
    "text",
    [
        "1",
        "x; (= x 2)",
        '"a"',
        "()",
        "|H|",
        "(if 1 2 3)",
        '(if 1 "a" ())',
        "(if 1 ())",
        "(block 1)",
        "(rand 1 6)",
        "(+ 1 (if 1 2 3))",
        "(+ 1 (block (# H B) 3))",
        "(+ 1 (if 1 (block 2) (if 0 1 2)))",
        "(# D.:(if 1 2 3) H)",
        '(print 1 "a" H D.2 (+ 1 2))',
        "(! draw)",
        "(! draw!)",
        '(! "special summon")',
        "(# D.2 H [a] [b!])",
        "(muldiv 5 3 2 near)",
        "(= up 1)",
        "(# H.!urara.3 B)",
        "(= mult 2)",
        "(+ it copies who)",
        "(- 3)",
        "(-3)",
        "/1",
        "/!used",
        '(# D."Ash Blossom" H)',
        "(# D.HandTrap H)",
        "(# D.灰流丽.1 H)",
        "(# D.10s H)",
        "(# D.A:hand* H)",
    ],
)
def test_what_is_right(text: str) -> None:
    assert judged(text) == []


@pytest.mark.parametrize("context", ["condition", "score", "stat"])
def test_a_number_changes_nothing_and_belongs_to_no_card(context: Context) -> None:
    assert judged("(> |H| 1)", context) == judged("(rand 1 6)", context) == []
    assert judged("(block (print 1) 2)", context) == []
    assert judged("(block (shuffle D) (= x 1) 2)", context) == [
        ("Y131", "shuffle", 9),
        ("Y131", "=", 21),
        ("y408", "x", 23),
    ]
    assert judged("|X|", context) == [("Y130", "X", 2)]
    assert judged("H.urara", context) == [("Y103", "H.urara", 1)]
    assert judged("(# H B)", context) == [("Y131", "#", 2)]
    assert judged("(if 1 2)", context) == [("Y108", "if", 2)]


def test_headers_and_programs_belong_to_no_card() -> None:
    assert judged("(# X B)", "header") == [("Y130", "X", 4)]
    assert judged("@", "program") == [("y410", "@", 1)]
    assert judged("@;(# X B);(shuffle X);(# D.1 X)", "effect") == []


def test_several_errors_come_in_the_order_of_the_text() -> None:
    assert judged("(+ H (- B)) ; (foo (+ 1)); [a]") == [
        ("Y103", "H", 4),
        ("Y103", "B", 9),
        ("Y101", "foo", 16),
        ("Y102", "+", 21),
        ("Y121", "[a]", 28),
    ]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("(shufle D)", "did you mean `shuffle`?"),
        ("(Shuffle D)", "did you mean `shuffle`?"),
        ("(/-7 2)", "a blank belongs behind `/`"),
        ("(x)", "a variable, a zone or a number stands without parentheses"),
        ("(+ 1 H.a:M)", "how many cards it holds is `|H.a:M|`"),
        ("(# |H| B)", "the set itself has no bars: `H`"),
        ("(# H d)", "zones are capital letters: `D`"),
        ("(# x B)", "this card is `X`, a capital letter"),
        ("(# H D.3)", "a zone stands without filters: `D`"),
        ("(# H B draw)", "a tag is written `[draw]`"),
        ("(if 1)", "it is written `(if n a [b])`"),
        ("(muldiv 1 2 3 sideways)", "it is written `(muldiv a b c up|down|near)`"),
        ("H.a:M", "to move it, write `(# H.a:M B)`; to count it, `|H.a:M|`"),
    ],
)
def test_hints(text: str, hint: str) -> None:
    assert [item.hint for item in judge(text, "program") if item.severity == "error"] == [hint]


def test_messages_name_the_form_and_the_argument() -> None:
    (arity,) = judge("(muldiv 1 2 3)", "program")
    assert arity.message == "`muldiv` takes 4 arguments, and here are 3"
    (kind,) = judge("(# 3 B)", "program")
    assert kind.message == "`#` wants a card set for `S`, and this is a number"


@pytest.fixture
def twice() -> Iterator[None]:
    @form(
        "twice",
        Argument("S", Kind.CARDS),
        Argument("n", Kind.NUMBER, Repeat.OPTIONAL),
        type=Type.NUMBER,
        purity=Purity.CHANGES,
        summary="For a test.",
        example="(twice H)",
    )
    def meaning(engine: Engine, cards: object, number: object = None) -> None:
        raise NotImplementedError

    yield
    del FORMS["twice"]


@pytest.mark.usefixtures("twice")
def test_a_new_form_is_checked_from_its_declaration_alone() -> None:
    assert judged("(= total (+ 1 (twice H.urara 2)))") == []
    assert judged("(twice 1)") == [("Y103", "1", 8)]
    assert judged("(twice H 1 2)") == [("Y102", "2", 12)]
    assert judged("(twice H)", "score") == [("Y131", "twice", 2)]
    (misspelt,) = judge("(twise H)", "program")
    assert misspelt.hint == "did you mean `twice`?"

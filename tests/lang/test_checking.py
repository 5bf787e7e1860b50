"""Kinds of values, numbers of arguments, and what is allowed where."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from reading import Deck, judge, judged

from yisp.lang.checking.checking import Context
from yisp.lang.forms import FORMS, Argument, Engine, Kind, Purity, Repeat, Type, form
from yisp.lang.syntax import SYNTAX, Construct
from yisp.messages import say


@pytest.mark.parametrize("name", FORMS)
def test_every_form_accepts_its_own_example(name: str) -> None:
    errors = [item for item in judge(FORMS[name].example, "program", None) if item.severity == "error"]
    assert errors == []
    if FORMS[name].type is Type.NUMBER:
        assert list(judge(FORMS[name].example, "score", None)) == []


@pytest.mark.parametrize("construct", SYNTAX, ids=lambda construct: construct.spelling)
def test_every_construct_accepts_its_own_example(construct: Construct) -> None:
    assert [item.message for item in judge(construct.example) if item.severity == "error"] == []


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
    # what is lit
    ("(light D.2 30)", "Y143", "2", 10),
    ("(light D.!?1 30)", "Y143", "!?1", 10),
    ("(light D.a:M.*1 30)", "Y143", "*1", 14),
    ("(collapse D.:word)", "Y143", ":word", 13),
    ("(light D)", "Y102", "light", 2),
    ("(light |D| 30)", "Y103", "|D|", 8),
    ("(light D H)", "Y103", "H", 10),
    ("(+ 1 (collapse D))", "Y103", "(collapse D)", 6),
    # sets and tags that go nowhere
    ("H.a:M", "Y121", "H.a:M", 1),
    ("[draw]", "Y121", "[draw]", 1),
    ("(if 1 H)", "Y121", "H", 7),
    ("(block 1 [a])", "Y121", "[a]", 10),
    # loops
    ("(while (# H B) (# H J))", "Y103", "(# H B)", 8),
    ("(while 1)", "Y102", "while", 2),
    ("(repeat H (# H B))", "Y103", "H", 9),
    ("(repeat 2 H.urara)", "Y121", "H.urara", 11),
    ("(+ 1 (repeat 2 3))", "Y103", "(repeat 2 3)", 6),
    ("(repeat 1 " * 9 + "(# H B)" + ")" * 9, "Y123", "repeat", 82),
    ("(stop)", "Y102", "stop", 2),
    ('(stop "x")', "Y103", '"x"', 7),
    # properties and filters by a number
    ("(sum |H| level)", "Y103", "|H|", 6),
    ("(sum H 3)", "Y103", "3", 8),
    ('(high H "level")', "Y103", '"level"', 9),
    ("(# D.(> level H) H)", "Y103", "H", 15),
    ("(# D.(= x 1) H)", "Y131", "=", 7),
    ("(# D.(block (# H B) 1) H)", "Y131", "#", 14),
    ("(# D.(gain 1) H)", "Y131", "gain", 7),
    ("(# D.(== level (rand 1 3)) H)", "Y124", "rand", 17),
    ("(# D.(== level (luck)) H)", "Y124", "luck", 17),
    ("(# D.(> |H.?1| level) H)", "Y124", "?1", 12),
    ("(# " + "D.(> |" * 9 + "H" + "| level)" * 9 + " H)", "Y123", "(> |H| level)", 54),
    # functions
    ("(twice)", "Y102", "twice", 2),
    ("(twice 1 2)", "Y102", "twice", 2),
    ("(luck 1)", "Y102", "luck", 2),
    ("(twice H)", "Y103", "H", 8),
    ("(+ 1 (gain 2))", "Y103", "(gain 2)", 6),
    ("(leave)", "Y130", "leave", 2),
    ("(copies H)", "Y135", "copies", 2),
    ("(# D.:(copies H) H)", "Y135", "copies", 8),
    ("|H.(would [t] (copies B))|", "Y135", "copies", 16),
    ("|H.(copies 2)|", "Y103", "2", 12),
    ("|H.(copies)|", "Y102", "copies", 5),
    ("(found)", "Y132", "found", 2),
    # events
    ("(# it B)", "Y132", "it", 4),
    ("(# it.a:M B)", "Y132", "it", 4),
    ("|it|", "Y132", "it", 2),
    ("(on drow (# D.1 H))", "Y122", "drow", 5),
    ("(on > (# D.1 H))", "Y122", ">", 5),
    ("(on D>X (# D.1 H))", "Y122", "D>X", 5),
    ("(on 3 (# D.1 H))", "Y103", "3", 5),
    ("(on draw)", "Y102", "on", 2),
    ("(on draw (times 2))", "Y102", "on", 2),
    ("(on draw (# D.1 H) (times 2) (times 3))", "Y125", "times", 31),
    ("(on draw (# D.1 H) (times H))", "Y103", "H", 27),
    ("(on draw (# D.1 H) (times 1 2))", "Y102", "times", 21),
    ("(on draw (# D.1 H) (when H))", "Y103", "H", 26),
    ("(on draw (# D.1 H) (when (rand 0 1)))", "Y124", "rand", 27),
    ("(on draw (# D.1 H) (when |D.?1|))", "Y124", "?1", 29),
    ("(on draw (# D.1 H) (when (block (# H B) 1)))", "Y131", "#", 34),
    ("(on draw (# D.1 H) (when (= word 1)))", "Y131", "=", 27),
    ("(on draw (# D.1 H) (when (gain 1)))", "Y131", "gain", 27),
    ("(on draw (# D.1 H) (when 1) (when 2))", "Y125", "when", 30),
    ("(when 2)", "Y125", "when", 2),
    ("(times 2)", "Y125", "times", 2),
    ("(after 1 (# D.1 H) (for 2))", "Y125", "for", 21),
    ("(after H (# D.1 H))", "Y103", "H", 8),
    ("(after 1 (# it H))", "Y132", "it", 13),
    ("(after |it| (# D.1 H))", "Y132", "it", 9),
    ("(on draw (# D.1 H) (times |it|))", "Y132", "it", 28),
]


@pytest.mark.parametrize(("text", "code", "marked", "column"), ERRORS, ids=[row[0] for row in ERRORS])
def test_one_error(text: str, code: str, marked: str, column: int) -> None:
    assert [row for row in judged(text) if row[0].startswith("Y")] == [(code, marked, column)]


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
        "(while (< |F| 3) (# D.1 F))",
        "(repeat (twice 2) (# D.1 F) (# F B))",
        "(repeat 1 " * 8 + "(# H B)" + ")" * 8,
        "(repeat 1 " * 8 + "(on draw " + "(repeat 1 " * 8 + "(# H B)" + ")" * 17,
        "(stop 2)",
        "(= seen (+ (sum H level) (high F rank) (low B level)));(= it seen)",
        "(# D.(>= level 3).1 H)",
        "(# D.!(> copies 1) H)",
        "(# D.(and (== level 1) |H.(> rank copies)|) H)",
        "(gain (pair 1 (luck)))",
        "(on D>B (# it.a:M H) (times 2) (for 3))",
        "(on draw (print it) (# it B))",
        "(on turn-end (gain 1) (found))",
        "(after 2 (# D.1 H) (stop 1))",
        "(after 1 (on >B (# it H)))",
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
    assert judged("(+ |H.X| |D.!X.1|)", context) == [("Y130", "X", 7), ("Y130", "X", 14)]
    assert judged("H.urara", context) == [("Y103", "H.urara", 1)]
    assert judged("(# H B)", context) == [("Y131", "#", 2)]
    assert judged("(if 1 2)", context) == [("Y108", "if", 2)]


def test_headers_and_programs_belong_to_no_card() -> None:
    assert judged("(# X B)", "header") == [("Y130", "X", 4)]
    assert judged("@", "program") == [("y410", "@", 1)]
    assert judged("@;(# X B);(shuffle X);(# D.1 X)", "effect") == []
    assert judged("(# H.!X B)", "header") == [("Y130", "X", 7)]
    assert judged("[1 on draw]@;(# H.!X.1 B);(# F.X B);(# it.X J);(# X.!X B)", "effect") == []
    assert judged("[1]@;(light D.!X 10);(collapse X)", "effect") == [("Y143", "!X", 15), ("Y143", "X", 32)]


@pytest.mark.parametrize(
    "text",
    ["(light X 5)", "(light D.X 4)", "(light D.!!X 4)", "(collapse X)", "(light X.2 5)", "X", "(if X 1 2)"],
)
def test_of_a_card_that_is_not_there_only_that_is_said(text: str) -> None:
    assert judged(text, "header") == [("Y130", "X", text.index("X") + 1)]


def test_a_card_that_is_called_like_this_card() -> None:
    deck = Deck({"X": []})
    (item,) = judge("[1]@;(# H.!X B)", "effect", deck)
    assert (item.code, item.severity, item.hint) == ("Y435", "warning", 'that one is written `."X"`')
    assert judged('[1]@;(# H.!"X" B)', "effect", deck) == []
    (item,) = judge("|H.X|", "stat", deck)
    assert (item.code, item.hint) == ("Y130", 'the card or alias `X` is `."X"`')
    (item,) = judge("|H.X|", "stat")
    assert (item.code, item.hint) == ("Y130", None)


def test_the_cards_of_an_event() -> None:
    """`it` is a card set where an event is answered, and a variable everywhere else."""
    assert (
        judged("[on D>B](# it B);(# it.a:M B);(= n |it|);(print it);(= n (sum it level));(= n n)", "effect")
        == []
    )
    assert judged("[1]@;(# it B)", "effect") == [("Y132", "it", 9)]
    assert judged("(= it 3);(# D.:it H)", "program") == []
    assert judged("[on draw](on >B (# it J))", "effect") == []
    assert judged("[on draw](after 1 (# it J))", "effect") == [("Y132", "it", 22)]
    assert judged("[on draw](after |it| (# D.1 H));(on >B (# it J) (for |it|))", "effect") == []
    assert judged("[on draw](found)", "effect") == judged("(on draw (found))") == []


def test_functions_in_numbers() -> None:
    assert judged("(pair (twice 1) (luck))", "score") == []
    assert judged("(gain 1)", "score") == [("Y131", "gain", 2)]
    assert judged("[1]@;(leave)", "effect") == []
    assert [row[0] for row in judged("(leave)", "stat")] == ["Y130", "Y131"]


@pytest.mark.parametrize("text", ["(sum H lewel)", "(high D lewel)", "(low B lewel)"])
def test_a_property_that_no_card_has(text: str) -> None:
    (item,) = judge(text, "stat")
    assert (item.code, item.severity, item.hint) == ("Y412", "warning", "did you mean `level`?")
    assert judged(text, "stat", names=None) == []
    (other,) = judge("(sum H qqq)", "stat")
    assert other.hint == "`props: {level: 3}` under a card gives it one"


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
        ("(/-7 2)", "put a space after `/`"),
        ("(x)", "a variable, a zone or a number is written without parentheses"),
        ("(+ 1 H.a:M)", "the number of its cards is `|H.a:M|`"),
        ("(# |H| B)", "the set itself has no bars: `H`"),
        ("(# H d)", "zones are capital letters: `D`"),
        ("(# x B)", "this card is `X`, a capital letter"),
        ("(# H D.3)", "a zone takes no filters here: `D`"),
        ("(# H B draw)", "a tag is written `[draw]`"),
        ("(if 1)", "write it as `(if n a [b])`"),
        ("(muldiv 1 2 3 sideways)", "write it as `(muldiv a b c up|down|near)`"),
        ("(on drow (# D.1 H))", "did you mean `draw`?"),
        ("(on Turn-Start (# D.1 H))", "did you mean `turn-start`?"),
        ("(on D<B ())", "events are `D>B`, `>B`, `H>`, `draw`, `activate`, `turn-start` or `turn-end`"),
        ("(on draw (times 2))", "write it as `(on EVENT a … [(when n)] [(times n)] [(for n)] [[tag] …])`"),
        ("(on draw (# H B) (times 1 2))", "as in `(times 3)`"),
        ("(repeat 1 " * 9 + "(# H B)" + ")" * 9, "make the inner part a function, under `deck.define`"),
        ("(# D.(> level (rand 1 2)) H)", "draw first, as in `(= roll (rand 1 6))`, and compare with `roll`"),
        ("(# D.(level) H)", "for cards whose `level` is not 0 write `.(!= level 0)`"),
        ("(# it B)", "effects with a flag such as `[1 on D>B]` have it, so does `(on draw …)`"),
        ("(twice)", "write it as `(twice n)`"),
        ("(twise 1)", "did you mean `twice`?"),
        ("H.a:M", "to move it, write `(# H.a:M B)`; to count it, `|H.a:M|`"),
    ],
)
def test_hints(text: str, hint: str) -> None:
    assert [item.hint for item in judge(text, "program") if item.severity == "error"] == [hint]


def test_messages_name_the_form_and_the_argument() -> None:
    (arity,) = judge("(muldiv 1 2 3)", "program")
    assert arity.message == "`muldiv` takes 4 arguments, but 3 are given"
    (kind,) = judge("(# 3 B)", "program")
    assert kind.message == "`#` needs a card set for `S`, but this is a number"


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
        words=say("twice {S}"),
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

"""Every way to break a statement: the code, the very place, and a sentence that helps."""

from __future__ import annotations

import string
import time
from unicodedata import normalize

import pytest
from reading import effect, judge, judged, read, said

from yisp.lang.diagnostics import CODES, Diagnostics
from yisp.lang.parsing.infix import prefix_form
from yisp.lang.parsing.parser import parse_effect, parse_number, parse_script
from yisp.lang.parsing.words import lookalike
from yisp.lang.source import TextSource
from yisp.lang.tree import Event

MISTAKES = [
    # parentheses
    ("(# X B", "Y104", "(", 1),
    ("(if (> x 0) (# X B) ()", "Y104", "(", 1),
    ("(if (> x 0 (# X B) ()", "Y104", "(", 5),
    ("(", "Y104", "(", 1),
    ("(+ 1 (- 2", "Y104", "(", 6),
    ("(! a!", "Y104", "(", 1),
    ("H.:(+ 1", "Y104", "(", 4),
    ("H.(", "Y104", "(", 3),
    (")", "Y105", ")", 1),
    ("((+ 1 2))", "Y110", "((", 1),
    ("(3 4)", "Y110", "(3", 1),
    ('("a")', "Y110", '("', 1),
    ("(|H|)", "Y110", "(|", 1),
    ("([draw])", "Y110", "([", 1),
    # behind a set of cards
    ("H x", "Y128", "x", 3),
    ("H(x)", "Y128", "(x)", 2),
    # strings
    ('(print "abc)', "Y106", '"', 8),
    # sizes
    ("|H", "Y107", "|", 1),
    ("|H.a:x", "Y107", "|", 1),
    ("|H D|", "Y107", "D", 4),
    ("|H.lamp lighter|", "Y116", "lamp lighter", 4),
    ("/(> |H.?.a:ピカチュウ EX 2| 1)", "Y116", "ピカチュウ EX 2", 12),
    ("(+ |H.x n |D|)", "Y107", "|", 4),
    ("(+ |H D.a:x| 1)", "Y107", "D.a:x", 7),
    ("(+ |H 1)", "Y107", "|", 4),
    ("|H.?(+ 1 1)|", "Y116", "(", 5),
    ("(> |H (+ 1 1))", "Y107", "|", 4),
    ("(> |H 0)", "Y107", "|", 4),
    ("(> |H.x 0)", "Y107", "|", 4),
    ("|", "Y107", "|", 1),
    ("||", "Y107", "||", 1),
    ("|3|", "Y107", "3", 2),
    ("|(+ 1 2)|", "Y107", "(", 2),
    # filters
    ("|H.|", "Y116", ".", 3),
    ("H..a", "Y116", ".", 2),
    ("H.a.", "Y116", ".", 4),
    ("H.!", "Y116", "!", 3),
    ("H.a.!", "Y116", "!", 5),
    ("H.!.a", "Y116", "!", 3),
    ("|H.a: x|", "Y116", "a:", 4),
    ("H.A:", "Y116", "A:", 3),
    ("H.:X", "Y116", ":X", 3),
    ("H.:3x", "Y116", ":3x", 3),
    ("H.-:", "Y116", "-:", 3),
    ("H.:[b]", "Y116", ":[b]", 3),
    ('H.a"b"', "Y116", 'a"b"', 3),
    ('H."a"b', "Y116", '"a"b', 3),
    ("|H .a|", "Y117", ".", 4),
    ("|H. a|", "Y117", ".", 3),
    ("|H.b .a|", "Y117", ".", 6),
    ("H .a", "Y117", ".", 3),
    ("H. a", "Y117", ".", 2),
    # words
    ("foo-bar", "Y111", "foo-bar", 1),
    ("/a!", "Y111", "a!", 2),
    ("a:monster", "Y111", "a:monster", 1),
    (".a", "Y111", ".a", 1),
    ("|d.2|", "Y114", "d", 2),
    ("|h|", "Y114", "h", 2),
    ("|H:anna|", "Y146", "H:anna", 2),
    ("|H:anna.a:x|", "Y146", "H:anna.a:x", 2),
    ("|H[1]|", "Y107", "[", 3),
    ("|Hand|", "Y114", "Hand", 2),
    ("d.2", "Y114", "d", 1),
    ("Hand", "Y114", "Hand", 1),
    ("0.5", "Y115", "0.5", 1),
    ("9223372036854775808", "Y115", "9223372036854775808", 1),
    ("(+ 1 -9223372036854775809)", "Y115", "-9223372036854775809", 6),
    ("H.99999999999999999999", "Y115", "99999999999999999999", 3),
    ("H.-:99999999999999999999", "Y115", "99999999999999999999", 5),
    # `@` and guards
    ("@(# X B)", "Y112", "(# X B)", 2),
    ("@ foo", "Y112", "foo", 3),
    ("/", "Y113", "/", 1),
    ("/!", "Y113", "/", 1),
    ("/ )", "Y113", "/", 1),
    ("/@", "Y112", "@", 2),
    ("//x", "Y113", "//", 1),
    # brackets
    ("(# D.2 H [draw)", "Y120", "[", 10),
    ("(# D.2 H [ ])", "Y120", "[", 10),
    ("(# D.2 H ])", "Y120", "]", 10),
    ("]", "Y120", "]", 1),
    # input methods
    ("（# X B）", "Y119", "（", 1),
    ("(# X B）", "Y119", "）", 7),
    ("@；(# X B)", "Y119", "；", 2),
    ("(＋ 1 2", "Y104", "(", 1),
    ("｜H｜", "Y119", "｜", 1),
    ("|H｜", "Y119", "｜", 3),
    ("|H.a｜", "Y119", "｜", 5),
    ("“draw”", "Y119", "“", 1),
    ("３", "Y119", "３", 1),
]


@pytest.mark.parametrize(("text", "code", "marked", "column"), MISTAKES, ids=[row[0] for row in MISTAKES])
def test_a_mistake(text: str, code: str, marked: str, column: int) -> None:
    assert read(text) == [(code, marked, column)]


# Mistakes that the grammar lets pass, because a form could take any word.
BARE_WORDS = [
    ("(# d.2 H)", "Y114", "d", 4),
    ("(# D.1 H:anna)", "Y146", "H:anna", 8),
    ("(# H. a B)", "Y117", ".", 5),
    ("(# H. B)", "Y117", ".", 5),
    ("(# H .a B)", "Y117", ".", 6),
    ("(# H.)", "Y116", ".", 5),
    ("(block @ 1)", "Y112", "@", 8),
    ("(@)", "Y112", "@", 2),
    ("(print 1 // 2)", "Y111", "//", 10),
    ("(block /summon 1)", "Y113", "/summon", 8),
    ("(if summon > 1 ())", "Y111", ">", 12),
    ("(= summon summon-1)", "Y111", "summon-1", 11),
    ("(+ 1 -summon)", "Y111", "-summon", 6),
    ("(* 0.5 2)", "Y115", "0.5", 4),
    ("(print “x”)", "Y119", "“", 8),
    ("(＋ 1 2)", "Y119", "＋", 2),
    ("(# X，B)", "Y119", "，", 5),
]


@pytest.mark.parametrize(("text", "code", "marked", "column"), BARE_WORDS, ids=[row[0] for row in BARE_WORDS])
def test_a_bare_word(text: str, code: str, marked: str, column: int) -> None:
    errors = [row for row in judged(text, "effect") if row[0].startswith("Y")]
    assert errors == [(code, marked, column)]


def test_five_broken_statements_give_five_diagnostics() -> None:
    assert read("(# X B;@;);H.!;|H;(print 1);3 4;(3)") == [
        ("Y104", "(", 1),
        ("Y105", ")", 10),
        ("Y116", "!", 14),
        ("Y107", "|", 16),
        ("Y128", "4", 31),
        ("Y110", "(3", 33),
    ]


def test_an_open_string_loses_only_its_own_statement() -> None:
    assert read('(print "a);@;(# X B;(print "b")') == [("Y106", '"', 8), ("Y104", "(", 14)]
    assert read('(print "b");@;(print "a)') == [("Y106", '"', 22)]


@pytest.mark.parametrize(
    ("text", "marked", "column", "hint"),
    [
        ("(# X B) ) )", ") )", 9, "closes nothing"),
        ("(# X B) foo", "foo", 9, "is a `;` missing"),
        ("(# X B) // to the graveyard", "// to the graveyard", 9, "a comment begins with `#`"),
        ("(# X B) (# D.1 H)", "(# D.1 H)", 9, "is a `;` missing"),
        ("x = 1", "= 1", 3, "`(= x 1)`"),
        ("/x > 1", "> 1", 4, "`/(> x 1)`"),
        ("/!|H.a| >= 2 && |B| < 3", ">= 2 && |B| < 3", 9, "`/!(and (>= |H.a| 2) (< |B| 3))`"),
        ("|H| > ", ">", 5, "the operator comes first"),
        ("(# X B) ]", "]", 9, "is a `;` missing"),
    ],
)
def test_text_after_a_complete_statement(text: str, marked: str, column: int, hint: str) -> None:
    diagnostics = Diagnostics()
    tree = parse_script(TextSource("t", text), diagnostics)
    assert said(diagnostics) == [("Y128", marked, column)]
    assert [item.hint for item in diagnostics if item.hint and hint in item.hint]
    assert not tree.whole


@pytest.mark.parametrize("text", ["(# X B))", "(# X B) )", "@)", "/x)"])
def test_a_parenthesis_too_many_is_only_warned_of(text: str) -> None:
    diagnostics = Diagnostics()
    tree = parse_script(TextSource("t", text), diagnostics)
    assert said(diagnostics) == [("y401", ")", len(text))]
    assert tree.whole and len(tree.statements) == 1


def test_more_is_said_of_a_statement_without_its_semicolon() -> None:
    assert judged("(define (f) 1)\n(= x 2)")[0][0] == "Y128"
    assert "Y101" in [code for code, *_ in judged("(define (f) 1)\n(= x 2)")]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("|H.a:starter| >= 2", "`(>= |H.a:starter| 2)`"),
        ("x = 2", "`(== x 2)`"),  # nothing can be assigned here
        ("|H.a| || |H.b|", "`(or |H.a| |H.b|)`"),
    ],
)
def test_text_after_a_complete_number(text: str, hint: str) -> None:
    diagnostics = Diagnostics()
    assert parse_number(TextSource("t", text), diagnostics) is None
    assert [(item.code, hint in (item.hint or "")) for item in diagnostics] == [("Y128", True)]


@pytest.mark.parametrize(
    ("text", "prefix"),
    [
        ("|H| >= 2 && x + 1 < 3", "(and (>= |H| 2) (< (+ x 1) 3))"),
        ("a + b + c * 2 - 1", "(- (+ a b (* c 2)) 1)"),
        ("a - b - c", "(- (- a b) c)"),
        ("(x+1)*2 > 3", "(> (* (+ x 1) 2) 3)"),
        ("x or y and z", "(or x (and y z))"),
        ("(> x 1) && (+ 2 3)", "(and (> x 1) (+ 2 3))"),
        ("x - -1", "(- x -1)"), ("x-1", "(- x 1)"), ("x = y + 1", "(= x (+ y 1))"), ("x <> 1", "(!= x 1)"),
        *((text, None) for text in ("", "x", "|H| 2", "|H| >", "> 3", "(# X B) (# D.1 H)", "(x > 1")),
    ],
)  # fmt: skip
def test_infix(text: str, prefix: str | None) -> None:
    assert prefix_form(text, assigns=True) == prefix


@pytest.mark.parametrize(
    ("text", "row"),
    [
        ("[1@;(# D.2 H [draw])", ("Y120", "[", 1)),
        ("[1", ("Y120", "[", 1)),
        ("[1Q2]@", ("y411", "2", 4)),
        ("[h]@", ("y411", "h", 2)),
        ("[X]@", ("y411", "X", 2)),
        ("[1,H]@", ("y411", ",", 3)),
        ("[1 on D>Q1](# D.1 H)", ("Y122", "D>Q1", 7)),
        ("[1 on >](# D.1 H)", ("Y122", ">", 7)),
        ("[1 on](# D.1 H)", ("Y122", "on", 4)),
        ("[on turn-strat]@", ("Y122", "turn-strat", 5)),
        ("[1on draw]@", ("y411", "on draw", 3)),
        ("[draw on]@", ("Y122", "on", 7)),
    ],
)
def test_flags(text: str, row: tuple[str, str, int]) -> None:
    diagnostics = Diagnostics()
    parse_effect(TextSource("t", text), diagnostics)
    assert said(diagnostics)[0] == row


@pytest.mark.parametrize(
    ("text", "event", "zones"),
    [
        ("[1 on D>B](# D.1 H)", Event("move", "D", "B"), ()),
        ("[on >B](# D.1 H)", Event("move", None, "B"), ()),
        ("[HB on H>](# D.1 H)", Event("move", "H", None), ("H", "B")),
        ("[on draw](# D.1 H)", Event("draw"), ("H",)),
        ("[B on  turn-end ](# D.1 H)", Event("turn-end"), ("B",)),
        ("[^ on activate](# D.1 H)", Event("activate"), ("H",)),
    ],
)
def test_events_in_flags(text: str, event: Event, zones: tuple[str, ...]) -> None:
    flags = effect(text).flags
    assert (flags.event, flags.zones) == (event, zones)


@pytest.mark.parametrize(
    "text",
    ["(- " * 200 + "1" + ")" * 200, "(- |H.:" * 199 + "(- 1)" + "|)" * 199, "|H." + "!" * 200 + "a|"],
    ids=["calls", "sets", "rejections"],
)
def test_the_deepest_nesting_is_read_and_checked(text: str) -> None:
    assert judged(text, names=None) == []


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("(" * 10_000, 201),
        ("(- " * 10_000 + "1" + ")" * 10_000, 601),
        ("H." + "!" * 10_000 + "a", 10_002),
        ("H." + "!" * 10_000, 10_002),
        ("(- |H." + "!" * 150 + "(- |H." + "!" * 49 + "a|)|)", 211),
    ],
    ids=["open", "closed", "rejections", "rejections of nothing", "both"],
)
def test_nesting_too_deep_is_seen_before_parsing(text: str, column: int) -> None:
    started = time.process_time()
    assert [(code, at) for code, _, at in read(text)] == [("Y118", column)]
    assert time.process_time() - started < 3


def test_a_lower_limit() -> None:
    assert read("(- (- 1))", nesting=2) == []
    assert read("(- (- (- 1)))", nesting=2) == [("Y118", "(", 7)]


@pytest.mark.parametrize(
    "text",
    [
        "(= x 1);" * 5_000,
        "(= x ;" * 3_000,
        '"a;' * 20_001,
        "H" + ".a" * 20_000,
        "[a" * 100_000,
        '[a"' * 100_000,
        "(# X B [" + " " * 200_000,
        "(+ " + "1 " * 20_000 + ")",
        "9" * 200_000,
        '"' * 200_001,
        "/" + "!" * 200_000,
        "x " + "y" * 200_000,
        "H." + "a" * 200_000 + '"',
        ";" * 100_000,
    ],
    ids=lambda text: text[:8],
)
def test_long_texts_take_linear_time(text: str) -> None:
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 12


def test_letters_and_digits_as_wide_as_chinese_mean_those_of_the_language() -> None:
    """All of them; Unicode's own table of what is compatible says which are meant."""
    wide = [chr(0xFEE0 + ord(one)) for one in string.ascii_letters + string.digits]
    assert [lookalike(f"ab{one}") for one in wide] == [(2, normalize("NFKC", one)) for one in wide]
    assert lookalike(string.printable) is None


def test_every_code_is_listed() -> None:
    shown = {item.code for text, *_ in [*MISTAKES, *BARE_WORDS] for item in judge(text)}
    assert shown <= set(CODES)
    assert list(CODES) == sorted(CODES)

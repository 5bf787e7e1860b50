"""Edits that mend a mistake: written as the place needs them, and proved."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from editing import DECK, written
from hypothesis import given, settings
from hypothesis import strategies as st

from yisp.editor.edits import fixes as proof
from yisp.editor.services import Document, Fix, Range, diagnostics, edited, fixes
from yisp.messages import speaking

ROOT = Path(__file__).parents[2]


def mended(text: str, code: str, file: str = "deck.yml") -> list[tuple[str, str]]:
    """For each edit that mends a mistake of that code: what it is called, and the text that comes of it."""
    document = Document(text, file)
    found = [one for one in fixes(document) if one.problem.code == code]
    return [(one.title, made(document, one)) for one in found]


def made(document: Document, fix: Fix) -> str:
    return edited(document.source, list(fix.edits))


PLAIN = [
    ("(# X B)", "(shufle D)", "Y101", "write `shuffle`", "(shuffle D)"),
    ("(# X B)", "（# X B)", "Y119", "write `(`", "(# X B)"),
    ("(# X B)", "(# X B", "Y104", "insert `)`", "(# X B)"),
    ("(# X B);", "(= n (- 2 (* 3 |B|);", "Y104", "insert `))`", "(= n (- 2 (* 3 |B|)));"),
    ("(# X B)", "(# X B))", "Y401", "delete `)`", "(# X B)"),
    ("(# X B);", "(# X B)) ) ;", "Y128", "delete `) )`", "(# X B) ;"),
    ("(# X B);", ") (# X B);", "Y105", "delete `)`", " (# X B);"),
    ("(# X B)", "(# X b)", "Y103", "write `B`", "(# X B)"),
    ("(# X B)", "(# x B)", "Y103", "write `X`", "(# X B)"),
    ("(# X B)", "(# X grave)", "Y103", "write `B`", "(# X B)"),
    ("(# X B)", "(# X Grave)", "Y114", "write `B`", "(# X B)"),
    ("(# X B)", "(# |H.urara| B)", "Y103", "write `H.urara`", "(# H.urara B)"),
    ("(# X B)", "(# X B.1)", "Y103", "write `B`", "(# X B)"),
    ("(# X B);", "(= n |b|);", "Y114", "write `B`", "(= n |B|);"),
    ("(# X B);", "(= n |hand|);", "Y114", "write `H`", "(= n |H|);"),
    ("(# X B);", "(= n |B);", "Y107", "insert `|`", "(= n |B|);"),
    ("(# X B);", '(= "n" 2);', "Y103", "write `n`", "(= n 2);"),
    ("(# X B);", "(= n (|B| + 1));", "Y110", "write `(+ |B| 1)`", "(= n (+ |B| 1));"),
    ("(# X B);", "(= n -x);", "Y111", "write `(- x)`", "(= n (- x));"),
    ("(# X B);", "(= n, 2);", "Y111", "delete `,`", "(= n 2);"),
    ("(# X B);", "(&& 1 2);", "Y101", "write `and`", "(and 1 2);"),
    ("(# X B);", "(/-7 2);", "Y101", "write `/ -7`", "(/ -7 2);"),
    ("(> |H.蟲惑の園| 0)", "(= down 2)", "Y131", "write `==`", "(== down 2)"),
    ("(# X B);", "]; (# X B);", "Y120", "delete `]`", "; (# X B);"),
    ("'[1]@;(# X B);", "'[1]@ (# X B);", "Y112", "insert `;`", "'[1]@; (# X B);"),
    ("[1]@;(# X B)", "[1h]@;(# X B)", "Y411", "write `H`", "[1H]@;(# X B)"),
    ("[1]@;(# X B)", "[１]@;(# X B)", "Y411", "write `1`", "[1]@;(# X B)"),
    ("[1 on D>B]", "[1on D>B]", "Y411", "write `1 on`", "[1 on D>B]"),
    ("[1 on D>B]", "[1 on drw]", "Y122", "write `draw`", "[1 on draw]"),
    ("[draw]", "draw", "Y103", "write `[draw]`", "[draw]"),
    ("D.a:trap.1", "D.trap.1", "Y403", "write `a:trap`", "D.a:trap.1"),
    ("D.a:trap.1", "D.tr*.1", "Y403", "write `A:tr*`", "D.A:tr*.1"),
    ("D.a:trap.1", "D.a:tr*.1", "Y405", "write `A:tr*`", "D.A:tr*.1"),
    ("D.a:trap.1", "D.a:urara.1", "Y404", "write `urara`", "D.urara.1"),
    ("D.a:trap.1", "D.k:urar.1", "Y402", "write `k:urara`", "D.k:urara.1"),
    ("D.a:trap.1", "D .a:trap.1", "Y117", "write `D.a:trap.1`", "D.a:trap.1"),
    ("D.a:trap.1", "D. a:trap.1", "Y117", "write `D.a:trap.1`", "D.a:trap.1"),
    ("D.a:trap.1", "D a:trap.1", "Y111", "write `D.a:trap.1`", "D.a:trap.1"),
    ("D.a:trap.1", "D.(level).1", "Y101", "write `(!= level 0)`", "D.(!= level 0).1"),
    ("(sum D level)", "(sum D levle)", "Y412", "write `level`", "(sum D level)"),
    ("(= summon 1);", "(= summon 1)", "Y128", "insert `;`", "(= summon 1);"),
    ("'(= score", "' @ ; (= score", "Y410", "delete `@ ; `", "' (= score"),
    ("|B.!Both|", "|B.!Both|; 2", "Y109", "delete `; 2`", "|B.!Both|"),
    ("kind: urara", "kind: uraa", "Y227", "write `urara`", "kind: urara"),
    ("hand: [urara]", "hand: [uraa]", "Y210", "write `urara`", "hand: [urara]"),
    ("1x Ash Blossom", "1x Ash Blosom", "Y210", "write `1x Ash Blossom`", "1x Ash Blossom"),
    ("1x Ash Blossom", "1 Ash Blossom", "Y210", "write `1x Ash Blossom`", "1x Ash Blossom"),
    ("1x Ash Blossom", "not urara", "Y210", "write `!urara`", "'!urara'"),
    ("1x Ash Blossom", "urara or Ash Blossom", "Y210", "write `{any: [urara, Ash Blossom]}`",
     "{any: [urara, Ash Blossom]}"),
    ("1x Ash Blossom", "'urara, Ash Blossom'", "Y210", "write `urara, Ash Blossom`", "urara, Ash Blossom"),
    ("1x Ash Blossom", "{any: [2x urara]}", "Y211", "delete `2x `", "{any: [urara]}"),
    ("1x Ash Blossom", "[urara, Both]", "Y201", "write `{any: [urara, Both]}`", "{any: [urara, Both]}"),
    ("'a:monster !HandTrap'", "'! a:monster'", "Y211", "write `!a:monster`", "'!a:monster'"),
    ("'a:monster !HandTrap'", "'a:mosnter'", "Y405", "write `a:monster`", "'a:monster'"),
    ("'a:monster !HandTrap'", "'a:urara'", "Y404", "delete `a:`", "'urara'"),
    ("'a:monster !HandTrap'", "'a：monster'", "Y210", "write `a:monster`", "'a:monster'"),
    ("'A1.rate > 0'", "'A2.rate > 0'", "Y222", "write `A1`", "'A1.rate > 0'"),
    ("'A1.rate > 0'", "'milled.men > 0'", "Y222", "write `mean`", "'milled.mean > 0'"),
    ("'A1.rate > 0'", "'A1.rate > 85'", "Y204", "insert `%`", "'A1.rate > 85%'"),
    ("exec-program: true", "exec-programme: true", "Y202", "write `exec-program`", "exec-program: true"),
    ("{count: 2,", "{count：2,", "Y202", "write `count: 2`", "{count: 2,"),
    ("      count: 3\n", "      count： 3\n", "Y005", "write `:`", "      count: 3\n"),
    ("      count: 3\n", "      count:3\n", "Y005", "write `count: 3`", "      count: 3\n"),
    ("    urara:\n", "\t  urara:\n", "Y005", "replace every tab with spaces, the same number everywhere",
     "    urara:\n"),
    ("灰流丽", "'it's'", "Y005", "insert `'`", "'it''s'"),
    ("灰流丽", '"a "b" c"', "Y005", 'a " inside double quotes is written \\"', '"a \\"b\\" c"'),
    ("灰流丽", "one: two", "Y005", "write `'one: two'`", "'one: two'"),
    ("灰流丽", "@home", "Y005", "write `'@home'`", "'@home'"),
    ("灰流丽", "*home", "Y008", "write `'*home'`", "'*home'"),
    ("灰流丽", "!home of", "Y007", "write `'!home of'`", "'!home of'"),
    ("灰流丽", "\x07ring", "Y004", "write `ring`", "ring"),
    ("attribute: trap", "attribute: 【trap，x】", "Y429", "write `[trap, x]`", "attribute: [trap, x]"),
    ("size: 40", "size: ４０", "Y201", "write `40`", "size: 40"),
    ("D.a:trap.1", "D:1.a:trap.1", "Y148", "write `D`", "D.a:trap.1"),
    ("(= summon 1)", "(+ 1 x=3)", "Y111", "write `(== x 3)`", "(+ 1 (== x 3))"),
    ("(= summon 1)", "(on drw (# D.1 H))", "Y122", "write `draw`", "(on draw (# D.1 H))"),
    ("(= summon 1)", "(! drw);(# D.1 H)", "Y423", "write `draw`", "(! draw);(# D.1 H)"),
    ("(= summon 1)", "(gain sumon 2)", "Y409", "write `summon`", "(gain summon 2)"),
    ("1x Ash Blossom", "urra", "Y210", "write `urara`", "urara"),
    ("kind: urara", "kind: urara, zone: e", "Y201", "write `E`", "kind: urara, zone: E"),
    ("灰流丽", "| one", "Y005", "write `'| one'`", "'| one'"),
    ("[monster, hand-trap]", "[, monster]", "Y005", "delete `,`", "[ monster]"),
    ("exec-program: true", "policy: best", "Y434", "write `exec-program: true`",
     "exec-program: true\n      policy: best"),
    ("exec-program: true", "policy: {kind: best, goal: mileld}", "Y230", "write `milled`",
     "policy: {kind: best, goal: milled}"),
    ("exec-program: true", "policy: {kind: staged-search, stage: 3}", "Y204", "write `turns: 3`",
     "turns: 3\n      policy: {kind: staged-search, stage: 3}"),
    ("exec-program: true", "relate: [[mileld, score]]", "Y240", "write `milled`",
     "relate: [[milled, score]]"),
    ("exec-program: true", "draw: 2", "Y428", "write `turns: 2`", "turns: 2\n      draw: 2"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "title", "wanted"), PLAIN)
def test_each_in_its_place(old: str, new: str, code: str, title: str, wanted: str) -> None:
    assert (title, written(old, wanted)) in mended(written(old, new), code)


STYLES = {
    "plain": "program: {}",
    "single quotes": "program: '{}'",
    "double quotes": 'program: "{}"',
    "folded": "program: >-\n        {}",
    "literal": "program: |\n        {}\n",
    "flow": "program: ['{}']",
    "an anchor": "program: &effect '{}'",
}
"""How a script may stand in YAML."""


def styled(style: str, script: str) -> str:
    if style == "double quotes":
        script = script.replace('"', '\\"')
    return (
        "deck:\n  cards:\n    two words:\n      count: 40\n      attribute: [m]\n      "
        + STYLES[style].format(script)
        + "\nsimulate: {tests: {t: {exec-program: true, combos: {c: {hand: [two words]}}}}}\n"
    )


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    ("script", "code", "wanted"),
    [
        ("/|D|;@;(# D.m.1 H)", "Y403", "/|D|;@;(# D.a:m.1 H)"),
        ("/|D|;@;(# D.two_words.1 H)", "Y402", '/|D|;@;(# D."two words".1 H)'),
        ("/|D|;@;(# D.1 H", "Y104", "/|D|;@;(# D.1 H)"),
        ("/|D|;@ (# D.1 H)", "Y112", "/|D|;@; (# D.1 H)"),
        ("/|D|；@;(# D.1 H)", "Y119", "/|D|;@;(# D.1 H)"),
    ],
)
def test_in_every_style(style: str, script: str, code: str, wanted: str) -> None:
    text = styled(style, script)
    ((_, new),) = mended(text, code)
    if style != "plain":
        assert new == styled(style, wanted)
    (kind,) = Document(new).names.deck.kinds
    assert [one.text.text.rstrip("\n") for one in kind.effects] == [wanted]


def test_two_ways() -> None:
    """The author chooses; neither is what one would take without looking."""
    document = Document(written("(= summon 1)", "(summon = 1)"))
    found = fixes(document)
    assert [one.title for one in found] == ["write `(== summon 1)`", "write `(= summon 1)`"]
    assert not any(one.only for one in found)
    assert made(document, found[1]) == DECK


def test_what_makes_it_worse_is_not_offered() -> None:
    """`block` would be the nearest form, and does not take so many arguments, which are none."""
    text = written("(# X B)", "(blok)")
    assert "block" in str(diagnostics(Document(text))[0].hint)
    assert mended(text, "Y101") == []


def test_names_of_a_wall_and_its_seats() -> None:
    deck = """\
deck:
  cards: {a: {count: 20, attribute: [x]}, b: {count: 20, program: '@;(draw EXIT H);(light D.a:xMANY 30)'}}
wall: {exits: {main: 40}}
seats: [{name: s, on-draw: {HOOK: '(light D.a 3)'}, raid: '(# WHOSE.a.1 R)'}]
deal: {hand: 3}
simulate: {tests: {t: {exec-program: true, stats: {s: '|H|'}}}}
"""
    good = {"EXIT": "main", "MANY": "", "HOOK": "main", "WHOSE": "D"}
    bad = {
        "EXIT": ("mian", "Y144"),
        "MANY": (".1", "Y143"),
        "HOOK": ("mian", "Y144"),
        "WHOSE": ("D:0", "Y146"),
    }

    def filled(words: dict[str, str]) -> str:
        text = deck
        for place, word in words.items():
            text = text.replace(place, word)
        return text

    for place, (word, code) in bad.items():
        assert filled(good) in [new for _, new in mended(filled({**good, place: word}), code)], place


def test_an_argument_that_is_a_zone() -> None:
    deck = DECK.replace("gain(x y)", "pat(P)").replace(
        "'(= score (+ score (muldiv x 3 y up)))'", "'(# P.1 H)'"
    )
    text = deck.replace("(gain down 2)", "(pat b)")
    assert mended(text, "Y103") == [("write `B`", text.replace("(pat b)", "(pat B)"))]
    text = deck.replace("(gain down 2)", "(pat B)").replace("'(# P.1 H)'", "'(# P.1 P.2)'")
    assert mended(text, "Y103") == [("write `P`", text.replace("P.2", "P"))]


def test_a_card_that_is_called_like_this_one() -> None:
    text = DECK.replace("    Ash Blossom:", "    X: {count: 1}\n    Ash Blossom:").replace(
        "D.a:trap.1", "D.X.1"
    )
    found = dict(mended(text, "Y435"))
    assert found == {'write `"X"`': text.replace("D.X.1", 'D."X".1')}


def test_names_that_may_be_either() -> None:
    text = written("left: summon", "A1: summon").replace("'A1.rate > 0'", "'A1 > 0'")
    assert mended(text, "Y222") == [
        ("insert `.rate`", text.replace("A1 > 0", "A1.rate > 0")),
        ("insert `.mean`", text.replace("A1 > 0", "A1.mean > 0")),
    ]
    watched = (
        text.replace("combos:", "watch:").replace("A1 > 0", "rate > 0").replace("A1: summon", "l: summon")
    )
    assert mended(watched, "Y222") == [("write `A1.rate`", watched.replace("'rate > 0", "'A1.rate > 0"))]


def test_kinds_of_kinds() -> None:
    deck = DECK.replace("attribute: trap,", "attribute: trap, kind: urara,").replace("count: -1", "count: 3")
    deck = deck.replace("size: 40", "size: 8")
    text = deck.replace("'light fiend'], kind: urara", "'light fiend'], kind: 蟲惑の園")
    assert mended(text, "Y227") == [("write `urara`", deck)]
    text = deck.replace("      count: 3\n", "      count: 3\n      kind: Ash Blossom\n")
    ((title, new), *_) = mended(text, "Y227")
    assert (
        title == "delete `kind`"
        and "kind: Ash Blossom" in new
        and new.count("kind:") == text.count("kind:") - 1
    )


def test_braces_of_an_each() -> None:
    text = EACH.format(program="@;(# X B)").replace("count: 4", "count: 4\n      description: 'a { b'")
    assert mended(text, "Y223") == [("write `{{`", text.replace("a { b", "a {{ b"))]


ONE = """\
deck:
  cards:
    a: {count: 20, program: '@;(# X B)'}
    b: {count: 20, attribute: [x], program: '@;(# X B)'}
simulate:
  tests:
    topic:
"""

KEYS = {
    "in a table of lines": (
        ONE + "      combos: {c: {B: [a]}}\n", "Y425", "exec-program: true",
        ONE + "      exec-program: true\n      combos: {c: {B: [a]}}\n",
    ),
    "in place of another": (
        ONE + "      exec-program: false # not yet\n      combos: {c: {B: [a]}}\n", "Y425",
        "exec-program: true", ONE + "      exec-program: true # not yet\n      combos: {c: {B: [a]}}\n",
    ),
    "in braces": (
        ONE.replace("topic:\n", "topic: {combos: {c: {B: [a]}}}\n"), "Y425", "exec-program: true",
        ONE.replace("topic:\n", "topic: {exec-program: true, combos: {c: {B: [a]}}}\n"),
    ),
    "the way of matching": (
        ONE + "      exec-program: true\n      combos: {c: {hand: ['!b', a]}}\n      turns: 1\n"
        "      watch: {w: {hand: [a]}}\n".replace("'!b', a", "a:x, b"), "Y420", "match: best", "",
    ),
}  # fmt: skip
"""Keys that are written, or take another value."""


@pytest.mark.parametrize("name", list(KEYS)[:3])
def test_a_key_that_is_missing(name: str) -> None:
    text, code, key, wanted = KEYS[name]
    assert (f"write `{key}`", wanted) in mended(text, code)


def test_the_ends_of_lines_stay() -> None:
    text, code, _, wanted = KEYS["in a table of lines"]
    ((_, new),) = mended(text.replace("\n", "\r\n"), code)
    assert new == wanted.replace("\n", "\r\n")


def test_a_way_of_matching() -> None:
    text = ONE.replace("a: {", "a: {attribute: [x, y], ") + (
        "      exec-program: true\n      combos: {c: {hand: ['a:x', 'a:y']}}\n"
    )
    assert mended(text, "Y420") == [
        ("write `match: best`", text.replace("      exec-", "      match: best\n      exec-"))
    ]


@pytest.mark.parametrize(
    ("entry", "wanted"),
    [
        ("w: {hand: [a], score: 0}", "w: {hand: [a]}"),
        ("w: {score: 0, hand: [a]}", "w: {hand: [a]}"),
        ("\n          w:\n            hand: [a]\n            score: 0\n",
         "\n          w:\n            hand: [a]\n"),
        ("\n          w:\n            score: 0 # none\n            hand: [a]\n",
         "\n          w:\n            hand: [a]\n"),
    ],
)  # fmt: skip
def test_a_key_that_is_too_much(entry: str, wanted: str) -> None:
    def text(entry: str) -> str:
        braces = "{" + entry + "}" if "\n" not in entry else entry
        return ONE + f"      exec-program: true\n      watch: {braces}\n"

    assert mended(text(entry), "Y432") == [("delete `score`", text(wanted))]


def test_one_of_two_keys() -> None:
    text = ONE + "      exec-program: true\n      program: '(# D.1 H)'\n      combos: {c: {hand: [a]}}\n"
    found = dict(mended(text, "Y428"))
    assert list(found) == ["delete `exec-program`", "delete `program`"]
    assert found["delete `program`"] == text.replace("      program: '(# D.1 H)'\n", "")


def test_a_list_of_lines() -> None:
    """Several items in one become items of their own, with dashes as the others have."""
    text = ONE + "      combos:\n        c:\n          hand:\n          -  a, b\n          - a\n"
    ((_, new),) = mended(text, "Y210")
    assert new == text.replace("-  a, b\n", "-  a\n          -  b\n")


def test_a_single_item() -> None:
    text = ONE + "      combos: {c: {hand: a}}\n"
    assert [new for _, new in mended(text, "Y201")] == [text.replace("hand: a", "hand: [a]")]


FULL_WIDTH = ONE.replace(":", "：").replace("： ", "：") + "      combos：{c： {hand： [a]}}\n"


def test_colons_of_another_input_method() -> None:
    """YAML sees one long text; every line gets its colon back at once."""
    text = "deck：\n  size：40\n  cards：\n    a：\n      count：40\n"
    assert [new for _, new in mended(text, "Y014")] == [
        "deck:\n  size: 40\n  cards:\n    a:\n      count: 40\n"
    ]


EACH = """\
deck:
  cards:
    tile:
      each: {{suit: [m, p], rank: 1..3}}
      name: '{{suit}}{{rank}}'
      count: 4
      attribute: '{{suit}}'
      program: '{program}'
simulate: {{tests: {{t: {{exec-program: true, combos: {{c: {{hand: [m1]}}}}}}}}}}
"""


def test_a_text_that_stands_for_many_cards() -> None:
    text = EACH.format(program="@;(# X B);(# D.a:{suit}.1 H")
    assert [new for _, new in mended(text, "Y104")] == [EACH.format(program="@;(# X B);(# D.a:{suit}.1 H)")]
    text = EACH.format(program="@;(# X B);(# D.a:{suti}.1 H)")
    assert [new for _, new in mended(text, "Y223")] == [EACH.format(program="@;(# X B);(# D.a:{suit}.1 H)")]


def test_what_is_filled_in_is_left_alone() -> None:
    """`a:m` is written where `{suit}` stands: an edit there would be one of all cards."""
    text = EACH.format(program="@;(# X B);(# D.{suit}.1 H)")
    found = Document(text).diagnostics
    assert {item.code for item in found} == {"Y403"} and all(item.remedy for item in found)
    assert mended(text, "Y403") == []


def test_files_of_functions() -> None:
    text = "// more\n(define (twice n) (* 2 n));\n(define (take) (# D.1 h));\n"
    assert mended(text, "Y103", "f.yisp") == [("write `H`", text.replace("D.1 h", "D.1 H"))]
    assert mended("(# D.1 h)\n", "Y103", "f.yisp") == [("write `H`", "(# D.1 H)\n")]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(written("(# X B)", "(shufle D)"), "utf-8")
    document = Document("extends: base.yml\n", path=str(tmp_path / "deck.yml"))
    assert [one.code for one in diagnostics(document)] == ["Y101"] and fixes(document) == []


def test_a_file_that_is_named_wrongly() -> None:
    text = "extends: openin\nsimulate: {count: 7}\n"
    assert mended(text, "Y016") == [("write `opening`", text.replace("openin", "opening"))]


def test_only_what_somebody_looks_at() -> None:
    text = written("(# X B)", "(shufle D)").replace("kind: urara", "kind: uraa")
    document = Document(text)
    line = text[: text.index("uraa")].count("\n") + 1
    assert [one.problem.code for one in fixes(document, Range(line, 1, line, 200))] == ["Y227"]
    assert len(fixes(document)) == 2
    start = text.index("shufle")
    for before, code in ((-1, None), (0, "Y101"), (3, "Y101"), (6, "Y101"), (7, None)):
        at = document.source.position(start + before)
        assert [one.problem.code for one in fixes(document, Range(*at, *at))] == [code] * (code is not None)


def test_a_fix_is_plain_data() -> None:
    (one,) = fixes(Document(written("(# X B)", "(shufle D)")))
    (edit,) = one.edits
    assert one.to_data() == {
        "title": "write `shuffle`", "code": "Y101", "range": one.problem.range.to_data(),
        "edits": [edit.to_data()],
    }  # fmt: skip
    with speaking("zh"):
        assert fixes(Document(written("(# X B)", "(shufle D)")))[0].title != one.title


@pytest.mark.slow
def test_a_strangers_text_is_mended_in_time() -> None:
    """Thousands of mistakes: as many are looked at as anybody does."""
    text = DECK.replace("- '[1]@;(# X B)", "- '" + "(shufle D);" * 3000 + "(# X B)")
    assert 1 <= len(fixes(Document(text))) < 5
    assert len(fixes(Document(DECK.replace("(# X B)", "(shufle D);" * 30 + "(# X B)")))) == 20


WORDS = ["urara", "Ash Blossom", "monster", "count", "hand", "program", "score", "level", "draw", "Both"]


@pytest.mark.parametrize(
    ("code", "shown", "mends"),
    [
        # What only shows now was there before, unless it touches a place of what was wrong or written.
        *[
            ("Y201", ("Y201", "shown now", "error", *where), where in ((5, 9), (15, 19), (25, 29)))
            for where in ((5, 9), (5, 10), (14, 16), (15, 19), (16, 20), (25, 29), (25, 30))
        ],
        ("Y201", ("Y405", "shown now", "warning", 12, 13), True),
        # What is still said there is not mended; the same elsewhere is another one.
        *[
            ("Y405", ("Y405", "mended", "warning", at, at + 1), at not in (10, 13, 20, 30))
            for at in (9, 10, 13, 14, 20, 30, 31)
        ],
        # A file that can no longer be read is none that is better; of one that could not be, the rest is new.
        ("Y201", ("Y001", "shown now", "error", 50, 51), False),
        ("Y001", ("Y001", "shown now", "error", 50, 51), True),
        ("Y001", ("Y001", "shown now", "error", 12, 13), False),
        ("Y001", ("Y201", "shown now", "error", 12, 13), True),
    ],
)
def test_an_edit_mends_where_nothing_wrong_stands_in_its_place(
    code: str, shown: tuple[Any, ...], mends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here the places are 10 to 14, 20 to 24, and 30, where something was deleted."""

    def found(code: str, message: str, severity: str, first: int, last: int) -> Any:
        place = SimpleNamespace(file="f", line=1, column=first, length=last - first)
        return SimpleNamespace(code=code, message=message, severity=severity, place=place)

    def document(*diagnostics: Any, changed: Any = None) -> Any:
        source = SimpleNamespace(offset=lambda line, column: column)
        return SimpleNamespace(
            source=source, file=SimpleNamespace(name="f"), diagnostics=diagnostics, changed=lambda _: changed
        )

    monkeypatch.setattr(proof, "edited", lambda source, edits: "")
    monkeypatch.setattr(proof, "_areas", lambda *_: [(10, 14), (20, 24), (30, 30)])
    mended, before = found(code, "mended", "error", 10, 14), found("Y201", "before", "error", 12, 13)
    made = document(mended, before, changed=document(before, found(*shown)))
    assert proof._mends(made, mended, [], []) is mends


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6))
def test_a_mended_text_is_better(seed: int) -> None:
    """Letters are left out, doubled, swapped and replaced: whatever is offered takes that mistake away."""
    random = Random(seed)
    text = DECK
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(text) - 1)
        text = random.choice((
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
            text[:at] + random.choice("（）：；，。 '\"()|.;,[]{}ab\t") + text[at + 1 :],
        ))  # fmt: skip
    document = Document(text)
    before = [(one.code, one.message) for one in diagnostics(document)]
    for fix in fixes(document):
        new = Document(made(document, fix))
        after = [(one.code, one.message) for one in diagnostics(new)]
        said = fix.problem.code, fix.problem.message
        assert after.count(said) < before.count(said) or said not in after, (fix.title, new.text)
        rows = {edit.range.line for edit in fix.edits} | {fix.problem.range.line}
        worse = [
            one for one in diagnostics(new)
            if one.severity == "error" and one.range.line in rows
            and (one.code, one.message) not in before and one.range.column == fix.problem.range.column
        ]  # fmt: skip
        assert not worse, (fix.title, new.text, worse)

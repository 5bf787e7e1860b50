"""What is proposed in a deck file: keys, values, conditions and scripts, in every style of YAML."""

from __future__ import annotations

import pytest
from editing import DECK, at, line_after, marked, slice_of

from yisp.deck.reading.files import packaged
from yisp.deck.schema import KEYS, children
from yisp.editor.services import Document, completions


def labels(old: str, new: str) -> list[str]:
    return [one.label for one in completions(*at(old, new))]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        # keys
        ("  size: 40\n", "  size: 40\n  def¦\n", []),  # it is there already
        ("  size: 40\n", "  ¦\n", ["size"]),
        ("      count: 3\n", "      count: 3\n      zo¦\n", ["zone"]),
        ("      count: 3\n", "      count: 3\n      zo¦: E\n", ["zone"]),
        ("      count: 3\n", "      ¦\n", ["count", "known", "kind", "zone", "each", "name"]),
        ("props: {level: 4}", "props: {le¦}", ["level"]),
        ("vars: {summon: 4}", "vars: {su¦}", ["summon"]),
        ("vars: {summon: 4}", "vars: {summon: 4, ¦}", ["down", "score"]),
        ("{score: 2,", "{score: 2, gr¦,", ["grave"]),
        ("{score: 2,", "{score: 2, F¦,", ["F"]),
        ("      header:", "      policy:\n        go¦\n      header:", ["goal"]),
        # values
        ("exec-program: true", "exec-program: ¦", ["true", "false"]),
        ("      header:", "      method: s¦\n      header:", ["sample"]),
        ("      header:", "      policy: ¦\n      header:",
         ["greedy", "random", "best", "hindsight", "staged-search"]),
        ("      header:", "      policy: {goal: ¦}\n      header:", ["score", "success", "milled", "left"]),
        ("      header:", "      relate: [[A¦, score]]\n      header:", ["A1"]),
        ("kind: urara", "kind: ¦", ["urara", "Ash Blossom", "蟲惑の園"]),
        ("start: {hand: [urara]", "start: {hand: [¦]", ["urara", "Ash Blossom", "蟲惑の園"]),
        ("attribute: trap,", "attribute: ¦,", ["monster", "hand-trap", "light fiend", "trap"]),
        ("attribute: [monster, hand-trap]", "attribute: [monster, 'l¦']", ["light fiend"]),
        ("deck:\n", "extends: op¦\ndeck:\n", ["opening"]),
        ("deck:\n", "include: [im¦]\ndeck:\n", ["impression-v1"]),
        ("['A1.rate > 0']", "['¦']", ["rate", "score", "A1", "milled", "left"]),
        ("['A1.rate > 0']", "['A1.¦']",
         ["rate", "mean", "sd", "min", "max", "median", "q5", "q25", "q50", "q75", "q95"]),
        ("['A1.rate > 0']", "['A1.rate ¦']", []),
        # condition lists
        ("[Both,", "[¦,", ["urara", "Ash Blossom", "蟲惑の園", "HandTrap", "Both", "a:"]),
        ("[Both,", "[ash bl¦,", ["Ash Blossom"]),
        ("'a:monster !HandTrap'", "'a:monster !Han¦'", ["HandTrap"]),
        ("'a:monster !HandTrap'", "'a:li¦'", ['"light fiend"']),
        ("'a:monster !HandTrap'", "'a:monster !a¦'", ['"Ash Blossom"']),
        ("'a:monster !HandTrap'", "{any: [ur¦]}", ["urara"]),
        ("1x Ash Blossom", "2x ur¦", ["urara"]),
        ("'A:hand*'", "'A:h¦'", ["hand-trap"]),
        # scripts
        ("(# X B)", "(shu¦ B)", ["shuffle"]),
        ("(# D.a:trap.1 H [draw])", "(# D.a:t¦", ["trap"]),
        ("(# D.a:trap.1 H [draw])", "(# D.蟲¦", ["蟲惑の園"]),
        ("(# D.a:trap.1 H [draw])", "(# D.1 H [¦])", ["draw]"]),
        ("[1]@", "[1 on tu¦", ["turn-start", "turn-end"]),
        ("(gain down 2)", "(ga¦ 2)", ["gain"]),
        ("(gain down 2)", "(gain do¦ 2)", ["down"]),
        ("(sum D level)", "(sum D le¦)", ["level"]),
        ("(muldiv x 3 y up)", "(muldiv x ¦ y up)", ["x", "y", "down", "summon", "score"]),
        ("(muldiv x 3 y up)", "(muldiv x 3 y d¦)", ["down"]),
        ("|B.!Both|", "|B.!Bo¦", ["Both"]),
        ("(> |H.蟲惑の園| 0)", "(> |¦", ["H", "D", "F", "B", "J"]),
        # texts in which nothing has a meaning
        ("description: 灰流丽", "description: ur¦", []),
        ("size: 40", "size: 4¦", []),
    ],
)  # fmt: skip
def test_what_is_proposed(old: str, new: str, wanted: list[str]) -> None:
    assert labels(old, new) == wanted


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("      count: 3\n", "      count: 3\n      zo¦\n", "      zone: "),
        ("      count: 3\n", "      count: 3\n      zo¦: E\n", "      zone: E"),
        ("      count: 3\n", "      count: 3\n      ea¦\n", "      each:"),
        ("(# X B);", "(# D.as¦ B);", """        - '[1]@;(# D."Ash Blossom" B);(# D.a:trap.1 H [draw])'"""),
        ("(# X B);", "(# D.ur¦ara B);", "        - '[1]@;(# D.urara B);(# D.a:trap.1 H [draw])'"),
        ("(sum D level)", "(sum D.as¦ level)",
         '    蟲惑の園: {count: -1, attribute: trap, program: "@;(= x (sum D.\\"Ash Blossom\\" level));'
         '(# H.\\"Ash Blossom\\".:x B)"}'),
        ('          [1 on D>B](# D."Ash Blossom".1\n', "          [1 on D>B](# D.as¦\n",
         '          [1 on D>B](# D."Ash Blossom"'),
        ("header: (= summon 1);(gain down 2)", "header: (= summon |D.as¦|)",
         '      header: (= summon |D."Ash Blossom"|)'),
        ("start: {hand: [urara]", "start: {hand: [As¦]",
         "      start: {hand: [Ash Blossom], vars: {summon: 4}}"),
    ],
)  # fmt: skip
def test_what_is_written(old: str, new: str, wanted: str) -> None:
    """… in the style of the scalar around it, in place of the whole word."""
    document, line, column = at(old, new)
    (one,) = completions(document, line, column)
    assert line_after(document, one) == wanted


def test_what_a_plain_scalar_cannot_hold() -> None:
    """A name that would end the scalar, or turn into a key, is quoted or left out."""
    deck = """\
deck:
  cards:
    "it's: #1": {count: 20, attribute: 'a: b'}
    other: {count: 20, program: "(# D. H)"}
simulate: {tests: {t: {start: {hand: []}, combos: {c: {hand: [other]}}}}}
"""

    def lines(old: str, new: str) -> list[str]:
        document, line, column = at(old, new, deck)
        return [line_after(document, one).strip() for one in completions(document, line, column)]

    assert lines("""start: {hand: []}""", "start: {hand: [it¦]}")[0].startswith(
        "simulate: {tests: {t: {start: {hand: ['it''s: #1']}"
    )
    assert '"a: b"' not in "".join(lines('"(# D. H)"', "(# D.a:¦ H)"))
    assert lines('"(# D. H)"', "'(# D.it¦ H)'") == ["""other: {count: 20, program: '(# D."it''s: #1" H)'}"""]


def test_every_key_is_proposed_where_it_may_stand() -> None:
    """… that there is, with what is said about it."""
    names = {"deck.cards.*": "deck: {cards: {a: {¦}}}", "simulate": "simulate: {¦}", "deck": "deck: {¦}",
             "simulate.tests.*": "simulate: {tests: {t: {¦}}}", "": "¦\n",
             "simulate.tests.*.start": "simulate: {tests: {t: {start: {¦}}}}",
             "simulate.limits": "simulate: {limits: {¦}}", "seats": "seats: [{¦}]"}  # fmt: skip
    for path, text in names.items():
        deck, line, column = marked(text)
        found = completions(Document(deck, before=Document(DECK)), line, column)
        assert {one.label for one in found} == {key.name for key in children(path).values()}, path
        about = {one.label: one.about for one in found}
        for key in KEYS.values():
            if key.parent == path:
                assert about[key.name] == key.summary.replace("`", "")


def test_packaged_decks_can_be_extended() -> None:
    assert labels("deck:\n", "extends: ¦\ndeck:\n") == packaged()


def test_a_range_holds_the_word_and_no_more() -> None:
    document, line, column = at("(# X B);", "(# D.ur¦ara B);")
    (one,) = completions(document, line, column)
    assert slice_of(document, one.range) == "urara"
    assert one.to_data() == {
        "label": "urara", "text": "urara", "kind": "card", "about": "灰流丽",
        "range": {"line": line, "column": column - 2, "end_line": line, "end_column": column + 3},
    }  # fmt: skip


def test_in_a_file_of_functions() -> None:
    text, line, column = marked("(define (gain x) (+ x 1));\n(define (twice x) (ga¦))\n")
    assert [one.label for one in completions(Document(text, "f.yisp"), line, column)] == ["gain"]


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('D."Ash Blossom".1\n', 'D."As¦".1\n', '          [1 on D>B](# D."Ash Blossom".1'),
        ('D."Ash Blossom".1\n', 'D."As¦h Blossom".1\n', '          [1 on D>B](# D."Ash Blossom".1'),
        ('D."Ash Blossom".1\n', 'D."As¦ H);(! "x")\n', '          [1 on D>B](# D."Ash Blossom" H);(! "x")'),
        ("H [draw])'", "H [dr¦])'", "        - '[1]@;(# X B);(# D.a:trap.1 H [draw])'"),
        ("H [draw])'", "H [dr¦)'", "        - '[1]@;(# X B);(# D.a:trap.1 H [draw])'"),
        ("(# X B)", "(see [¦draw])", "        - '[1]@;(see [draw]);(# D.a:trap.1 H [draw])'"),
        ("HandTrap !\"Ash Blossom\"", "HandTrap !\"As¦\"", "    Both: HandTrap !\"Ash Blossom\""),
        ("HandTrap !\"Ash Blossom\"", "HandTrap a:\"li¦\"", "    Both: HandTrap a:\"light fiend\""),
    ],
)  # fmt: skip
def test_what_closes_a_word_already_is_not_written_twice(old: str, new: str, wanted: str) -> None:
    """As in editors that close quotation marks and brackets themselves."""
    document, *place = at(old, new)
    (one,) = completions(document, *place)
    assert line_after(document, one) == wanted


def test_in_a_file_of_functions_neither() -> None:
    text, line, column = marked("(define (f) (see [draw]));\n(define (g) (see [dr¦]));\n")
    document = Document(text, "lib.yisp")
    one, own = completions(document, line, column)
    assert own.label == "dr]" and line_after(document, one) == "(define (g) (see [draw]));"


def test_behind_an_escaped_end_of_a_line_nothing_is_replaced() -> None:
    """The word that goes on there is in another line, and editors replace what is in one."""
    text, line, column = marked('deck: {cards: {rest: {count: 9, program: "@;(# ¦\\\n  H.1 B)"}}}\n')
    found = completions(Document(text), line, column)
    assert found and {(one.range.line, one.range.end_line) for one in found} == {(line, line)}


def test_in_a_comment_nothing_is_proposed() -> None:
    for text, there in (
        ("// (sh¦", False),
        ("(shuffle D);// (sh¦\n", False),
        ("// one\n(sh¦", True),
        ('(print "//" (sh¦', True),
    ):
        text, line, column = marked(text)
        assert bool(completions(Document(text, "lib.yisp"), line, column)) is there, text

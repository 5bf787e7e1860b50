"""Scripts laid out evenly, and nothing else touched."""

from __future__ import annotations

import pytest
from editing import DECK

from yisp.editor.edits.formatting import _same_file
from yisp.editor.services import Document, edited, formatted
from yisp.editor.text.places import Edit, range_of


def laid_out(text: str, file: str = "deck.yml") -> str:
    """The text as it is laid out, which changes nothing more."""
    document = Document(text, file)
    made = edited(document.source, formatted(document))
    assert formatted(Document(made, file)) == []
    return made


def of_script(script: str) -> str:
    """The same for one line in single quotes."""
    before = "deck:\n  cards:\n    ash: {count: 9, program: '"
    after = "'}\nsimulate: {tests: {t: {stats: {a: '1'}}}}\n"
    made = laid_out(before + script + after)
    assert made.startswith(before) and made.endswith(after)
    return made[len(before) : len(made) - len(after)]


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        ("[1]@;(# X B);(# D.2 H [draw])", "[1]@;(# X B);(# D.2 H [draw])"),
        ("[1]  @ ; ( #  X   B ) ;  (# D.2 H   [draw] ) ", "[1]@;(# X B);(# D.2 H [draw]) "),
        ("(= x |  H.a:m  |);/ (> x 1);@", "(= x |H.a:m|);/(> x 1);@"),
        ("(= x (+ |H| |D|));@;(# D.:x H)", "(= x (+ |H| |D|));@;(# D.:x H)"),
        ('(print "a  b"  "c;  d")', '(print "a  b" "c;  d")'),
        ('(#  D."Ash  Blossom".1  H)', '(# D."Ash  Blossom".1 H)'),
        ("(= x  1) (= y  2)", "(= x  1) (= y  2)"),  # it is no script
        ("(#  D.1 H", "(#  D.1 H"),
        ("@;(# D.(>=  level  3).1 H)", "@;(# D.(>= level 3).1 H)"),
        ("(- 1);@", "(- 1);@"),
        ("\t@;\t(# X B)", "\t@;(# X B)"),
    ],
)  # fmt: skip
def test_one_line(script: str, wanted: str) -> None:
    assert of_script(script) == wanted


def test_several_lines_are_indented_by_their_parentheses() -> None:
    """… however many of them a line opens, and as far as the author does."""
    deck = """\
deck:
  cards:
    ash:
      count: 9
      program:
        - '[1]@;  (# D.6 T);
          (if (> |T.a:m| 0)
              (# T.a:m.1 H)
            (if (> |T| 1)
            (# T.1 H)
          (block (# T D)

                   (shuffle D)
          )))'
        - >-
          @;
            (# X
          B)
        - |
          (repeat 2 (block
          (# D.1 H)
            (# D.1 B)
          ));
             @
        - "@;
          (# X
          B)"
        - (if x
          (# X
                   B))
simulate: {tests: {t: {stats: {a: '1'}}}}
"""
    assert (
        laid_out(deck)
        == """\
deck:
  cards:
    ash:
      count: 9
      program:
        - '[1]@;(# D.6 T);
          (if (> |T.a:m| 0)
              (# T.a:m.1 H)
              (if (> |T| 1)
                  (# T.1 H)
                  (block (# T D)

                      (shuffle D)
                  )))'
        - >-
          @;
          (# X
            B)
        - |
          (repeat 2 (block
            (# D.1 H)
            (# D.1 B)
          ));
          @
        - "@;
          (# X
            B)"
        - (if x
          (# X
            B))
simulate: {tests: {t: {stats: {a: '1'}}}}
"""
    )


def test_what_is_no_script_stays() -> None:
    deck = DECK.replace("description: 灰流丽", "description: '( a   b )'")
    assert laid_out(deck) == deck
    assert laid_out(DECK) == DECK


def test_an_escape_is_not_touched() -> None:
    """Blanks that stand there in other words; the rest of the script is laid out all the same."""
    deck = """\
deck: {cards: {ash: {count: 9, program: "@;\\t(#  X   B);\\
    (#   D.1\\x20 H)"}}}
simulate: {tests: {t: {stats: {a: '1'}}}}
"""
    assert laid_out(deck) == deck.replace("(#  X   B)", "(# X B)").replace("(#   D", "(# D")


SCRIPTS = """\
deck:
  cards:
    ash: {count: 9, description: 'a  b', program: ['@;(#  X   B)', '@;(#  D.1   H)']}
    gem: {count: 9, program: '(#  X'}
simulate: {tests: {t: {stats: {a: '(+ 1   2)'}, unknown: 'a  b'}}}
"""


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("", "", True),
        ("(#  X   B)", "(# X B)", True),
        ("(+ 1   2)", "(+ 1 2)", True),
        ("(#  X   B)", "(# X  J)", False),
        ("(#  D.1   H)", "(# D.2 H)", False),
        ("'@;(#  X   B)', ", "", False),
        ("['@;(#  X   B)', '@;(#  D.1   H)']", "'@;(# X B)'", False),
        ("ash: {count: 9, description: 'a  b'", "ash: {count: 9, description: 'a b'", False),
        ("unknown: 'a  b'", "unknown: 'a b'", False),
        ("(#  X'", "(# X'", False),  # what has mistakes means nothing
        ("count: 9, program: '(#  X'", "program: '(#  X', count: 9", False),
        ("    gem: {count: 9, program: '(#  X'}\n", "", False),
        ("deck:", "deck: }", False),
    ],
)
def test_what_counts_as_the_same_file(old: str, new: str, same: bool) -> None:
    """By this whatever is laid out is judged once more, before an editor is told of it."""
    document = Document(SCRIPTS)
    changed = Edit(range_of(document.source, 0, len(SCRIPTS)), SCRIPTS.replace(old, new, 1))
    assert document.root_as_written is not None
    assert _same_file(document.root_as_written, document.source, [changed]) == same


def test_templates_are_not_touched() -> None:
    deck = """\
deck:
  cards:
    tile:
      each: {n: [1, 2]}
      name: t{n}
      program: ['@;(#  D.t{n}   H)', '@;(#  D.1   H)']
simulate: {tests: {t: {start-card: 1, stats: {a: '1'}}}}
"""
    assert laid_out(deck) == deck.replace("(#  D.1   H)", "(# D.1 H)")


def test_a_file_that_is_no_yaml_stays() -> None:
    document = Document("deck: {cards: {ash: {program: '(#  X   B)'}}")
    assert formatted(document) == []


def test_functions_and_statements() -> None:
    text = """\
// how much
(define  (gain x)   // of it
(= score
(+ score ( muldiv x 3 2 up ))));

(while (and |D| (not |B.scout|))   // a comment  stays
     (# D.1   B) )
"""
    assert (
        laid_out(text, "f.yisp")
        == """\
// how much
(define (gain x)   // of it
  (= score
    (+ score (muldiv x 3 2 up))));

(while (and |D| (not |B.scout|))   // a comment  stays
  (# D.1 B))
"""
    )
    broken = "(define (gain x)\n(= score 1 );\n"
    assert laid_out(broken, "f.yisp") == broken


def test_line_ends_are_kept() -> None:
    deck = "deck:\r\n  cards:\r\n    ash:\r\n      count: 9\r\n      program: '@;  \r\n        (#  X B)'\r\n"
    assert laid_out(deck) == deck.replace("@;  \r\n", "@;\r\n").replace("#  X", "# X")

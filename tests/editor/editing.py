"""What the tests of editors' services share: a deck, and a place in it that is marked."""

from __future__ import annotations

from yisp.editor.services import Completion, Document, Range

MARK = "¦"
"""Where the cursor is."""

DECK = """\
set: {down: 2}
deck:
  size: 40
  cards:
    urara:
      count: 3
      attribute: [monster, hand-trap]
      description: 灰流丽
      props: {level: 3}
      program:
        - '[1]@;(# X B);(# D.a:trap.1 H [draw])'
        - >-
          [1 on D>B](# D."Ash Blossom".1
            H)
    Ash Blossom: {count: 2, attribute: [monster, 'light fiend'], kind: urara, props: {level: 4}}
    蟲惑の園: {count: -1, attribute: trap, program: "@;(= x (sum D level));(# H.\\"Ash Blossom\\".:x B)"}
  alias:
    HandTrap: 'A:hand*'
    Both: HandTrap !"Ash Blossom"
  define:
    gain(x y): '(= score (+ score (muldiv x 3 y up)))'
simulate:
  tests:
    opening:
      exec-program: true
      header: (= summon 1);(gain down 2)
      start: {hand: [urara], vars: {summon: 4}}
      combos:
        A1: {score: 2, hand: [Both, 'a:monster !HandTrap', 1x Ash Blossom], condition: (> |H.蟲惑の園| 0)}
      stats: {milled: '|B.!Both|', left: summon}
      expect: ['A1.rate > 0']
"""
"""A deck in which everything is, written in every style of YAML; without mistakes."""


def marked(text: str) -> tuple[str, int, int]:
    """A text without its mark, and the line and column of that."""
    before, mark, after = text.partition(MARK)
    assert mark, "no mark"
    text = before + after
    return text, *Document(text).source.position(len(before))


def written(old: str, new: str, deck: str = DECK) -> str:
    """The deck with something else in it, which has a mark."""
    assert deck.count(old) == 1, old
    return deck.replace(old, new)


def at(old: str, new: str, deck: str = DECK) -> tuple[Document, int, int]:
    """The same, as a document that is just being written, and the place of the mark."""
    text, line, column = marked(written(old, new, deck))
    before = Document(deck)
    assert before.names is not None
    return before.changed(text), line, column


def slice_of(document: Document, range: Range) -> str:
    """What stands at a range."""
    source = document.source
    start = source.offset(range.line, range.column)
    return source.text[start : source.offset(range.end_line, range.end_column)]


def line_after(document: Document, one: Completion) -> str:
    """The line of a completion when it has been taken."""
    assert one.range.line == one.range.end_line
    line = document.source.line(one.range.line)
    return line[: one.range.column - 1] + one.text + line[one.range.end_column - 1 :]

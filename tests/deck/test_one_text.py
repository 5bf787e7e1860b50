"""A deck as one text: it means the same where none of its files are."""

from __future__ import annotations

from pathlib import Path

import pytest

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.alone import merged_text, one_text
from yisp.deck.load import load, load_file, loads
from yisp.deck.model import Deck
from yisp.deck.reading.files import DECK, PACKAGED, SourceFile, Unreadable, packaged

BASE = """\
include: lib.yisp
deck:
  size: 40
  cards:
    Ash: {count: 3, attribute: [starter, '1', 'a: b']}
    'lamp: #1':
      count: 2
      description: |
        two lines,
          of which one is indented
      program:
        - |
          [1] @;
          (gain 2)
        - "[1]@;(twice 1)"
    no:
      count: 1
      description: >
        one line
      program: []
    ? of two

      lines
    : {count: 1}
    rest: {count: -1}
  alias: {any: a:starter}
  define:
    "gain(x)": (= total (+ total x 1))
simulate:
  seed: 7
  tests:
    gone: {combos: {one: {hand: [Ash]}}}
"""

LIBRARY = """\
(define (gain x) (= total (+ total x)));      // the deck has its own
(define (twice nn)                            // a comment; with (signs)
  (= total (+ total
              (* nn 2))))
"""

OWN = """\
# a comment that is lost
extends: base.yml
deck:
  cards: {Ash: {count: 2}}
simulate:
  tests:
    gone:
    opening:
      start-card: 5
      exec-program: true
      combos: {one: {hand: [any, {any: [Ash, "no"]}]}, two: {condition: '(> total 0)', score: 2}}
      expect: [rate > 1%]
"""


MERGED = r"""deck:
  size: 40
  cards:
    Ash:
      count: 2
      attribute: [starter, '1', 'a: b']
    'lamp: #1':
      count: 2
      description: "two lines,\n  of which one is indented\n"
      program:
        - |
          [1] @;
          (gain 2)
        - '[1]@;(twice 1)'
    no:
      count: 1
      description: "one line\n"
      program: []
    "of two\nlines":
      count: 1
    rest:
      count: -1
  alias:
    any: a:starter
  define:
    'gain(x)': (= total (+ total x 1))
    'twice(nn)': '(= total (+ total (* nn 2)))'
simulate:
  seed: 7
  tests:
    opening:
      start-card: 5
      exec-program: true
      combos:
        one:
          hand:
            - any
            -
              any: [Ash, 'no']
        two:
          condition: '(> total 0)'
          score: 2
      expect: ['rate > 1%']
"""


def said(program: Program) -> tuple[object, ...]:
    topics = [
        [getattr(topic, name) for name in topic.fields if name not in ("expect", "unseeded", "policy")]
        + [topic.policy.to_data(), [expected.text for expected in topic.expect]]
        for topic in program.topics
    ]
    return program.python_source, program.plan, program.kinds, topics, program.settings


def same(deck: Deck, text: str) -> bool:
    alone = load_file(SourceFile(deck.file, text, alone=True))
    return said(compile_deck(alone)) == said(compile_deck(deck))


def test_what_is_extended_and_included_is_in_it(tmp_path: Path) -> None:
    for name, text in (("base.yml", BASE), ("lib.yisp", LIBRARY), ("deck.yml", OWN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    deck = load(tmp_path / "deck.yml")
    text = one_text(deck)
    for path in tmp_path.iterdir():
        path.unlink()
    assert same(deck, text)
    assert text == MERGED
    assert one_text(loads(text, "deck.yml")) == text


def test_a_file_that_has_gone_is_said_to_have(tmp_path: Path) -> None:
    for name, text in (("base.yml", BASE), ("lib.yisp", LIBRARY), ("deck.yml", OWN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    deck = load(tmp_path / "deck.yml")
    (tmp_path / "lib.yisp").unlink()
    with pytest.raises(Unreadable):
        one_text(deck)


def test_a_deck_that_names_nothing_of_its_own_stays_as_it_was_written() -> None:
    text = BASE.replace("include: lib.yisp\n", "# mine\n").replace("(twice 1)", "(gain 1)")
    assert one_text(loads(text, "deck.yml")) == text
    assert one_text(loads("# mine\nextends: opening\n", "deck.yml")) == "# mine\nextends: opening\n"


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.slow if at % 2 else []) for at, name in enumerate(packaged())
])  # fmt: skip
def test_packaged_decks_written_out(name: str) -> None:
    path = Path(PACKAGED, name + DECK)
    deck = load_file(SourceFile(path.name, path.read_bytes(), str(path)))
    assert same(deck, merged_text(deck))


def test_a_deck_is_compiled_to_the_same_program_each_time() -> None:
    """Its places are told apart, also where the memory of one text could be taken by the next."""
    deck = load(Path(PACKAGED, "duel-draws" + DECK))
    first = said(compile_deck(deck))
    assert all(said(compile_deck(deck)) == first for _ in range(6))

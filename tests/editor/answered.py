"""What an editor is told of some decks: of every word of one, while it is being typed, of all its mistakes.

    python tests/editor/answered.py --write      write tests/editor/answered/ anew
    python tests/editor/answered.py NAME         print one

What comes in: a name of ``ANSWERED``.  What goes out: the text of its file.  Here it is asked whether all
that was answered still is, and nothing else; whether that is right is asked by the tests beside it.  A change
of such a file is a change of what users see, and is read before it is committed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from editing import DECK, marked, written
from test_fixing import PLAIN

from yisp.deck.reading.document import Mapping
from yisp.editor.answers.target import Sort, Target, target
from yisp.editor.services import (
    Document,
    Location,
    Range,
    Refused,
    by_hand,
    coloured,
    completions,
    definition,
    diagnostics,
    edited,
    explained,
    fixes,
    formatted,
    hover,
    in_parts,
    outline,
    references,
    renamable,
    rename,
)
from yisp.editor.text.context import context, entry_of
from yisp.editor.text.document import LONGEST
from yisp.editor.text.repair import read
from yisp.parts import NoPart

OF_ITS_PLACE = (Sort.VARIABLE, Sort.PARAMETER, Sort.OBSERVED)
"""What names something else in another script or topic."""

FOLDER = Path(__file__).parent / "answered"
MISTAKES = "The file has mistakes, so nobody knows where else the card is named."
MOST_PROPOSED = 3
NO_CARD = "Only cards can be renamed, and no card is named here."

TABLE = """\
set: {bold: 1}
wall: {exits: {pii: 9, out: 2}}
deal: {hand: 3, reveal: '(draw pii I)'}
seats:
  - name: east
    on-deal: (light D.ash 5)
    on-draw: {pii: '(light D.k:ash (if bold 5 2))', out: (light D.A:st* 1)}
    patience: none
  - {name: west, accept: '(or (< try 3) (> |H:1.a:start| 0))', raid: (# D.ash.1 H)}
deck:
  cards:
    ash: {count: 3, attribute: [start, trap], props: {level: 3}, description: grey}
    red ash:
      count: 2
      kind: ash
      props: {level: 1}
    out: {count: 2, zone: E}
    '{x} of {y}': {each: {x: [cat, dog], y: 1..2}, count: 1, attribute: '{x}', props: {level: '{y}'}}
    none: {count: 0, attribute: rare}
    rest: {count: 20}
  alias: {early: 'a:start !"red ash"', out: a:rare}
  define:
    swap(P Q): (# P.(and (>= level 2) (> (copies D) 1)) Q);(# Q.:level T)
    size(P): '|P.!early|'
    over(n): (if (> n |H|) (- n |H|) 0)
simulate:
  tests:
    t:
      header: '(swap H B);(= drawn (over 3));(draw out H)'
      footer: (+ (size H) (size B));(# H.-2 B)
      start: {zones: {E: [red ash]}, vars: {drawn: 2}}
      combos: {c: {hand: [ash, early]}, 'two|*': {score: (* 2 drawn), condition: '(> |H.(== level 2)| 0)'}}
      watch: {gone: {B: [2x a:trap]}}
      stats: {left: '|H.?2|', "dogs, cats": '|H.A:*g|'}
      relate: [[left, c]]
      expect: [c > 1%, '"dogs, cats".mean < 2', left.max > 0]
    u: {start-card: 2, combos: {c: {hand: [out]}}}
"""
"""A table with seats: what has to do with walls, zones that functions take, cards that one entry makes."""

PLAYED = """\
deck:
  size: 30
  cards:
    fox: &fox
      count: 3
      attribute: [beast]
      program:
        - '/!|B|;@;(on draw (# it H) (times 2) (for 1));(# D.k:fox.1 H [hunt])'
        - "[1HB on D>B]@;(while (< x 3) (= x (+ x 1)));(# \\
          H.fox.1 X)"
    old fox: {<<: *fox, count: 2, kind: fox, zone: E}
    den:
      count: 4
      program: |
        [1]@;(# X B);
        (! hunt);(shuffle D);(= ok (+ ok 1));

        (# D.!X.1 H)
    'it''s': {count: 1, program: "@;(# D.\\"it's\\".1 H);(= plays (+ plays 1))"}
    rest: {count: -1}
simulate:
  tests:
    t:
      exec-program: true
      turns: 2
      policy: {kind: best, goal: 'plays'}
      combos: {A: {hand: [1-2x fox, {any: [den, "it's"]}], score: plays}}
      stats: {plays: plays}
"""
"""Effects in every style, with tags, events and flags; an anchor; what is merged."""

WRONG = """\
deck:
  size: 4０
  cards:
    ash: {count: 3, atribute: [start]}
    pot: {count: x, program: '@;(# D.aash.1 H);(# X grave);(= n |b|)'}
    lamp:
      count: 1
      program: >-
        [1h]@;(shufle D);
        (# D.a:strat.1 H);(= s)
    rest: {count: -1}
    one: {count: -1, program: '(# X B)'}
  alias: {A: 'a:start'}
simulate:
  tests:
    t:
      exec-program: yes!
      start-card: 50
      combos:
        c: {hand: [2 ash, ash or pot, [ash, pot]]}
        d: {}
      stats: {n: '|H|; 2'}
      expect: [e > 1, c.rate > 40]
    u: {policy: best, combos: {c: {hand: [nobody]}}}
"""

FUNCTIONS = """\
// what several decks need
(define (gain x) (= score (+ score x)));
(define (both P Q)
  (+ |P| |Q.ash|)) ;
(define (late) (if (> turn 1) (gain (both H B)) 0));(define (twice n) (* 2 m)
"""

HAND = """\
x: &x {count: 1}
deck:
  cards:
    one: {count: 3, program: ['@;(# X J)'], }
    broken: {
      count: 1,
    }
    none: {count: 1, program: []}
    dashes:
      program:
        - '@;(# X B)'
    three:
      program:
        - '@;(# X B)'
        - '@;(# X J)'
        - |
          @;(# X F)

      count: 1
    deeper:
      program:
        -   '@;(# X B)'
        - - '@;(# X J)'
    table: {program: {a: b}}
    text: {count: 1, program: "@;(# X \\
      B)"}
    kept:
      program: |+
        @;(# X B)

      count: 2
    nothing:
      program: |
      count: 1
    behind:
      count: 1
      attribute: [a,
        b]
      description: |
        long
    shared: &s
      count: 1
    merged: {<<: *s, attribute: a}
    alias: *x
    mine: {count: 1, program: &p '@;(# X B)'}
    Island: {count: 9}
    own: {count: 1, program: '@;(odd)'}
    last:
      count: 1"""
"""Programs where they can be written by hand, and where they cannot."""

MESSY = """\
deck:
  cards:
    quoted: {program: '[1] @ ; (#  X   B) ;(= x(+ 1  2)); (# D.( >  1 2 ).1  H [ draw ]) ;(= y | H.rest  |)'}
    lines:
      program: '(if x
          (# D.1 H)
                (# D.1 H));
        (# X B)'
    block:
      program: |
        /x ;/! (> |H| 2) ; @;
          (if x
             (block (# D.1 H)
               (# X   B)
             )
            (# D.1 H
            ));
           (# X B)
    folded:
      program: >
          (while (< x
          3)   (= x (+ x 1)))  ;
            (# X B)
    wide:
      program: |
        (if x
                            (# D.1 H))
    many: {each: {n: [1, 2]}, program: ['(# D.{n}  H)', '(#  X  B)']}
    escaped: {program: "(# X\\x20\\x20B);(#  X   B)"}
    wrong: {program: '(#  X'}
    rest: {count: 20}
  define: {f(n): '(= word  n) // ends '}
simulate:
  tests:
    t: {header: ' (f  2) ', combos: {c: {score: '( + 1  2 )', condition: '(>  1 0)'}}}
"""
"""Scripts that nobody has laid out."""

LOOSE = """\
(define (f x)  (= x   1) ) ;// one
   (define (g)
 (f
      2)
 );
  // two
      // lines
   (define(h)(g) ) ;
"""
TEXTS = {
    "deck.yml": DECK,
    "table.yml": TABLE,
    "played.yml": PLAYED,
    "wrong.yml": WRONG,
    "lib.yisp": FUNCTIONS,
}


@cache
def document(name: str) -> Document:
    return Document(TEXTS[name], name)


def words(of: Document) -> Iterator[tuple[int, int]]:
    """Where something begins, and where a line ends."""
    for number, line in enumerate(of.source.text.splitlines(), 1):
        for column in range(1, len(line) + 2):
            before, here = (" " + line + " ")[column - 1 : column + 1]
            if not here.isspace() and not (before.isalnum() and here.isalnum()):
                yield number, column


def at(range: Range) -> str:
    end = str(range.end_column) if range.line == range.end_line else f"{range.end_line}:{range.end_column}"
    return f"{range.line}:{range.column}-{end}"


def places(found: Iterable[Location], of: Document) -> str:
    return " ".join(
        at(one.range) if one.file == of.file.name else f"{one.file} {at(one.range)}" for one in found
    )


# Services ---------------------------------------------------------------------------------------------


def words_of(name: str) -> Iterator[str]:
    """What each word means and where it is defined; where what it names stands first, also where else it is
    named, and what another name of a card would change."""
    of, seen = document(name), set[Any]()
    for number, several in groupby(words(of), key=lambda place: place[0]):
        yield of.source.line(number)
        before: Target | None = None
        for place in several:
            found = target(of, *place)
            if found is not None and (before is None or found.range != before.range):
                yield from meaning(of, *place)
                own = found.here.names if found.here is not None and found.sort in OF_ITS_PLACE else ()
                if (found.sort, found.name, own) not in seen:
                    seen.add((found.sort, found.name, own))
                    yield from naming(of, *place)
            before = found


def meaning(of: Document, line: int, column: int) -> Iterator[str]:
    found = hover(of, line, column)
    if found is not None:
        code = (one.replace("\n", "⏎") for one in found.code)
        here = "…".join(text for runs in found.words for text, here in runs if here)
        yield f"  {at(found.range)} {' | '.join([found.kind, found.title, *found.facts, *code, here])}"
    if defined := places(definition(of, line, column), of):
        yield f"    defined {defined}"


def naming(of: Document, line: int, column: int) -> Iterator[str]:
    named, elsewhere = (places(references(of, line, column, one), of) for one in (True, False))
    if named:
        yield f"    named {named}" + (f" (elsewhere {len(elsewhere.split())})" if elsewhere != named else "")
    try:
        renamable(of, line, column)
        changes = rename(of, line, column, "it's new")
        yield f"    renamed {', '.join(f'{at(one.range)} {one.text}' for one in changes)}"
    except Refused as refused:
        if str(refused) not in (NO_CARD, MISTAKES):
            yield f"    {refused}"


def proposed(of: Document, line: int, column: int) -> str:
    """What could stand at a place, the first few of it."""
    found = completions(of, line, column)
    row = of.source.line(line)
    shown = []
    for one in found[:MOST_PROPOSED]:
        assert one.range.line == one.range.end_line == line
        old = row[one.range.column - 1 : one.range.end_column - 1]
        shown.append(f"{one.kind} " + (f"{old}→{one.text}" if old else one.text))
    about = [f"({found[0].about})"] if found and found[0].kind != "key" and found[0].about else []
    return " | ".join(shown[:1] + about + shown[1:] + [f"of {len(found)}"] * (len(found) > MOST_PROPOSED))


def typed_of(name: str) -> Iterator[str]:
    """What could stand where something begins, and behind its first character."""
    of = document(name)
    for number, several in groupby(words(of), key=lambda place: place[0]):
        row = of.source.line(number)
        yield row
        before = ""
        for _, column in several:
            for place in (column, column + 1)[: 1 + (column <= len(row))]:
                found = proposed(of, number, place)
                if found and found != before:
                    yield f"  {place} {found}"
                    before = found


def whole_of(name: str) -> Iterator[str]:
    """What is said of the text as a whole."""
    of = document(name)
    yield f"---- {name} ----"
    for one in diagnostics(of):
        yield f"{one.code} {one.severity} {at(one.range)} {one.message} | {one.hint}"
    for fix in fixes(of):
        edits = ", ".join(f"{at(one.range)} {one.text!r}" for one in fix.edits)
        yield f"{fix.problem.code} {'only' if fix.only else 'or'}: {fix.title}: {edits}"
    waiting = [(one, 0) for one in reversed(outline(of))]
    while waiting:
        symbol, depth = waiting.pop()
        ranges = f"{at(symbol.range)} {at(symbol.selection)}"
        yield f"{'  ' * depth}{symbol.kind} {symbol.name} {symbol.detail} {ranges}"
        waiting += ((one, depth + 1) for one in reversed(symbol.children))
    yield " ".join(f"{one.line}:{one.column}+{one.length} {one.role.name.lower()}" for one in coloured(of))
    for group in (explained(of) or {"cards": []})["cards"]:
        for entry in group["entries"]:
            for sentence in entry["sentences"]:
                yield f"{group['name']}: {' | '.join(map(begins, sentence))}"
    for edit in formatted(of):
        yield f"{at(edit.range)} {edit.text!r}"


def nowhere() -> Iterator[str]:
    """Places at which nothing stands, in texts that are no decks."""
    long = "# " + "x" * LONGEST
    for text in (
        "",
        "# only this\n",
        "deck: [",
        "- a\n- b\n",
        "{}",
        "deck:\n\n  cards:\n",
        "a: b: c",
        "\ufeff",
        long,
        DECK,
    ):
        for name in ("deck.yml", "lib.yisp"):
            of = Document(text, name)
            yield f"---- {text[:20]!r} as {name} ----"
            for place in ((1, 1), (0, 0), (2, 1), (2, 3), (99, 99), (22, 1)):
                with pytest.raises(Refused):
                    renamable(of, *place)
                found = hover(of, *place)
                counts = [len(one(of, *place)) for one in (definition, references, completions)]
                yield f"{place} {found and found.title} {counts}"
            wrong = ", ".join(f"{one.code} {at(one.range)}" for one in diagnostics(of)[:3])
            whole = (
                len(outline(of)),
                len(fixes(of)),
                len(coloured(of)),
                len(formatted(of)),
                explained(of) is None,
            )
            yield f"{wrong} {whole} {in_parts(of, 'urara')['able']}"


def mended() -> Iterator[str]:
    """Every edit that is offered for each of many mistakes, and for two of them at once."""
    texts = [(new, written(old, new)) for old, new, *_ in PLAIN[::2]]
    pairs = zip(PLAIN[::9], PLAIN[5::9], strict=False)
    for (old, new, *_), (other, instead, *_) in pairs:
        text = written(old, new)
        if old != other and text.count(other) == 1:
            texts.append((f"{new}, {instead}", text.replace(other, instead).replace("\n", "\r\n")))
    for title, text in texts:
        of = Document(text)
        yield title.strip()
        for fix in fixes(of):
            edits = ", ".join(f"{at(one.range)} {one.text!r}" for one in fix.edits)
            title = fix.title if fix.only else f"{fix.title} (or)"
            yield f"  {fix.problem.code} {at(fix.problem.range)} {title}: {edits}"


def laid_out() -> Iterator[str]:
    """Scripts laid out evenly, in either kind of file."""
    for name, text in (
        ("messy.yml", MESSY),
        ("loose.yisp", LOOSE),
        ("crlf.yml", MESSY.replace("\n", "\r\n")),
    ):
        of = Document(text, name)
        edits = formatted(of)
        yield f"---- {name}: {len(edits)} ----"
        made = edited(of.source, edits)
        yield from made.splitlines() if name != "crlf.yml" else [str(made.count("\r\n"))]


def begins(part: dict[str, Any]) -> str:
    where = part.get("range")
    return f"{where['line']}:{where['column']} {part['text']}" if where else part["text"]


def written_by_hand() -> Iterator[str]:
    """Each effect of a card taken away, or another one in its place or behind the last."""
    effect = {
        "when": {"once": True, "first": False, "zones": ["H"], "event": None},
        "before": [],
        "activates": True,
        "then": [
            {"part": "draw", "n": {"part": "whole", "n": 2}, "tags": []},
            {"part": "shuffle", "zone": "D"},
        ],
    }
    for of, known in (
        (Document(HAND), None),
        (Document(HAND.replace("\n", "\r\n")), ("one", "dashes", "last")),
    ):
        assert of.root is not None
        for card in known or cards_of(of):
            parts = in_parts(of, card)
            effects = parts["effects"]
            yield f"{card}: {parts['able']} {[one and one['whole'] for one in effects]}"
            for place in range(len(effects) + 1):
                for new in (effect, None)[: 1 + (place < len(effects))]:
                    try:
                        edits = by_hand(of, card, place, new)
                    except NoPart as error:
                        yield f"  {place} {error}"
                        continue
                    for edit in edits:
                        yield f"  {place} {at(edit.range)} {edit.text!r}"
                    if not edits:
                        yield f"  {place} nothing"


def cards_of(of: Document) -> list[str]:
    table = entry_of(of.root, ("deck", "cards"))
    assert table is not None and isinstance(table.value, Mapping)
    return [*table.value.entries, "nobody"]


# Texts that are being typed -----------------------------------------------------------------------------

TYPED = (
    ("'[1]@;(# X B);", "'[1]@;(# X B);(# D.ur¦"),
    ("          [1 on D>B](# D", "          [1 on ¦"),
    ("          [1 on D>B](# D", "          [1 on D>B](# D.¦ urara)(# D"),
    ("  size: 40\n", "  si¦\n"),
    ("  size: 40\n", "  size: 40\n  ¦\n"),
    ("  size: 40\n", "  size: 40\n¦\n"),
    ("  size: 40\n", "  size 40\n  'al¦\n"),
    ("      count: 3\n", "      count: 3\n      'zo¦\n"),
    ("      count: 3\n", "      count: 3\n      zone:    ¦\n"),
    ("      count: 3\n", "      count: 3\n      kind: Ash   ¦\n"),
    ("      count: 3\n", "      count: 3\n\tzone: B¦\n"),
    ("[monster, hand-trap]", "[monster, ¦"),
    ("[monster, hand-trap]", "[monster, 'li¦"),
    ("[monster, hand-trap]", "monster, hand-trap]¦"),
    ("'light fiend'], kind", "'light ¦, kind"),
    ("{count: 2, attribute", "{count: 2, {¦ attribute"),
    ("kind: urara, props", "kind: @u¦, props"),
    ("kind: urara, props", "kind: ¦, props"),
    ("kind: urara, props", "kind: urara ¦, props"),
    ('trap, program: "@;', 'trap, program: "@;(¦'),
    ('trap, program: "@;', "trap, program: @;(= ¦"),
    ("  define:\n", "  define:\n    - ¦\n"),
    ("  define:\n", "  define:\n    twice(z): '(+ ¦\n"),
    ("    Both: HandTrap", "    Both: 'a:¦"),
    ("    Both: HandTrap", "    Both: &x ¦"),
    ("simulate:\n", "simulate: ¦\n"),
    ("    opening:\n", "    opening: *o¦\n"),
    ("{hand: [urara], vars", "{hand: [urara, ¦, vars"),
    ("      combos:\n", "      policy: {kind: best, goal: ¦\n      combos:\n"),
    ("1x Ash Blossom]", "2x ¦"),
    ("1x Ash Blossom]", "{any: [¦"),
    ("stats: {milled:", "stats: {'milled: ¦"),
    ("['A1.rate > 0']", "['A1.¦"),
    ("['A1.rate > 0']", "|\n        A1.rate > 0¦"),
    ("['A1.rate > 0']", "[A1.rate > 0, ¦]"),
)
"""What is being typed in place of what."""


def being_typed() -> Iterator[str]:
    """What is read all the same of a text in the middle of a line, and what is proposed there."""
    for old, new in TYPED:
        text, line, column = marked(written(old, new))
        of = Document(text)
        yield f"{of.source.line(line)[: column - 1]}¦{of.source.line(line)[column - 1 :]}"
        yield from read_as(of, line, column)
        yield f"  {proposed(of, line, column)}"
        found = context(of, line, column)
        if found is not None:
            yield f"  {' '.join(found.names)}: {found.text.text[:60]!r} at {found.at}, {found.is_key}"


def cut_off() -> Iterator[str]:
    """The same of texts that end somewhere."""
    for end in range(5, len(PLAYED), 13):
        of = Document(PLAYED[:end])
        line, column = of.source.position(end)
        yield f"{of.source.line(line)}¦"
        yield from read_as(of, line, column)
        yield f"  {proposed(of, line, column)}"
        wrong, there = (one.code for one in diagnostics(of)), (one.name for one in outline(of))
        yield f"  {' '.join(wrong)}; {' '.join(there)}"


def read_as(of: Document, line: int, column: int) -> Iterator[str]:
    """The lines of which something else is read than is written, where somebody writes there or reads it."""
    for where in ((line, column), ()):
        nodes = read(of.source.text, of.source.file, *where)
        if nodes is None:
            yield "  nothing can be read"
            continue
        rows = zip(of.source.text.split("\n"), nodes.source.text.split("\n"), strict=True)
        for number, (old, new) in enumerate(rows, 1):
            if old != new:
                what = "(not its value)" if number in nodes.blotted else ""
                yield f"  {'there' if where else 'else'} {number}: {new}{what}"


ANSWERED: dict[str, Callable[[], Iterator[str]]] = {
    **{f"{name}.{which.__name__}": partial(which, name) for which in (words_of, typed_of) for name in TEXTS},
    "whole": lambda: (line for name in TEXTS for line in whole_of(name)),
    "written_by_hand": written_by_hand,
    "nowhere": nowhere,
    "mended": mended,
    "laid_out": laid_out,
    "being_typed": being_typed,
    "cut_off": cut_off,
}


def answered(name: str) -> str:
    return "".join(f"{line}\n" for line in ANSWERED[name]())


def main(words: Iterable[str]) -> None:
    match list(words):
        case ["--write"]:
            FOLDER.mkdir(exist_ok=True)
            for name in ANSWERED:
                (FOLDER / f"{name}.txt").write_text(answered(name), encoding="utf-8")
        case [name] if name in ANSWERED:
            print(answered(name), end="")
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])

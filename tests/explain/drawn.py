"""Scripts drawn at random, and others that differ from them by little: what the words of one may hide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from hunt.programs import Programs

from yisp.lang import tree

TOKEN = re.compile(
    r'"(?:[^"]|"")*"|\[[^\]]*\]|//?!?|##?|\.(?:a|A|k):(?:"[^"]*"|[^\s().|;"]+)|\.!?[-?*]?:?\d+|\.!?X|\.!?\w+'
    r"|[<>=!]=|-?\d+|\w+|\S|\s+"
)

ALIKE: tuple[tuple[str, ...], ...] = (
    ("H", "D", "B", "F", "J", "E", "X", "it"),
    ("#", "##"),
    ("/", "/!"),
    (">", ">=", "<", "<=", "==", "!="),
    ("+", "*", "-", "min", "max", "/", "%", "and", "or"),
    ("sum", "high", "low"),
    ("level", "rank", "id"),
    ("x", "y", "word", "summon", "level", "copies"),
    ("up", "down", "near"),
    ("not", "abs", "-"),
    ("on", "after"),
    ("times", "for"),
    ("repeat", "while", "if"),
    ("[draw]", "[search]", "[mill]", "[discard]", "[special-summon]", "[draw] [search]", ""),
    ("0", "1", "2", "3", "-1", "x", "|H|"),
    (".1", ".2", ".-1", ".?1", ".*1", ".!1", ".:x", ".!-1", ".-:x", ".?:x", ".*:x", ".!?1", ".!*1", ""),
    (".p", ".q", ".!p", ".a:m", ".!a:m", ".a:n", ".A:m", ".k:p", ".X", ".!X", ".either", ".a:p", ""),
)
"""Pieces of scripts that may stand in each other's place."""


def neighbours(random: Random, script: str, number: int) -> Iterator[str]:
    """Scripts that differ from that one in a piece or two."""
    for _ in range(number):
        tokens = TOKEN.findall(script)
        for _ in range(random.choice((1, 1, 2))):
            _change(random, tokens)
        yield "".join(tokens)


def _change(random: Random, tokens: list[str]) -> None:
    if not tokens:
        return
    at = random.randrange(len(tokens))
    match random.randrange(8):
        case 0:
            statements = "".join(tokens).split(";")
            random.shuffle(statements)
            tokens[:] = TOKEN.findall(";".join(statements))
        case 1:
            statements = "".join(tokens).split(";")
            one = random.randrange(len(statements))
            statements[one] = random.choice(
                ("@", "()", f"(block {statements[one]} ())", "", f"{statements[one]};@")
            )
            tokens[:] = TOKEN.findall(";".join(statements))
        case 2 if len(tokens) > 1:
            other = random.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case _:
            for alike in random.sample(ALIKE, len(ALIKE)):
                places = [place for place, token in enumerate(tokens) if token in alike]
                if places:
                    tokens[random.choice(places)] = random.choice(alike)
                    return


def effects(random: Random, number: int) -> Iterator[str]:
    """Effects as they are drawn everywhere, plain ones, and neighbours of both."""
    for _ in range(number):
        programs = Programs(random)
        programs.functions = True
        yield programs.effect(random.choice((1, 2, 3)), random.choice((0, 1, 2)))


PLAIN = (
    "[1]/|D.p|;@;(# X B);(# D.p.1 H [search]);(shuffle D)",
    "@;(# X B);(# D.2 H [draw])",
    "(= x |H.!a:m|);/(> x 1);@;(# H.!a:m D);(shuffle D);(# D.:x H [draw])",
    "/(> |H| 2);(# H.1 B);@;(# D.3 B [mill])",
    "[1B]@;(if (> word 2) (# D.1 H) (block (# H.?1 B) (= word 0)))",
    "[1 on D>B]/|H.q|;(# X F [special-summon])",
    "[on draw](= word (+ word |it.a:m|))",
    "@;(on >B (# it.1 J) (when |it.p|) (times 2) (for 1));(# H.*1 B)",
    "@;(repeat 2 (# D.1 B) (# B.-1 H));/(== (rand 0 1) 1);(= summon 2)",
    "@;(# D.(>= level 2).1 H);(# H.(== copies 2) F);(## H.a:m.-2 D)",
    "/(and (or word |H.p|) (not summon));@;(= word (- word 1));(if |D| (# D.-1 H))",
    "@;(= word (sum H.a:m level));(after 1 (# D.word H));(! draw);(# H.!X.?2 X)",
    "@;(= word (if (> summon 1) 2 (+ 1 |B|)));(stop word)",
    "@;(= word (muldiv |H| 3 2 up));(= summon (nth x 1 2 3));(while (< |F| 2) (# D.1 F))",
    "@;(= word (high D.1 level));(= summon (low X rank));(= a_b (sum H.a:m.-1 rank))",
    "@;(# D.2.a:m H);(# D.a:m.2.q B);(# D.!3 H)",
    "@;(gain 1 word);(shift H B);(= word (held D 2));(if (luck) (leave))",
)
"""Scripts as players write them; names are those of drawn decks."""


def pairs(random: Random, number: int) -> Iterator[tuple[str, str]]:
    """A script, and one that differs from it by little."""
    drawn = list(effects(random, number // 10 + 1))
    while number > 0:
        script = random.choice((random.choice(PLAIN), random.choice(drawn)))
        for other in neighbours(random, script, 10):
            yield script, other
            number -= 1


def meaning(effect: tree.Effect) -> Any:
    """An effect without its spelling: where things stand, what does nothing, a second ``@``, blocks."""
    statements = list(_steps(effect.script.statements))
    first = next((place for place, one in enumerate(statements) if isinstance(one, tree.Activate)), None)
    kept = [
        one for place, one in enumerate(statements) if place == first or not isinstance(one, tree.Activate)
    ]
    return bare(effect.flags), bare(tuple(kept))


def _steps(statements: Iterable[Any]) -> Iterator[Any]:
    for one in statements:
        if isinstance(one, tree.Call) and one.head == "block":
            yield from _steps(one.arguments)
        elif not isinstance(one, tree.Void | tree.Number | tree.String | tree.Variable):
            yield one


def bare(node: Any) -> Any:
    """A node without its places."""
    if isinstance(node, tuple):
        return tuple(map(bare, node))
    if not hasattr(node, "__slots__"):
        return node
    names = (name for name in node.__slots__ if name not in ("span", "head_span"))
    return type(node).__name__, *(bare(getattr(node, name)) for name in names)

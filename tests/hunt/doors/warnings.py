"""The door ``warnings``: a deck that draws a warning means what the warning says.

What comes in: a drawn deck, and for each warning a way to write something that draws it beside a plain way to
write what it means.  What goes out: every warning that is not given, and every figure of the deck with the
doubtful words that is not that of the deck with the plain ones.

Not handled: Y406, Y407, Y413, Y420 and Y433: drawn decks have them (``decks``), and mean what the interpreter
says.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import yisp
from yisp.lang.diagnostics import DeckError
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.studies.comparison.compare import known_of

from ..compare import Verdict
from ..decks import draw
from .cases import Held, case_of, made_odd, quietly

Data = dict[str, Any]

WIDE = "m，n"
"""One attribute, of which nothing is said where it has quotes."""


def examine(seed: object, number: int) -> Verdict:
    random = Random(f"warnings {seed} {number}")
    base = json.loads(draw(seed, number, many=False, wall=False).text)
    made_odd(random, base)
    for topic in base["simulate"]["tests"].values():
        topic.pop("policy", None)
    code, doubtful, plain = WAYS[number % len(WAYS)]
    with_doubt, without = json.loads(json.dumps(base)), json.loads(json.dumps(base))
    doubtful(with_doubt, _first(with_doubt))
    plain(without, _first(without))
    text = json.dumps(with_doubt, ensure_ascii=False).replace(f'"{WIDE}"', WIDE)
    case = case_of(json.dumps(without, ensure_ascii=False))
    held = Held("warnings", None)
    held.verdict.text = text
    if case is None or not case.known:
        held.refuse("mistakes, or too many ways")
        return held.verdict
    with quietly():
        try:
            deck = yisp.loads(text)
            result = yisp.run(deck, method="exact", target="python", policy="greedy")
        except DeckError as error:
            held.differ(code, "", "", "a warning", str(next(iter(error.diagnostics))))
            return held.verdict
        except NoExactAnswer:
            held.refuse("no exact answer")
            return held.verdict
    # What depends on how the deck is run is said when it is compiled.
    codes = {one.code for one in deck.diagnostics} | {"Y430"}
    held.true(code, "", "is given", code in codes, code, sorted(codes))
    for name, truth in case.truths.items():
        found = known_of(result.topics[name])
        for figure, value in truth.values.items():
            if value is not None or figure in found:
                expected = None if value is None else str(value)
                held.same(code, name, figure, expected, found[figure].exact)
    return held.verdict


def _first(data: Data) -> Data:
    topic: Data = next(iter(data["simulate"]["tests"].values()))
    return topic


def _stat(script: str) -> Callable[[Data, Data], None]:
    return lambda data, topic: topic.setdefault("stats", {}).update(doubt=script)


def _combo(**combo: object) -> Callable[[Data, Data], None]:
    return lambda data, topic: topic.setdefault("watch", {}).update(doubt=combo)


def _key(key: str, value: object) -> Callable[[Data, Data], None]:
    return lambda data, topic: topic.update({key: value})


def _nothing(data: Data, topic: Data) -> None:
    """As it is."""


def _effect(script: str) -> Callable[[Data, Data], None]:
    def edit(data: Data, topic: Data) -> None:
        card = next(iter(data["deck"]["cards"].values()))
        card["program"] = [script]
        for other in data["simulate"]["tests"].values():
            other.pop("program", None)
        topic["exec-program"] = True

    return edit


def _alias(**alias: str) -> Callable[[Data, Data], None]:
    def edit(data: Data, topic: Data) -> None:
        data["deck"].setdefault("alias", {}).update(alias)
        _combo(hand=["p"])(data, topic)

    return edit


def _attribute(attribute: object) -> Callable[[Data, Data], None]:
    def edit(data: Data, topic: Data) -> None:
        next(iter(data["deck"]["cards"].values()))["attribute"] = attribute

    return edit


def _card(name: str) -> Callable[[Data, Data], None]:
    def edit(data: Data, topic: Data) -> None:
        data["deck"]["cards"][name] = {"count": 0}
        _effect("[1]@;(# D.!X.1 H);(# X B)")(data, topic)

    return edit


def _function(head: str, body: str) -> Callable[[Data, Data], None]:
    def edit(data: Data, topic: Data) -> None:
        data["deck"].setdefault("define", {})[head] = body
        topic["header"] = "(apart D B)"

    return edit


def _without_effects(data: Data, topic: Data) -> None:
    for card in data["deck"]["cards"].values():
        card.pop("program", None)
    for other in data["simulate"]["tests"].values():
        other["exec-program"] = False
        other.pop("program", None)


def _unreached(data: Data, topic: Data) -> None:
    """Whatever may move a card to the zone that it is in could lead there."""
    _without_effects(data, topic)
    _combo(Z=["p"])(data, topic)


def _unmet(data: Data, topic: Data) -> None:
    _without_effects(data, topic)
    _combo(condition=0)(data, topic)


def _unrun(data: Data, topic: Data) -> None:
    _without_effects(data, topic)
    next(iter(data["deck"]["cards"].values()))["program"] = ["[1]@;(# D.1 H)"]


def _undecided(data: Data, topic: Data) -> None:
    _without_effects(data, topic)
    topic["policy"] = "best"


def _one_turn(data: Data, topic: Data) -> None:
    topic["turns"] = 1
    topic.pop("draw", None)


def _no_turn_to_draw_in(data: Data, topic: Data) -> None:
    topic.update(turns=1, draw=2)


def _expecting(data: Data, topic: Data) -> None:
    data["simulate"].pop("seed", None)
    topic.update(expect=["score >= -9"] if "combos" in topic else [])


WAYS: tuple[tuple[str, Callable[[Data, Data], None], Callable[[Data, Data], None]], ...] = (
    ("Y401", _key("header", "(# D.1 B))"), _key("header", "(# D.1 B)")),
    ("Y402", _stat("|H.nobody|"), _stat("0")),
    ("Y402", _stat("|H.!nobody|"), _stat("|H|")),
    ("Y402", _stat("|H.k:nobody|"), _stat("0")),
    ("Y403", _stat("(+ |H.m| |H|)"), _stat("|H|")),
    ("Y403", _stat("|H.!m|"), _stat("|H|")),
    ("Y404", _stat("|H.a:p|"), _stat("0")),
    ("Y404", _combo(hand=["0x !a:p q"]), _combo(hand=["0x q"])),
    ("Y404", _combo(hand=["1x !a:p q"]), _combo(hand=["1x q"])),
    ("Y405", _stat("|H.!a:zzz|"), _stat("|H|")),
    ("Y405", _combo(hand=["0x !a:zzz p"]), _combo(hand=["0x p"])),
    ("Y405", _combo(hand=["1x !A:*-x A:?"]), _combo(hand=["1x A:?"])),
    ("Y405", _combo(hand=["1x !A:*-x A:hand-* p", "q"]), _combo(condition=0)),
    ("Y405", _combo(hand=["0x a:zzz"]), _combo(condition=1)),
    ("Y408", _key("header", "(= nobody_reads 3);(# D.1 B)"), _key("header", "(# D.1 B)")),
    ("Y409", _stat("(+ nobody_assigns 2)"), _stat("2")),
    ("Y410", _key("header", "@;(# D.1 B)"), _key("header", "(# D.1 B)")),
    ("Y411", _effect("[1k]@;(# X B)"), _effect("[1]@;(# X B)")),
    ("Y411", _effect("[1on draw]@;(# X B)"), _effect("[1]@;(# X B)")),
    ("Y412", _stat("(sum H colour)"), _stat("0")),
    ("Y412", _stat("(+ 1 (high D colour))"), _stat("1")),
    ("Y421", _alias(nobody_uses="q"), _alias()),
    ("Y422", _alias(p="q"), _alias()),
    ("Y423", _effect('[1]@;(## X B [draw]);(! "nosuch")'), _effect("[1]@;(## X B [draw])")),
    ("Y424", _combo(), _combo(condition=1)),
    ("Y425", _unreached, _unmet),
    ("Y426", _unrun, _without_effects),
    ("Y427", _combo(hand=["99x p"]), _combo(condition=0)),
    ("Y428", _no_turn_to_draw_in, _one_turn),
    ("Y429", _attribute([WIDE]), _attribute(["m/n"])),
    ("Y430", _expecting, _nothing),
    ("Y431", lambda data, topic: data.setdefault("set", {}).update(nobody_knows=3), _nothing),
    ("Y432", _combo(hand=["p"], score=0), _combo(condition=0)),
    ("Y432", _combo(score="(- 0 |H|)"), _combo(condition=0)),
    ("Y434", _undecided, _without_effects),
    ("Y435", _card("X"), _card("XX")),
    ("Y436", _function("apart(P, H)", "(# P.1 H)"), _function("apart(P, R)", "(# P.1 R)")),
)
"""The warning, the words that draw it, and what they mean."""

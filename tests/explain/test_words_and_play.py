"""Scripts that mean different things never read the same: what reads the same plays the same."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from explain.drawn import meaning, pairs
from hunt.decks import functions, kinds
from hunt.programs import PROPERTIES, WORDS, Programs
from properties.generated import few_or_many
from running import compile_text, deck_text, load_text, open_play, rows

from yisp.deck.vocabulary import Vocabulary
from yisp.explain.sentences import explain
from yisp.lang.checking.check import check_effect
from yisp.lang.diagnostics import Diagnostics
from yisp.lang.parsing.parser import parse_effect
from yisp.lang.source import TextSource
from yisp.lang.tree import Effect
from yisp.messages import LANGUAGES

TRIALS = 60
ALIASES = {"either": "A:?", "other": "either !a:m"}
BESIDE = {
    "q": ["@;(# X B);(# D.2 B [mill])"],
    "two words": ["[1]@;(# X F);(# D.1 H [draw])"],
    "蟲惑": ["[1B on D>B](# D.-1 J);(= summon (+ summon 1))"],
}
"""What the other cards do, so that there is something to answer."""

STATS = {
    f"{zone} {what}": number.format(zone=zone)
    for zone in "HDBFJE"
    for what, number in (("all", "(sum {zone} id)"), ("top", "(+ |{zone}| (* 50 (sum {zone}.2 id)))"))
} | {word: word for word in (*WORDS, "outcome")}


@cache
def names() -> Vocabulary:
    return load_text(deck("@")).vocabulary


def deck(effect: str) -> str:
    """A deck in which a card has that effect."""
    programs = Programs(Random(1))
    define = functions(programs)
    cards = kinds((4, 3, 2, 2), list)
    for name, written in {"p": [effect], **BESIDE}.items():
        cards[name] = {**cards[name], "props": PROPERTIES.get(name, {}), "program": written}
    cards["rest"] = {"count": 9, "attribute": ["m"], "props": {"id": 6}}
    topic = {
        "exec-program": True, "turns": 2, "draw": 1, "header": "(= summon 1);(= word 2)",
        "combos": {"c": {}}, "stats": STATS, "method": "sample",
    }  # fmt: skip
    limits = {"activations": 20, "steps": 300}
    return deck_text(cards, {"t": topic}, alias=ALIASES, define=define, simulate={"limits": limits})


def read(script: str) -> Effect | None:
    """The effect, if it is one."""
    text, found = TextSource("script", script), Diagnostics()
    effect = parse_effect(text, found)
    if not found.failed:
        check_effect(effect, text, names(), found)
    return None if found.failed else effect


def told(effect: Effect, script: str, language: str) -> str:
    return explain(effect, language, text=script, names=names()).text


def played(script: str) -> list[Any]:
    return list(rows(open_play(compile_text(deck(script)), "python"), 0, TRIALS))


@pytest.mark.parametrize("number", few_or_many(150, 6000, 4))
def test_what_reads_the_same_plays_the_same(number: int) -> None:
    judged = 0
    for one, other in pairs(Random(number), number):
        effects = read(one), read(other)
        if effects[0] is None or effects[1] is None or meaning(effects[0]) == meaning(effects[1]):
            continue
        judged += 1
        alike = [
            language
            for language in LANGUAGES
            if told(effects[0], one, language) == told(effects[1], other, language)
        ]
        if alike:
            assert played(one) == played(other), (
                f"in {alike}:\n{one}\n{other}\n{told(effects[0], one, alike[0])}"
            )
    assert judged > number / 4  # there were differences to be told

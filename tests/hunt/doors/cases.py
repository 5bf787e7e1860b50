"""What doors are held against: a drawn deck, and the truth about each of its topics.

What comes in: a seed and a number.  What goes out: :class:`Case`, a deck with the interpreter's law of its
topics, and :class:`Held`, which compares what a door says with it and counts.

What doors get wrong is drawn on purpose: decks of a single card, certain and impossible events, names that
look like formulas, tags or numbers, topics whose stats some trials lack.  Warnings stay: a deck with warnings
means what it says.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Any

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.deck.model import Deck, Topic
from yisp.lang.diagnostics import DeckError

from ..chance import TooMany
from ..compare import Difference, Verdict
from ..decks import draw
from ..law import Law

Figure = tuple[str, str]
"""What is shown and its name, such as ``("combo", "a")``; ``("success", "")`` and ``("score", "")``."""

WAYS = 300
"""How many ways a trial may go."""

ODD_NAMES = (
    '"quoted"', "it's", "=1+1", "-1", "@me", "+", "50%", "a,b", "a; b", "<b>x</b>", "a|b", "*a_b*", "`c`",
    "&amp;", "\\n", "名前", "１２", "0", "1e5", "null", "true", "rate", "mean", "a: b", "# 1", "{x}", "[1]",
    "success", "{name}", "%s", "$a$", "😀", "e\u0301", "'=1", "''", "café – 2",
)  # fmt: skip
"""Names that mean something where figures are shown."""

QUANTILES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))


class Distribution:
    """What a number comes to: the masses of its values, which add up to how often it has one."""

    def __init__(self, masses: Mapping[int, Fraction]) -> None:
        self.masses = {value: masses[value] for value in sorted(masses) if masses[value]}
        self.defined = sum(self.masses.values(), Fraction(0))

    @property
    def shares(self) -> dict[int, Fraction]:
        return {value: mass / self.defined for value, mass in self.masses.items()}

    @property
    def mean(self) -> Fraction | None:
        if not self.masses:
            return None
        return sum((value * share for value, share in self.shares.items()), Fraction(0))

    @property
    def variance(self) -> Fraction | None:
        mean = self.mean
        if mean is None:
            return None
        return sum(((value - mean) ** 2 * share for value, share in self.shares.items()), Fraction(0))

    @property
    def least(self) -> int | None:
        return min(self.masses, default=None)

    @property
    def greatest(self) -> int | None:
        return max(self.masses, default=None)

    @property
    def quantiles(self) -> list[int | None]:
        """The least values that so much lies at or below."""
        found: list[int | None] = []
        for wanted in QUANTILES:
            below, at = Fraction(0), None
            for value, share in self.shares.items():
                if below < wanted:
                    at = value
                below += share
            found.append(at)
        return found


class Truth:
    """Every figure of a topic, as fractions."""

    def __init__(self, topic: Topic, law: Law) -> None:
        self.topic, self.law = topic, law
        judged = [("combo", one.name) for one in topic.combos] + [("watch", one.name) for one in topic.watch]
        self.rates: dict[Figure, Fraction] = {("success", ""): law.success} if topic.combos else {}
        self.rates |= dict(zip(judged, law.combos, strict=True))
        self.bests = dict(zip(judged, law.bests, strict=True))
        self.numbers: dict[Figure, Distribution] = {}
        if topic.combos:
            self.numbers["score", ""] = Distribution(law.score)
        for stat, masses in zip(topic.stats, law.stats, strict=True):
            self.numbers["stat", stat.name] = Distribution(masses)

    @cached_property
    def values(self) -> dict[Figure, Fraction | None]:
        """The rates, and the means of the numbers, in the order in which topics list them."""
        means = {figure: number.mean for figure, number in self.numbers.items()}
        return {**self.rates, **means}


@dataclass
class Case:
    """A drawn deck; ``truths`` has the topics that the interpreter can walk through, by name."""

    text: str
    deck: Deck
    program: Program
    truths: dict[str, Truth]

    @property
    def known(self) -> bool:
        """Whether the truth about every topic is known."""
        return len(self.truths) == len(self.deck.topics)


class Held:
    """What is held against the truth, under the name of a door."""

    def __init__(self, door: str, case: Case | None) -> None:
        self.door = door
        self.verdict = Verdict(text="" if case is None else case.text)

    def same(self, what: str, topic: str, figure: object, expected: object, found: object) -> None:
        self.note(what)
        if expected != found:
            self.differ(what, topic, figure, expected, found)

    def true(
        self, what: str, topic: str, figure: object, holds: bool, expected: object, found: object
    ) -> None:
        """The same where something else than equality is asked."""
        self.note(what)
        if not holds:
            self.differ(what, topic, figure, expected, found)

    def note(self, what: str, times: int = 1) -> None:
        self.verdict.compared[f"{self.door}: {what}"] += times

    def differ(self, what: str, topic: str, figure: object, expected: object, found: object) -> None:
        self.verdict.differences.append(
            Difference(f"{self.door}: {what}", topic, str(figure), expected, found)
        )

    def refuse(self, reason: str) -> None:
        self.verdict.refused[f"{self.door}: {reason}"] += 1


def drawn(seed: object, number: int, *, plain: bool = False) -> Case | None:
    """The deck of that number, made odder; None where it has mistakes.  ``plain`` ones are no walls, and
    have no policy but greedy."""
    random = Random(f"doors {seed} {number}")
    text = draw(seed, number, many=False, wall=False if plain else None).text
    data = json.loads(text)
    made_odd(random, data)
    for topic in data["simulate"]["tests"].values() if plain else ():
        topic.pop("policy", None)
    return case_of(json.dumps(data, ensure_ascii=False))


def case_of(text: str, ways: int = WAYS) -> Case | None:
    """The truth about a deck, as far as it can be walked through; None where it has mistakes."""
    try:
        deck = loads(text, "deck.yml")
    except DeckError:
        return None
    return Case(text, deck, compile_deck(deck), truths_of(deck, ways))


def truths_of(deck: Deck, ways: int = WAYS) -> dict[str, Truth]:
    found = {}
    for topic in deck.topics:
        try:
            found[topic.name] = Truth(topic, Law(deck, topic, ways))
        except TooMany:
            continue
    return found


def made_odd(random: Random, data: dict[str, Any]) -> None:
    """Names that mean something elsewhere; what is certain and what cannot be; decks of one card."""
    cards, tests = data["deck"]["cards"], data["simulate"]["tests"]
    if random.random() < 0.06:
        _keep_one(random, data)
    data["simulate"].pop("strict", None)  # ends a run before there is much to hold
    for topic in tests.values():
        topic.pop("expect", None)  # holds figures by their names, and is no figure itself
        topic.pop("method", None)
        if "combos" in topic and random.random() < 0.25:
            topic["combos"]["certain"] = {"condition": 1, "score": random.choice((0, 1, 2, -1))}
        if random.random() < 0.25:
            topic.setdefault("watch", {})["never"] = {"condition": 0}
        if random.random() < 0.15:
            topic.setdefault("watch", {})["always"] = {"condition": "(>= 1 1)"}
        if random.random() < 0.2:
            topic.setdefault("stats", {})["sometimes"] = "(/ 6 |H.a:m|)"  # no number without such a card
        if random.random() < 0.08:
            topic.setdefault("stats", {})["never"] = "(/ 1 0)"
    if random.random() < 0.3 and len(cards) > 1 and "size" not in data["deck"]:
        cards[random.choice(ODD_NAMES)] = {"count": random.choice((0, 1, 1))}
    if random.random() < 0.6:
        _rename(random, data)


def _keep_one(random: Random, data: dict[str, Any]) -> None:
    cards = data["deck"]["cards"]
    data["deck"].pop("size", None)
    kept = random.choice(sorted(cards))
    for name, card in cards.items():
        card["count"] = int(name == kept)
        card.pop("zone", None)
        card.pop("kind", None)
    data.pop("wall", None)
    for topic in data["simulate"]["tests"].values():
        topic["start-card"] = min(topic["start-card"], 1)
        topic.pop("start", None)


def _rename(random: Random, data: dict[str, Any]) -> None:
    """Give topics, combos, watched entries and stats other names."""
    tests = data["simulate"]["tests"]
    odd = random.sample(ODD_NAMES, len(tests))
    data["simulate"]["tests"] = dict(zip(odd, tests.values(), strict=True))
    for topic in tests.values():
        policy = topic.get("policy")
        if isinstance(policy, dict):
            policy.pop("goal", None)
        odd = random.sample(ODD_NAMES, len(ODD_NAMES))  # none twice in a topic
        names = {"score": "score"}
        for section in ("combos", "watch", "stats"):
            if section in topic:
                new = [odd.pop() if random.random() < 0.6 else name for name in topic[section]]
                names |= dict(zip(topic[section], new, strict=True))
                topic[section] = dict(zip(new, topic[section].values(), strict=True))
        if "relate" in topic:
            topic["relate"] = [[names[x], names[y]] for x, y in topic["relate"]]


def quietly() -> warnings.catch_warnings[None]:
    """Doubts about decks and notices of runs are not what is looked at."""
    return warnings.catch_warnings(action="ignore")

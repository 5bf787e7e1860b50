"""Searches without a shuffle, one after the other, after which something is known of a deck (``spots.h``).

What comes in: a deck that was drawn.  What goes out: the same, whose scripts also look for cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

SETS = ("D.a:m", "D.a:n", "D.p", "D.q", "D.!p", "D.!a:m", 'D."two words"', "D.either")
"""The cards that are looked for: sets within one another, beside one another and across one another."""

TOPS = "(+ (sum D.1 id) (* 5 (sum D.2 id)) (* 25 (sum D.3 id)) (* 125 (sum D.a:m.1 id)))"
"""What lies on the deck in the end."""


def statement(random: Random) -> str:
    """Something that is done in a deck in whose unrevealed part something may be known."""
    which, to, n = random.choice(SETS), random.choice("HHBF"), random.choice((1, 1, 1, 2, 3))
    searches = [
        f"(# {which}.{n} {to})", f"(# {which}.1 {to})", f"(= word (+ (* 3 word) (sum {which}.{n} id)))",
    ]  # fmt: skip
    others = [
        f"(# D.{n} {to})", f"(# {which}.-{n} {to})", f"(# {which}.?{n} {to})", f"(# {which}.*{n} {to})",
        f"(# {which} {to})", f"(= word (+ (* 3 word) (sum D.{n} id)))", f"(# {which}.{n} D)",
        f"(## {which}.{n} D)", f"(# H.{n} D)", f"(## B.{n} D)", "(shuffle D)", f"(# D.{n}.a:m {to})",
        f"(if (> |{which}| 1) (# {which}.1 {to}) (# D.1 H))", f"(# {which}.1.a:n {to})",
        f"(if (== (sum D.{n} id) {random.randrange(4)}) (# {which}.1 {to}) ())",
    ]  # fmt: skip
    return random.choice(searches if random.random() < 0.5 else others)


def statements(random: Random, most: int) -> list[str]:
    """One or more, up to so many."""
    return [statement(random) for _ in range(random.randrange(most) + 1)]


def let_search(random: Random, data: Mapping[str, Any]) -> None:
    """Let the cards of a deck and the headers of its topics search besides what they do."""
    for card in data["deck"]["cards"].values():
        if isinstance(card.get("program"), list):
            card["program"] = [
                ";".join([effect, *statements(random, 2)]) if random.random() < 0.5 else effect
                for effect in card["program"]
            ]
    for topic in data["simulate"]["tests"].values():
        header = [topic["header"]] if "header" in topic else []
        topic["header"] = ";".join([*statements(random, 6), *header])
        topic["stats"] = {**topic.get("stats", {}), "lie": TOPS}

"""Decks whose scripts take cards off the top of the deck, and know nothing else of what is in it.

What comes in: a seed and a number, which are the same deck for ever (until something new is drawn).  What
goes out: the text of a deck file, of which ``compile.unseen`` says so in nine of ten topics, whatever else
they do.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from yisp.lang.forms import Argument, Kind

from .decks import _deck, _share_kinds
from .programs import NAMES, TAGS, Programs

MANY = 30
"""Of how many decks of a hundred have many cards."""


class BlindPrograms(Programs):
    """Programs that name the deck where they draw from it and where they ask how large it is."""

    JUDGED = ("hand", "hand", "grave", "F", "J")

    def __init__(self, random: Random, **given: Any) -> None:
        super().__init__(random, **given)
        self.zones = self.one_of(("HBB", "HBF", "HBJ", "HBFJ", "HBFJ"))

    def flags(self, written: Sequence[str]) -> str:
        return super().flags([one for one in written if "D" not in one])

    def source(self) -> str:
        return super().source() if self.last != "D" else str(self.one_of(self.zones))

    def plain_move(self) -> str:
        if self.chance(50):
            return super().plain_move()
        self.used.update(("#", "Limit"))
        tag = f" [{self.one_of(TAGS)}]" if self.chance(30) else ""
        return f"(# D.{self.one_of(('1', '1', '2', '3', '12', ':x', ':|H|'))} {self.target()}{tag})"

    def number(self, depth: int) -> str:
        return "|D|" if not self.supposing and self.chance(8) else super().number(depth)

    def argument(self, argument: Argument, depth: int, number: bool) -> str:
        if argument.kind is Kind.MEANT:
            return self.meant(self.zones)
        return super().argument(argument, depth, number)

    def search(self) -> str:
        self.used.update(("shuffle", "Limit"))
        zone = self.one_of(self.zones)
        return f"(# {zone}.{self.one_of(NAMES[:2])}.1 {self.one_of(self.zones)});(shuffle {zone})"


def draw_unseen(seed: object, number: int) -> str:
    """The deck of that seed and number; ``greedy`` plays it."""
    random = Random(f"unseen {seed} {number}")
    programs = BlindPrograms(random, swarm=True)
    data = _deck(programs, programs.chance(MANY), False)
    _share_kinds(random, data["deck"]["cards"])
    for topic in data["simulate"]["tests"].values():
        if isinstance(topic.get("policy"), dict) and topic["policy"].get("kind") == "staged-search":
            del topic["policy"]
    return json.dumps(data, ensure_ascii=False)

"""How declarations say what a form does, in a player's sentences.

What comes in: the ``words`` of a form, which are a template in English (``say("shuffle {Z}")``; the names in
it are those of its arguments, and translators turn the template as a whole), or a function that is given a
:class:`Teller` and the arguments of a use.  What goes out: a text that knows its template (``Message``), with
those of the arguments in it.  What is not handled: how arguments, sets of cards and effects are said, which
is the business of ``yisp.explain``.

A form that asks something says it as :class:`Asks`: that it is so, or that it is not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, Protocol

from ...messages import Message, filled
from ...structs import dataclass


class Teller(Protocol):
    """What the words of a form are put together with; every text is in English, and knows its parts."""

    def number(self, node: Any) -> str:
        """A number, as a noun."""

    def operand(self, node: Any) -> str:
        """The same, in brackets where it is more than one word."""

    def counted(self, node: Any) -> str:
        """The same before what it counts, "(the number of cards in the hand) cards"."""

    def side(self, node: Any) -> str:
        """The same, as a side of a comparison: only what has commas or conditions is in brackets."""

    def listed(self, nodes: Any) -> str:
        """Several numbers, with commas."""

    def truth(self, node: Any, holds: bool = True) -> str:
        """That a number is not 0; or that it is."""

    def clause(self, node: Any, holds: bool = True) -> str:
        """The same, in brackets where it is put together of several."""

    def cards(self, node: Any) -> str:
        """A set of cards, as a noun."""

    def zone(self, node: Any) -> str:
        """A zone, as a noun."""

    def name(self, node: Any) -> str:
        """A name, a text or the like, as it is written."""

    def property(self, node: Any) -> str:
        """The name of a property, as a word of the sentence."""

    def steps(self, *nodes: Any) -> str:
        """What is done, one after another; in brackets where that is more than one step."""

    def event(self, node: Any) -> str:
        """When an event happens, whichever card it is about."""

    def during(self, event: Any, *nodes: Any) -> str:
        """The same as ``steps``, where they answer an event."""

    def asked(self, event: Any, node: Any) -> str:
        """The same as ``clause``, where it is asked at an event."""

    def holding(self, cards: Any, relation: str, number: int) -> str | None:
        """That a set has so many cards; None where that is not said so."""

    def follows_noun(self) -> bool:
        """Whether what is said next stands right behind the noun of the card that it is about."""

    def is_plain(self, node: Any) -> bool:
        """Whether it is one plain step, without others in it."""

    def letter(self, cards: Any) -> str:
        """The letter of a zone that players know, of a set's or by itself; else nothing."""

    def items(self, nodes: Any) -> str:
        """Numbers, texts and sets of cards, with commas."""


@dataclass(frozen=True, slots=True)
class Asks:
    """The words of a form that gives 1 or 0: that it is so, or (``holds`` is False) that it is not."""

    truth: Callable[..., str]  # (teller, holds, *arguments)


Words = Message | Asks | Callable[..., str]


def joined(pair: Message) -> Callable[..., str]:
    """Words of a form that goes through its numbers from left to right: ``{a} + {b}``."""

    def words(teller: Teller, *numbers: Any) -> str:
        return reduce(lambda a, b: filled(pair, a=a, b=b), map(teller.operand, numbers))

    return words


def listing(whole: Message) -> Callable[..., str]:
    """Words of a form that takes its numbers together, ``{numbers}``."""

    def words(teller: Teller, *numbers: Any) -> str:
        return filled(whole, numbers=teller.listed(numbers))

    return words

"""A first deck file, from a few answers.

What comes in: a :class:`Beginning`: cards with their copies, the size of the deck and of the hand, and the
hands that are wanted.  What goes out: the text of a deck file that runs; or :class:`Unfit`, a sentence about
answers that do not go together.  Whoever asks the questions is ``yispc new``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...lang.suggest import Suggestions
from ...messages import quoted, say, say_n, told, translated
from ...structs import dataclass
from ..cards.cards import FILL
from ..reading.source import UNPRINTABLE
from .formats.cardlist import HALF_WIDTH, LONGEST_NAME, MOST_CARDS, Card, CardList, Combo, Part, Topic
from .writing import draft

SIZE, HAND = 40, 5

HEAD = (
    say("A deck file: the cards, and what you want to see of them in the opening hand."),
    "",
    say(
        "* `count: -1` is whatever is missing to the deck's `size`; call the cards by their names,"
        " as you like."
    ),
    say(
        "* A card may have an `attribute: [starter]`, which several share: hands ask for it with `a:starter`;"
        " and a `program`, what the card does."
    ),
    say(
        "* The topic `opening` draws `start-card` cards, and succeeds when one of its `combos` is in the"
        " hand: every item of `hand` takes a card of its own. `2x name` are two, `0x name` is none."
    ),
    say("* For another question add another topic under `tests`."),
)
"""The comment on top of the deck file, a paragraph each."""

EXAMPLE = ((say("starter"), 9), (say("hand trap"), 6))
"""Cards of a deck for which none were given."""

MOST_COPIES = 99_999
"""Copies of a card that an answer may give."""

_CARDS = (
    re.compile(rf"(?P<name>.*?)\s*[:：]\s*(?P<count>[0-9]{{1,{len(str(MOST_COPIES))}}})"),
    re.compile(r"(?P<count>[0-9]{1,2})\s*[xX×]?\s+(?P<name>\S.*)"),
    re.compile(r"(?P<name>\S.*?)\s*(?:×|\s[xX])\s*(?P<count>[0-9]{1,2})"),
)
"""A card and its copies; the second and third as card lists have them, with more digits they are a name."""

_NUMBERED = re.compile(r"(?P<name>.*?)\s*[:：]\s*(?P<count>[-+−.,]?[0-9][0-9.,]*)")  # of whatever sort
_PLUS = re.compile(r"\s+[+＋]\s+")


class Unfit(ValueError):
    """The answers do not make a deck; the message says why, and what would."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """The answers."""

    cards: Sequence[tuple[str, int]]
    size: int = SIZE
    hand: int = HAND
    wanted: Sequence[Sequence[str]] = ()  # hands; each is names of cards


def read_card(written: str) -> tuple[str, int]:
    """A card and its copies, as in ``Ash: 3`` or ``3 Ash``; a name alone is one copy."""
    written = written.strip()
    ways = (pattern.fullmatch(written.translate(HALF_WIDTH)) for pattern in _CARDS)
    match = next(filter(None, ways), None)
    name, count = (written[slice(*match.span("name"))], int(match["count"])) if match else (written, 1)
    if not name:
        raise Unfit(say("a card has a name, and behind a colon its copies: Ash: 3"))
    if match is None and (wrong := _NUMBERED.fullmatch(name)) is not None:
        raise Unfit(
            say(
                "{card}: the number of copies is a whole one from 0 to {most}, not {number}",
                card=quoted(wrong["name"]),
                most=f"{MOST_COPIES:,}",
                number=wrong["count"],
            )
        )
    if len(name) > LONGEST_NAME or UNPRINTABLE.search(name) or len(name.splitlines()) > 1:
        raise Unfit(say("a name is one line of text, at most {most} characters", most=LONGEST_NAME))
    return name, count


def read_wanted(written: str) -> list[str]:
    """The names of the cards of a hand, as in ``Ash + Lamp``."""
    return [name for name in _PLUS.split(written.strip()) if name]


def example() -> list[tuple[str, int]]:
    """The cards of a deck for which none were given, called as in the language in force."""
    return [(translated(name), count) for name, count in EXAMPLE]


def begun(answers: Beginning) -> str:
    """The deck file, with comments in the language in force; raises :class:`Unfit`."""
    copies = dict(answers.cards)
    _check(answers, copies)
    cards = CardList([Card(Part.MAIN, count, name) for name, count in copies.items()])
    cards.size = answers.size, None
    if sum(copies.values()) < answers.size:
        rest = told("rest")
        while rest in copies:
            rest += " …"
        cards.cards.append(Card(Part.MAIN, FILL, rest))
    hands = answers.wanted or [[next(iter(copies))]]
    combos = [Combo(" + ".join(hand), tuple((name, None) for name in hand)) for hand in hands]
    cards.topics.append(Topic("opening", answers.hand, tuple({one.name: one for one in combos}.values())))
    return draft(cards, HEAD).text


def _check(answers: Beginning, copies: dict[str, int]) -> None:
    total = sum(copies.values())
    if len(copies) < len(answers.cards):
        twice = next(name for name, _ in answers.cards if [one for one, _ in answers.cards].count(name) > 1)
        raise Unfit(say("the card {name} is given twice", name=quoted(twice)))
    if not total:
        raise Unfit(say("a deck needs a card of which it has a copy"))
    if not 1 <= answers.size <= MOST_CARDS:
        raise Unfit(say("a deck has from 1 to {most} cards", most=MOST_CARDS))
    if total > answers.size:
        raise Unfit(
            say_n(
                "this is one card, and the deck has a size of {size}",
                "these are {number} cards, and the deck has a size of {size}",
                total,
                size=answers.size,
            )
        )
    if not 0 <= answers.hand <= answers.size:
        raise Unfit(
            say(
                "a hand of {hand} cards cannot be drawn from a deck of {size}",
                hand=answers.hand,
                size=answers.size,
            )
        )
    known = Suggestions(copies)
    for name in (name for hand in answers.wanted for name in hand if name not in copies):
        near = known.nearest(name)
        if near is None:
            raise Unfit(say("there is no card {name} to want", name=quoted(name)))
        raise Unfit(
            say("there is no card {name} to want; did you mean {near}?", name=quoted(name), near=quoted(near))
        )

"""Deck files as we write them: with comments for whoever goes on from there.

What comes in: a :class:`~yisp.deck.exchange.formats.cardlist.CardList` whose cards have names, and the lines
of the comment on top.  What goes out: a :class:`Draft`, the text of a deck file that loads, and for each of
its lines the place that it came from.  A list without topics gets an example of one, so that the deck runs at
once.

Names are any text: whatever YAML could take for something else is quoted.  Nothing of a stranger's reaches a
comment but as ``visible`` shows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import reduce

from ...columns import folded
from ...lang.diagnostics import Place, visible
from ...messages import Message, say, say_n, told, translated
from .formats.cardlist import Card, CardList, Combo, Part, Topic

WIDTH = 100
"""Columns of a comment."""

_PLAIN = re.compile(r"[^\W\d_]\w*(?:[ ':-]\w+)*")
_BREAKS = re.compile("[\t\r\n\x85\u2028\u2029]")
_ESCAPES = str.maketrans({
    "\\": "\\\\", '"': '\\"', "\t": "\\t", "\r": "\\r", "\n": "\\n", "\x85": "\\N", "\u2028": "\\L",
    "\u2029": "\\P",
})  # fmt: skip
_WORDS = ("y", "n", "yes", "no", "on", "off", "true", "false", "null")
"""What other programs that read YAML take for something else than a text."""

_HEADINGS = {
    Part.EXTRA: say("The extra deck: these start in zone E, and are never drawn."),
    Part.COMMAND: say("The command zone: these start in zone C, and are never drawn."),
}


class Draft:
    """The lines of a deck file, and where each came from."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._places: list[Place | None] = []

    def add(self, line: str = "", place: Place | None = None) -> None:
        self._lines.append(line)
        self._places.append(place)

    def comment(self, text: str, indent: str = "") -> None:
        """A comment in the language in force, broken into lines; those of an item of a list are indented."""
        text = visible(translated(text))
        for line in folded(text, WIDTH - len(indent) - len("# "), "  " * text.startswith("* ")):
            self.add(f"{indent}# {line}".rstrip())

    @property
    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def origin(self, place: Place | None) -> Place | None:
        """Where that came from which stands at a place of the text."""
        return None if place is None else self._places[min(place.line, len(self._places)) - 1]


def draft(cards: CardList, head: Iterable[str]) -> Draft:
    """The deck file with those cards, under a comment of those paragraphs ("" is an empty line)."""
    written = Draft()
    for paragraph in head:
        written.comment(paragraph)
    written.add()
    if cards.uses:
        written.add(f"use: {flow(cards.uses)}")
        written.add()
    written.add("deck:")
    if cards.size is not None:
        written.add(f"  size: {cards.size[0]}", cards.size[1])
    written.add("  cards:")
    for part in (Part.MAIN, Part.EXTRA, Part.COMMAND):
        listed = [card for card in cards.cards if card.part is part]
        if listed and part in _HEADINGS:
            written.comment(_HEADINGS[part], "    ")
        for card in listed:
            written.add(f"    {scalar(card.name)}: {{{', '.join(_keys(card))}}}", card.place)
    if cards.aliases:
        written.add("  alias:")
    for name, condition, place in cards.aliases:
        written.add(f"    {scalar(name)}: {scalar(condition)}", place)
    written.add()
    written.add("simulate:")
    if cards.trials is not None:
        written.add(f"  count: {cards.trials[0]}", cards.trials[1])
    written.add("  tests:")
    if not cards.topics:
        _example(cards, written)
    for topic in cards.topics:
        _topic(topic, written)
    return written


def _keys(card: Card) -> Iterable[str]:
    yield f"count: {card.count}"
    if zone := card.zone or card.part.value:
        yield f"zone: {zone}"
    if card.blank:
        yield "known: false"
    if card.attributes:
        yield f"attribute: {flow(card.attributes)}"
    if card.description:
        yield f"description: {scalar(card.description)}"
    if card.props:
        yield f"props: {{{', '.join(f'{scalar(name)}: {number}' for name, number in card.props)}}}"


def _topic(topic: Topic, written: Draft) -> None:
    written.add(f"    {scalar(topic.name)}:", topic.place)
    written.add(f"      start-card: {topic.hand}", topic.place)
    if topic.plays:
        written.add("      exec-program: true", topic.place)
    if topic.header:
        written.add(f"      header: {scalar(topic.header)}", topic.place)
    written.add("      combos:", topic.place)
    for combo in topic.combos:
        _combo(combo, written)


def _combo(combo: Combo, written: Draft) -> None:
    written.add(f"        {scalar(combo.name)}:", combo.place)
    if combo.score != 1:
        written.add(f"          score: {combo.score}", combo.place)
    if not combo.items:
        written.add("          hand: []", combo.place)
        return
    written.add("          hand:", combo.place)
    for item, place in combo.items:
        written.add(f"            - {scalar(item)}", place)


def _example(cards: CardList, written: Draft) -> None:
    """A topic that asks for the first card; for the first that stays in the hand, if there is one."""
    able = [card for card in cards.cards if card.part is Part.MAIN and card.count and card.zone is None]
    first = next((card for card in able if card.name not in cards.played), able[0])
    hand = max(min(cards.game.hand, cards.total(Part.MAIN)), 0)
    asked, name = say("An example: how often is the first card in the opening hand?"), told("first card")
    if first is not able[0]:  # which is played, and gone
        asked, name = say("An example: how often is {card} in the hand?", card=first.name), first.name
    written.comment(asked, "    ")
    written.comment(
        say("Below `combos` say which hands you want instead; each has a name of your own."), "    "
    )
    combo = Combo(name, ((first.name, None),))
    _topic(Topic("opening", hand, (combo,), plays=bool(cards.uses), header=cards.game.header), written)


def summary(cards: CardList) -> Message:
    """How many cards there are of which part, in a sentence."""
    parts = [_summary(cards, part) for part in (Part.MAIN, Part.EXTRA, Part.COMMAND) if cards.kinds(part)]
    return reduce(lambda one, other: say("{one}; {other}", one=one, other=other), parts)


def _summary(cards: CardList, part: Part) -> Message:
    number = say_n("{number} card", "{number} cards", cards.total(part))
    kinds = say_n("{number} kind", "{number} kinds", cards.kinds(part))
    if part is Part.MAIN:
        return say("{cards} of {kinds}", cards=number, kinds=kinds)
    return say("{part}: {cards} of {kinds}", part=part.words, cards=number, kinds=kinds)


def scalar(text: str) -> str:
    """A text as YAML writes it, on one line."""
    if _BREAKS.search(text):
        return f'"{text.translate(_ESCAPES)}"'
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return "'" + text.replace("'", "''") + "'"


def flow(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(scalar, texts))}]"

"""What a word of a deck file means, said to whoever points at it.

What comes in: a document and a place of it.  What goes out: a :class:`Hover`: what the word is, what is
declared of it, and what the deck makes of it, with numbers of copies.  All but ``summary`` is plain text, in
which names of the deck stand as they are; :meth:`Hover.markdown` makes them safe to show.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...deck.kinds import KindSet
from ...deck.model import Kind as Card
from ...deck.schema import Key
from ...lang.checking.names import Signature
from ...lang.forms import FORMS, Form
from ...lang.syntax import SYNTAX
from ...messages import look_up, say, told, told_n, translated, with_commas
from ...report.files.markdown import escaped
from ...structs import dataclass
from ..text.document import Document
from ..text.names import Names
from ..text.places import BEGINNING, PlainData, Range
from .completion import zones
from .target import Sort, Target, target
from .wording import Runs, words_at, words_of_card, words_of_function

MOST_NAMED = 12
"""Cards of a set that are named."""

KINDS = {
    Sort.EVENT: say("event"),
    Sort.MODE: say("way of rounding"),
    Sort.EXIT: say("exit"),
    Sort.FILE: say("file"),
}
"""Words of which there is nothing to say but what sort of thing they are."""

LONGEST = 400
"""Characters of a script that is shown."""


@dataclass(frozen=True, slots=True)
class Hover(PlainData):
    """What a word is: its ``kind``, a ``title`` as scripts write it, our ``summary`` in Markdown, ``facts``
    of the deck, ``code``, scripts that belong to it, and ``words``, what they or the script around it do."""

    kind: str
    title: str
    summary: str = ""
    facts: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    words: tuple[Runs, ...] = ()
    range: Range = BEGINNING  # until it is known

    def to_data(self) -> dict[str, Any]:
        words = [[{"text": text, "here": here} for text, here in runs] for runs in self.words]
        return {**PlainData.to_data(self), "words": words}

    def markdown(self) -> str:
        """The whole as Markdown, in which no name becomes markup."""
        parts = [f"**{escaped(self.title)}** · {escaped(self.kind)}"]
        if self.summary:
            parts.append(self.summary)
        parts += map(escaped, self.facts)
        parts += map(_fenced, self.code)
        parts += ["".join(_run(text, here) for text, here in runs) for runs in self.words]
        return "\n\n".join(parts)


def _run(text: str, here: bool) -> str:
    """A piece of a sentence, bold where it speaks of the place."""
    inner = text.strip()
    before, _, behind = text.partition(inner) if inner else (text, "", "")
    written = f"**{escaped(inner)}**" if here and inner else escaped(inner)
    return f"{before}{written}{behind}"


def _fenced(code: str) -> str:
    fence = "```"
    while fence in code:
        fence += "`"
    return f"{fence}yisp\n{code}\n{fence}"


def hover(document: Document, line: int, column: int) -> Hover | None:
    """What the word at a place means; None where there is nothing to say."""
    found = target(document, line, column)
    if found is None or (said := _said(found, document.recent_names)) is None:
        return None
    words = said.words
    if not words and (around := words_at(document, line, column)):
        words = (around,)
    return replace(said, words=words, range=found.range)


def _said(found: Target, names: Names) -> Hover | None:
    name = found.name
    match found.sort:
        case Sort.CARD:
            card = names.card(name)
            return _card(card, names) if card is not None else None
        case Sort.ALIAS:
            return _alias(name, names)
        case Sort.ATTRIBUTE:
            return _set(told("attribute"), f"a:{name}", names.vocabulary.attribute(name), names)
        case Sort.PATTERN:
            return _set(told("pattern of attributes"), f"A:{name}", names.vocabulary.pattern(name), names)
        case Sort.KIND:
            return _set(told("kind"), f"k:{name}", names.vocabulary.kind(name), names)
        case Sort.FORM:
            return _form(FORMS[name])
        case Sort.OPTION:
            return _option(found)
        case Sort.FUNCTION:
            return _function(name, names)
        case Sort.PARAMETER:
            return Hover(told("parameter"), name, "", (told("What a call of the function gives."),))
        case Sort.VARIABLE:
            return _variable(name, names)
        case Sort.PROPERTY:
            return _property(name, names)
        case Sort.TAG:
            return _tag(name)
        case Sort.ZONE:
            return _zone(name)
        case Sort.CONSTRUCT:
            row = found.row
            assert row is not None
            return Hover(told("construct"), row.spelling, look_up(row.summary), (), (row.example,))
        case Sort.KEY | Sort.TOPIC | Sort.OBSERVED:
            is_key = found.key is not None and found.here is not None and found.here.is_key
            return _key(found.key, name) if found.key is not None and is_key else None
        case Sort.EVENT | Sort.MODE | Sort.EXIT | Sort.FILE:
            return Hover(translated(KINDS[found.sort]), name)


def _key(key: Key, name: str) -> Hover:
    facts = [told("Takes {kind}.", kind=with_commas(key.choices) or key.value.value)]
    if key.default is not None:
        facts.append(told("Default: {default}", default=key.default))
    return Hover(told("key"), name, look_up(key.summary), tuple(facts))


def _card(card: Card, names: Names) -> Hover:
    facts = []
    if about := names.deck.descriptions[card.name]:
        facts.append(about)
    if card.zone is None:
        size = names.deck.size
        facts.append(
            told_n(
                "{number} copy in a deck of {size} cards",
                "{number} copies in a deck of {size} cards",
                card.count,
                size=size,
            )
        )
    else:
        facts.append(
            told_n(
                "{number} copy, which begins in zone {zone}",
                "{number} copies, which begin in zone {zone}",
                card.count,
                zone=card.zone,
            )
        )
    if card.attributes:
        facts.append(told("Attributes: {names}", names=with_commas(card.attributes)))
    if card.properties:
        numbers = with_commas(f"{name} {number}" for name, number in card.properties.items())
        facts.append(told("Properties: {numbers}", numbers=numbers))
    if card.family is not None:
        facts.append(told("Counts as {name}", name=names.deck.kinds[card.family].name))
    code = tuple(_cut(one.text.text) for one in card.effects)
    return Hover(told("card"), card.name, "", tuple(facts), code, words_of_card(card, names.deck))


def _alias(name: str, names: Names) -> Hover | None:
    if name in names.vocabulary.cards:
        fact = told("A card has this name, too, and the name always means the card.")
        return Hover(told("alias"), name, "", (fact,))
    kinds = names.vocabulary.aliases.get(name)
    return None if kinds is None else _set(told("alias"), name, kinds, names)


def _set(kind: str, title: str, kinds: KindSet, names: Names) -> Hover:
    """How many cards a set has, and which."""
    cards = names.kinds(kinds)
    if not cards:
        return Hover(kind, title, "", (told("No card of this deck."),))
    copies = sum(card.count for card in cards)
    counted = told_n("{number} card", "{number} cards", copies)
    shown = with_commas(f"{card.count} {card.name}" for card in cards[:MOST_NAMED])
    if len(cards) > MOST_NAMED:
        rest = sum(card.count for card in cards[MOST_NAMED:])
        shown = told_n("{cards}, and {number} more", "{cards}, and {number} more", rest, cards=shown)
    return Hover(kind, title, "", (counted, shown))


def _cut(script: str) -> str:
    return script if len(script) <= LONGEST else script[:LONGEST] + "…"


# Scripts ------------------------------------------------------------------------------------------


def _form(form: Form) -> Hover:
    example = form.example if form.gives is None else f"{form.example}  → {form.gives}"
    facts = (told("Not in Yisp v0.4."),) if form.ours else ()
    return Hover(told("form"), form.signature, look_up(form.summary), facts, (example,))


def _option(found: Target) -> Hover:
    """An option of a form, which stands in it as a call of its own."""
    around = found.word.calls[-2].form if found.word is not None else None
    facts = (told("An option of {form}", form=around.signature),) if around is not None else ()
    return Hover(told("option"), f"({found.name} n)", "", facts)


def _tag(name: str) -> Hover:
    row = next(row for row in SYNTAX if row.spelling == "[tag]")
    return Hover(told("tag"), f"[{name}]", look_up(row.summary), (), (row.example,))


def _zone(text: str) -> Hover:
    letter, colon, owner = text.partition(":")
    about = zones().get(letter, told("a zone that is free for the deck's author"))
    facts = (told("That of seat {seat}", seat=owner),) if colon else ()
    return Hover(told("zone"), text, about, facts)


def _variable(name: str, names: Names) -> Hover:
    if len(name) == 1:
        fact = told("Local to one execution of one script, where it begins as 0.")
        return Hover(told("variable"), name, "", (fact,))
    facts = [told("Lives as long as the trial.")]
    begins = names.deck.parameters.get(name)
    facts.append(
        told("Begins as {value}, or what --set gives.", value=begins)
        if begins is not None
        else told("Begins as 0.")
    )
    for topic in names.deck.topics:
        for own, value, _ in topic.start.variables:
            if own == name:
                facts.append(told("In {topic} it begins as {value}.", topic=topic.name, value=value))
    return Hover(told("variable"), name, "", tuple(facts))


def _property(name: str, names: Names) -> Hover | None:
    values = names.vocabulary.property_values(name)
    if not values:
        return None
    fact = told_n("{number} kind of cards has it", "{number} kinds of cards have it", len(values))
    between = told("from {least} to {most}", least=min(values.values()), most=max(values.values()))
    return Hover(told("property"), name, "", (fact, between))


def _function(name: str, names: Names) -> Hover | None:
    one = names.functions.get(name)
    if one is None:
        return None
    signature: Signature | None = names.vocabulary.functions.get(name)
    written = signature.written(name) if signature is not None else f"({name})"
    facts = (told("Gives a number."),) if signature is not None and signature.number else ()
    body = one.text.text[slice(*one.function.script.span)].strip()
    return Hover(told("function"), written, "", facts, (_cut(body),), words_of_function(one, names.deck))

"""What a word of a deck file means, said to whoever points at it.

What comes in: a document and a place of it.  What goes out: a :class:`Hover`: what the word is, what is
declared of it, and what the deck makes of it, with numbers of copies.  All but ``summary`` is plain text, in
which names of the deck stand as they are; :meth:`Hover.markdown` makes them safe to show.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..deck.kinds import KindSet
from ..deck.model import Kind as Card
from ..deck.schema import Key, Value
from ..lang.forms import FORMS, Form, Kind
from ..lang.highlight import Role
from ..lang.names import Signature
from ..lang.syntax import SYNTAX
from ..messages import look_up, told, told_n
from ..report.markdown import escaped
from .completion import zones
from .conditions import named
from .context import Context, context
from .deckfile import CARDS, CONDITIONS, SCRIPTS
from .document import Document
from .names import Names
from .places import Range, range_of
from .script import HEADS, Word, within, word_at

MOST_NAMED = 12
"""Cards of a set that are named."""

LONGEST = 400
"""Characters of a script that is shown."""


@dataclass(frozen=True, slots=True)
class Hover:
    """What a word is: its ``kind``, a ``title`` as scripts write it, our ``summary`` in Markdown, ``facts``
    of the deck, and ``code``, scripts that belong to it."""

    range: Range
    kind: str
    title: str
    summary: str = ""
    facts: tuple[str, ...] = ()
    code: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        return {
            "range": self.range.to_data(),
            "kind": self.kind,
            "title": self.title,
            "summary": self.summary,
            "facts": list(self.facts),
            "code": list(self.code),
        }

    def markdown(self) -> str:
        """The whole as Markdown, in which no name becomes markup."""
        parts = [f"**{escaped(self.title)}** · {escaped(self.kind)}"]
        if self.summary:
            parts.append(self.summary)
        parts += map(escaped, self.facts)
        parts += map(_fenced, self.code)
        return "\n\n".join(parts)


def _fenced(code: str) -> str:
    fence = "```"
    while fence in code:
        fence += "`"
    return f"{fence}yisp\n{code}\n{fence}"


@dataclass(frozen=True, slots=True)
class _Said:
    """A hover without its range."""

    kind: str
    title: str
    summary: str = ""
    facts: tuple[str, ...] = ()
    code: tuple[str, ...] = ()

    def at(self, range: Range) -> Hover:
        return Hover(range, self.kind, self.title, self.summary, self.facts, self.code)


def hover(document: Document, line: int, column: int) -> Hover | None:
    """What the word at a place means; None where there is nothing to say."""
    names = document.recent_names
    if document.is_script:
        at = document.source.offset(line, column)
        word = word_at(document.source.text, at)
        said = _word(word, names, None) if word is not None else None
        if word is None or said is None:
            return None
        return said.at(range_of(document.source, word.token.start, word.token.end))
    here = context(document, line, column)
    if here is None or names is None:
        return None
    if here.is_key:
        said = _key(here, names)
        return said.at(here.range(0, len(here.text.text))) if said is not None else None
    if here.key is None:
        return None
    if here.key.value in SCRIPTS:
        word = word_at(here.text.text, here.at)
        said = _word(word, names, here) if word is not None else None
        if word is None or said is None:
            return None
        return said.at(here.range(word.token.start, word.token.end))
    if here.key.value in CONDITIONS:
        return _in_condition(here, names)
    said = _value(here, here.key, names)
    return said.at(here.range(0, len(here.text.text))) if said is not None and here.text.text else None


# Keys and values ----------------------------------------------------------------------------------


def _key(here: Context, names: Names) -> _Said | None:
    """What is declared of a key, or what of the author's it names."""
    name, key = here.names[-1], here.key
    if key is None:
        return None
    if key.path == "deck.cards.*":
        card = names.card(name)
        return _card(card, names) if card is not None else _declared(key, name)
    if key.path == "deck.alias.*" and name in names.vocabulary.aliases:
        return _alias(name, names)
    if key.path == "deck.define.*":
        function = name.partition("(")[0].strip()
        if function in names.functions:
            return _function(function, names)
    if key.path in ("set.*", "simulate.tests.*.start.vars.*"):
        return _variable(name, names)
    if key.path == "deck.cards.*.props.*":
        return _property(name, names)
    return _declared(key, name)


def _declared(key: Key, name: str) -> _Said:
    facts = [told("Takes {kind}.", kind=", ".join(key.choices) or key.value.value)]
    if key.default is not None:
        facts.append(told("Default: {default}", default=key.default))
    if not key.built:
        facts.append(told("This key is recognised, but not implemented yet."))
    return _Said(told("key"), name, look_up(key.summary), tuple(facts))


def _value(here: Context, key: Key, names: Names) -> _Said | None:
    """What a text names that is the whole value of a key."""
    text = here.text.text.strip()
    if key.path == "deck.cards.*.attribute":
        return _attribute(text, names)
    if key.path in CARDS:
        card = names.card(text)
        return _card(card, names) if card is not None else None
    if key.path == "deck.cards.*.zone":
        return _zone(text)
    if key.value is Value.SECTION and key.path == "deck.cards.*":
        return None
    return None


def _in_condition(here: Context, names: Names) -> Hover | None:
    """What the name at the place of a condition list means."""
    for one in named(here.text.text, lambda name: names.vocabulary.name(name) is not None):
        if one.start <= here.at <= one.end:
            said = _named(one.sort, one.name, names)
            return said.at(here.range(one.start, one.end)) if said is not None else None
    return None


# Names --------------------------------------------------------------------------------------------


def _named(sort: str, name: str, names: Names) -> _Said | None:
    """What a name means behind a prefix of filters or conditions."""
    if sort == "a:":
        return _attribute(name, names)
    if sort == "A:":
        kinds = names.vocabulary.pattern(name)
        return _Said(told("pattern of attributes"), f"A:{name}", "", _cards_of(kinds, names))
    if sort == "k:":
        kinds = names.vocabulary.kind(name)
        return _Said(told("kind"), f"k:{name}", "", _cards_of(kinds, names))
    card = names.card(name)
    if card is not None:
        return _card(card, names)
    return _alias(name, names) if name in names.vocabulary.aliases else None


def _card(card: Card, names: Names) -> _Said:
    facts = []
    if card.description:
        facts.append(card.description)
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
        facts.append(told("Attributes: {names}", names=", ".join(card.attributes)))
    if card.properties:
        numbers = ", ".join(f"{name} {number}" for name, number in card.properties.items())
        facts.append(told("Properties: {numbers}", numbers=numbers))
    if card.family is not None:
        facts.append(told("Counts as {name}", name=names.deck.kinds[card.family].name))
    code = tuple(_cut(one.text.text) for one in card.effects)
    return _Said(told("card"), card.name, "", tuple(facts), code)


def _alias(name: str, names: Names) -> _Said:
    kinds = names.vocabulary.aliases[name]
    if name in names.vocabulary.cards:
        fact = told("A card has this name, too, and the name always means the card.")
        return _Said(told("alias"), name, "", (fact,))
    return _Said(told("alias"), name, "", _cards_of(kinds, names))


def _attribute(name: str, names: Names) -> _Said | None:
    if not names.vocabulary.has_attribute(name):
        return None
    return _Said(told("attribute"), f"a:{name}", "", _cards_of(names.vocabulary.attribute(name), names))


def _cards_of(kinds: KindSet, names: Names) -> tuple[str, ...]:
    """How many cards a set has, and which."""
    cards = names.kinds(kinds)
    if not cards:
        return (told("No card of this deck."),)
    copies = sum(card.count for card in cards)
    counted = told_n("{number} card", "{number} cards", copies)
    shown = ", ".join(f"{card.count} {card.name}" for card in cards[:MOST_NAMED])
    if len(cards) > MOST_NAMED:
        rest = len(cards) - MOST_NAMED
        return (
            counted,
            told_n("{cards}, and {number} more", "{cards}, and {number} more", rest, cards=shown),
        )
    return (counted, shown)


def _cut(script: str) -> str:
    return script if len(script) <= LONGEST else script[:LONGEST] + "…"


# Scripts ------------------------------------------------------------------------------------------


def _word(word: Word, names: Names | None, here: Context | None) -> _Said | None:
    """What a piece of a script is."""
    token = word.token
    text = token.text
    match token.role:
        case role if role in HEADS:
            return _head(text, word, names)
        case Role.ACTIVATE:
            return _construct("statement", "@")
        case Role.GUARD:
            return _construct("statement", "/!n" if text.count("!") % 2 else "/n")
        case Role.ZONE:
            return _zone(text)
        case Role.TAG:
            return _construct("value", "[tag]")
        case Role.KEPT:
            return _kept(text)
        case Role.CARD if names is not None:
            return _named("", _unquoted(text), names)
        case Role.ATTRIBUTE if names is not None:
            return _named(word.sort, _unquoted(text), names)
        case Role.NUMBER if word.filters:
            return _kept(word.sort) or _construct("filter", ".3")
        case Role.FLAGS if here is not None:
            return _flag(text, here.at - token.start)
        case Role.VARIABLE | Role.WORD | Role.MODE if names is not None:
            return _variable_like(text, word, names, here)
    return None


def _head(text: str, word: Word, names: Names | None) -> _Said | None:
    """A form, an option of the form around it, or a function."""
    if text in FORMS:
        return _form(FORMS[text])
    around = word.calls[-2].form if len(word.calls) > 1 else None
    if around is not None and any(option.name == text for option in around.options):
        return _Said(told("option"), f"({text} n)", "", (told("An option of {form}", form=around.signature),))
    return _function(text, names) if names is not None and text in names.functions else None


def _form(form: Form) -> _Said:
    example = form.example if form.gives is None else f"{form.example}  → {form.gives}"
    facts = (told("Not in Yisp v0.4."),) if form.ours else ()
    return _Said(told("form"), form.signature, look_up(form.summary), facts, (example,))


def _construct(group: str, spelling: str) -> _Said:
    row = next(row for row in SYNTAX if row.group == group and row.spelling == spelling)
    return _Said(told("construct"), row.spelling, look_up(row.summary), (), (row.example,))


def _flag(text: str, at: int) -> _Said | None:
    """What a character of the flags means."""
    on = re.search(r"\bon\b", text)
    if on is not None and on.start() <= at:
        return _construct("flag", "on EVENT")
    mark = text[at : at + 1]
    if mark.isupper():
        return _zone(mark)
    return _construct("flag", mark) if mark in ("1", "^") else None


def _kept(text: str) -> _Said | None:
    """The marks between a filter's dot and its name."""
    bare = text.lstrip("!")
    spelling = {"a:": ".a:attribute", "A:": ".A:pattern", "k:": ".k:name", ":": ".:n", "": ".!filter"}
    spelling |= dict.fromkeys(("-", "-:"), ".-2, .-:n")
    spelling |= dict.fromkeys(("?", "?:"), ".?2, .?:n")
    spelling |= dict.fromkeys(("*", "*:"), ".*1, .*:n")
    return _construct("filter", spelling[bare]) if bare in spelling else None


def _zone(text: str) -> _Said | None:
    if text == "it":
        return _construct("value", "it")
    if text == "X":
        return _construct("value", "X")
    letter, colon, owner = text.partition(":")
    about = zones().get(letter, told("a zone that is free for the deck's author"))
    facts = (told("That of seat {seat}", seat=owner),) if colon else ()
    return _Said(told("zone"), text, about, facts)


def _variable_like(text: str, word: Word, names: Names, here: Context | None) -> _Said | None:
    """A word that may be a variable, a property, an event and so on, by where it stands."""
    kind = word.kind
    if kind is Kind.PROPERTY or (
        within(word.calls) and kind not in (Kind.VARIABLE,) and text in names.vocabulary.properties
    ):
        return _property(text, names)
    if kind is Kind.EVENT:
        return _Said(told("event"), text)
    if kind is Kind.MODE:
        return _Said(told("word of the form"), text)
    if kind is Kind.EXIT:
        return _Said(told("exit"), text)
    if kind is Kind.WORD:
        return _Said(told("tag"), text, look_up(FORMS["!"].summary))
    if within(word.calls) and text == "copies":
        return _construct("filter", ".(n)")
    if word.token.role is not Role.VARIABLE:
        return None
    if here is not None and here.key is not None and here.key.path == "deck.define.*":
        head = here.names[-1].partition("(")
        if text in head[2].replace(",", " ").rstrip(") ").split():
            return _Said(told("parameter"), text, "", (told("Of the function {name}", name=head[0].strip()),))
    return _variable(text, names)


def _variable(name: str, names: Names) -> _Said:
    if len(name) == 1:
        fact = told("Local to one execution of one script, where it begins as 0.")
        return _Said(told("variable"), name, "", (fact,))
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
    return _Said(told("variable"), name, "", tuple(facts))


def _property(name: str, names: Names) -> _Said | None:
    values = names.vocabulary.property_values(name)
    if not values:
        return None
    fact = told_n("{number} kind of cards has it", "{number} kinds of cards have it", len(values))
    between = told("from {least} to {most}", least=min(values.values()), most=max(values.values()))
    return _Said(told("property"), name, "", (fact, between))


def _function(name: str, names: Names) -> _Said:
    one = names.functions[name]
    signature: Signature | None = names.vocabulary.functions.get(name)
    written = signature.written(name) if signature is not None else f"({name})"
    facts = (told("Gives a number."),) if signature is not None and signature.number else ()
    return _Said(
        told("function"), written, "", facts, (_cut(_body(one.function.script.span, one.text.text)),)
    )


def _body(span: Sequence[int], text: str) -> str:
    """What a function does: the whole of its scalar, or its part of a file."""
    return text[span[0] : span[1]].strip()


def _unquoted(name: str) -> str:
    return name[1:-1].replace('""', '"') if name.startswith('"') and len(name) > 1 else name

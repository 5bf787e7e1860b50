"""What the word at a place is: a card, a form, a key and so on.

What comes in: a document and a place of it.  What goes out: a :class:`Target`, from which hovering says what
it means, definition where it comes from, and renaming what is to be renamed.  What is not handled: any of
these.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum

from ...deck.schema import COMBO, POLICY, TOPIC, WATCH, Key
from ...deck.topics.expectations import name_in
from ...lang.forms import FORMS, Kind
from ...lang.highlighting.highlight import Role
from ...lang.syntax import SYNTAX, Construct
from ...structs import dataclass
from ..text.conditions import named
from ..text.context import Context, context
from ..text.document import Document
from ..text.names import Names
from ..text.places import Range, range_of
from ..text.script import HEADS, Word, within, word_at
from .deckfile import CARDS, CONDITIONS, SCRIPTS


class Sort(Enum):
    """What a word may be."""

    CARD = "card"
    ALIAS = "alias"
    ATTRIBUTE = "attribute"
    PATTERN = "pattern"
    KIND = "kind"
    FORM = "form"
    OPTION = "option"
    FUNCTION = "function"
    PARAMETER = "parameter"
    VARIABLE = "variable"
    PROPERTY = "property"
    EVENT = "event"
    MODE = "mode"
    EXIT = "exit"
    TAG = "tag"
    ZONE = "zone"
    CONSTRUCT = "construct"
    TOPIC = "topic"
    OBSERVED = "observed"  # a combo, a watched entry or a stat
    KEY = "key"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Target:
    """A word: its sort, what it names, and where it stands.

    ``key`` is what is declared of the key that it is, or is the value of; ``row`` is the construct; ``word``
    is the piece of the script that it is, ``here`` the text around it.
    """

    sort: Sort
    name: str
    range: Range
    key: Key | None = None
    row: Construct | None = None
    word: Word | None = None
    here: Context | None = None


def target(document: Document, line: int, column: int) -> Target | None:
    """What the word at a place is; None where there is none that means anything."""
    if document.is_too_long:
        return None
    names = document.recent_names
    line, column = document.place(line, column)
    if document.is_script:
        source = document.source
        word = word_at(source.text, source.offset(line, column))
        if word is None:
            return None
        found = range_of(source, word.token.start, word.token.end)
        return _of_word(word, source.offset(line, column), names, found, None)
    here = context(document, line, column)
    if here is None:
        return None
    if here.is_key:
        return _of_key(here, names)
    if here.key is None or not here.text.text:
        return None
    if here.key.value in SCRIPTS:
        word = word_at(here.text.text, here.at)
        if word is None:
            return None
        return _of_word(word, here.at, names, here.range(word.token.start, word.token.end), here)
    if here.key.path == EXPECT:
        there = name_in(here.text.text)
        if there is None or not there[1][0] <= here.at <= there[1][1]:
            return None
        return Target(Sort.OBSERVED, there[0], here.range(*there[1]), here.key, here=here)
    if here.key.value in CONDITIONS:
        for one in named(here.text.text, names.vocabulary):
            if one.start <= here.at <= one.end:
                return _of_name(one.sort, one.name, names, here.range(one.start, one.end), here)
        return None
    return _of_value(here, here.key, names)


# Keys and values ----------------------------------------------------------------------------------


_NAMING = {
    "deck.cards.*": Sort.CARD,
    "deck.alias.*": Sort.ALIAS,
    "set.*": Sort.VARIABLE,
    "simulate.tests.*.start.vars.*": Sort.VARIABLE,
    "deck.cards.*.props.*": Sort.PROPERTY,
    "wall.exits.*": Sort.EXIT,
    "seats.on-draw.*": Sort.EXIT,
    TOPIC: Sort.TOPIC,
    COMBO: Sort.OBSERVED,
    WATCH: Sort.OBSERVED,
    f"{TOPIC}.stats.*": Sort.OBSERVED,
}
"""Keys that are names of the author's, and of what."""

EXPECT = f"{TOPIC}.expect"
OBSERVING = (f"{TOPIC}.relate", f"{POLICY}.goal")
"""Keys whose values are names of what is observed."""


def sort_of_key(key: Key) -> Sort:
    """What a key names."""
    return _NAMING.get(key.path, Sort.KEY)


def function_of(key: str) -> tuple[int, int]:
    """Where the name of a function is in its key."""
    head = key.partition("(")[0]
    start = len(head) - len(head.lstrip())
    return start, start + len(head.strip())


def _of_key(here: Context, names: Names) -> Target | None:
    name, key = here.names[-1], here.key
    if key is None:
        return None
    place = here.range(0, len(here.text.text))
    if key.path == "deck.define.*":
        return Target(Sort.FUNCTION, name[slice(*function_of(name))], place, key, here=here)
    sort = sort_of_key(key)
    if (sort is Sort.CARD and names.card(name) is None) or (
        sort is Sort.ALIAS and name not in names.vocabulary.aliases
    ):
        sort = Sort.KEY  # one that stands for many cards, or is not known yet
    return Target(sort, name, place, key, here=here)


def _of_value(here: Context, key: Key, names: Names) -> Target | None:
    name = here.text.text.strip()
    place = here.range(0, len(here.text.text))
    if key.path == "deck.cards.*.attribute":
        return Target(Sort.ATTRIBUTE, here.text.text, place, key, here=here)
    if key.path in CARDS and names.card(name) is not None:
        return Target(Sort.CARD, name, place, key, here=here)
    if key.path in OBSERVING:
        return Target(Sort.OBSERVED, name, place, key, here=here)
    if key.path == "deck.cards.*.zone":
        return Target(Sort.ZONE, name, place, key, here=here)
    if key.path in ("extends", "include"):
        return Target(Sort.FILE, name, place, key, here=here)
    return None


def _of_name(sort: str, name: str, names: Names, place: Range, here: Context | None) -> Target | None:
    """What a name is behind a prefix of filters or conditions."""
    if sort in ("a:", "A:", "k:"):
        sorts = {"a:": Sort.ATTRIBUTE, "A:": Sort.PATTERN, "k:": Sort.KIND}
        return Target(sorts[sort], name, place, here=here)
    if names.card(name) is not None:
        return Target(Sort.CARD, name, place, here=here)
    return Target(Sort.ALIAS, name, place, here=here) if name in names.vocabulary.aliases else None


# Scripts ------------------------------------------------------------------------------------------


_FILTERS = {
    "a:": ".a:attribute", "A:": ".A:pattern", "k:": ".k:name", ":": ".:n", "": ".!filter",
    "-": ".-2, .-:n", "-:": ".-2, .-:n", "?": ".?2, .?:n", "?:": ".?2, .?:n", "*": ".*1, .*:n",
    "*:": ".*1, .*:n",
}  # fmt: skip
"""What the marks behind a filter's dot are called among the constructs."""


def _of_word(word: Word, at: int, names: Names, place: Range, here: Context | None) -> Target | None:
    """What a piece of a script is."""
    text = word.token.text

    def made(sort: Sort, name: str = text) -> Target:
        return Target(sort, name, place, word=word, here=here)

    def construct(group: str, spelling: str | None) -> Target | None:
        rows = (row for row in SYNTAX if (row.group, row.spelling) == (group, spelling))
        return next((Target(Sort.CONSTRUCT, row.spelling, place, row=row) for row in rows), None)

    match word.token.role:
        case role if role in HEADS:
            return _of_head(text, word, names, made)
        case Role.ACTIVATE:
            return construct("statement", "@")
        case Role.GUARD:
            return construct("statement", "/!n" if text.count("!") % 2 else "/n")
        case Role.ZONE:
            return construct("value", text) if text in ("X", "it") else made(Sort.ZONE)
        case Role.TAG:
            return made(Sort.TAG, text[1:-1].strip())
        case Role.FLAGS:
            mark = text[at - word.token.start :][:1]
            on = re.search(r"\bon\b", text)
            if on is not None and on.start() <= at - word.token.start:
                return construct("flag", "on EVENT")
            return made(Sort.ZONE, mark) if mark.isupper() else construct("flag", mark)
        case Role.KEPT:
            return construct("filter", _FILTERS.get(text.lstrip("!")))
        case Role.NUMBER if word.filters:
            return construct("filter", _FILTERS.get(word.sort) if word.sort else ".3")
        case Role.CARD:
            return _of_name("", unquoted(text), names, place, here)
        case Role.ATTRIBUTE:
            return _of_name(word.sort, unquoted(text), names, place, here)
        case Role.VARIABLE | Role.WORD | Role.MODE:
            if within(word.calls) and text == "copies":
                return construct("filter", ".(n)")
            sort = _like_a_variable(text, word, names, here)
            return made(sort) if sort is not None else None
    return None


def _of_head(text: str, word: Word, names: Names, made: Callable[[Sort], Target]) -> Target | None:
    """A form, an option of the form around it, or a function."""
    if text in FORMS:
        return made(Sort.FORM)
    around = word.calls[-2].form if len(word.calls) > 1 else None
    if around is not None and any(option.name == text for option in around.options):
        return made(Sort.OPTION)
    return made(Sort.FUNCTION) if text in names.functions else None


_BY_KIND = {Kind.EVENT: Sort.EVENT, Kind.MODE: Sort.MODE, Kind.EXIT: Sort.EXIT, Kind.WORD: Sort.TAG}


def _like_a_variable(text: str, word: Word, names: Names, here: Context | None) -> Sort | None:
    """What a word is that may be a variable, by where it stands."""
    kind = word.kind
    if kind in _BY_KIND:
        return _BY_KIND[kind]
    if kind is Kind.PROPERTY:
        return Sort.PROPERTY
    if kind is not Kind.VARIABLE and within(word.calls) and text in names.vocabulary.properties:
        return Sort.PROPERTY
    if word.token.role is not Role.VARIABLE:
        return None
    return Sort.PARAMETER if here is not None and text in here.parameters else Sort.VARIABLE


def unquoted(name: str) -> str:
    """A name of a filter without its quotation marks."""
    return name[1:-1].replace('""', '"') if name.startswith('"') and len(name) > 1 else name

"""Every place of a deck in which something is named.

What comes in: a document, its deck (perhaps a draft), and what is looked for: its sort and its name.  What
goes out: a :class:`Mention` for each place, in the file itself and in those that it extends or includes.
Scripts are gone through by their trees, condition lists and keys by the file's nodes, so a word that only
looks the same is none.  Renaming and finding references both rest on this.

What is not handled: texts that are no YAML at the moment, and scripts that could not be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from ...deck.model import Deck
from ...deck.reading.files import SCRIPT
from ...deck.topics.expectations import name_in
from ...deck.vocabulary import Vocabulary
from ...lang.diagnostics import Diagnostics, Place, Text
from ...lang.forms import FORMS, Kind
from ...lang.parsing.parser import parse_script
from ...lang.tree import (
    ByAttribute,
    ByKind,
    ByName,
    ByPattern,
    Call,
    Expression,
    Script,
    Span,
    String,
    Tag,
    Variable,
    Where,
    Word,
)
from ...lang.walk import usage, walk
from ...structs import dataclass
from ..text.conditions import Named, named
from ..text.context import Found, entry_of, scalars
from ..text.document import Document
from .deckfile import CARDS, CONDITIONS
from .definition import extended_roots
from .target import EXPECT, OBSERVING, Sort, Target, function_of, sort_of_key

Tree = Script | Expression | Where
Finder = Callable[[Tree, str, Vocabulary], Iterator[tuple[Span, str]]]
"""Finds the spans in which a tree names something, and what a filter has before the name there."""

OF_CONDITIONS = {Sort.CARD: "", Sort.ALIAS: "", Sort.ATTRIBUTE: "a:", Sort.PATTERN: "A:"}
"""What condition lists name, and its prefix there."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that names something: characters of a text, as they are written, quotation marks and all.

    ``found`` is the scalar whose value it is or stands in, None in a script; ``item`` what it is of a
    condition list; ``prefix`` what a filter has before the name ("k:").
    """

    text: Text
    start: int
    end: int
    found: Found | None = None
    item: Named | None = None
    prefix: str = ""

    @property
    def place(self) -> Place:
        """Where the name is, without its prefix."""
        return self.text.place(self.start + len(self.prefix), self.end)


def mentions(document: Document, deck: Deck, wanted: Target) -> Iterator[Mention]:
    """Where that is mentioned which a place names, what defines it included; in no certain order, and where
    one text stands for several cards more than once."""
    sort = Sort.CARD if wanted.sort is Sort.KIND else wanted.sort
    if sort in (Sort.PARAMETER, Sort.VARIABLE):
        sort = Sort.VARIABLE
        local = list(_local(document, deck, wanted))
        if local:
            yield from local
            return
    if sort not in _FINDERS and sort not in (Sort.TOPIC, Sort.OBSERVED):
        return  # a word of the language
    topic = wanted.here.names[2] if sort is Sort.OBSERVED and wanted.here is not None else None
    for root in extended_roots(document, deck):
        for found in scalars(root):
            if topic is None or found.names[2:3] == (topic,):
                yield from _in_scalar(found, deck.vocabulary, sort, wanted.name)
    find = _FINDERS.get(sort)
    for tree, text, parameters in trees(document, deck) if find is not None else ():
        if sort is not Sort.VARIABLE or wanted.name not in parameters:
            for span, prefix in find(tree, wanted.name, deck.vocabulary) if find is not None else ():
                yield Mention(text, *span, prefix=prefix)
    if sort is Sort.FUNCTION:
        one = deck.authored_functions.get(wanted.name)
        there = Mention(one.text, *one.function.span) if one is not None else None
        if there is not None and there.place.file.endswith(SCRIPT):
            yield there


def trees(document: Document, deck: Deck) -> Iterator[tuple[Tree, Text, Collection[str]]]:
    """Every script of the deck with the parameters that it has as a function."""
    functions = {id(one.function.script): one.function.parameters for one in deck.functions}
    for tree, text in deck.texts:
        yield tree, text, functions.get(id(tree), ())
    for one in deck.patterns:
        yield one.function.script, one.text, one.function.parameters
    if document.is_script and not deck.functions and not deck.patterns:
        yield parse_script(document.source, Diagnostics(), comments=True), document.source, ()


# Keys, values and condition lists -----------------------------------------------------------------


def _in_scalar(found: Found, names: Vocabulary, sort: Sort, name: str) -> Iterator[Mention]:
    key, scalar = found.key, found.scalar
    if key is None:
        return
    text, whole = scalar.text, len(scalar.value)
    if found.is_key:
        if sort is Sort.FUNCTION and key.path == "deck.define.*":
            start, end = function_of(scalar.value)
            if scalar.value[start:end] == name:
                yield Mention(text, start, end, found)
        elif sort_of_key(key) is sort and scalar.value == name:
            yield Mention(text, 0, whole, found)
    elif key.path in CARDS or key.path in OBSERVING or key.path == "deck.cards.*.attribute":
        means = _OF_VALUES.get(key.path, Sort.CARD if key.path in CARDS else Sort.OBSERVED)
        if means is sort and scalar.value.strip() == name:
            yield Mention(text, 0, whole, found)
    elif key.path == EXPECT:
        if sort is Sort.OBSERVED and (there := name_in(scalar.value)) is not None and there[0] == name:
            yield Mention(text, *there[1], found)
    elif key.value in CONDITIONS and sort in OF_CONDITIONS:
        for one in named(scalar.value, names):
            if one.sort == OF_CONDITIONS[sort] and one.name == name:
                yield Mention(text, one.start, one.end, found, one)


_OF_VALUES = {"deck.cards.*.attribute": Sort.ATTRIBUTE}


# Scripts ------------------------------------------------------------------------------------------


def _cards(tree: Tree, name: str, names: Vocabulary) -> Iterator[tuple[Span, str]]:
    for node in walk(tree):
        if isinstance(node, ByName) and node.name == name:
            yield node.span, ""
        elif isinstance(node, ByKind) and node.kind == name:
            yield node.span, "k:"


def _nodes(sort: type, field: str, prefix: str = "", span: str = "span") -> Finder:
    """Finds nodes of a class by the name in one of their fields."""

    def find(tree: Tree, name: str, names: Vocabulary) -> Iterator[tuple[Span, str]]:
        nodes = (node for node in walk(tree) if isinstance(node, sort))
        return ((getattr(node, span), prefix) for node in nodes if getattr(node, field) == name)

    return find


def _variables(tree: Tree, name: str, names: Vocabulary) -> Iterator[tuple[Span, str]]:
    used = usage(tree, names.properties)
    yield from ((span, "") for span in (*used.reads.get(name, ()), *used.writes.get(name, ())))


def _properties(tree: Tree, name: str, names: Vocabulary) -> Iterator[tuple[Span, str]]:
    seen: set[Span] = set()
    for node in walk(tree):
        if isinstance(node, Where):  # in which a word that is a property's name is that property
            own = usage(node.condition)
            seen.update(own.reads.get(name, ()) if name in names.properties else ())
    seen.update(span for span, _ in _words(tree, name, Kind.PROPERTY))
    yield from ((span, "") for span in sorted(seen))


def _tags(tree: Tree, name: str, names: Vocabulary) -> Iterator[tuple[Span, str]]:
    bare = name.removesuffix("!")
    for node in walk(tree):
        if isinstance(node, Tag) and node.text.removesuffix("!") == bare:
            yield node.span, ""
    yield from _words(tree, bare, Kind.WORD)


def _exits(tree: Tree, name: str, names: Vocabulary) -> Iterator[tuple[Span, str]]:
    return _words(tree, name, Kind.EXIT)


def _words(tree: Tree, name: str, kind: Kind) -> Iterator[tuple[Span, str]]:
    """The arguments of a kind that are that word."""
    for node in walk(tree):
        form = FORMS.get(node.head) if isinstance(node, Call) else None
        if not isinstance(node, Call) or form is None or not form.arguments:
            continue
        for index, one in enumerate(node.arguments):
            if form.argument(index).kind is kind and _word(one) == name:
                yield one.span, ""


def _word(node: Expression) -> str | None:
    match node:
        case Variable(name) | Word(name) | String(name):
            return name
    return None


_FINDERS: dict[Sort, Finder] = {
    Sort.CARD: _cards,
    Sort.ALIAS: _nodes(ByName, "name"),
    Sort.ATTRIBUTE: _nodes(ByAttribute, "attribute", "a:"),
    Sort.PATTERN: _nodes(ByPattern, "pattern", "A:"),
    Sort.FUNCTION: _nodes(Call, "head", span="head_span"),
    Sort.VARIABLE: _variables,
    Sort.PROPERTY: _properties,
    Sort.TAG: _tags,
    Sort.EXIT: _exits,
}


def _local(document: Document, deck: Deck, wanted: Target) -> Iterator[Mention]:
    """Of a variable that lives in one script only, having one letter or being a parameter: its places there;
    none of any other."""
    place = document.file.name, wanted.range.line, wanted.range.column
    for tree, text, parameters in trees(document, deck):
        if len(wanted.name) > 1 and wanted.name not in parameters:
            continue
        spans = [span for span, _ in _variables(tree, wanted.name, deck.vocabulary)]
        own = [Mention(text, *span) for span in spans]
        if place in ((one.place.file, one.place.line, one.place.column) for one in own):
            yield from own
            yield from _parameter(document, wanted)


def _parameter(document: Document, wanted: Target) -> Iterator[Mention]:
    """Where a function's key gives a parameter its name."""
    if wanted.here is None or wanted.sort is not Sort.PARAMETER:
        return
    entry = entry_of(document.root, wanted.here.names)
    if entry is not None:
        _, *words = re.finditer(r"\w+", entry.key.value)
        yield from (Mention(entry.key.text, *word.span()) for word in words if word[0] == wanted.name)

"""One entry, many cards: ``each``.

What comes in: the entries of ``deck.cards``.  What goes out: the same, with every entry that has
``each`` replaced by one for every combination of its lists, in which ``{name}`` is filled in wherever
a text stands: in the card's name, its attributes, numbers, description and effects.  Every text
still knows its places: what was filled in stands where its braces do.

An entry is measured before it is expanded, so that a few lines cannot fill the memory.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import product
from math import prod

from ...lang.diagnostics import Place, Text
from ...lang.remedy import replacing, respelling
from ...lang.suggest import Suggestions
from ...messages import say
from ...structs import dataclass
from ..model import Limits
from ..reading.document import MAX_NODES, Entry, Mapping, Node, Scalar
from ..reading.document import Sequence as List
from ..reading.fields import Reading, Section, raising
from ..reading.files import LARGEST
from ..reading.source import shown
from ..schema import KEYS

EACH, NAME = "each", "name"
CARD = "deck.cards.*"

RANGE = re.compile(r"(-?[0-9]+)\.\.(-?[0-9]+)")
BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_DOUBLED = say("literal braces are doubled: {{ }}")
MAX_DIGITS = 12
"""Of the ends of a range."""


def expand(entries: Sequence[Entry], limits: Limits, reading: Reading) -> list[Entry]:
    """The cards that the entries stand for; raises ``DeckError`` when they are too many."""
    before = reading.diagnostics.errors
    families = [_Family(entry, reading) if _has_each(entry) else None for entry in entries]
    total = sum(1 if family is None else family.size for family in families)
    if total > limits.kinds:
        most = max(range(len(entries)), key=lambda index: getattr(families[index], "size", 1))
        last = entries[most if families[most] else limits.kinds]
        reading.error(
            "Y209",
            say(
                "the deck has {total} different cards, but the limit is {most}",
                total=total,
                most=limits.kinds,
            ),
            last.key,
            raising("simulate.limits.kinds", total),
        )
        reading.diagnostics.raise_errors()  # here, since names of cards left out would be unknown
    cards: dict[str, Entry] = {}
    for entry, family in zip(entries, families, strict=True):
        for card in [entry] if family is None else family.cards():
            name = card.key.value
            if not name.strip():
                reading.error("Y214", say("the name of a card is empty"), card.key)
            elif name in cards:
                reading.error(
                    "Y224",
                    say("there is already a card {name}", name=shown(name)),
                    card.key,
                    say("use all lists of `each` in the name, as in '{rank}{suit}'"),
                )
            else:
                cards[name] = card
    if reading.diagnostics.errors > before:
        reading.unread.add(f"{CARD}.{EACH}")
    return list(cards.values())


def _has_each(entry: Entry) -> bool:
    if not isinstance(entry.value, Mapping) or EACH not in entry.value.entries:
        return False
    return not entry.value.entries[EACH].value.absent


class _Family:
    """An entry with ``each``; ``size`` is how many cards it stands for."""

    def __init__(self, entry: Entry, reading: Reading) -> None:
        assert isinstance(entry.value, Mapping)
        self.reading = reading
        self.entry = entry
        self.table = entry.value
        self.section = Section(reading, CARD, entry.value, entry.key, entry.key.value)
        self.lists: dict[str, Sequence[str] | range] = {}
        for item in self.section.table(EACH):
            self.lists[item.key.value] = self._list(item)
        each = self.table.entries[EACH].value
        if isinstance(each, Mapping) and not each.entries:
            reading.error("Y223", say("`each` has no list, so there is no card"), each)
        self.size = prod(map(len, self.lists.values())) if self.lists else 0
        self._templates: dict[int, _Template] = {}
        self._known = Suggestions(self.lists, "{{{}}}".format)

    def _list(self, item: Entry) -> Sequence[str] | range:
        """What a list holds; a range alone stays one, however long it is."""
        value = item.value
        parts = value.items if isinstance(value, List) else [value]
        if not parts:
            self.reading.error("Y223", say("the list {name} is empty", name=shown(item.key.value)), value)
        values: list[str] = []
        for part in parts:
            if not isinstance(part, Scalar) or part.absent:
                self.reading.wrong_kind(KEYS[f"{CARD}.{EACH}.*"], item.key.value, part)
                continue
            bounds = RANGE.fullmatch(part.value.strip()) if not part.style else None
            if bounds is None:
                values.append(part.value)
                continue
            if max(map(len, bounds.groups())) > MAX_DIGITS:
                message = say("the numbers of the range {range} are too large", range=shown(part.value))
                self.reading.error("Y223", message, part)
                continue
            numbers = range(int(bounds[1]), int(bounds[2]) + 1)
            if not numbers:
                self.reading.error(
                    "Y223", say("the range {range} ends before it begins", range=shown(part.value)), part
                )
            elif len(parts) == 1:
                return numbers
            elif len(values) + len(numbers) <= MAX_NODES:
                values += map(str, numbers)
            else:
                self._too_large(part)
        return values

    def cards(self) -> Iterator[Entry]:
        """The cards, in the order of the lists, of which the last runs fastest."""
        if not self.size:
            return
        card = {name: entry for name, entry in self.table.entries.items() if name not in (EACH, NAME)}
        table = Mapping(self.table.source, self.table.start, self.table.end, card)
        named = self.section.scalar(NAME) or self.entry.key
        nodes = [named, *(entry.value for entry in card.values())]
        self._measure(nodes)
        texts = [[str(value) for value in values] for values in self.lists.values()]
        for combination in product(*texts):
            values = dict(zip(self.lists, combination, strict=True))
            name = self._filled(named, values)
            assert isinstance(name, Scalar)
            yield Entry(name, self._filled(table, values))

    def _measure(self, nodes: Sequence[Node]) -> None:
        """Refuse what would become too large, and read the templates, each once."""
        longest = max((len(str(value)) for values in self.lists.values() for value in values), default=0)
        count = characters = 0
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            count += 1
            if isinstance(node, Scalar):
                if id(node) not in self._templates:
                    self._templates[id(node)] = self._template(node)
                characters += len(node.value) + longest * self._templates[id(node)].places
            elif isinstance(node, List):
                waiting += node.items
            else:
                waiting += (entry.value for entry in node.entries.values())
            if count * self.size > MAX_NODES or characters * self.size > LARGEST:
                self._too_large(self.entry.key)

    def _too_large(self, at: Node) -> None:
        self.reading.error(
            "Y209",
            say(
                "{name} is too large when each of its cards is written out", name=shown(self.entry.key.value)
            ),
            at,
        )
        self.reading.diagnostics.raise_errors()

    def _template(self, scalar: Scalar) -> _Template:
        """The parts of a text; a name in braces that no list has is reported."""
        template, at = _Template(), 0
        for found in BRACES.finditer(scalar.value):
            template.add_text(scalar.value[at : found.start()], at)
            at = found.end()
            if len(found[0]) == 1:
                self.reading.error(
                    "Y223",
                    say("this `{mark}` is never matched", mark=found[0]),
                    scalar.text.place(*found.span()),
                    replacing(_DOUBLED, found.span(), found[0] * 2, text=scalar.text),
                )
            elif found[1] is None:
                template.plain = False
                template.add_text(found[0][0], found.start())
            elif found[1] in self.lists:
                template.parts.append((found[1], found.start(), found.end(), True))
                template.places += 1
                template.plain = False
            else:
                self.reading.error(
                    "Y223",
                    say("`each` has no list {name}", name=shown(found[1])),
                    scalar.text.place(*found.span()),
                    respelling(self._known.nearest(found[1]), found.span(), scalar.text)
                    or replacing(_DOUBLED, found.span(), f"{{{found[0]}}}", text=scalar.text),
                )
        template.add_text(scalar.value[at:], at)
        return template

    def _filled(self, node: Node, values: dict[str, str]) -> Node:
        if isinstance(node, List):
            items = [self._filled(item, values) for item in node.items]
            return List(node.source, node.start, node.end, items)
        if isinstance(node, Mapping):
            entries = {
                name: Entry(entry.key, self._filled(entry.value, values))
                for name, entry in node.entries.items()
            }
            return Mapping(node.source, node.start, node.end, entries)
        template = self._templates[id(node)]
        return node if template.plain else template.filled(node, values)


@dataclass(slots=True)
class _Template:
    """A text in parts: literal text, or the name of a list, each with its extent in the text."""

    parts: list[tuple[str, int, int, bool]] = field(default_factory=list)
    places: int = 0  # how many parts are filled in
    plain: bool = True  # whether the text stays as it is written

    def add_text(self, text: str, at: int) -> None:
        if text:
            self.parts.append((text, at, at + len(text), False))

    def filled(self, scalar: Scalar, values: dict[str, str]) -> FilledScalar:
        texts = [values[part] if is_name else part for part, _, _, is_name in self.parts]
        starts = [0]
        for text in texts:
            starts.append(starts[-1] + len(text))
        value = "".join(texts)
        return FilledScalar(
            scalar.source, scalar.start, scalar.end, value, scalar.style, scalar, starts, self
        )


@dataclass(slots=True, eq=False)
class FilledScalar(Scalar):
    """A text with something filled in; ``starts`` says where each part of the template begins."""

    written: Scalar
    starts: list[int]
    template: _Template

    @property
    def text(self) -> Text:
        return FilledText(self.value, self.written.text, self.starts, self.template)


@dataclass(slots=True)
class FilledText:
    """A filled text, and the way back to where it was written."""

    text: str
    written: Text
    starts: list[int]
    template: _Template

    def place(self, start: int, end: int) -> Place:
        """The place of the characters ``start`` … ``end``; of what was filled in, that of the braces."""
        return self.written.place(*self.span(start, end))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters ``start`` … ``end`` are in the text as it was written."""
        first, _ = self._written(start)
        _, last = self._written(max(end - 1, start))
        return first, max(last, first)

    def _written(self, at: int) -> tuple[int, int]:
        """Where the character at that offset was written."""
        if at >= len(self.text):
            end = len(self.written.text)
            return end, end
        index = bisect_right(self.starts, at) - 1
        while self.starts[index + 1] == self.starts[index]:
            index -= 1  # nothing was filled in
        _, start, end, is_name = self.template.parts[index]
        if is_name:
            return start, end
        offset = start + at - self.starts[index]
        return offset, offset + 1

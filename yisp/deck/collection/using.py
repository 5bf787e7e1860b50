"""``use``: what a deck takes from collections.

What comes in: the section of the document that names them, and the cards of the deck.  What goes out: the
cards with what they take, written as if the deck had written it: a card without a ``program`` that a
collection knows by name or number has the collection's program, attributes, properties and sentence, but for
the keys that it writes itself; attributes add up.  Two spellings of one card are one card.  Each program
belongs to the room of its collection (``lang.rooms``), whose functions are read when something calls them.

What a file may be called, and where it may lie, is as for ``extends`` (``files``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...lang.diagnostics import Place
from ...lang.remedy import respelling
from ...lang.rooms import MARK, called
from ...lang.tree import Expression, Function, Script
from ...messages import Message, say, spoken
from ..known import Known
from ..model import FunctionText
from ..reading.document import Entry, Mapping, Scalar
from ..reading.document import Sequence as List
from ..reading.extends import followed, merged
from ..reading.fields import Reading, Section
from ..reading.files import COLLECTION, SourceFile, digest_of
from ..reading.source import shown
from ..scripts.scripts import Scripts
from ..vocabulary import Vocabulary
from .reading import Head, Shelf, named, near_name
from .spelling import folded
from .uses import KEY, Card, Uses

_REFUSAL = say("{file} cannot be used: {reason}", file="", reason="")

MOST = 16
"""How many collections a deck may use."""

TAKEN = ("attribute", "props", "program")
"""What a card takes from its collection, beside its sentence."""


class Using(Uses):
    """The collections that a deck uses, in order."""

    def __init__(self, reading: Reading) -> None:
        super().__init__(reading)
        self._heads: dict[str, Head] = {}  # by the name of the collection

    # Cards ------------------------------------------------------------------------------------------

    def take(self, entries: Sequence[Entry]) -> list[Card]:
        if not self.shelves:
            return super().take(entries)
        found = [self._shelf_of(entry) for entry in entries]
        for shelf in self.shelves:
            shelf.open({card for other, card in filter(None, found) if other is shelf})
        cards: list[Card] = []
        there: dict[tuple[str, str], Card] = {}
        for entry, place in zip(entries, found, strict=True):
            if place is None:
                self._unknown(entry)
                cards.append(Card(entry))
                continue
            shelf, name = place
            first = there.get((shelf.name, name))
            if first is None:
                first = there[shelf.name, name] = Card(entry)
                cards.append(first)
            else:
                cards += self._again(first, entry, name)
        for (shelf_name, name), card in there.items():
            shelf = next(one for one in self.shelves if one.name == shelf_name)
            self._known(shelf, name, card)
        return cards

    def _shelf_of(self, entry: Entry) -> tuple[Shelf, str] | None:
        """The first collection that knows a card, and its name there."""
        if self._is_kept_blank(entry):
            return None
        spelling = folded(entry.key.value)
        return next(
            ((shelf, shelf.known[spelling]) for shelf in self.shelves if spelling in shelf.known), None
        )

    def _is_kept_blank(self, entry: Entry) -> bool:
        if not isinstance(entry.value, Mapping):
            return False
        card = Section(self.reading, "deck.cards.*", entry.value, entry.key, entry.key.value)
        return not card.boolean("known")

    def _again(self, first: Card, entry: Entry, name: str) -> list[Card]:
        """What becomes of another spelling of a card: it is the card, or, where its copies begin elsewhere,
        one more of its kind."""
        spelt = first.entry.key
        said = {"card": shown(entry.key.value), "name": shown(spelt.value), "line": spelt.place.line}
        message = say(
            "{card} is the card {name} of line {line} in another spelling: they are one card", **said
        )
        if spelt.place.file != entry.key.place.file:
            message = say(
                "{card} is the card {name} of line {line} of {file} in another spelling: they are one card",
                file=spelt.place.file,
                **said,
            )
        self.reading.warning("Y441", message, entry.key, say("keep one of them, with all copies"))
        own, others = _table(first.entry), _table(entry)
        if own is None or others is None:
            return [Card(entry)]
        if _written(own, "zone") != _written(others, "zone"):
            kind = Entry(entry.key, Scalar(spelt.source, spelt.start, spelt.end, spelt.value, spelt.style))
            entries = {"kind": kind, **others.entries}
            return [Card(Entry(entry.key, replace(others, entries=entries)))]
        rest = {key: one for key, one in others.entries.items() if key not in ("count", "kind")}
        first.entry = Entry(spelt, merged(replace(others, entries=rest), own))
        first.more.append(entry)
        return []

    def _known(self, shelf: Shelf, name: str, card: Card) -> None:
        """Give a card what its collection knows, unless it has a program of its own."""
        own = _table(card.entry)
        if own is None:
            return
        section = shelf.card(name)
        table = _table(Entry(card.entry.key, shelf.cards(())[name].value))
        if table is None:
            return
        part = does = None
        plays = _written(own, "program") is None
        if plays:
            head = self._head(shelf)
            part = sentences(section, "not", within=True)
            taken = {key: table.entries[key] for key in TAKEN if key in table.entries}
            if (sentence := _sentence(table, card.entry.key.value)) is not None:
                taken["description"] = sentence
            written = {key: one for key, one in own.entries.items() if not one.value.absent}
            does = None if "description" in written else sentences(section, "does")
            if "attribute" in taken and "attribute" in written:
                written["attribute"] = _both(taken["attribute"], written["attribute"])
            whole = merged(replace(own, entries=taken), replace(own, entries=written))
            card.entry = Entry(card.entry.key, whole)
            card.room = head.room
            if part is not None:
                self._in_part(card, part)
        (self.known if plays else self.met).append(
            Known(
                card=card.entry.key.value,
                collection=shelf.name,
                name=name,
                spellings=tuple(dict.fromkeys((name, *(one.value for one in named(table)),
                                               *(one.key.value for one in card.more)))),
                numbers=tuple(one.value.strip() for one in section.scalars("id")),
                part=part,
                does=does,
            )
        )  # fmt: skip

    def _in_part(self, card: Card, part: Message) -> None:
        self.reading.warning(
            "Y440",
            say("{card} is played only in part: {part}", card=shown(card.entry.key.value), part=part),
            card.entry.key,
            say("where that matters, give it a `program` of your own; `known: false` keeps it blank"),
        )

    def _unknown(self, entry: Entry) -> None:
        """Note a card that is blank, and say whose name is nearly its own."""
        own = _table(entry)
        if own is None or _written(own, "program") is not None or self._is_kept_blank(entry):
            return
        self.blank.append(entry.key.value)
        near = near_name(entry.key.value, self.shelves)
        if near is not None:
            self.reading.warning(
                "Y442",
                say("no collection knows {card}, so it does nothing", card=shown(entry.key.value)),
                entry.key,
                respelling(near, (0, len(entry.key.value))),
            )

    # Functions and variables ------------------------------------------------------------------------

    def name_cards(self, vocabulary: Vocabulary) -> None:
        for one in (*self.known, *self.met):
            for name in one.spellings:
                if name not in vocabulary.cards:
                    kinds = vocabulary.aliases.get(name, 0)
                    vocabulary.define(name, kinds | 1 << vocabulary.cards[one.card])

    def _head(self, shelf: Shelf) -> Head:
        head = self._heads.get(shelf.name)
        if head is None:
            head = self._heads[shelf.name] = shelf.head()
        return head

    @property
    def variables(self) -> tuple[tuple[str, int, Place], ...]:
        return tuple(
            (head.room.full(name), number, place)
            for head in map(self._head, self.shelves)
            for name, (number, place) in head.variables.items()
            if number
        )

    def functions(
        self,
        trees: Iterable[Script | Expression],
        scripts: Scripts,
        properties: frozenset[str],
        *,
        every: bool,
    ) -> list[FunctionText]:
        found: dict[str, FunctionText] = {}
        waiting = list(trees)

        def define(shelf: Shelf, name: str) -> None:
            head = self._head(shelf)
            one, room = head.functions[name], replace(head.room, properties=properties)
            body = scripts.function(one.body, room, one.parameters)
            parameters = tuple(map(room.parameter, one.parameters))
            full = room.full(name)
            found[full] = FunctionText(Function(full, parameters, body.script, one.span), body.text)
            waiting.append(body.script)

        if every:
            for shelf in self.shelves:
                for name in self._head(shelf).functions:
                    define(shelf, name)
        while waiting:
            tree = waiting.pop()
            for shelf in self.shelves:
                for call in called(tree, shelf.name):
                    name = call.head.partition(MARK)[2]
                    known = self._head(shelf).functions
                    for one in [name] if name in known else known:  # one that is misspelt may be any
                        if f"{shelf.name}{MARK}{one}" not in found:
                            define(shelf, one)
        order = [f"{shelf.name}{MARK}{name}" for shelf in self.shelves if shelf.name in self._heads
                 for name in self._heads[shelf.name].functions]  # fmt: skip
        return [found[name] for name in order if name in found]


def opened(top: Section, files: list[SourceFile]) -> Uses:
    """The collections that a deck uses, open; ``files`` are those that its keys come from."""
    reading = top.reading
    uses = Using(reading)
    for scalar in top.scalars(KEY):
        origin = next(index for index, file in enumerate(files) if file.name == scalar.place.file)
        file = followed(files[origin], scalar, COLLECTION, _REFUSAL, reading.diagnostics)
        if file is None:
            uses.complete = False
            continue
        if any(file.path == shelf.file.path for shelf in uses.shelves):
            continue
        if len(uses.shelves) == MOST:
            reading.error("Y017", say("more than {most} collections are used", most=MOST), scalar)
            break
        shelf = Shelf(file, reading)
        if any(shelf.name == other.name for other in uses.shelves):
            reading.error(
                "Y253",
                say("there is already a collection called {name}", name=shown(shelf.name)),
                scalar,
                say("its functions could not be told from the other's; give it another `name`"),
            )
            continue
        uses.references.append((origin, scalar.value.strip(), digest_of(file), COLLECTION))
        uses.shelves.append(shelf)
        uses.names.append(file.name)
    return uses


def _table(entry: Entry) -> Mapping | None:
    """What a card writes; an empty table where it writes nothing, None where it is no table."""
    if isinstance(entry.value, Mapping):
        return entry.value
    if entry.value.absent:
        return Mapping(entry.value.source, entry.value.start, entry.value.end, {})
    return None


def _written(table: Mapping, key: str) -> str | None:
    """What stands behind a key, as something that can be compared; None where nothing does."""
    entry = table.entries.get(key)
    if entry is None or entry.value.absent:
        return None
    return entry.value.value if isinstance(entry.value, Scalar) else key


def _both(taken: Entry, own: Entry) -> Entry:
    """The attributes of the collection and those of the deck."""
    items = [
        item
        for value in (taken.value, own.value)
        for item in (value.items if isinstance(value, List) else [value])
    ]
    return Entry(own.key, List(own.value.source, own.value.start, own.value.end, items))


def sentences(card: Section, key: str, *, within: bool = False) -> Message | None:
    """What a card says under a key, in every language; without full stop where it becomes part of another
    sentence, ``within`` that."""
    texts = {
        entry.key.value: entry.value.value.strip().rstrip(".。" if within else "")
        for entry in card.table(key)
        if isinstance(entry.value, Scalar) and entry.value.value.strip()
    }
    return spoken(texts) if texts else None


def _sentence(table: Mapping, spelt: str) -> Entry | None:
    """The sentence about a card in the language in which the deck spells it, else in English."""
    does = table.entries.get("does")
    if does is None or not isinstance(does.value, Mapping):
        return None
    there = {code: one for code, one in does.value.entries.items() if not one.value.absent}
    spelling = folded(spelt)
    for code in there:
        if any(folded(name.value) == spelling for name in named(table, code)):
            return there[code]
    return there.get("en") or next(iter(there.values()), None)

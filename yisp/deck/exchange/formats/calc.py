"""Deck files of ygo-calc 1, which version 2 and Yisp do not read.

They are YAML like ours, with other keys: aliases stand under ``classes`` (``conditions`` from 1.4 on),
``start_card`` and ``turns`` under ``simulate``; a combo is a list of wanted cards (1.4: under ``conditions``,
beside a score), and before 1.1 combos had no topics.  A trial drew a card a turn and judged the hand at
each: what is imported is the first turn, as in version 2, and a remark says how to ask for a later one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....lang.diagnostics import Diagnostics
from ....lang.source import TextSource
from ....lang.suggest import nearest
from ....messages import say, with_commas
from ...reading.document import Entry, Mapping, Node, Scalar, Sequence
from ...reading.fields import kind_of, whole_number
from ...reading.parse import read_document
from ...reading.source import shown
from ...schema import Value
from .cardlist import MOST_CARDS, Card, CardList, Collector, Combo, Part, Topic

ABOUT = say("a deck file of ygo-calc 1")
ENDINGS = (".yml", ".yaml")

TOPIC = "opening"
"""What the combos of version 1.0 become, which had no topics."""

HAND = 5
_OLD = re.compile(r"[\s{,](?:classes|conditions|start_card)[ \t]*:")
_NEW = re.compile(r"[\s{,](?:combos|alias|start-card|exec-program)[ \t]*:")
_DECK = re.compile(r"^deck[ \t]*:", re.MULTILINE)
_CARDS = re.compile(r"^[ \t]+cards[ \t]*:", re.MULTILINE)
_SCORE = re.compile(r"([0-9]{1,9})(?:\.0*)?")


def sniffs(text: str) -> bool:
    return _DECK.search(text) is not None and _CARDS.search(text) is not None


def is_old(text: str) -> bool:
    """Whether a deck file has keys that only version 1 knew, and none of those that came later."""
    return _OLD.search(text) is not None and _NEW.search(text) is None


def reads(source: TextSource, found: Diagnostics) -> CardList:
    if _NEW.search(source.text) and not _OLD.search(source.text):
        hint = say("yispc FILE runs it")
        found.error("Y020", say("this deck file is not of ygo-calc 1, and needs no import"), None, hint)
        found.raise_errors()
    root = read_document(source.text, source.file, found).root
    reading = _Reading(Collector(found))
    if root is None or not isinstance(root, Mapping):
        found.error("Y014", say("{file} is not a deck file: it has no `deck`", file=source.file), None)
    else:
        reading.file(root)
    return reading.cards.list


class _Reading:
    """Reads the nodes of one file."""

    def __init__(self, cards: Collector) -> None:
        self.cards = cards
        self.list = cards.list

    def file(self, root: Mapping) -> None:
        top = self._keys(root, ("deck", "simulate"))
        if "deck" in top:
            deck = self._keys(self._table(top["deck"]), ("size", "cards", "classes", "conditions"))
            if "size" in deck and (size := self._number(deck["size"])) is not None:
                self.list.size = size, deck["size"].value.place
            for entry in self._entries(deck.get("cards")):
                self._card(entry)
            for key in ("classes", "conditions"):
                for entry in self._entries(deck.get(key)):
                    text = self._text(entry.value)
                    if text is not None:
                        self.list.aliases.append((entry.key.value, text, entry.value.place))
        else:
            self.cards.error("Y205", say("the file has no `deck`"), root.place)
        if "simulate" in top:
            keys = ("count", "start_card", "turns", "separate", "tests")
            self._simulate(self._keys(self._table(top["simulate"]), keys))

    def _card(self, entry: Entry) -> None:
        keys = self._keys(self._table(entry, empty=True), ("count", "attribute", "description"))
        count = self._number(keys["count"], least=-1) if "count" in keys else 1
        listed = keys["attribute"].value if "attribute" in keys else None
        names = listed.items if isinstance(listed, Sequence) else [listed] if listed is not None else []
        attributes = [self._text(name) for name in names]
        described = self._text(keys["description"].value) if "description" in keys else ""
        if count is not None:
            self.cards.add(
                Card(
                    Part.MAIN, count, entry.key.value, None,
                    tuple(dict.fromkeys(filter(None, attributes))), described or "", entry.key.place,
                )
            )  # fmt: skip

    def _simulate(self, keys: dict[str, Entry]) -> None:
        if "count" in keys and (trials := self._number(keys["count"], least=1, most=10**9)) is not None:
            self.list.trials = trials, keys["count"].value.place
        hand = self._number(keys["start_card"]) if "start_card" in keys else HAND
        turns = self._number(keys["turns"], least=1) if "turns" in keys else 1
        hand = HAND if hand is None else hand
        if turns is not None and turns > 1:
            self.list.remarks.append(
                say(
                    "`turns: {turns}`: the first turn is imported; the hand of turn {turns} is that of"
                    " `start-card: {hand}`",
                    turns=turns,
                    hand=hand + turns - 1,
                )
            )
        if "separate" in keys:
            self.list.remarks.append(say("`separate` is left out: every combo has a rate of its own"))
        single: list[Combo] = []
        for entry in self._entries(keys.get("tests")):
            if isinstance(entry.value, Mapping):
                combos = [self._combo(each) for each in entry.value.entries.values()]
                self.list.topics.append(Topic(entry.key.value, hand, tuple(combos), entry.key.place))
            else:
                single.append(self._combo(entry))
        if single:
            self.list.topics.append(Topic(TOPIC, hand, tuple(single)))

    def _combo(self, entry: Entry) -> Combo:
        listed: Node | None = entry.value
        score = 1
        if isinstance(listed, Mapping):
            keys = self._keys(listed, ("score", "conditions"))
            score = self._score(keys["score"].value) if "score" in keys else 1
            listed = keys["conditions"].value if "conditions" in keys else None
        if listed is not None and not isinstance(listed, Sequence):
            message = say(
                "a combo of ygo-calc 1 is a list of wanted cards, but this is {given}", given=kind_of(listed)
            )
            self.cards.error("Y201", message, listed.place)
            listed = None
        nodes = listed.items if listed is not None else []
        items = tuple((text, node.place) for node in nodes if (text := self._text(node)) is not None)
        return Combo(entry.key.value, items, score, entry.key.place)

    def _score(self, node: Node) -> int:
        match = _SCORE.fullmatch(node.value.strip()) if isinstance(node, Scalar) else None
        if match is None:
            hint = say("multiply all scores by the same number")
            self.cards.error(
                "Y201",
                say("a score is a whole number here, not {given}", given=kind_of(node)),
                node.place,
                hint,
            )
            return 1
        return int(match[1])

    def _text(self, node: Node) -> str | None:
        if isinstance(node, Scalar):
            return node.value
        self.cards.error(
            "Y201", say("a text belongs here, but this is {given}", given=kind_of(node)), node.place
        )
        return None

    def _number(self, entry: Entry, least: int = 0, most: int = MOST_CARDS) -> int | None:
        number = whole_number(entry.value)
        if number is not None and least <= number <= most:
            return number
        message = say(
            "{name} takes a whole number from {least} to {most}, but this is {given}",
            name=shown(entry.key.value),
            least=least,
            most=most,
            given=kind_of(entry.value),
        )
        self.cards.error("Y204", message, entry.value.place)
        return None

    def _table(self, entry: Entry, empty: bool = False) -> Mapping | None:
        if isinstance(entry.value, Mapping):
            return entry.value
        if not (empty and entry.value.absent):
            message = say(
                "{name} takes {wanted}, but this is {given}",
                name=shown(entry.key.value),
                wanted=Value.SECTION.value,
                given=kind_of(entry.value),
            )
            self.cards.error("Y201", message, entry.value.place)
        return None

    def _entries(self, entry: Entry | None) -> Iterator[Entry]:
        table = self._table(entry, empty=True) if entry is not None else None
        yield from table.entries.values() if table is not None else ()

    def _keys(self, table: Mapping | None, known: tuple[str, ...]) -> dict[str, Entry]:
        """The entries with those keys; others are mistakes."""
        entries = table.entries if table is not None else {}
        for name, entry in entries.items():
            if name not in known:
                near = nearest(name, known)
                hint = say("ygo-calc 1 knew {names}", names=with_commas(f"`{key}`" for key in known))
                if near is not None:
                    hint = say("did you mean `{near}`?", near=near)
                self.cards.error(
                    "Y202", say("ygo-calc 1 had no key {name} here", name=shown(name)), entry.key.place, hint
                )
        return entries

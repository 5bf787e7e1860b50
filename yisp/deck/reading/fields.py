"""The values of a section of the deck file, read as the schema declares them.

What comes in: a mapping of the document and the path of its section.  What goes out: numbers,
booleans, words and nodes by key, with defaults filled in.  Unknown keys, keys that are not built
yet, values of the wrong kind and out of range are diagnostics with their place; reading goes on
with the default, so that all mistakes of a file are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from typing import TypeVar

from ...lang.checking.zones import is_zone
from ...lang.diagnostics import Diagnostics, Place
from ...lang.remedy import Hint, of
from ...lang.suggest import Suggestions
from ...messages import Message, declared, one_of, say
from ...structs import dataclass
from ..schema import EVERY_KEY, KEYS, ZONE_KEY, Key, Value, children
from . import hints
from .document import Entry, Mapping, Node, Scalar, Sequence
from .source import MAX_MISTAKES, limit_mistakes, shown

Sort = TypeVar("Sort", Scalar, Sequence, Mapping)

NUMBER = re.compile(r"[-+]?[0-9]+")
VARIABLE = re.compile(r"[a-z][A-Za-z0-9_]*")
SPELLING = say("spell it like a variable: a small letter, then letters, digits and `_`, as in `level2`")
MAX_DIGITS = 19
TOO_LARGE: int = 10**MAX_DIGITS  # stands for every number with more digits, which Python may refuse to read
BOOLEANS = {
    **dict.fromkeys(("true", "yes", "on", "y"), True),
    **dict.fromkeys(("false", "no", "off", "n"), False),
}


@dataclass(slots=True)
class Reading:
    """What every part of the reading shares."""

    diagnostics: Diagnostics
    file: str  # the deck's own, which may extend others
    suggestions: dict[str, Suggestions] = field(default_factory=dict)  # by path, for unknown keys
    unread: set[str] = field(default_factory=set)  # the paths of keys of which something is lost

    def error(self, code: str, message: Message, at: Node | Place, hint: Hint | None = None) -> None:
        """Say so; what a remedy changes is the text ``at`` which the mistake is, unless it says which."""
        limit_mistakes(self.diagnostics)
        self.diagnostics.error(code, message, *_placed(at, hint))

    def warning(self, code: str, message: Message, at: Node | Place, hint: Hint | None = None) -> None:
        if len(self.diagnostics) >= MAX_MISTAKES:
            return  # more than anybody reads; a deck with warnings still runs
        self.diagnostics.warning(code, message, *_placed(at, hint))

    def wrong_kind(self, key: Key, name: str, node: Node) -> None:
        """Say that ``node`` is not what ``key`` takes."""
        self.unread.add(key.path)
        wanted = one_of(key.choices) if key.choices else key.value.value
        self.not_wanted(name, wanted, node, hints.for_value(key, node))

    def not_wanted(self, name: str, wanted: str, node: Node, hint: Hint | None) -> None:
        message = say(
            "{name} takes {wanted}, but this is {given}", name=shown(name), wanted=wanted, given=kind_of(node)
        )
        self.error("Y201", message, node, hint)


def _placed(at: Node | Place, hint: Hint | None) -> tuple[Place, Hint | None]:
    if isinstance(at, Place):
        return at, hint
    return at.place, of(hint, at.text if isinstance(at, Scalar) else at.source)


class Section:
    """One table of the file whose keys are declared under ``path``."""

    def __init__(self, reading: Reading, path: str, node: Node | None, owner: Node, name: str = "") -> None:
        """``owner`` is the node that messages about missing keys point at, ``name`` its name."""
        self.reading = reading
        self.path = path
        self.owner = owner
        self.name = name
        self.entries: dict[str, Entry] = {}  # all that stands in it, known or not
        self._is_table = True
        if isinstance(node, Mapping):
            self.entries = node.entries
        elif node is not None and not node.absent:
            self._is_table = False
            reading.unread.add(path)
            reading.not_wanted(name, Value.SECTION.value, node, hints.for_section(path, name, node))

    def check_keys(self, also: frozenset[str] = frozenset(), *, strict: bool = False) -> None:
        """Look for keys that are unknown or missing; ``also`` are dealt with elsewhere.

        ``strict`` where a key that is unknown is a mistake, and not perhaps another program's.
        """
        known = children(self.path)
        for name, written in self.entries.items():
            key = known.get(name)
            if key is None and name not in also and not (ZONE_KEY in known and is_zone(name)):
                self._unknown(name, written, strict=strict)
        if also or not self._is_table:
            return  # what is missing may be there, in another way
        for name, key in known.items():
            required = key.required or (key.unless and not any(map(self._filled, key.unless)))
            there = self._filled(name) if key.value is Value.TABLE else self.entry(name) is not None
            if required and not there:
                self.reading.unread.add(key.path)
                wanted, summary = key.value.value, declared(key.summary)
                hint = say("it takes {wanted}: {summary}", wanted=wanted, summary=summary)
                if key.unless:
                    hint = say(
                        "it takes {wanted}: {summary} (A topic with {others} needs none.)",
                        wanted=wanted,
                        summary=summary,
                        others=one_of([f"`{other}`" for other in key.unless]),
                    )
                empty = self.entries.get(name)
                message = self._missing(name, empty is not None)
                self.reading.error(
                    "Y205",
                    message,
                    empty.key if empty else self.owner,
                    hint,
                )

    def _filled(self, name: str) -> bool:
        """Whether a key is there, and is no table without entries."""
        entry = self.entry(name)
        return entry is not None and not (isinstance(entry.value, Mapping) and not entry.value.entries)

    def _unknown(self, name: str, entry: Entry, *, strict: bool) -> None:
        suggestions = self.reading.suggestions.get(self.path)
        if suggestions is None:
            names = [key for key in children(self.path) if key != ZONE_KEY]
            suggestions = self.reading.suggestions[self.path] = Suggestions(names, closeness=0.7)
        hint = hints.for_key(self.path, name, suggestions, self.entries)
        if strict:
            self.reading.error("Y202", say("the key {name} is unknown", name=shown(name)), entry.key, hint)
        else:
            self.reading.warning(
                "Y202", say("the key {name} is unknown and ignored", name=shown(name)), entry.key, hint
            )

    def _missing(self, name: str, empty: bool) -> Message:
        """What to say of a key that must be there, and is not, or has nothing in it."""
        if not self.name:
            if empty:
                return say("the key `{key}` has nothing in it in the file", key=name)
            return say("the key `{key}` is missing in the file", key=name)
        if empty:
            return say(
                "the key `{key}` has nothing in it under {section}", key=name, section=shown(self.name)
            )
        return say("the key `{key}` is missing under {section}", key=name, section=shown(self.name))

    def _key(self, name: str) -> Key:
        """The declaration of a key, which may be that of any name or of any zone."""
        below = children(self.path)
        return below.get(name) or EVERY_KEY.get(f"{self.path}.*") or below[ZONE_KEY]

    def entry(self, name: str) -> Entry | None:
        """The key and its value as written; None when it is absent or empty."""
        entry = self.entries.get(name)
        return None if entry is None or entry.value.absent else entry

    def _value(self, name: str, sort: type[Sort]) -> Sort | None:
        """What stands behind a key; None when absent or of another sort, which is a mistake."""
        entry = self.entry(name)
        if entry is not None and isinstance(entry.value, sort):
            return entry.value
        if entry is not None:
            self.reading.wrong_kind(self._key(name), name, entry.value)
        return None

    def number(self, name: str) -> int | None:
        """A whole number in its range; the default, or None, when absent or wrong."""
        key = self._key(name)
        default = key.default if isinstance(key.default, int) else None
        entry = self.entry(name)
        if entry is None:
            return default
        number = whole_number(entry.value)
        if number is None:
            self.reading.wrong_kind(key, name, entry.value)
            return default
        if not key.least <= number <= key.most:
            message = say(
                "{name} must be from {least} to {most}, but this is {given}",
                name=shown(name),
                least=key.least,
                most=key.most,
                given=kind_of(entry.value),
            )
            self.reading.error("Y204", message, entry.value)
            return default
        return number

    def boolean(self, name: str) -> bool:
        key = self._key(name)
        entry = self.entry(name)
        if entry is not None:
            value = BOOLEANS.get(entry.value.value.lower()) if isinstance(entry.value, Scalar) else None
            if value is not None:
                return value
            self.reading.wrong_kind(key, name, entry.value)
        return key.default == "true"

    def choice(self, name: str) -> str:
        key = self._key(name)
        entry = self.entry(name)
        if entry is not None:
            word = entry.value.value if isinstance(entry.value, Scalar) else ""
            if word in key.choices:
                return word
            self.reading.wrong_kind(key, name, entry.value)
        assert isinstance(key.default, str)
        return key.default

    def scalar(self, name: str) -> Scalar | None:
        """A text or a script; None when absent, empty or wrong."""
        scalar = self._value(name, Scalar)
        return scalar if scalar is not None and scalar.value.strip() else None

    def scalars(self, name: str) -> list[Scalar]:
        """A list of texts, of which one alone may be written without brackets."""
        entry = self.entry(name)
        if entry is not None and isinstance(entry.value, Scalar):
            return [entry.value] if entry.value.value.strip() else []
        texts = []
        for item in self.items(name):
            if isinstance(item, Scalar):
                texts.append(item)
            else:
                self.reading.wrong_kind(self._key(name), name, item)
        return texts

    def items(self, name: str) -> list[Node]:
        """The items of a list, whatever they are."""
        listed = self._value(name, Sequence)
        return [] if listed is None else listed.items

    def section(self, name: str) -> Section:
        """The table of keys behind ``name``; an empty one when absent."""
        entry = self.entry(name)
        path = f"{self.path}.{name}".removeprefix(".")
        return Section(
            self.reading, path, entry.value if entry else None, entry.key if entry else self.owner, name
        )

    def is_broken(self, name: str) -> bool:
        """Whether something else stands there than the table that should."""
        entry = self.entry(name)
        return entry is not None and not entry.value.absent and not isinstance(entry.value, Mapping)

    def table(self, name: str) -> list[Entry]:
        """The entries of a table by name, in file order."""
        table = self._value(name, Mapping)
        entries = []
        for item in () if table is None else table.entries.values():
            if item.key.value.strip():
                entries.append(item)
            else:
                self.reading.error("Y214", say("a name under {name} is empty", name=shown(name)), item.key)
        return entries

    def numbers(self, name: str, spelling: Callable[[str], Message | None]) -> dict[str, int]:
        """A table of whole numbers; ``spelling`` says what is wrong with a name, if anything is."""
        written = self.table(name)
        if not written:
            return {}
        section, numbers = self.section(name), {}
        for entry in written:
            number = section.number(entry.key.value)
            wrong = spelling(entry.key.value)
            if wrong is not None:
                self.reading.error("Y220", wrong, entry.key, SPELLING)
            elif number is None:
                self.reading.unread.add(section.path)
            else:
                numbers[entry.key.value] = number
        return numbers


def raising(key: str, needed: int) -> Message | None:
    """The advice to raise a limit of the deck, where it can be raised so far."""
    return say("`{key}` raises it", key=key) if needed <= KEYS[key].most else None


def whole_number(node: Node) -> int | None:
    """The number that a scalar writes, or None; no key takes one of more than 19 digits."""
    if not isinstance(node, Scalar) or not NUMBER.fullmatch(node.value.strip()):
        return None
    written = node.value.strip()
    if len(written.lstrip("+-")) <= MAX_DIGITS:
        return int(written)
    return -TOO_LARGE if written.startswith("-") else TOO_LARGE


def kind_of(node: Node) -> str:
    """What a node is, in the words of messages."""
    if isinstance(node, Scalar):
        return shown(node.value) if node.value else say("nothing")
    return say("a list") if isinstance(node, Sequence) else say("a table")


def misspelt(name: str) -> Message | None:
    """What is wrong with a name that is to be spelt like a variable's."""
    if VARIABLE.fullmatch(name):
        return None
    return say("{name} is not a name that scripts can write", name=shown(name))


def misspelt_global(name: str) -> Message | None:
    """What is wrong with the name of a variable that lives as long as the trial."""
    if VARIABLE.fullmatch(name) and len(name) == 1:
        return say(
            "{name} has one letter, and such a variable is local to one run of one script", name=shown(name)
        )
    return misspelt(name)


CARD, NO_ZONE = "X", say("`X` is the card whose effect is running, not a zone")
"""What looks like a zone's letter, and what is said where it stands for one."""

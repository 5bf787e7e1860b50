"""What a field of a part may be: names, numbers, other parts, several of these.

What comes in: what stands in a field's place in a tree; or a value as plain data, of whomever it comes.  What
goes out: such a value; or the script that it is, after it was looked at.  ``ROOMS`` are the parts that may
stand in one another's place, which ``declared`` fills.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ..lang import tree
from ..lang.events import read_event
from ..lang.forms import FORMS
from ..lang.parsing.words import in_quotes, spelt
from ..messages import say
from ..structs import dataclass
from .patterns import DEEPEST, Data, Part, Place, Reading

SCRIPT = "script"
"""The name of what is no part: ``code`` is its script."""

LONGEST_NAME, LONGEST_CODE, MOST = 1000, 20_000, 200
"""Characters of a name and of a script that is no part; things in a row."""

ROOMS: dict[str, list[Part]] = {}
"""By what they are (steps, numbers …), the parts; of several that a tree might be, it is the first."""


class NoPart(ValueError):
    """The data are no parts; the text says why, in a sentence."""


def read_part(room: str, node: Any, reading: Reading) -> Data:
    """The first part of a room that a node is; else its script."""
    if reading.depth < DEEPEST:
        reading.depth += 1
        try:
            for part in ROOMS[room]:
                if (found := part.read(node, reading)) is not None:
                    return found
        finally:
            reading.depth -= 1
    return {"part": SCRIPT, "code": reading.code(node)}


def write_part(room: str, data: Any, depth: int = 0) -> str:
    """The script of a part; raises :class:`NoPart`."""
    name = data.get("part") if isinstance(data, dict) else None
    if name == SCRIPT and isinstance(code := data.get("code"), str) and len(code) <= LONGEST_CODE:
        return code
    part = next((one for one in ROOMS[room] if one.name == name), None)
    if part is None or depth > DEEPEST:
        raise NoPart(say("There is no part {name!a} here.", name=str(name)[:40]))
    return part.write(data, depth + 1)


# Names ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Name:
    """A name in a node: ``written`` spells it, ``pattern`` is what it may be, ``choices`` are all there are,
    if they are few."""

    name: str
    pattern: re.Pattern[str]
    written: Callable[[str], str] = str
    choices: tuple[str, ...] = ()
    place: Place = Place.NAME

    def mark(self, name: str, number: int) -> str:
        return f"z_{name}"

    def read(self, found: Any, reading: Reading) -> str | None:
        return found if isinstance(found, str) and self._fits(found) else None

    def write(self, value: Any, depth: int) -> str:
        if not isinstance(value, str) or len(value) > LONGEST_NAME or not self._fits(value):
            raise NoPart(say("{name!a} cannot stand here.", name=str(value)[:40]))
        return self.written(value)

    def _fits(self, text: str) -> bool:
        return text in self.choices if self.choices else self.pattern.fullmatch(text) is not None


ANY = re.compile(r".+", re.DOTALL)
_LOWER = re.compile(r"(?!it\Z)[a-z][A-Za-z0-9_]*")
_TAG = re.compile(r"[^\]);\s](?:[^\]);]*[^\]);\s])?")
_FUNCTION = re.compile(r"[^\s()|\"\[\];0-9#!=<>+*/%-][^\s()|\"\[\];]*")
_ZONE = re.compile(r"[A-Z](?::(?:[0-9]+|who|me))?|it")
_OPTIONS = {option.name for form in FORMS.values() for option in form.options}

CARD = Name("card", ANY, spelt)
ATTRIBUTE = Name("attribute", ANY, lambda text: spelt(text, "a:"))
PATTERN = Name("pattern", ANY, lambda text: spelt(text, "A:"))
KIND = Name("kind", ANY, lambda text: spelt(text, "k:"))
VARIABLE = Name("variable", _LOWER)
PROPERTY = Name("property", _LOWER)
RELATION = Name("relation", ANY, choices=(">=", "<=", "==", ">", "<", "!="))
ROUNDING = Name("rounding", ANY, choices=("up", "down", "near"))


class Function(Name):
    """The name of a function, which is none of the language's own."""

    def _fits(self, text: str) -> bool:
        return super()._fits(text) and text not in FORMS and text not in _OPTIONS


FUNCTION = Function("function", _FUNCTION)


class Zone(Name):
    """A zone, of a set of cards or by itself."""

    def mark(self, name: str, number: int) -> str:
        return f"H:{9000 + number}"


ZONE = Zone("zone", _ZONE)


class Event(Name):
    """What is answered."""

    def read(self, found: Any, reading: Reading) -> str | None:
        text = found.name if isinstance(found, tree.Variable) else getattr(found, "text", "")
        return text if self._fits(text) else None

    def _fits(self, text: str) -> bool:
        return read_event(text) is not None


EVENT = Event("event", ANY, place=Place.NODE)


class Word(Name):
    """A tag that is written without brackets: bare, or in quotation marks, which are kept."""

    def read(self, found: Any, reading: Reading) -> str | None:
        if isinstance(found, tree.String):
            return in_quotes(found.text)
        text = found.name if isinstance(found, tree.Variable) else getattr(found, "text", "")
        return text if self._fits(text) else None


_WORD = re.compile(r'[a-z][A-Za-z0-9_-]*!?|"(?:[^"]|"")*"')


WORD = Word("tag", _WORD, place=Place.NODE)


class Quoted(Name):
    """A text in quotation marks, or a tag in brackets."""

    def mark(self, name: str, number: int) -> str:
        return self.written(f"z_{name}")


TEXT = Quoted("text", re.compile(r".*", re.DOTALL), in_quotes)
TAG = Quoted("tag", _TAG, lambda text: f"[{text}]")


@dataclass(frozen=True)
class Tags:
    """The tags of a move."""

    place: Place = Place.REST

    def mark(self, name: str, number: int) -> str:
        return f" [z_{name}]"

    def read(self, found: Any, reading: Reading) -> list[str] | None:
        texts = [one.text for one in found if isinstance(one, tree.Tag) and _TAG.fullmatch(one.text)]
        return texts if len(texts) == len(found) else None

    def write(self, value: Any, depth: int) -> str:
        for one in _row(value):
            if not isinstance(one, str) or len(one) > LONGEST_NAME or not _TAG.fullmatch(one):
                raise NoPart(say("{name!a} cannot stand here.", name=str(one)[:40]))
        return "".join(f" [{one}]" for one in value)


TAGS = Tags()


@dataclass(frozen=True)
class Whole:
    """A number as it is written."""

    place: Place = Place.NODE

    def mark(self, name: str, number: int) -> str:
        return f"z_{name}"

    def read(self, found: Any, reading: Reading) -> int | None:
        return found.value if isinstance(found, tree.Number) else None

    def write(self, value: Any, depth: int) -> str:
        if isinstance(value, bool) or not isinstance(value, int) or not -(2**63) <= value < 2**63:
            raise NoPart(say("A whole number is missing."))
        return str(value)


WHOLE = Whole()


# Other parts ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class One:
    """A part of a room."""

    room: str
    place: Place = Place.NODE

    def mark(self, name: str, number: int) -> str:
        return f"z_{name}"

    def read(self, found: Any, reading: Reading) -> Any:
        return read_part(self.room, found, reading)

    def write(self, value: Any, depth: int) -> str:
        return write_part(self.room, value, depth)


class Cards(One):
    """A set of cards, which may have to be of some zone: then another one is none of them."""

    def mark(self, name: str, number: int) -> str:
        return f"H:{9000 + number}"

    def read(self, found: Any, reading: Reading) -> Data | None:
        if isinstance(found, tree.Variable) and found.name == "it":
            found = tree.CardSet("it", (), found.span)
        data = super().read(found, reading) if isinstance(found, tree.CardSet) else None
        return data if data is None or data["part"] != SCRIPT else None


class Amount(One):
    """How many cards, in a filter: a plain number as it is, any other behind a colon."""

    def mark(self, name: str, number: int) -> str:
        return f":z_{name}"

    def write(self, value: Any, depth: int) -> str:
        number = super().write(value, depth)
        return number if number.isdigit() else f":{number}"


class Asked(One):
    """A condition in a filter, which stands in parentheses."""

    def mark(self, name: str, number: int) -> str:
        return f"(z_{name})"

    def write(self, value: Any, depth: int) -> str:
        condition = super().write(value, depth)
        return condition if condition.startswith("(") else f"(!= {condition} 0)"


class Steps(One):
    """What is done in one place: nothing, a step, or a block of several."""

    def read(self, found: Any, reading: Reading) -> list[Data] | None:
        match found:
            case tree.Void():
                return []
            case tree.Call("block", _, (_, _, *_)):
                return [read_part(self.room, one, reading) for one in found.arguments]
        return [read_part(self.room, found, reading)]

    def write(self, value: Any, depth: int) -> str:
        steps = [write_part(self.room, one, depth) for one in _row(value)]
        return steps[0] if len(steps) == 1 else f"(block {' '.join(steps)})" if steps else "()"


@dataclass(frozen=True)
class Row:
    """Several parts of a room in a row, each behind ``before``: at least so many."""

    room: str
    before: str = " "
    least: int = 0
    place: Place = Place.REST

    def mark(self, name: str, number: int) -> str:
        return f"{self.before}z_{name}"

    def read(self, found: Any, reading: Reading) -> list[Data] | None:
        return [read_part(self.room, one, reading) for one in found] if len(found) >= self.least else None

    def write(self, value: Any, depth: int) -> str:
        parts = _row(value)
        if len(parts) < self.least:
            raise NoPart(
                say("Something is missing here: there must be {number} at least.", number=self.least)
            )
        return "".join(self.before + write_part(self.room, one, depth) for one in parts)


def _row(value: Any) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > MOST:
        raise NoPart(say("A list of at most {number} parts belongs here.", number=MOST))
    return value

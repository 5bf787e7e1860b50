"""The smallest deck that still shows a difference, and the test that holds it.

What comes in: the text of a deck (JSON) and what must still be so.  What goes out: a deck from which
nothing more can be taken away one by one: keys, entries, statements, parts of expressions, filters, copies.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import yaml

Holds = Callable[[str], bool]
"""Whether the deck of that text still shows the difference."""


def shrunk(text: str, holds: Holds, seconds: float) -> str:
    """A deck as small as can be found in that time that ``holds``, as the given one does."""
    until = time.monotonic() + seconds
    data = json.loads(text)
    progress = True
    while progress:
        progress = False
        for smaller in _smaller(data):
            if time.monotonic() > until:
                return _written(data, holds)
            if holds(json.dumps(smaller, ensure_ascii=False)):
                data, progress = smaller, True
                break
    return _written(data, holds)


def _written(data: Any, holds: Holds) -> str:
    """The deck as people write it, where that is the same to whoever is wrong."""
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100)
    return text if holds(text) else json.dumps(data, ensure_ascii=False)


def _smaller(data: Any) -> Iterator[Any]:
    """Decks with one thing less, boldest first."""
    places = sorted(_places(data, ()), key=len)
    for place in places:
        copy = deepcopy(data)
        holder = copy
        for step in place[:-1]:
            holder = holder[step]
        del holder[place[-1]]
        yield copy
    for place in places:
        value = data
        for step in place:
            value = value[step]
        for simpler in _simpler(value):
            copy = deepcopy(data)
            holder = copy
            for step in place[:-1]:
                holder = holder[step]
            holder[place[-1]] = simpler
            yield copy


def _places(value: Any, place: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if place:
        yield place
    if isinstance(value, dict):
        for key in value:
            yield from _places(value[key], (*place, key))
    elif isinstance(value, list):
        for index in reversed(range(len(value))):
            yield from _places(value[index], (*place, index))


def _simpler(value: Any) -> Iterator[Any]:
    """Simpler values in place of a text or a number."""
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        yield value[0]
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (number for number in (0, 1, 2, value // 2, value - 1) if abs(number) < abs(value))
    elif isinstance(value, str):
        seen = {value}
        for text in _simpler_scripts(value):
            text = re.sub(r";+", ";", text).strip(";")
            if len(text) <= len(value) and text not in seen:
                seen.add(text)
                yield text


_PART = re.compile(r"\.!?(?:[^\s.()|;\]]|\"[^\"]*\")+| ?\[[^\]]*\]|-?\d+|\b\w+x ")
"""A filter, a tag or the flags, a number, an amount of wanted cards."""


def _simpler_scripts(text: str) -> Iterator[str]:
    statements = text.split(";")
    for index in range(len(statements)):
        yield ";".join(statements[:index] + statements[index + 1 :])
    for start, end in _calls(text):
        inner = text[start + 1 : end - 1]
        for other in ("", "0", "1", "()", *_arguments(inner)):
            yield text[:start] + other + text[end:]
        for argument in _arguments(inner):
            yield text[:start] + f"({inner.replace(' ' + argument, '', 1)})" + text[end:]
    for size in re.finditer(r"\|[^|]*\|", text):
        for other in ("0", "1"):
            yield text[: size.start()] + other + text[size.end() :]
    for part in _PART.finditer(text):
        yield text[: part.start()] + text[part.end() :]
        if part[0].lstrip("-").isdigit() and part[0] not in "01":
            yield text[: part.start()] + "1" + text[part.end() :]


def _calls(text: str) -> Iterator[tuple[int, int]]:
    """Where parentheses open and close, the outermost first."""
    waiting: list[int] = []
    found = []
    for place, sign in enumerate(text):
        if sign == "(":
            waiting.append(place)
        elif sign == ")" and waiting:
            found.append((waiting.pop(), place + 1))
    return iter(sorted(found))


def _arguments(inner: str) -> list[str]:
    """What stands behind the head of a call, split at blanks outside of parentheses, texts and sizes."""
    words, depth, quoted, sized = [""], 0, False, False
    for sign in inner:
        quoted ^= sign == '"'
        sized ^= sign == "|" and not quoted
        depth += (sign == "(") - (sign == ")")
        if sign == " " and not (depth or quoted or sized):
            words.append("")
        else:
            words[-1] += sign
    return words[1:]


def as_test(name: str, text: str, remark: str, native: bool) -> str:
    """A test that fails as long as the deck shows a difference."""
    lines = "\n".join(f"        {line!r}" for line in text.splitlines(keepends=True))
    options = ", native=True" if native else ""
    return (
        f"def test_{name}() -> None:\n"
        f"    # {remark}\n"
        f"    text = (\n{lines}\n    )\n"
        f"    assert differences(text{options}) == []\n"
    )

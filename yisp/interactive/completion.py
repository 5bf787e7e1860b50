"""What could come next in a line that someone is writing.

What comes in: the line up to the cursor, and what there is to name: a deck, its table.  What goes out:
:class:`Proposal`, the nearest to what was meant first.  Forms come from their declarations, names from
the deck.  What is not handled: showing them, which is the terminal's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..deck.model import Deck
from ..lang.forms import FORMS
from ..lang.words import is_plain
from ..messages import look_up, say, told, translated

_HEAD = re.compile(r"\(\s*([^\s()|\"\[\];]*)\Z")
_FILTER = re.compile(r"""(?<=[^\s(|;])\.(!*)([aA]:)?("(?:[^"]|"")*|[^\s().|;"]*)\Z""")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_STRING = re.compile(r'"(?:[^"]|"")*(?P<closed>"(?!"))?')

ZONES = {
    "H": say("hand"),
    "D": say("deck"),
    "F": say("field"),
    "B": say("graveyard"),
    "J": say("banished"),
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text that could stand in place of the last ``length`` characters, and what it is, in the language in
    force."""

    text: str
    length: int
    about: str = ""


def proposals(line: str, deck: Deck, variables: Iterable[str]) -> list[Proposal]:
    """What could come next in a script."""
    opened = _open_string(line)
    filter_ = _FILTER.search(line)
    if filter_ and opened in (None, filter_.start(3)):
        return list(_filters(filter_, deck))
    if opened is not None:
        return []
    if head := _HEAD.search(line):
        return [
            Proposal(name, len(head[1]), _plain(look_up(form.summary)))
            for name, form in FORMS.items()
            if name.startswith(head[1])
        ]
    return list(_words(line, variables))


def matching(written: str, known: Mapping[str, str]) -> list[Proposal]:
    """Those of the known words that begin so."""
    return [Proposal(name, len(written), about) for name, about in known.items() if name.startswith(written)]


def _filters(match: re.Match[str], deck: Deck) -> Iterator[Proposal]:
    prefix, written = match[2] or "", match[3]
    begun = written.removeprefix('"').replace('""', '"').casefold()
    names: dict[str, str]
    if prefix:
        what = told("attribute")
        names = {attribute: what for kind in deck.kinds for attribute in kind.attributes}
    else:
        card, what = told("card"), told("alias")
        names = {kind.name: kind.description or card for kind in deck.kinds}
        names |= {alias: what for alias in deck.vocabulary.aliases if alias not in names}
    for name, about in names.items():
        if name.casefold().startswith(begun):
            text = name if is_plain(name, prefix) else '"' + name.replace('"', '""') + '"'
            yield Proposal(text, len(written), about)
    if not prefix and not begun:
        yield Proposal("a:", 0, told("cards with an attribute"))


def _words(line: str, variables: Iterable[str]) -> Iterator[Proposal]:
    word = _WORD.search(line)
    written = word[0] if word else ""
    for letter, about in ZONES.items():
        if letter.startswith(written):
            yield Proposal(letter, len(written), translated(about))
    for name in variables:
        if name.startswith(written):
            yield Proposal(name, len(written), told("variable"))


def _open_string(line: str) -> int | None:
    """Where a string begins that nothing closes yet."""
    last = None
    for last in _STRING.finditer(line):  # noqa: B007
        pass
    return None if last is None or last["closed"] else last.start()


def _plain(markdown: str) -> str:
    return markdown.replace("`", "")

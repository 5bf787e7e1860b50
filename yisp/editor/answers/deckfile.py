"""What could come next in a deck file.

What comes in: a document and a place of it.  What goes out: :class:`Completion` objects, each a text and the
range that it would replace, written as the scalar around it has to be.  Keys come from their declarations
(``yisp.deck.schema``), scripts are left to ``completion``, all names are the deck's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...deck.cards.conditions import AMOUNT
from ...deck.model import Topic
from ...deck.observables import relatable
from ...deck.reading.fields import VARIABLE
from ...deck.reading.files import COLLECTION, SCRIPT, packaged
from ...deck.schema import POLICY, ZONE_KEY, Key, Value, children
from ...deck.topics.expectations import RATE, SCORE, SPREAD, subject_of
from ...lang.highlighting.highlight import Role
from ...lang.parsing.words import in_quotes
from ...messages import look_up, told
from ...structs import dataclass
from ..text.conditions import BARE
from ..text.context import Context, context
from ..text.document import Document
from ..text.names import Names
from ..text.places import PlainData, Range, range_of
from ..text.repair import BLOT
from ..text.script import tokens
from ..text.writing import inside, whole
from .completion import Proposal, begins, named, plain, proposals, zones

SCRIPTS = (Value.SCRIPT, Value.SCRIPTS, Value.SCORE, Value.HOOKS)
"""What is a script, or may be one."""

CONDITIONS = (Value.CARDS, Value.CONDITION)

SECTIONS = (Value.SECTION, Value.SECTIONS, Value.TABLE, Value.POLICY)
"""What has keys below it, or may have."""

START = "simulate.tests.*.start"
CARDS = (f"{START}.hand", f"{START}.deck-top", f"{START}.zones.{ZONE_KEY}", "deck.cards.*.kind")
"""Keys whose values are names of cards."""

OURS = ("value", "zone")
"""Sorts of proposals that are words of ours, which need no quotation marks."""

VARIABLES = ("set", f"{START}.vars")
EXITS = ("wall.exits", "seats.on-draw")
"""Tables whose keys name something that there may be already."""

_ITEM_WORD = re.compile(r'(?:^|(?<=\s))(!*)([aA]:)?("(?:[^"]|"")*|[^\s"]*)\Z')
_REST = re.compile(r"""[^\s()|"'\[\];.,{}]*""")
_NAME_REST = re.compile(r"""(?:[^()|"\[\];]|"")*"(?!")""")
"""The rest of a name in quotation marks, where it is closed before anything that stands behind names."""
_SUBJECT = re.compile(r"""(\.)?([^\s."<>=!\[\],]*)\Z""")


@dataclass(frozen=True, slots=True)
class Completion(PlainData):
    """A text for a range of the file; ``kind`` is the sort of thing that it names, ``about`` a few words."""

    label: str
    text: str
    range: Range
    kind: str
    about: str


def completions(document: Document, line: int, column: int) -> list[Completion]:
    """What could stand at a place of a document, the likeliest first."""
    if document.is_too_long:
        return []
    line, column = document.place(line, column)
    if document.is_script:
        return _in_script_file(document, line, column)
    here = context(document, line, column)
    names = document.recent_names
    if here is None:
        return []
    written = _Written(here, line, column)
    before = document.source.line(line)[: column - 1]
    # Where a value stands in the line of its key, no key of its own can begin.
    if here.is_key or (here.key is not None and here.key.value in SECTIONS and ":" not in before):
        return written.keys(_keys(here, names))
    if here.key is None:
        return []
    if here.key.value in SCRIPTS:
        effect = here.key.value is Value.SCRIPTS
        return written.words(proposals(here.before, names, _variables(here, names), effect=effect))
    if here.key.value in CONDITIONS:
        return written.words(_condition(here, names))
    if here.key.value is Value.EXPECTATIONS:
        return written.words(_expectation(here.before, _topic(here, names)))
    return written.whole(_values(here, here.key, names))


def _in_script_file(document: Document, line: int, column: int) -> list[Completion]:
    """In a file of functions: forms, and what the file itself defines."""
    source, names = document.source, document.recent_names
    at = source.offset(line, column)
    before = tokens(source.text[:at])
    if before and before[-1].role is Role.COMMENT:
        return []
    found = [
        (one, range_of(source, at - one.length, _end(source.text, at, one)))
        for one in proposals(source.text[:at], names)
    ]
    return [Completion(one.text, one.text, range, one.kind, one.about) for one, range in found]


def _end(text: str, at: int, one: Proposal) -> int:
    """Where the word ends that a proposal takes the place of: with what closes it, where that is there."""
    quoted = one.text.endswith('"') and text[at - one.length : at].startswith('"')
    if quoted and (name := _NAME_REST.match(text, at)):
        return name.end()
    rest = _REST.match(text, at)
    assert rest is not None
    return rest.end() + (one.text.endswith("]") and text.startswith("]", rest.end()))


class _Written:
    """How proposals for a place are written there."""

    def __init__(self, here: Context, line: int, column: int) -> None:
        self.here = here
        self.cursor = (line, column)

    def words(self, found: Iterable[Proposal]) -> list[Completion]:
        """Words in the middle of a text, each in place of the one that is begun."""
        text, at = self.here.text.text, self.here.at
        return self._made((one, self._inside(one), _end(text, at, one)) for one in found)

    def _inside(self, one: Proposal) -> str | None:
        """A word as the scalar has to write it; None where it cannot."""
        goes_on = BLOT if one.kind == "filter" else ""  # `a:` is the beginning of a word
        text = inside(one.text + goes_on, self.here.style, self.here.in_flow)
        return text and text.removesuffix(goes_on)

    def whole(self, found: Iterable[Proposal]) -> list[Completion]:
        """Texts that are the whole of a scalar."""
        style = self.here.style
        end = len(self.here.text.text)
        texts = (
            (
                one,
                inside(one.text, style, False)
                if style
                else one.text
                if one.kind in OURS
                else whole(one.text),
                end,
            )
            for one in found
        )
        return self._made(texts)

    def keys(self, found: Iterable[Proposal]) -> list[Completion]:
        end = len(self.here.text.text)
        texts = ((one, one.text if not self.here.followed else one.text.rstrip(": "), end) for one in found)
        return self._made(texts)

    def _made(self, found: Iterable[tuple[Proposal, str | None, int]]) -> list[Completion]:
        """Proposals as they are written, each up to where what it takes the place of ends."""
        made = []
        for one, text, end in found:
            if text is None:
                continue  # it cannot be written here
            line, column = self.cursor
            begin, last = (line, column), (line, column)
            if one.length:
                first = self.here.range(self.here.at - one.length, self.here.at)
                begin = first.line, first.column
            if end > self.here.at:
                behind = self.here.range(self.here.at, end)
                if behind.end_line == line:  # else the word goes on behind an escaped end of the line
                    last = behind.end_line, behind.end_column
            label = one.text.rstrip(": ") if one.kind == "key" else one.text
            made.append(Completion(label, text, Range(*begin, *last), one.kind, one.about))
        return made


# Keys ---------------------------------------------------------------------------------------------


def _keys(here: Context, names: Names) -> Iterator[Proposal]:
    """What a key may be called."""
    above = here.parent if here.is_key else here.key
    if above is None and len(here.names) > 1:
        return
    path = above.path if above is not None else ""
    length = here.at
    begun = here.before
    for name, key in children(path).items():
        if name == ZONE_KEY:
            for letter, about in zones().items():
                if letter not in here.siblings and letter.startswith(begun):
                    yield Proposal(f"{letter}: ", length, about, "key")
        elif name not in here.siblings and name.startswith(begun):
            ends = ":" if key.value in SECTIONS and key.value is not Value.POLICY else ": "
            yield Proposal(name + ends, length, plain(look_up(key.summary)), "key")
    known: Iterable[str] = ()
    if path in VARIABLES:
        known = names.variables
    elif path in EXITS:
        known = names.vocabulary.exits
    elif path == "deck.cards.*.props":
        known = names.vocabulary.properties
    elif path == "deck.cards":
        known = names.deck.offered
    for name in known:
        if name not in here.siblings and name.startswith(begun):
            yield Proposal(f"{name}: ", length, "", "key")


# Values -------------------------------------------------------------------------------------------


def _values(here: Context, key: Key, names: Names) -> Iterator[Proposal]:
    """What the whole value of a key may be."""
    for text, about, kind in _known_values(here, key, names):
        if text.startswith(here.before.lstrip()):
            yield Proposal(text, here.at, about, kind)


def _known_values(here: Context, key: Key, names: Names) -> Iterator[tuple[str, str, str]]:
    topic = _topic(here, names)
    if key.value is Value.BOOLEAN:
        yield from (("true", "", "value"), ("false", "", "value"))
    elif key.choices:
        yield from ((choice, "", "value") for choice in key.choices)
    elif key.value is Value.PATIENCE:
        yield "none", "", "value"
    elif key.path == "extends":
        yield from ((name, told("packaged deck"), "file") for name in packaged())
    elif key.path == "include":
        yield from ((name, told("packaged file"), "file") for name in packaged(SCRIPT))
    elif key.path == "use":
        yield from ((name, told("packaged collection"), "file") for name in packaged(COLLECTION))
    elif key.path == "deck.cards.*.attribute":
        yield from ((name, told("attribute"), "attribute") for name in names.attributes)
    elif key.path in CARDS:
        for name, about in names.deck.descriptions.items():
            yield name, about or told("card"), "card"
    elif key.path == "deck.cards.*.zone":
        yield from ((letter, about, "zone") for letter, about in zones().items() if letter != "H")
    elif key.path == f"{POLICY}.goal":
        yield from ((name, "", "value") for name in (SCORE, "success"))
        yield from ((stat.name, told("stat"), "stat") for stat in (topic.stats if topic else ()))
    elif key.value is Value.PAIRS and topic is not None:
        judged = ([one.name for one in topic.combos], [one.name for one in topic.watch])
        stats = [stat.name for stat in topic.stats]
        yield from ((name, "", "stat") for name in relatable(*judged, stats))


def _topic(here: Context, names: Names) -> Topic | None:
    """The topic that the place belongs to."""
    place = here.names[:3]
    return next((topic for topic in names.deck.topics if place == ("simulate", "tests", topic.name)), None)


def _variables(here: Context, names: Names) -> list[str]:
    """The variables of a script: parameters and those of one letter first, which are its own."""
    own = dict.fromkeys(word for word in here.parameters if VARIABLE.fullmatch(word))
    for token in tokens(here.before):
        if token.role is Role.VARIABLE and len(token.text) == 1 and token.end < here.at:
            own[token.text] = None
    return list(dict.fromkeys((*own, *names.variables)))


def _condition(here: Context, names: Names) -> Iterator[Proposal]:
    """What could come next in a condition list."""
    amount = AMOUNT.match(here.before)
    item = here.before[amount.end() :] if amount else here.before.lstrip()
    word = _ITEM_WORD.search(item)
    prefix, written = (word[2] or "", word[3]) if word else ("", "")
    alone = word is not None and not word.start() and not word[1] and not prefix
    for name, (about, kind) in named(prefix, names).items():
        if word is not None and begins(name, written):
            bare = BARE.fullmatch(name) if not prefix else not re.search(r'[\s"]', name)
            if bare or (alone and not written.startswith('"')):
                yield Proposal(name, len(written), about, kind)
            else:
                yield Proposal(in_quotes(name), len(written), about, kind)
        elif " " in item and not prefix and name.casefold().startswith(item.casefold()):
            yield Proposal(name, len(item), about, kind)
    if word is not None and not prefix and not written:
        yield Proposal("a:", 0, told("cards with an attribute"), "filter")


def _expectation(before: str, topic: Topic | None) -> Iterator[Proposal]:
    """What could come next in an expectation: what it is about, or a measure of that."""
    word = _SUBJECT.search(before)
    assert word is not None
    if word[1]:
        measures = [RATE, *SPREAD]
        yield from (Proposal(one, len(word[2]), "", "value") for one in measures if one.startswith(word[2]))
        return
    if before[: word.start()].strip() or topic is None:
        return
    rates = [one.name for one in topic.judged]
    for name in [*([RATE, SCORE] if topic.combos else []), *rates, *(stat.name for stat in topic.stats)]:
        text = subject_of(name)
        if text.startswith(word[2]):
            yield Proposal(text, len(word[2]), "", "stat")

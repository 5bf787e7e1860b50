"""What could come next in a script that someone is writing.

What comes in: the script up to the cursor, and what there is to name.  What goes out: :class:`Proposal`, the
nearest to what was meant first.  Forms come from their declarations, and with them what their arguments may
be; names come from the deck.  The prompt of ``yispc repl`` and editors share this.  What is not handled:
where in a file the script stands (``deckfile``), and showing proposals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...lang.events import WORDS as EVENTS
from ...lang.forms import FORMS, Kind
from ...lang.parsing.words import spelt
from ...lang.syntax import SYNTAX
from ...messages import look_up, told
from ...structs import dataclass
from ..text.names import Names
from ..text.script import Open, opened, tokens, within

_HEAD = re.compile(r"\(\s*([^\s()|\"\[\];]*)\Z")
_FILTER = re.compile(r"""(?:(?<=[^\s(|;])|(?<=[^\s(|;]\|))\.(!*)([aAk]:)?("(?:[^"]|"")*|[^\s().|;"]*)\Z""")
_WORD = re.compile(r"[^\s()|\"\[\];.]*\Z")
_TAG = re.compile(r"\[([^\]);\[]*)\Z")
_FLAGS = re.compile(r"\A\s*\[[^\]();a-z>]*(?:(?P<on>\bon\s+(?P<event>[^\]();]*))|(?P<word>[a-z]*))\Z")
_STRING = re.compile(r'"(?:[^"]|"")*(?P<closed>"(?!"))?')


MOVES = ("D>B", ">B", "H>")
"""Some events that are moves of the card."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text that could stand in place of the last ``length`` characters, and what it is.

    ``kind`` is what sort of thing it names: "card", "form", "zone" …
    """

    text: str
    length: int
    about: str = ""
    kind: str = ""


def zones() -> dict[str, str]:
    """The zones that everybody knows, and what they are."""
    return {
        "H": told("hand"),
        "D": told("deck"),
        "F": told("field"),
        "B": told("graveyard"),
        "J": told("banished"),
    }


def proposals(
    line: str, names: Names, variables: Iterable[str] | None = None, *, effect: bool = False
) -> list[Proposal]:
    """What could come next in a script; ``variables`` are those of the place, else those of the deck.

    ``effect`` says that the script may begin with flags.
    """
    known = names.variables if variables is None else list(variables)
    begin = _open_string(line)
    filter_ = _FILTER.search(line)
    if filter_ and begin in (None, filter_.start(3)):
        return list(_filters(filter_, names))
    if begin is not None:
        return []
    if effect and (flags := _FLAGS.search(line)):
        return list(_flags(flags))
    calls = opened(tokens(line))
    if (tag := _TAG.search(line)) and calls:
        return [
            Proposal(text + "]", len(tag[1]), told("tag"), "tag")
            for text in names.tags
            if text.startswith(tag[1])
        ]
    if head := _HEAD.search(line):
        return list(_heads(head[1], calls, names))
    word = _WORD.search(line)
    assert word is not None
    if line[: word.start()].endswith("|"):  # of a size, which closes only what is a card set
        return list(_sets(word[0], effect))
    return list(_arguments(word[0], calls, names, known, effect))


def matching(written: str, known: Mapping[str, str], kind: str = "") -> list[Proposal]:
    """Proposals of the known words that begin as is written."""
    return [
        Proposal(name, len(written), about, kind) for name, about in known.items() if name.startswith(written)
    ]


def _filters(match: re.Match[str], names: Names) -> Iterator[Proposal]:
    prefix, written = match[2] or "", match[3]
    for name, (about, kind) in named(prefix, names).items():
        if begins(name, written):
            yield Proposal(spelt(name, prefix), len(written), about, kind)
    if not prefix and not written:
        yield Proposal("a:", 0, told("cards with an attribute"), "filter")


def begins(name: str, written: str) -> bool:
    """Whether a name begins as is written, perhaps behind a quotation mark, in letters of either case."""
    return name.casefold().startswith(written.removeprefix('"').replace('""', '"').casefold())


def named(prefix: str, names: Names) -> dict[str, tuple[str, str]]:
    """What a filter or condition may name behind a prefix: what each is, and of what sort."""
    if prefix in ("a:", "A:"):
        return dict.fromkeys(names.attributes, (told("attribute"), "attribute"))
    if prefix == "k:":
        return dict.fromkeys(names.families, (told("card"), "card"))
    found = {name: (about or told("card"), "card") for name, about in names.deck.descriptions.items()}
    return found | dict.fromkeys(names.aliases, (told("alias"), "alias"))


def _flags(match: re.Match[str]) -> Iterator[Proposal]:
    """What may stand in the bracket before an effect."""
    if match["on"] is not None:
        events = dict.fromkeys((*EVENTS, *MOVES), told("event"))
        yield from matching(match["event"], events, "event")
        return
    if not match["word"]:
        for row in SYNTAX:
            if row.group == "flag" and len(row.spelling) == 1:
                yield Proposal(row.spelling, 0, plain(look_up(row.summary)), "flag")
        yield from matching("", zones(), "zone")
    yield from matching(match["word"], {"on ": told("answers an event")}, "flag")


def _heads(written: str, calls: Sequence[Open], names: Names) -> Iterator[Proposal]:
    """What a call may begin with: a form, an option of the form around it, a function."""
    around = calls[-2].form if len(calls) > 1 else None
    for option in around.options if around is not None else ():
        if option.name.startswith(written):
            yield Proposal(option.name, len(written), told("option"), "option")
    for name, form in FORMS.items():
        if name.startswith(written):
            yield Proposal(name, len(written), plain(look_up(form.summary)), "form")
    for name in names.functions:
        if name.startswith(written):
            yield Proposal(name, len(written), names.vocabulary.functions[name].written(name), "function")


def _arguments(
    written: str, calls: Sequence[Open], names: Names, variables: Sequence[str], effect: bool
) -> Iterator[Proposal]:
    """What an argument may be, by what the form declares of it."""
    call = calls[-1] if calls else None
    argument = call.current if call is not None else None
    kind = argument.kind if argument is not None else None
    match kind:
        case Kind.WORD:
            yield from matching(written, dict.fromkeys(names.tags, told("tag")), "tag")
        case Kind.TAG:
            yield from matching(written, {f"[{tag}]": told("tag") for tag in names.tags}, "tag")
        case Kind.VARIABLE:
            yield from _variables(written, variables)
        case Kind.MODE:
            assert argument is not None
            yield from matching(written, dict.fromkeys(argument.choices, ""), "mode")
        case Kind.EVENT:
            yield from matching(written, dict.fromkeys(EVENTS, told("event")), "event")
        case Kind.EXIT:
            yield from matching(written, dict.fromkeys(names.vocabulary.exits, told("exit")), "exit")
        case Kind.PROPERTY:
            yield from _properties(written, names)
        case Kind.ZONE | Kind.CARDS | Kind.MEANT:
            yield from _sets(written, effect)
        case _:
            if within(calls):
                yield from _properties(written, names)
                yield from matching(written, {"copies": told("cards of its kind in the zone")}, "property")
            if kind not in (Kind.NUMBER, Kind.TEST):
                yield from _sets(written, effect)
            yield from _variables(written, variables)


def _sets(written: str, effect: bool) -> Iterator[Proposal]:
    """What a card set may begin with; of an effect there is a card."""
    yield from matching(written, zones(), "zone")
    if effect:
        yield from matching(written, {"X": told("this card")}, "zone")


def _variables(written: str, variables: Iterable[str]) -> Iterator[Proposal]:
    yield from matching(written, dict.fromkeys(variables, told("variable")), "variable")


def _properties(written: str, names: Names) -> Iterator[Proposal]:
    yield from matching(written, dict.fromkeys(names.vocabulary.properties, told("property")), "property")


def _open_string(line: str) -> int | None:
    """Where a string begins that nothing closes yet."""
    last = None
    for last in _STRING.finditer(line):  # noqa: B007
        pass
    return None if last is None or last["closed"] else last.start()


def plain(markdown: str) -> str:
    """A sentence without its marks."""
    return markdown.replace("`", "")

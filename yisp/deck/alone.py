"""A deck as one text, which names no file that others do not have.

What comes in: a deck that was loaded.  What goes out: the text of a deck file that means the same.  One that
names packaged files only is left as it was written.  Else the files that it extends are merged as ``extends``
merges them, what it includes becomes ``deck.define``, and comments are lost.  A collection of its own has no
other way to be written.

Not handled: whether the text means the same to everybody, which whoever shares it may check by loading it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from ..lang.diagnostics import Diagnostics
from ..lang.parsing.scan import without_comments
from ..messages import say
from .exchange.writing import flow, scalar
from .model import Deck, FunctionText
from .reading.document import Entry, Mapping, Node, Scalar
from .reading.extends import KEY as EXTENDS
from .reading.extends import read_extended
from .reading.fields import Reading, Section
from .reading.files import COLLECTION, COLLECTIONS, PACKAGED, Unreadable, ending_of, files_of
from .reading.source import shown
from .scripts.include import KEY as INCLUDE
from .scripts.include import read_included

INDENT = "  "

WIDTH = 100
"""Characters of a list that is written on one line."""

_LINE_END = re.compile(r"[ \t]*\n[ \t]*")
_HARD_TO_WRITE = re.compile(r"[\t\r\x85\u2028\u2029]|^[ \n]|\n[ \t]*\n\Z", re.MULTILINE)


def one_text(deck: Deck) -> str:
    """The text; raises ValueError for a deck that was not read from a file, and
    :class:`~yisp.deck.reading.files.Unreadable` where a file has gone since."""
    if deck.source is None:
        raise ValueError(say("this deck was not read from a deck file"))
    named = files_of(deck.source, deck.references)[1:]
    ours = (os.path.realpath(PACKAGED), os.path.realpath(COLLECTIONS))
    if all(os.path.dirname(file.path) in ours for file in named):
        data = deck.source.data
        return data if isinstance(data, str) else data.decode("utf-8")
    return merged_text(deck)


def merged_text(deck: Deck) -> str:
    """The deck with all that it names written out, but for packaged collections."""
    assert deck.source is not None
    for _, written, _, sort in deck.references:
        if sort == COLLECTION and written.endswith(ending_of(sort)):
            reason = say("the collection {file} cannot become a part of a deck file", file=shown(written))
            raise Unreadable(reason)
    found = Diagnostics()
    extended = read_extended(deck.source, found)
    root = extended.root
    top = Section(Reading(found, deck.file), "", root, root)
    included = read_included(top, extended.files, deck.settings.limits.nesting)
    entries = {key: entry for key, entry in root.entries.items() if key not in (EXTENDS, INCLUDE)}
    lines = list(_table(Mapping(root.source, root.start, root.end, entries), "", included.functions))
    return "\n".join(lines) + "\n"


def _table(table: Mapping, indent: str, functions: dict[str, FunctionText] | None = None) -> Iterator[str]:
    """The entries of a table, each on lines of its own; ``functions`` go into the table ``deck.define``."""
    for key, entry in table.entries.items():
        if functions and key == "deck" and isinstance(entry.value, Mapping):
            yield f"{indent}{scalar(key)}:"
            yield from _with_functions(entry.value, indent + INDENT, functions)
        else:
            yield from _entry(f"{indent}{_key(entry)}:", entry.value, indent)


def _with_functions(deck: Mapping, indent: str, functions: dict[str, FunctionText]) -> Iterator[str]:
    own = deck.entries.get("define")
    defined = own.value.entries if own is not None and isinstance(own.value, Mapping) else {}
    rest = {key: entry for key, entry in deck.entries.items() if key != "define"}
    yield from _table(Mapping(deck.source, deck.start, deck.end, rest), indent)
    yield f"{indent}define:"
    by_name = {key.partition("(")[0].strip(): entry for key, entry in defined.items()}
    for name, one in functions.items():  # in the order in which functions are known
        entry = by_name.pop(name, None)
        if entry is None:
            head = scalar(f"{name}({', '.join(one.function.parameters)})")
            yield f"{indent}{INDENT}{head}: {scalar(_body(one))}"
        else:
            yield from _entry(f"{indent}{INDENT}{_key(entry)}:", entry.value, indent + INDENT)
    for entry in by_name.values():
        yield from _entry(f"{indent}{INDENT}{_key(entry)}:", entry.value, indent + INDENT)


def _body(one: FunctionText) -> str:
    """What a function does, as a script of a deck file."""
    text = without_comments(one.text.text)
    statements = (text[slice(*statement.span)] for statement in one.function.script.statements)
    return "; ".join(_LINE_END.sub(" ", statement) for statement in statements)


def _key(entry: Entry) -> str:
    key = entry.key
    return key.value if not key.style and _is_plain(key) else scalar(key.value)


def _entry(head: str, value: Node, indent: str) -> Iterator[str]:
    """What stands behind a key, or behind the dash of a list's item."""
    if isinstance(value, Scalar):
        yield from _scalar(head, value, indent)
    elif isinstance(value, Mapping):
        yield head if value.entries else f"{head} {{}}"
        yield from _table(value, indent + INDENT)
    else:
        texts = [item.value for item in value.items if isinstance(item, Scalar) and not item.absent]
        line = f"{head} {flow(texts)}"
        if len(texts) == len(value.items) and len(line) <= WIDTH and not any("\n" in text for text in texts):
            yield line
            return
        yield head
        for item in value.items:
            yield from _entry(f"{indent}{INDENT}-", item, indent + INDENT)


def _scalar(head: str, value: Scalar, indent: str) -> Iterator[str]:
    text = value.value
    if value.absent:
        yield head
    elif value.style in ("|", ">") and "\n" in text.rstrip("\n") and not _HARD_TO_WRITE.search(text):
        yield f"{head} |" + ("" if text.endswith("\n") else "-")
        for line in text.removesuffix("\n").split("\n"):
            yield indent + INDENT + line
    elif not value.style and _is_plain(value):
        yield f"{head} {text}"
    else:
        yield f"{head} {scalar(text)}"


def _is_plain(value: Scalar) -> bool:
    """Whether a text that was written plainly may be written so again, on one line."""
    return "\n" not in value.value and value.value == value.value.strip()

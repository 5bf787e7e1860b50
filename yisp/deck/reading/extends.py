"""A deck file and those it extends, as one document.

What comes in: a file.  What goes out: one mapping, in which every node knows the file it stands in,
and the files that were read.  Or a diagnostic at the ``extends`` that cannot be followed, or in the
file that cannot be read.

Tables are merged, key by key; anything else that stands in the extending file replaces what the
base has.  That goes for an empty value too, which is how a deck gets rid of a base's ``header`` or of one
of its topics; an empty table (``{}``) has no keys, and so changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lang.diagnostics import DeckError, Diagnostics, Place
from ...lang.remedy import of
from ...messages import Message, again, say
from ...structs import dataclass
from .document import Entry, Mapping, Scalar
from .files import DECK, SourceFile, Unreadable, digest_of, read_named
from .hints import DECK_FILE, wide_colon
from .parse import read_document
from .source import shown

if TYPE_CHECKING:
    from .files import Reference

KEY = "extends"
TESTS = ("simulate", "tests")

_REFUSAL = say("{file} cannot be extended: {reason}", file="", reason="")

LONGEST = 16
"""How many files may extend one another."""


@dataclass(frozen=True, slots=True)
class Extended:
    """What a file and its bases say together, the files, and how to find the bases."""

    root: Mapping
    files: list[SourceFile]
    references: tuple[Reference, ...]


def read_extended(file: SourceFile, diagnostics: Diagnostics) -> Extended:
    """Read a deck file with all it extends; raises :class:`DeckError`."""
    own, nodes = read_table(file, 0, diagnostics)
    tables = [own]
    files: list[SourceFile] = [file]
    references: list[Reference] = []
    while (named := _named(own)) is not None:
        base = _base(files, named, diagnostics)
        references.append((len(files) - 1, named.value.strip(), digest_of(base), DECK))
        files.append(base)
        own, nodes = read_table(base, nodes, diagnostics)
        tables.append(own)
    root = tables.pop()
    while tables:  # from the last base on, so that what one takes away does not come back
        root = merged(root, tables.pop(), TESTS)
    return Extended(root, files, tuple(references))


def merged(base: Mapping, own: Mapping, droppable: tuple[str, ...] | None = None) -> Mapping:
    """The table ``own``, with what only ``base`` has.

    ``droppable`` leads from here to the table of which the base's entries are dropped where ``own`` leaves
    them empty.  (Elsewhere an empty value is a value: an empty card is a plain one.)
    """
    entries = dict(base.entries)
    for name, entry in own.entries.items():
        below = entries.get(name)
        if below is not None and isinstance(below.value, Mapping):
            if isinstance(entry.value, Mapping):
                rest = droppable[1:] if droppable and droppable[0] == name else None
                entry = Entry(entry.key, merged(below.value, entry.value, rest))
            elif droppable == () and entry.value.absent:
                del entries[name]
                continue
        entries[name] = entry
    return Mapping(own.source, own.start, own.end, entries)


def _named(root: Mapping) -> Scalar | None:
    """What the file extends; other values than texts are reported where keys are read."""
    entry = root.entries.get(KEY)
    value = entry.value if entry is not None else None
    return value if isinstance(value, Scalar) and value.value.strip() else None


def followed(
    origin: SourceFile, named: Scalar, sort: str, refusal: Message, diagnostics: Diagnostics
) -> SourceFile | None:
    """The file that a text of ``origin`` names; None where it cannot be had, which is said by ``refusal``."""
    try:
        return read_named(origin, named.value.strip(), sort)
    except Unreadable as error:
        message = again(refusal, file=shown(named.value), reason=error.message)
        diagnostics.error("Y016", message, named.place, of(error.hint, named.text))
        return None


def _base(files: list[SourceFile], named: Scalar, diagnostics: Diagnostics) -> SourceFile:
    base = followed(files[-1], named, DECK, _REFUSAL, diagnostics)
    if base is None:
        raise DeckError(diagnostics)
    if any(file.path == base.path for file in files):
        circle = base.name
        for file in reversed(files):
            circle = say("{one} extends {other}", one=file.name, other=circle)
        diagnostics.error(
            "Y017", say("these files extend one another in a circle: {circle}", circle=circle), named.place
        )
        raise DeckError(diagnostics)
    if len(files) == LONGEST:
        diagnostics.error("Y017", say("more than {most} files extend one another", most=LONGEST), named.place)
        raise DeckError(diagnostics)
    return base


def read_table(file: SourceFile, nodes: int, diagnostics: Diagnostics) -> tuple[Mapping, int]:
    """The keys of one file; and how many nodes there are with those of the files before it."""
    if file.table is not None and not nodes:
        return file.table
    document = read_document(file.data, file.name, diagnostics, nodes)
    root = document.root
    if isinstance(root, Mapping):
        table = root, document.nodes
        if not nodes:
            file.table = table
        return table
    if root is None or root.absent:
        place, message = Place(file.name, 1, 1, ""), say("the file is empty")
    else:
        place, message = root.place, say("a deck file is a table of keys, but this is not")
    hint = wide_colon(root) or DECK_FILE
    diagnostics.error("Y014", message, place, hint)
    raise DeckError(diagnostics)

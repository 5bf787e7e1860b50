"""Card tables: which passcode is which card.

What comes in: a file that the user names, a table with the columns of passcodes and names (``.csv``,
``.tsv``), or a card database of YGOPro (``.cdb``), which everybody who has such decks has on their disk; or
what a page has read in such a database.
What goes out: :class:`~yisp.deck.exchange.formats.cardlist.Known` cards by passcode.  Nothing is ever
fetched.

A database is SQLite, and may be a stranger's: it is opened for reading only, as a file that nobody changes
(so no journal beside it is looked at), nothing but looking at tables is authorised, functions in its schema
are not trusted, and the work is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...lang.diagnostics import DeckError, Diagnostics
from ...messages import say
from ..reading.files import Unreadable, read_regular
from ..reading.source import UNPRINTABLE
from .formats.cardlist import LONGEST_NAME, Known, one_line, read_passcode
from .formats.decoding import decoded
from .formats.tables import attributes, rows

LARGEST = 64 * 2**20
MOST_KNOWN = 200_000
MOST_STEPS = 200  # hundred thousands of SQLite's instructions: some seconds

_SORTS = {0x1: "monster", 0x2: "spell", 0x4: "trap"}
"""What a bit of a card's type in such a database means."""

_SQLITE = b"SQLite format 3\0"


def read_names(path: str) -> Mapping[int, Known]:
    """The cards of a table; raises :class:`DeckError`."""
    found = Diagnostics()
    try:
        data = read_regular(path, LARGEST)
    except Unreadable as error:
        found.error(
            "Y001",
            say("the card table {path} cannot be read: {reason}", path=path, reason=error.message),
            None,
        )
        raise DeckError(found) from None
    if data.startswith(_SQLITE):
        return _database(path, found)
    table: dict[int, Known] = {}
    source = decoded(data, path, found, LARGEST)
    for row in rows(source, found, ({"passcode"}, {"name"})):
        passcode = read_passcode(row.get("passcode"))
        if passcode is None:
            found.error("Y018", say("a passcode is a number of up to ten digits"), row.place("passcode"))
            if len(found) > 20:  # it is not a card table
                break
        elif row.get("name") and len(row.get("name")) <= LONGEST_NAME:
            name = one_line(row.get("name"))
            table.setdefault(passcode, Known(passcode, name, attributes(row.get("attribute"))))
    found.raise_errors()
    return table


def _database(path: str, found: Diagnostics) -> Mapping[int, Known]:
    try:
        import sqlite3
    except ImportError:  # a Python that was built without it
        found.error("Y001", say("this Python cannot read databases; save the table as .csv"), None)
        raise DeckError(found) from None
    where = Path(path).absolute().as_uri() + "?mode=ro&immutable=1"
    try:
        database = sqlite3.connect(where, uri=True)
        try:
            return _rows(database, sqlite3)
        finally:
            database.close()
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        hint = say("a card database has the table `texts` with the columns `id` and `name`")
        found.error(
            "Y019",
            say("the card table {path} cannot be read: {reason}", path=path, reason=str(error)),
            None,
            hint,
        )
        raise DeckError(found) from None


def _rows(database: Any, sqlite3: Any) -> Mapping[int, Known]:
    allowed = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ)
    steps = iter(range(MOST_STEPS))
    database.execute("PRAGMA trusted_schema = OFF")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 1 << 20)
    database.set_authorizer(
        lambda action, *_: sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY
    )
    database.set_progress_handler(lambda: next(steps, None) is None, 100_000)
    return known_of(
        database.execute(f"SELECT id, name FROM texts LIMIT {MOST_KNOWN}"),
        database.execute(f"SELECT id, type FROM datas LIMIT {MOST_KNOWN}"),
    )


def known_of(texts: Iterable[Sequence[Any]], datas: Iterable[Sequence[Any]]) -> dict[int, Known]:
    """The cards by rows of two tables of a database: passcodes with names, and with the bits of types.
    Whatever else stands there is passed over."""
    sorts = {
        passcode: bits for passcode, bits in datas if isinstance(passcode, int) and isinstance(bits, int)
    }
    table = {}
    for passcode, name in texts:
        written = _shown(name)
        if isinstance(passcode, int) and read_passcode(str(passcode)) is not None and written:
            bits = sorts.get(passcode, 0)
            table[passcode] = Known(
                passcode, written, tuple(word for bit, word in _SORTS.items() if bits & bit)
            )
    return table


def _shown(name: object) -> str:
    """A name as it can stand in a deck file; none is empty."""
    return one_line(UNPRINTABLE.sub("", name)) if isinstance(name, str) and len(name) <= LONGEST_NAME else ""

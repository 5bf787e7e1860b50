"""Tables: ``.csv`` and ``.tsv``, as spreadsheets write them.

The first row names the columns, in English, Chinese or Japanese; a name or a passcode is needed, copies are
1 where nothing says otherwise.  Cells are parted by commas, semicolons or tabs, whichever the first row has
most of; quotes go around cells that hold such marks.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping

from ....lang.diagnostics import Diagnostics, Place
from ....lang.source import TextSource
from ....messages import one_of, say
from ....spreadsheet import guarded, unguarded
from ...cards.cards import may_begin_in
from ...reading.source import limit_mistakes, shown
from .cardlist import Card, CardList, Collector, Part, one_line, read_count, read_passcode

ABOUT = say("a table with a column of names, of passcodes, or both")
ENDINGS = (".csv", ".tsv")

DELIMITERS = ",;\t"

COLUMNS = {
    "name": ("name", "card", "card name", "cardname", "名称", "卡名", "名前", "名", "カード名", "カード"),
    "count": ("count", "quantity", "qty", "copies", "amount", "number", "数量", "张数", "枚数"),
    "zone": ("zone", "part", "section", "board", "位置", "区域", "部分", "ゾーン", "区分"),
    "attribute": ("attribute", "attributes", "tags", "tag", "属性", "标签", "タグ"),
    "passcode": ("passcode", "id", "code", "cardid", "card id", "卡密", "编号", "密码", "番号", "パスコード"),
    "description": ("description", "comment", "note", "描述", "备注", "説明", "メモ"),
}
"""The columns and what they may be called."""

PARTS = {
    Part.MAIN: ("", "main", "deck", "main deck", "mainboard", "d", "主卡组", "卡组", "メイン", "デッキ"),
    Part.EXTRA: ("extra", "extra deck", "e", "额外", "额外卡组", "エクストラ", "エクストラデッキ"),
    Part.COMMAND: ("commander", "command", "c", "指挥官", "統率者"),
    Part.SIDE: ("side", "side deck", "sideboard", "s", "副卡组", "备牌", "サイド", "サイドデッキ"),
}
_PARTS = {word: part for part, words in PARTS.items() for word in words}
_TITLES = {word: column for column, words in COLUMNS.items() for word in words}

_ATTRIBUTES = re.compile(r"\s*[,;|、，；\r\n]\s*")
LARGEST_CELL = 2000


class Row:
    """The cells of one row by column, and their places."""

    def __init__(self, cells: Mapping[str, str], line: int, source: TextSource) -> None:
        self.cells = cells
        self._line = line
        self._source = source

    def get(self, column: str) -> str:
        return unguarded(self.cells.get(column, "").strip())

    def place(self, column: str | None = None) -> Place:
        """Where a cell stands, as far as one can tell by looking for it; else the row."""
        text = self._source.line(self._line)
        cell = self.get(column) if column else text.strip()
        at = max(text.find(cell), 0)
        return Place(self._source.file, self._line, at + 1, text, max(len(cell), 1) if cell in text else 1)


def sniffs(text: str) -> bool:
    first = next(iter(text.lstrip().splitlines()), "")
    titles = [cell.strip().strip('"').casefold() for cell in first.split(_delimiter(first))]
    known = {_TITLES[title] for title in titles if title in _TITLES}
    return len(titles) > 1 and bool(known & {"name", "passcode"})


def reads(source: TextSource, found: Diagnostics) -> CardList:
    cards = Collector(found)
    for row in rows(source, found, ({"name", "passcode"},)):
        written = row.get("zone")
        part = _PARTS.get(written.casefold())
        zone = written if part is None and may_begin_in(written) else None
        part = Part.MAIN if zone is not None else part
        if part is None:
            hint = say("main, extra, side, commander or a zone's letter; an empty cell is the deck")
            cards.error(
                "Y018", say("{given} is no part of a deck", given=shown(written)), row.place("zone"), hint
            )
        count = read_count(row.get("count") or "1", row.place("count"), cards)
        passcode = read_passcode(row.get("passcode")) if row.get("passcode") else None
        if passcode is None and row.get("passcode"):
            message = say(
                "{given} is not a passcode, which is a number of up to ten digits",
                given=shown(row.get("passcode")),
            )
            cards.error("Y018", message, row.place("passcode"))
        elif part is not None and count is not None:
            cards.add(
                Card(
                    part, count, row.get("name"), passcode,
                    attributes(row.get("attribute")), row.get("description"), row.place("name"), zone=zone,
                )
            )  # fmt: skip
    return cards.list


def rows(source: TextSource, found: Diagnostics, needed: tuple[set[str], ...]) -> Iterator[Row]:
    """The rows of a table; of each set in ``needed`` at least one column must be there."""
    first = next(iter(source.text.lstrip().splitlines()), "")
    reader = csv.reader(io.StringIO(source.text, newline=""), delimiter=_delimiter(first), strict=True)
    titles: list[str | None] = []
    line = 1
    try:
        for cells in reader:
            line = reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not titles:
                titles = [_TITLES.get(cell.strip().casefold()) for cell in cells]
                _check_titles(titles, needed, Row({}, line, source), found)
                continue
            row = Row(
                {title: cell for title, cell in zip(titles, cells, strict=False) if title}, line, source
            )
            if any(len(cell) > LARGEST_CELL for cell in row.cells.values()):
                limit_mistakes(found)
                message = say("a cell has at most {most} characters", most=LARGEST_CELL)
                found.error("Y018", message, row.place(), say('is a quote `"` never closed?'))
                continue
            yield row
    except csv.Error as error:
        row = Row({}, max(reader.line_num, 1), source)
        hint = say('a cell with `"` in it doubles them, and stands between two more')
        message = say("the table cannot be read: {reason}", reason=_reason(error, _delimiter(first)))
        found.error("Y018", message, row.place(), hint)


def _reason(error: csv.Error, delimiter: str) -> str:
    """What the reader has to say, which speaks English."""
    for reason in (
        say("unexpected end of data"),
        say("{mark} expected after {quote}", mark=f"'{delimiter}'", quote="'\"'"),
    ):
        if reason == str(error):
            return reason
    return str(error)


def _check_titles(
    titles: list[str | None], needed: tuple[set[str], ...], row: Row, found: Diagnostics
) -> None:
    for columns in needed:
        if not columns & set(titles):
            names = one_of(sorted(columns))
            example = say("the first row names the columns: name,count,zone,attribute,passcode")
            found.error(
                "Y019", say("the table has no column called {names}", names=names), row.place(), example
            )
    for title in (title for title, times in Counter(titles).items() if title and times > 1):
        found.error("Y019", say("the table has several columns for the {title}", title=title), row.place())
    found.raise_errors()


def attributes(cell: str) -> tuple[str, ...]:
    """The attributes that a cell lists."""
    return tuple(dict.fromkeys(part for part in _ATTRIBUTES.split(cell) if part.strip()))


def _delimiter(line: str) -> str:
    return max(DELIMITERS, key=line.count)


def writes(cards: CardList, found: Diagnostics) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    codes = any(card.passcode is not None for card in cards.cards)
    described = any(card.description for card in cards.cards)
    extra = (["passcode"] if codes else []) + (["description"] if described else [])
    writer.writerow(["count", "name", "zone", "attribute", *extra])
    for card in cards.cards:
        if one_line(card.name) != card.name:
            message = say("{card} would be read as something else in a table", card=shown(card.name))
            found.error("Y022", message, card.place, say("blanks at its ends, tabs and line breaks are lost"))
        if card.zone is not None and card.zone.casefold() in _PARTS:
            message = say(
                "{card} begins in zone {zone}, which is another part in a table",
                card=shown(card.name),
                zone=card.zone,
            )
            found.error("Y022", message, card.place)
        for attribute in card.attributes:
            if attributes(attribute) != (attribute,):
                message = say(
                    "the attribute {attribute} would be read as several", attribute=shown(attribute)
                )
                found.error("Y022", message, card.place, say("attributes are parted by `;` in a table"))
        fields = {
            "passcode": "" if card.passcode is None else card.passcode,
            "description": guarded(card.description),
        }
        writer.writerow(
            [
                card.count,
                guarded(card.name),
                card.zone or card.part.value or "",
                guarded(";".join(card.attributes)),
                *map(fields.get, extra),
            ]
        )
    return written.getvalue()

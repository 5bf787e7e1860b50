"""The page of published figures, ``docs/checked.md``: its decks, its tables, and what they ought to say.

    python tests/checked.py --write    work the tables out anew and write them into the page

What comes in: the page.  A table stands between ``<!-- checked: DECK, TOPIC -->`` and an end; a row asks for
one combo (or watched entry) of that topic, whose name is its first cell; it has somebody's figure for it, and
who that is.  What goes out: a :class:`Row` each, and the rows as they should be: our fraction, the same with
the digits of the published figure, ``=`` where the two agree.  Where they do not, the remark is the author's,
and begins with ``≠``.

Figures are ``12.5 %``, ``0.125``, ``1/8``, ``1 in 8``, ``3 of 24``, or bounds: ``≥ 75 %``, ``< 75 %``.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import NamedTuple

import documents

import yisp

PAGE = documents.ROOT / "docs" / "checked.md"

_END = "<!-- end of checked -->"
_TABLE = re.compile(
    r"(<!-- checked: (?P<deck>\S+), (?P<topic>[^\n]+) -->\n(?:\|[^\n]*\n){2})(?P<rows>.*?)(?=" + _END + ")",
    re.DOTALL,
)


class Row(NamedTuple):
    """A row of a table: the deck's file, the topic, what is asked, and the other cells."""

    deck: str
    topic: str
    asked: str
    exactly: str
    shown: str
    published: str
    remark: str

    @property
    def figure(self) -> str:
        """The published figure, without who published it."""
        return self.published.partition(", ")[0]

    def __str__(self) -> str:
        return f"| {self.asked} | {self.exactly} | {self.shown} | {self.published} | {self.remark} |"


def rows(page: str) -> Iterator[Row]:
    """The rows of all tables."""
    for match in _TABLE.finditer(page):
        for line in match["rows"].splitlines():
            asked, exactly, shown, published, remark = (cell.strip() for cell in line.strip("|").split("|"))
            yield Row(match["deck"], match["topic"], asked, exactly, shown, published, remark)


def decks(page: str, folder: Path) -> None:
    """Save the decks of the page."""
    for block in documents.blocks(page):
        if block.language == "yaml" and block.file is not None:
            (folder / block.file).write_text(block.text, encoding="utf-8")


def right(row: Row, answer: Fraction) -> Row:
    """The row as it should be."""
    shown, agrees = held_against(answer, row.figure)
    remark = "=" if agrees else row.remark if row.remark.startswith("≠ ") else "≠ why?"
    return row._replace(exactly=str(answer), shown=shown, remark=remark)


def held_against(answer: Fraction, figure: str) -> tuple[str, bool]:
    """The answer in the form of a published figure, and whether the two agree."""
    if match := re.fullmatch(r"([≥<]) ([\d.]+) %", figure):
        bound = Fraction(match[2]) / 100
        return f"{rounded(answer * 100, 2)} %", answer >= bound if match[1] == "≥" else answer < bound
    if match := re.fullmatch(r"(\d+)\.?(\d*)( %)?", figure):
        percent = match[3] or ""
        shown = rounded(answer * (100 if percent else 1), len(match[2])) + percent
        return shown, shown == figure
    if match := re.fullmatch(r"1 in (\d+)", figure):
        shown = f"1 in {rounded(1 / answer, 0)}"
        return shown, shown == figure
    if match := re.fullmatch(r"(\d+) of (\d+)", figure):
        shown = f"{answer * int(match[2])} of {match[2]}"
        return shown, shown == figure
    if re.fullmatch(r"\d+/\d+", figure):
        return f"{rounded(answer * 100, 2)} %", answer == Fraction(figure)
    raise ValueError(f"{figure!r} is no figure")


def rounded(number: Fraction, digits: int) -> str:
    """A number that is not negative, to so many digits behind the point, halves up."""
    units = floor(number * 10**digits + Fraction(1, 2))
    whole, rest = divmod(units, 10**digits)
    return f"{whole}.{rest:0{digits}}" if digits else str(whole)


def answers(page: str) -> Callable[[Row], Fraction]:
    """What Yisp answers exactly to what a row asks; each deck is run once."""
    results: dict[str, yisp.Result] = {}
    with tempfile.TemporaryDirectory(prefix="yisp-checked-") as folder:
        decks(page, Path(folder))
        for row in rows(page):
            if row.deck not in results:
                results[row.deck] = yisp.run(yisp.load(Path(folder) / row.deck), method="exact")

    def answer(row: Row) -> Fraction:
        topic = results[row.deck].topics[row.topic]
        exact = (topic.combos | topic.watch)[row.asked].exact
        assert exact is not None
        return Fraction(exact)

    return answer


def written(page: str) -> str:
    """The page with its tables worked out anew."""
    answer = answers(page)

    def table(match: re.Match[str]) -> str:
        return match[1] + "".join(f"{right(row, answer(row))}\n" for row in rows(match[0] + _END))

    return _TABLE.sub(table, page)


if __name__ == "__main__" and "--write" in sys.argv:
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

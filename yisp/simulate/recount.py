"""Records that were written to a file, counted once more.

What comes in: a file of records (``yispc run --records``: .csv, .tsv or .parquet), and pairs of titles to
relate.  What goes out: the object of ``Result.to_dict``, as far as records tell.  The file is read in
blocks: memory does not depend on its length.

A text file does not say which columns are combos: one that is 0 or 1 in every trial is taken for one, and
so is what was watched.

Not handled: effects, notices and what else is not in a record; they are left out or empty.
"""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ..deck.observables import POLICY, RESERVED, SCORE, TOPIC, TRIAL, find_pair
from ..messages import quoted, say, system_reason, with_commas
from ..spreadsheet import SEPARATORS, unguarded
from .counting.counts import Pairs, Tally
from .counting.estimates import Rate, Score, Stat
from .counting.regression import Relation
from .result import SCHEMA

ENDINGS = (*SEPARATORS, ".parquet")

BLOCK = 2**14
"""Rows that are counted at a time."""

LONGEST_LINE = 2**24

Row = Sequence[Any]
"""One trial: a text for ``topic``, else whole numbers, None where there is none."""


class CannotRead(ValueError):
    """The file is no file of records; the message says why, without naming it."""


class _Topic:
    """What has been counted of one topic."""

    def __init__(self, titles: Sequence[str], pairs: Sequence[Sequence[str]]) -> None:
        self.trials = 0
        self.successes = 0
        self.tallies = {title: Tally() for title in titles}
        self.pairs = {tuple(pair): Pairs() for pair in pairs}

    def count(self, columns: dict[str, list[int | None]]) -> None:
        scores = columns[SCORE]
        self.trials += len(scores)
        self.successes += sum(score is not None and score > 0 for score in scores)
        for title in self.tallies:
            found = Counter(value for value in columns[title] if value is not None)
            self.tallies[title] += Tally.of(found)
        for (x, y), pairs in self.pairs.items():
            joint = Counter(zip(columns[x], columns[y], strict=True))
            known = [(a, b, count) for (a, b), count in joint.items() if a is not None and b is not None]
            self.pairs[x, y] = pairs + Pairs.of(known)

    def to_dict(self, name: str) -> dict[str, Any]:
        combos, stats = [], {}
        for title, tally in self.tallies.items():
            if title == SCORE or not tally.count:
                continue
            if set(tally.histogram) <= {0, 1} and tally.count == self.trials:
                rate = Rate.sampled(title, tally.total, self.trials)
                combos.append({"name": title, **rate.to_dict(), "best": None})
            else:
                stats[title] = Stat(title, tally, self.trials).to_dict()
        success = Rate.sampled(name, self.successes, self.trials)
        if not combos and set(self.tallies[SCORE].histogram) <= {0}:
            success = Rate(name)  # a topic without combos: nothing can succeed
        return {
            "name": name,
            "method": "sample",
            "trials": self.trials,
            "success": success.to_dict(),
            "score": Score(self.tallies[SCORE]).to_dict(),
            "combos": combos,
            "stats": stats,
            "relations": [Relation(x, y, pairs).to_dict() for (x, y), pairs in self.pairs.items()],
        }


def read_records(path: str, relate: Sequence[str] = ()) -> dict[str, Any]:
    """The result that the records give, with these relations (``x,y``); raises :class:`CannotRead`."""
    try:
        header, blocks = _parquet(path) if path.lower().endswith(".parquet") else _text(path)
        titles = [title for title in header if title not in (POLICY, TOPIC, TRIAL)]
        if SCORE not in titles or TRIAL not in header or len(set(header)) < len(header):
            raise CannotRead(say("the first line of a file of records has the names trial and score"))
        pairs = [_pair(text, titles) for text in relate]
        topics: dict[tuple[str, str], _Topic] = {}
        for block in blocks:
            for key, columns in _by_topic(header, block):
                topics.setdefault(key, _Topic(titles, pairs)).count(columns)
    except OSError as error:
        raise CannotRead(system_reason(error)) from None
    except OverflowError:
        raise CannotRead(say("there is a number in it that no trial can have")) from None
    name = os.path.splitext(os.path.basename(path))[0]
    return {
        "schema": SCHEMA,
        "deck": {"file": path},
        "topics": [
            topic.to_dict(
                say("{topic}, played by {policy}", topic=of or name, policy=policy) if policy else of or name
            )
            for (policy, of), topic in topics.items()
        ],
    }


def _pair(text: str, titles: Sequence[str]) -> list[str]:
    pair = find_pair(text, titles)
    if pair is None:
        raise CannotRead(
            say(
                "--relate {pair}: give two of these with a comma between: {known}",
                pair=quoted(text),
                known=with_commas(titles),
            )
        )
    return pair


def _by_topic(
    header: list[str], rows: list[Row]
) -> Iterator[tuple[tuple[str, str], dict[str, list[int | None]]]]:
    """The columns of the rows of each policy and topic; "" for what has no name, being the only one."""
    places = [header.index(title) if title in header else -1 for title in (POLICY, TOPIC)]
    found: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        policy, topic = ("" if place < 0 else str(row[place]) for place in places)
        found.setdefault((policy, topic), []).append(row)
    for key, part in found.items():
        columns: list[list[Any]] = [list(column) for column in zip(*part, strict=True)]
        yield key, dict(zip(header, columns, strict=True))


def _text(path: str) -> tuple[list[str], Iterator[list[Row]]]:
    separator = SEPARATORS[os.path.splitext(path)[1].lower()]
    lines = csv.reader(_lines(path), delimiter=separator)
    header = [unguarded(cell) for cell in next(lines, [])]
    return header, _text_blocks(lines, header)


def _text_blocks(lines: Any, header: list[str]) -> Iterator[list[Row]]:
    texts = [title in (POLICY, TOPIC) for title in header]
    block: list[Row] = []
    try:
        for cells in lines:
            if len(cells) != len(header):
                raise CannotRead(
                    say(
                        "line {line} has {cells} cells, the first line {columns}",
                        line=lines.line_num,
                        cells=len(cells),
                        columns=len(header),
                    )
                )
            block.append([
                unguarded(cell) if text else int(cell) if cell else None
                for cell, text in zip(cells, texts, strict=True)
            ])  # fmt: skip
            if len(block) == BLOCK:
                yield block
                block = []
    except (csv.Error, ValueError) as error:
        if isinstance(error, CannotRead):
            raise
        raise CannotRead(
            say(
                "line {line} is not a row of whole numbers ({error})",
                line=lines.line_num,
                error=str(error),
            )
        ) from None
    yield block


def _lines(path: str) -> Iterator[str]:
    with open(path, encoding="utf-8-sig", newline="") as file:
        try:
            while line := file.readline(LONGEST_LINE):
                yield line
        except UnicodeDecodeError:
            raise CannotRead(say("it is not UTF-8")) from None


def _parquet(path: str) -> tuple[list[str], Iterator[list[Row]]]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise CannotRead(say("Parquet needs pyarrow: pip install '.[parquet]' in yisp's folder")) from None
    try:
        file: Any = pyarrow.parquet.ParquetFile(path)
    except pyarrow.ArrowInvalid:
        raise CannotRead(say("it is not a Parquet file")) from None
    header = list(map(str, file.schema_arrow.names))
    for field in file.schema_arrow:
        whole = pyarrow.types.is_integer(field.type) or pyarrow.types.is_boolean(field.type)
        if not whole and field.name not in RESERVED:
            raise CannotRead(
                say(
                    "the column {name} is neither of whole numbers nor of true and false",
                    name=quoted(field.name),
                )
            )
    batches = file.iter_batches(batch_size=BLOCK)
    columns = ((column.to_pylist() for column in batch.columns) for batch in batches)
    return header, (list(zip(*block, strict=True)) for block in columns)

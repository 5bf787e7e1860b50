"""Records: what each single trial gave, row by row and as columns.

What comes in: the rows that ``Play.records`` gives, 64-bit integers in blocks, laid out as ``compile.row``
says.  What goes out: single rows; the names and places of the columns, which a file of records and a numpy
array share; and that array.

Records of one topic have the columns ``trial``, ``score``, its combos, what it watches, its stats.  Records
of several have ``topic`` before these, and the columns of all of them: a name that two topics share is one
column. Where several policies play a topic, ``policy`` comes first, and each trial has a row for each of
them, in the order in which they were asked for.

Not handled: writing files (``report.records``).

(On the warm start's path.)
"""

from __future__ import annotations

from ...compile.program import Program, Topic
from ...compile.record import Record
from ...compile.row import ALWAYS, RowLayout
from ...deck.observables import COMBO, POLICY, SCORE, STAT, TOPIC, TRIAL, WATCH, titles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any


class Row:
    """What one trial gave: whether each of ``Topic.judged`` succeeded, and each stat's value or None."""

    __slots__ = ("judged", "score", "stats", "trial")

    def __init__(self, trial: int, score: int, judged: list[bool], stats: list[int | None]) -> None:
        self.trial = trial
        self.score = score
        self.judged = judged
        self.stats = stats


class Column(Record):
    """One column: its title, which is unique, and by topic the place of its number in a row.

    ``kind`` is one of the words of ``deck.observed``; a topic that lacks the column is missing in ``places``.
    ``known`` has, of a stat, the places that say whether there is a number.
    """

    title: str
    kind: str
    places: Mapping[int, int]
    known: Mapping[int, int] = {}


def read_rows(topic: Topic, data: bytes) -> Iterator[Row]:
    """The rows of a block."""
    layout = RowLayout.of(topic)
    numbers = memoryview(data).cast("q")
    for at in range(0, len(numbers), layout.width):
        row = numbers[at : at + layout.width].tolist()
        yield Row(
            row[layout.trial],
            row[layout.score],
            [row[layout.judged(number)] != 0 for number in range(len(topic.judged))],
            [
                row[layout.stat(number)] if row[layout.known(number)] else None
                for number in range(len(topic.stats))
            ],
        )


def _judged(topic: Topic) -> list[tuple[str, str]]:
    return [*((COMBO, name) for name in topic.combos), *((WATCH, name) for name in topic.watch)]


def relation_places(topic: Topic, *, numbered: bool = True) -> list[tuple[int, int, int, int]]:
    """For each of a topic's relations the places of x, of whether it is there, and the same of y."""
    layout = RowLayout.of(topic, numbered=numbered)
    title_of = titles(topic.combos, topic.watch, topic.stats)
    found = {SCORE: (layout.score, ALWAYS)}
    for number, entry in enumerate(_judged(topic)):
        found[title_of[entry]] = layout.judged(number), ALWAYS
    for number, name in enumerate(topic.stats):
        found[title_of[STAT, name]] = layout.stat(number), layout.known(number)
    return [(*found[x], *found[y]) for x, y in topic.relations]


def columns(program: Program, topics: Sequence[int], policies: Sequence[str] = ()) -> list[Column]:
    """The columns of the records of some topics, played by these policies; see ``deck.observed`` for their
    titles."""
    layouts = {index: RowLayout.of(program.topics[index]) for index in topics}
    named: dict[str, dict[str, tuple[dict[int, int], dict[int, int]]]] = {COMBO: {}, WATCH: {}, STAT: {}}
    for index, layout in layouts.items():
        topic = program.topics[index]
        for number, (kind, name) in enumerate(_judged(topic)):
            named[kind].setdefault(name, ({}, {}))[0][index] = layout.judged(number)
        for number, name in enumerate(topic.stats):
            places, known = named[STAT].setdefault(name, ({}, {}))
            places[index], known[index] = layout.stat(number), layout.known(number)
    several = any(len(program.topics[index].played_by(policies)) > 1 for index in topics)
    found = [Column(POLICY, POLICY, {})] if several else []
    found += [Column(TOPIC, TOPIC, {})] if len(topics) > 1 else []
    found += [
        Column(TRIAL, TRIAL, {index: layout.trial for index, layout in layouts.items()}),
        Column(SCORE, SCORE, {index: layout.score for index, layout in layouts.items()}),
    ]
    title_of = titles(*named.values())
    for kind, names in named.items():
        found += [Column(title_of[kind, name], kind, *places) for name, places in names.items()]
    return found


def to_array(
    program: Program,
    topics: Sequence[int],
    rows: Mapping[int, Sequence[bytes]],
    policies: Sequence[str] = (),
) -> Any:
    """The records as one structured numpy array, topic after topic.

    ``trial``, ``score`` and stats are int64, so no digit is lost; combos and what is watched are bool,
    False also where a topic has no such entry.  Where some trial (or topic) has no such number, the array
    is a ``numpy.ma`` one, in which that number is masked (and 0 beneath).
    """
    import numpy

    table = columns(program, topics, policies)
    kinds = {index: program.topics[index].played_by(policies) for index in topics}
    longest = max((len(kind) for played in kinds.values() for kind in played), default=1)
    names = max((len(program.topics[index].name) for index in topics), default=1)
    types = {COMBO: "?", WATCH: "?", TOPIC: f"U{names}", POLICY: f"U{longest}"}
    dtype = [(column.title, types.get(column.kind, "i8")) for column in table]
    parts, missing = [numpy.zeros(0, dtype)], [numpy.zeros(0, [(column.title, "?") for column in table])]
    for index in topics:
        data = numpy.frombuffer(b"".join(rows.get(index, ())), dtype=numpy.int64)
        data = data.reshape(-1, RowLayout.of(program.topics[index]).width)
        part, lacks = numpy.zeros(len(data), dtype), numpy.zeros(len(data), missing[0].dtype)
        for column in table:
            place = column.places.get(index)
            if column.kind == TOPIC:
                part[column.title] = program.topics[index].name
            elif column.kind == POLICY:
                part[column.title] = numpy.resize(numpy.array(kinds[index]), len(data))
            elif place is not None:
                part[column.title] = data[:, place]
            if column.kind == STAT:
                known = data[:, column.known[index]] != 0 if place is not None else False
                part[column.title] *= known
                lacks[column.title] = numpy.logical_not(known)
        parts.append(part)
        missing.append(lacks)
    values, mask = numpy.concatenate(parts), numpy.concatenate(missing)
    if any(mask[column.title].any() for column in table):
        return numpy.ma.MaskedArray(values, mask)
    return values

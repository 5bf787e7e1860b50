"""Records: what each single trial gave, as columns.

What comes in: the rows that ``Play.records`` gives, 64-bit integers in blocks.  What goes out: the
names and places of the columns, which a file of records and a numpy array share, and that array.

A row holds the trial, its score, a 1 or 0 for each combo and each watched entry, and for each stat its
value and whether it has one.  Records of one topic have the columns ``trial``, ``score``, its combos, what
it watches, its stats.  Records of several have ``topic`` before these, and the columns of all of them: a
name that two topics share is one column.

Not handled: writing files (``report.records``).
"""

from __future__ import annotations

from ..compile.program import Program, Topic
from ..deck.observed import COMBO, SCORE, STAT, TOPIC, TRIAL, WATCH, places, titles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


class Column:
    """One column: its title, which is unique, and by topic the place of its number in a row.

    ``kind`` is one of the words above; a topic that lacks the column is missing in ``places``.
    """

    __slots__ = ("title", "kind", "places")

    def __init__(self, title: str, kind: str, places: dict[int, int]) -> None:
        self.title = title
        self.kind = kind
        self.places = places


def row_width(program: Program, topic: int) -> int:
    """How many integers a row of the topic has."""
    return 2 + len(program.topics[topic].judged) + 2 * len(program.topics[topic].stats)


def relation_places(topic: Topic) -> list[tuple[int, int, int, int]]:
    """For each of a topic's relations the places of x, of whether it is there, and the same of y."""
    found = places(topic.combos, topic.watch, topic.stats)
    return [(*found[x], *found[y]) for x, y in topic.relations]


def columns(program: Program, topics: Sequence[int]) -> list[Column]:
    """The columns of the records of some topics; see ``deck.observed`` for their titles."""
    combos: dict[str, dict[int, int]] = {}
    watch: dict[str, dict[int, int]] = {}
    stats: dict[str, dict[int, int]] = {}
    for index in topics:
        topic = program.topics[index]
        for number, name in enumerate(topic.combos):
            combos.setdefault(name, {})[index] = 2 + number
        for number, name in enumerate(topic.watch, len(topic.combos)):
            watch.setdefault(name, {})[index] = 2 + number
        for number, name in enumerate(topic.stats):
            stats.setdefault(name, {})[index] = 2 + len(topic.judged) + 2 * number
    found = [Column(TOPIC, TOPIC, {})] if len(topics) > 1 else []
    found += [Column(TRIAL, TRIAL, dict.fromkeys(topics, 0)), Column(SCORE, SCORE, dict.fromkeys(topics, 1))]
    title_of = titles(combos, watch, stats)
    for kind, named in ((COMBO, combos), (WATCH, watch), (STAT, stats)):
        found += [Column(title_of[kind, name], kind, places) for name, places in named.items()]
    return found


def to_array(program: Program, topics: Sequence[int], rows: Mapping[int, Sequence[bytes]]) -> Any:
    """The records as one structured numpy array, topic after topic.

    ``trial``, ``score`` and stats are int64, so no digit is lost; combos and what is watched are bool,
    False also where a topic has no such entry.  Where some trial (or topic) has no such number, the array
    is a ``numpy.ma`` one, in which that number is masked (and 0 beneath).
    """
    import numpy

    table = columns(program, topics)
    names = max((len(program.topics[index].name) for index in topics), default=1)
    types = {COMBO: "?", WATCH: "?", TOPIC: f"U{names}"}
    dtype = [(column.title, types.get(column.kind, "i8")) for column in table]
    parts, missing = [numpy.zeros(0, dtype)], [numpy.zeros(0, [(column.title, "?") for column in table])]
    for index in topics:
        data = numpy.frombuffer(b"".join(rows.get(index, ())), dtype=numpy.int64)
        data = data.reshape(-1, row_width(program, index))
        part, lacks = numpy.zeros(len(data), dtype), numpy.zeros(len(data), missing[0].dtype)
        for column in table:
            place = column.places.get(index)
            if column.kind == TOPIC:
                part[column.title] = program.topics[index].name
            elif place is not None:
                part[column.title] = data[:, place]
            if column.kind == STAT:
                known = data[:, place + 1] != 0 if place is not None else False
                part[column.title] *= known
                lacks[column.title] = numpy.logical_not(known)
        parts.append(part)
        missing.append(lacks)
    values, mask = numpy.concatenate(parts), numpy.concatenate(missing)
    if any(mask[column.title].any() for column in table):
        return numpy.ma.MaskedArray(values, mask)
    return values

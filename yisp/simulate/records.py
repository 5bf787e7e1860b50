"""Records: what each single trial gave, as columns.

What comes in: the rows that ``Play.records`` gives, 64-bit integers in blocks.  What goes out: the
names and places of the columns, which a file of records and a numpy array share, and that array.

A row holds the trial, its score, a 1 or 0 for each combo, and for each stat its value and whether it
has one.  Records of one topic have the columns ``trial``, ``score``, its combos, its stats.  Records of
several have ``topic`` before these, and the combos and stats of all of them: a name that two topics
share is one column.

Not handled: writing files (``report.records``).
"""

from __future__ import annotations

from ..compile.program import Program, Topic
from ..deck.observed import COMBO, SCORE, STAT, TOPIC, TRIAL, places, titles

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
    return 2 + len(program.topics[topic].combos) + 2 * len(program.topics[topic].stats)


def relation_places(topic: Topic) -> list[tuple[int, int, int, int]]:
    """For each of a topic's relations the places of x, of whether it is there, and the same of y."""
    found = places(topic.combos, topic.stats)
    return [(*found[x], *found[y]) for x, y in topic.relations]


def columns(program: Program, topics: Sequence[int]) -> list[Column]:
    """The columns of the records of some topics; see ``deck.observed`` for their titles."""
    combos: dict[str, dict[int, int]] = {}
    stats: dict[str, dict[int, int]] = {}
    for index in topics:
        topic = program.topics[index]
        for number, name in enumerate(topic.combos):
            combos.setdefault(name, {})[index] = 2 + number
        for number, name in enumerate(topic.stats):
            stats.setdefault(name, {})[index] = 2 + len(topic.combos) + 2 * number
    found = [Column(TOPIC, TOPIC, {})] if len(topics) > 1 else []
    found += [Column(TRIAL, TRIAL, dict.fromkeys(topics, 0)), Column(SCORE, SCORE, dict.fromkeys(topics, 1))]
    title_of = titles(combos, stats)
    for kind, named in ((COMBO, combos), (STAT, stats)):
        found += [Column(title_of[kind, name], kind, places) for name, places in named.items()]
    return found


def to_array(program: Program, topics: Sequence[int], rows: Mapping[int, Sequence[bytes]]) -> Any:
    """The records as one structured numpy array, topic after topic.

    ``trial`` and ``score`` are int64; combos are bool, False also where a topic has no such combo;
    stats are float64, NaN where the trial (or the topic) has no such number.  A float keeps whole
    numbers up to 2^53 apart; a file of records has all digits.
    """
    import numpy

    table = columns(program, topics)
    types = {TRIAL: "i8", SCORE: "i8", COMBO: "?", STAT: "f8"}
    names = max((len(program.topics[index].name) for index in topics), default=1)
    types[TOPIC] = f"U{names}"
    parts = []
    for index in topics:
        data = numpy.frombuffer(b"".join(rows.get(index, ())), dtype=numpy.int64)
        data = data.reshape(-1, row_width(program, index))
        part = numpy.zeros(len(data), dtype=[(column.title, types[column.kind]) for column in table])
        for column in table:
            place = column.places.get(index)
            if column.kind == TOPIC:
                part[column.title] = program.topics[index].name
            elif column.kind == STAT:
                if place is None:
                    part[column.title] = numpy.nan
                else:
                    part[column.title] = numpy.where(data[:, place + 1] != 0, data[:, place], numpy.nan)
            elif place is not None:
                part[column.title] = data[:, place]
        parts.append(part)
    if not parts:
        return numpy.zeros(0, dtype=[(column.title, types[column.kind]) for column in table])
    return parts[0] if len(parts) == 1 else numpy.concatenate(parts)

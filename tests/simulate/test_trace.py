"""What the log of a trial tells, word by word."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
from yisp_runtime.codes import LOG, TOLD_WHOLE

from yisp.compile.program import Program
from yisp.simulate.single.trace import Entry, read_entries

PLAYED = cast(Program, SimpleNamespace(installed=[40, 41]))
"""A program of which no more is looked at than where what it installs is written."""

TOLD = [
    ("draw", (3, 0, 0), Entry("draw", number=3)),
    ("move", (7, 2 << 8 | 5, 2, 11, 12), Entry("move", 7, zone=2, to=5, cards=(11, 12))),
    ("move", (7, 2 << 8 | 5, 0), Entry("move", 7, zone=2, to=5)),
    ("shuffle", (4, 0, 0), Entry("shuffle", zone=4)),
    ("light", (4, -20, 0), Entry("light", number=-20, zone=4)),
    ("collapse", (4, 0, 0), Entry("collapse", zone=4, cards=(0,))),
    ("collapse", (4, -1, 0), Entry("collapse", zone=4)),
    ("law", (9, TOLD_WHOLE // 2, TOLD_WHOLE), Entry("law", cards=(9,), items=(0.5, 1.0))),
    ("plan", (2, -1, 3), Entry("plan", number=2, items=(-1, 3))),
    ("veto", (2, 5, -1), Entry("veto", number=2, items=(5, -1))),
    ("random", (6, 0, 0), Entry("random", number=6)),
    ("activate", (9, 8, 0), Entry("activate", number=8, cards=(9,))),
    ("forbid", (1, 0, 0), Entry("forbid", number=1)),
    ("notice", (33, 0, 0), Entry("notice", 33)),
    ("try", (9, 8, 0), Entry("try", number=8, cards=(9,))),
    ("turn", (2, 0, 0), Entry("turn", number=2)),
    ("answer", (1, 2 << 8 | 5, 0), Entry("answer", number=1, zone=2, to=5)),
    ("run", (1, 9, 0), Entry("run", 41, cards=(9,))),
    ("run", (0, -1, 0), Entry("run", 40)),
    ("install", (1, 0, 0), Entry("install", 41, cards=(0,))),
    ("stop", (0, 0, 0), Entry("stop")),
    ("weighed", (5, 0, 0), Entry("weighed", number=5)),
]


@pytest.mark.parametrize(("what", "words", "entry"), TOLD, ids=[what for what, *_ in TOLD])
def test_what_words_of_a_log_tell(what: str, words: tuple[int, ...], entry: Entry) -> None:
    assert list(read_entries([LOG[what], *words], PLAYED)) == [entry]


def test_a_log_is_read_to_its_end() -> None:
    words = [word for what, words, _ in TOLD for word in (LOG[what], *words)]
    assert list(read_entries(words, PLAYED)) == [entry for _, _, entry in TOLD]
    assert {what for what, *_ in TOLD} == set(LOG) - {"print"}

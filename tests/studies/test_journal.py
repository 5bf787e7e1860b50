"""A journal: whatever ends a sweep, it goes on where it was, and the table is the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import yisp
from yisp.studies.sweeping.sweep import Sweep
from yisp.studies.work.journal import CannotGoOn

TEXT = """
deck: {size: 40, cards: {key: {count: 3}, pot: {count: 2}, rest: {count: -1}}}
simulate: {count: 400, tests: {opening: {method: sample, combos: {one: {hand: [key]}}, stats: {p:
"|H.pot|"}}}}
"""
DECK = yisp.loads(TEXT, "deck.yml")
VARY = ("key=0..3", "pot=0..2")


def sweep(journal: Path | None, deck: yisp.Deck = DECK, vary: Any = VARY, **more: Any) -> Sweep:
    return yisp.sweep(deck, vary, journal=journal, **more)


def interrupted(journal: Path, after: int) -> Sweep:
    def progress(done: int, several: int) -> None:
        if done == after:
            raise KeyboardInterrupt

    return sweep(journal, progress=progress)


@pytest.mark.parametrize("torn", [pytest.param(0, marks=pytest.mark.slow), 1, 40])
def test_a_resumed_sweep_gives_the_same_table(torn: int, tmp_path: Path) -> None:
    journal = tmp_path / "sweep.jsonl"
    begun = interrupted(journal, 5)
    assert begun.partial
    whole = sweep(None, seed=begun.seed)
    data = journal.read_bytes()
    journal.write_bytes(data[: len(data) - torn])
    asked: list[tuple[int, int]] = []
    again = sweep(journal, progress=lambda done, several: asked.append((done, several)))
    assert json.dumps(again.to_dict()) == json.dumps(whole.to_dict())
    kept = 5 if torn == 0 else 4
    variants = [(done, 12) for done in range(kept + 1, 13)]
    pairs = [(done, 23) for done in range(13, 24)]  # each but one held against that
    assert asked == variants + pairs, "what is there is not worked out again"
    lines = journal.read_text().splitlines()
    assert sorted(json.loads(line)["task"] for line in lines[1:]) == [
        number for number in range(24) if number != 12 + (whole.reference or 0)
    ]
    third = sweep(journal, progress=lambda done, several: pytest.fail("there is nothing left to do"))
    assert third.rows == whole.rows


def test_a_fresh_seed_is_taken_up_again(tmp_path: Path) -> None:
    journal = tmp_path / "sweep.jsonl"
    assert interrupted(journal, 2).seed == sweep(journal).seed


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"seed": 7}, "another sweep, with other seed"),
        ({"count": 401}, "another sweep, with other count"),
        ({"vary": ["key=0..3", "pot=0..3"]}, "other axes"),
        ({"method": "exact"}, "other method"),
        ({"counts": {"pot": 1}, "vary": ["key=0..3"]}, "other with and axes"),
        ({"deck": yisp.loads(TEXT.replace("400", "4000"), "deck.yml"), "count": 400}, "other deck"),
    ],
)
def test_the_journal_of_another_sweep(more: dict[str, Any], said: str, tmp_path: Path) -> None:
    journal = tmp_path / "sweep.jsonl"
    sweep(journal, seed=8)
    before = journal.read_bytes()
    with pytest.raises(CannotGoOn, match=said):
        sweep(journal, **more)
    assert journal.read_bytes() == before


HEAD = "the head of the file"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"my own notes\n", "not a journal of yisp"),
        (b"no line", "not a journal of yisp"),
        (b"[]\n", "not a journal of yisp"),
        (b"{}\n", "not a journal of yisp"),
        (b"\xff\xfe\n", "not a journal of yisp"),
        (b'{"yisp": "0.0.1", "journal": 1, "study": "sweep", "seed": 1}\n', "begun by yisp 0.0.1"),
        (b"[" * 100_000 + b"\n", "not a journal of yisp"),
        (b"x" * 5_000_000, "not a journal of yisp"),
    ],
)
def test_a_file_that_is_no_journal_is_left_as_it_is(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(CannotGoOn, match=said):
        sweep(path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "line",
    [
        "nothing",
        "{}",
        '{"task": 0}',
        '{"task": -1, "answer": {"reason": "", "possible": true}}',
        '{"task": true, "answer": {"reason": "", "possible": true}}',
        '{"task": 0, "answer": {"reason": 1, "possible": true}}',
        '{"task": 0, "answer": {"cards": 40, "noticed": false, "known": []}}',
        '{"task": 0, "answer": {"cards": 40, "noticed": false, "known": [1, 2, 3, 4]}}',
        '{"task": 0, "answer": {"cards": 40, "noticed": false, "known": [[NaN, 0, 1, null, 4]]}}',
        '{"task": 0, "answer": {"cards": 40, "noticed": false, "known":'
        ' [["x", 0, 1, null, 4], [1, 0, 1, null, 4], [1, 0, 1, null, 4], [1, 0, 1, null, 4]]}}',
    ],
)
def test_a_line_that_nobody_of_us_wrote(line: str, tmp_path: Path) -> None:
    journal = tmp_path / "sweep.jsonl"
    interrupted(journal, 2)
    journal.write_text(journal.read_text() + line + "\n")
    with pytest.raises(CannotGoOn, match="line 4 is no answer of this study"):
        sweep(journal)


def test_one_process_at_a_time(tmp_path: Path) -> None:
    journal = tmp_path / "sweep.jsonl"

    def progress(done: int, several: int) -> None:
        with pytest.raises(CannotGoOn, match="another process is writing it"):
            sweep(journal)
        raise KeyboardInterrupt

    assert sweep(journal, progress=progress).partial


def test_names_that_cannot_be_journals(tmp_path: Path) -> None:
    missing = tmp_path / "no" / "file"
    for path, said in ((tmp_path, "directory"), (missing, "No such file"), (Path("/dev/null"), "read again")):
        with pytest.raises(CannotGoOn, match=said):
            sweep(path)

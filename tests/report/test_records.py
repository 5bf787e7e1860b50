"""Files of records."""

from __future__ import annotations

import array
import csv
import os
from pathlib import Path

import pytest
from known_results import compiled

import yisp
from yisp.compile.program import Program
from yisp.report.files import records
from yisp.report.files.files import CannotWrite, File
from yisp.report.files.records import name_cell, open_writer
from yisp.simulate.recount import CannotRead, read_records
from yisp.simulate.run import run_program

TRIALS = 10_000  # more than one block, and more than one chunk


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ","))


def rows(*numbers: int) -> bytes:
    return array.array("q", numbers).tobytes()


@pytest.mark.parametrize("ending", [".csv", ".tsv", ".CSV"])
def test_records_come_back_as_they_were(program: Program, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"records{ending}"
    with open_writer(str(path), program, [0]) as writer:
        run_program(program, count=TRIALS, seed=7, topics=[0], target="python", rows=writer.write)
    found = read(path)
    result = yisp.run(program, count=TRIALS, seed=7, topics=["test-expend"], target="python", records=True)
    assert list(found[0]) == list(result.records.dtype.names) == ["trial", "score", "A1", "A2", "milled"]
    for title in ("trial", "score", "A1", "A2"):
        assert [int(row[title]) for row in found] == result.records[title].astype(int).tolist()
    milled = [float(row["milled"]) if row["milled"] else None for row in found]
    assert milled == [None if value != value else value for value in result.records["milled"].tolist()]
    assert milled.count(None) == TRIALS - result.topics["test-expend"].stats["milled"].count > 0


def test_records_of_several_topics_say_which(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "records.csv"
    with open_writer(str(path), program) as writer:
        writer.write(0, rows(0, 4, 1, 1, 12, 1, 1, 0, 0, 0, 99, 0))
        writer.write(1, rows(0, 1, 1, 1, 0, 0))
    assert path.read_text(encoding="utf-8") == (
        "topic,trial,score,A1,A2,H1,milled\n"
        "test-expend,0,4,1,1,,12\n"
        "test-expend,1,0,0,0,,\n"
        "hands,0,1,,,1,\n"
        "hands,1,0,,,0,\n"
    )


def test_large_numbers_keep_all_their_digits(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "records.csv"
    with open_writer(str(path), program, [0]) as writer:
        writer.write(0, rows(2**62 + 1, 2**63 - 1, 1, 0, -(2**63), 1))
    assert path.read_text().splitlines()[1] == f"{2**62 + 1},{2**63 - 1},1,0,{-(2**63)}"


def test_names_of_any_kind(tmp_path: Path) -> None:
    program = compiled(("A1:", "灰流丽:"), ("A2:", "'a,\"b\"':"), ("milled:", '"two\\nlines":'))
    path = tmp_path / "灰 流.csv"
    with open_writer(str(path), program, [0]):
        pass
    with path.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [["trial", "score", "灰流丽", 'a,"b"', "two\\nlines"]]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("+1", "'+1"),
        ("-x", "'-x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"),
        ("\t=1", "\\t=1"),
        ("a=b", "a=b"),
        ("A1", "A1"),
    ],
)
def test_no_name_is_a_formula(name: str, cell: str) -> None:
    assert name_cell(name) == cell


def test_topics_are_no_formulas_either(tmp_path: Path) -> None:
    program = compiled(("hands:", "'=1,2':"))
    path = tmp_path / "records.csv"
    with open_writer(str(path), program) as writer:
        writer.write(1, rows(0, 1, 1))
    assert read(path)[0]["topic"] == "'=1,2"


# Whole files or none --------------------------------------------------------------------------------


def test_nothing_stands_under_the_name_before_the_end(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "records.csv"
    path.write_text("older")
    writer = open_writer(str(path), program, [1])
    writer.write(1, rows(0, 1, 1))
    assert path.read_text() == "older"
    writer.close()
    writer.close()  # does nothing
    assert path.read_text() == "trial,score,H1\n0,1,1\n"
    assert os.listdir(tmp_path) == ["records.csv"]


def test_an_error_leaves_what_was_there(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "records.csv"
    path.write_text("older")
    with pytest.raises(RuntimeError), open_writer(str(path), program, [1]) as writer:
        writer.write(1, rows(0, 1, 1))
        raise RuntimeError
    assert path.read_text() == "older"
    assert os.listdir(tmp_path) == ["records.csv"]


def test_an_interrupt_keeps_the_blocks_that_were_whole(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "records.csv"
    with pytest.raises(KeyboardInterrupt), open_writer(str(path), program, [1]) as writer:
        writer.write(1, rows(0, 1, 1, 1, 0, 0))
        file = writer._file.stream

        class Interrupted:
            """A file in whose ``write`` Ctrl-C is heard after some bytes."""

            def write(self, data: bytes) -> int:
                file.write(data[:3])
                raise KeyboardInterrupt

            def __getattr__(self, name: str) -> object:
                return getattr(file, name)

        monkeypatch.setattr(writer._file, "stream", Interrupted())
        writer.write(1, rows(2, 1, 1))
    assert path.read_text() == "trial,score,H1\n0,1,1\n1,0,0\n"


def test_a_link_stays_a_link(program: Program, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "there" / "file.csv")
    open_writer(str(link), program, [1]).close()
    assert link.is_symlink()
    assert (tmp_path / "there" / "file.csv").read_text() == "trial,score,H1\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("records.xlsx", r"the name has to end in \.csv, \.tsv or \.parquet"),
        ("records", r"the name has to end in \.csv, \.tsv or \.parquet"),
        ("missing/records.csv", "there is no such folder"),
        ("folder.csv", "that is a folder"),
    ],
)
def test_what_cannot_be_written(program: Program, tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(CannotWrite, match=words):
        open_writer(str(tmp_path / name), program)
    assert os.listdir(tmp_path) == ["folder.csv"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_leaves_nothing(program: Program, tmp_path: Path) -> None:
    writer = open_writer(str(tmp_path / "records.csv"), program, [1])
    writer._file.stream.close()
    writer._file.stream = open("/dev/full", "wb", buffering=0)  # type: ignore[assignment]  # noqa: SIM115
    with pytest.raises(CannotWrite, match="No space left"):
        writer.write(1, rows(0, 1, 1))
    writer.close()
    assert os.listdir(tmp_path) == []


def test_blocks_are_turned_into_text_in_pieces(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "records.csv"
    count = 2 * records.CHUNK + 5
    with open_writer(str(path), program, [1]) as writer:
        writer.write(1, rows(*[number for trial in range(count) for number in (trial, 0, 0)]))
        writer.write(1, b"")
    assert [int(row["trial"]) for row in read(path)] == list(range(count))


def test_relations_of_records_are_those_of_their_columns(tmp_path: Path) -> None:
    """Trials that lack one of the two do not count; a topic has its own."""
    path = tmp_path / "games.csv"
    rows = ["t,0,1,2,1", "t,1,0,4,2", "t,2,1,,9", "t,3,3,6,3", "u,0,0,5,7"]
    path.write_text("\n".join(["topic,trial,score,x,y", *rows]) + "\n", encoding="utf-8")
    one, two = read_records(str(path), ["x,y", "score,x"])["topics"]
    assert (one["name"], one["trials"], one["success"]["rate"]) == ("t", 4, 0.75)
    along, other = one["relations"]
    assert (along["x"], along["y"], along["count"]) == ("x", "y", 3)
    assert (along["linear"]["slope"], along["linear"]["intercept"]) == pytest.approx((0.5, 0))
    assert [(one["from"], one["mean"]) for one in along["bins"]] == [(2, 1.0), (4, 2.0), (6, 3.0)]
    assert (other["x"], other["y"], other["count"]) == ("score", "x", 3)
    assert [row["count"] for row in two["relations"]] == [1, 1]
    with pytest.raises(CannotRead) as caught:
        read_records(str(path), ["x,z"])
    said = "--relate 'x,z': give two of these with a comma between: score, x, y"
    assert str(caught.value) == said


def test_records_in_which_nothing_can_succeed_have_no_rate(tmp_path: Path) -> None:
    """Those of a topic without combos; a combo that never came about has a column, and both rates are 0."""
    path = tmp_path / "hands.csv"
    path.write_text("trial,score,n\n0,0,2\n1,0,0\n", encoding="utf-8")
    (without,) = read_records(str(path))["topics"]
    assert (without["success"]["rate"], without["combos"]) == (None, [])
    path.write_text("trial,score,one,n\n0,0,0,2\n1,0,0,0\n", encoding="utf-8")
    (never,) = read_records(str(path))["topics"]
    assert (never["success"]["rate"], never["combos"][0]["rate"]) == (0, 0)


def test_a_file_to_which_nothing_came_is_empty(tmp_path: Path) -> None:
    File(str(tmp_path / "a.csv")).close()
    assert (tmp_path / "a.csv").read_bytes() == b""

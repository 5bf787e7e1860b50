"""Records as Parquet: they come back as they were, in groups of bounded size."""

from __future__ import annotations

import array
import os
import sys
from pathlib import Path

import pytest
from known_results import compiled

import yisp
from yisp.compile.program import Program
from yisp.report.files.files import CannotWrite
from yisp.report.files.parquet import GROUP
from yisp.report.files.records import open_writer
from yisp.simulate.run import run_program


def rows(*numbers: int) -> bytes:
    return array.array("q", numbers).tobytes()


def test_without_pyarrow_there_is_a_sentence(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CannotWrite, match=r"pip install '\.\[parquet\]'"):
        open_writer(str(tmp_path / "a.parquet"), program)
    assert os.listdir(tmp_path) == []


def test_records_come_back_as_they_were(program: Program, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = str(tmp_path / "records.parquet")
    with open_writer(path, program, [0]) as writer:
        run_program(program, count=3000, seed=7, topics=[0], target="python", rows=writer.write)
    found = parquet.read_table(path)
    expected = yisp.run(program, count=3000, seed=7, topics=["test-expend"], target="python", records=True)
    names = list(expected.records.dtype.names)
    assert found.schema.names == names
    assert [str(kind) for kind in found.schema.types] == ["int64", "int64", "bool", "bool", "int64"]
    for name in names:
        values = expected.records[name].tolist()
        assert found[name].to_pylist() == [None if value != value else value for value in values]
    assert os.listdir(tmp_path) == ["records.parquet"]


def test_several_topics_and_names_of_any_kind(tmp_path: Path) -> None:
    from pyarrow import parquet

    program = compiled(("milled:", "'=SUM(A1)':"), ("hands:", "灰流丽:"))
    path = str(tmp_path / "records.parquet")
    with open_writer(path, program) as writer:
        writer.write(0, rows(0, 4, 1, 1, 2**62 + 1, 1, 1, 0, 0, 0, 99, 0))
        writer.write(1, rows(0, 1, 1))
    found = parquet.read_table(path).to_pylist()
    assert found[0] == {
        "topic": "test-expend", "trial": 0, "score": 4, "A1": True, "A2": True, "H1": None,
        "=SUM(A1)": 2**62 + 1,
    }  # fmt: skip
    assert found[1]["=SUM(A1)"] is None
    assert found[2] == {
        "topic": "灰流丽", "trial": 0, "score": 1, "A1": None, "A2": None, "H1": True, "=SUM(A1)": None,
    }  # fmt: skip


def test_rows_are_written_in_groups(program: Program, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = str(tmp_path / "records.parquet")
    block = rows(*[0, 1, 1] * 1000)
    with open_writer(path, program, [1]) as writer:
        for _ in range(2 * GROUP // 1000 + 2):
            writer.write(1, block)
    metadata = parquet.ParquetFile(path).metadata
    sizes = [metadata.row_group(index).num_rows for index in range(metadata.num_row_groups)]
    assert sum(sizes) == 1000 * (2 * GROUP // 1000 + 2)
    assert len(sizes) == 3 and all(GROUP <= size < GROUP + 1000 for size in sizes[:-1])


def test_a_group_is_written_as_soon_as_it_is_full(program: Program, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = str(tmp_path / "records.parquet")
    half = rows(*[0, 1, 1] * (GROUP // 2))
    with open_writer(path, program, [1]) as writer:
        for block in (half, half, rows(0, 0, 0)):
            writer.write(1, block)
    metadata = parquet.ParquetFile(path).metadata
    assert [metadata.row_group(at).num_rows for at in range(metadata.num_row_groups)] == [GROUP, 1]


def test_the_last_group_may_be_full(program: Program, tmp_path: Path) -> None:
    from pyarrow import parquet

    path = str(tmp_path / "records.parquet")
    with open_writer(path, program, [1]) as writer:
        writer.write(1, rows(*[0, 1, 1] * GROUP))
    assert parquet.ParquetFile(path).metadata.num_row_groups == 1


def test_an_error_leaves_nothing(program: Program, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), open_writer(str(tmp_path / "a.parquet"), program, [1]) as writer:
        writer.write(1, rows(0, 1, 1))
        raise RuntimeError
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_full_disk_is_said(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    with pytest.raises(CannotWrite, match="No space left"), open_writer(str(path), program, [1]) as writer:
        stream = writer._file.stream
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, stream.fileno())
        os.close(full)
        for _ in range(3):
            writer.write(1, rows(*range(3 * GROUP)))
    assert os.listdir(tmp_path) == []

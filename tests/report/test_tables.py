"""Files of results: what is in them, and in which formats."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from known_results import compiled, expend, hands, result_of

from yisp.cli.options import RUN_OPTIONS
from yisp.compile.program import Program
from yisp.report.files.files import CannotWrite
from yisp.report.files.tables import check_rows, write_rows
from yisp.simulate.counting.tabular import COLUMNS
from yisp.simulate.result import Result
from yisp.spreadsheet import SEPARATORS, guarded, unguarded


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ","))


def write_results(path: Path, result: Result) -> None:
    write_rows(str(path), COLUMNS, result.table())


def test_the_results_as_a_table(program: Program, tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    write_results(path, result_of(program, expend(program), hands(program)))
    found = read(path)
    assert tuple(found[0]) == COLUMNS
    assert [(row["topic"], row["what"], row["name"]) for row in found] == [
        ("test-expend", "success", ""),
        ("test-expend", "score", ""),
        ("test-expend", "combo", "A1"),
        ("test-expend", "combo", "A2"),
        ("test-expend", "stat", "milled"),
        ("hands", "success", ""),
        ("hands", "score", ""),
        ("hands", "combo", "H1"),
    ]
    assert (found[0]["value"], found[1]["value"], found[1]["max"]) == ("0.855", "2.21", "4")
    assert (found[0]["sd"], found[4]["trials"]) == ("", "400")


def test_a_table_as_parquet(tmp_path: Path) -> None:
    """The same columns and cells, with types."""
    parquet = pytest.importorskip("pyarrow.parquet")
    program = compiled(("H1:", "灰流丽:"))
    path, result = tmp_path / "results.parquet", result_of(program, expend(program), hands(program))
    write_results(path, result)
    found = parquet.read_table(path)
    assert tuple(found.column_names) == COLUMNS
    assert found.to_pylist() == result.table()
    assert [str(found.schema.field(name).type) for name in ("topic", "trials", "value", "exact")] == [
        "string", "int64", "double", "string",
    ]  # fmt: skip


def test_the_tables_names_are_no_formulas(tmp_path: Path) -> None:
    program = compiled(("H1:", "'@H1':"))
    path = tmp_path / "results.tsv"
    write_results(path, result_of(program, hands(program)))
    assert read(path)[2]["name"] == "'@H1"


@pytest.mark.parametrize("text", ["=1", "'=1", " -1", "'tis", "''", "a=1", ""])
def test_what_is_guarded_is_read_back_as_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("cell", ["=1", "-1", " =1"])
def test_a_cell_that_nobody_guarded_is_what_it_is(cell: str) -> None:
    assert unguarded(cell) == cell


@pytest.mark.parametrize("ending", SEPARATORS)
def test_every_format_takes_names_of_all_kinds(ending: str, tmp_path: Path) -> None:
    program = compiled(("hands:", "'a,b|c\\u2028\t\"d\"':"), ("H1:", "灰流丽:"))
    path = tmp_path / f"results{ending}"
    check_rows(str(path))
    write_results(path, result_of(program, expend(program), hands(program)))
    lines = path.read_text(encoding="utf-8").split("\n")
    assert len([line for line in lines if "灰流丽" in line]) == 1
    assert "\u2028" not in path.read_text(encoding="utf-8") and lines[-1] == ""


@pytest.mark.parametrize("ending", SEPARATORS)
def test_every_format_is_said(ending: str) -> None:
    """In the help, and where the documents tell of the table."""
    (option,) = (option for option in RUN_OPTIONS if option.name == "csv")
    page = (Path(__file__).parents[2] / "docs" / "results.md").read_text(encoding="utf-8")
    assert ending in option.help
    assert f"`{ending}`" in page


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match=r"the name has to end in \.csv, "):
        check_rows(str(tmp_path / "results.txt"))
    assert list(tmp_path.iterdir()) == []

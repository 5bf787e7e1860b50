"""Card tables: tables and databases that the user names."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from yisp.deck.exchange import names
from yisp.deck.exchange.formats.cardlist import Known
from yisp.deck.exchange.names import read_names
from yisp.lang.diagnostics import DeckError

TABLES = "CREATE TABLE datas(id integer, type integer); CREATE TABLE texts(id integer, name text, desc text);"


def known(path: Path) -> dict[int, Known]:
    return dict(read_names(str(path)))


def database(path: Path, script: str) -> Path:
    with sqlite3.connect(path) as connection:
        connection.executescript(script)
    connection.close()
    return path


def refused(path: Path) -> str:
    with pytest.raises(DeckError) as error:
        known(path)
    return str(error.value)


def test_a_table(tmp_path: Path) -> None:
    path = tmp_path / "cards.tsv"
    path.write_text('卡密\t卡名\t属性\n14558127\t"灰流\n丽"\tmonster、hand-trap\n5\t\n', encoding="utf-8")
    assert known(path) == {14558127: Known(14558127, "灰流 丽", ("monster", "hand-trap"))}


def test_a_table_with_mistakes(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("id,name\nash,3\n")
    assert "cards.csv:2:1: error[Y018]" in refused(path)
    path.write_text("name,count\nash,3\n")
    assert "Y019" in refused(path)
    path.write_text("id,name\n" + "ash,3\n" * 1000)
    assert refused(path).count("error[") == 21


def test_a_database_of_ygopro(tmp_path: Path) -> None:
    rows = (
        "INSERT INTO datas VALUES (1, 33), (2, 4);"
        " INSERT INTO texts VALUES (1, 'Ash', ''), (2, '陷\n阱', ''), (3, '', '');"
    )
    assert known(database(tmp_path / "it's #1 %.cdb", TABLES + rows)) == {
        1: Known(1, "Ash", ("monster",)),
        2: Known(2, "陷 阱", ("trap",)),
    }


@pytest.mark.parametrize("script", [
    "CREATE TABLE cards(id integer);",
    "CREATE TABLE datas(id, type); CREATE VIEW texts AS SELECT 1 AS id, upper('a') AS name;",
    "CREATE TABLE datas(id, type); CREATE VIEW texts AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT"
    " id + 1 FROM n) SELECT id, 'a' AS name FROM n;",
    TABLES + "INSERT INTO texts VALUES (1, CAST(x'ff' AS TEXT), '');",
])  # fmt: skip
def test_a_database_that_is_none(tmp_path: Path, script: str) -> None:
    assert "Y019" in refused(database(tmp_path / "cards.cdb", script))


def test_a_database_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "MOST_STEPS", 2)
    many = ",".join(f"({number}, 1)" for number in range(300))
    view = (
        "CREATE VIEW texts AS SELECT a.id, 'a' AS name FROM datas a, datas b, datas c WHERE a.id + b.id < 0;"
    )
    script = f"CREATE TABLE datas(id, type); INSERT INTO datas VALUES {many}; {view}"
    assert "interrupted" in refused(database(tmp_path / "cards.cdb", script))


def test_a_damaged_database(tmp_path: Path) -> None:
    path = database(tmp_path / "cards.cdb", TABLES + "INSERT INTO texts VALUES (1, 'Ash', '');")
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * 5000)
    assert "Y019" in refused(path)
    path.write_bytes(b"SQLite format 3\0")
    assert "Y019" in refused(path)


def test_strange_values_in_a_database(tmp_path: Path) -> None:
    rows = (
        "INSERT INTO datas VALUES (1, 'x'), ('y', 1); INSERT INTO texts VALUES (1, 'a', ''), (-1, 'b', ''),"
        " (99999999999, 'c', ''), ('z', 'd', ''), (2, x'00', ''), (3, char(27) || 'e', ''), (4, NULL, '');"
    )
    assert known(database(tmp_path / "cards.cdb", TABLES.replace(" integer", "") + rows)) == {
        1: Known(1, "a"),
        3: Known(3, "e"),
    }


def test_nothing_is_written_beside_a_database(tmp_path: Path) -> None:
    path = database(tmp_path / "cards.cdb", "PRAGMA journal_mode = WAL;" + TABLES)
    before = path.read_bytes()
    known(path)
    assert [one.name for one in tmp_path.iterdir()] == ["cards.cdb"]
    assert path.read_bytes() == before


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    assert "there is no such file" in refused(tmp_path / "cards.csv")
    assert "this is a folder" in refused(tmp_path)


@given(some.one_of(some.binary(max_size=80), some.binary(max_size=80).map(lambda data: b"id,name\n" + data)))
def test_any_file_is_a_table_or_diagnostics(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("names") / "cards.csv"
    path.write_bytes(data)
    try:
        assert all(one.name.strip() for one in known(path).values())
    except DeckError as error:
        assert error.diagnostics.failed

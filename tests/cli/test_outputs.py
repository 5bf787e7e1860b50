"""Where results are written: never over what is read, whole or not at all, with the mode of what was there."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from commanding import TEN_LINES, saved, yispc

from yisp.cli import outputs
from yisp.report.files.files import CannotWrite, File

OPTIONS = ("--csv", "--records")


def link(source: Path, name: Path) -> None:
    name.symlink_to(source)


def hard_link(source: Path, name: Path) -> None:
    os.link(source, name)


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("how", [link, hard_link])
@pytest.mark.parametrize("source", ["deck.yml", "base.yml", "more.yisp"])
def test_what_is_read_is_not_written_to(
    option: str, how: Callable[[Path, Path], None], source: str, tmp_path: Path
) -> None:
    saved(tmp_path, TEN_LINES, "base.yml")
    saved(tmp_path, "(define (gain x) (= score (+ score x)))", "more.yisp")
    deck = saved(tmp_path, "extends: base.yml\ninclude: [more.yisp]\n")
    before = (tmp_path / source).read_bytes()
    name = tmp_path / "out.csv"
    how(tmp_path / source, name)
    said = yispc(deck, option, str(name))
    assert (said.code, said.out) == (2, "")
    assert said.err == f"yispc: {option} {name}: that file is an input here; give another name\n"
    assert (tmp_path / source).read_bytes() == before
    assert os.path.samefile(tmp_path / source, name)


def test_a_file_that_cannot_begin_leaves_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, to = os.open, []

    def full(path: str, flags: int, *more: object, **options: object) -> int:
        if flags & os.O_WRONLY:
            raise OSError(28, os.strerror(28))
        to.append(opened(path, flags, *more, **options))  # type: ignore[arg-type]
        return to[-1]

    monkeypatch.setattr(os, "open", full)
    monkeypatch.setattr(os, "supports_dir_fd", {full})
    with pytest.raises(CannotWrite, match="No space left"):
        File(str(tmp_path / "out.csv"))
    (folder,) = to
    with pytest.raises(OSError):
        os.fstat(folder)


def test_a_picture_is_not_drawn_over_what_is_read(tmp_path: Path) -> None:
    deck = saved(tmp_path)
    hard_link(Path(deck), tmp_path / "out.svg")
    for words in ([deck, "--plot"], ["plot", deck, "--out"]):
        said = yispc(*words, str(tmp_path / "out.svg"))
        assert said.code == 2
        assert "that file is an input here" in said.err
    assert Path(deck).read_text(encoding="utf-8") == TEN_LINES


@pytest.mark.parametrize("option", OPTIONS)
def test_a_pipe_is_written_to_as_it_is(option: str, tmp_path: Path) -> None:
    pipe, read = tmp_path / "out.csv", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    said = yispc(saved(tmp_path), option, str(pipe), "--topic=opening")
    reader.join(30)
    assert said.code == 0, said.err
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert read[0].startswith("topic" if option == "--csv" else "trial")


def test_a_file_keeps_its_mode_and_a_new_one_heeds_the_umask(tmp_path: Path) -> None:
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("before")
    old.chmod(0o604)
    mask = os.umask(0o027)
    try:
        assert yispc(saved(tmp_path), "--csv", str(old), "--records", str(new)).code == 0
    finally:
        os.umask(mask)
    assert stat.S_IMODE(old.stat().st_mode) == 0o604
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


@pytest.mark.parametrize("nameless", [True, False])
def test_a_file_that_is_not_complete_is_not_there(
    nameless: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    elif not hasattr(os, "O_TMPFILE"):
        pytest.skip("there are no files without names here")
    path = tmp_path / "out.csv"
    path.write_text("before")
    file = File(str(path))
    file.append("after")
    others = [one.name for one in tmp_path.iterdir() if one != path]
    assert len(others) == (0 if nameless else 1)
    assert path.read_text() == "before"
    second = File(str(path))
    second.discard()
    file.close()
    assert path.read_text() == "after"
    assert [one.name for one in tmp_path.iterdir()] == ["out.csv"]


def test_names_of_unfinished_files_cannot_be_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    names = set()
    for _ in range(3):
        file = File(str(tmp_path / "out.csv"))
        names |= {one.name for one in tmp_path.iterdir()}
        file.discard()
    assert len(names) == 3
    assert not list(tmp_path.iterdir())


def test_a_file_that_may_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.csv"
    path.write_text("before")
    monkeypatch.setattr(os, "access", lambda *_: False)  # who runs this may be root, who may do everything
    with pytest.raises(CannotWrite, match="permission denied"):
        File(str(path))
    assert path.read_text() == "before"


def test_files_that_cannot_be_written_are_complained_of_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And what a picture has to remark is said."""
    table, picture = str(tmp_path / "no" / "a.csv"), str(tmp_path / "a.svg")

    def refused(path: str) -> list[str]:
        raise CannotWrite("there is nothing to draw")

    def drawn(path: str) -> list[str]:
        return ["2 more panels are not drawn"]

    def row() -> list[dict[str, int]]:
        return [{"a": 1}]

    assert outputs.write_files({"csv": None, "plot": picture}, ["a"], row, drawn) == 0
    assert capsys.readouterr().err == "yispc: 2 more panels are not drawn\n"
    assert outputs.write_files({"csv": table, "plot": picture}, ["a"], row, refused) == 2
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith("yispc: ") for line in lines] == [True, True]
    assert table in lines[0] and lines[1].endswith("there is nothing to draw")
    assert outputs.write_files({"csv": None, "plot": None}, ["a"], row, refused) == 0

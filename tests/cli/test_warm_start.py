"""A second run of a deck: what it does not import, and that it says exactly what the first one said."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from commanding import SHOWN, TEN_LINES, Said, counts, modules, process, saved, timeless

DOUBTFUL = (
    TEN_LINES.replace("hand: [gate]", "hand: [a:strat, a:灯]")
    .replace("scout:", "斥候:")
    .replace("D.scout", "D.斥候")
)
"""Warnings, a notice, and names that are not ASCII."""

SLOW_TO_IMPORT = {
    "yaml", "numpy", "click", "rich", "dataclasses", "typing", "inspect", "pathlib", "fractions",
    "Cython",
    "yisp.lang.parsing.parser", "yisp.lang.checking.check", "yisp.lang.diagnostics", "yisp.deck.load", "yisp.compile.lowering",
    "yisp.editor", "pygls", "lsprotocol", "subprocess", "tempfile", "concurrent.futures", "multiprocessing", "difflib", "gettext", "locale", "wcwidth",
}  # fmt: skip


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Said]:
    """Run in a process, with a cache of the test's own."""
    return lambda *words, **more: process(*words, **{"YISP_CACHE_DIR": str(tmp_path / "cache"), **more})


def test_what_a_warm_run_imports(tmp_path: Path, target: str) -> None:
    deck = saved(tmp_path, TEN_LINES)
    assert process(deck, "--target", target).code == 0
    for report in ((), ("--json",), ("-q",)):
        said = process(deck, "--target", target, *report, command=(sys.executable, "-c", SHOWN))
        assert said.code == 0
        assert not SLOW_TO_IMPORT & modules(said)
        assert "yisp.messages" in modules(said) and "yisp.catalogue" not in modules(said), "it speaks English"


def test_a_deck_that_uses_no_collection_opens_none(run: Callable[..., Said], tmp_path: Path) -> None:
    opening = {f"yisp.deck.collection.{name}" for name in ("using", "reading", "index", "spelling", "whole")}
    for head, wanted in (("", set()), ("use: ygo\n", opening - {"yisp.deck.collection.whole"})):
        said = run(saved(tmp_path, head + TEN_LINES), command=(sys.executable, "-c", SHOWN))
        assert said.code == 0 and "yisp.deck.load" in modules(said)
        assert opening & modules(said) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "ja"])
def test_another_language_is_nothing_slow(language: str, run: Callable[..., Said], tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("scout", "斥候"))
    english = run(deck)
    said = run(deck, "--lang", language, command=(sys.executable, "-c", SHOWN))
    assert said.code == 0 and timeless(said.out) != timeless(english.out)
    assert "yisp.catalogue" in modules(said) and not SLOW_TO_IMPORT & modules(said)


def test_what_a_warm_run_with_files_imports(run: Callable[..., Said], tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES)
    words = (deck, "--records", str(tmp_path / "a.csv"), "--csv", str(tmp_path / "b.csv"))
    assert run(*words).code == 0
    said = run(*words, command=(sys.executable, "-c", SHOWN))
    assert not {"yisp.lang.parsing.grammar_lark", "yaml", "numpy", "click", "rich", "dataclasses"} & modules(said)


def test_advice_about_a_known_deck_imports_nothing_that_compiles(
    run: Callable[..., Said], tmp_path: Path
) -> None:
    deck = saved(tmp_path, TEN_LINES)
    assert run("advise", deck).code == 0
    said = run("advise", deck, command=(sys.executable, "-c", SHOWN))
    assert said.code == 0
    assert not {"yaml", "numpy", "yisp.lang.tree", "yisp.compile.pipeline"} & modules(said)


@pytest.mark.slow
@pytest.mark.parametrize(("report", "on"), [((), "python"), ((), "native"), (("--json",), "python")])
def test_a_warm_run_prints_what_a_cold_one_prints(
    report: tuple[str, ...], on: str, run: Callable[..., Said], tmp_path: Path
) -> None:
    deck = saved(tmp_path, DOUBTFUL)
    cold, warm, third = (run(deck, "--target", on, *report, PYTHONUTF8="1") for _ in range(3))
    assert "warning[Y405]" in cold.err and "a move found no card" in cold.err
    for other in (warm, third):
        assert timeless(other.out) == timeless(cold.out)
        assert (other.code, other.err) == (cold.code, cold.err)


@pytest.mark.slow
def test_another_deck_is_another_program(run: Callable[..., Said], tmp_path: Path, target: str) -> None:
    deck = saved(tmp_path, TEN_LINES)
    before = run(deck, "--json", "--target", target)
    saved(
        tmp_path,
        TEN_LINES.replace("lamp: {count: 5", "lamp: {count: 9").replace(
            "rest: {count: 31", "rest: {count: 27"
        ),
    )
    after = run(deck, "--json", "--target", target)
    fresh = run(deck, "--json", "--target", "python", YISP_CACHE_DIR=str(tmp_path / "other"))
    assert counts(after) == counts(fresh) != counts(before)


@pytest.mark.slow
def test_a_mistake_is_found_each_time(run: Callable[..., Said], tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("(# X B)", "(# X B"))
    assert run(deck) == run(deck)
    assert run(deck).code == 1


# Caches that somebody has been at ---------------------------------------------------------------------


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def turned(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def gone(path: Path) -> None:
    path.unlink()


def linked(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def open_to_all(path: Path) -> None:
    path.chmod(0o666)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [cut, empty, turned, gone, linked, open_to_all, a_folder])
@pytest.mark.parametrize("what", ["program.json", "manifest.json"])
def test_spoilt_programs(
    what: str, spoil: Callable[[Path], None], run: Callable[..., Said], tmp_path: Path
) -> None:
    deck = saved(tmp_path, DOUBTFUL)
    good = run(deck, "--json")
    (path,) = (tmp_path / "cache" / "yisp").glob(f"programs/*/{what}")
    spoil(path)
    again = run(deck, "--json")
    assert timeless(again.out) == timeless(good.out)
    assert (again.code, again.err) == (0, good.err)


def replaced(path: Path) -> None:
    path.write_bytes(b"\x7fELF not a module")


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [turned, pytest.param(replaced, marks=pytest.mark.slow)])
def test_spoilt_modules(spoil: Callable[[Path], None], run: Callable[..., Said], tmp_path: Path) -> None:
    words = (saved(tmp_path, DOUBTFUL), "--target=native", "--json")
    good = run(*words)
    (path,) = (tmp_path / "cache" / "yisp").glob("native/*/module.so")
    whole = path.read_bytes()
    spoil(path)
    again = run(*words)
    assert timeless(again.out) == timeless(good.out)
    assert (again.code, again.err) == (0, good.err)
    assert path.is_file() and not path.is_symlink() and len(path.read_bytes()) == len(whole)


@pytest.mark.slow
def test_a_program_of_another_shape(run: Callable[..., Said], tmp_path: Path) -> None:
    """… even with a digest that fits: it is made anew, not half understood."""
    from hashlib import sha256

    deck = saved(tmp_path, TEN_LINES)
    good = run(deck, "--json")
    (program,) = (tmp_path / "cache" / "yisp").glob("programs/*/program.json")
    for content in (b"[]", b"null", b'{"file": 3}', b"\xff"):
        program.write_bytes(content)
        manifest = {"program.json": sha256(content).hexdigest()}
        (program.parent / "manifest.json").write_text(json.dumps(manifest))
        again = run(deck, "--json")
        assert timeless(again.out) == timeless(good.out), content
        assert again.err == good.err


@pytest.mark.slow
@pytest.mark.parametrize("where", ["file", "file/below"])
def test_a_cache_that_cannot_be_written(where: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    deck = saved(tmp_path, DOUBTFUL)
    folder = str(tmp_path / where)
    plain = process(deck, YISP_CACHE_DIR=str(tmp_path / "cache"))
    for said in (process(deck, YISP_CACHE_DIR=folder), process(deck, YISP_CACHE_DIR=folder)):
        assert (said.code, timeless(said.out), said.err) == (0, timeless(plain.out), plain.err)
    native = process(deck, "--target=native", YISP_CACHE_DIR=folder)
    assert native.code == 0
    assert timeless(native.out) == timeless(plain.out)
    assert (
        f"yispc: running in python, which is slower: the cache folder {folder}/yisp cannot be written to ("
        in native.err
    )


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_without_rights(tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    assert process(saved(tmp_path), YISP_CACHE_DIR=str(locked / "cache")).code == 0

"""The cache of built decks runs what it keeps, so it trusts nothing it has not checked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from running import compile_text, deck_text, open_play

from yisp.compile import cache, compiler, native
from yisp.compile.cache_folder import MANIFEST
from yisp.compile.program import Program
from yisp.simulate.run import run_program

TEXT = deck_text(
    {"a": {"count": 3}, "b": {"count": 7}}, {"t": {"start-card": 2, "combos": {"c": {"hand": ["a"]}}}}
)


@pytest.fixture(scope="module")
def program() -> Program:
    return compile_text(TEXT)


@pytest.fixture
def entry(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the program's native module, stored in a fresh cache without building it again."""
    native.build(program)
    asked = compiler.SORT, cache.key_of(*compiler.find().identity())
    built = native.SORT, Path(native.place(program)).name
    kept = {of: cache.fetch(*of) for of in (asked, built)}
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    for of, files in kept.items():
        assert files is not None
        assert cache.store(*of, files) is not None
        assert cache.fetch(*of) == files
    return Path(native.place(program))  # not loaded: to change a file that is mapped would change what runs


def test_what_was_stored_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    key = cache.key_of("one", b"two")
    assert cache.fetch("programs", key) is None
    assert cache.store("programs", key, {"a": b"1", "b": b""}) is not None
    assert cache.fetch("programs", key) == {"a": b"1", "b": b""}
    assert cache.store("programs", key, {"c": b"3"}) is not None
    assert cache.fetch("programs", key) == {"c": b"3"}


def test_keys_depend_on_every_part_and_on_where_it_ends() -> None:
    keys = {cache.key_of(*parts) for parts in (("ab",), ("a", "b"), ("b", "a"), ("", "ab"), ("ab", ""), ())}
    assert len(keys) == 6


def test_the_key_changes_with_the_source_and_the_shape(program: Program) -> None:
    other = compile_text(TEXT.replace('"count": 7', '"count": 8'))
    native.build(program)
    assert None is not native.key(other) != native.key(program)


def tampered(folder: Path) -> None:
    """The module is another one, of the same size."""
    path = folder / "module.so"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def half_written(folder: Path) -> None:
    path = folder / "module.so"
    path.write_bytes(path.read_bytes()[:100])


def without_manifest(folder: Path) -> None:
    (folder / MANIFEST).unlink()


def wrong_digest(folder: Path) -> None:
    path = folder / MANIFEST
    path.write_text('{"module.so": "' + "0" * 64 + '"}')


def broken_manifest(folder: Path) -> None:
    (folder / MANIFEST).write_text("[1, 2")


def link_to_the_module(folder: Path) -> None:
    path = folder / "module.so"
    elsewhere = folder.parent.parent.parent / "elsewhere.so"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)


def link_to_the_entry(folder: Path) -> None:
    elsewhere = folder.parent.parent.parent / "elsewhere"
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)


def group_writable_entry(folder: Path) -> None:
    folder.chmod(0o770)


def world_writable_module(folder: Path) -> None:
    (folder / "module.so").chmod(0o606)


def group_writable_root(folder: Path) -> None:
    folder.parent.parent.chmod(0o770)


@pytest.mark.parametrize(
    "spoil",
    [
        tampered, half_written, without_manifest, wrong_digest, broken_manifest, link_to_the_module,
        link_to_the_entry, group_writable_entry, world_writable_module, group_writable_root,
    ],
)  # fmt: skip
def test_an_entry_that_cannot_be_trusted_is_as_good_as_absent(entry: Path, program: Program, spoil) -> None:
    spoil(entry)
    assert cache.fetch(native.SORT, entry.name) is None
    assert native.load_cached(program) is None


def test_it_is_built_again(entry: Path, program: Program) -> None:
    tampered(entry)
    expected = open_play(program, "python")
    expected.run(0, 500)
    outcome = run_program(program, count=500, seed=7, method="sample", target="native")
    assert (outcome.target, outcome.remark) == ("native", None)
    assert outcome.topics[0].counts.combos == expected.counts().combos
    assert cache.fetch(native.SORT, Path(native.place(program)).name) is not None


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_an_entry_of_somebody_else_is_not_loaded(entry: Path, program: Program) -> None:
    os.chown(entry / "module.so", 12345, -1)
    assert native.load_cached(program) is None


def test_a_manifest_cannot_point_out_of_its_entry(entry: Path) -> None:
    (entry / MANIFEST).write_text('{"../../../etc/hostname": "0"}')
    assert cache.fetch(native.SORT, entry.name) is None


def test_folders_are_private(entry: Path) -> None:
    for folder in (entry, entry.parent, entry.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700


WRITER = """
import os, sys, time
from yisp.compile import cache, cache_folder
write = cache_folder.write
def slow(path, data):
    write(path, data)
    if path.endswith(".so"):
        print(os.path.dirname(path), flush=True)
        time.sleep(60)
cache_folder.write = slow
cache.store("native", "0" * 40, {"module.so": b"half"})
"""


def test_a_killed_writer_leaves_nothing_that_can_be_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """… and what it did leave goes when the next entry is made, but not before it is dead."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    key, other = "0" * 40, "1" * 40
    with subprocess.Popen([sys.executable, "-c", WRITER], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        half_made = Path(writer.stdout.readline().strip())
        assert cache.store("native", other, {"module.so": b"mine"}) is not None
        assert half_made.is_dir(), "somebody is at work in it"
        writer.send_signal(signal.SIGKILL)
    assert half_made.is_dir()
    assert cache.fetch("native", key) is None
    assert [entry[1] for entry in cache.entries()] == [other]
    assert cache.store("native", key, {"module.so": b"whole"}) is not None
    assert cache.fetch("native", key) == {"module.so": b"whole"}
    assert not half_made.exists()


def test_the_size_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was used longest ago goes first."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    now = time.time()
    for index in range(5):
        folder = cache.store("strata", str(index) * 40, {"file": bytes(1000)})
        assert folder is not None
        os.utime(folder, (now - 100 + index, now - 100 + index))
    assert cache.fetch("strata", "0" * 40) is not None  # it is used, and so the latest now
    cache.prune(3500)
    assert [cache.fetch("strata", str(index) * 40) is not None for index in range(5)] == [
        True,
        False,
        False,
        True,
        True,
    ]
    assert sum(size for _, _, size, _ in cache.entries()) <= 3500


def test_a_cache_that_cannot_be_written_to(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("YISP_CACHE_DIR", str(blocked / "cache"))
    outcome = run_program(program, count=100, seed=7, method="sample", target="native")
    assert outcome.target == "python"
    assert outcome.remark is not None


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same counts, and one sentence said."""
    program = compile_text(TEXT.replace('"count": 7', '"count": 9'))
    expected = run_program(program, count=2000, seed=7, method="sample", target="python")
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "")
    monkeypatch.setattr(native.sysconfig, "get_config_var", lambda name: None)
    outcome = run_program(program, count=2000, seed=7, method="sample", target="native")
    assert outcome.target == "python"
    assert outcome.remark is not None and "compiler" in outcome.remark
    assert outcome.topics[0].counts.combos == expected.topics[0].counts.combos
    assert outcome.topics[0].counts.score.histogram == expected.topics[0].counts.score.histogram


def test_a_compiler_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_text(TEXT.replace('"count": 7', '"count": 10'))
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("CC", "false")
    outcome = run_program(program, count=100, seed=7, method="sample", target="native")
    assert outcome.target == "python"
    assert outcome.remark is not None and "compiler" in outcome.remark
    assert cache.entries() == []

"""The cache of built decks runs what it keeps, so it trusts nothing it has not checked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from errno import ENOLCK
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from running import compile_text, deck_text, native_module, open_play

from yisp.compile.builds import cache, cache_folder, compiler, native, workshop
from yisp.compile.builds.cache_folder import MANIFEST
from yisp.compile.builds.workshop import ABANDONED, Lock, Workshop
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
    native_module(program)
    asked = compiler.CATEGORY, cache.key_of(*compiler.find().identity())
    built = native.CATEGORY, Path(native.place(program)).name
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


@pytest.mark.parametrize("found", [None, SimpleNamespace(origin=None)], ids=["nothing", "a folder"])
def test_where_there_is_no_cython(found: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept modules are found there as well, by a key of their own."""
    monkeypatch.setattr("importlib.machinery.PathFinder.find_spec", lambda *_: found)
    assert native._cython_stamp.__wrapped__() == ""


def test_keys_depend_on_every_part_and_on_where_it_ends() -> None:
    keys = {cache.key_of(*parts) for parts in (("ab",), ("a", "b"), ("b", "a"), ("", "ab"), ("ab", ""), ())}
    assert len(keys) == 6


@pytest.mark.slow
def test_the_key_changes_with_the_source_and_the_shape(program: Program) -> None:
    other = compile_text(TEXT.replace('"count": 7', '"count": 8'))
    assert native.load_cached(program) or native.build(program)
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
    assert cache.fetch(native.CATEGORY, entry.name) is None
    assert native.load_cached(program) is None


@pytest.mark.slow
def test_it_is_built_again(entry: Path, program: Program) -> None:
    tampered(entry)
    expected = open_play(program, "python")
    expected.run(0, 500)
    outcome = run_program(program, count=500, seed=7, method="sample", target="native")
    assert (outcome.target, outcome.remark) == ("native", None)
    assert outcome.topics[0].counts.combos == expected.counts().combos
    assert cache.fetch(native.CATEGORY, Path(native.place(program)).name) is not None


def test_what_somebody_else_has_built_meanwhile_will_do(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Translated(Exception):
        pass

    def translate(*_: object) -> None:
        raise Translated

    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(native, "load_cached", lambda *_: object())
    monkeypatch.setattr(native, "translate", translate)
    native.build_here(program)
    with pytest.raises(Translated):
        native.build_here(program, anew=True)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_an_entry_of_somebody_else_is_not_loaded(entry: Path, program: Program) -> None:
    os.chown(entry / "module.so", 12345, -1)
    assert native.load_cached(program) is None


def test_a_manifest_cannot_point_out_of_its_entry(entry: Path) -> None:
    (entry / MANIFEST).write_text('{"../../../etc/hostname": "0"}')
    assert cache.fetch(native.CATEGORY, entry.name) is None


def test_folders_are_private(entry: Path) -> None:
    for folder in (entry, entry.parent, entry.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700


WRITER = """
import os, sys, time
from yisp.compile.builds import cache, cache_folder
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


@pytest.mark.slow
def test_a_module_that_does_not_load_is_built_once_more(entry: Path, program: Program) -> None:
    """Everything is as it should be but the module itself."""
    assert cache.store(native.CATEGORY, entry.name, {"module.so": b"\x7fELF, not a module"}) is not None
    assert native.load_cached(program) is None
    outcome = run_program(program, count=500, seed=7, method="sample", target="native")
    assert (outcome.target, outcome.remark) == ("native", None)
    assert native.load_cached(program) is not None


def test_what_fails_its_check_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    key = cache.key_of("key")

    def refuse(folder: str) -> None:
        assert (Path(folder) / "file").read_bytes() == b"data"
        raise ValueError(folder)

    with pytest.raises(ValueError, match="native") as caught:
        cache.keep("native", key, {"file": b"data"}, check=refuse)
    assert not Path(str(caught.value)).exists()
    assert cache.fetch("native", key) is None
    assert cache.entries() == []


# Whose folder it is ---------------------------------------------------------------------------------------


def contents(folder: Path) -> dict[str, object]:
    """Everything in a folder: modes, and what files hold."""
    return {
        str(path.relative_to(folder)): (path.lstat().st_mode, path.read_bytes() if path.is_file() else None)
        for path in [folder, *folder.rglob("*")]
    }


def somebodys(folder: Path) -> None:
    """Fill a folder with what looks as much like a cache as somebody's own files may."""
    for name in ("photos/summer", "native/holiday", "programs/" + "a" * 40, "yisp-notes/x"):
        (folder / name).mkdir(parents=True)
        (folder / name / "picture").write_bytes(b"mine")
    (folder / "note.txt").write_text("mine")
    folder.chmod(0o755)


@pytest.mark.slow
def test_a_folder_of_somebodys_own(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """YISP_CACHE_DIR may name a folder with other things in it: they stay, and so does its mode."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "mine"))
    somebodys(tmp_path / "mine")
    before = contents(tmp_path / "mine")
    for _ in range(2):
        assert run_program(program, count=100, seed=7, method="sample", target="native").target == "native"
    assert len(cache.entries()) == 2
    cache.prune(0)
    after = contents(tmp_path / "mine")
    assert {name: what for name, what in after.items() if not f"{name}/".startswith("yisp/")} == before
    assert (tmp_path / "mine" / "yisp").stat().st_mode & 0o777 == 0o700
    assert cache.entries() == []


@pytest.mark.parametrize("fill", [somebodys, lambda folder: None], ids=["full", "empty"])
def test_a_folder_yisp_of_somebodys_own(fill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no tag of ours: there is no cache then, and a sentence why."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    (tmp_path / "yisp").mkdir()
    (tmp_path / "yisp").chmod(0o755)
    fill(tmp_path / "yisp")
    before = contents(tmp_path)
    assert cache.store("programs", "0" * 40, {"file": b""}) is None
    assert cache.fetch("programs", "0" * 40) is None
    cache.prune(0)
    assert contents(tmp_path) == before
    with pytest.raises(OSError, match="was not made by yisp"):
        cache.prepare()


def test_unknown_things_in_the_cache_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    assert cache.store("programs", "0" * 40, {"file": b""}) is not None
    somebodys(tmp_path / "yisp" / "programs")
    for name in ("own", "programs/.new-notes", "native/.old-stuff", "locks/mine", "locks/abc-123-ff"):
        (tmp_path / "yisp" / name).mkdir(parents=True)
    (tmp_path / "yisp" / "programs" / ("b" * 40)).symlink_to(tmp_path)
    before = contents(tmp_path / "yisp")
    cache.prune(0)
    gone = set(before) - set(contents(tmp_path / "yisp"))
    assert gone == {f"programs/{'0' * 40}{name}" for name in ("", "/file", "/manifest.json")}


@pytest.mark.parametrize(
    ("spoil", "taken"),
    [
        (None, True),
        ("note.txt", False),
        ("programs/note.txt", False),
        (f"programs/{'1' * 40}/note.txt", False),
        (f"programs/{'2' * 40}", False),
        ("11111111-4711-89abcdef", False),
        (".11111111-4711-89abcdef", True),
        (".11111111-4711-89abcdef-old", True),
        (".11111111-here-89abcdef", False),
        (".11111111-4711-notes", False),
        (".g1111111-4711-89abcdef", False),
        (".new-0123456789abcdef", True),
        (".old-0123456789abcdef", True),
        (".new-0123456789abcde", False),
        (".new-0123456789abcdefg", False),
        (".new-g123456789abcdef", False),
        (f"programs-{'1' * 40}", True),
        (f"notes-{'1' * 40}", False),
    ],
)
def test_a_cache_of_version_0_1(
    spoil: str | None, taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no tag.  In the user's own cache folder it is taken over, if all in it is ours."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    assert cache.store("programs", "1" * 40, {"program.json": b"{}"}) is not None
    (tmp_path / "yisp" / "CACHEDIR.TAG").unlink()
    (tmp_path / "yisp" / "programs" / ".11111111-4711-89abcdef").mkdir()
    if spoil is not None:
        (tmp_path / "yisp" / spoil).write_text("mine")
    assert cache.store("strata", "3" * 40, {"file": b""}) is None, "elsewhere nothing is taken over"
    before = contents(tmp_path)
    monkeypatch.setattr(cache_folder, "_usual", lambda: str(tmp_path / "yisp"))
    monkeypatch.delenv("YISP_CACHE_DIR")
    assert [entry[:2] for entry in cache.entries()] == [("programs", "1" * 40)] * taken
    assert contents(tmp_path) == before, "looking takes nothing over"
    assert (cache.store("strata", "3" * 40, {"file": b""}) is not None) == taken
    if taken:
        assert cache.fetch("programs", "1" * 40) == {"program.json": b"{}"}
        assert not (tmp_path / "yisp" / "programs" / ".11111111-4711-89abcdef").exists()
    else:
        assert contents(tmp_path) == before


# Many at once ---------------------------------------------------------------------------------------------

STARTS = 5


@pytest.mark.slow
def test_many_cold_starts_build_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    deck, log, compiler = tmp_path / "deck.yml", tmp_path / "log", tmp_path / "cc"
    deck.write_text(TEXT)
    compiler.write_text(f'#!/bin/sh\necho "$*" >> {log}\nexec cc "$@"\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    words = ["--method=sample", "--seed=1", "--count=1000", "--json", "--target=native"]
    command = [sys.executable, "-m", "yisp", str(deck), *words]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(STARTS)]
    said = [json.loads(one.communicate(timeout=120)[0]) for one in started]
    assert [one["target"] for one in said] == ["native"] * STARTS
    assert len({json.dumps(one["topics"]) for one in said}) == 1
    asked = [line for line in log.read_text().splitlines() if "example.c" in line]
    built = [line for line in log.read_text().splitlines() if "yisp_native" in line]
    assert (len(asked), len(built)) == (1, 1)


def test_a_lock_goes_with_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    held = (
        "import time\nfrom yisp.compile.builds.workshop import ABANDONED, Lock, Workshop\n"
        "with Lock('native', '0' * 40):\n    print('held', flush=True)\n    time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", held], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        (lock,) = (tmp_path / "yisp" / "locks").iterdir()
        cache.prune()
        assert lock.exists(), "somebody holds it"
        holder.kill()
    with Lock("native", "0" * 40):
        assert lock.stat().st_mode & 0o777 == 0o600
    assert not lock.exists()
    lock.touch()
    cache.prune()
    assert not lock.exists(), "nobody holds it"


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


def test_without_locks_what_is_old_counts_as_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Things are made and found all the same, and what is being made is left alone for an hour."""

    def no_locks(descriptor: int, *, wait: bool = False) -> None:
        raise OSError(ENOLCK, "this system has no locks")

    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(workshop, "lock", no_locks)
    with Workshop("native") as folder, Lock("native", "0" * 40):
        made = os.stat(folder).st_mtime
        for now, is_there in ((made + ABANDONED, True), (made + ABANDONED + 1, False)):
            monkeypatch.setattr(workshop.time, "time", lambda now=now: now)
            workshop.sweep()
            assert Path(folder).exists() == is_there
    assert not any((tmp_path / "yisp" / "native").iterdir())


def test_now_and_then_what_was_used_longest_ago_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    pruned: list[bool] = []
    monkeypatch.setattr(cache, "prune", lambda: pruned.append(True))
    for between, often in ((1, 2), (10**9, 0)):
        pruned.clear()
        monkeypatch.setattr(cache, "BETWEEN", between)
        monkeypatch.setattr(cache, "_made", count(1))
        for number in range(2):
            cache.keep("effort", f"{number:040x}", {"n": b""})
        assert len(pruned) == often

"""The C compiler: gcc and clang both, whatever flags they know, and every way in which one can fail."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest
from running import compile_text, deck_text, open_play

from yisp.compile.builds import cache, compiler, native
from yisp.compile.builds.compiler import QUOTED, BuildError
from yisp.messages import from_data
from yisp.simulate.run import run_program
from yisp.simulate.sampling.targets import Targets

PROGRAM = "[1H]@;(# D.1 H);(= drawn (+ drawn 1));(if (> drawn 2) (## H.1 B))"
CARDS = {"a": {"count": 8, "program": PROGRAM}, "b": {"count": 70}}
COMBOS = {"c": {"hand": ["a"], "score": "(* drawn 3)"}}
TOPIC = {"exec-program": True, "combos": COMBOS, "stats": {"s": "|B|"}}


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No compiler has been asked yet, and nobody wants flags."""
    monkeypatch.setenv("YISP_CACHE_DIR", str(tmp_path / "cache"))
    for variable in ("CC", "CPPFLAGS", "CFLAGS", "LDFLAGS"):
        monkeypatch.delenv(variable, raising=False)


def script(folder: Path, text: str, name: str = "compiler") -> str:
    """A program that stands for a compiler; its path."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_what_a_compiler_says_is_cut_where_it_is_long() -> None:
    for length, shown in ((QUOTED, "x" * QUOTED), (QUOTED + 1, "x" * (QUOTED - 3) + "...")):
        assert compiler._shown("x" * length) == shown


# Both compilers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gcc", "clang"])
def test_a_deck_is_built(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed here")
    monkeypatch.setenv("CC", name)
    monkeypatch.setenv("CFLAGS", "-Og")  # which comes behind ours, and takes half the time
    program = compile_text(deck_text(CARDS, {"t": TOPIC}))
    outcome = run_program(program, count=2000, seed=7, method="sample", target="native")
    assert (outcome.target, outcome.remark) == ("native", None)
    expected = open_play(program, "python")
    expected.run(0, 2000)
    assert outcome.topics[0].counts.score.histogram == expected.counts().score.histogram
    assert outcome.topics[0].counts.stats[0].histogram == expected.counts().stats[0].histogram
    used = compiler.known()
    assert used is not None
    assert name in used.version
    assert "-O3" in used.flags
    only_gcc = "-fno-tree-loop-distribute-patterns"
    assert (only_gcc in used.flags) == (name == "gcc")


def test_it_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("CC", script(tmp_path, f'echo "$*" >> {log}; exec cc "$@"'))
    monkeypatch.setattr(compiler, "LIKED", ("-O1", "-fno-such-flag-anywhere"))
    assert compiler.known() is None
    asked = compiler.asked()
    assert asked.flags[0] == "-O1"
    assert not [flag for flag in asked.flags if "such" in flag]
    questions = log.read_text()
    assert "-fno-such-flag-anywhere" in questions and "--version" in questions
    again = compiler.asked()
    assert (again.flags, again.version) == (asked.flags, asked.version)
    assert log.read_text() == questions


def test_what_decides_is_in_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_text(deck_text(CARDS, {"t": TOPIC}))
    one, two = script(tmp_path, 'exec cc "$@"', "one"), script(tmp_path, 'exec cc "$@"', "two")
    settings = [
        {"CC": one}, {"CC": two}, {"CC": f"{one} -pipe"}, {"CC": one, "CFLAGS": "-g"},
        {"CC": one, "CPPFLAGS": "-DX"}, {"CC": one, "LDFLAGS": "-Wl,-O1"},
    ]  # fmt: skip
    keys = []
    for setting in settings:
        with monkeypatch.context() as patch:
            for name, value in setting.items():
                patch.setenv(name, value)
            compiler.asked()
            keys.append(native.key(program))
            if len(keys) == 1:
                os.utime(one, (1, 1))  # as good as another compiler
                assert native.key(program) is None
                os.utime(one)
    assert len({*keys}) == len(settings) and None not in keys


def test_flags_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("CPPFLAGS", "-DA='b c'"), ("CFLAGS", "-O0 -g"), ("LDFLAGS", "-lm")):
        monkeypatch.setenv(name, value)
    found = compiler.find()
    assert (found.before, found.after) == (["-DA=b c", "-O0", "-g"], ["-lm"])


def test_the_user_s_flags_win_but_over_those_that_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", script(tmp_path, f'printf "%s " "$@" >> {tmp_path}/said; exec cc "$@"'))
    monkeypatch.setenv("CFLAGS", "-O1 -fno-wrapv")
    build = compiler.asked()
    (tmp_path / "said").write_text("")
    (tmp_path / "x.c").write_text(compiler.EXAMPLE)
    build.compile(str(tmp_path / "x.c"), str(tmp_path / "x.so"), ["-O2"])
    words = (tmp_path / "said").read_text().split()
    assert [word for word in words if word.startswith("-O")] == ["-O3", "-O2", "-O1"]
    assert words.index("-fno-wrapv") < words.index("-fwrapv")


# None, or one that fails ----------------------------------------------------------------------------------


def refusal() -> str:
    with pytest.raises(BuildError) as caught:
        compiler.asked()
    assert cache.entries() == [], "a failure is not remembered"
    return str(caught.value)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("gcc 'x", "CC is gcc 'x, which is not a command line: No closing quotation"),
        ("nosuchcompiler -x", "there is no C compiler nosuchcompiler, which CC asks for"),
        ("/nowhere/cc", "there is no C compiler /nowhere/cc, which CC asks for"),
        ("/", "there is no C compiler /, which CC asks for"),
        ("\x1b[31mcc", "there is no C compiler \\x1b[31mcc, which CC asks for"),
        ("false", "the C compiler failed with exit code 1 and said nothing"),
        ("true", "the C compiler reported no error, but made nothing"),
    ],
)
def test_what_is_no_compiler(command: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", command)
    assert refusal() == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("echo warning; echo 'a.c:1: error: bad'; echo 'error: 2'; exit 1", "reported: a.c:1: error: bad"),
        ("echo; echo 'licence expired' >&2; exit 1", "reported: licence expired"),
        (r"printf 'error: \033[1m\n'; exit 1", "reported: error: \\x1b[1m"),
        ("kill -9 $$", "was ended by signal 9"),
    ],
)
def test_what_a_compiler_says(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", script(tmp_path, text))
    assert refusal() == f"the C compiler {sentence}"


def test_a_long_error_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", script(tmp_path, f"echo 'error: {'x' * 5000}'; exit 1"))
    assert len(refusal()) < 200


def test_one_that_is_no_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "compiler"
    path.write_bytes(b"\x7fELF")
    path.chmod(0o755)
    monkeypatch.setenv("CC", str(path))
    assert refusal() == "the C compiler could not be started (Exec format error)"
    path.chmod(0o644)
    assert refusal() == f"there is no C compiler {path}, which CC asks for"


def test_one_that_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", script(tmp_path, "exec sleep 100"))
    monkeypatch.setattr(compiler, "SECONDS_TO_ASK", 0.1)
    assert refusal() == "the C compiler took more than 0.1 seconds"


@pytest.mark.parametrize("variable", ["CPPFLAGS", "CFLAGS", "LDFLAGS"])
def test_flags_that_it_does_not_know(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "-fno-such-flag-anywhere")
    assert "-fno-such-flag-anywhere" in refusal()
    monkeypatch.setenv(variable, '-D"')
    assert refusal() == f'{variable} is -D", which is not a command line: No closing quotation'


def test_the_current_folder_has_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path, "exit 1", "gcc")
    monkeypatch.chdir(tmp_path)
    usual = compiler.find().words
    for path in (f".:{os.environ['PATH']}", f":{os.environ['PATH']}"):
        monkeypatch.setenv("PATH", path)
        assert compiler.find().words == usual
    monkeypatch.setenv("CC", "./gcc")  # but who asks for it by its path gets it
    assert compiler.find().words == [str(tmp_path / "gcc")]


# Whole builds that fail -----------------------------------------------------------------------------------


def test_the_line_quotes_the_first_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_text(deck_text(CARDS, {"t": TOPIC}))
    said = "echo 'deck.c:7: error: no, not this'; echo 'deck.c:8: error: nor this'; exit 1"
    monkeypatch.setenv("CC", script(tmp_path, f'case "$*" in *example.c*) exec cc "$@";; *) {said};; esac'))
    with pytest.raises(BuildError) as caught:
        native.build(program)
    assert str(caught.value) == "the C compiler reported: deck.c:7: error: no, not this"
    assert caught.value.details.endswith("error: no, not this\ndeck.c:8: error: nor this")
    monkeypatch.setenv("CC", script(tmp_path, said))
    outcome = run_program(program, count=10, seed=7, method="sample", target="native")
    assert outcome.target == "python"
    assert outcome.remark == (
        "running in python, which is slower: the C compiler reported: deck.c:7: error: no, not this"
        " (`yispc compile` with this deck shows its full output)"
    )


def test_a_compiler_named_by_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child that builds has another current folder."""
    script(tmp_path, "echo 'error: found'; exit 1")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CC", "./compiler")
    with pytest.raises(BuildError, match="the C compiler reported: error: found"):
        native.build(compile_text(deck_text(CARDS, {"t": TOPIC})))


@pytest.mark.slow
def test_what_does_not_load_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = 'echo "int nothing;" | cc -shared -fPIC -x c - -o module.so'
    monkeypatch.setenv("CC", script(tmp_path, f'case "$*" in *example.c*) exec cc "$@";; *) {empty};; esac'))
    with pytest.raises(BuildError, match="the compiled deck could not be loaded"):
        native.build(compile_text(deck_text(CARDS, {"t": TOPIC})))
    assert [sort for sort, _, _, _ in cache.entries()] == [compiler.CATEGORY]


LARGE = deck_text({f"card {number}": {"count": 1} for number in range(1500)}, {"t": {"combos": {"c": {}}}})
"""Its program is longer than what a pipe holds (64 KiB)."""


@pytest.mark.parametrize("dead", ["false", "true"])
def test_a_build_that_dies_early(dead: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line, and python, also where nobody has read the program."""
    program = compile_text(LARGE)
    monkeypatch.setattr("sys.executable", shutil.which(dead))
    outcome = run_program(program, count=2000, seed=7, method="sample", target="native")
    assert outcome.target == "python"
    assert outcome.topics[0].counts.trials == 2000
    assert outcome.remark is not None and "\n" not in outcome.remark
    with Targets(program, "auto") as meanwhile:
        meanwhile.foresee(10**9)
        while meanwhile.building:
            time.sleep(0.01)
        assert meanwhile.remark == outcome.remark
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    outcome = run_program(program, count=20, seed=7, method="sample", target="native")
    assert outcome.remark is not None and "no process could be started" in outcome.remark


@pytest.mark.parametrize(
    ("error", "said", "details"),
    [
        (BuildError("no compiler"), "no compiler", ""),
        (OSError(28, "No space left"), "the build could not write its files (No space left)", ""),
        (KeyError("x"), "an error of yisp's own (KeyError), please report it", "Traceback "),
    ],
)
def test_a_child_that_cannot_build_says_why(
    error: Exception,
    said: str,
    details: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(native, "lighten_cython", lambda: None)
    monkeypatch.setattr(native, "build_here", fails)
    program = compile_text(deck_text({"a": {"count": 9}}, {"t": {"stats": {"n": "|H|"}}}))
    asked = json.dumps([program.to_data(), native.Entry.TRIALS.value, False])
    monkeypatch.setattr(sys, "stdin", io.StringIO(asked))
    with pytest.raises(SystemExit) as ended:
        native.main()
    reason, more = json.loads(capsys.readouterr().out)
    assert (ended.value.code, from_data(reason), more[:10]) == (1, said, details)


def test_how_a_child_that_said_nothing_ended() -> None:
    assert [str(native._how_it_ended(code)) for code in (-9, 3)] == [
        "the build ended early, by signal 9", "the build ended early, with exit code 3"
    ]  # fmt: skip

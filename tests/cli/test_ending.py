"""How a command ends before it is done: signals, limits, workers and builds that die, and what is left then."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from commanding import COMMAND, PATIENCE, TEN_LINES, environment, objects, process, saved, yispc
from watching import NEEDS_PROC, alive, family, playing, reading, running, wait_until, worked

from yisp.cli import COMMANDS, overseer, start
from yisp.cli.exits import ENDED
from yisp.cli.limits import bounds, within
from yisp.cli.options import duration, memory
from yisp.report.text.text import ENDINGS
from yisp.simulate.sampling import sample
from yisp.simulate.stop import HANG_UP, INTERRUPT, MEMORY, TERMINATE, TIME, Ended, listening
from yisp.system import resident

ENDLESS = """\
deck: {cards: {a: {count: 40, program: '[1]@;(while 1 (= x (+ x 1)))'}}}
simulate:
  seed: 1
  limits: {steps: 1000000000}
  tests: {t: {exec-program: true, method: sample, combos: {A: {hand: [a]}}}}
"""
"""A deck of which one trial takes minutes, without a card being moved."""

ENDLESS_WAYS = {
    "a loop": ENDLESS,
    "activations": ENDLESS.replace("[1]@;(while 1 (= x (+ x 1)))", "@").replace(
        "steps: 1000000000", "activations: 1000000"
    ).replace("exec-program: true", "exec-program: true, turns: 1000"),
    "judging": ENDLESS.replace("[1]@;(while 1 (= x (+ x 1)))", "").replace(
        "{A: {hand: [a]}}", "{A: {condition: '(block (while 1 1) 1)'}}"
    ),
    "main program": ENDLESS.replace("exec-program: true", "program: '(while 1 (= x (+ x 1)))'"),
}  # fmt: skip


def left_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


# Signals ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize("way", ["a loop"])
def test_an_interrupt_in_one_long_trial(way: str, tmp_path: Path, target: str) -> None:
    deck = saved(tmp_path, ENDLESS_WAYS[way])
    assert yispc("compile", deck).code == 0
    with running(deck, "--json", "--target", target) as child:
        playing(child)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, "Traceback" in err) == (130, False)
    (report,) = map(json.loads, out.splitlines())
    assert report["partial"] is True
    (topic,) = report["topics"]
    noticed = sum(notice["count"] for notice in topic["notices"])
    assert noticed == topic["trials"], "every trial comes to a limit, and none that was cut short counts"


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize(("number", "code", "jobs"), [(signal.SIGTERM, 143, "2"), (signal.SIGHUP, 129, "1")])
def test_other_signals_print_what_was_counted(
    number: signal.Signals, code: int, jobs: str, tmp_path: Path, target: str
) -> None:
    deck = saved(tmp_path)
    assert yispc("compile", deck).code == 0
    with running(deck, "--json", "--count=1e12", "--target", target, "--jobs", jobs) as child:
        playing(child)
        child.send_signal(number)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, "Traceback" in err) == (code, False)
    (report,) = map(json.loads, out.splitlines())
    assert report["partial"] is True
    (topic,) = report["topics"]
    again = yispc(deck, "--topic=opening", "--json", "--count", str(topic["trials"]), "--target=native")
    assert objects(again)[0]["topics"][0]["score"] == topic["score"], "whole trials, the first ones"


@pytest.mark.slow
def test_the_report_says_what_ended_it(tmp_path: Path) -> None:
    said = yispc(saved(tmp_path), "--count=1e12", "--time-limit=2s", "--target=python", "--jobs=1")
    assert said.code == 5
    assert "Partial: the time limit was reached" in said.out


@pytest.mark.parametrize(
    ("words", "variable", "overseen"),
    [
        (["--time-limit", "1s"], None, True),
        (["--memory-limit=1G", "-q"], None, True),
        ([], "YISP_TIME_LIMIT", True),
        (["--json"], None, False),
    ],
)
def test_a_limit_has_an_overseer(
    words: list[str], variable: str | None, overseen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    for name in ("YISP_TIME_LIMIT", "YISP_MEMORY_LIMIT"):
        monkeypatch.delenv(name, raising=False)
    if variable is not None:
        monkeypatch.setenv(variable, "1")
    monkeypatch.setattr("yisp.cli.overseer.oversee", asked.append)
    monkeypatch.setattr(start, "read_plainly", sys.exit)  # all that comes then is another matter
    monkeypatch.setattr(sys, "argv", ["yispc", "deck.yml", *words])
    for forks in (True, False):
        with pytest.raises(SystemExit):
            start._run(forks)
    assert asked == [["deck.yml", *words]] * overseen


def test_the_command_begins_once_an_interrupt_can_be_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    def begin() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(start, "_run", lambda forks: 0)
    with pytest.raises(SystemExit) as ended:
        start.main(begin)
    assert ended.value.code == ENDED[INTERRUPT]


OVERSEEN = """
import os, signal, sys
from yisp.cli import overseer
waits, held = os.pipe()
child = os.fork()
if not child:
    os.close(held)
    os.read(waits, 1)  # it ends with its parent, whatever becomes of that
    os._exit(0)
number = int(sys.argv[1])
overseer.time.sleep = lambda _: os.kill(os.getpid(), number)  # which the one who waits hears while he does
os._exit(overseer._wait(child, None, None))
"""


def test_what_the_overseer_hears_his_child_hears() -> None:
    ran = subprocess.run([sys.executable, "-c", OVERSEEN, str(int(signal.SIGTERM))], timeout=PATIENCE)
    assert ran.returncode == 128 + signal.SIGTERM


def test_a_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    """``nohup yispc …``"""

    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    with subprocess.Popen(
        [*COMMAND, "-"], preexec_fn=ignore, env=environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as child:  # fmt: skip
        reading(child)
        child.send_signal(signal.SIGHUP)
        out, _ = child.communicate(TEN_LINES.encode(), timeout=PATIENCE)
    assert child.returncode == 0
    assert b"Topic: opening" in out


# Nothing outlives its parent --------------------------------------------------------------------------------


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_build_ends_with_its_parent(number: signal.Signals, tmp_path: Path) -> None:
    deck, folder = saved(tmp_path), tmp_path / "temporary"
    folder.mkdir()
    slow = tmp_path / "slow-cc"
    slow.write_text(f"#!{sys.executable}\nimport subprocess\nsubprocess.run(['sleep', '1000'])\n")
    slow.chmod(0o700)
    cache = {"CC": str(slow), "TMPDIR": str(folder), "YISP_CACHE_DIR": str(tmp_path / "cache")}
    with running("compile", deck, **cache) as child:

        def asleep() -> bool:
            return any(b"sleep" in Path(f"/proc/{one}/cmdline").read_bytes() for one in family(child.pid))

        wait_until(asleep, "the compiler")
        everybody = family(child.pid)
        assert left_in(folder) != []
        child.send_signal(number)
        child.wait(PATIENCE)
        wait_until(lambda: not any(map(alive, everybody)), "the end of the build")
        wait_until(lambda: left_in(folder) == [], "the removal of its files")


@pytest.mark.slow
@NEEDS_PROC
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_parent(number: signal.Signals, tmp_path: Path) -> None:
    deck, folder = saved(tmp_path), tmp_path / "temporary"
    folder.mkdir()
    with running(deck, "--count=1e12", "--target=python", "--jobs=2", TMPDIR=str(folder)) as child:
        wait_until(lambda: len(family(child.pid)) == 2, "the work")
        workers = family(child.pid)
        wait_until(lambda: all(worked(one) > 0.2 for one in workers), "their work")
        child.send_signal(number)
        child.wait(PATIENCE)
        wait_until(lambda: not any(map(alive, workers)), "their end")
        wait_until(lambda: left_in(folder) == [], "the removal of their folders")


def test_a_child_that_has_done_its_work_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its parent may be killed in that moment, and then nobody would clear away."""
    from yisp import children

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    child = children.start("yisp.simulate.sampling.workers", stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        assert (child.wait(PATIENCE), child.stderr.read(), left_in(tmp_path)) == (0, b"", [])
    finally:
        child.close()


def overseen(
    monkeypatch: pytest.MonkeyPatch, *, seconds: float | None = None, room: int | None = None, used: str = "0"
) -> tuple[int, float]:
    """With which code, and when, a child that hears nothing is ended; ``used`` is its memory by each second."""
    clock, ended = [0.0], list[int]()

    def kill(child: int, number: int) -> None:
        assert (child, number) == (7, signal.SIGKILL)
        ended.append(child)

    def waitpid(child: int, flags: int) -> tuple[int, int]:
        assert clock[0] < 60, "nobody ends it"
        return (0, 0)

    asked = SimpleNamespace(waitpid=waitpid, kill=kill, WNOHANG=os.WNOHANG)
    told = SimpleNamespace(signal=lambda *_: None, getsignal=lambda _: signal.SIG_IGN, SIGINT=0, SIGTERM=0,
                           SIGHUP=0, SIG_IGN=signal.SIG_IGN, SIGKILL=signal.SIGKILL)  # fmt: skip

    def sleep(time: float) -> None:
        clock[0] += time

    monkeypatch.setattr(overseer, "os", asked)
    monkeypatch.setattr(overseer, "signal", told)
    monkeypatch.setattr(overseer, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=sleep))
    monkeypatch.setattr(overseer, "family", lambda child: [child])
    monkeypatch.setattr(overseer, "resident", lambda _: int(used[min(int(clock[0]), len(used) - 1)]))
    code = overseer._wait(7, seconds, room)
    assert ended == [7]
    return code, clock[0]


@pytest.mark.parametrize(
    ("limits", "reason", "when"),
    [
        ({"seconds": 3}, TIME, 3 + overseer.GRACE),
        ({"seconds": 3, "room": 4, "used": "4"}, TIME, 3 + overseer.GRACE),
        ({"room": 4, "used": "0005"}, MEMORY, 3 + overseer.GRACE),  # it may show what it has
        ({"room": 4, "used": "4566"}, MEMORY, 1 + overseer.GRACE),  # 6 is not more than it gets at most
        ({"room": 4, "used": "04540005"}, MEMORY, 7 + overseer.GRACE),  # meanwhile it had less
        ({"room": 4, "used": "007"}, MEMORY, 2),  # far too much
    ],
)  # fmt: skip
def test_a_child_that_hears_nothing_is_ended(
    limits: dict[str, Any], reason: str, when: float, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    code, at = overseen(monkeypatch, **limits)
    assert code == ENDED[reason] and when <= at <= when + 3 * overseer.PAUSE
    assert str(ENDINGS[reason]) in capsys.readouterr().err


LEAVES_SOMEBODY = """
from subprocess import Popen

def main():
    print(Popen(["sleep", "1000"]).pid, flush=True)
"""


@NEEDS_PROC
def test_a_child_that_has_done_its_work_ends_what_it_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tool that took too long, whatever the parent does then."""
    from yisp import children

    (tmp_path / "leaves_somebody.py").write_text(LEAVES_SOMEBODY, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    child = children.start("leaves_somebody", stdout=subprocess.PIPE)
    try:
        number = int(child.stdout.readline())
        assert child.wait(PATIENCE) == 0
        wait_until(lambda: not alive(number), "the end of what it had started")
    finally:
        child.close()


def test_a_child_that_is_closed_has_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from yisp import children

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    child = children.start("yisp.simulate.sampling.workers", stdin=subprocess.PIPE)
    assert len(left_in(tmp_path)) == 1
    child.close()
    assert child.returncode == -signal.SIGKILL and child.stdin.closed and left_in(tmp_path) == []
    child.close()  # once more is nothing


@pytest.mark.slow
@NEEDS_PROC
def test_what_was_killed_together_is_cleared_away_the_next_time(tmp_path: Path) -> None:
    deck, folder = saved(tmp_path), tmp_path / "temporary"
    folder.mkdir()
    (folder / "yisp-child-of-somebody").mkdir()
    (folder / "yisp-child-of-somebody" / "his").write_text("own")
    words = (deck, "--target=python", "--jobs=2")
    with running(*words, "--count=1e12", TMPDIR=str(folder)) as child:
        wait_until(lambda: len(family(child.pid)) == 2, "the work")
        workers = family(child.pid)
        child.send_signal(signal.SIGSTOP)
        for one in workers:
            os.kill(one, signal.SIGKILL)
        child.kill()
    assert len(left_in(folder)) == 3
    assert process(*words, "--count=3e6", TMPDIR=str(folder), timeout=PATIENCE).code == 0
    assert left_in(folder) == ["yisp-child-of-somebody"]


@NEEDS_PROC
@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="needs files without names")
def test_records_of_a_killed_run_leave_nothing(tmp_path: Path) -> None:
    deck = saved(tmp_path)
    yispc("compile", deck)
    with running(deck, "--count=1e12", "--records", str(tmp_path / "r.csv")) as child:
        wait_until(lambda: worked(child.pid) > 0.6, "the run")
        child.kill()
    assert left_in(tmp_path) == ["deck.yml"]


# Workers that die -----------------------------------------------------------------------------------------


@pytest.mark.slow
@NEEDS_PROC
def test_a_killed_workers_block_is_done_again(tmp_path: Path) -> None:
    deck = saved(tmp_path)
    words = ("--count=6000000", "--json", "--topic=opening")
    with running(deck, *words, "--target=python", "--jobs=2") as child:
        wait_until(lambda: any(worked(one) > 0.3 for one in family(child.pid)), "the work")
        os.kill(max(family(child.pid), key=worked), signal.SIGKILL)
        out, err = child.communicate(timeout=PATIENCE)
    assert (child.returncode, "Traceback" in err) == (0, False)
    whole = objects(yispc(deck, *words, "--target=native"))[0]["topics"][0]
    (topic,) = json.loads(out)["topics"]
    assert topic["trials"] == 6000000
    assert (topic["score"], topic["notices"]) == (whole["score"], whole["notices"])


def test_workers_that_keep_dying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from yisp import children

    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    monkeypatch.setattr(children, "command", lambda module: ["false"])
    said = yispc(saved(tmp_path), "--count=3000000", "--target=python", "--jobs=2", "--topic=opening")
    assert said.code == 1
    assert "Partial: the processes that count its trials died, one after another" in said.out
    assert "Topic: opening (0 trials)" in said.out, "it was theirs from the beginning"
    assert "yispc: the processes that count its trials died, one after another\n" in said.err


def test_workers_that_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from yisp import children

    def start(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    monkeypatch.setattr(children, "start", start)
    words = ("--count=100000", "--target=python", "--jobs=2", "--topic=opening", "--json")
    said = yispc(saved(tmp_path), *words)
    (topic,) = objects(said)[0]["topics"]
    assert (said.code, objects(said)[0]["partial"], topic["trials"]) == (0, False, 100_000)


# Limits ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("way", ENDLESS_WAYS)
def test_a_time_limit_in_one_long_trial(way: str, tmp_path: Path, target: str) -> None:
    deck = saved(tmp_path, ENDLESS_WAYS[way])
    assert yispc("compile", deck).code == 0
    said = yispc(deck, "--time-limit=1s", "--target", target, "--json")
    assert said.code == 5
    assert objects(said)[0]["partial"] is True


@pytest.mark.slow
@pytest.mark.parametrize("words", ["check DECK", "compile DECK", "trace DECK", "run DECK"])
def test_a_time_limit_before_anything_is_counted(words: str, tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("@;(# X B)", "@;" + "(# X B);" * 20_000))
    # In a process of its own: modules whose import is cut short cannot be imported once more.
    said = process(*(deck if word == "DECK" else word for word in words.split()), "--time-limit=100ms")
    assert (said.code, said.out) == (5, "")
    assert said.err == "yispc: the time limit was reached\n"


STUCK = """
import signal, sys, time
from yisp.cli import overseer, start
overseer.GRACE = 0.3
def run(forks):
    overseer.oversee(sys.argv[1:])
    held = []
    while True:  # hears nothing: what a limit is announced by is blocked
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        held.append(bytearray(2**22))
        for page in range(0, 2**22, 4096):
            held[-1][page] = 1
        if "--time-limit=200ms" in sys.argv:
            time.sleep(60)
start._run = run
start.main()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks on this system")
@pytest.mark.parametrize(
    ("limit", "reason"), [("--time-limit=200ms", "time"), ("--memory-limit=100M", "memory")]
)
def test_what_cannot_hear_is_ended_by_its_parent(limit: str, reason: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", STUCK, "why", "deck.yml", limit],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert said.returncode == 5 and said.stderr.startswith(f"yispc: the {reason} limit was reached")
    assert said.stderr.count("\n") == 1


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "view"])
def test_every_command_can_be_limited(command: str) -> None:
    said = yispc(command, "--help")
    assert "--time-limit" in said.out and "--memory-limit" in said.out


EARLY = """
import builtins, os, signal, sys
left, real = int(sys.argv.pop()), builtins.__import__
def counting(name, *rest):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGINT)
    return real(name, *rest)
from yisp import version
builtins.__import__ = counting
import yisp.cli.entry
yisp.cli.entry.main()
"""


@pytest.mark.parametrize("words", [["--help"], ["check", "opening"], ["run", "opening", "--method=exact"]])
def test_an_interrupt_at_the_very_beginning(words: list[str]) -> None:
    """In the middle of any import, of which there are some hundreds: never a traceback."""
    for moment in (8, 40, 90, 150):
        told = subprocess.run(
            [sys.executable, "-c", EARLY, *words, str(moment)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert (told.returncode, told.stderr) == (130, ""), moment


@pytest.mark.slow
def test_limits_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = saved(tmp_path, ENDLESS)
    monkeypatch.setenv("YISP_TIME_LIMIT", "200ms")
    assert yispc(deck).code == 5
    monkeypatch.setenv("YISP_TIME_LIMIT", "1h")
    assert yispc(deck, "--time-limit=200ms").code == 5, "the nearer one counts"
    monkeypatch.setenv("YISP_TIME_LIMIT", "soon")
    for words in ([deck], ["check", deck]):
        said = yispc(*words)
        assert (said.code, said.out) == (2, "")
        assert said.err.startswith("yispc: YISP_TIME_LIMIT is 'soon', and should be a time above 0")


def test_a_limit_of_the_environment_that_is_none_is_explained_by_the_command(tmp_path: Path) -> None:
    """Also where a parent oversees the command, as it does in a process of its own."""
    said = process("check", saved(tmp_path), YISP_TIME_LIMIT="soon")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("yispc: YISP_TIME_LIMIT is 'soon', and should be a time above 0")


@NEEDS_PROC
def test_a_memory_limit(tmp_path: Path) -> None:
    deck = saved(tmp_path)
    assert yispc(deck).code == 0
    for words in (["--count=1e12"], ["--count=1e12", "--target=python"]):
        said = yispc(deck, "--memory-limit", "1M", *words)
        assert said.code == 5
        assert "the memory limit was reached" in said.out + said.err
    assert yispc(deck, "--memory-limit", f"{resident() * 4 / 2**20}M", "--count=1000").code == 0


HOLDER = """
import subprocess, sys
from yisp.system import resident

hold = "import sys; held = b'x' * 300_000_000; print('ready', flush=True); sys.stdin.read()"
before = resident()
with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
    child.stdout.readline()
    print(resident() - before)
    child.stdin.close()
"""
"""Run by a process of its own: of this one, other children may end in the meantime."""


@NEEDS_PROC
def test_memory_counts_what_processes_use() -> None:
    said = subprocess.run([sys.executable, "-c", HOLDER], capture_output=True, text=True, check=True)
    assert 300_000_000 < int(said.stdout) < 400_000_000


def test_out_of_memory_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("yisp.cli.running.run_decks.compiled", fail)
    said = yispc(saved(tmp_path))
    assert (said.code, said.err) == (5, "yispc: the memory limit was reached, or there is no more memory\n")


class Lost:
    """Waits for what ends the run where nothing gets through: in a destructor."""

    heard = False

    def __del__(self) -> None:
        try:
            threading.Event().wait(PATIENCE)
        except Ended:
            Lost.heard = True
            raise


def test_what_gets_lost_in_a_destructor_is_said_again() -> None:
    with pytest.raises(Ended) as ended, listening(), within(0.05, None):
        Lost()
        assert Lost.heard, "the destructor is run at once, and to its end"
        threading.Event().wait(PATIENCE)
    assert ended.value.reason == TIME


def test_a_limit_that_is_over_is_not_announced() -> None:
    with listening():
        with within(1000, None):
            pass
        with pytest.raises(Ended) as ended, within(0.01, None):
            threading.Event().wait(PATIENCE)
    assert ended.value.reason == TIME


@pytest.mark.parametrize(
    ("text", "seconds"), [("10s", 10), ("10", 10), ("1.5 min", 90), ("500ms", 0.5), ("2h", 7200), ("3m", 180)]
)
def test_durations(text: str, seconds: float) -> None:
    assert duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("512M", 2**29),
        ("512MB", 2**29),
        ("512MiB", 2**29),
        ("1.5g", 3 * 2**29),
        ("64k", 2**16),
        ("1T", 2**40),
    ],
)
def test_amounts_of_memory(text: str, amount: int) -> None:
    assert memory(text) == amount


@pytest.mark.parametrize("text", ["0s", "-1s", "s", "", "soon", "nan", "inf", "1e999s"])
def test_no_durations(text: str) -> None:
    with pytest.raises(ValueError):
        duration(text)


@pytest.mark.parametrize("text", ["0M", "-1M", "M", "", "512", "nanM", "infG", "much"])
def test_no_amounts_of_memory(text: str) -> None:
    with pytest.raises(ValueError):
        memory(text)


# Files that a deck names -----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["run", "check", "compile", "trace"])
def test_no_files(words: str, tmp_path: Path) -> None:
    saved(tmp_path, TEN_LINES, "base.yml")
    saved(tmp_path, "(define (gain x) (= score (+ score x)))", "more.yisp")
    decks = {
        saved(tmp_path, "extends: base.yml", "a.yml"): "`base.yml` cannot be extended",
        saved(tmp_path, TEN_LINES + "include: [more.yisp]", "b.yml"): "`more.yisp` cannot be included",
    }
    for deck, sentence in decks.items():
        if words != "compile":  # which takes long
            assert yispc(words, deck).code == 0, "and what is kept of it is of no use below"
        said = yispc(words, deck, "--no-files")
        assert said.code == 1
        assert f"{sentence}: `--no-files` refuses every file that is not packaged" in said.err
    packaged = saved(tmp_path, "extends: opening", "c.yml")
    if words != "compile":
        assert yispc(words, packaged, "--no-files").code == 0


# A full disk, and streams that are none ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", ["DECK", "DECK --json", "check DECK", "trace DECK", "--help", "no.yml"])
def test_standard_error_may_be_full(words: str, tmp_path: Path) -> None:
    deck = saved(tmp_path, TEN_LINES.replace("hand: [gate]", "hand: [a:strat]"))
    command = [*COMMAND, *(deck if word == "DECK" else word for word in words.split())]
    with open("/dev/full", "wb") as full:
        found = [
            subprocess.run(command, stdout=subprocess.PIPE, stderr=stream, env=environment(), check=False)
            for stream in (full, subprocess.PIPE)
        ]
    assert found[0].returncode == found[1].returncode
    assert bool(found[0].stdout) == bool(found[1].stdout)


def test_until_a_width_that_nobody_reaches(tmp_path: Path) -> None:
    for width in ("1e-300", "5e-324", "1e-160"):
        said = yispc(saved(tmp_path), "--until", width, "--count=20000", "--topic=opening")
        assert said.code == 0, said.err
        assert "Simulate 20000 times" in said.out


def test_a_limit_that_is_given_counts_more_than_that_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert bounds(None, None) == (None, None) and bounds(2.0, 3) == (2.0, 3)
    monkeypatch.setenv("YISP_TIME_LIMIT", "1m")
    monkeypatch.setenv("YISP_MEMORY_LIMIT", "2KiB")
    assert bounds(None, None) == (60, 2048) and bounds(2.0, 3) == (2.0, 3)


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("run --time-limit 2s deck.yml", (2, None)),
        ("run --time-limit=2s --time-limit=3s", (3, None)),
        ("run --memory-limit=2KiB", (60, 2048)),
        ("run --memory-limit=much", None),
        ("repl --time-limit=2s", (2, None)),
        ("repl", None),
        ("repl --memory-limit=2KiB", (None, 2048)),
        ("view --time-limit=2s", None),
        ("", (60, None)),
    ],
)
def test_within_which_limits_a_command_is_overseen(
    words: str, limits: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a session, that of time in the environment is none of its own."""
    monkeypatch.setenv("YISP_TIME_LIMIT", "1m")
    assert overseer._limits(words.split()) == limits
    monkeypatch.setenv("YISP_TIME_LIMIT", "soon")
    assert overseer._limits([]) is None


def test_a_signal_ends_it_with_the_code_that_shells_give_it() -> None:
    signals = {INTERRUPT: signal.SIGINT, TERMINATE: signal.SIGTERM, HANG_UP: signal.SIGHUP}
    assert {reason: ENDED[reason] - 128 for reason in signals} == signals

"""Short ways to give ``yispc`` a command line and to look at what it said.

``yispc`` runs it in this process, for speed; ``process`` in one of its own, where that is the point;
``on_terminal`` in one that has a terminal for its standard streams.
"""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yisp_runtime

import yisp
from yisp import messages
from yisp.cli import start
from yisp.cli.language import settle

COMMAND = (sys.executable, "-m", "yisp")

PATIENCE = 300
"""Seconds after which a process counts as hanging.  A machine may be busy: nothing is measured with it."""

TEN_LINES = """\
deck:
  cards:
    scout: {count: 2, attribute: [start]}
    lamp: {count: 5, attribute: [start]}
    gate: {count: 2, program: '@;(# X B);(# D.scout.1 H)'}
    rest: {count: 31}
simulate:
  seed: 7
  count: 1000
  tests:
    opening:
      method: sample
      exec-program: true
      combos: {one: {hand: [a:start]}, two: {score: 2, hand: [2x a:start]}}
      stats: {milled: '|B|'}
    hands: {method: sample, combos: {one: {hand: [gate]}}}
"""
"""A deck with a move that finds nothing in some trials (topic ``opening``, first in trial 439)."""

SHOWN = """
import sys
before = set(sys.modules)  # what the installation itself loads, such as an editable one's finder
from yisp.cli import start
try:
    start.main()
finally:
    print("modules:", *(set(sys.modules) - before), file=sys.stderr)
"""
"""Runs the command line that follows, and says on standard error which modules that imported."""

DOUBTFUL = TEN_LINES.replace("hand: [gate]", "hand: [a:strat]")
"""The same with a warning: no card has that attribute."""


class Said(NamedTuple):
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


def hear_signals() -> None:
    """Let a child hear what ends it even where this process does not: behind ``&``, under ``nohup``."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def take_terminal() -> None:
    """Make the terminal the child's own, so that ^C typed there reaches it."""
    hear_signals()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def environment(**changes: str | None) -> dict[str, str]:
    """A process's environment: this one's, with yisp to be found; None takes a variable away."""
    folders = [str(Path(module.__path__[0]).parent) for module in (yisp, yisp_runtime)]
    known = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    for name in ("PYTHONIOENCODING", "NO_COLOR", "FORCE_COLOR", "PYTHONDONTWRITEBYTECODE"):
        known.pop(name, None)
    for name, value in changes.items():
        known.pop(name, None)
        if value is not None:
            known[name] = value
    return known


def yispc(*words: str, stdin: bytes = b"") -> Said:
    """Give a command line to ``yispc`` in this process."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    before = sys.argv, sys.stdin
    sys.argv, sys.stdin = ["yispc", *words], io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    code: object = None
    language = os.environ.get("LANGUAGE", "")
    try:
        with (
            messages.speaking("en"),
            contextlib.redirect_stdout(streams[0]),
            contextlib.redirect_stderr(streams[1]),
        ):
            start.main()
    except SystemExit as exit:
        code = exit.code
    finally:
        sys.argv, sys.stdin = before
        os.environ["LANGUAGE"] = language  # a command sets it to what it speaks
        with messages.speaking("en"):
            settle([])  # and keeps what it was asked for
    assert isinstance(code, int)
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in streams)
    return Said(code, out, err)


def process(
    *words: str,
    command: Sequence[str] = COMMAND,
    stdin: bytes = b"",
    cwd: Path | None = None,
    limit: Callable[[], None] | None = None,
    timeout: float = PATIENCE,
    **variables: str | None,
) -> Said:
    """Give a command line to ``yispc`` in a process of its own."""
    done = subprocess.run(
        [*command, *words],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env=environment(**variables),
        timeout=timeout,
        preexec_fn=limit,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))


def on_terminal(
    *words: str,
    typed: Sequence[tuple[str, str]] = (),
    keys: bool = False,
    cwd: Path | None = None,
    results_piped: bool = False,
    **variables: str | None,
) -> Said:
    """Run on a terminal: ``typed`` is what to wait for and what to type then.

    Nothing is typed before the program waits for it: one that takes single ``keys`` forgets what it was
    given before, and Python does not hear a ^C between showing a prompt and reading.  All streams are the terminal's, and come back as ``out``; with ``results_piped`` standard output
    is a pipe, which comes back as ``out``, and the terminal's text as ``err``.
    """
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [*COMMAND, *words],
        stdin=theirs,
        stdout=subprocess.PIPE if results_piped else theirs,
        stderr=theirs,
        cwd=cwd,
        env=environment(TERM="xterm", COLUMNS="100", LINES="50", **variables),
        start_new_session=True,
        preexec_fn=take_terminal,
    )
    os.close(theirs)
    text, seen, waiting = b"", 0, list(typed)
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                part = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            text += part
        elif child.poll() is not None:
            break
        if (
            waiting
            and waiting[0][0].encode() in text[seen:]
            and (_takes_keys(ours) if keys else _sleeps(child.pid))
        ):
            seen = text.index(waiting[0][0].encode(), seen) + len(waiting[0][0].encode())
            with contextlib.suppress(OSError):  # it may have ended
                os.write(ours, waiting.pop(0)[1].encode())
    else:
        child.kill()
    os.close(ours)
    piped = child.communicate()[0]
    shown = text.decode("utf-8").replace("\r\n", "\n")
    return Said(child.returncode, piped.decode() if results_piped else shown, shown if results_piped else "")


def _takes_keys(terminal: int) -> bool:
    """Whether a program takes every key as it comes, and not whole lines."""
    return not termios.tcgetattr(terminal)[3] & termios.ICANON


def _sleeps(process: int) -> bool:
    """Whether a process waits for something; where the system does not tell, it is taken to."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "S"
    except OSError:
        return True


def timeless(text: str) -> str:
    """Output without the times in it, which differ from run to run."""
    return re.sub(r'"seconds": \{[^}]*\}', '"seconds": {}', re.sub(r"Time used: \S+", "Time used: -", text))


def objects(said: Said) -> list[dict[str, Any]]:
    """The JSON objects on standard output, one a line."""
    return [json.loads(line) for line in said.out.splitlines()]


def counts(said: Said) -> list[tuple[object, ...]]:
    """Per topic of a JSON report, what was counted."""
    return [
        (topic["name"], topic["trials"], topic["score"]["histogram"], topic["notices"], topic["effects"])
        for report in objects(said)
        for topic in report["topics"]
    ]


def modules(said: Said) -> set[str]:
    """The modules that a command imported which was run by ``SHOWN``."""
    (line,) = (line for line in said.err.splitlines() if line.startswith("modules:"))
    return set(line.split()[1:])


def saved(folder: Path, text: str | bytes = TEN_LINES, name: str = "deck.yml") -> str:
    """Save a deck file; its path."""
    path = folder / name
    path.write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    return str(path)


def a_deck(
    program: str | None = None,
    *,
    combos: str = "{A: {hand: [a]}}",
    cards: str | None = None,
    simulate: Mapping[str, object] | None = None,
    topic: str = "exec-program: true",
) -> str:
    """A deck of forty cards ``a`` with that effect, and one topic ``t``."""
    if cards is None:
        effect = "" if program is None else ", program: " + json.dumps(program)
        cards = "{a: {count: 40" + effect + "}}"
    keys = {"seed": 1, "count": 100, **(simulate or {})}
    head = "".join(f"  {key}: {json.dumps(value)}\n" for key, value in keys.items())
    return (
        f"deck:\n  cards: {cards}\nsimulate:\n{head}  tests:\n    t:\n"
        f"      {topic}\n      method: sample\n      combos: {combos}\n"
    )

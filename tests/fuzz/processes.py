"""Whole processes: a file of one of the other parts, and a command line.

What comes in: a random generator.  What goes out: a case whose words are what ``yispc`` is given.  A process
has little memory and runs among files that it must leave alone; whatever it is given, it ends in time, with
an exit code of the command's documentation, and says what is fit to be printed.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from commanding import COMMAND, environment

from . import corpus
from .case import Case, Unsound
from .judge import printable
from .scripts import CONTEXTS, Scripts

MEMORY = 2**30
"""Bytes of address space; nearly all of it is for libraries."""

SECONDS = 5
"""The time limit of every command."""

PATIENCE = 100
"""Seconds by the clock after which a process hangs; the machine may be busy."""

CODES = frozenset(range(6))
OUTPUTS = ("out.csv", "out.tsv", "rows.csv", "rows.tsv", "picture.svg", "report.xml")

VALUES: dict[str, tuple[str, ...]] = {
    "--count": ("1", "10", "100", "1e3", "1_000", "100000", "1e15", "0", "-1", "1e400", "many", ""),
    "--seed": ("0", "7", "9007199254740991", "9007199254740992", "-1", "x"),
    "--topic": ("t", "c", "opening", "none", "", "\x1b[2J"),
    "--until": ("5%", "0.1", "1e-300", "0", "nan", "inf", "200%", "%"),
    "--method": ("auto", "exact", "sample", "guess"),
    "--jobs": ("1", "2", "0", "9999999999"),
    "--target": ("python", "auto", "native", "wasm"),
    "--set": ("word=3", "gain=-9223372036854775808", "x=9223372036854775808", "=", "word"),
    "--csv": (
        "out.csv",
        "out.tsv",
        "out.xml",
        "folder",
        "no/such/out.csv",
        "deck.yml",
        "link.yml",
        "pipe.yml",
    ),
    "--junit": ("report.xml", "report.xml", "deck.yml", "no/such/report.xml", "report"),
    "--annotations": ("github", "gitlab"),
    "--records": ("rows.csv", "rows.tsv", "deck.yml", "/dev/full"),
    "--relate": ("score,score", "c,score", "stat 0,score", ",", "score"),
    "--time-limit": ("0.2s", "1s", "0", "-1s", "1 year", "5ms"),
    "--memory-limit": ("300M", "1M", "0", "1E"),
    "--trial": ("0", "3", "-1", "9223372036854775807", "99999999999999999999"),
    "--emit": ("tree", "nodes", "python", "cython", "c", "java"),
    "--deck": ("opening", "deck.yml", "none.yml"),
    "--draw": ("0", "5", "-1", "100000"),
}
"""What options are given."""

OPTIONS = {
    "run": ("--count", "--seed", "--topic", "--until", "--method", "--jobs", "--target", "--set", "--csv",
            "--records", "--relate", "--time-limit", "--memory-limit", "--json", "--strict", "--quiet",
            "--no-files", "--markdown", "--junit", "--annotations"),
    "check": ("--time-limit", "--memory-limit", "--no-files", "--quiet", "--annotations"),
    "compile": ("--emit", "--time-limit"),
    "trace": ("--topic", "--trial", "--seed", "--set", "--time-limit"),
    "eval": ("--deck", "--seed", "--draw"),
    "repl": (),
}  # fmt: skip


class Processes:
    """The part ``process``."""

    name = "process"
    shrinks = True
    seconds = 30.0  # of ours: waiting takes none
    patience = 3.0 * PATIENCE

    def __init__(self, texts: dict[str, Callable[[Random], Case]]) -> None:
        self._texts = texts

    def draw(self, random: Random) -> Case:
        command = random.choice(("run",) * 8 + tuple(OPTIONS))
        if command in ("eval", "repl"):
            text = (
                Scripts(random).script(random.choice(CONTEXTS)).encode("utf-8", "replace").replace(b"\0", b"")
            )
        else:
            text = random.choice(list(self._texts.values()))(random).text
            if random.random() < 0.5:  # one that runs
                text = random.choice(corpus.decks())
        words = [command, "{text}" if command == "eval" else "deck.yml"]
        if command == "repl" and random.random() < 0.5:
            del words[1]
        for option in OPTIONS[command]:
            if random.random() < (0.08 if option != "--time-limit" else 0.2):
                values = VALUES.get(option, ())
                usual = values[: max(len(values) // 2, 1)]
                words += [
                    option,
                    *([random.choice(usual if random.random() < 0.8 else values)] if values else []),
                ]
        if random.random() < 0.02:
            words.insert(
                random.randrange(len(words)), random.choice(("--none", "-", "-x", "", "\udcff", "deck.yml"))
            )
        return Case(text, tuple(words))

    def judge(self, case: Case) -> str:
        folder = Path.cwd()
        before = _listed(folder)
        (folder / "deck.yml").write_bytes(case.text)
        words = [word.replace("{text}", case.text.decode("utf-8", "replace")) for word in case.words]
        try:
            done = subprocess.run(
                [*COMMAND, *words],
                input=case.text if case.words[0] == "repl" else b"",
                capture_output=True,
                env=environment(YISP_TIME_LIMIT=f"{SECONDS}s", PYTHONUTF8="1"),
                timeout=PATIENCE,
                preexec_fn=_bound,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Unsound("does not end") from None
        finally:
            (folder / "deck.yml").unlink()
            for name in OUTPUTS:
                (folder / name).unlink(missing_ok=True)
        self._sound(done, "--json" in words)
        if _listed(folder) != before:
            raise Unsound("files were made or changed", str(_listed(folder) ^ before))
        return f"{case.words[0]} {done.returncode}"

    def _sound(self, done: subprocess.CompletedProcess[bytes], is_json: bool) -> None:
        out, err = (stream.decode("utf-8") for stream in (done.stdout, done.stderr))
        if done.returncode not in CODES:
            raise Unsound(f"exit code {done.returncode}", err[-2000:])
        for word in ("Traceback", "MemoryError", "Exception ignored", "Fatal"):
            if word in err or word in out:
                raise Unsound(f"says {word}", err[-3000:])
        printable(out.replace("\t", " "))
        printable(err)
        if is_json and done.returncode in (0, 3, 4, 5):
            for line in out.splitlines():
                json.loads(line)


def _listed(folder: Path) -> set[tuple[str, int, int]]:
    """The files of a folder, as far as that they were touched would show."""
    statuses = [(str(path), path.lstat()) for path in folder.rglob("*")]
    return {
        (name, status.st_size, status.st_mtime_ns) for name, status in statuses if not os.path.isdir(name)
    }


def _bound() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**28, 2**28))


assert sys.executable in COMMAND

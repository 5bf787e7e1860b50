"""Processes that are killed at some moment while they build and run.

What comes in: a random generator.  What goes out: a case whose words say what runs, how it is ended, who
is, and when, as a share of the time that it takes alone.  Afterwards nothing of it may run, nothing may lie
about once the next run has ended, and that one gives what a run gives that nobody disturbed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path
from random import Random

from commanding import COMMAND, TEN_LINES, environment, timeless

from .case import Case, Unsound

MARK = "YISP_FUZZ_MARK"

RUNS = {
    "native": ("--target", "native", "--count", "30000"),
    "auto": ("--count", "600000", "--jobs", "2"),
    "workers": ("--target", "python", "--count", "60000", "--jobs", "2"),
    "records": ("--target", "python", "--count", "20000", "--records", "rows.csv", "--topic", "hands"),
}
SIGNALS = {"KILL": signal.SIGKILL, "TERM": signal.SIGTERM, "INT": signal.SIGINT, "HUP": signal.SIGHUP}

PATIENCE = 30.0
"""Seconds by the clock until everything has ended; a second where the machine is not busy."""


class Kills:
    """The part ``kill``."""

    name = "kill"
    shrinks = False
    seconds = 60.0
    patience = 400.0

    def draw(self, random: Random) -> Case:
        run, how = random.choice(tuple(RUNS)), random.choice(("KILL", *SIGNALS))
        whom = "group" if random.random() < 0.3 else "process"
        return Case(TEN_LINES.encode(), (run, how, whom, f"{random.random():.3f}"))

    def judge(self, case: Case) -> str:
        run, how, whom, share = case.words
        seconds, wanted = alone(run)
        with tempfile.TemporaryDirectory(prefix="yisp-fuzz-kill-") as name:
            place = _Place(Path(name), run)
            child = place.start()
            time.sleep(seconds * float(share))
            ended = child.poll() is not None
            with contextlib.suppress(ProcessLookupError):
                (os.killpg if whom == "group" else os.kill)(child.pid, SIGNALS[how])
            try:
                _, err = child.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                raise Unsound(f"does not end at {how}", " ".join(case.words)) from None
            if b"Traceback" in err and not err.startswith(b"Fatal Python error: init_"):  # before any of ours
                raise Unsound(f"a traceback at {how}", err.decode(errors="replace")[-3000:])
            place.wait_until_alone()
            again = place.start()
            out, err = again.communicate(timeout=10 * PATIENCE)
            place.wait_until_alone()
            if again.returncode != 0 or timeless(out.decode()) != wanted:
                raise Unsound(
                    "the next run fails", f"{again.returncode} {err.decode(errors='replace')[-3000:]}"
                )
            place.check()
        return f"{run} {'had ended' if ended else how} {child.returncode}"


class _Place:
    """A folder with a deck, and a cache and a folder for temporary files of its own."""

    def __init__(self, folder: Path, run: str) -> None:
        self.folder, self.run, self.mark = folder, run, folder.name
        for name in ("deck", "cache", "tmp"):
            (folder / name).mkdir()
        (folder / "deck" / "deck.yml").write_text(TEN_LINES)

    def start(self) -> subprocess.Popen[bytes]:
        places = {
            "YISP_CACHE_DIR": str(self.folder / "cache"),
            "TMPDIR": str(self.folder / "tmp"),
            MARK: self.mark,
        }
        return subprocess.Popen(
            [*COMMAND, "run", "deck.yml", "--json", *RUNS[self.run]],
            cwd=self.folder / "deck", env=environment(**places), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip

    def wait_until_alone(self) -> None:
        """That nothing of it runs any more, soon."""
        ends = time.monotonic() + PATIENCE
        while left := self._running():
            if time.monotonic() > ends:
                for process in left:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(process, signal.SIGKILL)
                raise Unsound("something is left running", str(len(left)))
            time.sleep(0.05)

    def _running(self) -> list[int]:
        found, mark = [], f"{MARK}={self.mark}".encode()
        for process in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if mark in Path("/proc", process, "environ").read_bytes().split(b"\0"):
                    found.append(int(process))
        return found

    def check(self) -> None:
        """That nothing lies about, but for what Python writes itself to see whether it can: one file of
        four bytes, which whoever is killed in that very moment leaves behind (``tempfile.gettempdir``)."""
        lying = [
            path
            for path in (self.folder / "tmp").iterdir()
            if path.is_dir() or path.read_bytes() not in (b"", b"blat")
        ]
        lying += [
            path
            for path in (self.folder / "cache").rglob(".*")
            if path.is_dir() or path.name.endswith("-old")
        ]
        lying += [
            path for path in (self.folder / "deck").iterdir() if path.name not in ("deck.yml", "rows.csv")
        ]
        if lying:
            raise Unsound(
                "something lies about", str(sorted(str(path.relative_to(self.folder)) for path in lying))
            )


@cache
def alone(run: str) -> tuple[float, str]:
    """How long the run takes, and what it gives, when nobody disturbs it."""
    with tempfile.TemporaryDirectory(prefix="yisp-fuzz-kill-") as name:
        place = _Place(Path(name), run)
        began = time.monotonic()
        child = place.start()
        out, err = child.communicate()
        assert child.returncode == 0, err.decode()
        seconds = time.monotonic() - began
        place.wait_until_alone()
        place.check()
    return seconds, timeless(out.decode())

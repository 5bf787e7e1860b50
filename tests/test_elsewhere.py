"""Windows: what it does not have is taken away, and decks run all the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT = """
import os, signal, sys
import multiprocessing, platformdirs, subprocess, tempfile  # these have looked where they are

for name in ("fcntl", "resource", "termios", "tty", "pty", "pwd", "grp"):
    sys.modules[name] = None
for name in ("getuid", "geteuid", "getpgid", "killpg", "fork", "setsid", "set_blocking", "sched_getaffinity",
             "sysconf", "fchown", "fchmod", "O_NOFOLLOW", "O_NONBLOCK", "O_DIRECTORY"):
    delattr(os, name)
for name in ("SIGHUP", "SIGALRM", "SIGKILL", "SIGPIPE", "pthread_kill", "pthread_sigmask", "setitimer"):
    delattr(signal, name)

os.supports_dir_fd = set()
real_open, real_replace = os.open, os.replace

def windows_open(path, flags, mode=0o777, *, dir_fd=None):
    if dir_fd is not None:
        raise NotImplementedError("dir_fd unavailable on this platform")
    if os.path.isdir(path):
        raise PermissionError(13, "Permission denied")
    return real_open(path, flags, mode)

def windows_replace(old, new, *, src_dir_fd=None, dst_dir_fd=None):
    if src_dir_fd is not None or dst_dir_fd is not None:
        raise NotImplementedError("src_dir_fd and dst_dir_fd unavailable on this platform")
    for descriptor in os.listdir("/proc/self/fd"):
        if os.path.realpath("/proc/self/fd/" + descriptor) == os.path.realpath(old):
            raise PermissionError(32, "The process cannot access the file")
    real_replace(old, new)

os.open, os.replace = windows_open, windows_replace
"""

IMPORTS = """
from importlib import import_module
from pkgutil import walk_packages
import yisp

for module in walk_packages(yisp.__path__, "yisp."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
print("imported")
"""

RUNS = """
import yisp
deck = yisp.load("opening")
exact = yisp.run(deck, seed=1).topics["going-first"]
sampled = yisp.run(deck, seed=1, method="sample", count=40_000, jobs=2).topics["going-first"]
low, high = sampled.success.ci95
print(exact.method, sampled.trials, low < exact.success.rate < high)
"""

COMMANDS = """
from yisp.cli import start
for words in {all!r}:
    sys.argv = ["yispc", *words]
    try:
        start.main()
    except SystemExit as end:
        assert end.code == 0, words
"""

ENDS = """
from yisp.cli import start
sys.argv = ["yispc", "opening", "--method=sample", "--count=1e12", "--topic=going-first", "--time-limit=2s"]
start.main()
"""


def said(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + program], capture_output=True, text=True, check=False, timeout=300
    )


@pytest.mark.slow
def test_everything_can_be_imported() -> None:
    done = said(IMPORTS)
    assert (done.returncode, done.stdout) == (0, "imported\n"), done.stderr


def test_decks_run_in_one_process() -> None:
    done = said(RUNS)
    assert (done.returncode, done.stdout) == (0, "exact 40000 True\n"), done.stderr


def test_files_are_written_whole(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("something older")
    commands = (
        ("report", "opening", "--force", "-o", f"{tmp_path}/page.html"),
        ("opening", "--csv", f"{tmp_path}/rows.csv", "--records", f"{tmp_path}/trials.csv"),
        ("new", "--yes", f"{tmp_path}/deck.yml"),
    )
    done = said(COMMANDS.format(all=commands))
    assert done.returncode == 0, done.stderr
    there = sorted(path.name for path in tmp_path.iterdir())
    assert there == ["deck.yml", "page.html", "rows.csv", "trials.csv"]
    assert (tmp_path / "page.html").read_text("utf-8").startswith("<!")


@pytest.mark.slow
def test_a_limit_ends_a_run() -> None:
    done = said(ENDS)
    assert done.returncode == 5, done.stderr
    assert "Partial: the time limit was reached" in done.stdout
    assert "no process could be started (this system has no process groups)" in done.stderr or not done.stderr

"""Judging mutants: a copy of the checkout with an environment of its own, changed and tested there.

What comes in: a mutant.  What goes out: "killed" by a test, "survived", or "did not compile".  The checkout
itself, its environment and its caches are not touched.

First every test is run once without a change, and what it reaches is written down.  A mutant of a Python
file then meets only the tests that reach its lines, one of a Cython file all that are about what decks mean;
in both cases the quickest first, and no more than ``QUICK`` seconds of them.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from .places import Mutant

ROOT = Path(__file__).parents[2]

PYTHON_TESTS = ("lang", "deck", "compile", "conformance", "simulate", "report", "interactive")
RUNTIME_TESTS = ("conformance", "simulate", "games", "properties")

QUICK = 20.0
"""At most so many seconds of tests for a mutant, as measured without a change."""

PATIENCE = 15
"""After so many times as long the tests of a mutant are ended: it never returns, and that is noticed."""


class Judge:
    """A copy of the checkout's files; a context manager, which removes it."""

    def __enter__(self) -> Judge:
        self._folder = tempfile.TemporaryDirectory(prefix="yisp-mutants-")
        self.copy = Path(self._folder.name) / "yisp"
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        files = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, files.split("\0")):
            if (ROOT / name).is_file():
                (self.copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, self.copy / name)
        if (ROOT.parent / "shared").exists():
            (self.copy.parent / "shared").symlink_to(ROOT.parent / "shared")
        setup = self.copy / "setup.py"  # quick to build matters more here than quick to run
        setup.write_text(setup.read_text(encoding="utf-8").replace('"-O3"', '"-O1"'), encoding="utf-8")
        self._make_environment()
        if not self._build():
            raise RuntimeError("the runtime does not build without any change")
        self._seconds: dict[str, float] = {}
        self._lines: dict[str, dict[str, list[str]]] = {}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    def record(self, tests: tuple[str, ...]) -> list[str]:
        """Run these folders of tests without a change and note what they reach; the tests that failed."""
        file = self.copy.parent / "reaches.json"
        folders = [f"tests/{name}" for name in tests]
        code, printed = self._run(["-p", "tests.mutants.recorder", "--reaches", str(file), *folders], None)
        if not file.exists():
            raise RuntimeError(f"the tests did not run:\n{printed}")
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        self._seconds, self._lines = found["seconds"], found["lines"]
        return [line for line in printed.splitlines() if line.startswith(("FAILED", "ERROR"))] if code else []

    def judge(self, mutant: Mutant) -> str:
        """What became of a mutant, in words that begin with "killed", "survived" or "did not compile"."""
        path = self.copy / mutant.path
        source = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(source), encoding="utf-8")
        compiled = mutant.path.startswith("runtime/")
        try:
            if compiled and not self._build():
                return "did not compile"
            return self._meet(self._tests_for(mutant, source))
        finally:
            path.write_text(source, encoding="utf-8")

    def _tests_for(self, mutant: Mutant, source: str) -> list[str]:
        reaching = set(self._seconds)
        if not mutant.path.startswith("runtime/"):
            lines = self._lines.get(mutant.path, {})
            first = source.count("\n", 0, mutant.start) + 1
            last = source.count("\n", 0, mutant.end) + 1
            touched = {test for line in range(first, last + 1) for test in lines.get(str(line), ())}
            if "" not in touched:  # else it runs when the module is imported, and concerns all
                reaching &= touched
        chosen, left = [], QUICK
        for test in sorted(reaching, key=lambda test: self._seconds[test]):
            left -= self._seconds[test]
            if left < 0:
                break
            chosen.append(test)
        return chosen

    def _meet(self, tests: list[str]) -> str:
        if not tests:
            return "survived: no test comes there"
        ids = self.copy.parent / "tests.txt"
        ids.write_text("\n".join(tests), encoding="utf-8")
        patience = 60 + PATIENCE * sum(self._seconds[test] for test in tests)
        try:
            code, printed = self._run(["-x", f"@{ids}"], patience)
        except subprocess.TimeoutExpired:
            return "killed: the tests never end"
        failed = [line for line in printed.splitlines() if line.startswith(("FAILED", "ERROR"))]
        if code == 0:
            return f"survived {len(tests)} tests"
        return f"killed by {failed[0]}" if failed else f"killed: pytest ended with {code}"

    def _make_environment(self) -> None:
        """An environment that finds the copy first, and everything else where we found it."""
        environment = self.copy.parent / "environment"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
        self._python = environment / "bin" / "python"
        packages = next(environment.glob("lib/python*/site-packages"))
        paths = f"{self.copy}\n{self.copy / 'runtime'}\n{sysconfig.get_path('purelib')}\n"
        (packages / "copy.pth").write_text(paths, encoding="utf-8")
        script = Path(sysconfig.get_path("scripts")) / "yispc"
        text = script.read_text(encoding="utf-8").split("\n", 1)[1]
        (environment / "bin" / "yispc").write_text(f"#!{self._python}\n{text}", encoding="utf-8")
        (environment / "bin" / "yispc").chmod(0o755)

    def _build(self) -> bool:
        """Build the copy's runtime; whether that went well."""
        command = [str(self._python), "setup.py", "-q", "build_ext", "--inplace"]
        return subprocess.run(command, cwd=self.copy, capture_output=True).returncode == 0

    def _run(self, arguments: list[str], seconds: float | None) -> tuple[int, str]:
        """Run pytest in the copy; its exit code and what it printed."""
        process = subprocess.Popen(
            [str(self._python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=self.copy, env=os.environ | {"YISP_CACHE_DIR": str(self.copy.parent / "cache")},
            start_new_session=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            printed, _ = process.communicate(timeout=seconds)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return process.returncode, printed

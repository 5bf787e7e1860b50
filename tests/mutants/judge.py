"""Judging mutants: a copy of the checkout with an environment of its own, changed and tested there.

What comes in: a mutant.  What goes out: "killed" by a test, or "survived".  The checkout itself, its
environment and its caches are not touched; the copy lies in ``build/mutants`` and is brought up to date when
it is needed again, so that only what has changed is built anew.

First the quick tests are run once without a change, and what they reach is written down, file by file: a
file of tests that is as it was is not run again until the code changes.  A mutant of a Python file then meets
the tests that reach its lines, one of the runtime those that are about what decks mean, for so many seconds
at most.
"""

from __future__ import annotations

import ast
import contextlib
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Any

from .forker import forget_answers
from .places import Mutant
from .recorder import IMPORTING
from .switches import HEADER, switched

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "mutants"
RUNTIME = "runtime/yisp_runtime"

OF_RUNTIME = ("conformance", "simulate", "properties", "runtime", "interactive/test_table")
"""The tests that mutants of the runtime meet, by how their files' names begin: those of what decks mean, of
who plays them and of what Python passes to it."""

SLOW = "generated or sanitized or hunt"
"""What the names of tests have in common that look long for what nobody thought of: no mutant meets them."""

NATIVE = "yisp/compile/builds/native.py"
"""Where modules are built and loaded; every run looks there whether there is one."""

CODE = {".py", ".pyx", ".pxd", ".h", ".lark"}

WRONG = r"^(\S+\.(?:pxd|pyx)(?=:)|\S+\.h(?=:\d+:\d+: error)):(\d+):"
"""The file and line that Cython or the C compiler complains of."""

QUICK, QUICK_OF_RUNTIME = 40.0, 90.0
"""At most so many seconds of CPU for the tests of a mutant, as measured without a change; which lines of the
runtime a test reaches is not known, so its mutants meet more of them."""

ALL = ("-n", "auto", "-m", "not slow"), ("-n", "auto", "-m", "slow", "--share", "20")
"""The quick tests, and those of the slow ones that CI runs in a day."""

MOST_OF_ALL = 900
"""How many seconds of CPU a process of them may have."""

PATIENCE = 3
"""After so many times as much CPU the tests of a mutant are ended: it never returns, and that is noticed."""

WAITING = 5
"""How many seconds a run of tests has for each that it may have of CPU."""

ROOM = 8 * 2**30
"""How many bytes its tests may have; where a browser is among them, they have what there is."""


class Judge:
    """A copy of the checkout's files; a context manager, which keeps others from using it."""

    def __enter__(self) -> Judge:
        FOLDER.mkdir(parents=True, exist_ok=True)
        self._lock = (FOLDER / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit("Other mutants are being judged in this checkout.")
        self.copy = FOLDER / "yisp"
        self._bring_up_to_date()
        if not (FOLDER / "environment").exists():
            self._make_environment()
        self._python = FOLDER / "environment" / "bin" / "python"
        if failed := self._build():
            raise RuntimeError(f"the runtime does not build without any change:\n{failed}")
        self._seconds: dict[str, float] = {}
        self._lines: dict[str, dict[str, set[str]]] = {}  # by file and line, the tests; "" is importing
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lock.close()

    def record(self, *, runtime: bool) -> list[str]:
        """Note what the tests reach, running without a change those that are not known; those that failed.

        These meet no mutant.
        """
        kept = FOLDER / ("runtime.json" if runtime else "reaches.json")
        known: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
        code = self._digest(name for name in self._files() if not Path(name).name.startswith("test_"))
        keys = {
            name: f"{code} {self._digest([name])}"
            for name in self._files()
            if name.startswith("tests/") and Path(name).name.startswith("test_")
            if not runtime or name.startswith(tuple(f"tests/{one}" for one in OF_RUNTIME))
        }
        new = [name for name, key in keys.items() if known.get(name, {}).get("key") != key]
        if new:
            found = _by_file(self._recorded(new, runtime=runtime))
            for name in new:
                known[name] = {"key": keys[name], **found[name]}
            if starting := [test for name in new for test in known[name]["starting"]] if not runtime else []:
                _add_lines(known, self._recorded(starting, children=True))
            kept.write_text(json.dumps(known), encoding="utf-8")
        self._seconds, self._lines = {}, {}
        loading = _inside((ROOT / NATIVE).read_text(encoding="utf-8"), ("_load", "build_here"))
        for name in keys:
            seconds, reached = known[name]["seconds"], known[name]["lines"]
            tests = list(seconds)
            if not runtime:  # what the file's first test on the native target builds is built again
                native = {
                    tests[number]
                    for line, numbers in reached.get(NATIVE, {}).items()
                    for number in numbers
                    if number != IMPORTING and int(line) in loading
                }
                built = max((took for test, took in seconds.items() if test in native), default=0)
                seconds = {test: took + built * (test in native) for test, took in seconds.items()}
            self._seconds |= seconds
            for path, lines in reached.items():
                for line, numbers in lines.items():
                    here = self._lines.setdefault(path, {}).setdefault(line, set())
                    here.update("" if number == IMPORTING else tests[number] for number in numbers)
        return [test for name in keys for test in known[name]["failed"]]

    def _recorded(
        self, tests: Sequence[str], *, runtime: bool = False, children: bool = False
    ) -> list[dict[str, Any]]:
        """What the recorders write, one a process, when these files of tests, or tests, are run."""
        folder = FOLDER / "reached"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (FOLDER / "tests.txt").write_text("\n".join(tests), encoding="utf-8")
        options = ["-k", f"not ({SLOW})", "-p", "tests.mutants.recorder", "--reaches", str(folder)]
        options += ["--no-lines"] if runtime else ["-n", str(os.cpu_count())]
        options += ["--children"] if children else []
        ended, printed = self._run([*options, f"@{FOLDER / 'tests.txt'}"], None)
        written = [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")]
        if ended not in (0, 1) or not written:
            raise RuntimeError(f"the tests do not run without any change:\n{printed}")
        shutil.rmtree(folder)
        return written

    def switch(self, numbers: Mapping[Mutant, int]) -> set[Mutant]:
        """Build the runtime with all these mutants of it, for ``judge``; those that do not compile."""
        paths = {mutant.path for mutant in numbers}
        sources = {path: (ROOT / path).read_text(encoding="utf-8") for path in paths}
        (self.copy / RUNTIME / "mutant.h").write_text(HEADER, encoding="utf-8")
        without: set[int] = set()
        while True:
            for path in paths:
                here = {n: one for one, n in numbers.items() if one.path == path and n not in without}
                text, left = switched(path, sources[path], here)
                without |= left
                (self.copy / path).write_text(text, encoding="utf-8")
            failed = self._build()
            if not failed:
                return {mutant for mutant, number in numbers.items() if number in without}
            wrong = {
                int(number)
                for path, line in re.findall(WRONG, failed, re.MULTILINE)
                for text in self._around(path, int(line))
                for number in re.findall(r"yisp_mutant\(\) == (\d+)", text)
            } - without
            if not wrong:
                raise RuntimeError(f"the runtime does not build with switches:\n{failed}")
            without |= wrong

    def _around(self, path: str, line: int) -> list[str]:
        """A line of one of the copy's files, and the one before."""
        places = (self.copy / path, self.copy / "runtime" / path)
        file = next(one for one in places if one.exists())
        return file.read_text(encoding="utf-8").splitlines()[max(0, line - 2) : line]

    def judge(self, mutant: Mutant) -> str:
        """What became of a mutant of Python, in words that begin with "killed" or "survived"."""
        path = self.copy / mutant.path
        source = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(source), encoding="utf-8")
        try:
            return self._meet(self._tests_for(mutant, source))
        finally:
            path.write_text(source, encoding="utf-8")

    def record_all(self) -> list[str]:
        """Which of all tests fail without a change, in the order and number of CI; they meet no mutant."""
        self._failing = [
            test.partition(" - ")[0]
            for words in ALL
            for test in _failed(self._run([*words, "--maxfail=20"], None, None)[1])
        ]
        return self._failing

    def judge_by_all(self, mutant: Mutant) -> str:
        """What became of a mutant of Python that meets all tests."""
        path = self.copy / mutant.path
        source = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(source), encoding="utf-8")
        without = [f"--deselect={test}" for test in self._failing]
        try:
            for words in ALL:
                code, printed = self._run([*words, "-x", *without], MOST_OF_ALL, None)
                if code:
                    found = _failed(printed)
                    return f"killed by {found[0]}" if found else "killed: the tests do not end"
            return "survived all tests"
        finally:
            path.write_text(source, encoding="utf-8")

    def judge_switched(self, numbers: Sequence[int]) -> Iterator[tuple[int, str]]:
        """The same of mutants that were switched, one after the other."""

        def rank(test: str) -> tuple[bool, float]:
            return not test.startswith("tests/runtime/"), self._seconds[test]

        tests = self._chosen(self._seconds, rank, QUICK_OF_RUNTIME)
        (FOLDER / "tests.txt").write_text("\n".join(tests), encoding="utf-8")
        reading, writing = os.pipe()
        options = ["-p", "tests.mutants.forker", "--switches", ",".join(map(str, numbers))]
        options += ["--seconds", str(self._patience(tests)), "--outcomes", str(writing)]
        with self._started([*options, f"@{FOLDER / 'tests.txt'}"], pass_fds=(writing,)) as process:
            os.close(writing)
            threading.Thread(target=process.communicate, daemon=True).start()
            with open(reading, encoding="utf-8") as outcomes:
                for line in outcomes:
                    number, ended = line.rstrip("\n").split(" ", 1)
                    yield int(number), _words(ended, len(tests))

    def _tests_for(self, mutant: Mutant, source: str) -> list[str]:
        """First those that meet it, in turn the ones about its room and those that come to most lines of its
        file; then others of their files, which may do so as well where something is made once for all of
        them."""
        groups = self._meeting(mutant, source)
        about = Counter(test for tests in self._lines.get(mutant.path, {}).values() for test in tests)
        direct = set().union(*groups)
        files = {_file_of(test) for test in (self._seconds if "" in direct else direct)}  # "": importing it
        path = Path(mutant.path)
        own = tuple(f"tests/{folder}/" for folder in path.parent.parts[1:])

        def about_its_room(test: str) -> tuple[bool, bool, float]:
            return f"/test_{path.stem}.py" not in test, not test.startswith(own), self._seconds[test]

        turns: dict[str, float] = {}  # how long those take that come before it
        for group in groups:
            for known in (
                sorted(group - {""}, key=about_its_room),
                sorted(group - {""}, key=lambda test: (-about[test], self._seconds[test])),
            ):
                seconds = accumulate((self._seconds[test] for test in known), initial=0.0)
                for test, turn in zip(known, seconds, strict=False):
                    turns[test] = min(turn, turns.get(test, turn))

        def rank(test: str) -> tuple[bool, float, bool, float]:
            return test not in turns, turns.get(test, 0), not test.startswith(own), self._seconds[test]

        return self._chosen((test for test in self._seconds if _file_of(test) in files), rank)

    def _meeting(self, mutant: Mutant, source: str) -> list[set[str]]:
        """The tests that reach its lines; outside of functions, where whoever comes first imports them, those
        that reach a line that names what it is part of, by file, so that each file's come in turn."""
        here = self._lines.get(mutant.path, {})
        lines = _lines(mutant, source)
        if lines:
            return [{test for line in lines for test in here.get(str(line), ())}]
        names = re.compile(rf"\b(?:{'|'.join(_named(mutant, source)) or '(?!)'})\b")
        groups = [{""} if any("" in tests for tests in here.values()) else set()]
        for path, reached in self._lines.items():
            text = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""
            told = [str(at) for at, line in enumerate(text.splitlines(), 1) if names.search(line)]
            groups.append({test for line in told for test in reached.get(line, ()) if test})
        if any(group - {""} for group in groups):
            return groups
        return [{test for tests in here.values() for test in tests}]

    def _chosen(self, tests: Iterable[str], rank: Callable[[str], Any], seconds: float = QUICK) -> list[str]:
        """As many as there is time for."""
        chosen, left = [], seconds
        for test in sorted(tests, key=rank):
            if self._seconds[test] <= left:
                left -= self._seconds[test]
                chosen.append(test)
        return sorted(chosen, key=self._seconds.__getitem__)

    def _meet(self, tests: list[str]) -> str:
        if not tests:
            return "survived: no test comes there"
        ids = FOLDER / "tests.txt"
        ids.write_text("\n".join(tests), encoding="utf-8")
        code, printed = self._run(["-x", f"@{ids}"], self._patience(tests))
        missing = set(re.findall(rf"not found: {re.escape(str(self.copy))}/([^\s\[]+)", printed))
        renamed = {one for one in tests if _function_of(one) in missing}
        if renamed:  # what was changed is part of their names: whatever they are called, then
            called = {_function_of(one) for one in renamed} - renamed
            return self._meet([*called, *(one for one in tests if one not in renamed)])
        failed = _failed(printed)
        if code in (0, -signal.SIGXCPU):
            return _words(str(code) if code else "", len(tests))
        return _words(failed[0] if failed else "pytest", len(tests))

    def _patience(self, tests: list[str]) -> int:
        return int(10 + PATIENCE * sum(self._seconds.get(test, 1) for test in tests))

    def _files(self) -> list[str]:
        """The names of the checkout's files."""
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        return sorted({name for name in names.split("\0") if name and (ROOT / name).is_file()})

    def _digest(self, names: Iterable[str]) -> str:
        """What stands for the content of some files of ours that are code."""
        digest = blake2b(digest_size=12)
        for name in names:
            if Path(name).suffix in CODE and not name.startswith("tests/mutants/"):
                content = (ROOT / name).read_bytes()
                digest.update(f"{name} {len(content)} ".encode() + content)
        return digest.hexdigest()

    def _bring_up_to_date(self) -> None:
        """Make the copy's files those of the checkout; what is the same keeps its time."""
        names = self._files()
        for name in names:
            content = (ROOT / name).read_bytes()
            if name == "setup.py":  # quick to build matters more here than quick to run
                content = content.replace(b'"-O3"', b'"-O1"')
            file = self.copy / name
            if not file.exists() or file.read_bytes() != content:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        for folder in ("yisp", "tests"):
            for file in (self.copy / folder).rglob("*"):
                if file.suffix in CODE and str(file.relative_to(self.copy)) not in names:
                    file.unlink()

    def _make_environment(self) -> None:
        """An environment that finds the copy first, and everything else where we found it."""
        environment = FOLDER / "new environment"
        shutil.rmtree(environment, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
        packages = next(environment.glob("lib/python*/site-packages"))
        others = [entry for entry in sys.path if Path(entry).name in ("site-packages", "dist-packages")]
        paths = [str(self.copy), str(self.copy / "runtime"), *others]
        (packages / "copy.pth").write_text("\n".join(paths) + "\n", encoding="utf-8")
        measured = "os.environ.get('COVERAGE_PROCESS_START') and __import__('coverage').process_startup()"
        (packages / "measured.pth").write_text(f"import os; {measured}\n", encoding="utf-8")
        script = Path(sysconfig.get_path("scripts")) / "yispc"
        text = script.read_text(encoding="utf-8").split("\n", 1)[1]
        python = FOLDER / "environment" / "bin" / "python"
        (environment / "bin" / "yispc").write_text(f"#!{python}\n{text}", encoding="utf-8")
        (environment / "bin" / "yispc").chmod(0o755)
        environment.rename(FOLDER / "environment")

    def _build(self) -> str:
        """Build the copy's runtime; what went wrong, if anything."""
        command = [str(self._python), "setup.py", "-q", "build_ext", "--inplace"]
        built = subprocess.run(command, cwd=self.copy, capture_output=True, text=True, errors="replace")
        return built.stdout + built.stderr if built.returncode else ""

    def _run(self, arguments: list[str], seconds: int | None, room: int | None = ROOM) -> tuple[int, str]:
        """Run pytest in the copy, for so many seconds of CPU; its exit code and what it printed.

        Who waits for something that never comes takes none: such a run is ended as well.
        """
        with self._started(arguments, seconds, room=room) as process:
            try:
                printed, _ = process.communicate(timeout=None if seconds is None else WAITING * seconds)
            except subprocess.TimeoutExpired:
                return -signal.SIGXCPU, ""
        return process.returncode, printed

    @contextlib.contextmanager
    def _started(
        self,
        arguments: list[str],
        seconds: int | None = None,
        pass_fds: tuple[int, ...] = (),
        room: int | None = ROOM,
    ) -> Iterator[subprocess.Popen[str]]:
        """Pytest in the copy, of which nothing is left behind."""

        def limited() -> None:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if room is not None:
                resource.setrlimit(resource.RLIMIT_AS, (room, room))
            if seconds is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))

        cache = FOLDER / "cache"
        forget_answers(cache)
        process = subprocess.Popen(
            [
                str(self._python), "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider",
                f"--rootdir={self.copy}", *arguments,
            ],
            cwd=self.copy, env=os.environ | {"YISP_TESTS_CACHE": str(cache)},
            preexec_fn=limited, pass_fds=pass_fds, start_new_session=True, text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            yield process
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _failed(printed: str) -> list[str]:
    """The tests that failed, each with why, by what pytest has printed."""
    lines = (line.split(" ", 1) for line in printed.splitlines())
    return [line[1] for line in lines if line[0] in ("FAILED", "ERROR")]


def _words(ended: str, tests: int) -> str:
    """What became of a mutant whose tests ended so: with a failure, with a signal, or well."""
    if not ended:
        return f"survived {tests} tests"
    if ended == str(-signal.SIGXCPU):
        return "killed: the tests never end"
    return f"killed: a test ended with signal {ended[1:]}" if ended[0] == "-" else f"killed by {ended}"


def _lines(mutant: Mutant, source: str) -> Iterable[int]:
    """The lines of Python that a test must come to in order to meet the mutant; none if it is outside of
    functions."""
    first = mutant.line(source)
    last = source.count("\n", 0, mutant.end) + 1
    around = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt) and node.lineno <= first and (node.end_lineno or 0) >= last
    ]
    if not any(isinstance(node, ast.FunctionDef) and node.body[0].lineno <= first for node in around):
        return ()
    statement = max(around, key=lambda node: (node.lineno, node.col_offset))
    if hasattr(statement, "body") or isinstance(statement, ast.Match):
        return {statement.lineno, *range(first, last + 1)}
    return range(statement.lineno, (statement.end_lineno or 0) + 1)


def _named(mutant: Mutant, source: str) -> set[str]:
    """What the statement outside of functions gives names to, and what is made of that beside it."""
    body = ast.parse(source).body
    first = mutant.line(source)
    around = next(one for one in body if one.lineno <= first <= (one.end_lineno or 0) or one is body[-1])
    names = _bound(around)
    for statement in body[body.index(around) + 1 :]:
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef) and names & {
            node.id for node in ast.walk(statement) if isinstance(node, ast.Name)
        }:
            names |= _bound(statement)
    return names


def _bound(statement: ast.stmt) -> set[str]:
    """The names that a statement gives, or those of the objects that it tells to do something."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    inside = {
        id(name)
        for node in ast.walk(statement)
        if isinstance(node, ast.comprehension)
        for name in ast.walk(node)
    }
    stored = {
        node.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in inside
    }
    told = {
        node.func.value.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
    }
    return stored or told


def _inside(source: str, functions: Iterable[str]) -> set[int]:
    """The lines of the bodies of these functions."""
    return {
        line
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef) and node.name in functions
        for line in range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    }


def _function_of(test: str) -> str:
    """A test without what it is given."""
    return test.partition("[")[0]


def _file_of(test: str) -> str:
    return test.partition("::")[0]


def _by_file(written: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """What the recorders of a run found, by file of tests: how much work each test is, those that failed, and
    by line the tests that reach it, by their place in the first (or importing)."""
    found: dict[str, dict[str, Any]] = defaultdict(
        lambda: {"seconds": {}, "failed": [], "starting": [], "lines": {}}
    )
    for one in written:
        places = {}
        for number, (test, took) in enumerate(one["seconds"].items()):
            here = found[_file_of(test)]
            if test in one["failed"]:
                here["failed"].append(test)
            else:
                places[number] = here, len(here["seconds"])
                here["seconds"][test] = took
                here["starting"] += [test] if test in one["starting"] else []
        for path, lines in one["lines"].items():
            for line, numbers in lines.items():
                reached = [places[number] for number in numbers if number in places]
                if IMPORTING in numbers:
                    reached += [(here, IMPORTING) for here in found.values()]
                for here, place in reached:
                    here["lines"].setdefault(path, {}).setdefault(line, []).append(place)
    return found


def _add_lines(known: Mapping[str, Mapping[str, Any]], written: Sequence[Mapping[str, Any]]) -> None:
    """Add to what is known of files of tests the lines that more recorders saw."""
    places = {
        test: (here["lines"], number)
        for here in known.values()
        for number, test in enumerate(here["seconds"])
    }
    for one in written:
        tests = list(one["seconds"])
        for path, lines in one["lines"].items():
            for line, numbers in lines.items():
                for number in numbers:
                    if number != IMPORTING and tests[number] in places:
                        here, place = places[tests[number]]
                        reached = here.setdefault(path, {}).setdefault(line, [])
                        if place not in reached:
                            reached.append(place)

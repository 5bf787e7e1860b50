"""A pytest plugin that writes down which tests reach which lines of ``yisp``, and how much work each is.

Loaded with ``-p tests.mutants.recorder`` and ``--reaches FOLDER``, into which every process of the run writes
a file.  Work is counted in seconds of CPU, those of child processes included (a test that finds a deck built
already is cheaper than the one that built it), and which tests start processes is noted.

What those reach is seen with ``--children``, which slows them down and makes them import more than usual, so
that tests may fail: then it is only the lines that count.  A child that is killed tells nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest
from coverage.exceptions import DataError

IMPORTING = -1
"""What stands for no test: whoever comes first imports what the others use."""


TEST = "YISP_RECORDED_TEST"
"""The variable that tells children for which test they work."""

STARTS = {"subprocess.Popen", "os.fork", "os.posix_spawn"}
"""The audit events of a process that starts another."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reaches", required=True, help="the folder that is written to")
    parser.addoption("--children", action="store_true", help="also what other processes reach")
    parser.addoption("--no-lines", action="store_true", help="only how much work the tests are")


def pytest_configure(config: pytest.Config) -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is not None or not config.getoption("numprocesses", None):
        folder = Path(config.getoption("--reaches"))
        with_lines = not config.getoption("--no-lines")
        children = config.getoption("--children")
        config.pluginmanager.register(
            Recorder(folder, worker or "all", config.rootpath, with_lines, children)
        )


class Recorder:
    """Measures what one process runs."""

    def __init__(self, folder: Path, name: str, root: Path, with_lines: bool, children: bool) -> None:
        self._folder = folder
        self._name = name
        self._root = root
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        self._test = ""
        self._starting: set[str] = set()
        sys.addaudithook(lambda event, _: self._starting.add(self._test) if event in STARTS else None)
        self._coverage: coverage.Coverage | None = None
        if children:
            settings = folder / f"{name}.ini"
            settings.write_text(
                f"[run]\ndata_file = {folder / name}.children\nparallel = true\npatch = fork, _exit\n"
                f"source = {root / 'yisp'}\ncontext = ${{{TEST}}}\n",
                encoding="utf-8",
            )
            os.environ["COVERAGE_PROCESS_START"] = str(settings)
        if with_lines:
            source = [str(root / "yisp")]
            self._coverage = coverage.Coverage(data_file=None, source=source, config_file=False)
            self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._enter(item.nodeid)
        before = sum(os.times()[:4])
        result = yield
        self._seconds[item.nodeid] = sum(os.times()[:4]) - before
        self._enter("")
        return result

    def _enter(self, context: str) -> None:
        self._test = os.environ[TEST] = context
        if self._coverage is not None:
            self._coverage.switch_context(context)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        # Numbers, for there are millions of them.
        numbers = {test: number for number, test in enumerate(self._seconds)} | {"": IMPORTING}
        lines: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        if self._coverage is not None:
            self._coverage.stop()
            files = self._folder.glob(f"{self._name}.children.*")
            for data in (self._coverage.get_data(), *filter(None, map(_of_child, files))):
                for file in data.measured_files():
                    here = lines[str(Path(file).relative_to(self._root))]
                    for line, tests in data.contexts_by_lineno(file).items():
                        here[line].update(numbers[test] for test in tests if test in numbers)
        written = {
            "seconds": self._seconds,
            "failed": sorted(self._failed),
            "starting": sorted(self._starting - {""}),
            "lines": {
                path: {line: sorted(tests) for line, tests in found.items()} for path, found in lines.items()
            },
        }
        (self._folder / f"{self._name}.json").write_text(json.dumps(written), encoding="utf-8")


def _of_child(file: Path) -> coverage.CoverageData | None:
    """What a child wrote down; nothing where it was killed in the middle of that."""
    data = coverage.CoverageData(str(file))
    try:
        data.read()
        for measured in data.measured_files():
            data.contexts_by_lineno(measured)
    except DataError:
        return None
    return data

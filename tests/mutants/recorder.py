"""A pytest plugin that writes down which tests reach which lines of ``yisp``, and how much work each is.

Loaded with ``-p tests.mutants.recorder`` and ``--reaches FOLDER``, into which every process of the run writes
a file.  Work is counted in seconds of CPU, those of child processes included (a test that finds a deck built
already is cheaper than the one that built it).  Which lines are reached in other processes is not seen.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

IMPORTING = -1
"""What stands for no test: whoever comes first imports what the others use."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reaches", required=True, help="the folder that is written to")
    parser.addoption("--no-lines", action="store_true", help="only how much work the tests are")


def pytest_configure(config: pytest.Config) -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is not None or not config.getoption("numprocesses", None):
        folder = Path(config.getoption("--reaches"))
        with_lines = not config.getoption("--no-lines")
        config.pluginmanager.register(Recorder(folder, worker or "all", config.rootpath, with_lines))


class Recorder:
    """Measures what one process runs."""

    def __init__(self, folder: Path, name: str, root: Path, with_lines: bool) -> None:
        self._folder = folder
        self._name = name
        self._root = root
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        self._coverage: coverage.Coverage | None = None
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
        if self._coverage is not None:
            self._coverage.switch_context(context)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        # Numbers, for there are millions of them.
        numbers = {test: number for number, test in enumerate(self._seconds)} | {"": IMPORTING}
        lines = {}
        if self._coverage is not None:
            self._coverage.stop()
            data = self._coverage.get_data()
            for file in data.measured_files():
                lines[str(Path(file).relative_to(self._root))] = {
                    line: [numbers[test] for test in tests]
                    for line, tests in data.contexts_by_lineno(file).items()
                }
        written = {"seconds": self._seconds, "failed": sorted(self._failed), "lines": lines}
        (self._folder / f"{self._name}.json").write_text(json.dumps(written), encoding="utf-8")

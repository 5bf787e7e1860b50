"""A pytest plugin that writes down which tests reach which lines of ``yisp``, and how much work each is.

Loaded with ``-p tests.mutants.recorder`` and ``--reaches FOLDER``, into which every process of the run writes
a file.  Work is counted in seconds of CPU, those of child processes included (a test that finds a deck built
already is cheaper than the one that built it).  What children reach counts as well, where the environment
begins to measure (``COVERAGE_PROCESS_START``) and they end by themselves.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

TEST = "YISP_RECORDED_TEST"
"""The variable that tells children for which test they work."""


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
            settings = folder / f"{name}.ini"
            settings.write_text(
                f"[run]\ndata_file = {folder / name}.children\nparallel = true\n"
                f"source = {root / 'yisp'}\ncontext = ${{{TEST}}}\n",
                encoding="utf-8",
            )
            os.environ["COVERAGE_PROCESS_START"] = str(settings)
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
        os.environ[TEST] = context
        if self._coverage is not None:
            self._coverage.switch_context(context)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        lines: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        if self._coverage is not None:
            self._coverage.stop()
            self._add(lines, self._coverage.get_data())
            for file in self._folder.glob(f"{self._name}.children.*"):
                data = coverage.CoverageData(str(file))
                data.read()
                self._add(lines, data)
        written = {
            "seconds": self._seconds,
            "failed": sorted(self._failed),
            "lines": {
                path: {line: sorted(tests) for line, tests in found.items()} for path, found in lines.items()
            },
        }
        (self._folder / f"{self._name}.json").write_text(json.dumps(written), encoding="utf-8")

    def _add(self, lines: dict[str, dict[int, set[str]]], data: coverage.CoverageData) -> None:
        for file in data.measured_files():
            here = lines[str(Path(file).relative_to(self._root))]
            for line, tests in data.contexts_by_lineno(file).items():
                here[line].update(tests)

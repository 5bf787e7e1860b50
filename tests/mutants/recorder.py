"""A pytest plugin that writes down which tests reach which lines of ``yisp``, and how long each takes.

Loaded with ``-p tests.mutants.recorder`` and ``--reaches FILE``.  What a test does in other processes is
not seen.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reaches", required=True, help="the file that is written")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Recorder(Path(config.getoption("--reaches")), config.rootpath))


class Recorder:
    """Measures one run of pytest."""

    def __init__(self, file: Path, root: Path) -> None:
        self._file = file
        self._root = root
        self._seconds: dict[str, float] = defaultdict(float)
        self._coverage = coverage.Coverage(data_file=None, source=[str(root / "yisp")], config_file=False)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        result = yield
        self._coverage.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        data = self._coverage.get_data()
        lines = {
            str(Path(file).relative_to(self._root)): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
        self._file.write_text(json.dumps({"seconds": self._seconds, "lines": lines}), encoding="utf-8")

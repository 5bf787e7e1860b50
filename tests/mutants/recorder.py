"""A pytest plugin that writes down which tests reach which lines of ``yisp``, and how much work each is.

Loaded with ``-p tests.mutants.recorder`` and ``--reaches FILE``.  Work is counted in seconds of CPU, those of
child processes included (a test that finds a deck built already is cheaper than the one that built it).
Which lines are reached in other processes is not seen.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reaches", required=True, help="the file that is written")
    parser.addoption("--no-lines", action="store_true", help="only how much work the tests are")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(
        Recorder(Path(config.getoption("--reaches")), config.rootpath, not config.getoption("--no-lines"))
    )


class Recorder:
    """Measures one run of pytest."""

    def __init__(self, file: Path, root: Path, with_lines: bool) -> None:
        self._file = file
        self._root = root
        self._seconds: dict[str, float] = {}
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

    def pytest_sessionfinish(self) -> None:
        lines = {}
        if self._coverage is not None:
            self._coverage.stop()
            data = self._coverage.get_data()
            for file in data.measured_files():
                lines[str(Path(file).relative_to(self._root))] = data.contexts_by_lineno(file)
        self._file.write_text(json.dumps({"seconds": self._seconds, "lines": lines}), encoding="utf-8")

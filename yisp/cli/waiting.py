"""Progress of what takes more than one run: a bar on a terminal, when it lasts over half a second."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..report.progress import Bar

PATIENCE = 0.5
"""Seconds before there is a bar."""


class Waiting:
    """Call it with what is being done, how much of it is, and of how much; while entered it may draw."""

    def __init__(self, *, quiet: bool) -> None:
        self._wanted = sys.stderr.isatty() and not quiet
        self._began = time.perf_counter()
        self._names: list[str] = []
        self._bar: Bar | None = None

    def __call__(self, name: str, done: int, of: int) -> None:
        if not self._wanted or time.perf_counter() - self._began < PATIENCE:
            return
        if self._bar is None:
            from ..report.progress import Bar

            self._bar = Bar(self._names)
        if name not in self._names:
            self._names.append(name)
        self._bar(self._names.index(name), done, of, False)

    def __enter__(self) -> Waiting:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()

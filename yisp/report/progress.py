"""A progress bar on a terminal's standard error, drawn by rich."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from ..lang.diagnostics import visible


class Bar:
    """Shows how far each topic is; call it after every block, and ``close`` it at the end."""

    def __init__(self, names: list[str], console: Console | None = None) -> None:
        self._names = names
        self._tasks: dict[int, TaskID] = {}
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} / {task.total:,.0f}"),
            TimeRemainingColumn(),
            console=console or Console(stderr=True),
            transient=True,
        )
        self._progress.start()

    def __call__(self, topic: int, done: int, count: int) -> None:
        if topic not in self._tasks:
            from rich.markup import escape

            self._tasks[topic] = self._progress.add_task(escape(visible(self._names[topic])), total=count)
        self._progress.update(self._tasks[topic], completed=done)

    def close(self) -> None:
        self._progress.stop()

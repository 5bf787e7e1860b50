"""A progress bar on a terminal's standard error, drawn by rich."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from ...messages import told, translated
from ..layout import shown


class Bar:
    """Shows how far each topic is; call it after every block, and ``close`` it at the end."""

    def __init__(self, names: list[str], console: Console | None = None) -> None:
        self._names = names
        self._tasks: dict[tuple[int, bool], TaskID] = {}
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,.0f} / {task.total:,.0f}"),
            TimeRemainingColumn(),
            console=console or Console(stderr=True),
            transient=True,
        )
        self._progress.start()

    def __call__(self, topic: int, done: int, count: int, trying: bool) -> None:
        """``done`` of ``count`` trials or, ``trying`` an exact answer, units of work."""
        task = topic, trying
        if task not in self._tasks:
            from rich.markup import escape

            for other, was_trying in list(self._tasks):
                if was_trying:
                    self._progress.remove_task(self._tasks.pop((other, was_trying)))
            name = escape(shown(translated(self._names[topic])))
            said = told("{topic}: trying an exact answer", topic=name) if trying else name
            self._tasks[task] = self._progress.add_task(said, total=count)
        self._progress.update(self._tasks[task], completed=done, total=count)

    def close(self) -> None:
        self._progress.stop()

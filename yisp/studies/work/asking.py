"""Asking for answers: what the journal has is taken from there, all else is worked out and written down.

What comes in: tasks by number, a pool, perhaps a journal, and whoever wants to know how far it is.  What goes
out: the number of each task with its answer, as JSON (``text_of``): the same bytes wherever it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ...messages import from_data
from .journal import Journal, text_of
from .pools import Pool
from .work import Task

Progress = Callable[[int, int], None]
"""Told how many tasks are done, of how many there are so far."""


class Asking:
    """``remarks`` are what was said about where tasks were done, each once."""

    def __init__(self, pool: Pool, journal: Journal | None = None, progress: Progress | None = None) -> None:
        self.remarks: dict[str, None] = {}
        self._pool = pool
        self._journal = journal
        self._progress = progress
        self._asked = self._done = 0

    def ask(self, numbers: Sequence[int], task: Callable[[int], Task]) -> Iterator[tuple[int, str] | None]:
        """The answers to the tasks of these numbers, in whatever order; None where the pool says so."""
        self._asked += len(numbers)
        kept = {} if self._journal is None else self._journal.answers
        for number in numbers:
            if number in kept:
                yield number, kept[number]
        new = [number for number in numbers if number not in kept]
        self._done += len(numbers) - len(new)
        for answered in self._pool.map(map(task, new), len(new)):
            if answered is None:
                yield None
                continue
            number, answer = answered
            if (remark := answer.pop("remark", None)) is not None:
                self.remarks[from_data(remark)] = None
            text = text_of(answer)
            if self._journal is not None:
                self._journal.add(number, text)
            self._done += 1
            if self._progress is not None:
                self._progress(self._done, self._asked)
            yield number, text

"""What writers of records have in common, whatever the format of the file.

A run that was interrupted is complete with the blocks of trials that were finished.
"""

from __future__ import annotations

from ...compile.row import RowLayout
from ...simulate.playing.records import columns
from .files import File

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...compile.program import Program


class Writer:
    """Writes a row per trial.

    ``topics`` are indices in the program (None: all), ``policies`` those that play them all where any are
    given.  ``write`` fits ``run_program``'s ``rows``.
    ``close`` puts the file in its place; ``discard`` leaves nothing behind.  As a context manager it
    closes, but discards when an error passes through.  Raises :class:`~yisp.report.files.files.CannotWrite`.
    """

    def __init__(
        self, path: str, program: Program, topics: Sequence[int] | None, policies: Sequence[str]
    ) -> None:
        chosen = list(range(len(program.topics))) if topics is None else list(topics)
        self._columns = columns(program, chosen, policies)
        self._policies = {index: program.topics[index].played_by(policies) for index in chosen}
        self._widths = {index: RowLayout.of(program.topics[index]).width for index in chosen}
        self._names = {index: program.topics[index].name for index in chosen}
        self._file = File(path)

    def write(self, topic: int, rows: bytes) -> None:
        """Write a block of the topic's rows."""
        raise NotImplementedError

    def close(self) -> None:
        """Put the file in its place, with all blocks that were written whole."""
        self._file.close()

    def discard(self) -> None:
        """Leave nothing behind."""
        self._file.discard()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None or issubclass(kind, KeyboardInterrupt):
            self.close()
        else:
            self.discard()

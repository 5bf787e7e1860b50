"""Files that results and records are written to: whole, or not at all.

A file appears under its name only when it is complete; until then it is a hidden one beside it.
"""

from __future__ import annotations

import contextlib
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class CannotWrite(ValueError):
    """The file cannot be written; the message says why, without naming it."""


class File:
    """A file that is written beside its name and renamed when it is complete."""

    def __init__(self, path: str) -> None:
        if os.path.isdir(path):
            raise CannotWrite("that is a folder")
        self._path = os.path.realpath(path)  # a link stays a link
        folder, name = os.path.split(self._path)
        self._hidden = os.path.join(folder, f".{name}.{os.getpid()}.part")
        self._whole = 0  # bytes of what was appended to the end
        self._open = False
        try:
            self.stream = open(self._hidden, "wb")  # noqa: SIM115 (it outlives this function)
        except OSError as error:
            raise CannotWrite(_reason(error)) from None
        self._open = True

    def append(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")
        with self.guarded():
            self.stream.write(data)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """Around writing to ``stream`` what belongs together: all of it will be kept, or none."""
        try:
            yield
            self._whole = self.stream.tell()
        except OSError as error:
            self.discard()
            raise CannotWrite(_reason(error)) from None

    def close(self) -> None:
        if not self._open:
            return
        try:
            # An interrupt in the middle of ``append`` may have left the beginning of a block.
            self.stream.flush()
            self.stream.truncate(self._whole)
            self.stream.close()
            os.replace(self._hidden, self._path)
            self._open = False
        except OSError as error:
            self.discard()
            raise CannotWrite(_reason(error)) from None

    def discard(self) -> None:
        if not self._open:
            return
        self._open = False
        with contextlib.suppress(OSError):  # a full disk, once more
            self.stream.close()
        with contextlib.suppress(OSError):
            os.unlink(self._hidden)


def ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such folder"
    return error.strerror or str(error)

"""Files that results and records are written to: whole, or not at all.

What comes in: a name.  What goes out: a stream.  Until it is complete, the content is in a file of the same
folder that has no name at all, where the system can do that (Linux, O_TMPFILE): whoever is killed leaves
nothing.  Elsewhere its name is hidden, random and new (O_EXCL, no link is followed), and SIGKILL leaves it
behind.  When it is complete it takes the name's place in one rename, with the mode of what was there.  The
folder is held open meanwhile, where the system can do that (Windows cannot), so that it stays the same one.

A link stays a link; what it leads to is replaced.  What is no regular file (a pipe, a terminal) cannot be
replaced, and is written to as it is.

Not handled: which files must not be written to; ``cli.outputs`` knows.
"""

from __future__ import annotations

import contextlib
import io
import os
import stat

from ...messages import one_of, say, system_reason, with_commas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_DESCRIPTORS = "/proc/self/fd"


class CannotWrite(ValueError):
    """The file cannot be written; the message says why, without naming it."""


class File:
    """A file that takes its name's place when it is complete."""

    def __init__(self, path: str) -> None:
        self._whole = 0  # bytes of what was appended to the end
        self._folder: int | None = None
        self._above = ""  # the folder, where it is not held open
        self._hidden: str | None = None
        try:
            self._path = os.path.realpath(path)  # a link stays a link
            self._there = _replaceable(self._path)
            self.replaces = self._there is None or stat.S_ISREG(self._there.st_mode)
            self.stream = self._begun() if self.replaces else open(self._path, "wb")  # noqa: SIM115
        except OSError as error:
            self._forget()
            raise CannotWrite(_reason(error)) from None
        except ValueError as error:
            if isinstance(error, CannotWrite):
                raise
            raise CannotWrite(say("that is not the name of a file")) from None
        self._open = True

    def _begun(self) -> io.BufferedWriter:
        """A new file in the name's folder."""
        folder, self._name = os.path.split(self._path)
        if os.open in os.supports_dir_fd:
            self._folder = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        else:
            self._above = folder
        mode = 0o666 if self._there is None else stat.S_IMODE(self._there.st_mode) & 0o777
        try:
            os.stat(_DESCRIPTORS)  # by which it gets its name
            descriptor = os.open(folder, os.O_WRONLY | os.O_TMPFILE, mode)
        except (AttributeError, OSError):  # neither every system nor every file system has such files
            self._hidden = _random_name()
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            for name in ("O_NOFOLLOW", "O_BINARY"):
                flags |= getattr(os, name, 0)
            descriptor = os.open(self._within(self._hidden), flags, mode, dir_fd=self._folder)
        if self._there is not None and hasattr(os, "fchown"):
            with contextlib.suppress(OSError):  # only root gives files away
                os.fchown(descriptor, self._there.st_uid, self._there.st_gid)
            with contextlib.suppress(OSError):
                os.fchmod(descriptor, mode)  # whatever the umask is
        return os.fdopen(descriptor, "wb")

    def _within(self, name: str) -> str:
        """A name in the folder, as it is said to the system."""
        return os.path.join(self._above, name)

    def append(self, content: str | bytes) -> None:
        data = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
        with self.guarded():
            self.stream.write(data)

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """While entered, what is written to ``stream`` belongs together: all of it is kept, or none."""
        try:
            yield
            if self.replaces:
                self._whole = self.stream.tell()
        except OSError as error:
            self.discard()
            raise CannotWrite(_reason(error)) from None

    def close(self) -> None:
        if not self._open:
            return
        try:
            self.stream.flush()
            if self.replaces:
                # An interrupt in the middle of ``append`` may have left the beginning of a block.
                self.stream.truncate(self._whole)
                self._replace()
            else:
                self.stream.close()
            self._open = False
            self._forget()
        except OSError as error:
            self.discard()
            raise CannotWrite(_reason(error)) from None

    def _replace(self) -> None:
        if self._hidden is None:
            # A file without a name can get one, but none that there is: so it gets a new one first.
            hidden = _random_name()
            source = f"{_DESCRIPTORS}/{self.stream.fileno()}"
            os.link(source, hidden, dst_dir_fd=self._folder, follow_symlinks=True)
            self._hidden = hidden
        self.stream.close()  # Windows gives no other name to a file that is open
        os.replace(
            self._within(self._hidden), self._within(self._name),
            src_dir_fd=self._folder, dst_dir_fd=self._folder,
        )  # fmt: skip
        self._hidden = None

    def discard(self) -> None:
        if not self._open:
            return
        self._open = False
        with contextlib.suppress(OSError):  # a full disk, once more
            self.stream.close()
        self._forget()

    def _forget(self) -> None:
        if self._hidden is not None:
            with contextlib.suppress(OSError):
                os.unlink(self._within(self._hidden), dir_fd=self._folder)
            self._hidden = None
        if self._folder is not None:
            os.close(self._folder)
            self._folder = None


def write(path: str, content: str | bytes) -> None:
    """Write a file at once, whole or not at all.  Raises :class:`CannotWrite`."""
    file = File(path)
    try:
        file.append(content)
        file.close()
    finally:
        file.discard()


def check(path: str) -> None:
    """Raise :class:`CannotWrite` when a file cannot be written there, before anything is done for it."""
    there = None
    with contextlib.suppress(OSError, ValueError):  # the attempt below explains it
        there = _replaceable(os.path.realpath(path))
    if there is None or stat.S_ISREG(there.st_mode):  # else opening it would be noticed at the other end
        File(path).discard()


def ending_of(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def wrong_ending(endings: Sequence[str]) -> str:
    """What to say of a name that has to have one of these endings."""
    *others, last = endings
    known = one_of([with_commas(others), last]) if others else last
    return say("the name has to end in {endings}", endings=known)


def _replaceable(path: str) -> os.stat_result | None:
    """What is there, if anything is.  Raises :class:`CannotWrite` for what nothing may be put in place of."""
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(there.st_mode):
        raise CannotWrite(say("that is a folder"))
    if not os.access(path, os.W_OK):
        raise CannotWrite(say("permission denied"))
    return there


def _random_name() -> str:
    return f".yisp-{os.urandom(12).hex()}.part"


def _reason(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return say("there is no such folder")
    return system_reason(error)

"""Where ``yispc`` starts: the plain way to run decks at once, everything else through click."""

from __future__ import annotations

import codecs
import io
import os
import sys

from ..messages import say, system_reason
from ..simulate.stop import INTERRUPT, MEMORY, Ended, listening
from .decks import complain
from .exits import ENDED, USAGE
from .language import NoSuchLanguage, settle
from .options import read_plainly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LIMITING = "--time-limit", "--memory-limit"
LIMITED_BY = "YISP_TIME_LIMIT", "YISP_MEMORY_LIMIT"

IN_ASCII = "yisp-in-ascii"
"""How the standard streams write what they cannot show (``codecs``)."""

SIGNS = {"±": "+-", "–": "-", "…": "...", "—": "-"}
"""Signs of reports, as they are typed where there are none."""


def main(begin: Callable[[], None] | None = None, *, forks: bool = False) -> None:
    """Run the command line and exit with its code.  ``begin`` is called once Ctrl-C can be heard; ``forks``:
    where there are limits, the process may become two (``overseer``)."""
    _open_streams()
    try:
        if begin is not None:
            begin()
        code = _run(forks)
    except KeyboardInterrupt:
        code = ENDED[INTERRUPT]
    sys.exit(code)


def _run(forks: bool) -> int:
    try:
        words = settle(sys.argv[1:])
    except NoSuchLanguage as error:
        complain(error.sentence)
        return USAGE
    limited = any(word.startswith(LIMITING) for word in words) or any(map(os.environ.get, LIMITED_BY))
    if forks and limited:
        from .overseer import oversee

        oversee(words)
    options = read_plainly(words)
    try:
        with listening():
            if options is not None:
                from .running.run_decks import run_decks

                code = run_decks(options)
            else:
                from .app import run_app

                code = run_app(words)
            sys.stdout.flush()
    except OSError as error:
        if isinstance(error, BrokenPipeError) and _reader_has_gone():
            code = 0  # there is nobody left to tell
        else:
            # A full disk, most likely; whatever else cannot be read or written is explained where it happens.
            reason = system_reason(error)
            complain(say("the results could not be written: {reason}", reason=reason))
            code = USAGE
        # What is still to be written goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (Ended, MemoryError) as error:  # and there is nothing to show yet
        from ..report.text.text import ENDINGS

        reason = error.reason if isinstance(error, Ended) else MEMORY
        complain(ENDINGS[reason])
        code = ENDED[reason]
    return code


def _reader_has_gone() -> bool:
    """Whether standard output is a pipe that nobody reads any more; others may break as well."""
    from select import POLLERR, POLLHUP, poll

    output = poll()
    try:
        output.register(sys.stdout.fileno(), 0)
    except OSError:
        return False
    return any(event & (POLLERR | POLLHUP) for _, event in output.poll(0))


class _Heedless(io.FileIO):
    """A standard error that may be full or gone: there is nowhere to say so, and results still count."""

    def write(self, data: object) -> int:
        try:
            return super().write(data) or 0  # type: ignore[arg-type]
        except OSError:
            return memoryview(data).nbytes  # type: ignore[arg-type]


def _in_ascii(error: UnicodeError) -> tuple[str | bytes, int]:
    """What a terminal or pipe gets that cannot show a character: our own signs as people type them, of a
    card's name an escape."""
    assert isinstance(error, UnicodeEncodeError)
    error.end = error.start + 1
    sign = SIGNS.get(error.object[error.start])
    return codecs.backslashreplace_errors(error) if sign is None else (sign, error.end)


def _open_streams() -> None:
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # whoever started us closed it
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
    if sys.__stderr__ is not None and sys.stderr is sys.__stderr__:
        raw = io.BufferedWriter(_Heedless(sys.__stderr__.fileno(), "w", closefd=False))
        sys.stderr = io.TextIOWrapper(raw, encoding=sys.__stderr__.encoding, line_buffering=True)
    codecs.register_error(IN_ASCII, _in_ascii)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors=IN_ASCII)  # type: ignore[union-attr]

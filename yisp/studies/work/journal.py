"""What is done of a long study, so that it can go on after whatever ended it.

What comes in: a file's name, what tells this study from others, and answers as they are found.  What goes
out: the answers that the file has already.  The file is JSON, a line each: first what study it is, with its
seed; then, in the order in which they were found, the number of a task with its answer.  A line is written
at once and whole; the end of a line that is torn, since whoever wrote it was killed, is cut off.

A journal is a stranger's file like any other: what it says is looked over, no line may be longer than
``LONGEST``, and a file that is no journal, or one of another study, is left as it is (:class:`CannotGoOn`).
Only one process may write it, which a lock sees to.
"""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Callable, Mapping
from typing import Any

from ...messages import all_of, say, system_reason, with_commas
from ...simulate.seeds import SEEDS
from ...system import lock
from ...version import VERSION
from .answers import Answer

SCHEMA = 1
"""The shape of a journal; another shape has another number."""

LONGEST = 4 * 2**20
"""Bytes of a line."""

HEAD = ("yisp", "journal", "study")

NO_JOURNAL = say("it is not a journal of yisp; give another name")


class CannotGoOn(ValueError):
    """The file is no journal of this study, or cannot be written; the message says why, without naming it."""


class Journal:
    """A journal that is open for writing; ``answers`` are by task, as JSON, and ``seed`` is the study's.

    ``study`` is "sweep" or "tune", ``identity`` whatever else must be the same, by what to call it; a seed
    that is None is taken from the file or, where that begins with this, is ``fresh()``.  ``fits`` looks an
    answer over.
    """

    def __init__(
        self,
        path: str,
        study: str,
        identity: Mapping[str, Any],
        seed: int | None,
        *,
        fresh: Callable[[], int],
        fits: Callable[[Answer], bool],
    ) -> None:
        self.answers: dict[int, str] = {}
        self._fits = fits
        flags = (
            os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        try:
            self._file = os.fdopen(os.open(path, flags, 0o666), "r+b", buffering=0)
        except OSError as error:
            raise CannotGoOn(system_reason(error)) from None
        except ValueError:
            raise CannotGoOn(say("that is not the name of a file")) from None
        try:
            if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):
                raise CannotGoOn(say("it is not a file that can be read again"))
            _lock(self._file.fileno())
            self.seed = self._read(study, dict(identity), seed)
            if self.seed is None:
                self.seed = fresh() if seed is None else seed
                self._write(
                    {"yisp": VERSION, "journal": SCHEMA, "study": study, "seed": self.seed, **identity}
                )
        except BaseException:
            self._file.close()
            raise

    seed: int | None

    def add(self, number: int, answer: str) -> None:
        """Write down an answer; raises :class:`CannotGoOn` where there is no room for it."""
        self._write_line(f'{{"task": {number}, "answer": {answer}}}')

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _write(self, data: Any) -> None:
        self._write_line(json.dumps(data, ensure_ascii=True, allow_nan=False))

    def _write_line(self, line: str) -> None:
        data = memoryview(line.encode("ascii") + b"\n")
        try:
            while data:
                data = data[self._file.write(data) :]
        except OSError as error:
            raise CannotGoOn(system_reason(error)) from None

    def _read(self, study: str, identity: dict[str, Any], seed: int | None) -> int | None:
        """Read what is there; its seed, or None where nothing is."""
        own: int | None = None
        whole, number = 0, 0
        with os.fdopen(os.dup(self._file.fileno()), "rb") as reader:
            while line := reader.readline(LONGEST + 1):
                number += 1
                if not line.endswith(b"\n"):
                    if number == 1 or len(line) > LONGEST:
                        raise CannotGoOn(NO_JOURNAL)
                    break
                data = _json(line)
                if number == 1:
                    own = _seed_of(data, study, identity, seed)
                else:
                    self._take(data, number)
                whole += len(line)
        if number:
            try:
                os.ftruncate(self._file.fileno(), whole)
            except OSError as error:
                raise CannotGoOn(system_reason(error)) from None
        return own

    def _take(self, data: Any, line: int) -> None:
        match data:
            case {"task": int(task), "answer": dict(answer)} if _is_number(task) and self._fits(answer):
                self.answers.setdefault(task, text_of(answer))
            case _:
                raise CannotGoOn(
                    say("line {line} is no answer of this study; the file was changed", line=line)
                )


def _is_number(task: Any) -> bool:
    return not isinstance(task, bool) and task >= 0


def text_of(answer: Answer) -> str:
    """An answer as it is kept: the same bytes whether it was read or has just been found."""
    return json.dumps(answer, ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def _seed_of(data: Any, study: str, identity: dict[str, Any], seed: int | None) -> int:
    if not isinstance(data, dict) or any(key not in data for key in (*HEAD, "seed")):
        raise CannotGoOn(NO_JOURNAL)
    if (data["yisp"], data["journal"]) != (VERSION, SCHEMA):
        other = str(data["yisp"])[:40]
        raise CannotGoOn(
            say("it was begun by yisp {other}, and this is {version}", other=other, version=VERSION)
        )
    if data["study"] != study:
        raise CannotGoOn(
            say("it is the journal of another study: of a {study}", study=str(data["study"])[:40])
        )
    # As JSON has it, where a tuple is a list.
    known = json.loads(json.dumps(identity))
    differing = [name for name in known if data.get(name) != known[name]]
    own = data["seed"]
    if not isinstance(own, int) or isinstance(own, bool) or not 0 <= own < SEEDS:
        raise CannotGoOn(NO_JOURNAL)
    if seed is not None and own != seed:
        differing.append("seed")
    if differing:
        *others, last = differing
        names = all_of([with_commas(others), last] if others else [last])
        raise CannotGoOn(
            say("it is the journal of another {study}, with other {names}", study=study, names=names)
        )
    return own


def _json(line: bytes) -> Any:
    def refuse(constant: str) -> Any:
        raise ValueError(constant)

    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(line, parse_constant=refuse)
    return None


def _lock(file: int) -> None:
    try:
        lock(file)
    except BlockingIOError:
        raise CannotGoOn(say("another process is writing it")) from None
    except OSError:
        return  # no locks here

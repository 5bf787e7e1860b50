"""Messages at places of files, as GitHub's workflow commands: a run of Actions shows them beside the lines.

    ::error file=decks/deck.yml,line=31,col=11,title=expectation failed::rate >= 0.85%0Atopic opening: …

What comes in: diagnostics, warnings, results.  What goes out: lines, each a command.  The form and its
escapes are those of GitHub's "Workflow commands": ``%`` and the ends of lines everywhere, in properties also
``:``, ``,``.

Not handled: how many annotations a step may have (GitHub shows ten of each sort).
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from ...compile.program import Doubt
from ...lang.diagnostics import Diagnostic
from ...simulate.result import Result
from ..layout import shown
from ..text import expectations, notices

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}
_NO_FILES = ("<stdin>", "")


def command(
    kind: str,
    title: str,
    message: str,
    file: str | None = None,
    line: int | None = None,
    column: int | None = None,
) -> str:
    """A command of that kind, "error", "warning" or "notice"."""
    properties: dict[str, object] = {}
    if file is not None and file not in _NO_FILES:
        properties["file"] = _from_workspace(file)
        if line is not None:
            properties |= {"line": line, "col": column or 1}
    properties["title"] = title
    written = ",".join(f"{name}={_escaped(str(value), _PROPERTY)}" for name, value in properties.items())
    return f"::{kind} {written}::{_escaped(message, _DATA)}"


def problem(found: Diagnostic | Doubt | str) -> str:
    """What keeps a deck from running, or is doubtful about it; a text is a sentence about no place."""
    if isinstance(found, str):
        return command("error", "yispc", shown(found))
    message = shown(found.message) + ("" if found.hint is None else f"\nhelp: {shown(found.hint)}")
    if isinstance(found, Doubt):
        return command("warning", found.code, message, found.file, found.line, found.column)
    place = found.place
    at = (None, None, None) if place is None else (place.file, place.line, place.column)
    return command(found.severity, found.code, message, *at)


def failures(result: Result) -> Iterator[str]:
    """The expectations that failed."""
    for topic, verdict in expectations.failures(result):
        message = f"{expectations.written(verdict)}\n{expectations.found(verdict, topic)}"
        yield command("error", "expectation failed", message, verdict.file, verdict.line, verdict.column)


def noticed(result: Result) -> Iterator[str]:
    """The notices of a run."""
    for topic in result.played:
        for notice in topic.notices:
            message = f"{notices.happened(notice)}\n{notices.how_often(notice, topic)}"
            yield command(
                "notice", notice.code, message, notice.file or result.file, notice.line, notice.column
            )


def _escaped(text: str, by: dict[str, str]) -> str:
    # `shown` for what is no text of ours: a control character could end the line for some readers.
    return "".join(by.get(char, shown(char)) for char in text)


def _from_workspace(file: str) -> str:
    """The file as Actions looks for it, from the root of the checkout, wherever the command was started."""
    root = os.environ.get("GITHUB_WORKSPACE")
    if not root:
        return file
    path, root = os.path.realpath(file), os.path.realpath(root)
    return os.path.relpath(path, root) if path.startswith(root + os.sep) else file

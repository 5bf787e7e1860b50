"""How a diagnostic is shown: what and where, the line with carets under the place, what would help.

What comes in: the parts of a diagnostic.  What goes out: text, in the language in force, that no file can
make a terminal obey.  What is not handled: what of a long line is shown, which ``diagnostics`` says.

(On the warm start's path, which shows the warnings that the cache holds.)
"""

from __future__ import annotations

from ..columns import blank_after
from ..messages import say, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SEVERITIES = {"error": say("error"), "warning": say("warning")}
_HELP = say("help:")
_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m"}
_BOLD, _GREEN, _PLAIN = "\x1b[1m", "\x1b[32m", "\x1b[0m"


def visible(text: str) -> str:
    """The text with everything that a terminal would obey or hide written out as an escape.

    Control characters, marks that turn the direction of writing, and invisible ones; a name in
    any script stays as it is.
    """
    if text.isprintable():
        return text
    from unicodedata import category  # hardly any text needs it

    return "".join(
        char
        if char.isprintable() or category(char) == "Zs"
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def quoted(text: str) -> str:
    """A name that somebody gave, as messages quote it."""
    return f"'{visible(text)}'"


LONGEST_SHOWN = 60
"""Characters of a name or line of somebody's that a message repeats."""


def shown(text: str) -> str:
    """A name from the file as messages quote it, shortened."""
    return f"`{text[:LONGEST_SHOWN]}{'…' if len(text) > LONGEST_SHOWN else ''}`"


def rendered(
    code: str,
    severity: str,
    message: str,
    hint: str | None,
    where: tuple[str, int, int] | None,
    excerpt: Sequence[str] | None,
    *,
    colour: bool = False,
) -> str:
    """A diagnostic as text; ``where`` is its file, line and column, ``excerpt`` the line that is shown and
    the carets below it."""
    paint, bold, green, plain = (_COLOURS[severity], _BOLD, _GREEN, _PLAIN) if colour else ("",) * 4
    at = "" if where is None else f"{visible(where[0])}:{where[1]}:{where[2]}: "
    what = f"{paint}{translated(_SEVERITIES[severity])}[{code}]{plain}"
    said = say("{first}: {more}", first=what + bold, more=visible(translated(message)))
    lines = [f"{bold}{at}{translated(said)}{plain}"]
    if excerpt is not None:
        line, carets = excerpt
        lines += ["    " + line, f"    {green}{carets}{plain}"]
    if hint is not None:
        head = translated(_HELP)
        lines.append(f"{bold}{head}{plain}{blank_after(head)}{visible(translated(hint))}")
    return "\n".join(lines)

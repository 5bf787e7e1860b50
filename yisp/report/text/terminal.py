"""The report on a terminal: the text report's numbers as tables, with bars and colours.

What comes in: a :class:`~yisp.simulate.result.Result` and what the terminal can show.  What goes out:
text, without the end of its last line.

    Topic: test-expend
    First turn average success rate: 86 ± 3 %  average score: 2.63 ± 0.11
      A1  86 ± 3 %  █████████████████
      A2  25 ± 3 %  █████

Drawn by hand: a library for tables takes longer to import than most runs take.

(On the warm start's path.)
"""

from __future__ import annotations

from ...columns import width
from ..layout import GAP, aligned, padded
from . import text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...simulate.result import Result

BAR = 20
"""Columns of a bar that stands for 100 %."""

NARROW = 60
"""Columns of a terminal below which there are no bars."""

_BOLD, _CYAN, _DIM, _YELLOW, _PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[33m", "\x1b[0m"
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def render(
    result: Result,
    *,
    columns: int = 80,
    colour: bool = True,
    encoding: str | None = "utf-8",
) -> str:
    """The report for a terminal of that many columns; bars are drawn with what ``encoding`` has."""
    return text.render(result, _Pen(colour, columns, _can_draw(encoding)))


class _Pen(text.Pen):
    """How to write on this terminal."""

    before_topics = ("",)

    def __init__(self, colour: bool, columns: int, blocks: bool) -> None:
        self.colour = colour
        self.columns = columns
        self.blocks = blocks

    def strong(self, text: str) -> str:
        return self._painted(_BOLD, text)

    def faint(self, text: str) -> str:
        return self._painted(_DIM, text)

    def warned(self, text: str) -> str:
        return self._painted(_YELLOW, text)

    def _painted(self, how: str, text: str) -> str:
        return f"{how}{text}{_PLAIN}" if self.colour and text else text

    def listed(self, head: str, rows: list[list[str]], shares: list[float], left: int = 1) -> list[str]:
        """A table, with a bar behind each row where there is room."""
        if not rows:
            return []
        lines = text.indented(aligned(rows, left))
        widest = max(width(line) for line in lines)
        if self.columns >= NARROW and widest + len(GAP) + BAR <= self.columns:
            lines = [
                (padded(line, widest) + GAP + self._painted(_CYAN, self._bar(share))).rstrip()
                for line, share in zip(lines, shares, strict=True)
            ]
        return [head, *lines] if head else lines

    def _bar(self, share: float) -> str:
        if not self.blocks:
            return "#" * round(share * BAR)
        full, part = divmod(round(share * BAR * 8), 8)
        return "█" * full + (_EIGHTHS[part] if part else "")


def _can_draw(encoding: str | None) -> bool:
    try:
        _EIGHTHS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True

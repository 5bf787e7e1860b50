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
from ...messages import told
from ..layout import GAP, aligned, padded, rate_cells, share_of, shown
from ..sentences import sentences
from .text import (
    answer,
    effects,
    ending,
    head,
    indented,
    matching,
    may_be_missing,
    policies,
    relations,
    score_values,
    scores,
    stats,
    title,
    why_sampled,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...simulate.result import Result, TopicResult

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
    pen = _Pen(colour, columns, _can_draw(encoding))
    warnings = ending(result)
    lines = [pen.strong(line) for line in sentences(result)]
    lines += [pen.warned(line) if line in warnings else pen.faint(line) for line in head(result)]
    for topic in result.topics.values():
        for played in topic.policies.values():
            lines += ["", *_topic(played, result.partial, pen)]
        compared = policies(topic)
        lines += ["", *compared] if compared else []
    return "\n".join(lines)


def _topic(topic: TopicResult, partial: bool, pen: _Pen) -> list[str]:
    lines = [pen.strong(title(topic, partial))]
    if topic.trials == 0:
        return [*lines, told("No trials")]
    if topic.combos:
        lines.append(answer(topic, pen.strong))
    for above, rates in (([], topic.combos.values()), ([told("Watched:")], topic.watch.values())):
        if rates:
            rows = [[shown(rate.name), *rate_cells(rate)] for rate in rates]
            lines += [*above, *pen.bars(rows, [rate.rate or 0.0 for rate in rates])]
    lines += matching(topic)
    values = score_values(topic)
    if values:
        rows = [[str(value), share_of(topic.score, [value])] for value in values]
        lines += [told("Scores:"), *pen.bars(rows, list(topic.score.shares().values()), left=0)]
    else:
        lines += scores(topic, pen.columns)
    lines += stats(topic, pen.columns)
    lines += effects(topic.effects, pen.columns) + relations(topic)
    return lines + [pen.faint(line) for line in may_be_missing(topic) + why_sampled(topic)]


class _Pen:
    """How to write on this terminal."""

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

    def bars(self, rows: Sequence[Sequence[str]], shares: Sequence[float], left: int = 1) -> list[str]:
        """The rows as a table, with a bar behind each where there is room."""
        lines = indented(aligned(rows, left))
        widest = max((width(line) for line in lines), default=0)
        if self.columns < NARROW or widest + len(GAP) + BAR > self.columns:
            return lines
        return [
            (padded(line, widest) + GAP + self._painted(_CYAN, self._bar(share))).rstrip()
            for line, share in zip(lines, shares, strict=True)
        ]

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

"""What each card is worth, as text and as panels of a picture.

What comes in: a :class:`~yisp.studies.sensitivity.Sensitivity`.  What goes out: lines; panels.
"""

from __future__ import annotations

from .compare import gap_text
from .layout import aligned, duration, mean_of, rate_of, shown
from .markdown import escaped, table
from .panels import Changes
from .text import ENDINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..studies.compared import Gap
    from ..studies.sensitivity import Change, Sensitivity, TopicSensitivity
    from .compare import Written
    from .panels import Panel

MOST_ROWS = 40
"""Cards of a picture."""

TITLES = {"success": "success rate", "score": "average score"}


def render(answer: Sensitivity) -> str:
    """All of it, as text."""
    lines = [f"Seed: {answer.seed}", f"Time used: {duration(answer.seconds)}"]
    if answer.ended is not None:
        lines.append(f"Partial: {ENDINGS[answer.ended]}")
    lines.append(_exchanged(answer, shown))
    for topic in answer.topics:
        lines += ["", f"Topic: {shown(topic.name)}{_how(topic)}", *_own(topic), *aligned(_rows(topic, shown))]
        lines += _impossible(topic, shown)
    return "\n".join(lines)


def render_markdown(answer: Sensitivity) -> str:
    """The same as Markdown, without what took how long."""
    said = [f"Seed: {answer.seed}", _exchanged(answer, escaped)]
    if answer.ended is not None:
        said.append(f"Partial: {ENDINGS[answer.ended]}")
    parts = ["\n".join(f"* {line}" for line in said)]
    for topic in answer.topics:
        header, *rows = _rows(topic, escaped)
        below = [*_own(topic), *_impossible(topic, escaped)]
        parts += [f"### {escaped(topic.name)}{_how(topic)}", table(header, rows)]
        parts += ["\n".join(f"* {line}" for line in below)] if below else []
    return "\n\n".join(parts)


def _exchanged(answer: Sensitivity, written: Written) -> str:
    if answer.filler is not None:
        return f"One copy more is one {written(answer.filler)} less, and the other way round."
    return "No card fills the deck: a copy more or less also makes it larger or smaller."


def _how(topic: TopicSensitivity) -> str:
    if topic.trials is None:
        return " (exact)"
    share = topic.played / topic.trials
    return f" ({topic.trials} trials; with all changes as many were played as {share:.1f} such runs have)"


def _own(topic: TopicSensitivity) -> list[str]:
    result = topic.result
    if not result.combos:
        return []
    return [
        f"The deck as it is: success rate {rate_of(result.success, True)}, "
        f"average score {mean_of(result.score, True)}"
    ]


def _rows(topic: TopicSensitivity, written: Written) -> list[list[str]]:
    """A row for each card: copies, and what one more and one less does to each figure."""
    told = _told(topic)
    titles = [TITLES.get(gap.kind) or written(gap.name) for gap in told]
    header = ["card", "copies"]
    header += [f"{title}, one {sort}" for title in titles for sort in ("more", "less")]
    rows = [header]
    for card in topic.cards:
        pair = [topic.change(card, by) for by in (1, -1)]
        copies = next(change.copies for change in pair if change is not None)
        cells = [_cell(change, at) for at in range(len(told)) for change in pair]
        rows.append([written(card), str(copies), *cells])
    return rows


def _told(topic: TopicSensitivity) -> list[Gap]:
    """The figures whose changes there are."""
    return next((change.gaps for change in topic.changes if change.gaps), [])


def _cell(change: Change | None, at: int) -> str:
    return gap_text(change.gaps[at]) if change is not None and change.gaps else ""


def _impossible(topic: TopicSensitivity, written: Written) -> list[str]:
    return [
        f"{written(change.card)}, one {'more' if change.by > 0 else 'less'}: {change.reason}"
        for change in topic.changes
        if change.reason is not None
    ]


def panels(answer: Sensitivity) -> list[Panel]:
    """A tornado for each topic and figure: the cards that matter most on top."""
    found: list[Panel] = []
    several = len(answer.topics) > 1
    for topic in answer.topics:
        before = f"{shown(topic.name)}: " if several else ""
        for at, gap in enumerate(_told(topic)):
            rows: list[tuple[str, list[tuple[float, Any]]]] = []
            for card in topic.cards[:MOST_ROWS]:
                pair = [topic.change(card, by) for by in (1, -1)]
                bars = [
                    (change.gaps[at].mean or 0.0, change.gaps[at].ci95)
                    for change in pair
                    if change is not None and change.gaps
                ]
                if len(bars) == 2:
                    rows.append((shown(card), bars))
            if rows:
                title = f"{before}{TITLES.get(gap.kind) or shown(gap.name)}"
                names = ("one more", "one less")
                found.append(Changes(title, "change by one copy", names, rows, gap.is_rate))
    return found

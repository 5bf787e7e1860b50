"""What each card is worth, as text and as panels of a picture.

What comes in: a :class:`~yisp.studies.comparison.sensitivity.Sensitivity`.  What goes out: lines; panels.
"""

from __future__ import annotations

from ...messages import say, told, translated, with_commas
from ..files.markdown import escaped, table
from ..layout import aligned, duration, mean_of, rate_of, shown
from ..pictures.panels import Changes
from ..text.text import ENDINGS
from .compare import gap_text
from .verdicts import figure_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...studies.comparison.comparison import Gap
    from ...studies.comparison.sensitivity import Change, Sensitivity, TopicSensitivity
    from ..pictures.panels import Panel
    from .verdicts import Written

MOST_ROWS = 40
"""Cards of a picture."""


def render(answer: Sensitivity) -> str:
    """All of it, as text."""
    lines = [line for topic in answer.topics for line in _lead(topic, shown)]
    lines += [
        told("Seed: {seed}", seed=answer.seed),
        told("Time used: {time}", time=duration(answer.seconds)),
    ]
    if answer.ended is not None:
        lines.append(told("Partial: {reason}", reason=ENDINGS[answer.ended]))
    lines.append(_exchanged(answer, shown))
    for topic in answer.topics:
        lines += ["", told("Topic: {topic}", topic=_how(topic, shown)), *_own(topic)]
        lines += [*aligned(_rows(topic, shown)), *_impossible(topic, shown)]
    return "\n".join(lines)


def render_markdown(answer: Sensitivity) -> str:
    """All of it as Markdown, without times."""
    said = [told("Seed: {seed}", seed=answer.seed), _exchanged(answer, escaped)]
    if answer.ended is not None:
        said.append(told("Partial: {reason}", reason=ENDINGS[answer.ended]))
    parts = [line for topic in answer.topics for line in _lead(topic, escaped)]
    parts.append("\n".join(f"* {line}" for line in said))
    for topic in answer.topics:
        header, *rows = _rows(topic, escaped)
        below = [*_own(topic), *_impossible(topic, escaped)]
        parts += [f"### {translated(_how(topic, escaped))}", table(header, rows)]
        parts += ["\n".join(f"* {line}" for line in below)] if below else []
    return "\n\n".join(parts)


def _lead(topic: TopicSensitivity, written: Written) -> list[str]:
    """Which card surely matters most."""
    known = [change for change in topic.changes if change.gaps and change.gaps[0].mean is not None]
    if not known:
        return []
    change = max((one for one in known if one.gaps[0].sign), key=lambda one: one.size, default=None)
    name = written(topic.name)
    if change is None:
        if all(one.gaps[0].exact is not None for one in known):
            return [told("No card matters to {topic}: one more or less changes nothing.", topic=name)]
        return [
            told(
                "No card is known to matter to {topic}: what one more or less changes may be chance.",
                topic=name,
            )
        ]
    gap = change.gaps[0]
    if gap.kind != "success":
        name = with_commas((name, figure_title(gap.kind, gap.name, written)))
    said = {"topic": name, "card": written(change.card), "change": gap_text(gap)}
    if change.by > 0:
        return [told("What matters most to {topic}: one {card} more, {change}.", **said)]
    return [told("What matters most to {topic}: one {card} less, {change}.", **said)]


def _exchanged(answer: Sensitivity, written: Written) -> str:
    if answer.filler is not None:
        filler = written(answer.filler)
        return told("One more in the deck is one {card} less, and the other way round.", card=filler)
    return told("No card fills the deck: a copy more or less also makes it larger or smaller.")


def _how(topic: TopicSensitivity, written: Written) -> str:
    name = written(topic.name)
    if topic.trials is None:
        return say("{topic} (exact)", topic=name)
    return say(
        "{topic} ({trials} trials; with all changes as many were played as {runs} such runs have)",
        topic=name,
        trials=topic.trials,
        runs=f"{topic.played / topic.trials:.1f}",
    )


def _own(topic: TopicSensitivity) -> list[str]:
    result = topic.result
    if not result.combos:
        return []
    return [
        told(
            "The deck as it is: success rate {rate}, average score {score}",
            rate=rate_of(result.success),
            score=mean_of(result.score),
        )
    ]


def _rows(topic: TopicSensitivity, written: Written) -> list[list[str]]:
    """A row for each card: copies, and what one more and one less does to each figure."""
    figures = _figures(topic)
    header = [told("card"), told("copies")]
    for gap in figures:
        title = figure_title(gap.kind, gap.name, written)
        header += [told("{figure}, one more", figure=title), told("{figure}, one less", figure=title)]
    rows = [header]
    for card in topic.cards:
        pair = [topic.change(card, by) for by in (1, -1)]
        copies = next(change.copies for change in pair if change is not None)
        cells = [_cell(change, at) for at in range(len(figures)) for change in pair]
        rows.append([written(card), str(copies), *cells])
    return rows


def _figures(topic: TopicSensitivity) -> list[Gap]:
    """The figures whose changes there are."""
    return next((change.gaps for change in topic.changes if change.gaps), [])


def _cell(change: Change | None, at: int) -> str:
    return gap_text(change.gaps[at]) if change is not None and change.gaps else ""


def _impossible(topic: TopicSensitivity, written: Written) -> list[str]:
    return [
        told("{card}, one more: {reason}", card=written(change.card), reason=change.reason)
        if change.by > 0
        else told("{card}, one less: {reason}", card=written(change.card), reason=change.reason)
        for change in topic.changes
        if change.reason is not None
    ]


def panels(answer: Sensitivity) -> list[Panel]:
    """A tornado for each topic and figure: the cards that matter most on top."""
    found: list[Panel] = []
    several = len(answer.topics) > 1
    for topic in answer.topics:
        before = f"{shown(topic.name)}: " if several else ""
        for at, gap in enumerate(_figures(topic)):
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
                title = before + figure_title(gap.kind, gap.name)
                names = (told("one more"), told("one less"))
                found.append(Changes(title, told("change by one copy"), names, rows, gap.is_rate))
    return found

"""What tuning found, in words and as a table.

What comes in: a :class:`~yisp.studies.tuned.Tune`.  What goes out: lines of text.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from ..studies.race import Estimate
from ..studies.tuned import BEST, DROPPED, FRONT, NOTHING, OPEN, Goal, Looked, Tune, ends_of
from .layout import GAP, aligned, number, percent, shown
from .markdown import escaped, table
from .text import ENDINGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .compare import Written

MOST_LINES = 20
"""Decks of a list that are shown; JSON and tables have all of them."""


def render(tune: Tune, command: str) -> Iterator[str]:
    """The lines; ``command`` is how the deck's file was called."""
    yield from _circumstances(tune, shown)
    tables = list(_tables(tune))
    for title, decks in tables:
        yield f"{title}:"
        yield from _table(tune, decks)
    yield from _next(tune)
    if tables:
        yield f"yispc run {shlex.quote(command)} {_with(tune)}".rstrip()


def render_markdown(tune: Tune) -> str:
    """The same as Markdown, without the command."""
    title, *said = _circumstances(tune, escaped)
    parts = [f"## {title}", "\n".join(f"* {line}" for line in said)]
    for title, decks in _tables(tune):
        header, *rows = _rows(tune, decks, escaped)
        parts += [f"### {title}", table(header, rows, 0)]
        if len(decks) > MOST_LINES:
            parts.append(f"… and {len(decks) - MOST_LINES:,} more")
    return "\n\n".join(parts)


def _circumstances(tune: Tune, written: Written) -> Iterator[str]:
    """What is said before the decks."""
    goals = " and ".join(_goal(goal, written) for goal in tune.goals)
    yield f"Tune of {written(tune.file)}: {goals}"
    if tune.ended is not None:
        yield f"Partial: {ENDINGS[tune.ended]}"
    yield _looked_at(tune)
    yield _certainty(tune)


def _tables(tune: Tune) -> Iterator[tuple[str, list[Looked]]]:
    """The decks that may be best, and what they are called."""
    best, others = tune.of(BEST, FRONT), tune.of(OPEN)
    if best:
        alone = "The best" if len(best) == 1 else "The best, all alike"
        yield "The front" if len(tune.goals) > 1 else alone, best
    if others:
        yield "Not told apart from these" if best else "Not told apart", others


def _goal(goal: Goal, written: Written) -> str:
    figure = f"{written(goal.figure.title)} of topic {written(goal.figure.topic)}"
    return f"{figure} as {'small' if goal.small else 'great'} as can be"


def _looked_at(tune: Tune) -> str:
    if tune.candidates == 1:
        return "Looked at the only deck within the limits"
    if tune.whole:
        return f"Looked at all {tune.candidates:,} decks within the limits"
    return (
        f"Looked at {len(tune.looked):,} of {_great(tune.candidates)} decks within the limits: the best found"
        " by exchanging one copy at a time"
    )


def _great(count: int) -> str:
    """A number that may have hundreds of digits."""
    return f"{count:,}" if count < 10**12 else f"about 10^{len(str(count)) - 1}"


def _certainty(tune: Tune) -> str:
    among = "" if tune.whole else " of those that were looked at"
    what = "this is the front" if len(tune.goals) > 1 else "the best is the best"
    if tune.exact and not tune.partial:
        return f"Exact: {what}{among}"
    most = max((one.count for deck in tune.looked for one in deck.estimates), default=0)
    trials = f"seed {tune.seed}, up to {most:,} trials a deck"
    if not tune.shown:
        return f"Not shown which is best, with {trials}"
    certainty = f"{tune.settings['certainty']:.10g}"
    how = "at least" if tune.sure else "about"
    within = tune.settings["indifference"]
    near = f", or within {within:g} of it" if within else ""
    return f"With a probability of {how} {float(certainty):.4g} {what}{among}{near} ({trials})"


def _table(tune: Tune, decks: Sequence[Looked]) -> Iterator[str]:
    rows = _rows(tune, decks, shown)
    widths = aligned([row[:-1] for row in rows], 0)
    for line, row in zip(widths, rows, strict=True):
        yield f"  {line}{GAP}{row[-1]}".rstrip()
    if len(decks) > MOST_LINES:
        yield f"  … and {len(decks) - MOST_LINES:,} more"


def _rows(tune: Tune, decks: Sequence[Looked], written: Written) -> list[list[str]]:
    """The header, then a row for each deck: its goals, and what is other than in the deck as it is."""
    rows = [[*(written(goal.figure.title) for goal in tune.goals), ""]]
    for deck in decks[:MOST_LINES]:
        cells = [_cell(goal, one) for goal, one in zip(tune.goals, deck.estimates, strict=True)]
        rows.append([*cells, _changes(tune, deck, written)])
    return rows


def _cell(goal: Goal, estimate: Estimate) -> str:
    write = percent if goal.figure.is_rate else number
    ends = ends_of(estimate)
    between = "" if ends is None else f" ({write(ends[0])} to {write(ends[1])})"
    return write(estimate.value) + between


def _changes(tune: Tune, deck: Looked, written: Written) -> str:
    changed = [
        f"{written(name)} {old}→{new}"
        for name, old, new in zip(tune.cards, tune.own, deck.counts, strict=True)
        if old != new
    ]
    return ", ".join(changed) or "the deck as it is"


def _next(tune: Tune) -> Iterator[str]:
    """What became of the others."""
    dropped, nothing = tune.of(DROPPED), tune.of(NOTHING)
    if dropped:
        yield f"Dropped: {len(dropped):,}; the best of them:"
        yield from _table(tune, dropped[:1])
    if nothing:
        yield f"Without an answer: {len(nothing):,}; {shown(nothing[0].reason or '')}"


def _with(tune: Tune) -> str:
    best = tune.best
    return " ".join(
        f"--with {shlex.quote(f'{name}={best[name]}')}"
        for name, old in zip(tune.cards, tune.own, strict=True)
        if best[name] != old
    )

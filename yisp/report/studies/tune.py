"""What tuning found, in words and as a table.

What comes in: a :class:`~yisp.studies.tuning.builds.Tune`.  What goes out: lines of text.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence

from ...messages import all_of, say, told, translated, with_commas
from ...studies.tuning.builds import BEST, DROPPED, FRONT, NOTHING, OPEN, Goal, Looked, Tune, ends_of
from ...studies.tuning.race import Estimate
from ..files.markdown import escaped, table
from ..layout import GAP, accuracy, aligned, number, outward, shown
from ..text.text import ENDINGS
from .sweep import figure_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .verdicts import Written

MOST_LINES = 20
"""Decks of a list that are shown; JSON and tables have all of them."""


def render(tune: Tune, command: str) -> Iterator[str]:
    """The lines; ``command`` is how the deck's file was called."""
    yield from _lead(tune, shown)
    yield from _circumstances(tune, shown)
    tables = list(_tables(tune))
    for title, decks in tables:
        yield told("{title}:", title=title)
        yield from _table(tune, decks)
    yield from _next(tune)
    if tables:
        yield f"yispc run {shlex.quote(command)} {_with(tune)}".rstrip()


def render_markdown(tune: Tune) -> str:
    """All of it as Markdown, without the command."""
    title, *said = _circumstances(tune, escaped)
    parts = [f"## {title}", *_lead(tune, escaped), "\n".join(f"* {line}" for line in said)]
    for title, decks in _tables(tune):
        header, *rows = _rows(tune, decks, escaped)
        parts += [f"### {title}", table(header, rows, 0)]
        if len(decks) > MOST_LINES:
            parts.append(told("… and {number} more", number=f"{len(decks) - MOST_LINES:,}"))
    return "\n\n".join(parts)


def _lead(tune: Tune, written: Written) -> Iterator[str]:
    """Which deck to play."""
    best = tune.of(BEST)
    if not best:
        ahead, gain, small = tune.of(OPEN), tune.gain, tune.goals[0].small
        if ahead and gain is not None and not small and (ends_of(gain) or (gain.value,))[0] > 0:
            yield told(
                "Play {deck}: {gain} above the deck as it is. Others may be as good.",
                deck=_changes(tune, ahead[0], written),
                gain=_gain(tune, gain),
            )
        elif ahead:
            yield told("No deck was shown to be best.")
        return
    if tune.candidates == 1 and best[0].counts == tune.own:
        yield told("Only the deck as it is keeps the limits: let more cards vary, or the deck's size.")
        return
    figures = with_commas(
        say("{first}: {more}", first=figure_name(goal.figure, written), more=_cell(goal, one))
        for goal, one in zip(tune.goals, best[0].estimates, strict=True)
    )
    changes = _changes(tune, best[0], written)
    yield told("Play {deck}. {figures}", deck=changes, figures=figures)


def _circumstances(tune: Tune, written: Written) -> Iterator[str]:
    """What is said before the decks."""
    goals = all_of(_goal(goal, written) for goal in tune.goals)
    yield told("Tune of {deck}: {goals}", deck=written(tune.file), goals=goals)
    if tune.ended is not None:
        yield told("Partial: {reason}", reason=ENDINGS[tune.ended])
    yield _looked_at(tune)
    yield _certainty(tune)
    if tune.gain is not None:
        yield _against_the_own(tune, tune.gain)


def _tables(tune: Tune) -> Iterator[tuple[str, list[Looked]]]:
    """The decks that may be best, and what they are called."""
    best, others = tune.of(BEST, FRONT), tune.of(OPEN)
    if best:
        alone = told("The best") if len(best) == 1 else told("The best, all alike")
        yield told("The front") if len(tune.goals) > 1 else alone, best
    if others:
        yield told("Not told apart from these") if best else told("Not told apart"), others


def _goal(goal: Goal, written: Written) -> str:
    names = {"figure": figure_name(goal.figure, written), "topic": written(goal.figure.topic)}
    if goal.small:
        return say("{figure} of topic {topic} as small as can be", **names)
    return say("{figure} of topic {topic} as great as can be", **names)


def _looked_at(tune: Tune) -> str:
    if tune.candidates == 1:
        return told("Looked at the only deck within the limits")
    if tune.whole:
        return told("Looked at all {decks} decks within the limits", decks=f"{tune.candidates:,}")
    return told(
        "Looked at {looked} of {decks} decks within the limits: the best found by exchanging copies",
        looked=f"{len(tune.looked):,}",
        decks=_great(tune.candidates),
    )


def _great(count: int) -> str:
    """A number that may have hundreds of digits."""
    if count < 10**12:
        return f"{count:,}"
    return say("about {number}", number=f"10^{len(str(count)) - 1}")


def _certainty(tune: Tune) -> str:
    what = _claim(tune)
    if tune.exact and not tune.partial:
        return told("Exact: {claim}", claim=what)
    most = max((one.count for deck in tune.looked for one in deck.estimates), default=0)
    trials = say("seed {seed}, up to {trials} trials a deck", seed=tune.seed, trials=f"{most:,}")
    if not tune.shown:
        return told("Not shown which is best, with {trials}", trials=trials)
    certainty = float(f"{tune.settings['certainty']:.10g}")
    within = tune.settings["indifference"]
    if within:
        what = say("{claim}, or within {difference} of it", claim=what, difference=f"{within:g}")
    known = {"probability": f"{certainty:.4g}", "claim": what, "trials": trials}
    if tune.sure:
        return told("With a probability of at least {probability} {claim} ({trials})", **known)
    return told("With a probability of about {probability} {claim} ({trials})", **known)


def _claim(tune: Tune) -> str:
    """What a tune says of the decks that it found."""
    if len(tune.goals) > 1:
        if tune.whole:
            return say("this is the front")
        return say("this is the front of those that were looked at")
    if tune.whole:
        return say("the best is the best")
    return say("the best is the best of those that were looked at")


def _table(tune: Tune, decks: Sequence[Looked]) -> Iterator[str]:
    rows = _rows(tune, decks, shown)
    widths = aligned([row[:-1] for row in rows], 0)
    for line, row in zip(widths, rows, strict=True):
        yield f"  {line}{GAP}{row[-1]}".rstrip()
    if len(decks) > MOST_LINES:
        yield "  " + told("… and {number} more", number=f"{len(decks) - MOST_LINES:,}")


def _rows(tune: Tune, decks: Sequence[Looked], written: Written) -> list[list[str]]:
    """The header, then a row for each deck: its goals, and what is other than in the deck as it is."""
    rows = [[*(figure_name(goal.figure, written) for goal in tune.goals), ""]]
    for deck in decks[:MOST_LINES]:
        cells = [_cell(goal, one) for goal, one in zip(tune.goals, deck.estimates, strict=True)]
        rows.append([*cells, _changes(tune, deck, written)])
    return rows


def _cell(goal: Goal, estimate: Estimate) -> str:
    return _known(estimate, 100, "%") if goal.figure.is_rate else _known(estimate, 1, "")


def _against_the_own(tune: Tune, gain: Estimate) -> str:
    """That the best deck is above the deck as it is, or below it, and how far."""
    change = _gain(tune, gain)
    if gain.exact is not None:
        if gain.value < 0:
            return told("Below the deck as it is by {gain}", gain=change)
        return told("Above the deck as it is by {gain}", gain=change)
    said = {"gain": change, "trials": f"{gain.count:,}"}
    if gain.value < 0:
        return told(
            "Below the deck as it is by {gain}, in {trials} trials by which nothing was chosen", **said
        )
    return told("Above the deck as it is by {gain}, in {trials} trials by which nothing was chosen", **said)


def _gain(tune: Tune, gain: Estimate) -> str:
    """How far the best deck is above the deck as it is, or below it: of rates in points of a hundred."""
    sign = -1 if gain.value < 0 else 1
    if tune.goals[0].figure.is_rate:
        return say("{change} points", change=_known(gain, 100 * sign, ""))
    return _known(gain, sign, "")


def _known(estimate: Estimate, scale: int, unit: str) -> str:
    value, ends = scale * estimate.value, ends_of(estimate)
    if ends is None:
        return f"{number(value)}{unit}"
    low_end, high_end = sorted(scale * end for end in ends)
    scaled = low_end, high_end
    digits, _ = accuracy(value, scaled)
    low, high = (f"{end}{unit}" for end in outward(scaled, digits))
    return told("{value} ({low} to {high})", value=f"{number(value, digits)}{unit}", low=low, high=high)


def _changes(tune: Tune, deck: Looked, written: Written) -> str:
    changed = [
        f"{written(name)} {old}→{new}"
        for name, old, new in zip(tune.cards, tune.own, deck.counts, strict=True)
        if old != new
    ]
    return translated(with_commas(changed)) or told("the deck as it is")


def _next(tune: Tune) -> Iterator[str]:
    """The best of the decks that were dropped, and how many have no answer."""
    dropped, nothing = tune.of(DROPPED), tune.of(NOTHING)
    if dropped:
        yield told("Dropped: {number}; the best of them:", number=f"{len(dropped):,}")
        yield from _table(tune, dropped[:1])
    if nothing:
        reason = shown(translated(nothing[0].reason or ""))
        yield told("Without an answer: {number}; {reason}", number=f"{len(nothing):,}", reason=reason)


def _with(tune: Tune) -> str:
    best = tune.best
    return " ".join(
        f"--with {shlex.quote(f'{name}={best[name]}')}"
        for name, old in zip(tune.cards, tune.own, strict=True)
        if best[name] != old
    )

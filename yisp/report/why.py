"""Why hands fail, in words.

What comes in: a :class:`~yisp.studies.reasons.Why`.  What goes out: plain text, and for each hand that is
shown the command that replays it.  What is sorted is cut short (``MOST``); JSON has all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from .layout import GAP, NOTHING, aligned, grid, number, percent, rate_of, shown
from .notices import quoted, trace_command
from .text import ENDINGS, indented

if TYPE_CHECKING:
    from ..simulate.estimates import Rate
    from ..studies.courses import Line, Use
    from ..studies.missing import Lack
    from ..studies.reasons import Failure, Hand, OneMore, Why

MOST = 10
"""Rows of a list."""

COLUMNS = 100


def render(why: Why, deck: str, policy: str | None = None, changed: Sequence[tuple[str, str]] = ()) -> str:
    """The report; ``deck`` is its name on the command line, ``policy`` what was asked for, ``changed`` the
    options that change its counts, with their values."""
    lines = []
    if why.ended is not None:
        lines.append(f"Partial result: {ENDINGS[why.ended]}")
    lines += [f"Seed: {why.seed}", f"Topic: {shown(why.topic)}, {why.trials} trials"]
    lines.append(f"Success: {rate_of(why.success, intervals=True)}, {why.success.count} of them")

    def command(hand: Hand) -> str:
        policies = [policy] if policy else []
        words = trace_command(deck, why.topic, hand.trial, why.seed, why.given, policies=policies)
        return words + "".join(f" {option} {quoted(value)}" for option, value in changed)

    lines += _failures(why, command)
    lines += _one_more(why)
    lines += _succeeded(why, command)
    lines += _uses(why.uses)
    lines += _lines(why.lines, why.trials)
    lines += _idle(why)
    return "\n".join(lines)


def _failures(why: Why, command: Callable[[Hand], str]) -> list[str]:
    failed = why.trials - (why.success.count or 0)
    if not failed:
        return ["No hand failed."] if why.trials else []
    lines = [f"What was missing (of {failed} failures, the combo that was nearest):"]
    for failure in why.failures[:MOST]:
        lines.append(f"  {percent(failure.rate.rate)}  {_missing(failure)}")
        lines += [line for hand in failure.hands for line in _hand(hand, command)]
    return lines + _more(why.failures)


def _missing(failure: Failure) -> str:
    return f"{shown(failure.combo)}: {', '.join(map(lack_text, failure.missing))}"


def lack_text(lack: Lack) -> str:
    """One missing thing: ``no a:key in H``."""
    name = shown(lack.name)
    match lack.what:
        case "cards":
            return f"{lack.number if lack.number > 1 else 'one'} more {name} in {lack.zone}"
        case "too many":
            return f"{lack.number} {name} too many in {lack.zone}"
        case "condition":
            return f"condition {name}"
        case _:
            return f"score {name}"


def _hand(hand: Hand, command: Callable[[Hand], str]) -> list[str]:
    """Two lines: the cards, and what to copy."""
    cards = ", ".join(map(shown, hand.cards))
    worked = f" ({', '.join(map(shown, hand.combos))})" if hand.combos else ""
    return [f"    trial {hand.trial}: {cards}{worked}", f"      {command(hand)}"]


def _one_more(why: Why) -> list[str]:
    if why.one_more is None:
        return [shown(why.remark or "")]
    if why.again is None or not why.replayed:
        return []
    head = "One card more in the opening hand, the rest of the deck shuffled anew"
    lines = [f"{head} (of {_first(why)}, how many succeed):"]
    rows = [["the same hand", rate_of(why.again, intervals=True), "", ""]]
    rows += [_turned(one, why.again, why.replayed) for one in why.one_more[:MOST]]
    return lines + indented(aligned(rows)) + _more(why.one_more)


def _first(why: Why) -> str:
    failed = why.trials - (why.success.count or 0)
    return (
        f"{failed} failures" if why.replayed == failed else f"the first {why.replayed} of {failed} failures"
    )


def _turned(one: OneMore, again: Rate, replayed: int) -> list[str]:
    """What it does, and how far that is above luck, in percentage points."""
    left = "" if one.possible == replayed else f"(none left in {replayed - one.possible})"
    above = f"{100 * ((one.rate.rate or 0) - (again.rate or 0)):+.1f}" if again.count else ""
    return [f"one more {shown(one.name)}", rate_of(one.rate, intervals=True), above, left]


def _succeeded(why: Why, command: Callable[[Hand], str]) -> list[str]:
    if not why.succeeded:
        return []
    return ["Hands that succeeded:", *(line for hand in why.succeeded for line in _hand(hand, command))]


def _uses(uses: list[Use]) -> list[str]:
    active = [use for use in uses if use.share.count]
    if not active:
        return []
    rows = [["", "trials", "successes", "failures", "place", "mostly"]]
    rows += [
        [
            f"{shown(use.card)}[{use.effect}]",
            percent(use.share.rate),
            percent(use.of_successes.rate),
            percent(use.of_failures.rate),
            number(use.place, 1),
            NOTHING if use.usual is None else str(use.usual),
        ]
        for use in active[:MOST]
    ]
    head = "Effects (share of trials, of successes, of failures; place in the order of activations):"
    return [head, *indented(aligned(rows)), *_more(active)]


def _lines(played: list[Line], trials: int) -> list[str]:
    if not any(line.steps for line in played):
        return []
    rows = [
        [percent(line.count / trials), percent(line.successes / line.count), _steps(line)]
        for line in played[:MOST]
    ]
    return [
        "Lines of play (share of trials, how often they succeed):",
        *indented([GAP.join(cells) for cells in _flush(rows)]),
        *_more(played),
    ]


def _flush(rows: list[list[str]]) -> Iterable[list[str]]:
    """The rows with their two percentages in columns."""
    for first, second, rest in rows:
        yield [f"{first:>7}", f"{second:>7}", rest]


def _steps(line: Line) -> str:
    from ..studies.reasons import line_text

    return shown(line_text(line))


def _idle(why: Why) -> list[str]:
    if not why.idle or not why.trials:
        return []
    claim = "no effect of theirs was activated, and no combo that succeeded took them as a wanted card"
    head = f"Cards that never mattered in {why.trials} trials ({claim}):"
    lines = [head, *indented(grid([shown(name) for name in why.idle], COLUMNS))]
    return (
        [*lines, "  Conditions and scores of combos may have counted them all the same."]
        if why.counted
        else lines
    )


def _more(rows: list[object] | list[Failure] | list[OneMore] | list[Use] | list[Line]) -> list[str]:
    return [f"  … and {len(rows) - MOST} more"] if len(rows) > MOST else []

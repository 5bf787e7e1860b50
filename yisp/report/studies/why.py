"""Why hands fail, in words.

What comes in: a ``Why``.  What goes out: plain text, and for each hand that is
shown the command that replays it.  What is sorted is cut short (``MOST``); JSON has all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...messages import say, told, told_n, translated, with_commas
from ...simulate.counting.estimates import Rate
from ..layout import GAP, NOTHING, aligned, grid, number, number_of_trials, rate_of, shown, signed
from ..sentences import games
from ..text.notices import trace_command
from ..text.text import ENDINGS, indented

if TYPE_CHECKING:
    from ...studies.failures.courses import Line, Use
    from ...studies.failures.missing import Lack
    from ...studies.failures.reasons import Failure, Hand, OneMore, Why

MOST = 10
"""Rows of a list."""

COLUMNS = 100

ZONES = {"H": say("H"), "D": say("D"), "F": say("F"), "B": say("B"), "J": say("J")}
"""Zones as English sentences name them; other languages say with the letter what it stands for."""


def render(why: Why, deck: str, policy: str | None = None, changed: Sequence[tuple[str, str]] = ()) -> str:
    """The report; ``deck`` is its name on the command line, ``policy`` what was asked for, ``changed`` the
    options that change its counts, with their values."""
    lines = _lead(why)
    if why.ended is not None:
        lines.append(told("Partial result: {reason}", reason=ENDINGS[why.ended]))
    lines.append(told("Seed: {seed}", seed=why.seed))
    trials = number_of_trials(why.trials)
    lines.append(told("Topic: {topic}, {trials}", topic=shown(why.topic), trials=trials))
    rate = rate_of(why.success)
    lines.append(told("Success: {rate}, {number} of them", rate=rate, number=why.success.count))

    def command(hand: Hand) -> str:
        policies = [policy] if policy else []
        return trace_command(
            deck, why.topic, hand.trial, why.seed, why.given, policies=policies, changed=changed
        )

    lines += _failures(why, command)
    lines += _one_more(why)
    lines += _succeeded(why, command)
    lines += _uses(why.uses)
    lines += _lines(why.lines, why.trials)
    lines += _idle(why)
    return "\n".join(lines)


def _lead(why: Why) -> list[str]:
    """How often hands fail, and what they lack most often."""
    if why.success.rate is None or why.success.ci95 is None:
        return []
    low, high = why.success.ci95
    failed = Rate(why.topic, None, 1 - why.success.rate, (1 - high, 1 - low), None)
    if not why.failures:
        return [told("{topic} fails in {games}.", topic=shown(why.topic), games=games(failed))]
    first = why.failures[0]
    return [
        told(
            "{topic} fails in {games}; most often, in {share} of failures, it lacks {missing}.",
            topic=shown(why.topic),
            games=games(failed),
            share=rate_of(first.rate),
            missing=_missing(first),
        )
    ]


def _failures(why: Why, command: Callable[[Hand], str]) -> list[str]:
    failed = why.trials - (why.success.count or 0)
    if not failed:
        return [told("No hand failed.")] if why.trials else []
    head = told_n(
        "What was missing (of one failure, the combo that was nearest):",
        "What was missing (of {number} failures, the combo that was nearest):",
        failed,
    )
    lines = [head]
    for failure in why.failures[:MOST]:
        lines.append(f"  {rate_of(failure.rate)}  {_missing(failure)}")
        lines += [line for hand in failure.hands for line in _hand(hand, command)]
    return lines + _more(why.failures)


def _missing(failure: Failure) -> str:
    return told(
        "{first}: {more}", first=shown(failure.combo), more=with_commas(map(lack_text, failure.missing))
    )


def lack_text(lack: Lack) -> str:
    """One missing thing: ``one more a:key in H``."""
    name, zone = shown(translated(lack.name)), ZONES.get(lack.zone, lack.zone)
    match lack.what:
        case "cards" if lack.number > 1:
            return told("{number} more {cards} in {zone}", number=lack.number, cards=name, zone=zone)
        case "cards":
            return told("one more {cards} in {zone}", cards=name, zone=zone)
        case "too many":
            return told("{number} {cards} too many in {zone}", number=lack.number, cards=name, zone=zone)
        case "condition":
            return told("condition {condition}", condition=name)
        case _:
            return told("score {score}", score=name)


def _hand(hand: Hand, command: Callable[[Hand], str]) -> list[str]:
    """Two lines: the cards, and what to copy."""
    cards = with_commas(map(shown, hand.cards))
    if hand.combos:
        cards = say("{cards} ({combos})", cards=cards, combos=with_commas(map(shown, hand.combos)))
    played = told("trial {number}: {cards}", number=hand.trial, cards=cards)
    return [f"    {played}", f"      {command(hand)}"]


def _one_more(why: Why) -> list[str]:
    if why.one_more is None:
        return [shown(translated(why.remark or ""))]
    if why.again is None or not why.replayed:
        return []
    lines = [_one_more_title(why)]
    rows = [[told("the same hand"), rate_of(why.again), "", ""]]
    rows += [_turned(one, why.again, why.replayed) for one in why.one_more[:MOST]]
    return lines + indented(aligned(rows)) + _more(why.one_more)


def _one_more_title(why: Why) -> str:
    failed = why.trials - (why.success.count or 0)
    if why.replayed == failed:
        return told_n(
            "One card more in the opening hand, the rest of the deck shuffled anew (of one failure, how many"
            " succeed):",
            "One card more in the opening hand, the rest of the deck shuffled anew (of {number} failures, how"
            " many succeed):",
            failed,
        )
    return told(
        "One card more in the opening hand, the rest of the deck shuffled anew (of the first {replayed} of"
        " {failures} failures, how many succeed):",
        replayed=why.replayed,
        failures=failed,
    )


def _turned(one: OneMore, again: Rate, replayed: int) -> list[str]:
    """What it does, and how far that is above luck, in percentage points."""
    left = "" if one.possible == replayed else told("(none left in {number})", number=replayed - one.possible)
    above = signed(100 * ((one.rate.rate or 0) - (again.rate or 0)), 1) if again.count else ""
    name = told("one more {card}", card=shown(translated(one.name)))
    return [name, rate_of(one.rate), above, left]


def _succeeded(why: Why, command: Callable[[Hand], str]) -> list[str]:
    if not why.succeeded:
        return []
    hands = [line for hand in why.succeeded for line in _hand(hand, command)]
    return [told("Hands that succeeded:"), *hands]


def _uses(uses: list[Use]) -> list[str]:
    active = [use for use in uses if use.share.count]
    if not active:
        return []
    rows = [["", told("trials"), told("successes"), told("failures"), told("place"), told("mostly")]]
    rows += [
        [
            f"{shown(use.card)}[{use.effect}]",
            rate_of(use.share),
            rate_of(use.of_successes),
            rate_of(use.of_failures),
            number(use.place, 1),
            NOTHING if use.usual is None else str(use.usual),
        ]
        for use in active[:MOST]
    ]
    head = told("Effects (share of trials, of successes, of failures; place in the order of activations):")
    return [head, *indented(aligned(rows)), *_more(active)]


def _lines(played: list[Line], trials: int) -> list[str]:
    if not any(line.steps for line in played):
        return []
    from ...studies.failures.reasons import line_text  # which compiles; advice takes ZONES from here

    most = played[:MOST]
    rates = [
        (Rate.sampled("", line.count, trials), Rate.sampled("", line.successes, line.count)) for line in most
    ]
    shares = aligned([list(map(rate_of, pair)) for pair in rates], 0)
    lines = [
        f"{share}{GAP}{shown(translated(line_text(line)))}" for share, line in zip(shares, most, strict=True)
    ]
    head = told("Lines of play (share of trials, how often they succeed):")
    return [head, *indented(lines), *_more(played)]


def _idle(why: Why) -> list[str]:
    if not why.idle or not why.trials:
        return []
    head = told(
        "Cards that never mattered in {trials} (no effect of theirs was activated, and no combo that"
        " succeeded took them as a wanted card):",
        trials=number_of_trials(why.trials),
    )
    lines = [head, *indented(grid([shown(name) for name in why.idle], COLUMNS))]
    if why.counted:
        lines.append("  " + told("Conditions and scores of combos may have counted them all the same."))
    return lines


def _more(rows: Sequence[object]) -> list[str]:
    return ["  " + told("… and {number} more", number=len(rows) - MOST)] if len(rows) > MOST else []

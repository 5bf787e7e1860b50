"""What a report answers besides the run: panels of `yispc view`, worked out to the end.

What comes in: a kind of panel, a deck, and the result of its run.  What goes out: a panel for each topic of
which that can be asked, as ``page.panels`` has it; it says what the command of its own says with that seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...messages import say
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.result import Result
from ...simulate.run import run_program
from ...studies.choices import POLICIES
from ...studies.comparison.sensitivity import sensitivity
from ...studies.failures.why import NothingToSay, why
from ..hands import SHOWN_COSTS, Replays
from .panels import policies_data, why_data, worth_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...deck.model import Deck

    Content = dict[str, Any] | None

    Answered = Callable[[Deck, Result, str], tuple[Content, str | None]]
    """What is said of a topic, None where there is nothing to ask or to say; and what ended it early."""


class NothingAsked(ValueError):
    """No topic is such that this can be asked of it; the message says so."""


def panels(deck: Deck, result: Result, kinds: list[str]) -> tuple[list[dict[str, Any]], str | None]:
    """The panels of these kinds, topic by topic, and what ended one early: no other is begun then.

    Raises :class:`NothingAsked` for a kind that no topic can be asked.
    """
    found: list[dict[str, Any]] = []
    for kind in dict.fromkeys(kinds):
        for topic in result.topics:
            content, ended = KINDS[kind](deck, result, topic)
            if content is not None:
                found.append({"kind": kind, "topic": topic, "content": content})
            if ended is not None:
                return found, ended
        if not any(one["kind"] == kind for one in found):
            raise NothingAsked(say("--panel {kind}: no topic of the deck can be asked that", kind=kind))
    return found, None


def _why(deck: Deck, result: Result, topic: str) -> tuple[Content, str | None]:
    try:
        found = why(deck, topic, seed=result.seed, given=result.program.given)
    except NothingToSay:
        return None, None
    return why_data(found) if found.trials else None, found.ended


def _worth(deck: Deck, result: Result, topic: str) -> tuple[Content, str | None]:
    found = sensitivity(deck, topics=[topic], values=result.program.given, seed=result.seed)
    return worth_data(found) if found.topics else None, found.ended


def _policies(deck: Deck, result: Result, topic: str) -> tuple[Content, str | None]:
    program = result.program
    index = program.topic(topic)
    played = program.topics[index]
    if not played.decides or not (played.plays or played.scripts):
        return None, None
    try:
        found = Result(run_program(program, topics=[index], policies=POLICIES, seed=result.seed))
        if not found.played:
            return None, found.ended
        fixed = found.played[0]
        replays = Replays.of_topic(deck, found, fixed)
        hands = [replays.dealt(cost.trial) for cost in fixed.costs[:SHOWN_COSTS]]
    except NoExactAnswer:  # somebody cannot play it
        return None, None
    return policies_data(found, hands), found.ended


KINDS: dict[str, Answered] = {"why": _why, "worth": _worth, "policies": _policies}
"""What can be asked without saying more, by what the page calls it."""

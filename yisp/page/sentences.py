"""What was asked and what was found, in sentences.

What comes in: a deck and the result of its run.  What goes out: sentences in the language in force, and what
each combo wants, in the words of the deck file.

Not handled: numbers in full, which the page shows below its sentences.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ..messages import told, told_n
from ..report.layout import decimals, fraction, rate_of, shown
from ..report.sentences import sentence
from ..report.text.text import ENDINGS
from ..simulate.stop import INTERRUPT
from ..studies.failures.missing import want_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..deck.model import Combo, Deck, Topic
    from ..simulate.result import Result, TopicResult


def deck_title(deck: Deck) -> str:
    """What the deck is called: its file's name, wherever that lies."""
    return shown(os.path.basename(deck.file) or deck.file)


def question(deck: Deck) -> str:
    """What was asked of the deck."""
    return told("How often does {deck} work?", deck=deck_title(deck))


def setting(deck: Deck, topic: Topic, policy: str) -> list[str]:
    """How a trial of a topic goes: what is drawn, and who plays."""
    lines = []
    drawn = topic.start_card - len(topic.start.hand)  # the others are known beforehand
    if deck.seats:
        lines.append(told_n("Cards are dealt.", "Cards are dealt to {number} seats.", len(deck.seats)))
    elif drawn:
        lines.append(told_n("One card is drawn.", "{number} cards are drawn.", drawn))
    if topic.activates:
        lines.append(told("Effects are activated by the policy {policy}.", policy=policy))
    elif topic.plays:
        lines.append(told("The deck's own program plays."))
    elif topic.scripts:
        lines.append(told("No effect is activated; the topic's scripts run."))
    elif not deck.seats:
        lines.append(told("Nothing is played: what is drawn decides."))
    if topic.turns > 1:
        lines.append(told("A trial has {number} turns.", number=topic.turns))
    return lines


def answer(topic: TopicResult) -> str:
    """What was found, in one sentence, with its figure."""
    said, success = sentence(topic).rstrip(".。"), topic.success
    if not topic.combos or topic.trials == 0:
        return sentence(topic)
    if success.exact is not None:
        exact = fraction(success.exact)
        if exact != success.exact:
            rate = f"{decimals(success.exact, success.rate, 100)}%"
            return told("{sentence}: {rate}, which is exact.", sentence=said, rate=rate)
        return told("{sentence}: exactly {fraction}.", sentence=said, fraction=exact)
    assert topic.trials is not None
    return told_n(
        "{sentence}: {rate}, from one trial.",
        "{sentence}: {rate}, from {number} trials.",
        topic.trials,
        number=f"{topic.trials:,}",
        sentence=said,
        rate=rate_of(success),
    )


def ended(result: Result) -> str | None:
    """Why the result is not all of what was asked for."""
    if result.stopped_by is not None:
        return told(
            "The run ended early: topic {topic} had a notice, which ends a strict run.",
            topic=shown(result.stopped_by),
        )
    if not result.partial:
        return None
    return told("The run ended early: {reason}.", reason=ENDINGS[result.ended or INTERRUPT])


def wants(deck: Deck, combos: tuple[Combo, ...]) -> dict[str, list[dict[str, Any]]]:
    """By combo, what it asks for: cards by zone, and a condition."""
    return {combo.name: list(_wanted(deck, combo)) for combo in combos}


def _wanted(deck: Deck, combo: Combo) -> Iterator[dict[str, Any]]:
    for zone, items in combo.wants:
        cards = []
        for want in items:
            often = f"{want.least}" if want.most in (None, want.least) else f"{want.least}–{want.most}"
            cards.append({"name": want_name(deck, want), "number": often})
        yield {"zone": zone, "cards": cards}
    if combo.condition is not None:
        yield {"condition": " ".join(combo.condition.text.text.split())}
    if combo.score != 1:
        score = combo.score
        yield {"score": str(score) if isinstance(score, int) else " ".join(score.text.text.split())}

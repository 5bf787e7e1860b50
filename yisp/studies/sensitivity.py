"""What each card is worth: one copy more and one less of every card, and what that does to a topic.

What comes in: a deck, the topics, the card that makes up for the copy (else the deck's size changes).  What
goes out: a :class:`Sensitivity`, with the change of the topic's figures for every card.

Where the deck and all its variants have exact answers, changes are exact.  Else they play the same worlds
(``exchanges``).
"""

from __future__ import annotations

import time

from ..compile.pipeline import compile_deck
from ..compile.unseen import unseen_of
from ..simulate.seeds import fresh_seed
from ..simulate.stop import Ended, Stop, reason_of
from ..simulate.tabular import FIGURE, row
from .compare import exactly
from .exchanges import Exchanges, Variant, changing, variants
from .paired import Side
from .study import Study

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..compile.program import Program
    from ..deck.model import Deck
    from ..simulate.result import TopicResult
    from .compared import Gap
    from .exchanges import Foretold, Progress

COUNT = 20_000
"""Trials whose accuracy is wanted where nothing is said."""


class Change:
    """One copy of a card more (``by`` 1) or less (-1) and what that does to each figure (``gaps``).

    ``reason`` says why there is no such deck; ``trials`` are the worlds that it was held against the deck in
    (None: the answers are exact), ``played`` how many of them had to be played.
    """

    __slots__ = ("by", "card", "copies", "gaps", "played", "reason", "trials")

    def __init__(self, variant: Variant) -> None:
        self.card = variant.card
        self.copies = variant.copies
        self.by = variant.by
        self.reason = variant.reason
        self.gaps: list[Gap] = []
        self.trials: int | None = None
        self.played = 0

    @property
    def size(self) -> float:
        """How much it does to the first figure."""
        return 0.0 if not self.gaps or self.gaps[0].mean is None else abs(self.gaps[0].mean)

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": self.card, "copies": self.copies, "by": self.by, "reason": self.reason,
            "trials": self.trials, "played": self.played if self.trials is not None else None,
            "figures": [gap.to_dict() for gap in self.gaps],
        }  # fmt: skip


class TopicSensitivity:
    """What the cards are worth to one topic; ``cards`` in the order of how much, most first.

    ``reused`` says that trials of the deck counted for its variants.
    """

    __slots__ = ("changes", "name", "result", "reused", "trials")

    def __init__(self, name: str, result: TopicResult, changes: list[Change]) -> None:
        self.name = name
        self.result = result
        self.changes = changes
        self.trials: int | None = None
        self.reused = False

    @property
    def method(self) -> str:
        return "exact" if self.trials is None else "sample"

    @property
    def cards(self) -> list[str]:
        """Every card, by the greater of its two changes."""
        sizes: dict[str, float] = {}
        for change in self.changes:
            sizes[change.card] = max(sizes.get(change.card, 0.0), change.size)
        return sorted(sizes, key=lambda card: -sizes[card])

    def change(self, card: str, by: int) -> Change | None:
        """One of them; None for one copy less of a card that has none."""
        return next((one for one in self.changes if (one.card, one.by) == (card, by)), None)

    @property
    def played(self) -> int:
        """Trials that were played, the deck's own among them."""
        return (self.trials or 0) + sum(change.played for change in self.changes)

    def to_dict(self) -> dict[str, Any]:
        return {
            "name": self.name, "method": self.method, "trials": self.trials,
            "played": None if self.trials is None else self.played, "reused": self.reused,
            "deck": self.result.to_dict(),
            "cards": self.cards,
            "changes": [change.to_dict() for change in self.changes],
        }  # fmt: skip


class Sensitivity(Study):
    """What every card is worth to every topic; ``filler`` is the card that makes up for a copy (None: the
    deck's size changes)."""

    COLUMNS = ("card", "copies", "by", *FIGURE)
    """Of ``table``; ``value`` is the change."""

    __slots__ = ("file", "filler", "topics")

    def __init__(self, file: str, filler: str | None, seed: int) -> None:
        super().__init__(seed)
        self.file = file
        self.filler = filler
        self.topics: list[TopicSensitivity] = []

    def __repr__(self) -> str:
        return f"<yisp.Sensitivity of {self.file}: {len(self.topics)} topics, seed={self.seed}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc sensitivity --json`` prints."""
        return {
            **self.circumstances(),
            "deck": {"file": self.file},
            "sensitivity": {"filler": self.filler, "topics": [one.to_dict() for one in self.topics]},
        }

    def table(self) -> list[dict[str, Any]]:
        """A row for each change of each figure, topic by topic, the card that matters most first."""
        return [
            {
                "card": card, "copies": change.copies, "by": change.by,
                **row(
                    one.name, one.result.policy, gap.kind, gap.name or None, change.trials, gap.mean,
                    gap.ci95, gap.exact,
                ),
            }
            for one in self.topics
            for card in one.cards
            for change in one.changes
            if change.card == card
            for gap in change.gaps
        ]  # fmt: skip


def sensitivity(
    deck: Deck,
    *,
    topics: Sequence[str] = (),
    filler: str | None = None,
    values: dict[str, int] | None = None,
    count: int | None = None,
    seed: int | None = None,
    method: str | None = None,
    target: str = "auto",
    progress: Progress | None = None,
    foretold: Foretold | None = None,
) -> Sensitivity:
    """What one copy more and one less of each card does to the topics (all, where none is named).

    ``filler`` is the card that makes up for the copy, else the one whose count is -1 in the file; where there
    is none the deck's size changes.  Changes are exact where all answers are and ``method`` allows it, else
    known as well as ``count`` trials (20,000) make the deck's own figures known.
    """
    began = time.perf_counter()
    base = compile_deck(deck).with_parameters(values or {})
    number = base.settings["seed"] if seed is None else seed
    found, fills = variants(deck, base, filler)
    answer = Sensitivity(deck.file, fills, fresh_seed() if number is None else number)
    used: set[str] = set()
    for index in [base.topic(name) for name in topics] or range(len(base.topics)):
        try:
            topic = _exactly(base, index, found, answer.seed, method, target)
        except (KeyboardInterrupt, Ended) as error:
            answer.ended = reason_of(error)
            break
        if topic is None:
            possible = [variant for variant in found if variant.program is not None]
            blind = unseen_of(deck)[index]
            with Stop() as stop:
                exchanges = Exchanges(base, index, possible, answer.seed, target, blind, stop)
                exchanges.run(COUNT if count is None else count, progress, foretold)
            answer.ended = stop.reason  # not sooner: what is noted up to the last moment counts
            used |= exchanges.used
            answer.remark = answer.remark or exchanges.remark
            topic = _sampled(exchanges, found) if exchanges.trials else None
        if topic is not None:
            answer.topics.append(topic)
        if answer.partial:
            break
        if progress is not None:
            progress(base.topics[index].name, 1, 1)
    answer.target = "+".join(sorted(used, reverse=True)) or "python"
    answer.seconds = time.perf_counter() - began
    return answer


def _exactly(
    base: Program, index: int, found: list[Variant], seed: int, method: str | None, target: str
) -> TopicSensitivity | None:
    """The exact changes; None where the deck or a variant has no exact answer."""
    sides = [Side("", base, index, base.topics[index].policy)]
    sides += [
        Side(f"{variant.by} {variant.card}", variant.program, index, variant.program.topics[index].policy)
        for variant in found
        if variant.program is not None
    ]
    answers = exactly(base.topics[index].name, sides, seed, method, target)
    if answers is None:
        return None
    told, differences = changing(base, index), iter(answers.differences)
    changes = list(map(Change, found))
    for change in changes:
        if change.reason is None:
            gaps = next(differences).gaps
            change.gaps = [gap for gap in gaps if (gap.kind, gap.name) in told]
    return TopicSensitivity(answers.name, answers.sides[""], changes)


def _sampled(exchanges: Exchanges, found: list[Variant]) -> TopicSensitivity:
    """What the trials of the deck and of the variants that there are have shown."""
    changes = list(map(Change, found))
    for at, change in enumerate(change for change in changes if change.reason is None):
        change.gaps = exchanges.gaps(at)
        change.trials, change.played = exchanges.held_against[at], exchanges.played[at]
    topic = TopicSensitivity(exchanges.topic.name, exchanges.result(), changes)
    topic.trials, topic.reused = exchanges.trials, exchanges.reuses
    return topic

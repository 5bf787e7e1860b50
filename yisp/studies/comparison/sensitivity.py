"""What each card is worth: one copy more and one less of every card, and what that does to a topic.

What comes in: a deck, the topics, the card that makes up for the copy (else the deck's size changes).  What
goes out: a :class:`Sensitivity`, with the change of the topic's figures for every card.

Where the deck and all its variants have exact answers, changes are exact.  Else they play the same worlds
(``exchanges``).
"""

from __future__ import annotations

import time

from ...compile.pipeline import compile_deck
from ...compile.unseen import unseen_of
from ...simulate.counting.tabular import FIGURE, row
from ...simulate.seeds import fresh_seed
from ...simulate.stop import Ended, Stop, reason_of
from ..study import Study
from .compare import exact_outcome, of_exact, result_of
from .exchanges import Exchanges, Variant, changing, variants
from .paired import Side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from ...compile.program import Program
    from ...deck.model import Deck
    from ...simulate.outcome import TopicOutcome
    from ...simulate.result import TopicResult
    from .comparison import Gap
    from .exchanges import Foretold, Progress


class Change:
    """One copy of a card more (``by`` 1) or less (-1) and what that does to each figure (``gaps``).

    ``reason`` says why there is no such deck; ``trials`` are the worlds that it was held against the deck in
    (None: the answers are exact), ``played`` how many of them had to be played.  Where neither a reason nor a
    gap is there, nothing is known yet.
    """

    __slots__ = ("by", "card", "copies", "gaps", "played", "reason", "trials")

    def __init__(self, variant: Variant) -> None:
        self.card = variant.card
        self.copies = variant.copies
        self.by = variant.by
        self.reason = variant.reason if variant.made else None
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
    known as well as ``count`` trials make the deck's own figures known; without a count to a tenth of a
    point, or as far as a fixed amount of work goes (``exchanges``).
    """
    began = time.perf_counter()
    base = compile_deck(deck).with_parameters(values or {})
    number = base.settings["seed"] if seed is None else seed
    found, fills = variants(deck, base, filler)
    answer = Sensitivity(deck.file, fills, fresh_seed() if number is None else number)
    used: set[str] = set()
    for index in [base.topic(name) for name in topics] or range(len(base.topics)):
        stop = Stop()
        topic = Worth(deck, base, index, found, answer.seed, target, stop)
        try:
            for _ in topic.exactly(method):
                pass
        except (KeyboardInterrupt, Ended) as error:
            answer.ended = reason_of(error)
            break
        if not topic.exact:
            with stop:
                topic.exchanges.run(count, progress, foretold)
            answer.ended = stop.reason  # not sooner: what is noted up to the last moment counts
            used |= topic.exchanges.used
            answer.remark = answer.remark or topic.exchanges.remark
        if (known := topic.found()) is not None:
            answer.topics.append(known)
        if answer.partial:
            break
        if progress is not None:
            progress(base.topics[index].name, 1, 1)
    answer.target = "+".join(sorted(used, reverse=True)) or "python"
    answer.seconds = time.perf_counter() - began
    return answer


class Worth:
    """What the cards are worth to one topic, found out step by step.

    ``exact`` is None until exact answers were tried for, and then whether all have one.
    """

    def __init__(
        self,
        deck: Deck,
        base: Program,
        index: int,
        found: Sequence[Variant],
        seed: int,
        target: str,
        stop: Stop,
    ) -> None:
        self.exact: bool | None = None
        self._deck, self._base, self._index = deck, base, index
        self._found, self._seed, self._target, self._stop = found, seed, target, stop
        self._own: TopicOutcome | None = None
        self._gaps: dict[int, list[Gap]] = {}  # exact ones, by the variant's place
        self._exchanges: Exchanges | None = None

    @property
    def exchanges(self) -> Exchanges:
        """Its trials."""
        if self._exchanges is None:
            blind = unseen_of(self._deck)[self._index]
            self._exchanges = Exchanges(
                self._base, self._index, self._found, self._seed, self._target, blind, self._stop
            )
        return self._exchanges

    def exactly(self, method: str | None = None, heed: Callable[[], None] | None = None) -> Iterator[None]:
        """Try for exact answers, one at a step; ``heed`` is called meanwhile, and may raise to end it.  Then
        it can be begun again, and goes on from there.

        Raises ``NoExactAnswer`` where the ``method`` is "exact" and there
        is none.
        """
        told = changing(self._base, self._index)
        own = self._side(self._base)
        if self._own is None:
            self._own = exact_outcome(own, self._seed, method, self._target, heed)
            if self._own is None:
                self.exact = False
                return
            yield
        for at, variant in enumerate(self._found):
            if at in self._gaps or variant.program is None:
                continue
            other = self._side(variant.program)
            outcome = exact_outcome(other, self._seed, method, self._target, heed)
            if outcome is None:
                self.exact = False
                return
            (difference,) = of_exact("", [own, other], [self._own, outcome], self._seed).differences
            self._gaps[at] = [gap for gap in difference.gaps if (gap.kind, gap.name) in told]
            yield
        self.exact = True

    def found(self) -> TopicSensitivity | None:
        """What is known by now: what is exact, unless trials have told more than some of it."""
        changes = list(map(Change, self._found))
        name = self._base.topics[self._index].name
        if self._own is not None and self.exact is not False and (self.exact or self._exchanges is None):
            for at, gaps in self._gaps.items():
                changes[at].gaps = gaps
            return TopicSensitivity(name, result_of(self._side(self._base), self._own, self._seed), changes)
        exchanges = self._exchanges
        if exchanges is None or not exchanges.trials:
            return None
        for at, change in enumerate(changes):
            if exchanges.held_against[at]:
                change.gaps = exchanges.gaps(at)
                change.trials, change.played = exchanges.held_against[at], exchanges.played[at]
        topic = TopicSensitivity(name, exchanges.result(), changes)
        topic.trials, topic.reused = exchanges.trials, exchanges.reuses
        return topic

    def _side(self, program: Program) -> Side:
        return Side(
            "" if program is self._base else "other", program, self._index, program.topics[self._index].policy
        )

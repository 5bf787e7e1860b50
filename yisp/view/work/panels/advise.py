"""What should I do with this hand?  What each first move is worth, and what comes behind it.

What comes in: ``topic``; ``hand``, ``graveyard`` and ``top``, lists of names, one for each card (``top``: the
first one on top), of which any may be left out, and all while nothing is asked; ``goal``, one of the topic's,
where it is not its policy's.  What goes out: the content of
``page.advice.advise_data``: what ``yispc advise`` says of that position with the same seed; and how often the
topic, played as it is, succeeds with these cards seen and without, as in ``yispc odds``.

Cards that the deck has no more copies of are left out and told of: a hand stays while the deck changes.
"""

from __future__ import annotations

from collections import Counter
from copy import copy
from typing import TYPE_CHECKING, Any

from ....messages import told
from ....page.panels.advice import DEPTH, advise_data, odds_data
from ....simulate.counting.probabilities import CannotPlay
from ....simulate.result import Result
from ....simulate.sharpening import Sharpening
from ....studies.advice.advise import NothingToAdvise, advising
from ....studies.advice.naming import NotSeen, Seen
from ....studies.advice.standing import copies_of
from ..lanes import SLICE, Pace, sampled
from ..study import CannotAsk, cannot_ask

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....compile.program import Program
    from ....simulate.result import TopicResult
    from ..study import Options, Setting

MOST_CARDS = 200
"""Cards that somebody may name in one place."""

MOST_TRIALS = 20_000
"""Trials after which the odds are known well enough, where they are not known exactly."""

GRAVEYARD = "B"


class Advise:
    """The study of one position."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        self._setting = setting
        self._index = setting.topic(options.text("topic"))
        topic = version.program.topics[self._index]
        self._name = topic.name
        self._gone: list[str] = []
        self._others = version.program.others
        left = Counter(copies_of(version.program))
        named = [options.names(place, MOST_CARDS) for place in ("hand", "graveyard", "top")]
        self._asked = any(names is not None for names in named)
        hand, graveyard, top = (self._there(names or [], left) for names in named)
        if self._gone and not (hand or graveyard or top):
            raise CannotAsk(told("None of these cards is in the deck any more."))
        goal = options.optional("goal")
        seen = Seen(hand, {GRAVEYARD: graveyard} if graveyard else {}, top or None)
        try:
            self._advising = advising(
                version.program, self._index, seen, version.seed, lambda: version.deck,
                goal=goal if goal in ("score", "success", *topic.stats) else None,
            )  # fmt: skip
        except (CannotPlay, NothingToAdvise, NotSeen) as error:
            raise cannot_ask(error) from None
        self._pieces = self._advising.pieces()
        self._begun = False
        self._odds = _Odds(self._advising.program, self._index, setting)

    def _there(self, names: list[str], left: Counter[str]) -> list[str]:
        """Those of which there are copies left."""
        found = []
        for written in names:
            name = self._others.get(written, written)
            if left[name] > 0:
                left[name] -= 1
                found.append(name)
            else:
                self._gone.append(name)
        return found

    def steps(self) -> Iterator[None]:
        """A glance at both first; then the advice to its end, and the odds.  Of no position, nothing."""
        if not self._asked:
            return
        odds = self._odds.steps()
        for _ in self._pieces:
            first, self._begun = not self._begun, True
            yield
            if first:
                next(odds, None)
                yield
        yield from odds

    def content(self) -> dict[str, Any] | None:
        if not self._begun:
            return None
        before, after = _judged(self._setting.version.known, self._name), self._odds.judged(self._name)
        odds = None
        if before is not None and after is not None:
            odds = odds_data(self._name, before.success, after.success, after.trials)
        return advise_data(self._advising.advice(DEPTH), self._gone, odds)


class _Odds:
    """How often the topic succeeds from there, played as it is.

    A hand of fewer cards than it draws is filled up; nothing is said where the deck has too few for that.
    """

    def __init__(self, program: Program, topic: int, setting: Setting) -> None:
        filled = copy(program)
        filled.topics = list(program.topics)
        filled.topics[topic] = copy(program.topics[topic])
        usual = setting.version.program.topics[topic].start_card
        begun = program.topics[topic]
        filled.topics[topic].start_card = max(usual, begun.start_card)
        self._asked = usual - begun.start_card <= program.cards - len(begun.known)
        self._known = Sharpening(filled, setting.version.seed, setting.stop)
        self._topic = self._known.topics[topic]
        self._setting = setting
        self._index = topic
        self._pace = Pace()

    def steps(self) -> Iterator[None]:
        """By trials, and exactly where the topic itself is known exactly."""
        topic, setting = self._topic, self._setting
        while self._asked and not topic.stopped:
            exact = setting.exact(self._index)
            full = topic.trials >= MOST_TRIALS
            if topic.exact is None and (exact or (exact is None and full)):
                topic.answer_exactly(setting.heed)
            if topic.exact or full:
                return
            self._pace.fill(SLICE, lambda more: sampled(topic, more, MOST_TRIALS))
            yield

    def judged(self, name: str) -> TopicResult | None:
        """What is known of the topic there."""
        return _judged(self._known, name)


def _judged(known: Sharpening, name: str) -> TopicResult | None:
    """What is known of a topic; None where that is nothing, or nothing counts as a success."""
    topic = Result(known.outcome()).topics.get(name)
    return None if topic is None or not topic.combos or topic.success.rate is None else topic

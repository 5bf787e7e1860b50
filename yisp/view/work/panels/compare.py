"""Two decks beside each other: every figure of both, and by how much they differ.

What comes in: ``topic``; ``text``, that of the second deck, and ``name``, what it is called.  What goes out:
the content of ``page.studies.comparison_data``: what ``yispc compare DECK OTHER --topic TOPIC`` says with the
same seed, exactly or by as many trials.

The second text may name files as the first one may.
"""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

from ....lang.diagnostics import DeckError
from ....messages import told, translated
from ....page.studies import comparison_data
from ....report.layout import shown
from ....simulate.counting.probabilities import NoExactAnswer
from ....studies.comparison.compare import NothingToCompare, Sampled, described, named, of_exact, sides_of
from ....studies.comparison.comparison import Comparison
from ..descriptions import cannot_be_played
from ..lanes import MOST_TRIALS, SLICE, Pace, sampled_of_both
from ..study import CannotAsk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....studies.comparison.comparison import TopicComparison
    from ..study import Options, Setting
    from ..version import Version

BEFORE_EXACT = 0.3
"""Seconds of trials before exact answers are sought, where nobody knows yet whether there are any."""

FEWEST = 20_000
"""Trials after which it may be known well enough."""


class Compare:
    """The study of one topic, or of the only one that each deck has."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        index = setting.topic(options.text("topic"))
        topic = version.program.topics[index].name
        other = _other(options, setting)
        builds = named([version.program, other.program])
        try:
            lone = len(version.program.topics) == len(other.program.topics) == 1
            chosen = sides_of(builds, () if lone else [topic], ())
        except (NothingToCompare, KeyError):
            raise CannotAsk(told("The second deck has no topic {topic!r}.", topic=topic)) from None
        ((self._name, self._sides),) = chosen
        self._setting = setting
        try:
            self._topics = [
                one.known.topics[side.topic] for one, side in zip((version, other), self._sides, strict=True)
            ]
        except NoExactAnswer as error:  # a policy that cannot play
            raise CannotAsk(cannot_be_played(error)) from None
        self._comparison = Comparison(described(builds, chosen), version.seed)
        self._sampled = Sampled(self._name, self._sides, version.seed, 0, setting.stop)
        self._pace = Pace()
        self._shown = False
        self._spent = 0.0

    def steps(self) -> Iterator[None]:
        sampled = self._sampled
        while sampled.trials < MOST_TRIALS:
            if self._shown and self._may_be_exact and (self._topics[0].exact or self._spent > BEFORE_EXACT):
                self._try_exactly()
                if self._may_be_exact:
                    return
            began = time.perf_counter()
            self._pace.fill(SLICE, partial(sampled_of_both, sampled))
            self._spent += time.perf_counter() - began
            yield
            known = sampled.trials >= FEWEST and sampled.widest(None) <= 1
            if known and not self._may_be_exact:
                return

    @property
    def _may_be_exact(self) -> bool:
        """Whether no deck is known to have no exact answer."""
        return all(topic.exact is not False for topic in self._topics)

    def _try_exactly(self) -> None:
        for topic in self._topics:
            if topic.exact is None:
                try:
                    topic.answer_exactly(self._setting.heed)
                except NoExactAnswer:
                    topic.exact = False
            if not topic.exact:
                return

    def content(self) -> dict[str, Any] | None:
        found = self._found()
        if found is None:
            return None
        self._shown = True
        self._comparison.topics = [found]
        return comparison_data(self._comparison)

    def _found(self) -> TopicComparison | None:
        if all(topic.exact for topic in self._topics):
            outcomes = [topic.in_front for topic in self._topics]
            return of_exact(self._name, self._sides, outcomes, self._comparison.seed)
        return self._sampled.found() if self._sampled.trials > 1 else None


def _other(options: Options, setting: Setting) -> Version:
    """The second deck; raises :class:`CannotAsk`."""
    try:
        other = setting.other(options.text("text"), options.text("name"))
        other.program  # noqa: B018
    except DeckError as error:
        first = next(one for one in error.diagnostics if one.severity == "error")
        message = translated(first.message)
        if first.place is None:
            raise CannotAsk(told("The second deck has mistakes: {message}", message=message)) from None
        raise CannotAsk(
            told(
                "The second deck has mistakes; {file}, line {line}: {message}",
                file=shown(first.place.file), line=first.place.line, message=message,
            )
        ) from None  # fmt: skip
    return other

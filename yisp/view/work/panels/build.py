"""Which build?  Counts within limits that are best for a goal, as ``yispc tune`` looks for them.

What comes in: ``topic``; ``goal``, the title of one of its figures; ``ranges``, by card the fewest and the
most copies (all others stay as they are); ``least`` and ``most``, the sizes that the deck may have.  What
goes out: the content of ``page.panels.build_data``: the best so far, deck after deck, and in the end what the
command says with the same seed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from ....messages import told
from ....page.panels.panels import build_data
from ....studies.tuning.builds import Tune
from ....studies.tuning.limits import candidates_of
from ....studies.tuning.search import Search
from ....studies.tuning.tune import read_goals, settings_of, work_for
from ....studies.work.asking import Asking
from ....studies.work.decks import Decks
from ....studies.work.gradual import Gradual
from ....studies.work.together import Together
from ..lanes import SLICE, Later, Pace
from ..study import CannotAsk, cannot_ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ....studies.work.answers import Answer
    from ....studies.work.work import Task, Work
    from ..study import Options, Setting

MOST_SIZES = 100
"""Sizes that a deck may have."""


class Slices:
    """A pool that does one task after the other in slices, and says so in between."""

    def __init__(self, work: Work, setting: Setting) -> None:
        self._work, self._setting = work, setting
        self._decks = Decks(work)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def map(self, tasks: Iterable[Task], several: int) -> Iterator[tuple[int, Answer] | None]:
        for task in tasks:
            if task.worlds is not None:
                with Together(self._work, self._decks, task, self._setting.stop) as together:
                    yield from self._played(together, task)
                    yield task.number, together.answer()
                continue
            deck = Gradual(self._work, self._decks, task, self._setting.stop)
            deck.open()
            yield None
            while deck.exact is None and task.method != "sample" and not deck.over:
                try:
                    deck.try_exactly(self._setting.heed)
                except Later:
                    yield None
            yield from self._played(deck, task)
            answer = deck.answer()
            assert answer is not None
            yield task.number, answer

    def _played(self, deck: Gradual | Together, task: Task) -> Iterator[None]:
        most, pace = task.trials or 0, Pace()
        while deck.trials < most and not deck.over:
            pace.fill(SLICE, lambda more: deck.sample(min(more, most - deck.trials)))
            yield None


class Build:
    """The study of one topic."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        deck = version.deck
        topic = version.program.topics[setting.topic(options.text("topic"))].name
        ranges = options.ranges("ranges")
        for card in ranges:
            setting.card(card)
        least = options.number("least", 0, 10**6, deck.size)
        most = options.number("most", least, least + MOST_SIZES, max(least, deck.size))
        try:
            goals = read_goals(deck, [options.text("goal")], topic)
            candidates = candidates_of(deck, ranges=ranges, only=list(ranges), sizes=range(least, most + 1))
            if not ranges:
                raise CannotAsk(told("Say which cards may change."))
            work = work_for(deck, goals)
        except ValueError as error:
            raise cannot_ask(error) from None
        self._tune = Tune(deck, candidates, goals, {"seed": version.seed, **settings_of(goals)})
        self._search = Search(self._tune, candidates, Asking(Slices(work, setting)))
        self._work = self._search.steps()
        self._over = False

    def steps(self) -> Iterator[None]:
        yield from self._work
        self._over = True

    def content(self) -> dict[str, Any] | None:
        self._search.report(over=self._over)
        return build_data(self._tune) if self._tune.looked else None

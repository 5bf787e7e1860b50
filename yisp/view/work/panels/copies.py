"""How many?  Copies of one card, and the size of the deck, against all that a topic tells.

What comes in: ``topic``; ``card``, and ``most``, up to how many copies; ``filler``, the card that makes up
for them where the text has none.  What goes out: the content of ``page.panels.copies_data``: what
``yispc sweep`` says of these decks with the same seed and as many trials, point by point, and sharper while
one looks.

The present deck's neighbours come first.  A size takes a card that fills the deck: without one there is but
the size that the deck has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....deck.changes import Changes
from ....messages import quoted, told
from ....page.panels.panels import copies_data
from ....studies.figures import figures_of
from ....studies.sweeping.sweep import Sweep
from ....studies.sweeping.variants import CARD, SIZE, THE_SIZE, Axis, Variants
from ....studies.work.decks import Decks
from ....studies.work.gradual import Gradual
from ....studies.work.journal import text_of
from ....studies.work.work import Task, work_of
from ..lanes import SLICE, Pace
from ..study import CannotAsk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..study import Options, Setting

MOST_TRIALS = 20_000
"""Trials of a point after which it is known well enough for a curve."""

USUAL, BEYOND, MOST = 3, 2, 100
"""Copies that are tried: so many, as many more than there are, and never more."""

SIZES = 40, 60
"""Of a deck that has one of these sizes, the others."""

AROUND = 10
"""Of any other, the sizes that are so far away."""


class Point:
    """One deck of a curve."""

    def __init__(self, sweep: Sweep, number: int, deck: Gradual, far: int) -> None:
        self.deck = deck
        self.far = far  # from the deck as it is
        self._sweep, self._number = sweep, number
        self._pace = Pace()

    @property
    def full(self) -> bool:
        """Whether there are trials enough."""
        return self.deck.trials >= MOST_TRIALS

    def done(self, exact: bool | None) -> bool:
        """Whether that is all; ``exact`` says whether the deck as it is has an exact answer."""
        return self.deck.over or (self.full and (exact is False or self.deck.exact is not None))

    def sample(self) -> None:
        self._pace.fill(SLICE, lambda more: self.deck.sample(min(more, MOST_TRIALS - self.deck.trials)))

    def tell(self) -> None:
        """Put what is known of it where it belongs."""
        answer = self.deck.answer()
        if answer is not None:
            answer.pop("remark", None)
            self._sweep.take(self._number, text_of(answer))


class Copies:
    """Both curves."""

    def __init__(self, options: Options, setting: Setting) -> None:
        version = setting.version
        self._setting = setting
        self._topic = setting.topic(options.text("topic"))
        kind = version.deck.kinds[setting.card(options.text("card"))]
        most = max(USUAL, kind.count + BEYOND if kind.count > USUAL else 0)
        copies = range(options.number("most", 1, MOST, min(most, MOST)) + 1)
        filler = options.optional("filler")
        if filler is not None:
            setting.card(filler)
        fills = filler or version.deck.changes.filler or version.deck.filler
        if fills == kind.name:
            raise CannotAsk(
                told(
                    "{card} fills the deck: it has as many copies as the others leave.",
                    card=quoted(kind.name),
                )
            )
        self._card, self._count, self._size = kind.name, kind.count, version.deck.size
        figures = figures_of(version.program, [self._topic])
        name = version.program.topics[self._topic].name
        work = work_of(version.deck, Changes({}, filler), {}, [name], figures)
        settings = {
            "seed": version.seed, "topics": [name], "count": MOST_TRIALS, "until": None, "method": None,
            "policies": [], "set": {}, "with": {"counts": {}, "filler": filler, "size": None},
        }  # fmt: skip
        decks = Decks(work)
        policies = {name: version.program.topics[self._topic].played_by(())[0]}
        self._points: list[Point] = []

        def curve(axis: Axis, here: int) -> Sweep:
            variants = Variants((axis,))
            sweep = Sweep(version.deck, variants, figures, policies, settings)
            for variant in variants:
                task = Task(variant.number, variant.counts, variant.size, (), None, MOST_TRIALS, version.seed)
                deck = Gradual(work, decks, task, setting.stop)
                self._points.append(Point(sweep, variant.number, deck, abs(variant.values[0] - here)))
            return sweep

        self._copies = curve(Axis(CARD, kind.name, copies), kind.count)
        self._sizes = None if fills is None else curve(Axis(SIZE, THE_SIZE, _sizes(self._size)), self._size)
        self._points.sort(key=lambda point: point.far)

    def steps(self) -> Iterator[None]:
        """Every deck once, then all in turn: exactly where the deck as it is is known exactly, and after all
        trials, where that is not known."""
        setting, topic = self._setting, self._topic
        while points := [point for point in self._points if not point.done(setting.exact(topic))]:
            for point in points:
                if not point.deck.opened:
                    point.deck.open()
                    yield
                exact = setting.exact(topic)
                if point.deck.exact is None and (exact or (exact is None and point.full)):
                    point.deck.try_exactly(setting.heed)
                if not point.full and not point.deck.over:
                    point.sample()
                point.tell()
                yield

    def content(self) -> dict[str, Any] | None:
        if not len(self._copies):
            return None
        return copies_data(self._card, self._count, self._size, self._copies, self._sizes)


def _sizes(size: int) -> range:
    least, most = SIZES
    if least <= size <= most:
        return range(least, most + 1)
    return range(max(size - AROUND, 0), size + AROUND + 1)

"""The figures that a study follows from deck to deck: a topic's rate and score, its combos, what it watches,
its stats.

What comes in: a program, or the result of a run.  What goes out: the :class:`Figure` of each, and what is
known of it, as plain numbers (:class:`Known`).  A figure goes by its title, which is unique in its topic
(``deck.observed``), with ``TOPIC:`` before it where several topics have one of that title.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ..deck.observables import COMBO, SCORE, STAT, TOPIC, WATCH, titles
from ..lang.suggest import nearest
from ..messages import quoted, say, with_commas

if TYPE_CHECKING:
    from ..compile.program import Program
    from ..simulate.counting.estimates import Number, Rate
    from ..simulate.result import Result, TopicResult

RATE = "rate"
"""The title of a topic's success rate."""


class Figure(NamedTuple):
    """``what`` is "topic" (the success rate), "score", "combo", "watch" or "stat"; ``policy`` is None where
    the topic is played in one way only."""

    topic: str
    policy: str | None
    what: str
    name: str
    title: str

    @property
    def is_rate(self) -> bool:
        """Whether it is a share of the trials, and no mean."""
        return self.what in (TOPIC, COMBO, WATCH)

    @property
    def key(self) -> tuple[str, str]:
        """What a comparison of its topic calls it (``comparison``)."""
        if self.what == TOPIC:
            return "success", ""
        return self.what, "" if self.what == SCORE else self.name


class Known(NamedTuple):
    """What a run found out: the value, the ends of its 95 % interval where it is an estimate, the fraction
    where it is exact, and in how many trials it was observed."""

    value: float | None
    low: float | None
    high: float | None
    exact: str | None
    trials: int | None


class Difference(NamedTuple):
    """By how much a figure of a deck is above that of another: of the same fields as :class:`Known`, and how
    many times ``narrower`` its interval is than if both had been played apart (None: nobody can say)."""

    value: float | None
    low: float | None
    high: float | None
    exact: str | None
    trials: int | None
    narrower: float | None

    @property
    def sign(self) -> int:
        """1 where it is surely above 0, -1 where it is below, 0 where neither can be said."""
        if self.exact is not None:
            return (Fraction(self.exact) > 0) - (Fraction(self.exact) < 0)
        return ((self.low or 0.0) > 0) - ((self.high or 0.0) < 0)


def exactly(mine: Known, theirs: Known) -> Difference | None:
    """The difference of two exact answers; None where one of them is none."""
    if mine.exact is None or theirs.exact is None:
        return None
    difference = Fraction(mine.exact) - Fraction(theirs.exact)
    return Difference(float(difference), None, None, str(difference), None, None)


def figures_of(program: Program, topics: Iterable[int], policies: Sequence[str] = ()) -> list[Figure]:
    """Every figure that a run of these topics gives, in the order of its report."""
    found = []
    for index in topics:
        topic = program.topics[index]
        played = topic.played_by(policies)
        known = titles(topic.combos, topic.watch, topic.stats)
        for policy in played:
            head = topic.name, policy if len(played) > 1 else None
            if topic.combos:
                found += [Figure(*head, TOPIC, topic.name, RATE), Figure(*head, SCORE, SCORE, SCORE)]
            found += [
                Figure(*head, what, name, f"{what}:{name}" if title == RATE else title)
                for (what, name), title in known.items()
            ]
    return found


def known(result: Result, figures: Iterable[Figure]) -> list[Known]:
    """What the run found out about each of the figures."""
    return [_known(result.topics[figure.topic], figure) for figure in figures]


def _known(topic: TopicResult, figure: Figure) -> Known:
    played = topic if figure.policy is None else topic.policies[figure.policy]
    if figure.what in (SCORE, STAT):
        number: Number = played.score if figure.what == SCORE else played.stats[figure.name]
        low, high = number.ci95 or (None, None)
        return Known(number.mean, low, high, number.exact, number.count)
    rates = {TOPIC: {figure.name: played.success}, COMBO: played.combos, WATCH: played.watch}
    rate: Rate = rates[figure.what][figure.name]
    low, high = rate.ci95 or (None, None)
    return Known(rate.rate, low, high, rate.exact, played.trials)


def find(text: str, figures: Sequence[Figure]) -> list[Figure]:
    """The figures that a text names, one for each topic and policy that has it; raises ValueError.

    ``TOPIC:`` before a title asks for that topic's alone; ``.rate`` behind the title of a combo, or of what
    is watched, says what it is anyway.
    """
    for wanted in (text, text.removesuffix(f".{RATE}")):
        found = [figure for figure in figures if figure.title == wanted]
        found = found or [figure for figure in figures if f"{figure.topic}:{figure.title}" == wanted]
        if found:
            return found
    titled = dict.fromkeys(figure.title for figure in figures)
    near = nearest(text, titled)
    if near:
        raise ValueError(
            say("there is no figure {figure}; did you mean {near}?", figure=quoted(text), near=quoted(near))
        )
    known = with_commas(map(repr, titled))
    raise ValueError(say("there is no figure {figure}; there is {known}", figure=quoted(text), known=known))

"""What a staged search makes of a topic, by brute force: the law of how its trials end.

Written from ``contest.md`` and ``deck-file.md`` on the plays of ``players``.  What comes in: a loaded deck
whose topic has that policy.  What goes out: the probability of each score with its stats; ``TooMany`` where
that takes too many stages or where an error or a limit ends some line; ``Rolled`` where there are no worlds.

In every world all lines of a stage are played out, moves in the order of the scan and of the file, ways to
take cards in that of their kinds, stopping last; of the best the first is played, and the next stage begins
where it ends: in the next turn, before the scripts before play.  No position is compared with another.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from yisp.deck.model import Topic

from .arithmetic import RunTimeError
from .chance import TooMany
from .dilemmas import goals_of
from .late import is_lit
from .players import START, STOP, Asked, Budget, Future, Lacking, Move, Play, Rolled, World, deals_of
from .players import shuffled_behind as moves_before_shuffles
from .reference import Result, Rules
from .scripts import Execution

NO_END = {"Y302", "Y303", "Y304", "Y305", "Y306", "Y307", "Y308"}


class StageEnds(Exception):
    """The turn behind a stage's last one has begun, as far as the scripts before play."""


class StagedPlay(Play):
    """A trial that stops where a stage ends, too."""

    horizon = 0  # the turn before whose scripts that is

    def topic_script(self, key: str) -> None:
        if key == "before-play" and self.turn == self.horizon:
            raise StageEnds
        super().topic_script(key)


@dataclass(frozen=True)
class Point:
    """Where a line is: a play, the move that comes next, and which cards are taken in it."""

    play: StagedPlay
    move: Move | None
    picks: tuple[int, ...] = ()


class _Searching:
    """The staged search of one world."""

    def __init__(self, rules: Rules, topic: Topic, budget: Budget, world: World) -> None:
        self.rules = rules
        self.topic = topic
        self.budget = budget
        self.world = world
        self.goal = goals_of(topic)[topic.policy.goal]

    def result(self) -> Result:
        play = StagedPlay(self.rules, self.topic, dict(moves_before_shuffles(self.rules.deck, self.topic)))
        stage = self.topic.policy.stage
        point = Point(play, START)
        for last in range(stage, self.topic.turns + stage, stage):
            play = self.copied(point)
            play.horizon = last + 1
            _, point = self.best(Point(play, point.move, point.picks))
        end, _ = self.run(point)
        return self.judged(end)

    def copied(self, point: Point) -> StagedPlay:
        play = point.play.copied()
        assert isinstance(play, StagedPlay)
        play.chance, play.picks, play.picked = Future(self.world), point.picks, 0
        return play

    def run(self, point: Point) -> tuple[StagedPlay, list[Point]]:
        """Play on from there: how it stands then, and how it can go on (not at all at an end)."""
        self.budget.spend()
        play = self.copied(point)
        try:
            moves = play.go(point.move)
        except Asked as asked:
            return play, [
                Point(point.play, point.move, (*point.picks, one)) for one in range(len(asked.options))
            ]
        except StageEnds:
            return play, []
        if any(code in NO_END for code, *_ in play.notices):
            raise TooMany
        following: list[Move | None] = list(moves)
        if moves and self.topic.policy.may_stop:
            following.append(STOP)
        return play, [Point(play, move) for move in following]

    def best(self, point: Point) -> tuple[int, Point]:
        """What the first of the best lines is worth, and where it ends."""
        play, following = self.run(point)
        if not following:
            return self.worth(play), point
        return max((self.best(one) for one in following), key=lambda found: found[0])  # the first of equals

    def worth(self, play: StagedPlay) -> int:
        evaluate = self.topic.policy.evaluate
        if evaluate is None:
            return self.goal(self.judged(play))
        asked = self.copied(Point(play, STOP))
        try:
            return asked.number(evaluate.number, Execution(evaluate.text))
        except RunTimeError:
            return 0

    def judged(self, play: StagedPlay) -> Result:
        return self.copied(Point(play, STOP)).judged()


def staged_law(rules: Rules, topic: Topic, budget: Budget) -> dict[tuple[object, ...], Fraction]:
    """How probable each score with its stats is."""
    if is_lit(rules.deck):
        raise Rolled
    law: dict[tuple[object, ...], Fraction] = defaultdict(Fraction)
    deals = deals_of(rules, topic)
    waiting = [(Fraction(1, len(deals)), World((order,))) for order in deals]
    while waiting:
        share, world = waiting.pop()
        try:
            result = _Searching(rules, topic, budget, world).result()
        except Lacking as lacking:
            waiting += [(share / len(lacking.worlds), one) for one in lacking.worlds]
            continue
        law[result.score, *result.stats] += share
    return law

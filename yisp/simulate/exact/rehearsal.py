"""Whether trials of a policy bear its exact answer out, as ``check`` asks of ``greedy``.

What comes in: a topic's play, the answer, and the player who found it.  What goes out: None, or a sentence
about the figure that trials do not fit.

A trial draws a hand (for hindsight, a world), and then goes through its stages with everything decided by
chance in proportion to its weight, or by the player.  It merges nothing and adds nothing up, which is what an
answer can be wrong in.  There are up to 4096 of them, and fewer where they would take more than 10,000
stages."""

from __future__ import annotations

from functools import partial
from random import Random

from yisp_runtime.codes import JUDGE, MOVE, SCAN

from ...compile.program import Policy
from ...compile.row import RowLayout
from ..counting.binomial import misfit
from ..counting.probabilities import ExactCounts
from ..playing.play import Play
from .check import TRIALS, said, seed_of
from .policies import STOP, Best, Player, player_of
from .stages import ENDLESS, Cut, Move, Place, Stages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..counting.binomial import Figure
    from ..counting.probabilities import Spread

    Row = tuple[int, ...]

STAGES = 10_000
"""How many stages the trials may take; each takes some twenty microseconds."""


def difference(play: Play, exact: ExactCounts, policy: Policy, player: Player | None) -> str | None:
    """What trials say against the answer, if anything; ``player`` is whoever found it, where there is one."""
    rehearsal = _Rehearsal(play, policy, player)
    rows: list[Row] = []
    while len(rows) < TRIALS and rehearsal.stages_run < STAGES:
        rows.append(rehearsal.trial())
    found = misfit(_figures(play, exact, rows), len(rows))
    return None if found is None else said(found, len(rows))


class _Rehearsal:
    def __init__(self, play: Play, policy: Policy, player: Player | None) -> None:
        seed = seed_of(play.program, play.index, 0)
        self._random = Random(seed)
        self._policy = policy
        self._worlds = policy.kind == "hindsight"
        self._stages = Stages(play.again(seed), ENDLESS, None, asks=True, worlds=self._worlds)
        self._player = player
        self.stages_run = 0
        self._cards = len(play.topic.classes)
        known = {card for card, _ in play.topic.known}
        self._unknown = [card for card in range(self._cards) if card not in known]

    def trial(self) -> Row:
        """The row of one trial."""
        if not self._worlds:
            hand = self._random.sample(self._unknown, self._stages.topic.drawn)
            return self._played(self._stages.enumerator.deal(hand), self._player)
        rows: list[list[int]] = []
        rolls: list[tuple[int, int]] = []
        while True:
            self._stages.enumerator.set_world(rows, rolls)
            try:
                position = self._stages.deal_world()
                return self._played(position, player_of(self._policy, self._stages))
            except Cut as cut:
                if cut.options:
                    rolls.append((cut.options, self._random.randrange(cut.options)))
                while not cut.options and len(rows) <= cut.row:
                    rows.append(self._random.sample(range(self._cards), self._cards))

    def _played(self, position: bytes, player: Player | None) -> Row:
        course = self._stages.course
        place = Place(0, position, self._stages.enumerator.canonical(), (0, 0))
        assert player is not None
        while course[place.phase] != JUDGE:
            if course[place.phase] != SCAN:
                place = self._run(place, course[place.phase], STOP, place.phase + 1, player)
                continue
            moves = player.moves(place)
            move = self._random.choices([move for move, _, _ in moves], [weight for _, weight, _ in moves])[0]
            place = place.skipped() if move is STOP else self._run(place, MOVE, move, place.phase, player)
        self._run(place, JUDGE, STOP, place.phase, player)
        return self._stages.enumerator.row

    def _run(self, place: Place, stage: int, move: Move | None, following: int, player: Player) -> Place:
        """Run a stage along a path that is drawn."""
        choose = partial(player.option, place) if isinstance(player, Best) else None
        self.stages_run += self._stages.drawn_path(stage, place, move, self._random, choose)
        return self._stages.place(following)


def _figures(play: Play, exact: ExactCounts, rows: list[Row]) -> Iterator[Figure]:
    topic, at = play.topic, RowLayout.of(play.topic, numbered=False)
    rates = [("success", sum(row[at.score] > 0 for row in rows), exact.success)]
    rates += [
        (name, sum(row[at.judged(number)] for row in rows), exact.combos[number])
        for number, name in enumerate(topic.judged)
    ]
    for what, count, rate in rates:
        yield what, count, rate.numerator, rate.denominator
    yield from _values("score", [row[at.score] for row in rows], exact.score)
    for number, name in enumerate(topic.stats):
        known = [row[at.stat(number)] for row in rows if row[at.known(number)]]
        yield from _values(f"stat {name}", known, exact.stats[number])


def _values(what: str, values: list[int], spread: Spread) -> Iterator[Figure]:
    for value in {*values, *spread.masses}:
        yield f"{what} of {value}", values.count(value), spread.masses.get(value, 0), spread.denominator

"""Exact answers: everything that chance can do, with whole-number weights.

What comes in: a topic's play.  What goes out: :class:`ExactCounts`, probabilities as
fractions; or :class:`OverBudget` with the reason.

Opening hands are enumerated by class (``compile.classes``), in every order where order can matter.  From
each, the stages of the trial — header, every pass of the activation scan or every move of a policy, judging —
are run along every path of decisions; that, and the merging of positions that nothing can tell apart, is the
runtime's (``runtime/yisp_runtime/solving/forward.h``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import comb, lcm

from yisp_runtime.codes import HAND
from yisp_runtime.solving.enumeration import LEAST_WORK
from yisp_runtime.solving.search import Forward

from ...compile.program import GREEDY, Policy
from ...compile.row import ALWAYS, RowLayout
from ...messages import say
from ..counting.counts import Pairs
from ..counting.probabilities import ExactCounts, NoExactAnswer, Spread
from ..counting.ratio import Ratio
from ..playing.play import Play
from ..playing.records import relation_places
from .hindsight import unfolded
from .policies import Best, Player, player_of
from .stages import Place, Stages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..request import Progress
    from .deals import Deal

ROOM, ROOM_PER_UNIT = 2**30, 2**6
"""How many bytes may be kept at a time: so many for each unit of the budget, but no more than a gigabyte."""

NUMBER_WORK, PAIR_WORK = 3, 40
"""What a number of an outcome, and a pair of related ones, cost when the result is added up."""


def played_counts(
    play: Play, budget: int, progress: Progress | None = None, policy: Policy = GREEDY
) -> tuple[ExactCounts, Player | None]:
    """The exact answer of a topic within ``budget`` units of work, and whoever has found it, under a policy
    that somebody plays; raises :class:`OverBudget`.

    The ``play`` is of the python target, and its table is spent on it.  ``progress`` is told how much of the
    budget is (see ``run.run_program``).
    """
    enumeration = Enumeration(play, budget, progress, policy)
    return enumeration.run(), enumeration.policy


class Enumeration:
    """An exact answer being worked out; ``hands`` is how many opening hands there are (or some number that is
    too many), 0 in worlds."""

    def __init__(self, play: Play, budget: int, progress: Progress | None, policy: Policy = GREEDY) -> None:
        self.play = play
        self.program = play.program
        self.topic = play.topic
        self.budget = budget
        self.room = min(ROOM, ROOM_PER_UNIT * budget)
        self.unknown = self._unknown()
        self.sizes = [len(cards) for cards in self.unknown]
        worlds = policy.kind == "hindsight"
        self.stages = Stages(play, budget, progress, asks=policy.kind != GREEDY.kind, worlds=worlds)
        self.policy = player_of(policy, self.stages)
        self.worlds = worlds
        self.row = RowLayout.of(self.topic, numbered=False)
        self.hands = 0 if worlds or self.topic.parts else self._hands()
        self.deal: Deal | None = None
        if worlds and self.topic.parts:
            raise NoExactAnswer(say("a world in which hands are made again and again has no end"))
        width = len(self.stages.enumerator.row)
        self.forward = Forward(
            self.stages.enumerator,
            self.policy.solver if isinstance(self.policy, Best) else None,
            random=policy.kind == "random",
            room=self.room,
            row_work=width * NUMBER_WORK + len(self.topic.relations) * PAIR_WORK,
            waiting=self.hands,
        )

    def run(self) -> ExactCounts:
        if self.worlds:
            self._run_worlds()
        elif self.topic.parts:
            self._run_deal()
        else:
            self.stages.check_budget(promised=self.hands * LEAST_WORK)
            if sum(self.sizes) >= self.topic.drawn:
                ordered = self._ordered_classes()
                self.forward.deal(
                    [cards for number, cards in enumerate(self.unknown) if number in ordered],
                    [cards for number, cards in enumerate(self.unknown) if number not in ordered],
                )
            self.stages.check(self.forward.go(), self.room)
        return self._result()

    def _run_worlds(self) -> None:
        """What is best in every world, as if it were known."""
        best = self.policy
        assert isinstance(best, Best)

        def solved(position: bytes) -> None:
            best.solver.clear()
            best.solve(Place(0, position, b"", (0, 0)))

        for position, numerator, denominator in unfolded(self.stages, self.topic.classes, solved):
            self.forward.restart()
            self.stages.check(self.forward.begin(position, numerator, denominator), self.room)
            self.stages.check(self.forward.go(), self.room)

    def _run_deal(self) -> None:
        """Everything that a deal can come to, and what follows it."""
        from .deals import Deal  # brings fractions, which are slow to import

        self.deal = Deal(self.stages)
        for one in self.deal.found.values():
            weight = one.weight
            state = self.forward.begin(
                one.position, weight.numerator, weight.denominator, one.steps, one.noticed, one.failed
            )
            self.stages.check(state, self.room)
        self.stages.check(self.forward.go(), self.room)

    # Opening hands ------------------------------------------------------------------------------

    def _unknown(self) -> list[list[int]]:
        """The cards that can be drawn, by class: those whose place is not known."""
        cards: list[list[int]] = [[] for _ in range(max(self.topic.classes, default=-1) + 1)]
        known = {card for card, _ in self.topic.known}
        for card, number in enumerate(self.topic.classes):
            if card not in known:
                cards[number].append(card)
        return cards

    def _ordered_classes(self) -> set[int]:
        """The classes whose place in the hand can matter."""
        cards = self.stages.ordered[HAND]
        return {number for card, number in enumerate(self.topic.classes) if cards >> card & 1}

    def _hands(self) -> int:
        """How many opening hands there are that can be told from others; or some number that is too many.

        Counted by class: ``plain[n]`` ways to hold n cards of the classes without order so far, and
        ``arranged[n]`` ways to arrange n of those with one, k new ones at any k of the n places.
        """
        hand, most = self.topic.drawn, self.budget // LEAST_WORK + 1
        plain, arranged = [1] + [0] * hand, [1] + [0] * hand
        ordered, others = self._ordered_classes(), 0  # cards of the classes with order so far
        total = int(not hand)
        for number, size in enumerate(self.sizes):
            if number in ordered:
                arranged = [_arranged(arranged, others, n, size, most) for n in range(hand + 1)]
                others += size
            else:
                sums = [0, *accumulate(plain)]
                plain = [min(sums[n + 1] - sums[max(0, n - size)], most) for n in range(hand + 1)]
            total = sum(arranged[n] * plain[hand - n] for n in range(hand + 1))
            if total > most:  # the classes to come only add to it
                break
        return total

    # The result -----------------------------------------------------------------------------------

    def _result(self) -> ExactCounts:
        """Everything over one denominator: whole numbers are added, and each sum is reduced once."""
        rows, effects, used_sets, noticed = self.forward.found()
        denominators = {one[0] for found in (rows, effects, used_sets, noticed) for one in found}
        whole = lcm(*denominators)
        share = {denominator: whole // denominator for denominator in denominators}
        combos = [0] * len(self.topic.judged)
        bests = [0] * len(self.topic.bests)
        score: dict[int, int] = {}
        stats: list[dict[int, int]] = [{} for _ in self.topic.stats]
        at = self.row
        stat_places = [(at.stat(number), at.known(number)) for number in range(len(stats))]
        for denominator, row, numerator in rows:
            mass = numerator * share[denominator]
            score[row[at.score]] = score.get(row[at.score], 0) + mass
            for combo in range(len(combos)):
                combos[combo] += mass * row[at.judged(combo)]
            for best in range(len(bests)):
                bests[best] += mass * row[at.best(best)]
            for values, (value, known) in zip(stats, stat_places, strict=True):
                if row[known]:
                    values[row[value]] = values.get(row[value], 0) + mass
        activations = [0] * len(self.program.effects)
        for denominator, effect, numerator in effects:
            activations[effect] += numerator * share[denominator]
        used = [0] * len(self.program.effects)
        for denominator, activated, numerator in used_sets:
            for effect in range(len(used)):
                if activated >> effect & 1:
                    used[effect] += numerator * share[denominator]
        notices: dict[int, int] = {}
        for denominator, sites, numerator in noticed:
            for site in sites:
                notices[site] = notices.get(site, 0) + numerator * share[denominator]

        def ratios(masses: list[int]) -> list[Ratio]:
            return [Ratio(mass, whole) for mass in masses]

        return ExactCounts(
            score=Spread(score, whole),
            combos=ratios(combos),
            bests=ratios(bests),
            stats=[Spread(values, whole) for values in stats],
            relations=self._relations(rows) if self.topic.relations else [],
            activations=ratios(activations),
            used=ratios(used),
            notices={site: Ratio(mass, whole) for site, mass in notices.items()},
            deal=None if self.deal is None else self.deal.counts,
        )

    def _relations(self, rows: list[tuple[int, tuple[int, ...], int]]) -> list[Pairs]:
        """Their joint distributions."""
        from fractions import Fraction  # slow to import, and few topics relate anything

        return [
            Pairs.of(
                (row[x], row[y], Fraction(numerator, denominator))
                for denominator, row, numerator in rows
                if (x_known == ALWAYS or row[x_known]) and (y_known == ALWAYS or row[y_known])
            )
            for x, x_known, y, y_known in relation_places(self.topic, numbered=False)
        ]


def _arranged(ways: Sequence[int], others: int, places: int, size: int, most: int) -> int:
    """How many ways there are to fill places with cards of a class of ``size`` and some of ``others``
    others, n of which can be arranged in ``ways[n]`` ways; ``most`` where there are as many."""
    total = 0
    for new in range(max(0, places - others), min(places, size) + 1):
        total += ways[places - new] * comb(places, new)
        if total >= most:
            return most
    return total

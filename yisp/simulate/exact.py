"""Exact answers: everything that chance can do, with whole-number weights.

What comes in: a topic's play.  What goes out: :class:`ExactCounts`, probabilities as
fractions; or :class:`OverBudget` with the reason.

Opening hands are enumerated by class (``compile.classes``), in every order where order can matter.
From each, the stages of the trial — header, every pass of the activation scan or every move of a policy,
judging — are run along every path of decisions (``stages``).  Between stages, positions that nothing can
tell apart are merged, so the work grows with the number of different positions, not of histories.

A position's weight is ``numerator / denominator``: along a path both are products of whole numbers,
and only positions with equal denominators are added up, which spares a common divisor at each step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from math import comb, lcm

from yisp_runtime.codes import JUDGE, MOVE, SCAN, TURN
from yisp_runtime.enumeration import LEAST_WORK

from ..compile.program import GREEDY, Policy
from ..compile.row import ALWAYS, RowLayout
from .counts import Pairs
from .hindsight import unfolded
from .play import Play
from .policies import STOP, Best, Player, player_of
from .probabilities import ExactCounts, OverBudget, Spread
from .ratio import Ratio
from .records import relation_places
from .stages import Choose, Move, Path, Place, Stages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .request import Progress

ROOM, ROOM_PER_UNIT = 2**30, 2**6
"""How many bytes may be kept at a time: so many for each unit of the budget, but no more than a gigabyte."""

NUMBER_WORK, PAIR_WORK = 3, 40
"""What a number of an outcome, and a pair of related ones, cost when the result is added up."""

OVERHEAD = 500
"""About how many bytes an entry takes beside what is in it."""


class _State:
    """A merged position: how to get back to it, what happened on the way, and its weight.

    Steps and activations are no part of a position, since only their limits could tell: of merged
    ones the most and the least are kept.
    """

    __slots__ = (
        "canonical", "denominator", "fewest", "most", "noticed", "numerator", "position", "size", "used",
    )  # fmt: skip

    def __init__(
        self,
        position: bytes,
        canonical: bytes,
        numerator: int,
        denominator: int,
        used: int,
        noticed: frozenset[int],
        fewest: tuple[int, int],
        most: tuple[int, int],
    ) -> None:
        self.position = position
        self.canonical = canonical
        self.numerator = numerator
        self.denominator = denominator
        self.used = used  # the effects activated so far, a bitset
        self.noticed = noticed
        self.fewest = fewest  # activations this turn, and steps
        self.most = most
        self.size = 0  # bytes that it takes in a layer

    def merge(self, other: _State) -> None:
        """Add a position that nothing can tell from this one, of the same denominator."""
        self.numerator += other.numerator
        self.fewest = min(self.fewest[0], other.fewest[0]), min(self.fewest[1], other.fewest[1])
        self.most = max(self.most[0], other.most[0]), max(self.most[1], other.most[1])


_Layer = dict[tuple[bytes, int, int, frozenset[int]], _State]
"""Positions after the same stages, by (canonical form, denominator, used, noticed)."""


def exact_counts(
    play: Play, budget: int, progress: Progress | None = None, policy: Policy = GREEDY
) -> ExactCounts:
    """The exact answer of a topic within ``budget`` units of work; raises :class:`OverBudget`.

    The ``play`` is of the python target, and its table is spent on it.  ``progress`` is told how much of the
    budget is (see ``run.run_program``).
    """
    return played_counts(play, budget, progress, policy)[0]


def played_counts(
    play: Play, budget: int, progress: Progress | None, policy: Policy
) -> tuple[ExactCounts, Player | None]:
    """The same, and whoever has found it, under a policy that somebody plays."""
    enumeration = _Enumeration(play, budget, progress, policy)
    return enumeration.run(), enumeration.policy


class _Enumeration:
    def __init__(self, play: Play, budget: int, progress: Progress | None, policy: Policy = GREEDY) -> None:
        self.play = play
        self.program = play.program
        self.topic = play.topic
        self.budget = budget
        self.room = min(ROOM, ROOM_PER_UNIT * budget)
        self.held = 0  # bytes
        self.waiting = 0  # positions that have yet to be judged, at the least
        self.adding_up = 0  # the work of the result, so far
        self.unknown = self._unknown()
        self.sizes = [len(cards) for cards in self.unknown]
        worlds = policy.kind == "hindsight"
        self.stages = Stages(play, budget, progress, asks=policy.kind != GREEDY.kind, worlds=worlds)
        self.played = policy
        self.policy = player_of(policy, self.stages)
        self.row = RowLayout.of(self.topic, numbered=False)
        self.rows: dict[int, dict[tuple[int, ...], int]] = {}  # by denominator: row → numerator
        self.effects: dict[tuple[int, int], int] = {}  # (denominator, effect) → numerator
        self.used: dict[tuple[int, int], int] = {}  # (denominator, used) → numerator
        self.noticed: dict[tuple[int, frozenset[int]], int] = {}

    def run(self) -> ExactCounts:
        if self.played.kind == "hindsight":
            self._run_worlds()
        else:
            self.waiting = self._hands()
            self._check_budget()
            self._run(self._dealt())  # every hand is another: there is nothing to merge
        return self._result()

    def _run_worlds(self) -> None:
        """What is best in every world, as if it were known."""

        def solved(position: bytes) -> Best:
            best = player_of(self.played, self.stages)
            assert isinstance(best, Best)
            best.solve(Place(0, position, self.stages.enumerator.canonical(), (0, 0)))
            return best

        for position, best, numerator, denominator in unfolded(self.stages, self.topic.classes, solved):
            self.policy = best
            self.stages.stay(Place(0, position, b"", (0, 0)))
            canonical = self.stages.enumerator.canonical()
            self.waiting += 1
            self._run([_State(position, canonical, numerator, denominator, 0, frozenset(), (0, 0), (0, 0))])

    def _run(self, states: Iterable[_State]) -> None:
        """Go through the stages of a trial from positions after the deal."""
        for phase, stage in enumerate(self.stages.course):
            if stage == JUDGE:
                self._judge(states)
                if isinstance(states, Collection):
                    self.held -= sum(state.size for state in states)
            elif stage == SCAN:
                states = self._scans(phase, states)
            else:
                _, states = self._advance(phase, stage, states)

    def _scans(self, phase: int, states: Iterable[_State]) -> Iterable[_State]:
        """Go on until nothing is activated; the positions at which that is so."""
        finished: _Layer = {}
        while states:
            states, _ = self._advance(phase, SCAN, states, finished)
        return finished.values()

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
        cards = self.topic.ordered[0]
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

    def _dealt(self) -> Iterator[_State]:
        """The position after every opening hand that can be told from others."""
        cards, sizes = self.unknown, self.sizes
        ordered = self._ordered_classes()
        plain = [number for number in range(len(sizes)) if number not in ordered]
        hand = self.topic.drawn
        denominator = comb(sum(sizes), hand)
        for in_order, weight in _multisets(sizes, sorted(ordered), range(hand + 1)):
            share = denominator * _multinomial(Counter(in_order).values())
            for rest, ways in _multisets(sizes, plain, [hand - len(in_order)]):
                unordered = tuple(_take(rest, cards))
                for arrangement in _arrangements(in_order):
                    position = self.stages.enumerator.deal((*_take(arrangement, cards), *unordered))
                    canonical = self.stages.enumerator.canonical()
                    yield _State(position, canonical, weight * ways, share, 0, frozenset(), (0, 0), (0, 0))

    # Stages ---------------------------------------------------------------------------------------

    def _leaves(
        self, phase: int, stage: int, state: _State, move: Move | None = None
    ) -> Iterator[tuple[bool, int, int]]:
        """Run a stage along every path that the policy takes; whether it activated, and the path's weight."""
        choose = None if stage == JUDGE else self._chooser(phase, state, move)
        for activated, decisions in self.stages.paths(stage, state.position, state.most, move, choose):
            numerator = denominator = 1
            for _, _, weight, total, player in decisions:
                if not player or choose is None:
                    numerator *= weight
                    denominator *= total
            self._check_budget()
            yield activated, numerator, denominator

    def _steps(self, phase: int, stage: int, state: _State) -> Iterator[tuple[bool, int, int]]:
        """The same for the activation scan of a policy that makes moves: all of them, by their weights."""
        if stage != SCAN or self.policy is None:
            yield from self._leaves(phase, stage, state)
            return
        place = Place(phase, state.position, state.canonical, state.most)
        for move, weight, total in self.policy.moves(place):
            if move is STOP:
                self.stages.stay(place)
                yield False, weight, total
            else:
                for activated, up, down in self._leaves(phase, MOVE, state, move):
                    yield activated, weight * up, total * down

    def _chooser(self, phase: int, state: _State, move: Move | None) -> Choose | None:
        """How the policy chooses cards in that stage; None where all ways to do so are followed."""
        policy = self.policy
        if not isinstance(policy, Best):
            return None
        place = Place(phase, state.position, state.canonical, state.most)
        policy.solve(place)  # now, since solving moves the table: who chooses is in the middle of a stage

        def choose(path: Path) -> int:
            return policy.option(place, move, path)

        return choose

    def _advance(
        self, phase: int, stage: int, states: Iterable[_State], others: _Layer | None = None
    ) -> tuple[Collection[_State], Collection[_State]]:
        """Run a stage from every position: the positions at which an effect was activated by a scan,
        and the others, with those of ``others``.  What a run-time error or ``(stop n)`` ended is judged
        at once."""
        activated_: _Layer = {}
        others = {} if others is None else others
        ended: _Layer = {}
        enumerator = self.stages.enumerator
        for state in states:
            self.waiting -= 1
            for activated, up, down in self._steps(phase, stage, state):
                used, noticed = state.used, state.noticed
                numerator, denominator = state.numerator * up, state.denominator * down
                for effect in enumerator.activated:
                    used |= 1 << effect
                    at = denominator, effect
                    self.effects[at] = self.effects.get(at, 0) + numerator
                if enumerator.notices:
                    noticed = noticed.union(enumerator.notices)
                most = enumerator.activations, enumerator.steps
                fewest = (
                    most[0] if stage == TURN else most[0] - state.most[0] + state.fewest[0],
                    most[1] - state.most[1] + state.fewest[1],
                )
                self._check_limits(fewest, most)
                position, canonical = enumerator.position(), enumerator.canonical()
                reached = _State(position, canonical, numerator, denominator, used, noticed, fewest, most)
                layer = ended if enumerator.failed else activated_ if activated else others
                self._merge(layer, (canonical, denominator, used, noticed), reached)
        if isinstance(states, Collection):
            self.held -= sum(state.size for state in states)
        self._judge(ended.values())
        self.held -= sum(state.size for state in ended.values())
        return activated_.values(), others.values()

    def _merge(self, layer: _Layer, key: tuple[bytes, int, int, frozenset[int]], state: _State) -> None:
        """Put a position into a layer, or add it to the one that nothing can tell from it."""
        known = layer.setdefault(key, state)
        if known is not state:
            known.merge(state)
            return
        self.waiting += 1
        state.size = len(state.position) + len(key[0]) + OVERHEAD
        self._keep(state.size)

    def _keep(self, size: int) -> None:
        self.held += size
        if self.held > self.room:
            raise OverBudget(f"more than {self.room:,} bytes would have to be kept at a time")

    def _check_limits(self, fewest: tuple[int, int], most: tuple[int, int]) -> None:
        """Give up where a limit was reached by only some of the ways that lead to a position."""
        plan = self.program.plan
        limits = plan["activation_limit"], plan["step_limit"]
        if any(
            least < greatest >= limit for least, greatest, limit in zip(fewest, most, limits, strict=True)
        ):
            raise OverBudget("a trial reaches its activation or step limit")

    def _judge(self, states: Iterable[_State]) -> None:
        for state in states:
            self.waiting -= 1
            if state.used:
                key = state.denominator, state.used
                self.used[key] = self.used.get(key, 0) + state.numerator
            for _, up, down in self._leaves(len(self.stages.course) - 1, JUDGE, state):
                numerator, denominator = state.numerator * up, state.denominator * down
                rows = self.rows.setdefault(denominator, {})
                row = self.stages.enumerator.row
                if row not in rows:
                    self._keep(OVERHEAD)
                    self.adding_up += len(row) * NUMBER_WORK + len(self.topic.relations) * PAIR_WORK
                rows[row] = rows.get(row, 0) + numerator
                all_noticed = state.noticed.union(self.stages.enumerator.notices)
                if all_noticed:
                    at = denominator, all_noticed
                    self.noticed[at] = self.noticed.get(at, 0) + numerator

    def _check_budget(self) -> None:
        """Give up where the work so far, and a stage for each position that waits, are beyond the budget."""
        self.stages.promised = self.adding_up + self.waiting * LEAST_WORK
        self.stages.check_budget()

    # The result -----------------------------------------------------------------------------------

    def _result(self) -> ExactCounts:
        """Everything over one denominator: whole numbers are added, and each sum is reduced once."""
        denominators = {*self.rows, *(at for at, _ in (*self.effects, *self.used, *self.noticed))}
        whole = lcm(*denominators)
        combos = [0] * len(self.topic.judged)
        bests = [0] * len(self.topic.bests)
        score: dict[int, int] = {}
        stats: list[dict[int, int]] = [{} for _ in self.topic.stats]
        at = self.row
        stat_places = [(at.stat(number), at.known(number)) for number in range(len(stats))]
        for denominator, rows in self.rows.items():
            for row, numerator in rows.items():
                mass = numerator * (whole // denominator)
                score[row[at.score]] = score.get(row[at.score], 0) + mass
                for combo in range(len(combos)):
                    combos[combo] += mass * row[at.judged(combo)]
                for best in range(len(bests)):
                    bests[best] += mass * row[at.best(best)]
                for values, (value, known) in zip(stats, stat_places, strict=True):
                    if row[known]:
                        values[row[value]] = values.get(row[value], 0) + mass
        activations = [0] * len(self.program.effects)
        for (denominator, effect), numerator in self.effects.items():
            activations[effect] += numerator * (whole // denominator)
        used = [0] * len(self.program.effects)
        for (denominator, effects), numerator in self.used.items():
            for effect in range(len(used)):
                if effects >> effect & 1:
                    used[effect] += numerator * (whole // denominator)
        notices: dict[int, int] = {}
        for (denominator, sites), numerator in self.noticed.items():
            for site in sites:
                notices[site] = notices.get(site, 0) + numerator * (whole // denominator)

        def ratios(masses: list[int]) -> list[Ratio]:
            return [Ratio(mass, whole) for mass in masses]

        return ExactCounts(
            score=Spread(score, whole),
            combos=ratios(combos),
            bests=ratios(bests),
            stats=[Spread(values, whole) for values in stats],
            relations=self._relations() if self.topic.relations else [],
            activations=ratios(activations),
            used=ratios(used),
            notices={site: Ratio(mass, whole) for site, mass in notices.items()},
        )

    def _relations(self) -> list[Pairs]:
        """Their joint distributions."""
        from fractions import Fraction  # slow to import, and few topics relate anything

        return [
            Pairs.of(
                (row[x], row[y], Fraction(numerator, denominator))
                for denominator, rows in self.rows.items()
                for row, numerator in rows.items()
                if (x_known == ALWAYS or row[x_known]) and (y_known == ALWAYS or row[y_known])
            )
            for x, x_known, y, y_known in relation_places(self.topic, numbered=False)
        ]


def _multisets(
    sizes: Sequence[int], numbers: Sequence[int], totals: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to take so many cards of those classes: the class of each, and how many ways that is."""
    room = [0]  # from each class on: what the rest of them has at most
    for number in reversed(numbers):
        room.append(room[-1] + sizes[number])
    room.reverse()
    for total in totals:
        waiting: list[tuple[int, int, tuple[int, ...], int]] = [(0, total, (), 1)] if total <= room[0] else []
        while waiting:
            at, left, taken, ways = waiting.pop()
            if not left:
                yield taken, ways
                continue
            number = numbers[at]
            for count in range(max(0, left - room[at + 1]), min(sizes[number], left) + 1):
                chosen = taken + (number,) * count
                waiting.append((at + 1, left - count, chosen, ways * comb(sizes[number], count)))


def _arranged(ways: Sequence[int], others: int, places: int, size: int, most: int) -> int:
    """How many ways there are to fill places with cards of a class of ``size`` and some of ``others``
    others, n of which can be arranged in ``ways[n]`` ways; ``most`` where there are as many."""
    total = 0
    for new in range(max(0, places - others), min(places, size) + 1):
        total += ways[places - new] * comb(places, new)
        if total >= most:
            return most
    return total


def _arrangements(numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every different order of some numbers (Knuth, TAOCP 4A, 7.2.1.2, algorithm L)."""
    order = sorted(numbers)
    while True:
        yield tuple(order)
        at = len(order) - 2
        while at >= 0 and order[at] >= order[at + 1]:
            at -= 1
        if at < 0:
            return
        other = len(order) - 1
        while order[at] >= order[other]:
            other -= 1
        order[at], order[other] = order[other], order[at]
        order[at + 1 :] = order[:at:-1]


def _multinomial(counts: Iterable[int]) -> int:
    """In how many different orders so many of each can stand."""
    ways, total = 1, 0
    for count in counts:
        total += count
        ways *= comb(total, count)
    return ways


def _take(classes: Sequence[int], cards: Sequence[Sequence[int]]) -> Iterator[int]:
    """Different cards of these classes, in this order."""
    taken = [0] * len(cards)
    for number in classes:
        yield cards[number][taken[number]]
        taken[number] += 1

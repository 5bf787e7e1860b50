"""Exact answers: everything that chance can do, with whole-number weights.

What comes in: a topic of a program.  What goes out: :class:`ExactCounts`, probabilities as
fractions; or :class:`OverBudget` with the reason.

Opening hands are enumerated by class (``compile.classes``), in every order where order can matter.
From each, the stages of the trial — header, every pass of the activation scan, judging — are run
along every path of decisions that the gate asks for (``runtime/yisp_runtime/gate``), through the
same functions as sampled trials.  Between stages, positions that nothing can tell apart are merged,
so the work grows with the number of different positions, not of histories.

A position's weight is ``numerator / denominator``: along a path both are products of whole numbers,
and only positions with equal denominators are added up, which spares a common divisor at each step.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import comb, factorial, prod

from yisp_runtime.enumeration import Enumerator

from ..compile import cache
from ..compile.program import Program
from ..version import VERSION
from .counts import Pairs
from .play import Play, python_functions
from .records import relation_places

AUTO_BUDGET = 60_000
"""How many stages ``method: auto`` runs before it samples; well under a second of work."""

BUDGET = 5_000_000
"""How many stages ``method: exact`` runs before it gives up; about a minute of work."""

TURN, SCAN, PROGRAM, END, JUDGE = range(5)  # play.pxd


SORT = "over-budget"
"""Where the cache remembers which topics are out of reach, so that the next run does not try."""


class OverBudget(Exception):
    """An exact answer would take too much work; the message says how much is allowed."""


class Spread:
    """The exact distribution of a whole number; ``total`` is the probability that there is one."""

    __slots__ = ("weights",)

    def __init__(self, weights: dict[int, Fraction]) -> None:
        self.weights = dict(sorted(weights.items()))

    @property
    def total(self) -> Fraction:
        return sum(self.weights.values(), Fraction(0))

    @property
    def mean(self) -> Fraction | None:
        """The expectation where there is a value; None when there never is."""
        total = self.total
        if not total:
            return None
        return sum((value * weight for value, weight in self.weights.items()), Fraction(0)) / total

    @property
    def variance(self) -> Fraction | None:
        mean = self.mean
        if mean is None:
            return None
        squares = sum((value * value * weight for value, weight in self.weights.items()), Fraction(0))
        return squares / self.total - mean * mean


class ExactCounts:
    """What ``Counts`` are for a sample: a topic's probabilities, in the order of the program."""

    __slots__ = (
        "activations", "bests", "combos", "notices", "relations", "score", "stats", "success", "used",
    )  # fmt: skip

    def __init__(
        self,
        success: Fraction,
        score: Spread,
        combos: list[Fraction],
        bests: list[Fraction],
        stats: list[Spread],
        relations: list[Pairs],
        activations: list[Fraction],
        used: list[Fraction],
        notices: dict[int, Fraction],
    ) -> None:
        self.success = success
        self.score = score
        self.combos = combos
        self.bests = bests  # the same under ``match: best``, for the combos of ``Topic.bests``
        self.stats = stats
        self.relations = relations
        self.activations = activations  # expected, by effect
        self.used = used  # the probability of at least one, by effect
        self.notices = notices  # the probability of at least one, by site


class _State:
    """A merged position: how to get back to it, what happened on the way, and its numerator.

    Steps and activations are no part of a position, since only their limits could tell: of merged
    ones the most and the least are kept.
    """

    __slots__ = ("fewest", "most", "noticed", "numerator", "position", "used")

    def __init__(
        self, position: bytes, numerator: int, used: int, noticed: frozenset[int], spent: tuple[int, int]
    ) -> None:
        self.position = position
        self.numerator = numerator
        self.used = used  # the effects activated so far, a bitset
        self.noticed = noticed
        self.fewest = self.most = spent  # activations this turn, and steps

    def merge(self, other: _State) -> None:
        """Add a position that nothing can tell from this one."""
        self.numerator += other.numerator
        self.fewest = min(self.fewest[0], other.fewest[0]), min(self.fewest[1], other.fewest[1])
        self.most = max(self.most[0], other.most[0]), max(self.most[1], other.most[1])


_Layer = dict[tuple[bytes, int, int, frozenset[int]], _State]
"""Positions after so many activations, by (canonical form, denominator, used, noticed)."""


def _merge(layer: _Layer, key: tuple[bytes, int, int, frozenset[int]], state: _State) -> None:
    """Put a position into a layer, or add it to the one that nothing can tell from it."""
    known = layer.setdefault(key, state)
    if known is not state:
        known.merge(state)


def answer(program: Program, topic: int, seed: int, method: str) -> ExactCounts | str:
    """The exact answer of a topic or, for ``method`` "auto", why it should be sampled.

    Raises :class:`OverBudget` when ``method`` is "exact" and the answer is out of reach.
    """
    if method == "auto":
        if program.prints(topic):
            return "its scripts print, which only trials show"
        reason = cache.fetch(SORT, _key(program, topic))
        if reason is not None:
            return reason["reason"].decode()
    play = Play(program, topic, seed, functions=python_functions(program.python_source))
    try:
        return exact_counts(program, topic, play, BUDGET if method == "exact" else AUTO_BUDGET)
    except OverBudget as error:
        if method == "exact":
            raise
        cache.store(SORT, _key(program, topic), {"reason": str(error).encode()})
        return str(error)


def _key(program: Program, topic: int) -> str:
    about = [
        program.python_source, program.topics[topic].to_data(), str(program.plan), AUTO_BUDGET,
        program.initial(topic),
    ]  # fmt: skip
    return cache.key_of(VERSION, json.dumps(about))


def exact_counts(program: Program, topic: int, play: Play, budget: int) -> ExactCounts:
    """The exact answer of a topic within ``budget`` stages; raises :class:`OverBudget`."""
    return _Enumeration(program, topic, play, budget).run()


class _Enumeration:
    def __init__(self, program: Program, topic: int, play: Play, budget: int) -> None:
        self.program = program
        self.topic = program.topics[topic]
        self.play = play
        self.budget = budget
        self.stages = 0
        bests = len(self.topic.bests)
        self.enumerator = Enumerator(play.table, self.topic.classes, self.topic.ordered, bests)
        self.rows: dict[int, dict[tuple[int, ...], int]] = {}  # by denominator: outcome → numerator
        self.effects = [Fraction(0)] * len(program.effects)
        self.used: dict[tuple[int, int], int] = {}  # (denominator, used) → numerator
        self.noticed: dict[tuple[int, frozenset[int]], int] = {}

    def run(self) -> ExactCounts:
        self._check_hands()
        layer = self._hands()
        listens = self.program.plan["listens"]
        for turn in range(self.topic.turns):
            if turn or self.topic.header or listens:
                _, layer = self._advance(TURN, layer)
            if self.topic.program:
                _, layer = self._advance(PROGRAM, layer)
            elif self.topic.exec_program:
                layer = self._scans(layer)
            if listens:
                _, layer = self._advance(END, layer)
        self._judge(layer)
        return self._result()

    def _scans(self, layer: _Layer) -> _Layer:
        """Scan until nothing is activated; the positions at which that is so."""
        finished: _Layer = {}
        while layer:
            layer, done = self._advance(SCAN, layer)
            for key, state in done.items():
                _merge(finished, key, state)
        return finished

    # Opening hands ------------------------------------------------------------------------------

    def _sizes(self) -> list[int]:
        return [len(cards) for cards in self._unknown()]

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

    def _check_hands(self) -> None:
        """Refuse at once what has more opening hands than the budget has stages.

        Counted by generating functions: ordinary ones for classes without order, exponential ones
        for those with (their arrangements are the product's coefficient times a factorial).
        """
        hand = self.topic.drawn
        plain, arranged = [1] + [0] * hand, [Fraction(1)] + [Fraction(0)] * hand
        ordered = self._ordered_classes()
        for number, size in enumerate(self._sizes()):
            if number in ordered:
                arranged = [
                    sum((arranged[n - k] / factorial(k) for k in range(min(n, size) + 1)), Fraction(0))
                    for n in range(hand + 1)
                ]
            else:
                plain = [sum(plain[n - k] for k in range(min(n, size) + 1)) for n in range(hand + 1)]
        total = sum(arranged[n] * factorial(n) * plain[hand - n] for n in range(hand + 1))
        if total > self.budget:
            self._give_up()

    def _hands(self) -> _Layer:
        """Every opening hand that can be told from others, with its weight."""
        sizes, cards = self._sizes(), self._unknown()
        ordered = self._ordered_classes()
        hand = self.topic.drawn
        denominator = comb(sum(sizes), hand)
        layer: _Layer = {}
        for counts in _multisets(sizes, hand):
            weight = prod(comb(size, count) for size, count in zip(sizes, counts, strict=True))
            in_order = [number for number in sorted(ordered) for _ in range(counts[number])]
            rest = [
                card for number, count in enumerate(counts) if number not in ordered
                for card in cards[number][:count]
            ]  # fmt: skip
            arrangements = set(permutations(in_order)) if len(ordered) > 1 else {tuple(in_order)}
            share = denominator * len(arrangements)
            for arrangement in arrangements:
                position = self.enumerator.deal([*_take(arrangement, cards), *rest])
                state = _State(position, weight, 0, frozenset(), (0, 0))
                layer[self.enumerator.canonical(), share, 0, state.noticed] = state
        return layer

    # Stages ---------------------------------------------------------------------------------------

    def _leaves(self, stage: int, state: _State) -> Iterator[tuple[bool, int, int]]:
        """Run a stage along every path; whether it activated, and the path's weight."""
        path: list[int] = []
        while True:
            self.stages += 1
            if self.stages > self.budget:
                self._give_up()
            activated, decisions = self.enumerator.run(
                self.play.run_stage, stage, state.position, path, *state.most
            )
            if decisions is None:
                raise OverBudget("chance has too many ways to decide in one stage of a trial")
            numerator = denominator = 1
            for _, _, weight, total in decisions:
                numerator *= weight
                denominator *= total
            yield activated, numerator, denominator
            while decisions and decisions[-1][0] + 1 == decisions[-1][1]:
                decisions.pop()
            if not decisions:
                return
            path = [option for option, _, _, _ in decisions]
            path[-1] += 1

    def _advance(self, stage: int, layer: _Layer) -> tuple[_Layer, _Layer]:
        """Run a stage from every position: the positions at which an effect was activated by a scan,
        and the others.  What a run-time error or ``(stop n)`` ended is judged at once."""
        activated_: _Layer = {}
        others: _Layer = {}
        ended: _Layer = {}
        enumerator = self.enumerator
        for (_, denominator, _, _), state in layer.items():
            for activated, up, down in self._leaves(stage, state):
                used, noticed = state.used, state.noticed
                numerator = state.numerator * up
                for effect in enumerator.activated:
                    used |= 1 << effect
                    self.effects[effect] += Fraction(numerator, denominator * down)
                if enumerator.notices:
                    noticed = noticed.union(enumerator.notices)
                spent = enumerator.activations, enumerator.steps
                self._check_limits(state, spent)
                target = ended if enumerator.failed else activated_ if activated else others
                key = enumerator.canonical(), denominator * down, used, noticed
                _merge(target, key, _State(enumerator.position(), numerator, used, noticed, spent))
        self._judge(ended)
        return activated_, others

    def _check_limits(self, state: _State, spent: tuple[int, int]) -> None:
        """Give up where a limit was reached by only some of the ways that lead to a position."""
        plan = self.program.plan
        limits = plan["activation_limit"], plan["step_limit"]
        if state.fewest != state.most and any(
            count >= limit for count, limit in zip(spent, limits, strict=True)
        ):
            raise OverBudget("a trial comes to its activation or step limit")

    def _judge(self, layer: _Layer) -> None:
        for (_, denominator, used, noticed), state in layer.items():
            key = denominator, used
            self.used[key] = self.used.get(key, 0) + state.numerator
            for _, up, down in self._leaves(JUDGE, state):
                numerator = state.numerator * up
                rows = self.rows.setdefault(denominator * down, {})
                row = self.enumerator.row
                rows[row] = rows.get(row, 0) + numerator
                all_noticed = noticed.union(self.enumerator.notices)
                if all_noticed:
                    at = denominator * down, all_noticed
                    self.noticed[at] = self.noticed.get(at, 0) + numerator

    def _give_up(self) -> None:
        raise OverBudget(f"more than {self.budget:,} positions would have to be looked at")

    # The result -----------------------------------------------------------------------------------

    def _result(self) -> ExactCounts:
        combos = len(self.topic.combos)
        score: dict[int, Fraction] = {}
        held = [Fraction(0)] * combos
        bests = [Fraction(0)] * len(self.topic.bests)
        stats: list[dict[int, Fraction]] = [{} for _ in self.topic.stats]
        behind = 1 + combos + 2 * len(stats)
        for denominator, rows in self.rows.items():
            for row, numerator in rows.items():
                weight = Fraction(numerator, denominator)
                score[row[0]] = score.get(row[0], Fraction(0)) + weight
                for combo in range(combos):
                    if row[1 + combo]:
                        held[combo] += weight
                for best in range(len(bests)):
                    if row[behind + best]:
                        bests[best] += weight
                for stat, values in enumerate(stats):
                    value, known = row[1 + combos + 2 * stat : 3 + combos + 2 * stat]
                    if known:
                        values[value] = values.get(value, Fraction(0)) + weight
        used = [Fraction(0)] * len(self.effects)
        for (denominator, effects), numerator in self.used.items():
            for effect in range(len(used)):
                if effects >> effect & 1:
                    used[effect] += Fraction(numerator, denominator)
        notices: dict[int, Fraction] = {}
        for (denominator, sites), numerator in self.noticed.items():
            for site in sites:
                notices[site] = notices.get(site, Fraction(0)) + Fraction(numerator, denominator)
        spread = Spread(score)
        success = sum((weight for value, weight in spread.weights.items() if value > 0), Fraction(0))
        return ExactCounts(
            success, spread, held, bests, [Spread(values) for values in stats], self._relations(),
            self.effects, used, notices,
        )  # fmt: skip

    def _relations(self) -> list[Pairs]:
        """Their joint distributions; a row here lacks the trial's number, which comes first elsewhere."""
        return [
            Pairs.of(
                (row[x - 1], row[y - 1], Fraction(numerator, denominator))
                for denominator, rows in self.rows.items()
                for row, numerator in rows.items()
                if (not x_known or row[x_known - 1]) and (not y_known or row[y_known - 1])
            )
            for x, x_known, y, y_known in relation_places(self.topic)
        ]


def _multisets(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Every way to take ``total`` things, at most ``sizes[i]`` of sort i."""
    if not sizes:
        if total == 0:
            yield ()
        return
    room = sum(sizes[1:])
    for count in range(max(0, total - room), min(sizes[0], total) + 1):
        for rest in _multisets(sizes[1:], total - count):
            yield (count, *rest)


def _take(classes: Sequence[int], cards: Sequence[Sequence[int]]) -> Iterator[int]:
    """Different cards of these classes, in this order."""
    taken = [0] * len(cards)
    for number in classes:
        yield cards[number][taken[number]]
        taken[number] += 1

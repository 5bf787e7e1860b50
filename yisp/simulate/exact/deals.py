"""Exact deals: every position that play can begin at, with its probability, and what the tries come to.

What comes in: the stages of a topic whose trials begin with a deal.  What goes out: :class:`Deal`.

A part of the hands is made until nobody refuses it, and a seat refuses no try beyond its patience.  With π
the law of one try, ok(h, t) whether nobody refuses h at try t, q(t) = π(not ok(·, t)), and N the greatest
patience,

    P(h) = π(h) · Σ Q(t) · ok(h, t)  over t = 0 … N + 1,    Q(t) = q(0) · … · q(t - 1),

where nobody refuses at N + 1.  The expected number of tries is Σ Q(t).  A seat that never gives up makes that
an endless sum; from the greatest finite patience on its q is constant, and what is left of it is geometric.
So π is gone through once (once a try, where a veto reads ``try``), and tries are never walked.

What is not handled: what happens after the deal, which is ``exact``'s business.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from math import prod

from yisp_runtime.codes import PART, PART_BEFORE

from ...compile.program import FOR_EVER
from ...compile.record import Record
from ...messages import say
from ..counting.deal import LISTED_TRIES
from ..counting.probabilities import DealCounts, NoExactAnswer, Spread
from ..counting.ratio import Ratio
from .stages import Stages

Key = tuple[bytes, frozenset[int], bool]
"""What tells positions apart: the canonical form, the sites that were noted, whether play has ended."""


class Beginning(Record):
    """A position that play begins at, how probable it is, and what has happened on the way to it."""

    position: bytes
    weight: Fraction
    steps: int  # the most, on any way
    noticed: frozenset[int]
    failed: bool  # whether play has ended


class Deal:
    """Everything that a deal comes to; ``found`` are the positions that play begins at, each once."""

    def __init__(self, stages: Stages) -> None:
        plan = stages.play.program.plan
        self._stages = stages
        self._table = stages.play.table
        self._patience: list[int] = plan["patience"]
        self._counts_tries: int = plan["counts_tries"]  # seats
        self._vetoes = [Fraction(0) for _ in self._patience]
        parts = stages.topic.parts
        self._tries = [defaultdict[int, Fraction](Fraction) for _ in range(parts)]
        self._means = [Fraction(0)] * parts
        self._made = [Fraction(0)] * parts  # by part, how probable it is that it comes to that
        self._solutions: Fraction | None = None
        self._conflicts = [Fraction(0) for _ in stages.play.program.kinds]
        self._kind_of: list[int] = plan["kind_of"]
        self._family_of: list[int] = plan["family_of"]
        self.found = self._before()
        for part in range(parts):
            self.found = self._with_hands(part)

    @property
    def counts(self) -> DealCounts:
        """What the deal reports."""
        return DealCounts(
            tries=[_spread(tries) for tries in self._tries],
            means=[_ratio(mean / made) for mean, made in zip(self._means, self._made, strict=True) if made],
            vetoes=[_ratio(mean) for mean in self._vetoes],
            solutions=None if self._solutions is None else _ratio(self._solutions),
            conflicts=[_ratio(share) for share in self._conflicts],
        )

    def _before(self) -> dict[Key, Beginning]:
        """Raids, the bargain and what follows it."""
        start = Beginning(self._stages.enumerator.deal(()), Fraction(1), 0, frozenset(), False)
        found: dict[Key, Beginning] = {}
        for weight, _ in self._tried(PART_BEFORE, 0, start):
            solutions = self._table.solutions
            if solutions is not None:
                self._solutions = (self._solutions or Fraction(0)) + weight * solutions
                for card in self._table.conflicts:
                    self._conflicts[self._family_of[self._kind_of[card]]] += weight
            self._reached(found, start).weight += weight
        return found

    def _with_hands(self, part: int) -> dict[Key, Beginning]:
        found: dict[Key, Beginning] = {}
        for start in self.found.values():
            if start.failed:
                found[start.position, start.noticed, True] = start
            else:
                self._make(part, start, found)
        return found

    def _make(self, part: int, start: Beginning, found: dict[Key, Beginning]) -> None:
        """All ways to fill these hands from a position."""
        self._made[part] += start.weight
        law: list[tuple[Fraction, int]] = []
        there: dict[Key, Beginning] = {}
        ends = []  # by way, where it leads
        for way in self._tried(part, 0, start):
            law.append(way)
            ends.append(self._reached(there, start))
        last, endless = self._patience_of(law)
        accepted = [Fraction(0) for _ in law]  # by hand, Σ Q(t) · ok(h, t)
        reached = Fraction(1)  # Q(t)
        for attempt in range(last + 2):
            if attempt and self._counts_tries:
                law = list(self._tried(part, attempt, start))
            refused = self._refusals(law, attempt, reached, accepted, start.weight)
            if attempt == last + 1 and endless:
                if refused == 1:
                    raise NoExactAnswer(say("there are hands that nobody would ever accept"))
                self._go_on(part, law, attempt, reached, refused, accepted, start.weight)
                break
            self._count(part, attempt, reached * (1 - refused) * start.weight)
            self._means[part] += reached * start.weight
            reached *= refused
            if not reached:
                break
        for (weight, _), share, end in zip(law, accepted, ends, strict=True):
            end.weight += start.weight * weight * share
        for key, end in there.items():
            if not end.weight:
                continue  # nobody ever accepts it
            known = found.setdefault(key, end)
            if known is not end:
                known.weight += end.weight
                known.steps = max(known.steps, end.steps)

    def _patience_of(self, law: list[tuple[Fraction, int]]) -> tuple[int, bool]:
        """The greatest finite patience of a seat that may refuse, -1 for none; whether some never give up."""
        if self._counts_tries:  # who refuses nothing now may do so later
            seats = list(range(len(self._patience)))
        else:
            seats = [seat for _, vetoed in law for seat in _members(vetoed)]
        patience = {self._patience[seat] for seat in seats}
        endless = FOR_EVER in patience
        if any(self._patience[seat] == FOR_EVER for seat in _members(self._counts_tries)):
            raise NoExactAnswer(say("a veto that never gives up may count its tries"))
        return max(patience - {FOR_EVER}, default=-1), endless

    def _refusals(
        self,
        law: list[tuple[Fraction, int]],
        attempt: int,
        reached: Fraction,
        accepted: list[Fraction],
        weight: Fraction,
    ) -> Fraction:
        """How probable it is that a try is refused; who accepts it, and who does not, is added up."""
        refused = Fraction(0)
        for number, (probability, vetoed) in enumerate(law):
            patient = [seat for seat in _members(vetoed) if self._patience[seat] >= attempt]
            if not patient:
                accepted[number] += reached
                continue
            refused += probability
            self._vetoes[patient[0]] += reached * probability * weight
        return refused

    def _go_on(
        self,
        part: int,
        law: list[tuple[Fraction, int]],
        attempt: int,
        reached: Fraction,
        refused: Fraction,
        accepted: list[Fraction],
        weight: Fraction,
    ) -> None:
        """The rest of an endless sum, of which the first term has been added."""
        rest = reached * refused / (1 - refused)
        self._refusals(law, attempt, rest, accepted, weight)
        self._means[part] += (reached + rest) * weight
        while attempt < LISTED_TRIES:
            self._count(part, attempt, reached * (1 - refused) * weight)
            reached *= refused
            attempt += 1

    def _count(self, part: int, attempt: int, mass: Fraction) -> None:
        """A hand that was made ``attempt`` times before is kept."""
        if mass:
            self._tries[part][attempt + 1] += mass

    def _tried(self, part: int, tries: int, start: Beginning) -> Iterator[tuple[Fraction, int]]:
        """Every way that a part can come out: how probable it is, and the seats that refuse it.

        While an item is looked at, the table stands where it leads.
        """
        self._stages.enumerator.begin_part(part, tries)
        for _, decisions in self._stages.paths(PART, start.position, (0, start.steps)):
            weight = Fraction(
                prod(one for _, _, one, _, _ in decisions), prod(total for _, _, _, total, _ in decisions)
            )
            yield weight, 0 if self._stages.enumerator.failed else self._table.vetoed

    def _reached(self, found: dict[Key, Beginning], start: Beginning) -> Beginning:
        """The position at which the table stands, behind another one, among those ``found``; a new one is not
        probable yet."""
        enumerator = self._stages.enumerator
        noticed = start.noticed.union(enumerator.notices)
        key = enumerator.canonical(), noticed, enumerator.failed
        if key not in found:
            found[key] = Beginning(enumerator.position(), Fraction(0), 0, noticed, enumerator.failed)
        found[key].steps = max(found[key].steps, enumerator.steps)
        return found[key]


def _members(seats: int) -> list[int]:
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


def _ratio(number: Fraction) -> Ratio:
    return Ratio(number.numerator, number.denominator)


def _spread(masses: dict[int, Fraction]) -> Spread:
    from math import lcm

    whole = lcm(*(mass.denominator for mass in masses.values()))
    return Spread(
        {value: mass.numerator * (whole // mass.denominator) for value, mass in masses.items()}, whole
    )

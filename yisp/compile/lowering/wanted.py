"""The wanted cards of a combo: guards that count where counting is enough, else a matching.

What comes in: what a combo wants of one zone, item by item (kinds, how many are taken, how many there
may be).  What goes out: statements, emitted into the builder, that stop the combo unless the zone has it.

An upper bound is a count of the whole zone and has nothing to do with who takes which card.  What is
left are items that take cards, and no two the same one: the rest of this module is about those.
"""

from __future__ import annotations

from ...deck.kinds import KindSet
from ...deck.model import Want
from .. import nodes
from ..operators import Matching, Operator
from . import values
from .builder import FunctionBuilder
from .operands import CardFilter, Cards
from .values import Value, constant

MOST_UNIONS = 16
"""Sets of kinds that are counted before a matching is the shorter way."""


def guard_wanted(builder: FunctionBuilder, zone: int, wants: tuple[Want, ...], matching: Matching) -> None:
    """Stop unless a zone holds what is wanted; by counting where that says it all, else by matching."""
    tables = builder.tables

    def held(kinds: KindSet) -> Value:
        return builder.size(Cards(zone, (CardFilter(tables.mask(kinds)),)))

    most: dict[KindSet, int] = {}
    for want in wants:
        if want.most is not None:
            most[want.kinds] = min(want.most, most.get(want.kinds, want.most))
    takers = tuple(want for want in wants if want.least)
    unions = _unions(takers, matching)
    for kinds, bound in most.items():
        builder.guard(values.compare(Operator.AT_MOST, held(kinds), constant(min(bound, tables.size))))
    if unions is None:
        name = builder.temporary()
        builder.emit(nodes.Match(name, matching, zone, tables.want_list(takers)))
        builder.guard(builder.local(name))
        return
    for kinds in unions:
        bound = sum(want.least for want in takers if not want.kinds & ~kinds)
        builder.guard(values.compare(Operator.AT_LEAST, held(kinds), constant(min(bound, tables.size + 1))))


def _unions(takers: tuple[Want, ...], matching: Matching) -> list[KindSet] | None:
    """The sets of kinds of which there must be enough for all items within them.

    None where that does not tell whether the items can be served, or takes too many sets.

    ``best`` asks whether there is an assignment.  There is one if and only if any set of items finds
    as many cards as it takes among those that fit one of them (P. Hall, "On representatives of
    subsets", 1935, with an item that takes n written n times).  Of sets of items with the same union of
    kinds the largest asks most, so unions are what is gone through.  A union that falls into parts
    without a common kind asks no more than its parts do; so it is enough to join what overlaps.

    ``first`` gives each item the first unused cards that fit.  Let the earlier of any two items that
    overlap lie within the later.  Then an item's cards are as good as one another for every later item,
    which fits either all of them or none: how many unused cards fit an item does not depend on which
    were taken, and is what the zone has of its kinds, less what the earlier items within it took.  So
    it is served if and only if its kinds are enough for these and itself; and unions of items that
    overlap are, here, their last.
    """
    unions: dict[KindSet, None] = dict.fromkeys(want.kinds for want in takers)
    if len(unions) > MOST_UNIONS:
        return None
    first = {want.kinds: place for place, want in reversed(list(enumerate(takers)))}
    last = {want.kinds: place for place, want in enumerate(takers)}
    if matching is Matching.FIRST and any(
        earlier & later and earlier & ~later and first[earlier] < last[later]
        for earlier in unions
        for later in unions
    ):
        return None
    grown = list(unions)
    while grown:
        union = grown.pop()
        for want in takers:
            if want.kinds & union and want.kinds | union not in unions:
                unions[want.kinds | union] = None
                grown.append(want.kinds | union)
                if len(unions) > MOST_UNIONS:
                    return None
    return list(unions)


def can_differ(body: tuple[nodes.Statement, ...]) -> bool:
    """Whether ``match: best`` can make a difference to a combo, and judging it twice makes none."""
    return any(isinstance(node, nodes.Match) and node.how is Matching.FIRST for node in body) and all(
        isinstance(node, nodes.Let | nodes.Guard | nodes.Give | nodes.Match) for node in body
    )

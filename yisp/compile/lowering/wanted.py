"""The wanted cards of a combo: guards that count where counting is enough, else a matching.

What comes in: what a combo wants of one zone, as slots (kinds, and how many at least or at most).
What goes out: statements, emitted into the builder, that stop the combo unless the zone has it.
"""

from __future__ import annotations

from ...deck.kinds import KindSet
from ...deck.model import Want
from .. import nodes
from .builder import FunctionBuilder
from .operands import CardFilter, Cards
from .tables import ProgramTables
from .values import constant


def guard_wanted(builder: FunctionBuilder, zone: int, wants: tuple[Want, ...], match: str) -> None:
    """Stop unless a zone holds what is wanted; by counting where slots do not overlap, else by matching."""
    tables = builder.tables
    if any(
        one.kinds & other.kinds and (one.kinds != other.kinds or one.exactly or other.exactly)
        for index, one in enumerate(wants)
        for other in wants[:index]
    ):
        unions = _hall(wants, match)
        for union in unions or ():
            held = builder.size(_cards_of_kinds(tables, zone, union))
            bound = sum(want.least for want in wants if not want.kinds & ~union)
            builder.guard(builder.compare(">=", held, constant(min(bound, tables.size + 1))))
        if unions is not None:
            return
        name = builder.temporary()
        builder.emit(nodes.Match(name, match, zone, tables.want_list(wants)))
        builder.guard(builder.local(name))
        return
    least: dict[KindSet, int] = {}
    most: dict[KindSet, int] = {}
    for want in wants:
        least[want.kinds] = least.get(want.kinds, 0) + want.least
        if want.most is not None:
            most[want.kinds] = want.most
    for kinds, bound in least.items():
        held = builder.size(_cards_of_kinds(tables, zone, kinds))
        if bound > 0:
            builder.guard(builder.compare(">=", held, constant(min(bound, tables.size + 1))))
        if kinds in most:
            builder.guard(builder.compare("<=", held, constant(min(most[kinds], tables.size))))


def _cards_of_kinds(tables: ProgramTables, zone: int, kinds: KindSet) -> Cards:
    return Cards(zone, (CardFilter(tables.mask(kinds)),))


def _hall(wants: tuple[Want, ...], match: str) -> list[KindSet] | None:
    """The sets of kinds of which there must be enough for all slots within them (Hall's condition).

    That is all ``match: best`` asks.  It is also all that ``first`` asks when of two slots that
    overlap the earlier is within the later: then the cards that fit the earlier are as good as one
    another for every later one.  None where a matching must be looked for.
    """
    if any(want.exactly for want in wants):
        return None
    if match == "first" and any(
        one.kinds & other.kinds and one.kinds & ~other.kinds
        for index, other in enumerate(wants)
        for one in wants[:index]
    ):
        return None
    unions: dict[KindSet, None] = dict.fromkeys(want.kinds for want in wants)
    grown = list(unions)
    while grown:
        union = grown.pop()
        for want in wants:
            if want.kinds & union and want.kinds | union not in unions:
                unions[want.kinds | union] = None
                grown.append(want.kinds | union)
                if len(unions) > 16:
                    return None
    return sorted(unions, key=int.bit_count)


def can_differ(body: tuple[nodes.Statement, ...]) -> bool:
    """Whether ``match: best`` can make a difference to a combo, and judging it twice makes none."""
    return any(isinstance(node, nodes.Match) and node.how == "first" for node in body) and all(
        isinstance(node, nodes.Let | nodes.Guard | nodes.Give | nodes.Match) for node in body
    )

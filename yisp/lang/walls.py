"""What a script may do with a wall: cards leave it, and nobody looks into it.

What comes in: a tree, and the deck's names.  What goes out: mistakes (``Y142`` to ``Y145``), for decks with a
wall and for those without.  What exits there are is the deck's business.
"""

from __future__ import annotations

import difflib

from .findings import Findings
from .forms import FORMS, Kind
from .names import Names
from .tree import Call, CardSet, Limit, Not, Size, Variable, Word
from .walk import Node, walk

STOCK, RESERVE = "D", "R"
MOVES = ("#", "##")
BRING = (*MOVES, "draw", "shuffle")
"""Forms that could put cards of the wall anywhere in it."""


def check_exit(node: Word | Variable, names: Names | None, findings: Findings) -> None:
    """Complain of a word that names no exit of the deck's wall."""
    word = node.text if isinstance(node, Word) else node.name
    if names is None:
        return
    exits = names.exits
    if not exits:
        hint = "`wall: {exits: {pii: 122}}` in the deck file makes the deck a wall"
        findings.error("Y144", f"`{word}` is no exit: the deck has no wall", node.span, hint)
    elif word not in exits:
        near = difflib.get_close_matches(word, exits, n=1)
        hint = f"did you mean `{near[0]}`?" if near else f"it has {', '.join(f'`{one}`' for one in exits)}"
        findings.error("Y144", f"the wall has no exit `{word}`", node.span, hint)


def check_walls(root: Node, names: Names | None, findings: Findings) -> None:
    """Complain of what would look into the wall, or put something back."""
    if names is None or not names.exits:
        return
    seen: set[int] = set()  # the ids of sets that have been judged
    for node in walk(root):
        match node:
            case Call(head, _, arguments):
                form = FORMS.get(head)
                for index, argument in enumerate(arguments):
                    if form is None or not form.arguments or not isinstance(argument, CardSet):
                        continue
                    seen.add(id(argument))
                    match form.argument(index).kind:
                        case Kind.MEANT:
                            _check_meant(head, argument, findings)
                        case Kind.ZONE:
                            _check_zone(head, argument, findings)
                        case _:
                            _check_set(argument, findings, moves=head in MOVES)
            case CardSet() if id(node) not in seen:
                _check_set(node, findings, moves=False)
            case Size(cards):
                seen.add(id(cards))
                _check_set(cards, findings, moves=False)


def _check_meant(head: str, cards: CardSet, findings: Findings) -> None:
    if cards.zone not in (STOCK, RESERVE, "X", "it"):
        sentence = f"in a wall, `{head}` is about cards of the stock `D` or of the reserve `R`"
        findings.error("Y143", sentence, (cards.span[0], cards.span[0] + 1))


def _check_zone(head: str, zone: CardSet, findings: Findings) -> None:
    if zone.zone == STOCK and head in BRING:
        sentence = (
            "a wall is not shuffled" if head == "shuffle" else "cards leave a wall, and do not come back"
        )
        findings.error("Y145", sentence, zone.span, "what has left can go to another zone, such as `B`")
    elif zone.zone == RESERVE and head not in (*MOVES, "draw"):
        findings.error("Y142", "nobody may know the reserve", zone.span)


def _check_set(cards: CardSet, findings: Findings, *, moves: bool) -> None:
    if cards.zone == RESERVE:
        sentence = "cards leave the reserve by themselves" if moves else "nobody may know the reserve"
        findings.error("Y142", sentence, cards.span, "`(light R.a:x 30)` makes them likelier")
    if cards.zone != STOCK:
        return
    for index, one in enumerate(cards.filters):
        limit = one.filter if isinstance(one, Not) else one
        if not isinstance(limit, Limit):
            continue
        last = index == len(cards.filters) - 1
        if not moves or not last or isinstance(one, Not) or limit.end == "choice":
            findings.error(
                "Y142", "nobody looks into a wall", one.span, "`|D.a:x|` counts what is left in it"
            )

"""What scripts may light and collapse, and what they may do with a wall, which is left and not looked into.

What comes in: a tree, and the deck's names.  What goes out: mistakes (``Y142`` to ``Y145``), for decks with a
wall and for those without.  What exits there are is the deck's business.
"""

from __future__ import annotations

from ...messages import say, with_commas
from ..forms import FORMS, Kind
from ..remedy import Hint, replacing, respelling
from ..suggest import nearest
from ..tree import Call, CardSet, Effect, Limit, Not, Size, ThisCard, Variable, Word
from ..walk import Node, bare, given_zone, walk
from .findings import Findings
from .names import Names

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
        hint: Hint = say("`wall: {exits: {pii: 122}}` in the deck file makes the deck a wall")
        findings.error("Y144", say("`{word}` is no exit: the deck has no wall", word=word), node.span, hint)
    elif word not in exits:
        others = say("it has {names}", names=with_commas(f"`{one}`" for one in exits))
        hint = respelling(nearest(word, exits), node.span) or others
        findings.error("Y144", say("the wall has no exit `{word}`", word=word), node.span, hint)


def check_meant(
    head: str, cards: CardSet, names: Names | None, findings: Findings, *, has_card: bool
) -> None:
    """Complain of a lit or collapsed set that says how many cards, or which one, and not what is meant.

    Of `X` only where there is such a card, since else that has been said.
    """
    at = (cards.span[0], cards.span[0] + len(cards.zone))
    if cards.zone in ("X", "it"):
        sentence = say(
            "`{head}` needs the zone whose next card it is about, and `{zone}` is none",
            head=head,
            zone=cards.zone,
        )
        findings.error("Y143", sentence, at, say("write the zone's letter, as in `D.a:monster`"))
    elif names is not None and names.exits and cards.zone not in (STOCK, RESERVE):
        sentence = say("in a wall, `{head}` is about cards of the stock `D` or of the reserve `R`", head=head)
        findings.error("Y143", sentence, at)
    for one in cards.filters:
        named, _ = bare(one)
        if isinstance(named, Limit):
            sentence = say("`{head}` is about kinds of cards, not about so many of them", head=head)
            fewer = replacing(say("leave the number of cards out"), (one.span[0] - 1, one.span[1]), "")
            findings.error("Y143", sentence, one.span, fewer)
        elif isinstance(named, ThisCard) and has_card:
            sentence = say("`{head}` is about kinds of cards, not about this one", head=head)
            findings.error("Y143", sentence, one.span, say("write the card's name"))
        if cards.zone != RESERVE or names is None or not names.exits:
            continue
        for node in walk(one):
            if isinstance(node, Variable) and node.name == "copies":
                hint = say("`(copies D)` counts the stock")
                findings.error("Y142", say("nobody may know the reserve"), node.span, hint)


def check_flags(effect: Effect, names: Names | None, findings: Findings) -> None:
    """Complain of effects that act from within a wall: whoever asks them would have looked into it."""
    if names is None or not names.exits:
        return
    for zone in effect.flags.zones:
        if zone in (STOCK, RESERVE):
            what = say("the wall") if zone == STOCK else say("the reserve")
            sentence = say("nobody looks into {what}, so no effect can act from there", what=what)
            findings.error(
                "Y142", sentence, effect.flags.span, say("leave `{zone}` out of the flags", zone=zone)
            )


def check_walls(root: Node, names: Names | None, findings: Findings) -> None:
    """Complain of what would look into the wall, or put something back."""
    if names is None or not names.exits:
        return
    seen: set[int] = set()  # the ids of sets that have been judged
    for node in walk(root):
        match node:
            case Call(head, _, arguments):
                form = FORMS.get(head)
                if form is None:  # what a function does with its zones is said there
                    seen.update(id(argument) for argument in arguments if given_zone(argument) is not None)
                for index, argument in enumerate(arguments):
                    if form is None or not form.arguments or not isinstance(argument, CardSet):
                        continue
                    seen.add(id(argument))
                    match form.argument(index).kind:
                        case Kind.MEANT:
                            pass  # see `check_meant`
                        case Kind.ZONE:
                            _check_zone(head, argument, findings)
                        case kind:
                            _check_set(argument, findings, moves=head in MOVES, looks=kind is Kind.ITEM)
            case CardSet() if id(node) not in seen:
                _check_set(node, findings, moves=False)
            case Size(cards):
                seen.add(id(cards))
                _check_set(cards, findings, moves=False)


def _check_zone(head: str, zone: CardSet, findings: Findings) -> None:
    if zone.zone == STOCK and head in BRING:
        sentence = (
            say("a wall is not shuffled")
            if head == "shuffle"
            else say("cards leave a wall, and do not come back")
        )
        findings.error("Y145", sentence, zone.span, say("what has left can go to another zone, such as `B`"))
    elif zone.zone == RESERVE and head not in (*MOVES, "draw"):
        findings.error("Y142", say("nobody may know the reserve"), zone.span)


def _check_set(cards: CardSet, findings: Findings, *, moves: bool, looks: bool = False) -> None:
    if cards.zone == RESERVE:
        sentence = (
            say("cards leave the reserve by themselves") if moves else say("nobody may know the reserve")
        )
        findings.error("Y142", sentence, cards.span, say("`(light R.a:x 30)` makes them likelier"))
    if cards.zone != STOCK:
        return
    sentence, hint = say("nobody looks into a wall"), say("`|D.a:x|` counts what is left in it")
    if looks:
        findings.error("Y142", sentence, cards.span, hint)
        return
    for index, one in enumerate(cards.filters):
        limit, _ = bare(one)
        if not isinstance(limit, Limit):
            continue
        last = index == len(cards.filters) - 1
        if not moves or not last or isinstance(one, Not) or limit.end == "choice":
            findings.error("Y142", sentence, one.span, hint)

"""Seats: their zones and names in scripts, and what scripts of a deal must not do.

What comes in: a tree, where it stands, and the deck's names.  What goes out: mistakes (``Y146`` to ``Y148``).
What seats there are, and what is done with their scripts, is the deck's and the compiler's business.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...messages import Message, say, with_commas
from ..forms import FORMS, Kind, Purity
from ..remedy import replacing
from ..tree import Call, CardSet, Limit, Number, Script, Size, Variable
from ..walk import Node, callee, walk, walk_calls
from .findings import Findings
from .names import Names
from .walls import MOVES, RESERVE, STOCK

ME, WHO, TRY, WORLD = "me", "who", "try", "world"
NAMES = (ME, WHO, TRY, WORLD)

NOBODY = -1
"""Whom a card is for that goes to no seat."""

GIVEN: Mapping[str, tuple[str, ...]] = {
    "raid": (ME,),
    "told": (ME,),
    "beg": (ME,),
    "worlds": (ME,),
    "claim": (ME, WORLD),
    "on-deal": (ME, WHO),
    "on-draw": (ME, WHO),
    "accept": (ME, WHO, TRY),
}
"""The names that each script of a seat is given."""

HOOKS = ("told", "on-deal", "on-draw")
"""Scripts that may say what is likely to come, and move nothing but what they load into the reserve."""

DECIDED = {
    "accept": say("a veto looks at hands and decides"),
    "claim": say("a claim is a test of kinds of cards"),
    "worlds": say("how many worlds a seat brings is worked out"),
}
"""What numbers of a deal are: neither chance nor a change of the table belongs there."""


def split_zone(zone: str) -> tuple[str, str | None]:
    """The letter of a zone as it is written, and whose it is: ``H:2`` gives ``H`` and ``2``."""
    letter, colon, whose = zone.partition(":")
    return letter, whose if colon else None


def check_seats(root: Node, names: Names | None, context: str, findings: Findings) -> None:
    """Complain of seats that are not there, and of names that are given and cannot be assigned."""
    if names is None:
        return
    given = GIVEN.get(context, ())
    for node in walk(root):
        match node:
            case CardSet(zone, _, (start, _)) if ":" in zone:
                _check_owner(zone, (start, start + len(zone)), names, given, findings)
            case Call("plan", span, arguments):
                _check_plan(span, arguments, names, findings)
            case Call(head, _, arguments) if head in FORMS:
                for argument, declared in zip(arguments, FORMS[head].arguments, strict=False):
                    if (
                        isinstance(argument, Variable)
                        and declared.kind is Kind.VARIABLE
                        and given
                        and argument.name in NAMES
                    ):
                        sentence = say(
                            "`{name}` says which seat, try or world it is about, and is not assigned",
                            name=argument.name,
                        )
                        findings.error("Y147", sentence, argument.span, say("give the variable another name"))


def _check_owner(
    zone: str, span: tuple[int, int], names: Names, given: tuple[str, ...], findings: Findings
) -> None:
    letter, whose = split_zone(zone)
    assert whose is not None
    if not names.seats:
        sentence = say("`{zone}` is a zone of a seat, and the deck has no seats", zone=zone)
        findings.error(
            "Y148",
            sentence,
            span,
            replacing(
                say("`seats:` in the deck file makes some; else write `{letter}`", letter=letter),
                span,
                letter,
            ),
        )
    elif letter in ("X", STOCK, RESERVE):
        findings.error(
            "Y146",
            say("`{letter}` is no seat's own", letter=letter),
            span,
            replacing(say("write `{letter}`", letter=letter), span, letter),
        )
    elif whose.isdigit() and (len(whose) > 3 or int(whose) >= len(names.seats)):
        findings.error("Y146", say("there is no seat {seat}", seat=whose[:20]), span, _seats(names))
    elif not whose.isdigit() and whose not in given:
        sentence = say("nobody is `{whose}` here, so `{zone}` is nobody's", whose=whose, zone=zone)
        findings.error("Y148", sentence, span, say("write a seat's number: `{letter}:0`", letter=letter))


def _check_plan(
    span: tuple[int, int], arguments: tuple[object, ...], names: Names, findings: Findings
) -> None:
    if not names.seats:
        findings.error("Y148", say("`plan` asks what seats agreed upon, and the deck has no seats"), span)
        return
    for argument in arguments:
        if isinstance(argument, Number) and not 0 <= argument.value < len(names.seats):
            findings.error(
                "Y146",
                say("there is no seat {seat}", seat=argument.value),
                argument.span,
                _seats(names),
            )


def _seats(names: Names) -> Message:
    listed = with_commas(f"{number} ({name[:30]})" for number, name in enumerate(names.seats))
    return say("seats count from 0: {listed}", listed=listed)


# What a script of a deal does ----------------------------------------------------------------------


def check_hook(script: Script, key: str, functions: Mapping[str, Script], findings: Findings) -> None:
    """Complain of a hook that moves cards but those that it loads, by itself or by a function."""
    for node in walk(script):
        if not isinstance(node, Call) or not any(map(_takes, _made_by(node, functions))):
            continue
        sentence = say("`{key}` may say what is likely to come, but draws and moves nothing", key=key)
        hint = say(
            "it may light, collapse, move cards that fit into the reserve, as `(# D.a:x.2 R)`, and assign"
        )
        findings.error("Y147", sentence, node.head_span, hint)


def _made_by(call: Call, functions: Mapping[str, Script]) -> list[Node]:
    """The call, and what the function that it calls consists of; what stands in it is asked by itself."""
    called = functions.get(callee(call))
    return [call] if called is None else [call, *walk_calls(called, functions)]


def check_veto(number: Node, context: str, names: Names | None, findings: Findings) -> bool:
    """Complain of a veto, a claim or a number of worlds that rolls or changes something; whether it does."""
    before, what = findings.has_errors, DECIDED[context]
    for node in walk(number):
        match node:
            case Call(head, span, _):
                form = FORMS.get(head)
                functions = names.functions if names is not None else {}
                signature = functions.get(callee(node)) or functions.get(head) if form is None else None
                purity = form.purity if form is not None else signature.purity if signature else Purity.PURE
                if purity is not Purity.PURE:
                    if purity is Purity.CHANCE:
                        sentence = say("{what}, but `{head}` rolls", what=what, head=head)
                    else:
                        sentence = say("{what}, but `{head}` changes the table", what=what, head=head)
                    findings.error("Y147", sentence, span)
            case Limit(_, _, span) if node.end == "random":
                findings.error("Y147", say("{what}, but this picks at random", what=what), span)
    return findings.has_errors and not before


def check_claim(number: Node, functions: Mapping[str, Script], findings: Findings) -> None:
    """Complain of a claim that reads what changes while cards are dealt, but for variables."""
    for node in walk(number):
        read = _reads(node)
        if read is None and isinstance(node, Call) and callee(node) in functions:
            called = map(_reads, walk_calls(functions[callee(node)], functions))
            read = say("a function that looks at the table") if any(called) else None
        if read is not None:
            sentence = say(
                "a claim is about a kind of card, its numbers and variables, and not about {read}", read=read
            )
            findings.error("Y147", sentence, node.span)
            return


def _reads(node: Node) -> Message | None:
    """What of the table a node reads, if it reads any."""
    match node:
        case Size() | CardSet():
            return say("cards of a zone")
        case Variable("copies") | Call("copies"):
            return say("copies")
        case Call("remain"):
            return say("what an exit can give")
        case Call("plan"):
            return say("what is agreed upon later")
        case _:
            return None


def _takes(node: Node) -> bool:
    """Whether a call moves or shuffles cards, and does not load the reserve with some that fit: the next
    cards of an exit are drawn, wherever they go."""
    match node:
        case Call("draw" | "shuffle"):
            return True
        case Call(head, _, (CardSet(zone, filters), CardSet(to), *_)) if head in MOVES:
            is_next = len(filters) == 1 and isinstance(filters[0], Limit) and filters[0].end == "first"
            return (zone, to) != (STOCK, RESERVE) or is_next
        case Call(head):
            return head in MOVES
        case _:
            return False

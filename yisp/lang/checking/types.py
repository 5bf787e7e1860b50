"""What the expressions of a script give, what the arguments of a form take, and what to say between them.

What comes in: a node whose parts are known, an argument's declaration.  What goes out: what the
node gives, whether the argument takes it, and pieces of sentences for when it does not: what
stands there, what was wanted, what to write instead.  What is not handled: which functions there
are, and what may be done where, which is ``check``'s business.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from ...messages import Message, say, with_commas
from ..diagnostics import visible
from ..forms import FORMS, Argument, Form, Kind, Repeat, Type
from ..parsing.habits import zone_meant
from ..remedy import Remedy, replacing
from ..tree import Call, CardSet, Expression, Size, String, Variable, Word
from ..walk import Node


class Gives(Enum):
    """What evaluating a node gives; the value is how a message calls it."""

    NUMBER = say("a number")
    TEXT = say("a text")
    CARDS = say("a card set")
    TAG = say("a tag")
    NOTHING = say("nothing")
    WORD = say("a name")
    UNKNOWN = say("something that is wrong already")


_TAKEN = {  # by the kind of an argument: what may stand there, beside what is wrong already
    Kind.NUMBER: {Gives.NUMBER},
    Kind.TEST: {Gives.NUMBER},
    Kind.CARDS: {Gives.CARDS},
    Kind.MEANT: {Gives.CARDS},
    Kind.ZONE: {Gives.CARDS},
    Kind.TAG: {Gives.TAG},
    Kind.BODY: {Gives.NUMBER, Gives.TEXT, Gives.NOTHING},
    Kind.ITEM: {Gives.NUMBER, Gives.TEXT, Gives.CARDS},
}

BARE = (Kind.WORD, Kind.EVENT, Kind.PROPERTY, Kind.EXIT)
"""The kinds of arguments that may be a bare word."""

_WANTED = {
    Kind.NUMBER: say("a number"),
    Kind.TEST: say("a number"),
    Kind.CARDS: say("a card set"),
    Kind.MEANT: say("a card set"),
    Kind.ZONE: say("a zone"),
    Kind.TAG: say("a tag"),
    Kind.WORD: say("a name"),
    Kind.VARIABLE: say("a variable"),
    Kind.BODY: say("an expression"),
    Kind.ITEM: say("a number, a text or a card set"),
    Kind.EVENT: say("an event"),
    Kind.PROPERTY: say("a property"),
    Kind.EXIT: say("an exit"),
}


def bodies_give(form: Form, call: Call, gives: Mapping[int, Gives]) -> Gives:
    """What a form gives that gives what its bodies do."""
    given = {gives[id(body)] for body in _last_bodies(form, call)}
    if given & {Gives.UNKNOWN, Gives.CARDS, Gives.TAG}:  # the last two are reported where they stand
        return Gives.UNKNOWN
    complete = form.most is None or len(call.arguments) == form.most
    return Gives.NUMBER if complete and given == {Gives.NUMBER} else Gives.NOTHING


def without_number(node: Node, gives: Mapping[int, Gives]) -> tuple[Node, Call | None]:
    """The part of an ``if`` or ``block`` that gives no number, and the form it is a branch of;
    that form itself when the branch was left out."""
    within: Call | None = None
    while isinstance(node, Call):
        form = FORMS.get(node.head)
        if form is None or form.type is not Type.BODIES:
            break
        within = node
        bad = [body for body in _last_bodies(form, node) if gives[id(body)] is not Gives.NUMBER]
        if not bad:
            break
        node = bad[0]
    return node, within


def _last_bodies(form: Form, call: Call) -> list[Expression]:
    """The bodies that may be the last to be evaluated: one of a choice, or the end of a sequence."""
    bodies = [node for index, node in enumerate(call.arguments) if form.argument(index).kind is Kind.BODY]
    in_sequence = any(argument.repeat is Repeat.MANY for argument in form.arguments)
    return bodies[-1:] if in_sequence else bodies


def fits(argument: Argument, node: Expression, gives: Gives) -> bool:
    """Whether an argument takes what stands there; what is wrong already draws no second complaint."""
    match argument.kind:
        case _ if gives is Gives.UNKNOWN:
            return True
        case Kind.WORD:
            return isinstance(node, String | Variable | Word)
        case Kind.VARIABLE:
            return isinstance(node, Variable)
        case Kind.MODE:
            return isinstance(node, Variable) and node.name in argument.choices
        case Kind.ZONE if isinstance(node, CardSet) and node.filters:
            return False
        case kind:
            return gives in _TAKEN.get(kind, ())


def wanted(argument: Argument) -> Message:
    """What an argument must be, for a message."""
    choices = with_commas(f"`{choice}`" for choice in argument.choices)
    return _WANTED.get(argument.kind) or say("one of {choices}", choices=choices)


def describe(node: Node, gives: Gives) -> Message:
    """What stands there, for a message."""
    match node:
        case CardSet() if not node.filters:
            return say("this is the card `X`") if node.zone == "X" else say("this is a zone")
        case Call() if gives is Gives.NOTHING:
            return say("`{head}` gives nothing", head=visible(node.head))
        case Variable():
            return say("this is a variable")
    return say("this is {something}", something=gives.value)


def instead(kind: Kind, node: Node, text: str) -> Remedy | None:
    """What to write instead, where that can be guessed."""
    written = text[slice(*node.span)]
    match kind, node:
        case Kind.NUMBER, CardSet():
            hint = say("the number of its cards is `|{written}|`", written=visible(written))
            return replacing(hint, node.span, f"|{written}|")
        case Kind.CARDS | Kind.MEANT, Size():
            cards = text[slice(*node.cards.span)]
            hint = say("the set itself has no bars: `{cards}`", cards=visible(cards))
            return replacing(hint, node.span, cards)
        case Kind.ZONE, CardSet():
            zone = written[: len(node.zone)]  # as it is written: a pattern's is that of a call by now
            return replacing(say("a zone takes no filters here: `{zone}`", zone=zone), node.span, zone)
        case ((Kind.CARDS | Kind.MEANT | Kind.ZONE), Variable(name=name)) if len(name) == 1 and name != "x":
            hint = say("zones are capital letters: `{zone}`", zone=name.upper())
            return replacing(hint, node.span, name.upper())
        case ((Kind.CARDS | Kind.MEANT | Kind.ZONE), Variable(name="x")):
            return replacing(say("this card is `X`, a capital letter"), node.span, "X")
        case ((Kind.CARDS | Kind.MEANT | Kind.ZONE), Variable(name=name)):
            return zone_meant(name, node.span)
        case Kind.TAG, (String() | Variable()):
            name = node.text if isinstance(node, String) else node.name
            return replacing(say("a tag is written `[{tag}]`", tag=visible(name)), node.span, f"[{name}]")
        case Kind.VARIABLE, String():
            hint = say("without quotation marks it is a variable")
            return replacing(hint, node.span, node.text)
    return None

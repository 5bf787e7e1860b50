"""Whole effects and scripts in sentences.

What comes in: a checked tree: an effect, a script, a function, a number, a set of cards.  What goes out:
:class:`Explanation`, its sentences, made of parts that know their span, in the language in force or another.

An effect is said in the order of a card's text: how often, from where or when; *if* what its guards ask
before its ``@``; what it does before that, as a cost; then the rest, of which a guard says when it stops.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from ..deck.vocabulary import Vocabulary
from ..lang import tree
from ..lang.forms import FORMS, Purity, Type
from ..lang.walk import Node, children
from ..messages import language as language_in_force
from ..messages import say, speaking, with_commas
from ..structs import dataclass
from .parts import Part, about, sentence
from .teller import Teller, flat, in_order

Tree = tree.Effect | tree.Script | tree.Function | tree.Expression


CONDITION = "condition"
"""The context of a number of which only matters whether it is 0."""

ASKED = (CONDITION, "claim", "accept")


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a script does: sentences, and how many of its pieces were too deep to be said."""

    sentences: tuple[tuple[Part, ...], ...]
    cut: int = 0

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, with blanks between sentences that have them."""
        parts: list[Part] = []
        for one in self.sentences:
            if parts and not parts[-1].text.endswith("。"):
                parts.append(Part(" ", None))
            parts += one
        return tuple(parts)

    @property
    def text(self) -> str:
        """The sentences as one text."""
        return "".join(part.text for part in self.parts)

    def to_data(self) -> list[list[dict[str, Any]]]:
        return [[part.to_data() for part in parts] for parts in self.sentences]


def explain(
    root: Tree,
    language: str | None = None,
    *,
    text: str = "",
    names: Vocabulary | None = None,
    context: str = "",
) -> Explanation:
    """What a tree does, in a language of ``yisp.messages`` (None: the one in force).

    ``text`` is what it was read from, ``names`` those of its deck: then aliases and properties are told from
    what is called like them.  ``context`` is the key of a seat's script, or
    :data:`CONDITION`.
    """
    with speaking(language or language_in_force()):
        match root:
            case tree.Effect(flags):
                teller = Teller(text, names, flags.event)
                said = [_effect(teller, root)]
            case tree.Function(_, parameters, script):
                teller = Teller(text, names, parameters=parameters)
                said = _script(teller, script.statements, gives=True)
            case tree.Script(statements):
                teller = Teller(text, names, context=context)
                said = _script(teller, statements)
            case _:
                teller = Teller(text, names, context=context)
                said = [_number(teller, root, asks=context in ASKED)]
        sentences = list(map(sentence, said))
        return Explanation(
            tuple(parts for parts, _ in sentences), teller.cut + sum(cut for _, cut in sentences)
        )


# Effects ------------------------------------------------------------------------------------------------


def _effect(teller: Teller, effect: tree.Effect) -> Any:
    flags, statements = effect.flags, effect.script.statements
    at = next((i for i, one in enumerate(statements) if isinstance(one, tree.Activate)), None)
    head = about(flags.span, _flags(teller, flags))
    if at is not None:
        before, behind = statements[:at], statements[at:]
    elif flags.event is not None:
        count = next(
            (i for i, one in enumerate(statements) if not isinstance(one, tree.Guard)), len(statements)
        )
        before, behind = statements[:count], statements[count:]
    else:
        before, behind = statements, ()
        head = say("{head}, without ever being activated", head=head)
    clauses: list[str] = []
    questions: list[tree.Guard] = []  # the guards since the last clause
    for one in before:
        if isinstance(one, tree.Guard):
            questions.append(one)
        elif not isinstance(one, tree.Activate):
            for cost in flat([one]):
                clauses.append(_asked(teller, questions, _cost(teller, cost)))
                questions = []
    for one in behind:
        if isinstance(one, tree.Activate):
            is_said = flags.event is not None and one is behind[0]
            steps = [about(one.span, say("it counts as activated"))] if is_said else []
        elif isinstance(one, tree.Guard):
            steps = [_go_on(teller, one)]
        else:
            steps = [teller.step(step) for step in flat([one])]
        for step in steps:
            clauses.append(_asked(teller, questions, step))
            questions = []
    if questions or not clauses:
        clauses.append(_asked(teller, questions, say("nothing happens")))
    return say("{head}: {body}.", head=head, body=in_order(clauses))


def _asked(teller: Teller, guards: Sequence[tree.Guard], step: str) -> str:
    if not guards:
        return step
    ask = teller.clause if len(guards) > 1 else teller.truth
    questions = [about(one.span, ask(one.condition, not one.negated)) for one in guards]
    asked: str = reduce(lambda first, next: say("{first} and if {next}", first=first, next=next), questions)
    return say("if {questions}, {step}", questions=asked, step=step)


def _cost(teller: Teller, step: tree.Expression) -> str:
    said = teller.step(step)
    return say("as a cost, {step}", step=said) if _changes(step) else said


def _changes(step: Node) -> bool:
    """Whether it changes anything but variables of this execution."""
    match step:
        case tree.Call("=", _, (tree.Variable(name), *_)):
            return len(name) > 1
        case tree.Call(head) if head not in FORMS or FORMS[head].purity is Purity.CHANGES:
            return True
    return any(map(_changes, children(step)))


def _go_on(teller: Teller, guard: tree.Guard) -> str:
    question = teller.truth(guard.condition, not guard.negated)
    return about(guard.span, say("go on only if {question}", question=question))


def _flags(teller: Teller, flags: tree.Flags) -> str:
    said: list[str] = []
    if flags.once:
        said.append(say("once a turn"))
    if flags.first:
        said.append(say("as the first effect of the turn"))
    event = flags.event
    is_move = event is not None and event.kind == "move"
    if flags.zones and not is_move:
        said.append(say("from {zones}", zones=teller.zones(flags.zones)))
    if event is not None:
        said.append(teller.own_event(event))
    if flags.zones and is_move:
        said.append(say("if {zones} then holds it", zones=teller.zones(flags.zones)))
    return with_commas(said)


# Scripts, functions, numbers --------------------------------------------------------------------------------


def _script(teller: Teller, statements: Sequence[tree.Statement], gives: bool = False) -> list[Any]:
    """A sentence for each statement; the last one of a function says what that gives."""
    said: list[Any] = []
    for index, one in enumerate(statements):
        if isinstance(one, tree.Activate):
            continue
        if isinstance(one, tree.Guard):
            said.append(_go_on(teller, one))
        elif gives and index == len(statements) - 1 and _is_number(teller, one):
            said.append(_given(teller, one))
        else:
            said += map(teller.step, flat([one]))
    said = [say("{step}.", step=step) for step in said]
    return said or [say("{step}.", step=say("nothing happens"))]


def _is_number(teller: Teller, node: tree.Expression) -> bool:
    """Whether a statement gives a number."""
    match node:
        case tree.Number() | tree.Variable() | tree.Size():
            return True
        case tree.Call(head, _, arguments) if head in FORMS:
            form = FORMS[head]
            if form.type is not Type.BODIES:
                return form.type is Type.NUMBER
            bodies = arguments[1:] if head == "if" else arguments[-1:]
            return (head != "if" or len(bodies) == 2) and all(_is_number(teller, body) for body in bodies)
        case tree.Call():
            return teller.gives_number(node)
    return False


def _given(teller: Teller, node: tree.Expression) -> str:
    if teller.is_question(node):
        return about(node.span, say("it holds if {question}", question=teller.truth(node)))
    return about(node.span, say("it gives {n}", n=teller.bare_number(node)))


def _number(teller: Teller, node: tree.Expression, asks: bool = False) -> Any:
    if isinstance(node, tree.CardSet):
        return say("{step}.", step=teller.cards(node))
    if isinstance(node, tree.Where):
        return say("{step}.", step=teller.truth(node.condition))
    said = teller.truth(node) if asks or teller.is_question(node) else teller.bare_number(node)
    return say("{step}.", step=about(node.span, said))

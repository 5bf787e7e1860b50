"""Numbers, questions and steps in words: each form declares its own, and this goes through the tree.

What comes in: nodes of a checked tree.  What goes out: phrases (``parts``).  What is not handled: sets of
cards (``nouns``), and what a whole effect is (``sentences``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce

from ..deck.vocabulary import Vocabulary
from ..lang import tree
from ..lang.checking.seats import GIVEN as SEAT_NAMES
from ..lang.checking.seats import ME, TRY, WHO, WORLD
from ..lang.events import read_event
from ..lang.forms import FORMS, Form, Kind, Type
from ..lang.forms.numbers import BOTH, EITHER, RELATIONS
from ..lang.forms.words import Asks
from ..lang.walk import bare, callee, is_it, walk
from ..messages import Message, all_of, filled, say, with_commas
from .nouns import Nouns
from .parts import about

DEEPEST = 8
"""How many calls and sets may stand in one another; what is deeper is shown as it is written."""

GIVEN = {
    ME: say("this seat"),
    WHO: say("the seat it is about"),
    TRY: say("the number of tries before this one"),
    WORLD: say("the world in question"),
}
"""Names that scripts of a seat are given."""

WHENEVER = {
    "draw": say("whenever an effect draws cards"),
    "activate": say("whenever an effect is activated"),
    "turn-start": say("at the start of each turn"),
    "turn-end": say("at the end of each turn"),
    "goes": say("whenever a card goes from {source} to {target}"),
    "comes": say("whenever a card comes to {target}"),
    "leaves": say("whenever a card leaves {source}"),
}
"""Events of any card; a move is told by the zones that it names."""

WHEN = {
    "draw": say("when an effect draws cards"),
    "activate": say("when an effect is activated"),
    "goes": say("when this card goes from {source} to {target}"),
    "comes": say("when this card comes to {target}"),
    "leaves": say("when this card leaves {source}"),
}
"""The same of the card whose effect answers."""

QUIET = (tree.Void, tree.Number, tree.String, tree.Variable)
"""What does nothing as a step."""


class Teller:
    """The words of one script; ``lang.forms.words.Teller`` says what forms ask it for."""

    def __init__(
        self, text: str, names: Vocabulary | None = None, event: tree.Event | None = None,
        parameters: Collection[str] = (), context: str = "",
    ) -> None:  # fmt: skip
        """``text`` is what is written, ``event`` what the script answers, ``parameters`` those of a function,
        ``context`` what it is of a seat."""
        self._text = text
        self._given_names = SEAT_NAMES.get(context, ())
        self._names = names
        self._nouns = Nouns(self, names, [name for name in parameters if name.isupper()])
        self._nouns.event = event
        self._depth = 0
        # Where a kind of cards is in question, the names that are properties of it.
        self._properties: Collection[str] = names.properties if context == "claim" and names else ()
        self._whose = False  # whether a property stands right behind the noun of its card
        self.cut = 0  # how often something was too deep

    # Numbers --------------------------------------------------------------------------------------

    def number(self, node: tree.Expression) -> str:
        """A number, as a noun; one that is chosen or comes after steps is in brackets."""
        said = self.bare_number(node)
        return say("({words})", words=said) if _is_chosen(node) else said

    def bare_number(self, node: tree.Expression) -> str:
        match node:
            case tree.Number(value):
                return about(node.span, str(value))
            case tree.Variable(name):
                return about(node.span, self._variable(name))
            case tree.Size(cards):
                return self._phrase(node, lambda: self._nouns.size(cards))
            case tree.Call(head) if head in FORMS:
                return self._phrase(node, lambda: self._number(FORMS[head], node))
            case tree.Call():
                return self._phrase(node, lambda: self._function(node))
        raise TypeError(f"no number: {node}")

    def _number(self, form: Form, call: tree.Call) -> str:
        if isinstance(form.words, Asks):
            return say("1 if {question}, otherwise 0", question=self._asked(form.words, call, True))
        return self._by_form(form.value or form.words, form, call)

    def operand(self, node: tree.Expression) -> str:
        said = self.bare_number(node)
        return say("({words})", words=said) if _is_compound(node) else said

    def counted(self, node: tree.Expression) -> str:
        is_size = isinstance(node, tree.Size)  # "the number of cards" cards
        return say("({words})", words=self.bare_number(node)) if is_size else self.operand(node)

    def side(self, node: tree.Expression) -> str:
        said = self.bare_number(node)
        plain = _is_flat(said) and not any(isinstance(one, tree.Where) for one in walk(node))
        return said if plain else say("({words})", words=said)

    def listed(self, nodes: Sequence[tree.Expression]) -> str:
        *first, last = map(self.operand, nodes)
        return all_of([with_commas(first), last]) if first else last

    def _variable(self, name: str) -> str:
        if self._properties and (name == "copies" or name in self._properties):
            whose = self.follows_noun()
            if name == "copies":
                return say("whose number of copies there") if whose else say("the number of its copies there")
            return say("whose {property}", property=name) if whose else say("its {property}", property=name)
        if name in self._given_names:
            return GIVEN[name]
        return say("‘{name}’", name=name)

    def follows_noun(self) -> bool:
        whose, self._whose = self._whose, False
        return whose

    def _function(self, call: tree.Call) -> str:
        name = about(call.head_span, say("‘{name}’", name=call.head))
        if not call.arguments:
            return say("the {function}", function=name)
        return say("the {function} of {arguments}", function=name, arguments=self._given(call))

    def _given(self, call: tree.Call) -> str:
        return all_of(
            self.zone(one) if isinstance(one, tree.CardSet) else self.operand(one) for one in call.arguments
        )

    # Questions ------------------------------------------------------------------------------------

    def truth(self, node: tree.Expression, holds: bool = True) -> str:
        match node:
            case tree.Number(value):
                always = (value != 0) == holds
                return about(node.span, say("in any case") if always else say("in no case"))
            case tree.Size():
                return self._phrase(node, lambda: self._held(node, holds))
            case tree.Call(head) if head in FORMS and isinstance(FORMS[head].words, Asks):
                words = FORMS[head].words
                assert isinstance(words, Asks)
                return self._phrase(node, lambda: self._asked(words, node, holds))
            case tree.Call(head) if head not in FORMS:
                return self._phrase(node, lambda: self._function_holds(node, holds))
        return about(node.span, self._other_than_0(node, holds))

    def _other_than_0(self, node: tree.Expression, holds: bool) -> str:
        return filled(RELATIONS["!=" if holds else "=="], a=self.side(node), b="0")

    def _held(self, size: tree.Size, holds: bool) -> str:
        said = self._nouns.holding(size.cards, "!=" if holds else "==", 0)
        return said or self._other_than_0(size, holds)

    def _asked(self, words: Asks, call: tree.Call, holds: bool) -> str:
        return words.truth(self, holds, *call.arguments)

    def _function_holds(self, call: tree.Call, holds: bool) -> str:
        name = about(call.head_span, say("‘{name}’", name=call.head))
        if not call.arguments:
            return (
                say("{function} holds", function=name)
                if holds
                else say("{function} does not hold", function=name)
            )
        given = self._given(call)
        if holds:
            return say("{function} holds for {arguments}", function=name, arguments=given)
        return say("{function} does not hold for {arguments}", function=name, arguments=given)

    def clause(self, node: tree.Expression, holds: bool = True) -> str:
        said = self.truth(node, holds)
        is_several = isinstance(said, Message) and said.template in (BOTH.template, EITHER.template)
        return say("({words})", words=said) if is_several else said

    def asked(self, event: tree.Word, node: tree.Expression) -> str:
        with self._at(_event(event)):
            return self.truth(node)

    def is_question(self, node: tree.Expression) -> bool:
        """Whether it is one of those that give 1 or 0."""
        return isinstance(node, tree.Call) and node.head in FORMS and isinstance(FORMS[node.head].words, Asks)

    def gives_number(self, call: tree.Call) -> bool:
        """Whether a function of the deck gives a number."""
        functions = self._names.functions if self._names is not None else {}
        signature = functions.get(callee(call)) or functions.get(call.head)
        return signature is not None and signature.number

    def relative(self, condition: tree.Expression, holds: bool) -> str:
        """A filter by a number, behind the noun of its cards."""
        outside = self._properties, self._whose
        self._properties = self._names.properties if self._names is not None else ()
        self._properties = {*self._properties, "copies"}
        self._whose = _begins_with_property(condition, self._properties)
        begins = self._whose
        question = self.clause(condition, holds)
        self._properties, self._whose = outside
        return say("{whose}", whose=question) if begins else say("for which {question}", question=question)

    def holding(self, cards: tree.CardSet, relation: str, number: int) -> str | None:
        return self._nouns.holding(cards, relation, number)

    # Cards and names --------------------------------------------------------------------------------

    def cards(self, node: tree.Expression) -> str:
        if not isinstance(node, tree.CardSet):  # `it` alone
            return self._nouns.cards(tree.CardSet("it", (), node.span))
        cards = node
        return self._phrase(node, lambda: self._nouns.cards(cards))

    def zone(self, node: tree.CardSet) -> str:
        return about((node.span[0], node.span[0] + len(node.zone)), self._nouns.zone(node.zone))

    def letter(self, cards: tree.Expression) -> str:
        return self._nouns.letter(cards.zone) if isinstance(cards, tree.CardSet) else ""

    def name(self, node: tree.Expression) -> str:
        match node:
            case tree.Variable(name):
                return about(node.span, say("‘{name}’", name=name))
            case tree.String(text) | tree.Tag(text) | tree.Word(text):
                return about(node.span, say("“{name}”", name=text))
        raise TypeError(f"no name: {node}")

    def property(self, node: tree.Expression) -> str:
        assert isinstance(node, tree.Variable | tree.Word)
        return about(node.span, node.name if isinstance(node, tree.Variable) else node.text)

    def items(self, nodes: Sequence[tree.Expression]) -> str:
        return with_commas(map(self._item, nodes))

    def _item(self, node: tree.Expression) -> str:
        if isinstance(node, tree.String):
            return self.name(node)
        if isinstance(node, tree.CardSet) or is_it(node):
            return self.cards(node)
        return self.operand(node)

    # Steps ------------------------------------------------------------------------------------------

    def step(self, node: tree.Expression) -> str:
        """One statement, as something that is done."""
        match node:
            case tree.Void() | tree.Number() | tree.String() | tree.Variable():
                return about(node.span, say("do nothing"))
            case tree.Call(head) if head in FORMS and FORMS[head].type is not Type.NUMBER:
                return self._phrase(node, lambda: self._by_form(FORMS[head].words, FORMS[head], node))
            case tree.Call(head) if head not in FORMS:
                return self._phrase(node, lambda: self._done(node))
        return about(node.span, say("work out {n}", n=self.number(node)))

    def _done(self, call: tree.Call) -> str:
        name = about(call.head_span, say("‘{name}’", name=call.head))
        if not call.arguments:
            return say("do {function}", function=name)
        return say("do {function} with {arguments}", function=name, arguments=self._given(call))

    def steps(self, *nodes: tree.Expression) -> str:
        done = list(flat(nodes))
        if not done:
            return self.step(nodes[0])
        said = in_order([self.step(node) for node in done])
        return said if len(done) == 1 and self.is_plain(done[0]) else say("({words})", words=said)

    def during(self, event: tree.Word | None, *nodes: tree.Expression) -> str:
        with self._at(_event(event) if event is not None else None):
            return self.steps(*nodes)

    def is_plain(self, node: tree.Expression) -> bool:
        done = list(flat([node]))
        if len(done) > 1:
            return False
        node = done[0] if done else node
        if not isinstance(node, tree.Call) or node.head not in FORMS:
            return True
        form = FORMS[node.head]
        return not any(argument.kind is Kind.BODY for argument in form.arguments)

    def event(self, node: tree.Word) -> str:
        return about(node.span, self.any_event(_event(node)))

    def any_event(self, event: tree.Event) -> str:
        """When it happens, whichever card it is about."""
        return self._at_event(WHENEVER, event)

    def own_event(self, event: tree.Event) -> str:
        """When it happens to this card, or at all."""
        return self._at_event({**WHENEVER, **WHEN}, event)

    def _at_event(self, said: Mapping[str, Message], event: tree.Event) -> str:
        match event:
            case tree.Event("move", str(source), str(target)):
                zones = {"source": self._nouns.zone(source), "target": self._nouns.zone(target)}
                return filled(said["goes"], **zones)
            case tree.Event("move", None, str(target)):
                return filled(said["comes"], target=self._nouns.zone(target))
            case tree.Event("move", str(source), None):
                return filled(said["leaves"], source=self._nouns.zone(source))
        return said[event.kind]

    def zones(self, zones: Collection[str]) -> str:
        """One of some zones."""
        return self._nouns.zones(zones)

    # By declaration -----------------------------------------------------------------------------------

    def _by_form(self, words: object, form: Form, call: tree.Call) -> str:
        """The words of a form for one of its uses: a template, or a function that it declares."""
        if not isinstance(words, Message):
            assert callable(words)
            said: str = words(self, *call.arguments)
            return said
        arguments = {
            argument.name: self._argument(argument.kind, node, form)
            for argument, node in zip(form.arguments, call.arguments, strict=False)
        }
        return filled(words, **arguments)

    def _argument(self, kind: Kind, node: tree.Expression, form: Form) -> str:
        match kind:
            case Kind.NUMBER | Kind.TEST:
                return self.operand(node) if form.type is Type.NUMBER else self.number(node)
            case Kind.ZONE:
                assert isinstance(node, tree.CardSet)
                return self.zone(node)
            case Kind.WORD if isinstance(node, tree.Variable):
                return about(node.span, say("“{name}”", name=node.name))
        return self.name(node)

    def _phrase(self, node: tree.Expression, tell: Callable[[], str]) -> str:
        """What ``tell`` says, as a phrase about a node; of a node that is nested too deeply, its code."""
        if self._depth == DEEPEST:
            self.cut += 1
            return about(node.span, say("… {code}", code=self._text[slice(*node.span)]))
        self._depth += 1
        try:
            return about(node.span, tell())
        finally:
            self._depth -= 1

    @contextmanager
    def _at(self, event: tree.Event | None) -> Iterator[None]:
        before, self._nouns.event = self._nouns.event, event
        try:
            yield
        finally:
            self._nouns.event = before


def flat(nodes: Iterable[tree.Expression]) -> Iterator[tree.Expression]:
    """Steps without those that do nothing; those of a block are steps like any other."""
    for node in nodes:
        if isinstance(node, tree.Call) and node.head == "block":
            yield from flat(node.arguments)
        elif not isinstance(node, QUIET):
            yield node


def in_order(steps: Sequence[str]) -> str:
    """Steps one after another."""
    return reduce(lambda first, next: say("{first}; then {next}", first=first, next=next), steps)


def _event(node: tree.Expression) -> tree.Event:
    name = node.text if isinstance(node, tree.Word) else node.name if isinstance(node, tree.Variable) else ""
    event = read_event(name)
    assert event is not None  # the tree was checked
    return event


def _is_chosen(node: tree.Expression) -> bool:
    if not isinstance(node, tree.Call) or node.head not in FORMS:
        return False
    return FORMS[node.head].value is not None or isinstance(FORMS[node.head].words, Asks)


def _is_compound(node: tree.Expression) -> bool:
    """Whether a number in words could run together with what stands around it."""
    match node:
        case tree.Number() | tree.Variable():
            return False
        case tree.Size(cards):
            return cards.zone in ("X", "it") or any(_has_words(one) for one in cards.filters)
        case tree.Call(_, _, ()):
            return False
    return True


def _is_flat(said: str) -> bool:
    """Whether what a form is called has neither commas nor conditions nor a list."""
    if not isinstance(said, Message):
        return True
    template = said.template
    return "," not in template and " if " not in template and "{numbers}" not in template


def _has_words(one: tree.Filter) -> bool:
    filter, _ = bare(one)
    return isinstance(filter, tree.Where) or (
        isinstance(filter, tree.Limit) and not isinstance(filter.amount, tree.Number)
    )


def _begins_with_property(condition: tree.Expression, properties: Collection[str]) -> bool:
    """Whether its words begin with a property of the card in question."""
    while isinstance(condition, tree.Call) and condition.head == "not":
        condition = condition.arguments[0]
    if isinstance(condition, tree.Call) and condition.head in RELATIONS:
        first, other = condition.arguments
        condition = other if isinstance(first, tree.Number) else first
    if isinstance(condition, tree.Call):
        return condition.head == "copies"
    return isinstance(condition, tree.Variable) and condition.name in properties

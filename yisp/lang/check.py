"""Whether a script makes sense: types of values, numbers of arguments, what is allowed where.

What comes in: a tree from ``parser``, the :class:`Text` it was read from, and a vocabulary that
knows the deck's names (None when there is no deck).  What goes out: diagnostics, those of
``names`` and ``lints`` included, in the order of the text.  A tree that leaves no error behind
can be lowered without further questions.

Every node is looked at twice, with no recursion: parents first for what stands around it
(``scope``), then children first for what it gives (``types``), which follows from what its children
give; a form's declaration says what it takes.  A value that is already known to be wrong is
``UNKNOWN`` and draws no second complaint.  What is not handled: anything that only shows when the
script runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from ..messages import Message, say, say_n
from . import lints
from .diagnostics import Diagnostics, Text, visible
from .findings import Findings
from .forms import FORMS, Argument, Form, Kind, Purity, Repeat, Type
from .names import Names, Signature, check_event, check_filter, check_form, check_property, meant
from .scope import Scopes
from .seats import GIVEN, HOOKS, check_claim, check_hook, check_seats, check_veto
from .tree import (
    Activate,
    ByAttribute,
    ByKind,
    ByName,
    ByPattern,
    Call,
    CardSet,
    Effect,
    Expression,
    Function,
    Guard,
    Limit,
    Number,
    Script,
    Size,
    Span,
    Statement,
    String,
    Tag,
    ThisCard,
    Variable,
    Where,
    Word,
)
from .types import BARE, Gives, bodies_give, describe, fits, instead, wanted, without_number
from .walk import Node, callee, given_zone, is_it
from .walls import check_exit, check_flags, check_meant, check_walls
from .words import explain_word
from .zones import is_zone_parameter

Context = Literal[
    "effect", "header", "before-play", "program", "footer", "function", "condition", "score", "stat",
    "evaluate", "number", "script",
    "raid", "told", "reveal", "beg", "on-deal", "on-draw", "accept", "claim", "worlds",
]  # fmt: skip
"""Where a script stands; "number" and "script" are those of nobody, as for ``yispc eval``."""

NO_FUNCTIONS: Mapping[str, Script] = MappingProxyType({})

_WHERE: dict[Context, Message] = {
    "effect": say("an effect"),
    "header": say("a header"),
    "before-play": say("a script before play"),
    "program": say("a main program"),
    "footer": say("a footer"),
    "function": say("a function"),
    "condition": say("a condition"),
    "score": say("a score"),
    "stat": say("a stat"),
    "evaluate": say("an evaluation"),
    "number": say("a number"),
    "script": say("a standalone script"),
    "raid": say("a raid"),
    "told": say("what a seat does once it is told"),
    "reveal": say("what a deal reveals"),
    "beg": say("what a seat begs for"),
    "on-deal": say("a hook of the deal"),
    "on-draw": say("a hook of a draw"),
    "accept": say("a veto"),
    "claim": say("a claim"),
    "worlds": say("how many worlds a seat brings"),
}


def check_effect(effect: Effect, text: Text, names: Names | None, diagnostics: Diagnostics) -> None:
    """Check the script of a card's effect."""
    findings = Findings()
    _statements(effect.script, text, names, "effect", findings, event=effect.flags.event is not None)
    check_flags(effect, names, findings)
    if effect.script.whole:
        if not findings.has_errors:  # what is wrong may be the move by which the card leaves
            lints.check_activation(effect, findings)
        lints.check_variables(effect.script, names, findings)
    findings.report(text, diagnostics)


def check_function(function: Function, text: Text, names: Names, diagnostics: Diagnostics) -> Signature:
    """Check what a function does; what it calls must have been checked before."""
    findings = Findings()
    script = function.script
    # `X` and `it` are those of whoever calls: a call says so where there is none.
    checker = _statements(script, text, names, "function", findings, True, function.parameters)
    if script.whole:
        lints.check_variables(script, names, findings, function.parameters)
    findings.report(text, diagnostics)
    wrong = findings.has_errors or not script.whole  # then nobody knows what it was meant to give
    number = wrong or (bool(script.statements) and checker.gives_number(script.statements[-1]))
    return Signature(function.parameters, number, checker.purity, checker.uses_card, checker.uses_event)


def check_script(
    script: Script,
    text: Text,
    names: Names | None,
    diagnostics: Diagnostics,
    *,
    context: Context,
    functions: Mapping[str, Script] = NO_FUNCTIONS,
) -> None:
    """Check statements that belong to no card; a hook also for what the deck's ``functions`` do in it."""
    findings = Findings()
    _statements(script, text, names, context, findings)
    if context in HOOKS:
        check_hook(script, context, functions, findings)
    if script.whole:
        lints.check_variables(script, names, findings, GIVEN.get(context, ()))
    findings.report(text, diagnostics)


def check_number(
    number: Expression, text: Text, names: Names | None, diagnostics: Diagnostics, *, context: Context
) -> None:
    """Check a condition, score or stat: that it is a number, and changes nothing."""
    findings = Findings()
    checker = _Checker(text, names, context, False, findings)
    checker.check(number)
    checker.expect_number(number, say("{where} must be a number", where=_WHERE[context]))
    lints.check_variables(number, names, findings)
    findings.report(text, diagnostics)


def check_dealt_number(
    number: Expression,
    text: Text,
    names: Names,
    functions: Mapping[str, Script],
    diagnostics: Diagnostics,
    *,
    context: Context,
) -> None:
    """Check a veto, a claim (which is a filter by a number), or how many worlds a seat brings."""
    findings = Findings()
    if not check_veto(number, names, findings):
        checker = _Checker(text, names, context, False, findings)
        if context == "claim":
            checker.check(Where(number, number.span))
            check_claim(number, functions, findings)
        else:
            checker.check(number)
            checker.expect_number(number, say("{where} must be a number", where=_WHERE[context]))
    lints.check_variables(number, names, findings, GIVEN.get(context, ()))
    findings.report(text, diagnostics)


def gives_number(statement: Statement, text: Text, names: Names | None) -> bool:
    """Whether a statement of a script that has been checked gives a number."""
    checker = _Checker(text, names, "script", True, Findings())
    checker.check(statement)
    return checker.gives_number(statement)


def _statements(
    script: Script,
    text: Text,
    names: Names | None,
    context: Context,
    findings: Findings,
    event: bool = False,
    parameters: Sequence[str] = (),
) -> _Checker:
    checker = _Checker(text, names, context, True, findings, event, parameters)
    for statement in script.statements:
        checker.statement(statement)
    return checker


def _takes(call: Call, count: int) -> Message:
    """How many arguments what is called takes."""
    if count == 0:
        return say("`{head}` takes no arguments", head=call.head)
    return say_n(
        "`{head}` takes {number} argument", "`{head}` takes {number} arguments", count, head=call.head
    )


class _Checker:
    """Checks the trees of one script."""

    def __init__(
        self,
        text: Text,
        names: Names | None,
        context: Context,
        changes: bool,
        findings: Findings,
        event: bool = False,
        parameters: Sequence[str] = (),
    ) -> None:
        self._text = text.text
        self._names = names
        self._context: Context = context
        self._changes = changes  # whether the table may be changed
        self._findings = findings
        self._parameters = parameters  # of the function that this is
        self._scopes = Scopes(event, findings)
        self._gives: dict[int, Gives] = {}  # by the id of the node
        # What the script as a whole does, for a function's signature
        self.purity = Purity.PURE
        self.uses_card = self.uses_event = False

    # The walk

    def statement(self, statement: Statement) -> None:
        """Check one statement of a program."""
        if isinstance(statement, Activate):
            if self._context != "effect":
                sentence = say(
                    "`@` activates an effect, and means nothing in {where}", where=_WHERE[self._context]
                )
                self._findings.warning("Y410", sentence, statement.span, say("delete it"))
            return
        self.check(statement)
        if isinstance(statement, CardSet | Tag):
            self._lost(statement)

    def check(self, root: Node) -> None:
        """Check a tree, children first."""
        for node in reversed(self._scopes.enter(root)):
            self._gives[id(node)] = self._node(node)
        check_walls(root, self._names, self._findings)
        check_seats(root, self._names, self._context, self._findings)

    def gives_number(self, statement: Statement) -> bool:
        """Whether a checked statement gives a number, as far as it is not wrong already."""
        return self._gives.get(id(statement)) in (Gives.NUMBER, Gives.UNKNOWN)

    def _does(self, purity: Purity) -> None:
        order = list(Purity)
        self.purity = max(self.purity, purity, key=order.index)

    def expect_number(self, node: Expression, needed: Message, hint: Message | None = None) -> None:
        """Complain when a node does not give a number, pointing at the part of it that does not; ``needed``
        says for what one is needed."""
        gives = self._gives[id(node)]
        if gives in (Gives.NUMBER, Gives.UNKNOWN):
            return
        culprit, within = without_number(node, self._gives)
        found = describe(culprit, self._gives[id(culprit)])
        if within is None:
            self._findings.error(
                "Y103",
                say("{needed}, but {found}", needed=needed, found=found),
                culprit.span,
                instead(Kind.NUMBER, culprit, self._text) or hint,
            )
        elif culprit is within:
            sentence = say(
                "{needed}, but without its last part `{head}` does not always give one",
                needed=needed,
                head=within.head,
            )
            self._findings.error(
                "Y108",
                sentence,
                within.head_span,
                say("write all parts of `{signature}`", signature=FORMS[within.head].signature),
            )
        else:
            sentence = say(
                "{needed}, so what `{head}` ends with must be one, but {found}",
                needed=needed,
                head=within.head,
                found=found,
            )
            self._findings.error("Y108", sentence, culprit.span, instead(Kind.NUMBER, culprit, self._text))

    # What each node gives

    def _node(self, node: Node) -> Gives:
        match node:
            case Variable():
                self._variable(node)
                return Gives.NUMBER
            case Number() | Size():
                return Gives.NUMBER
            case String():
                return Gives.TEXT
            case Tag():
                return Gives.TAG
            case Word():
                return Gives.WORD
            case Call():
                return self._call(node)
            case CardSet():
                return self._cards(node)
            case Guard():
                self.expect_number(node.condition, say("a guard needs a number"))
            case Limit():
                self.expect_number(node.amount, say("how many cards must be given as a number"))
                if node.end == "random":
                    self._does(Purity.CHANCE)
                    self._by_chance(node, f"`{visible(self._text[slice(*node.span)])}`", node.span)
            case Where():
                self.expect_number(node.condition, say("a filter in parentheses needs a number"))
            case ThisCard():
                named = self._names is not None and self._names.name("X") is not None
                self._this_card(node.span, say('the card or alias `X` is `."X"`') if named else None)
                if named and self._context in ("effect", "function"):
                    sentence = say(
                        "`.X` is the card whose effect is running, not the card or alias of that name"
                    )
                    self._findings.warning("Y435", sentence, node.span, say('that one is written `."X"`'))
            case ByName() | ByAttribute() | ByPattern() | ByKind() if self._names is not None:
                check_filter(node, self._names, self._findings)
        return Gives.NOTHING

    def _variable(self, node: Variable) -> None:
        if node.name in self._parameters and self._scopes.around(node).later:
            sentence = say(
                "`{name}` is not the function's argument: the function has ended when this runs",
                name=node.name,
            )
            self._findings.warning(
                "Y413",
                sentence,
                node.span,
                say("first copy it to a variable of the trial, which has a longer name"),
            )

    def _cards(self, node: CardSet) -> Gives:
        if node.zone == "X":
            self._this_card((node.span[0], node.span[0] + 1))
        if node.zone == "it":
            self._event_cards(node, (node.span[0], node.span[0] + 2))
        return Gives.CARDS

    def _this_card(self, span: Span, hint: Message | None = None) -> None:
        self.uses_card = True
        if self._context not in ("effect", "function"):
            where = _WHERE[self._context]
            sentence = say(
                "`X` is the card whose effect is running, but {where} belongs to no card", where=where
            )
            self._findings.error("Y130", sentence, span, hint)

    def _event_cards(self, node: Node, span: Span) -> None:
        if not self._scopes.around(node).event:
            sentence = say("`it` means the cards of an event, but no event is being answered here")
            self._findings.error(
                "Y132",
                sentence,
                span,
                say("effects with a flag such as `[1 on D>B]` have it, so does `(on draw …)`"),
            )
        elif not self._scopes.around(node).installed:
            self.uses_event = True

    def _by_chance(self, node: Node, what: str, span: Span) -> None:
        asks = self._scopes.around(node).asks
        if asks is not None:
            sentence = say("{what} draws at random, which {asks} must not do", what=what, asks=asks)
            self._findings.error(
                "Y124",
                sentence,
                span,
                say("draw first, as in `(= roll (rand 1 6))`, and compare with `roll`"),
            )

    # Calls

    def _call(self, call: Call) -> Gives:
        if self._scopes.is_option(call):
            return self._option(call)
        form = FORMS.get(call.head)
        if form is None:
            functions = self._names.functions if self._names is not None else {}
            signature = functions.get(callee(call)) or functions.get(call.head)
            if signature is not None:
                return self._function(call, signature)
            check_form(call, self._text, self._names, self._findings)
            return Gives.UNKNOWN
        if self._without_wall(call, form):
            return Gives.UNKNOWN
        refused = self._refused(call, Purity.PURE if self._is_own_assignment(call, form) else form.purity)
        if form.by_kind and not self._scopes.around(call).kind:
            sentence = say(
                "`{head}` is about the kind in question of a filter by a number, but none is around it",
                head=call.head,
            )
            hint = say("write it in a filter, as in `{example}`", example=form.example)
            self._findings.error("Y135", sentence, call.head_span, hint)
        if self._bare_word(call, form) or not self._arity(call, form):
            return Gives.UNKNOWN
        for index, argument in enumerate(call.arguments):
            if not self._scopes.is_option(argument):
                self._argument(call, form, form.argument(index), argument)
        self._options_once(call, form)
        if refused:
            return Gives.UNKNOWN
        if form.type is Type.NUMBER:
            return Gives.NUMBER
        return bodies_give(form, call, self._gives) if form.type is Type.BODIES else Gives.NOTHING

    def _without_wall(self, call: Call, form: Form) -> bool:
        """Whether the form is for walls, and the deck has none; says so."""
        needs = any(one.kind is Kind.EXIT and one.repeat is Repeat.ONCE for one in form.arguments)
        if not needs or self._names is None or self._names.exits:
            return False
        sentence = say("`{head}` is about an exit of a wall, and the deck has no wall", head=call.head)
        self._findings.error("Y144", sentence, call.head_span, meant(call, self._text))
        return True

    def _is_own_assignment(self, call: Call, form: Form) -> bool:
        """Whether the call does no more than give a function's own variable a value: no one sees that."""
        if self._context != "function" or self._scopes.around(call).asks is not None:
            return False
        assigned = [
            node
            for node, argument in zip(call.arguments, form.arguments, strict=False)
            if argument.kind is Kind.VARIABLE
        ]
        return bool(assigned) and all(
            isinstance(node, Variable) and (len(node.name) == 1 or node.name in self._parameters)
            for node in assigned
        )

    def _refused(self, call: Call, purity: Purity) -> bool:
        """Whether what a call does must not be done here; says so."""
        self._does(purity)
        asks = self._scopes.around(call).asks
        if purity is Purity.CHANCE:
            self._by_chance(call, f"`{call.head}`", call.head_span)
        if purity is not Purity.CHANGES or (self._changes and asks is None):
            return False
        where = asks or _WHERE[self._context]
        sentence = say("`{head}` changes the table, which {where} must not do", head=call.head, where=where)
        hint = say("to compare, write `(== a b)`") if call.head == "=" else None
        self._findings.error("Y131", sentence, call.head_span, hint)
        return True

    def _function(self, call: Call, signature: Signature) -> Gives:
        """A call of a function of the author's."""
        written = say("write it as `{signature}`", signature=signature.written(call.head))
        if signature.card:
            self.uses_card = True
            if self._context not in ("effect", "function"):
                sentence = say(
                    "`{head}` uses `X`, the card whose effect is running, but {where} belongs to no card",
                    head=call.head,
                    where=_WHERE[self._context],
                )
                self._findings.error("Y130", sentence, call.head_span)
        if signature.event:
            self._event_cards(call, call.head_span)
        refused = self._refused(call, signature.purity)
        if len(call.arguments) != len(signature.parameters):
            self._miscounted(call, _takes(call, len(signature.parameters)), call.head_span, written)
            return Gives.UNKNOWN
        for name, argument in zip(signature.parameters, call.arguments, strict=True):
            if name == "X":  # which has been refused
                continue
            if is_zone_parameter(name):
                self._zone(call, name, argument, written)
            else:
                self.expect_number(
                    argument, say("`{head}` needs a number for `{name}`", head=call.head, name=name), written
                )
        if refused:
            return Gives.UNKNOWN
        return Gives.NUMBER if signature.number else Gives.NOTHING

    def _zone(self, call: Call, name: str, argument: Expression, written: Message) -> None:
        """An argument that is a zone: the function is built for it."""
        if given_zone(argument) is not None or self._gives[id(argument)] is Gives.UNKNOWN:
            return
        needed = say("`{head}` needs a zone for `{name}`", head=call.head, name=name)
        hint = instead(Kind.ZONE, argument, self._text)
        if isinstance(argument, CardSet) and not argument.filters and ":" in argument.zone:
            sentence = say(
                "{needed}, and whose `{zone}` is shows only when it runs", needed=needed, zone=argument.zone
            )
            hint = say("write a seat's number: `{letter}:0`", letter=argument.zone[0])
        else:
            found = describe(argument, self._gives[id(argument)])
            sentence = say("{needed}, but {found}", needed=needed, found=found)
        self._findings.error("Y103", sentence, argument.span, hint or written)

    def _option(self, call: Call) -> Gives:
        """``(times 6)`` within the form that has such an option."""
        if len(call.arguments) == 1:
            self.expect_number(call.arguments[0], say("`{head}` needs a number", head=call.head))
        else:
            self._findings.error(
                "Y102",
                say("`{head}` takes one number", head=call.head),
                call.head_span,
                say("as in `({head} 3)`", head=call.head),
            )
        return Gives.NOTHING

    def _options_once(self, call: Call, form: Form) -> None:
        """Options come once each; they and tags do not count as something to evaluate."""
        seen: set[str] = set()
        options = list(filter(self._scopes.is_option, call.arguments))
        for argument in options:
            if not isinstance(argument, Call):
                continue
            if argument.head in seen:
                self._findings.error(
                    "Y125", say("`{head}` is given twice", head=argument.head), argument.head_span
                )
            seen.add(argument.head)
        if options and len(call.arguments) - len(options) < form.least:
            self._findings.error(
                "Y102",
                say("`{head}` has nothing to do", head=call.head),
                call.head_span,
                say("write it as `{signature}`", signature=form.signature),
            )

    def _bare_word(self, call: Call, form: Form) -> bool:
        """Report the first bare word where none is taken; the other arguments may not be what they seem."""
        for index, argument in enumerate(call.arguments):
            if isinstance(argument, Word) and not (form.arguments and form.argument(index).kind in BARE):
                self._findings.mistake(explain_word(self._text, argument.span))
                return True
        return False

    def _arity(self, call: Call, form: Form) -> bool:
        count = len(call.arguments)
        if form.least <= count and (form.most is None or count <= form.most):
            return True
        if form.most is not None and count > form.most:
            bound, takes = (
                form.most,
                say_n(
                    "`{head}` takes at most {number} argument",
                    "`{head}` takes at most {number} arguments",
                    form.most,
                    head=call.head,
                ),
            )
            span = (call.arguments[form.most].span[0], call.arguments[-1].span[1])
        else:
            bound, span = form.least, call.head_span
            takes = say_n(
                "`{head}` takes at least {number} argument",
                "`{head}` takes at least {number} arguments",
                form.least,
                head=call.head,
            )
        if form.most == form.least:
            takes = _takes(call, bound)
        self._miscounted(call, takes, span, say("write it as `{signature}`", signature=form.signature))
        return False

    def _miscounted(self, call: Call, takes: Message, span: Span, written: Message) -> None:
        count = len(call.arguments)
        given = say_n("{number} is given", "{number} are given", count) if count else say("none are given")
        self._findings.error("Y102", say("{needed}, but {found}", needed=takes, found=given), span, written)

    def _argument(self, call: Call, form: Form, declared: Argument, node: Expression) -> None:
        kind, gives = declared.kind, self._gives[id(node)]
        written = say("write it as `{signature}`", signature=form.signature)
        if kind in (Kind.NUMBER, Kind.TEST):
            self.expect_number(
                node,
                say("`{head}` needs a number for `{name}`", head=call.head, name=declared.name),
                written,
            )
            return
        if kind is Kind.EVENT and isinstance(node, Word | Variable):
            check_event(node, self._findings)
            return
        if kind is Kind.PROPERTY and isinstance(node, Word | Variable):
            check_property(node, self._names, self._findings)
            return
        if kind is Kind.EXIT and isinstance(node, Word | Variable):
            check_exit(node, self._names, self._findings)
            return
        if is_it(node) and (
            kind is Kind.CARDS
            or (kind is Kind.ITEM and self._scopes.around(node).event and self._context != "function")
        ):
            self._event_cards(node, node.span)
            return
        if fits(declared, node, gives):
            if kind is Kind.MEANT and isinstance(node, CardSet):
                check_meant(call.head, node, self._names, self._findings)
            return
        if kind is Kind.BODY and isinstance(node, CardSet | Tag):
            self._lost(node)
            return
        needed = say(
            "`{head}` needs {wanted} for `{name}`",
            head=call.head,
            wanted=wanted(declared),
            name=declared.name,
        )
        sentence = say("{needed}, but {found}", needed=needed, found=describe(node, gives))
        self._findings.error("Y103", sentence, node.span, instead(kind, node, self._text) or written)

    def _lost(self, node: CardSet | Tag) -> None:
        """A card set or a tag where its value goes nowhere."""
        written = visible(self._text[slice(*node.span)])
        if isinstance(node, Tag):
            self._findings.error(
                "Y121",
                say("a tag alone does nothing"),
                node.span,
                say("it belongs at the end of a move: `(# D.2 H {written})`", written=written),
            )
        else:
            self._findings.error(
                "Y121",
                say("a card set alone does nothing"),
                node.span,
                say("to move it, write `(# {written} B)`; to count it, `|{written}|`", written=written),
            )

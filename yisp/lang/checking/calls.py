"""Whether calls make sense: of forms by their declarations, of the author's functions by their signatures.

What comes in: a call whose arguments have been looked at already, and what is known of the script
(``checking``).  What goes out: what the call gives, and findings.
"""

from __future__ import annotations

from ...messages import Message, say, say_n
from ..forms import FORMS, Argument, Form, Kind, Purity, Repeat, Type
from ..parsing.words import explain_word
from ..remedy import Hint
from ..tree import Call, CardSet, Expression, Span, Tag, Variable, Word
from ..walk import callee, given_zone, is_it
from .checking import WHERE, Checking
from .names import Signature, check_event, check_form, check_property, meant
from .types import BARE, Gives, bodies_give, describe, fits, instead, wanted
from .walls import check_exit, check_meant
from .zones import is_zone


def _takes(call: Call, count: int) -> Message:
    """How many arguments what is called takes."""
    if count == 0:
        return say("`{head}` takes no arguments", head=call.head)
    return say_n(
        "`{head}` takes {number} argument", "`{head}` takes {number} arguments", count, head=call.head
    )


class Calls(Checking):
    """One script that is being checked: its calls."""

    def call(self, call: Call) -> Gives:
        """Check a call of a form or a function; what it gives."""
        if self.scopes.is_option(call):
            return self._option(call)
        form = FORMS.get(call.head)
        if form is None:
            functions = self.names.functions if self.names is not None else {}
            signature = functions.get(callee(call)) or functions.get(call.head)
            if signature is not None:
                return self._function(call, signature)
            check_form(call, self.text, self.names, self.findings)
            return Gives.UNKNOWN
        if self._without_wall(call, form):
            return Gives.UNKNOWN
        refused = self.refused(call, Purity.PURE if self._is_own_assignment(call, form) else form.purity)
        if form.by_kind and not self.scopes.around(call).kind:
            sentence = say(
                "`{head}` is about the kind in question of a filter by a number, but none is around it",
                head=call.head,
            )
            hint = say("write it in a filter, as in `{example}`", example=form.example)
            self.findings.error("Y135", sentence, call.head_span, hint)
        if self._bare_word(call, form) or not self._arity(call, form):
            return Gives.UNKNOWN
        for index, argument in enumerate(call.arguments):
            if not self.scopes.is_option(argument):
                self._argument(call, form, form.argument(index), argument)
        self._options_once(call, form)
        if refused:
            return Gives.UNKNOWN
        if form.type is Type.NUMBER:
            return Gives.NUMBER
        return bodies_give(form, call, self.gives) if form.type is Type.BODIES else Gives.NOTHING

    def _without_wall(self, call: Call, form: Form) -> bool:
        """Whether the form is for walls, and the deck has none; says so."""
        needs = any(one.kind is Kind.EXIT and one.repeat is Repeat.ONCE for one in form.arguments)
        if not needs or self.names is None or self.names.exits:
            return False
        sentence = say("`{head}` is about an exit of a wall, and the deck has no wall", head=call.head)
        self.findings.error("Y144", sentence, call.head_span, meant(call, self.text))
        return True

    def _is_own_assignment(self, call: Call, form: Form) -> bool:
        """Whether the call does no more than give a function's own variable a value: no one sees that."""
        if self.context != "function" or self.scopes.around(call).asks is not None:
            return False
        assigned = [
            node
            for node, argument in zip(call.arguments, form.arguments, strict=False)
            if argument.kind is Kind.VARIABLE
        ]
        return bool(assigned) and all(
            isinstance(node, Variable) and (len(node.name) == 1 or node.name in self.parameters)
            for node in assigned
        )

    def _function(self, call: Call, signature: Signature) -> Gives:
        """A call of a function of the author's."""
        written = say("write it as `{signature}`", signature=signature.written(call.head))
        if signature.card:
            self.uses_card = True
            if not self.has_card:
                sentence = say(
                    "`{head}` uses `X`, the card whose effect is running, but {where} belongs to no card",
                    head=call.head,
                    where=WHERE[self.context],
                )
                self.findings.error("Y130", sentence, call.head_span)
        if signature.event:
            self.event_cards(call, call.head_span)
        refused = self.refused(call, signature.purity)
        if len(call.arguments) != len(signature.parameters):
            self._miscounted(call, _takes(call, len(signature.parameters)), call.head_span, written)
            return Gives.UNKNOWN
        for name, argument in zip(signature.parameters, call.arguments, strict=True):
            if name == "X":  # which has been refused
                continue
            if is_zone(name):
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
        if given_zone(argument) is not None or self.gives[id(argument)] is Gives.UNKNOWN:
            return
        needed = say("`{head}` needs a zone for `{name}`", head=call.head, name=name)
        hint: Hint | None = instead(Kind.ZONE, argument, self.text)
        if isinstance(argument, CardSet) and not argument.filters and ":" in argument.zone:
            sentence = say(
                "{needed}, and whose `{zone}` is shows only when it runs", needed=needed, zone=argument.zone
            )
            hint = say("write a seat's number: `{letter}:0`", letter=argument.zone[0])
        else:
            found = describe(argument, self.gives[id(argument)])
            sentence = say("{needed}, but {found}", needed=needed, found=found)
        self.findings.error("Y103", sentence, argument.span, hint or written)

    def _option(self, call: Call) -> Gives:
        """``(times 6)`` within the form that has such an option."""
        if len(call.arguments) == 1:
            self.expect_number(call.arguments[0], say("`{head}` needs a number", head=call.head))
        else:
            self.findings.error(
                "Y102",
                say("`{head}` takes one number", head=call.head),
                call.head_span,
                say("as in `({head} 3)`", head=call.head),
            )
        return Gives.NOTHING

    def _options_once(self, call: Call, form: Form) -> None:
        """Options come once each; they and tags do not count as something to evaluate."""
        seen: set[str] = set()
        options = list(filter(self.scopes.is_option, call.arguments))
        for argument in options:
            if not isinstance(argument, Call):
                continue
            if argument.head in seen:
                self.findings.error(
                    "Y125", say("`{head}` is given twice", head=argument.head), argument.head_span
                )
            seen.add(argument.head)
        if options and len(call.arguments) - len(options) < form.least:
            self.findings.error(
                "Y102",
                say("`{head}` has nothing to do", head=call.head),
                call.head_span,
                say("write it as `{signature}`", signature=form.signature),
            )

    def _bare_word(self, call: Call, form: Form) -> bool:
        """Report the first bare word where none is taken; the other arguments may not be what they seem."""
        for index, argument in enumerate(call.arguments):
            if isinstance(argument, Word) and not (form.arguments and form.argument(index).kind in BARE):
                self.findings.mistake(explain_word(self.text, argument.span))
                return True
        return False

    def _arity(self, call: Call, form: Form) -> bool:
        count = len(call.arguments)
        if form.least <= count and (form.most is None or count <= form.most):
            return True
        if form.most is not None and count > form.most:
            bound, span = form.most, (call.arguments[form.most].span[0], call.arguments[-1].span[1])
            takes = say_n(
                "`{head}` takes at most {number} argument",
                "`{head}` takes at most {number} arguments",
                form.most,
                head=call.head,
            )
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
        self.findings.error("Y102", say("{needed}, but {found}", needed=takes, found=given), span, written)

    def _argument(self, call: Call, form: Form, declared: Argument, node: Expression) -> None:
        kind, gives = declared.kind, self.gives[id(node)]
        written = say("write it as `{signature}`", signature=form.signature)
        if kind in (Kind.NUMBER, Kind.TEST):
            self.expect_number(
                node,
                say("`{head}` needs a number for `{name}`", head=call.head, name=declared.name),
                written,
            )
            return
        if kind is Kind.EVENT and isinstance(node, Word | Variable):
            check_event(node, self.findings)
            return
        if kind is Kind.PROPERTY and isinstance(node, Word | Variable):
            check_property(node, self.names, self.findings)
            return
        if kind is Kind.EXIT and isinstance(node, Word | Variable):
            check_exit(node, self.names, self.findings)
            return
        if is_it(node) and (
            kind is Kind.CARDS
            or (kind is Kind.ITEM and self.scopes.around(node).event and self.context != "function")
        ):
            self.event_cards(node, node.span)
            return
        if fits(declared, node, gives):
            if kind is Kind.MEANT and isinstance(node, CardSet) and gives is not Gives.UNKNOWN:
                check_meant(call.head, node, self.names, self.findings, has_card=self.has_card)
            return
        if kind is Kind.BODY and isinstance(node, CardSet | Tag):
            self.lost(node)
            return
        needed = say(
            "`{head}` needs {wanted} for `{name}`",
            head=call.head,
            wanted=wanted(declared),
            name=declared.name,
        )
        sentence = say("{needed}, but {found}", needed=needed, found=describe(node, gives))
        self.findings.error("Y103", sentence, node.span, instead(kind, node, self.text) or written)

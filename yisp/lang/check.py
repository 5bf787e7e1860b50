"""Whether a script makes sense: kinds of values, numbers of arguments, what is allowed where.

What comes in: a tree from ``parser``, the :class:`Text` it was read from, and a vocabulary that
knows the deck's names (None when there is no deck).  What goes out: diagnostics, those of
``names`` and ``lints`` included, in the order of the text.  A tree that leaves no error behind
can be lowered without further questions.

Every node is looked at once, children first, with no recursion: what a node gives follows from
what its children give, and a form's declaration says what it takes.  A value that is already
known to be wrong is of kind ``UNKNOWN`` and draws no second complaint.  What is not handled:
anything that only shows when the script runs.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from enum import Enum
from typing import Literal

from . import lints, words
from .diagnostics import Diagnostics, Text, visible
from .events import SPELLINGS, nearest, read_event
from .findings import Findings
from .forms import FORMS, Argument, Form, Kind, Purity, Repeat, Type
from .names import Names, Signature, check_filter
from .scope import Scopes
from .syntax import PLANNED
from .tree import (
    Activate,
    ByAttribute,
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
    Variable,
    Where,
    Word,
)
from .walk import Node, is_it

__all__ = [
    "Context", "Names", "check_effect", "check_function", "check_number", "check_script", "gives_number",
]

Context = Literal[
    "effect", "header", "program", "function", "condition", "score", "stat", "number", "script"
]
"""Where a script stands; "number" and "script" are those of nobody, as for ``yispc eval``."""

_WHERE: dict[Context, str] = {
    "effect": "an effect", "header": "a header", "program": "a main program",
    "function": "a function", "condition": "a condition",
    "score": "a score", "stat": "a stat", "number": "a number", "script": "a script of its own",
}


def check_effect(effect: Effect, text: Text, names: Names | None, diagnostics: Diagnostics) -> None:
    """Check the script of a card's effect."""
    findings = Findings()
    _statements(effect.script, text, names, "effect", findings, event=effect.flags.event is not None)
    if effect.script.whole:
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
    number = bool(script.statements) and checker.gives_number(script.statements[-1])
    return Signature(function.parameters, number, checker.purity, checker.uses_card, checker.uses_event)


def check_script(
    script: Script, text: Text, names: Names | None, diagnostics: Diagnostics, *, context: Context
) -> None:
    """Check statements that belong to no card."""
    findings = Findings()
    _statements(script, text, names, context, findings)
    if script.whole:
        lints.check_variables(script, names, findings)
    findings.report(text, diagnostics)


def check_number(
    number: Expression, text: Text, names: Names | None, diagnostics: Diagnostics, *, context: Context
) -> None:
    """Check a condition, score or stat: that it is a number, and changes nothing."""
    findings = Findings()
    checker = _Checker(text, names, context, False, findings)
    checker.check(number)
    checker.expect_number(number, f"{_WHERE[context]} must be a number")
    lints.check_variables(number, names, findings)
    findings.report(text, diagnostics)


def gives_number(statement: Statement, text: Text, names: Names | None) -> bool:
    """Whether a statement of a script that has been checked gives a number."""
    checker = _Checker(text, names, "script", True, Findings())
    checker.check(statement)
    return checker.gives_number(statement)


def _statements(
    script: Script, text: Text, names: Names | None, context: Context, findings: Findings,
    event: bool = False, parameters: Sequence[str] = (),
) -> _Checker:
    checker = _Checker(text, names, context, True, findings, event, parameters)
    for statement in script.statements:
        checker.statement(statement)
    return checker


class _Gives(Enum):
    """What evaluating a node gives; the text is how a message calls it."""

    NUMBER = "a number"
    TEXT = "a text"
    CARDS = "a card set"
    TAG = "a tag"
    NOTHING = "nothing"
    WORD = "a name"
    UNKNOWN = "something that is wrong already"


_TAKEN = {  # by the kind of an argument: what may stand there, beside what is wrong already
    Kind.NUMBER: {_Gives.NUMBER},
    Kind.TEST: {_Gives.NUMBER},
    Kind.CARDS: {_Gives.CARDS},
    Kind.ZONE: {_Gives.CARDS},
    Kind.TAG: {_Gives.TAG},
    Kind.BODY: {_Gives.NUMBER, _Gives.TEXT, _Gives.NOTHING},
    Kind.ITEM: {_Gives.NUMBER, _Gives.TEXT, _Gives.CARDS},
}

_WORDS = (Kind.WORD, Kind.EVENT, Kind.PROPERTY)
"""The kinds of arguments that may be a bare word."""

_WANTED = {
    Kind.NUMBER: "a number",
    Kind.TEST: "a number",
    Kind.CARDS: "a card set",
    Kind.ZONE: "a zone",
    Kind.TAG: "a tag",
    Kind.WORD: "a name",
    Kind.VARIABLE: "a variable",
    Kind.BODY: "an expression",
    Kind.ITEM: "a number, a text or a card set",
    Kind.EVENT: "an event",
    Kind.PROPERTY: "a property",
}


class _Checker:
    """Checks the trees of one script."""

    def __init__(
        self, text: Text, names: Names | None, context: Context, changes: bool, findings: Findings,
        event: bool = False, parameters: Sequence[str] = (),
    ) -> None:
        self._text = text.text
        self._names = names
        self._context: Context = context
        self._changes = changes  # whether the table may be changed
        self._findings = findings
        self._parameters = parameters  # of the function that this is
        self._scopes = Scopes(event, findings)
        self._gives: dict[int, _Gives] = {}  # by the id of the node
        # What the script as a whole does, for a function's signature
        self.purity = Purity.PURE
        self.uses_card = self.uses_event = False

    # The walk

    def statement(self, statement: Statement) -> None:
        """Check one statement of a program."""
        if isinstance(statement, Activate):
            if self._context != "effect":
                sentence = f"`@` activates an effect, and does nothing in {_WHERE[self._context]}"
                self._findings.warning("Y410", sentence, statement.span, "delete it")
            return
        self.check(statement)
        if isinstance(statement, CardSet | Tag):
            self._lost(statement)

    def check(self, root: Node) -> None:
        """Check a tree, children first."""
        for node in reversed(self._scopes.enter(root)):
            self._gives[id(node)] = self._node(node)

    def gives_number(self, statement: Statement) -> bool:
        """Whether a checked statement gives a number."""
        return self._gives.get(id(statement)) is _Gives.NUMBER

    def _does(self, purity: Purity) -> None:
        order = list(Purity)
        self.purity = max(self.purity, purity, key=order.index)

    def expect_number(self, node: Expression, sentence: str, hint: str | None = None) -> None:
        """Complain when a node does not give a number, pointing at the part of it that does not."""
        gives = self._gives[id(node)]
        if gives in (_Gives.NUMBER, _Gives.UNKNOWN):
            return
        culprit, within = self._without_number(node)
        if within is None:
            self._findings.error("Y103", f"{sentence}, and {self._describe(culprit)}", culprit.span,
                                 self._hint(Kind.NUMBER, culprit) or hint)
        elif culprit is within:
            sentence += f", and without its last part `{within.head}` does not always give one"
            self._findings.error("Y108", sentence, within.head_span,
                                 f"give all parts of `{FORMS[within.head].signature}`")
        else:
            sentence += f", so what `{within.head}` ends with must be one, and {self._describe(culprit)}"
            self._findings.error("Y108", sentence, culprit.span, self._hint(Kind.NUMBER, culprit))

    def _without_number(self, node: Node) -> tuple[Node, Call | None]:
        """The part of an ``if`` or ``block`` that gives no number, and the form it is a branch of;
        that form itself when the branch was left out."""
        within: Call | None = None
        while isinstance(node, Call):
            form = FORMS.get(node.head)
            if form is None or form.type is not Type.BODIES:
                break
            within = node
            bad = [body for body in _last_bodies(form, node) if self._gives[id(body)] is not _Gives.NUMBER]
            if not bad:
                break
            node = bad[0]
        return node, within

    # What each node gives

    def _node(self, node: Node) -> _Gives:
        match node:
            case Variable():
                self._variable(node)
                return _Gives.NUMBER
            case Number() | Size():
                return _Gives.NUMBER
            case String():
                return _Gives.TEXT
            case Tag():
                return _Gives.TAG
            case Word():
                return _Gives.WORD
            case Call():
                return self._call(node)
            case CardSet():
                return self._cards(node)
            case Guard():
                self.expect_number(node.condition, "a guard needs a number")
            case Limit():
                self.expect_number(node.amount, "how many cards must be a number")
                if node.end == "random":
                    self._does(Purity.CHANCE)
                    self._by_chance(node, f"`{visible(self._text[slice(*node.span)])}`", node.span)
            case Where():
                self.expect_number(node.condition, "a filter in parentheses needs a number")
            case ByName() | ByAttribute() | ByPattern() if self._names is not None:
                check_filter(node, self._names, self._findings)
        return _Gives.NOTHING

    def _variable(self, node: Variable) -> None:
        if node.name in self._parameters and self._scopes.around(node).later:
            sentence = f"`{node.name}` is not the function's argument, since that is long over when this runs"
            self._findings.warning("Y413", sentence, node.span, "keep it in a variable of the trial first")

    def _cards(self, node: CardSet) -> _Gives:
        if node.zone == "X" and self._context not in ("effect", "function"):
            sentence = f"`X` is the card whose effect runs, and {_WHERE[self._context]} belongs to no card"
            self._findings.error("Y130", sentence, (node.span[0], node.span[0] + 1))
        self.uses_card |= node.zone == "X"
        if node.zone == "it":
            self._event_cards(node, (node.span[0], node.span[0] + 2))
        return _Gives.CARDS

    def _event_cards(self, node: Node, span: Span) -> None:
        if not self._scopes.around(node).event:
            self._findings.error("Y132", "`it` is the cards of an event, and nothing is answered here", span,
                                 "effects with a flag such as `[1 on D>B]` have it, and so has `(on draw …)`")
        elif not self._scopes.around(node).installed:
            self.uses_event = True

    def _by_chance(self, node: Node, what: str, span: Span) -> None:
        if self._scopes.around(node).in_filter:
            self._findings.error("Y124", f"{what} draws at random, which a filter by a number must not", span,
                                 "draw first, as in `(= x (rand 1 6))`, and compare with `x`")

    # Calls

    def _call(self, call: Call) -> _Gives:
        if self._scopes.is_option(call):
            return self._option(call)
        form = FORMS.get(call.head)
        if form is None:
            signature = self._names.functions.get(call.head) if self._names is not None else None
            if signature is not None:
                return self._function(call, signature)
            self._unknown_form(call)
            return _Gives.UNKNOWN
        refused = self._refused(call, Purity.PURE if self._is_own_assignment(call, form) else form.purity)
        if self._bare_word(call, form) or not self._arity(call, form):
            return _Gives.UNKNOWN
        for index, argument in enumerate(call.arguments):
            if not self._scopes.is_option(argument):
                self._argument(call, form, form.argument(index), argument)
        self._options_once(call, form)
        if refused:
            return _Gives.UNKNOWN
        if form.type is Type.NUMBER:
            return _Gives.NUMBER
        return self._bodies(call, form) if form.type is Type.BODIES else _Gives.NOTHING

    def _is_own_assignment(self, call: Call, form: Form) -> bool:
        """Whether the call does no more than give a function's own variable a value: no one sees that."""
        if self._context != "function" or self._scopes.around(call).in_filter:
            return False
        assigned = [node for node, argument in zip(call.arguments, form.arguments, strict=False)
                    if argument.kind is Kind.VARIABLE]
        return bool(assigned) and all(
            isinstance(node, Variable) and (len(node.name) == 1 or node.name in self._parameters)
            for node in assigned
        )

    def _refused(self, call: Call, purity: Purity) -> bool:
        """Whether what a call does must not be done here; says so."""
        self._does(purity)
        in_filter = self._scopes.around(call).in_filter
        if purity is Purity.CHANCE:
            self._by_chance(call, f"`{call.head}`", call.head_span)
        if purity is not Purity.CHANGES or (self._changes and not in_filter):
            return False
        where = "a filter by a number" if in_filter else _WHERE[self._context]
        sentence = f"`{call.head}` changes the table, which {where} must not"
        self._findings.error("Y131", sentence, call.head_span)
        return True

    def _function(self, call: Call, signature: Signature) -> _Gives:
        """A call of a function of the author's."""
        written = f"it is written `{signature.written(call.head)}`"
        if signature.card:
            self.uses_card = True
            if self._context not in ("effect", "function"):
                sentence = f"`{call.head}` uses `X`, the card whose effect runs, and {_WHERE[self._context]}"
                self._findings.error("Y130", f"{sentence} belongs to no card", call.head_span)
        if signature.event:
            self._event_cards(call, call.head_span)
        refused = self._refused(call, signature.purity)
        count, wanted = len(call.arguments), len(signature.parameters)
        if count != wanted:
            self._findings.error(
                "Y102", f"`{call.head}` takes {wanted or 'no'} argument{'' if wanted == 1 else 's'},"
                f" and here {'is' if count == 1 else 'are'} {count or 'none'}", call.head_span, written
            )
            return _Gives.UNKNOWN
        for name, argument in zip(signature.parameters, call.arguments, strict=True):
            self.expect_number(argument, f"`{call.head}` wants a number for `{name}`", written)
        if refused:
            return _Gives.UNKNOWN
        return _Gives.NUMBER if signature.number else _Gives.NOTHING

    def _option(self, call: Call) -> _Gives:
        """``(times 6)`` within the form that has such an option."""
        if len(call.arguments) == 1:
            self.expect_number(call.arguments[0], f"`{call.head}` wants a number")
        else:
            self._findings.error("Y102", f"`{call.head}` takes one number", call.head_span,
                                 f"as in `({call.head} 3)`")
        return _Gives.NOTHING

    def _options_once(self, call: Call, form: Form) -> None:
        """Options come once each, and do not count as something to evaluate."""
        seen: set[str] = set()
        for argument in call.arguments:
            if not self._scopes.is_option(argument):
                continue
            assert isinstance(argument, Call)
            if argument.head in seen:
                self._findings.error("Y125", f"`{argument.head}` is given twice", argument.head_span)
            seen.add(argument.head)
        if seen and len(call.arguments) - len(seen) < form.least:
            self._findings.error("Y102", f"`{call.head}` has nothing to do", call.head_span,
                                 f"it is written `{form.signature}`")

    def _unknown_form(self, call: Call) -> None:
        if call.head in PLANNED:
            sentence = f"`{call.head}` ({PLANNED[call.head]}) is known, but not built yet"
            self._findings.error("Y150", sentence, call.head_span)
            return
        options = {option.name: form.name for form in FORMS.values() for option in form.options}
        if call.head in options:
            sentence = f"`{call.head}` belongs into `({options[call.head]} …)`"
            self._findings.error("Y125", sentence, call.head_span)
            return
        head, known = call.head, [*FORMS, *PLANNED, *(self._names.functions if self._names else ())]
        if words.lookalike(head) or head.startswith("@"):
            mistake = words.explain_word(self._text, call.head_span)
            self._findings.error(mistake.code, mistake.message, mistake.span, mistake.hint)
            return
        hint = None
        if head == "define":
            hint = "functions stand under `deck.define`, or in a `.yisp` file that the deck includes"
        elif head.endswith("-") and head[:-1] in FORMS:  # `(/-7 2)`: marks are read as far as they go
            hint = f"a blank belongs behind `{head[:-1]}`"
        elif not call.arguments and self._text.endswith(".", 0, call.span[0]):  # a filter
            hint = f"for cards whose `{visible(head)}` is not 0 write `.(!= {visible(head)} 0)`"
        elif near := difflib.get_close_matches(head.lower(), known, n=1):
            hint = f"did you mean `{near[0]}`?"
        elif not call.arguments:
            hint = "a variable, a zone or a number stands without parentheses"
        self._findings.error("Y101", f"there is no form `{visible(head)}`", call.head_span, hint)

    def _bare_word(self, call: Call, form: Form) -> bool:
        """Report the first bare word where none is taken; the other arguments may not be what they seem."""
        for index, argument in enumerate(call.arguments):
            if isinstance(argument, Word) and not (form.arguments and form.argument(index).kind in _WORDS):
                mistake = words.explain_word(self._text, argument.span)
                self._findings.error(mistake.code, mistake.message, mistake.span, mistake.hint)
                return True
        return False

    def _arity(self, call: Call, form: Form) -> bool:
        count = len(call.arguments)
        if form.least <= count and (form.most is None or count <= form.most):
            return True
        if form.most is not None and count > form.most:
            bound, limit = form.most, "at most "
            span = (call.arguments[form.most].span[0], call.arguments[-1].span[1])
        else:
            bound, limit, span = form.least, "at least ", call.head_span
        if form.most == form.least:
            limit = ""
        sentence = (f"`{call.head}` takes {limit}{bound or 'no'} argument{'' if bound == 1 else 's'},"
                    f" and here {'is' if count == 1 else 'are'} {count or 'none'}")
        self._findings.error("Y102", sentence, span, f"it is written `{form.signature}`")
        return False

    def _argument(self, call: Call, form: Form, declared: Argument, node: Expression) -> None:
        kind, gives = declared.kind, self._gives[id(node)]
        written = f"it is written `{form.signature}`"
        if kind in (Kind.NUMBER, Kind.TEST):
            self.expect_number(node, f"`{call.head}` wants a number for `{declared.name}`", written)
            return
        if kind is Kind.EVENT and isinstance(node, Word | Variable):
            self._event(node)
            return
        if kind is Kind.PROPERTY and isinstance(node, Word | Variable):
            self._property(node)
            return
        if is_it(node) and (kind is Kind.CARDS or (kind is Kind.ITEM and self._scopes.around(node).event
                                                   and self._context != "function")):
            self._event_cards(node, node.span)
            return
        if kind is Kind.WORD:
            fits = isinstance(node, String | Variable | Word)
        elif kind is Kind.VARIABLE:
            fits = isinstance(node, Variable)
        elif kind is Kind.MODE:
            fits = isinstance(node, Variable) and node.name in declared.choices
        else:
            filtered = isinstance(node, CardSet) and bool(node.filters)
            fits = gives in _TAKEN.get(kind, ()) and not (kind is Kind.ZONE and filtered)
        if fits or gives is _Gives.UNKNOWN:
            return
        if kind is Kind.BODY and isinstance(node, CardSet | Tag):
            self._lost(node)
            return
        wanted = _WANTED.get(kind) or "one of " + ", ".join(f"`{choice}`" for choice in declared.choices)
        sentence = f"`{call.head}` wants {wanted} for `{declared.name}`, and {self._describe(node)}"
        self._findings.error("Y103", sentence, node.span, self._hint(kind, node) or written)

    def _event(self, node: Word | Variable) -> None:
        word = node.text if isinstance(node, Word) else node.name
        if read_event(word) is None:
            near = nearest(word)
            self._findings.error("Y122", f"`{visible(word)}` is no event", node.span,
                                 f"did you mean `{near}`?" if near else f"events are {SPELLINGS}")

    def _property(self, node: Word | Variable) -> None:
        name = node.text if isinstance(node, Word) else node.name
        if self._names is not None and not self._names.property_values(name):
            near = difflib.get_close_matches(name, list(self._names.properties), n=1)
            self._findings.warning(
                "Y412", f"no card has a property `{visible(name)}`; this gives 0", node.span,
                f"did you mean `{near[0]}`?" if near else "`props: {level: 3}` under a card gives it one",
            )

    def _bodies(self, call: Call, form: Form) -> _Gives:
        given = {self._gives[id(body)] for body in _last_bodies(form, call)}
        if given & {_Gives.UNKNOWN, _Gives.CARDS, _Gives.TAG}:  # the last two are reported where they stand
            return _Gives.UNKNOWN
        complete = form.most is None or len(call.arguments) == form.most
        return _Gives.NUMBER if complete and given == {_Gives.NUMBER} else _Gives.NOTHING

    # Words

    def _lost(self, node: CardSet | Tag) -> None:
        """A card set or a tag where its value goes nowhere."""
        written = visible(self._text[slice(*node.span)])
        if isinstance(node, Tag):
            self._findings.error("Y121", "a tag alone does nothing", node.span,
                                 f"it belongs at the end of a move: `(# D.2 H {written})`")
        else:
            self._findings.error("Y121", "a card set alone does nothing", node.span,
                                 f"to move it, write `(# {written} B)`; to count it, `|{written}|`")

    def _describe(self, node: Node) -> str:
        match node:
            case CardSet() if not node.filters:
                return f"this is {'the card `X`' if node.zone == 'X' else 'a zone'}"
            case Call() if self._gives[id(node)] is _Gives.NOTHING:
                return f"`{visible(node.head)}` gives nothing"
            case Variable():
                return "this is a variable"
        return f"this is {self._gives[id(node)].value}"

    def _hint(self, kind: Kind, node: Node) -> str | None:
        """What to write instead, where that can be guessed."""
        written = visible(self._text[slice(*node.span)])
        match kind, node:
            case Kind.NUMBER, CardSet():
                return f"how many cards it holds is `|{written}|`"
            case Kind.CARDS, Size():
                return f"the set itself has no bars: `{visible(self._text[slice(*node.cards.span)])}`"
            case Kind.ZONE, CardSet():
                return f"a zone stands without filters: `{node.zone}`"
            case (Kind.CARDS | Kind.ZONE), Variable(name=name) if len(name) == 1 and name != "x":
                return f"zones are capital letters: `{name.upper()}`"
            case (Kind.CARDS | Kind.ZONE), Variable(name="x"):
                return "this card is `X`, a capital letter"
            case Kind.TAG, (String() | Variable()):
                return f"a tag is written `[{visible(node.text if isinstance(node, String) else node.name)}]`"
            case Kind.VARIABLE, String():
                return "without quotation marks it is a variable"
        return None


def _last_bodies(form: Form, call: Call) -> list[Expression]:
    """The bodies that may be the last to be evaluated: one of a choice, or the end of a sequence."""
    bodies = [node for index, node in enumerate(call.arguments) if form.argument(index).kind is Kind.BODY]
    in_sequence = any(argument.repeat is Repeat.MANY for argument in form.arguments)
    return bodies[-1:] if in_sequence else bodies

"""Whether a script makes sense: types of values, numbers of arguments, what is allowed where.

What comes in: a tree from ``parser``, the :class:`Text` it was read from, and a vocabulary that
knows the deck's names (None when there is no deck).  What goes out: diagnostics, those of
``names`` and ``lints`` included, in the order of the text.  A tree that leaves no error behind
can be lowered without further questions.

Every node is looked at twice, with no recursion: parents first for what stands around it
(``scope``), then children first for what it gives (``types``), which follows from what its children
give; of calls, ``calls`` says.  A value that is already known to be wrong is ``UNKNOWN`` and draws no
second complaint.  What is not handled: anything that only shows when the
script runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from ...messages import say
from .. import tree
from ..diagnostics import Diagnostics, Text, visible
from ..forms import Purity
from ..remedy import replacing
from ..walk import Node, usage
from . import lints
from .calls import Calls
from .checking import WHERE, Context
from .findings import Findings
from .names import Names, Signature, check_filter
from .seats import GIVEN, HOOKS, check_claim, check_hook, check_seats, check_veto
from .types import Gives
from .walls import check_flags, check_walls

NO_FUNCTIONS: Mapping[str, tree.Script] = MappingProxyType({})


def check_effect(effect: tree.Effect, text: Text, names: Names | None, diagnostics: Diagnostics) -> None:
    """Check the script of a card's effect."""
    findings = Findings()
    _statements(effect.script, text, names, "effect", findings, event=effect.flags.event is not None)
    check_flags(effect, names, findings)
    if effect.script.whole:
        if not findings.has_errors:  # what is wrong may be the move by which the card leaves
            lints.check_activation(effect, findings)
        lints.check_variables(effect.script, names, findings)
    findings.report(text, diagnostics)


def check_function(function: tree.Function, text: Text, names: Names, diagnostics: Diagnostics) -> Signature:
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
    script: tree.Script,
    text: Text,
    names: Names | None,
    diagnostics: Diagnostics,
    *,
    context: Context,
    functions: Mapping[str, tree.Script] = NO_FUNCTIONS,
) -> None:
    """Check statements that belong to no card; those of a seat also for what ``functions`` do in them."""
    findings = Findings()
    _statements(script, text, names, context, findings)
    if context in HOOKS:
        check_hook(script, context, functions, findings)
    if script.whole:
        lints.check_variables(script, names, findings, GIVEN.get(context, ()))
    findings.report(text, diagnostics)


def check_number(
    number: tree.Expression, text: Text, names: Names | None, diagnostics: Diagnostics, *, context: Context
) -> None:
    """Check a condition, score or stat: that it is a number, and changes nothing."""
    findings = Findings()
    checker = _Checker(text, names, context, False, findings)
    checker.check(number)
    checker.expect_number(number, say("{where} must be a number", where=WHERE[context]))
    lints.check_variables(number, names, findings)
    findings.report(text, diagnostics)


def check_dealt_number(
    number: tree.Expression,
    text: Text,
    names: Names,
    functions: Mapping[str, tree.Script],
    diagnostics: Diagnostics,
    *,
    context: Context,
) -> None:
    """Check a veto, a claim (which is a filter by a number), or how many worlds a seat brings."""
    findings = Findings()
    asked: tree.Expression | tree.Where = tree.Where(number, number.span) if context == "claim" else number
    if not check_veto(number, context, names, findings):
        checker = _Checker(text, names, context, False, findings)
        if context == "claim":
            checker.check(asked)
            check_claim(number, functions, findings)
        else:
            checker.check(number)
            checker.expect_number(number, say("{where} must be a number", where=WHERE[context]))
    lints.check_variables(asked, names, findings, GIVEN.get(context, ()))
    findings.report(text, diagnostics)


def gives_number(statement: tree.Statement, text: Text, names: Names | None) -> bool:
    """Whether a statement of a script that has been checked gives a number."""
    checker = _Checker(text, names, "script", True, Findings())
    checker.check(statement)
    return checker.gives_number(statement)


def _statements(
    script: tree.Script,
    text: Text,
    names: Names | None,
    context: Context,
    findings: Findings,
    event: bool = False,
    parameters: Sequence[str] = (),
) -> _Checker:
    checker = _Checker(text, names, context, True, findings, event, parameters)
    checker.script = script
    for statement in script.statements:
        checker.statement(statement)
    return checker


class _Checker(Calls):
    """One script that is being checked: its statements, trees and nodes."""

    script: tree.Script | None = None

    def statement(self, statement: tree.Statement) -> None:
        """Check one statement of a program."""
        if isinstance(statement, tree.Activate):
            if self.context != "effect":
                sentence = say(
                    "`@` activates an effect, and means nothing in {where}", where=WHERE[self.context]
                )
                start, end = statement.span
                end += len(self.text[end:]) - len(self.text[end:].lstrip(" \t;"))
                hint = replacing(say("delete it"), (start, end), "")
                self.findings.warning("Y410", sentence, statement.span, hint)
            return
        self.check(statement)
        if isinstance(statement, tree.CardSet | tree.Tag) and self.gives[id(statement)] is not Gives.UNKNOWN:
            self.lost(statement)

    def check(self, root: Node) -> None:
        """Check a tree, children first."""
        for node in reversed(self.scopes.enter(root)):
            self.gives[id(node)] = self._node(node)
        check_walls(root, self.names, self.findings)
        check_seats(root, self.names, self.context, self.findings)

    def gives_number(self, statement: tree.Statement) -> bool:
        """Whether a checked statement gives a number, as far as it is not wrong already."""
        return self.gives.get(id(statement)) in (Gives.NUMBER, Gives.UNKNOWN)

    def _node(self, node: Node) -> Gives:
        match node:
            case tree.Variable():
                self._variable(node)
                return Gives.NUMBER
            case tree.Number() | tree.Size():
                return Gives.NUMBER
            case tree.String():
                return Gives.TEXT
            case tree.Tag():
                return Gives.TAG
            case tree.Word():
                return Gives.WORD
            case tree.Call():
                return self.call(node)
            case tree.CardSet():
                return self._cards(node)
            case tree.Guard():
                self.expect_number(node.condition, say("a guard needs a number"))
            case tree.Limit():
                self.expect_number(node.amount, say("how many cards must be given as a number"))
                if node.end == "random":
                    self.does(Purity.CHANCE)
                    self.by_chance(node, f"`{visible(self.text[slice(*node.span)])}`", node.span)
            case tree.Where():
                self.expect_number(node.condition, say("a filter in parentheses needs a number"))
            case tree.ThisCard():
                named = self.names is not None and self.names.name("X") is not None
                hint = replacing(say('the card or alias `X` is `."X"`'), node.span, '"X"')
                self.this_card(node.span, hint if named else None)
                if named and self.has_card:
                    sentence = say(
                        "`.X` is the card whose effect is running, not the card or alias of that name"
                    )
                    hint = replacing(say('that one is written `."X"`'), node.span, '"X"')
                    self.findings.warning("Y435", sentence, node.span, hint)
            case tree.ByName() | tree.ByAttribute() | tree.ByPattern() | tree.ByKind():
                if self.names is not None:
                    check_filter(node, self.names, self.findings, self._is_variable)
        return Gives.NOTHING

    def _is_variable(self, name: str) -> bool:
        """Whether the script gives a variable of that name a value."""
        return name in self.parameters or name in self._assigned

    @cached_property
    def _assigned(self) -> Collection[str]:
        return () if self.script is None else usage(self.script).writes

    def _variable(self, node: tree.Variable) -> None:
        if node.name in self.parameters and self.scopes.around(node).later:
            sentence = say(
                "`{name}` is not the function's argument: the function has ended when this runs",
                name=node.name,
            )
            self.findings.warning(
                "Y413",
                sentence,
                node.span,
                say("first copy it to a variable of the trial, which has a longer name"),
            )

    def _cards(self, node: tree.CardSet) -> Gives:
        if node.zone == "X":
            self.this_card((node.span[0], node.span[0] + 1))
            if not self.has_card:
                return Gives.UNKNOWN
        if node.zone == "it":
            self.event_cards(node, (node.span[0], node.span[0] + 2))
        return Gives.CARDS

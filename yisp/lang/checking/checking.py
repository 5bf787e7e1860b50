"""What is known of a script while it is being checked, and the complaints that all of checking shares.

What comes in: the script's text, the deck's names, where the script stands.  What goes out: findings, and
what the script as a whole does, for a function's signature.  What a node must be is decided elsewhere, of
calls in ``calls``, of all else in ``check``: a class in three modules, each of which adds to the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...messages import Message, say
from ..diagnostics import Text, visible
from ..forms import FORMS, Kind, Purity
from ..remedy import Hint, replacing
from ..tree import Call, CardSet, Expression, Span, Tag
from ..walk import Node
from .findings import Findings
from .names import Names
from .scope import Scopes
from .types import Gives, describe, instead, without_number

Context = Literal[
    "effect", "header", "before-play", "program", "footer", "function", "condition", "score", "stat",
    "evaluate", "number", "script",
    "raid", "told", "reveal", "beg", "on-deal", "on-draw", "accept", "claim", "worlds",
]  # fmt: skip
"""Where a script stands; "number" and "script" are those of nobody, as for ``yispc eval``."""


WHERE: dict[Context, Message] = {
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


class Checking:
    """One script that is being checked."""

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
        self.text = text.text
        self.names = names
        self.context: Context = context
        self.changes = changes  # whether the table may be changed
        self.findings = findings
        self.parameters = parameters  # of the function that this is
        self.scopes = Scopes(event, findings)
        self.gives: dict[int, Gives] = {}  # by the id of the node
        # What the script as a whole does, for a function's signature
        self.purity = Purity.PURE
        self.uses_card = self.uses_event = False

    def does(self, purity: Purity) -> None:
        order = list(Purity)
        self.purity = max(self.purity, purity, key=order.index)

    def expect_number(self, node: Expression, needed: Message, hint: Hint | None = None) -> None:
        """Complain when a node does not give a number, pointing at the part of it that does not; ``needed``
        says for what one is needed."""
        gives = self.gives[id(node)]
        if gives in (Gives.NUMBER, Gives.UNKNOWN):
            return
        culprit, within = without_number(node, self.gives)
        found = describe(culprit, self.gives[id(culprit)])
        if within is None:
            self.findings.error(
                "Y103",
                say("{needed}, but {found}", needed=needed, found=found),
                culprit.span,
                instead(Kind.NUMBER, culprit, self.text) or hint,
            )
        elif culprit is within:
            sentence = say(
                "{needed}, but without its last part `{head}` does not always give one",
                needed=needed,
                head=within.head,
            )
            self.findings.error(
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
            self.findings.error("Y108", sentence, culprit.span, instead(Kind.NUMBER, culprit, self.text))

    @property
    def has_card(self) -> bool:
        """Whether the script belongs to a card, or may be called by one that does."""
        return self.context in ("effect", "function")

    def this_card(self, span: Span, hint: Hint | None = None) -> None:
        self.uses_card = True
        if not self.has_card:
            where = WHERE[self.context]
            sentence = say(
                "`X` is the card whose effect is running, but {where} belongs to no card", where=where
            )
            self.findings.error("Y130", sentence, span, hint)

    def event_cards(self, node: Node, span: Span) -> None:
        if not self.scopes.around(node).event:
            sentence = say("`it` means the cards of an event, but no event is being answered here")
            self.findings.error(
                "Y132",
                sentence,
                span,
                say("effects with a flag such as `[1 on D>B]` have it, so does `(on draw …)`"),
            )
        elif not self.scopes.around(node).installed:
            self.uses_event = True

    def by_chance(self, node: Node, what: str, span: Span) -> None:
        asks = self.scopes.around(node).asks
        if asks is not None:
            sentence = say("{what} draws at random, which {asks} must not do", what=what, asks=asks)
            self.findings.error(
                "Y124",
                sentence,
                span,
                say("draw first, as in `(= roll (rand 1 6))`, and compare with `roll`"),
            )

    def refused(self, call: Call, purity: Purity) -> bool:
        """Whether what a call does must not be done here; says so."""
        self.does(purity)
        asks = self.scopes.around(call).asks
        if purity is Purity.CHANCE:
            self.by_chance(call, f"`{call.head}`", call.head_span)
        if purity is not Purity.CHANGES or (self.changes and asks is None):
            return False
        where = asks or WHERE[self.context]
        sentence = say("`{head}` changes the table, which {where} must not do", head=call.head, where=where)
        hint = None
        if call.head == "=":
            hint = replacing(say("to compare, write `(== a b)`"), call.head_span, "==")
        self.findings.error("Y131", sentence, call.head_span, hint)
        return True

    def lost(self, node: CardSet | Tag) -> None:
        """A card set or a tag where its value goes nowhere."""
        written = visible(self.text[slice(*node.span)])
        if isinstance(node, Tag):
            self.findings.error(
                "Y121",
                say("a tag alone does nothing"),
                node.span,
                say("it belongs at the end of a move: `(# D.2 H {written})`", written=written),
            )
        else:
            self.findings.error(
                "Y121",
                say("a card set alone does nothing"),
                node.span,
                say("to move it, write `(# {written} B)`; to count it, `|{written}|`", written=written),
            )

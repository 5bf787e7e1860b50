"""Whether the names in a script name something: forms, functions, events, properties, cards.

What comes in: the node that names it, and the deck's :class:`Names`.  What goes out: errors for
what the language does not have; warnings for what the deck does not have, since a filter that
names nothing is legal and selects nothing, as in Yisp v0.4.  Cards and
attributes are easily confused (``H.M`` for ``H.a:M``), so each is looked for among the others
before a nearest name is proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum, auto
from typing import Protocol

from ...messages import say
from ...structs import dataclass
from ..diagnostics import visible
from ..events import SPELLINGS, WORDS, read_event
from ..forms import FORMS, Purity
from ..parsing.habits import form_meant
from ..parsing.infix import prefix_form
from ..parsing.words import explain_word, lookalike, spelt
from ..remedy import Hint, replacing, respelling
from ..suggest import nearest
from ..tree import ByAttribute, ByKind, ByName, ByPattern, Call, Span, Variable, Word
from .findings import Findings


@dataclass(frozen=True, slots=True)
class Signature:
    """What the checker must know of a function of the author's to check its calls."""

    parameters: tuple[str, ...]
    number: bool  # whether it gives one
    purity: Purity
    card: bool  # whether it uses `X`
    event: bool  # whether it uses `it`

    def written(self, name: str) -> str:
        """How a call of it is written."""
        return "(" + " ".join((name, *self.parameters)) + ")"


class Sort(Enum):
    """What a name of a deck is the name of."""

    CARD = auto()  # or of an alias, or of a kind
    ATTRIBUTE = auto()
    PROPERTY = auto()
    FUNCTION = auto()


class Names(Protocol):
    """The names of a deck; what they stand for is a set of kinds of cards, one bit a kind."""

    def name(self, text: str, /) -> int | None:
        """The kinds that ``.name`` keeps: a card's, else an alias'; None when it is neither."""

    def attribute(self, text: str, /) -> int:
        """The kinds with that attribute, exactly."""

    def kind(self, text: str, /) -> int:
        """The kinds that are of the kind of that name, itself included."""

    def pattern(self, text: str, /) -> int:
        """The kinds with an attribute that matches the pattern."""

    def property_values(self, name: str, /) -> Mapping[int, int]:
        """A property's number by kind, for the kinds that have it."""

    @property
    def properties(self) -> Collection[str]:
        """The names of all properties, in the order of the deck."""

    @property
    def functions(self) -> Mapping[str, Signature]:
        """The functions that scripts may call."""

    @property
    def exits(self) -> Sequence[str]:
        """The exits of the wall; none where there is no wall."""

    @property
    def seats(self) -> Sequence[str]:
        """What the seats of a deal are called; none where nothing is dealt to any."""

    @property
    def unread(self) -> Collection[Sort]:
        """The sorts of which there may be other names, which could not be read: something has been said of
        that, and whatever has no other name may have one of those."""

    def nearest(self, text: str, /) -> str | None:
        """The most similar name of a card, alias (as it is) or attribute (with ``a:``)."""


def check_form(call: Call, text: str, names: Names | None, findings: Findings) -> None:
    """Complain of a call of what is neither a form nor a function, and say what may have been meant."""
    options = {option.name: form.name for form in FORMS.values() for option in form.options}
    if call.head in options:
        sentence = say("`{head}` belongs in `({form} …)`", head=call.head, form=options[call.head])
        findings.error("Y125", sentence, call.head_span)
        return
    head = call.head
    known = [*(name for name in (names.functions if names else ()) if "(" not in name), *FORMS]
    if lookalike(head) or head.startswith("@"):
        findings.mistake(explain_word(text, call.head_span))
        return
    if names is not None and Sort.FUNCTION in names.unread:
        return
    hint: Hint | None = None
    if other := meant(call, text):
        hint = other
    elif head.endswith("-") and head[:-1] in FORMS:  # `(/-7 2)`: marks are read as far as they go
        minus = call.head_span[1] - 1
        hint = replacing(say("put a space after `{head}`", head=head[:-1]), (minus, minus), " ")
    elif not call.arguments and text[: call.span[0]].endswith((".", "!")):  # a filter
        hint = say("for cards whose `{head}` is not 0 write `.(!= {head} 0)`", head=visible(head))
        hint = replacing(hint, call.span, f"(!= {head} 0)")
    elif near := respelling(nearest(head, known), call.head_span):
        hint = near
    elif ":" in head:
        room = visible(head.partition(":")[0])
        hint = say("`use: [{collection}]` brings the functions of a collection", collection=room)
    elif not call.arguments:
        hint = say("a variable, a zone or a number is written without parentheses")
    findings.error("Y101", say("there is no form `{head}`", head=visible(head)), call.head_span, hint)


def meant(call: Call, text: str) -> Hint | None:
    """What a call of no form means in other languages and games."""
    inner = text[call.span[0] + 1 : call.span[1] - 1]
    written, assigning = prefix_form(inner), prefix_form(inner, assigns=True)
    if written != assigning:  # ``(x = 3)`` may be either
        hint = say(
            "the operator comes first: `{written}` compares, `{assigning}` gives a value",
            written=written,
            assigning=assigning,
        )
        return replacing(hint, call.span, *(one for one in (written, assigning) if one is not None))
    if written is not None:
        return replacing(say("the operator comes first: `{meant}`", meant=written), call.span, written)
    first = call.arguments[0].span if call.arguments else None
    return form_meant(call.head, None if first is None else text[slice(*first)], call.head_span)


def check_event(node: Word | Variable, findings: Findings) -> None:
    """Complain of a word that names no event."""
    word = node.text if isinstance(node, Word) else node.name
    if read_event(word) is None:
        hint = respelling(nearest(word, WORDS), node.span) or SPELLINGS
        findings.error("Y122", say("`{word}` is not an event", word=visible(word)), node.span, hint)


def check_property(node: Word | Variable, names: Names | None, findings: Findings) -> None:
    """Warn of a property that no card of the deck has."""
    name = node.text if isinstance(node, Word) else node.name
    if names is not None and Sort.PROPERTY not in names.unread and not names.property_values(name):
        findings.warning(
            "Y412",
            say("no card has a property `{name}`, so this gives 0", name=visible(name)),
            node.span,
            respelling(nearest(name, names.properties), node.span)
            or say("`props: {level: 3}` under a card gives it one"),
        )


def check_filter(
    node: ByName | ByAttribute | ByPattern | ByKind,
    names: Names,
    findings: Findings,
    is_variable: Callable[[str], bool],
) -> None:
    """Warn of a filter that names nothing in the deck; perhaps a variable of the script was meant."""
    if (Sort.CARD if isinstance(node, ByName | ByKind) else Sort.ATTRIBUTE) in names.unread:
        return
    match node:
        case ByName(name=name):
            if names.name(name) is None:
                _unknown_name(name, node.span, names, findings, is_variable(name))
        case ByAttribute(attribute=attribute):
            if not names.attribute(attribute):
                _unknown_attribute(attribute, node.span, names, findings)
        case ByKind(kind=kind):
            if not names.kind(kind):
                sentence = say("no card is of the kind `{kind}`, so this matches nothing", kind=visible(kind))
                findings.warning("Y402", sentence, node.span, _nearest(kind, node.span, names, "k:"))
        case ByPattern(pattern=pattern):
            if not names.pattern(pattern):
                sentence = say("no card has an attribute that matches `{pattern}`", pattern=visible(pattern))
                findings.warning("Y405", sentence, node.span, say("`*` is any text, `?` any one character"))


def _unknown_name(name: str, span: Span, names: Names, findings: Findings, variable: bool) -> None:
    shown = visible(name)
    if names.attribute(name):
        findings.warning(
            "Y403",
            say("`{shown}` is an attribute; `.{shown}` means a card", shown=shown),
            span,
            _written("a:", name, span),
        )
    elif ("*" in name or "?" in name) and names.pattern(name):
        findings.warning(
            "Y403",
            say("`{shown}` is a pattern; `.{shown}` means a card", shown=shown),
            span,
            _written("A:", name, span),
        )
    else:
        findings.warning(
            "Y402",
            say("the deck has no card or alias `{shown}`, so this matches nothing", shown=shown),
            span,
            replacing(say("for as many cards as `{name}` says write `.:{name}`", name=name), span, f":{name}")
            if variable
            else _nearest(name, span, names),
        )


def _unknown_attribute(attribute: str, span: Span, names: Names, findings: Findings) -> None:
    shown = visible(attribute)
    if names.name(attribute) is not None:
        findings.warning(
            "Y404",
            say("`{shown}` is a card or an alias; `.a:{shown}` means an attribute", shown=shown),
            span,
            _written("", attribute, span),
        )
    elif ("*" in attribute or "?" in attribute) and names.pattern(attribute):
        findings.warning(
            "Y405",
            say("no card has the attribute `{shown}`; as a pattern it would match", shown=shown),
            span,
            _written("A:", attribute, span),
        )
    else:
        findings.warning(
            "Y405",
            say("no card has the attribute `{shown}`, so this matches nothing", shown=shown),
            span,
            _nearest(attribute, span, names),
        )


def _nearest(name: str, span: Span, names: Names, own: str = "") -> Hint | None:
    """What may have been meant; ``own`` is the prefix of a kind, which what is one keeps."""
    near = names.nearest(name)
    if near is not None:
        prefix = "a:" if near.startswith("a:") and names.name(near) is None else ""
        bare = near.removeprefix(prefix)
        if bare[:1] == bare[-1:] == '"' and names.name(bare) is None:
            bare = bare[1:-1].replace('""', '"')
        meant = _filter(own if own and not prefix and names.kind(bare) else prefix, bare)
        return replacing(say("did you mean `.{filter}`?", filter=visible(meant)), span, meant)
    found = lookalike(name)
    return (
        None
        if found is None or not found[1].strip()
        else say("`{character}` only looks like `{meant}`", character=name[found[0]], meant=found[1])
    )


def _written(prefix: str, name: str, span: Span) -> Hint:
    """The name behind another prefix, or behind none."""
    meant = _filter(prefix, name)
    return replacing(say("write `.{filter}`", filter=visible(meant)), span, meant)


def _filter(prefix: str, name: str) -> str:
    """How a filter is written: plainly where the language allows it, else in quotation marks."""
    return prefix + spelt(name, prefix)

"""Whether the names in filters are names of the deck.

What comes in: a filter by name, attribute or pattern, and the deck's :class:`Names`.  What goes
out: warnings, since a filter that names nothing is legal and selects nothing, as in Yisp v0.4.
Cards and attributes are easily confused (``H.M`` for ``H.a:M``), so each is looked for among the
others before a nearest name is proposed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from .diagnostics import visible
from .findings import Findings
from .forms import Purity
from .tree import ByAttribute, ByName, ByPattern, Span
from .words import is_plain, lookalike


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


class Names(Protocol):
    """The names of a deck; what they stand for is a set of kinds of cards, one bit a kind."""

    def name(self, text: str, /) -> int | None:
        """The kinds that ``.name`` keeps: a card's, else an alias'; None when it is neither."""

    def attribute(self, text: str, /) -> int:
        """The kinds with that attribute, exactly."""

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

    def nearest(self, text: str, /) -> str | None:
        """The most similar name of a card, alias (as it is) or attribute (with ``a:``)."""


def check_filter(node: ByName | ByAttribute | ByPattern, names: Names, findings: Findings) -> None:
    """Warn of a filter that names nothing in the deck."""
    match node:
        case ByName(name=name):
            if names.name(name) is None:
                _unknown_name(name, node.span, names, findings)
        case ByAttribute(attribute=attribute):
            if not names.attribute(attribute):
                _unknown_attribute(attribute, node.span, names, findings)
        case ByPattern(pattern=pattern):
            if not names.pattern(pattern):
                sentence = f"no card has an attribute that matches `{visible(pattern)}`"
                findings.warning("Y405", sentence, node.span, "`*` is any text, `?` any one character")


def _unknown_name(name: str, span: Span, names: Names, findings: Findings) -> None:
    shown = visible(name)
    if names.attribute(name):
        findings.warning("Y403", f"`{shown}` is an attribute; `.{shown}` means a card", span,
                         f"write `.{_filter('a:', name)}`")
    elif ("*" in name or "?" in name) and names.pattern(name):
        findings.warning("Y403", f"`{shown}` is a pattern; `.{shown}` means a card", span,
                         f"write `.{_filter('A:', name)}`")
    else:
        findings.warning("Y402", f"the deck has no card and no alias `{shown}`; this keeps nothing", span,
                         _nearest(name, names))


def _unknown_attribute(attribute: str, span: Span, names: Names, findings: Findings) -> None:
    shown = visible(attribute)
    if names.name(attribute) is not None:
        findings.warning("Y404", f"`{shown}` is a card or an alias; `.a:{shown}` means an attribute", span,
                         f"write `.{_filter('', attribute)}`")
    elif ("*" in attribute or "?" in attribute) and names.pattern(attribute):
        findings.warning("Y405", f"no card has the attribute `{shown}`; as a pattern it would match", span,
                         f"write `.{_filter('A:', attribute)}`")
    else:
        findings.warning("Y405", f"no card has the attribute `{shown}`; this keeps nothing", span,
                         _nearest(attribute, names))


def _nearest(name: str, names: Names) -> str | None:
    near = names.nearest(name)
    if near is not None:
        prefix = "a:" if near.startswith("a:") and names.name(near) is None else ""
        bare = near.removeprefix(prefix)
        if bare[:1] == bare[-1:] == '"' and names.name(bare) is None:
            bare = bare[1:-1]  # a condition's quotes, in which a `"` is not doubled
        return f"did you mean `.{_filter(prefix, bare)}`?"
    found = lookalike(name)
    return None if found is None else f"`{name[found[0]]}` only looks like `{found[1]}`"


def _filter(prefix: str, name: str) -> str:
    """How a filter is written: plainly where the language allows it, else in quotation marks."""
    return prefix + visible(name if is_plain(name, prefix) else '"' + name.replace('"', '""') + '"')

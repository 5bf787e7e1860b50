"""What there is to name in a deck: cards, attributes, functions, variables and so on.

What comes in: a :class:`~yisp.deck.model.Deck`, perhaps a draft.  What goes out: :class:`Names`, which works
each sort out when it is asked for and keeps it.  Completion and hovering rest on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ...deck.kinds import KindSet
from ...deck.model import Deck, FunctionText
from ...deck.model import Kind as Card
from ...lang.forms import FORMS, Kind
from ...lang.tree import Call, Tag, Variable, Word
from ...lang.walk import usage, walk


class Names:
    """The names of one deck."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.vocabulary = deck.vocabulary

    def card(self, name: str) -> Card | None:
        """The card of that name."""
        index = self.vocabulary.cards.get(name)
        return None if index is None else self.deck.kinds[index]

    def kinds(self, kinds: KindSet) -> list[Card]:
        """The cards of a set, in the deck's order."""
        return [kind for index, kind in enumerate(self.deck.kinds) if kinds >> index & 1]

    @property
    def aliases(self) -> Mapping[str, KindSet]:
        """The aliases that stand for something: one with the name of a card means the card."""
        cards = self.vocabulary.cards
        return {name: kinds for name, kinds in self.vocabulary.aliases.items() if name not in cards}

    @cached_property
    def attributes(self) -> list[str]:
        """All attributes, in the order of the deck."""
        return list(dict.fromkeys(name for kind in self.deck.kinds for name in kind.attributes))

    @cached_property
    def families(self) -> list[str]:
        """The cards that others count as."""
        kinds = self.deck.kinds
        return list(dict.fromkeys(kinds[one.family].name for one in kinds if one.family is not None))

    @cached_property
    def functions(self) -> dict[str, FunctionText]:
        """The functions, as their author wrote them."""
        return self.deck.authored_functions

    @cached_property
    def variables(self) -> list[str]:
        """The variables that live as long as a trial, first those that begin with a number."""
        known = (name for one in self.deck.topics for name, _, _ in one.start.variables)
        return list(dict.fromkeys((*self.deck.parameters, *known, *self._used)))

    @cached_property
    def _used(self) -> list[str]:
        found: dict[str, None] = {}
        properties = self.vocabulary.properties
        own = {name for one in self.functions.values() for name in one.function.parameters}
        for script in self.deck.scripts:
            used = usage(script, properties)
            found |= dict.fromkeys(name for name in (*used.writes, *used.reads) if len(name) > 1)
        return [name for name in found if name not in own]

    @cached_property
    def tags(self) -> list[str]:
        """The tags of effects, and what is forbidden by name."""
        found: dict[str, None] = {}
        for script in self.deck.scripts:
            for node in walk(script):
                if isinstance(node, Tag):
                    found[node.text] = None
                elif isinstance(node, Call) and (form := FORMS.get(node.head)) is not None:
                    for index, one in enumerate(node.arguments):
                        if not isinstance(one, Word | Variable) or form.argument(index).kind is not Kind.WORD:
                            continue
                        found[one.text if isinstance(one, Word) else one.name] = None
        return list(found)

"""A deck of which some has been seen.

What comes in: a deck, a topic, and what is known of its opening: cards of the hand, cards that lie in other
zones, the top of the deck.  What goes out: the deck with that as the topic's ``start``.

What is seen is written down as it would stand in a deck file and goes the way of every deck file
(``deck.load``), so that the same checks apply and mistakes are shown in the same way.  It is given, and not
conditioned on: a hand of fewer cards than ``start-card`` is filled up from the rest of the deck, at random.
"""

from __future__ import annotations

from ...deck.load import load_file
from ...deck.model import Deck
from ...deck.reading.files import SourceFile
from ...deck.reading.source import as_text
from ...messages import say
from .naming import Seen

SEEN = "<seen>"
"""What the text of what is seen is called in messages."""


def with_seen(deck: Deck, topic: str, seen: Seen) -> Deck:
    """The deck whose topic starts with what is seen; what the deck file's own ``start`` says besides stays.

    Raises :class:`~yisp.lang.diagnostics.DeckError` for a name that the deck does not have, more copies than
    there are, and more cards in the hand than ``start-card``.
    """
    if deck.source is None:
        raise ValueError(say("this deck was not read from a deck file"))
    # A line for each key, which is what a message shows.
    lines = [f"{as_text(key)}: {as_text(value)}" for key, value in seen.to_dict().items()]
    start = ",\n".join(lines)
    text = f'{{"simulate": {{"tests": {{{as_text(topic)}: {{"start": {{\n{start}\n}}}}}}}}}}'
    return load_file(deck.source, deck.changes, SourceFile(SEEN, text))

"""What a deck does, as text: cards with the sentences of their effects, functions, topics.

What comes in: a deck in words (``yisp.explain.decks``).  What goes out: lines, in the language in which it is
said.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...explain.decks import DeckExplanation, Entry, Group
from ...messages import told
from ..layout import shown


def render_explained(said: DeckExplanation) -> Iterator[str]:
    """The lines of a report."""
    if not any(True for _ in said.entries):
        yield told("No card does anything here.")
    for group in (*said.cards, *said.seats, *said.topics):
        yield from _group(group)
    if said.functions:
        yield told("Functions")
        for entry in said.functions:
            yield _line(entry)


def _group(group: Group) -> Iterator[str]:
    yield shown(f"{group.name} ({group.about})" if group.about else group.name)
    for entry in group.entries:
        yield _line(entry)


def _line(entry: Entry) -> str:
    words = entry.explanation.text
    if not entry.title:
        return f"  {shown(words)}"
    return f"  {shown(told('{title}: {words}', title=entry.title, words=words))}"

"""Working out a number, or running statements, against a shuffled deck.

What comes in: a script and, where it is to have cards, a deck.  What goes out: the number, or what
the script printed and moved.  The script is compiled like any other, as the header or the only
stat of a topic of its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..compile.program import EMPTY_MOVES, Program
from ..deck.model import Deck
from ..lang.diagnostics import Diagnostics
from ..lang.parser import TextSource
from .session import no_deck, script_topic
from .trace import Event, Tracer


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What came of a script: its number (None for statements), its events, and doubts about it."""

    program: Program
    number: int | None
    events: tuple[Event, ...]
    diagnostics: Diagnostics

    @property
    def failed(self) -> bool:
        """Whether a run-time error ended it."""
        return any(
            event.what == "notice" and self.program.sites[event.site].code not in EMPTY_MOVES
            for event in self.events
        )


def evaluate(script: str, deck: Deck | None = None, *, seed: int = 0, draw: int = 0) -> Evaluation:
    """Evaluate ``script`` with ``deck`` shuffled and ``draw`` cards drawn (without one: no cards).

    Raises :class:`~yisp.lang.diagnostics.DeckError` when the script cannot be compiled.
    """
    text = TextSource("<script>", script)
    if deck is None:
        deck = no_deck()
    topic, found = script_topic(text, deck, draw)
    tracer = Tracer(replace(deck, file=text.file, topics=(topic,)), topic.name, seed)
    trial = tracer.trial(0)
    return Evaluation(tracer.program, trial.stats[0] if trial.stats else None, trial.events, found)

"""Working out a number, or running statements, against a shuffled deck.

What comes in: a script and, where it is to have cards, a deck.  What goes out: the number, and what
the script printed and moved.  The script is compiled like any other, as the header or the only
stat of a topic of its own; the number that a header's last statement gives is had by printing it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...compile.program import EMPTY_MOVE, Program
from ...deck.model import Deck, ScriptText
from ...lang.checking.check import gives_number
from ...lang.diagnostics import Diagnostics
from ...lang.source import TextSource
from ...lang.tree import Activate, Call, Guard
from ...structs import dataclass
from .session import no_deck, script_topic
from .trace import Entry, Tracer


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What came of a script: its number (None where its last statement gives none), its entries, and
    doubts about it."""

    program: Program
    number: int | None
    entries: tuple[Entry, ...]
    diagnostics: Diagnostics

    @property
    def failed(self) -> bool:
        """Whether a run-time error ended it."""
        return any(
            entry.what == "notice" and self.program.sites[entry.site].code != EMPTY_MOVE
            for entry in self.entries
        )


def evaluate(
    script: str,
    deck: Deck | None = None,
    *,
    seed: int = 0,
    draw: int = 0,
    given: Mapping[str, int] | None = None,
) -> Evaluation:
    """Evaluate ``script`` with ``deck`` shuffled and ``draw`` cards drawn (without one: no cards).

    ``given`` are the parameters that have other values than their defaults.

    Raises :class:`~yisp.lang.diagnostics.DeckError` when the script cannot be compiled.
    """
    text = TextSource("<script>", script)
    if deck is None:
        deck = no_deck()
    deck, topic, found = script_topic(text, deck, draw)
    header = topic.scripts.get("header")
    printing = header
    if header is not None:
        printing = _with_last_printed(header, deck)
        topic = replace(topic, scripts={"header": printing})
    tracer = Tracer(replace(deck, file=text.file, topics=(topic,)), topic.name, seed, given)
    trial = tracer.trial(0)
    played = trial.entries[
        len(tracer.program.topics[0].known) :
    ]  # cards with a zone of their own are laid first
    if header is None:
        notices = tuple(entry for entry in played if entry.what == "notice")
        return Evaluation(tracer.program, trial.stats[0] if trial.stats else None, notices, found)
    if printing is header:
        return Evaluation(tracer.program, None, played, found)
    # The added print was compiled last.  It does not run when something ended the script before.
    added = max(index for index, site in enumerate(tracer.program.sites) if site.code == "print")
    values = [entry.items[0] for entry in played if entry.what == "print" and entry.site == added]
    entries = tuple(entry for entry in played if not (entry.what == "print" and entry.site == added))
    return Evaluation(tracer.program, int(str(values[0])) if values else None, entries, found)


def _with_last_printed(header: ScriptText, deck: Deck) -> ScriptText:
    """The script with a ``print`` around its last statement, where that gives a number."""
    script = header.script
    if not script.statements:
        return header
    *others, last = script.statements
    if isinstance(last, Activate | Guard) or not gives_number(last, header.text, deck.vocabulary):
        return header
    printed = Call("print", last.span, (last,), last.span)
    return ScriptText(replace(script, statements=(*others, printed)), header.text)

"""A text of a tab as a program, with what is known of it by now.

What comes in: a document that was read, and the file that it is.  What goes out: the deck, the program and
its topics, whose numbers sharpen (``simulate.sharpening``), each made when it is asked for first.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from ...compile.pipeline import compile_deck
from ...deck.reading.files import Unreadable
from ...editor.services import Document
from ...lang.diagnostics import DeckError
from ...simulate.sharpening import Sharpening
from ...simulate.stop import Stop
from ...studies.choices import POLICIES

if TYPE_CHECKING:
    from ...compile.program import Program
    from ...deck.model import Deck
    from ...page.hands import Replays
    from ...page.pictures import Pictures


class Version:
    """A text as a program, with what is known of it by now; raises :class:`DeckError`."""

    def __init__(self, document: Document, file: dict[str, Any], stop: Stop) -> None:
        """``file`` is that of ``wire``."""
        deck = document.deck
        if deck is None:
            raise DeckError(document.diagnostics)
        self.deck: Deck = deck
        self._replays: dict[tuple[str, str | None], Replays] = {}
        self.file = file
        self._stop = stop
        self._program: Program | None = None
        self._known: Sharpening | None = None
        self._pictures: Pictures | None = None

    @property
    def program(self) -> Program:
        """Raises :class:`DeckError` for what only compiling finds."""
        if self._program is None:
            self._program = compile_deck(self.deck)
        return self._program

    @property
    def seed(self) -> int:
        """The seed that a run of the deck would have."""
        given, own = self.file["seed"], self.program.settings["seed"]
        seed = given if given is not None else own if own is not None else self.file["fresh"]
        assert isinstance(seed, int)
        return seed

    @property
    def pictures(self) -> Pictures | None:
        """The user's pictures of cards; None where there is no folder of them, or it is gone."""
        if self._pictures is None and self.file["pictures"] is not None:
            from ...page.pictures import Pictures

            with contextlib.suppress(Unreadable):
                self._pictures = Pictures(self.file["pictures"])
        return self._pictures

    @property
    def known(self) -> Sharpening:
        """Raises :class:`~yisp.simulate.counting.probabilities.CannotPlay`."""
        if self._known is None:
            self._known = Sharpening(self.program, self.seed, self._stop)
        return self._known

    def replays(self, topic: str, policy: str | None = None) -> Replays:
        """The trials of a topic, as its own policy plays them; or one of ``POLICIES``, all in the same
        worlds."""
        if (topic, policy) not in self._replays:
            from ...page.commands import deck_name
            from ...page.hands import Replays
            from ...report.text.notices import trace_command

            index, name = self.program.topic(topic), deck_name(self.deck)
            own = self.program.topics[index].policy.kind
            worlds = () if policy is None else POLICIES
            self._replays[topic, policy] = Replays(
                self.deck,
                self.program,
                index,
                self.seed,
                policies=worlds or [own],
                policy=policy or own,
                command=lambda trial: trace_command(
                    name, topic, trial, self.seed, {}, policies=worlds, show=policy or ""
                ),
            )
        return self._replays[topic, policy]

    def close(self) -> None:
        """Stop what runs for it beside it."""
        if self._known is not None:
            self._known.__exit__()

"""The engine of a page that has no server: a session and the desk that works for it, in one thread.

What comes in: the messages of ``protocol`` from the page in whose browser this runs.  What goes out: those
to the page, and those of ``wire`` that say what is worked on (``at``, ``idle``, ``spent``): the page watches
over this engine as a server does over its processes, and puts another in its place where it has to.

Nothing is read here while a piece is worked on, so the page says otherwise that a newer version waits
(``overtaken``); where it cannot, it does without this engine.

Not handled: how messages come and go (web/src/engine), and where the deck is kept.
"""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING, Any

from ..messages import speak
from . import protocol
from .saving import DeckFile
from .session import Served
from .work.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

SECONDS = 60.0
"""How long a version may be worked on."""

TAB = 1

IMPORTING = "<frozen importlib"
"""What the names of the files begin with that import modules."""


def begin(
    setting: str,
    post: Callable[[str], None],
    watch: Callable[[str], None],
    waiting: Callable[[], bool],
    overtaken: Callable[[], bool],
) -> Engine:
    """An engine for a page that interrupts it now and then; ``setting`` is the rest of what :class:`Engine`
    takes, as JSON."""
    signal.signal(signal.SIGINT, _interrupt)
    return Engine(**json.loads(setting), post=post, watch=watch, waiting=waiting, overtaken=overtaken)


def _interrupt(_: int, frame: FrameType | None) -> None:
    """Cut off the piece at hand, but not in the middle of an import: a module that is half there stays so."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(IMPORTING):
            return  # the piece ends soon by itself, since it hears that it is overtaken
        frame = frame.f_back
    raise KeyboardInterrupt


class Engine:
    """The one tab of a browser's worker."""

    def __init__(
        self,
        *,
        name: str,
        language: str,
        seed: int,
        post: Callable[[str], None],
        watch: Callable[[str], None],
        waiting: Callable[[], bool],
        overtaken: Callable[[], bool],
    ) -> None:
        """``name`` is the deck's in messages, ``seed`` that of decks which have none of their own; ``post``
        takes messages of ``protocol`` to the page, ``watch`` those of ``wire``, both as JSON.  In the middle
        of a piece, ``waiting`` says whether a message has come that was not heard yet, ``overtaken`` whether
        one has that makes the version at hand an old one."""
        speak(language)
        self._waiting = waiting
        self._overtaken = overtaken
        self._watch = watch
        self._desk = Desk(self._sent, SECONDS, self._left)
        served = Served(DeckFile(name, "", None), alone=True, seed=None, fresh=seed, confirm=False)
        self._session = served.open(
            lambda message: post(protocol.written(message)),
            lambda work: self._desk.take_in({**work, "is": "work", "tab": TAB}),
        )

    def hear(self, data: str) -> None:
        """Take a message of the page."""
        question = self._session.read(data)
        if question is not None:
            number = question.pop("id")
            self._desk.take_in({**question, "is": "ask", "ask": number, "tab": TAB})

    def step(self) -> bool:
        """Do one piece of work; whether there was any.  Raises :class:`~yisp.view.work.desk.Spent`, and
        KeyboardInterrupt where the page interrupts it."""
        return self._desk.step()

    def interrupted(self) -> None:
        """A piece was cut off in the middle: nothing of it is gone on with.  If what was to overtake it had
        been heard before that, the newest version is begun anew."""
        self._desk.give_up()
        if not self._overtaken():
            self._session.submit()

    def _left(self) -> bool:
        """Whether a message has come; where it overtakes the version at hand, its piece ends soon."""
        if self._desk.at_hand is not None and self._overtaken():
            self._desk.at_hand[1].left = True
        return self._waiting()

    def _sent(self, message: dict[str, Any]) -> None:
        match message["is"]:
            case "tell":
                self._session.hear(message["message"])
            case "answer":
                self._session.say(protocol.reply(message["ask"], **message["fields"]))
            case _:
                self._watch(protocol.written(message))

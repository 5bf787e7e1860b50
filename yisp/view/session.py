"""One tab: its newest text, the studies that it asks for, and the messages to its page.

What comes in: the messages of its page, one after another, and what those who work on its deck tell of it.
What goes out, through ``say``: the messages of ``protocol``.

Not handled: how messages come and go, which is a socket's business (``talk``) or a browser's (``inside``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..deck.reading.files import Unreadable
from ..messages import LANGUAGES, language, told, translated
from ..version import VERSION
from . import protocol
from .saving import DeckFile, Known

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..page.pictures import Pictures

MOST_STUDIES = 8
"""Studies that a tab may ask for at a time."""


class Served:
    """What all tabs of a server share: the deck's file, whether its decks may be run."""

    def __init__(
        self,
        file: DeckFile,
        *,
        alone: bool,
        seed: int | None,
        fresh: int,
        confirm: bool,
        pictures: Pictures | None = None,
    ) -> None:
        """With ``confirm``, nothing is run before somebody said so; ``alone`` decks name packaged files only.
        The ``seed`` is that of every deck; where it is None, decks that have none of their own get the
        ``fresh`` one.  ``pictures`` of cards are the user's own."""
        self.file = file
        self.confirm = confirm
        self.pictures = pictures
        self.sessions: list[Session] = []
        self.seed = fresh if seed is None else seed
        self.about = {
            "name": file.name, "path": file.path, "alone": alone or confirm, "seed": seed, "fresh": fresh,
            "pictures": None if pictures is None else pictures.folder,
        }  # fmt: skip

    def open(
        self, say: Callable[[dict[str, Any]], None], work_on: Callable[[dict[str, Any]], None]
    ) -> Session:
        """A new tab: ``say`` takes messages to its page, ``work_on`` the newest of it (``work`` of ``wire``)
        to those who work on decks."""
        session = Session(self, say, work_on)
        self.sessions.append(session)
        return session

    def run(self) -> None:
        """Decks may be run from now on."""
        self.confirm = False
        for session in self.sessions:
            session.submit()


class Session:
    """A tab."""

    def __init__(
        self,
        served: Served,
        say: Callable[[dict[str, Any]], None],
        work_on: Callable[[dict[str, Any]], None],
    ) -> None:
        self.say = say
        self.known = Known()  # how its file was when it was read or saved
        self.revision = 0
        self.text = ""
        self.closed = False
        self._served = served
        self._pinned: str | None = None
        self._topic: str | None = None
        self._studies: dict[int, dict[str, Any]] = {}
        self._work_on = work_on

    def begin(self, messages: dict[str, Any], capabilities: dict[str, Any]) -> None:
        """Welcome the page; ``messages`` is the catalogue of its language, ``capabilities`` (``native``,
        ``processes``, ``databases``, ``cores``, ``memory``) are those of whoever works on its deck."""
        served = self._served
        try:
            self.text, self.known = served.file.read()
        except Unreadable as error:
            reason = translated(error.message)
            sentence = told("{file} cannot be read: {reason}.", file=served.file.name, reason=reason)
            self.say(protocol.trouble(sentence))
        spoken = language()
        assert spoken in LANGUAGES
        self.say(
            {
                "type": "welcome", "file": served.file.name, "text": self.text, "language": spoken,
                "messages": messages, "seed": served.seed, "confirm": served.confirm,
                "writable": served.file.path is not None, "version": VERSION,
                "capabilities": {**capabilities, "files": not served.about["alone"]},
            }
        )  # fmt: skip
        self.submit()

    def submit(self) -> None:
        """Have the newest text worked on, if that may be."""
        if self._served.confirm or self.closed:
            return
        work = {
            "revision": self.revision, "text": self.text, "pinned": self._pinned, "topic": self._topic,
            "studies": list(self._studies.values()), "file": self._served.about,
        }  # fmt: skip
        self._work_on(work)

    def close(self) -> None:
        """The tab is gone."""
        self.closed = True
        self._served.sessions.remove(self)

    def hear(self, message: dict[str, Any]) -> None:
        """Take what is told of the deck."""
        if message.get("revision") not in (None, self.revision):
            return  # what is overtaken says nothing any more
        if message["type"] == "studied" and message["id"] not in self._studies:
            return
        self.say(message)

    def give_up_studies(self, sentence: str) -> bool:
        """A process has died of this version: perhaps of a study, so there are none any more; whether there
        were some."""
        given_up = bool(self._studies)
        for ask in self._studies.values():
            message = protocol.studied(ask["id"], ask["kind"], error=sentence)
            self.say({**message, "revision": self.revision})
        self._studies.clear()
        return given_up

    # What the page says -------------------------------------------------------------------------

    def read(self, data: str) -> dict[str, Any] | None:
        """Take a message of the page; where it is a question, that one."""
        try:
            message = protocol.read(data)
        except protocol.Unfit as error:
            self.say(protocol.trouble(translated(error.args[0])))
            return None
        match message["type"]:
            case "edit":
                self.revision, self.text = message["revision"], message["text"]
                self.submit()
            case "pin":
                self._pinned = message["text"]
                self.submit()
            case "unpin":
                self._pinned = None
                self.submit()
            case "topic":
                self._topic = message["name"]
                self.submit()
            case "study":
                self._ask_study({name: message[name] for name in ("id", "kind", "options")})
            case "leave":
                if self._studies.pop(message["id"], None) is not None:
                    self.submit()
            case "run":
                self._served.run()
            case _:
                return message
        return None

    def _ask_study(self, ask: dict[str, Any]) -> None:
        if ask["id"] not in self._studies and len(self._studies) >= MOST_STUDIES:
            error = told("There are {number} studies open already; close one of them.", number=MOST_STUDIES)
            message = protocol.studied(ask["id"], ask["kind"], error=error)
            self.say({**message, "revision": self.revision})
            return
        self._studies[ask["id"]] = ask
        self.submit()

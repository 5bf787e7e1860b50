"""One thread that works for several tabs: whose turn it is, and what comes of it.

What comes in: the messages of ``wire`` to a worker, one after another.  What goes out, through ``send``:
those to the server.  All is done by whoever calls :meth:`Desk.step`, a piece at a time.  Questions come
first, then versions of which no numbers are known, those that have waited longest before others, then
everybody in turn.

Of each tab only the newest version is worked on; a few before it are kept, to be gone on with if the same
text comes back (a slider goes to 3, and back to 2).

Not handled: where messages come from, and how long a piece may take: a process (``worker``) is watched by its
server, the engine in a browser (``inside``) by its page.
"""

from __future__ import annotations

import gc
import time
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Any

from ...editor.services import Document
from ...messages import told
from ...simulate.stop import Stop
from .descriptions import our_fault
from .job import Job
from .panels import KINDS
from .questions import answered
from .version import Version

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEPT = 3
"""Versions of a tab that may be gone on with."""

KEPT_OTHERS = 2
"""Versions that a tab compares with: the pinned one, and a second deck."""

STARVED = 0.5
"""Seconds without numbers after which a version gets its first ones, whatever is typed meanwhile."""

BEAT = 0.05
"""Seconds between two signs of life in the middle of a piece."""

WARM = """\
deck: {cards: {a: {count: 9, attribute: [x], program: '[1]@;(# D.1 H)'}, b: {count: 31}}}
simulate: {tests: {t: {method: METHOD, exec-program: true, combos: {c: {hand: [a:x, b]}}, stats: {n: '|D|'}}}}
"""
"""A deck that needs most of what decks need."""

WARM_OPTIONS = {
    "topic": "t", "card": "a", "goal": "rate", "ranges": {"a": [8, 9], "b": [30, 32]}, "hand": ["a"],
    "name": "other", "text": WARM.replace("METHOD", "auto"),
}  # fmt: skip
"""What studies take, of all kinds."""

WARM_SECONDS = 0.02
"""How long it is gone through."""


class Tab:
    """A tab: the version that is worked on, and a newer one while that has not been begun."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.newest: dict[str, Any] | None = None
        self.waiting: dict[str, Any] | None = None  # the same, until it is begun
        self.job: Job | None = None
        self.hard: set[str] = set()  # topics that took long to answer exactly in versions before
        self.told = time.monotonic()  # when it last had numbers
        self._steps: Iterator[None] | None = None
        self._kept: OrderedDict[str, tuple[Job, Iterator[None] | None]] = OrderedDict()  # by text
        self._document: Document | None = None
        self._others: OrderedDict[tuple[str | None, str], Version] = OrderedDict()  # by name and text

    @property
    def busy(self) -> bool:
        """Whether there is something to do for it."""
        return self.waiting is not None or self._steps is not None

    @property
    def first(self) -> bool:
        """Whether it waits for first numbers."""
        return self.waiting is not None or (
            self._steps is not None and self.job is not None and not self.job.told
        )

    @property
    def starved(self) -> bool:
        """Whether it has had no numbers for so long that the version at hand gets its first ones."""
        late = time.monotonic() - self.told > STARVED
        return late and self._steps is not None and self.job is not None and not self.job.told

    def take_up(self, make: Callable[[dict[str, Any]], Job]) -> None:
        """Go over to the version that waits: one that was kept, or a new one."""
        assert self.waiting is not None
        work, self.waiting = self.waiting, None
        self.set_aside()
        kept = self._kept.pop(work["text"], None)
        if kept is None:
            self.job = make(work)
        else:
            self.job, self._steps = kept
            self.job.resume(work)
        self._steps = self._steps or self.job.steps()

    def set_aside(self) -> None:
        """Close the version at hand, and keep it if it can be gone on with."""
        if self.job is None:
            return
        self.job.close()
        if not self.job.halted:
            self._kept[self.job.text] = self.job, self._steps
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self.job = self._steps = None

    def step(self) -> None:
        assert self._steps is not None and self.job is not None
        try:
            next(self._steps)
        except StopIteration:
            self._steps = None
        if self.job.told:
            self.told = time.monotonic()

    def give_up(self) -> None:
        """Do no more for the version at hand."""
        if self.job is not None:
            self.job.close()
        self.job = self._steps = None

    def forget(self) -> None:
        """Read the next text as if it were the first."""
        self._document = None
        self._forget_others()

    def other(self, text: str, file: dict[str, Any]) -> Version:
        """The version of that text, which all versions are compared with; raises like :class:`Version`."""
        key = file["name"], text
        if key not in self._others:
            version = Version(_document(text, file), file, Stop())
            self._others[key] = version
            if len(self._others) > KEPT_OTHERS:
                self._others.popitem(last=False)[1].close()
        self._others.move_to_end(key)
        return self._others[key]

    def document(self, text: str, file: dict[str, Any]) -> Document:
        """The text that is written, which goes on from the one before."""
        if self._document is None:
            self._document = _document(text, file)
        elif text != self._document.text:
            self._document = self._document.changed(text)
        return self._document

    def _forget_others(self) -> None:
        for version in self._others.values():
            version.close()
        self._others.clear()

    def close(self) -> None:
        self.set_aside()
        self._forget_others()


def _document(text: str, file: dict[str, Any]) -> Document:
    return Document(text, file["name"], path=file["path"], alone=file["alone"])


class Spent(Exception):
    """A version took all memory that there is; nothing can be gone on with."""


class Desk:
    """All tabs of this process, and what waits."""

    def __init__(
        self, send: Callable[[dict[str, Any]], None], seconds: float, waiting: Callable[[], bool]
    ) -> None:
        """``send`` takes messages to the server, ``seconds`` is how long a version may be worked on, and
        ``waiting`` says in the middle of a piece whether something has come that was not taken in yet."""
        self.at_hand: tuple[Tab, Job] | None = None
        self._send = send
        self._seconds = seconds
        self._waiting = waiting
        self._tabs: OrderedDict[int, Tab] = OrderedDict()  # in turn
        self._asks: deque[dict[str, Any]] = deque()
        self._idle = True
        self._beat = 0.0
        self._now: dict[str, Any] = {}

    def take_in(self, message: dict[str, Any]) -> None:
        """Put a message where it is found when its turn comes."""
        if message["is"] == "ask":
            self._asks.append(message)
        elif message["is"] == "drop":
            tab = self._tabs.pop(message["tab"], None)
            if tab is not None:
                tab.close()
        else:
            tab = self._tabs.setdefault(message["tab"], Tab(message["tab"]))
            tab.waiting = tab.newest = message

    def step(self) -> bool:
        """Do one piece; whether there was something to do.  Raises :class:`Spent`."""
        ask = next(filter(self._can_answer, self._asks), None)
        if ask is not None:
            self._asks.remove(ask)
            self._answer(ask)
        elif (tab := self._next()) is not None:
            self._turn(tab)
        else:
            if not self._idle:
                self._idle = True
                self._send({"is": "idle"})
            return False
        self._idle = False
        return True

    def give_up(self) -> None:
        """Forget what was at hand: it was interrupted, nobody knows where."""
        for tab in self._tabs.values():
            tab.give_up()
            tab.forget()

    def _urgent(self) -> bool:
        """Whether somebody waits who comes before those that only get sharper."""
        return (
            self._waiting()
            or any(map(self._can_answer, self._asks))
            or any(tab.first for tab in self._tabs.values())
        )

    def _say_where(self, tab: int, revision: int) -> None:
        self._now = {"is": "at", "tab": tab, "revision": revision}
        self._beat = time.monotonic()
        self._send(self._now)

    def _alive(self) -> None:
        if time.monotonic() - self._beat > BEAT:
            self._beat = time.monotonic()
            self._send(self._now)

    def _next(self) -> Tab | None:
        """Whose turn it is."""
        busy = [tab for tab in self._tabs.values() if tab.busy]
        return next((tab for tab in busy if tab.first), busy[0] if busy else None)

    def _turn(self, tab: Tab) -> None:
        """One piece for a tab."""
        self._tabs.move_to_end(tab.number)
        if tab.waiting is not None and not tab.starved:
            tab.take_up(lambda work: self._job(tab, work))
        if tab.job is None or not tab.busy:
            return
        self._say_where(tab.number, tab.job.revision)
        self.at_hand = tab, tab.job
        try:
            tab.step()
        except MemoryError:
            sentence = told("This version takes more memory than it may have, so it was ended.")
            self._send({"is": "spent", "tab": tab.number, "revision": tab.job.revision, "sentence": sentence})
            raise Spent from None
        except Exception as error:
            if tab.job.halted:
                tab.give_up()
                return
            tab.job.trouble(our_fault(error))
            tab.give_up()
        finally:
            self.at_hand = None
        if tab.job is not None and tab.job.halted:
            tab.give_up()

    def _job(self, tab: Tab, work: dict[str, Any]) -> Job:
        return Job(
            work,
            tab,
            tell=lambda message: self._send({"is": "tell", "tab": tab.number, "message": message}),
            alive=self._alive,
            urgent=self._urgent,
            seconds=self._seconds,
        )

    def _can_answer(self, ask: dict[str, Any]) -> bool:
        """Whether it is time to: a report has numbers in it."""
        tab = self._tabs.get(ask["tab"])
        return ask["type"] != "report" or tab is None or not tab.first

    def _answer(self, ask: dict[str, Any]) -> None:
        """Answer a question about the newest version of a tab; one about another comes too late."""
        tab = self._tabs.get(ask["tab"])
        work = None if tab is None else tab.newest
        fields: dict[str, Any]
        if ask["type"] == "import":  # it is about no version
            from .opening import opened  # which nobody has to have at the start

            try:
                fields = opened(ask["file"], ask["content"], ask.get("names"), ask.get("wants"))
            except Exception as error:
                fields = {"error": our_fault(error)}
        elif tab is None or work is None or work["revision"] != ask["revision"]:
            fields = {"error": told("The deck has changed since that was asked.")}
        else:
            self._say_where(tab.number, ask["revision"])
            job = None if tab.waiting is not None else tab.job
            version, panels = (None, []) if job is None else (job.version, job.panels)
            try:
                fields = answered(ask, work, tab.document(work["text"], work["file"]), version, panels)
            except Exception as error:
                fields = {"error": our_fault(error)}
        self._send({"is": "answer", "ask": ask["ask"], "fields": fields})


def warm_up() -> None:
    """Go through a small deck, exactly and by trials: the first real one then finds everything imported."""
    file = {"name": "warm", "path": None, "alone": True, "seed": None, "fresh": 0, "pictures": None}
    studies = [{"id": number, "kind": kind, "options": WARM_OPTIONS} for number, kind in enumerate(KINDS)]
    desk = Desk(lambda _: None, WARM_SECONDS, lambda: False)
    for method in ("auto", "sample"):
        text = WARM.replace("METHOD", method)
        work = {"revision": 0, "text": text, "pinned": text, "topic": None, "studies": studies, "file": file}
        desk.take_in({**work, "is": "work", "tab": 0})
        while desk.step():
            pass
        desk.take_in({"is": "drop", "tab": 0})
    gc.collect()
    gc.freeze()  # what is there by now stays: nobody need look through it again

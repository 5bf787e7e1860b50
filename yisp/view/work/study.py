"""A study that a page asks for, as one more lane of the work on a version.

What comes in: what was asked (a kind and its options), and the version that is at hand.  What goes out: its
messages ``studied``, again and again as it sharpens.  What a kind of study does is its own module's, in
``panels``: it works in pieces, says what it knows at any moment, and may be left and gone on with.

Not handled: whose turn it is (``job``).
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, Protocol

from ...lang.suggest import nearest
from ...messages import quoted, told, translated
from ...simulate.counting.probabilities import NoExactAnswer
from ..protocol import studied
from .descriptions import no_exact_answer, our_fault
from .lanes import SLICE, Later, Rhythm

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .job import Job

MOST_COPIES = 1000
"""Of a card, in what is asked."""


class CannotAsk(Exception):
    """This study cannot be asked of this version; the message says why, in a sentence."""


def cannot_ask(error: Exception) -> CannotAsk:
    """That this study cannot be asked, for that reason."""
    return CannotAsk(told("This cannot be asked here: {reason}.", reason=translated(str(error.args[0]))))


class Options:
    """What was asked besides the kind.  Raises :class:`CannotAsk` for what is of another sort than it is
    asked for."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given

    def text(self, name: str) -> str:
        value = self._given.get(name)
        if not isinstance(value, str):
            raise self._wrong(name)
        return value

    def optional(self, name: str) -> str | None:
        """A text, or None where there is none."""
        return None if self._given.get(name) is None else self.text(name)

    def number(self, name: str, least: int, most: int, usual: int) -> int:
        """A number between those; the usual one where there is none."""
        value = self._given.get(name, usual)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self._wrong(name)
        return value

    def names(self, name: str, most: int) -> list[str] | None:
        """A list of so many texts at most, or None where there is none."""
        value = self._given.get(name)
        if value is None:
            return None
        if not isinstance(value, list) or len(value) > most or not all(type(one) is str for one in value):
            raise self._wrong(name)
        return value

    def ranges(self, name: str) -> dict[str, tuple[int, int]]:
        """By name, two numbers."""
        value = self._given.get(name)
        if not isinstance(value, dict):
            raise self._wrong(name)
        for ends in value.values():
            whole = isinstance(ends, list) and len(ends) == 2 and all(type(end) is int for end in ends)
            if not whole or not 0 <= ends[0] <= ends[1] <= MOST_COPIES:
                raise self._wrong(name)
        return {card: (ends[0], ends[1]) for card, ends in value.items()}

    def _wrong(self, name: str) -> CannotAsk:
        return CannotAsk(told("The option {option!a} of this study is of another kind.", option=name))


class Setting:
    """What there is to study: a ``version``, and the ``stop`` that ends all work on it; ``heed`` is called in
    the middle of long pieces, and raises :class:`Later` where somebody else's turn has come; ``other`` gives
    another text as a version, by the name that it is given, and raises like :class:`Version`."""

    def __init__(self, job: Job) -> None:
        assert job.version is not None
        self.version = job.version
        self.stop = job.stop
        self.heed = job.heed
        self.other = job.other

    def topic(self, name: str) -> int:
        """The place of a topic; raises :class:`CannotAsk`."""
        names = [topic.name for topic in self.version.program.topics]
        if name not in names:
            raise CannotAsk(told("This version has no topic {topic}.", topic=quoted(name)))
        return names.index(name)

    def card(self, name: str) -> int:
        """The place of a card's kind; raises :class:`CannotAsk`."""
        names = [kind.name for kind in self.version.deck.kinds]
        name = self.version.deck.vocabulary.others.get(name, name)
        if name in names:
            return names.index(name)
        near = nearest(name, names)
        if near is None:
            raise CannotAsk(told("This version has no card {card}.", card=quoted(name)))
        named = {"card": quoted(name), "near": quoted(near)}
        raise CannotAsk(told("This version has no card {card}; did you mean {near}?", **named))

    def exact(self, topic: int) -> bool | None:
        """Whether the deck itself has an exact answer; None as long as that is not known."""
        return self.version.known.topics[topic].exact


class Running(Protocol):
    """A study at work."""

    def steps(self) -> Iterator[None]:
        """All there is to do, in pieces of about ``SLICE`` seconds.  Where ``heed`` has raised, they are
        begun anew, and go on from what is known."""
        ...

    def content(self) -> dict[str, Any] | None:
        """What is known by now, as the page is told of it; None where that is nothing yet."""
        ...


class StudyLane:
    """A study of the version at hand."""

    def __init__(self, job: Job, ask: dict[str, Any], seconds: float) -> None:
        self.done = False
        self.id: int = ask["id"]
        self._ask = ask
        self._job = job
        self._left = seconds
        self._spent = 0.0
        self._rhythm = Rhythm()
        self._running: Running | None = None
        self._steps: Iterator[None] | None = None
        self._said: dict[str, Any] | None = None

    @property
    def fresh(self) -> bool:
        """Whether nothing was told of it yet."""
        return self._said is None

    def say_again(self, number: int) -> None:
        """It is asked for under that number by now: what was told of it is told again."""
        self.id = number
        if self._said is not None:
            self._job.say_studied({**self._said, "id": number})

    @property
    def panel(self) -> dict[str, Any] | None:
        """What was told of it last, as a report has it; None where that is nothing."""
        if self._said is None or self._said["content"] is None:
            return None
        return {name: self._said[name] for name in ("kind", "content")}

    def step(self) -> None:
        """A slice of it."""
        try:
            self._advance()
        except (CannotAsk, NoExactAnswer) as error:
            self._fail(str(error) if isinstance(error, CannotAsk) else no_exact_answer(error))
        except MemoryError:
            raise  # which is the whole process's
        except Exception as error:
            if self._job.halted:
                raise
            self._fail(our_fault(error))

    def _advance(self) -> None:
        began = now = time.perf_counter()
        try:
            while now < began + SLICE and not self._job.left:
                if self._steps is None:
                    self._steps = self._begun().steps()
                next(self._steps)
                now = time.perf_counter()
        except StopIteration:
            self.done = True
        except Later:
            self._steps = None
        self._spent += time.perf_counter() - began
        over = self._spent > self._left and not self.done
        self.done = self.done or over
        if not self._job.halted and (self.done or self.fresh or self._rhythm.is_due(self._spent)):
            self._tell(over)

    def _fail(self, sentence: str) -> None:
        self.done = True
        self._say(None, error=sentence)

    def _begun(self) -> Running:
        if self._running is None:
            from .panels import KINDS

            name = self._ask["kind"]
            if name not in KINDS:
                raise CannotAsk(told("There is no study {kind!a}.", kind=name[:40]))
            self._running = KINDS[name](Options(self._ask["options"]), Setting(self._job))
        return self._running

    def _tell(self, over: bool) -> None:
        began = time.perf_counter()
        assert self._running is not None
        content = self._running.content()
        if content is None and not self.done:
            return
        ended = None
        if over:
            seconds = round(self._left, 1)
            ended = told("{seconds} seconds are over; this is what is known by then.", seconds=seconds)
        self._say(content, ended=ended)
        self._rhythm.told(self._spent, time.perf_counter() - began)

    def _say(
        self, content: dict[str, Any] | None, *, ended: str | None = None, error: str | None = None
    ) -> None:
        self._said = studied(
            self.id, self._ask["kind"], done=self.done, content=content, ended=ended, error=error
        )
        self._job.say_studied(self._said)


def key_of(ask: dict[str, Any]) -> str:
    """By which the same study is known again, under whatever number it is asked for."""
    return json.dumps([ask["kind"], ask["options"]], sort_keys=True)

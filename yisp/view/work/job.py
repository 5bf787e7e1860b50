"""One version of a deck: loaded, compiled, and answered in slices so short that a newer one need not wait.

What comes in: a text, the version to compare it with, and studies to make of it.  What goes out, through
``tell``: the messages ``diagnostics``, ``deck``, ``result``, ``studied`` and ``trouble`` of ``protocol``.
Whoever has a job takes its ``steps`` as long as somebody looks.

First come numbers for every topic: exact ones where these are at hand within ``FIRST`` seconds, estimates
from a few trials else.  Then every topic is tried exactly as ``method: auto`` tries it, and the others are
sampled, in turns; the one that is looked at has every second turn.  Versions that are compared play the same
worlds, or have exact differences, as ``yispc compare`` finds them.

Studies (``study``) come as soon as there are first numbers: each until there is something to show of it,
then in turns with the others.  They have time of their own, as much as the numbers have.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ...editor.services import Problem, diagnostics
from ...lang.diagnostics import DeckError
from ...messages import told
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.result import Result
from ...simulate.stop import MEMORY, Stop
from ...studies.comparison.compare import NothingToCompare, sides_of
from .descriptions import cannot_be_played, compared, described, item, noticed
from .lanes import MOST_TRIALS, ComparedLane, Later, Rhythm, TopicLane
from .study import StudyLane, key_of
from .version import Version

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from .desk import Tab

FIRST = 0.06
"""Seconds after which no exact answer is tried for before there are first numbers."""

PUT_OFF = 0.4
"""Seconds before an exact answer is sought of a topic that was hard before: estimates get sharper
meanwhile."""

FIRST_SLICES = 0.04
"""Seconds of trials for the first estimates, of all topics together."""

LONGEST_SILENCE = 0.5
"""Seconds after which what is known is told, even if there are topics of which nothing is: a deck may have
thousands."""

ENOUGH = 200
"""Trials that a first estimate should have."""

LONG = 1.0
"""Seconds of work after which a version is looked at for long."""

FIRST_STUDIES = 0.3
"""Seconds that studies of which nothing was told yet have before anything else gets sharper."""

KEPT_STUDIES = 8
"""Studies that are kept, to be gone on with, after nobody asks for them any more."""

Lane = TopicLane | ComparedLane | StudyLane


class Job:
    """Work on one version of a tab's deck.

    ``told`` says whether there are first numbers, or will be none; ``left``, set from any thread, that a
    newer version waits, so that the piece at hand ends soon; ``halted`` that it had to be cut off, so that
    this job can never be gone on with.
    """

    def __init__(
        self,
        work: dict[str, Any],
        tab: Tab,
        *,
        tell: Callable[[dict[str, Any]], None],
        alive: Callable[[], None],
        urgent: Callable[[], bool],
        seconds: float,
    ) -> None:
        """``tell`` takes messages to the page, ``alive`` is called in the middle of long pieces, ``urgent``
        says whether somebody else waits for first numbers; ``seconds`` is how long the whole may take."""
        self.revision: int = work["revision"]
        self.text: str = work["text"]
        self.topic: str | None = work["topic"]
        self.told = False
        self.left = False
        self.version: Version | None = None
        self.stop = Stop()
        self.hard = tab.hard
        self._pinned_text: str | None = work["pinned"]
        self._tab = tab
        self._file = work["file"]
        self._tell = tell
        self._alive = alive
        self._urgent = urgent
        self._most = seconds
        self._spent = 0.0
        self._began = 0.0
        self._rhythm = Rhythm()
        self._topics: list[TopicLane] = []
        self._compared: list[ComparedLane] = []
        self._studies: dict[str, StudyLane] = {}  # that are asked for, by what is asked
        self._left_studies: dict[str, StudyLane] = {}  # that were
        self._said: dict[str, dict[str, Any]] = {}  # the newest message of each type
        self._incomparable: str | None = None  # why nothing is compared
        self._loaded = False
        self._runs = False  # whether there is something to run
        self._to_compare = True  # whether what is compared has yet to be set up
        self._told_all = False  # whether no more numbers are to come
        self._ask_for(work["studies"])

    @property
    def halted(self) -> bool:
        return self.stop.heard

    @property
    def is_long(self) -> bool:
        """Whether it has been looked at for so long that native modules pay, which take seconds to build."""
        return self._spent_by_now() > LONG

    def halt(self) -> None:
        """From any thread: cut off what takes too long."""
        self.stop.hear("left")
        self.stop.halt()

    def close(self) -> None:
        """Stop what runs beside it; it may yet be gone on with."""
        for lane in self._compared:
            lane.close()
        if self.version is not None:
            self.version.close()

    def resume(self, work: dict[str, Any]) -> None:
        """Go on: with the same text as another revision, of which is said again what was said of it; with
        another topic that is looked at, another version to compare with, or other studies."""
        self.topic, self.left = work["topic"], False
        if work["pinned"] != self._pinned_text:
            self._pinned_text = work["pinned"]
            for lane in self._compared:
                lane.close()
            self._compared = []
            self._to_compare, self._told_all = True, False
            self._forget_compared()
        again = work["revision"] != self.revision
        if again:
            self.revision = work["revision"]
            for message in list(self._said.values()):
                self._say(message)
        self._ask_for(work["studies"], again=again)

    def _ask_for(self, asked: list[dict[str, Any]], *, again: bool = False) -> None:
        """Make these studies and no others; ``again`` says what is known of those that go on, too."""
        known = {**self._left_studies, **self._studies}
        before, self._studies = self._studies, {}
        for ask in asked:
            key = key_of(ask)
            lane = known.pop(key) if key in known else StudyLane(self, ask, self._most)
            self._studies[key] = lane
            if again or key not in before or lane.id != ask["id"]:
                lane.say_again(ask["id"])
        self._left_studies = dict(list(known.items())[-KEPT_STUDIES:])

    @property
    def panels(self) -> list[dict[str, Any]]:
        """What is known of the studies that are asked for, as a report has it."""
        return [lane.panel for lane in self._studies.values() if lane.panel is not None]

    def say_studied(self, message: dict[str, Any]) -> None:
        self._tell({**message, "revision": self.revision})

    def _forget_compared(self) -> None:
        """What was said of another pinned version is not said again."""
        if self._said.get("trouble", {}).get("sentence") == self._incomparable:
            self._said.pop("trouble", None)
        if "result" in self._said:
            self._said["result"] = {**self._said["result"], "state": "sampling", "compared": None}

    def heed(self) -> None:
        """What an exact answer asks now and then: whether it is worth going on."""
        self._alive()
        if self.left or self._urgent():
            raise Later

    def other(self, text: str, name: str) -> Version:
        """Another text as a version, by that name; raises like :class:`Version`."""
        return self._tab.other(text, {**self._file, "name": name})

    def puts_off(self, topic: str) -> bool:
        """Whether a topic should be sampled for a while before an exact answer is sought."""
        return topic in self.hard and self._spent_by_now() < PUT_OFF

    def _heed_at_first(self) -> None:
        self._alive()
        if self.left or self._spent_by_now() > FIRST:
            raise Later

    def _say(self, message: dict[str, Any]) -> None:
        self._said.pop(message["type"], None)
        self._said[message["type"]] = message
        self._tell({**message, "revision": self.revision})

    def trouble(self, sentence: str) -> None:
        self._say({"type": "trouble", "sentence": sentence})

    # The steps ----------------------------------------------------------------------------------

    def steps(self) -> Iterator[None]:
        """All there is to do, in pieces; raises MemoryError."""
        pieces = self._pieces()
        while True:
            self._began = time.perf_counter()
            try:
                next(pieces)
            except StopIteration:
                return
            finally:
                self._spent = self._spent_by_now()
                self._began = 0.0
            if self.stop.reason == MEMORY:
                raise MemoryError
            yield

    def _spent_by_now(self) -> float:
        return self._spent + (time.perf_counter() - self._began if self._began else 0.0)

    def _pieces(self) -> Iterator[None]:
        if not self._loaded:
            self._loaded = True
            self._runs = yield from self._load()
            if self._runs:
                yield
                yield from self._first_numbers()
                self._publish()
                assert self.version is not None
                self._say(described(self.version.deck, self.version.program))
                yield
        if not self._runs:  # nor when it is gone on with
            self.told = True
            return
        yield from self._first_of_studies()
        while True:
            if self._to_compare:
                self._compare()
                yield
            numbers: list[TopicLane | ComparedLane] = [*self._topics, *self._compared]
            numbers = [lane for lane in numbers if not lane.done and self._spent_by_now() <= self._most]
            if not numbers and not self._told_all:
                self._tell_all()
            studies = [lane for lane in self._studies.values() if not lane.done]
            if not numbers and not studies:
                return
            for lane in self._in_turn(numbers, studies):
                if not lane.done and not self._to_compare:
                    lane.step()
                    if isinstance(lane, StudyLane):
                        self._began = time.perf_counter()  # its time is its own
                    elif self._rhythm.is_due(self._spent_by_now()):
                        self._publish()
                    yield
            self._foresee()

    def _first_of_studies(self) -> Iterator[None]:
        """Something to show of each, if that comes soon: who has opened a panel looks at it."""
        began = time.perf_counter()
        for lane in self._studies.values():
            while lane.fresh and not lane.done and time.perf_counter() - began < FIRST_STUDIES:
                lane.step()
                self._began = time.perf_counter()
                yield

    def _tell_all(self) -> None:
        """No more numbers are to come."""
        self._told_all = True
        self._publish(over=True)
        if any(not lane.done and not lane.topic.trials for lane in self._topics):
            most = round(self._most, 1)
            self.trouble(told("There was no time for some topics: {seconds} seconds are over.", seconds=most))

    def _in_turn(self, numbers: list[TopicLane | ComparedLane], studies: list[StudyLane]) -> list[Lane]:
        """Everybody once, and what is looked at before each of the others."""
        looked: list[Lane] = [*(lane for lane in numbers if lane.name == self.topic), *studies]
        others = [lane for lane in numbers if lane not in looked]
        return [one for other in others for one in (*looked, other)] or looked

    @property
    def _exact(self) -> bool:
        """Whether all is known exactly."""
        return (
            all(lane.topic.exact for lane in self._topics)
            and all(lane.exact for lane in self._compared)
            and (self._pinned_text is None or not self._to_compare)
        )

    def _load(self) -> Generator[None, None, bool]:
        """Load and compile the text; whether there is something to run."""
        document = self._tab.document(self.text, self._file)
        try:
            self.version = Version(document, self._file, self.stop)
            yield
            self.version.program  # noqa: B018
            yield
            topics = self.version.known.topics
        except DeckError as error:
            self._diagnose(diagnostics(document, error.diagnostics))
            return False
        except NoExactAnswer as error:  # a policy that cannot play
            self._diagnose(diagnostics(document))
            self.trouble(cannot_be_played(error))
            return False
        self._diagnose(diagnostics(document))
        self._topics = [TopicLane(self, topic) for topic in topics]
        return True

    def _diagnose(self, problems: list[Problem]) -> None:
        self._say({"type": "diagnostics", "items": list(map(item, problems))})

    def _first_numbers(self) -> Iterator[None]:
        first = sorted(self._topics, key=lambda lane: lane.name != self.topic)
        for lane in first:
            if lane.name not in self.hard and self._spent_by_now() < FIRST:
                lane.try_exactly(self._heed_at_first)
                yield
        for lane in first:  # the first of them in any case: a machine may be busy
            if not lane.done and (lane is first[0] or self._spent_by_now() < LONGEST_SILENCE):
                lane.sample(FIRST_SLICES / len(first), ENOUGH)
                yield

    def _compare(self) -> None:
        """Set up what is compared."""
        assert self.version is not None
        self._to_compare, self._incomparable = False, None
        if self._pinned_text is None:
            return
        try:
            versions = self._tab.other(self._pinned_text, self._file), self.version
            builds = list(zip(("pinned", "now"), [version.program for version in versions], strict=True))
            topics = self.version.program.topics  # by whose names the page knows them
            self._compared = [
                ComparedLane(self, topics[sides[-1].topic].name, sides, versions)
                for _, sides in sides_of(builds, (), ())
            ]
        except DeckError:
            self._incomparable = told("The pinned version has mistakes, so nothing is compared with it.")
        except (NothingToCompare, NoExactAnswer) as error:
            self._incomparable = told(
                "Nothing is compared with the pinned version: {reason}.", reason=str(error)
            )
        if self._incomparable is not None:
            self.trouble(self._incomparable)

    def _foresee(self) -> None:
        """Build native modules for what will take long."""
        for lane in self._topics:
            if not lane.done and lane.topic.exact is False and self.is_long:
                lane.topic.expect(MOST_TRIALS - lane.topic.trials)

    def _publish(self, *, over: bool = False) -> None:
        """Tell what is known; ``over`` says that no more is to come."""
        assert self.version is not None
        from ...page.data import report_in_words

        before = self._spent_by_now()
        result = Result(self.version.known.outcome())
        if self.stop.heard:
            return
        trials = [lane.topic.trials for lane in self._topics if not lane.topic.exact]
        found = [compared(one) for lane in self._compared if (one := lane.found()) is not None]
        self._say(
            {
                "type": "result",
                "state": "exact" if self._exact else "done" if over else "sampling",
                "trials": min(trials, default=None),
                "result": report_in_words(result),
                "compared": found or None,
                "notices": noticed(self.version.deck, result),
            }
        )
        self.told = True
        spent = self._spent_by_now()
        self._rhythm.told(spent, spent - before)

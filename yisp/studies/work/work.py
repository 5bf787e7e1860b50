"""One deck of a study: a pure function of plain data, whoever works it out, and wherever.

What comes in: what all decks of the study have in common (:class:`Work`), and what is asked about one of them
(:class:`Task`).  What goes out: an :data:`Answer`, plain data as JSON has it, the same on every machine and
in every process.  A deck that does not add up, or that has no exact answer where only one would do, is an
answer, too: a ``reason``.

Not handled: who does which task (``pools``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from ...compile.family import Family
from ...compile.row import NUMBER, RowLayout
from ...deck.changes import Changes, unknown_card
from ...deck.load import load_file
from ...deck.observables import COMBO, SCORE, WATCH
from ...deck.parcel import Parcel, packed, unpacked
from ...deck.reading.files import Unreadable
from ...lang.diagnostics import DeckError
from ...messages import is_data, say, to_data
from ...simulate.counting.counts import Counts
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.outcome import Outcome, TopicOutcome
from ...simulate.result import Result
from ...simulate.run import run_program
from ...simulate.sampling.crew import serve
from ...simulate.sampling.targets import Targets
from ...simulate.stop import Stop
from ...simulate.worlds.worlds import entry_of, in_worlds_of
from ...system import IN_BROWSER
from ..comparison.against import held_against
from ..comparison.paired import Gathered, difference_range, figures, hold_together
from ..comparison.tape import Tapes
from ..figures import Figure, known

if TYPE_CHECKING:
    from ...compile.builds.native import Build, Run
    from ...compile.program import Program
    from ...deck.model import Deck
    from ...simulate.playing.play import Play
    from ...simulate.worlds.worlds import Players, Scanning

Answer = dict[str, Any]
"""``cards``, how many the deck has; ``known``, a list of :class:`~yisp.studies.figures.Known` as lists;
``noticed``, whether something did not go as its script says; perhaps a ``remark`` about where it was worked
out, which is no part of the result.  Or ``reason``, why there is nothing (``messages.to_data``), and
``possible``, whether there is such a deck.  Or, of a deck that is held ``against`` another one, its
``differences`` from that: by figure a list as :class:`~yisp.studies.figures.Difference` has it, or None; of
one that was played together with it, ``gaps``, by figure what the differences add up to.  Or ``ended``, why a
run was ended before it was done."""

Made = tuple[tuple[tuple[str, int], ...], int | None, tuple[tuple[str, int], ...]]
"""How a deck is made of the study's: other counts, another size, values of parameters."""


class Work(TypedDict):
    """What all decks of a study have in common."""

    parcel: Parcel
    changes: tuple[dict[str, int], str | None, int | None]  # of the file's counts, for every deck
    parameters: dict[str, int]
    topics: list[str]
    policies: list[str]
    figures: list[tuple[Any, ...]]  # see :class:`~yisp.studies.figures.Figure`
    until: float | None
    target: str
    tallies: bool  # whether plain trials are to be told as whole numbers, for whoever adds them up


class Task(NamedTuple):
    """One deck, and how it is to be answered; whoever gives it knows it again by its ``number``.

    Where it is to be held ``against`` another one, ``of`` are the topics, each with who plays it.  Where it
    says whose ``worlds`` it plays in, it is played :class:`Together` with that one, if there is one.
    """

    number: int
    counts: tuple[tuple[str, int], ...]
    size: int | None
    parameters: tuple[tuple[str, int], ...]
    method: str | None
    trials: int | None
    seed: int
    against: Made | None = None
    of: tuple[tuple[str, str | None], ...] = ()
    worlds: Made | None = None


def work_of(
    deck: Deck,
    changes: Changes,
    parameters: Mapping[str, int],
    topics: Sequence[str],
    figures: Sequence[Figure],
    *,
    policies: Sequence[str] = (),
    until: float | None = None,
    target: str = "auto",
    tallies: bool = False,
) -> Work:
    """The work of a study of a deck.  Raises ValueError for changes of cards that the deck does not have."""
    if deck.source is None:
        raise ValueError(say("this deck was not read from a deck file"))
    for name in changes.names:
        if (wrong := unknown_card(name, [kind.name for kind in deck.kinds])) is not None:
            raise ValueError(say("{deck} has {wrong}", deck=deck.file, wrong=wrong))
    try:
        parcel = packed(deck.source, deck.references)
    except Unreadable as error:
        raise ValueError(
            say(
                "a file that {deck} names cannot be read again: {reason}",
                deck=deck.file,
                reason=str(error),
            )
        ) from None
    every = deck.changes.then(changes)
    return {
        "parcel": parcel,
        "changes": (dict(every.counts), every.filler, every.size),
        "parameters": dict(parameters),
        "topics": list(topics),
        "policies": list(policies),
        "figures": [tuple(figure) for figure in figures],
        "until": until,
        "target": target,
        "tallies": tallies,
    }


def fits(answer: Answer, figures: int) -> bool:
    """Whether that is an answer about so many figures, and not something that a stranger wrote."""
    if "reason" in answer:
        return is_data(answer["reason"]) and isinstance(answer.get("possible"), bool)
    if "differences" in answer:
        told = answer["differences"]
        return isinstance(told, list) and len(told) == figures and all(map(_is_difference, told))
    known, tallies = answer.get("known"), answer.get("tallies")
    return (
        isinstance(answer.get("cards"), int)
        and isinstance(answer.get("noticed"), bool)
        and isinstance(known, list)
        and len(known) == figures
        and all(map(_is_known, known))
        and (tallies is None or _are_tallies(tallies, figures))
        and ("gaps" not in answer or _are_tallies(answer["gaps"], figures))
    )


KNOWN: tuple[Any, ...] = (float, float, float, str, int)
"""What the fields of a ``figures.Known`` are, where they are not None."""


DIFFERENCE: tuple[Any, ...] = (float, float, float, str, int, float)
"""The same of a ``figures.Difference``."""


def _is_known(given: Any) -> bool:
    return isinstance(given, list) and len(given) == len(KNOWN) and all(map(_is, given, KNOWN))


def _is_difference(given: Any) -> bool:
    fits = isinstance(given, list) and len(given) == len(DIFFERENCE) and all(map(_is, given, DIFFERENCE))
    return given is None or fits


def _is(value: Any, kind: type) -> bool:
    if value is None:
        return True
    return not isinstance(value, bool) and isinstance(value, (int, float) if kind is float else kind)


def _are_tallies(given: Any, figures: int) -> bool:
    return (
        isinstance(given, list)
        and len(given) == figures
        and all(
            one is None
            or (isinstance(one, list) and len(one) == 5 and all(_is(number, int) for number in one))
            for one in given
        )
    )


def begin(work: Work, *, jobs: int = 1) -> Callable[[Task], tuple[int, Answer]]:
    """What does tasks of this work, with so many workers for one run: it gives their number and answer."""
    decks = Decks(work)
    return lambda task: (task.number, _answer(work, decks, jobs, task))


def main() -> None:
    """What a process that shares in a study does."""
    serve(begin)


WORTH_BUILDING = 1.0
"""Seconds that decks were played for in python before a native module is built for all of them.  What comes
out does not depend on it."""


class Decks:
    """The programs of the decks of a study, which are of one family, and what was played of them."""

    def __init__(self, work: Work) -> None:
        file = unpacked(work["parcel"])
        self._family = Family(lambda changes: load_file(file, changes))
        self._common = Changes(*work["changes"])
        self._parameters = work["parameters"]
        self._spent = 0.0 if work["target"] == "auto" and not IN_BROWSER else -inf
        self._target = work["target"]
        self._build: Build | None = None
        self._natives: dict[tuple[int, str], Run] = {}
        self._shared: dict[Made, Program] = {}
        self._rival: tuple[Made, Made, int] | None = None
        self._rows: dict[int, bytearray] = {}
        self._taped: tuple[Made, int] | None = None
        self._tapes = Tapes()

    def program(self, task: Task) -> Program:
        """Raises :class:`DeckError` for a deck that does not add up."""
        return self.made(task.counts, task.size, task.parameters)

    def made(
        self, counts: tuple[tuple[str, int], ...], size: int | None, parameters: tuple[tuple[str, int], ...]
    ) -> Program:
        """The same of a deck that is made so."""
        changes = self._common.then(Changes(dict(counts), None, size))
        program = self._family.program(changes)
        return program.with_parameters({**self._parameters, **dict(parameters)})

    def shared(self, made: Made) -> Program:
        """The program of a deck that many others are played with, which is made once."""
        if made not in self._shared:
            self._shared = dict([*self._shared.items()][-1:])
            self._shared[made] = self.made(*made)
        return self._shared[made]

    def players(
        self, program: Program, topic: int, base: Program, seed: int, stop: Stop
    ) -> Players | Scanning:
        """Who plays a topic in the worlds of another deck's, on the best target that there is for them."""
        policy = program.topics[topic].policy
        there = base.topic(program.topics[topic].name)
        moved = in_worlds_of(program, topic, base, there)
        targets = Targets(moved, self._target, entry=entry_of([policy]))
        module = program.plan["family"], targets.entry
        targets.native = self._natives.get(module)
        if targets.native is None:
            targets.look_for_native()
            if targets.native is not None:
                self._natives[module] = targets.native
        players = targets.open_in_worlds(topic, seed, [policy])
        for table in players.tables:
            stop.guard(table)
        return players

    def rows(self, task: Task, topic: int, first: int, last: int, stop: Stop) -> tuple[bytes, Program]:
        """The rows of these trials of the rival whom a task is played together with, which are the same for
        all who are held against him; none where the ``stop`` was heard."""
        assert task.against is not None and task.worlds is not None
        rival = self.shared(task.against)
        key = task.against, task.worlds, task.seed
        if self._rival != key:
            self._rival, self._rows = key, {}
        known = self._rows.setdefault(topic, bytearray())
        width = RowLayout.of(rival.topics[topic]).width * NUMBER
        have = len(known) // width
        if have < last:
            players = self.players(rival, topic, self.shared(task.worlds), task.seed, stop)
            known += players.records(have, last)
        return bytes(known[first * width : last * width]) if len(known) >= last * width else b"", rival

    def played(self, program: Program, seconds: float, entry: str = "trials") -> None:
        """A deck was played for so long; the native module of its family is built once that was long enough.

        Whoever plays the next deck looks for it (``Targets``); where it cannot be built, all go on in python.
        """
        self._spent += seconds
        if self._spent > WORTH_BUILDING:
            self._spent = -inf
            from ...compile.builds.native import Build, BuildError, Entry

            with suppress(BuildError):
                self._build = Build(program, Entry(entry))

    def tapes(self, made: Made, seed: int) -> Tapes:
        """What was played of a deck that others are held against: of the last such deck alone."""
        if self._taped != (made, seed):
            self._taped, self._tapes = (made, seed), Tapes()
        return self._tapes


def _answer(work: Work, decks: Decks, jobs: int, task: Task) -> Answer:
    try:
        program = decks.program(task)
    except DeckError as error:
        return impossible(error)
    begun = perf_counter()
    try:
        if task.worlds is not None:
            return _together(work, decks, task)
        if task.against is not None:
            return _held_against(work, program, decks, task)
        return _run(work, program, jobs, task)
    finally:
        decks.played(program, perf_counter() - begun, "trials" if task.worlds is None else "worlds")


def _run(work: Work, program: Program, jobs: int, task: Task) -> Answer:
    try:
        outcome = run_program(
            program,
            count=task.trials,
            until=work["until"],
            seed=task.seed,
            topics=[program.topic(name) for name in work["topics"]],
            method=task.method,
            policies=work["policies"],
            target=work["target"],
            jobs=jobs,
            strict=False,
        )
    except NoExactAnswer as error:
        return unanswered(error)
    if outcome.partial:
        return {"ended": outcome.ended}
    return found_out(work, program, outcome)


def _together(work: Work, decks: Decks, task: Task) -> Answer:
    with Stop() as stop:
        played = Together(work, decks, task, stop)
        if played.reason is None:
            played.sample(task.trials or 0)
    return {"ended": stop.reason} if stop.heard else played.answer()


class Together:
    """A deck in the worlds of another one, perhaps beside a rival who plays the same trials: the trials of a
    task so far, for whoever wants more, and its answer by then.

    Decks that play the same worlds have most of their luck in common, so what is left of a difference is told
    by far fewer trials; each deck's trials are by themselves what they are in any run (``paired``).
    """

    def __init__(self, work: Work, decks: Decks, task: Task, stop: Stop) -> None:
        self._work, self._decks, self._task, self._stop = work, decks, task, stop
        self.reason: Answer | None = None
        self.trials = 0
        self._players: list[Players | Play] = []
        assert task.worlds is not None
        try:
            self.program = decks.program(task)
            base = decks.shared(task.worlds)
            self._topics = [self.program.topic(name) for name in work["topics"]]
            for topic in self._topics:
                self._players.append(decks.players(self.program, topic, base, task.seed, stop))
        except DeckError as error:
            self.reason = impossible(error)
        except NoExactAnswer as error:  # a policy that cannot play
            self.reason = unanswered(error)
        self._figures = [Figure(*figure) for figure in work["figures"]]
        self._gathered = [{_key(one): Gathered() for one in self._of(at)} for at in range(len(self._players))]

    def _of(self, at: int) -> list[Figure]:
        """The figures of a topic."""
        name = self._work["topics"][at]
        return [figure for figure in self._figures if figure.topic == name]

    @property
    def over(self) -> bool:
        """Whether no more trials can come of it."""
        return self._stop.heard

    def sample(self, more: int) -> int:
        """Play so many trials more; how many there were, fewer where it was ended."""
        first, last = self.trials, self.trials + more
        for at, players in enumerate(self._players):
            if self._task.against is None:
                players.run(first, last)
            else:
                rows = players.records(first, last)
                theirs, rival = self._decks.rows(self._task, self._topics[at], first, last, self._stop)
                if players.halted or not theirs:
                    return 0
                mine = self.program.topics[self._topics[at]]
                hold_together(self._gathered[at], mine, rows, rival.topics[self._topics[at]], theirs)
            if players.halted:
                return 0
        self.trials = last
        return more

    def answer(self) -> Answer:
        """What is known by now."""
        if self.reason is not None:
            return self.reason
        outcomes = [
            TopicOutcome(topic, players.parts()[0], policy=self.program.topics[topic].policy)
            for topic, players in zip(self._topics, self._players, strict=True)
        ]
        outcome = Outcome(self.program, self._task.seed, outcomes, seconds=0.0)
        answer = found_out(self._work, self.program, outcome)
        if self._task.against is not None:
            answer["gaps"] = [self._gap(figure) for figure in self._figures]
        return answer

    def _gap(self, figure: Figure) -> list[Any] | None:
        """What the differences of a figure add up to, as ``tallies`` have it; None where a trial lacks one of
        them."""
        at = self._work["topics"].index(figure.topic)
        gathered = self._gathered[at][_key(figure)]
        found = gathered.differences
        if not gathered.mine[0] == gathered.theirs[0] == gathered.both:
            return None  # of other trials than both means are
        range_ = figures(self.program.topics[self._topics[at]])[_key(figure)]
        low, high, _ = difference_range(range_, range_)
        return [found.count, found.total, found.squares, low, high]


def _key(figure: Figure) -> tuple[str, str]:
    """What ``paired`` calls it."""
    what = "success" if figure.what == "topic" else figure.what
    return what, "" if what in ("success", "score") else figure.name


def _held_against(work: Work, program: Program, decks: Decks, task: Task) -> Answer:
    assert task.against is not None
    figures = [Figure(*figure) for figure in work["figures"]]
    with Stop() as stop:
        found = held_against(
            program, decks.made(*task.against), figures, task.of, work["policies"], task.seed, stop,
            count=task.trials, until=work["until"], target=work["target"],
            tapes=decks.tapes(task.against, task.seed),
        )  # fmt: skip
    if stop.heard:
        return {"ended": stop.reason}
    return {"differences": [None if one is None else list(one) for one in found]}


def found_out(work: Work, program: Program, outcome: Outcome) -> Answer:
    """What a run has found out."""
    result = Result(outcome)
    figures = [Figure(*figure) for figure in work["figures"]]
    answer: Answer = {
        "cards": program.size,
        "known": [list(one) for one in known(result, figures)],
        "noticed": any(played.notices for played in result.played),
    }
    if outcome.remark is not None:
        answer["remark"] = _kept(outcome.remark)
    if work["tallies"]:
        answer["tallies"] = _tallies(program, outcome, figures)
    return answer


def impossible(error: DeckError) -> Answer:
    first = next(item for item in error.diagnostics if item.severity == "error")
    return {"reason": _kept(first.message), "possible": False}


def unanswered(error: NoExactAnswer) -> Answer:
    reason = say("topic {topic}: {reason}", topic=error.topic, reason=str(error))
    return {"reason": _kept(reason), "possible": True}


def _kept(sentence: str) -> Any:
    """A sentence as an answer has it, to be said in another language when it is read."""
    data = to_data(sentence)
    return data if is_data(data) else sentence


def _tallies(program: Program, outcome: Outcome, figures: list[Figure]) -> list[list[Any] | None]:
    """Of each figure how many observations there were, their sum and that of their squares, and the ends of
    what it can be; None where its answer is exact."""
    found: list[list[Any] | None] = []
    for figure in figures:
        (of,) = [one for one in outcome.topics if program.topics[one.topic].name == figure.topic]
        topic, counts = program.topics[of.topic], of.counts
        if not isinstance(counts, Counts):
            found.append(None)
            continue
        if figure.is_rate:
            held = counts.successes
            if figure.what == COMBO:
                held = counts.combos[topic.combos.index(figure.name)]
            elif figure.what == WATCH:
                held = counts.combos[len(topic.combos) + topic.watch.index(figure.name)]
            found.append([counts.trials, held, held, 0, 1])
            continue
        score = figure.what == SCORE
        tally = counts.score if score else counts.stats[topic.stats.index(figure.name)]
        low, high, _ = topic.ranges[0 if score else 1 + topic.stats.index(figure.name)]
        found.append([tally.count, tally.total, tally.squares, low, high])
    return found

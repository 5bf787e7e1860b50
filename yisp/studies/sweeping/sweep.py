"""A sweep: every variant of a deck, one like the other, and what each figure comes to.

What comes in: a deck, its variants, and how they are to be run.  What goes out: :class:`Sweep`, a row for
each figure of each variant.  A row is what ``yispc run`` says of that deck with that seed, whoever worked it
out.  Every variant is then held against one of them (``Sweep.reference``): what it adds to that is exact
where both are, and else of pairs of trials in the same worlds (``against``), which tells far smaller
differences apart than two rows do.

Not handled: which variant is best for sure (``tune``), and how tables look (``report``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from ...compile.pipeline import compile_deck
from ...deck.changes import UNCHANGED, Changes
from ...deck.observables import SCORE, TOPIC
from ...deck.parcel import digest_of
from ...lang.diagnostics import DeckError
from ...messages import from_data, with_commas
from ...simulate.counting.tabular import FIGURE, SUCCESS, frame
from ...simulate.seeds import fresh_seed
from ...simulate.stop import Ended, reason_of
from ...version import VERSION
from ..figures import Difference, Figure, Known, exactly, figures_of
from ..work.answers import fits
from ..work.asking import Asking, Progress
from ..work.journal import Journal
from ..work.pools import Pool, processes
from ..work.work import Task, Work, work_of
from .variants import CARD, PARAMETER, SIZE, THE_SIZE, Variant, Variants

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...deck.model import Deck

SCHEMA = 1
"""The shape of ``Sweep.to_dict``; another shape has another number."""

OWN_COLUMNS = ("cards", "to", *FIGURE, "reason")
"""The columns of ``Sweep.rows`` that are no axes."""

MOST = 10_000
"""Variants that are run without being asked whether so many are meant."""


class Point(NamedTuple):
    """What became of one variant: ``known``, by figure, or the ``reason`` why nothing is.

    ``possible`` says whether there is such a deck, ``cards`` how many it has, ``noticed`` whether something
    did not go as its script says.  ``differences`` are those from the reference by figure, if
    there are any.
    """

    variant: Variant
    cards: int | None
    known: list[Known]
    noticed: bool
    reason: str | None
    possible: bool
    differences: list[Difference | None]


class Sweep:
    """What a sweep found.

    ``points`` are the variants that were answered, in order; ``rows`` are the same as a table. ``ended`` is
    what ended a ``partial`` sweep (see ``simulate.stop``).  ``reference`` is the number of the variant
    that the others are held against: the deck as it is or, where that is none of them, the first there is.
    """

    def __init__(
        self,
        deck: Deck,
        variants: Variants,
        figures: Sequence[Figure],
        policies: Mapping[str, str],
        settings: Mapping[str, Any],
    ) -> None:
        """``policies`` say who plays each topic, where it is one alone."""
        self.file = deck.file
        self.cards = deck.size
        self.kinds = len(deck.kinds)
        self.variants = variants
        self.axes = variants.axes
        self.figures = list(figures)
        self.policies = policies
        self.seed: int = settings["seed"]
        self.settings = dict(settings)
        self.ended: str | None = None
        self.remarks: list[str] = []
        self.reference: int | None = None
        self._answers: list[str | None] = [None] * len(variants)  # as text, which takes least room
        self._held: dict[int, str] = {}  # what was played against the reference, by variant

    def __repr__(self) -> str:
        axes = ", ".join(self.titles)
        return f"<Sweep of {self.file} over {axes}: {len(self)} of {len(self.variants)} variants>"

    def __len__(self) -> int:
        return sum(answer is not None for answer in self._answers)

    @property
    def partial(self) -> bool:
        """Whether some variants were not answered, or not held against the reference."""
        return self.ended is not None or None in self._answers

    def take(self, number: int, answer: str) -> None:
        self._answers[number] = answer

    def hold(self, number: int, answer: str) -> None:
        """Take what came of holding a variant against the reference."""
        self._held[number] = answer

    @property
    def points(self) -> Iterator[Point]:
        base = None if self.reference is None else self._known(self.reference)
        for variant, text in zip(self.variants, self._answers, strict=True):
            if text is None:
                continue
            answer = json.loads(text)
            reason = from_data(answer["reason"]) if "reason" in answer else None
            known = [Known(*one) for one in answer.get("known", ())]
            yield Point(
                variant, answer.get("cards"), known, answer.get("noticed", False), reason,
                reason is None or answer["possible"], self._differences(variant.number, known, base),
            )  # fmt: skip

    def _known(self, number: int) -> list[Known]:
        """Of a variant that was answered, by figure."""
        return [Known(*one) for one in json.loads(self._answers[number] or "{}").get("known", ())]

    def _differences(
        self, number: int, known: list[Known], base: list[Known] | None
    ) -> list[Difference | None]:
        if base is None or not known or number == self.reference:
            return []
        held = json.loads(self._held[number])["differences"] if number in self._held else [None] * len(known)
        return [
            exactly(mine, theirs) if played is None else Difference(*played)
            for mine, theirs, played in zip(known, base, held, strict=True)
        ]

    def refer(self, preferred: int | None) -> None:
        """Choose the reference: this variant if it was answered, or else the first that was."""
        answered = (at for at, text in enumerate(self._answers) if text is not None and self._known(at))
        first = next(answered, None)
        self.reference = preferred if preferred is not None and self._known(preferred) else first

    def unsure(self, number: int) -> tuple[tuple[str, str | None], ...]:
        """The topics, each with who plays it, in which a variant can be held against the reference by trials
        alone."""
        if self.reference is None or number == self.reference:
            return ()
        known, base = self._known(number), self._known(self.reference)
        found: dict[tuple[str, str | None], bool] = {}
        for figure, mine, theirs in zip(self.figures, known, base, strict=False):
            of = figure.topic, figure.policy
            found[of] = found.get(of, False) or exactly(mine, theirs) is not None
        return tuple(of for of, exact in found.items() if not exact)

    @property
    def columns(self) -> list[str]:
        """What the columns of ``rows`` are called: the axes first."""
        return [*self.titles, *OWN_COLUMNS]

    @property
    def titles(self) -> list[str]:
        """What the axes are called: by their names, with their kinds before them where others have these."""
        taken = [*(axis.name for axis in self.axes), *OWN_COLUMNS]
        return [
            axis.name if taken.count(axis.name) == 1 else f"{axis.kind}:{axis.name}" for axis in self.axes
        ]

    def iterate(self) -> Iterator[dict[str, Any]]:
        """The rows, one at a time: of the variants, then of how they differ from the reference."""
        columns = self.columns
        for point in self.points:
            head = dict(zip(columns, point.variant.values, strict=False))
            if point.reason is not None:
                yield {**dict.fromkeys(columns), **head, "reason": point.reason}
                continue
            for figure, known in zip(self.figures, point.known, strict=True):
                yield {**self._head(point, figure, None), **known._asdict(), "reason": None}
        if self.reference is None:
            return
        to = self.said(self.variants[self.reference])
        for point in self.points:
            for figure, difference in zip(self.figures, point.differences, strict=False):
                if difference is not None:
                    numbers = dict(zip(Known._fields, difference, strict=False))
                    yield {**self._head(point, figure, to), **numbers, "reason": None}

    def _head(self, point: Point, figure: Figure, to: str | None) -> dict[str, Any]:
        """What a row is about."""
        what = SUCCESS if figure.what == TOPIC else figure.what
        return {
            **dict(zip(self.columns, point.variant.values, strict=False)),
            "cards": point.cards,
            "to": to,
            "topic": figure.topic,
            "policy": figure.policy or self.policies[figure.topic],
            "what": what,
            "name": None if what in (SUCCESS, SCORE) else figure.name,
        }

    def said(self, variant: Variant) -> str:
        """A variant by its values: ``scout=2, size=40``."""
        named = zip(self.titles, variant.values, strict=True)
        return with_commas(f"{title}={value}" for title, value in named)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure of each variant, by column; a variant without an answer has one, with the
        ``reason``.  Then a row for each difference from the reference, which is named under ``to``."""
        return list(self.iterate())

    def to_frame(self) -> Any:
        """The rows as a pandas data frame; pandas is not one of yisp's own requirements."""
        return frame("Sweep", self.rows, self.columns)

    def to_dict(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "study": "sweep",
            "deck": {"file": self.file, "cards": self.cards, "kinds": self.kinds},
            **self.settings,
            "axes": [{"of": axis.kind, "name": axis.name, "values": list(axis.values)} for axis in self.axes],
            "figures": [figure._asdict() for figure in self.figures],
            "partial": self.partial,
            "reference": None if self.reference is None else list(self.variants[self.reference].values),
            "variants": [self._as_dict(point) for point in self.points],
        }

    def _as_dict(self, point: Point) -> dict[str, Any]:
        head = {"values": list(point.variant.values)}
        if point.reason is not None:
            return {**head, "possible": point.possible, "reason": point.reason}
        return {
            **head,
            "cards": point.cards,
            "noticed": point.noticed,
            "known": [one._asdict() for one in point.known],
            "differences": [None if one is None else one._asdict() for one in point.differences],
        }


def as_it_is(deck: Deck, changes: Changes, parameters: Mapping[str, int], variants: Variants) -> int | None:
    """The number of the variant that is the deck with those changes alone; None where it is none of them."""
    try:
        own = deck.changed(changes) if changes else deck
    except DeckError:
        return None
    number = 0
    counts = {kind.name: kind.count for kind in own.kinds}
    for axis in variants.axes:
        given = {CARD: counts, SIZE: {THE_SIZE: own.size}, PARAMETER: {**deck.parameters, **parameters}}
        value = given[axis.kind][axis.name]
        if value not in axis.values:
            return None
        number = number * len(axis.values) + axis.values.index(value)
    return number


def run_sweep(
    deck: Deck,
    variants: Variants,
    *,
    changes: Changes = UNCHANGED,
    parameters: Mapping[str, int] | None = None,
    topics: Sequence[str] = (),
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    method: str | None = None,
    policies: Sequence[str] = (),
    target: str = "auto",
    jobs: int | None = None,
    journal: str | None = None,
    pool: Callable[[Work], Pool] | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Run every variant of the deck, with these changes of its counts and parameters besides.

    What is None is taken from the deck file, as in a run.  All variants have the same ``seed``.  ``journal``
    is a file in which what is done is written down, and looked up; ``pool`` makes what does the work:
    processes of this machine, ``jobs`` of them at the most, where it is None.  Raises ValueError for changes
    of cards that the deck does not have, and :class:`~yisp.studies.work.journal.CannotGoOn`.
    """
    program = compile_deck(deck)
    chosen = [topic.name for topic in program.topics] if not topics else list(dict.fromkeys(topics))
    figures = figures_of(program, map(program.topic, chosen), policies)
    if seed is None:
        seed = program.settings["seed"]
    work = work_of(
        deck, changes, parameters or {}, chosen, figures,
        policies=policies, until=until, target=target,
    )  # fmt: skip
    trials: int | None = program.settings["count"] if count is None and until is None else count
    settings = {
        "topics": chosen,
        "count": trials,
        "until": until,
        "method": method,
        "policies": list(policies),
        "set": dict(parameters or {}),
        "with": {
            "counts": dict(work["changes"][0]),
            "filler": work["changes"][1],
            "size": work["changes"][2],
        },
    }
    with ExitStack() as stack:
        written = None
        if journal is not None:
            identity = {
                "deck": digest_of(work["parcel"]),
                **settings,
                "axes": [[axis.kind, axis.name, list(axis.values)] for axis in variants.axes],
            }
            written = stack.enter_context(
                Journal(
                    journal, "sweep", identity, seed, fresh=fresh_seed,
                    fits=lambda answer: fits(answer, len(figures)),
                )
            )  # fmt: skip
            seed = written.seed
        seed = fresh_seed() if seed is None else seed
        played = {topic.name: topic.played_by(policies)[0] for topic in program.topics}
        sweep = Sweep(deck, variants, figures, played, {"seed": seed, **settings})

        def task(number: int) -> Task:
            variant = variants[number]
            return Task(number, variant.counts, variant.size, variant.parameters, method, count, seed)

        def held(number: int) -> Task:
            assert sweep.reference is not None
            base, at = variants[sweep.reference], number - len(variants)
            against = base.counts, base.size, base.parameters
            return task(at)._replace(number=number, trials=trials, against=against, of=sweep.unsure(at))

        preferred = as_it_is(deck, changes, parameters or {}, variants)
        asking = Asking(stack.enter_context((pool or processes(jobs))(work)), written, progress)
        try:
            for answered in asking.ask(range(len(variants)), task):
                if answered is not None:
                    sweep.take(*answered)
            sweep.refer(preferred)
            several = len(variants)  # tasks from here on are held against the reference
            unsure = (number for number in range(several) if method != "exact" and sweep.unsure(number))
            for answered in asking.ask([several + number for number in unsure], held):
                if answered is not None:
                    sweep.hold(answered[0] - several, answered[1])
        except (KeyboardInterrupt, Ended) as error:
            sweep.ended = reason_of(error)
            sweep.refer(preferred)
        sweep.remarks += asking.remarks
    return sweep

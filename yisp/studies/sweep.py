"""A sweep: every variant of a deck, one like the other, and what each figure comes to.

What comes in: a deck, its variants, and how they are to be run.  What goes out: :class:`Sweep`, a row for
each figure of each variant.  A row is what ``yispc run`` says of that deck with that seed, whoever worked it
out.

Not handled: which variant is best for sure (``tune``), and how tables look (``report``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

from ..compile.pipeline import compile_deck
from ..deck.changes import UNCHANGED, Changes
from ..deck.observed import SCORE, TOPIC
from ..deck.parcel import digest_of
from ..messages import from_data
from ..simulate.seeds import fresh_seed
from ..simulate.stop import Ended, reason_of
from ..simulate.tabular import FIGURE, SUCCESS, frame
from ..version import VERSION
from .asking import Asking, Progress
from .figures import Figure, Known, figures_of
from .journal import Journal
from .pools import Pool, processes
from .variants import Variant, Variants
from .work import Task, Work, fits, work_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..deck.model import Deck

SCHEMA = 1
"""The shape of ``Sweep.to_dict``; another shape has another number."""

OWN_COLUMNS = ("cards", *FIGURE, "reason")
"""The columns of ``Sweep.rows`` that are no axes."""

MOST = 10_000
"""Variants that are run without being asked whether so many are meant."""


class Point(NamedTuple):
    """What became of one variant: ``known``, by figure, or the ``reason`` why nothing is.

    ``possible`` says whether there is such a deck, ``cards`` how many it has, ``noticed`` whether something
    did not go as its script says.
    """

    variant: Variant
    cards: int | None
    known: list[Known]
    noticed: bool
    reason: str | None
    possible: bool


class Sweep:
    """What a sweep found.

    ``points`` are the variants that were answered, in order; ``rows`` are the same as a table. ``ended`` is
    what ended a ``partial`` sweep (see ``simulate.stop``).
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
        self._answers: list[str | None] = [None] * len(variants)  # as text, which takes least room

    def __repr__(self) -> str:
        axes = ", ".join(self.titles)
        return f"<Sweep of {self.file} over {axes}: {len(self)} of {len(self.variants)} variants>"

    def __len__(self) -> int:
        return sum(answer is not None for answer in self._answers)

    @property
    def partial(self) -> bool:
        """Whether some variants were not answered."""
        return None in self._answers

    def take(self, number: int, answer: str) -> None:
        self._answers[number] = answer

    @property
    def points(self) -> Iterator[Point]:
        for variant, text in zip(self.variants, self._answers, strict=True):
            if text is None:
                continue
            answer = json.loads(text)
            reason = from_data(answer["reason"]) if "reason" in answer else None
            known = [Known(*one) for one in answer.get("known", ())]
            yield Point(
                variant, answer.get("cards"), known, answer.get("noticed", False), reason,
                reason is None or answer["possible"],
            )  # fmt: skip

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
        """The rows, one at a time."""
        columns = self.columns
        for point in self.points:
            head = dict(zip(columns, point.variant.values, strict=False))
            if point.reason is not None:
                yield {**dict.fromkeys(columns), **head, "reason": point.reason}
                continue
            for figure, known in zip(self.figures, point.known, strict=True):
                what = SUCCESS if figure.what == TOPIC else figure.what
                name = None if what in (SUCCESS, SCORE) else figure.name
                policy = figure.policy or self.policies[figure.topic]
                yield {
                    **head,
                    "cards": point.cards,
                    "topic": figure.topic,
                    "policy": policy,
                    "what": what,
                    "name": name,
                    **known._asdict(),
                    "reason": None,
                }

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each figure of each variant, by column; a variant without an answer has one, with the
        ``reason``."""
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
        }


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
    of cards that the deck does not have, and :class:`~yisp.studies.journal.CannotGoOn`.
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
    settings = {
        "topics": chosen,
        "count": program.settings["count"] if count is None and until is None else count,
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

        asking = Asking(stack.enter_context((pool or processes(jobs))(work)), written, progress)
        try:
            for answered in asking.ask(range(len(variants)), task):
                if answered is not None:
                    sweep.take(*answered)
        except (KeyboardInterrupt, Ended) as error:
            sweep.ended = reason_of(error)
        sweep.remarks += asking.remarks
    return sweep

"""Tuning: which counts, under some limits, make a figure of a deck as great (or as small) as can be.

What comes in: a deck, the decks to choose from (``candidates``), and one goal or two.  What goes out:
``Tune``: the best deck, or for two goals the front of decks of which none is beaten
in both, and what is known of every deck that was looked at.  What is said to be best is best *of those that
were looked at* (``search``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from ...compile.pipeline import compile_deck
from ...deck.changes import UNCHANGED
from ...deck.parcel import digest_of
from ...messages import quoted, say, with_commas
from ...simulate.seeds import fresh_seed
from ...simulate.stop import Ended, reason_of
from ..figures import figures_of, find
from ..work.answers import fits
from ..work.asking import Asking, Progress
from ..work.journal import Journal
from ..work.pools import Pool, processes
from ..work.work import Work, work_of
from .builds import Goal, Tune
from .candidates import Candidates
from .search import Search

if TYPE_CHECKING:
    from ...deck.model import Deck

LOOK = 1000
"""Decks that are looked at where nobody says how many."""

MOST_TRIALS = 200_000
"""Trials of a deck at the most, where nobody says how many."""


def read_goals(
    deck: Deck, texts: Sequence[str], topic: str | None = None, *, small: Sequence[str] = ()
) -> list[Goal]:
    """The goals that these texts name, to be as great, or as ``small``, as can be; raises ValueError.

    They are figures of ``topic``, the deck's first where none is named, or ``TOPIC:FIGURE``.
    """
    program = compile_deck(deck)
    names = [one.name for one in program.topics]
    if topic is not None and topic not in names:
        known = with_commas(map(repr, names))
        raise ValueError(
            say("there is no topic {topic}; the deck has {known}", topic=quoted(topic), known=known)
        )
    figures = figures_of(program, range(len(names)))
    own = [figure for figure in figures if figure.topic == (names[0] if topic is None else topic)]
    goals = []
    for text, is_small in [*((text, False) for text in texts), *((text, True) for text in small)]:
        named = [figure for figure in figures if f"{figure.topic}:{figure.title}" == text]
        goals.append(Goal((named or find(text, own))[0], is_small))
    if not goals:
        goals = [Goal(own[0], False)]
    if len(goals) > 2:
        raise ValueError(say("there is one goal, or there are two"))
    if len(goals) == 2 and goals[0].figure == goals[1].figure:
        raise ValueError(say("the two goals are the same figure"))
    return goals


def work_for(
    deck: Deck, goals: Sequence[Goal], *, parameters: Mapping[str, int] | None = None, target: str = "auto"
) -> Work:
    """The work of tuning a deck for these goals; raises like ``work.work_of``."""
    topics = list(dict.fromkeys(goal.figure.topic for goal in goals))
    figures = [goal.figure for goal in goals]
    return work_of(deck, UNCHANGED, parameters or {}, topics, figures, target=target, tallies=True)


def settings_of(
    goals: Sequence[Goal],
    *,
    parameters: Mapping[str, int] | None = None,
    look: int = LOOK,
    count: int = MOST_TRIALS,
    method: str | None = None,
    certainty: float = 0.95,
    indifference: float = 0.0,
) -> dict[str, Any]:
    """How it is tuned, but for the seed."""
    return {
        "goals": [goal.text for goal in goals],
        "count": count,
        "look": look,
        "method": method,
        "certainty": certainty,
        "indifference": indifference,
        "set": dict(parameters or {}),
    }


def run_tune(
    deck: Deck,
    candidates: Candidates,
    goals: Sequence[Goal],
    *,
    parameters: Mapping[str, int] | None = None,
    look: int = LOOK,
    count: int = MOST_TRIALS,
    seed: int | None = None,
    method: str | None = None,
    certainty: float = 0.95,
    indifference: float = 0.0,
    target: str = "auto",
    jobs: int | None = None,
    journal: str | None = None,
    pool: Callable[[Work], Pool] | None = None,
    progress: Progress | None = None,
) -> Tune:
    """Look at up to ``look`` decks of the candidates, each with up to ``count`` trials where it has no exact
    answer, and say which is best with this ``certainty``, or within ``indifference`` of it.

    ``journal``, ``pool`` and ``progress`` are as for ``sweep.run_sweep``.  Raises ValueError, and
    :class:`~yisp.studies.work.journal.CannotGoOn`.
    """
    work = work_for(deck, goals, parameters=parameters, target=target)
    settings = settings_of(
        goals, parameters=parameters, look=look, count=count, method=method, certainty=certainty,
        indifference=indifference,
    )  # fmt: skip
    if seed is None:
        seed = deck.settings.seed
    with ExitStack() as stack:
        written = None
        if journal is not None:
            limits = {"ranges": candidates.ranges, "sizes": candidates.sizes}
            identity = {
                "deck": digest_of(work["parcel"]),
                **settings,
                **limits,
                "with": list(work["changes"]),
            }
            written = stack.enter_context(
                Journal(
                    journal, "tune", identity, seed, fresh=fresh_seed, fits=lambda one: fits(one, len(goals))
                )
            )
            seed = written.seed
        seed = fresh_seed() if seed is None else seed
        tune = Tune(deck, candidates, goals, {"seed": seed, **settings})
        asking = Asking(stack.enter_context((pool or processes(jobs))(work)), written, progress)
        search = Search(tune, candidates, asking)
        try:
            search.run()
        except (KeyboardInterrupt, Ended) as error:
            tune.ended = reason_of(error)
        search.report()
        tune.remarks += asking.remarks
    return tune

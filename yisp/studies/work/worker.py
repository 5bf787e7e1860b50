"""Who does the tasks of a study: a pure function of plain data, wherever it is worked out.

What comes in: the work that all tasks have in common, and tasks.  What goes out: the number of each with its
answer.  A deck that does not add up, or that has no exact answer where only one would do, has an answer,
too: a ``reason``.

Not handled: who does which task (``pools``).
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ...lang.diagnostics import DeckError
from ...simulate.counting.probabilities import NoExactAnswer
from ...simulate.run import run_program
from ...simulate.sampling.crew import serve
from ...simulate.stop import Stop
from ...simulate.worlds.worlds import entry_of
from ..comparison.against import difference, held_against
from ..figures import Figure
from .answers import Answer, found_out, impossible, unanswered
from .decks import Decks
from .together import Together
from .work import Task, Work

if TYPE_CHECKING:
    from ...compile.program import Program


def begin(work: Work, *, jobs: int = 1) -> Callable[[Task], tuple[int, Answer]]:
    """What does tasks of this work, with so many workers for one run: it gives their number and answer."""
    decks = Decks(work)
    return lambda task: (task.number, _answer(work, decks, jobs, task))


def main() -> None:
    """What a process that shares in a study does."""
    serve(begin)


def _answer(work: Work, decks: Decks, jobs: int, task: Task) -> Answer:
    if task.worlds is not None:
        return _together(work, decks, task)
    try:
        program = decks.program(task)
    except DeckError as error:
        return impossible(error)
    if task.against is not None:
        return _held_against(work, program, decks, task)
    return _run(work, program, decks, jobs, task)


def _run(work: Work, program: Program, decks: Decks, jobs: int, task: Task) -> Answer:
    begun = perf_counter()
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
    finally:
        decks.played(program, perf_counter() - begun, "trials")
    if outcome.partial:
        return {"ended": outcome.ended}
    return found_out(work, program, outcome)


def _together(work: Work, decks: Decks, task: Task) -> Answer:
    begun = perf_counter()
    with Stop() as stop, Together(work, decks, task, stop) as played:
        played.sample(task.trials or 0)
        if played.reason is None:
            decks.played(played.program, perf_counter() - begun, played.entry)
        return {"ended": stop.reason} if stop.heard else played.answer()


def _held_against(work: Work, program: Program, decks: Decks, task: Task) -> Answer:
    assert task.against is not None
    figures = [Figure(*figure) for figure in work["figures"]]
    found: list[list[Any] | None] = [None for _ in figures]
    base, tapes = decks.shared(task.against), decks.tapes(task.against, task.seed)
    with Stop() as stop:
        for topic, policy in task.of:
            kind = policy or next(iter(work["policies"]), None)
            begun = perf_counter()
            sampled = held_against(
                program, base, topic, kind, task.seed, stop,
                count=task.trials, until=work["until"], target=work["target"], tapes=tapes,
            )  # fmt: skip
            if stop.heard:
                return {"ended": stop.reason}
            decks.played(program, perf_counter() - begun, entry_of([sampled.sides[1].policy]))
            compared = sampled.found()
            for at, figure in enumerate(figures):
                if (figure.topic, figure.policy) == (topic, policy):
                    found[at] = list(difference(compared, figure))
    return {"differences": found}

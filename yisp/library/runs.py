"""Runs of a deck, and the lines that a searching policy weighs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from warnings import warn

from ..messages import plain
from .arguments import (
    check_kinds,
    check_number,
    check_running,
    check_truth,
    pair_of,
    policies_of,
    texts_of,
    topic_of,
    with_parameters,
)
from .decks import compiled, read_deck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..compile.program import Program
    from ..deck.model import Deck
    from ..simulate.result import Result
    from ..simulate.worlds.routes import Search
    from .decks import Source


class PlayWarning(UserWarning):
    """A notice of a run: a script did not go as written, and play went on."""


def run(
    deck: Deck | Program | Source,
    *,
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    method: str | None = None,
    policy: str | Sequence[str] | None = None,
    target: str = "auto",
    jobs: int | None = None,
    topics: Sequence[str] | str | None = None,
    strict: bool | None = None,
    records: bool = False,
    set: Mapping[str, int] | None = None,
    relate: Sequence[tuple[str, str]] = (),
) -> Result:
    """Run a deck, the program that ``compile_deck`` made of it, or what ``load`` takes.

    What is None is taken from the deck file; a seed that it does not have is drawn fresh, and is in the
    result.  ``method`` is "exact", "sample" or "auto" (exact where that is cheap); ``until`` samples until
    success rates are known to that half-width, ``count`` being the most.  ``policy`` says how every topic is
    played ("greedy", "random", "best", "hindsight"), or lists several to be compared
    (``TopicResult.policies``), in the same worlds where they are sampled.  ``topics`` are names;
    ``relate`` are pairs of stats, combos or "score" that every chosen topic is to relate besides those of
    the deck file; ``records=True`` keeps every trial for ``Result.records``, and samples (10,000 trials where
    neither the call nor the file says how many).  ``set`` gives
    parameters of the deck other values than their defaults.  The same seed gives the same result, whatever
    the ``target`` ("auto", "python" or "native") and the number of ``jobs``.  Ctrl-C ends the run with what
    was counted so far: ``Result.partial``.  Notices are warned of with :class:`PlayWarning`.

    Raises :class:`DeckError` for a deck with mistakes, ValueError for what the deck does not have.
    """
    import time

    from ..simulate.run import run_program

    check_running(count=count, until=until, seed=seed, method=method, target=target, jobs=jobs)
    check_kinds(topics=topics, policy=policy, set=set, relate=relate)
    check_truth("records", records)
    check_truth("strict", strict)
    began = time.perf_counter()
    program = with_parameters(compiled(deck), set or {})
    compiling = time.perf_counter() - began
    played = policies_of(policy)
    chosen = [topic_of(program, name) for name in dict.fromkeys(texts_of(topics))] or None
    if relate:
        program = _relating(program, chosen, list(map(pair_of, relate)))
    rows: dict[int, list[bytes]] = {}
    outcome = run_program(
        program,
        count=count,
        until=until,
        seed=seed,
        topics=chosen,
        method=method,
        policies=played,
        target=target,
        jobs=jobs,
        strict=strict,
        rows=(lambda topic, block: rows.setdefault(topic, []).append(block)) if records else None,
    )
    from ..report.text.notices import sentences
    from ..simulate.result import Result

    result = Result(outcome, compile_seconds=compiling, rows=rows if records else None)
    for sentence in sentences(result):
        warn(plain(sentence), PlayWarning, stacklevel=2)
    return result


def _relating(program: Program, topics: list[int] | None, pairs: list[list[str]]) -> Program:
    from ..deck.observables import relatable

    chosen = range(len(program.topics)) if topics is None else topics
    for index in chosen:
        topic = program.topics[index]
        known = relatable(topic.combos, topic.watch, topic.stats)
        for name in (name for pair in pairs for name in pair if name not in known):
            raise ValueError(f"topic {topic.name!r} has no {name!r}; it has {', '.join(map(repr, known))}")
    return program.relating(dict.fromkeys(chosen, pairs))


def search(
    deck: Deck | Program | Source,
    topic: str | None = None,
    *,
    trial: int = 0,
    turn: int = 1,
    seed: int | None = None,
    explain: bool = False,
    set: Mapping[str, int] | None = None,
) -> Search:
    """The routes that a searching policy weighs in the position in which a turn of a trial begins.

    Turns count from 1, trials from 0; the topic is the deck's first where none is named, the seed the deck's
    or a fresh one.  With ``explain``, for which a deck and no program is needed, each route has the ``parts``
    of its evaluation.  Raises :class:`OverBudget` where there are more moves than the policy's budget.
    """
    from ..compile.program import Program
    from ..simulate.seeds import TRIALS, seed_or_fresh
    from ..simulate.worlds.routes import explained, search

    check_running(seed=seed)
    check_number("trial", trial, int, "a trial's number, from 0", lambda n: 0 <= n < TRIALS)
    check_number("turn", turn, int, "a turn's number, from 1", lambda n: n >= 1)
    check_kinds(topic=topic, set=set)
    check_truth("explain", explain)
    if explain and isinstance(deck, Program):
        raise TypeError("to explain takes the deck: a program does not know its functions")
    read = deck if isinstance(deck, Program) else read_deck(deck)
    program = compiled(read)
    index = 0 if topic is None else topic_of(program, topic)
    parts: list[str] = []
    if explain:
        assert not isinstance(read, Program)
        read, parts = explained(read, index)
        program = compiled(read)
    program = with_parameters(program, set or {})
    seed = seed_or_fresh(seed, program.settings["seed"])
    return search(program, index, seed=seed, trial=trial, turn=turn, parts=parts)

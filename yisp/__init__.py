"""Yisp: a small Lisp for card effects, and how often an opening hand works.

    import yisp

    deck = yisp.load("deck.yml")
    result = yisp.run(deck, count=10**6, seed=7)
    print(result.topics["opening"].success.rate)

What comes in: a deck file.  What goes out: a :class:`Result`.  Mistakes in the deck raise
:class:`DeckError`, which carries them in ``.diagnostics``.

Nothing is imported before it is used: ``import yisp`` costs next to nothing, and neither the command
nor a run from Python pays for what it does not need.
"""

from __future__ import annotations

from .version import VERSION as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .compile.pipeline import compile_deck as compile_deck
    from .compile.program import Program
    from .deck.load import load as load
    from .deck.model import Deck
    from .interactive.function import function as function
    from .interactive.table import Table as Table
    from .lang.diagnostics import DeckError as DeckError
    from .lang.diagnostics import PlayError as PlayError
    from .simulate.result import Result as Result

__all__ = [
    "DeckError",
    "PlayError",
    "Result",
    "Table",
    "__version__",
    "compile_deck",
    "function",
    "load",
    "run",
]

_HOMES = {
    "DeckError": ".lang.diagnostics",
    "PlayError": ".lang.diagnostics",
    "Result": ".simulate.result",
    "Table": ".interactive.table",
    "compile_deck": ".compile.pipeline",
    "function": ".interactive.function",
    "load": ".deck.load",
}
"""The modules that the public names come from."""

def run(
    deck: Deck | Program,
    *,
    count: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    method: str | None = None,
    target: str = "auto",
    jobs: int | None = None,
    topics: Sequence[str] | None = None,
    strict: bool | None = None,
    records: bool = False,
    set: Mapping[str, int] | None = None,
    relate: Sequence[tuple[str, str]] = (),
) -> Result:
    """Run a deck, or the program that ``compile_deck`` made of it.

    What is None is taken from the deck file; a seed that it does not have is drawn fresh, and is in the
    result.  ``method`` is "exact", "sample" or "auto" (exact where that is cheap); ``until`` samples until
    success rates are known to that half-width, ``count`` being the most.  ``topics`` are names;
    ``relate`` are pairs of stats, combos or "score" that every chosen topic is to relate besides those of
    the deck file; ``records=True`` keeps every trial for ``Result.records``, and samples.  ``set`` gives
    parameters of the deck other values than their defaults.  The same seed gives the same result, whatever
    the ``target`` ("auto", "python" or "native") and the number of ``jobs``.  Ctrl-C ends the run with what
    was counted so far: ``Result.partial``.
    """
    import time

    from .compile.program import Program
    from .simulate.result import Result
    from .simulate.run import SEEDS, run_program

    if count is not None and count < 1:
        raise ValueError(f"count must be at least 1, not {count}")
    if until is not None and not 0 < until < 1:
        raise ValueError(f"until is half the width of an interval, above 0 and below 1, not {until}")
    if jobs is not None and jobs < 1:
        raise ValueError(f"jobs must be at least 1, not {jobs}")
    if seed is not None and not 0 <= seed < SEEDS:
        raise ValueError(f"a seed is a whole number from 0 to 2**53 - 1, not {seed}")
    if target not in ("auto", "python", "native"):
        raise ValueError(f"target is 'auto', 'python' or 'native', not {target!r}")
    if method not in (None, "auto", "exact", "sample"):
        raise ValueError(f"method is 'auto', 'exact' or 'sample', not {method!r}")
    began = time.perf_counter()
    if isinstance(deck, Program):
        program = deck
    else:
        from .compile.pipeline import compile_deck

        program = compile_deck(deck)
    program = _with_parameters(program, set or {})
    compiling = time.perf_counter() - began
    chosen = None if topics is None else [_topic(program, name) for name in dict.fromkeys(topics)]
    if relate:
        program = _relating(program, chosen, [list(pair) for pair in relate])
    rows: dict[int, list[bytes]] = {}
    outcome = run_program(
        program,
        count=count,
        until=until,
        seed=seed,
        topics=chosen,
        method=method,
        target=target,
        jobs=jobs,
        strict=strict,
        rows=(lambda topic, block: rows.setdefault(topic, []).append(block)) if records else None,
    )
    return Result(outcome, compile_seconds=compiling, rows=rows if records else None)


def _with_parameters(program: Program, given: Mapping[str, int]) -> Program:
    for name, value in given.items():
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"the parameter {name!r} is a whole number of 64 bits, not {value}")
    try:
        return program.with_parameters(given)
    except KeyError as error:
        known = ", ".join(map(repr, program.parameters)) or "none"
        raise ValueError(f"there is no parameter {error.args[0]!r}; the deck has {known}") from None


def _topic(program: Program, name: str) -> int:
    try:
        return program.topic(name)
    except KeyError:
        known = ", ".join(repr(topic.name) for topic in program.topics)
        raise ValueError(f"there is no topic {name!r}; the deck has {known}") from None


def _relating(program: Program, topics: list[int] | None, pairs: list[list[str]]) -> Program:
    from .deck.observed import places

    chosen = range(len(program.topics)) if topics is None else topics
    for index in chosen:
        topic = program.topics[index]
        known = places(topic.combos, topic.stats)
        for name in (name for pair in pairs for name in pair if name not in known):
            raise ValueError(f"topic {topic.name!r} has no {name!r}; it has {', '.join(map(repr, known))}")
    return program.relating(dict.fromkeys(chosen, pairs))


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_HOMES[name], __name__), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

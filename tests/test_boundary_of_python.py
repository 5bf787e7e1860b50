"""What Python programs call, with values of every wrong kind: a sentence that names what is wrong, no more.

Every public function and method is taken from the package itself, and every parameter from its signature.
"""

from __future__ import annotations

import contextlib
import inspect
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import yisp

DECK = yisp.loads(
    "deck: {cards: {a: {count: 3, program: '@;(# X B)'}, rest: {count: 37}}}\n"
    "simulate: {tests: {t: {exec-program: true, combos: {c: {hand: [a]}}}}}\n"
)

WRONG: tuple[Any, ...] = (True, 7, -1, 1.5, b"x", object(), [5], {5: 5}, [b"x"], "\0", [None])

GIVEN: dict[str, tuple[Any, ...]] = {
    "run": (DECK,), "search": (DECK,), "sensitivity": (DECK,), "why": (DECK,), "tune": (DECK, "rate"),
    "sweep": (DECK, ["a=1..2"]), "compare": (DECK, DECK.with_counts(a=2, filler="rest")),
    "export_deck": (DECK,), "odds": (DECK,),
}  # fmt: skip
"""What functions are given that cannot do without, before the argument that is wrong."""

QUICK = {"count": 5, "look": 2}

SENTENCES = (TypeError, ValueError, KeyError, yisp.DeckError, OSError)
"""What is raised, besides which there is only doing what was asked."""


def calls() -> Iterator[tuple[str, Callable[..., Any], tuple[Any, ...]]]:
    for name in ("load", "loads", "read_report", "import_deck", *GIVEN):
        yield name, getattr(yisp, name), GIVEN.get(name, ())
    for name in ("activate", "run", "number", "unseen", "open", "compile"):
        yield f"Table.{name}", getattr(yisp.Table(DECK, seed=1), name), ()
    yield "Table", yisp.Table, (DECK,)
    yield "Deck.with_counts", DECK.with_counts, ()


def opened() -> set[str]:
    """What the first descriptors of this process are open at, where the system tells."""
    found = set()
    for number in range(8):
        with contextlib.suppress(OSError):
            found.add(f"{number} {os.readlink(f'/proc/self/fd/{number}')}")
    return found


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "function", "given"), list(calls()), ids=lambda value: str(value)[:20])
def test_every_wrong_argument_is_a_sentence(
    name: str, function: Callable[..., Any], given: tuple[Any, ...]
) -> None:
    parameters = inspect.signature(function).parameters.values()
    kept, wanted = list(given), [one for one in parameters if one.kind is not one.VAR_KEYWORD]
    quick = {key: value for key, value in QUICK.items() if key in [one.name for one in wanted]}
    before = opened()
    for at, parameter in enumerate(wanted):
        if parameter.name in (
            "progress",
            "jobs",
            "deck",
            "decks",
        ):  # any function; processes; what the rest is about
            continue
        for value in WRONG:
            first = parameter.kind is not parameter.KEYWORD_ONLY and at >= len(given)
            words = [*kept, value] if first and at == len(given) else kept
            named = {**quick} if words is not kept else {**quick, parameter.name: value}
            try:
                function(*words, **named)
            except SENTENCES as error:
                assert str(error) and "object has no attribute" not in str(error), (parameter.name, value)
    assert opened() >= before, "a number was taken for a file, which was closed"

"""Checks of the arguments that Python programs give: a TypeError or ValueError names the wrong one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..compile.program import Program
    from ..deck.model import Deck

TARGETS = ("auto", "python", "native")
METHODS = ("auto", "exact", "sample")
MOST_VALUES = 10**6
"""Values of what varies."""

POLICIES = ("greedy", "random", "best", "hindsight", "staged-search")


def check_running(
    *,
    count: Any = None,
    until: Any = None,
    seed: Any = None,
    method: Any = None,
    target: Any = "auto",
    jobs: Any = None,
) -> None:
    from ..simulate.seeds import SEEDS

    check_optional("count", count, int, "a number of trials, at least 1", lambda n: n >= 1)
    half = "half the width of an interval, above 0 and below 1"
    check_optional("until", until, float, half, lambda n: 0 < n < 1)
    check_optional("jobs", jobs, int, "a number of workers, at least 1", lambda n: n >= 1)
    check_optional("seed", seed, int, "a whole number from 0 to 2**53 - 1", lambda n: 0 <= n < SEEDS)
    check_choice("target", target, TARGETS)
    check_choice("method", method, (None, *METHODS))


def check_kinds(**given: Any) -> None:
    """Look at arguments by their names, as ``KINDS`` has them; raises TypeError for one of another kind.

    A number is never taken for a path: opening it would read and close a file that somebody else has open.
    """
    for name, value in given.items():
        meaning, fits = KINDS[name]
        if not fits(value) and (value is not None or name in NEEDED):
            raise TypeError(f"{name} must be {meaning}, not {named(value)}")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_path(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, os.PathLike) and isinstance(os.fspath(value), str))


def _are_texts(value: Any) -> bool:
    several = isinstance(value, Iterable) and not isinstance(value, bytes | Mapping)
    return _is_text(value) or (several and all(map(_is_text, value)))


def _are_named(value: Any) -> bool:
    return isinstance(value, Mapping) and all(map(_is_text, value))


NEEDED = ("path", "vary", "file", "script")
"""Arguments that are not left out with None."""

KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("topic", "filler", "cluster", "file", "script"), ("a text", _is_text)),
    **dict.fromkeys(("path", "journal", "names", "pictures"), ("the path of a file", _is_path)),
    **dict.fromkeys(
        ("topics", "policy", "goal", "minimize", "only", "lock", "panels"),
        ("a name, or a list of names", _are_texts),
    ),
    **dict.fromkeys(("set", "counts"), ("a dict of numbers by name", _are_named)),
    "ranges": ("a dict of pairs by name", _are_named),
    "progress": ("a function of two numbers", callable),
    "banlist": (
        "a dict of numbers by name, or the path of a file",
        lambda value: _are_named(value) or _is_path(value),
    ),
    "vary": (
        "a dict of values by name, or a list of texts", lambda value: _are_named(value) or _are_texts(value)
    ),
    "relate": (
        "a list of pairs of names",
        lambda value: isinstance(value, Sequence) and not isinstance(value, str | bytes),
    ),
}  # fmt: skip
"""By name, what an argument must be, and whether a value is."""


def texts_of(given: str | Iterable[str] | None) -> list[str]:
    return [given] if isinstance(given, str) else list(given or ())


def policies_of(given: str | Sequence[str] | None) -> list[str]:
    played = texts_of(given)
    for one in played:
        check_choice("policy", one, POLICIES)
    return played


def check_optional(name: str, value: Any, kind: type, meaning: str, fits: Any) -> None:
    if value is not None:
        check_number(name, value, kind, meaning, fits)


def check_number(name: str, value: Any, kind: type, meaning: str, fits: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, kind)):
        raise TypeError(f"{name} must be {meaning}, not {named(value)}")
    if not fits(value):
        raise ValueError(f"{name} must be {meaning}, not {value}")


def check_choice(name: str, value: Any, choices: tuple[str | None, ...]) -> None:
    if value not in choices:
        known = ", ".join(repr(choice) for choice in choices if choice is not None)
        raise ValueError(f"{name} must be one of {known}, not {value!r}")


def check_truth(name: str, value: Any) -> None:
    if value is not None and not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {named(value)}")


def pair_of(given: Any) -> list[str]:
    names = list(given) if isinstance(given, Iterable) and not isinstance(given, str) else []
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise TypeError(f"relate is pairs of names, as in [('score', 'milled')]; not {named(given)}")
    return names


def named(value: object) -> str:
    return f"{type(value).__name__} {value!r:.60}"


def check_values(name: str, given: Any) -> Sequence[int]:
    """The values, each of which is to be a whole number."""
    if not isinstance(given, Iterable):
        raise TypeError(f"the values of {name!r} are whole numbers one by one, not {named(given)}")
    values = given if isinstance(given, range) else list(islice(given, MOST_VALUES + 1))
    if values[MOST_VALUES:]:
        raise ValueError(f"{name!r} has more than {MOST_VALUES:,} values")
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"the values of {name!r} are whole numbers, not {named(value)}")
    return values


def with_parameters(program: Program, given: Mapping[str, int]) -> Program:
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"the parameter {name!r} must be a whole number, not {named(value)}")
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"the parameter {name!r} must be a whole number of 64 bits, not {value}")
    try:
        return program.with_parameters(given)
    except KeyError as error:
        known = ", ".join(map(repr, program.parameters)) or "none"
        raise ValueError(f"there is no parameter {error.args[0]!r}; the deck has {known}") from None


def topic_of(program: Program, name: str) -> int:
    try:
        return program.topic(name)
    except KeyError:
        known = ", ".join(repr(topic.name) for topic in program.topics)
        raise ValueError(f"there is no topic {name!r}; the deck has {known}") from None


def name_of_topic(deck: Deck, name: str | None) -> str:
    """The name of a topic of the deck; that of its first for None."""
    names = [topic.name for topic in deck.topics]
    if name is not None and name not in names:
        raise ValueError(f"there is no topic {name!r}; the deck has {', '.join(map(repr, names))}")
    return names[0] if name is None else name

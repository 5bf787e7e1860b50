"""Parts of the messages that tell a page of a version: what is wrong, the deck, notices, differences.

What comes in: problems, a deck, results, what was found of two versions.  What goes out: plain data, as
``protocol`` has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...editor.services import Problem
from ...messages import quoted, told
from .counts import counted

if TYPE_CHECKING:
    from ...compile.program import Program
    from ...deck.model import Deck
    from ...simulate.counting.probabilities import NoExactAnswer
    from ...simulate.result import Result
    from ...studies.comparison.comparison import TopicComparison


def noticed(deck: Deck, result: Result) -> dict[str, list[dict[str, Any]]]:
    """By topic, in words, what went otherwise than its scripts say."""
    if not any(topic.notices for topic in result.topics.values()):
        return {}
    from ...page.data import notices_of
    from ...page.files import deck_files

    files = deck_files(deck)
    return {name: notices_of(deck, result, topic, files) for name, topic in result.topics.items()}


def item(problem: Problem) -> dict[str, Any]:
    """What is wrong, as the page is told of it."""
    data, range_, origin = problem.to_data(), problem.range, problem.origin
    del data["range"], data["origin"]
    if origin is not None:
        data["message"] = told(
            "In {file}, line {line}: {message}",
            file=origin.file, line=origin.range.line, message=data["message"],
        )  # fmt: skip
    length = range_.end_column - range_.column if range_.end_line == range_.line else 1
    return {**data, "line": range_.line, "column": range_.column, "length": max(length, 1)}


def described(deck: Deck, program: Program) -> dict[str, Any]:
    return {
        "type": "deck", "size": deck.size, **counted(deck),
        "topics": [topic.name for topic in deck.topics],
        "choices": [topic.name for topic in program.topics if topic.decides],
    }  # fmt: skip


def compared(found: TopicComparison) -> dict[str, Any]:
    (difference,) = found.differences
    known = difference.to_dict()
    pinned = found.sides[difference.to].to_dict()
    return {
        "pinned": {"method": found.method, "success": pinned["success"]},
        "name": found.name, "method": found.method, "trials": found.trials,
        "figures": known["figures"], "missing": known["missing"],
    }  # fmt: skip


def our_fault(error: Exception) -> str:
    """What went wrong that no deck may bring about."""
    if isinstance(error, MemoryError):
        return told("This takes more memory than a deck may have here.")
    return told(
        "Yisp failed on this version ({error}); this is a fault of Yisp, not of the deck: please report it,"
        " and send us the deck.",
        error=f"{type(error).__name__}: {error}"[:200],
    )


def cannot_be_played(error: NoExactAnswer) -> str:
    """That a policy cannot play a topic."""
    return told("Topic {topic} cannot be played: {reason}.", topic=quoted(error.topic), reason=str(error))


def no_exact_answer(error: NoExactAnswer) -> str:
    """That only an exact answer would do, and why there is none."""
    return told(
        "Topic {topic} has no exact answer, and the deck asks for nothing else: {reason}.",
        topic=quoted(error.topic), reason=str(error),
    )  # fmt: skip

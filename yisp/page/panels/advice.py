"""What the panel about a hand shows: advice as data, in the words of ``yispc advise``, and what seeing does.

What comes in: advice, or what is known of it by now.  What goes out: its JSON, which is that of the command
but for branches that are rare, and beside it what the page cannot say by itself.

Not handled: numbers in words, which the page writes itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...report.studies.advise import certainty, name_of, sentence, steps, turned_over
from ...report.studies.odds import render_change
from ...studies.odds.odds import Change

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...simulate.counting.estimates import Rate
    from ...studies.advice.advice import Advice
    from ...studies.advice.plans import Branch

DEPTH, LESS_DEEP = 5, 2
"""How many moves behind the best first move are told, and behind the others."""

MOST_BRANCHES, RARE = 12, 0.01
"""Branches of a place that are told of; and how seldom one comes whose own branches are not."""

MOST_FOLLOWED = 12
"""First moves, the best of them first, of which more is told than the next move."""


def advise_data(advice: Advice, gone: Sequence[str], odds: dict[str, Any] | None) -> dict[str, Any]:
    """What to do with a hand: ``study`` is the JSON of ``yispc advise``, with the first branches of each
    place.  In words: ``sentence``; ``options`` with their names and, tree for tree, what is done in each
    branch and which cards come; ``line``, the likeliest one, step by step; ``certainty``.

    A hand has so many cards as is ``usual``; ``gone`` are cards that were named and that the deck has no more
    copies of.  ``odds`` are those of :func:`odds_data`.
    """
    study = advice.to_dict()
    options = []
    for at, (option, told) in enumerate(zip(advice.options, study["options"], strict=True)):  # type: ignore[call-overload]
        depth = DEPTH if option is advice.best else LESS_DEEP if at < MOST_FOLLOWED else 1
        options.append(
            {
                "name": name_of(advice, option.first),
                "as_good": option.as_good,
                "behind": _branches(advice, option.behind, told["behind"], depth, 1.0),
            }
        )
    return {
        "study": study,
        "sentence": sentence(advice),
        "options": options,
        "line": [_branch(advice, branch) for branch in advice.line],
        "certainty": certainty(advice),
        "usual": advice.usual,
        "gone": list(gone),
        "odds": odds,
    }


def _branches(
    advice: Advice, branches: Sequence[Branch], told: list[dict[str, Any]], depth: int, share: float
) -> list[dict[str, Any]]:
    """The first branches of a place in words, so many moves ahead; of the others nothing is ``told``.  The
    place is come to in that ``share`` of all games."""
    del told[MOST_BRANCHES if depth and share >= RARE else 0 :]
    return [
        {
            **_branch(advice, branch),
            "behind": _branches(advice, branch.behind, one["behind"], depth - 1, share * branch.share.value),
        }
        for branch, one in zip(branches, told, strict=False)
    ]


def _branch(advice: Advice, branch: Branch) -> dict[str, Any]:
    return {"steps": list(steps(advice, branch)), "cards": turned_over(advice, branch)}


def odds_data(topic: str, before: Rate, after: Rate, trials: int | None) -> dict[str, Any]:
    """How often a topic succeeds once cards are seen, and what that changes, as ``yispc odds`` says it.

    So many ``trials`` were played of what comes ``after``; None where that is exact.
    """
    change = Change.between(before, after)
    return {
        "text": render_change(topic, before, after, change),
        "seen": after.to_dict(),
        "trials": trials,
        "without": before.to_dict(),
        "change": None if change is None else change.to_dict(),
    }

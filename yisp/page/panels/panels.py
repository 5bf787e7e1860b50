"""What panels show: the content of a study, as the page of ``yispc view`` and a report have it.

What comes in: what came of a study, or what is known of it by now.  What goes out: its JSON, which is that of
the command, and beside it what the page cannot say by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...messages import translated
from ...report.layout import shown
from ...report.studies.why import lack_text
from ...report.text import flow
from ..data import report_in_words
from ..studies import sweep_data

if TYPE_CHECKING:
    from ...simulate.result import Result
    from ...studies.comparison.sensitivity import Sensitivity
    from ...studies.failures.reasons import Why
    from ...studies.sweeping.sweep import Sweep
    from ...studies.tuning.builds import Tune

MOST_DECKS = 40
"""Decks that are told of, the best first."""


def worth_data(answer: Sensitivity) -> dict[str, Any]:
    """What the cards are worth to one topic: ``study`` is the JSON of ``yispc sensitivity``.  A change
    without figures is one of which nothing is known yet, or that there is none of (``reason``)."""
    return {"study": answer.to_dict()}


def copies_data(card: str, count: int, size: int, copies: Sweep, sizes: Sweep | None) -> dict[str, Any]:
    """Rates by copies of a ``card``, and by the deck's size, where a card fills the deck: each as
    ``studies.sweep_data`` has it.  The deck itself has ``count`` copies and ``size`` cards."""
    return {
        "card": card,
        "count": count,
        "size": size,
        "copies": sweep_data(copies),
        "sizes": None if sizes is None else sweep_data(sizes),
    }


def why_data(why: Why) -> dict[str, Any]:
    """Why hands of a topic fail: ``study`` is the JSON of ``yispc why``.  In words, ``missing`` is what each
    group lacked, ``more`` what each card more is called, ``remark`` why there is nothing about one more.
    ``flow`` is how trials go from the hand to how they end, None where nothing is played."""
    return {
        "study": why.to_dict(),
        "missing": [[lack_text(lack) for lack in failure.missing] for failure in why.failures],
        "more": [shown(translated(one.name)) for one in why.one_more or ()],
        "remark": None if why.remark is None else translated(why.remark),
        "flow": _flow(why) if any(line.steps for line in why.lines) else None,
    }


def _flow(why: Why) -> dict[str, Any]:
    """By column the boxes from the top down, each with what it is if it is no effect; then the streams: from
    which column and box to which, and how many trials; whether some lines are ``longer`` than that."""
    found = flow.flow_of(why.lines, why.trials)
    return {
        "columns": [
            [
                {
                    "name": shown(translated(node[1])),
                    "end": flow.ENDS.get(node[1]),
                    "count": found.heights[node],
                }
                for node in column
            ]
            for column in found.columns
        ],
        "streams": [
            [*found.places[stream[0]], *found.places[stream[1]], found.streams[stream]]
            for stream in found.in_order
        ],
        "longer": flow.goes_on(why.lines),
    }


def build_data(tune: Tune) -> dict[str, Any]:
    """Which deck is best within limits: ``study`` is the JSON of ``yispc tune``, with the first of its decks;
    ``own`` are the counts of the deck as it is, and ``rate`` says whether its goal is one."""
    study, (goal,) = tune.to_dict(), tune.goals
    shown = {**study, "decks": study["decks"][:MOST_DECKS]}
    return {"study": shown, "own": list(tune.own), "rate": goal.figure.is_rate}


def policies_data(result: Result, examples: list[list[dict[str, Any]]]) -> dict[str, Any]:
    """Policies side by side: ``study`` is the JSON of ``yispc run`` with these policies, of one topic;
    ``examples`` are the hands drawn in the trials of its first ``costs`` (``hands.Replays.dealt``)."""
    return {"study": report_in_words(result), "examples": examples}

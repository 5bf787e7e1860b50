"""What panels show: the content of a study, as the page of ``yispc view`` and a report have it.

What comes in: what came of a study, or what is known of it by now.  What goes out: its JSON, which is that of
the command, and beside it what the page cannot say by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .studies import sweep_data

if TYPE_CHECKING:
    from ..studies.sensitivity import Sensitivity
    from ..studies.sweep import Sweep


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

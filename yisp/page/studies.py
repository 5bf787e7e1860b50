"""Comparisons and sweeps as a page shows them.

What comes in: what came of such a study.  What goes out: its JSON form, and beside it what is said of it in
words and which of its figures are drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..report.compare import gap_text, letter, verdicts
from ..report.sweep import chosen_figures, highest
from .told import plus_minus

if TYPE_CHECKING:
    from ..studies.compared import Comparison
    from ..studies.sweep import Sweep


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """``letters`` are what the verdicts call the sides; ``topics`` are in the order of ``study``'s."""
    return {
        "study": comparison.to_dict(),
        "letters": [letter(at) for at in range(len(comparison.sides))],
        "topics": [
            {
                "verdicts": verdicts(one, comparison),
                "gaps": [
                    [plus_minus(gap_text(gap)) for gap in difference.gaps] for difference in one.differences
                ],
            }
            for one in comparison.topics
        ],
    }


def sweep_data(sweep: Sweep) -> dict[str, Any]:
    """``titles`` are those of the axes, ``shown`` the places of the figures that are drawn, each with a
    sentence about where it is highest."""
    found = [(sweep.figures.index(figure), highest(sweep, figure)) for figure in chosen_figures(sweep)]
    return {
        "study": sweep.to_dict(),
        "titles": sweep.titles,
        "shown": [
            {"figure": place, "highest": None if best is None else plus_minus(best)} for place, best in found
        ],
    }

"""Comparisons and sweeps as a page shows them.

What comes in: what came of such a study.  What goes out: its JSON form, and beside it what is said of it in
words and which of its figures are drawn.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Any

from ..messages import told
from ..report.layout import rate_of, shown
from ..report.studies.compare import gap_text
from ..report.studies.sweep import change_text, chosen_figures, highest, reference_values, sampled_pairs
from ..report.studies.verdicts import first, letter, others, worlds
from ..simulate.counting.statistics import half_width
from ..studies.comparison.compare import named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..simulate.counting.estimates import Rate
    from ..simulate.result import Result
    from ..studies.comparison.comparison import Comparison, TopicComparison
    from ..studies.sweeping.sweep import Sweep


def comparison_data(comparison: Comparison, result: Result | None = None) -> dict[str, Any]:
    """``letters`` are what the verdicts call the sides; ``topics`` are in the order of ``study``'s.
    ``result`` is what the page says of its deck elsewhere: ``remarks`` say how that goes together."""
    return {
        "study": comparison.to_dict(),
        "letters": [letter(at) for at in range(len(comparison.sides))],
        "topics": [
            {
                "remarks": [] if result is None else list(_remarks(one, result)),
                "verdicts": [*first(one, comparison), *others(one, comparison), *worlds(one)],
                "gaps": [[gap_text(gap) for gap in difference.gaps] for difference in one.differences],
            }
            for one in comparison.topics
        ],
    }


def _remarks(one: TopicComparison, result: Result) -> Iterator[str]:
    """What there is to say where a topic was tried for the comparison once more."""
    if one.trials is None:
        return
    yield told(
        "For the comparison all decks played {trials} trials of their own, in the same worlds, so that "
        "chance favours none: read how they differ rather than one rate by itself.",
        trials=f"{one.trials:,}",
    )
    side, here = next(iter(one.sides.items()))
    (name, _), *_ = named([result.program])
    if side not in (name, f"{name} (1)") or one.name not in result.topics:
        return
    above = result.topics[one.name].policies.get(here.policy)
    if above is not None and above.success.rate is not None and here.success.rate is not None:
        yield _twice(here.success, above.success)


def _twice(here: Rate, above: Rate) -> str:
    """How a rate of the comparison goes together with that of the run, which is of the same deck."""
    values = {"letter": letter(0), "here": rate_of(here), "above": rate_of(above)}
    if above.ci95 is None:
        return told(
            "{letter} is the deck of this page. What is known exactly of it is {above}; {here} is an "
            "estimate of the same rate.",
            **values,
        )
    assert here.ci95 is not None and here.rate is not None and above.rate is not None
    if abs(here.rate - above.rate) <= hypot(half_width(here.ci95), half_width(above.ci95)):
        return told(
            "{letter} is the deck of this page. {here} here and {above} above are estimates of the same "
            "rate from different trials; they differ by no more than chance makes them.",
            **values,
        )
    return told(
        "{letter} is the deck of this page. {here} here and {above} above are estimates of the same rate "
        "from different trials; chance keeps such estimates so far apart once in 20 times.",
        **values,
    )


def sweep_data(sweep: Sweep) -> dict[str, Any]:
    """``titles`` are those of the axes, ``shown`` the places of the figures that are drawn, each with a
    sentence about where it is highest and with what each variant adds to the ``reference``, where trials have
    told that."""
    points = list(sweep.points)
    found = [(figure, sweep.figures.index(figure)) for figure in chosen_figures(sweep)]
    return {
        "study": sweep.to_dict(),
        "titles": sweep.titles,
        "reference": None if sweep.reference is None else reference_values(sweep),
        "shown": [
            {
                "figure": place,
                "highest": highest(sweep, figure),
                "changes": [
                    {"variant": shown(sweep.said(point.variant)), "change": change_text(figure, point, place)}
                    for point in points
                    if sampled_pairs([point], place)
                ],
            }
            for figure, place in found
        ],
    }

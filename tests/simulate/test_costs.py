"""What one policy is worth above another, and what choices of `greedy` cost: numbers worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from yisp.simulate.worlds.comparison import Cost, Difference, gain_range, goal_range


def goal(mean: float | None, exact: str | None = None, gain: tuple[float, float, float] | None = None) -> Any:
    played = gain and SimpleNamespace(mean=gain[0], ci95=gain[1:])
    return SimpleNamespace(mean=mean, exact=exact, gain=played)


@pytest.mark.parametrize(
    ("mine", "theirs", "mean", "exact", "ci95"),
    [
        (goal(0.75, "3/4"), goal(0.25, "1/4"), 0.5, "1/2", None),
        (goal(0.75, "3/4"), goal(0.25), 0.5, None, None),
        (goal(0.75), goal(0.25, "1/4"), 0.5, None, None),
        (goal(0.75, gain=(0.4, 0.3, 0.5)), goal(0.25), 0.4, None, (0.3, 0.5)),
        (goal(0.75, "3/4", gain=(0.4, 0.3, 0.5)), goal(0.25, "1/4"), 0.5, "1/2", None),
        (goal(None), goal(0.25), None, None, None),
        (goal(0.75), goal(None), None, None, None),
    ],
)
def test_how_much_more_a_policy_is_worth(
    mine: Any, theirs: Any, mean: float | None, exact: str | None, ci95: tuple[float, float] | None
) -> None:
    found = Difference("best", mine, "greedy", theirs)
    assert found.to_dict() == {
        "of": "best", "to": "greedy", "mean": mean, "exact": exact, "ci95": ci95 and list(ci95),
    }  # fmt: skip


ONCE, TWICE = (0.017875749515721157, 0.40415638549757205), (0.0566809479806933, 0.5098431532792765)
"""Wilson's intervals of 1 and of 2 in 10 trials."""


@pytest.mark.parametrize(
    ("lost", "reach", "times", "loss", "ci95", "often"),
    [
        ([[1.0]], None, 1, 1.0, None, ONCE),
        # z² / (1 + z²) · 3 away
        ([[1.0]], 3, 1, 1.0, (-1.3803701255783212, 3.380370125578321), ONCE),
        # z² / (2 + z²) away, where it could be 1 away
        ([[2.0], [2.0]], None, 2, 2.0, (1.3423719528896192, 2.657628047110381), TWICE),
        # z · √2 / 2
        ([[2.0], [4.0]], None, 2, 3.0, (1.6140707088743669, 4.385929291125633), TWICE),
        # z · √2 / 3; two in one trial are not independent
        (
            [[1.0], [2.0, 3.0]], None, 3, 2.0, (1.076047139249578, 2.923952860750422),
            (-0.102421617409563, 1.0874098664144385),
        ),
    ],
)  # fmt: skip
def test_what_choices_cost(
    lost: list[list[float]], reach: int | None, times: int, loss: float, ci95: Any, often: Any
) -> None:
    found = Cost(1, None, lost, 10, reach, 4)
    assert (found.times, found.loss, found.trials, found.trial) == (times, loss, 10, 4)
    assert found.ci95 == (None if ci95 is None else pytest.approx(ci95))
    assert found.often_ci95 == pytest.approx(often)


@pytest.mark.parametrize(
    ("goal", "range_", "gain"),
    [
        ("success", (0, 1, 1), (-1, 1, 1)),
        ("score", (2, 6, None), (-4, 4, 4)),
        ("up", (0, 9, 9), (-9, 9, 9)),
        ("down", (-5, 0, 2), (-5, 5, 2)),
        ("low", (None, 3, None), (None, None, 1)),
        ("high", (-3, None, None), (None, None, 1)),
    ],
)
def test_how_far_goals_go(goal: str, range_: Any, gain: Any) -> None:
    """Where a stat has no value, it counts as 0."""
    topic: Any = SimpleNamespace(
        stats=["up", "down", "low", "high"],
        ranges=[(2, 6, None), (4, 9, 9), (-5, -1, 2), (None, 3, None), (-3, None, None)],
    )
    assert goal_range(topic, goal) == range_
    assert gain_range(range_) == gain

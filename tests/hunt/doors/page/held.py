"""What a report says in its data, held against the truth.

What comes in: the object of a topic under one policy, as JSON has it, and its :class:`~page_truth.Truth`.
What goes out: differences, in the verdict of a :class:`Held`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ...compare import Difference, Verdict
from .truth import Shares, Truth, deviation_of, mean_of, median_of, wilson

NEAR = 1e-9
"""How far, relatively, what is worked out with roots may lie from what it should be."""


class Held:
    """Figures of one topic that are held against what they should be, all for one part of the door."""

    def __init__(self, verdict: Verdict, topic: str) -> None:
        self.verdict = verdict
        self.topic = topic

    def same(self, what: str, figure: object, expected: object, found: object) -> None:
        """The two are the same."""
        self.holds(what, figure, expected == found, expected, found)

    def holds(self, what: str, figure: object, is_so: bool, expected: object, found: object) -> None:
        """What was looked at holds."""
        self.verdict.compared[what] += 1
        if not is_so:
            self.verdict.differences.append(
                Difference(what, self.topic, str(figure), repr(expected), repr(found))
            )

    def near(self, what: str, figure: object, expected: Any, found: Any) -> None:
        """The two are the same, but for rounding."""
        is_so = expected is None and found is None
        if expected is not None and found is not None:
            is_so = abs(float(expected) - found) <= NEAR * max(1.0, abs(float(expected)))
        self.holds(what, figure, is_so, expected, found)


def hold_report(held: Held, truth: Truth, said: Mapping[str, Any]) -> None:
    """Every figure of a topic."""
    held.same("page: trials", "trials", truth.trials, said["trials"])
    held.same("page: trials", "method", "exact" if truth.trials is None else "sample", said["method"])
    if truth.trials == 0:
        return
    if truth.judges:
        hold_rate(held, "success", truth, truth.success, said["success"])
        hold_number(held, "score", truth, truth.score, said["score"])
    else:
        held.same("page: rate", "success", [None] * 3, list(said["success"].values()))
        held.same("page: spread", "score", {}, said["score"]["histogram"])
    entries = [*said["combos"], *said["watch"]]
    held.same("page: names", "combos and watch", truth.names, [one["name"] for one in entries])
    for one in entries:
        name = one["name"]
        hold_rate(held, name, truth, truth.rates[name], one)
        best = truth.bests.get(name)
        if best is not None or one.get("best") is None:
            held.same("page: best", name, None if best is None else float(best), one.get("best"))
    held.same("page: names", "stats", sorted(truth.stats), sorted(said["stats"]))
    for name, shares in truth.stats.items():
        hold_number(held, name, truth, shares, said["stats"][name])
    for use in said["effects"]:
        key = use["card"], use["effect"]
        for what, of in (("share", truth.used), ("per_trial", truth.activations)):
            held.same("page: effect", (*key, what), float(of.get(key, Fraction(0))), use[what])
    _hold_notices(held, truth, said["notices"])


def hold_rate(held: Held, name: str, truth: Truth, share: Fraction, said: Mapping[str, Any]) -> None:
    held.same("page: rate", name, float(share), said["rate"])
    held.same("page: fraction", name, str(share) if truth.trials is None else None, said["exact"])
    if truth.trials is None:
        held.same("page: interval", name, None, said["ci95"])
        return
    for end, expected, found in zip(("low", "high"), wilson(share, truth.trials), said["ci95"], strict=True):
        held.near("page: interval", f"{name}, {end}", expected, found)


def hold_number(held: Held, name: str, truth: Truth, shares: Shares, said: Mapping[str, Any]) -> None:
    shares = {value: share for value, share in shares.items() if share}
    mean = mean_of(shares)
    held.near("page: mean", name, mean, said["mean"])
    held.near("page: spread", f"{name}, sd", deviation_of(shares, truth.trials), said["sd"])
    exact = truth.trials is None
    held.same("page: fraction", name, str(mean) if exact and mean is not None else None, said["exact"])
    if not exact:
        held.holds("page: interval", name, _around(said["ci95"], mean), mean, said["ci95"])
    for value, share in said["histogram"].items():
        found = Fraction(share) if exact else Fraction(share, truth.trials or 1)
        if said.get("quantiles_are", "exact") == "exact" and _told_apart(shares):
            held.same("page: histogram", f"{name}, {value}", shares.get(int(value), 0), found)
    total = sum(map(Fraction, said["histogram"].values()), Fraction(0)) / (truth.trials or 1)
    held.same("page: histogram", f"{name}, all", sum(shares.values()), total)
    if "min" in said:
        held.same("page: quantile", f"{name}, min", min(shares, default=None), said["min"])
        held.same("page: quantile", f"{name}, max", max(shares, default=None), said["max"])
        if said["quantiles_are"] == "exact":
            held.same("page: quantile", f"{name}, median", median_of(shares), said["quantiles"]["0.5"])


def _told_apart(shares: Shares) -> bool:
    """Whether trials count every value by itself."""
    return not shares or max(shares) - min(shares) < 1024


def _around(interval: Any, mean: Fraction | None) -> bool:
    """Whether an interval, where there is one, holds the mean."""
    if interval is None or mean is None:
        return interval is None
    low, high = interval
    slack = NEAR * max(1.0, abs(float(mean)))
    return bool(low - slack <= float(mean) <= high + slack)


def _hold_notices(held: Held, truth: Truth, said: Any) -> None:
    found = {
        (one["code"], one["line"], one["column"]): (
            Fraction(one["exact"]) if truth.trials is None else (one["count"], one["trial"])
        )
        for one in said
    }
    for place in truth.notices.keys() | found.keys():
        held.same("page: notice", place, truth.notices.get(place), found.get(place))

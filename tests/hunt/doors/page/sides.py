"""What a page says of several things side by side: policies, builds, numbers by other numbers.

What comes in: the data of the page, what its script draws, and the truth of each side.  What goes out:
differences, in the verdict of a :class:`~page_held.Held`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from yisp.report.layout import significant

from ...compare import Verdict
from .chips import RATES, figures_of, hold_compared
from .drawn import SLACK, hold_rate
from .held import Held
from .reader import Element
from .truth import Known, Truth, decimal, is_rounded, mean_of, short


def hold_policies(
    held: Held, said: Mapping[str, Any], truths: Sequence[Truth], sheet: Element | None
) -> None:
    """What each policy makes of its goal, and adds to the one before."""
    goals = [one["goal"] for one in said["policies"]]
    means = [_goal(truth, goal["name"]) for truth, goal in zip(truths, goals, strict=True)]
    for goal, mean in zip(goals, means, strict=True):
        held.near("page: policy", goal["name"], mean, goal["mean"])
    gaps = []
    for at, gap in enumerate(said["differences"]):
        mine, theirs = means[at + 1], means[at]
        gaps.append(None if mine is None or theirs is None else mine - theirs)
        exact = all(truth.trials is None for truth in truths[at : at + 2])
        held.near("page: policy", "difference", gaps[-1], gap["mean"])
        held.same(
            "page: policy",
            "fraction",
            str(gaps[-1]) if exact and gaps[-1] is not None else None,
            gap["exact"],
        )
    if sheet is None:
        return
    names = [one["policy"] for one in said["policies"]]
    known = dict(zip(names, zip(means, truths, strict=True), strict=True))
    if (head := sheet.said(".panel-answer")) is not None:
        _hold_head(held, head, known["greedy"], known["best"])
    for at, row in enumerate(sheet.every(".wraps")[0].every("tbody", "tr")):
        goal, _, added = (cell.text for cell in row.every("td"))
        mean = means[at]
        if mean is not None:
            held.holds("page: printed policy", "goal", _begins(goal, mean), mean, goal)
        if at and gaps[at - 1] is not None:
            held.holds(
                "page: printed policy",
                "difference",
                _begins(added, gaps[at - 1], sign=True),
                gaps[at - 1],
                added,
            )
            exact = said["differences"][at - 1]["exact"]
            if exact is not None:
                beside = f" ({short(Fraction(exact))})" if short(Fraction(exact)) else ""
                text = f"{decimal(Fraction(exact))}{beside} against {said['policies'][at - 1]['policy']}"
                held.same("page: printed policy", "difference", text, added.removeprefix("+"))


def _hold_head(
    held: Held, head: str, fixed: tuple[Fraction | None, Truth], best: tuple[Fraction | None, Truth]
) -> None:
    """The sentence on the written order and best play, whatever stands between them in the table."""
    if fixed[0] is None or best[0] is None:
        return
    gap = best[0] - fixed[0]
    said = re.match(r"Best play brings ([+-][\d.]+)( ± [\d.]+)?( points)?:", head)
    if said is not None:
        shown = _begins(said[1] + (said[2] or ""), 100 * gap if said[3] else gap, sign=True)
        held.holds("page: printed policy", "what best play brings", shown or "e" in said[1], gap, head)
    if fixed[1].trials is None and best[1].trials is None:
        begins = "Best play brings " if gap > 0 else "The written order is as good as best play: "
        held.holds("page: printed policy", "best play", head.startswith(begins), gap, head)


def _goal(truth: Truth, name: str) -> Fraction | None:
    if not truth.judges:
        return None
    return truth.success if name == "success" else mean_of(truth.score)


def _begins(text: str, value: Fraction, scale: int = 1, sign: bool = False) -> bool:
    """Whether a text begins with the number, rounded to the digits that it has; two at least, where no ± says
    how far off it may be."""
    if "e+" in text.split(" ")[0]:
        return float(scale * value) != 0
    found = re.match(r"([+-]?)(\d+(?:\.(\d+))?)( ± \S+)?( ?%)?", text)
    if found is None or (found[4] is None and len(found[3] or "") < 2):
        return False
    signed = found[1] == "+" if value > 0 else found[1] != "+"
    slack = SLACK * max(1, abs(value))
    near = is_rounded(found[2], abs(scale * value), len(found[3] or ""), slack)
    return near and (signed or not sign or float(found[2]) == 0) and bool(found[5]) == (scale == 100)


def hold_relations(held: Held, said: Mapping[str, Any], shown: Element) -> None:
    """The numbers of a relation, with the digits of the text report."""
    charts = {chart.said(".chart-title"): chart for chart in shown.every(".chart")}
    for relation in said["relations"]:
        chart = charts.get(f"{relation['y']} against {relation['x']}")
        if not relation["bins"]:
            continue
        held.holds("page: printed relation", "drawn", chart is not None, relation["x"], None)
        if chart is None:
            continue
        for one, row in zip(relation["bins"], chart.every("tbody", "tr"), strict=True):
            texts = [significant(one["mean"], one["se"]), significant(one["se"], one["se"])]
            texts = [text if text != "-" else "–" for text in texts]
            held.same("page: printed relation", one["x"], texts, [cell.text for cell in row.every("td")])


def hold_comparison(
    verdict: Verdict, sides: Sequence[Known], data: Mapping[str, Any], shown: Element | None, seed: int
) -> None:
    """Two builds side by side."""
    tables = [] if shown is None else shown.every(".compared")
    for at, one in enumerate(data["study"]["compare"]["topics"]):
        held = Held(verdict, one["name"])
        (difference,) = one["differences"]
        said = {
            **{key: one[key] for key in ("name", "method", "trials")},
            "figures": difference["figures"],
            "missing": difference["missing"],
            "pinned": {key: one["sides"][0][key] for key in ("method", "success")},
        }
        truths = hold_compared(held, *sides, said, seed)
        texts = data["topics"][at]["gaps"][0]
        if truths:
            scoring = [len(side["combos"]) for side in one["sides"]]
            before, after = (figures_of(*pair) for pair in zip(truths, scoring, strict=True))
            for figure, text in zip(said["figures"], texts, strict=True):
                key = figure["what"], figure["name"]
                mine, theirs = after.get(key), before.get(key)
                if mine is None or theirs is None:
                    held.same("page: comparison told", key, "", text)
                    continue
                gap, scale = mine - theirs, 100 if key[0] in RATES else 1
                held.holds("page: comparison told", key, _begins(text, gap, scale, True), gap, text)
                if gap and figure["exact"] is not None and abs(gap) * scale >= Fraction(1, 10**5):
                    held.holds(
                        "page: comparison told", key, bool(re.search("[1-9]", text.split(" ")[0])), gap, text
                    )
            if tables:
                _hold_table(held, truths, said, texts, tables[at])


def _hold_table(
    held: Held, truths: Sequence[Truth], said: Mapping[str, Any], texts: Sequence[str], table: Element
) -> None:
    rows = table.every("tbody", "tr")
    if truths[0].judges and truths[1].judges:
        for cell, truth in zip(rows[0].every("td")[:2], truths, strict=True):
            value, _, beside = cell.text.partition(" ")
            if truth.trials is None:
                held.same("page: printed comparison", "rate", f"{decimal(100 * truth.success)}%", value)
            else:
                hold_rate(held, "compared", value, beside, truth.success, truth.trials)
    shown = [row.every("td")[2].text for row in rows if row.every("td")[2].text != "–"]
    there = [text for text in texts if text]
    held.same(
        "page: printed comparison", "differences", sorted(map(_plain, there)), sorted(map(_plain, shown))
    )


def _plain(text: str) -> str:
    return re.sub(r"\s", "", text)

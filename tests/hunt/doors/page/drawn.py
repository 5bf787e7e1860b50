"""What a page shows of a topic, text by text, held against the truth.

What comes in: the elements that the page's script draws, and the topic's :class:`~page_truth.Truth`.  What
goes out: differences, in the verdict of a :class:`~page_held.Held`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from typing import Any

from yisp.compile.program import Program

from .held import Held
from .reader import Element
from .truth import (
    SLACK,
    SURE,
    Shares,
    Truth,
    accuracies,
    decimal,
    deviation_of,
    is_rounded,
    mean_of,
    median_of,
    short,
    wilson,
)

NOTHING = "–"


def hold_rate(
    held: Held, name: str, value: str | None, beside: str | None, share: Fraction, trials: int | None
) -> None:
    """A rate as it is printed, and what stands beside it."""
    what = "page: printed rate"
    if trials is None:
        held.same(what, name, decimal(100 * share) + "%", value)
        held.same(what, f"{name}, fraction", short(share), beside)
        return
    low, high = wilson(share, trials)
    is_so = any(
        _is_percent(value, share, digits_of(share, digits))
        and beside == beside_rate(share, low, high, digits, off)
        for digits, off in accuracies(100 * share, 100 * low, 100 * high)
    )
    held.holds(what, name, is_so, [float(one) for one in (share, low, high)], (value, beside))


def beside_rate(share: Fraction, low: Fraction, high: Fraction, digits: int, off: Fraction) -> str:
    """How far off a rate may be; where that would leave 0 to 100 %, the ends of its interval, rounded away
    from its middle."""
    if 100 * share - off >= 0 and 100 * share + off <= 100:
        return f"± {decimal(off, digits)}%"
    unit = 10**digits
    ends = floor(100 * low * unit + SLACK), ceil(100 * high * unit - SLACK)
    least, most = (Fraction(end, unit) for end in ends)
    return "({}–{}%)".format(*(decimal(end, digits_of(end / 100, digits)) for end in (least, most)))


def digits_of(share: Fraction, digits: int) -> int:
    """All and nothing need none."""
    return 0 if share in (0, 1) else digits


def _is_percent(text: str | None, share: Fraction, digits: int) -> bool:
    return text is not None and text.endswith("%") and is_rounded(text[:-1], 100 * share, digits, SLACK)


def hold_mean(
    held: Held, name: str, value: str | None, beside: str | None, shares: Shares, said: Mapping[str, Any]
) -> None:
    """A mean as it is printed, and what stands beside it; the interval is as ``said``."""
    what, mean = "page: printed mean", mean_of(shares)
    if mean is None:
        held.same(what, name, NOTHING, value)
    elif said["exact"] is not None:
        held.same(what, name, decimal(mean), value)
        held.same(what, f"{name}, fraction", short(mean), beside)
    else:
        if said["ci95"] is None:
            held.holds(what, name, is_number(value, mean, 2), mean, value)
            return
        is_so = (beside or "").startswith("± ") and any(
            is_number(value, mean, digits) and is_number((beside or "")[2:], off, digits)
            for digits, off in accuracies(*map(Fraction, (said["mean"], *said["ci95"])))
        )
        held.holds(what, name, is_so, (mean, said["ci95"]), (value, beside))


def is_number(text: str | None, value: Fraction, digits: int) -> bool:
    """Whether it is the number; where a float does not know its last digit, with as many as it does."""
    if text is None:
        return False
    if abs(value) >= SURE:
        return text == f"{float(value):.15g}"
    return is_rounded(text, value, digits, SLACK * max(1, abs(value)))


def hold_details(held: Held, truth: Truth, said: Mapping[str, Any], shown: Element) -> None:
    """Everything below the headline, of one policy."""
    tables = {table.said("caption"): table for table in shown.every("table")}
    scoring = len(said["combos"])
    _hold_rates(held, truth, truth.names[:scoring], tables.get("Combos"))
    _hold_rates(held, truth, truth.names[scoring:], tables.get("Watched"))
    charts = shown.every(".chart")
    titled = {chart.said(".chart-title"): chart for chart in charts}
    if not set(truth.score) <= {0, 1} and truth.judges:
        _hold_shares(held, "Scores", titled.get("Scores"), truth.score, truth.trials)
    for figure in shown.every(".stat"):
        name = figure.said(".rate-name") or ""
        held.holds("page: names", "a stat", name in truth.stats, list(truth.stats), name)
        if name in truth.stats:
            _hold_stat(held, name, truth, said["stats"][name], figure)
    held.same("page: names", "stats", len(truth.stats), len(shown.every(".stat")))
    _hold_effects(held, truth, said, tables.get("Effects"))


def _hold_rates(held: Held, truth: Truth, names: list[str], table: Element | None) -> None:
    rows = [] if table is None else table.every("tbody", "tr")
    shown = [row.said(".rate-name") for row in rows]
    held.same("page: names", "rows", names, shown)
    for name, row in zip(names, rows, strict=False):
        value, beside = (cell.text for cell in row.every("td")[:2])
        share = truth.rates[name]
        hold_rate(held, name, value, beside, share, truth.trials)
        hold_gauge(held, name, row, share)
        note = next((one.text for one in row.every(".note") if "match: best" in one.text), None)
        if name in truth.bests:  # else it rolls dice, which would be others
            best, printed = truth.bests[name], (note or "").rpartition("match: best ")[2]
            value, _, beside = printed.partition(" ")
            if truth.trials is None or best is None:
                is_so = best is not None and _is_percent(value, best, 2) and not beside
                held.holds("page: printed rate", f"{name}, best", is_so, best, note)
            else:
                hold_rate(held, f"{name}, best", value, beside, best, truth.trials)


def hold_gauge(held: Held, name: str, shown: Element, share: Fraction) -> None:
    """The bar is as long as the rate is."""
    fill = shown.first(".gauge-fill")
    width = None if fill is None else fill.attributes["style"].removeprefix("width: ").removesuffix("%")
    held.near("page: gauge", name, 100 * share, None if width is None else float(width))


def _hold_shares(held: Held, name: str, chart: Element | None, shares: Shares, trials: int | None) -> None:
    """A table of the numbers of a distribution of so many trials: every value, or ranges of them."""
    rows = [] if chart is None else chart.every("tbody", "tr")
    left = {value: share / sum(shares.values()) for value, share in shares.items() if share}
    for row in rows:
        label = row.said("th") or ""
        first, _, last = label.removeprefix("~").partition(" … ")
        low, high = int(first), int(last or first)
        if label.startswith("~"):  # it stands for what is up to 1/128 of itself away
            low, high = low - abs(low) // 100, high + abs(high) // 100
        share = sum((left.pop(one) for one in list(left) if low <= one <= high), Fraction(0))
        value, _, beside = (row.said("td") or "").partition(" ")
        if trials is None:
            is_so = _is_percent(value, share, 2) and not beside
            held.holds("page: printed share", f"{name}, {first}", is_so, share, value)
        else:
            hold_rate(held, f"{name}, {first}", value, beside, share, trials)
    if max(map(abs, shares), default=0) < SURE:
        held.same("page: printed share", f"{name}, what is left", {}, left)


def _hold_stat(held: Held, name: str, truth: Truth, said: Mapping[str, Any], shown: Element) -> None:
    shares = truth.stats[name]
    whole, beside = shown.said(".stat-mean") or "", shown.said(".stat-mean", ".beside") or ""
    hold_mean(held, name, whole.removesuffix(beside).strip(" "), beside, shares, said)
    facts = {fact.said("dt"): fact.said("dd") for fact in shown.every("dl", "div")}
    spread = deviation_of(shares, truth.trials)
    if spread is None:
        held.same("page: printed fact", f"{name}, spread", NOTHING, facts["spread"])
    else:
        known = [(2, Fraction(0))]
        if said["ci95"] is not None:
            known = accuracies(*map(Fraction, (said["mean"], *said["ci95"])))
        is_so = any(is_number(facts["spread"], Fraction(spread), digits) for digits, _ in known)
        held.holds("page: printed fact", f"{name}, spread", is_so, spread, facts["spread"])
    edges = {"least": min(shares, default=None), "greatest": max(shares, default=None)}
    if said["quantiles_are"] == "exact":
        edges["median"] = median_of(shares)
    for what, value in edges.items():
        text = facts[what]
        is_so = text == NOTHING if value is None else is_number(text, Fraction(value), 0)
        held.holds("page: printed fact", f"{name}, {what}", is_so, value, text)
    chart = shown.first(".chart")
    if len(shares) > 1 and said["quantiles_are"] == "exact":
        known_of = None if truth.trials is None else round(truth.trials * sum(shares.values()))
        _hold_shares(held, name, chart, shares, known_of)


def _hold_effects(held: Held, truth: Truth, said: Mapping[str, Any], table: Element | None) -> None:
    rows = [] if table is None else table.every("tbody", "tr")
    used = [use for use in said["effects"] if truth.activations.get((use["card"], use["effect"]))]
    held.same("page: names", "effects", len(used), len(rows))
    for use, row in zip(used, rows, strict=False):
        key = use["card"], use["effect"]
        value, beside, often = (cell.text for cell in row.every("td"))
        share, mean = truth.used[key], truth.activations[key]
        if truth.trials is None:
            is_so = _is_percent(value, share, 2) and not beside
            held.holds("page: printed effect", key, is_so, share, value)
        else:
            hold_rate(held, f"effect {key}", value, beside, share, truth.trials)
        number, _, about = often.partition(" ± ")
        if use["per_trial_ci95"] is None:
            is_so = is_number(number, mean, 2) and not about
        else:
            is_so = any(
                is_number(number, mean, digits) and is_number(about, off, digits)
                for digits, off in accuracies(mean, *map(Fraction, use["per_trial_ci95"]))
            )
        held.holds("page: printed effect", (*key, "a trial"), is_so, mean, often)


def hold_samples(
    held: Held, program: Program, index: int, samples: list[dict[str, Any]], row_of: Any, left: int
) -> None:
    """Hands that are shown are trials of the run: what came of each, and where its cards lay; ``left`` is how
    many cards there are."""
    plan = program.topics[index]
    scoring = len(plan.combos)
    for sample in samples:
        row, places = row_of(sample["trial"])
        names = list(plan.judged)
        judged = [name for name, holds in zip(names, row.combos, strict=True) if holds]
        at = f"trial {sample['trial']}"
        held.same("page: sample", at, row.score > 0 if scoring else None, sample["success"])
        held.same("page: sample", at, row.score, sample["score"])
        held.same("page: sample", at, judged, sample["combos"] + sample["watch"])
        held.same("page: sample", at, dict(zip(plan.stats, row.stats, strict=True)), sample["stats"])
        (hand,) = sample["hands"]
        held.same("page: hand", at, plan.start_card, len(hand["cards"]))
        if sample["trace"] is None:
            if not sample.get("left_out"):
                held.same("page: hand", at, places[0], sorted(hand["cards"]))
        elif not sample["trace"]["cut"]:
            held.same("page: trace", at, places, last_table(sample["trace"]))
            held.same("page: trace", at, left, sum(map(len, last_table(sample["trace"]))))


def last_table(trace: Mapping[str, Any]) -> list[list[int]]:
    """By zone, the kinds that lie in it after the last step."""
    table = [[kind for kind, many in zone for _ in range(many)] for zone in trace["start"]]
    for step in trace["steps"]:
        if "table" in step:
            table = [[kind for kind, many in zone for _ in range(many)] for zone in step["table"]]
            continue
        for kind in step.get("cards", ()):
            if kind in table[step["from"]]:
                table[step["from"]].remove(kind)
            table[step["to"]].append(kind)
    return [sorted(zone) for zone in table]

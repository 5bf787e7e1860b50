"""What the page of `yispc view` says beside the text: the headline, the tables, and the chips of change.

What comes in: what is known of the pinned text and of this one, a message of the view, or the state of its
page.  What goes out: differences, in the verdict of a :class:`~page_held.Held`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from running import Row

from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.playing.play import python_functions
from yisp.simulate.playing.records import read_rows
from yisp.simulate.worlds.worlds import Players, in_worlds_of

from .drawn import hold_details, hold_gauge, hold_mean, hold_rate, is_number
from .held import Held
from .held import hold_rate as hold_rate_said
from .reader import Element
from .truth import Known, Truth, accuracies, by_rows, mean_of

Figures = dict[tuple[str, str | None], Fraction | None]

RATES = ("success", "combo", "watch")


def figures_of(truth: Truth, scoring: int) -> Figures:
    """By what they are of, and its name: what can be compared."""
    found: Figures = {}
    if truth.judges:
        found |= {("success", None): truth.success, ("score", None): mean_of(truth.score)}
    for at, (name, share) in enumerate(truth.rates.items()):
        found["combo" if at < scoring else "watch", name] = share
    return found | {("stat", name): mean_of(shares) for name, shares in truth.stats.items()}


def hold_compared(held: Held, pinned: Known, now: Known, said: Mapping[str, Any], seed: int) -> list[Truth]:
    """How a topic differs from that of the pinned text: exactly, or by trials in the same worlds.  What goes
    out: what both are."""
    exact = said["method"] == "exact"
    trials = None if exact else said["trials"]
    truths = hold_gaps(held, "view: chip", (pinned, now), trials, seed, said["figures"])
    if not truths:
        return []
    before, after = (
        figures_of(truth, len(one.deck.topics[_place(one, held.topic)].combos))
        for truth, one in zip(truths, (pinned, now), strict=True)
    )
    held.same("view: chip", "trials", trials, said["trials"])
    if truths[0].judges:
        held.same("view: chip", "method", said["method"], said["pinned"]["method"])
        hold_rate_said(held, "pinned", truths[0], truths[0].success, said["pinned"]["success"])
    found = {(one["what"], one["name"]) for one in said["figures"]}
    held.same("view: chip", "figures", {one for one in after if one in before}, found)
    missing = {(one["what"], one["name"]) for one in said["missing"]}
    held.same("view: chip", "missing", before.keys() ^ after.keys(), missing)
    return truths


def hold_gaps(
    held: Held,
    what: str,
    sides: tuple[Known, Known],
    trials: int | None,
    seed: int,
    said: Sequence[Mapping[str, Any]],
) -> list[Truth]:
    """By how much figures of the second are above those of the first: exactly (no ``trials``), or by so many
    in the same worlds.  What goes out: what both are; nothing where that is not known."""
    places = [_place(one, held.topic) for one in sides]
    exact = trials is None
    if trials is None:
        try:
            truths = [one.exactly(place) for one, place in zip(sides, places, strict=True)]
        except NoExactAnswer:
            return []
    else:
        truths = [_in_worlds(one, sides[0], places, at, seed, trials) for at, one in enumerate(sides)]
    before, after = (
        figures_of(truth, len(one.deck.topics[place].combos))
        for truth, one, place in zip(truths, sides, places, strict=True)
    )
    for figure in said:
        key = figure["what"], figure["name"]
        held.holds(what, key, key in before and key in after, "a figure", key)
        if key not in before or key not in after:
            continue
        mine, theirs = after[key], before[key]
        gap = None if mine is None or theirs is None else mine - theirs
        held.near(what, key, gap, figure["mean"])
        held.same(what, (*key, "exact"), str(gap) if exact and gap is not None else None, figure["exact"])
        if figure["ci95"] is not None and gap is not None:
            low, high = figure["ci95"]
            slack = 1e-9 * max(1.0, abs(float(gap)))
            held.holds(what, (*key, "interval"), low - slack <= gap <= high + slack, gap, (low, high))
    return truths


def _place(known: Known, name: str) -> int:
    """The topic of that name; the only one where it is called otherwise."""
    names = [topic.name for topic in known.deck.topics]
    return names.index(name) if name in names else 0


def _in_worlds(known: Known, base: Known, places: list[int], at: int, seed: int, trials: int) -> Truth:
    program = in_worlds_of(known.program, places[at], base.program, places[0])
    topic = program.topics[places[at]]
    functions = python_functions(program.python_source)
    players = Players(program, places[at], seed, [topic.policy], functions=functions)
    found = [
        Row(row.trial, row.score, tuple(row.judged), tuple(row.stats))
        for row in read_rows(topic, players.records(0, trials))
    ]
    return by_rows(known.deck.topics[places[at]], found)


# What is drawn ------------------------------------------------------------------------------------------


def hold_view(
    held: Held, truth: Truth, said: Mapping[str, Any], last: Mapping[str, Any], shown: Element
) -> None:
    """What the page shows of the topic that is looked at, after those messages."""
    found = shown.by_id("found")
    held.holds("view: drawn", "what was found", found is not None, "an element", None)
    if found is None:
        return
    hold_details(held, truth, said, found)
    headline = shown.first(".headline")
    held.same("view: drawn", "a headline", truth.judges, headline is not None)
    compared = next((one for one in last["result"]["compared"] or () if one["name"] == held.topic), None)
    figures = {(one["what"], one["name"]): one for one in (compared or {"figures": ()})["figures"]}
    if headline is not None:
        _hold_headline(held, truth, said, headline, figures)
    _hold_changes(held, truth, len(said["combos"]), found, figures)


def _hold_headline(
    held: Held, truth: Truth, said: Mapping[str, Any], shown: Element, figures: Mapping[Any, Any]
) -> None:
    rate = shown.first(".headline-rate")
    assert rate is not None
    beside = shown.said(".sure-fraction") or shown.said(".sure-interval") or ""
    hold_rate(held, "headline", rate.said(".figure-value"), beside, truth.success, truth.trials)
    hold_gauge(held, "headline", shown, truth.success)
    hold_chip(held, "success", figures.get(("success", None)), rate.first(".change"))
    badge = "exact" if truth.trials is None else "estimate"
    held.same("view: drawn", "badge", badge, shown.said(".badge"))
    if truth.trials is not None:
        held.holds(
            "view: drawn", "trials", f"{truth.trials:,} trials" in shown.text, truth.trials, shown.text
        )
    score = shown.first(".headline-score")
    if score is not None:
        value = score.said(".figure-value")
        mean = said["score"]["exact"]
        beside = None if mean is None else mean if len(mean) <= 40 else ""
        if mean is not None:
            hold_mean(held, "headline score", value, beside, truth.score, said["score"])
        hold_chip(held, "score", figures.get(("score", None)), score.first(".change"))


def _hold_changes(held: Held, truth: Truth, scoring: int, shown: Element, figures: Mapping[Any, Any]) -> None:
    for table in shown.every("table"):
        what = {"Combos": "combo", "Watched": "watch"}.get(table.said("caption") or "")
        if what is not None and figures:
            names = truth.names[:scoring] if what == "combo" else truth.names[scoring:]
            for name, row in zip(names, table.every("tbody", "tr"), strict=True):
                hold_chip(held, what, figures.get((what, name)), row.first(".change"))


def hold_chip(held: Held, what: str, figure: Mapping[str, Any] | None, shown: Element | None) -> None:
    """Arrow, number and colour of a change."""
    if figure is None or figure["mean"] is None:
        held.same("view: drawn chip", f"{what}, none", None, None if shown is None else shown.text)
        return
    mean, ci95, exact = figure["mean"], figure["ci95"], figure["exact"]
    gap = Fraction(mean) if exact is None else Fraction(exact)
    low, high = (gap, gap) if exact is not None else (None, None) if ci95 is None else ci95
    held.holds("view: drawn chip", what, shown is not None, figure, None)
    if shown is None:
        return
    if low is not None and low == high == 0:
        held.holds("view: drawn chip", f"{what}, same", shown.text.startswith("="), figure, shown.text)
        return
    direction = "unclear" if low is None or low <= 0 <= high else "up" if low > 0 else "down"
    sign = {"up": "▲", "down": "▼", "unclear": "≈"}[direction]
    held.same("view: drawn chip", f"{what}, arrow", sign, shown.said(".change-sign"))
    colour = "plain" if what in ("watch", "stat") else direction
    held.same("view: drawn chip", f"{what}, colour", ["change", colour], shown.classes)
    meaning = {"up": "higher", "down": "lower", "unclear": "not told apart yet"}[direction]
    if direction != "unclear":
        meaning += ", exactly" if exact is not None else ", by 19 chances in 20"
    held.same("view: drawn chip", f"{what}, meaning", f"({meaning})", shown.said(".visually-hidden"))
    scale = 100 if what in RATES else 1
    size = abs(scale * gap)
    if exact is not None or ci95 is None:
        digits = next((at for at in range(2, 6) if not size or size * 10**at >= 1), 6)
        known = [(digits, None)]
    else:
        known = [*accuracies(scale * gap, scale * Fraction(ci95[0]), scale * Fraction(ci95[1]))]
    text = shown.text.removeprefix(sign).removesuffix(f"({meaning})").strip(" ").removesuffix(" points")
    value, _, error = text.partition(" ± ")
    is_so = any(
        is_number(value.lstrip("+−"), size, digits)
        and (not error if off is None else is_number(error, off, digits))
        for digits, off in known
    )
    held.holds("view: drawn chip", f"{what}, number", is_so, (gap, ci95), text)
    written = value.strip("+−0.")  # what is 0 as it is written has no sign
    is_so = value[0] in {1: "+", -1: "−", 0: value[0]}[(gap > 0) - (gap < 0)] if written else value[0] in "0"
    held.holds("view: drawn chip", f"{what}, sign", is_so, gap, text)


def hold_counts(
    held: Held, shown: Element, cards: Sequence[Mapping[str, Any]], before: Mapping[str, int]
) -> None:
    """The sliders say how many copies there are, and how many of the pinned text there were."""
    for card, row in zip(cards, shown.every(".slider-row"), strict=False):
        count, was = card["count"], before.get(card["name"])
        moved = "" if was in (None, count) else f"pinned: {was}{was} → "
        held.same("view: drawn", f"copies of {card['name']}", f"{moved}{count}", row.said(".slider-count"))

"""The panels of `yispc view`: what studies of a text say, and what is drawn of them.

What comes in: a message ``studied``, the data of the deck file that it is about, and the page.  What goes
out: differences, in the verdict of a :class:`~page_held.Held`.  Each number is of a deck with other counts:
here that deck is written as its author would write it, and asked by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from running import Row

from yisp.simulate.playing.play import python_functions
from yisp.simulate.playing.records import read_rows
from yisp.simulate.worlds.worlds import Players

from . import decks
from .advice import hold_advice, hold_advice_drawn
from .chips import figures_of, hold_chip, hold_gaps
from .drawn import hold_mean, hold_rate, is_number
from .held import Held, hold_report
from .reader import Element
from .sides import hold_comparison, hold_policies
from .truth import Known, Truth, accuracies, by_rows, mean_of

Read = Callable[[str], Known | None]
Of = Callable[[Known, int, Mapping[str, Any]], Truth | None]
"""The truth about a topic as a report says it was answered."""

RATES = ("topic", "combo", "watch")

SHOWN = 8
"""Builds that the page lists."""


def hold_studied(
    held: Held,
    said: Mapping[str, Any],
    asked: Mapping[str, Any],
    data: Mapping[str, Any],
    read: Read,
    of: Of,
) -> None:
    """What a study says of a text, which is that of the data; ``asked`` are its options."""
    kind = said["kind"]
    held.same("view: panel", (kind, "no fault of ours"), False, "fault of Yisp" in (said["error"] or ""))
    if said["content"] is None:
        return
    if kind == "compare":
        sides = read(decks.text_of(data)), read(asked["text"])
        assert sides[0] is not None and sides[1] is not None
        hold_comparison(held.verdict, sides, said["content"], None, said["content"]["study"]["seed"])
    else:
        _HOLD[kind](held, said["content"], data, read, of)


def with_copies(
    data: Mapping[str, Any], card: str, count: int, filler: str | None, size: int | None = None
) -> str | None:
    """The deck file with so many copies of a card; None where there is no such deck."""
    new = json.loads(json.dumps(data))
    cards = new["deck"]["cards"]
    for one in cards.values():
        one.setdefault("count", 1)
    if size is not None:
        if filler is not None:
            cards[filler]["count"] += size - _size(cards, new["deck"])
        if filler is None or "size" in new["deck"]:
            new["deck"]["size"] = size
    if card in cards:
        if filler is not None and filler != card:
            cards[filler]["count"] += cards[card]["count"] - count
        cards[card]["count"] = count
    if any(one["count"] < -1 or (one["count"] == -1 and "size" not in new["deck"]) for one in cards.values()):
        return None
    if filler is not None and cards[filler]["count"] < 0:
        return None
    return decks.text_of(new)


def _size(cards: Mapping[str, Any], deck: Mapping[str, Any]) -> int:
    return int(deck["size"]) if "size" in deck else sum(one["count"] for one in cards.values())


# What each card is worth ----------------------------------------------------------------------------------


def _hold_worth(held: Held, content: Mapping[str, Any], data: Mapping[str, Any], read: Read, of: Of) -> None:
    study = content["study"]["sensitivity"]
    (topic,) = study["topics"]
    base = read(decks.text_of(data))
    assert base is not None
    own = next((name for name, card in data["deck"]["cards"].items() if card.get("count") == -1), None)
    filler = None if study["filler"] == own else study["filler"]
    cards = {name for name in data["deck"]["cards"] if name != study["filler"]}
    held.same("view: panel worth", "cards", cards, set(topic["cards"]))
    for change in topic["changes"]:
        key = change["card"], change["by"]
        text = with_copies(data, change["card"], change["copies"] + change["by"], filler)
        other = None if text is None else read(text)
        if change["reason"] is not None:
            held.holds("view: panel worth", (*key, "no such deck"), other is None, None, change["reason"])
        if other is None or not change["figures"]:
            continue
        held.topic = topic["name"]
        trials = change["trials"]
        truths = hold_gaps(
            held, "view: panel worth", (base, other), trials, content["study"]["seed"], change["figures"]
        )
        if truths and topic["method"] == "exact":
            held.same("view: panel worth", (*key, "exact"), None, trials)


# How many -------------------------------------------------------------------------------------------------


def _hold_copies(held: Held, content: Mapping[str, Any], data: Mapping[str, Any], read: Read, of: Of) -> None:
    filler = content["copies"]["study"]["with"]["filler"]
    if filler is not None and data["deck"]["cards"][filler].get("count") == -1:
        filler = None  # which makes up for others in any case
    for which in ("copies", "sizes"):
        if content[which] is None:
            continue
        study = content[which]["study"]
        for variant in study["variants"]:
            (value,) = variant["values"]
            if which == "copies":
                text = with_copies(data, content["card"], value, filler)
            else:
                text = with_copies(data, "", 0, filler, value)
            other = None if text is None else read(text)
            key = f"{which} {value}"
            if "reason" in variant:
                held.same("view: panel copies", (key, "possible"), other is not None, variant["possible"])
                continue
            held.holds("view: panel copies", key, other is not None, "a deck", None)
            if other is not None:
                _hold_point(held, key, study, variant, other, of)


def _hold_point(
    held: Held, key: str, study: Mapping[str, Any], variant: Mapping[str, Any], other: Known, of: Of
) -> None:
    (name,) = study["topics"]
    index = [topic.name for topic in other.deck.topics].index(name)
    if any(figure["policy"] is not None for figure in study["figures"]):
        return
    together = zip(study["figures"], variant["known"], strict=True)
    trials = {known["trials"] for figure, known in together if figure["what"] in RATES}
    if not trials:
        return  # of a stat it is told in how many trials it was observed, and not of how many
    (number,) = trials
    truth = of(other, index, {"method": "exact" if number is None else "sample", "trials": number})
    if truth is None:
        return
    held.topic = name
    held.same("view: panel copies", (key, "cards"), other.deck.size, variant["cards"])
    found = figures_of(truth, len(other.deck.topics[index].combos))
    whats = {"topic": ("success", None), "score": ("score", None)}
    for figure, known in zip(study["figures"], variant["known"], strict=True):
        what = whats.get(figure["what"], (figure["what"], figure["name"]))
        expected = found[what]
        held.near("view: panel copies", (key, *what), expected, known["value"])
        fraction = None if expected is None or truth.trials is not None else str(expected)
        held.same("view: panel copies", (key, *what, "exact"), fraction, known["exact"])
        if known["low"] is not None and expected is not None:
            slack = 1e-9 * max(1.0, abs(float(expected)))
            is_so = known["low"] - slack <= expected <= known["high"] + slack
            held.holds(
                "view: panel copies", (key, *what, "interval"), is_so, expected, (known["low"], known["high"])
            )


# Why hands fail -------------------------------------------------------------------------------------------


def _hold_why(held: Held, content: Mapping[str, Any], data: Mapping[str, Any], read: Read, of: Of) -> None:
    """Counted once more in the rows of the same trials."""
    study, known = content["study"], read(decks.text_of(data))
    assert known is not None
    held.topic = study["topic"]
    index = [topic.name for topic in known.deck.topics].index(study["topic"])
    combos = known.deck.topics[index].combos
    rows = known.trials(index).first(study["trials"]).rows
    wins = [row.trial for row in rows if row.score > 0]
    failed = study["trials"] - len(wins)
    held.same("view: panel why", "success", len(wins), study["success"]["count"])
    held.same("view: panel why", "failures", failed, sum(one["count"] for one in study["failures"]))
    held.same("view: panel why", "in words", len(study["failures"]), len(content["missing"]))
    for one in study["failures"]:
        held.near("view: panel why", "share", Fraction(one["count"], failed), one["rate"])
        for hand in one["hands"]:
            held.same("view: panel why", ("a failure", hand["trial"]), False, hand["trial"] in wins)
    for hand in study["succeeded"]:
        row = rows[hand["trial"]]
        held_by = [combo.name for combo, holds in zip(combos, row.combos, strict=False) if holds]
        held.same("view: panel why", ("combos", hand["trial"]), held_by, hand.get("combos", []))
    for one in study["one_more"] or ():
        if study["replayed"]:
            held.near(
                "view: panel why", ("one more", one["name"]),
                Fraction(one["count"], study["replayed"]), one["rate"],
            )  # fmt: skip


# Which build ----------------------------------------------------------------------------------------------


def _hold_build(held: Held, content: Mapping[str, Any], data: Mapping[str, Any], read: Read, of: Of) -> None:
    """The value of each deck that has an exact one; a deck within the limits is none that is not there."""
    study = content["study"]
    _, _, goal = study["goals"][0].partition(" ")
    topic, figure = _goal(data, goal)
    held.topic = topic
    best: list[float] = []
    for deck in study["decks"]:
        new = json.loads(json.dumps(data))
        for name, count in zip(study["names"], deck["counts"], strict=True):
            new["deck"]["cards"][name]["count"] = count
        new["deck"].pop("size", None)
        other = read(decks.text_of(new))
        if deck["state"] == "no answer":
            continue
        key = tuple(deck["counts"])
        held.holds("view: panel build", key, other is not None, "a deck", None)
        (found,) = deck["goals"]
        best.append(found["value"])
        if other is None or found["trials"] is not None:
            continue
        index = [one.name for one in other.deck.topics].index(topic)
        truth = of(other, index, {"method": "exact"})
        if truth is not None:
            if truth.judges and figure in ("rate", "score"):
                value = truth.success if figure == "rate" else mean_of(truth.score)
            else:
                value = mean_of(truth.stats[figure]) if figure in truth.stats else truth.rates[figure]
            held.near("view: panel build", key, value, found["value"])
    if best and study["exact"]:
        held.same("view: panel build", "the best first", max(best), best[0])


def _goal(data: Mapping[str, Any], goal: str) -> tuple[str, str]:
    """The topic of a goal, and its figure: both may have a colon in their names."""
    for name, topic in data["simulate"]["tests"].items():
        figure = goal.removeprefix(f"{name}:")
        known = ("rate", "score", *topic.get("stats", ()), *topic.get("watch", ()), *topic.get("combos", ()))
        if figure != goal and figure in known:
            return name, figure
    raise AssertionError(goal)


# Fixed order or best play ---------------------------------------------------------------------------------


def _hold_policies(
    held: Held, content: Mapping[str, Any], data: Mapping[str, Any], read: Read, of: Of
) -> None:
    """By trials, played once more; where it is exact, whoever sees more does no worse."""
    study, known = content["study"], read(decks.text_of(data))
    assert known is not None
    (topic,) = study["topics"]
    held.topic = topic["name"]
    index = [one.name for one in known.deck.topics].index(topic["name"])
    plan, names = known.program.topics[index], [one["policy"] for one in topic["policies"]]
    # Who knows what comes is not waited for.
    everybody = [["greedy", "best", "hindsight"], ["greedy", "best"]]
    held.holds("view: panel policies", "policies", names in everybody, everybody, names)
    trials = topic["policies"][0]["trials"]
    if trials is None:
        goals = [one["goal"]["exact"] for one in topic["policies"]]
        if None not in goals:  # a stat may have no value
            means = list(map(Fraction, goals))
            held.holds("view: panel policies", "in order", means == sorted(means), sorted(means), means)
        if plan.policy.kind == "greedy" and (truth := of(known, index, {"method": "exact"})) is not None:
            hold_report(held, truth, topic["policies"][0])
    else:
        policies = [plan.policy.but(kind=name) for name in names]
        functions = python_functions(known.program.python_source)
        players = Players(known.program, index, study["seed"], policies, functions=functions)
        rows = [
            Row(row.trial, row.score, tuple(row.judged), tuple(row.stats))
            for row in read_rows(plan, players.records(0, trials))
        ]
        each = [by_rows(known.deck.topics[index], rows[at :: len(names)]) for at in range(len(names))]
        hold_policies(held, topic, each, None)
    costs = topic.get("costs", [])
    held.same("view: panel policies", "examples", len(costs[:5]), len(content["examples"]))
    for cost, example in zip(costs, content["examples"], strict=False):
        is_so = cost["loss"] > 0 and cost["times"] > 0 and cost["trial"] < cost["trials"]
        held.holds("view: panel policies", "cost", is_so, "a loss", cost)
        if not plan.parts:
            drawn = [len(hand["cards"]) for hand in example]
            held.same("view: panel policies", "hand", [plan.start_card], drawn)


# What is drawn --------------------------------------------------------------------------------------------


def hold_panel(held: Held, said: Mapping[str, Any], shown: Element | None) -> None:
    """What the page shows of a study that it was told of last."""
    held.holds("view: panel drawn", said["kind"], shown is not None, "an element", None)
    if shown is None:
        return
    if said["error"] is not None:
        held.same("view: panel drawn", "error", True, said["error"] in shown.text)
    elif said["content"] is not None:
        _DRAWN[said["kind"]](held, said["content"], shown)


def _hold_worth_drawn(held: Held, content: Mapping[str, Any], shown: Element) -> None:
    (topic,) = content["study"]["sensitivity"]["topics"]
    rows = shown.every(".worth", "tbody", "tr")
    held.same("view: panel drawn", "cards", topic["cards"], [row.said("th") for row in rows])
    changes = {(one["card"], one["by"]): one for one in topic["changes"]}
    for card, row in zip(topic["cards"], rows, strict=False):
        copies, *cells = row.every("td")
        held.same("view: panel drawn", f"copies of {card}", str(changes[card, 1]["copies"]), copies.text)
        for by, cell in zip((1, -1), cells, strict=True):
            change = changes.get((card, by))
            figure = change["figures"][0] if change is not None and change["figures"] else None
            what = "success" if figure is None else figure["what"]
            hold_chip(held, what, figure, cell.first(".change"))


def _hold_copies_drawn(held: Held, content: Mapping[str, Any], shown: Element) -> None:
    curves = [content[which] for which in ("copies", "sizes") if content[which] is not None]
    place = curves[0]["shown"][0]["figure"]
    figure = curves[0]["study"]["figures"][place]
    lists, there = (
        shown.every(".points"),
        [known for known in (_known(one, place) for one in curves) if known],
    )
    held.same("view: panel drawn", "curves", len(there), len(lists))
    for known, points in zip(there, lists, strict=False):
        items = points.every("li")
        held.same("view: panel drawn", "points", len(known), len(items))
        for (number, one), item in zip(known, items, strict=False):
            count = item.said(".point-number") or ""
            held.same("view: panel drawn", "point", str(number), count.split(" ")[0])
            beside = item.every(".point-number")[1].text
            if figure["what"] in RATES:
                _hold_rate_drawn(held, number, one, item.said(".point-value"), beside)
            else:
                _hold_mean_drawn(held, number, one, item.said(".point-value"), beside)


def _known(curve: Mapping[str, Any], place: int) -> list[tuple[int, Mapping[str, Any]]]:
    """By number, what is known of a figure."""
    return [
        (one["values"][0], one["known"][place])
        for one in curve["study"]["variants"]
        if "known" in one and one["known"][place]["value"] is not None
    ]


def _hold_rate_drawn(
    held: Held, number: int, known: Mapping[str, Any], value: str | None, beside: str
) -> None:
    """A point that is a rate: its share is one of so many trials."""
    if known["exact"] is not None:
        hold_rate(held, f"point {number}", value, beside, Fraction(known["exact"]), None)
    elif known["trials"]:
        share = Fraction(round(known["value"] * known["trials"]), known["trials"])
        hold_rate(held, f"point {number}", value, beside, share, known["trials"])


def _hold_mean_drawn(
    held: Held, number: int, known: Mapping[str, Any], value: str | None, beside: str
) -> None:
    mean = Fraction(known["exact"]) if known["exact"] is not None else Fraction(known["value"])
    ci95 = None if known["low"] is None else (known["low"], known["high"])
    said = {"exact": known["exact"], "mean": known["value"], "ci95": ci95}
    shares = _around(mean)
    assert mean_of(shares) == mean
    hold_mean(held, f"point {number}", value, beside, shares, said)


def _around(mean: Fraction) -> Mapping[int, Fraction]:
    """A distribution of that mean."""
    below = mean.numerator // mean.denominator
    return {below: below + 1 - mean, below + 1: mean - below}


def _hold_why_drawn(held: Held, content: Mapping[str, Any], shown: Element) -> None:
    study = content["study"]
    failed = study["trials"] - study["success"]["count"]
    answer = shown.said(".panel-answer") or ""
    if not failed:
        held.holds("view: panel drawn", "none failed", answer.startswith("None of"), failed, answer)
        return
    said = f"{failed:,} of {study['trials']:,} hands failed."
    held.holds("view: panel drawn", "how many failed", answer.startswith(said), said, answer)
    groups = shown.every(".failure")
    held.same("view: panel drawn", "groups", len(study["failures"]), len(groups))
    for failure, group in zip(study["failures"], groups, strict=False):
        share = Fraction(failure["count"], failed)
        hold_rate(held, "failures", group.said(".failure-share"), group.said(".soft"), share, failed)


def _hold_build_drawn(held: Held, content: Mapping[str, Any], shown: Element) -> None:
    study = content["study"]
    decks_shown = [deck for deck in study["decks"] if deck["goals"]][:SHOWN]
    items = shown.every(".builds", "li")
    held.same("view: panel drawn", "builds", len(decks_shown), len(items))
    for deck, item in zip(decks_shown, items, strict=False):
        (goal,) = deck["goals"]
        value = item.said("strong") or ""
        scale = 100 if content["rate"] else 1
        mean, *ends = (scale * Fraction(one) for one in (goal["value"], *(goal["ends"] or ())))
        known = accuracies(mean, *ends) if ends else [(2, Fraction(0))]
        is_so = any(is_number(value.removesuffix("%"), mean, digits) for digits, _ in known)
        held.holds("view: panel drawn", "value of a build", is_so, goal["value"], value)
        for name, own, now in zip(study["names"], content["own"], deck["counts"], strict=True):
            told = f"{name} {own} → {now}"
            there = own == now or told in item.text
            held.holds("view: panel drawn", "change of a build", there, told, item.text)


def _hold_policies_drawn(held: Held, content: Mapping[str, Any], shown: Element) -> None:
    (topic,) = content["study"]["topics"]
    rows = shown.every(".players", "tbody", "tr")
    held.same("view: panel drawn", "policies", len(topic["policies"]), len(rows))
    for played, row in zip(topic["policies"], rows, strict=False):
        goal, cell = played["goal"], row.every("td")[0].text
        value, _, beside = cell.removeprefix("at least ").removeprefix("at most ").partition(" ")
        if goal["name"] == "success":
            trials = played["trials"]
            share = Fraction(goal["exact"] or Fraction(round(goal["mean"] * trials), trials))
            hold_rate(held, f"played by {played['policy']}", value, beside, share, trials)
        else:
            mean = goal["exact"] or goal["mean"]  # None where no trial has a value
            shares = {} if mean is None else _around(Fraction(mean))
            hold_mean(held, f"played by {played['policy']}", value, beside, shares, goal)
    choices = shown.every(".choices", "summary")
    held.same("view: panel drawn", "choices", len(content["examples"]), len(choices))


def _hold_compare_drawn(held: Held, content: Mapping[str, Any], shown: Element) -> None:
    """The table says what is said of the differences."""
    (told,) = content["topics"]
    rows = shown.every(".compared", "tbody", "tr")
    cells = ["".join(row.every("td")[2].text.split()) for row in rows]
    texts = ["".join(text.split()) for text in told["gaps"][0] if text]
    held.same("view: panel drawn", "differences", sorted(texts), sorted(one for one in cells if one != "–"))
    held.same(
        "view: panel drawn",
        "verdict",
        told["verdicts"][:1],
        shown.every(".panel-answer")[:1] and [shown.said(".panel-answer")],
    )


_HOLD = {
    "advise": hold_advice,
    "worth": _hold_worth,
    "copies": _hold_copies,
    "why": _hold_why,
    "build": _hold_build,
    "policies": _hold_policies,
}
_DRAWN = {
    "policies": _hold_policies_drawn,
    "compare": _hold_compare_drawn,
    "advise": hold_advice_drawn,
    "worth": _hold_worth_drawn,
    "copies": _hold_copies_drawn,
    "why": _hold_why_drawn,
    "build": _hold_build_drawn,
}

"""The panel about a hand: what is advised, and what seeing its cards does to the odds.

What comes in: the content of a message ``studied``, the data of the deck file that it is about, and the page.
What goes out: differences, in the verdict of a :class:`~page_held.Held`.  The position is written into the
deck file as its author would write it; what the best play there is worth is found by brute force.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ...arithmetic import RunTimeError
from ...chance import TooMany
from ...dilemmas import goals_of
from ...players import Budget, Tree
from ...reference import Rules
from . import decks
from .drawn import hold_rate
from .held import Held
from .reader import Element
from .truth import Known, Truth, decimal

MOST = 300
"""So many stages of whole orders are run."""

NEAR = 1e-9


def hold_advice(
    held: Held,
    content: Mapping[str, Any],
    data: Mapping[str, Any],
    read: Callable[[str], Known | None],
    of: Callable[[Known, int, Mapping[str, Any]], Truth | None],
) -> None:
    study = content["study"]
    held.topic = study["topic"]
    _hold_options(held, study)
    start = study["start"]
    elsewhere = [card for cards in start.get("zones", {}).values() for card in cards]
    named = Counter([*start.get("hand", ()), *start.get("deck-top", ()), *elsewhere])
    known = read(decks.text_of(data))
    assert known is not None
    copies = {kind.name: kind.count for kind in known.deck.kinds}
    is_so = all(number <= copies.get(card, 0) for card, number in named.items())
    held.holds("view: panel advise", "cards", is_so, copies, named)
    if not is_so:
        return
    hand = len(start.get("hand", ()))
    usual = data["simulate"]["tests"][held.topic].get("start-card", 5)
    held.same("view: panel advise", "usual", usual, content["usual"])
    index = [topic.name for topic in known.deck.topics].index(held.topic)
    if study["exact"]:
        there = read(_beginning(data, held.topic, start, hand))
        if there is not None:
            _hold_best(held, study, there, index)
    if content["odds"] is not None:
        there = read(_beginning(data, held.topic, start, max(hand, usual)))
        held.holds("view: panel advise", "position", there is not None, "a deck", None)
        if there is not None:
            _hold_odds(held, content["odds"], there, index, of)


def _beginning(data: Mapping[str, Any], topic: str, start: Mapping[str, Any], cards: int) -> str:
    """The deck file whose topic begins so, with so many cards in the hand."""
    new = json.loads(json.dumps(data))
    new["simulate"]["tests"][topic] |= {"start": start, "start-card": cards}
    return decks.text_of(new)


def _hold_options(held: Held, study: Mapping[str, Any]) -> None:
    """The best comes first, and what comes behind each is worth what it is."""
    what, options = "view: panel advise", study["options"]
    held.same(what, "best", max(one["worth"]["value"] for one in options), options[0]["worth"]["value"])
    for at, option in enumerate(options):
        worth, behind = option["worth"]["exact"], option["behind"]
        if worth is None:
            continue
        if study["worth"]["exact"] is not None:
            less = Fraction(study["worth"]["exact"]) - Fraction(worth)
            held.same(what, (at, "less"), str(less), option["less"]["exact"])
        if behind and all(one["share"]["exact"] and one["worth"]["exact"] for one in behind):
            shares = [Fraction(one["share"]["exact"]) for one in behind]
            if sum(shares) == 1:
                worths = (Fraction(one["worth"]["exact"]) for one in behind)
                whole = sum(share * each for share, each in zip(shares, worths, strict=True))
                held.same(what, (at, "behind"), str(whole), worth)
            held.holds(what, (at, "shares"), sum(shares) <= 1, 1, sum(shares))


def _hold_best(held: Held, study: Mapping[str, Any], there: Known, index: int) -> None:
    topic = there.deck.topics[index]
    try:
        best = Tree(Rules(there.deck), topic, Budget(MOST)).best(goals_of(topic)[study["goal"]])
    except (TooMany, RunTimeError, RecursionError):
        held.verdict.refused["too many ways for the best play"] += 1
        return
    held.same("view: panel advise", "worth", str(best), study["worth"]["exact"])


def _hold_odds(
    held: Held,
    odds: Mapping[str, Any],
    there: Known,
    index: int,
    of: Callable[[Known, int, Mapping[str, Any]], Truth | None],
) -> None:
    trials = odds["trials"]
    truth = of(there, index, {"method": "exact" if trials is None else "sample", "trials": trials})
    if truth is None:
        return
    held.near("view: panel advise", "odds", truth.success, odds["seen"]["rate"])
    fraction = str(truth.success) if trials is None else None
    held.same("view: panel advise", "odds, exact", fraction, odds["seen"]["exact"])
    difference = odds["seen"]["rate"] - odds["without"]["rate"]
    is_so = abs(difference - odds["change"]["difference"]) <= NEAR
    held.holds("view: panel advise", "change", is_so, difference, odds["change"]["difference"])


def hold_advice_drawn(held: Held, content: Mapping[str, Any], shown: Element) -> None:
    """Every first move, by name, and what it is worth."""
    study, what = content["study"], "view: panel drawn"
    held.same(what, "answer", content["sentence"], shown.said(".panel-answer"))
    options = shown.every(".option")
    if not options:
        held.same(what, "nothing to decide", False, study["choice"])
        return
    held.same(what, "first moves", len(study["options"]), len(options))
    for at, (option, drawn) in enumerate(zip(study["options"], options, strict=False)):
        if study["choice"]:
            held.same(what, "first move", content["options"][at]["name"], drawn.said(".option-name"))
        worth = option["worth"]
        value, beside = drawn.said(".option-worth"), drawn.said(".option-beside")
        if not study["chance"]:
            if worth["exact"] is not None:
                held.same(what, "worth", decimal(Fraction(worth["exact"])), value)
        elif worth["exact"] is not None:
            hold_rate(held, "worth", value, beside, Fraction(worth["exact"]), None)
        else:
            share = Fraction(round(worth["value"] * worth["worlds"]), worth["worlds"])
            hold_rate(held, "worth", value, beside, share, worth["worlds"])

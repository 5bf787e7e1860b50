"""The door ``studies``: compare, sensitivity, sweep, tune, odds and why, held against decks written anew.

What comes in: a drawn deck.  What goes out: every figure of a study that the law of the deck which it speaks
of does not have.  Where a study changes counts, the same change is made here to the text of the deck file.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any

from running import open_play, rows
from yisp_runtime.codes import HAND

import yisp
from yisp.lang.diagnostics import DeckError
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.studies.comparison import compare
from yisp.studies.failures.why import NothingToSay

from ..compare import Verdict
from .cases import Case, Figure, Held, Truth, case_of, drawn, quietly

Data = dict[str, Any]

SURE = 1 - 1e-9
"""The certainty of sampled studies, so that no interval fails by chance."""


def examine(seed: object, number: int) -> Verdict:
    random = Random(f"studies {seed} {number}")
    case = drawn(seed, number, plain=True)
    held = Held("studies", case)
    if case is None or not case.known:
        held.refuse("mistakes, or too many ways")
        return held.verdict
    data = json.loads(case.text)
    with quietly():
        try:
            yisp.run(case.program, method="exact", target="python", policy="greedy")
        except NoExactAnswer:
            held.refuse("no exact answer")
            return held.verdict
        _STUDIES[number % len(_STUDIES)](held, case, data, random)
    return held.verdict


# Decks written anew -----------------------------------------------------------------------------------


def _filler(data: Data) -> str | None:
    """The card that fills the deck in its file."""
    return next((name for name, card in _cards(data).items() if card["count"] == -1), None)


def _cards(data: Data) -> dict[str, Data]:
    """The cards by the names that they have (``each`` makes one of its own name here)."""
    found: dict[str, Data] = {}
    for name, card in data["deck"]["cards"].items():
        found[card["each"]["n"][0] if "each" in card else name] = card
    return found


def with_counts(
    case: Case, data: Data, counts: Mapping[str, int], filler: str | None = None, size: int | None = None
) -> Case | None:
    """The deck with other counts, as its author would write it; None where there is no such deck."""
    new = json.loads(json.dumps(data))
    cards = _cards(new)
    now = {kind.name: kind.count for kind in case.deck.kinds}
    fills = filler or _filler(data)
    for name, card in cards.items():
        card["count"] = counts.get(name, now[name])
    aside = {kind.name for kind in case.deck.kinds if kind.zone is not None}
    whole = sum(card["count"] for name, card in cards.items() if name not in aside)
    new["deck"].pop("size", None)
    if fills is not None and fills not in counts:
        wanted = sum(count for name, count in now.items() if name not in aside) if size is None else size
        cards[fills]["count"] += wanted - whole
        if cards[fills]["count"] < 0:
            return None
    elif size is not None and size != whole:
        return None
    if any(card["count"] < 0 for card in cards.values()):
        return None
    return case_of(json.dumps(new, ensure_ascii=False))


def _value(case: Case, topic: str, figure: Figure) -> Fraction | None:
    return case.truths[topic].values[figure]


def _less(mine: Fraction | None, theirs: Fraction | None) -> Fraction | None:
    return None if mine is None or theirs is None else mine - theirs


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


# Studies ----------------------------------------------------------------------------------------------


def _changed(case: Case, random: Random) -> dict[str, int]:
    return {
        kind.name: max(kind.count + random.choice((-1, 1)), 0) for kind in random.sample(case.deck.kinds, 1)
    }


def _compare(held: Held, case: Case, data: Data, random: Random) -> None:
    """Two builds: exactly, and in the same worlds."""
    counts = _changed(case, random)
    filler = random.choice([None, None, *(kind.name for kind in case.deck.kinds if kind.zone is None)])
    try:
        other = case.deck.with_counts(counts, filler=filler)
    except DeckError:
        held.true(
            "compare", "", "no such deck", with_counts(case, data, counts, filler) is None, "a deck", "none"
        )
        return
    truth = with_counts(case, data, counts, filler)
    if truth is None or not truth.known:
        held.true("compare", "", "a deck", truth is not None, "no deck", str(counts))
        return
    try:
        found = yisp.compare(case.deck, other, method="exact", target="python", policy="greedy")
    except NoExactAnswer:
        return
    first, second = found.sides
    for topic in found.topics:
        name = topic.name
        for side, of in ((first, case), (second, truth)):
            for figure, known in compare.known_of(topic.sides[side]).items():
                held.same("compare", name, (side, figure), _text(of.truths[name].values[figure]), known.exact)
        for gap in topic.differences[0].gaps:
            figure = gap.kind, gap.name
            expected = _less(_value(truth, name, figure), _value(case, name, figure))
            held.same("compare", name, ("difference", figure), _text(expected), gap.exact)
            held.same(
                "compare",
                name,
                ("difference", figure),
                None if expected is None else float(expected),
                gap.mean,
            )
            if expected is not None:
                held.same("compare", name, ("sign", figure), (expected > 0) - (expected < 0), gap.sign)
    sampled = yisp.compare(
        case.deck,
        other,
        method="sample",
        count=200,
        seed=random.randrange(10**6),
        target="python",
        policy="greedy",
    )
    for topic in sampled.topics:
        for gap in topic.differences[0].gaps:
            figure = gap.kind, gap.name
            expected = _less(_value(truth, topic.name, figure), _value(case, topic.name, figure))
            if gap.is_rate:
                mine, theirs = (compare.known_of(topic.sides[side])[figure].rate for side in (second, first))
                close = abs(mine - theirs - gap.mean) < 1e-12
                held.true("compare, sampled", topic.name, figure, close, mine - theirs, gap.mean)
                held.true(
                    "compare, sampled",
                    topic.name,
                    figure,
                    -1 <= gap.ci95[0] <= gap.mean <= gap.ci95[1] <= 1,
                    gap.mean,
                    gap.ci95,
                )
            elif gap.mean is not None and gap.ci95 is not None:
                held.true(
                    "compare, sampled",
                    topic.name,
                    figure,
                    gap.ci95[0] <= gap.mean + 1e-9 and gap.mean - 1e-9 <= gap.ci95[1],
                    gap.mean,
                    gap.ci95,
                )
            if expected is not None and gap.ci95 is not None:
                inside = gap.ci95[0] - 1e-9 <= expected <= gap.ci95[1] + 1e-9
                held.note("compare, intervals: " + ("hold" if inside else "miss"))


def _sensitivity(held: Held, case: Case, data: Data, random: Random) -> None:
    """One copy more and one less of every card."""
    filler = random.choice([None, None, *(kind.name for kind in case.deck.kinds if kind.zone is None)])
    try:
        found = yisp.sensitivity(case.deck, filler=filler, method="exact", target="python")
    except NoExactAnswer:
        held.refuse("sensitivity: no exact answer")
        return
    fills = filler or _filler(data)
    held.same("sensitivity", "", "filler", fills, found.filler)
    made: dict[tuple[str, int], Case | None] = {}
    for topic in found.topics:
        for change in topic.changes:
            key = change.card, change.by
            if key not in made:
                made[key] = with_counts(case, data, {change.card: change.copies + change.by}, filler)
            other = made[key]
            held.same("sensitivity", topic.name, key, other is None, change.reason is not None)
            if other is None or not other.known:
                continue
            for gap in change.gaps:
                figure = gap.kind, gap.name
                expected = _less(_value(other, topic.name, figure), _value(case, topic.name, figure))
                held.same("sensitivity", topic.name, (key, figure), _text(expected), gap.exact)
    if random.random() < 0.2:
        _sampled_sensitivity(held, case, made, filler, random)


def _sampled_sensitivity(
    held: Held, case: Case, made: Mapping[tuple[str, int], Case | None], filler: str | None, random: Random
) -> None:
    found = yisp.sensitivity(
        case.deck, filler=filler, method="sample", count=300, seed=random.randrange(10**6), target="python"
    )
    for topic in found.topics:
        for change in topic.changes:
            other = made.get((change.card, change.by))
            if other is None or not other.known:
                continue
            for gap in change.gaps:
                expected = _less(
                    _value(other, topic.name, (gap.kind, gap.name)),
                    _value(case, topic.name, (gap.kind, gap.name)),
                )
                if gap.ci95 is None or expected is None:
                    continue
                held.true(
                    "sensitivity, sampled",
                    topic.name,
                    (change.card, change.by, gap.kind, gap.name),
                    gap.ci95[0] - 1e-9 <= gap.mean <= gap.ci95[1] + 1e-9,
                    gap.mean,
                    gap.ci95,
                )
                inside = gap.ci95[0] - 1e-9 <= expected <= gap.ci95[1] + 1e-9
                held.note("sensitivity, intervals: " + ("hold" if inside else "miss"))


def _sweep(held: Held, case: Case, data: Data, random: Random) -> None:
    """Counts, and where a card fills the deck its size as well."""
    chosen = random.sample(case.deck.kinds, min(len(case.deck.kinds), random.choice((1, 2))))
    vary: dict[str, list[int]] = {f"card:{kind.name}": sorted(random.sample(range(4), 2)) for kind in chosen}
    filler = random.choice(
        [None, *(kind.name for kind in case.deck.kinds if kind not in chosen and kind.zone is None)]
    )
    if random.random() < 0.3:
        vary["deck:size"] = [case.deck.size, case.deck.size + 1]
    parameter = random.choice([None, *case.deck.parameters])
    if parameter is not None:
        vary[f"set:{parameter}"] = [0, 3]
    found = yisp.sweep(
        case.deck, vary, filler=filler, method="exact", target="python", jobs=1, policy="greedy", seed=1
    )
    columns = list(vary)
    for point in found.points:
        given = dict(zip(columns, point.variant.values, strict=True))
        counts = {name.partition(":")[2]: value for name, value in given.items() if name.startswith("card:")}
        changed = json.loads(json.dumps(data))
        if parameter is not None:
            changed["set"][parameter] = given[f"set:{parameter}"]
        other = with_counts(case, changed, counts, filler, given.get("deck:size"))
        if point.reason is not None and other is not None:
            held.true("sweep", "", given, point.possible, "a deck", point.reason)  # without an exact answer
            continue
        if other is None:
            held.true("sweep", "", given, not point.possible, "no such deck", "figures")
            continue
        held.same("sweep", "", (given, "cards"), other.deck.size, point.cards)
        if not other.known:
            continue
        for figure, known in zip(found.figures, point.known, strict=True):
            key = {"topic": ("success", ""), "score": ("score", "")}.get(
                figure.what, (figure.what, figure.name)
            )
            expected = _value(other, figure.topic, key)
            held.same("sweep", figure.topic, (given, key), _text(expected), known.exact)
            held.same(
                "sweep",
                figure.topic,
                (given, key),
                None if expected is None else float(expected),
                known.value,
            )
    held.same(
        "sweep",
        "",
        "rows",
        [row["exact"] for row in found.rows if row["reason"] is None and row["to"] is None],
        [known.exact for point in found.points for known in point.known],
    )
    base = None if found.reference is None else list(found.points)[_place(found)]
    for point in found.points:
        for mine, theirs, told in zip(
            point.known, base.known if base is not None else (), point.differences, strict=False
        ):
            expected = None
            if mine.exact is not None and theirs.exact is not None:
                expected = str(Fraction(mine.exact) - Fraction(theirs.exact))
            held.same(
                "sweep", "", (point.variant.values, "against"), expected, None if told is None else told.exact
            )


def _place(found: yisp.Sweep) -> int:
    """Which of the points the others are held against."""
    assert found.reference is not None
    return [point.variant.number for point in found.points].index(found.reference)


def _tune(held: Held, case: Case, data: Data, random: Random) -> None:
    """All decks within limits, looked at one by one."""
    topic = random.choice(case.deck.topics)
    figures = list(case.truths[topic.name].values)
    if not figures:
        return
    titles = {("success", ""): "rate", ("score", ""): "score"}
    named = [figure for figure in figures if figure in titles]
    if not named:
        return
    goal, small = random.choice(named), random.random() < 0.4
    whole = [kind for kind in case.deck.kinds if kind.zone is None]
    if len(whole) < 2:
        return
    varied = random.sample(whole, min(len(whole), 2))
    ranges = {kind.name: (max(kind.count - 1, 0), kind.count + 1) for kind in varied}
    options: dict[str, Any] = {
        "minimize" if small else "goal": titles[goal],
        "topic": topic.name,
        "ranges": ranges,
        "lock": [kind.name for kind in case.deck.kinds if kind not in varied],
        "size": case.deck.size,
        "target": "python",
        "jobs": 1,
    }
    found = yisp.tune(case.deck, method="exact", **options)
    best: Fraction | None = None
    values: dict[tuple[int, ...], Fraction | None] = {}
    for counts in itertools.product(*(range(low, high + 1) for low, high in ranges.values())):
        given = dict(zip(ranges, counts, strict=True))
        if sum(kind.count for kind in whole) - sum(k.count for k in varied) + sum(counts) != case.deck.size:
            continue
        now = tuple(given.get(kind.name, kind.count) for kind in case.deck.kinds)
        other = with_counts(
            case, data, given | {kind.name: kind.count for kind in case.deck.kinds if kind.name not in given}
        )
        if other is not None and not other.known:
            return
        value = None if other is None else _value(other, topic.name, goal)
        values[now] = value
        if value is not None and (best is None or (value < best if small else value > best)):
            best = value
    held.same("tune", topic.name, "decks", len(values), found.candidates)
    held.same("tune", topic.name, "decks", sorted(values), sorted(one.counts for one in found.looked))
    for one in found.looked:
        value = values[one.counts]
        held.same("tune", topic.name, one.counts, value is None, one.reason is not None)
        if value is None or one.reason is not None:
            continue
        held.same("tune", topic.name, one.counts, float(value), one.estimates[0].value)
        held.same("tune", topic.name, (one.counts, "best"), value == best, one.state == "best")
    own = tuple(kind.count for kind in case.deck.kinds)
    ahead = found.looked[0]
    if best is not None and values[own] is not None and ahead.counts != own:
        gain = None if found.gain is None else found.gain.exact
        held.same("tune", topic.name, "gain", float(best) - float(values[own] or 0), gain)
    seed = random.randrange(2**32)
    by_trials = yisp.tune(case.deck, method="sample", seed=seed, count=400, certainty=SURE, **options)
    for one in by_trials.looked:
        value = values[one.counts]
        if value is not None and one.reason is None:
            (estimate,) = one.estimates
            low, high = estimate.ends
            held.true("tune", topic.name, (one.counts, "sampled"), low <= value <= high, value, (low, high))
            held.true("tune", topic.name, (one.counts, "trials"), estimate.count > 0, "trials", 0)
    if by_trials.gain is not None and by_trials.gain.exact is None and values[own] is not None:
        low, high = by_trials.gain.ends
        true = (values[by_trials.looked[0].counts] or 0) - (values[own] or 0)
        held.true("tune", topic.name, "sampled gain", low <= true <= high, true, (low, high))


def _odds(held: Held, case: Case, data: Data, random: Random) -> None:
    """What has been seen: the hand, as if the deck file said so."""
    topic = random.choice(case.deck.topics)
    own = data["simulate"]["tests"][topic.name]
    if own.get("start") or not topic.start_card:
        return
    there = [kind.name for kind in case.deck.kinds for _ in range(kind.count) if kind.zone is None]
    hand = random.sample(there, random.randint(1, min(topic.start_card, len(there))))
    changed = json.loads(json.dumps(data))
    changed["simulate"]["tests"][topic.name]["start"] = {"hand": hand}
    other = case_of(json.dumps(changed, ensure_ascii=False))
    if other is None or topic.name not in other.truths:
        return
    try:
        found = yisp.odds(
            case.deck, hand=hand, topic=topic.name, method="exact", target="python", policy="greedy"
        )
    except NoExactAnswer:
        return
    for figure, known in compare.known_of(found.topics[topic.name]).items():
        held.same("odds", topic.name, (hand, figure), _text(_value(other, topic.name, figure)), known.exact)


def _why(held: Held, case: Case, data: Data, random: Random) -> None:
    """What is counted of trials that are counted here once more; of hands alone, what one card more does."""
    topic = random.choice(case.deck.topics)
    trials, seed = 60, random.randrange(10**6)
    try:
        found = yisp.why(
            case.deck, topic.name, count=trials, seed=seed, failed=trials, succeeded=trials, policy="greedy"
        )
    except NothingToSay:
        return
    index = case.program.topic(topic.name)
    play = open_play(case.program, "python", index, seed)
    played = list(rows(play, 0, trials))
    truth = case.truths[topic.name]
    wins = [row.trial for row in played if row.score > 0]
    held.same(
        "why",
        topic.name,
        "success",
        (len(wins), len(wins) / trials),
        (found.success.count, found.success.rate),
    )
    failed = trials - len(wins)
    held.same("why", topic.name, "failures", failed, sum(one.rate.count for one in found.failures))
    for one in found.failures:
        held.same("why", topic.name, "share", one.rate.count / failed, one.rate.rate)
        held.same("why", topic.name, "hands", one.rate.count, len(one.hands))
        for hand in one.hands:
            held.true("why", topic.name, "failed", hand.trial not in wins, "a failure", hand.trial)
    for hand in found.succeeded:
        names = tuple(
            combo.name for combo, holds in zip(topic.combos, played[hand.trial].combos, strict=False) if holds
        )
        held.same("why", topic.name, "combos", names, hand.combos)
    kinds = [name for name, _ in case.program.kinds]
    for hand in [*found.succeeded, *(hand for one in found.failures for hand in one.hands)]:
        play.table.hand(hand.trial)
        dealt = tuple(kinds[case.program.plan["kind_of"][card]] for card in play.table.cards(HAND))
        held.same("why", topic.name, ("hand", hand.trial), dealt, hand.cards)
    if topic.plays:
        anew = open_play(case.program, "python", index, seed)
        anew.run(0, trials)
        counts = anew.counts()
        used = {
            (kinds[kind], effect): number
            for (kind, effect), number in zip(case.program.effects, counts.used, strict=True)
        }
        held.same(
            "why", topic.name, "used", used, {(use.card, use.effect): use.share.count for use in found.uses}
        )
        held.same("why", topic.name, "lines", trials, sum(line.count for line in found.lines) or trials)
    if not topic.plays and not data["simulate"]["tests"][topic.name].get("header"):
        _one_more(held, case, data, topic.name, found, truth)


def _one_more(held: Held, case: Case, data: Data, topic: str, found: Any, truth: Truth) -> None:
    """Of topics in which only hands are judged: lay the hand with one card more and look."""
    own = data["simulate"]["tests"][topic]
    if (
        own.get("start")
        or own.get("turns", 1) > 1
        or own.get("before-play")
        or own.get("footer")
        or own.get("program")
    ):
        return
    hands = [hand.cards for one in found.failures for hand in one.hands]
    if len(hands) != found.replayed or found.one_more is None:
        return
    there = Counter({kind.name: kind.count for kind in case.deck.kinds if kind.zone is None})
    for more in found.one_more:
        if more.name not in there or more.wanted:
            continue
        turned = possible = 0
        for hand in hands:
            if Counter(hand)[more.name] >= there[more.name]:
                continue
            changed = json.loads(json.dumps(data))
            laid = changed["simulate"]["tests"][topic]
            laid["start-card"] = len(hand) + 1
            laid["start"] = {"hand": [*hand, more.name]}
            other = case_of(json.dumps(changed, ensure_ascii=False))
            if other is None or topic not in other.truths:
                return
            share = other.truths[topic].law.success
            if share not in (0, 1):
                return  # it depends on the order of the deck
            possible += 1
            turned += int(share)
        held.same("why", topic, ("one more", more.name), (turned, possible), (more.rate.count, more.possible))


_STUDIES = (_compare, _sensitivity, _sweep, _tune, _odds, _why)
"""What is asked of the decks, in turn."""

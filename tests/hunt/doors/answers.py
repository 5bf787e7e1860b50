"""The door ``answers``: what a run says, in Python, JSON, tables, Markdown and text.

What comes in: a drawn deck and the truth about it.  What goes out: every figure that is not the truth's or,
of trials, not what those trials counted.  Of texts every digit has to be accounted for: what is expected is
written here once more from fractions, and between two expected pieces no other digit may stand.
"""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb, sqrt
from random import Random
from typing import Any
from unittest import mock

from running import open_play, rows

import yisp
from yisp.report.files import json as json_report
from yisp.report.files import markdown, tables
from yisp.report.text import text as text_report
from yisp.simulate import question
from yisp.simulate.counting.probabilities import NoExactAnswer
from yisp.simulate.counting.tabular import COLUMNS
from yisp.simulate.playing import strata
from yisp.simulate.result import Result
from yisp.simulate.run import run_program
from yisp.simulate.sampling import pilot
from yisp.spreadsheet import unguarded

from ..compare import Verdict
from .cases import Case, Distribution, Figure, Held, Truth, drawn, quietly
from .texts import accounted, fraction_text, games, percent, rounded

TRIALS, MOST = 400, 8000

Z = 1.96


def examine(seed: object, number: int) -> Verdict:
    case = drawn(seed, number)
    held = Held("answers", case)
    if case is None or not case.known:
        held.refuse("mistakes, or too many ways")
        return held.verdict
    random = Random(f"answers {seed} {number}")
    with quietly():
        _exact(held, case)
        _sampled(held, case, random)
        _until(held, case, random)
        _weighted(held, case, random)
    return held.verdict


# Exact answers ----------------------------------------------------------------------------------------


def _exact(held: Held, case: Case) -> None:
    try:
        result = yisp.run(case.program, method="exact", target="python", policy="greedy")
    except NoExactAnswer as error:
        held.refuse(str(error)[:40])
        return
    told = json.loads(json_report.line_of(result.to_dict()))
    for topic in told["topics"]:
        truth = case.truths[topic["name"]]
        _exact_json(held, truth, topic)
        _relations(held, truth, topic)
    _exact_table(held, case, result)
    for what, found, pieces in (
        ("text", text_report.render(result), _text(case, result)),
        ("Markdown", markdown.render(result), _markdown(case, result)),
    ):
        wanted, there = accounted(found, pieces) or ("", "")
        held.true(what, "", "all digits", not wanted, wanted, there)


def _exact_json(held: Held, truth: Truth, topic: Mapping[str, Any]) -> None:
    name = topic["name"]

    def same(figure: object, expected: object, found: object) -> None:
        held.same("exact", name, figure, expected, found)

    same("method", ("exact", None), (topic["method"], topic["trials"]))
    for figure, told in _told_rates(topic).items():
        if figure not in truth.rates:
            same(figure, (None, None), (told["rate"], told["exact"]))
            continue
        share = truth.rates[figure]
        same(figure, (float(share), None, str(share)), (told["rate"], told["ci95"], told["exact"]))
        best = truth.bests.get(figure)
        if told.get("best") is not None and best is not None:
            same((*figure, "best"), float(best), told["best"])
    for figure, told in _told_numbers(topic).items():
        if figure not in truth.numbers:
            same(figure, None, told["mean"])
            continue
        number = truth.numbers[figure]
        mean, variance = number.mean, number.variance
        expected = (None, None) if mean is None else (float(mean), str(mean))
        same(figure, expected, (told["mean"], told["exact"]))
        spread = None if variance is None else sqrt(variance)
        same((*figure, "sd"), spread is None, told["sd"] is None)
        if spread is not None:
            close = abs(told["sd"] - spread) <= 1e-12 * (1 + spread)
            held.true("exact", name, (*figure, "sd"), close, spread, told["sd"])
        masses = {str(value): str(mass) for value, mass in number.masses.items()}
        same((*figure, "histogram"), masses, told["histogram"])
        if figure[0] == "stat":
            same((*figure, "ends"), [number.least, number.greatest], [told["min"], told["max"]])
            same((*figure, "quantiles"), number.quantiles, list(told["quantiles"].values()))
        low, high = told["bounds"]
        ends = [value for value in (number.least, number.greatest) if value is not None]
        inside = all((low is None or low <= value) and (high is None or value <= high) for value in ends)
        held.true("exact", name, (*figure, "bounds"), inside, list(number.masses), told["bounds"])


def _relations(held: Held, truth: Truth, topic: Mapping[str, Any]) -> None:
    """How numbers go together, by the textbook, from all outcomes."""
    for told in topic["relations"]:
        points = list(_points(truth, told["x"], told["y"]))
        mass = sum((weight for _, _, weight in points), Fraction(0))
        if not mass:
            held.same("relate", topic["name"], "nothing", (None, []), (told["linear"], told["bins"]))
            continue
        x, y, xx, xy, yy = (
            sum((weight * one(a, b) for a, b, weight in points), Fraction(0)) / mass for one in _MOMENTS
        )
        spread, other, together = xx - x * x, yy - y * y, xy - x * y
        slope = together / spread if spread else None
        exact = None if slope is None else {"slope": str(slope), "intercept": str(y - slope * x)}
        held.same("relate", topic["name"], "line", exact, told["exact"])
        correlation = float(together) / sqrt(spread * other) if spread and other else None
        found = told["correlation"]
        same = correlation is found is None or abs((correlation or 0) - (found or 0)) < 1e-12
        held.true("relate", topic["name"], "correlation", same, correlation, found)
        for group in told["bins"]:
            inside = [(b, weight) for a, b, weight in points if group["from"] <= a <= group["to"]]
            share = sum((weight for _, weight in inside), Fraction(0))
            mean = sum((b * weight for b, weight in inside), Fraction(0)) / share
            held.same(
                "relate", topic["name"], ("bin", group["from"]),
                (float(mean), float(share / mass)), (group["mean"], group["share"]),
            )  # fmt: skip


_MOMENTS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: x, lambda x, y: y, lambda x, y: x * x, lambda x, y: x * y, lambda x, y: y * y,
)  # fmt: skip


def _points(truth: Truth, x: str, y: str) -> Iterator[tuple[int, int, Fraction]]:
    """Both numbers of all outcomes that have both."""
    places: dict[str, Callable[[Any], int | None]] = {"score": lambda outcome: outcome[1]}
    for at, (_, name) in enumerate(truth.bests):
        places[name] = lambda outcome, at=at: int(outcome[0][at])  # type: ignore[misc]
    for at, stat in enumerate(truth.topic.stats):
        places[stat.name] = lambda outcome, at=at: outcome[2][at]  # type: ignore[misc]
    for outcome, weight in truth.law.outcomes.items():
        a, b = places[x](outcome), places[y](outcome)
        if a is not None and b is not None:
            yield a, b, weight


def _told_rates(topic: Mapping[str, Any]) -> dict[Figure, Mapping[str, Any]]:
    found: dict[Figure, Mapping[str, Any]] = {("success", ""): topic["success"]}
    found |= {("combo", one["name"]): one for one in topic["combos"]}
    return found | {("watch", one["name"]): one for one in topic["watch"]}


def _told_numbers(topic: Mapping[str, Any]) -> dict[Figure, Mapping[str, Any]]:
    found: dict[Figure, Mapping[str, Any]] = {("score", ""): topic["score"]}
    return found | {("stat", name): one for name, one in topic["stats"].items()}


def _exact_table(held: Held, case: Case, result: Result) -> None:
    """The file that ``--csv`` writes, read as a spreadsheet would."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "table.csv")
        tables.write_rows(path, COLUMNS, result.table())
        with open(path, encoding="utf-8", newline="") as file:
            read = list(csv.DictReader(file))
    expected = []
    for name, truth in case.truths.items():
        order = sorted(
            truth.values, key=lambda figure: ("success", "score").index(figure[0]) if not figure[1] else 2
        )
        for what, own in order:
            expected.append([name, what, own, truth.values[what, own], truth.numbers.get((what, own))])
    held.same("CSV", "", "rows", len(expected), len(read))
    for (topic, what, own, value, number), row in zip(expected, read, strict=False):
        names = [unguarded(row[column]) for column in ("topic", "what", "name")]
        held.same("CSV", topic, "names", [topic, what, own], names)
        found = [_number(row[column]) for column in ("value", "min", "max")]
        ends = [None, None] if number is None else [number.least, number.greatest]
        told = [None if one is None else float(one) for one in (value, *ends)]
        held.same("CSV", topic, (what, own), told, found)
        held.same("CSV", topic, (what, own, "exact"), "" if value is None else str(value), row["exact"])
        for cell in row.values():
            held.true("CSV", topic, "formula", not cell.startswith(("=", "@")), "no formula", cell)


def _number(cell: str) -> float | None:
    return float(cell) if cell else None


# Texts ------------------------------------------------------------------------------------------------


OVERLAP = "wanted cards overlap, and the first listed picks first; with match: best"


def _rate(share: Fraction) -> str:
    return f"{percent(share)} ({fraction_text(share)})"


def _mean(number: Distribution) -> str:
    mean = number.mean
    return "-" if mean is None else f"{rounded(mean)} ({fraction_text(mean)})"


def _sentences(case: Case, result: Result) -> Iterator[str]:
    """What each topic comes to: its success, or else the first thing that it asks for."""
    shown = text_report.shown
    for name in result.topics:
        truth = case.truths[name]
        watched = [(own, share) for (what, own), share in truth.rates.items() if what == "watch"]
        stats = [(own, number) for (what, own), number in truth.numbers.items() if what == "stat"]
        if truth.topic.combos:
            yield f"{shown(name)} works in {games(truth.rates['success', ''])}."
        elif watched:
            yield f"{shown(name)}: {shown(watched[0][0])} in {games(watched[0][1])}."
        elif stats:
            yield f"{shown(name)}: {shown(stats[0][0])} is {_mean(stats[0][1])} on average."
        else:
            yield f"{shown(name)} was played; it asks for nothing."


def _text(case: Case, result: Result) -> Iterator[str]:
    """What the text report says, in order; blanks do not matter."""
    shown = text_report.shown
    yield from _sentences(case, result)
    yield from (
        "Exact: every opening hand was looked at",
        f"Time used: {text_report.duration(result.seconds['run'])}",
    )
    yield f"Seed: {result.seed}"
    yield from (f"{name} = {value}" for name, value in case.program.values.items())
    for name, topic in result.topics.items():
        truth = case.truths[name]
        yield f"Topic: {shown(name)}"
        if truth.topic.combos:
            title = "First turn average success rate" if truth.topic.turns == 1 else "Average success rate"
            yield f"{title}: {_rate(truth.rates['success', ''])}"
            yield f"average score: {_mean(truth.numbers['score', ''])}"
        for what in ("combo", "watch"):
            for (kind, own), share in truth.rates.items():
                if kind == what:
                    yield f"{shown(own)}: {_rate(share)}"
        yield from _bests(truth, topic, shown)
        score = truth.numbers.get(("score", ""))
        if score is not None and not set(score.masses) <= {0, 1}:
            if len(score.masses) <= 12:
                yield from (f"{value}: {percent(share)}" for value, share in score.shares.items())
            else:
                yield _spread(score)
                yield from _ranges(score)
        stats = [(shown(own), number) for (what, own), number in truth.numbers.items() if what == "stat"]
        for own, number in stats:
            yield f"{own}: {_mean(number)} sd {_deviation(number)} {_spread(number)}"
            if number.defined != 1:
                yield f"in {percent(number.defined)} of trials"
        for own, number in stats:
            if len(number.masses) > 1:
                if len(number.masses) <= 12:
                    yield f"Histogram of {own}:"
                    yield from (f"{value}: {percent(share)}" for value, share in number.shares.items())
                else:
                    cells = list(_ranges(number))
                    if len(cells) > 1:
                        yield f"Histogram of {own}:"
                        yield from cells
        yield from _effects(truth, result, shown)
        yield from text_report.relations(topic)  # held by "relate"


def _deviation(number: Distribution) -> str:
    return "-" if number.variance is None else f"{sqrt(number.variance):.2f}"


def _spread(number: Distribution) -> str:
    names = ["min", "5%", "25%", "median", "75%", "95%", "max"]
    return " ".join(f"{name} {cell}" for name, cell in zip(names, _places(number), strict=True))


def _places(number: Distribution) -> list[str]:
    """The least value, the quantiles and the greatest one."""
    values = [number.least, *number.quantiles, number.greatest]
    return ["-" if value is None else str(value) for value in values]


def _ranges(number: Distribution) -> Iterator[str]:
    """Ranges of 1, 2 or 5 times a power of ten: which ones is for the report to say, what is in them not."""
    from yisp.report.text.histogram import ranges

    for label, _ in ranges({value: float(share) for value, share in number.shares.items()}):
        low, dots, high = label.partition("..")
        least = int(low) if low else None
        greatest = (int(high) if high else None) if dots else least
        inside = sum(
            share
            for value, share in number.shares.items()
            if (least is None or least <= value) and (greatest is None or value <= greatest)
        )
        yield f"{label}: {percent(Fraction(inside))}"


def _effects(truth: Truth, result: Result, shown: Any) -> Iterator[str]:
    if not truth.topic.activates and not result.topics[truth.topic.name].effects:
        return
    kinds = [name for name, _ in result.program.kinds]
    found = [(f"{shown(kinds[kind])}[{number}]", (kind, number)) for kind, number in result.program.effects]
    used = [(name, key) for name, key in found if truth.law.activations.get(key)]
    if used:
        yield "Effects (activations per trial, share of trials):"
    for name, key in used:
        yield f"{name} {rounded(truth.law.activations[key])} {percent(truth.law.used[key])}"
    idle = [name for name, key in found if not truth.law.activations.get(key)]
    if idle:
        yield "Effects never activated:"
    yield from idle


def _markdown(case: Case, result: Result) -> Iterator[str]:
    escaped = markdown.escaped
    yield f"## {escaped(result.file)}"
    yield from (escaped(sentence) for sentence in _sentences(case, result))
    yield f"* Seed: {result.seed}"
    yield from (escaped(f"{name} = {value}") for name, value in case.program.values.items())
    for name, topic in result.topics.items():
        truth = case.truths[name]
        yield f"### {escaped(name)} (exact)"
        for (what, own), share in truth.rates.items():
            title = {"success": "**success**", "combo": escaped(own), "watch": f"watched: {escaped(own)}"}[
                what
            ]
            yield f"| {title} | {percent(share)} | {fraction_text(share)} |"
        numbers = [(escaped(own), number) for (what, own), number in truth.numbers.items() if what == "stat"]
        score = truth.numbers.get(("score", ""))
        if score is not None and not set(score.masses) <= {0, 1}:
            numbers.insert(0, ("**score**", score))
        if numbers:
            yield "5% | 25% | median | 75% | 95% | max |"
        some = any(number.defined != 1 for own, number in numbers if own != "**score**")
        for own, number in numbers:
            mean = number.mean
            cells = [own, "-" if mean is None else rounded(mean), "" if mean is None else fraction_text(mean)]
            cells += [_deviation(number), *_places(number)]
            if some:
                always = number.defined == 1 or own == "**score**"
                cells.append("" if always else f"in {percent(number.defined)} of trials")
            yield f"| {' | '.join(cells)} |"
        for own, number in numbers:
            cells = (
                [f"{value}: {percent(share)}" for value, share in number.shares.items()]
                if len(number.masses) <= 12
                else list(_ranges(number))
            )
            if len(cells) > 1:
                parts = [cell.rpartition(": ") for cell in cells]
                yield f"| {own} | {' | '.join(part[0] for part in parts)} |"
                yield f"| share | {' | '.join(part[2] for part in parts)} |"
        for piece in _effects(truth, result, lambda name: name):
            if piece.startswith("Effects"):
                continue
            effect, *rest = piece.rsplit(" ", 2) if piece.endswith("%") else [piece]
            yield f"| {escaped(effect)} | {' | '.join(rest)} |" if rest else escaped(effect)
        for relation in topic.relations:
            head, lines = markdown.relations.groups(relation)
            yield escaped(markdown.relations.title(relation))
            yield from (f"* {escaped(line)}" for line in markdown.relations.fits(relation))
            yield f"| {' | '.join(map(escaped, head))} |"
            yield from (f"| {' | '.join(line)} |" for line in lines)
        yield from (escaped(piece) for piece in _bests(truth, topic, text_report.shown))


def _bests(truth: Truth, topic: Any, shown: Any) -> Iterator[str]:
    """Which combos have one is for the report to say; the truth of one that rolls dice is not known."""
    for (figure, best), rate in zip(
        truth.bests.items(), (*topic.combos.values(), *topic.watch.values()), strict=True
    ):
        if rate.best is not None:
            share = Fraction(rate.best).limit_denominator(10**6) if best is None else best
            yield f"{shown(figure[1])}: {OVERLAP} {percent(share)}"


# Trials -----------------------------------------------------------------------------------------------


def _sampled(held: Held, case: Case, random: Random) -> None:
    """A run by trials says what its trials have shown; its records are these trials."""
    trials, seed = random.choice((1, 2, 50, TRIALS)), random.randrange(10**6)
    result = yisp.run(
        case.program,
        method="sample",
        count=trials,
        seed=seed,
        target="python",
        jobs=1,
        policy="greedy",
        records=True,
    )
    told = json.loads(json_report.line_of(result.to_dict()))
    for index, topic in enumerate(told["topics"]):
        if topic["trials"] == trials:
            _counted(held, case, index, topic, seed)
    _records(held, case, result, trials, seed)


def _counted(held: Held, case: Case, index: int, topic: Mapping[str, Any], seed: int) -> None:
    """What a topic says of its trials is what they were."""
    trials, name = topic["trials"], topic["name"]
    truth = case.truths[name]
    played = list(rows(open_play(case.program, "python", index, seed), 0, trials))
    hits: dict[Figure, int] = {("success", ""): sum(row.score > 0 for row in played)}
    hits |= {figure: sum(row.combos[at] for row in played) for at, figure in enumerate(truth.bests)}
    for figure, told in _told_rates(topic).items():
        if figure not in truth.rates:
            continue
        count = hits[figure]
        held.same("sampled", name, figure, count / trials, told["rate"])
        low, high = wilson(count, trials)
        close = abs(told["ci95"][0] - low) < 1e-12 and abs(told["ci95"][1] - high) < 1e-12
        held.true("sampled", name, (*figure, "interval"), close, (low, high), told["ci95"])
        _sure(held, "sampled", name, figure, truth.rates[figure], told)
    values: dict[Figure, list[int]] = {("score", ""): [row.score for row in played]}
    for at, stat in enumerate(truth.topic.stats):
        values["stat", stat.name] = [row.stats[at] for row in played if row.stats[at] is not None]
    for figure, told in _told_numbers(topic).items():
        if figure not in truth.numbers:
            continue
        found = values[figure]
        counts = {value: found.count(value) for value in sorted(set(found))}
        if len(counts) < 50:
            told_counts = {int(value): count for value, count in told["histogram"].items()}
            held.same("sampled", name, (*figure, "histogram"), counts, told_counts)
        held.same("sampled", name, figure, sum(found) / len(found) if found else None, told["mean"])
        _interval_of_mean(held, "sampled", name, figure, truth.numbers[figure], told)


def _interval_of_mean(
    held: Held, what: str, name: str, figure: Figure, number: Distribution, told: Mapping[str, Any]
) -> None:
    """The interval surrounds its mean, keeps to what there is, and holds the truth nearly always."""
    if told["ci95"] is None:
        return
    low, high = told["ci95"]
    mean, slack = told["mean"], 1e-9 * (1 + abs(told["mean"]))
    held.true(what, name, (*figure, "interval"), low - slack <= mean <= high + slack, mean, told["ci95"])
    # Where no constant of the deck says how far the number goes, nothing but what came up does.
    far = 10 * (1 + max(map(abs, number.masses)))
    reasonable = told["bounds"] != [None, None] or -far <= low <= high <= far
    held.true(what, name, (*figure, "width"), reasonable, far, told["ci95"])
    if number.mean is not None:
        held.note("intervals of means: " + ("hold" if low - slack <= number.mean <= high + slack else "miss"))


def _sure(held: Held, what: str, name: str, figure: Figure, share: Fraction, told: Mapping[str, Any]) -> None:
    """Certain is 1 and impossible 0, in every figure; the truth is nearly always in the interval."""
    low, high = told["ci95"]
    if share in (0, 1):
        held.true(what, name, (*figure, "sure"), told["rate"] == share and low <= share <= high, share, told)
    held.true(what, name, (*figure, "order"), 0 <= low <= told["rate"] <= high <= 1, "an order", told)
    held.note("intervals of rates: " + ("hold" if low <= share <= high else "miss"))


def wilson(count: int, trials: int) -> tuple[float, float]:
    """Wilson's interval: the roots of (p̂ - p)² n = z² p (1 - p)."""
    share = count / trials
    a, b, c = 1 + Z * Z / trials, -(2 * share + Z * Z / trials), share * share
    root = sqrt(max(b * b - 4 * a * c, 0.0))
    return max((-b - root) / (2 * a), 0.0), min((-b + root) / (2 * a), 1.0)


def _records(held: Held, case: Case, result: Result, trials: int, seed: int) -> None:
    """Records are the trials, in an array and in a file, and counting them again gives the same."""
    from yisp.report.files.records import open_writer
    from yisp.simulate.recount import read_records

    records = result.records
    held.same("records", "", "rows", trials * len(result.topics), len(records))
    several = len(result.topics) > 1
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "records.csv")
        with open_writer(path, case.program, None, []) as writer:
            for index, blocks in result._rows.items():
                for block in blocks:
                    writer.write(index, block)
        again = {one["name"]: one for one in read_records(path)["topics"]}
    at = 0
    for index, (name, topic) in enumerate(result.topics.items()):
        for row in rows(open_play(case.program, "python", index, seed), 0, trials):
            record = records[at]
            found_row = int(record["trial"]), int(record["score"])
            held.same("records", name, f"trial {row.trial}", (row.trial, row.score), found_row)
            at += 1
        found = again[name if several else "records"]
        told = topic.to_dict()
        if topic.combos:
            held.same("records", name, "success", told["success"]["rate"], found["success"]["rate"])
        mean = told["score"]["mean"] if topic.combos else 0
        held.same("records", name, "score", mean, found["score"]["mean"])


# Until, and weighted ----------------------------------------------------------------------------------


def _until(held: Held, case: Case, random: Random) -> None:
    """``until`` ends when the interval is narrow enough, and what it says is what its trials counted."""
    half, seed = random.choice((0.02, 0.05, 0.2)), random.randrange(10**6)
    outcome = run_program(
        case.program,
        method="sample",
        until=half,
        count=MOST,
        seed=seed,
        target="python",
        jobs=1,
        policies=["greedy"],
    )
    for topic in Result(outcome).to_dict()["topics"]:
        rates = [topic["success"]] if topic["combos"] else topic["watch"]
        trials = topic["trials"]
        reached = all((one["ci95"][1] - one["ci95"][0]) / 2 <= half for one in rates)
        held.true("until", topic["name"], "half", reached or trials == MOST, half, trials)


def _weighted(held: Held, case: Case, random: Random) -> None:
    """Trials that are weighed by opening hands: the weights are right, and so is what is made of them."""
    seed = random.randrange(10**6)
    with (
        mock.patch.object(question, "AUTO_BUDGET", 0),
        mock.patch.object(question, "POLICY_BUDGET", 0),
        mock.patch.object(question, "WORTH_STRATA", 1),
        mock.patch.object(pilot, "PILOT", 256),
        mock.patch.object(strata, "LEAST", 4),
        mock.patch.object(question.Question, "kept", _nothing_kept),
    ):
        outcome = run_program(
            case.program, method="auto", count=TRIALS, seed=seed, target="python", jobs=1, policies=["greedy"]
        )
    told = Result(outcome).to_dict()["topics"]
    for part, topic in zip(outcome.topics, told, strict=True):
        if part.strata is None:
            continue
        truth, name = case.truths[topic["name"]], topic["name"]
        whole = sum(one.weight for one in part.strata)
        size = case.program.cards
        held.same("weighted", name, "weights", comb(size, truth.topic.start_card), whole)
        for figure, told_rate in _told_rates(topic).items():
            if figure not in truth.rates:
                continue
            share = Fraction(0)
            for one in part.strata:
                hits = _hits(figure, truth, one.counts)
                share += Fraction(one.weight * hits, whole * one.counts.trials)
            held.same("weighted", name, figure, float(share), told_rate["rate"])
            _sure(held, "weighted", name, figure, truth.rates[figure], told_rate)
        for figure, one in _told_numbers(topic).items():
            if figure not in truth.numbers:
                continue
            number = _weighed(figure, truth, part.strata, whole)
            mean = number.mean
            held.same("weighted", name, figure, None if mean is None else float(mean), one["mean"])
            if truth.numbers[figure].masses:
                _interval_of_mean(held, "weighted", name, figure, truth.numbers[figure], one)


def _nothing_kept(self: Any) -> Any:
    from yisp.simulate.exact.kept import NotKept

    kept = mock.Mock()
    kept.answer.return_value = None
    kept.strata.side_effect = NotKept()
    return kept


def _hits(figure: Figure, truth: Truth, counts: Any) -> int:
    return counts.successes if figure[0] == "success" else counts.combos[list(truth.bests).index(figure)]


def _weighed(figure: Figure, truth: Truth, parts: Any, whole: int) -> Distribution:
    masses: dict[int, Fraction] = {}
    stats = [one for one in truth.numbers if one[0] == "stat"]
    for part in parts:
        tally = part.counts.score if figure[0] == "score" else part.counts.stats[stats.index(figure)]
        for value, count in tally.histogram.items():
            share = Fraction(part.weight * count, whole * part.counts.trials)
            masses[value] = masses.get(value, Fraction(0)) + share
    return Distribution(masses)

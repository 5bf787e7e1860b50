"""One file of `yispc report`: its data, its sentences, its plain text and what its script draws.

What comes in: a verdict to add to, a seed and a number.  What goes out: differences.
"""

from __future__ import annotations

import html as markup
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any

from running import rows, zones

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.deck.load import loads
from yisp.deck.model import Deck, Topic
from yisp.lang.diagnostics import DeckError
from yisp.library.runs import run
from yisp.library.studies import compare
from yisp.page.data import page_of
from yisp.page.document import document
from yisp.page.reading import page_data
from yisp.report.layout import shown
from yisp.simulate.counting.counts import Counts, Tally
from yisp.simulate.counting.probabilities import ExactCounts, NoExactAnswer
from yisp.simulate.run import run_program

from ...compare import Verdict
from ...decks import draw
from ..texts import games
from . import decks
from .drawn import beside_rate, digits_of, hold_details, hold_gauge, hold_mean, hold_rate, hold_samples
from .held import Held, hold_report
from .reader import Element, drawn_report
from .sides import hold_comparison, hold_policies, hold_relations
from .trials import hold_sampled, is_told, places_of
from .truth import (
    Known,
    Trials,
    Truth,
    accuracies,
    by_counts,
    by_exact,
    by_law,
    decimal,
    is_rounded,
    mean_of,
    play_of,
    short,
    wilson,
)

POLICIES = (
    (), (), (), ("greedy", "random"), ("random",), ("greedy", "best"), ("best", "greedy"),
    ("greedy", "random", "best"),
)  # fmt: skip

COUNT = 60
"""Trials of decks that are not the door's own."""


def hold_page(verdict: Verdict, seed: int, number: int) -> None:
    random = Random(f"page {seed} {number}")
    own = random.random() < 0.75
    drawn = decks.drawn(random)
    text = (
        decks.text_of(drawn)
        if own
        else draw(f"page {seed}", number, many=random.random() < 0.3, wall=False).text
    )
    try:
        deck = loads(text, "deck.yml")
        program = compile_deck(deck)
    except DeckError as error:
        first = next(one for one in error.diagnostics if one.severity == "error")
        verdict.refused[f"diagnostics {first.code}"] += 1
        return
    policies = random.choice(POLICIES) if own else ()
    options = {"seed": program.settings["seed"] or 7, "policy": list(policies) or None, "jobs": 1}
    if not own:
        options["count"] = COUNT
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = run(deck, target="python", **options)
        beside = _beside(random, drawn, result.seed) if own and not policies else None
        if beside is None:
            page = page_of(deck, result)
        else:
            comparison = compare(deck, beside.deck, count=COUNT, seed=result.seed, target="python")
            page = page_of(deck, result, comparison=comparison)
    except (NoExactAnswer, ValueError) as error:
        verdict.refused[re.sub("[0-9,]+", "…", str(error))] += 1
        return
    html = document(page)
    data = page_data(html)
    Held(verdict, "").same("page: data", "what is read back", json.loads(json.dumps(page.data)), data)
    again = run_program(
        program, target="python", seed=result.seed, policies=list(policies), jobs=1,
        **({} if own else {"count": COUNT}),
    )  # fmt: skip
    counted = [(one.topic, one.counts) for one in again.topics]
    if any(
        not tally.exact for _, counts in counted if isinstance(counts, Counts) for tally in _tallies(counts)
    ):
        verdict.refused["values that trials do not tell apart"] += 1
        return
    shown = _Page(verdict, deck, program, html, data).hold(counted)
    if beside is not None:
        sides = Known(text, result.seed), beside
        hold_comparison(verdict, sides, data["comparison"], shown, result.seed)


def _beside(random: Random, drawn: decks.Data, seed: int) -> Known | None:
    """Another deck to compare with, now and then."""
    if random.random() < 0.7:
        return None
    try:
        return Known(decks.text_of(decks.edited(random, drawn)), seed)
    except DeckError:
        return None


def _tallies(counts: Counts) -> list[Tally]:
    return [counts.score, *counts.stats]


class _Page:
    """A page, with the deck that it is of."""

    def __init__(
        self, verdict: Verdict, deck: Deck, program: Program, html: str, data: Mapping[str, Any]
    ) -> None:
        self.verdict, self.deck, self.program, self.data = verdict, deck, program, data
        self.seed = data["report"]["seed"]
        self.plain = _spaced(markup.unescape(re.sub(r".*<pre>(.*)</pre>.*", r"\1", html, flags=re.DOTALL)))
        self.shown = drawn_report(html)

    def hold(self, counted: list[tuple[int, Any]]) -> Element | None:
        """Everything, given what was counted by topic and policy; what is drawn, if anything is."""
        said = [
            (topic["name"], one)
            for topic in self.data["report"]["topics"]
            for one in topic.get("policies", [topic])
        ]
        held = Held(self.verdict, "")
        held.same("page: names", "played", len(counted), len(said))
        played: list[Element] = []
        below: list[Element] = []
        truths: dict[str, list[Truth]] = {}
        if self.shown is not None:
            below = [one for one in self.shown.every(".sheet") if one.attributes["id"].startswith("topic-")]
            played = [one for sheet in below for one in sheet.every(".played")]
            held.same("page: names", "sections", len(said), len(played))
            self._hold_facts(held)
        for at, ((index, counts), (name, fields)) in enumerate(zip(counted, said, strict=True)):
            held = Held(self.verdict, name)
            truth = self._truth(held, index, counts, fields.get("policy", "greedy"))
            truths.setdefault(name, []).append(truth)
            hold_report(held, truth, fields)
            self._hold_told(held, index, truth, self.data["played"][at], fields)
            if played:
                self._hold_played(held, truth, fields, played[at])
                hold_relations(held, fields, played[at])
                assert self.shown is not None
                self._hold_answer(held, truth, self.shown.every(".answers", ".answer")[at])
        for at, topic in enumerate(self.data["report"]["topics"]):
            if "policies" in topic:
                held = Held(self.verdict, topic["name"])
                hold_policies(held, topic, truths[topic["name"]], below[at] if below else None)
        self._hold_notices(held)
        return self.shown

    def _truth(self, held: Held, index: int, counts: Any, policy: str) -> Truth:
        """Of a topic under one policy; samples are also held against the law, where there is one."""
        deck, program = self.deck, self.program
        plain = policy == "greedy" and program.topics[index].policy.kind == "greedy"
        law = by_law(deck, program, index) if plain else None
        if isinstance(counts, ExactCounts):
            return law or by_exact(deck, program, index, counts)
        truth = by_counts(deck, program, index, counts)
        if plain and counts.goal is None:
            trials = Trials(deck, program, index, self.seed)
            truth = trials.first(counts.trials)
            if law is not None:
                hold_sampled(held, truth, law, Trials(deck, program, index, self.seed + 1))
        return truth

    # What is told -------------------------------------------------------------------------------

    def _hold_told(
        self, held: Held, index: int, truth: Truth, told: Mapping[str, Any], said: Mapping[str, Any]
    ) -> None:
        topic = self.deck.topics[index]
        several = len({one["policy"] for one in self.data["played"] if one["topic"] == topic.name}) > 1
        sentence = _sentence(topic, truth, told["policy"], several)
        held.same("page: sentence", "answer", True, re.fullmatch(sentence, told["answer"]) is not None)
        if re.fullmatch(sentence, told["answer"]) is None:
            held.same("page: sentence", "answer in words", sentence, told["answer"])
        held.same("page: sentence", "above", True, told["answer"] in self.data["answers"])
        if not self.deck.seats:
            number = topic.start_card - len(topic.start.hand)
            drawn = (
                ["One card is drawn."] if number == 1 else [f"{number} cards are drawn."] if number else []
            )
            held.same(
                "page: sentence", "setting", drawn, [one for one in told["setting"] if " drawn." in one]
            )
        for name, share in truth.rates.items():
            if truth.trials is None:
                cell = f"{shown(name)}: {decimal(100 * share)}% ({short(share) or 'exact'})"
                held.holds("page: plain text", name, _spaced(cell) in self.plain, cell, self.plain)
        if not self.deck.seats and told["policy"] == "greedy" and not several:
            play = play_of(self.program, index, self.seed)

            def row_of(trial: int) -> Any:
                (row,) = rows(play, trial, trial + 1)
                lying, kind_of = zones(play), self.program.plan["kind_of"]
                return row, [
                    sorted(kind_of[card] for card in lying.get(zone, ())) for zone in self.program.zones
                ]

            hold_samples(held, self.program, index, told["samples"], row_of, self.program.cards)

    # What is drawn ------------------------------------------------------------------------------

    def _hold_facts(self, held: Held) -> None:
        assert self.shown is not None
        facts = {one.said("dt"): one.said("dd") for one in self.shown.every(".opening-facts", "div")}
        size = sum(kind.count for kind in self.deck.kinds if kind.zone is None)
        kinds = sum(kind.count > 0 and kind.zone is None for kind in self.deck.kinds)
        one = "one kind" if size == 1 else f"{kinds} kinds"
        held.same("page: printed fact", "cards", f"{size} of {one}", facts["Cards"])
        held.same("page: printed fact", "seed", str(self.seed), facts["Seed"])
        copies = [one.text for one in self.shown.every(".deck-cards", ".copies")]
        written = [f"× {one.count}" + (f" · zone {one.zone}" if one.zone else "") for one in self.deck.kinds]
        held.same("page: printed fact", "copies", written, copies)
        marked = [one.text for one in self.shown.every(".notice", "mark")]
        there = [
            one["source"][slice(*one["mark"])] for one in self.data["warnings"] if one["source"] is not None
        ]
        held.same("page: warning", "marks", [one.strip(" ") for one in there], marked)

    def _hold_answer(self, held: Held, truth: Truth, shown: Element) -> None:
        value = shown.said(".answer-value")
        if not truth.judges or (not truth.trials and truth.trials is not None):
            held.same("page: printed rate", "above", None, value)
            return
        if truth.trials is None:
            held.same("page: printed rate", "above", decimal(100 * truth.success) + "%", value)
        else:
            text = (value or "").removesuffix("%")
            is_so = is_rounded(text, 100 * truth.success, len(text.partition(".")[2]))
            held.holds("page: printed rate", "above", is_so, truth.success, value)
        hold_gauge(held, "above", shown, truth.success)

    def _hold_played(self, held: Held, truth: Truth, said: Mapping[str, Any], shown: Element) -> None:
        if truth.trials == 0:
            return
        hero = shown.first(".hero")
        held.same("page: names", "a headline", truth.judges, hero is not None)
        if hero is not None:
            value, beside = hero.said(".hero-rate", ".figure-value") or "", hero.said(".beside") or ""
            value = value.removesuffix(beside).strip(" ")
            hold_rate(held, "headline", value, beside, truth.success, truth.trials)
            hold_gauge(held, "headline", hero, truth.success)
            score = hero.first(".hero-score")
            assert score is not None
            mean, beside = score.said(".figure-value"), score.said(".beside") or ""
            hold_mean(held, "headline score", mean, beside, truth.score, said["score"])
        how = (
            "Exact: every opening hand was looked at"
            if truth.trials is None
            else f"Sampled in {truth.trials:,} trials"
        )
        held.same("page: sentence", "how", how, shown.said(".how"))
        hold_details(held, truth, said, shown)
        listed = [one.said(".sample-trial") for one in shown.every(".sample")]
        held.same("page: names", "samples", len(listed), len(set(listed)))

    def _hold_notices(self, held: Held) -> None:
        """How often, in a sentence, is what the data say."""
        found = {
            (topic["name"], one.get("policy", "greedy")): (one["notices"], one["trials"])
            for topic in self.data["report"]["topics"]
            for one in topic.get("policies", [topic])
        }
        for told in self.data["notices"]:
            notices, trials = found[told["topic"], told["policy"]]
            (fields,) = [one for one in notices if places_of(one) == places_of(told)]
            held.holds(
                "page: notice told",
                told["code"],
                is_told(told["often"], fields, trials),
                fields,
                told["often"],
            )


def _spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _sentence(topic: Topic, truth: Truth, policy: str, several: bool) -> str:
    """A pattern of the sentence that is the answer."""
    title = shown(topic.name) + (f", played by {policy}" if several else "")
    name = re.escape(title + ("," if several else ""))
    trials = "one trial" if truth.trials == 1 else f"{truth.trials or 0:,} trials"
    if truth.trials == 0:
        return rf"{name} was not tried: the run ended before\."
    if not truth.judges:
        return (name if _asks_nothing(topic, truth) else re.escape(title)) + _asked(topic, truth)
    if truth.trials is None:
        exact = short(truth.success)
        how = f"exactly {exact}" if exact else rf"{re.escape(decimal(100 * truth.success))}%, which is exact"
        return rf"{name} works in {games(truth.success)}: {how}\."
    rate = "|".join(re.escape(one) for one in _rates(truth.success, truth.trials))
    more = "(, or more)?" if policy.startswith("best") else ""  # see `yisp.report.sentences`
    return rf"{name} works in {GAMES}{more}: ({rate}), from {trials}\."


def _asks_nothing(topic: Topic, truth: Truth) -> bool:
    return not truth.names and not topic.stats


GAMES = r"(about |fewer than |more than )?[\d,]+( to [\d,]+)? of [\d,]+ games"


def _asked(topic: Topic, truth: Truth) -> str:
    """The rest of the sentence of a topic that cannot succeed: the first thing that it asks for."""
    if truth.names:
        share = truth.judged[0]
        often = games(share) if truth.trials is None else GAMES
        return rf": {re.escape(shown(truth.names[0]))} in {often}\."
    for stat in topic.stats:
        mean = mean_of(truth.stats[stat.name])
        if mean is None:
            return rf": {re.escape(shown(stat.name))} has no value in any game\."
        what = rf": {re.escape(shown(stat.name))} is "
        if truth.trials is None:
            written = re.escape(f"{decimal(mean)} ({short(mean) or 'exact'})")
            return rf"{what}{written} on average\."
        return rf"{what}\S+( ± \S+)? on average\."
    return r" was played; it asks for nothing\."


def _rates(share: Fraction, trials: int) -> Iterator[str]:
    """How such a rate may be written in a line."""
    low, high = wilson(share, trials)
    for digits, off in accuracies(100 * share, 100 * low, 100 * high):
        value = decimal(100 * share, digits_of(share, digits))
        beside = beside_rate(share, low, high, digits, off)
        yield (
            re.sub(r"%", "", f"{value} {beside}") + " %"
            if "±" in beside
            else (f"{value} % {beside.replace('%', ' %')}")
        )

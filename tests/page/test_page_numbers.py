"""Numbers as the page prints them: those of the text report, digit by digit."""

from __future__ import annotations

import random
import re

import pytest
from hunt.doors.page.reader import Element, drawn_report
from paging import page, page_of_deck
from running import deck_text

from yisp.deck.load import loads
from yisp.page.data import Page
from yisp.page.document import document
from yisp.report.layout import mean_text, rate_texts
from yisp.simulate.counting.statistics import wilson

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


def dice(luck: int, sides: int, score: int | str = 1, method: str = "exact") -> str:
    """A deck that succeeds with that probability."""
    topic = {
        "header": f"(= luck (rand 1 {sides}))", "method": method, "start-card": 1,
        "combos": {"c": {"condition": f"(< luck {luck + 1})", "score": score}},
    }  # fmt: skip
    return deck_text({"a": {"count": 3}}, {"t": topic}, simulate={"seed": 7, "count": 60})


def shown(text: str) -> Element:
    return shown_of(page(text))


def shown_of(made: Page) -> Element:
    found = drawn_report(document(made))
    if found is None:
        pytest.skip("there is no node to draw the page with")
    return found


@pytest.mark.parametrize(
    ("luck", "sides", "rate"), [(1, 160, "0.62%"), (3, 160, "1.88%"), (1, 32, "3.12%"), (23, 160, "14.38%")]
)
def test_halfway_between_two_is_the_even_one_everywhere(luck: int, sides: int, rate: str) -> None:
    text = dice(luck, sides)
    made = page(text)
    assert f"c: {rate} (" in made.text
    assert f": exactly {luck}/{sides}." in made.data["answers"][0]
    drawn = shown(text)
    assert drawn.said(".answer-value") == rate
    assert drawn.said(".hero-rate", ".figure-value") == f"{rate} {luck}/{sides}"
    assert drawn.said(".rates", "tbody", ".strong") == rate
    shares = [row.text for row in shown(dice(luck, sides, score=2)).every(".numbers", "tbody", "tr")]
    assert f"2{rate}" in shares, shares


def test_estimates_are_written_as_the_text_report_writes_them() -> None:
    """Hundreds of rates and means, with narrow, wide and lopsided intervals."""
    luck = random.Random(25)
    topic = {"method": "sample", "start-card": 1, "stats": {"n": "|H|"}}
    made = page(deck_text({"a": {"count": 3}}, {"t": topic}, simulate={"count": 3, "seed": 7}))
    (played,) = made.data["report"]["topics"]
    (stat,), played["stats"] = played["stats"].values(), {}
    for number in range(500):
        trials = luck.choice([1, 10, 300, 1000, 16_384, 10**7])
        count = luck.choice([0, trials, luck.randint(0, trials), luck.randint(0, min(trials, 9))])
        rate = {"rate": count / trials, "ci95": wilson(count, trials), "exact": None}
        played["watch"].append({"name": f"w{number}", **rate})
        mean, half = luck.uniform(-1, 1) * 10 ** luck.uniform(-3, 5), 10 ** luck.uniform(-6, 3)
        interval = [mean - half * luck.uniform(0.3, 1), mean + half]
        played["stats"][f"s{number}"] = {**stat, "mean": mean, "ci95": interval}
    drawn = shown_of(made)
    rates = [" ".join(cell.text for cell in row.every("td")) for row in drawn.every(".rates", "tbody", "tr")]
    said = ["".join(rate_texts(rate["rate"], rate["ci95"])) for rate in played["watch"]]
    assert [plainly(rate) for rate in rates] == [plainly(rate) for rate in said]
    means = [one.text for one in drawn.every(".stat-mean")]
    assert means == [mean_text(one["mean"], one["ci95"]) for one in played["stats"].values()]


def plainly(rate: str) -> str:
    """Tables have a percent sign after each number, a line has one."""
    return re.sub(r" ?%", "", rate)


def test_a_mean_beyond_what_floats_hold_has_all_its_digits_or_says_fewer() -> None:
    large = 10**17 + 1
    exact = shown(dice(1, 1, large))
    assert exact.said(".hero-score", ".figure-value") == f"{large}.00"
    sampled = shown(dice(1, 1, large, "sample"))
    assert sampled.said(".hero-score", ".figure-value") == "1e+17"
    assert sampled.said(".sample", ".good") == "score 1e+17"


def test_scores_that_are_not_told_apart_are_said_to_be_about_so_much() -> None:
    text = dice(20, 60, "(if (< luck 9) 1000001 40000003)", "sample")
    assert page(text).data["report"]["topics"][0]["score"]["binned"] is True
    assert "binned" not in page(dice(1, 2)).data["report"]["topics"][0]["score"]
    values = [row.said("th") or "" for row in shown(text).every(".chart")[0].every("tbody", "tr")]
    assert len(values) == 3
    assert all(value.startswith("~") for value in values)


def test_a_hand_to_which_a_later_turn_draws_has_a_course() -> None:
    topic = {"start-card": 1, "turns": 2, "draw": 1, "combos": {"two": {"hand": ["2x a"]}}}
    (sample, *_) = page(deck_text({"a": {"count": 3}}, {"t": topic})).data["played"][0]["samples"]
    assert sample["success"] is True
    assert sample["hands"][0]["cards"] == [0]
    assert [step["what"] for step in sample["trace"]["steps"]].count("move") == 2


def test_cards_that_are_known_beforehand_are_not_drawn() -> None:
    topic = {"start-card": 3, "start": {"hand": ["a", "a"]}, "combos": {"c": {"hand": ["a"]}}}
    deck = deck_text({"a": {"count": 3}, "b": {"count": 3}}, {"t": topic})
    assert page(deck).data["played"][0]["setting"][0] == "One card is drawn."


def test_what_a_policy_adds_is_known_by_its_fraction_or_interval() -> None:
    """A small difference is more than its two digits."""
    either = "/(== done 0);@;(= done 1)"
    cards = {
        "a": {"count": 1, "program": f"{either};(= luck (rand 1 20))"},
        "b": {"count": 1, "program": either},
    }
    topic = {
        "start-card": 2, "exec-program": True, "policy": {"kind": "greedy", "goal": "success"},
        "combos": {"c": {"condition": "(== luck 1)"}},
    }  # fmt: skip
    deck = loads(deck_text(cards, {"t": topic}), "deck.yml")
    (table, *_) = shown_of(page_of_deck(deck, policy=["random", "best"])).every(".wraps")
    assert [row.every("td")[2].text for row in table.every("tbody", "tr")] == [
        "", "+0.02 (1/40) against random",
    ]  # fmt: skip


def test_policies_of_a_topic_without_combos_have_no_mean_score() -> None:
    topic = {"start-card": 1, "exec-program": True, "method": "sample", "stats": {"s": "|H|"}}
    text = deck_text(
        {"a": {"count": 2, "program": "@;(# X B)"}}, {"t": topic}, simulate={"seed": 7, "count": 5}
    )
    made = page_of_deck(loads(text, "deck.yml"), policy=["greedy", "random"])
    (played,) = made.data["report"]["topics"]
    assert [one["goal"]["mean"] for one in played["policies"]] == [None, None]
    assert played["differences"][0]["mean"] is None

"""What a policy that looks ahead cannot weigh, read from the nodes."""

from __future__ import annotations

import pytest
from running import compile_text, deck_text, load_text

from yisp.compile.analysis.weighing import offers_choice
from yisp.compile.lowering.deck import lower

CHAIN = 60
"""Functions that each call the next one twice: to follow every call would take for ever."""


def test_a_function_is_looked_at_once() -> None:
    """However often it is called: in guards, behind them, and in what `would` asks about."""
    define = {f"deed_{i}": f"(deed_{i + 1});(deed_{i + 1})" for i in range(CHAIN)}
    define |= {f"sum_{i}": f"(+ (sum_{i + 1}) (sum_{i + 1}))" for i in range(CHAIN)}
    define |= {f"deed_{CHAIN}": "(= word 1)", f"sum_{CHAIN}": "(/ 6 |H|)"}
    cards = {
        "a": {"count": 2, "program": "/(sum_0);@;(deed_0);(on turn-end (deed_0) [tag])"},
        "b": {"count": 2, "program": "(= n (would [tag] word));/(> n 0);@;(# X B)"},
        "c": {"count": 2, "program": "(deed_0);/|H|;@"},
    }
    topic = {"exec-program": True, "combos": {"c": {"hand": ["a"]}}}
    program = compile_text(deck_text(cards, {"t": topic}, define=define))
    (hasty,) = program.plan["hasty"]
    assert program.sites[hasty].name == "c"
    of_sum = {number for number, site in enumerate(program.sites) if site.name == f"sum_{CHAIN}"}
    assert of_sum & set(program.plan["guard_sites"][0])
    assert not of_sum & set(program.plan["guard_sites"][2])


def test_what_a_question_prints_is_printed() -> None:
    """All else that `would` asks about leaves things as they are."""
    cards = {
        "a": {"count": 2, "program": "[1]@;(on turn-end (= word 1) [tag])"},
        "b": {"count": 2, "program": "(= n (would [tag] word));/(> n 0);@;(# X B)"},
        "c": {"count": 2, "program": "(= n (would [tag] (told)));/(> n 0);@;(# X B)"},
    }
    topic = {"exec-program": True, "combos": {"c": {"hand": ["a"]}}}
    program = compile_text(deck_text(cards, {"t": topic}, define={"told": "(print word);|H|"}))
    assert [program.sites[hasty].name for hasty in program.plan["hasty"]] == ["c"]


def test_what_answers_is_weighed_by_nobody() -> None:
    """A trigger may do what it likes before a guard: it is a rule, and no move."""
    cards = {
        "a": {"count": 3, "program": ["/|D|;@;(# X B)", "[on >B](= n |H|);(# D.1 H);/(> n 2);(# H.1 B)"]},
        "b": {"count": 4},
    }
    topic = {"exec-program": True, "policy": "best", "combos": {"c": {"hand": ["b"]}}}
    assert compile_text(deck_text(cards, {"t": topic})).plan["hasty"] == []


@pytest.mark.parametrize(
    ("script", "offers"),
    [("(# H.2 B)", False), ("(# H.?2 B)", False), ("(# H.*2 B)", True), ("(if |H| (# H.a.*1 B))", True)],
)
def test_which_scripts_offer_a_choice(script: str, offers: bool) -> None:
    topic = {"header": script, "combos": {"c": {"hand": ["a"]}}}
    deck = load_text(deck_text({"a": {"count": 9}, "b": {"count": 9}}, {"t": topic}))
    assert offers_choice(lower(deck).module) == offers

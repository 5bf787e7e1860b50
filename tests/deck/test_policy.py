"""The key `policy`, as a word and as a table, and what is wrong with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import GREEDY
from yisp.deck.model import Policy


def deck_with(policy: str, turns: int = 2) -> str:
    return f"""deck:
  cards:
    a: {{count: 3, program: '@;(# X B)'}}
simulate:
  tests:
    t:
      start-card: 1
      exec-program: true
      turns: {turns}
      policy: {policy}
      combos: {{c: {{hand: [a]}}}}
"""


@pytest.mark.parametrize(
    "policy",
    [
        "staged-search",
        "{kind: staged-search, stage: 2}",
        "{kind: staged-search, evaluate: '(+ |H| 1)', table: false}",
        "{kind: best, worlds: 1, solve: 1, budget: 1}",
    ],
)
def test_what_a_policy_may_say(policy, problems):
    assert problems(deck_with(policy)) == []


@pytest.mark.parametrize("policy", ["greedy", "{}", "{kind: greedy}", None])
def test_what_a_policy_is_that_says_nothing(policy, deck):
    """The same, however it does, for who writes the deck and for who plays it."""
    text = deck_with(policy) if policy else deck_with("greedy").replace("policy: greedy", "draw: 0")
    read = deck(text)
    assert replace(read.topics[0].policy, place=None) == Policy()
    assert compile_deck(read).topics[0].policy.to_data() == GREEDY.to_data()


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("{kind: staged-search, stage: 0}", "Y204 10:44"),
        ("{kind: staged-search, stage: 3}", "Y204 10:44"),
        ("{worlds: 0}", "Y204 10:24"),
        ("{solve: 0}", "Y204 10:23"),
        ("{budget: 0}", "Y204 10:24"),
        ("{table: maybe}", "Y201 10:23"),
        ("{kind: best, evaluate: '1'}", "Y231 10:38"),
        ("{evaluate: '1'}", "Y231 10:26"),
        ("{kind: staged-search, evaluate: '|H'}", "Y107 10:48"),
        ("{kind: staged-search, evaluate: 'H.a'}", "Y103 10:48"),
        ("{kind: staged-search, evaluate: '(+ 1 (# H B))'}", "Y131 10:54"),
        ("{kind: guess}", "Y201 10:22"),
        ("{kind: best, world: 3}", "Y202 10:28"),
    ],
)
def test_what_it_may_not(policy, expected, problems):
    assert problems(deck_with(policy)) == [expected]


@pytest.mark.parametrize(
    ("policy", "near"), [("bst", "best"), ("{kind: Greedy}", "greedy"), ("{pass: alwys}", "always")]
)
def test_a_word_that_is_nearly_one_is_suggested(policy, near, diagnostics):
    (mistake,) = diagnostics(deck_with(policy))
    assert (mistake.code, mistake.hint) == ("Y201", f"did you mean `{near}`?")


def test_where_only_triggers_act_there_is_nothing_to_choose(problems):
    answering = deck_with("best").replace("'@;", "'[H on draw]@;")
    assert problems(answering) == ["Y434? 10:7"]
    assert problems(deck_with("greedy").replace("'@;", "'[H on draw]@;")) == []
    assert problems(answering.replace("(# X B)", "(# H.*1 B)")) == []  # which card

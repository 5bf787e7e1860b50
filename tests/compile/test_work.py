"""How much work functions are: what statements, lookups and operations come to, by hand."""

from __future__ import annotations

import pytest
from running import deck_text, load_text
from yisp_runtime.codes import WORK_KIND

from yisp.compile.analysis import work
from yisp.compile.analysis.work import OPERATION, _Works
from yisp.compile.lowering.deck import Lowered, lower

S, L, A = 0.4 + 2 * 0.02, 0.25 + 2 * 0.02, OPERATION
"""A statement and a lookup in a deck of two words, and an operation."""

EFFECTS = {
    "@;(# X B)": 2 * S,
    "/|H|;@": 2 * S + L,
    "/(> (+ |H| word 1) (* 2 word));@": 5 * S + 3 * L + A,
    "@;(= word (if (> word 1) 2 3))": 2 * S + L + 2 * A,
    "(if word (block (# H.1 B) (# H.1 B) (# H.1 B)) (# H.1 B));@": 4 * S + L + A,
    "(if word (# H.1 B) (block (# H.1 B) (# H.1 B)));@": 3 * S + L + A,
    "@;(while (> word |H|) (= word (- word 1)))": S + 2 * L + A,
    "@;(deep (+ word 1))": 3 * S + L,
    "@;(# H.(> (+ cost 1) word) B)": 4 * S,
    f"@;(# H.(and{12 * ' (> cost word)'} (> (copies B) 1)) B)": 4 * S + 2 * (26 * L + 26 * A - WORK_KIND),
    "@;(deep (> word 1))": 2 * S + L + A,
    "@;(= word (not (+ word |H|)))": 3 * S + 2 * L + A,
    "@;(= word (would [t] (> word |H|)));(on draw (= word 1) [t])": 5 * S + 2 * L + A,
    "@;(= word (sum H.2 cost))": 5 * S + 80 * 0.02,
    "@;(= word (would [t] (+ word |H|)));(on draw (= word (+ word 1)) [t])": 5 * S + 3 * L + A,
}


def lowered(effects: list[str]) -> Lowered:
    cards = {
        "a": {"count": 3, "props": {"cost": 1}, "program": effects},
        "b": {"count": 77, "props": {"cost": 2}},
    }
    define = {
        "deep(n)": "(shallow n);(shallow n);(= word n)",
        "shallow(n)": "(repeat 3 (# H.1 B));(= word (+ n |H|))",
    }
    topic = {
        "exec-program": True, "header": "(= word 1);(= word |H|)", "footer": "(# H.1 B)",
        "combos": {"c": {"hand": ["a", "b"]}, "d": {"condition": "(> word |H|)"}}, "stats": {"s": "|H|"},
        "policy": {"kind": "staged-search", "evaluate": "(+ word |H|)"},
    }  # fmt: skip
    return lower(load_text(deck_text(cards, {"t": topic}, define=define)))


@pytest.mark.parametrize("effect", EFFECTS)
def test_the_work_of_a_statement(effect: str) -> None:
    made = lowered([effect])
    works = _Works(made.module, len(made.tables.sites), 2, 80)
    works.plan()
    assert works.per_statement == S
    assert works.body(made.module.effects[0].body) == pytest.approx(EFFECTS[effect], abs=1e-9)


def test_what_follows_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a loop its round, of a call what the function does; a call within that is a step of its own."""
    monkeypatch.setattr(work, "ceil", lambda number: round(100 * number))
    made = lowered(["@;(deep 1)"])
    plan = work.work_of(made.module, len(made.tables.sites), 2, 80)
    steps = {
        (site.name, site.text): steps
        for site, steps in zip(made.tables.sites, plan["steps"], strict=True)
        if steps
    }
    deep = 3 * S
    assert set(steps) == {("shallow", "(repeat 3 (# H.1 B))"), ("deep", "(shallow n)"), ("a", "(deep 1)")}
    assert steps["a", "(deep 1)"] == pytest.approx(100 * deep)
    assert plan["effects"] == [round(100 * 2 * S)]
    header, before_play, program, footer, deal, judging, evaluating = plan["topics"][0]
    assert (before_play, program, deal) == (0, 0, 0)
    assert (header, footer) == (round(100 * (2 * S + L)), round(100 * S))
    assert (judging, evaluating) == (454, round(100 * (2 * S + 2 * L)))

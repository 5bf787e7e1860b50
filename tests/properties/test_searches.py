"""Stages that a native module runs, and those of the python target, lead to the same answers."""

from __future__ import annotations

import pytest
from generated import few_of
from hunt.compare import Examination, searched
from hunt.dilemmas import draw
from running import compile_text, deck_text, load_text, open_play


@pytest.mark.slow
@pytest.mark.parametrize("number", few_of(8, 3))
def test_drawn_dilemmas(number: int) -> None:
    """Whoever plays, and as exactly as that: the work and the number of stages, too."""
    text = draw("searches", number)
    examination = Examination(load_text(text), compile_text(text), 0)
    examination.searches()
    assert not examination.verdict.differences


@pytest.mark.slow
def test_a_filter_by_a_number_and_loops_cost_the_same() -> None:
    """What the budget is charged for is charged by the runtime, whoever runs the script."""
    effects = ["[1]/(> |H| 1);(repeat 3 (# D.1 B));@;(# D.:(> pow 1).1 H);(f 2)"]
    cards = {
        name: {"count": 3, "program": effects if name == "a" else [], "props": {"pow": number}}
        for number, name in enumerate("abc")
    }
    header = "(on >B (= gain (+ gain 1)))"
    topic = {"start-card": 2, "exec-program": True, "header": header, "combos": {"c": {"score": "gain"}}}
    define = {"f(k)": "(while (> k 0) (= k (- k 1)) (# D.1 H))"}
    program = compile_text(deck_text(cards, {"t": topic}, define=define))
    python, native = (searched(open_play(program, target), "greedy") for target in ("python", "stages"))
    assert python == native
    assert isinstance(python[0], list)  # type: ignore[index]

"""Fractions as text, of any length."""

from __future__ import annotations

import pytest
from running import compile_text, deck_text

from yisp.report.text import notices, text
from yisp.simulate.counting.ratio import Ratio
from yisp.simulate.result import Result
from yisp.simulate.run import run_program


@pytest.mark.parametrize(
    ("up", "down", "written"), [(6, 4, "3/2"), (-6, 4, "-3/2"), (8, 4, "2"), (0, 5, "0")]
)
def test_lowest_terms(up: int, down: int, written: str) -> None:
    assert str(Ratio(up, down)) == written


@pytest.mark.parametrize("digits", [599, 600, 601, 1200, 9000])
def test_python_writes_no_number_as_long_as_that(digits: int) -> None:
    assert str(Ratio(10**digits, 1)) == "1" + "0" * digits
    assert str(Ratio(-(10**digits) - 7, 1)) == "-1" + "0" * (digits - 1) + "7"
    assert str(Ratio(1, 3 * 10**digits)) == "1/3" + "0" * digits


def test_a_long_game_has_a_long_fraction() -> None:
    """Hundreds of turns, in each of which a look at five cards may find nothing."""
    header = "(# D.5 B);(# B.a.1 G);(= found |G|);(# B D);(# G D);(shuffle D)"
    topic = {
        "start-card": 0, "turns": 800, "draw": 0, "header": header, "combos": {"one": {"score": "found"}}
    }  # fmt: skip
    program = compile_text(deck_text({"a": {"count": 9}, "b": {"count": 100}}, {"t": topic}))
    result = Result(run_program(program, method="exact"))
    notice = next(one for one in result.topics["t"].notices if one.exact != "1")
    assert len(str(notice.exact)) > 2 * 4300
    assert result.to_dict()["topics"][0]["notices"][0]["exact"] == notice.exact
    assert all(len(line) < 200 for line in [*notices.render(result), *text.render(result).splitlines()])

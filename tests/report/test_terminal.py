"""The report on a terminal: the same numbers, with bars and colours where they can be shown."""

from __future__ import annotations

import re

from known_results import expend, hands, result_of, tally

from yisp.compile.program import Program
from yisp.report.text import terminal


def test_tables_with_bars(program: Program) -> None:
    result = result_of(program, expend(program), hands(program))
    lines = terminal.render(result, colour=False).splitlines()
    assert lines[:4] == [
        "test-expend works in about 86 of 100 games.",
        "hands works in about 74 of 100 games.",
        "Simulate 1000 times...",
        "Time used: 12ms",
    ]
    # A share of 0.855 is 17.1 of 20 columns, 0.25 is 5 of them.
    assert lines[8:10] == ["  A1  86 ± 3 %  " + "█" * 17 + "▏", "  A2  25 ± 3 %  " + "█" * 5]
    assert lines[10:12] == ["Scores:", "  0  14 ± 3 %  ██▉"]


def test_colour_adds_nothing_but_escapes(program: Program) -> None:
    result = result_of(program, expend(program), hands(program), partial=True)
    plain = terminal.render(result, colour=False)
    colourful = terminal.render(result)
    assert "\x1b" not in plain
    assert plain != colourful
    assert re.sub(r"\x1b\[[0-9;]*m", "", colourful) == plain


def test_a_bar_of_nothing_is_not_coloured(program: Program) -> None:
    result = result_of(program, expend(program, combos=[0, 25]))
    row = next(line for line in terminal.render(result).splitlines() if line.startswith("  A1"))
    assert "\x1b" not in row


def test_a_terminal_without_block_characters_gets_plain_bars(program: Program) -> None:
    report = terminal.render(result_of(program, hands(program)), colour=False, encoding="ascii")
    assert "H1  74 ± 3 %  " + "#" * 14 in report
    assert report.replace("±", "+-").isascii()


def test_a_narrow_terminal_gets_no_bars(program: Program) -> None:
    report = terminal.render(result_of(program, hands(program)), colour=False, columns=50)
    assert report.splitlines()[-1] == "  H1  74 ± 3 %"


def test_no_trials(program: Program) -> None:
    nothing = hands(program, trials=0, successes=0, score=tally({}), combos=[0])
    assert terminal.render(result_of(program, nothing), colour=False).endswith("\nNo trials")

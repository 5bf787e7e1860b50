"""The progress line: what it says, and that it goes away."""

from __future__ import annotations

import io

from yisp.report.progress import LONGEST, Bar, line


def test_the_line() -> None:
    assert line("opening", 250, 1000, 3.2) == "opening  [#####...............]   25%  250 of 1000  3 s left"
    assert line("opening", 1000, 1000, None).startswith("opening  [####################]  100%")


def test_the_line_is_taken_away() -> None:
    stream = io.StringIO()
    bar = Bar(["opening"], stream)
    bar(0, 10, 100)
    bar.close()
    bar.close()
    shown, blanks = stream.getvalue().split("\r")[1:3]
    assert shown.startswith("opening")
    assert blanks == " " * len(shown)


def test_nothing_to_take_away() -> None:
    stream = io.StringIO()
    Bar(["opening"], stream).close()
    assert stream.getvalue() == ""


def test_names_are_made_safe_and_short() -> None:
    stream = io.StringIO()
    bar = Bar(["\x1b[2J" + "灰" * 60], stream)
    bar(0, 10, 100)
    assert "\x1b" not in stream.getvalue()
    assert stream.getvalue().count("灰") < LONGEST / 2

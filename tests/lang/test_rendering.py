"""How diagnostics are shown on a terminal, whatever the file holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from wcwidth import wcswidth

import yisp
from yisp.lang.diagnostics import CODES, DeckError, Diagnostic, Diagnostics, Place, render, visible
from yisp.lang.source import TextSource


def shown(line: str, marked: str) -> tuple[str, str]:
    """The line and the carets for the stretch that is marked."""
    place = Place("deck.yml", 12, line.index(marked) + 1, line, len(marked))
    _, excerpt, carets = render(Diagnostic("Y101", "error", "a sentence", place)).splitlines()
    return excerpt, carets


def under(line: str, marked: str) -> str:
    """The columns of the shown line that have a caret below them."""
    excerpt, carets = shown(line, marked)
    start, width = len(carets) - len(carets.lstrip()), carets.count("^")
    covered, column = "", 0
    for index, char in enumerate(excerpt):
        if start <= column < start + width:
            covered += char
        column = wcswidth(excerpt[: index + 1])
    return covered


def test_the_whole_of_it() -> None:
    item = Diagnostic(
        "Y101", "error", "there is no form `fro`", Place("deck.yml", 12, 9, "    - '(fro 1)'", 3), "a hint"
    )
    assert render(item) == (
        "deck.yml:12:9: error[Y101]: there is no form `fro`\n    - '(fro 1)'\n        ^^^\nhelp: a hint"
    )


def test_without_place_or_hint() -> None:
    assert render(Diagnostic("Y001", "warning", "nothing")) == "warning[Y001]: nothing"


def test_colour() -> None:
    item = Diagnostic("Y101", "error", "a", Place("f", 1, 1, "x"), "h")
    coloured = render(item, colour=True)
    assert "\x1b[" in coloured and re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(item)


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("(# X B)", "X"),
        ("灰流丽 (# X B)", "X"),
        ("(# H.灰流丽 B)", "灰流丽"),
        ("e\u0301e\u0301 (# X B)", "X"),
        ("😀 한글 ﾊﾝｶｸ X!", "X"),
        ("  indented: (# X B)", "X"),
    ],
)
def test_carets_stand_under_the_place(line: str, marked: str) -> None:
    assert under(line, marked) == marked


def test_tabs_become_blanks() -> None:
    assert shown("a\tb\tX", "X") == ("    a    b    X", "    " + " " * 10 + "^")
    assert shown("\tX", "X") == ("    X", "    ^")


@pytest.mark.parametrize(
    "hostile",
    [
        "\x1b[2J",
        "\x00",
        "\x07",
        "\x9b31m",
        "\u202e",
        "\u2066",
        "\u200b",
        "\ufeff",
        "\u2028",
        "\r",
        "\ud800",
        "\U000e0041",
    ],
)
def test_what_a_terminal_would_obey_is_written_out(hostile: str) -> None:
    line = f"a {hostile} X"
    item = Diagnostic(
        "Y101", "error", f"m {hostile}", Place(f"f{hostile}", 1, line.index("X") + 1, line), f"h {hostile}"
    )
    text = render(item)
    assert text.replace("\n", "").isprintable()
    excerpt, carets = text.splitlines()[1:3]
    assert excerpt.index("X") == carets.index("^")


def test_visible_leaves_names_alone() -> None:
    for name in ["Ash Blossom", "灰流丽", "蟲惑の園", "שלום", "a\u3000b", "naïve"]:
        assert visible(name) == name
    assert visible("a\tb\n") == "a\\tb\\n"


def test_long_lines_are_cut_around_the_place() -> None:
    excerpt, carets = shown("x" * 5_000 + "HERE" + "y" * 5_000_000, "HERE")
    assert excerpt == "    …" + "x" * 60 + "HERE" + "y" * 36 + "…"
    assert excerpt[carets.index("^") :][:4] == "HERE"
    assert under("灰" * 500 + "HERE" + "灰" * 500, "HERE") == "HERE"
    excerpt, carets = shown("(" + "z" * 500, "z" * 500)
    assert len(carets) <= 110 and excerpt.endswith("…")


def test_a_place_at_the_end_of_a_line_or_file() -> None:
    source = TextSource("f", "ab\r\n\ncd")
    assert source.place(2, 2) == Place("f", 1, 3, "ab", 1)
    assert source.place(4, 4) == Place("f", 2, 1, "", 1)
    assert source.place(0, 7) == Place("f", 1, 1, "ab", 2)
    assert source.place(7, 7) == Place("f", 3, 3, "cd", 1)
    assert render(Diagnostic("Y101", "error", "m", source.place(7, 7))).splitlines()[1:] == [
        "    cd",
        "      ^",
    ]
    assert render(Diagnostic("Y101", "error", "m", source.place(4, 4))) == "f:2:1: error[Y101]: m"


def test_errors_are_raised_together() -> None:
    diagnostics = Diagnostics()
    diagnostics.warning("Y401", "w", None)
    diagnostics.raise_errors()
    diagnostics.error("Y101", "e", None)
    with pytest.raises(DeckError, match=r"warning\[Y401\]: w\nerror\[Y101\]: e"):
        diagnostics.raise_errors()


def test_every_code_in_use_is_listed() -> None:
    root = Path(yisp.__path__[0])
    used = {
        code for file in root.rglob("*.py") for code in re.findall(r'"(Y\d{3})"', file.read_text("utf-8"))
    }
    assert used <= set(CODES), sorted(used - set(CODES))

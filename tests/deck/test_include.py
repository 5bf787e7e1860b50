"""``include``: functions from files of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import yisp
from yisp.deck.scripts import include
from yisp.lang.diagnostics import DeckError

DECK = """\
include: {include}
deck: {{cards: {{a: {{count: 5}}}}{define}}}
simulate:
  tests:
    t:
      start-card: 2
      header: '(gain (twice 3))'
      combos: {{x: {{condition: '(== score {score})'}}}}
"""

FUNCTIONS = """\
// for every deck
(define (gain x) (= score (+ score (muldiv x 3 2 up))));
(define (twice n) (* n 2))  // a number
"""


def written(
    folder: Path, functions: str, include: str = "lib.yisp", define: str = "", score: int = 9
) -> Path:
    (folder / "lib.yisp").write_text(functions)
    deck = folder / "deck.yml"
    deck.write_text(DECK.format(include=include, define=define, score=score))
    return deck


def success(deck: Path) -> float:
    return yisp.run(yisp.load(deck), count=1, seed=1).topics["t"].success.rate


def test_functions_of_a_file_can_be_called(tmp_path: Path) -> None:
    assert success(written(tmp_path, FUNCTIONS)) == 1


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    deck = written(tmp_path, FUNCTIONS)
    assert success(deck) == 1
    (tmp_path / "lib.yisp").write_text(FUNCTIONS.replace("(* n 2)", "(* n 4)"))
    assert success(deck) == 0


def test_what_the_deck_defines_is_preferred(tmp_path: Path) -> None:
    assert success(written(tmp_path, FUNCTIONS, define=", define: {twice(n): '(* n 10)'}", score=45)) == 1


@pytest.mark.parametrize(
    ("functions", "code", "line", "column"),
    [
        ("(define (gain x) (= score x));\n(= y 3)", "Y126", 2, 1),
        ("(define gain 3)", "Y126", 1, 1),
        ("(define (if x) 2)", "Y126", 1, 10),
        ("(define (gain X) 2)", "Y126", 1, 15),
        ("(define (gain x x) 2)", "Y126", 1, 17),
        ("(define (gain x) x);(define (gain y) y)", "Y126", 1, 30),
        ("(define (gain x) (twice x));(define (twice x) (gain x))", "Y127", 1, 48),
        ("(define (gain x) (foo x))", "Y101", 1, 19),
    ],
)
def test_mistakes_are_pointed_at_in_their_file(
    functions: str, code: str, line: int, column: int, tmp_path: Path
) -> None:
    with pytest.raises(DeckError) as error:
        yisp.load(written(tmp_path, functions))
    found = {
        (item.code, Path(item.place.file).name, item.place.line, item.place.column)
        for item in error.value.diagnostics
        if item.place is not None
    }
    assert (code, "lib.yisp", line, column) in found


@pytest.mark.parametrize("include", ["../lib.yisp", "/lib.yisp", "none.yisp", "nothing"])
def test_files_that_cannot_be_had(include: str, tmp_path: Path) -> None:
    with pytest.raises(DeckError) as error:
        yisp.load(written(tmp_path, FUNCTIONS, include=include))
    first = next(item for item in error.value.diagnostics if item.code == "Y016")
    assert first.place is not None
    assert (first.place.line, first.place.column) == (1, 10)


def test_a_notice_names_the_file_that_the_function_stands_in(tmp_path: Path) -> None:
    deck = written(tmp_path, "(define (gain x) (= score (/ x 0)));\n(define (twice n) (* n 2))")
    notice = yisp.run(yisp.load(deck), count=1, seed=1, method="sample").topics["t"].notices[0]
    assert (notice.code, notice.line, notice.column) == ("Y302", 1, 27)
    assert Path(notice.file).name == "lib.yisp"


def test_calls_of_functions_that_could_not_be_read_are_no_further_mistakes(tmp_path: Path) -> None:
    """Only the file is wrong, and a form that is given too little."""
    deck = written(tmp_path, FUNCTIONS, include="other.yisp", define=", define: {most: '(max)'}")
    with pytest.raises(DeckError) as error:
        yisp.load(deck)
    assert sorted(item.code for item in error.value.diagnostics) == ["Y016", "Y102"]


def test_files_that_are_too_many_are_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(include, "MOST", 2)
    (tmp_path / "more.yisp").write_text("(define (thrice n) (* n 3))")
    (tmp_path / "most.yisp").write_text("(define (fourfold n) (* n")
    assert yisp.load(written(tmp_path, FUNCTIONS, include="[lib.yisp, lib.yisp, more.yisp, lib.yisp]"))
    with pytest.raises(DeckError) as error:
        yisp.load(written(tmp_path, FUNCTIONS, include="[lib.yisp, more.yisp, most.yisp, none.yisp]"))
    assert [item.message for item in error.value.diagnostics] == ["more than 2 files are included"]

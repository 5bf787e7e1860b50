"""Workflow commands: their form, their escapes, and where a file lies in the checkout."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

import pytest

import yisp
from yisp.lang.diagnostics import DeckError
from yisp.report.files import workflow

COMMAND = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")
"""As the runner reads one: a `:` can only stand in a property if it is escaped."""


def read(line: str) -> tuple[str, dict[str, str], str]:
    """What GitHub makes of a command."""
    match = COMMAND.fullmatch(line)
    assert match, line
    properties = dict(one.split("=", 1) for one in match[2].split(","))
    return match[1], {key: unquote(value) for key, value in properties.items()}, unquote(match[3])


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


def test_the_form_is_githubs() -> None:
    found = workflow.command("error", "expectation failed", "rate >= 1", "decks/deck.yml", 3, 7)
    assert found == "::error file=decks/deck.yml,line=3,col=7,title=expectation failed::rate >= 1"


@pytest.mark.parametrize(
    "text", ["a,b", "a:b", "100%", "%0A", "two\nlines", "a\r\nb", "::error::x", "a=b", "灯"]
)
def test_whatever_is_said_comes_back(text: str) -> None:
    line = workflow.command("warning", text, text, text, 1, 1)
    assert len(line.splitlines()) == 1
    kind, properties, message = read(line)
    assert (kind, message) == ("warning", text)
    assert properties == {"file": text, "line": "1", "col": "1", "title": text}


def test_the_escapes_are_those_that_github_asks_for() -> None:
    assert workflow.command("notice", "a:b,c", "a:b,c%\r\n") == "::notice title=a%3Ab%2Cc::a:b,c%25%0D%0A"


def test_what_is_no_text_is_written_out() -> None:
    line = workflow.command("error", "x", "\x1b[2J\u2028\x85")
    assert line.isprintable()


@pytest.mark.parametrize("file", [None, "<stdin>"])
def test_without_a_file_there_is_no_place(file: str | None) -> None:
    assert workflow.command("error", "x", "y", file, 3, 4) == "::error title=x::y"


def test_a_file_is_named_from_the_root_of_the_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "decks").mkdir()
    monkeypatch.chdir(tmp_path / "decks")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    assert "file=decks/deck.yml," in workflow.command("error", "x", "y", "deck.yml", 1)
    assert "file=../../a.yml," in workflow.command("error", "x", "y", "../../a.yml", 1)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path / "deck"))
    assert "file=deck.yml," in workflow.command("error", "x", "y", "deck.yml", 1)


DECK = """
deck: {cards: {a: {count: 3}, 'b,%': {count: 37, program: '@;(# X B);(# D.zzz.1 H)'}}}
simulate:
  tests:
    "t: one":
      exec-program: true
      combos: {A: {hand: [a]}}
      expect: ["rate >= 0.9", "A > 0.1"]
"""


def test_mistakes_and_doubts_of_a_deck() -> None:
    with pytest.raises(DeckError) as error:
        yisp.loads(DECK.replace("(# X B)", "(# X B").replace("combos", "comboz"), "deck.yml")
    found = [read(workflow.problem(item)) for item in error.value.diagnostics]
    assert [(kind, properties["title"]) for kind, properties, _ in found] == [
        (item.severity, item.code) for item in error.value.diagnostics
    ]
    assert {"error", "warning"} == {kind for kind, _, _ in found}
    ((_, properties, message),) = [one for one in found if one[1]["title"] == "Y104"]
    assert (properties["file"], properties["line"]) == ("deck.yml", "2")
    assert "\nhelp: " in message


def test_doubts_of_a_program_are_those_of_its_deck() -> None:
    deck = yisp.loads(DECK, "deck.yml")
    program = yisp.compile_deck(deck)
    assert [workflow.problem(one) for one in program.warnings] == [
        workflow.problem(one) for one in deck.diagnostics
    ]
    again = type(program).from_data(program.to_data())
    assert [one.to_data() for one in again.warnings] == [one.to_data() for one in program.warnings]
    unseeded = again.topics[0].unseeded
    assert unseeded is not None
    assert read(workflow.problem(unseeded))[:2] == (
        "warning", {"file": "deck.yml", "line": "8", "col": "17", "title": "Y430"},
    )  # fmt: skip


@pytest.mark.filterwarnings("ignore::yisp.PlayWarning")
def test_failures_and_notices_of_a_result() -> None:
    result = yisp.run(yisp.loads(DECK, "deck.yml"), seed=7)
    (failure,) = map(read, workflow.failures(result))
    assert failure[:2] == (
        "error", {"file": "deck.yml", "line": "8", "col": "17", "title": "expectation failed"},
    )  # fmt: skip
    assert failure[2].startswith("rate >= 0.9\ntopic t: one: the value is 0.3375506")
    (notice,) = map(read, workflow.noticed(result))
    assert notice[:1] == ("notice",)
    assert (notice[1]["title"], notice[1]["line"]) == ("Y301", "2")
    assert notice[2].startswith(
        "a move found no card: b,%, effect 0: (# D.zzz.1 H)\ntopic t: one: with probability"
    )

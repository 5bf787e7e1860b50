"""What is asked for on the command line reaches what it is for, in every command that takes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from commanding import TEN_LINES, Said, objects, saved, yispc

from yisp.compile.builds import native

EVERY = {
    "run": [],
    "compare": ["--with", "lamp=4", "--topic", "opening"],
    "sensitivity": ["--topic", "hands"],
    "sweep": ["--vary", "lamp=4,5", "--jobs", "1"],
    "tune": ["--only", "lamp", "--only", "rest", "--jobs", "1", "--look", "10"],
    "odds": ["--hand", "scout"],
    "report": ["--out", "one.html"],
    "plot": ["--out", "one.svg"],
    "why": [],
}
"""Commands that run decks, each with what it asks for besides."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    saved(tmp_path, TEN_LINES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be drawn; nothing is, which would take matplotlib."""
    found: list[Any] = []

    def draw(results: list[Any], path: str) -> list[str]:
        found.extend(results)
        return ["some names have no font"]

    monkeypatch.setattr("yisp.cli.showing.plot.draw", draw)
    return found


def ran(command: str, *words: str) -> Said:
    return yispc(command, "deck.yml", *EVERY[command], "--count", "20", *words)


@pytest.mark.parametrize("command", [command for command in EVERY if command != "why"])
def test_a_target_that_cannot_be_had_is_said_by_whoever_asks_for_it(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise native.BuildError("there is no compiler")

    monkeypatch.setattr(native, "Build", fails)
    monkeypatch.setattr(native, "load_cached", lambda *_: None)
    said = ran(command, "--target", "native")
    assert said.code == 0 and "running in python, which is slower: there is no compiler" in said.err
    assert "no compiler" not in ran(command, "--target", "python").err


def figures(said: Said) -> Any:
    """All that JSON says but times."""
    (told,) = objects(said)
    return {name: one for name, one in told.items() if name != "seconds"}


@pytest.mark.parametrize("command", ["run", "compare", "sensitivity", "sweep", "tune", "odds", "why"])
def test_the_seed_decides_and_quiet_is_quiet(command: str) -> None:
    ways = [("--seed", "5"), ("--seed", "5", "--quiet"), ("--seed", "6"), ()]
    one, quiet, other, own = (ran(command, "--json", *words) for words in ways)
    found = figures(one)
    assert found["seed"] == 5 and figures(own)["seed"] == 7
    assert figures(quiet) == found and quiet.err == ""
    assert json.dumps({**figures(other), "seed": 5}) != json.dumps(found)


@pytest.mark.parametrize(
    "command", ["compare", "sensitivity", "sweep", "odds", "plot", "report", "run", "tune"]
)
def test_where_there_is_no_exact_answer_that_is_said(command: str, folder: Path) -> None:
    """Of sweeps and of tuning it is said where the deck stands."""
    looking = TEN_LINES.replace("opening:\n", "opening:\n      policy: staged-search\n")
    saved(folder, looking.replace("'@;(# X B)", "'[1]@;(# X B)"))
    words = [word for word in EVERY[command] if word not in ("hands", "--topic", "opening")]
    count = [] if command == "sensitivity" else ["--count", "20"]
    said = yispc(command, "deck.yml", *words, *count, "--topic", "opening", "--method", "exact")
    assert said.code == 1 and "it looks ahead in the world of each trial" in said.out + said.err
    assert ("opening, played by staged-search, has no exact answer" in said.err) is (
        command not in ("sweep", "tune")
    )


@pytest.mark.parametrize("command", ["run", "compare", "sensitivity", "sweep", "tune"])
def test_results_have_one_form(command: str) -> None:
    said = ran(command, "--json", "--markdown")
    assert (said.code, said.out) == (2, "")
    assert "--json and --markdown are two forms of the same results" in said.err


WRITES = {
    "run": ["--csv", "--plot", "--records", "--junit"],
    "compare": ["--csv", "--plot"],
    "sensitivity": ["--csv", "--plot"],
    "sweep": ["--csv", "--plot", "--journal"],
    "tune": ["--csv", "--journal"],
    "why": ["--csv", "--plot"],
}
"""Options that name a file which is written, by command."""


@pytest.mark.parametrize(
    ("command", "option"), [(one, to) for one, several in WRITES.items() for to in several]
)
def test_what_cannot_be_written_is_refused_before_anything_is_done(command: str, option: str) -> None:
    """The deck that is read, and a file of no kind that can be."""
    said = ran(command, option, "deck.yml")
    assert (said.code, said.out) == (2, "") and "deck.yml" in said.err
    assert Path("deck.yml").read_text() == TEN_LINES
    if option not in ("--journal", "--junit"):
        said = ran(command, option, "a.doc")
        assert (said.code, said.out) == (2, "") and "a.doc" in said.err

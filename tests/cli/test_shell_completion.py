"""What the Tab key proposes in a shell, asked for as bash asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from commanding import process

from yisp.cli.app import app

TOPIC = "{start-card: 1, combos: {c: {hand: [a]}}}"
DECK = f"deck: {{cards: {{a: {{}}}}}}\nsimulate: {{tests: {{opening: {TOPIC}, other: {TOPIC}}}}}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder with decks, a script, a folder and something else in it."""
    files = {"mine.yml": DECK, "mine.txt": "", "mine.yisp": "1", "broken.yml": "deck: [", ".own.yml": DECK}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "third.yaml").write_text(DECK, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def proposed(line: str) -> list[str]:
    """What is proposed for the last word of a line."""
    _, *words, last = line.split(" ")
    made = ShellComplete(app, {}, "yispc", "_YISPC_COMPLETE")
    return [one.value for one in made.get_completions(words, last)]


def asked_by_bash(line: str) -> list[str]:
    """The same, by a process, as bash asks."""
    words = line.split(" ")
    asked = {"_YISPC_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    said = process(**asked)
    assert (said.code, said.err) == (0, "")
    return [row.partition(",")[2] for row in said.out.splitlines() if row]


def test_the_script_for_a_shell_is_all_that_is_printed() -> None:
    said = process(_YISPC_COMPLETE="bash_source")
    assert (said.code, said.err) == (0, "")
    assert "_YISPC_COMPLETE=bash_complete" in said.out


def test_commands_files_and_packaged_decks() -> None:
    assert proposed("yispc ru") == ["run"]
    assert proposed("yispc m") == [
        "mine.yisp",
        "mine.yml",
        "more/",
        "mahjong",
        "mahjong-0",
        "mahjong-3",
        "mill",
    ]
    assert "opening" in proposed("yispc run op")
    assert asked_by_bash("yispc run op") == proposed("yispc run op")


def test_files_that_fit_the_command() -> None:
    assert proposed("yispc run mi") == ["mine.yisp", "mine.yml", "mill"]
    assert proposed("yispc check mi") == ["mine.yml", "mill"]
    assert proposed("yispc trace more/") == ["more/third.yaml"]
    assert proposed("yispc check nowhere/") == []
    assert proposed("yispc check ./") == ["./broken.yml", "./mine.yml", "./more/"]
    assert proposed("yispc check .o") == [".own.yml"]


def test_topics_of_the_deck_in_the_line() -> None:
    assert proposed("yispc run mine.yml --topic ") == ["opening", "other"]
    assert proposed("yispc trace mine.yml --topic ot") == ["other"]
    assert proposed("yispc trace broken.yml --topic ") == []
    assert proposed("yispc trace nowhere.yml --topic ") == []
    assert proposed("yispc mine.yml --topic op") == ["opening"]
    assert proposed("yispc trace - --topic ") == []
    assert proposed("yispc compare more/third.yaml mine.yml --topic ") == ["opening", "other"]
    assert proposed("yispc run -v --topic op") == []


def test_a_shell_that_nobody_knows() -> None:
    assert process(_YISPC_COMPLETE="none_complete").code == 1

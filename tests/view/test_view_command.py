"""The command line of `yispc view`: what it takes, and what it says where it cannot serve."""

from __future__ import annotations

import asyncio
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from commanding import COMMAND, process
from serving import DECK, Server, served, tab


def welcomed(server: Server) -> Any:
    async def talk() -> Any:
        async with tab(server) as page:
            return await page.hear(), await page.result(0)

    return asyncio.run(talk())


def test_without_a_deck_an_empty_text_which_the_page_begins(tmp_path: Path) -> None:
    async def talk(server: Server) -> Any:
        async with tab(server) as page:
            return await page.until("welcome")

    with served("--lang", "zh", cwd=tmp_path) as server:
        welcome = asyncio.run(talk(server))
    assert (welcome["language"], welcome["file"], welcome["text"]) == ("zh", "deck.yml", "")
    assert welcome["writable"] and list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_seed_is_the_one_given_else_the_decks(tmp_path: Path) -> None:
    (tmp_path / "deck.yml").write_text(DECK.replace("simulate:", "simulate:\n  seed: 11"), encoding="utf-8")
    with served("deck.yml", "--seed", "5", cwd=tmp_path) as server:
        assert welcomed(server)[1]["result"]["seed"] == 5
    with served("deck.yml", cwd=tmp_path) as server:
        assert welcomed(server)[1]["result"]["seed"] == 11


@pytest.mark.slow
def test_files_of_its_folder_unless_that_is_refused(tmp_path: Path) -> None:
    (tmp_path / "base.yml").write_text(DECK, encoding="utf-8")
    (tmp_path / "deck.yml").write_text("extends: base.yml\n", encoding="utf-8")

    async def talk(server: Server) -> Any:
        async with tab(server) as page:
            return await page.until("diagnostics")

    with served("deck.yml", cwd=tmp_path) as server:
        assert asyncio.run(talk(server))["items"] == []
    with served("deck.yml", "--no-files", cwd=tmp_path) as server:
        assert [item["code"] for item in asyncio.run(talk(server))["items"]] == ["Y016"]


def test_a_port_that_is_chosen(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = process("view", "new.yml", "--port", str(port), "--no-browser", cwd=tmp_path)
        assert said.code == 2
        assert f"127.0.0.1:{port} cannot be listened at" in said.err
    with served("new.yml", "--port", str(port), cwd=tmp_path) as server:
        assert server.host == f"127.0.0.1:{port}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["nothing"], 1, "there is no file"),
        (["none/deck.yml"], 1, "there is no folder"),
        (["."], 1, "is a folder"),
        (["data.yml"], 2, "not UTF-8"),
        (["new.yml", "--seed", "-1"], 2, "a seed is a whole number"),
        (["new.yml", "--port", "70000"], 2, "70000"),
        (["new.yml", "--time-limit", "x"], 2, "time"),
        (["new.yml", "--host", "0.0.0.0"], 2, "--allow-remote"),
        (["new.yml", "--host", "nowhere.invalid", "--allow-remote"], 2, "cannot be listened at"),
    ],
)
def test_what_cannot_be_served(words: list[str], code: int, part: str, tmp_path: Path) -> None:
    (tmp_path / "data.yml").write_bytes(b"\xff\xfe\x00")
    said = process("view", *words, "--no-browser", cwd=tmp_path)
    assert (said.code, said.out) == (code, "")
    assert part in said.err and "Traceback" not in said.err


def test_without_its_extra_it_says_what_is_missing(tmp_path: Path) -> None:
    hidden = "import sys; sys.modules['uvicorn'] = None; from yisp.cli.start import main; main()"
    said = process("view", "new.yml", command=(sys.executable, "-c", hidden), cwd=tmp_path)
    assert said.code == 2
    assert said.err.count("\n") == 1 and "pip install '.[view]'" in said.err


def test_nothing_of_it_is_imported_by_other_commands(tmp_path: Path) -> None:
    (tmp_path / "deck.yml").write_text(DECK, encoding="utf-8")
    shown = "import sys; sys.argv[1:] = ['run', 'deck.yml']; from yisp.cli import start\n"
    shown += "try: start.main()\nfinally: print(*(name for name in sys.modules), file=sys.stderr)"
    said = process(command=(sys.executable, "-c", shown), cwd=tmp_path)
    assert said.code == 0
    assert not {"starlette", "uvicorn", "asyncio", "yisp.view"} & set(said.err.split())


def test_help_says_what_it_does() -> None:
    said = process("view", "--help", command=COMMAND)
    assert said.code == 0 and "--allow-remote" in said.out and "browser" in said.out


@pytest.mark.parametrize(("name", "opened"), [("firefox", True), ("w3m", False), (None, False)])
def test_a_browser_is_opened_but_none_in_the_terminal(
    name: str | None, opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading
    import webbrowser

    from yisp.cli.view import _open

    seen: list[str] = []
    done = threading.Event()

    class Browser:
        def __init__(self, name: str) -> None:
            self.name = name

        def open(self, address: str) -> None:
            seen.append(address)
            done.set()

    def get() -> Browser:
        if name is None:
            raise webbrowser.Error
        return Browser(name)

    monkeypatch.setattr(webbrowser, "get", get)
    _open("http://127.0.0.1:1/")
    if opened:
        assert done.wait(300)
    assert seen == (["http://127.0.0.1:1/"] if opened else [])


def test_a_system_without_process_groups_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import os

    from yisp.cli.view import command

    monkeypatch.delattr(os, "killpg")
    assert command.main([str(tmp_path / "new.yml"), "--no-browser"], standalone_mode=False) == 2
    assert "cannot start the processes" in capsys.readouterr().err

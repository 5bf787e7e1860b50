"""The command line of `yispc view`: what it takes, and what it says where it cannot serve."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commanding import COMMAND, process, yispc
from serving import DECK, Server, served, tab

import yisp
from yisp.cli.decks import lacks
from yisp.view.pool import CannotStart
from yisp.view.saving import DeckFile
from yisp.view.server import Serving


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


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["nothing"], 1, "there is no file"),
        (["none/deck.yml"], 1, "there is no folder"),
        (["."], 1, "is a folder"),
        (["data.yml"], 2, "not UTF-8"),
        (["new.yml", "--seed", "-1"], 2, "a whole number from 0 to 2^53 - 1"),
        (["new.yml", "--port", "70000"], 2, "70000"),
        (["new.yml", "--time-limit", "x"], 2, "time"),
        (["new.yml", "--host", "0.0.0.0"], 2, "--allow-remote"),
        (["new.yml", "--host", "nowhere.invalid", "--allow-remote"], 2, "cannot be listened at"),
    ],
)
def test_what_cannot_be_served(
    words: list[str], code: int, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data.yml").write_bytes(b"\xff\xfe\x00")
    monkeypatch.chdir(tmp_path)
    said = yispc("view", *words, "--no-browser")
    assert (said.code, said.out) == (code, "")
    assert part in said.err and "Traceback" not in said.err


Served = tuple[DeckFile, Serving]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Served]:
    """What would be served; nothing is, but its address is told."""
    found: list[Served] = []

    def serve(file: DeckFile, serving: Serving, started: Callable[[str], None]) -> None:
        found.append((file, serving))
        started("http://there/")

    monkeypatch.setattr("yisp.view.server.serve", serve)
    monkeypatch.setattr("yisp.cli.showing.view._open", lambda address: print(f"opened {address}"))
    monkeypatch.chdir(tmp_path)
    return found


def test_what_is_served_where_and_within_which_limits(asked: list[Served], tmp_path: Path) -> None:
    (tmp_path / "deck.yml").write_text(DECK, encoding="utf-8")
    said = yispc("view", "deck.yml")
    assert said == (0, "deck.yml is here, until Ctrl-C ends it:\nhttp://there/\nopened http://there/\n", "")
    yispc(
        *[
            "view",
            "deck.yml",
            "--port",
            "9",
            "--seed",
            "5",
            "--time-limit",
            "3s",
            "--memory-limit",
            "2M",
            "--no-files",
        ]
    )
    yispc(*["view", "deck.yml", "--time-limit", "1h", "--no-browser"])
    given = [serving for _, serving in asked]
    assert given == [
        Serving(port=0, seconds=60.0, patience=10.0, memory=2**30),
        Serving(port=9, alone=True, seed=5, seconds=3.0, patience=3.0, memory=2 * 2**20),
        Serving(seconds=3600.0, patience=10.0, memory=2**30),
    ]
    assert all(file.read()[0] == DECK and file.path == str(tmp_path / "deck.yml") for file, _ in asked)


def test_the_world_is_let_in_with_a_word_about_it(asked: list[Served]) -> None:
    said = yispc("view", "--host", "::", "--allow-remote", "--no-browser")
    assert "Other machines that reach :: can use this server" in said.err and "opened" not in said.out
    assert asked[0][1].host == "::"


def test_the_file_that_is_saved_to(asked: list[Served], tmp_path: Path) -> None:
    """None for a shared text, and for a packaged deck however it is named."""
    (tmp_path / "deck.yml").write_text(DECK, encoding="utf-8")
    (tmp_path / "deck-2.yml").write_text(DECK, encoding="utf-8")
    (tmp_path / "mill").write_text(DECK, encoding="utf-8")  # which is the name of a packaged one, too
    packaged = Path(yisp.__file__).parent / "games" / "opening.yml"
    text = packaged.read_text(encoding="utf-8")
    for words, name, path, holds, confirmed in (
        (["deck.yml"], "deck.yml", tmp_path / "deck.yml", DECK, False),
        ([], "deck-3.yml", tmp_path / "deck-3.yml", "", False),
        (["mine.yaml"], "mine.yaml", tmp_path / "mine.yaml", "", False),
        (["opening"], "opening.yml", None, text, False),
        (["mill"], "mill", tmp_path / "mill", DECK, False),
        ([str(packaged)], str(packaged), None, text, False),
        (["-"], "<stdin>", None, "deck: [", True),
    ):
        assert yispc("view", *words, "--no-browser", stdin=b"\xef\xbb\xbfdeck: [").code == 0
        file, serving = asked.pop()
        found = None if path is None else str(path)
        assert (file.name, file.path, file.read()[0], serving.confirm) == (name, found, holds, confirmed)
    said = yispc("view", "-", stdin=b" \n")
    assert said.code == 2 and "there is nothing on the standard input" in said.err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            OSError(98, "Address already in use"),
            "yispc: 127.0.0.1:0 cannot be listened at: Address already in use\n",
        ),
        (CannotStart("no room"), "yispc: no process can be started: no room\n"),
    ],
)
def test_what_ends_serving_is_said(error: Exception, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def serve(*_: object) -> None:
        raise error

    monkeypatch.setattr("yisp.view.server.serve", serve)
    assert yispc("view", "--no-browser") == (2, "", said)


def test_without_its_extra_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "yisp.view.server")
    said = yispc("view", "new.yml")
    assert said.code == 2
    assert said.err.count("\n") == 1 and "pip install '.[view]'" in said.err


def test_only_what_is_not_installed_is_said_to_be_missing() -> None:
    assert lacks(ImportError(name="uvicorn.protocols"), "starlette", "uvicorn")
    assert not lacks(ImportError(name="yisp.view"), "starlette", "uvicorn")
    assert not lacks(ImportError(), "starlette")


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

    from yisp.cli.showing.view import _open

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
    from yisp import system
    from yisp.cli.app import run_app

    monkeypatch.setattr(system, "HAS_PROCESSES", False)
    assert run_app(["view", str(tmp_path / "new.yml"), "--no-browser"]) == 2
    assert "cannot start the processes" in capsys.readouterr().err

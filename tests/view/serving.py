"""A real server on a free port of this machine, and tabs that talk to it, for tests.

Nothing waits for a clock: a tab waits for messages, and ``PATIENCE`` guards against hanging.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from yisp.children import FOLDER

sys.path.append(str(Path(__file__).parents[1] / "cli"))  # where the helpers for processes are
from commanding import COMMAND, PATIENCE, environment, hear_signals

websockets = pytest.importorskip("websockets", reason="`yispc view` needs the extra `view`")
pytest.importorskip("starlette", reason="`yispc view` needs the extra `view`")
pytest.importorskip("uvicorn", reason="`yispc view` needs the extra `view`")

DECK = """\
deck:
  size: 40
  cards:
    scout: {count: 3, attribute: [start]}
    lamp: {count: 2}
    gate: {count: 2, program: '@;(# X B);(# D.scout.1 H)'}
    rest: {count: -1}
simulate:
  tests:
    opening: {exec-program: true, combos: {one: {hand: [a:start]}}, stats: {milled: '|B|'}}
    hands: {combos: {both: {hand: [scout, lamp]}}}
"""
"""A deck whose topics have exact answers at once."""

SAMPLED = DECK.replace("opening: {", "opening: {method: sample, ").replace(
    "hands: {", "hands: {method: sample, "
)
"""The same by trials."""

ENDLESS = """\
deck: {cards: {a: {count: 40, program: '[1]@;(while 1 (= x (+ x 1)))'}}}
simulate:
  limits: {steps: 1000000000}
  tests: {t: {exec-program: true, method: sample, combos: {A: {hand: [a]}}}}
"""
"""A deck of which one trial takes minutes."""


class Server(NamedTuple):
    """A running `yispc view`."""

    process: subprocess.Popen[str]
    host: str
    token: str

    @property
    def address(self) -> str:
        return f"http://{self.host}/"

    @property
    def page(self) -> str:
        """What a browser is to open."""
        return f"{self.address}?token={self.token}"

    @property
    def socket(self) -> str:
        return f"ws://{self.host}/live?token={self.token}"


@contextmanager
def served(
    *words: str,
    cwd: Path,
    stdin: str = "",
    command: Sequence[str] = COMMAND,
    language: str = "en",
    **variables: str,
) -> Iterator[Server]:
    """`yispc view` with those words, until the context is left; then it has ended without a traceback."""
    process = subprocess.Popen(
        [*command, "view", "--lang", language, *words, "--no-browser"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd,
        env=environment(**variables), preexec_fn=hear_signals,
    )  # fmt: skip
    try:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(stdin)
        process.stdin.close()
        said = process.stdout.readline() + process.stdout.readline()
        match = re.search(r"^http://(\S+)/\?token=([\w-]+)$", said, re.MULTILINE)
        assert match is not None, (said, process.stderr.read() if process.stderr else "")
        yield Server(process, match[1], match[2])
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(PATIENCE)
        finally:
            process.kill()
            process.wait()
        assert process.stderr is not None
        said = process.stderr.read()
        process.stderr.close()
        process.stdout.close()
        assert "Traceback" not in said, said


class Tab:
    """A page, as the server sees it."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self._asked = 0

    async def say(self, type_: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": type_, **fields}))

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        assert isinstance(message, dict)
        self.heard.append(message)
        return message

    async def until(
        self, kind: str, suits: Callable[[dict[str, Any]], object] = lambda _: True
    ) -> dict[str, Any]:
        """The next message of that type that suits."""
        while True:
            message = await self.hear()
            if message["type"] == kind and suits(message):
                return message

    async def edit(self, revision: int, text: str) -> None:
        await self.say("edit", revision=revision, text=text)

    async def result(self, revision: int, *states: str) -> dict[str, Any]:
        """The next result of that revision, in one of those states."""
        return await self.until(
            "result", lambda one: one["revision"] == revision and (not states or one["state"] in states)
        )

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The reply to a question."""
        self._asked += 1
        number = self._asked
        await self.say(kind, id=number, **fields)
        return await self.until("reply", lambda one: one["id"] == number)


@asynccontextmanager
async def tab(server: Server, **options: Any) -> AsyncIterator[Tab]:
    """A new tab; what the server says first has not been heard."""
    given = {"origin": f"http://{server.host}", "max_size": None, "open_timeout": PATIENCE, **options}
    async with websockets.connect(server.socket, **given) as socket:
        yield Tab(socket)


def folders_of_children(where: str | None = None) -> list[str]:
    """The folders that processes of ours have for their temporary files."""
    return [name for name in os.listdir(where or tempfile.gettempdir()) if name.startswith(FOLDER)]

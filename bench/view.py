"""``python -m bench.view``: how soon ``yispc view`` serves, and how soon an edit shows new numbers.

What goes out: two tables.  In the first, a tab changes one card's count after another, each time to a text
that nobody has asked about, and waits for its first numbers (exact, or a first estimate).  In the second,
tabs make a hundred edits a second each, whether or not they are answered.  Decks are the words of the
command, or those in ``../shared/decks`` when they are there, or some packaged ones.  The cache is fresh.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import websockets

from .studies import show
from .tasks import ROOT
from .words import decks_of

EDITS, REST = 24, 0.25  # seconds between them
TABS, HASTY_EDITS, HASTE = 20, 100, 0.01
PATIENCE = 60
PACKAGED = ("opening", "pots", "mill", "graveyard")
COUNT = re.compile(r"count: *(\d+)")


class Server(NamedTuple):
    process: subprocess.Popen[str]
    host: str
    token: str
    seconds: float
    """Until it said where it is."""

    @property
    def page(self) -> str:
        return f"http://{self.host}/?token={self.token}"

    def tab(self) -> Any:
        address = f"ws://{self.host}/live?token={self.token}"
        return websockets.connect(address, origin=websockets.Origin(f"http://{self.host}"), max_size=None)


@contextmanager
def served(deck: str) -> Iterator[Server]:
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "yisp", "view", deck, "--no-browser", "--lang", "en"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        found = (re.search(r"http://(\S+)/\?token=(\S+)", line) for line in process.stdout)
        host, token = next(match for match in found if match).groups()
        yield Server(process, host, token, time.perf_counter() - began)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)
        process.stdout.close()


def edits(text: str, beginning: int = 0) -> Iterator[str]:
    """The text with other counts: one card's, the next one's, and so on, no text twice for long."""
    places = list(COUNT.finditer(text))
    for number in range(beginning, sys.maxsize):
        place = places[number % len(places)]
        count = int(place[1]) + 1 + number // len(places) % 3
        yield f"{text[: place.start(1)]}{count}{text[place.end(1) :]}"


async def until_numbers(socket: Any, revision: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            said = json.loads(await socket.recv())
            if said["type"] == "result" and said["revision"] == revision:
                return


async def latencies(server: Server) -> tuple[float, list[float]]:
    """Seconds until the first numbers of the deck, and of each edit."""
    began = time.perf_counter()
    async with server.tab() as socket:
        text = json.loads(await socket.recv())["text"]
        await until_numbers(socket, 0)
        first, found = time.perf_counter() - began, []
        for revision, changed in zip(range(1, EDITS + 1), edits(text), strict=False):
            await asyncio.sleep(REST)
            began = time.perf_counter()
            await socket.send(json.dumps({"type": "edit", "revision": revision, "text": changed}))
            await until_numbers(socket, revision)
            found.append(time.perf_counter() - began)
    return first, found


async def hasty(server: Server, number: int) -> float:
    """Seconds from a tab's last edit to its answer."""
    async with server.tab() as socket:
        text = json.loads(await socket.recv())["text"]

        async def type_fast() -> float:
            began = time.perf_counter()
            for revision, changed in zip(range(1, HASTY_EDITS + 1), edits(text, number), strict=False):
                await socket.send(json.dumps({"type": "edit", "revision": revision, "text": changed}))
                await asyncio.sleep(max(0.0, began + revision * HASTE - time.perf_counter()))
            return time.perf_counter()

        typing = asyncio.create_task(type_fast())
        await until_numbers(socket, HASTY_EDITS)
        return time.perf_counter() - await typing


async def of_many_tabs(server: Server) -> list[float]:
    return sorted(await asyncio.gather(*(hasty(server, number) for number in range(TABS))))


def children(server: Server) -> list[str]:
    return Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()


def decks(words: list[str]) -> list[str]:
    """Those that were named; else those beside the checkout, or some packaged ones."""
    shared = ROOT.parent / "shared" / "decks"
    return words or [str(path) for path in sorted(shared.glob("*.yml"))] or list(PACKAGED)


def ms(seconds: float) -> str:
    return f"{seconds * 1e3:.0f} ms"


def main() -> None:
    measured = decks(decks_of("bench.view", __doc__))
    one, many, everything = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["YISP_CACHE_DIR"] = folder
        for deck in measured:
            with served(deck) as server:
                first, found = asyncio.run(latencies(server))
            everything += found
            one.append(
                [Path(deck).stem, ms(server.seconds), ms(first), ms(statistics.median(found)), ms(max(found))]
            )
            with served(deck) as server:
                found = asyncio.run(of_many_tabs(server))
                workers = children(server)
            left = [number for number in workers if Path(f"/proc/{number}").exists()]
            many.append(
                [
                    Path(deck).stem,
                    ms(statistics.median(found)),
                    ms(found[-1]),
                    str(len(workers)),
                    str(len(left)),
                ]
            )
    show(["a tab", "serves after", "first numbers", "an edit, median", "worst"], one)
    print(f"all edits: median {ms(statistics.median(everything))}\n")
    head = [
        f"{TABS} tabs, {HASTY_EDITS} edits each",
        "last answer, median",
        "worst",
        "processes",
        "left behind",
    ]
    show(head, many)


if __name__ == "__main__":
    main()

"""The routes of the server, its start and its end.

What comes in: a deck's file, and how it is to be served (:class:`Serving`).  What goes out: a page, its
parts, pictures of cards, and a socket for each tab (``protocol``); nothing else has an address.
The server listens until it is interrupted; then all ends at once, and so does every process that it started.

Not handled: which deck that is, and what the command line says about it (``cli``).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from html import escape
from typing import Any, NamedTuple

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..messages import language, told
from ..page.catalogue import page_messages
from ..page.document import BUILT
from ..page.pictures import Pictures
from ..simulate.request import cores
from ..simulate.seeds import fresh_seed
from . import protocol
from .guard import SOCKET_PATH, Guard, fresh_token, page_policy
from .pool import Pool
from .saving import DeckFile
from .session import Served
from .talk import Talk

PARTS = {"view.js": "text/javascript; charset=utf-8", "view.css": "text/css; charset=utf-8"}
"""What the page is made of, and all that can be had below ``/built``."""

MOST_TABS = 64

SLACK = 2**20
"""Bytes beyond the longest message that are still read, so that the page can be told that it is too long."""

TOO_MANY = 1013
"""The code with which a socket is closed where there are too many tabs."""


class Serving(NamedTuple):
    """How a deck is served: where, and within which limits.

    ``seconds`` is how long one version may be worked on, ``patience`` how long one piece of that may take,
    ``memory`` how many bytes a process may take for decks.
    """

    host: str = "127.0.0.1"
    port: int = 0
    alone: bool = False
    confirm: bool = False
    seed: int | None = None
    pictures: Pictures | None = None
    seconds: float = 60.0
    patience: float = 10.0
    memory: int = 2**30


EVERYWHERE = ("0.0.0.0", "::")
"""Addresses that stand for all that this machine has."""


def serve(file: DeckFile, serving: Serving, started: Callable[[str], None]) -> None:
    """Serve until somebody ends it: Ctrl-C raises KeyboardInterrupt, other signals what they do to the
    command.

    ``started`` is told the address as soon as it answers.  Raises OSError where it cannot be listened there,
    and :class:`~yisp.view.pool.CannotStart`.
    """
    with _listening(serving.host, serving.port) as listening:
        asyncio.run(_serve(file, serving, listening, started))


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        yield listening


def _own_address(family: socket.AddressFamily) -> str:
    """The address of this machine in its network: that from which it would reach any other one."""
    elsewhere, here = ("2001:db8::1", "::1") if family == socket.AF_INET6 else ("192.0.2.1", "127.0.0.1")
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way:
            way.connect((elsewhere, 9))  # an example's address: this chooses a way, and sends nothing
            found: str = way.getsockname()[0]
    except OSError:
        return here
    return found


async def _serve(
    file: DeckFile, serving: Serving, listening: socket.socket, started: Callable[[str], None]
) -> None:
    port = listening.getsockname()[1]
    everywhere = serving.host in EVERYWHERE
    name = _own_address(listening.family) if everywhere else serving.host
    host = (f"[{name}]:{port}" if ":" in name else f"{name}:{port}").lower()
    token = fresh_token()
    async with Pool(
        max(2, cores()), seconds=serving.seconds, patience=serving.patience, memory=serving.memory
    ) as pool:
        served = Served(
            file,
            alone=serving.alone,
            seed=serving.seed,
            fresh=fresh_seed(),
            confirm=serving.confirm,
            pictures=serving.pictures,
        )
        app = Guard(
            routes(served, pool),
            token=token,
            hosts={host},
            port=port,
            addresses=everywhere,
            open_paths={f"/built/{part}" for part in PARTS},
        )
        config = uvicorn.Config(
            app,
            loop="asyncio",
            http="h11",
            ws="websockets-sansio",
            ws_max_size=protocol.MOST_BYTES + SLACK,
            ws_max_queue=4,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            limit_concurrency=4 * MOST_TABS,
            timeout_graceful_shutdown=1,
        )
        server = _Server(config)
        with server.heard() as signals:
            serving_task = asyncio.create_task(server.serve([listening]))
            while not server.started and not serving_task.done():
                await asyncio.sleep(0.005)
            if server.started:
                started(f"http://{host}/?token={token}")
            await serving_task
    for number in signals:
        signal.raise_signal(number)


class _Server(uvicorn.Server):
    """One that ends at once: nobody's answer is worth waiting for when its process is to go."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # ``heard`` does that

    @contextlib.contextmanager
    def heard(self) -> Iterator[list[int]]:
        """While entered, signals end the server; gives those that were heard."""
        loop = asyncio.get_running_loop()
        signals: list[int] = []

        def end(number: int) -> None:
            signals[:] = [number]
            self.should_exit = self.force_exit = True

        handled = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
        before = {number: signal.getsignal(number) for number in handled}
        for number in handled:
            if before[number] != signal.SIG_IGN:
                loop.add_signal_handler(number, end, number)
        try:
            yield signals
        finally:
            for number in handled:
                if before[number] != signal.SIG_IGN:
                    loop.remove_signal_handler(number)
                    signal.signal(number, before[number])


def routes(served: Served, pool: Pool) -> Starlette:
    """The application, without its guard."""
    talks: set[Talk] = set()
    saving = asyncio.Lock()

    async def page(request: Request) -> Response:
        nonce, host = secrets.token_urlsafe(16), request.headers["host"]  # which the guard has looked at
        return HTMLResponse(_page(nonce), headers={"content-security-policy": page_policy(host, nonce)})

    async def part(request: Request) -> Response:
        name = request.path_params["name"]
        data = _built(name) if name in PARTS else None
        if data is None:
            return PlainTextResponse(told("There is nothing here.") + "\n", 404)
        return Response(data, media_type=PARTS[name])

    async def picture(request: Request) -> Response:
        card, known = request.query_params.get("card", ""), served.pictures
        found = None if known is None else await asyncio.to_thread(known.of, card)
        if found is None:
            return PlainTextResponse(told("There is nothing here.") + "\n", 404)
        return Response(found.data, media_type=found.media_type)

    async def live(socket: WebSocket) -> None:
        if len(talks) >= MOST_TABS:
            await socket.accept()
            sentence = told("There are {number} tabs open already.", number=MOST_TABS)
            await socket.send_text(protocol.written(protocol.trouble(sentence)))
            await socket.close(TOO_MANY)
            return
        await socket.accept()
        talk = Talk(served, pool, saving)
        talks.add(talk)
        try:
            await _converse(talk, socket, pool.capabilities)
        finally:
            talks.discard(talk)

    async def nothing(_: Request, __: Exception) -> Response:
        return PlainTextResponse(told("There is nothing here.") + "\n", 404)

    return Starlette(
        routes=[
            Route("/", page),
            Route("/built/{name}", part),
            Route(protocol.PICTURE_PATH, picture),
            WebSocketRoute(SOCKET_PATH, live),
        ],
        exception_handlers={404: nothing},
    )


async def _converse(talk: Talk, socket: WebSocket, capabilities: dict[str, Any]) -> None:
    """Let a tab say what it has to say, and tell it what there is to tell."""

    async def speak() -> None:
        while True:
            await socket.send_text(protocol.written(await talk.outbox.take()))

    speaking = asyncio.create_task(speak())
    try:
        talk.session.begin(page_messages(language()), capabilities)
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text")
            if data is None:
                talk.outbox.put(protocol.trouble(told("This message is not text, so it was left unread.")))
            elif len(data) > protocol.MOST_BYTES:
                talk.outbox.put(protocol.trouble(told("This message is too long, so it was left unread.")))
            else:
                await talk.read(data)
    except (WebSocketDisconnect, OSError):
        return
    finally:
        talk.close()
        speaking.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
            await speaking


def _page(nonce: str) -> str:
    there = all(_built(part) is not None for part in PARTS)
    missing = (
        "" if there else escape(told("The page was not built: run `npm run build` in the folder `web`."))
    )
    return f"""<!doctype html>
<html lang="{escape(language())}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Yisp</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/built/view.css">
</head>
<body>
<div id="page">{missing}</div>
<script src="/built/view.js" nonce="{nonce}"></script>
</body>
</html>
"""


def _built(name: str) -> bytes | None:
    """A part of the page, if it was built."""
    try:
        with open(os.path.join(BUILT, name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None

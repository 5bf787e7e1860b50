"""Who is let in, and what a browser may do with what it gets."""

from __future__ import annotations

import asyncio
import http.client
import socket
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from serving import DECK, Server, served, tab, websockets

from yisp.view.guard import Guard, fresh_token, page_policy
from yisp.view.protocol import MOST_BYTES
from yisp.view.server import PARTS, SLACK, routes


def get(server: Server, path: str, method: str = "GET", **headers: str) -> http.client.HTTPResponse:
    """What the server answers; the names of headers are written with `_` for `-`."""
    connection = http.client.HTTPConnection(server.host, timeout=300)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.putrequest(method, path, skip_host="Host" in given)
    for name, value in given.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    answer.text = answer.read().decode()  # type: ignore[attr-defined]
    connection.close()
    return answer


def test_the_page_and_its_parts(server: Server) -> None:
    page = get(server, f"/?token={server.token}")
    assert page.status == 200 and page.headers["content-type"] == "text/html; charset=utf-8"
    nonces = [part for part in page.text.split('"') if len(part) == 22]  # type: ignore[attr-defined]
    policy = page.headers["content-security-policy"]
    assert policy == page_policy(server.host, nonces[0])
    assert "unsafe" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert get(server, f"/?token={server.token}").headers["content-security-policy"] != policy
    for part, kind in PARTS.items():
        answer = get(server, f"/built/{part}")
        assert (answer.status, answer.headers["content-type"]) == (200, kind)


def test_what_every_answer_says(server: Server) -> None:
    for path in ("/", f"/?token={server.token}", "/built/view.js", "/nothing"):
        headers = get(server, path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
        assert headers["x-frame-options"] == "DENY"
        assert "content-security-policy" in headers
        assert not [name for name in headers if name.startswith("access-control")]
        assert "server" not in headers


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 403),
        ("/?token=", {}, 403),
        ("/?token=x", {}, 403),
        ("/?token=TOKEN&token=TOKEN", {}, 403),
        ("/?token=%ff", {}, 403),
        ("/?" + "&".join(f"a{i}" for i in range(500)), {}, 403),
        ("/?token=TOKEN", {"Host": "localhost:PORT"}, 421),
        ("/?token=TOKEN", {"Host": "127.0.0.1"}, 421),
        ("/?token=TOKEN", {"Host": "evil.example:PORT"}, 421),
        ("/?token=TOKEN", {"Host": "127.0.0.1:PORT.evil.example"}, 421),
        ("/?token=TOKEN", {"Origin": "http://evil.example"}, 403),
        ("/?token=TOKEN", {"Origin": "null"}, 403),
        ("/?token=TOKEN", {"Origin": "https://127.0.0.1:PORT"}, 403),
        ("/?token=TOKEN", {"Sec_Fetch_Site": "cross-site"}, 403),
        ("/?token=TOKEN", {"Sec_Fetch_Site": "same-site"}, 403),
        ("/?token=TOKEN", {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, 200),
        ("/?token=TOKEN", {"Sec_Fetch_Site": "none"}, 200),
        ("/?token=TOKEN", {"Origin": "http://127.0.0.1:PORT"}, 200),
        ("/built/view.js", {"Host": "evil.example:PORT"}, 421),
        ("/built/view.js", {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}, 403),
    ],
)
def test_who_is_let_in(path: str, headers: dict[str, str], status: int, server: Server) -> None:
    def filled(text: str) -> str:
        return text.replace("TOKEN", server.token).replace("PORT", server.host.rpartition(":")[2])

    answer = get(server, filled(path), **{name: filled(value) for name, value in headers.items()})
    assert answer.status == status
    if status != 200:
        text: str = answer.text  # type: ignore[attr-defined]
        assert text.endswith(".\n")
        assert server.token not in text and "scout" not in text and "Traceback" not in text


@pytest.mark.parametrize(
    "path",
    [
        "/deck.yml", "/built/", "/built/report.js", "/built/../view.js", "/built/%2e%2e/document.py",
        "/built/view.js/", "/built/view.js%00", "/..%2fdeck.yml", "//etc/passwd", "/live", "/favicon.ico",
    ],
)  # fmt: skip
def test_nothing_else_has_an_address(path: str, server: Server) -> None:
    answer = get(server, f"{path}?token={server.token}")
    assert answer.status in (307, 404)
    assert "scout" not in answer.text  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 200), ("/built/view.js", 200), ("/built/report.js", 404), ("/picture", 404), ("/deck.yml", 404)],
)
def test_what_is_not_there_is_said_to_be_not_there(path: str, status: int) -> None:
    """Behind the guard, without a server."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request"}

    async def send(message: Any) -> None:
        sent.append(message)

    asked = {"type": "http", "method": "GET", "path": path, "query_string": b""}
    asked["headers"] = [(b"host", b"here")]
    there: Any = SimpleNamespace(pictures=None)
    asyncio.run(routes(there, there)(asked, receive, send))
    assert sent[0]["status"] == status
    assert (sent[1]["body"] == b"There is nothing here.\n") == (status == 404)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_nothing_can_be_sent(method: str, server: Server) -> None:
    assert get(server, f"/?token={server.token}", method).status == 405


@pytest.mark.parametrize(
    "options",
    [
        {"origin": None},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"additional_headers": {"Host": "evil.example:80"}},
    ],
)
def test_no_socket_for_strangers(options: dict[str, Any], server: Server) -> None:
    async def talk() -> None:
        async with tab(server, **options) as page:
            await page.hear()

    with pytest.raises((websockets.InvalidStatus, websockets.InvalidMessage)):
        asyncio.run(talk())


def test_no_socket_without_the_token(server: Server) -> None:
    async def talk() -> None:
        async with tab(server._replace(token="x" * 43)) as page:
            await page.hear()

    with pytest.raises(websockets.InvalidStatus, match="403"):
        asyncio.run(talk())


def test_a_socket_only_where_there_is_one(server: Server) -> None:
    async def talk() -> None:
        address = f"ws://{server.host}/built/view.js?token={server.token}"
        async with websockets.connect(address, origin=f"http://{server.host}"):
            pass

    with pytest.raises(websockets.InvalidStatus):
        asyncio.run(talk())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "part"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "object with a `type`"),
        ('{"type": 1}', "object with a `type`"),
        ('{"type": "steal"}', "no message of the type"),
        ('{"type": "edit"}', "has a 'revision'"),
        ('{"type": "edit", "revision": "1", "text": ""}', "another kind"),
        ('{"type": "edit", "revision": true, "text": ""}', "another kind"),
        ('{"type": "edit", "revision": -1, "text": ""}', "another kind"),
        ('{"type": "edit", "revision": 1, "text": null}', "another kind"),
        ('{"type": "save", "id": 1, "text": "", "force": 1}', "another kind"),
        (b"\x00\xff\xfe", "not text"),
        ('{"type": "edit", "revision": 1, "text": "' + "x" * MOST_BYTES + '"}', "too long"),
    ],
)
def test_rubbish_is_told_so_and_harms_nobody(data: str | bytes, part: str, server: Server) -> None:
    async def talk() -> Any:
        async with tab(server) as page:
            await page.socket.send(data)
            said = await page.until("trouble")
            await page.edit(9, DECK)
            await page.result(9, "exact")
            return said

    said = asyncio.run(talk())
    assert part in said["sentence"] and said["revision"] is None


def test_a_message_beyond_all_bounds_ends_its_tab_alone(server: Server) -> None:
    async def talk() -> None:
        async with tab(server) as other:
            with pytest.raises(websockets.ConnectionClosed):
                async with tab(server) as page:
                    await page.socket.send("x" * (MOST_BYTES + SLACK + 1))
                    while True:
                        await page.hear()
            await other.edit(1, DECK)
            await other.result(1, "exact")

    asyncio.run(talk())


def test_bytes_that_are_no_request(server: Server) -> None:
    host, _, port = server.host.rpartition(":")
    for data in (b"\x16\x03\x01\x02\x00", b"GET / HTTP/1.1\r\n\r\n", b"GET " + b"/" * 100_000, b"\0" * 1000):
        with socket.create_connection((host, int(port)), timeout=300) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            said = b""
            while more := connection.recv(2**16):
                said += more
        assert b"Traceback" not in said and b"200 OK" not in said
    assert get(server, f"/?token={server.token}").status == 200


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {fresh_token() for _ in range(100)}
    assert len(tokens) == 100 and min(map(len, tokens)) >= 43


HERE = (b"host", b"here:80")
MINE, THEIRS = (b"origin", b"http://here:80"), (b"origin", b"http://evil")
ANOTHER = "This request comes from another page."


def asked(
    headers: list[tuple[bytes, bytes]], kind: str = "http", method: str = "GET", query: bytes = b"token=t",
    path: str = "/", **options: Any,
) -> list[dict[str, Any]]:  # fmt: skip
    """What a guard sends, in front of something that always answers."""

    async def inner(_: Any, __: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"inside"})

    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {}

    options = {"hosts": {"here:80"}, "port": 80, "open_paths": {"/open"}, **options}
    scope = {"type": kind, "method": method, "path": path, "query_string": query, "headers": headers}
    asyncio.run(Guard(inner, token="t", **options)(scope, receive, send))  # type: ignore[arg-type]
    return sent


@pytest.mark.parametrize(
    ("headers", "options", "status", "said"),
    [
        ([HERE], {}, 200, "inside"),
        ([HERE, MINE], {"method": "HEAD"}, 200, "inside"),
        ([HERE], {"path": "/open", "query": b""}, 200, "inside"),
        ([HERE], {"query": b""}, 403, "This address lacks its token: use the one that `yispc view` printed."),
        ([HERE], {"query": b"token=t&token=t"}, 403, None),
        ([HERE], {"query": b"token=\xff"}, 403, None),
        ([HERE], {"query": b"&".join([b"a=1"] * 9)}, 403, None),
        ([(b"host", b"evil:80")], {}, 421, "This server is not known by that name."),
        ([], {}, 421, None),
        ([HERE, HERE], {}, 421, None),
        ([HERE, THEIRS], {}, 403, ANOTHER),
        ([HERE, MINE, THEIRS], {}, 403, ANOTHER),
        ([HERE, (b"sec-fetch-site", b"cross-site")], {}, 403, ANOTHER),
        ([HERE, (b"sec-fetch-site", b"cross-site"), (b"sec-fetch-mode", b"navigate")], {}, 200, "inside"),
        ([HERE, (b"sec-fetch-site", b"same-origin")], {}, 200, "inside"),
        ([HERE], {"method": "POST"}, 405, "Here is nothing to send to."),
    ],
)
def test_who_is_refused_and_why(
    headers: list[tuple[bytes, bytes]], options: dict[str, Any], status: int, said: str | None
) -> None:
    start, body = asked(headers, **options)
    assert start["status"] == status
    assert said is None or body["body"].decode().strip() == said
    names = [name for name, _ in start["headers"]]
    assert names.count(b"content-security-policy") == 1 and b"x-frame-options" in names


def test_which_sockets_are_let_in() -> None:
    closed = [{"type": "websocket.close", "code": 1008}]
    assert asked([HERE], "websocket") == closed, "it does not say which page it comes from"
    assert asked([HERE, THEIRS], "websocket") == closed
    assert asked([HERE, MINE], "websocket", query=b"") == closed
    assert [one["type"] for one in asked([HERE, MINE], "websocket")] == [
        "http.response.start", "http.response.body",
    ]  # fmt: skip
    assert asked([HERE, MINE], "lifespan") == []


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("192.168.0.7:80", True),
        ("[fe80::1]:80", True),
        ("192.168.0.7:81", False),
        ("deck.example:80", False),
        ("localhost:80", False),
        ("192.168.0.7", False),
        ("", False),
    ],
)
def test_addresses_are_ours_where_all_of_them_are_listened_at(host: str, ours: bool) -> None:
    """A name is never: that is what DNS rebinding needs."""

    sent = asked([(b"host", host.encode())], hosts={"0.0.0.0:80"}, addresses=True)
    assert sent[0]["status"] == (200 if ours else 421)


@pytest.mark.slow
def test_other_machines_only_by_two_options(tmp_path: Path) -> None:
    from commanding import process

    said = process("view", "new.yml", "--host", "0.0.0.0", "--no-browser", cwd=tmp_path)
    assert said.code == 2 and "--allow-remote" in said.err and "nothing is encrypted" in said.err
    with served("new.yml", "--host", "0.0.0.0", "--allow-remote", cwd=tmp_path) as server:
        name, _, port = server.host.rpartition(":")
        assert name != "0.0.0.0" and get(server, f"/?token={server.token}").status == 200
        near = server._replace(host=f"127.0.0.1:{port}")
        assert get(near, f"/?token={server.token}").status == 200
        assert get(near, f"/?token={server.token}", Host=f"evil.example:{port}").status == 421

        async def talk() -> Any:
            async with tab(near) as page:
                await page.edit(1, DECK)
                return await page.result(1, "exact")

        assert asyncio.run(talk())["result"]["topics"]

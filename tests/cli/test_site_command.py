"""``yispc site``: what it writes and says, and how it serves, with files that are no page."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from commanding import Said, yispc

from yisp.site import folder as module
from yisp.site import serving
from yisp.site.folder import ENTRY, NotBuilt

FILES = {
    ENTRY: b"<p>entry",
    "assets/a.js": b"let a = 1;" * 50,
    "assets/b.bin": b"\0" * 500,
    "x y.json": b"{}",
}


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Where it is served, in a thread of this process."""
    servers: list[ThreadingHTTPServer] = []

    class Server(ThreadingHTTPServer):
        def serve_forever(self, poll_interval: float = 0.5) -> None:
            servers.append(self)
            super().serve_forever(0.01)

    monkeypatch.setattr(serving, "ThreadingHTTPServer", Server)
    told: list[str] = []
    listening = threading.Event()

    def started(address: str) -> None:
        told.append(address)
        listening.set()

    thread = threading.Thread(target=serving.serve, args=(FILES, 0, started))
    thread.start()
    assert listening.wait(60)
    yield told[0].removeprefix("http://").removesuffix("/")
    while not servers:
        thread.join(0.01)
    servers[0].shutdown()
    thread.join()


def test_files_and_what_there_is_not(address: str) -> None:
    client = HTTPConnection(address)

    def asked(path: str, method: str = "GET", **headers: str) -> tuple[int, bytes, dict[str, str]]:
        client.request(method, path, headers={"accept-encoding": "identity", **headers})
        answer = client.getresponse()
        return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}

    code, data, headers = asked("/")
    assert (code, data) == (200, FILES[ENTRY]) and serving.HEADERS.items() <= headers.items()
    assert headers["content-type"] == "text/html; charset=utf-8" and headers["cache-control"] == "no-cache"
    assert headers["server"].strip() == "yispc"
    code, data, headers = asked("/assets/a.js?v=1", **{"accept-encoding": "br, gzip"})
    assert headers["content-encoding"] == "gzip" and gzip.decompress(data) == FILES["assets/a.js"]
    assert headers["cache-control"] == serving.FOR_EVER
    code, data, headers = asked("/assets/b.bin", **{"accept-encoding": "gzip"})
    assert data == FILES["assets/b.bin"] and "content-encoding" not in headers, "it is packed already"
    code, data, headers = asked("/assets/a.js", "HEAD")
    assert (code, data, headers["content-length"]) == (200, b"", "500")
    assert asked("/x%20y.json")[:2] == (200, b"{}")
    assert asked("/../etc/passwd")[:2] == (404, b"")
    assert asked("/", host="evil.example")[:2] == (421, b"")
    assert asked("/", host=address.replace("127.0.0.1", "localhost"))[0] == 200
    client.close()


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bases: list[str] = []
    served: list[int] = []
    monkeypatch.setattr(module, "folder", lambda base: bases.append(base) or FILES)
    monkeypatch.setattr(
        serving, "serve", lambda files, port, started: served.append(port) or started("there")
    )
    public = str(tmp_path / "public")
    assert yispc("site", public, "--base", "/yisp/") == Said(0, f"{public}: 4 files, 0.0 MB\n", "")
    assert (tmp_path / "public" / "assets" / "a.js").read_bytes() == FILES["assets/a.js"]
    assert yispc("site", "--serve", "--port", "80") == Said(0, "there\n", "")
    assert yispc("site", public, "--serve", "--base", "/").out.endswith("there\n")
    assert bases == ["/yisp/", "./", "/", "./"] and served == [80, 0]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a").touch()

    def refused(port: int) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(serving, "serve", lambda _, port, told: refused(port))
    for words, said in (
        ([], "name a folder to write, or add --serve to look at the page here"),
        ([public, "--base", "yisp/"], "--base 'yisp/': a path begins and ends with `/`, like /yisp/"),
        ([public, "--base", "/a//"], "--base '/a//': a path begins and ends with `/`, like /yisp/"),
        ([str(tmp_path / "mine")], f"{tmp_path / 'mine'} was not written: "),
        (["--serve", "--port", "80"], "127.0.0.1:80"),
    ):
        found = yispc("site", *words)
        assert found.code == 2 and said in found.err, words

    def not_built(base: str) -> dict[str, bytes]:
        raise NotBuilt("build it first")

    monkeypatch.setattr(module, "folder", not_built)
    assert yispc("site", public) == Said(2, "", "yispc: build it first\n")

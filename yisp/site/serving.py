"""Serving the folder of a page here, to look at it or to measure it.

What comes in: files by their paths.  What goes out: a server that gives exactly these, to this machine alone,
packed where that pays, and isolated from other origins, as a page must be that shares memory with its
workers.  No file is read: what it serves is in memory.
"""

from __future__ import annotations

import gzip
import socket
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from .folder import ENTRY

LOCAL = "127.0.0.1"

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".json": "application/json", ".bin": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}  # fmt: skip

HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}

FOR_EVER = "public, max-age=31536000, immutable"


def serve(files: Mapping[str, bytes], port: int, started: Callable[[str], None]) -> None:
    """Serve until somebody ends it; ``started`` is told the address.  Raises OSError where it cannot be
    listened there."""
    packed = {
        path: gzip.compress(data, 6, mtime=0) for path, data in files.items() if not path.endswith(".bin")
    }

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version, sys_version = "yispc", ""

        def do_GET(self) -> None:
            self._answer(True)

        def do_HEAD(self) -> None:
            self._answer(False)

        def _answer(self, whole: bool) -> None:
            path = unquote(urlsplit(self.path).path).removeprefix("/") or ENTRY
            data = files.get(path)
            if data is None or self.headers.get("host") not in hosts:
                self.send_response(404 if data is None else 421)
                self.send_header("content-length", "0")
                self.end_headers()
                return
            self.send_response(200)
            if path in packed and "gzip" in self.headers.get("accept-encoding", ""):
                data = packed[path]
                self.send_header("content-encoding", "gzip")
            self.send_header("content-type", TYPES[path[path.rindex(".") :]])
            self.send_header("content-length", str(len(data)))
            self.send_header("cache-control", FOR_EVER if path.startswith("assets/") else "no-cache")
            for name, value in HEADERS.items():
                self.send_header(name, value)
            self.end_headers()
            if whole:
                self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Says nothing: the address was told."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        address_family = socket.AF_INET

    with Server((LOCAL, port), Handler) as server:
        hosts = {f"{name}:{server.server_port}" for name in (LOCAL, "localhost")}
        started(f"http://{LOCAL}:{server.server_port}/")
        server.serve_forever(poll_interval=0.1)

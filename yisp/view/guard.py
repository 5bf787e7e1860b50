"""Who may ask the server anything, and what a browser may do with what it gets.

What comes in: requests as ASGI has them.  What goes out: the same to the application behind, or a refusal in
a sentence.  A page of a stranger that is open in the same browser can send requests to us, and read nothing
of what comes back.  It must not be able to start anything either, so

* the ``Host`` must be ours: a name that somebody else points to this machine is none (DNS rebinding);
* an ``Origin``, which no page can leave out of a socket, must be our own, and what the browser says of the
  sender
  (``Sec-Fetch-Site``) must not be another site;
* whatever belongs to the user asks for the token, which is compared in constant time;
* only reading is known: GET and HEAD.

What goes out says which scripts may run in the page (ours alone), that nobody may frame it, that nothing
keeps it, and that no address is told to others.

Not handled: encryption; whoever lets others in from afar (``--allow-remote``) is told so.
"""

from __future__ import annotations

import hmac
import ipaddress
import secrets
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from ..messages import told

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SOCKET_PATH = "/live"

_POLICY_VIOLATION = 1008
"""The code with which a socket is closed on somebody who may not use it."""

HEADERS = (
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
"""What every answer says."""

NOTHING_MAY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"
"""The policy of whatever is no page."""


def fresh_token() -> str:
    """What only who was told the address knows: 256 bits."""
    return secrets.token_urlsafe(32)


def page_policy(host: str, nonce: str) -> str:
    """What the page may do: run our own scripts, talk to us, and use the styles that carry the nonce."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            f"connect-src 'self' ws://{host}",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


class Guard:
    """Stands before the application.

    ``hosts`` are the names, with the port, by which we may be called; with ``addresses``, for a server that
    others may reach, any address of a machine with our port is one as well, but no name.  ``open_paths`` are
    those that hold nothing of the user's, so they need no token.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str,
        hosts: Collection[str],
        port: int,
        addresses: bool = False,
        open_paths: Collection[str] = (),
    ) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = hosts
        self._port = port
        self._addresses = addresses
        self._open_paths = open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if self._refusal(scope) is None:
                await self._app(scope, receive, send)
            else:
                await receive()  # its wish to be let in
                await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        if scope["type"] != "http":
            return

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in HEADERS),
                    *([] if b"content-security-policy" in given else [_POLICY]),
                ]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, answer)
        else:
            await _say(refusal, answer)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why that may not be asked: a status and a sentence."""
        host = _only(scope, b"host")
        if host is None or not self._is_ours(host):
            return 421, told("This server is not known by that name.")
        origin = _several(scope, b"origin")
        if scope["type"] == "websocket" and not origin:
            return 403, told("This request does not say which page it comes from.")
        if any(one != f"http://{host}" for one in origin):
            return 403, told("This request comes from another page.")
        elsewhere = any(one not in ("same-origin", "none") for one in _several(scope, b"sec-fetch-site"))
        # A link may lead here from anywhere.
        if elsewhere and _several(scope, b"sec-fetch-mode") != ["navigate"]:
            return 403, told("This request comes from another page.")
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return 405, told("Here is nothing to send to.")
        if scope["path"] not in self._open_paths and not self._knows_token(scope):
            return 403, told("This address lacks its token: use the one that `yispc view` printed.")
        return None

    def _is_ours(self, host: str) -> bool:
        if host.lower() in self._hosts:
            return True
        name, _, port = host.rpartition(":")
        if not self._addresses or port != str(self._port):
            return False
        try:
            ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return True

    def _knows_token(self, scope: Scope) -> bool:
        try:
            given = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=8).get("token", [])
        except ValueError:
            return False
        return len(given) == 1 and hmac.compare_digest(given[0].encode("utf-8", "replace"), self._token)


_POLICY = b"content-security-policy", NOTHING_MAY.encode()


def _several(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _only(scope: Scope, name: bytes) -> str | None:
    """The value of a header that there must be once."""
    values = _several(scope, name)
    return values[0] if len(values) == 1 else None


async def _say(refusal: tuple[int, str], send: Send) -> None:
    status, sentence = refusal
    body = (sentence + "\n").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

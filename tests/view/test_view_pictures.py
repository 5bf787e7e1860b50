"""Pictures of cards: the server shows those of the folder that it was given, to its own page."""

from __future__ import annotations

import asyncio
import http.client
from pathlib import Path
from typing import Any
from urllib.parse import quote

from picturing import png
from serving import DECK, Server, served, tab


def get(server: Server, path: str) -> tuple[int, bytes, Any]:
    connection = http.client.HTTPConnection(server.host, timeout=300)
    connection.request("GET", path)
    answer = connection.getresponse()
    found = answer.status, answer.read(), answer.headers
    connection.close()
    return found


def test_the_pictures_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "deck.yml").write_text(DECK)
    (tmp_path / "secret.png").write_bytes(png())
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "scout.png").write_bytes(png())
    (cards / "lamp.png").write_bytes(b"<svg onload='alert(1)'/>")
    (cards / "rest.png").symlink_to(tmp_path / "secret.png")

    async def kinds(server: Server) -> Any:
        async with tab(server) as page:
            reply = await page.ask("trial", revision=0, topic="opening", trial=3)
            return {kind["name"]: kind.get("picture") for kind in reply["kinds"]}

    with served("deck.yml", "--pictures", "cards", cwd=tmp_path) as server:
        drawn = asyncio.run(kinds(server))
        assert drawn["scout"] == "/picture?card=scout" and drawn["gate"] is drawn["rest"] is None
        status, data, headers = get(server, f"{drawn['scout']}&token={server.token}")
        assert (status, data, headers["content-type"]) == (200, png(), "image/png")
        assert (
            headers["x-content-type-options"] == "nosniff" and "sandbox" in headers["content-security-policy"]
        )
        assert get(server, drawn["scout"])[0] == 403
        for card in (
            "lamp",
            "rest",
            "gate",
            "../secret",
            "/etc/passwd",
            "",
            "\0",
            "scout.png",
            "%2e%2e/secret",
        ):
            assert get(server, f"/picture?card={quote(card, safe='')}&token={server.token}")[0] == 404, card
        assert get(server, f"/picture?token={server.token}")[0] == 404
        assert get(server, f"/picture/scout.png?token={server.token}")[0] == 404


def test_without_a_folder_there_are_none(server: Server) -> None:
    assert get(server, f"/picture?card=scout&token={server.token}")[0] == 404

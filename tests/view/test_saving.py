"""The deck's own file: written when somebody saves, as a whole, and never over what somebody else wrote."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from serving import DECK, Server, served, tab

from yisp.deck.reading.files import Unreadable
from yisp.report.text.notices import STANDARD_INPUT
from yisp.view.saving import CannotSave, Changed, DeckFile, Known, report_name


def talk(server: Server, *texts: str, force: bool = False) -> Any:
    async def conversation() -> Any:
        async with tab(server) as page:
            welcome = await page.hear()
            more = {"force": True} if force else {}
            return welcome, [await page.ask("save", text=text, **more) for text in texts]

    return asyncio.run(conversation())


def test_a_new_deck_is_there_once_it_is_saved(tmp_path: Path) -> None:
    with served("mine.yml", cwd=tmp_path) as server:
        welcome, _ = talk(server)
        assert welcome["writable"] and welcome["text"] == ""
        assert not list(tmp_path.iterdir())
        _, (reply,) = talk(server, DECK)
        assert reply == {"type": "reply", "id": 1, "saved": True}
        assert (tmp_path / "mine.yml").read_text(encoding="utf-8") == DECK
        assert talk(server)[0]["text"] == DECK


@pytest.mark.slow
def test_without_a_deck_a_name_that_is_free(tmp_path: Path) -> None:
    (tmp_path / "deck.yml").write_text("mine", encoding="utf-8")
    with served(cwd=tmp_path) as server:
        welcome, (reply,) = talk(server, DECK)
    assert (welcome["file"], reply["saved"]) == ("deck-2.yml", True)
    assert (tmp_path / "deck.yml").read_text(encoding="utf-8") == "mine"


def test_what_somebody_else_wrote_stays(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    path.write_text(DECK, encoding="utf-8")

    async def conversation(server: Server) -> Any:
        async with tab(server) as page:
            await page.hear()
            first = await page.ask("save", text=DECK + "# 1\n")
            second = await page.ask("save", text=DECK + "# 2\n")
            path.write_text("theirs", encoding="utf-8")
            third = await page.ask("save", text=DECK + "# 3\n")
            assert path.read_text(encoding="utf-8") == "theirs"
            return first, second, third, await page.ask("save", text=DECK + "# 4\n", force=True)

    with served("deck.yml", cwd=tmp_path) as server:
        first, second, third, fourth = asyncio.run(conversation(server))
    assert first["saved"] and second["saved"] and fourth["saved"]
    assert "has changed on disk" in third["error"] and third["changed"] is True
    assert path.read_text(encoding="utf-8") == DECK + "# 4\n"


@pytest.mark.slow
def test_packaged_decks_are_only_looked_at(tmp_path: Path) -> None:
    with served("opening", cwd=tmp_path) as server:
        welcome, (reply,) = talk(server, DECK)
    assert (welcome["file"], welcome["writable"]) == ("opening.yml", False)
    assert "no file of its own" in reply["error"]
    assert not list(tmp_path.iterdir())


def test_no_file_but_its_own_is_written(tmp_path: Path) -> None:
    """There is no message that names one."""
    (tmp_path / "deck.yml").write_text(DECK, encoding="utf-8")

    async def conversation(server: Server) -> Any:
        async with tab(server) as page:
            await page.say("save", id=1, text=DECK, path="../evil.yml", file="evil.yml", name="evil.yml")
            return await page.until("reply")

    with served("deck.yml", cwd=tmp_path) as server:
        assert asyncio.run(conversation(server))["saved"]
    assert [path.name for path in tmp_path.iterdir()] == ["deck.yml"]


# The file by itself ----------------------------------------------------------------------------------------


def a_file(path: Path) -> DeckFile:
    return DeckFile(path.name, "beginning", str(path))


def test_line_ends_and_marks_stay_what_they_were(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    path.write_bytes("\ufeffa: 1\r\nb: 灰\r\n".encode())
    file = a_file(path)
    text, known = file.read()
    assert text == "a: 1\r\nb: 灰\r\n"
    known = file.save("a: 3\n", known, force=False)
    file.save("a: 2\nb: 灰\n", known, force=False)
    assert path.read_bytes() == "\ufeffa: 2\r\nb: 灰\r\n".encode()
    path.write_bytes(b"a: 1\r\nb: 2\n")  # of both kinds: as the page has them
    text, known = file.read()
    file.save("a: 1\nb: 2\n", known, force=False)
    assert path.read_bytes() == b"a: 1\nb: 2\n"


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        (b"deck: {}", b"a\nb\n"),
        (b"deck:\r\nx: 1", b"a\r\nb\r\n"),
        (b"a\r\nb\n", b"a\nb\n"),
        (b"", b"a\nb\n"),
    ],
)
def test_lines_end_as_all_of_the_file_did(was: bytes, becomes: bytes, tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    path.write_bytes(was)
    file = DeckFile("deck.yml", "", str(path))
    text, known = file.read()
    assert text == was.decode()
    file.save("a\nb\n", known, force=False)
    assert path.read_bytes() == becomes


def test_a_file_that_came_or_went_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    file = a_file(path)
    text, known = file.read()
    assert (text, known) == ("beginning", Known())
    path.write_text("theirs", encoding="utf-8")
    with pytest.raises(Changed):
        file.save("mine", known, force=False)
    _, known = file.read()
    path.unlink()
    with pytest.raises(Changed):
        file.save("mine", known, force=False)
    assert not path.exists()
    file.save("mine", known, force=True)
    assert path.read_text(encoding="utf-8") == "mine"


def test_the_mode_and_a_link_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "deck.yml", tmp_path / "link.yml"
    path.write_text("a", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    file = a_file(link)
    file.save("b", file.read()[1], force=False)
    assert link.is_symlink() and path.read_text(encoding="utf-8") == "b"
    assert path.stat().st_mode & 0o777 == 0o640


def test_what_cannot_be_saved_is_said_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    path.write_text("a", encoding="utf-8")
    file = a_file(path)
    known = file.read()[1]
    with pytest.raises(CannotSave, match="half a character"):
        file.save("\ud800", known, force=False)
    with pytest.raises(CannotSave, match=r"no such folder|cannot be read"):
        a_file(tmp_path / "none" / "deck.yml").save("a", Known(), force=False)
    path.unlink()
    path.mkdir()
    with pytest.raises(CannotSave):
        file.save("b", known, force=True)
    assert path.is_dir() and [one.name for one in tmp_path.iterdir()] == ["deck.yml"]


def test_what_is_no_text_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    for data in (b"\xff\xfe", b"x" * (4 * 2**20 + 1)):
        path.write_bytes(data)
        with pytest.raises(Unreadable):
            a_file(path).read()
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(Unreadable):
        a_file(path).read()


def test_what_a_report_is_called() -> None:
    assert [report_name(deck) for deck in (STANDARD_INPUT, "decks/mine.yml", "opening")] == [
        "report.html", "mine.html", "opening.html",
    ]  # fmt: skip

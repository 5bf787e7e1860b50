"""Files that are dropped and pasted onto the page of ``yispc view``: its text becomes what they hold."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from needed import SLOW
from viewing import Server, ViewPage

import yisp

pytestmark = SLOW

DECK = "deck: {cards: {a: {count: 40}}}\nsimulate: {tests: {t: {combos: {one: {hand: [a]}}}}}\n"
YDK = "#main\n" + "90000001\n" * 3 + "90000002\n" * 37 + "!side\n1\n"


@pytest.fixture
def page(server: Server, open_page: Callable[..., ViewPage]) -> ViewPage:
    page = open_page(server.page)
    page.wait(lambda: page.rate.startswith("100"))
    return page


def test_a_list_takes_the_place_of_the_text_until_that_is_undone(page: ViewPage) -> None:
    page.drop(("dragons.ydk", YDK))
    said = page.said("Imported from dragons.ydk")
    assert "side deck is left out: 1 card" in said and "undo takes it back" in said
    assert "database" not in said  # which is none of its capabilities
    page.wait(lambda: page.rate.startswith("33.76"))
    page.press("Undo")
    page.wait(lambda: page.rate.startswith("100"))
    assert page.text.strip() == DECK.strip()


def test_a_deck_and_a_text_that_is_pasted(page: ViewPage) -> None:
    other = DECK.replace("count: 40", "count: 39")
    page.drop(("other.yml", other))
    page.wait(lambda: page.text.strip() == other.strip())
    page.paste("#pane-numbers", "3 Ash\n37 Stone\n")
    page.wait(lambda: page.rate.startswith("33.76"))
    page.press("Open")
    page.one(".pasting summary").click()
    page.one(".pasting textarea").click()
    page.browser.command("Input.insertText", text="3 Ash\nStone\n")
    page.one(".pasting button").click()
    assert "Line 2" in page.said("cannot be read")


def test_a_database_is_left_to_the_command(page: ViewPage, tmp_path: Path) -> None:
    page.drop(("cards.cdb", b"SQLite format 3\0" + bytes(99)))
    assert "yispc import LIST --names cards.cdb" in page.said("card databases")
    assert page.text.strip() == DECK.strip()
    assert yisp.loads(page.text)

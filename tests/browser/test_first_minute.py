"""From the first minute: a list is pasted, cards are clicked, the numbers are there; in three languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import PHONE, Browser
from needed import SLOW
from test_site_page import NEEDS_ENGINE, Site, site
from viewing import Panel, ViewPage, served

import yisp
from yisp.deck.exchange.pasting import Want, asked, pasted
from yisp.messages import speaking, told

pytestmark = SLOW

ANY, TWO = 0, 1
"""Which button says so."""

NEAR = 0.5
"""Points by which two estimates of one rate may differ here; an exact one differs in its rounding."""

__all__ = ["pytestmark", "site"]

PLAYED = "3 Starter of mine\n3 Pot of Greed\n34 Filling\n"
MISTAKEN = "3 Pot of Gred\n3 Upstart Goblin\n2 Ash Blossom & Joyous Spring\n99 Filling\n2 Brainstorm\n"
MORE = "3 Starter of mine\n29 Filling\n"
LISTS = {
    "en": (
        f'3 Pot of Greed\nAsh Blossom & Joyous Spring x2\n35261759\n2 Maxx "C"\n{MORE}',
        "Ash Blossom & Joyous Spring",
        'Maxx "C"',
    ),
    "zh": (f"强欲之壶 3张\n灰流丽x2\n35261759\n2 增殖的G\n{MORE}", "灰流丽", "增殖的G"),
    "ja": (f"強欲な壺 3枚\n灰流うらら×2\n35261759\n２　増殖するＧ\n{MORE}", "灰流うらら", "増殖するＧ"),
}
"""Forty cards of six sorts, and two of them that are hand traps."""


@pytest.mark.parametrize("language", list(LISTS))
def test_from_a_list_to_its_numbers(browser: Browser, tmp_path: Path, language: str) -> None:
    """Only what the page says, only a pointer and a list."""
    text, first, second = LISTS[language]
    with served("new.yml", tmp_path, language=language) as found, speaking(language):
        page = ViewPage(browser, found.page)
        area = page.one(".pasted-list textarea")
        area.click()
        page.browser.command("Input.insertText", text=text)
        page.one(".pasted-list > button").click()
        page.wait(lambda: len(page.all(".pasted-hand > ul:last-of-type .asked-card")) == 6)
        assert "ygo" in " ".join(page.texts(".pasted-said li"))
        assert page.text.strip() == ""  # nothing was asked yet

        click(page, "Starter of mine", ANY)
        page.wait(lambda: page.rate)
        click(page, told("hand trap"), TWO)
        listed = pasted(text, told("your list"))
        assert listed is not None
        made = asked(listed, [[Want(1, ("Starter of mine",)), Want(2, (first, second))]], told("your list"))
        rate = yisp.run(yisp.loads(made.text), seed=7).topics["opening"].success.rate
        page.wait(lambda: page.rate and abs(float(page.rate.rstrip("% ")) - 100 * rate) < NEAR)

        page.one(".beginning-end").click()
        assert not page.all(".beginning")
        worth = Panel(page, "worth")
        page.wait(lambda: worth.texts("td, li"))
        assert page.all("#panel-policies[open]")
        assert page.browser.axe() == [] and page.complaints() == []


def click(page: ViewPage, name: str, choice: int) -> None:
    """Say of a card, or of a kind of cards, what is wanted."""
    cards = zip(page.texts(".asked-name"), page.all(".asked-card"), strict=True)
    card = next(card for said, card in cards if said.startswith(f"{name} "))
    card.find_elements("css selector", "button")[choice].click()


def test_a_list_that_is_pasted_is_read_and_names_that_nearly_match_are_mended(
    browser: Browser, tmp_path: Path
) -> None:
    with served("new.yml", tmp_path) as found:
        page = ViewPage(browser, found.page, PHONE)
        page.one(".pasted-list textarea").click()
        page.browser.command("Input.insertText", text=MISTAKEN)
        page.press("Read it")
        page.wait(lambda: page.texts(".pasted-near li"))
        page.press("Yes")
        page.wait(lambda: not page.all(".pasted-near"))
        assert page.one(".pasted-list textarea").get_attribute("value").startswith("3 Pot of Greed\n")
        said = " ".join(page.texts(".pasted-said li"))
        assert "cards of another game (magic)" in said.casefold() and "at most 60" in said
        assert page.browser.axe() == [] and page.complaints() == []


@NEEDS_ENGINE
def test_the_page_without_a_server_begins_with_a_list_as_well(browser: Browser, site: Site) -> None:
    page = ViewPage(browser, site.address)
    page.wait(lambda: page.rate)
    page.replace("")
    page.wait(lambda: page.all(".pasted-list textarea"))
    page.one(".pasted-list textarea").click()
    page.browser.command("Input.insertText", text=PLAYED)
    page.one(".pasted-list > button").click()
    page.wait(lambda: page.all(".asked-card"))
    assert "Known to ygo: Pot of Greed" in " ".join(page.texts(".pasted-said li"))
    click(page, "Starter of mine", ANY)
    listed = pasted(PLAYED, "your list")
    assert listed is not None
    made = asked(listed, [[Want(1, ("Starter of mine",))]], "your list")
    rate = yisp.run(yisp.loads(made.text)).topics["opening"].success
    assert rate.exact
    page.wait(lambda: page.rate.startswith(f"{100 * rate.rate:.2f}"))
    page.one(".beginning-end").click()
    page.wait(lambda: Panel(page, "worth").texts("td, li"))
    assert page.complaints() == []

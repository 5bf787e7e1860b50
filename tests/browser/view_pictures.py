"""Pictures of the page of ``yispc view``, for the documents.

    python tests/browser/view_pictures.py [FOLDER]

What comes in: two decks, and a browser (``driving`` says what that takes).  What goes out:
``docs/pictures/view.png`` and the others, or the same in another folder.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from driving import PHONE, ROOT, Browser, missing
from selenium.webdriver.common.keys import Keys
from viewing import ViewPage, served

SIZE, LOWER = (1280, 820), (1200, 720)

DECK = """\
# Two starters, and what one hopes not to draw.
deck:
  size: 40
  cards:
    scout:
      count: 2
      attribute: [monster, starter]
      description: opens the game
    lamp lighter:
      count: 3
      attribute: [monster, starter]
    reserve:
      count: 6
      attribute: [monster, extender]
    gate:
      count: 2
      attribute: [spell]
      program: '/|D.scout|;@;(# X B);(# D.scout.1 H);(shuffle D)'
    jar:
      count: 2
      attribute: [spell]
      description: draws two
      program: '[1]@;(# X B);(# D.2 H [draw])'
    sleeping king:
      count: 2
      attribute: [monster, brick]
    rest:
      count: -1
simulate:
  tests:
    opening:
      exec-program: true
      combos:
        start: {hand: [a:starter]}
        start and extend:
          score: 2
          hand: [a:starter, a:extender, 0x a:brick]
      watch:
        bricked: {hand: [0x a:starter, a:brick]}
      stats:
        cards in hand: '|H|'
    as dealt:
      combos:
        start: {hand: [a:starter]}
"""

CHINESE = """\
# 两种启动牌、一张检索牌，还有不想抽到的卡
deck:
  size: 40
  cards:
    斥候:
      count: 2
      attribute: [怪兽, 启动]
      description: 开局用
    点灯人:
      count: 3
      attribute: [怪兽, 启动]
    预备队:
      count: 6
      attribute: [怪兽, 展开]
    城门:
      count: 2
      attribute: [魔法]
      program: '/|D.斥候|;@;(# X B);(# D.斥候.1 H);(shuffle D)'
    壶:
      count: 2
      attribute: [魔法]
      description: 抽两张
      program: '[1]@;(# X B);(# D.2 H [抽卡])'
    沉睡的王:
      count: 2
      attribute: [怪兽, 卡手]
    其他:
      count: -1
simulate:
  tests:
    开局:
      exec-program: true
      combos:
        能启动: {hand: [a:启动]}
        能启动又能展开:
          score: 2
          hand: [a:启动, a:展开, 0x a:卡手]
      watch:
        卡手: {hand: [0x a:启动, a:卡手]}
"""


def answered(page: ViewPage) -> None:
    """The numbers are there, and those of the newest text."""
    page.wait(lambda: page.texts(".answer:not(.old) .badge.exact"))


def slid(page: ViewPage, card: str) -> None:
    """One copy more, and what that did."""
    answered(page)
    page.one(f'[data-card="{card}"] input').send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: len(page.texts(".tried .tried-rate")) == 2 and page.rate)
    page.wait(lambda: page.texts(".answer .change"))


def mistaken(page: ViewPage) -> None:
    """A slip in a script, with the explanation that it gets."""
    answered(page)
    line = next(number for number, text in enumerate(DECK.splitlines(), 1) if "D.scout.1 H" in text)
    page.put_cursor(line, DECK.splitlines()[line - 1].index("H)") + 1)
    page.keys(Keys.DELETE, "h")
    word = page.wait(lambda: next(iter(page.all(".cm-lintRange-error")), None))
    page.point_at(word)
    page.one(".cm-tooltip .mistake")


def traced(page: ViewPage) -> None:
    """Half-way through a hand that works."""
    answered(page)
    page.one(".trial-choice button").click()
    page.one(".trial .trace-steps")
    for _ in range(5):
        page.one(".trial .trace button.primary").click()
    page.browser.js("document.querySelector('.trial .trace').scrollIntoView()")


LIST = """\
3 Ash Blossom & Joyous Spring
3 Elemental HERO Stratos
35261759
3 増援
E - Emergency Call x2
2 Infinite Impermanence
3 Upstart Goblin
23 Others
"""


def begun(page: ViewPage) -> None:
    """A list that was pasted, and the first wishes."""
    page.one(".pasted-list textarea").click()
    page.browser.command("Input.insertText", text=LIST)
    page.one(".pasted-list > button").click()
    page.wait(lambda: page.all(".asked-card"))
    for card, choice in (("Elemental HERO Stratos", 0), ("hand trap", 0)):
        at = next(at for at, name in enumerate(page.texts(".asked-name")) if name.startswith(card))
        page.all(".asked-card")[at].find_elements("css selector", "button")[choice].click()
    page.wait(lambda: page.texts(".answer:not(.old) .badge:not(.sharpening)"))
    page.browser.js("document.querySelector('.pasted-said').scrollIntoView({block: 'center'})")


def on_a_phone(page: ViewPage) -> None:
    page.press("Numbers")
    slid(page, "scout")


Doing = Callable[[ViewPage], None]

PICTURES: dict[str, tuple[str, str, tuple[int, int], bool, Doing]] = {
    "view": ("en", DECK, SIZE, False, lambda page: slid(page, "scout")),
    "view-mistake": ("en", DECK, LOWER, False, mistaken),
    "view-trace": ("en", DECK, LOWER, False, traced),
    "view-new": ("en", "", SIZE, False, begun),
    "view-dark": ("en", DECK, SIZE, True, lambda page: slid(page, "scout")),
    "view-phone": ("en", DECK, PHONE, False, on_a_phone),
    "view-chinese": ("zh", CHINESE, SIZE, False, lambda page: slid(page, "斥候")),
}
"""By name: the language, the deck, the size of the window, whether it is dark, and what somebody has done."""


def drawn(folder: Path) -> list[Path]:
    """Draw every picture into the folder; their files."""
    found = []
    with Browser() as browser, tempfile.TemporaryDirectory() as decks:
        for name, (language, text, size, dark, do) in PICTURES.items():
            deck = "卡组.yml" if language == "zh" else "deck.yml"
            (Path(decks) / deck).write_text(text, encoding="utf-8")
            with served(deck, Path(decks), language=language) as server:
                page = ViewPage(browser, server.page, size, dark=dark)
                do(page)
                browser.settle()
                found.append(folder / f"{name}.png")
                found[-1].write_bytes(browser.picture())
    return found


if __name__ == "__main__":
    lacking = missing()
    if lacking is not None:
        sys.exit(lacking)
    os.environ.setdefault("PYTHONPATH", str(ROOT))
    for path in drawn(Path(sys.argv[1]) if sys.argv[1:] else ROOT / "docs/pictures"):
        print(path, path.stat().st_size)

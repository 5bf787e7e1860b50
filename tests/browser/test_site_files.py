"""Decks, lists and card databases that are opened, dropped and pasted; files that are saved; what can be
undone at the next visit: the page of ``yispc site`` in a real browser.

Dialogues of the browser itself cannot be driven.  In their place a test gives the page a file of the origin's
own (OPFS), which is read and written like one that somebody has picked.
"""

from __future__ import annotations

import json
import re
import sqlite3
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from driving import PHONE, Browser
from selenium.webdriver.common.keys import Keys
from test_site_page import EXACT, GREEDY, Site, fragment, page, pytestmark, site
from viewing import Panel, ViewPage

from yisp.deck.exchange.importing import imported
from yisp.deck.exchange.names import read_names
from yisp.messages import speaking
from yisp.page.catalogue import page_messages

__all__ = ["page", "pytestmark", "site"]

YDK = "#main\n" + "90000001\n" * 3 + "90000002\n" * 37 + "#extra\n59822133\n!side\n1\n"
YDKE = f"ydke://{b64encode((90000001).to_bytes(4, 'little') * 40).decode()}!!!"
RATE = "33.76"
"""Of three cards of forty, one in a hand of five."""


def called(page: ViewPage, name: str) -> None:
    """Wait until the deck of that name is open, and its session is there."""
    page.wait(lambda: page.texts(".file-name") == [name])


def kept(page: ViewPage, deck: str) -> dict[str, Any]:
    """What the browser keeps of a deck; nothing where it does not."""
    written = page.browser.js("return localStorage.getItem('yisp.deck.' + arguments[0])", deck)
    found: dict[str, Any] = json.loads(written or "{}")
    return found


TABLES = "CREATE TABLE datas(id integer primary key, type integer);"
NAMED = "CREATE TABLE texts(id integer primary key, name text, desc text);"
CARDS = """
INSERT INTO datas VALUES (90000001, 33), (90000002, 17);
INSERT INTO texts VALUES (90000001, '灰流丽', ''), (90000002, 'Blue-Eyes', ''), (59822133, 'Spirit', '');
"""


def database(path: Path, script: str = TABLES + NAMED + CARDS) -> bytes:
    with sqlite3.connect(path) as connection:
        connection.executescript(script)
    connection.close()
    return path.read_bytes()


# Lists and databases ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "Imported from dragons.ydk",
                "The side deck is left out: 1 card.",
                "open a card database",
            ],
        ),
        ("zh", ["dragons.ydk", "副卡组", "卡片数据库"]),
        ("ja", ["dragons.ydk", "サイドデッキ", "カードデータベース"]),
    ],
)
def test_a_list_and_then_a_database_without_a_network(
    browser: Browser, site: Site, tmp_path: Path, language: str, sentences: list[str]
) -> None:
    names = tmp_path / "cards.cdb"
    data = database(names)
    page = ViewPage(browser, f"{site.address}?lang={language}")
    page.wait(lambda: page.rate)
    before = [address for address in browser.requests() if "sqlite" in address or "cards" in address]
    assert before == []  # what reads databases is no part of the first visit
    page.drop(("warm.cdb", data))
    page.said("3")
    browser.js("indexedDB.deleteDatabase('yisp')")  # it knows how to read them, and no names
    browser.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    site.end()

    page.drop(("dragons.ydk", YDK))
    called(page, "dragons.yml")
    text = page.said("dragons.ydk")
    assert all(words in text for words in sentences), text
    page.wait(lambda: page.rate.startswith(RATE))
    with speaking(language):
        assert kept(page, "dragons.yml")["text"] == imported(YDK, "dragons.ydk", plays=True).text

    page.drop(("cards.cdb", data))
    page.wait(lambda: "Spirit" in page.text)
    page.wait(lambda: page.rate.startswith(RATE))
    with speaking(language):
        table = read_names(str(names))
        made = imported(YDK, "dragons.ydk", None, table, plays=True).text
    page.wait(lambda: kept(page, "dragons.yml")["text"] == made)
    page.press({"en": "Undo", "zh": "撤销", "ja": "元に戻す"}[language])
    page.wait(lambda: "Spirit" not in page.text)

    page.drop(("next.ydk", YDK))  # the names were kept
    called(page, "next.yml")
    page.wait(lambda: "灰流丽" in page.text)
    assert page.complaints() == []


@pytest.mark.parametrize(
    "script",
    [
        "CREATE TABLE cards(id integer);",
        TABLES,
        TABLES + "CREATE VIEW texts AS SELECT 1 AS id, upper('a') AS name;",
        TABLES + "CREATE VIEW texts AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
        " SELECT id, 'a' AS name FROM n;",
        TABLES + "CREATE TABLE texts(id, name GENERATED ALWAYS AS (hex(zeroblob(9000))));"
        "INSERT INTO texts(id) VALUES (1);",
        TABLES + "CREATE VIRTUAL TABLE texts USING fts4(id, name);",
        TABLES + "CREATE TABLE texts(id, title);",
    ],
)
def test_a_database_of_another_kind_is_a_sentence(page: ViewPage, tmp_path: Path, script: str) -> None:
    page.wait(lambda: page.rate)
    page.drop(("cards.cdb", database(tmp_path / "cards.cdb", script)))
    page.said("cards.cdb is no card database")
    page.drop(("deck.yml", EXACT))
    page.wait(lambda: page.rate.startswith(RATE))


def test_files_that_are_nothing_or_too_much_are_sentences(page: ViewPage, tmp_path: Path) -> None:
    page.wait(lambda: page.rate)
    whole = database(tmp_path / "whole.cdb")
    for data in (b"", b"no database", whole[:3000], whole[:100] + b"\xff" * 9000, b"SQLite format 3\0" * 999):
        page.drop(("broken.cdb", data))
        page.said("broken.cdb is no card database")
        page.press("Close")
        page.wait(lambda: not page.all(".said"))
    page.browser.js(
        "const given = new DataTransfer();"
        "given.items.add(new File([new Uint8Array(2 ** 26 + 1)], 'huge.cdb'));"
        "document.body.dispatchEvent(new DragEvent('drop', "
        "{ bubbles: true, cancelable: true, dataTransfer: given }));"
    )
    page.said("huge.cdb is too large")
    page.drop(("huge.txt", b"3 a\n" * 2**21))
    page.said("huge.txt is too large")
    page.drop(("list.txt", "3 Ash\nLamp\n<img src=x onerror=alert(1)>\n"))
    text = page.said("list.txt cannot be read")
    assert "Line 2" in text and "<img" in text and not page.all(".said img")
    assert page.text.startswith("# opening")
    assert page.complaints() == []


def test_a_list_is_opened_where_the_deck_before_has_ended_the_engine(browser: Browser, little: Site) -> None:
    page = ViewPage(browser, little.address)
    page.wait(lambda: page.rate)
    page.replace(GREEDY)
    page.said("memory")
    page.drop(("dragons.ydk", YDK))
    called(page, "dragons.yml")
    page.wait(lambda: page.rate.startswith(RATE))


def told(language: str, sentence: str) -> str:
    """The longest piece of a sentence of the page that is the same whatever it is about."""
    said = page_messages(language).get(sentence, sentence)
    return max(re.split(r"\s*\{\w+\}\s*", said), key=len)


@pytest.mark.parametrize("language", ["en", "zh", "ja"])
def test_what_goes_wrong_is_told_in_each_language(browser: Browser, site: Site, language: str) -> None:
    query = f"?lang={language}"
    page = ViewPage(browser, site.address + query + fragment(EXACT, "&topic=gone"))
    page.said(told(language, "The deck of this link has no topic {topic}."))
    browser.driver.get("about:blank")
    page = ViewPage(browser, site.address + query + "#d=AAAA")
    page.said(told(language, "The deck in this link cannot be read: it is broken, or too large."))
    page.drop(("broken.cdb", b"none"))
    sentence = "{file} is no card database: one has the tables `texts` and `datas`."
    page.said(told(language, sentence))
    page.browser.js(PICKED, "mine.yml", EXACT)
    page.one(".wishes > [title]:has(+ dialog.decks)").click()
    page.one(".opening button").click()
    called(page, "mine.yml")
    page.replace(EXACT + "# more\n")
    page.driver.execute_async_script(WRITE, "mine.yml", "somebody else's")
    page.one(".wishes > .primary:enabled").click()
    conflict = "{file} has changed since it was opened or saved here, so it was not saved."
    page.wait(lambda: told(language, conflict) in page.one("dialog[open]").text)


def test_the_first_database_takes_the_network(page: ViewPage, site: Site) -> None:
    page.wait(lambda: page.rate)
    site.end()
    page.drop(("cards.cdb", b"SQLite format 3\0"))
    page.said("takes the network, the first time")
    page.browser.log()  # that nobody answered


def test_several_files_at_once(page: ViewPage, tmp_path: Path) -> None:
    page.wait(lambda: page.rate)
    page.drop(("a.ydk", YDK), ("cards.cdb", database(tmp_path / "c.cdb")), ("b.ydk", YDK))
    called(page, "a.yml")
    assert "1 more file was left out" in page.said("Imported from a.ydk")
    page.wait(lambda: "灰流丽" in page.text)


def test_what_is_pasted_where_nothing_is_written_is_opened(page: ViewPage) -> None:
    page.wait(lambda: page.rate)
    page.paste("#pane-numbers", "Deck\n3 Ash\n37x Stone\n")
    called(page, "pasted deck.yml")
    page.wait(lambda: "Stone: {count: 37}" in page.text and page.rate.startswith(RATE))
    page.paste(".cm-content", YDKE)
    called(page, "pasted deck 2.yml")
    page.wait(lambda: "'90000001': {count: 40}" in page.text)
    page.paste(".cm-content", "3 Ash\n")  # a text in a text is a text
    page.wait(lambda: "3 Ash" in page.text)
    assert page.texts(".file-name") == ["pasted deck 2.yml"]


def test_a_deck_that_is_dropped_beside_another_stays_there(page: ViewPage) -> None:
    page.replace(EXACT)
    page.wait(lambda: page.rate.startswith(RATE))
    Panel(page, "compare").open()
    page.wait(lambda: page.all("#panel-compare .second"))
    page.drop(("other.yml", EXACT.replace("count: 3}", "count: 2}")), where="#panel-compare .second")
    page.wait(lambda: "other.yml" in "".join(page.texts("#panel-compare .second legend")))
    assert "count: 3" in page.text


@pytest.mark.parametrize("language", ["en", "zh", "ja"])
def test_decks_on_a_narrow_screen(browser: Browser, site: Site, language: str) -> None:
    """A field and a download, where a page has no access to files."""
    page = ViewPage(browser, f"{site.address}?lang={language}", PHONE)
    page.wait(lambda: page.rate)
    browser.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    site.end()
    page.one(".wishes [title]:has(+ dialog.decks)").click()
    assert page.browser.js("return document.documentElement.scrollWidth <= innerWidth")
    assert page.browser.axe() == []
    assert not browser.js(
        "return [...document.querySelectorAll('.decks button')]"
        ".some((button) => button.scrollWidth > button.clientWidth)"
    )
    page.one(".pasting summary").click()
    page.one(".pasting textarea").click()
    browser.command("Input.insertText", text="3 Ash\n37 Stone\n")
    assert page.browser.axe() == []
    page.one(".pasting button").click()
    page.wait(lambda: page.rate.startswith(RATE))
    assert len(page.texts(".said li")) == 1
    assert page.browser.axe() == []
    assert page.browser.js("return document.documentElement.scrollWidth <= innerWidth")


# Files ------------------------------------------------------------------------------------------------------

PICKED = """
const [name, content] = arguments;
const home = navigator.storage.getDirectory();
const file = home.then((folder) => folder.getFileHandle(name, { create: true }));
window.showOpenFilePicker = async () => {
  const stream = await (await file).createWritable();
  await stream.write(content);
  await stream.close();
  return [await file];
};
window.showSaveFilePicker = () => file;
"""
READ = """
const done = arguments[1];
navigator.storage.getDirectory().then((folder) => folder.getFileHandle(arguments[0]))
  .then((file) => file.getFile()).then((file) => file.text()).then(done, (error) => done(String(error)));
"""
WRITE = """
const done = arguments[2];
navigator.storage.getDirectory().then((folder) => folder.getFileHandle(arguments[0]))
  .then((file) => file.createWritable()).then(async (stream) => {
    await stream.write(arguments[1]);
    await stream.close();
  }).then(done, (error) => done(String(error)));
"""


def test_a_file_is_opened_and_saved_again(page: ViewPage) -> None:
    content = "\ufeff" + EXACT.replace("\n", "\r\n")
    read = lambda name: page.browser.driver.execute_async_script(READ, name)  # noqa: E731
    page.wait(lambda: page.rate)
    page.browser.js(PICKED, "mine.yml", content)
    page.press("Decks")
    page.press("Open a file")
    called(page, "mine.yml")
    page.wait(lambda: page.rate.startswith(RATE))
    page.wait(lambda: page.button("Save") is None)  # it is as it is in the file

    page.replace(EXACT.replace("count: 3}", "count: 2}"))
    page.wait(lambda: page.all(".dirty"))
    page.chord(Keys.CONTROL, "s")
    page.wait(lambda: not page.all(".dirty"))
    assert page.browser.js("return document.querySelector('.said').innerText").startswith("Saved.")
    # The text is joined as it was read: with its byte-order mark, and its line ends.
    data = page.browser.driver.execute_async_script(
        READ.replace("file.text()", "file.arrayBuffer()").replace(
            ".then(done,", ".then((data) => done([...new Uint8Array(data)]),"
        ),
        "mine.yml",
    )
    assert bytes(data).decode() == content.replace("count: 3}", "count: 2}")

    again = ViewPage(page.browser, page.driver.current_url)  # another visit
    again.wait(lambda: "count: 2" in again.text)
    again.wait(lambda: again.button("Save") is None)
    page.browser.driver.execute_async_script(WRITE, "mine.yml", "somebody else's")
    again.replace(EXACT)
    again.press("Save")
    again.wait(lambda: again.all("dialog[open] #conflict-title"))
    assert read("mine.yml") == "somebody else's"
    again.press("Do not save")
    again.press("Save")
    again.press("Save all the same")
    again.said("Saved.")
    assert read("mine.yml").split() == EXACT.split()


def test_a_deck_is_saved_into_a_file_that_is_chosen(page: ViewPage) -> None:
    page.replace(EXACT)
    page.wait(lambda: page.rate.startswith(RATE))
    page.browser.js("window.showSaveFilePicker = () => Promise.reject(new DOMException('', 'AbortError'))")
    page.press("Save")
    page.browser.js(PICKED, "new.yml", "")
    assert not page.all(".said")
    page.press("Save")
    page.said("Saved.")
    assert page.driver.execute_async_script(READ, "new.yml") == EXACT
    page.browser.js(PICKED, "newer.yml", "")
    page.press("Decks")
    page.press("Save in another file")
    page.wait(lambda: page.driver.execute_async_script(READ, "newer.yml") == EXACT)
    page.browser.js(
        "window.showSaveFilePicker = () => Promise.resolve({ name: 'barred.yml',"
        " queryPermission: async () => 'prompt', requestPermission: async () => 'denied' })"
    )
    page.press("Decks")
    page.press("Save in another file")
    page.said("does not let this page write barred.yml")


def test_without_access_to_files_there_are_a_field_and_a_download(
    browser: Browser, site: Site, tmp_path: Path
) -> None:
    asked = browser.command(
        "Page.addScriptToEvaluateOnNewDocument",
        source="delete window.showOpenFilePicker; delete window.showSaveFilePicker;",
    )
    try:
        page = ViewPage(browser, site.address)
        page.wait(lambda: page.rate)
        browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
        (tmp_path / "list.dec").write_text("3 Ash\n37 Stone\n")
        page.press("Decks")
        page.one(".file-choice input").send_keys(str(tmp_path / "list.dec"))
        called(page, "list.yml")
        page.wait(lambda: page.rate.startswith(RATE))
        page.press("Download")
        there = tmp_path / "list.yml"
        page.wait(lambda: there.is_file() and there.stat().st_size)
        assert there.read_text(encoding="utf-8") == kept(page, "list.yml")["text"]
    finally:
        browser.command("Page.removeScriptToEvaluateOnNewDocument", identifier=asked["identifier"])


# The next visit ---------------------------------------------------------------------------------------------


def test_what_was_done_can_be_undone_at_the_next_visit(page: ViewPage, site: Site) -> None:
    page.wait(lambda: page.rate)
    page.browser.driver.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    site.end()
    page.replace(EXACT)
    page.wait(lambda: page.rate.startswith(RATE))
    page.replace(EXACT.replace("count: 3}", "count: 2}"))
    page.wait(lambda: "count: 2" in kept(page, "opening.yml").get("text", ""))
    again = ViewPage(page.browser, site.address)
    again.wait(lambda: "count: 2" in again.text)
    again.press("Undo")
    again.wait(lambda: again.rate.startswith(RATE))
    again.one(".cm-content").click()
    again.chord(Keys.CONTROL, "z")
    again.wait(lambda: again.text.startswith("# opening"))
    again.wait(lambda: kept(again, "opening.yml")["text"].startswith("# opening"))
    last = ViewPage(page.browser, site.address)
    last.press("Redo")
    last.press("Redo")
    last.wait(lambda: "count: 2" in last.text)


BROKEN: list[Any] = [
    3,
    {},
    {"done": [{"changes": [[5, "a"]], "selectionsAfter": []}], "undone": []},
    {"done": [{"changes": [10**9], "selectionsAfter": []}], "undone": []},
    {"done": [], "undone": [{"changes": [[0, "a"], 2], "startSelection": None, "selectionsAfter": []}]},
    {"done": [{"selectionsAfter": 3}], "undone": [None]},
    {"done": "x" * 300, "undone": {}},
]


@pytest.mark.parametrize("history", BROKEN)
def test_a_history_that_does_not_fit_is_none(page: ViewPage, site: Site, history: Any) -> None:
    page.replace(EXACT)
    page.wait(lambda: page.rate.startswith(RATE))
    page.wait(lambda: kept(page, "opening.yml"))
    found = {**kept(page, "opening.yml"), "history": history}
    page.browser.driver.get(site.address + "site.webmanifest")  # where nobody writes meanwhile
    page.browser.js("localStorage.setItem('yisp.deck.opening.yml', arguments[0])", json.dumps(found))
    again = ViewPage(page.browser, site.address)
    again.wait(lambda: again.rate.startswith(RATE))
    assert again.text.strip() == EXACT.strip()
    assert not again.button("Undo")
    assert again.complaints() == []


def test_a_history_is_bounded(page: ViewPage) -> None:
    page.wait(lambda: page.rate)
    for number in range(5):
        page.replace(EXACT + f"# {number}{'x' * 90_000}\n")
        page.wait(lambda number=number: f"# {number}x" in kept(page, "opening.yml").get("text", ""))
    assert len(json.dumps(kept(page, "opening.yml")["history"])) < 250_000
    again = ViewPage(page.browser, page.driver.current_url)
    again.wait(lambda: again.button("Undo"))
    again.press("Undo")
    again.wait(lambda: "# 3x" in kept(again, "opening.yml")["text"])


def test_two_tabs_that_write_at_the_same_moment_lose_nothing(page: ViewPage) -> None:
    """The other tab has not seen this one's text: a tab that is told so keeps its own elsewhere."""
    page.replace(EXACT)
    page.wait(lambda: kept(page, "opening.yml"))
    other = {"text": "other", "mark": "theirs", "after": "nobody's", "at": 1}
    page.browser.js(
        "const [key, text] = ['yisp.deck.opening.yml', arguments[0]]; localStorage.setItem(key, text);"
        "dispatchEvent(new StorageEvent('storage', { key, newValue: text }))",
        json.dumps(other),
    )
    page.said("opening.yml was changed in another tab")
    called(page, "opening 2.yml")
    assert kept(page, "opening.yml")["text"] == "other"
    assert kept(page, "opening 2.yml")["text"] == EXACT


def test_a_tab_hears_that_another_one_writes(page: ViewPage, site: Site) -> None:
    page.replace(EXACT)
    page.wait(lambda: kept(page, "opening.yml"))
    first = page.driver.current_window_handle
    page.driver.switch_to.new_window("tab")
    try:
        other = ViewPage(page.browser, site.address)
        for count in (2, 1):
            other.replace(EXACT.replace("count: 3}", f"count: {count}}}"))
            other.wait(lambda count=count: f"count: {count}" in kept(other, "opening.yml")["text"])
        page.driver.switch_to.window(first)
        page.said("opening.yml is being changed in another tab")
        assert page.texts(".file-name") == ["opening.yml"]  # it has written nothing since
    finally:
        for handle in page.driver.window_handles[1:]:
            page.driver.switch_to.window(handle)
            page.driver.close()
        page.driver.switch_to.window(first)

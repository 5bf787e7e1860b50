"""The page as a file: safe, small, and readable without its script; and reading it back."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from paging import DECKS, HOSTILE, HOSTILE_DECK, PLAYED, deck_called, page, page_of_deck

import yisp
from yisp.messages import speaking
from yisp.page import document as module
from yisp.page.data import Page
from yisp.page.document import LARGEST, document
from yisp.page.fitting import as_script, fitted
from yisp.page.reading import NotAPage, page_data
from yisp.report.text.text import render

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


class Elements(HTMLParser):
    """Every element of a document: its tag, its attributes, and the text of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.contents: list[str] = []
        self.text = ""
        self._inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self.contents.append("")
        self._inside = tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.contents[-1] += data
        else:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for one, attributes in self.found if one == tag]

    def content(self, tag: str) -> list[str]:
        return [text for (one, _), text in zip(self.found, self.contents, strict=True) if one == tag]


def policy_of(elements: Elements) -> dict[str, list[str]]:
    (policy,) = [one["content"] for one in elements.all("meta") if "http-equiv" in one]
    assert policy is not None
    return {words[0]: words[1:] for words in (part.split() for part in policy.split(";"))}


def digest(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def test_its_policy_allows_its_own_script_and_styles_and_nothing_else() -> None:
    elements = Elements(document(page(PLAYED)))
    _, script = elements.content("script")
    (style,) = elements.content("style")
    assert policy_of(elements) == {
        "default-src": ["'none'"],
        "script-src": [digest(script)],
        "style-src": [digest(style)],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        "trusted-types": ["'none'"],
    }
    assert len(style) > 5000 and len(script) > 100_000


def test_it_names_no_other_file() -> None:
    elements = Elements(document(page(PLAYED)))
    for tag, attributes in elements.found:
        assert not {"src", "href", "action", "srcset", "data", "style"} & set(attributes), tag
        assert not any(name.startswith("on") for name in attributes), tag
    (style,) = elements.content("style")
    assert "@import" not in style and "url(" not in style


# Names that mean harm ---------------------------------------------------------------------------------------


def test_names_are_only_ever_text() -> None:
    plain, hostile = Elements(document(page(PLAYED))), Elements(document(page(HOSTILE_DECK)))
    known = [tag for tag, _ in plain.found]
    # One paragraph for each answer is all that differs.
    assert [tag for tag, _ in hostile.found if tag != "p"] == [tag for tag in known if tag != "p"]
    assert HOSTILE in hostile.text
    data, _ = hostile.content("script")
    assert "<" not in data and ">" not in data and "&" not in data
    assert json.loads(data)["kinds"][0]["name"] == HOSTILE


@pytest.mark.parametrize(
    "name", ["a\u2028b\u2029c", "</SCRIPT >", "<!--", "]]>", "\u202e\U0001f0a1", "'\"&amp;`"]
)
def test_any_name_is_read_back_as_it_was(name: str) -> None:
    quoted = json.dumps(name)
    text = f"deck: {{cards: {{{quoted}: {{count: 40}}}}}}\n"
    text += f"simulate: {{count: 9, tests: {{t: {{combos: {{a: {{hand: [{quoted}]}}}}}}}}}}\n"
    written = document(page(text))
    assert page_data(written)["kinds"][0]["name"] == name
    assert written.encode("utf-8").decode("utf-8") == written


def test_a_files_name_that_is_not_utf_8() -> None:
    written = document(page(PLAYED, "deck\udcff.yml"))
    written.encode("utf-8")
    assert page_data(written)["files"][0]["name"] == "deck\udcff.yml"


# Without the script -----------------------------------------------------------------------------------------


def test_no_number_in_it_is_none_that_json_has() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        as_script({"mean": float("nan")})


def test_it_says_the_answer_without_its_script() -> None:
    deck = yisp.loads(PLAYED, "deck.yml")
    result = yisp.run(deck)
    from yisp.page.data import page_of

    made = page_of(deck, result)
    text = Elements(document(made)).text
    assert render(result) in text
    for answer in made.data["answers"]:
        assert answer in text


def test_it_says_its_language() -> None:
    with speaking("zh"):
        elements = Elements(document(page(PLAYED)))
    assert elements.all("html") == [{"lang": "zh"}]
    assert Elements(document(page(PLAYED))).all("html") == [{"lang": "en"}]


# Size -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", DECKS, ids=lambda name: name.split("/")[-1])
def test_pages_are_small_and_read_back(name: str) -> None:
    made = page_of_deck(deck_called(name), count=50, seed=1)
    written = document(made)
    assert len(written.encode()) <= LARGEST
    assert page_data(written) == json.loads(json.dumps(made.data))


def big_page(traces: int, text: int) -> dict[str, Any]:
    """Data with so many characters of traces and of a file."""
    samples: list[dict[str, Any]] = [
        {"success": success, "trial": trial, "trace": {"steps": ["魔" * (traces // 24)]}}
        for trial in range(4)
        for success in (True, False)
    ]
    return {"played": [{"samples": samples}], "files": [{"name": "deck.yml", "text": "卡" * (text // 3)}]}


def test_what_does_not_fit_is_left_out_beginning_with_the_last_hands() -> None:
    data = big_page(600_000, 100_000)
    whole = len(fitted(data, 10**6).encode())
    assert all(sample["trace"] for sample in data["played"][0]["samples"])
    small = fitted(data, whole - 100_000)
    assert len(small.encode()) <= whole - 100_000
    kept = [(one["trial"], one["success"]) for one in data["played"][0]["samples"] if one["trace"]]
    assert kept == [(0, True), (0, False), (1, True), (1, False), (2, True), (2, False)]
    gone = [one for one in data["played"][0]["samples"] if not one["trace"]]
    assert all(one["left_out"] for one in gone) and len(gone) == 2
    assert data["files"] == [{"name": "deck.yml", "text": "卡" * (100_000 // 3)}]


def test_a_deck_too_long_for_a_page_is_cut() -> None:
    data = big_page(100_000, 900_000)
    written = fitted(data, 400_000)
    assert len(written.encode()) <= 400_000
    assert not any(sample["trace"] for sample in data["played"][0]["samples"])
    (file,) = data["files"]
    assert file["cut"] and 0 < len(file["text"]) < 300_000


def test_no_more_is_left_out_than_has_to_be() -> None:
    """Down to no trace at all and half a deck's text, to the byte."""

    def data() -> dict[str, Any]:
        made = big_page(2_400, 3_000) | {"files": [{"name": name, "text": "x" * 1_000} for name in "ab"]}
        made["played"][0]["samples"].append({"success": True, "trial": 9, "trace": None})
        return made

    whole = len(fitted(data(), 10**6).encode())
    sizes: list[int] = []  # by how many traces are gone
    for room in (*range(whole, whole - 400, -1), *range(whole - 400, whole - 3_900, -29)):
        left = data()
        size = len(fitted(left, room).encode())
        samples = left["played"][0]["samples"]
        gone = [number for number, sample in enumerate(samples) if "left_out" in sample]
        cut = [file for file in left["files"] if "cut" in file]
        if cut:
            assert len(gone) == 8 and size == room
            assert len(cut) < 2 or left["files"][1]["text"] == ""
        else:
            sizes += [size] if len(gone) == len(sizes) else []
            assert sizes[len(gone)] == size <= room and (not gone or sizes[len(gone) - 1] > room)
        assert gone == list(range(8 - len(gone), 8))
    assert len(sizes) == 9


def test_what_was_found_is_never_left_out() -> None:
    data = big_page(60_000, 60_000) | {"report": {"stats": "x" * 50_000}}
    written = fitted(data, 30_000)
    assert json.loads(written)["report"] == {"stats": "x" * 50_000}
    assert data["files"] == [{"name": "deck.yml", "text": "", "cut": True}]


def test_a_long_deck_has_a_page_of_the_same_size() -> None:
    text = PLAYED + "# a comment that says nothing\n" * 60_000
    assert len(text) > LARGEST
    made = page(text)
    assert len(document(made).encode()) <= LARGEST
    assert made.data["files"][0]["cut"]
    assert made.data["report"]["topics"]


# Reading back -----------------------------------------------------------------------------------------------


def test_a_page_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    result = yisp.write_report(yisp.loads(PLAYED, "deck.yml"), path)
    data = yisp.read_report(path)
    assert data["report"] == json.loads(json.dumps(result.to_dict()))
    assert data["files"] == [{"name": "deck.yml", "text": PLAYED}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no element"),
        ("<p>hello</p>", "no element"),
        ('<script id="yisp-data">{</script>', "no JSON"),
        ('<script id="yisp-data">[]</script>', "not those of a page"),
        ('<script id="yisp-data">{"page": 2}</script>', "the shape 2"),
        ('<script id="other">{"page": 1}</script>', "no element"),
        ('<div id="yisp-data">{"page": 1}</div>', "no element"),
        ('<script class="yisp-data">{"page": 1}</script>', "no element"),
        ('<script id="yisp-data">{"pages": 1}</script>', "not those of a page"),
    ],
)
def test_what_is_no_page_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotAPage, match=said):
        yisp.read_report(path)


def test_of_several_elements_the_first_is_read() -> None:
    several = "".join(
        f'<script id="yisp-data" type="a">{{"page": 1, "at": {at}}}</script>' for at in range(3)
    )
    for before in ("", "<script>{</script>", '<p id="yisp-data">{</p>', "<!-- <script id='yisp-data'>{ -->"):
        assert page_data(f"{before}<p>{several}</p><script>}}</script>")["at"] == 0


def test_a_file_too_large_to_be_a_page_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.html"
    path.write_text('<script id="yisp-data">{"page": 1}</script>', encoding="utf-8")
    size = path.stat().st_size
    monkeypatch.setattr("yisp.page.reading.LARGEST", size)
    assert yisp.read_report(path) == {"page": 1}
    monkeypatch.setattr("yisp.page.reading.LARGEST", size - 1)
    with pytest.raises(NotAPage, match="larger"):
        yisp.read_report(path)


# What Python programs call ----------------------------------------------------------------------------------


def test_a_result_of_another_deck_is_refused(tmp_path: Path) -> None:
    result = yisp.run(yisp.loads(PLAYED, "deck.yml"))
    with pytest.raises(ValueError, match=r"the result is of 'deck\.yml'"):
        yisp.write_report(yisp.loads(PLAYED, "other.yml"), tmp_path / "page.html", result=result)
    with pytest.raises(TypeError, match="count"):
        yisp.write_report(yisp.loads(PLAYED, "deck.yml"), tmp_path / "page.html", result=result, count=5)
    assert not list(tmp_path.iterdir())


def test_a_page_does_not_take_the_place_of_its_deck(tmp_path: Path) -> None:
    path = tmp_path / "deck.yml"
    path.write_text(PLAYED, encoding="utf-8")
    (tmp_path / "link.yml").symlink_to(path)
    for out in ("deck.yml", "link.yml"):
        with pytest.raises(ValueError, match="is the deck's own file"):
            yisp.write_report(path, tmp_path / out)
    assert path.read_text(encoding="utf-8") == PLAYED


def test_a_page_that_cannot_be_written_is_noticed_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("yisp.library.pages.run", lambda *_, **__: pytest.fail("it ran"))
    with pytest.raises(ValueError, match="no such folder"):
        yisp.write_report(yisp.loads(PLAYED, "deck.yml"), tmp_path / "none" / "page.html")


def test_the_command_of_a_result_says_how_it_was_asked_for(tmp_path: Path) -> None:
    deck = yisp.loads(PLAYED, "deck.yml")
    path = tmp_path / "page.html"
    result = yisp.run(deck, topics="opening", count=100, policy="random")
    yisp.write_report(deck, path, result=result)
    words = "yispc report deck.yml --seed 7 --topic opening --count 100 --policy random -o "
    assert yisp.read_report(path)["command"] == f"{words}{path} --force"
    yisp.write_report(deck, path, topics="opening", count=100, policy="random", method="sample")
    words = "yispc report deck.yml --seed 7 --topic opening --count 100 --method sample --policy random -o "
    assert yisp.read_report(path)["command"] == f"{words}{path} --force"


def test_a_packaged_deck_is_called_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    yisp.write_report("opening", path, seed=3)
    data = yisp.read_report(path)
    assert data["command"] == f"yispc report opening --seed 3 -o {path} --force"
    assert data["before_commands"] is None
    assert data["played"][0]["samples"][0]["command"].startswith("yispc trace opening --topic")


def test_a_built_script_that_would_end_its_element_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "report.js").write_text("'</script>'", encoding="utf-8")
    (tmp_path / "report.css").write_text("", encoding="utf-8")
    monkeypatch.setattr(module, "BUILT", str(tmp_path))
    with pytest.raises(ValueError, match=r"report\.js"):
        document(Page({"title": "", "language": "en", "yisp": "", "asked": "", "answers": []}, "", None))


def test_its_data_is_no_script(tmp_path: Path) -> None:
    written = document(page(PLAYED))
    assert re.findall(r"<script[^>]*>", written) == [
        '<script type="application/json" id="yisp-data">',
        "<script>",
    ]

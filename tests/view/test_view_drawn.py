"""What the page of `yispc view` draws of what it is told, without a browser."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from hunt.doors.page.reader import Element, opened_view
from running import deck_text
from test_turns import Tabs


def opened(text: str) -> Any:
    page = opened_view({"type": "welcome", "text": text, "language": "en", "messages": {}})
    if page is None:
        pytest.skip("there is no node to draw the page with, or `npm ci` was not run in web/")
    return page


class Session:
    """A page and the tab that works on its text."""

    def __init__(self) -> None:
        self.page, self._tabs, self._revisions = opened(DECK), Tabs(), count()

    def after(self, *actions: Any) -> Element:
        """What is shown once the text was worked on that there is after these actions."""
        self.page.act(*actions)
        self._tabs.told.clear()
        self._tabs.edit(next(self._revisions), self.page.text)
        while self._tabs.tab.busy:
            self._tabs.tab.step()
        self.page.act(*(("hear", one) for one in self._tabs.told))
        shown: Element = self.page.shown
        return shown


def shown(text: str, **figure: Any) -> Element:
    """The page of that text, with a change against a pinned one."""
    tabs = Tabs()
    tabs.edit(0, text)
    while tabs.tab.busy:
        tabs.tab.step()
    last = {one["type"]: one for one in tabs.told}
    if figure:
        known = {"what": "success", "name": None, "ci95": None, "exact": None, **figure}
        topic = last["result"]["result"]["topics"][0]
        pinned = {"method": topic["method"], "success": topic["success"]}
        last["result"]["compared"] = [{"name": topic["name"], "pinned": pinned, "figures": [known]}]
    page = opened(text)
    page.act(("hear", last["deck"]), ("hear", last["result"]))
    found: Element = page.shown
    return found


DECK = deck_text(
    {"a": {"count": 3}, "b": {"count": 3}}, {"t": {"start-card": 1, "combos": {"c": {"hand": ["a"]}}}}
)


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        ({"mean": 1.0}, "≈ +100.00 points (not told apart yet)"),
        ({"mean": 0.0}, "≈ 0.00 points (not told apart yet)"),
        ({"mean": 0.0, "exact": "0"}, "= no change"),
        ({"mean": -1 / 160, "exact": "-1/160"}, "▼ −0.62 points (lower, exactly)"),
        ({"mean": 0.25, "ci95": [0.125, 0.375]}, "▲ +25 ± 13 points (higher, by 19 chances in 20)"),
    ],
)
def test_a_change_is_as_sure_as_its_interval(figure: dict[str, Any], said: str) -> None:
    """A single trial has no interval, and tells nothing apart."""
    assert shown(DECK, **figure).said(".headline-rate", ".change") == said


def test_a_topic_may_be_called_like_what_every_object_has() -> None:
    assert shown(DECK.replace('"t"', '"constructor"')).said(".answer-topic") == "constructor"


def test_answers_beside_a_slider_are_those_of_the_rest_of_the_text() -> None:
    session = Session()

    def tried(*actions: Any) -> list[str]:
        """What stands beside the slider that was moved."""
        return [one.text for one in session.after(*actions).every(".tried", ".tried-rate")]

    assert tried() == []
    assert tried(("count", ["a", 1])) == ["25.00%", "50.00%"]
    assert tried(("write", DECK.replace('"b": {"count": 3}', '"b": {"count": 1}'))) == []


def test_what_is_pinned_has_the_counts_of_its_own_text() -> None:
    """Not those of the last text of which the server has said something."""
    session = Session()

    def copies(*actions: Any) -> list[str]:
        return [one.text for one in session.after(*actions).every(".slider-count")]

    assert copies() == ["3", "3"]
    assert copies(("write", DECK.replace("3", "2", 1)), ("pin", None)) == ["2", "3"]
    assert copies(("write", DECK.replace("3", "1", 1))) == ["pinned: 22 → 1", "3"]


def test_what_was_tried_has_its_rates_and_a_way_back() -> None:
    session = Session()

    def past(*actions: Any) -> list[str]:
        """What was tried, the newest first."""
        return [one.text for one in session.after(*actions).every(".past-list", "li")]

    first = "At first50.00% Back to this"
    assert past() == []
    assert past(("count", ["a", 1])) == ["a 3 → 125.00% now in the text", f"pinned: {first}"]
    assert past(("write", DECK.replace('"start-card": 1', '"start-card": 2')))[0].startswith("a 1 → 3")
    assert past(("unpin", None), ("write", DECK))[-1] == "At first50.00% now in the text"
    assert past(("write", DECK.replace('"start-card": 1', '"start-card": 3')))[0].startswith("Line ")
    assert past(("write", DECK))[-1] == "At first50.00% now in the text"
    moved = past(("write", DECK.replace('"b": {"count": 3}', '"b": {"count": 0}, "c": {"count": 2}')))
    assert moved[0] == "b 3 → 0, c 0 → 260.00% now in the text" and len(moved) == 5
    broken = past(("write", DECK.replace('["a"]', '["d"]')))
    assert broken[0] == moved[0].replace("now in the text", "Back to this")

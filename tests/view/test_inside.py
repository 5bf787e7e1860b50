"""The engine of a page without a server, run here: the same session and the same desk, in one thread."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from serving import DECK, SAMPLED

import yisp
from yisp.messages import speak
from yisp.simulate.counting.probabilities import ExactCounts
from yisp.simulate.question import Question
from yisp.view.inside import Engine, begin


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """An engine speaks the language of its page, and has its process for itself."""
    yield
    speak("en")


class Page:
    """What a page would hear and say."""

    def __init__(self) -> None:
        self.said: list[dict[str, Any]] = []
        self.watched: list[dict[str, Any]] = []
        self.is_waiting = self.is_overtaken = False
        self.asked = 0
        self.engine = Engine(
            name="deck.yml", language="en", seed=7,
            post=lambda data: self.said.append(json.loads(data)),
            watch=lambda data: self.watched.append(json.loads(data)),
            waiting=lambda: self.is_waiting, overtaken=lambda: self.is_overtaken,
        )  # fmt: skip

    def send(self, **message: Any) -> None:
        self.engine.hear(json.dumps(message))

    def edit(self, revision: int, text: str) -> None:
        self.send(type="edit", revision=revision, text=text)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask a question; the answer."""
        self.asked += 1
        self.send(type=kind, id=self.asked, **fields)
        return self.until("reply", id=self.asked)

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Work until a message of that type is said; the last of them."""
        while True:
            for message in reversed(self.said):
                if message["type"] == kind and fields.items() <= message.items():
                    return message
            assert self.engine.step()


@pytest.mark.filterwarnings("ignore::yisp.PlayWarning")
def test_numbers_are_those_of_a_run() -> None:
    page = Page()
    page.edit(1, DECK)
    result = page.until("result", state="exact")["result"]
    run = yisp.run(yisp.loads(DECK)).to_dict()
    for topic, other in zip(result["topics"], run["topics"], strict=True):
        assert topic["success"] == other["success"]


def test_questions_are_answered_before_numbers_sharpen() -> None:
    page = Page()
    page.edit(1, SAMPLED)
    page.until("result")
    page.send(type="hover", id=5, revision=1, line=1, column=1)
    assert page.engine.step()
    assert page.said[-1]["type"] == "reply" and page.said[-1]["id"] == 5
    assert page.watched[-1]["is"] == "at"


def test_what_is_overtaken_ends_soon_and_says_nothing_more() -> None:
    page = Page()
    page.edit(1, SAMPLED)
    page.until("result")
    page.is_waiting = page.is_overtaken = True
    page.said.clear()
    page.engine.step()
    assert not page.said
    page.is_waiting = page.is_overtaken = False
    page.edit(2, DECK)
    page.until("result", state="exact")
    assert {message["revision"] for message in page.said} == {2}


@pytest.mark.parametrize(("overtaken", "works"), [(True, True), (True, False), (False, True)])
def test_what_is_worked_on_hears_that_it_is_overtaken(overtaken: bool, works: bool) -> None:
    page = Page()
    job: Any = SimpleNamespace(left=False)
    page.engine._desk.at_hand = (job, job) if works else None
    page.is_overtaken = overtaken
    for waiting in (True, False):
        page.is_waiting = waiting
        assert page.engine._left() is waiting
    assert job.left is (overtaken and works)


def test_an_interrupted_version_is_begun_anew_where_nothing_overtook_it() -> None:
    page = Page()
    page.edit(1, DECK)
    page.until("diagnostics")
    page.engine.interrupted()
    page.said.clear()
    page.until("result", state="exact")


def test_an_interrupt_that_comes_late_makes_no_exact_answer_a_sampled_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page interrupts what it has overtaken; meanwhile the engine may have begun with the newest text."""
    tries: list[str] = []

    def interrupted_first(self: Question, *, trying: bool) -> ExactCounts:
        tries.append(self.topic.name)
        if len(tries) == 1:
            raise KeyboardInterrupt
        return counts(self, trying=trying)

    counts = Question._exact_counts
    monkeypatch.setattr(Question, "_exact_counts", interrupted_first)
    page = Page()
    page.edit(1, DECK)
    with pytest.raises(KeyboardInterrupt):
        page.until("result", state="exact")
    page.engine.interrupted()
    page.until("result", state="exact")
    assert len(tries) > 1


def test_no_interrupt_leaves_a_module_half_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package that is cut off in the middle cannot be imported any more, however often one tries."""
    (tmp_path / "halved.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\nwhole = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = signal.getsignal(signal.SIGINT)
    setting = json.dumps({"name": "deck.yml", "language": "en", "seed": 7})
    try:
        begin(setting, lambda _: None, lambda _: None, lambda: False, lambda: False)
        assert import_module("halved").whole
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupted_version_is_given_up_where_another_waits() -> None:
    page = Page()
    page.edit(1, SAMPLED)
    page.until("diagnostics")
    page.is_overtaken = True
    page.engine.interrupted()
    page.said.clear()
    while page.engine.step():
        pass
    assert not page.said
    page.is_overtaken = False
    page.edit(2, DECK)
    page.until("result", state="exact", revision=2)


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_it_speaks_the_page_s_language(language: str) -> None:
    said: list[dict[str, Any]] = []
    engine = Engine(
        name="deck.yml", language=language, seed=7,
        post=lambda data: said.append(json.loads(data)),
        watch=lambda data: None, waiting=lambda: False, overtaken=lambda: False,
    )  # fmt: skip
    engine.hear(json.dumps({"type": "edit", "revision": 1, "text": "deck: [}"}))
    while engine.step():
        pass
    (problem,) = said[0]["items"][:1]
    assert not problem["message"].isascii()

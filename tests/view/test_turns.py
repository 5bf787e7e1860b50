"""Versions of a tab, in one process and without a clock: what is begun, kept, gone on with, given up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from serving import DECK, SAMPLED

from yisp.simulate import question
from yisp.simulate.sampling.targets import Targets
from yisp.view.work import desk, lanes, opening
from yisp.view.work.descriptions import our_fault
from yisp.view.work.desk import KEPT, Desk, Tab
from yisp.view.work.job import Job
from yisp.view.work.version import Version

FILE = {"name": "deck.yml", "path": None, "alone": True, "seed": 7, "fresh": 0, "pictures": None}


class Tabs:
    """A tab whose steps are taken one by one, and what it told."""

    def __init__(self) -> None:
        self.tab = Tab(1)
        self.told: list[dict[str, Any]] = []
        self.urgent = False
        self.seconds = 60.0

    def edit(
        self,
        revision: int,
        text: str,
        pinned: str | None = None,
        topic: str | None = None,
        studies: list[dict[str, Any]] | None = None,
    ) -> Job:
        self.tab.waiting = {
            "tab": 1, "revision": revision, "text": text, "pinned": pinned, "topic": topic,
            "studies": studies or [], "file": FILE,
        }  # fmt: skip
        self.tab.take_up(self._made)
        assert self.tab.job is not None
        return self.tab.job

    def _made(self, work: dict[str, Any]) -> Job:
        return Job(
            work, self.tab, tell=self.told.append, alive=lambda: None, urgent=lambda: self.urgent,
            seconds=self.seconds,
        )  # fmt: skip

    def until_result(self, more: int = 1) -> dict[str, Any]:
        """Take steps until so many more results were told; the last of them."""
        for _ in range(more):
            before = len(self.results)
            while len(self.results) == before:
                self.tab.step()
        return self.results[-1]

    @property
    def results(self) -> list[dict[str, Any]]:
        return [one for one in self.told if one["type"] == "result"]


def test_the_same_text_is_gone_on_with() -> None:
    tabs = Tabs()
    first = tabs.edit(1, SAMPLED)
    before = tabs.until_result(2)
    tabs.edit(2, SAMPLED.replace("count: 3", "count: 2"))
    tabs.until_result()
    tabs.told.clear()
    assert tabs.edit(3, SAMPLED) is first
    assert [(one["type"], one["revision"]) for one in tabs.told] == [
        ("diagnostics", 3), ("deck", 3), ("result", 3),
    ]  # fmt: skip
    assert tabs.told[-1]["trials"] == before["trials"]
    assert tabs.until_result()["trials"] > before["trials"]


def test_only_a_few_versions_are_kept() -> None:
    tabs = Tabs()
    jobs = [tabs.edit(n, SAMPLED.replace("count: 3", f"count: {n}")) for n in range(KEPT + 3)]
    assert tabs.edit(50, jobs[-2].text) is jobs[-2]
    assert tabs.edit(51, jobs[0].text) is not jobs[0]


def test_without_time_there_are_numbers_of_one_topic_and_a_word_about_the_others() -> None:
    tabs = Tabs()
    tabs.seconds = 0.0
    tabs.edit(1, SAMPLED, topic="hands")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("yisp.view.work.job.LONGEST_SILENCE", 0.0)
        while tabs.tab.busy:
            tabs.tab.step()
    assert [one["name"] for one in tabs.results[-1]["result"]["topics"]] == ["hands"]
    assert [one["sentence"] for one in tabs.told if one["type"] == "trouble"] == [
        "There was no time for some topics: 0.0 seconds are over."
    ]


def test_what_was_cut_off_is_begun_anew() -> None:
    tabs = Tabs()
    first = tabs.edit(1, SAMPLED)
    tabs.until_result()
    first.halt()
    tabs.edit(2, DECK)
    assert tabs.edit(3, SAMPLED) is not first
    assert tabs.until_result()["revision"] == 3


def test_another_version_to_compare_with_keeps_what_was_counted() -> None:
    tabs = Tabs()
    job = tabs.edit(1, SAMPLED)
    before = tabs.until_result(2)
    assert before["compared"] is None
    assert tabs.edit(1, SAMPLED, pinned=SAMPLED.replace("count: 3", "count: 2")) is job
    after = compared(tabs)
    assert after["trials"] >= before["trials"]
    figures = {one["name"]: one["figures"][0]["mean"] for one in after["compared"]}
    assert all(mean > 0 for mean in figures.values())
    tabs.edit(1, SAMPLED, pinned=SAMPLED.replace("count: 3", "count: 4"))
    after = compared(tabs)
    assert all(one["figures"][0]["mean"] < 0 for one in after["compared"])


def compared(tabs: Tabs) -> dict[str, Any]:
    """A result of enough trials to say which version is better, also where the machine is busy."""
    while True:
        result = tabs.until_result()
        if result["compared"] and all(one["trials"] >= 5000 for one in result["compared"]):
            return result


def test_exact_answers_are_put_off_where_somebody_waits() -> None:
    tabs = Tabs()
    tabs.urgent = True
    hard = DECK.replace("opening: {", "opening: {header: '(= n (rand 1 60000));(# D.2 H)', ")
    job = tabs.edit(1, hard)
    tabs.until_result(3)
    assert job.version is not None
    opening = job.version.known.topics[0]
    assert opening.exact is not True and opening.trials > 0


def test_a_version_is_worked_on_only_for_so_long() -> None:
    tabs = Tabs()
    tabs.seconds = 0.01
    tabs.edit(1, SAMPLED)
    while tabs.tab.busy:
        tabs.tab.step()
    assert tabs.results[-1]["state"] == "done"
    assert tabs.results[-1]["trials"] < 10**6


def test_trouble_of_an_exact_answer_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(question, "BUDGET", question.AUTO_BUDGET)
    monkeypatch.setattr(Targets, "look_for_stages", lambda *_, **__: None)  # nothing is built for it
    tabs = Tabs()
    endless = "exec-program: true, header: '(while 1 (= x (+ x (rand 0 1))))', "
    tabs.edit(1, DECK.replace("hands: {", "hands: {method: exact, " + endless))
    while tabs.tab.busy:
        tabs.tab.step()
    (said,) = [one["sentence"] for one in tabs.told if one["type"] == "trouble"]
    assert "'hands'" in said and "no exact answer" in said
    assert "opening" in [topic["name"] for topic in tabs.results[-1]["result"]["topics"]]


def test_a_text_with_a_mistake_can_come_back_and_be_compared() -> None:
    tabs = Tabs()
    broken = DECK.replace("opening:", "opening: [")
    for revision, text, pinned in (
        (1, broken, None), (1, broken, DECK), (2, DECK, DECK), (3, broken, DECK), (3, broken, None),
    ):  # fmt: skip
        tabs.told.clear()
        tabs.edit(revision, text, pinned)
        while tabs.tab.busy:
            tabs.tab.step()
        said = [one["type"] for one in tabs.told]
        assert "trouble" not in said
        assert ("result" in said) is (text is DECK)


def test_what_was_compared_with_another_version_is_not_said_again() -> None:
    tabs = Tabs()
    tabs.edit(1, DECK, pinned=DECK.replace("count: 3", "count: 2"))
    while tabs.tab.busy:
        tabs.tab.step()
    assert tabs.results[-1]["compared"] is not None
    tabs.edit(2, SAMPLED)
    tabs.until_result()
    tabs.told.clear()
    tabs.edit(3, DECK)
    assert [(one["state"], one["compared"]) for one in tabs.results] == [("sampling", None)]


def test_a_lone_topic_is_compared_also_where_it_is_called_otherwise_by_now() -> None:
    tabs = Tabs()
    lone = DECK[: DECK.index("    hands:")]
    tabs.edit(1, lone.replace("opening:", "begun:"), pinned=lone)
    while tabs.tab.busy:
        tabs.tab.step()
    assert [one["name"] for one in tabs.results[-1]["compared"]] == ["begun"]


def test_who_has_had_no_numbers_for_long_gets_them_whatever_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(desk.time, "monotonic", lambda: now)
    tabs = Tabs()
    tabs.edit(1, SAMPLED)
    assert tabs.tab.first and not tabs.tab.starved
    now += desk.STARVED
    assert not tabs.tab.starved
    now += 0.01
    assert tabs.tab.starved
    tabs.until_result()
    assert not tabs.tab.starved and not tabs.tab.first
    tabs.edit(2, DECK)
    assert not tabs.tab.starved  # it has had some just now
    now += desk.STARVED + 0.01
    assert tabs.tab.starved
    tabs.tab.give_up()
    assert not tabs.tab.starved and not tabs.tab.busy


def test_a_few_versions_to_compare_with_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    close = Version.close

    def noted(version: Version) -> None:
        closed.append(version.deck.topics[0].name)
        close(version)

    monkeypatch.setattr(Version, "close", noted)
    tab = Tab(1)
    texts = [DECK.replace("opening:", f"t{at}:") for at in range(desk.KEPT_OTHERS + 1)]
    first, second, *more = (tab.other(text, FILE) for text in texts[:-1])
    assert tab.other(texts[0], FILE) is first and not closed  # which is newer than the second by now
    tab.other(texts[-1], FILE)
    assert closed == ["t1"]
    assert tab.other(texts[0], FILE) is first and tab.other(texts[1], FILE) is not second
    assert tab.other(texts[1], {**FILE, "name": "b.yml"}).deck.file == "b.yml"
    closed.clear()
    tab.forget()
    assert len(closed) == desk.KEPT_OTHERS and not more


def test_what_is_given_up_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Job] = []
    monkeypatch.setattr(Job, "close", lambda job: closed.append(job))
    tabs = Tabs()
    tabs.tab.give_up()
    job = tabs.edit(1, SAMPLED)
    tabs.until_result()
    tabs.tab.give_up()
    assert closed == [job] and tabs.tab.job is None and not tabs.tab.busy
    again = tabs.edit(2, SAMPLED)
    assert again is not job
    tabs.until_result()
    tabs.edit(3, DECK)
    tabs.tab.close()
    assert closed[1] is again and len(set(closed)) == 3  # also the one that was at hand


# A desk, at which several tabs have their turns ------------------------------------------------------------


class Sent:
    """A desk, and what it sends."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.desk = Desk(self.sent.append, 60.0, lambda: False)

    def work(self, tab: int, revision: int, text: str) -> None:
        self.desk.take_in({
            "is": "work", "tab": tab, "revision": revision, "text": text, "pinned": None, "topic": None,
            "studies": [], "file": FILE,
        })  # fmt: skip

    def ask(self, tab: int, **question: Any) -> dict[str, Any]:
        self.desk.take_in({"is": "ask", "ask": 1, "tab": tab, **question})
        assert self.desk.step()
        assert self.sent[-1]["is"] == "answer" and self.sent[-1]["ask"] == 1
        return dict(self.sent.pop()["fields"])


def test_a_desk_says_once_that_nothing_is_left() -> None:
    at = Sent()
    at.work(1, 1, DECK)
    at.work(2, 5, DECK)
    while at.desk.step():
        pass
    assert not at.desk.step()
    assert [one for one in at.sent if one["is"] == "idle"] == [at.sent[-1]]
    turns = [(one["tab"], one["revision"]) for one in at.sent if one["is"] == "at"]
    assert {*turns} == {(1, 1), (2, 5)} and turns[:2] == [(1, 1), (2, 5)]
    at.desk.take_in({"is": "drop", "tab": 1})
    at.desk.take_in({"is": "drop", "tab": 9})
    assert "has changed since" in at.ask(1, type="fixes", revision=1)["error"]
    assert at.ask(2, type="fixes", revision=5) == {"fixes": []}


def test_a_fault_of_ours_is_said_and_the_next_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: Any) -> Any:
        raise RuntimeError("planted")

    at = Sent()
    at.work(1, 1, DECK)
    with monkeypatch.context() as planted:
        for name in ("answered", "opened"):
            module = desk if name == "answered" else opening
            planted.setattr(module, name, fault)
        planted.setattr(desk.Tab, "step", fault)
        assert at.desk.step() and at.desk.at_hand is None
        trouble = at.sent[-1]["message"]
        assert trouble["type"] == "trouble" and "RuntimeError" in trouble["sentence"]
        for question in ({"type": "fixes", "revision": 1}, {"type": "import", "file": "a", "content": "b"}):
            assert at.ask(1, **question) == {"error": trouble["sentence"]}
    at.work(1, 2, DECK)
    assert at.ask(1, type="fixes", revision=2) == {"fixes": []}


def test_a_version_that_takes_all_memory_ends_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def spent(*_: Any) -> Any:
        raise MemoryError

    at = Sent()
    at.work(1, 3, DECK)
    monkeypatch.setattr(desk.Tab, "step", spent)
    with pytest.raises(desk.Spent):
        at.desk.step()
    assert at.sent[-1] == {
        "is": "spent", "tab": 1, "revision": 3,
        "sentence": "This version takes more memory than it may have, so it was ended.",
    }  # fmt: skip
    assert at.desk.at_hand is None


def test_a_fault_is_described_in_a_line() -> None:
    assert "(ValueError: no)" in our_fault(ValueError("no"))
    assert f"({('ValueError: ' + 'x' * 500)[:200]})" in our_fault(ValueError("x" * 500))
    assert our_fault(MemoryError()) == "This takes more memory than a deck may have here."


# By clocks of the tests -----------------------------------------------------------------------------------


class Trials:
    """Trials that take so long each by a clock of their own, which a module has in place of ``time``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, each: float, left: int = 10**9) -> None:
        self.now, self.each, self.left = 1000.0, each, left
        self.asked: list[int] = []
        monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: self.now))

    def run(self, several: int) -> int:
        self.asked.append(several)
        done = min(several, self.left)
        self.left -= done
        self.now += done * self.each
        return done


@pytest.mark.parametrize(
    ("each", "fills", "asked"),
    [
        (1 / 16, [(1, 1), (1, 1)], [1, 4, 16, 16]),  # as many as fill a slice, once that is known
        (1 / 16, [(0.5, 1), (0.5, 1)], [1, 4, 16, 16]),  # as many again would end with the time
        (1 / 16, [(0.25, 5)], [1, 4]),  # as many again would come too late, and there are enough
        (1 / 16, [(0.25, 6)], [1, 4, 16]),  # there are not
        (1 / 4, [(0.25, 100)], [1, 4]),  # but there is no patience for more
        (1 / 4096, [(1, 1)], [1, 4, 64, 1024, 4096]),  # 16 times as many at most
        (4, [(1, 1), (9, 1)], [1, 4, 1, 1]),  # one at least
        (1 / 16, [(9, 1)], [1, 4, 16, 16, 16, 16, 16, 16, 16, 16]),
    ],
)
def test_a_slice_is_filled_with_trials(
    each: float, fills: list[tuple[float, int]], asked: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    trials, pace = Trials(monkeypatch, lanes, each), lanes.Pace()
    monkeypatch.setattr(lanes, "SLICE", 1.0)
    for seconds, least in fills:
        pace.fill(seconds, trials.run, least=least)
    assert trials.asked == asked


def test_where_no_trials_are_left_a_slice_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = Trials(monkeypatch, lanes, 0.0, 30)
    lanes.Pace().fill(1.0, trials.run)
    assert trials.asked == [1, 4, 64, 400, 400][: len(trials.asked)] and trials.left == 0


def test_numbers_are_told_often_at_first_and_never_mostly_told() -> None:
    for spent, took, until in ((0.0, 0.0, 0.1), (2.0, 0.0, 2.5), (100.0, 0.0, 101.0), (8.0, 0.5, 10.0)):
        rhythm = lanes.Rhythm()
        assert not rhythm.is_due(0.0) and rhythm.is_due(1e-9)
        rhythm.told(spent, took)
        assert not rhythm.is_due(until) and rhythm.is_due(until + 1e-9)

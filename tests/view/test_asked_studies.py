"""Studies that a page asks for, in one process and without a clock: they say what the commands say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from serving import DECK, SAMPLED
from test_turns import FILE, Tabs

import yisp
from yisp.page.reading import page_data
from yisp.studies.comparison import exchanges
from yisp.studies.comparison.compare import Sampled
from yisp.view import protocol
from yisp.view.work import lanes
from yisp.view.work import study as studying
from yisp.view.work.panels import KINDS, compare, copies, policies
from yisp.view.work.questions import _address, answered

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")

Content = dict[str, Any]


class Asking(Tabs):
    """A tab with studies."""

    def ask(self, *studies: dict[str, Any], text: str = DECK, revision: int = 1) -> None:
        self.edit(revision, text, studies=list(studies))

    def studied(self, number: int = 1) -> list[dict[str, Any]]:
        return [one for one in self.told if one["type"] == "studied" and one["id"] == number]

    def until(self, suits: Callable[[dict[str, Any]], object], number: int = 1) -> dict[str, Any]:
        """Take steps until a message about that study suits."""
        seen = 0
        while True:
            found = self.studied(number)
            for one in found[seen:]:
                if suits(one):
                    return one
            seen = len(found)
            assert self.tab.busy, found[-1:]
            self.tab.step()

    def until_done(self, number: int = 1) -> dict[str, Any]:
        return self.until(lambda one: one["state"] == "done", number)


def study(kind: str, number: int = 1, **options: Any) -> dict[str, Any]:
    return {"id": number, "kind": kind, "options": {"topic": "opening", **options}}


def as_told(of: Any) -> Any:
    """What a command prints, but for how long it took and on which target."""
    data = json.loads(json.dumps(of))
    for name in ("seconds", "target"):
        data.pop(name, None)
    return data


@pytest.fixture(autouse=True)
def nothing_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a version is looked at, no native module is built meanwhile."""
    monkeypatch.setattr("yisp.view.work.job.LONG", float("inf"))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """So many trials are enough for everybody."""
    monkeypatch.setattr(exchanges, "WORK", 300_000)
    monkeypatch.setattr(copies, "MOST_TRIALS", 1500)
    for module in (lanes, policies, compare):
        monkeypatch.setattr(module, "MOST_TRIALS", 1500)
    yield 1500


# What each card is worth ----------------------------------------------------------------------------------


def test_what_cards_are_worth_exactly() -> None:
    tabs = Asking()
    tabs.ask(study("worth"))
    found = tabs.until_done()
    assert (found["revision"], found["kind"], found["error"], found["ended"]) == (1, "worth", None, None)
    expected = yisp.sensitivity(yisp.loads(DECK, "deck.yml"), topics="opening", seed=7)
    assert as_told(found["content"]["study"]) == as_told(expected.to_dict())
    for one in tabs.studied():  # nothing was tried before
        (topic,) = one["content"]["study"]["sensitivity"]["topics"]
        assert all(change["trials"] is None for change in topic["changes"])


def test_what_cards_are_worth_by_trials(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the way each number is that of so many trials; in the end all are those of the command."""
    monkeypatch.setattr(exchanges, "PIECE", 1e-4)  # a piece is a few trials,
    monkeypatch.setattr("yisp.view.work.study.SLICE", 1e-9)  # after each of which it is told what is known,
    monkeypatch.setattr(lanes.Rhythm, "is_due", lambda *_: True)  # however busy the machine is
    tabs = Asking()
    tabs.ask(study("worth", filler="lamp"), text=SAMPLED)
    found = tabs.until_done()
    deck = yisp.loads(SAMPLED, "deck.yml")
    expected = yisp.sensitivity(deck, topics="opening", filler="lamp", seed=7)
    assert as_told(found["content"]["study"]) == as_told(expected.to_dict())
    looked = 0
    told = (one["content"]["study"]["sensitivity"]["topics"][0] for one in tabs.studied())
    for topic in islice((one for one in told if one["changes"][-1]["trials"]), 0, 9, 4):
        for change in topic["changes"]:
            if change["trials"] is not None and change["trials"] <= 1000:
                looked += 1
                known = (
                    yisp.sensitivity(deck, topics="opening", filler="lamp", seed=7, count=change["trials"])
                    .topics[0]
                    .change(change["card"], change["by"])
                )
                assert known is not None and json.loads(json.dumps(known.to_dict())) == change
    assert looked


def test_an_exact_answer_that_comes_late_makes_changes_exact(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deck's topic is known exactly only after the study has begun by trials: as the command it ends with
    what is exact."""
    monkeypatch.setattr("yisp.view.work.job.FIRST", 0.0)
    monkeypatch.setattr("yisp.view.work.job.FIRST_STUDIES", 0.5)
    unasked = DECK.replace("lamp: {count: 2}", "lamp: {count: 4}")  # whose answer no other test has kept
    tabs = Asking()
    tabs.ask(study("worth"), text=unasked)
    first = tabs.until(lambda one: one["content"] is not None)
    assert first["content"]["study"]["sensitivity"]["topics"][0]["method"] == "sample"
    found = tabs.until_done()
    expected = yisp.sensitivity(yisp.loads(unasked, "deck.yml"), topics="opening", seed=7)
    assert as_told(found["content"]["study"]) == as_told(expected.to_dict())


# How many -------------------------------------------------------------------------------------------------


def points(content: Content, curve: str) -> dict[int, list[dict[str, Any]]]:
    """By number, what is known of each figure."""
    return {one["values"][0]: one["known"] for one in content[curve]["study"]["variants"] if "known" in one}


def swept(text: str, vary: str, count: int | None = None) -> dict[int, list[dict[str, Any]]]:
    found = yisp.sweep(yisp.loads(text, "deck.yml"), vary, topics="opening", seed=7, count=count, jobs=1)
    return {one["values"][0]: one["known"] for one in json.loads(json.dumps(found.to_dict()))["variants"]}


def test_how_many_copies_and_cards_exactly() -> None:
    tabs = Asking()
    tabs.ask(study("copies", card="scout"))
    content = tabs.until_done()["content"]
    assert (content["card"], content["count"], content["size"]) == ("scout", 3, 40)
    assert points(content, "copies") == swept(DECK, "scout=0..3")
    assert points(content, "sizes") == swept(DECK, "size=40..60")


def test_how_many_copies_by_trials(few: int) -> None:
    """Each point is what the sweep says of it by as many trials; the deck's neighbours come first."""
    tabs = Asking()
    tabs.ask(study("copies", card="lamp", most=4), text=SAMPLED)
    first = tabs.until(lambda one: one["content"] is not None)["content"]
    assert 2 in points(first, "copies")
    content = tabs.until_done()["content"]
    assert points(content, "copies") == swept(SAMPLED, "lamp=0..4", few)
    for number, known in points(first, "copies").items():
        trials = known[0]["trials"]
        assert known == swept(SAMPLED, f"lamp={number}", trials)[number]


def test_a_deck_that_no_card_fills_has_but_one_size() -> None:
    fixed = DECK.replace("  size: 40\n", "").replace("count: -1", "count: 33")
    tabs = Asking()
    tabs.ask(study("copies", card="scout"), study("copies", 2, card="scout", filler="rest"), text=fixed)
    content = tabs.until_done()["content"]
    assert content["sizes"] is None
    assert points(content, "copies") == swept(fixed, "scout=0..3")
    other = tabs.until_done(2)["content"]
    found = yisp.sweep(yisp.loads(fixed), "size=40..60", filler="rest", topics="opening", seed=7, jobs=1)
    sizes = {one["values"][0]: one["known"] for one in json.loads(json.dumps(found.to_dict()))["variants"]}
    assert points(other, "sizes") == sizes


def test_a_size_that_leaves_too_few_is_said_to_be_none() -> None:
    small = DECK.replace("size: 40", "size: 10")
    tabs = Asking()
    tabs.ask(study("copies", card="scout"), text=small)
    variants = tabs.until_done()["content"]["sizes"]["study"]["variants"]
    assert [one["values"][0] for one in variants if not one.get("possible", True)] == list(range(7))


# Why hands fail -------------------------------------------------------------------------------------------


def test_why_hands_fail() -> None:
    tabs = Asking()
    tabs.ask(study("why"))
    found = tabs.until_done()["content"]
    deck = yisp.loads(DECK, "deck.yml")
    assert as_told(found["study"]) == as_told(yisp.why(deck, "opening", seed=7).to_dict())
    assert len(found["missing"]) == len(found["study"]["failures"])
    assert found["missing"][0] == ["one more scout in H"]
    assert found["more"] == [one["name"] for one in found["study"]["one_more"]]
    first = tabs.studied()[0]["content"]["study"]
    known = yisp.why(deck, "opening", seed=7, count=first["trials"]).to_dict()
    for what in ("success", "failures", "succeeded"):
        assert first[what] == as_told(known)[what]


# Which build ----------------------------------------------------------------------------------------------


def tuned(text: str, **limits: Any) -> Any:
    found = yisp.tune(
        yisp.loads(text, "deck.yml"), "rate", topic="opening", seed=7, jobs=1, target="python", **limits
    )
    return as_told(found.to_dict())


def test_which_build_is_best() -> None:
    ranges = {"scout": [0, 3], "gate": [0, 3], "rest": [0, 50]}
    tabs = Asking()
    tabs.ask(study("build", goal="rate", ranges=ranges, least=40, most=41))
    content = tabs.until_done()["content"]
    within = {card: (low, high) for card, (low, high) in ranges.items()}
    expected = tuned(DECK, ranges=within, only=list(ranges), size=range(40, 42))
    assert len(expected["decks"]) == expected["candidates"] == 32
    assert as_told(content["study"]) == expected and content["study"]["shown"]
    assert content["own"] == [3, 2, 2, 33] and content["rate"] is True
    for one in tabs.studied()[:-1]:
        assert not one["content"]["study"]["shown"]  # it is not over
        best = max(deck["goals"][0]["value"] for deck in one["content"]["study"]["decks"])
        assert one["content"]["study"]["decks"][0]["goals"][0]["value"] == best


def test_a_build_is_looked_for_by_a_number() -> None:
    tabs = Asking()
    tabs.ask(study("build", goal="score", ranges={"scout": [2, 3], "rest": [0, 50]}, least=40, most=40))
    assert tabs.until_done()["content"]["rate"] is False


@pytest.mark.slow
def test_which_build_is_best_by_trials() -> None:
    ranges = {"scout": [0, 1], "rest": [0, 50]}
    text = SAMPLED.replace("simulate:", "simulate:\n  count: 2000")
    tabs = Asking()
    tabs.ask(study("build", goal="rate", ranges=ranges), text=text)
    found = tabs.until_done()
    within = {card: (low, high) for card, (low, high) in ranges.items()}
    assert as_told(found["content"]["study"]) == tuned(text, ranges=within, only=list(ranges))
    assert found["content"]["study"]["best"]["scout"] == 1


# Fixed order or best play ---------------------------------------------------------------------------------

FOUND = """\
deck:
  cards:
    look: {program: '/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}
    dig: {program: '/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)'}
    key: {count: 2}
    blank: {count: 4}
simulate:
  seed: 7
  tests:
    opening:
      exec-program: true
      start-card: 3
      start: {hand: [dig, look]}
      combos: {key: {hand: [key]}}
    drawn: {combos: {key: {hand: [key]}}}
"""

PLAYED = FOUND.replace("opening:\n", "opening:\n      method: sample\n")


def played(text: str, **asked: Any) -> Any:
    deck = yisp.loads(text, "deck.yml")
    policies = asked.pop("policies", ["greedy", "best", "hindsight"])
    found = yisp.run(deck, topics="opening", policy=policies, seed=7, **asked)
    return as_told(found.to_dict())


def test_policies_side_by_side_exactly() -> None:
    """Also then it is told what choices cost, as trials have it."""
    tabs = Asking()
    tabs.ask(study("policies"), text=FOUND)
    content = tabs.until_done()["content"]
    (topic,) = as_told(content["study"])["topics"]
    costs = topic.pop("costs")
    assert [topic] == played(FOUND)["topics"] and topic["policies"][1]["method"] == "exact"
    assert costs == played(PLAYED, count=10 * policies.MOST_COSTS)["topics"][0]["costs"]
    assert len(content["examples"]) == len(costs)


def test_policies_side_by_side_by_trials(few: int) -> None:
    """At any moment it is what the command says of as many trials; hands that show a choice are of them."""
    tabs = Asking()
    tabs.ask(study("policies"), text=PLAYED)
    last = tabs.until_done()
    for told in (tabs.studied()[0], last):
        (topic,) = as_told(told["content"]["study"])["topics"]
        who = [one["policy"] for one in topic["policies"]]  # at first without the last
        trials = topic["policies"][0]["trials"]
        (expected,) = played(PLAYED, count=trials, policies=who)["topics"]
        if told is last:
            assert trials == few and topic == expected
        else:
            assert topic["policies"] == expected["policies"]
            assert topic["differences"] == expected["differences"]
    for cost, example in zip(topic["costs"], last["content"]["examples"], strict=True):
        (hand,) = example
        assert hand["zone"] == "H" and cost["taken"]["card"] in hand["cards"] and len(hand["cards"]) == 3
        assert cost["trial"] < cost["trials"]


def test_who_knows_what_comes_is_not_waited_for(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What may take seconds a trial comes in later than what does not."""
    monkeypatch.setattr(studying, "SLICE", 1e-9)
    tabs = Asking()
    tabs.ask(study("policies"), text=PLAYED)
    tabs.until_done()
    found = [as_told(one["content"]["study"])["topics"][0] for one in tabs.studied()]
    (expected,) = played(PLAYED, count=policies.FEWEST, policies=["greedy", "best"])["topics"]
    assert found[0]["policies"] == expected["policies"]
    assert all(len(topic["policies"]) == 3 for topic in found[1:])


def test_policies_of_a_strict_deck_end_with_its_first_notice() -> None:
    strict = FOUND.replace("  seed: 7\n", "  seed: 7\n  strict: true\n").replace(
        "      start-card: 3\n", "      start-card: 3\n      stats: {s: (/ 1 0)}\n"
    )
    tabs = Tabs()
    job = tabs.edit(1, strict)
    while job.version is None:
        tabs.tab.step()
    panel = policies.Policies(studying.Options(study("policies")["options"]), studying.Setting(job))
    assert len(list(islice(panel.steps(), 100))) < 100, "there is no second trial to wait for"


def test_policies_that_nobody_looks_at_for_long(few: int) -> None:
    """All trials are played before somebody asks what they have shown, which exact answers wait for: slices
    without trials do not make the next one larger and larger."""
    tabs = Tabs()
    job = tabs.edit(1, FOUND)
    while job.version is None:
        tabs.tab.step()
    panel = policies.Policies(studying.Options(study("policies")["options"]), studying.Setting(job))
    steps = panel.steps()
    for _ in range(4000):
        next(steps)
    assert panel.content() is not None


def test_a_hand_is_played_as_each_policy_plays_it() -> None:
    tabs = Asking()
    tabs.edit(1, FOUND)
    tabs.until_result()
    assert tabs.tab.job is not None
    work = {"revision": 1, "text": FOUND, "file": FILE}
    document = tabs.tab.document(FOUND, FILE)
    ask = {"type": "trial", "topic": "opening", "trial": 0}
    first = {
        policy: answered({**ask, "policy": policy}, work, document, tabs.tab.job.version)
        for policy in ("greedy", "best")
    }
    assert first["greedy"]["hands"] == first["best"]["hands"]
    assert "--policy greedy,best,hindsight --show best" in first["best"]["command"]
    activated = {
        policy: [step["text"] for step in one["trace"]["steps"] if step["what"] == "activate"]
        for policy, one in first.items()
    }
    assert "dig" in activated["greedy"][0] and "look" in activated["best"][0]
    refused = answered({**ask, "policy": "luck"}, work, document, tabs.tab.job.version)
    assert "no policy 'luck'" in refused["error"]


# Two decks ------------------------------------------------------------------------------------------------

OTHER = DECK.replace("gate: {count: 2", "gate: {count: 3")


def compared(text: str, other: str, **asked: Any) -> Any:
    decks = yisp.loads(text, "deck.yml"), yisp.loads(other, "other.yml")
    return as_told(yisp.compare(*decks, topics="opening", seed=7, **asked).to_dict())


def test_two_decks_beside_each_other_exactly() -> None:
    tabs = Asking()
    tabs.ask(study("compare", name="other.yml", text=OTHER))
    content = tabs.until_done()["content"]
    assert as_told(content["study"]) == compared(DECK, OTHER)
    assert content["topics"][0]["verdicts"][0].startswith("Play other.yml: +")


def test_two_decks_beside_each_other_by_trials(few: int) -> None:
    other = OTHER.replace("opening:\n", "opening:\n      method: sample\n")
    tabs = Asking()
    tabs.ask(study("compare", name="other.yml", text=other), text=SAMPLED)
    found = tabs.until_done()
    assert as_told(found["content"]["study"]) == compared(SAMPLED, other, count=few)
    first = tabs.studied()[0]["content"]["study"]
    trials = first["compare"]["topics"][0]["trials"]
    assert as_told(first) == compared(SAMPLED, other, count=trials)


def test_decks_are_compared_until_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no exact answer will come: not before the interval is no wider than it should be."""
    widths = iter([2.0, 1.5, 1.0, 0.5])
    monkeypatch.setattr(compare, "FEWEST", 1)
    monkeypatch.setattr(Sampled, "widest", lambda sampled, until: next(widths))
    other = OTHER.replace("opening:\n", "opening:\n      method: sample\n")
    tabs = Asking()
    tabs.ask(study("compare", name="other.yml", text=other), text=SAMPLED)
    tabs.until_done()
    assert list(widths) == [0.5]


def test_decks_of_one_topic_each_are_compared_by_that() -> None:
    lone = OTHER[: OTHER.index("    hands:")].replace("opening:", "start:")
    mine = DECK[: DECK.index("    hands:")]
    tabs = Asking()
    tabs.ask(study("compare", name="other.yml", text=lone), text=mine)
    (topic,) = tabs.until_done()["content"]["study"]["compare"]["topics"]
    assert [side["name"] for side in topic["sides"]] == ["opening", "start"]


# In a report ----------------------------------------------------------------------------------------------


def test_a_report_has_what_was_studied() -> None:
    tabs = Asking()
    tabs.ask(study("worth"), study("copies", 2, card="scuot"))
    content = tabs.until_done()["content"]
    tabs.until_done(2)  # of which nothing is known
    job = tabs.tab.job
    assert job is not None
    work = {"revision": 1, "text": DECK, "file": FILE}
    told = answered({"type": "report"}, work, tabs.tab.document(DECK, FILE), job.version, job.panels)
    (panel,) = page_data(told["html"])["panels"]
    assert panel == json.loads(json.dumps({"kind": "worth", "content": content}))


# Turns ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_something_is_shown_before_numbers_get_sharper(kind: str) -> None:
    tabs = Asking()
    ranges = {"scout": [0, 3], "rest": [0, 50]}
    asked = study(kind, card="scout", goal="rate", ranges=ranges, hand=["gate"], name="other.yml", text=OTHER)
    tabs.ask(asked, text=SAMPLED)
    tabs.until(lambda one: one["content"] is not None)
    assert len(tabs.results) == 1


def test_a_newer_text_has_its_own_answer_and_a_former_one_is_gone_on_with(few: int) -> None:
    tabs = Asking()
    tabs.ask(study("copies", card="scout"), text=SAMPLED)
    before = tabs.until(lambda one: one["content"] is not None)
    other = SAMPLED.replace("lamp: {count: 2}", "lamp: {count: 1}")
    tabs.ask(study("copies", card="scout"), text=other, revision=2)
    assert tabs.until_done()["revision"] == 2
    assert points(tabs.studied()[-1]["content"], "copies") == swept(other, "scout=0..3", few)
    tabs.told.clear()
    tabs.ask(study("copies", card="scout"), text=SAMPLED, revision=3)
    again = tabs.studied()[0]
    assert again["revision"] == 3 and again["content"] == before["content"]
    assert points(tabs.until_done()["content"], "copies") == swept(SAMPLED, "scout=0..3", few)


def test_a_study_that_is_left_ends_and_one_that_comes_back_goes_on(few: int) -> None:
    tabs = Asking()
    tabs.ask(study("worth"), text=SAMPLED)
    before = tabs.until(lambda one: one["content"] is not None)
    tabs.ask(text=SAMPLED)
    tabs.told.clear()
    while tabs.tab.busy:
        tabs.tab.step()
    assert not tabs.studied()
    tabs.ask(study("worth", 5), text=SAMPLED)
    assert tabs.studied(5)[0]["content"] == before["content"]
    tabs.until_done(5)


def test_numbers_are_done_when_they_are_done_whatever_a_study_does(few: int) -> None:
    tabs = Asking()
    tabs.ask(study("worth"), study("copies", 2, card="scout"), text=SAMPLED)
    while tabs.tab.busy:
        tabs.tab.step()
    states = [one["state"] for one in tabs.results]
    assert states.count("done") == 1
    assert tabs.studied()[-1]["state"] == tabs.studied(2)[-1]["state"] == "done"


def test_a_study_has_time_of_its_own(few: int) -> None:
    tabs = Asking()
    tabs.seconds = 0.05
    tabs.ask(study("copies", card="scout"), text=SAMPLED)
    found = tabs.until_done()
    assert "0.1 seconds are over" in found["ended"]
    assert points(found["content"], "copies")


def test_where_somebody_waits_an_exact_answer_is_begun_again() -> None:
    tabs = Asking()
    hard = DECK.replace("@;(# X B);(# D.scout.1 H)", "@;(# X B);(# D.2 H);(# H.rest B)")  # of nobody else
    tabs.ask(study("worth"), text=hard)
    tabs.until_result()
    tabs.urgent = True
    for _ in range(20):
        tabs.tab.step()
    assert not [one for one in tabs.studied() if one["state"] == "done"]
    tabs.urgent = False
    expected = yisp.sensitivity(yisp.loads(hard, "deck.yml"), topics="opening", seed=7)
    assert expected.topics[0].method == "exact"
    assert as_told(tabs.until_done()["content"]["study"]) == as_told(expected.to_dict())


# What cannot be asked -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"id": 1, "kind": "fate", "options": {}}, "no study 'fate'"),
        ({"id": 1, "kind": "worth", "options": {}}, "'topic' of this study"),
        (study("worth", topic="closing"), "no topic 'closing'"),
        (study("worth", filler="lmap"), "did you mean 'lamp'"),
        (study("worth", filler=3), "'filler' of this study"),
        (study("copies", card="scuot"), "did you mean 'scout'"),
        (study("copies", card=None), "'card' of this study"),
        (study("copies", card="rest"), "fills the deck"),
        (study("copies", card="scout", most=10**9), "'most' of this study"),
        (study("copies", card="scout", most=True), "'most' of this study"),
        ({"id": 1, "kind": "why", "options": {"topic": "milled"}}, "'milled' has no combos"),
        (study("build", goal="rate"), "'ranges' of this study"),
        (study("build", goal="rate", ranges={}), "which cards may change"),
        (study("build", goal="rate", ranges={"scout": [3, 0]}), "'ranges' of this study"),
        (study("build", goal="rate", ranges={"scout": [0, 10**9]}), "'ranges' of this study"),
        (study("build", goal="rate", ranges={"scuot": [0, 3]}), "did you mean 'scout'"),
        (study("build", goal="luck", ranges={"scout": [0, 3]}), "no figure 'luck'"),
        (study("build", goal="rate", ranges={"scout": [0, 2]}), "no deck of 40 cards"),
        (study("build", goal="rate", ranges={"scout": [0, 2]}, least=40, most=10**6), "'most' of this study"),
        (study("policies", topic="milled"), "nothing to decide in 'milled'"),
        (study("compare", name="other.yml"), "'text' of this study"),
        (study("compare", name="b.yml", text="deck: {cards: {a: x}}"), "has mistakes; b.yml, line 1: "),
        (study("compare", name="b.yml", text="# nothing"), "has mistakes"),
        (study("compare", name="b.yisp", text="(= a 1)"), "has no topic 'opening'"),
        (study("compare", name="b.yml", text=DECK.replace("opening", "start")), "has no topic 'opening'"),
    ],
)
def test_what_cannot_be_asked_is_said(asked: dict[str, Any], said: str) -> None:
    tabs = Asking()
    tabs.ask(asked, text=DECK + "    milled: {stats: {gone: '|B|'}}\n")
    found = tabs.until_done()
    assert said in found["error"] and found["content"] is None
    assert tabs.results[-1]["result"]["topics"]


def test_of_a_text_with_mistakes_nothing_is_studied() -> None:
    tabs = Asking()
    tabs.ask(study("worth"), text=DECK.replace("# X B", "# X b"))
    while tabs.tab.busy:
        tabs.tab.step()
    assert not tabs.studied()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "study", "id": 1, "kind": "worth"},
        {"type": "study", "id": 1, "kind": "worth", "options": []},
        {"type": "study", "id": 1, "kind": 3, "options": {}},
        {"type": "study", "id": -1, "kind": "worth", "options": {}},
        {"type": "study", "id": 1, "kind": "worth", "options": {"x": "y" * protocol.LONGEST["study"]}},
        {"type": "leave"},
        {"type": "parts", "id": 1, "revision": 1, "card": "x" * protocol.LONGEST["parts"]},
        {"type": "rewrite", "id": 1, "revision": 1, "card": "a", "place": -1},
        {"type": "rewrite", "id": 1, "revision": 1, "card": "a", "place": 0, "effect": []},
        {
            "type": "rewrite",
            "id": 1,
            "revision": 1,
            "card": "a",
            "place": 0,
            "effect": {"x": "y" * protocol.LONGEST["rewrite"]},
        },
    ],
)
def test_messages_that_are_none(message: dict[str, Any]) -> None:
    with pytest.raises(protocol.Unfit):
        protocol.read(json.dumps(message))


def test_a_study_that_fails_says_whose_fault_that_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def steps(_: object) -> Iterator[None]:
        raise KeyError("x")

    monkeypatch.setattr(KINDS["why"], "steps", steps)
    tabs = Asking()
    tabs.ask(study("why"))
    found = tabs.until(lambda one: one["error"])
    assert "KeyError: 'x'" in found["error"], found


def test_the_address_of_a_picture_holds_any_name() -> None:
    assert _address("a b/c&d?") == "/picture?card=a%20b%2Fc%26d%3F"

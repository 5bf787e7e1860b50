"""What to do with a hand, as a page asks for it: it says what ``yispc advise`` and ``yispc odds`` say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from serving import SAMPLED
from test_asked_studies import Asking, as_told, study

import yisp
from yisp.compile.pipeline import compile_deck
from yisp.page.panels import advice as told_advice
from yisp.page.panels.advice import DEPTH, LESS_DEEP, MOST_BRANCHES
from yisp.report.studies.advise import render
from yisp.simulate.sharpening import Sharpening
from yisp.simulate.stop import Stop
from yisp.studies.advice import advise
from yisp.view.work import study as studying
from yisp.view.work.panels import advise as panel

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")

Data = dict[str, Any]

FOUND = """\
deck:
  cards:
    look: {program: '/!used;/(>= |D| 2);@;(= used 1);(# X B);(# D.2 T);(# T.key.1 H);(# T D)'}
    dig: {program: '/!used;/(>= |D| 3);@;(= used 1);(# X B);(# D.2 J);(# D.1 H)'}
    ask: {count: 2, program: '@;(# X B);(# D.!ask.*1 H);(shuffle D)'}
    key: {count: 2}
    blank: {count: 4}
simulate:
  tests:
    opening:
      {exec-program: true, start-card: 3, combos: {keys: {hand: [2x key]}}, stats: {left: '|D|'}}
    idle: {stats: {left: '|D|'}}
"""
"""What is best is another move than the first, and chance decides what comes then."""

SEATED = """\
deck: {cards: {a: {count: 8}, b: {count: 8}}}
wall: {exits: {draw: 16}}
seats: [{name: me}, {name: you}]
simulate: {tests: {t: {deal: joint, combos: {x: {hand: [a]}}}}}
"""

HAND = ["look", "dig", "ask"]


def asked(text: str = FOUND, **position: Any) -> Data:
    """The last thing that is said of a position."""
    tabs = Asking()
    tabs.ask(study("advise", **position), text=text)
    return tabs.until_done()


def test_cards_may_be_called_otherwise() -> None:
    called = FOUND.replace("simulate:", "  alias: {shovel: dig}\nsimulate:", 1)
    said = asked(called, hand=["look", "shovel", "ask"])
    assert said["content"]["gone"] == []


def shallow(branches: list[Data], depth: int) -> list[Data]:
    """What is told of branches, so many moves ahead; none of them is rare."""
    assert len(branches) <= MOST_BRANCHES
    return [{**one, "behind": shallow(one["behind"], depth - 1)} for one in branches] if depth else []


def told(of: yisp.Advice) -> Data:
    data: Data = as_told(of.to_dict())
    for at, option in enumerate(data["options"]):
        option["behind"] = shallow(option["behind"], LESS_DEEP if at else DEPTH)
    return data


@pytest.mark.parametrize(
    "position",
    [
        {"hand": HAND},
        {"hand": ["look", "dig", "key"], "graveyard": ["ask"], "top": ["blank", "blank", "key"]},
        {"hand": ["dig", "blank", "blank"], "goal": "left"},
        {"hand": ["dig", "look"], "goal": "of another topic"},
    ],
)
def test_a_position_is_answered_as_by_the_command(position: Data) -> None:
    content = asked(**position)["content"]
    deck = yisp.loads(FOUND, "deck.yml")
    seen = {"B": position["graveyard"]} if "graveyard" in position else {}
    goal = position.get("goal") if position.get("goal") == "left" else None
    expected = yisp.advise(
        deck, position["hand"], seen=seen, top=position.get("top"), goal=goal, depth=DEPTH, seed=7
    )
    assert expected.exact and as_told(content["study"]) == told(expected)
    lines = render(expected).splitlines()
    assert content["sentence"] == lines[0] and content["certainty"] == lines[-1]
    assert (content["usual"], content["gone"]) == (3, [])
    named = [option["name"] for option in content["options"]]
    table = lines.index("", 1) + 2  # below its head
    assert all(line.startswith(name) for name, line in zip(named, lines[table:], strict=False))


def test_moves_and_cards_are_in_words() -> None:
    content = asked(hand=HAND)["content"]
    first, *others = content["options"]
    assert (first["name"], others[0]["name"], others[-1]["name"]) == (
        "look",
        "ask (take key)",
        "ask (take blank)",
    )
    assert [(one["steps"], one["cards"]) for one in first["behind"]] == [
        (["ask"], "H: key, and more"), (["nothing more"], "D: blank, and more"),
    ]  # fmt: skip
    assert first["behind"][0]["behind"][0]["steps"] == ["take key", "nothing more"]
    assert [step for branch in content["line"] for step in branch["steps"]] == [
        "ask",
        "take key",
        "nothing more",
    ]


@pytest.mark.parametrize("hand", [HAND, ["look"], [*HAND, "key"]])
def test_the_odds_are_those_of_the_command(hand: list[str]) -> None:
    """A hand of fewer cards than the topic draws is filled up; one of more the command does not take."""
    odds = asked(hand=hand, graveyard=["key"])["content"]["odds"]
    deck = yisp.loads(FOUND, "deck.yml")
    if len(hand) > 3:
        assert odds["seen"]["exact"] is not None
        return
    seen = yisp.odds(deck, hand=hand, seen={"B": "key"}, topic="opening", seed=7).topics["opening"].success
    plain = yisp.run(deck, topics=["opening"], seed=7).topics["opening"].success
    assert odds["seen"] == as_told(seen.to_dict()) and odds["without"] == as_told(plain.to_dict())
    assert odds["text"].startswith("Without what is seen, opening: ")


def test_odds_by_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel, "MOST_TRIALS", 700)
    odds = asked(SAMPLED, hand=["gate", "rest"])["content"]["odds"]
    deck = yisp.loads(SAMPLED, "deck.yml")
    seen = yisp.odds(deck, hand=["gate", "rest"], topic="opening", seed=7, count=700).topics["opening"]
    assert odds["seen"] == as_told(seen.success.to_dict())
    assert odds["change"]["ci95"][0] < odds["change"]["difference"] < odds["change"]["ci95"][1]


@pytest.mark.parametrize(("own", "exact"), [(True, True), (False, False), (None, True)])
def test_odds_are_exact_where_those_of_the_deck_are(
    own: bool | None, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And where it is not yet known whether those are, once enough trials have been played."""
    monkeypatch.setattr(panel, "MOST_TRIALS", 700)
    monkeypatch.setattr(studying.Setting, "exact", lambda *_: own)
    seen = asked(hand=["look"])["content"]["odds"]["seen"]
    assert (seen["exact"] is not None) == exact


def test_odds_are_known_of_what_has_begun_and_can_succeed() -> None:
    with Sharpening(compile_deck(yisp.loads(FOUND)), 7, Stop()) as known:
        assert panel._judged(known, "opening") is None
        for topic in known.topics:
            topic.sample(10)
        found = panel._judged(known, "opening")
        assert found is not None and found.trials == 10
        assert panel._judged(known, "idle") is panel._judged(known, "nobody") is None


def test_of_how_many_moves_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of others only what comes of them."""
    monkeypatch.setattr(told_advice, "MOST_FOLLOWED", 2)

    def depth(branches: list[Data]) -> int:
        return max((1 + depth(branch["behind"]) for branch in branches), default=0)

    options = asked(hand=[*HAND, "ask"])["content"]["options"]
    assert [depth(option["behind"]) for option in options] == [3, 2, 1, 1, 1]


def test_a_hand_that_cannot_be_solved_gets_sharper(monkeypatch: pytest.MonkeyPatch) -> None:
    """First a glance at a few games; then as many as the command plays."""
    work = {"PIECE": 300, "EXACT_WORK": 1, "LATER_WORK": 1, "PLAYED_WORK": 300_000, "A_WHILE": 0.0}
    for name, least in work.items():
        monkeypatch.setattr(advise, name, least)
    monkeypatch.setattr(studying, "SLICE", 1e-9)
    tabs = Asking()
    tabs.ask(study("advise", hand=HAND), text=FOUND)
    content = tabs.until_done()["content"]
    first = tabs.studied()[0]["content"]
    assert {option["how"] for option in first["study"]["options"]} == {"glanced"}
    assert "a first glance" in first["certainty"]
    expected = yisp.advise(yisp.loads(FOUND, "deck.yml"), HAND, depth=DEPTH, seed=7)
    assert not expected.exact and content["sentence"] == render(expected).splitlines()[0]
    known, best = content["study"]["options"], as_told(expected.to_dict())["options"]
    assert [(one["how"], one["worth"], one["less"]) for one in known] == [
        (one["how"], one["worth"], one["less"]) for one in best
    ]
    for one, other in zip(known, best, strict=True):
        assert [branch["share"] for branch in one["behind"]] == [
            branch["share"] for branch in other["behind"][:MOST_BRANCHES]
        ]


def test_a_hand_stays_while_the_deck_changes() -> None:
    """As far as its cards are there; of the others it is said that they are gone."""
    tabs = Asking()
    position = study("advise", hand=["look", "ask", "ask"], top=["dig"])
    tabs.ask(position, text=FOUND)
    assert tabs.until_done()["content"]["gone"] == []
    fewer = FOUND.replace("ask: {count: 2", "ask: {count: 1").replace("    dig:", "    dog:")
    tabs.ask(position, text=fewer, revision=2)
    content = tabs.until(lambda one: one["revision"] == 2 and one["state"] == "done")["content"]
    assert content["study"]["start"] == {"hand": ["look", "ask"]}
    assert content["gone"] == ["ask", "dig"]
    assert content["study"]["worth"] == as_told(
        yisp.advise(yisp.loads(fewer), "look, ask").best.worth.to_dict()
    )


@pytest.mark.parametrize("place", ["hand", "graveyard", "top"])
def test_one_card_that_is_left_is_asked_about(place: str) -> None:
    position = {"hand": ["nobody"], "graveyard": ["nobody"], "top": ["nobody"], place: ["look"]}
    found = asked(**position)
    assert found["error"] is None and set(found["content"]["gone"]) == {"nobody"}
    assert asked(hand=["nobody"])["error"] == "None of these cards is in the deck any more."


def test_nothing_is_said_where_nothing_is_asked_but_a_hand_may_be_empty() -> None:
    found = asked()
    assert (found["content"], found["error"]) == (None, None)
    study = asked(hand=[], top=["key"])["content"]["study"]
    assert study["start"] == {"hand": [], "deck-top": ["key"]} and study["worth"]["exact"] == "0"


@pytest.mark.parametrize(
    ("asking", "said"),
    [
        (study("advise", hand="look"), "'hand' of this study"),
        (study("advise", hand=[1]), "'hand' of this study"),
        (study("advise", top=["look"] * 1000), "'top' of this study"),
        (study("advise", hand=["nobody"]), "None of these cards"),
        ({"id": 1, "kind": "advise", "options": {"topic": "idle", "hand": ["key"]}}, "idle has no combos"),
    ],
)
def test_what_cannot_be_asked_is_said(asking: Data, said: str) -> None:
    tabs = Asking()
    tabs.ask(asking, text=FOUND)
    found = tabs.until_done()
    assert found["content"] is None and said in found["error"]


def test_hands_that_are_dealt_to_seats_cannot_be_asked_about() -> None:
    tabs = Asking()
    tabs.ask({"id": 1, "kind": "advise", "options": {"topic": "t", "hand": ["a"]}}, text=SEATED)
    assert tabs.until_done()["error"] == (
        "This cannot be asked here: its hands are dealt to seats, and no hand can be given."
    )


def test_a_message_is_json_of_bounded_size() -> None:
    """Whatever a hand may do: here six of twelve cards, each of which may take any of many."""
    names = "\n".join(f"    c{n}: {{count: 2, program: '@;(# X B);(# D.!c{n}.*1 H)'}}" for n in range(12))
    topic = "{exec-program: true, combos: {a: {hand: [c1, c2]}}}"
    text = f"deck:\n  cards:\n{names}\nsimulate:\n  tests:\n    opening: {topic}\n"
    tabs = Asking()
    tabs.ask(study("advise", hand=[f"c{n}" for n in range(3, 9)]), text=text)
    while len(tabs.studied()) < 5 and not (tabs.studied() and tabs.studied()[-1]["state"] == "done"):
        tabs.tab.step()
    assert max(len(json.dumps(one)) for one in tabs.studied()) < 2**20

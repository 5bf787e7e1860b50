"""Loops, functions, properties, turns, main programs and events, on both targets.

Each scene has cards of its own, which lie in known places when a trial begins, and a topic of its
own; all of them are one deck, so that one build serves them all.  ``~`` before a name makes it the
scene's.  The function ``did`` of the deck writes down what happens: ``order`` is its digits.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import Any

import pytest
from running import compile_text, deck_text, named_zones, notices, open_play, rows
from scene import STEPS, Scene
from scenes_control import BRANCHES, FUNCTIONS, LOOPS, STOPS
from scenes_events import ANSWERS, MOVED, OTHERS
from scenes_installed import INSTALLED
from scenes_presence import PRESENCE
from scenes_properties import PROPERTIES
from scenes_this import THIS
from scenes_turns import TURNS
from scenes_zones import ZONES
from yisp_runtime.codes import SCRIPTS

from yisp.compile.program import Program
from yisp.lang.events import WORDS
from yisp.lang.forms import FORMS, Kind, Repeat

SLOW_NATIVELY = True

SCENES = {
    **LOOPS, **BRANCHES, **STOPS, **FUNCTIONS, **PROPERTIES, **TURNS, **MOVED, **ANSWERS, **OTHERS,
    **INSTALLED, **PRESENCE, **THIS, **ZONES,
}  # fmt: skip


def own(number: int, thing: Any) -> Any:
    """A text, or all texts of something, with the scene's mark in place of ``~``."""
    if isinstance(thing, dict):
        return {own(number, key): own(number, value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [own(number, one) for one in thing]
    return thing.replace("~", f"s{number}") if isinstance(thing, str) else thing


def marked(number: int, words: str) -> list[str]:
    """Names of cards, as the deck calls them."""
    return [f"s{number}{word}" for word in words.split()]


def in_hand(scene: Scene) -> str:
    laid = [*scene.top.split(), *" ".join(scene.zones.values()).split()]
    return " ".join(name for name in scene.cards if name not in laid) if scene.hand is None else scene.hand


@cache
def program() -> Program:
    cards: dict[str, Any] = {"other": {"count": 2}}
    topics: dict[str, Any] = {}
    functions = {"did(n)": "(= order (+ (* order 10) n))"}
    for number, (name, scene) in enumerate(SCENES.items()):
        laid = " ".join([in_hand(scene), scene.top, *scene.zones.values()]).split()
        for card, effects in scene.cards.items():
            cards[f"s{number}{card}"] = {
                "count": max(laid.count(card), 1),
                "program": own(number, effects),
                "props": scene.props.get(card, {}),
            }
            if card in scene.kinds:
                cards[f"s{number}{card}"]["kind"] = f"s{number}{scene.kinds[card]}"
        functions |= {f"s{number}{head}": own(number, body) for head, body in scene.define.items()}
        topics[name] = {
            "start-card": len(in_hand(scene).split()),
            "start": {
                "hand": marked(number, in_hand(scene)),
                "deck-top": marked(number, scene.top),
                "zones": {zone: marked(number, held) for zone, held in scene.zones.items()},
            },
            "exec-program": scene.plays and not scene.program,
            "header": own(number, scene.header),
            "before-play": own(number, scene.before),
            "program": own(number, scene.program),
            "footer": own(number, scene.footer),
            "turns": scene.turns,
            "draw": scene.draw,
            "combos": {"c": {"condition": own(number, scene.condition or "1")}},
            "stats": {text: own(number, text) for text in scene.stats},
        }
        for key in SCRIPTS:
            if not topics[name][key]:
                del topics[name][key]
    text = deck_text(
        cards, topics, define=functions, simulate={"limits": {"activations": 50, "steps": STEPS}}
    )
    return compile_text(text)


@pytest.mark.parametrize("name", SCENES)
def test_scene(name: str, target: str) -> None:
    number, scene = list(SCENES).index(name), SCENES[name]
    play = open_play(program(), target, program().topic(name))
    (row,) = rows(play, 0, 1)
    counts = play.counts()
    assert sorted(code for code, count in notices(play) for _ in range(count)) == sorted(scene.notices)
    assert dict(zip(scene.stats, row.stats, strict=True)) == scene.stats
    assert row.combos == (scene.holds,)
    if scene.after is not None:
        found = {zone: held for zone, held in named_zones(play).items() if zone != "D"}
        assert found == {zone: marked(number, held) for zone, held in scene.after.items()}
    if scene.activations is not None:
        assert sum(counts.activations) == scene.activations


@pytest.mark.slow
@pytest.mark.parametrize("name", SCENES)
def test_both_targets_write_the_same_log(name: str) -> None:
    python, native = (open_play(program(), target, program().topic(name)) for target in ("python", "native"))
    assert python.log(0) == native.log(0)
    assert python.table.position == native.table.position


def test_every_event_and_every_form_of_play_is_in_a_scene() -> None:
    text = " ".join(
        " ".join(
            [
                scene.header,
                scene.before,
                scene.program,
                scene.footer,
                *scene.define.values(),
                *scene.stats,
                *chain(*scene.cards.values()),
            ]
        )
        for scene in SCENES.values()
    )
    for form in FORMS.values():
        if any(argument.kind is Kind.EXIT and argument.repeat is Repeat.ONCE for argument in form.arguments):
            continue  # of walls: see test_wall
        if form.name == "plan":
            continue  # of seats: see test_dealer
        if form.ours and not form.gives:
            assert f"({form.name} " in text, form.name
        for option in form.options:
            assert f"({option.name} " in text, option.name
    for event in (*WORDS, ">B", "H>B", "D>B", "H>"):
        assert f" on {event}]" in text or f"[on {event}]" in text, event
        assert f"(on {event} " in text or event in ("D>B", "H>"), event


def test_an_event_may_name_a_zone_that_nothing_else_does(target: str) -> None:
    """The zone is there for every effect: those listed before and behind, whatever they answer."""
    effects = ["[on >Q](= never 1)", "[on turn-end](= ends (+ ends 1))"]
    cards = {"a": {"program": effects}, "b": {"program": effects[::-1]}}
    topic = {"start-card": 2, "exec-program": True, "turns": 3, "combos": {"c": {"hand": ["a"]}}}
    topic |= {"draw": 0, "stats": {"ends": "ends", "never": "never"}}
    play = open_play(compile_text(deck_text(cards, {"t": topic})), target)
    (row,) = rows(play, 0, 1)
    assert row.stats == (6, 0)

"""Drawn decks with a wall that is dealt to seats: all of ``wall_programs`` beside all of ``seated``.

What comes in: a seed and a number, which are the same deck for ever (until something new is drawn).  What
goes out: the text of a deck file, which is JSON.  The interpreter knows no seats: these decks are for holding
targets against one another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from .decks import draw
from .seated import Seats, likely, one_of
from .wall_programs import EXITS, WallPrograms

FEWEST, MOST = 2, 4
"""How many seats there are."""

HAND = re.compile(r"(?<=[ |])H(?=[. )|])")
"""The hand in a script, but for those in events and flags."""

OWNED = 20
"""How many of a hundred hands in scripts of play are somebody else's."""

Data = dict[str, Any]


def draw_seated_wall(seed: object, number: int) -> str:
    """The deck of that seed and number, with two to four seats."""
    random = Random(f"seated wall {seed} {number}")
    data = json.loads(draw(f"seated {seed}", number, wall=True, many=False).text)
    seats = FEWEST + random.randrange(MOST - FEWEST + 1)
    cards = data["deck"]["cards"]
    for at, card in enumerate(cards.values()):
        card["count"] = 2 * max(card["count"], 1) + random.randrange(3)
        card["props"]["tile"] = at
    data["deck"].pop("size", None)
    stock = sum(card["count"] for card in cards.values() if card.get("zone", "D") == "D")
    hand = min(one_of(random, (0, 1, 1, 2, 3, 5)), stock // seats)
    _open_exits(random, data["wall"]["exits"], stock, seats * hand)
    data["deck"]["define"]["take()"] = "(draw pii H)"
    data["simulate"]["limits"].update(activations=4 + random.randrange(9), steps=one_of(random, (8, 30, 90)))
    programs = WallPrograms(random, lit=True)
    programs.exits, programs.functions = EXITS[:2], True
    _play_more(programs, cards, data["simulate"]["tests"].values())
    for topic in data["simulate"]["tests"].values():
        del topic["start-card"]
        topic["deal"] = one_of(random, ("sequential", "joint"))
        if "hand" in topic.get("start", {}):
            del topic["start"]["hand"][hand:]
    drawer = Seats(random, seats, *_names(cards))
    _share_out(random, data, seats)
    data["seats"] = [drawer.seat().data(at) for at in range(seats)]
    _mark_more(programs, data["seats"])
    data["deal"] = {"hand": hand}
    if likely(random, 35):
        data["deal"]["reveal"] = drawer.reveal().text()
    return json.dumps(data, ensure_ascii=False)


def _open_exits(random: Random, exits: Data, stock: int, hands: int) -> None:
    """Both exits that seats know of; mostly there are cards enough in the first one for all hands."""
    first, second = EXITS[:2]
    exits.setdefault(second, 1 + random.randrange(2))
    others = sum(number for name, number in exits.items() if name != first and isinstance(number, int))
    if isinstance(exits[first], int) or likely(random, 80):
        exits[first] = max(stock - others, hands)
    left = stock - (exits[first] if isinstance(exits[first], int) else 0)
    for name in EXITS[1:]:
        if isinstance(exits.get(name), int):
            exits[name] = min(exits[name], left)
            left -= exits[name]


def _names(cards: Data) -> tuple[list[str], dict[str, str]]:
    """Names that scripts can say without quotes, and which of them are of another's kind."""
    names = [name for name in cards if " " not in name]
    return names, {name: cards[name]["kind"] for name in names if cards[name].get("kind") in names}


def _share_out(random: Random, data: Data, seats: int) -> None:
    """In play, some hands are those of other seats."""

    def whose(found: re.Match[str]) -> str:
        return f"H:{random.randrange(seats)}" if likely(random, OWNED) else found[0]

    def shared(text: str) -> str:
        return HAND.sub(whose, text)

    for card in data["deck"]["cards"].values():
        card["program"] = [shared(effect) for effect in card.get("program", ())]
    for topic in data["simulate"]["tests"].values():
        _rewrite(topic, ("header", "before-play", "footer", "program"), shared)
        _rewrite(topic.get("stats", {}), tuple(topic.get("stats", ())), shared)


def _rewrite(texts: Data, keys: tuple[str, ...], change: Callable[[str], str]) -> None:
    for key in keys:
        if isinstance(texts.get(key), str):
            texts[key] = change(texts[key])


def _play_more(programs: WallPrograms, cards: Data, topics: Iterable[Data]) -> None:
    """Effects, in more of the cards, that are played in more of the topics."""
    for card in cards.values():
        if not card.get("program") and programs.chance(60):
            card["program"] = [programs.effect(2, 2) if programs.chance(40) else _unguarded(programs)]
    for topic in topics:
        if programs.chance(70):
            topic["exec-program"] = True
            topic.pop("program", None)
            if programs.chance(60):
                topic["header"] = programs.marks()


def _unguarded(programs: WallPrograms) -> str:
    """An effect that can be activated whenever its card is at hand, which few drawn ones can."""
    programs.card = True
    moved = programs.one_of(programs.zones[1:] + "R")
    done = [programs.leave(), *(programs.mark() for _ in range(programs.below(2)))]
    programs.card = False
    return f"[{programs.one_of(('1', '1', ''))}]@;(# X {moved});{';'.join(done)}"


def _mark_more(programs: WallPrograms, seats: list[Data]) -> None:
    """Marks of the wall's own programs in hooks, beside the seats'."""
    programs.functions = False
    for seat in seats:
        if programs.chance(40):
            before = seat.get("on-deal")
            marks = [before] if before else []
            seat["on-deal"] = ";".join([*marks, programs.mark()])
        if programs.chance(40):
            hooks = seat.setdefault("on-draw", {})
            hooks[programs.exit()] = ";".join(programs.mark() for _ in range(1 + programs.below(2)))

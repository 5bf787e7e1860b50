"""Cards of a collection, played: the positions of ``tests/collections/NAME.yml``, and what becomes of them.

A file has for every card of the collection a list of cases, each a table of these keys:

    hand      the hand, in order; if left out, the card itself
    deck      the deck, top first
    zones     cards in other zones, by letter: {F: [a], B: [b]}
    cards     what other cards are, as in a deck: {a: {attribute: [warrior], props: {level: 4}}}
    plays     what is done, in order: the name of a card whose effect is activated, `end turn`, or a statement
              in parentheses; if left out, the card itself
    effect    which effect of the last card of ``plays``, counted from 0 (of those before it, the first); or
              a list, of each card of ``plays`` in order
    then      every zone that holds cards afterwards: their names in any order, or how many there are
    either    instead of ``then``, where chance decides: a list of all that can come of it
    top       the cards that are known to lie on top of the deck afterwards, in order
    stops     instead of ``then``: the last of ``plays`` cannot be activated, and in a few words why

Names that the collection does not know are cards that do nothing.  A case that stops because something is
done once a turn does that first, by a card: what a program forgets to note would else go unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import yisp
from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.deck.reading.files import COLLECTION, packaged, path_of

FOLDER = Path(__file__).parent
KEYS = ("hand", "deck", "zones", "cards", "plays", "effect", "then", "either", "top", "stops")
ONCE = "once a turn"
TRIALS = 64
"""Where chance decides, so many trials are played."""

Case = dict[str, Any]
Zones = dict[str, Any]


def collections() -> list[str]:
    return packaged(COLLECTION)


@cache
def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = yaml.load(path.read_text("utf-8"), getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    return data


def cards_of(name: str) -> dict[str, Any]:
    """The cards of a packaged collection, as plain data."""
    cards: dict[str, Any] = _read(Path(path_of(name, COLLECTION)))["cards"]
    return cards


def cases(name: str) -> dict[str, list[Case]]:
    """The cases of a collection, by card."""
    return _read(FOLDER / f"{name}.yml")


def every_case() -> Iterator[tuple[str, str, int]]:
    """The cases of all collections: of which, of which card, and which one."""
    for name in collections():
        for card, tried in cases(name).items():
            yield from ((name, card, index) for index in range(len(tried)))


def deck_of(name: str, card: str, case: Case) -> Deck:
    """A deck that begins with the position."""
    unknown = set(case) - set(KEYS)
    assert not unknown, f"unknown keys {sorted(unknown)}; known are {', '.join(KEYS)}"
    return _deck(name, _copies(card, case), case.get("cards", {}), {"t": _topic(card, case)})


def deck_of_all(name: str) -> Deck:
    """A deck of every card of the cases, with a topic for each position; what else there is lies below."""
    copies: Counter[str] = Counter()
    written: dict[str, Any] = {}
    topics = {}
    for card, tried in cases(name).items():
        for number, case in enumerate(tried):
            copies |= _copies(card, case)
            written = {**case.get("cards", {}), **written}
            topics[f"{card} {number}"] = _topic(card, case)
    return _deck(name, copies, written, topics)


def _copies(card: str, case: Case) -> Counter[str]:
    lying = [case.get("hand", [card]), case.get("deck", []), *case.get("zones", {}).values()]
    return Counter(one for zone in lying for one in zone)


def _topic(card: str, case: Case) -> dict[str, Any]:
    hand = case.get("hand", [card])
    start = {"hand": hand, "deck-top": case.get("deck", []), "zones": case.get("zones", {})}
    stats = {zone: f"|{zone}|" for zone in "HDFBJPLC"}
    stats |= {f"B {number}": f'|B."{one}"|' for number, one in enumerate(_copies(card, case))}
    return {"start-card": len(hand), "exec-program": True, "start": start, "stats": stats}


def _deck(
    name: str, copies: Mapping[str, int], written: Mapping[str, Any], topics: Mapping[str, Any]
) -> Deck:
    """The deck, without a warning: there is one of every card that is played in part."""
    cards = {one: {"count": count, **written.get(one, {})} for one, count in copies.items()}
    data = {"use": [name], "deck": {"cards": cards}, "simulate": {"tests": dict(topics)}}
    return loads(yaml.dump(data, allow_unicode=True, sort_keys=False), "position.yml")


def play(name: str, card: str, case: Case) -> None:
    """Play a case, and hold it against what it says."""
    deck = deck_of(name, card, case)
    if "either" in case:
        wanted = [_wanted(one) for one in case["either"]]
        found = [_played(deck, card, case, trial)[0] for trial in range(TRIALS)]
        assert all(any(_fits(one, zones) for one in wanted) for zones in found), _shown(found[0], deck)
        assert all(any(_fits(one, zones) for zones in found) for one in wanted), "one of these never happens"
        return
    zones, top = _played(deck, card, case, 0)
    if "stops" in case:
        return
    assert _fits(_wanted(case["then"]), zones), _shown(zones, deck)
    if "top" in case:
        assert top[: len(case["top"])] == case["top"], f"on top of the deck lie {top}"


def _played(deck: Deck, card: str, case: Case, trial: int) -> tuple[Zones, list[str | None]]:
    """The zones after what is played, and the deck from the top on as far as it is known."""
    table = yisp.Table(deck, seed=1, trial=trial)
    plays = case.get("plays", [card])
    effects = _effects(plays, case.get("effect", "0"))
    if ONCE in case.get("stops", ""):
        assert len(effects) > 1, "the turn's one is played first, not only noted"
    for number, one in enumerate(plays):
        last = number == len(plays) - 1
        if one == "end turn":
            table.end_turn()
        elif one.startswith("("):
            table.run(one)
        else:
            played = table.activate(one, effects[number])
            found = [entry for entry in played.entries if entry.what == "notice"]
            assert not found, "a move finds no card: whoever plays would be told of it; put it into an (if …)"
            stopped = not played.activated
            if last and "stops" in case:
                assert stopped, f"{one} is activated, although: {case['stops']}"
            else:
                assert not stopped, f"{one} cannot be activated"
    return {zone: _names(table, zone) for zone in table.zones}, table["D"]


def _effects(plays: Sequence[str], written: str | list[str]) -> dict[int, int]:
    """Which effect is activated, by the place of its card in ``plays``."""
    cards = [number for number, one in enumerate(plays) if one != "end turn" and not one.startswith("(")]
    if isinstance(written, str):
        written = ["0"] * (len(cards) - 1) + [written] * bool(cards)
    return dict(zip(cards, map(int, written), strict=True))


def _names(table: yisp.Table, zone: str) -> Counter[str]:
    seen = Counter(name for name in table[zone] if name is not None)
    return seen + Counter(table.unseen(zone))


def _wanted(written: Mapping[str, Any]) -> Zones:
    return {zone: int(cards) if isinstance(cards, str) else Counter(cards) for zone, cards in written.items()}


def _fits(wanted: Zones, zones: Zones) -> bool:
    """Whether every zone is as wanted; one that holds nothing need not be."""
    letters = {*zones, *wanted}
    return all(_alike(wanted.get(letter, 0), zones.get(letter, Counter())) for letter in letters)


def _alike(wanted: int | Counter[str], cards: Counter[str]) -> bool:
    return cards.total() == wanted if isinstance(wanted, int) else cards == wanted


def _shown(zones: Zones, deck: Deck) -> str:
    return "; ".join(f"{zone}: {_listed(list(cards.elements()))}" for zone, cards in zones.items())


def _listed(names: Sequence[str]) -> str:
    return f"[{', '.join(names)}]"

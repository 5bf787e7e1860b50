"""Decks with seats, and what nobody would do at a table.

What comes in: a random generator.  What goes out: the bytes of a deck file: a deal as the tests of
properties draw it, whose seats, worlds, patience and scripts were then made hostile: zones that are nobody's,
hands that no wall fills, worlds without number, hooks that draw, vetoes that nobody meets.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from hunt.seated import drawn_table

from . import corpus
from .mutations import mutated
from .scripts import Scripts

ZONES = (
    *("H", "H:0") * 6, "H:1", "H:2", "H:9", "H:who", "H:me", "H:try", "H:x", "H:", "H:-1", "H:00", "H:007",
    "H:99999999999", "D:0", "R:1", "X:0", "F:0", "F:1", "F:who", "Z:2", "H[2]", "h:1", "H:0:1", "H:٣", "it",
)  # fmt: skip

SCRIPTS = (
    "(# D.{n} {z})", "(# D.a.{n} {z})", "(# {z} {z})", "(draw pii {z})", "(draw dead {z})", "(take)",
    "(# {z} R)", "(light D.a {n})", "(light D {n} pii {n})", "(light R {n})", "(light {z}.a 10)",
    "(collapse D.a pii {n})", "(light D.(> (copies {z}) {n}) 10)", "(collapse {z})",
    "(repeat 70 (light D.a 1 pii i);(= i (+ i 1)))", "(repeat 300 (light D.a 1 dead i) (= i (+ i 1)))",
    "(repeat 90 (draw pii {z}))", "(= who {n})", "(= me 1)", "(= note (plan {n}))", "(= note (plan who))",
    "(= note {n})", "(= note (+ {n} note))", "(= note |{z}|)", "/(== who me);(light D.a 30)",
    "/(> |{z}| {n});(# D.b.1 R)", "(shuffle {z})", "(print {z})", "(= note (rand 0 3))", "@", "()", "",
    "(on draw (# D.1 {z}))", "(after 1 (light D.a 10))", "(would (= note 1))",
    "(block (# D.a.1 {z}) {n})", "(# D.k:a R);(# D R)", "(# D {z});(# {z} D)", "(= try 1)", "(= world me)",
)  # fmt: skip

NUMBERS = (
    "{n}", "0", "(- 0 1)", "(/ 1 note)", "(> |{z}| {n})", "(>= |{z}.a| 1)", "(== try {n})",
    "(and try |{z}|)", "who", "me", "world", "try", "(plan {n})", "(plan me)", "(rand 0 1)",
    "(== tile world)", "(== tile {n})", "tile", "(copies D)", "copies", "(own 3)", "(* {n} {n})",
    "(remain pii)", "(block (# D.1 H) 1)", "(if who 0 1)", "(> {n} {n})", "x", "", "|{z}.?1|",
    "(sum {z} tile)", "(/ tile 0)", "(== 0 (% world 2))", "(+ 9223372036854775807 world)",
)  # fmt: skip


def seats(random: Random) -> bytes:
    """A deck with seats, after one change, or several."""
    data = json.loads(drawn_table(Random(random.getrandbits(40))).text())
    data["deck"]["define"].update(
        {"own(n)": "(>= |H.a| n)", "again()": random.choice(("(take)", "(# D.1 H:0)"))}
    )
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        random.choice(CHANGES)(random, data)
    text = json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return mutated(random, text) if random.random() < 0.1 else text


def _number(random: Random) -> str:
    return random.choice((*"012345", *corpus.EDGES, "100", "1000", "1001", "1048576", "10000000", "10001"))


def _written(random: Random, texts: tuple[str, ...]) -> str:
    text = random.choice(texts)
    while "{z}" in text:
        text = text.replace("{z}", random.choice(ZONES), 1)
    while "{n}" in text:
        text = text.replace("{n}", _number(random), 1)
    return Scripts(random).changed(text) if random.random() < 0.15 else text


def _listed(data: Any) -> list[Any]:
    """Those seats that can be changed."""
    seats = data["seats"] if isinstance(data["seats"], list) else []
    return [seat for seat in seats if isinstance(seat, dict)]


def _seat(random: Random, data: Any) -> Any:
    return random.choice(_listed(data) or [{}])


def _script(random: Random, data: Any) -> None:
    """A statement more in some script."""
    key = random.choice(
        ("raid", "beg", "on-deal", "on-deal", "on-draw", "on-draw", "reveal", "program", "told")
    )
    owner: Any = _seat(random, data)
    if key == "reveal":
        owner = data["deal"]
    elif key == "program":
        owner = data["simulate"]["tests"]["t"]
    elif key == "told":
        owner = owner.setdefault("bargain", {"worlds": 1})
    elif key == "on-draw" and random.random() < 0.5:
        if isinstance(owner.get("on-draw"), str):
            return
        owner, key = owner.setdefault("on-draw", {}), random.choice(("pii", "dead", "pi", "H:1", ""))
    before = owner.get(key)
    parts = [before] if isinstance(before, str) else []
    parts.insert(random.randrange(len(parts) + 1), _written(random, SCRIPTS))
    owner[key] = ";".join(parts)


def _claim(random: Random, data: Any) -> None:
    bargain = _seat(random, data).setdefault("bargain", {"worlds": random.randrange(4)})
    bargain[random.choice(("four", "all", "any"))] = _written(random, NUMBERS)


def _worlds(random: Random, data: Any) -> None:
    worlds = random.choice((0, 1, 30, 1000, 1001, -1, _number(random), _written(random, NUMBERS), None, []))
    _seat(random, data).setdefault("bargain", {})["worlds"] = worlds


def _all_bring(random: Random, data: Any) -> None:
    """Worlds of several seats, which are too many together, or nearly."""
    for seat in _listed(data):
        seat["bargain"] = {
            "worlds": random.choice((16, 64, 101, "(+ 60 me)", "1000")),
            "any": _written(random, NUMBERS),
        }


def _accept(random: Random, data: Any) -> None:
    _seat(random, data)["accept"] = _written(random, NUMBERS)


def _patience(random: Random, data: Any) -> None:
    patience = random.choice(
        ("none", "none", 0, 1, 1000, 1001, -1, _number(random), "never", None, True, [1])
    )
    _seat(random, data)["patience"] = patience


def _name(random: Random, data: Any) -> None:
    names = (*corpus.CHARACTERS, "s0", "s0", "who", "", "0", "x" * 5000, "a:b", None, {})
    _seat(random, data)["name"] = random.choice(names)


def _flag(random: Random, data: Any) -> None:
    _seat(random, data)["raid-first"] = random.choice((True, False, "yes", 1, None))


def _hand(random: Random, data: Any) -> None:
    data["deal"]["hand"] = random.choice((0, 1, 2, 3, 60, 64, 500, -1, _number(random), "x", None))


def _more_seats(random: Random, data: Any) -> None:
    data["seats"] = (_listed(data) or [{}]) * random.choice((0, 2, 2, 3, 10, 30))
    if random.random() < 0.5:
        data["deal"]["hand"] = 0


def _odd_seats(random: Random, data: Any) -> None:
    data["seats"] = random.choice(
        (None, [], {}, [None], ["a"], [[]], 4, [{}], [{}, {}, {}, {}], [{"nam": 1}])
    )


def _topic(random: Random, data: Any) -> None:
    topic = data["simulate"]["tests"]["t"]
    key, value = random.choice((
        ("deal", "joint"), ("deal", "sequential"), ("deal", "both"), ("deal", {}), ("turns", 3),
        ("turns", 5), ("draw", 2), ("start-card", 3), ("start", {"hand": ["a"]}),
        ("start", {"zones": {"F": ["a"]}}), ("exec-program", True), ("combos", {"c": {"hand": ["a"]}}),
        ("combos", {"c": {"condition": "(> |H:1.a| 0)"}}), ("policy", "best"), ("policy", "hindsight"),
        ("policy", "random"), ("method", "exact"), ("match", "best"), ("relate", [["cards", "note"]]),
        ("watch", {"w": {"condition": "(plan 0)"}}),
    ))  # fmt: skip
    topic[key] = value


def _stat(random: Random, data: Any) -> None:
    data["simulate"]["tests"]["t"]["stats"][random.choice(("cards", "new"))] = _written(random, NUMBERS)


def _effect(random: Random, data: Any) -> None:
    card = random.choice(list(data["deck"]["cards"].values()))
    card["program"] = ["[1]@;" + _written(random, SCRIPTS)]
    data["simulate"]["tests"]["t"].update(
        {"exec-program": True, "program": random.choice(("()", "(# D.1 H)"))}
    )


def _wall(random: Random, data: Any) -> None:
    change = random.choice(("none", "exit", "count", "kind"))
    cards = data["deck"]["cards"]
    card = cards[random.choice(list(cards))]
    if change == "none":
        data.pop("wall", None)
    elif change == "exit" and "wall" in data:
        data["wall"]["exits"][random.choice(("pii", "dead", "x"))] = random.choice(
            (0, 1, 3, "(- 5 note)", "(- 5 |H:1|)", "(plan 0)", "who", 500)
        )
    elif change == "count":
        card["count"] = random.choice((0, 1, 16, 17, 63, 64, 65, 200, _number(random)))
    else:
        card["kind"] = random.choice((*cards, "none"))


CHANGES: tuple[Callable[[Random, Any], None], ...] = (
    _script, _script, _script, _script, _claim, _claim, _worlds, _all_bring, _accept, _accept, _patience,
    _patience, _name, _flag, _hand, _more_seats, _odd_seats, _topic, _topic, _stat, _effect, _effect, _wall,
)  # fmt: skip

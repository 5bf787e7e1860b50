"""Decks with a wall, and what nobody would do to one.

What comes in: a random generator.  What goes out: the bytes of a deck file: a wall as the hunt draws it,
whose exits, counts, kinds and scripts were then made hostile: numbers at which something may give way, more
marks than can wait, places that no exit has, cards that go round between the stock and the reserve.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from hunt.decks import draw
from hunt.wall_programs import EXITS

from . import corpus
from .mutations import mutated
from .scripts import Scripts

GIVES = (
    "(- 2 word)", "(/ 6 word)", "(remain pii)", "(most 9223372036854775807)", "(# D.1 H)", "word;word",
    "(rand 0 3)", "(copies D)", "(+ 9223372036854775807 |H|)", "|R|", "@", "()", "", "x", "D", "(twice 2)",
    "(- 0 9223372036854775807)",
)  # fmt: skip

NAMES = (*EXITS, "D", "R", "Pii", "pii dead", "", "score", "it", "x", "remain", "1")

STATEMENTS = (
    "(repeat 70 (light D.p i pii i);(= i (+ i 1)))", "(repeat 70 (light D.p 10000000 pii))",
    "(= i 0);(repeat 90 (light D 1 pii i) (= i (+ i 1)))", "(repeat 300 (draw pii R))",
    "(repeat 300 (collapse D pii i) (= i (+ i 1)))", "(# D R);(# D.9 R);(# D.1 H)", "(# D H);(draw pii H)",
    "(light D.p {n} pii {n})", "(light R {n})", "(collapse R pii {n})", "(collapse D.q dead {n})",
    "(# D.{n} H)", "(# D.:{n} R)", "(# D.p.{n} R)", "(## D.{n} B [draw])", "(draw ura H)", "(shuffle D)",
    "(= word {n})", "(# H D)", "(# R H)", "(print D R)", "(= word |R|)", "(= word |D.(copies R)|)",
    "(# D.p R);(collapse R.p pii 1);(# D H)", "(after 1 (light D.p {n} pii 1))", "(on D>H (draw pii R))",
    "(on >R (# it H))", "(# D.?{n} R)", "(# D.*1 H)", "(= word (remain pii))", "(light X 3);(collapse it)",
    "(on draw (# D.1 H [draw]))", "(would [steady] (remain pii))", "(on >B (draw pii H) [steady])",
)  # fmt: skip

EFFECTS = (
    "[1]@;(# X R);(# X H)", "[1]@;(# X R);(collapse R);(shuffle X)", "[1]@;(# X R);(collapse R);(# H X)",
    "[1]@;(# X R);(light R {n});(draw pii X)", "[1 on >R](# X B)", "[1 on D>H](# X R);(print X)",
    "[1]@;(# X R);(collapse R pii 1);(# X B);(# D.2 X)", "[HR]@", "[D on turn-end]@",
    "[1]@;(# X R);(collapse R);(## H X);(= word |X|)",
)  # fmt: skip

NUMBER = re.compile(r"(?<![\w-])-?\d+")


def wall(random: Random) -> bytes:
    """A deck with a wall, after one change, or several."""
    data = json.loads(draw("fuzz", random.getrandbits(40), wall=True, many=random.random() < 0.1).text)
    for _ in range(random.choice((1, 1, 2, 3, 6))):
        random.choice(CHANGES)(random, data)
    text = json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return mutated(random, text) if random.random() < 0.1 else text


def _number(random: Random) -> str:
    return random.choice((*corpus.EDGES, "10000", "10001", "10000000", "10000001", "-10000000", "64", "65"))


def _written(random: Random, texts: tuple[str, ...]) -> str:
    return random.choice(texts).replace("{n}", _number(random))


def _exit(random: Random, data: Any) -> None:
    exits = data["wall"]["exits"]
    name = random.choice((*exits, random.choice(NAMES)))
    exits[name] = random.choice((_number(random), random.choice(GIVES), random.randrange(9), None, [1]))


def _many_exits(random: Random, data: Any) -> None:
    exits = range(random.choice((0, 20, 21)))
    data["wall"]["exits"] = {f"e{number}": random.randrange(2) for number in exits}


def _count(random: Random, data: Any) -> None:
    card = random.choice(list(data["deck"]["cards"].values()))
    card["count"] = random.choice((0, 1, 16, 17, 63, 64, 65, 200, -1, _number(random)))


def _kind(random: Random, data: Any) -> None:
    cards = data["deck"]["cards"]
    cards[random.choice(list(cards))]["kind"] = random.choice((*cards, "none", "", "k"))


def _topic(random: Random, data: Any) -> Any:
    return random.choice(list(data["simulate"]["tests"].values()))


def _statement(random: Random, data: Any) -> None:
    topic = _topic(random, data)
    key = random.choice(("header", "header", "before-play", "footer", "program"))
    parts = [topic[key]] if key in topic else []
    parts.insert(random.randrange(len(parts) + 1), _written(random, STATEMENTS))
    topic[key] = ";".join(parts)


def _effect(random: Random, data: Any) -> None:
    card = random.choice(list(data["deck"]["cards"].values()))
    card["program"] = [*card.get("program", ()), _written(random, EFFECTS)]
    _topic(random, data)["exec-program"] = True


def _start(random: Random, data: Any) -> None:
    topic, names = _topic(random, data), list(data["deck"]["cards"])
    place = random.choice(("hand", "deck-top", "zones"))
    cards = [random.choice(names) for _ in range(random.randrange(4))]
    topic["start"] = {place: {random.choice("DRHBX"): cards} if place == "zones" else cards}
    topic["start-card"] = random.choice((0, 1, 3, 50))
    topic["turns"] = random.choice((1, 2, 5))


def _combo(random: Random, data: Any) -> None:
    zone = random.choice("DRF")
    wants = [random.choice(("p", "q", "!p", "a:m", "0x p", "1-2x q")) for _ in range(random.randrange(1, 3))]
    topic = _topic(random, data)
    topic["combos"] = {"c": {zone: wants}}
    topic["match"] = random.choice(("first", "best"))


def _script(random: Random, data: Any) -> None:
    """A number of a script is another, or some of its tokens are."""
    topic = _topic(random, data)
    keys = [key for key in ("header", "before-play", "footer", "program") if topic.get(key)]
    if not keys:
        return
    key = random.choice(keys)
    if random.random() < 0.5:
        topic[key] = Scripts(random).changed(topic[key])
        return
    places = list(NUMBER.finditer(topic[key]))
    if places:
        start, end = random.choice(places).span()
        topic[key] = topic[key][:start] + _number(random) + topic[key][end:]


CHANGES: tuple[Callable[[Random, Any], None], ...] = (
    _exit, _exit, _many_exits, _count, _kind, _statement, _statement, _statement, _effect, _effect, _start,
    _combo, _script, _script, _script,
)  # fmt: skip

"""Decks: a few cards with effects, and topics that use all that a deck file can say.

What comes in: a ``random.Random``, or a seed and a number, which are the same deck for ever (until
something new is drawn).  What goes out: the text of a deck file, which is JSON; ``draw`` also says what
is in it.  Not drawn: ``extends`` and ``include``, which need other files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from running import deck_text

from yisp.deck.schema import KEYS, ZONE_KEY, children

from .programs import ALIAS, ATTRIBUTES, NAMES, OTHER, PROPERTIES, WORDS, Programs
from .searches import let_search
from .wall_programs import MOST, WallPrograms

Data = dict[str, Any]

FEW = (
    (2, 1, 0, 0), (3, 1, 0, 0), (4, 1, 0, 0), (2, 2, 0, 0), (1, 1, 1, 0), (2, 1, 1, 0), (3, 2, 0, 0),
    (3, 1, 1, 0), (1, 1, 1, 1), (2, 2, 1, 0), (2, 1, 1, 1), (3, 2, 1, 0), (2, 2, 1, 1),
)  # fmt: skip
"""Copies of each card: small enough to walk through all their orders."""

MANY = ((3, 4, 2, 1), (6, 2, 0, 0), (3, 37, 0, 0), (2, 3, 5, 2), (30, 25, 1, 20), (4, 3, 0, 33), (2, 9, 2, 0))
"""The same for exact and sampled answers alone."""


class Drawn(NamedTuple):
    """A deck, the forms, options, flags and classes of filters in it, and its keys (``deck.schema``)."""

    text: str
    used: set[str]
    keys: set[str]


LIT_DECKS = 0.25
"""Of how many decks scripts light cards."""

WALLS, LIT_WALLS = 0.12, 0.8
"""How many decks are walls, and of how many walls scripts light cards."""

SHARED_KINDS = 0.3
"""Of how many decks cards share a `kind`, where their copies are few enough."""

SEARCHING = 0.2
"""In how many decks cards are looked for again and again, without a shuffle."""

LAID_ASIDE = 0.3
"""In how many decks a card begins in a zone of its own, where that leaves enough."""

CROWDED = 500
"""Every so many'th deck holds a great many programs: building it natively takes a second."""


THOROUGH = 10
"""Every so many'th deck is held against replays and whole runs as well."""


def is_crowded(number: int) -> bool:
    return number % CROWDED == CROWDED - 1


def is_thorough(number: int) -> bool:
    return number % THOROUGH == THOROUGH - 1


def draw(
    seed: object,
    number: int,
    *,
    many: bool | None = None,
    lit: bool | None = None,
    wall: bool | None = None,
) -> Drawn:
    """The deck of that seed and number; ``many``, ``lit`` and ``wall`` say whether it has many cards,
    whether something is lit in it, and whether it is a wall (else chance does).  Decks that are neither are
    not touched by this."""
    random = Random(f"{seed} {number}")
    if wall is None:
        wall = Random(f"wall {seed} {number}").random() < WALLS
    if lit is None:
        lit = Random(f"lit {seed} {number}").random() < (LIT_WALLS if wall else LIT_DECKS)
    programs = (WallPrograms if wall else Programs)(random, swarm=True, lit=lit)
    data = _deck(programs, programs.chance(15) if many is None else many, is_crowded(number))
    if isinstance(programs, WallPrograms):
        _wall_up(programs, data)
    _share_kinds(Random(f"kinds {seed} {number}"), data["deck"]["cards"])
    _lay_aside(Random(f"zones {seed} {number}"), data, programs.KNOWN)
    searches = Random(f"searches {seed} {number}")
    if not (wall or lit) and searches.random() < SEARCHING:  # in others there are no spots
        let_search(searches, data)
    keys: set[str] = set()
    _note_keys(data, "", keys)
    return Drawn(json.dumps(data, ensure_ascii=False), programs.used, keys)


def _wall_up(programs: WallPrograms, data: Data) -> None:
    """Make the deck a wall."""
    whole = data["deck"].get("size") or sum(card["count"] for card in data["deck"]["cards"].values())
    topics = data["simulate"]["tests"].values()
    hand = max(topic["start-card"] for topic in topics)
    data["wall"] = {"exits": programs.give(whole, hand)}
    data["deck"]["define"]["most(n)"] = programs.one_of(MOST)


def _share_kinds(random: Random, cards: Mapping[str, Data]) -> None:
    """In some decks, make cards some of another's kind, if there are not too many of them."""
    if random.random() < SHARED_KINDS:
        named, *others = random.sample(sorted(cards), min(len(cards), 2 + random.randrange(2)))
        counts = [cards[name]["count"] for name in (named, *others)]
        if -1 not in counts and sum(counts) <= 16:
            for name in others:
                cards[name]["kind"] = named


def _lay_aside(random: Random, data: Data, letters: str) -> None:
    """In some decks, let a card begin in a zone of its own, if hands and exits can still be filled."""
    deck, topics = data["deck"], data["simulate"]["tests"].values()
    cards = deck["cards"]
    name = random.choice(sorted(cards))
    count = cards[name]["count"]
    if random.random() >= LAID_ASIDE or count == -1 or any(one["count"] == -1 for one in cards.values()):
        return
    left = sum(card["count"] for card in cards.values()) - count
    needed = [0, *(one for one in data.get("wall", {}).get("exits", {}).values() if isinstance(one, int))]
    needed.append(sum(needed))
    for topic in topics:
        start = topic.get("start", {})
        named = [*start.get("deck-top", ()), *chain(*start.get("zones", {}).values())]
        needed += [topic["start-card"], topic["start-card"] + sum(one != name for one in named)]
    if left and max(needed) <= left:
        cards[name]["zone"] = random.choice("EE" + letters)
        if "size" in deck and cards[name]["zone"] != "D":
            deck["size"] = left


def _note_keys(data: Mapping[str, Any], path: str, found: set[str]) -> None:
    known = children(path)
    for name, value in data.items():
        key = known.get(name) or known.get("*") or known.get(ZONE_KEY) or KEYS[f"{path}.*"]
        found.add(key.path)
        if isinstance(value, dict) and key.path in _SECTIONS:
            _note_keys(value, key.path, found)


_SECTIONS = {key.parent for key in KEYS.values()}


def _deck(programs: Programs, many: bool, crowded: bool) -> Data:
    define = functions(programs)
    counts = programs.one_of(MANY if many else FEW)
    effects, topics = ((4,), (5,)) if crowded else ((0, 1, 1, 2), (1, 1, 1, 2))
    copies = iter(counts)

    def written() -> list[str]:
        """The effects of the next card; one that is not there is hardly ever worth reading."""
        there = next(copies) or programs.chance(20)
        return [programs.effect(2, 2) for _ in range(programs.one_of(effects))] if there else []

    cards = kinds(counts, written)
    size = sum(counts)
    chance = programs.chance
    deck: Data = {"cards": _written_otherwise(programs, cards), "define": define}
    deck["alias"] = {ALIAS: "A:?", OTHER: programs.one_of(("either !a:m", "!q", "A:*n !p", '!"two words"'))}
    if chance(30):
        deck["size"] = size
        if chance(50) and len(deck["cards"]) == len(NAMES):
            deck["cards"][NAMES[0]]["count"] = -1
    held = [name for name, count in zip(NAMES, counts, strict=True) for _ in range(count)]
    simulate: Data = {
        "tests": {f"t{number}": _topic(programs, list(held)) for number in range(programs.one_of(topics))}
    }
    _some_of(programs, simulate, 20, {
        "count": (1000, 10), "debug": ("false", "true"), "confidence-interval": ("true", "false"),
        "seed": (7, 0), "strict": ("false", "true"),
    })  # fmt: skip
    simulate["limits"] = {"activations": programs.one_of((3, 4, 6)), "steps": programs.one_of((6, 10, 12))}
    _some_of(programs, simulate["limits"], 20, {"nesting": (50, 200), "cards": (100,), "kinds": (10,)})
    data: Data = {"deck": deck, "simulate": simulate}
    if chance(30):
        data["set"] = {word: programs.below(6) - 2 for word in WORDS if chance(50)}
    return data


def _some_of(programs: Programs, data: Data, percent: int, values: Mapping[str, Sequence[Any]]) -> None:
    for name, choices in values.items():
        if programs.chance(percent):
            data[name] = programs.one_of(choices)


def _written_otherwise(programs: Programs, cards: dict[str, Data]) -> dict[str, Data]:
    """The same cards, some with a description, some by an ``each``."""
    result: dict[str, Data] = {}
    for name, card in cards.items():
        if programs.chance(15):
            card["description"] = "a card"
        if programs.chance(8):
            card = {"each": {"n": [name]}, "name": "{n}", **card}
        result[name] = card
    return result


def _topic(programs: Programs, held: list[str]) -> Data:
    """A topic of a deck that holds those cards."""
    chance, one_of = programs.chance, programs.one_of
    topic: Data = {"start-card": programs.below(min(len(held), 4) + 1)}
    _some_of(programs, topic, 30, {
        "match": ("first", "best"), "method": ("auto", "exact", "sample"),
        "policy": (
            "greedy",
            {"kind": "greedy", "goal": "success", "pass": "never"},
            {"stage": 1, "worlds": 9, "solve": 99, "budget": 999, "table": chance(50)},
        ),
    })  # fmt: skip
    if programs.lit and chance(80):
        topic["start-card"] = min(topic["start-card"], programs.below(3))
        topic["header"] = programs.marks()
    elif chance(50):
        topic["header"] = programs.header(2)
    if chance(12):
        topic["header"] = ";".join((one_of(ANSWERED), *filter(None, (topic.get("header"),)), one_of(MOVED)))
    for key in ("before-play", "footer"):
        if chance(20):
            topic[key] = programs.header(2)
    if chance(65):
        topic["exec-program"] = chance(90)
    if not topic.get("exec-program") and chance(10):
        topic["policy"] = {"kind": "staged-search", "evaluate": programs.pure_number(2)}
    if chance(40):
        topic["program"] = programs.from_the_top() if chance(40) else ";".join(programs.statements(1, 3, 2))
    if chance(40):
        topic["turns"] = one_of((2, 2, 2, 3, 1))
    if chance(35):
        topic["draw"] = one_of((1, 1, 0, 2))
    if chance(40):
        topic["start"] = _start(programs, held, topic["start-card"])
    scores = not chance(6)
    if scores:
        topic["combos"] = {f"c{index}": combo(programs) for index in range(one_of((1, 1, 2)))}
    topic["stats"] = {
        f"s{index}": programs.contents() if chance(60) else programs.pure_number(2)
        for index in range(one_of((0, 1, 2, 3) if scores else (1, 2)))
    }
    if programs.lit and chance(70):
        topic["stats"]["tops"] = programs.tops()
    if "(on " in topic.get("header", ""):
        topic["stats"]["left"] = "word"
    if chance(30):
        topic["watch"] = {f"w{index}": combo(programs) for index in range(one_of((1, 2)))}
    if chance(20):
        names = ["score", *topic.get("combos", ()), *topic.get("watch", ()), *topic["stats"]]
        topic["relate"] = [[one_of(names), one_of(names)] for _ in range(one_of((1, 2)))]
    if scores and chance(15):
        topic["expect"] = [one_of(("rate >= 0", "c0.rate in [0, 1]"))]
    return topic


def _start(programs: Programs, held: list[str], size: int) -> Data:
    """What is known beforehand; the rest of the hand has to come from somewhere."""
    programs.random.shuffle(held)
    hand = [held.pop() for _ in range(programs.below(min(size, 3) + 1))]
    free = len(held) - (size - len(hand))
    known: dict[str, list[str]] = {}
    for _ in range(programs.below(min(free, 5) + 1)):
        known.setdefault(programs.one_of(programs.KNOWN), []).append(held.pop())
    start: Data = {}
    top = known.pop("D", None)
    for name, value in (("hand", hand), ("deck-top", top), ("zones", known)):
        if value:
            start[name] = value
    if programs.chance(40):
        start["vars"] = {word: programs.below(6) - 2 for word in WORDS if programs.chance(40)}
    return start


ANSWERED = (
    "(on >H (= word (+ word |it.p|)) (times 1))", "(on >H (= word (+ (* 2 word) |it.a:m|)))",
    "(on D>B (= word (if word word (+ 1 |it.p|))))", "(on <H (# it.q D) (times 1))",
)  # fmt: skip
MOVED = ("(# D.2 H)", "(# D.3 B)", "(# D.2 H);(# H B)", "(# H.*2 B);(# D.2 H)")
"""Of several cards that move at once, the first that is answered, in any topic."""

ALIASES = {ALIAS: "A:?", OTHER: "either !a:m"}
"""Of decks that draw none of their own."""

PLAIN = (
    OTHER, f"!{OTHER}", f"{OTHER} a:m", "p", "q", "p", ALIAS, "a:m", "a:n", "!a:m", "A:*n", "!p a:n",
    "two words", '!"two words" a:m', "a:m !q",
)  # fmt: skip
COUNTED = (
    "2x a:m", "0x q", "1-2x a:n", "0x a:n", "1-1x p", "0-1x a:m", f"2-3x {ALIAS}", "1-2x p", "2x p",
    "0-2x !p", f"1-2x {OTHER}",
)  # fmt: skip


def want(programs: Programs) -> str | dict[str, list[str]]:
    if programs.chance(12):
        return {"any": [programs.one_of(PLAIN), programs.one_of(PLAIN)]}
    return str(programs.one_of(PLAIN if programs.chance(55) else COUNTED))


def combo(programs: Programs) -> Data:
    written: Data = {}
    if programs.chance(25):
        written["condition"] = programs.pure_number(2)
    for zone in programs.JUDGED:
        if programs.chance(18):
            written[zone] = [want(programs) for _ in range(programs.one_of((1, 1, 2, 2, 3)))]
    if programs.chance(45):
        written["score"] = programs.pure_number(2)
    return written


def plain_topic(programs: Programs, hand: int, combos: int, stats: int) -> Data:
    """A topic with a hand of so many cards at most."""
    written: Data = {
        "start-card": programs.below(hand + 1),
        "exec-program": programs.chance(80),
        "match": programs.one_of(("first", "best")),
    }
    header = programs.header() if programs.chance(70) else ""
    if header:
        written["header"] = header
    for key in ("before-play", "footer"):
        if programs.chance(25):
            written[key] = programs.header()
    if programs.functions and programs.chance(50):
        written["turns"] = programs.one_of((2, 2, 3))
        written["draw"] = programs.one_of((1, 1, 0, 2))
    if programs.functions and programs.chance(25):
        written["program"] = ";".join(programs.statements(1, 3, 2))
    written["combos"] = {f"combo {index}": combo(programs) for index in range(combos)}
    written["stats"] = {f"stat {index}": programs.pure_number() for index in range(stats)}
    return written


HELD = ("(* n |P|)", "(- |P.1.p| n)", "(+ n |P.-1.a:m|)")
"""What a function says of a zone."""


def functions(programs: Programs) -> dict[str, str]:
    """What the functions that programs call do."""
    programs.functions = False
    define = {
        "double(n)": (f"/{programs.pure_number(1)};" if programs.chance(30) else "") + "(* n 2)",
        "luck": programs.one_of(("(rand 0 2)", "(= x (+ x 1));(if (rand 0 1) x 5)")),
        "gain(n word)": ";".join([*programs.statements(1, 2, 1), "(= summon (- n word))"]),
        "leave": "@;" * programs.chance(10) + "(# X B)",
        "taken": programs.one_of(("(# it J)", "(= word |it|)", "/|it.a:m|;(# it.1 F [draw])")),
    }
    # Their letters are zones: those of `shift` and `held` stand where others may.
    zones, programs.zones = programs.zones, "PQPQ" + programs.zones[2:]
    define["shift(P, Q)"] = ";".join(programs.statements(1, 2, 1))
    define["held(P, n)"] = (
        f"(block n {programs.pure_number(2)})" if programs.chance(35) else programs.one_of(HELD)
    )
    programs.zones = zones
    programs.functions = True
    define["relay(P Q n)"] = programs.one_of((
        "(shift Q P);(held P n)", "(if (> (held Q n) 1) (shift P B));n", "(on >P (shift P Q) (times 1));n",
        "(held P (held Q n))", "(= word (held H n));(shift P Q);(shift Q P);(held Q word)",
    ))  # fmt: skip
    define["twice(n)"] = programs.one_of(
        ("(+ (double n) n)", "(= x 1);(gain n x);x", "(double (double (+ n x)))")
    )
    return define


def kinds(counts: Sequence[int], programs: Callable[[], list[str]]) -> dict[str, Data]:
    """Cards of the names and attributes that programs use."""
    attributes = ([ATTRIBUTES[0]], [ATTRIBUTES[0], ATTRIBUTES[1]], [ATTRIBUTES[2]], [ATTRIBUTES[1]])
    return {
        name: {"count": count, "attribute": given, "props": PROPERTIES.get(name, {}), "program": programs()}
        for name, count, given in zip(NAMES, counts, attributes, strict=True)
    }


def small_deck(random: Random) -> str:
    """A deck of at most six cards with a few effects: small enough to walk through all its orders."""
    programs = Programs(random)
    define = functions(programs)
    counts = programs.one_of(((1, 1, 1, 1), (2, 1, 1, 0), (2, 2, 1, 0), (3, 1, 1, 1), (2, 2, 1, 1)))
    cards = kinds(counts, lambda: [programs.effect() for _ in range(programs.one_of((0, 1, 1, 2)))])
    written = plain_topic(programs, 3, 1 + programs.below(2), programs.below(3))
    limits = {"activations": 4, "steps": 12}
    return deck_text(cards, {"t": written}, alias=ALIASES, define=define, simulate={"limits": limits})


def with_start(random: Random, text: str) -> str:
    """The deck with parameters, and topics that know some of their cards and variables beforehand."""
    deck = json.loads(text)
    deck["set"] = {word: random.randrange(-2, 4) for word in WORDS if random.randrange(2)}
    for topic in deck["simulate"]["tests"].values():
        cards = [name for name, card in deck["deck"]["cards"].items() for _ in range(card["count"])]
        random.shuffle(cards)
        size = topic["start-card"]
        hand = [cards.pop() for _ in range(random.randrange(min(size, 3) + 1))]
        free = len(cards) - (size - len(hand))  # the rest of the hand has to come from somewhere
        known: dict[str, list[str]] = {letter: [] for letter in "DBE"}
        for _ in range(random.randrange(min(free, 6) + 1)):
            known[random.choice("DBE")].append(cards.pop())
        topic["start"] = {
            "hand": hand,
            "deck-top": known.pop("D"),
            "zones": known,
            "vars": {word: random.randrange(-2, 4) for word in WORDS if random.randrange(3) == 0},
        }
    return json.dumps(deck)


def with_copies(random: Random, text: str) -> str:
    """The deck with effects whose card, or the cards of what they answer, go among their copies and apart
    again."""

    def apart(card: str, name: str) -> str:
        there, to, away = (random.choice("HDBF") for _ in range(3))
        mixed = random.choice((f"(shuffle {there});", f"(# D.1 {there});", f"(# H.1 {there});", ""))
        taken = f"(# {there}.{name}.{random.choice(('1', '-1', '?1'))} {to});"
        return f"(# {card} {there});{mixed}{taken}(# {card} {away})"

    deck = json.loads(text)
    for name, card in deck["deck"]["cards"].items():
        named = '"two words"' if " " in name else name
        for index, effect in enumerate(card["program"]):
            if random.randrange(2):
                what = random.choice(("X", "it")) if " on " in effect.partition("]")[0] else "X"
                card["program"][index] = f"{effect};{apart(what, named)}"
    return json.dumps(deck)


def large_deck(
    random: Random,
    *,
    cards: Sequence[int] = (6, 5, 4, 5),
    effects: int = 4,
    topics: int = 6,
    fillers: int = 0,
    lit: bool = False,
) -> str:
    """A deck with a great many programs in it: one build of the native target runs them all."""
    programs = Programs(random, lit=lit)
    define = functions(programs)
    written = kinds(cards, lambda: [programs.effect(4, 3) for _ in range(effects)])
    for index in range(fillers):
        written[f"filler {index}"] = {
            "count": 1 + index % 2,
            "attribute": ["m"],
            "program": [programs.effect()],
        }
    return deck_text(
        written,
        {f"topic {index}": plain_topic(programs, 6, 4, 6) for index in range(topics)},
        alias=ALIASES,
        define=define,
        simulate={"limits": {"activations": 30, "steps": 100}},
    )

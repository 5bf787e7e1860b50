"""Small decks whose figures are where printing goes wrong, and what somebody does to their text.

What comes in: a ``random.Random``.  What goes out: the data of a deck file (its JSON is the text): cards and
entries with names that mean something to HTML, shells and regular expressions, events that are certain,
impossible, or halfway between two printed numbers, stats that some trials lack, scores beyond what a float
holds, lines that are warned of; and texts that are that deck edited.
"""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

Data = dict[str, Any]

NAMES = (
    "plain", "two words", "<b>bold</b>", "</script>", 'say "no"', "it's", "back\\slash", "蟲惑魔", "é\u0301",
    "$&", "50%", "{name}", "a: b", "# no", "&amp;", "`code`", "constructor", "7", "line\u2028end", "success",
)  # fmt: skip
"""What anything may be called."""

ODDS = (32, 160, 7, 400)
"""Sides of a die: one in 32 is 3.125 %, halfway between what is printed with two digits."""

CONDITIONS = (
    "1", "0", "(< luck 2)", "(> luck 1)", "(> |H.a:s| 0)", "(< |H.a:t| 2)", "(> (/ 4 |H.a:s|) 1)",
)  # fmt: skip

WANTS = ("a:s", "2x a:s", "a:t", "0x a:t", "1-2x a:s", "6x a:t", "!a:s")

SCORES = (1, 2, 1, -3, 40, 10**6 + 1, 2**53 + 1, 10**17 + 1, "|H.a:s|", "(* 3 luck)", "(- |H.a:t| 1)")

STATS = (
    "|H|", "|H.a:s|", "(/ 6 |H.a:s|)", "(/ 1 0)", "luck", "(* 1000000007 |H|)", "(- 0 luck)",
    "(+ 100000000000000001 |H.a:t|)", "5", "(- (* luck luck) 300)", "|D|",
)  # fmt: skip

EFFECTS = ("@;(# X B);(# D.a:s.1 H)", "[1]@;(# D.1 H)", "(# X D);@")


def drawn(random: Random) -> Data:
    """The data of a deck file."""
    names = random.sample(NAMES, len(NAMES))
    few = random.random() < 0.7
    kinds = random.choice((1, 1, 2, 2, 3, 4))
    cards = {names.pop(): _card(random, few) for _ in range(kinds)}
    size = sum(card["count"] for card in cards.values())
    if not few and random.random() < 0.5:
        names_of = list(cards)
        cards[names_of[-1]]["count"], size = -1, size + 9
    deck: Data = {"cards": cards}
    if any(card["count"] == -1 for card in cards.values()):
        deck["size"] = size
    tests = {}
    for _ in range(random.choice((1, 1, 2, 3))):
        tests[names.pop()] = _topic(random, list(names), size)
    simulate: Data = {
        "seed": random.randrange(1000), "count": random.choice((1, 2, 3, 32, 60, 160, 200)), "tests": tests,
    }  # fmt: skip
    return {"deck": deck, "simulate": simulate}


def _card(random: Random, few: bool) -> Data:
    card: Data = {"count": random.choice((1, 1, 2, 3) if few else (3, 9, 17, 40))}
    attributes = [one for one in "st" if random.random() < 0.5]
    if attributes:
        card["attribute"] = attributes
    if random.random() < 0.3:
        card["program"] = random.choice(EFFECTS)
    if random.random() < 0.2:
        card["description"] = random.choice(NAMES)
    return card


def _topic(random: Random, names: list[str], size: int) -> Data:
    chance = random.random
    topic: Data = {
        "start-card": random.randrange(min(size, 3) + 1),
        "header": f"(= luck (rand 1 {random.choice(ODDS)}))" if chance() < 0.5 else "(= luck 2)",
    }
    if chance() < 0.4:
        topic["method"] = random.choice(("sample", "sample", "auto", "exact"))
    if chance() < 0.5:
        topic["exec-program"] = True
    if chance() < 0.3:
        topic["match"] = random.choice(("best", "first"))
    if chance() < 0.2:
        topic["turns"] = 2
    if chance() < 0.1:
        topic["policy"] = random.choice(("random", "greedy", "best"))
    for key, many, of in (("combos", (0, 1, 1, 2, 3), _combo), ("watch", (0, 0, 1, 2), _combo)):
        entries = {names.pop(): of(random) for _ in range(random.choice(many))}
        if entries:
            topic[key] = entries
    stats = {names.pop(): random.choice(STATS) for _ in range(random.choice((0, 1, 2)))}
    if not topic.get("combos") and not stats:
        stats = {names.pop(): "|H|"}
    if stats:
        topic["stats"] = stats
    if topic.get("combos") and chance() < 0.2:
        topic["expect"] = [f"rate >= {random.choice(('0.5', '3.125%', '1', '0'))}"]
        topic["relate"] = [["score", "score"]]
    return topic


def _combo(random: Random) -> Data:
    combo: Data = {}
    if random.random() < 0.6:
        combo["condition"] = random.choice(CONDITIONS)
    if random.random() < 0.5 or not combo:
        combo["hand"] = random.sample(WANTS, random.choice((1, 1, 2)))
    if random.random() < 0.5:
        combo["score"] = random.choice(SCORES)
    return combo


def text_of(data: Data) -> str:
    """The deck file; JSON is YAML, in which U+2028 ends a line, so that is escaped."""
    return json.dumps(data, ensure_ascii=False, indent=1).replace("\u2028", "\\u2028")


def edited(random: Random, data: Data) -> Data:
    """The deck after somebody has changed something, which may make it none."""
    data = deepcopy(data)
    cards, tests = data["deck"]["cards"], data["simulate"]["tests"]
    name, topic = random.choice(list(cards)), random.choice(list(tests))
    match random.randrange(8):
        case 0 | 1:
            cards[name]["count"] = random.choice((0, 1, 2, 4, 5))
        case 2:
            cards[random.choice(NAMES)] = _card(random, True)
        case 3:
            del cards[name]
        case 4:
            other = random.choice(NAMES)
            data["simulate"]["tests"] = {other if one == topic else one: tests[one] for one in tests}
        case 5:
            data["simulate"]["tests"] = dict(random.sample(list(tests.items()), len(tests)))
        case 6:
            part = random.choice([key for key in ("combos", "watch", "stats") if key in tests[topic]])
            entries = list(tests[topic][part].items())
            tests[topic][part] = dict(random.sample(entries, random.randint(1, len(entries))))
        case 7:
            tests[topic]["start-card"] = random.randrange(4)
    return data


def broken(random: Random, text: str) -> str:
    """The text with a mistake in it; now and then it is none."""
    at = random.randrange(len(text))
    return random.choice((text[:at], text[:at] + "}" + text[at:], text.replace('"tests"', '"test"', 1)))

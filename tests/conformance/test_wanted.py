"""Wanted cards, item by item, against a matcher that tries everything: drawn lists, every hand.

The matcher knows of compiled code nothing but the texts that it wrote itself.  All lists are combos of
one deck, so one build serves them all; every hand that can be drawn is judged by brute force, in every
order, and compared with the exact answer, with single trials of both targets, and with what the
report says ``match: best`` would give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest
from running import compile_text, deck_text, exact_counts, load_text, names, open_play, rows

from yisp.compile import nodes
from yisp.compile.lowering.deck import lower
from yisp.compile.program import Program

SLOW_NATIVELY = True

CARDS = {"p": (2, "i j"), "q": (1, "j k"), "r": (1, "k l"), "s": (1, "l m"), "t": (1, "m i"), "u": (2, "")}
HAND = 5


class Item(NamedTuple):
    """An item of a list as it is written, and what it says."""

    text: object
    fits: Callable[[str], bool]
    takes: int
    most: int | None


def has(letter: str) -> Callable[[str], bool]:
    return lambda card: letter in CARDS[card][1].split()


def named(name: str) -> Callable[[str], bool]:
    return lambda card: card == name


def both(one: Callable[[str], bool], two: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda card: one(card) and two(card)


def either(one: Callable[[str], bool], two: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda card: one(card) or two(card)


def none_of(fits: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda card: not fits(card)


def drawn_item(random: Random) -> Item:
    letter, other, name = random.choice("ijklm"), random.choice("ijklm"), random.choice("pqrstu")
    text, fits = random.choice([
        (f"a:{letter}", has(letter)),
        (f"a:{letter}", has(letter)),
        (name, named(name)),
        (f"a:{letter} a:{other}", both(has(letter), has(other))),
        (f"!a:{letter}", none_of(has(letter))),
        (None, either(named(name), has(letter))),
    ])  # fmt: skip
    if text is None:
        return Item({"any": [name, f"a:{letter}"]}, fits, 1, None)
    least, most = sorted(random.choices(range(4), k=2))
    return random.choice([
        Item(text, fits, 1, None),
        Item(text, fits, 1, None),
        Item(f"2x {text}", fits, 2, None),
        Item(f"0x {text}", fits, 0, 0),
        Item(f"{least}-{most}x {text}", fits, least, most),
    ])  # fmt: skip


def lists() -> Iterator[list[Item]]:
    random = Random("wanted")
    yield [  # every union of these is another: too many to count
        Item({"any": ["u", name]}, either(named("u"), named(name)), 1, None) for name in "pqrst"
    ]
    for _ in range(79):
        yield [drawn_item(random) for _ in range(random.randint(1, 5))]


LISTS = list(lists())


def judged(items: Sequence[Item], hand: Sequence[str], match: str) -> bool:
    """Whether a hand has what the items want."""
    for item in items:
        if item.most is not None and not item.takes <= sum(map(item.fits, hand)) <= item.most:
            return False
    slots = [item.fits for item in items for _ in range(item.takes)]
    if match == "first":
        unused = list(hand)
        for fits in slots:
            card = next((card for card in unused if fits(card)), None)
            if card is None:
                return False
            unused.remove(card)
        return True
    return any(
        all(fits(card) for fits, card in zip(slots, order, strict=True))
        for order in permutations(hand, len(slots))
    )


def truth(hand: tuple[str, ...], match: str) -> tuple[bool, ...]:
    return _truth(hand if match == "first" else tuple(sorted(hand)), match)


@cache
def _truth(hand: tuple[str, ...], match: str) -> tuple[bool, ...]:
    return tuple(judged(items, hand, match) for items in LISTS)


@cache
def hands() -> dict[tuple[str, ...], int]:
    """Every hand in every order, and how many ways lead to it."""
    found: dict[tuple[str, ...], int] = {}
    for hand in permutations([card for card, (count, _) in CARDS.items() for _ in range(count)], HAND):
        found[hand] = found.get(hand, 0) + 1
    return found


def text() -> str:
    cards = {card: {"count": count, "attribute": given.split()} for card, (count, given) in CARDS.items()}
    combos = {str(number): {"hand": [item.text for item in items]} for number, items in enumerate(LISTS)}
    tests = {match: {"start-card": HAND, "match": match, "combos": combos} for match in ("first", "best")}
    return deck_text(cards, tests)


@cache
def program() -> Program:
    return compile_text(text())


def test_the_lists_take_every_way_through_the_compiler() -> None:
    """Counting kinds, counting unions of kinds as well, matching."""
    ways = set()
    for topic in lower(load_text(text())).module.topics:
        for number, function in enumerate(topic.combos):
            found = {node.how.value for node in function.body if isinstance(node, nodes.Match)}
            counts = sum(isinstance(node, nodes.Guard) and ">=" in str(node) for node in function.body)
            takers = {str(item.text).split("x ")[-1] for item in LISTS[number] if item.takes}
            ways.add(found.pop() if found else "unions" if counts > len(takers) else "kinds")
    assert ways == {"first", "best", "unions", "kinds"}


@pytest.mark.parametrize("match", [pytest.param("first", marks=pytest.mark.slow), "best"])
def test_the_exact_answer_is_that_of_every_hand(match: str) -> None:
    topic = program().topic(match)
    exact = exact_counts(open_play(program(), "python", topic), 6_000_000)
    whole = sum(hands().values())

    def rate(number: int, how: str) -> Fraction:
        return Fraction(sum(ways for hand, ways in hands().items() if truth(hand, how)[number]), whole)

    assert [Fraction(str(one)) for one in exact.combos] == [
        rate(number, match) for number in range(len(LISTS))
    ]
    bests = program().topics[topic].bests
    assert [Fraction(str(one)) for one in exact.bests] == [rate(number, "best") for number in bests]
    differ = {number for number in range(len(LISTS)) if rate(number, "best") != rate(number, match)}
    assert differ <= set(bests) and bool(differ) == (match == "first")


@pytest.mark.parametrize("match", ["first", "best"])
def test_single_trials_agree(match: str, target: str) -> None:
    play = open_play(program(), target, program().topic(match))
    for trial in range(200):
        (row,) = rows(play, trial, trial + 1)
        hand = tuple(names(play, play.table.cards(0)))
        assert row.combos == truth(hand, match), hand


@pytest.mark.parametrize("match", ["first", "best"])
@pytest.mark.parametrize("hand", [["p", "1-2x p"], ["1-2x p", "p"], ["1-2x p", "1-2x p"]], ids=str)
def test_in_whatever_order_items_are_listed(hand: list[str], match: str) -> None:
    topic = {"start-card": 2, "match": match, "combos": {"c": {"hand": hand}}}
    small = compile_text(deck_text({"p": {"count": 2}, "q": {"count": 3}}, {"t": topic}))
    exact = exact_counts(open_play(small, "python"), 100_000)
    assert str(exact.success) == "1/10"

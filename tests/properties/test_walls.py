"""``yisp.Wall`` against the model of a wall: the law of every place, whatever was done before; and drawn
decks with a wall: the interpreter, exact answers, trials, and both targets."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from generated import examples, few_of, first_or_many
from hunt.compare import differences, examine_targets
from hunt.decks import CROWDED, draw
from hunt.seated_walls import draw_seated_wall
from presence import RESERVE, STOCK
from walls import Asked, Wall, of_kind, ours

import yisp

NAMES = ("1m", "5m", "0m", "7p")
KINDS = {"0m": "5m"}
EXITS = ("pii", "rinshan")


class Both:
    """A wall and its model, of which the same is asked."""

    def __init__(self, random: Any) -> None:
        self.random = random
        stock, reserve = ({name: random.randrange(4) for name in NAMES} for _ in range(2))
        if random.randrange(2):
            reserve = {}
        self.wall = yisp.Wall(
            stock, reserve, kinds=KINDS, exits=dict.fromkeys(EXITS), seed=random.randrange(100)
        )
        self.model = Wall({STOCK: stock, RESERVE: dict.fromkeys(NAMES, 0) | reserve}, KINDS, ours)

    def place(self, exit: str, ahead: int) -> tuple[str, int]:
        return exit, self.model.gone[exit] + ahead

    def act(self) -> None:
        random, model = self.random, self.model
        exit, ahead, name = random.choice(EXITS), random.choice((0, 0, 1, 2)), random.choice(NAMES)
        exact = name in KINDS or bool(random.randrange(2))  # only a name that is a kind can mean one
        place = self.place(exit, ahead)
        match random.randrange(6):
            case 0 | 1 | 2:
                mark = Asked(random.choice("AAB"), name, exact, random.randrange(-60, 90))
                self.wall.inc_mk(exit, ahead, name, mark.mk, mark.pile, exact=mark.exact)
                if place not in model.decided:
                    model.marks[place].append(mark)
            case 3:
                count = random.randrange(3)
                self.wall.load_b(name, count, exact=True)
                count = min(count, model.piles[STOCK][name])
                model.piles[STOCK][name] -= count
                model.piles[RESERVE][name] += count
            case 4:
                names = [name] if exact else of_kind(name, NAMES, KINDS)
                piles = (pile for pile, counts in model.piles.items() if any(map(counts.get, names)))
                pile = next(piles, None)
                self.wall.collapse(exit, ahead, name, exact=exact)
                there = sum(sum(counts.values()) for counts in model.piles.values())
                waiting = [one for one in model.decided if one[1] >= model.gone[one[0]]]
                if pile is not None and place not in model.decided and ahead < there + len(waiting):
                    (decided,) = self.wall.distribution(exit, ahead)
                    law = ours({pile: model.piles[pile]}, model.marks[place], KINDS, names)
                    assert law[pile, decided] > 0
                    self.decide(place, pile, decided)
            case _:
                if any(share for share in self.expected(exit, 0).values()):
                    before = {one: self.wall.remain_a(one, exact=True) for one in NAMES}
                    popped = self.wall.pop(exit)
                    of_stock = self.wall.remain_a(popped, exact=True) < before[popped]
                    head = self.place(exit, 0)
                    if head not in model.decided:
                        self.decide(head, STOCK if of_stock else RESERVE, popped)
                    assert model.decided[head] == popped
                    model.gone[exit] += 1

    def decide(self, place: tuple[str, int], pile: str, name: str) -> None:
        self.model.piles[pile][name] -= 1
        assert self.model.piles[pile][name] >= 0
        self.model.marks.pop(place, None)
        self.model.decided[place] = name

    def expected(self, exit: str, ahead: int) -> dict[str, Fraction]:
        place = self.place(exit, ahead)
        if place in self.model.decided:
            return {self.model.decided[place]: Fraction(1)}
        found: dict[str, Fraction] = defaultdict(Fraction)
        for (_, name), share in ours(self.model.piles, self.model.marks.get(place, []), KINDS, None).items():
            found[name] += share
        return dict(found)

    def compare(self) -> None:
        for exit in EXITS:
            for ahead in range(3):
                assert self.wall.distribution(exit, ahead) == self.expected(exit, ahead), (exit, ahead)


@examples(30, 400)
def test_walls(random: Any) -> None:
    both = Both(random)
    for _ in range(random.randrange(1, 15)):
        both.act()
        both.compare()


@pytest.mark.parametrize("numbers", first_or_many(5, 100, 4))
def test_drawn_decks(numbers: range) -> None:
    for number in numbers:
        assert differences(draw("walls", number, many=False, wall=True).text) == [], number


@pytest.mark.slow
def test_both_targets_play_walls_alike() -> None:
    text = draw("walls", CROWDED - 1, wall=True).text
    assert differences(text, native=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("number", few_of(10, 2))
def test_both_targets_play_walls_that_are_dealt_alike(number: int) -> None:
    verdict = examine_targets(draw_seated_wall("walls", number))
    assert verdict.differences == []
    assert verdict.compared or verdict.refused

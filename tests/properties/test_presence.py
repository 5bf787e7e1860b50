"""The law of presence by itself: known laws, and what holds of whatever is lit.

With ``YISP_VECTORS`` naming a folder, every vector of its ``wall-open.json`` is worked out as well.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from generated import examples
from presence import RESERVE, STOCK, Mark, law
from walls import Draws, joint, libsaki, ours

KINDS = {"0m": "5m", "0p": "5p", "0s": "5s"}
SEED = {"7p": 1, "8p": 2, "9p": 3}
FIVES = {"1m": 4, "5m": 3, "0m": 1}
POP = {"op": "pop", "exit": "pii"}


def lit(name: str, mk: int, *, pile: str = STOCK, exact: bool = False, place: int = 0) -> dict[str, Any]:
    where = {"exit": "pii", "place": place, "zone": pile}
    return {"op": "inc_mk", **where, "kind": name, "exact": exact, "mk": mk}


def collapsed(name: str, place: int) -> dict[str, Any]:
    return {"op": "collapse", "exit": "pii", "place": place, "kind": name}


Known = tuple[Mapping[str, int], Mapping[str, int], Sequence[Mapping[str, Any]], Mapping[str, str]]

LAWS: dict[str, Known] = {
    "by copies": (SEED, {}, [POP], {"7p": "1/6", "8p": "1/3", "9p": "1/2"}),
    "a hundred": (SEED, {}, [lit("7p", 100), POP], {"7p": "11/16", "8p": "1/8", "9p": "3/16"}),
    "kept away": (SEED, {}, [lit("8p", -20), POP], {"7p": "1/4", "9p": "3/4"}),
    "all below nothing": (
        SEED, {}, [lit("7p", -100), lit("8p", -100), lit("9p", -60), POP], {"9p": "1"},
    ),
    "all equally nothing": (
        SEED, {}, [lit("7p", -10), lit("8p", -20), lit("9p", -30), POP],
        {"7p": "1/6", "8p": "1/3", "9p": "1/2"},
    ),
    "a kind of two names": (FIVES, {}, [lit("5m", 100), POP], {"1m": "2/9", "5m": "7/12", "0m": "7/36"}),
    "one name of it": (
        FIVES, {}, [lit("5m", 100, exact=True), POP], {"1m": "2/9", "5m": "13/18", "0m": "1/18"},
    ),
    "every copy kept away": (FIVES, {}, [lit("5m", -40), POP], {"1m": "1"}),
    "from the reserve": (
        {"7p": 1, "8p": 2, "9p": 3}, {}, [
            {"op": "load_b", "kind": "9p", "count": 1}, lit("9p", 100, pile=RESERVE), POP,
        ], {"7p": "1/15", "8p": "2/15", "9p": "4/5"},
    ),
    "of both piles alike": (
        {"7p": 1}, {"9p": 1}, [lit("7p", -60), lit("9p", -50, pile=RESERVE), POP],
        {"7p": "1/2", "9p": "1/2"},
    ),
    "used up by one draw": (SEED, {}, [lit("7p", 100), POP, POP], {
        "7p 8p": "11/40", "7p 9p": "33/80", "8p 7p": "1/40", "8p 8p": "1/40", "8p 9p": "3/40",
        "9p 7p": "3/80", "9p 8p": "3/40", "9p 9p": "3/40",
    }),
    "collapsed ahead": (SEED, {}, [collapsed("7p", 1), POP, POP], {"8p 7p": "2/5", "9p 7p": "3/5"}),
    "collapsed from what is above nothing in the reserve": (
        {"7p": 1, "8p": 1}, {"8p": 1}, [
            lit("8p", -50), lit("8p", 50, pile=RESERVE), collapsed("8p", 0), POP, POP, POP,
        ], {"8p 7p 8p": "1"},
    ),
}  # fmt: skip
"""Stock, reserve, operations, and the law of what is popped."""


def fractions(shares: Mapping[str, str]) -> dict[str, Fraction]:
    return {outcome: Fraction(share) for outcome, share in shares.items()}


@pytest.mark.parametrize("name", LAWS)
def test_known_laws(name: str) -> None:
    stock, reserve, ops, shares = LAWS[name]
    assert joint({STOCK: stock, RESERVE: reserve}, ops, KINDS) == fractions(shares)


LIBSAKI: dict[str, Known] = {
    "a mark of nothing": (FIVES, {}, [lit("1m", 0), POP], {"1m": "1/2", "5m": "23/80", "0m": "17/80"}),
    "a mark of fifty less": (FIVES, {}, [lit("5m", -50), POP], {"1m": "8/9", "0m": "1/9"}),
    "a colour that is not there": (
        {"1m": 4}, {"0m": 1}, [lit("5m", 100, pile=RESERVE), POP], {"1m": "8/13", "0m": "5/13"},
    ),
    "equals": (SEED, {}, [lit("7p", -10), lit("8p", -20), lit("9p", -30), POP], {"7p": "1"}),
    "equals of both piles": (
        {"7p": 1}, {"9p": 1}, [lit("7p", -60), lit("9p", -50, pile=RESERVE), POP], {"9p": "1"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LIBSAKI)
def test_what_libsaki_does_otherwise(name: str) -> None:
    stock, reserve, ops, shares = LIBSAKI[name]
    piles = {STOCK: stock, RESERVE: reserve}
    assert joint(piles, ops, KINDS, libsaki) == fractions(shares) != joint(piles, ops, KINDS)


@pytest.mark.skipif("YISP_VECTORS" not in os.environ, reason="no folder of vectors is given")
@pytest.mark.parametrize(("column", "draws"), [("law", ours), ("libsaki", libsaki)])
def test_every_vector(column: str, draws: Draws) -> None:
    vectors = json.loads((Path(os.environ["YISP_VECTORS"]) / "wall-open.json").read_text())["vectors"]
    assert vectors
    for vector in vectors:
        piles = {STOCK: vector["stock"], RESERVE: vector["reserve"]}
        assert joint(piles, vector["ops"], KINDS, draws) == fractions(vector[column]), vector["name"]


# Whatever is lit --------------------------------------------------------------------------------------

NAMES = "abcd"


def kind_of(name: str) -> str:
    """Two of the names are of one kind."""
    return "c" if name == "d" else name


def drawn(random: Any) -> tuple[dict[str, dict[str, int]], list[Mark]]:
    piles = {pile: {name: random.randrange(4) for name in NAMES} for pile in (STOCK, RESERVE)}
    marks = [
        Mark(
            random.choice((STOCK, STOCK, RESERVE)),
            [name for name in NAMES if random.randrange(2)],
            random.choice((-100, -40, -30, -20, -10, 7, 10, 30, 100)),
        )
        for _ in range(random.randrange(6))
    ]
    return piles, marks


@examples(100, 1000)
def test_what_holds_of_every_law(random: Any) -> None:
    piles, marks = drawn(random)
    found = law(piles, marks, kind_of)
    assert sum(found.values()) == (1 if any(map(any, (one.values() for one in piles.values()))) else 0)
    assert all(share > 0 and piles[pile][name] for (pile, name), share in found.items())
    among = [name for name in NAMES if random.randrange(2)]
    assert sum(law(piles, marks, kind_of, among).values()) in (0, 1)
    again = list(marks)
    random.shuffle(again)
    assert law(piles, again, kind_of) == found, "marks commute"
    none = Mark(STOCK, NAMES, 0)
    assert law(piles, [*marks, none], kind_of) == found, "a mark of nothing changes nothing"
    if marks:
        pile, names, mk = marks[0]
        halves = [Mark(pile, names, mk - 7), *marks[1:], Mark(pile, names, 7)]
        assert law(piles, halves, kind_of) == found, "what several do adds up"


@examples(100, 1000)
def test_presence_is_what_the_sum_says(random: Any) -> None:
    """Of marks for whole kinds: 10 for each card of the stock and what was added, in proportion."""
    piles, marks = drawn(random)
    marks = [
        Mark(pile, sorted({*names, *"cd"} if {*names} & {*"cd"} else names), mk) for pile, names, mk in marks
    ]
    presence = {
        (pile, kind): sum(copies for name, copies in piles[pile].items() if kind_of(name) == kind)
        * (10 if pile == STOCK else 0)
        + sum(mk for of, names, mk in marks if of == pile and kind in names)
        for pile in piles
        for kind in "abc"
        if any(copies and kind_of(name) == kind for name, copies in piles[pile].items())
    }
    above = {place: mk for place, mk in presence.items() if mk > 0}
    found: dict[tuple[str, str], Fraction] = {}
    for (pile, name), share in law(piles, marks, kind_of).items():
        found[pile, kind_of(name)] = found.get((pile, kind_of(name)), Fraction(0)) + share
    if above:
        assert found == {place: Fraction(mk, sum(above.values())) for place, mk in above.items()}
    else:
        assert found.keys() == {place for place, mk in presence.items() if mk == max(presence.values())}

"""Scripts of decks with a wall: what holds of whatever is lit and drawn, trial by trial.

Many scripts share a deck, each as a topic; chance in a topic depends on its name, so that decks whose marks
are written otherwise can be held against one another card by card.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from generated import examples
from hunt.decks import kinds
from hunt.wall_programs import WallPrograms
from running import Row, compile_text, deck_text, rows, zones

import yisp
from yisp.simulate.playing.play import Play, python_functions

COUNTS = (3, 2, 2, 1)
CARDS = sum(COUNTS)
EXITS = {"pii": CARDS, "dead": "(- 3 |B|)", "all": "(+ 1000 |H|)"}
"""The last one gives whatever there is, and so knows how many cards the wall has left."""

TRIALS, SCRIPTS = 10, 20

SETS = (
    "D.p", "D.q", "D.a:m", "D.A:?", "D.!p", "D", "D.(> level 1)", "D.k:p", "D.(> copies 1)", "R.p", "R",
    "R.k:p", "R.!q",
)  # fmt: skip
PLACES = ("", "", " dead", " pii 1", " pii 2", " all", " all 1")
AMOUNTS = (-100, -40, -30, -10, 7, 30, 100)


class Mark(NamedTuple):
    there: str
    mk: int
    place: str

    def written(self) -> str:
        return f"(light {self.there} {self.mk}{self.place})"


class Script(NamedTuple):
    """What lies in the reserve, what is lit then, and what is done in the end."""

    before: str
    marks: list[Mark]
    after: list[str]


def drawn(random: Any) -> Script:
    programs = WallPrograms(random, lit=True)
    programs.exits = tuple(EXITS)
    before = ";".join(f"(# D.{name}.{random.randrange(3)} R)" for name in "pq" if random.randrange(2))
    marks = [
        Mark(random.choice(SETS), random.choice(AMOUNTS), random.choice(PLACES))
        for _ in range(random.randrange(1, 5))
    ]
    after = [programs.use("D") for _ in range(random.randrange(1, 5))]
    if random.randrange(3) == 0:
        collapse = f"(collapse {random.choice(SETS)}{random.choice(PLACES)})"
        after.insert(random.randrange(len(after) + 1), collapse)
    return Script(before, marks, after)


def deck(scripts: Sequence[Script]) -> str:
    """A topic for each script; after every statement the cards are counted, those of the wall by its exit."""
    topics = {}
    for number, (before, marks, after) in enumerate(scripts):
        statements = [before, *(mark.written() for mark in marks), *after]
        topics[f"t{number}"] = {
            "start-card": 1,
            "header": ";(look);".join([*statements, ""]),
            "stats": {"lost": "lost", "word": "word"},
        }
    cards = kinds(COUNTS, list)
    cards["q"]["kind"] = "p"
    look = f"(= lost (+ lost (!= {CARDS} (+ (remain all) |H| |B| |F| |J|))))"
    data = json.loads(deck_text(cards, topics, alias={"either": "A:?"}, define={"look": look}))
    return json.dumps({"wall": {"exits": EXITS}, **data})


Played = list[tuple[Row, dict[str, list[int]]]]


def played(scripts: Sequence[Script]) -> list[Played]:
    """Trials of every script: what was counted, and where every card lies."""
    program = compile_text(deck(scripts))
    functions = python_functions(program.python_source)
    found = []
    for topic in range(len(scripts)):
        play = Play(program, topic, 7, functions=functions)
        found.append([(row, zones(play)) for trial in range(TRIALS) for row in rows(play, trial, trial + 1)])
    return found


def mixed(script: Script, random: Any) -> Script:
    return script._replace(marks=random.sample(script.marks, len(script.marks)))


def halved(script: Script, random: Any) -> Script:
    parts = [mark._replace(mk=mk) for mark in script.marks for mk in (mark.mk - 7, 7)]
    return script._replace(marks=random.sample(parts, len(parts)))


def with_nothing(script: Script, random: Any) -> Script:
    """Marks of 0, and some that another one takes away."""
    there, _, place = random.choice(script.marks)
    none = Mark(random.choice(SETS), 0, random.choice(PLACES))
    return script._replace(marks=[none, Mark(there, 5, place), *script.marks, Mark(there, -5, place)])


WRITTEN_OTHERWISE: tuple[Callable[[Script, Any], Script], ...] = (mixed, halved, with_nothing)


def hold(random: Any, number: int) -> None:
    """That so many drawn scripts lose no card, and that marks commute and add up in them."""
    scripts = [drawn(random) for _ in range(number)]
    expected = played(scripts)
    for script, trials in zip(scripts, expected, strict=True):
        for row, lying in trials:
            assert row.stats[0] == 0, script
            assert sorted(card for cards in lying.values() for card in cards) == list(range(CARDS)), script
    again = [random.choice(WRITTEN_OTHERWISE)(script, random) for script in scripts]
    for script, other, one, two in zip(scripts, again, expected, played(again), strict=True):
        assert one == two, (script, other)


@examples(2, 25)
def test_marks_commute_and_no_card_is_lost(random: Any) -> None:
    hold(random, SCRIPTS)


@examples(20, 200)
def test_laws_of_places_are_whole(random: Any) -> None:
    """Of whatever was lit and drawn, the next card of an exit is some card, and those ahead are."""
    names = ("1m", "5m", "0m", "7p")
    stock, reserve = ({name: random.randrange(4) for name in names} for _ in range(2))
    exits = {"pii": None, "dead": 2}
    wall = yisp.Wall(stock, reserve, kinds={"0m": "5m"}, exits=exits, seed=random.randrange(9))
    for _ in range(random.randrange(12)):
        exit, ahead, name = random.choice(("pii", "dead")), random.randrange(3), random.choice(names)
        match random.randrange(4):
            case 0 | 1:
                wall.inc_mk(exit, ahead, name, random.choice(AMOUNTS), random.choice("AAB"))
            case 2:
                wall.collapse(exit, ahead, name)
            case _ if wall.remain(exit) and wall.distribution(exit):
                assert wall.distribution(exit)[wall.copy().pop(exit)] > 0
                wall.pop(exit)
        for place in range(3):
            law = wall.distribution(exit, place)
            assert sum(law.values()) == (1 if law else 0)
            assert all(Fraction(0) < share <= 1 for share in law.values())

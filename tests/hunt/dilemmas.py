"""Small decks in which something has to be decided, and what each policy is worth in them.

What comes in: a seed and a number.  What goes out: the text of a deck file, which is JSON; and, by brute
force (``players``) and by the engine, the means of all goals under every policy.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

from running import compile_text, exact_counts, load_text, open_play

from yisp.compile.program import GREEDY
from yisp.deck.model import Topic
from yisp.simulate.counting.probabilities import ExactCounts, NoExactAnswer, OverBudget

from .chance import TooMany
from .law import Law
from .players import Budget, Goal, Rolled, Tree, hindsight, score, stat, success
from .reference import Rules

NAMES = "abcd"
COUNTS = (
    (1, 1, 1), (2, 1, 0), (2, 1, 1), (2, 2, 0), (1, 1, 1, 1), (3, 1, 0), (2, 2, 1), (2, 1, 1, 1), (3, 1, 1),
    (2, 2, 1, 1), (3, 2, 1), (2, 2, 2),
)  # fmt: skip
"""Copies of each card."""

FLAGS = ("", "", "", "[1]", "[1]", "[^]", "[1B]", "[HB]", "[B]", "[1D]", "[1HF]", "[1T]", "[1BD]")

GUARDS = (
    "/(> |H| 1)", "/(>= |D| 2)", "/!used", "/(< used 2)", "/|B|", "/!|B|", "/|D.a|", "/|H.A:x|",
    "/(> |H| |B|)", "/(> (/ 2 |B|) 0)", "/(< gain 3)", "n=", "/|D|", "/(> 2 (% 3 gain))",
    "/(< |T| 2)", "/!(- |H.b| 1)",
)  # fmt: skip

GAINS = (
    "(= gain (+ gain 1))", "(= gain (+ gain 2))", "(= gain (+ gain |H.a|))", "(= gain (+ gain |B|))",
    "(= gain (- gain 1))", "(= gain (- 3 gain))", "(= gain (+ gain (sum H pow)))", "(= used (+ used 1))",
    "(= used 1)", "(= used 1)",
)  # fmt: skip

ACTIONS = (
    "(# D.1 H)", "(# D.1 H)", "(# D.1 H [draw])", "(# D.2 H)", "(# D.1 B)", "(# D.-1 H)", "(# D.2 J)",
    "(# D.2 T);(# T.a.1 H);(# T D)", "(# D.2 T);(# T.*1 H);(# T B)", "(# D.2 T);(# T.*1 H);(## T D)",
    "(# D.a:x.*1 H);(shuffle D)", "(# D.a:x.*1 H);(shuffle D)", "(# D.*1 H);(shuffle D)", "(# D.a:x.*1 H)",
    "(# D.*1 H)", "(# D.a.1 H)", "(# D.a:x H)", "(# D.b.1 B);(shuffle D)", "(# D.2.*1 H)", "(# D.a:x.*2 J)",
    "(# H.*1 D)", "(## H.*1 D)", "(# H.*2 B)", "(# H.*1 B);(# D.1 H)", "(# H.*1 D);(shuffle D);(# D.1 H)",
    "(# H.1 D);(shuffle D)", "(## B.*1 D)", "(# B.*1 H)", "(# B D);(shuffle D)", "(shuffle D)", "(shuffle B)",
    "(shuffle D);(# D.1 H)", "(= gain (+ gain |D.1.a|))", "(if |D.1.a| (# D.1 H) (# D.1 B))",
    "(= gain (+ gain |D.2.b|))", "(if (> |D.1.b| 0) (= gain (+ gain 2)) (## D.-1 D))", "(! t)",
    "(# D.1 T [t])", "(repeat 2 (# D.1 B))", "(# H J)", "(# T D)", "(# B.1 T)", "(# T.*1 H)",
    "(# H.*1 T);(shuffle T)",
    "(shuffle T);(# T.*1 H)", "(block (# D.b.*1 H) (shuffle D))", "(# D.*:used H);(shuffle D)", "(# D.*2 B)",
    "(# X D);(shuffle D)", "(## X D)", "(# X H)", "(# H.A:x.*1 F)", "(# F D);(shuffle D)", "(# D.-2 T)",
    "(# D.!a.*1 H);(shuffle D)", "(## D.b.*1 D)", "(# D.!a.*1 D)",
    "(# D.a.-1 H)", "(# D.A:x.-2 B)", "(# D.2.b.1 H)", "(# D.-3.b T)", "(# D.b.-1 D)", "(# D.a D)",
    "(# D.(> pow 1) H)", "(# D.!!-1 B)",
)  # fmt: skip

PRESENCE = (
    "(light D.a 40)", "(light D.b -10)", "(light D.A:x 100)", "(light D.c 1000);(# D.1 H)", "(collapse D.b)",
    "(light D.!a -40)", "(collapse D.A:x);(# D.1 H)", "(light D.a 30);(# D.b.1 H);(shuffle D)",
    "(shuffle T);(light T.a 50)", "(light D.a 25);(# D.*1 H);(shuffle D)", "(light D.b 15);(# D.a H)",
    "(light D.c (* 10 |H|));(# D.-1 B)", "(light T.b 20);(# T.1 H)", "(# D.a.-1 H);(light D.b -40)",
)  # fmt: skip
"""In decks in which cards are lit."""

LATER = (
    "(on turn-end (= gain (+ gain |H.a|)))", "(on turn-end (# H.*1 B) (= gain (+ gain 1)) (times 1))",
    "(on turn-start (# D.1 H) (for 2))", "(on >B (= gain (+ gain 1)))", "(on >B (# D.1 J) (times 1))",
    "(after 1 (# D.1 H))", "(after 1 (# D.a:x.*1 H))", "(on activate (= gain (+ gain 1)) (times 2))",
    "(on draw (# H.*1 D) (times 1))", "(on D>H (= gain (+ gain |H.b|)) (times 1))",
)  # fmt: skip

ENDS = ("(stop 1)", "(= gain (/ 6 |H|))", "(= gain (/ 4 |B|))", "/|H|", "/(> |D| 1)", "(if |H.a| (stop 2))")

TRIGGERS = (
    "[1 on >B](# D.1 H)", "[on D>B](= gain (+ gain 1))", "[1 on >B](# D.a:x.*1 H);(shuffle D)",
    "[1B on activate](= gain (+ gain 1))", "[1B on turn-end](# X H)", "[H on turn-start](# H.*1 B)",
    "[1 on D>H]/(> |H| 2);(# H.*1 B)", "[F on turn-end](= gain (+ gain 2))", "[1H on draw](# D.*1 B)",
    "[1 on >J](= gain (+ gain 3))", "[1 on >T](# D.2.*1 H)",
)  # fmt: skip

ROLLS = ("(# H.?1 B)", "(= gain (+ gain (rand 0 1)))", "(if (rand 0 2) (# D.1 H))", "(# D.:(rand 0 1) H)")

HEADERS = ("", "", "", "(= used 0)", "(= used 0)", "(# H.*1 B)", "(shuffle D)", "(# D.*1 B);(shuffle D)",
           "(# D.1 T)", "(# D.2 B);(shuffle B)", "(# D.2.*1 H)", "(## H.*1 D)", "(# D.1 F)")  # fmt: skip

SCORES: tuple[dict[str, Any], ...] = (
    {"score": "gain"}, {"score": "(+ gain |H.a|)"}, {"hand": ["a", "b"], "score": 3}, {"hand": ["a:x"]},
    {"hand": ["2x a:x"], "score": 2}, {"grave": ["b"], "score": "(+ 1 gain)"}, {"score": "(- |H| |B|)"},
    {"score": "(sum H pow)"}, {"condition": "(> |H.a| |B|)", "score": 2}, {"score": "(* gain |H.b|)"},
    {"score": "(+ (* 2 |B.a|) |J|)"}, {"hand": ["c"], "score": "(- 4 |D|)"},
)  # fmt: skip


class Dilemmas:
    """Draws decks."""

    GUARDS: Sequence[str] = GUARDS
    GAINS: Sequence[str] = GAINS
    ACTIONS: Sequence[str] = ACTIONS
    LATER: Sequence[str] = LATER
    ROLLS: Sequence[str] = ROLLS

    def __init__(self, random: Random, lit: bool = False) -> None:
        self.random = random
        self.lit = lit

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def some(self, choices: Sequence[str], *counts: int) -> list[str]:
        return [self.random.choice(choices) for _ in range(self.random.choice(counts))]

    def effect(self) -> str:
        if self.chance(15):
            return self.random.choice(TRIGGERS)
        flags = self.random.choice(FLAGS)
        guards = ["(= n |H|);/(> n 1)" if one == "n=" else one for one in self.some(self.GUARDS, 0, 1, 1, 2)]
        before = self.some((*self.GAINS, *self.ACTIONS, *ENDS), 1) if self.chance(8) else []
        away = ["(# X B)", "(# X B)", "(# X J)", "(# X T)", "(# X F)"]
        leaves = [self.random.choice(away)] if "1" not in flags or self.chance(30) else []
        done = self.some(self.ACTIONS, 0, 1, 1, 2) + self.some(self.GAINS, 0, 1, 1)
        if self.lit:
            done += self.some(PRESENCE, 0, 1, 1, 2)
        if self.chance(12):
            done += self.some(self.LATER, 1)
        if self.chance(7):
            done += self.some(self.ROLLS, 1)
        self.random.shuffle(done)
        if self.chance(8):
            done.insert(self.random.randrange(len(done) + 1), self.random.choice(ENDS))
        return flags + ";".join([*guards, *before, "@", *leaves, *done])

    def deck(self) -> str:
        counts = self.random.choice(COUNTS)
        effects = self.random.choice((2, 2, 3, 3, 4))
        programs: dict[str, list[str]] = {name: [] for name in NAMES}
        there = [name for name, count in zip(NAMES, counts, strict=False) if count]
        for _ in range(effects):
            programs[self.random.choice(there)].append(self.effect())
        attributes = {"a": ["x"], "b": ["x", "y"], "c": ["y"], "d": ["x"]}
        cards = {
            name: {"count": count, "attribute": attributes[name], "program": programs[name],
                   "props": {"pow": NAMES.index(name)}}
            for name, count in zip(NAMES, counts, strict=False)
        }  # fmt: skip
        size = sum(counts)
        hand = self.random.randrange(1, min(3, size - 1) + 1)
        topic: dict[str, Any] = {"start-card": hand, "exec-program": True}
        topic["turns"] = self.random.choice((1, 1, 2, 2, 3))
        topic["draw"] = self.random.choice((0, 1, 1, 2))
        if header := self.random.choice(PRESENCE if self.lit and self.chance(40) else HEADERS):
            topic["header"] = header
        if self.chance(4):
            of_no_card = [action for action in self.ACTIONS if "X" not in action and "(other " not in action]
            topic["program"] = ";".join(self.some(of_no_card, 1, 2, 3))
        held = [name for name, count in zip(NAMES, counts, strict=False) for _ in range(count)]
        if self.chance(30):
            self.random.shuffle(held)
            start: dict[str, Any] = {}
            if self.chance(50):
                start["hand"] = held[:1]
            elif self.chance(50):
                start["deck-top"] = held[: self.random.choice((1, 2))] if size - hand > 2 else held[:1]
            elif size - hand > 1:
                start["zones"] = {self.random.choice("BTF"): held[:1]}
            topic["start"] = start
        combos = self.random.sample(SCORES, self.random.choice((1, 2)))
        topic["combos"] = {f"c{number}": combo for number, combo in enumerate(combos)}
        deck = {"cards": cards}
        return json.dumps({"deck": deck, "simulate": {"tests": {"t": topic}}})


def draw(seed: object, number: int, *, lit: bool = False) -> str:
    return Dilemmas(Random(f"{seed} {number}"), lit).deck()


def draw_short(seed: object, number: int, *, lit: bool = False) -> str:
    """The same with few activations a turn: where play goes round, playing many options out ends soon."""
    deck = json.loads(draw(seed, number, lit=lit))
    deck["simulate"]["limits"] = {"activations": 25}
    return json.dumps(deck)


Figure = tuple[str, str]
"""A policy, with "never" behind those that stop only where there is no move, and a goal."""

GOALS = {"score": score, "success": success}

POLICIES = ("greedy", "random", "best", "best never", "hindsight", "hindsight never")


def goals_of(topic: Topic) -> dict[str, Goal]:
    """What a player of the topic can make as great as can be."""
    return GOALS | {one.name: partial(stat, number) for number, one in enumerate(topic.stats)}


def by_brute_force(text: str, most: int) -> dict[Figure, Fraction]:
    """The means that there are for so many stages."""
    deck = load_text(text)
    topic = deck.topics[0]
    rules = Rules(deck)
    goals = goals_of(topic)
    law = Law(deck, topic, most)
    found = {
        ("greedy", "score"): _mean(law.score),
        ("greedy", "success"): law.success,
    }
    found |= {("greedy", one.name): _mean(masses) for one, masses in zip(topic.stats, law.stats, strict=True)}
    try:
        lines = Tree(rules, topic, Budget(most))
        for name, goal in goals.items():
            found["random", name] = lines.random(goal)
            found["best", name] = lines.best(goal)
            found["best never", name] = lines.best(goal, may_stop=False)
    except (TooMany, RecursionError):
        return found
    asked = [(goal, may_stop) for may_stop in (True, False) for goal in goals.values()]
    try:
        means = hindsight(rules, topic, Budget(most), asked)
    except (TooMany, Rolled):
        return found
    keys = [(policy, name) for policy in ("hindsight", "hindsight never") for name in goals]
    return found | dict(zip(keys, means, strict=True))


def _mean(masses: Mapping[int, Fraction]) -> Fraction:
    """Of a number that is 0 where there is none."""
    return sum((value * mass for value, mass in masses.items()), Fraction(0))


def by_engine(text: str, budget: int) -> dict[Figure, Fraction | str]:
    """The same, or why there is none."""
    program = compile_text(text)
    stats = program.topics[0].stats
    goals = (*GOALS, *stats)
    found: dict[Figure, Fraction | str] = {}
    for policy in POLICIES:
        kind, _, never = policy.partition(" ")
        aimless = kind in ("greedy", "random")
        for goal in goals[:1] if aimless else goals:
            try:
                counts = exact_counts(
                    open_play(program, "python"), budget,
                    policy=GREEDY.but(kind=kind, goal=goal, may_stop=not never),
                )  # fmt: skip
            except (NoExactAnswer, OverBudget) as error:
                found[policy, goal] = str(error)
                continue
            for name in goals if aimless else (goal,):
                found[policy, name] = mean(counts, name, stats)
    return found


def mean(counts: ExactCounts, goal: str, stats: Sequence[str] = ()) -> Fraction:
    spread = counts.score if goal in GOALS else counts.stats[stats.index(goal)]
    worth = sum(mass * (value > 0 if goal == "success" else value) for value, mass in spread.masses.items())
    return Fraction(worth, spread.denominator)


WORSE_AND_BETTER = (
    ("greedy", "best"), ("greedy", "best never"), ("random", "best"), ("random", "best never"),
    ("best never", "best"), ("best", "hindsight"), ("best never", "hindsight never"),
    ("hindsight never", "hindsight"),
)  # fmt: skip
"""Who knows more, or may do more, does no worse."""


def out_of_order(text: str, found: Mapping[Figure, Fraction]) -> list[tuple[Figure, Figure]]:
    """What cannot be: who does better than somebody who knows more."""
    if any(word in text for word in ("(/ ", "(% ", "(light ", "(collapse ")):
        # A guard that divides by 0 is no move, but ends the play of ``greedy``, which may be the best thing
        # that it can do.  And its scan looks through zones, which decides cards that are lit: no move does.
        found = {(policy, goal): value for (policy, goal), value in found.items() if policy != "greedy"}
    return [
        ((worse, goal), (better, goal))
        for worse, better in WORSE_AND_BETTER
        for goal in dict.fromkeys(goal for _, goal in found)
        if (worse, goal) in found and (better, goal) in found and found[worse, goal] > found[better, goal]
    ]

"""Calls that mean harm to the runtime, run in a process of its own by ``test_boundary``.

    PYTHONPATH=tests python tests/runtime/hostile.py SEED COUNT

Every class that the runtime shows to Python is made of a small deck's plan; then methods are called in any
order with arguments that fit, nearly fit or do not fit at all, named one by one on standard output so that
the last line says what a crash came from.  An exception must be one of those that
``runtime/yisp_runtime/boundary.pxd`` names.
"""

from __future__ import annotations

import faulthandler
import gc
import inspect
import re
import sys
from copy import deepcopy
from random import Random
from typing import Any

from running import compile_text, deck_text, open_play
from yisp_runtime.bindings.table import Failed, HeldCards, PyTable
from yisp_runtime.counts.accumulator import Accumulator
from yisp_runtime.policies.playing import POLICIES, Player
from yisp_runtime.solving.enumeration import Enumerator
from yisp_runtime.solving.search import Forward, Solver

from yisp.compile.program import Program
from yisp.simulate.exact.stages import course
from yisp.simulate.playing.play import Play

ALLOWED = (TypeError, ValueError, LookupError, OverflowError, MemoryError, Failed, AttributeError)
"""AttributeError is Python's own, where something stands in for a sequence or a plan."""


NUMBERS = (
    -(2**64), -(2**63), -(2**31) - 1, -(2**31), -65, -2, -1, 0, 1, 2, 3, 5, 7, 10, 63, 64, 65, 255, 1000,
    65535, 65536, 2**20, 2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64, 10**30,
)  # fmt: skip

EFFECTS = [
    "[1]@;(# X B);(# D.a:m.1 H [draw]);(shuffle D)",
    "[on D>H](= word (+ word level))",
    "@;(! t);(# H.?1 B [t])",
]


def program() -> Program:
    """A deck in which everything of a plan occurs."""
    cards = {
        "a": {"count": 3, "attribute": ["m"], "program": EFFECTS, "props": {"level": 2}},
        "b": {"count": 70, "attribute": ["m", "n"], "props": {"level": 1, "rank": 9}},
        "c": {"count": 2, "kind": "a"},
    }
    header = "(light D.a:n 30);(light D.c -5);(collapse D.(> level 1));"
    header += "(on >B (= word 1));(after 1 (# D.1 H));(# D.(> level 1).1 H);(print H word)"
    combo = {"hand": ["a:n", "2x a:m"], "condition": "(> (sum H level) 1)", "score": "(muldiv word 3 2 up)"}
    played = {
        "exec-program": True,
        "turns": 2,
        "header": header,
        "before-play": "(= word (+ word 1))",
        "combos": {"x": combo},
        "stats": {"s": "|H|", "t": "word"},
    }
    main = {
        "program": "(repeat 9 (# D.1 A) (# A.1 J));(= word (high A level))",
        "combos": {"x": {"score": "word"}},
    }
    return compile_text(deck_text(cards, {"t": {**played, "match": "best"}, "main": main}))


class Hostile:
    """Draws objects, arguments and calls."""

    def __init__(self, random: Random, made: Program) -> None:
        self.random = random
        self.program = made
        self.plays = [open_play(made, "python", topic) for topic in range(2)]
        self.objects: list[Any] = []
        self.saved: list[Any] = []
        self.bytes: list[Any] = [b"", b"\0" * 8, bytes(range(256))]

    def argument(self, depth: int = 2) -> Any:
        """Anything at all, numbers more often."""
        random = self.random
        what = random.randrange(24)
        if what < 11:
            return random.choice(NUMBERS)
        if what < 14:
            return random.randrange(12)
        if what < 17 and depth:
            return [self.argument(depth - 1) for _ in range(random.randrange(5))]
        if what == 17 and self.objects:
            return random.choice(self.objects)
        if what == 18:
            return self.some_bytes()
        if what == 19:
            return (self.some_bytes(), self.some_bytes())
        if what == 20:
            return self.plan()
        return random.choice(
            (None, "text", 1.5, True, {}, self.called, self.raising, float("nan"), range(80), [0] * 75)
        )

    def some_bytes(self) -> Any:
        """Positions as they were, with bytes changed, cut, or of other tables."""
        random = self.random
        data = bytearray(random.choice(self.bytes))
        for _ in range(random.choice((0, 0, 1, 3))):
            if len(data) > 8:
                at = 8 * random.randrange(len(data) // 8)
                small = random.choice((0, 1, -1, 64, 2**40, -(2**63), 2**63 - 1)).to_bytes(
                    8, "little", signed=True
                )
                data[at : at + 8] = random.choice((small, random.randbytes(8)))
        return bytes(data[: random.choice((len(data),) * 4 + (8, len(data) // 2))])

    def plan(self) -> Any:
        """A plan in which something is amiss."""
        random = self.random
        plan = deepcopy(self.program.plan)
        for _ in range(random.choice((0, 1, 1, 1, 2))):
            key = random.choice(sorted(plan))
            value = plan[key]
            if isinstance(value, list) and value and random.random() < 0.7:
                at = random.randrange(len(value))
                match random.randrange(4):
                    case 0:
                        del value[at]
                    case 1:
                        value.append(value[at])
                    case _:
                        value[at] = self.near(value[at])
            elif random.random() < 0.1:
                del plan[key]
            else:
                plan[key] = self.near(value)
        return plan

    def near(self, value: Any) -> Any:
        random = self.random
        if isinstance(value, int) and random.random() < 0.7:
            return random.choice((value + 1, value - 1, -value - 1, value * 2, value << 70, *NUMBERS))
        if isinstance(value, dict) and random.random() < 0.9:
            key = random.choice(list(value))
            return {**value, key: self.near(value[key])}
        if isinstance(value, list) and value and random.random() < 0.7:
            changed = list(value)
            changed[random.randrange(len(changed))] = self.near(random.choice(changed))
            return changed
        return self.argument()

    def called(self, table: Any = None, card: Any = None, *_: Any) -> Any:
        """A function that is loaded as an effect, and calls back."""
        if isinstance(table, PyTable) and self.random.random() < 0.5:
            self.call(table)
        return self.random.choice((0, 1, 5, True, *NUMBERS))

    def raising(self, *_: Any) -> Any:
        raise self.random.choice((Failed, ValueError, KeyError))

    # Calling ------------------------------------------------------------------------------------------

    def make(self) -> None:
        """A new object of some class; often one that works."""
        random = self.random
        play = random.choice(self.plays)
        topic = play.topic
        made: Any = None
        name = random.choice(
            (
                "PyTable",
                "PyTable",
                "Accumulator",
                "Enumerator",
                "HeldCards",
                "Solver",
                "Forward",
                "Player",
                "ready",
                "ready",
                "enumerated",
                "enumerated",
            )
        )
        print("make", name, flush=True)
        try:
            if name == "ready":
                play = open_play(self.program, "python", random.randrange(2))
                made = play.table
            elif name == "enumerated":
                play = open_play(self.program, "python", random.randrange(2))
                topic = play.topic
                work = self.program.plan["work"]
                budget = random.choice((10**6, 10**9, 1000))
                plan = self.program.plan
                made = Enumerator(
                    play.table, topic.classes, topic.ordered, len(topic.bests), work, play.index, budget,
                    course(topic, plan["listens"]), plan["guard_sites"], random.random() < 0.5,
                )  # fmt: skip
                self.objects.append(play.table)
                solver = Solver(made, 0, -1, False, True, 2**24) if random.random() < 0.5 else None
                self.objects.append(Forward(made, solver, False, 2**24, 10, 5))
                self.objects.append(self.player(play, made))
            elif name == "PyTable":
                made = PyTable(self.plan())
            elif name == "Accumulator":
                made = Accumulator(
                    *(random.choice((0, 1, 2, 3, *NUMBERS)) for _ in range(6)), self.argument()
                )
            elif name == "Enumerator":
                fitting: list[Any] = [
                    play.table,
                    topic.classes,
                    topic.ordered,
                    0,
                    self.program.plan["work"],
                    0,
                    1000,
                    course(topic, self.program.plan["listens"]),
                    self.program.plan["guard_sites"],
                ]
                for at in random.sample(range(9), random.randrange(1, 4)):
                    fitting[at] = self.near(fitting[at])
                made = Enumerator(*fitting)
            elif name in ("Solver", "Forward"):
                some = [one for one in self.objects if isinstance(one, Enumerator)] or [self.argument()]
                solvers = [one for one in self.objects if isinstance(one, Solver)]
                numbers = (0, 1, 2, -1, 2**20, 2**24, self.argument())
                if name == "Solver":
                    made = Solver(random.choice(some), *(random.choice(numbers) for _ in range(5)))
                else:
                    solver = random.choice([None, *solvers])
                    made = Forward(random.choice(some), solver, *(random.choice(numbers) for _ in range(4)))
            elif name == "Player":
                some = [one for one in self.objects if isinstance(one, Enumerator)]
                made = self.player(play, random.choice(some) if some else self.argument())
            else:
                made = HeldCards.__new__(HeldCards, *([self.argument()] if random.random() < 0.5 else []))
        except ALLOWED:
            return
        self.objects.append(made)
        if len(self.objects) > 12:
            del self.objects[random.randrange(len(self.objects))]
        if random.random() < 0.1:
            gc.collect()

    def player(self, play: Play, enumerator: Any) -> Player:
        """Somebody who plays trials; now and then of another table."""
        random = self.random
        few = (1, 2, 3, 3, 20, *NUMBERS)
        return Player(
            enumerator,
            play.accumulator,
            play.new_accumulator(),
            random.choice((*POLICIES.values(), self.argument())),
            random.choice((0, 0, 1, self.argument())),
            random.choice((-1, -1, 0, self.argument())),
            random.random() < 0.5,
            may_stop=random.random() < 0.5,
            worlds=random.choice((1, 2, 3, 3)),
            solve=random.choice(few),
            budget=random.choice(few),
            most=random.choice((None, 3)),
            room=random.choice((2**24, 2**24, 100, *NUMBERS)),
            stage=random.choice((1, 2, 3, self.argument())),
            evaluates=random.random() < 0.5,
            table=random.random() < 0.5,
            ceiling=random.choice((None, None, 0, 1, -(2**63), self.argument())),
        )

    def call(self, thing: Any) -> None:
        """Some method of it."""
        random = self.random
        name = random.choice(METHODS[type(thing)])
        print(type(thing).__name__, name, flush=True)
        try:
            method = getattr(thing, name)
            if callable(method):
                given = self.arguments(type(thing), name)
                print("   ", *(f"{one!r:.60}" for one in given), flush=True)
                keywords = {}
                if name == "try_worlds":
                    keywords = {
                        "move": random.choice((None, None, (0, 0, 0))),
                        "path": random.choice((None, None, [], [0], [random.choice(NUMBERS)])),
                        "stops": random.random() < 0.3,
                        "greedily": random.random() < 0.5,
                        "thinks": random.choice((0, 10, 10**6, *NUMBERS)),
                    }
                if name == "open" and random.random() < 0.9:
                    keywords = {
                        word: random.choice((0, 1, 2, 5, self.argument()))
                        for word in ("hand", "turns", "draw", "plays", "answers", "scoring")
                    }
                result = method(*given, **keywords)
            else:
                result = method
            if inspect.isgenerator(result):
                result = [one for one, _ in zip(result, range(100), strict=False)]
            if isinstance(result, HeldCards):
                self.objects.append(result)
            if isinstance(result, bytes):
                self.bytes.append(result)
            if isinstance(result, tuple) and result and isinstance(result[0], bytes):
                self.bytes += result
                self.saved = [*self.saved[-5:], result]
            del self.bytes[:-20]
        except ALLOWED:
            pass

    def arguments(self, kind: type, name: str) -> list[Any]:
        """As many as the method takes; small numbers mostly, so that many calls do something."""
        random = self.random
        if random.random() < 0.05:
            return [self.argument() for _ in range(random.randrange(9))]
        if name == "load" and random.random() < 0.8:
            functions = [self.called, self.raising, self.called]
            return [random.choices((None, self.called), k=random.choice((4, 4, 4, 3))),
                    *(random.choices(functions, k=random.randrange(5)) for _ in range(5))]  # fmt: skip
        if name == "run" and kind is PyTable and random.random() < 0.8:
            first = random.choice((0, 1, 5, 2**62 - 3, *NUMBERS))
            return [first, first + random.choice((0, 1, 3, 70))]
        if name == "run_native":
            return [self.called, *(random.randrange(3) for _ in range(3))]
        if name == "run" and kind is Enumerator:
            positions = [one.position() for one in self.objects if isinstance(one, Enumerator)]
            position = random.choice(positions) if random.random() < 0.7 else self.some_bytes()
            path = [random.choice((0, 0, 1, 2, *NUMBERS)) for _ in range(random.choice((0, 1, 3, 600)))]
            stage = random.choice((0, 1, 2, 3, 4, 4, 5, 6, 7, 9))
            move = [(0, 0, 0)] if random.random() < 0.3 else []
            return [stage, position, path, random.choice((0, 0, *NUMBERS)), 0, *move]
        if name in ("solve", "option", "begin", "choice", "try_worlds"):
            positions = [one.position() for one in self.objects if isinstance(one, Enumerator)]
            position = random.choice([*positions, self.some_bytes()])
            path = [random.choice((0, 0, 1, 2, *NUMBERS)) for _ in range(random.choice((0, 1, 3, 600)))]
            phase, so_far = random.choice((0, 0, 1, 2)), random.choice((0, 0, 0, *NUMBERS))
            if name == "choice":
                return [random.choice((0, 0, 1, *NUMBERS)), path]
            if name == "begin" and kind is Solver:
                move = random.choice((None, None, (0, 0, 0)))
                return [phase, position, so_far, 0, move, random.choice((None, path))]
            if name == "try_worlds":
                first = random.choice((0, 0, 5, *NUMBERS))
                last, work = first + random.choice((0, 1, 3)), random.choice((0, 100, 10**6, *NUMBERS))
                return [phase, position, so_far, 0, first, last, work]
            rest: list[Any] = [path] if name == "option" else [0, random.choice((0, 0, 0, *NUMBERS))]
            return [position, 1, 2] if name == "begin" else [random.choice((0, 0, 1, 2)), position, *rest]
        if name == "deal" and kind is Forward:
            cards = random.sample(range(random.choice((75, 75, 76))), k=random.choice((3, 75, 75)))
            cut = random.choice((0, 2, 9))
            return [[cards[:cut], cards[cut : 2 * cut]][: random.choice((0, 2))], [cards[2 * cut :]]]
        if name in ("play", "costs"):
            first = random.choice((0, 1, 5, *NUMBERS))
            return [first, first + random.choice((0, 1, 3))]
        if name == "deal" and kind is Enumerator:
            return [random.sample(range(76), k=random.choice((0, 1, 2, 5, 5, 5)))]
        if name == "restore":
            pairs = [self.argument(), (self.some_bytes(), self.some_bytes()), *self.saved, *self.saved]
            return [random.choice(pairs)]
        if name == "start" and random.random() < 0.8:
            known = [
                [random.choice((0, 3, 74, 75, -1)), random.choice((0, 1, 2, 4, 5))]
                for _ in range(random.randrange(3))
            ]
            return [[(random.choice((0, 1, 2, -1)), random.choice(NUMBERS))] * random.randrange(2), known]
        if name == "stratify" and random.random() < 0.8:
            counts = [
                getattr(self, "opened", None),
                *(one for one in self.objects if isinstance(one, Accumulator)),
            ]
            ways = [0, 1, 1, 2, ~0, ~0, ~0, ~1, ~5]
            tree = [
                [random.choice((0, 0, 0, 1)), 1, random.choice(ways), random.choice(ways)]
                for _ in range(random.randrange(3))
            ]
            return [
                tree,
                random.choices((1, 7, 2**75 - 1, 2**75, -1), k=random.randrange(1, 3)),
                counts[: random.randrange(4)],
            ]
        if name == "open":
            counts = [one for one in self.objects if isinstance(one, Accumulator)]
            fitting = Accumulator(
                *(random.choice((0, 1, 2, 3)) for _ in range(3)),
                random.choice((0, 3, 6)),
                random.choice((3, 4, 40, 200)),
                9,
            )
            self.opened = random.choice([*counts, fitting, fitting])
            return [random.choice((0, 7)), 1, self.opened]
        if name == "choose_held":
            held = [one for one in self.objects if isinstance(one, HeldCards)]
            return [random.choice(held)] if held else [self.argument()]
        wild = random.random() < 0.3
        return [
            self.argument() if wild else random.choice((0, 0, 0, 0, 1, 1, 1, 2, 3, 74))
            for _ in range(ARITY[kind][name])
        ]


def arity(kind: type) -> dict[str, int]:
    """By method, how many arguments it takes, as its embedded signature tells."""
    found = {}
    for name in dir(kind):
        if name.startswith("__") and name not in ("__getitem__", "__setitem__"):
            continue
        words = re.match(
            rf"{kind.__name__}\.{name}\((.*)\)", (getattr(kind, name).__doc__ or "").partition("\n")[0]
        )
        found[name] = words[1].count(",") if words else {"__getitem__": 1, "__setitem__": 2}.get(name, 0)
    return found


ARITY = {kind: arity(kind) for kind in (PyTable, Accumulator, Enumerator, HeldCards, Solver, Forward, Player)}
METHODS = {kind: sorted(names) for kind, names in ARITY.items()}


def main(seed: int, count: int) -> None:
    faulthandler.enable()
    hostile = Hostile(Random(seed), program())
    for number in range(count):
        if number % 25 == 0 or not hostile.objects:
            hostile.make()
        else:
            hostile.call(hostile.random.choice(hostile.objects))
    print("done")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))

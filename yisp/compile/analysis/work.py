"""How much work a deck's functions are on the python target: what the budget of exact answers counts.

What comes in: the lowered functions.  What goes out: for each effect, installed effect, script of
a topic, judging and evaluating, and for each place where a step is taken (a turn of a loop, a call of a
function), what runs until the next one, as a whole number of units.  A unit is about a
tenth of a microsecond on a server of today; what a budget needs is not the time but a measure of it that
is the same on every machine.  Of two branches the longer one counts.  What the runtime does for a
statement (cards moved, decisions of chance) it counts itself (``runtime/yisp_runtime/position/decisions.h``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import Any

from yisp_runtime.codes import EVERY_SCRIPT, WORK_KIND

from .. import nodes

STATEMENT, LOOKUP, OPERATION = 0.4, 0.25, 0.15
"""A statement by itself, a number that the table is asked for, and one that is worked out."""

WORD, CARD = 0.02, 0.02
"""What is added for each 64-bit word of a card set and, where a property is summed, for each card."""


def work_of(module: nodes.Module, sites: int, kinds: int, cards: int) -> dict[str, Any]:
    """The part of ``Program.plan`` that says how much work functions are; see there."""
    return _Works(module, sites, kinds, cards).plan()


class _Works:
    def __init__(self, module: nodes.Module, sites: int, kinds: int, cards: int) -> None:
        self.module = module
        self.kinds = kinds
        self.cards = cards
        self.per_statement = STATEMENT + WORD * module.words
        self.steps = [0] * sites

    def plan(self) -> dict[str, Any]:
        module = self.module
        self.defined = [0.0] * len(module.defined)
        for index in _callees_first(module):
            self.defined[index] = self.body(module.defined[index].body)
        return {
            "effects": self.whole(module.effects),
            "installed": self.whole(module.installed),
            "topics": [
                [
                    sum(self.whole(functions))
                    for functions in (
                        *([topic.scripts[key]] if key in topic.scripts else [] for key in EVERY_SCRIPT),
                        [*topic.combos, *(best for _, best in topic.bests), *topic.stats],
                        [topic.evaluation] if topic.evaluation is not None else [],
                    )
                ]
                for topic in module.topics
            ],
            "steps": self.steps,  # last, when all functions have been gone through
        }

    def whole(self, functions: Iterable[nodes.Function]) -> list[int]:
        return [ceil(self.body(function.body)) for function in functions]

    def body(self, body: Sequence[nodes.Statement]) -> float:
        return sum(map(self.statement, body))

    def statement(self, statement: nodes.Statement) -> float:
        match statement:
            case nodes.If(condition, then, otherwise):
                return self.expression(condition) + max(self.body(then), self.body(otherwise))
            case nodes.Loop(test, condition, body, site):
                looked = self.body(test) + self.expression(condition)
                self.step(site, looked + self.body(body))
                return looked
            case nodes.Call(_, function, arguments, site):
                self.step(site, self.defined[function])
                return self.per_statement + self.expression(arguments)
            case nodes.Would(_, _, asked, arguments):  # what each effect would do the runtime counts itself
                asks = self.body(self.module.asked[asked].body)
                return self.per_statement + asks + self.expression(arguments)
            case nodes.KeepWhere(_, body, condition):
                once = self.body(body) + self.expression(condition)
                # The runtime counts itself what going through the kinds takes.
                return self.per_statement + max(once - WORK_KIND, 0) * self.kinds
            case nodes.Fold():
                return self.per_statement + CARD * self.cards
            case _:
                return self.per_statement + sum(map(self.expression, _parts(statement)))

    def expression(self, node: object) -> float:
        """The work of an expression; 0 for what is none."""
        match node:
            case nodes.Global() | nodes.Size() | nodes.Count() | nodes.Property() | nodes.Copies():
                return LOOKUP + WORD * self.module.words
            case nodes.Binary() | nodes.IsZero() | nodes.Choice():
                return OPERATION + sum(map(self.expression, _parts(node)))
            case tuple():
                return sum(map(self.expression, node))
            case _:
                return 0

    def step(self, site: int, work: float) -> None:
        """What follows a step; a place may stand for several loops, as in a function of zones."""
        self.steps[site] = max(self.steps[site], ceil(work))


def _callees_first(module: nodes.Module) -> list[int]:
    """The functions of a deck, each behind those that it calls; none ends up calling itself."""
    called = [
        [one.function for one in nodes.every(function.body) if isinstance(one, nodes.Call)]
        for function in module.defined
    ]
    order: dict[int, None] = {}
    for root in range(len(called)):
        path = [root]
        while path:
            waiting = [one for one in called[path[-1]] if one not in order]
            if waiting:
                path.append(waiting[0])
            else:
                order[path.pop()] = None
    return list(order)


def _parts(node: object) -> list[object]:
    return [getattr(node, name) for name in getattr(node, "__dataclass_fields__", ())]

"""The python target: nodes as readable Python functions over ``yisp_runtime.table.PyTable``.

What comes in: a :class:`~yisp.compile.nodes.Module`.  What goes out: source text that defines
``effect_0`` …, ``header_0`` …, ``combo_0_0`` … and ``stat_0_0`` …, each taking the table (an effect
also its card).  Statements are one line each; a run-time error is an exception that the runtime
raises and catches.  Only indices and numbers reach the text; ``notes`` adds comments for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .. import nodes
from ..nodes import Binary, Choice, Constant, Count, Global, IsZero, Local, Size
from .locals import unset

SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "and": "&", "or": "|"}
COMPARISONS = frozenset({">", ">=", "<", "<=", "==", "!="})
ENDS = {"first": 0, "last": 1, "random": 2}  # zones.pxd

NO_NOTES: Mapping[str, Sequence[str]] = {}


def format_module(module: nodes.Module, notes: Mapping[str, Sequence[str]] = NO_NOTES) -> str:
    """The source of a module; ``notes`` are comment lines by function name ("" for the head)."""
    letters = ", ".join(module.zones)
    lines = [*_comments(notes.get("", ())), f"{letters}, = range({len(module.zones)})"]
    for function in functions(module):
        lines += ["", "", *_comments(notes.get(function.name, ())), *_function(module, function)]
    return "\n".join(lines) + "\n"


def functions(module: nodes.Module) -> Iterator[nodes.Function]:
    """Every function of a module, in the order in which it is printed."""
    yield from module.effects
    for topic in module.topics:
        yield from topic.functions


def _comments(lines: Sequence[str]) -> list[str]:
    return [f"# {line}" for line in lines]


def _function(module: nodes.Module, function: nodes.Function) -> Iterator[str]:
    parameters = "table, card" if function.name.startswith("effect") else "table"
    yield f"def {function.name}({parameters}):"
    names = unset(function.body)
    if names:
        yield f"    {' = '.join(names)} = 0"
    printer = _Printer(module, function)
    lines = list(printer.block(function.body, 1))
    yield from lines or ["    pass"]


class _Printer:
    def __init__(self, module: nodes.Module, function: nodes.Function) -> None:
        self.module = module
        self.stop = "return 0" if function.number else "return"

    def block(self, statements: Sequence[nodes.Statement], depth: int) -> Iterator[str]:
        indent = "    " * depth
        for statement in statements:
            if isinstance(statement, nodes.If):
                yield from self._if(statement, depth)
            elif isinstance(statement, nodes.Guard):
                yield f"{indent}if {self.negated(statement.condition)}:"
                yield f"{indent}    {self.stop}"
            else:
                yield indent + self.statement(statement)

    def _if(self, statement: nodes.If, depth: int) -> Iterator[str]:
        indent = "    " * depth
        then, otherwise, condition = statement.then, statement.otherwise, self.bare(statement.condition)
        if not then:
            then, otherwise, condition = otherwise, then, self.negated(statement.condition)
        yield f"{indent}if {condition}:"
        yield from self.block(then, depth + 1)
        if otherwise:
            yield f"{indent}else:"
            yield from self.block(otherwise, depth + 1)

    def statement(self, statement: nodes.Statement) -> str:
        match statement:
            case nodes.Let(name, value):
                return f"{name} = {self.bare(value)}"
            case nodes.SetGlobal(variable, value):
                return f"table[{variable}] = {self.bare(value)}"
            case nodes.Checked(name, operator, arguments, site):
                return f"{name} = table.{operator}({self.list(site, *arguments)})"
            case nodes.Random(name, low, high):
                return f"{name} = table.random_between({self.list(low, high)})"
            case nodes.Fail(site):
                return f"table.fail({site})"
            case nodes.Give(value):
                return f"return {self.bare(value)}"
            case nodes.Step(site):
                return f"table.step({site})"
            case nodes.ZoneOfCard(name):
                return f"{name} = table.zone_of(card)"
            case nodes.ChooseZone(zone):
                return f"table.choose_zone({self.zone(zone)})"
            case nodes.ChooseCard():
                return "table.choose_card(card)"
            case nodes.Keep(mask):
                return f"table.keep({mask})"
            case nodes.Limit(end, amount, rejected):
                return f"table.limit({ENDS[end]}, {self.number(amount)}, {rejected})"
            case nodes.ChosenSize(name):
                return f"{name} = table.chosen_size()"
            case nodes.LookAtChosen(name):
                return f"{name} = table.chosen_cards()"
            case nodes.MoveChosen(site, to, front):
                return f"table.move_chosen({site}, {self.zone(to)}, {front})"
            case nodes.MoveAll(site, zone, mask, to, front):
                return f"table.move_all({site}, {self.zone(zone)}, {mask}, {self.zone(to)}, {front})"
            case nodes.MoveFirst(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, {mask}, {self.number(amount)}, {self.zone(to)}"
                return f"table.move_first({site}, {where}, {front})"
            case nodes.MoveTop(site, zone, amount, to, front):
                where = f"{self.zone(zone)}, {self.number(amount)}, {self.zone(to)}"
                return f"table.move_top({site}, {where}, {front})"
            case nodes.MoveCard(site, to, front):
                return f"table.move_card({site}, card, {self.zone(to)}, {front})"
            case nodes.Shuffle(zone):
                return f"table.shuffle({self.zone(zone)})"
            case nodes.Match(name, how, zone, wants):
                return f"{name} = table.match_{how}({self.zone(zone)}, {wants})"
            case nodes.Activate():
                return "table.activate()"
            case nodes.Forbid(tag):
                return f"table.forbid({tag})"
            case nodes.Print(site, items):
                return f"table.printed({self.list(site, *items)})"
            case nodes.If() | nodes.Guard():
                raise AssertionError("more than a line: see block")

    def list(self, *arguments: nodes.Expression | int) -> str:
        return ", ".join(
            str(argument) if isinstance(argument, int) else self.number(argument) for argument in arguments
        )

    def zone(self, zone: nodes.ZoneNode) -> str:
        return self.module.zones[zone] if isinstance(zone, int) else zone.name

    def number(self, expression: nodes.Expression) -> str:
        match expression:
            case Constant(value):
                return str(value)
            case Local(name):
                return name
            case Global(variable):
                return f"table[{variable}]"
            case Size(zone):
                return f"table.size({self.zone(zone)})"
            case Count(zone, mask):
                return f"table.count({self.zone(zone)}, {mask})"
            case Binary(("min" | "max") as operator, left, right):
                return f"{operator}({self.number(left)}, {self.number(right)})"
            case Binary(("quotient" | "remainder") as operator, left, right):
                return f"table.{operator}({self.number(left)}, {self.number(right)})"
            case Binary(operator, left, right):
                return f"({self.number(left)} {SIGNS.get(operator, operator)} {self.number(right)})"
            case IsZero(number):
                return f"({self.number(number)} == 0)"
            case Choice(condition, then, otherwise):
                return f"({self.number(then)} if {self.number(condition)} else {self.number(otherwise)})"

    def negated(self, expression: nodes.Expression) -> str:
        """Whether an expression is 0; ``not`` binds weaker than comparisons, and than nothing else."""
        if isinstance(expression, Choice):
            return f"not {self.number(expression)}"
        return f"not {self.bare(expression)}"

    def bare(self, expression: nodes.Expression) -> str:
        """An expression that stands alone and needs no parentheses."""
        text = self.number(expression)
        return text[1:-1] if text.startswith("(") else text

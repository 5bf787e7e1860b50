"""The python target: nodes as readable Python functions over ``yisp_runtime.table.PyTable``.

What comes in: a :class:`~yisp.compile.nodes.Module`.  What goes out: source text that defines
``effect_0`` …, ``header_0`` …, ``combo_0_0`` … and ``stat_0_0`` …, each taking the table (an effect
also its card, a function of the deck its arguments, too).  A run-time error is an exception that
the runtime raises and catches.  Only indices and numbers reach the text; ``notes`` adds comments for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .. import nodes
from ..nodes import Binary, Choice, Constant, Copies, Count, Global, IsZero, Local, Property, Size
from .locals import unset

SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "and": "&", "or": "|"}
COMPARISONS = frozenset({">", ">=", "<", "<=", "==", "!="})
ENDS = {"first": 0, "last": 1, "random": 2}  # selection.pxd

NO_NOTES: Mapping[str, Sequence[str]] = {}


def format_module(module: nodes.Module, notes: Mapping[str, Sequence[str]] = NO_NOTES) -> str:
    """The source of a module; ``notes`` are comment lines by function name ("" for the head)."""
    letters = ", ".join(module.zones)
    lines = [*_comments(notes.get("", ())), f"{letters}, = range({len(module.zones)})"]
    for function in module.functions:
        lines += ["", "", *_comments(notes.get(function.name, ())), *_function(module, function)]
    return "\n".join(lines) + "\n"


def _comments(lines: Sequence[str]) -> list[str]:
    return [f"# {line}" for line in lines]


def _function(module: nodes.Module, function: nodes.Function) -> Iterator[str]:
    parameters = ["table", *(["card"] if function.has_card else []), *function.parameters]
    yield f"def {function.name}({', '.join(parameters)}):"
    names = [name for name in unset(function.body) if name not in function.parameters]
    if names:
        yield f"    {' = '.join(names)} = 0"
    printer = NodePrinter(module, function)
    lines = list(printer.block(function.body, 1))
    if function.sort == "function" and not any(isinstance(one, nodes.Give) for one in function.body):
        lines.append("    return 0")
    yield from lines or ["    pass"]


class NodePrinter:
    """Prints statements and expressions; subclasses may print some otherwise."""

    def __init__(self, module: nodes.Module, function: nodes.Function) -> None:
        self.module = module
        self.stop = "return 0" if function.unwinds else "return"
        self.card = "card" if function.has_card else "-1"

    def block(self, statements: Sequence[nodes.Statement], depth: int) -> Iterator[str]:
        indent = "    " * depth
        for statement in statements:
            if isinstance(statement, nodes.If):
                yield from self._if(statement, depth)
            elif isinstance(statement, nodes.Guard):
                yield f"{indent}if {self.negated(statement.condition)}:"
                yield f"{indent}    {self.stop}"
            elif isinstance(statement, nodes.Loop):
                yield from self._loop(statement, depth)
            elif isinstance(statement, nodes.KeepWhere):
                yield from self._keep_where(statement, depth)
            elif isinstance(statement, nodes.Call):
                arguments = ", ".join(["table", self.card, *map(self.number, statement.arguments)])
                yield indent + self.take_step(statement.site)
                yield f"{indent}{statement.name} = function_{statement.function}({arguments})"
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

    def _loop(self, loop: nodes.Loop, depth: int) -> Iterator[str]:
        indent = "    " * depth
        if loop.test:
            yield f"{indent}while True:"
            yield from self.block(loop.test, depth + 1)
            yield f"{indent}    if {self.negated(loop.condition)}:"
            yield f"{indent}        break"
        else:
            yield f"{indent}while {self.bare(loop.condition)}:"
        yield f"{indent}    {self.take_step(loop.site)}"
        yield from self.block(loop.body, depth + 1)

    def take_step(self, site: int) -> str:
        """A line that counts a step, and fails at the site when that is one too many."""
        return f"table.take_step({site})"

    def _keep_where(self, keep: nodes.KeepWhere, depth: int) -> Iterator[str]:
        indent, held = "    " * depth, f"{keep.kind}_held"
        yield f"{indent}{held} = table.hold_chosen()"
        yield f"{indent}for {keep.kind} in {held}.kinds():"
        yield from self.block(keep.body, depth + 1)
        yield f"{indent}    if {self.negated(keep.condition)}:"
        yield f"{indent}        {held}.drop({keep.kind})"
        yield f"{indent}table.choose_held({held})"

    def _bound(self, bound: nodes.Expression | None) -> str:
        return str(2**63 - 1) if bound is None else self.number(bound)

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
            case nodes.ChooseEvent():
                return "table.choose_event()"
            case nodes.Fold(name, "sum", prop, site):
                return f"{name} = table.sum_of_chosen({site}, {prop})"
            case nodes.Fold(name, how, prop):
                return f"{name} = table.{how}_of_chosen({prop})"
            case nodes.TopProperty(name, zone, prop):
                return f"{name} = table.top_property({self.zone(zone)}, {prop})"
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
            case nodes.MovePicked(site, zone, mask, amount, to, front):
                where = f"{self.zone(zone)}, {mask}, {self.number(amount)}, {self.zone(to)}"
                return f"table.move_picked({site}, {where}, {front})"
            case nodes.MoveTop(site, zone, amount, to, front):
                where = f"{self.zone(zone)}, {self.number(amount)}, {self.zone(to)}"
                return f"table.move_top({site}, {where}, {front})"
            case nodes.MoveCard(site, to, front):
                return f"table.move_card({site}, card, {self.zone(to)}, {front})"
            case nodes.BeginDraw():
                return "table.begin_draw()"
            case nodes.EndDraw(to):
                return f"table.end_draw({self.zone(to)})"
            case nodes.Shuffle(zone):
                return f"table.shuffle({self.zone(zone)})"
            case nodes.Match(name, how, zone, wants):
                return f"{name} = table.match_{how}({self.zone(zone)}, {wants})"
            case nodes.Activate():
                return "table.activate(card)"
            case nodes.Stop():
                return "table.stop()"
            case nodes.Install(function, event, source, target, uses, turns, site):
                where = f"{function}, {self.card}, {event}, {source}, {target}"
                return f"table.install({site}, {where}, {self._bound(uses)}, {self._bound(turns)})"
            case nodes.Schedule(function, turns, site):
                return f"table.schedule({site}, {function}, {self.card}, {self.number(turns)})"
            case nodes.Forbid(tag):
                return f"table.forbid({tag})"
            case nodes.Print(site, items):
                return f"table.printed({self.list(site, *items)})"
            case nodes.If() | nodes.Guard() | nodes.Loop() | nodes.KeepWhere() | nodes.Call():
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
            case Property(kind, prop):
                return f"table.property({prop}, {kind})"
            case Copies(kind):
                return f"{kind}_held.copies({kind})"
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

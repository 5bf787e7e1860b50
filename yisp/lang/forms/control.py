"""Forms that assign, choose, put in order, go round, show, and put off until later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...messages import say, say_n, with_commas
from ..tree import Call, Event, Number, Tag, Variable, Void, other_than
from .declare import Argument, Engine, Kind, Purity, Repeat, Scope, Type, form
from .words import Teller

FIRST = Argument("a", Kind.BODY)
MORE = Argument("b", Kind.BODY, Repeat.MANY)


def said_assign(teller: Teller, variable: Variable, number: Any) -> str:
    name = teller.name(variable)
    match number:
        case Call("+", _, (Variable(first), more)) if first == variable.name:
            return say("add {n} to {v}", n=teller.operand(more), v=name)
        case Call("-", _, (Variable(first), less)) if first == variable.name:
            return say("take {n} from {v}", n=teller.operand(less), v=name)
    return say("set {v} to {n}", v=name, n=teller.number(number))


@form(
    "=",
    Argument("v", Kind.VARIABLE),
    Argument("n", Kind.NUMBER),
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Give variable `v` the value `n`.",
    example="(= summon 1)",
    words=said_assign,
)
def assign(engine: Engine, variable: str, value: Any) -> None:
    engine.assign(variable, value)


def said_choice(teller: Teller, asked: Any, then: Any, otherwise: Any = None) -> str:
    holds = True
    if otherwise is not None and isinstance(then, Void):
        holds, then, otherwise = False, otherwise, None
    n, a = teller.truth(asked, holds), teller.steps(then)
    if otherwise is None or isinstance(otherwise, Void):
        return say("{a} if {n}", a=a, n=n) if teller.is_plain(then) else say("if {n}: {a}", n=n, a=a)
    b = teller.steps(otherwise)
    if teller.is_plain(then):
        return say("{a} if {n}, otherwise {b}", a=a, n=n, b=b)
    return say("if {n}: {a}, otherwise {b}", n=n, a=a, b=b)


def said_number_chosen(teller: Teller, asked: Any, then: Any, otherwise: Any) -> str:
    a, b = teller.operand(then), teller.operand(otherwise)
    return say("{a} if {n}, otherwise {b}", a=a, n=teller.truth(asked), b=b)


@form(
    "if",
    Argument("n", Kind.NUMBER),
    Argument("a", Kind.BODY),
    Argument("b", Kind.BODY, Repeat.OPTIONAL),
    type=Type.BODIES,
    purity=Purity.PURE,
    summary="Evaluate `a` if `n` is not 0, else `b`, which may be left out. A number if both are numbers.",
    example="(if (> 2 1) 10 20)",
    gives="10",
    words=said_choice,
    value=said_number_chosen,
)
def choose(
    engine: Engine, condition: Any, then: Callable[[], Any], otherwise: Callable[[], Any] | None = None
) -> Any:
    return engine.branch(condition, then, otherwise)


def said_in_order(teller: Teller, *bodies: Any) -> str:
    return teller.steps(*bodies)


def said_last_number(teller: Teller, *bodies: Any) -> str:
    *before, last = bodies
    number = teller.number(last)
    return say("{n} (after this: {steps})", n=number, steps=teller.steps(*before)) if before else number


@form(
    "block",
    FIRST,
    MORE,
    type=Type.BODIES,
    purity=Purity.PURE,
    summary="Evaluate all, one after another; the value is that of the last.",
    example="(block 1 2)",
    gives="2",
    words=said_in_order,
    value=said_last_number,
)
def block(engine: Engine, *bodies: Callable[[], Any]) -> Any:
    return _in_order(bodies)()


def _in_order(bodies: tuple[Callable[[], Any], ...]) -> Callable[[], Any]:
    """All of the bodies as one."""

    def evaluate() -> Any:
        value = None
        for body in bodies:
            value = body()
        return value

    return evaluate


def said_loop(teller: Teller, asked: Any, *bodies: Any) -> str:
    steps = teller.steps(*bodies)
    if isinstance(asked, Number) and asked.value:
        return say("again and again: {steps}", steps=steps)
    return say("as long as {n}: {steps}", n=teller.truth(asked), steps=steps)


@form(
    "while",
    Argument("n", Kind.TEST),
    FIRST,
    MORE,
    type=Type.VOID,
    purity=Purity.PURE,
    ours=True,
    scope=Scope.LOOP,
    summary="Evaluate the rest again and again, as long as `n` is not 0. Each round is a step.",
    example="(while (< |F| 3) (# D.1 F))",
    words=said_loop,
)
def loop(engine: Engine, condition: Callable[[], Any], *bodies: Callable[[], Any]) -> None:
    engine.loop(condition, _in_order(bodies))


def said_repeat(teller: Teller, times: Any, *bodies: Any) -> str:
    steps = teller.steps(*bodies)
    if isinstance(times, Number):
        return say_n("{number} time: {steps}", "{number} times: {steps}", times.value, steps=steps)
    return say("{n} times: {steps}", n=teller.counted(times), steps=steps)


@form(
    "repeat",
    Argument("n", Kind.NUMBER),
    FIRST,
    MORE,
    type=Type.VOID,
    purity=Purity.PURE,
    ours=True,
    scope=Scope.LOOP,
    summary="Evaluate the rest `n` times; `n` is worked out once. Each round is a step.",
    example="(repeat 3 (# D.1 B) (# B.1 H))",
    words=said_repeat,
)
def repeat(engine: Engine, times: Any, *bodies: Callable[[], Any]) -> None:
    engine.repeat(times, _in_order(bodies))


@form(
    "stop",
    Argument("n", Kind.NUMBER),
    type=Type.VOID,
    purity=Purity.CHANGES,
    ours=True,
    summary="End the trial's play; `n` becomes its outcome, the variable `outcome` of conditions,"
    " scores and stats.",
    example="(stop 2)",
    words=say("end the game with outcome {n}"),
)
def stop(engine: Engine, code: Any) -> None:
    engine.stop(code)


def said_install(teller: Teller, event: Any, *arguments: Any) -> str:
    options = {one.head: one.arguments[0] for one in arguments if _is_option(one)}
    tags = [one for one in arguments if isinstance(one, Tag)]
    bodies = [one for one in arguments if not _is_option(one) and not isinstance(one, Tag)]
    bounds = [_so_long(teller, options["for"])] if "for" in options else []
    bounds.append(teller.event(event))
    if "when" in options:
        bounds.append(say("if {n}", n=teller.asked(event, options["when"])))
    if "times" in options:
        bounds.append(_so_many(teller, options["times"]))
    steps = teller.during(event, *bodies)
    said = say("from now on, {bounds}: {steps}", bounds=with_commas(bounds), steps=steps)
    for tag in tags:
        said = say("{step} (of the sort {tag})", step=said, tag=teller.name(tag))
    return said


def _is_option(node: Any) -> bool:
    return isinstance(node, Call) and node.head in ("when", "times", "for")


def _so_many(teller: Teller, times: Any) -> str:
    if isinstance(times, Number):
        return say_n("at most {number} time in all", "at most {number} times in all", times.value)
    return say("at most {n} times in all", n=teller.counted(times))


def _so_long(teller: Teller, turns: Any) -> str:
    if isinstance(turns, Number):
        if turns.value == 1:
            return say("until the end of this turn")
        return say_n(
            "for {number} turn with this one", "for {number} turns with this one", turns.value
        )  # fmt: skip
    return say("for {n} turns with this one", n=teller.counted(turns))


@form(
    "on",
    Argument("EVENT", Kind.EVENT),
    FIRST,
    MORE,
    type=Type.VOID,
    purity=Purity.CHANGES,
    ours=True,
    scope=Scope.EVENT,
    options=(Argument("when", Kind.TEST), Argument("times", Kind.NUMBER), Argument("for", Kind.NUMBER)),
    tagged=True,
    summary="From now on evaluate the rest at each such event, whichever card it is about: with `(when n)`"
    " only if `n`, worked out at the event, is not 0, with `(times n)` at most `n` times, with `(for n)` for"
    " `n` turns, counting this one; otherwise until the trial ends. Tags say of what sort it is, for `would`;"
    " they do not count for `(! t)`.",
    example="(on turn-end (= score (+ score 4)) (times 6) (for 3) [steady])",
    words=said_install,
)
def install(engine: Engine, event: Event, *bodies: Callable[[], Any], **options: Any) -> None:
    when, times, turns = map(options.get, ("when", "times", "for"))
    engine.install(event, _in_order(bodies), when, times, turns, options["tags"])


def said_would(teller: Teller, tag: Tag, number: Any) -> str:
    left_out = other_than(tag.text)
    if left_out is not None:
        return say(
            "the sum of {n}, as it would be after each effect of another sort than {tags} alone",
            n=teller.operand(number),
            tags=with_commas([teller.name(Tag(one, tag.span)) for one in left_out]),
        )
    return say(
        "the sum of {n}, as it would be after each effect of the sort {tag} alone",
        n=teller.operand(number), tag=teller.name(tag),
    )  # fmt: skip


@form(
    "would",
    Argument("tag", Kind.TAG),
    Argument("n", Kind.TEST),
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    supposes=True,
    summary="The sum, over the installed effects that carry the tag (of `[!a !b]`: tags, but none of these),"
    " oldest first, of `n` as it would be if that effect alone had just run. Nothing is changed or counted,"
    " nothing answers what it would cause, `it` is empty, and `(when n)` is not asked. Such an effect may not"
    " turn cards over, shuffle, roll or leave a choice.",
    example="(would [steady] score)",
    words=said_would,
)
def would(engine: Engine, tag: str, number: Callable[[], Any]) -> Any:
    return engine.would(tag, number)


def said_later(teller: Teller, turns: Any, *bodies: Any) -> str:
    steps = teller.during(None, *bodies)
    if isinstance(turns, Number):
        if turns.value <= 1:
            return say("at the start of the next turn: {steps}", steps=steps)
        return say_n(
            "{number} turn from now, at its start: {steps}", "{number} turns from now, at the start: {steps}",
            turns.value, steps=steps,
        )  # fmt: skip
    return say("{n} turns from now, at the start: {steps}", n=teller.counted(turns), steps=steps)


@form(
    "after",
    Argument("k", Kind.NUMBER),
    FIRST,
    MORE,
    type=Type.VOID,
    purity=Purity.CHANGES,
    ours=True,
    scope=Scope.LATER,
    summary="Evaluate the rest at the start of the `k`-th turn from now, at the earliest the next.",
    example="(after 1 (# D.1 H))",
    words=said_later,
)
def schedule(engine: Engine, turns: Any, *bodies: Callable[[], Any]) -> None:
    engine.schedule(turns, _in_order(bodies))


def said_show(teller: Teller, *items: Any) -> str:
    return say("show {items}", items=teller.items(items))


@form(
    "print",
    Argument("a", Kind.ITEM),
    Argument("b", Kind.ITEM, Repeat.MANY),
    type=Type.VOID,
    purity=Purity.PURE,
    summary="Show a line of numbers, texts and card sets, separated by spaces.",
    example='(print "hand:" H)',
    words=said_show,
)
def show(engine: Engine, *items: Any) -> None:
    engine.print(items)

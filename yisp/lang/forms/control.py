"""Forms that assign, choose, put in order, go round, show, and put off until later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..tree import Event
from .declare import Argument, Engine, Kind, Purity, Repeat, Scope, Type, form

FIRST = Argument("a", Kind.BODY)
MORE = Argument("b", Kind.BODY, Repeat.MANY)


@form(
    "=",
    Argument("v", Kind.VARIABLE),
    Argument("n", Kind.NUMBER),
    type=Type.VOID,
    purity=Purity.CHANGES,
    summary="Give variable `v` the value `n`.",
    example="(= summon 1)",
)
def assign(engine: Engine, variable: str, value: Any) -> None:
    engine.assign(variable, value)


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
)
def choose(
    engine: Engine, condition: Any, then: Callable[[], Any], otherwise: Callable[[], Any] | None = None
) -> Any:
    return engine.branch(condition, then, otherwise)


@form(
    "block",
    FIRST,
    MORE,
    type=Type.BODIES,
    purity=Purity.PURE,
    summary="Evaluate all, one after another; the value is that of the last.",
    example="(block 1 2)",
    gives="2",
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
)
def loop(engine: Engine, condition: Callable[[], Any], *bodies: Callable[[], Any]) -> None:
    engine.loop(condition, _in_order(bodies))


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
)
def stop(engine: Engine, code: Any) -> None:
    engine.stop(code)


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
)
def install(engine: Engine, event: Event, *bodies: Callable[[], Any], **options: Any) -> None:
    when, times, turns = map(options.get, ("when", "times", "for"))
    engine.install(event, _in_order(bodies), when, times, turns, options["tags"])


@form(
    "would",
    Argument("tag", Kind.TAG),
    Argument("n", Kind.TEST),
    type=Type.NUMBER,
    purity=Purity.PURE,
    ours=True,
    supposes=True,
    summary="The sum, over the installed effects that carry the tag, oldest first, of `n` as it would be if"
    " that effect alone had just run. Nothing is changed or counted, nothing answers what it would cause,"
    " `it` is empty, and `(when n)` is not asked. Such an effect may not turn cards over, shuffle, roll or"
    " leave a choice.",
    example="(would [steady] score)",
)
def would(engine: Engine, tag: str, number: Callable[[], Any]) -> Any:
    return engine.would(tag, number)


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
)
def schedule(engine: Engine, turns: Any, *bodies: Callable[[], Any]) -> None:
    engine.schedule(turns, _in_order(bodies))


@form(
    "print",
    Argument("a", Kind.ITEM),
    Argument("b", Kind.ITEM, Repeat.MANY),
    type=Type.VOID,
    purity=Purity.PURE,
    summary="Show a line of numbers, texts and card sets, separated by spaces.",
    example='(print "hand:" H)',
)
def show(engine: Engine, *items: Any) -> None:
    engine.print(items)

"""What ``would`` asks about: which installed effects, how deep it goes, and that chance has no part in it.

What comes in: a deck's lowered functions.  What goes out: the part of ``Program.plan`` that says which
functions carry the tags that are asked about.  What an effect would do has to follow from the position
alone: where one turns cards over, shuffles, rolls or leaves a choice, or asks about itself, there is no
saying, and a diagnostic points at it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...lang.diagnostics import Diagnostics
from ...lang.tree import asks_about
from ...messages import say
from .. import nodes
from ..lowering.deck import Lowered
from ..operators import End

CODE = "Y134"


def asking_tables(lowered: Lowered, veiled: int) -> dict[str, Any]:
    """The tables; ``veiled`` is the bitset of zones in which cards can be unrevealed.

    Raises :class:`DeckError`.
    """
    tables, module = lowered.tables, lowered.module
    diagnostics = Diagnostics()
    asking = _Asking(lowered, veiled)
    open_ = tables.left_open  # also those of scripts that were lowered before
    open_.update(index for index, probe in module.probes.items() if asking.is_left_open(probe.body))
    numbers = {one.tag for one in module.statements if isinstance(one, nodes.Would)}
    asked_tags = [tag for tag, number in tables.asked_tags.items() if number in numbers]
    for index, (tags, place) in tables.carries.items():
        tag = next((tag for tag in asked_tags if asks_about(tag, tags)), None)
        if tag is None:
            continue
        if index in open_:
            diagnostics.error(
                CODE,
                say(
                    "`(would [{tag}] …)` asks what this effect would do, and it turns cards over, shuffles,"
                    " rolls or leaves a choice",
                    tag=tag,
                ),
                place,
                say("take that tag away, or let the effect do what follows from the position alone"),
            )
        elif index in module.probes and asking.depth(module.probes[index].body, (index,)) is None:
            diagnostics.error(
                CODE,
                say(
                    "`(would [{tag}] …)` asks what this effect would do, and it asks about itself, if by way"
                    " of others",
                    tag=tag,
                ),
                place,
                say("give it another tag"),
            )
    for index, asked in module.asked.items():
        if asking.is_left_open(asked.body):
            message = say("`would` asks for a number for which cards are turned over")
            hint = say("ask for variables, or for how many cards there are")
            diagnostics.error(CODE, message, tables.asked[index], hint)
    diagnostics.raise_errors()
    depths = [asking.depth(function.body, ()) for function in module.functions] if module.asked else []
    return {
        "carried": [
            [
                int(asks_about(tag, tables.carries.get(index, ((), None))[0]))
                for index in range(len(tables.installed))
            ]
            for tag in tables.asked_tags
        ],
        "asks": max((depth for depth in depths if depth is not None), default=0),
    }


class _Asking:
    """Follows functions through what they call and ask."""

    def __init__(self, lowered: Lowered, veiled: int) -> None:
        self._module = lowered.module
        self._veiled = veiled
        self._tags = list(lowered.tables.asked_tags)
        self._carries = lowered.tables.carries
        self._depths: dict[tuple[int, tuple[int, ...]], int | None] = {}
        self._open: dict[int, bool] = {}  # by function
        self._unknown = True  # whether cards of the chosen set may be unrevealed

    def depth(self, body: Iterable[nodes.Statement], within: tuple[int, ...]) -> int | None:
        """How deep asking goes; None where an effect asks about itself or one that it stands ``within``."""
        deepest = 0
        for statement in nodes.every(body):
            found: list[int | None] = [0]
            if isinstance(statement, nodes.Call):
                found.append(self._depth_of(statement.function, within))
            elif isinstance(statement, nodes.Would):
                found.append(self.depth(self._module.asked[statement.asked].body, within))
                for index, probe in self._module.probes.items():
                    if not asks_about(self._tags[statement.tag], self._carries[index][0]):
                        continue
                    found.append(None if index in within else self.depth(probe.body, (*within, index)))
            known = [one for one in found if one is not None]
            if len(known) < len(found):
                return None
            deepest = max(deepest, max(known) + isinstance(statement, nodes.Would))
        return deepest

    def _depth_of(self, function: int, within: tuple[int, ...]) -> int | None:
        """The same for a function of the deck, once: chains of them would be gone through over and over."""
        if (function, within) not in self._depths:
            self._depths[function, within] = self.depth(self._module.defined[function].body, within)
        return self._depths[function, within]

    def is_left_open(self, body: Iterable[nodes.Statement]) -> bool:
        """Whether what it does follows from more than the position."""
        return any(map(self._is_open, body))

    def _is_open(self, statement: nodes.Statement) -> bool:
        match statement:
            case nodes.ChooseZone(zone):
                self._unknown = bool(self._veiled >> zone & 1)
            case nodes.ChooseCard():
                self._unknown = True
            case nodes.ChooseEvent():  # `it` is empty
                self._unknown = False
            case nodes.Limit(end):
                return self._unknown or end is End.RANDOM or end.chosen
            case nodes.LookAtChosen() | nodes.MoveChosen():
                return self._unknown
            case (
                nodes.TopProperty(_, zone) | nodes.MoveAll(_, zone) | nodes.MoveFirst(_, zone)
                | nodes.MovePicked(_, zone) | nodes.MoveTop(_, zone)
            ):  # fmt: skip
                return bool(self._veiled >> zone & 1)
            case (
                nodes.Shuffle() | nodes.Random() | nodes.Collapse() | nodes.CollapsePlace() | nodes.Draw()
                | nodes.DrawSeveral() | nodes.DrawForTurn() | nodes.Take()
            ):  # fmt: skip
                return True
            case nodes.If() | nodes.Loop():
                return any(self.is_left_open(part) for part in nodes.parts(statement))
            case nodes.KeepWhere(_, body):
                outer = self._unknown  # of the set that is filtered: `body` works out others
                left_open = self.is_left_open(body)
                self._unknown = outer
                return left_open
            case nodes.Call(_, function):
                if function not in self._open:
                    self._open[function] = self.is_left_open(self._module.defined[function].body)
                return self._open[function]
            case nodes.Would(_, _, asked):
                return self.is_left_open(self._module.asked[asked].body)
        return False

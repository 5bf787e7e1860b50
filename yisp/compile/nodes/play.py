"""Statements about effects: activating, installing and asking about them; and lines that are printed."""

from __future__ import annotations

from ...structs import dataclass
from .expressions import Expression


@dataclass(frozen=True, slots=True)
class Activate:
    pass


@dataclass(frozen=True, slots=True)
class TakeUse:
    """The installed effect that this function is has asked what it asks: from here on it is used."""


@dataclass(frozen=True, slots=True)
class Forbid:
    tag: int


@dataclass(frozen=True, slots=True)
class Install:
    """Let a function of :attr:`Module.installed` answer events from now on.

    ``event`` is an index into ``yisp_runtime.codes.EVENTS``, ``source`` and ``target`` are sets of zones.
    ``uses`` and ``turns`` bound it; None is no bound.
    """

    function: int
    event: int
    source: int
    target: int
    uses: Expression | None
    turns: Expression | None
    site: int


@dataclass(frozen=True, slots=True)
class Would:
    """``name`` = the sum of what a function of :attr:`Module.asked` gives after each of the installed effects
    that carry a tag alone; a sum that does not fit is a run-time error at ``site``."""

    name: str
    tag: int
    asked: int
    arguments: tuple[Expression, ...]
    site: int


@dataclass(frozen=True, slots=True)
class Schedule:
    """Let a function of :attr:`Module.installed` run at the start of a later turn."""

    function: int
    turns: Expression
    site: int


@dataclass(frozen=True, slots=True)
class Print:
    """A line is printed; its texts stand in the site, its numbers and sets here, in order."""

    site: int
    items: tuple[Expression, ...]


PlayStatement = Activate | TakeUse | Forbid | Install | Schedule | Would | Print

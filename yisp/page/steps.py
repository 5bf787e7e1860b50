"""A trial as steps, with what is needed to know where the cards lie after each.

What comes in: a ``Trial`` that was replayed with its positions.  What goes out:
plain data, as JSON has it: by zone the kinds of cards before the first step, and the steps, each in words and
with what it moved.  Where the cards lie otherwise than moves say (hands of a deal that are made again, cards
that are withheld), the step has the whole ``table``.

Not handled: the order of a zone's cards beyond that of their arrival, of which the log says nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from yisp_runtime.codes import DECK, HAND

from ..report.text.trace import render_entry
from ..simulate.single.position import read_zones
from ..simulate.single.trace import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..compile.program import Program
    from ..simulate.single.trace import Entry, Trial

MOST_STEPS = 400
"""Steps of a trial that are kept: nobody clicks through more."""

LONGEST = 300
"""Characters of a step's text that are kept."""

DEALING = frozenset(("draw", "move", "law", "collapse", "light", "random"))
"""What happens while an opening hand is drawn, before any script runs."""

PLAYING = frozenset(("turn", "try", "activate", "weighed"))
"""What happens once cards that are dealt to seats have been dealt."""

Table = list[list[int]]
"""By zone, the kinds of the cards in it, in the order in which they came."""

Piles = list[list[list[int]]]
"""By zone, kinds, each with how many cards of it there are."""


def trace_data(program: Program, trial: Trial) -> dict[str, Any]:
    """The whole trial, or as many steps of it as are kept."""
    start = _start(program)
    steps = [_step(program, entry) for entry in trial.entries[:MOST_STEPS]]
    known = dict(trial.positions)
    table = _laid(start)
    for number, step in enumerate(steps, 1):
        fits = _moved(table, step)
        if number in known:
            there = _piles(program, known[number])
            if not fits or _counted(table) != there:
                step["table"] = there
                table = _laid(there)
    return {
        "zones": program.zones,
        "start": start,
        "steps": steps,
        "cut": trial.cut or len(trial.entries) > MOST_STEPS,
    }


def opening(program: Program, topic: int, trial: Trial) -> list[dict[str, Any]]:
    """The opening hands of a trial: by zone, and where cards are dealt by seat, the kinds that were drawn
    before anything was played; nothing of a trial that was cut short before that."""
    dealt = bool(program.topics[topic].parts)
    first = next(
        (
            number
            for number, entry in enumerate(trial.entries)
            if (entry.what in PLAYING if dealt else entry.what not in DEALING)
        ),
        len(trial.entries),
    )
    if not dealt:
        table = _laid(_start(program))
        for entry in trial.entries[:first]:
            _moved(table, _step(program, entry))
        return [{"zone": program.zones[HAND], "cards": table[HAND]}]
    # Nothing moves by the entry that play begins with, so the position after it is still that of the deal.
    known = [position for number, position in trial.positions if number <= first + 1]
    if not known or (trial.cut and first == len(trial.entries)):
        return []
    table = _laid(_piles(program, known[-1]))
    zones: Sequence[int] = program.plan["hand_zones"]
    return [
        {"zone": program.zones[zone], "seat": seat, "cards": table[zone]}
        for zone, seat in zip(zones, program.seats, strict=True)
    ]


def _start(program: Program) -> Piles:
    """Everything in the deck; cards that begin elsewhere are moved there first, and the log says so."""
    zones: list[list[int]] = [[] for _ in program.zones]
    zones[DECK] = [kind_of(program, card) for card in range(program.cards)]
    return _counted(zones)


def _step(program: Program, entry: Entry) -> dict[str, Any]:
    text = render_entry(program, entry)
    step: dict[str, Any] = {
        "what": entry.what,
        "text": text if len(text) <= LONGEST else text[: LONGEST - 1] + "…",
    }
    if entry.what == "move":
        step["cards"] = [kind_of(program, card) for card in entry.cards]
        step["from"], step["to"] = entry.zone, entry.to
    return step


def _moved(table: Table, step: dict[str, Any]) -> bool:
    """Move the cards of a step; whether they were there."""
    fits = True
    for kind in step.get("cards", ()):
        if kind in table[step["from"]]:
            table[step["from"]].remove(kind)
        else:
            fits = False
        table[step["to"]].append(kind)
    return fits


def _piles(program: Program, position: bytes) -> Piles:
    zones = read_zones(position, program.plan)
    return _counted(
        [kind_of(program, card) for card in (*zone.above, *zone.hidden, *zone.below)] for zone in zones
    )


def _counted(table: Iterable[Sequence[int]]) -> Piles:
    return [[[kind, many] for kind, many in sorted(Counter(zone).items())] for zone in table]


def _laid(piles: Piles) -> Table:
    return [[kind for kind, many in zone for _ in range(many)] for zone in piles]

"""The decks of a study: their programs, of which one native module plays all, and what they share.

What comes in: the work that all of them have in common, and how a deck is made.  What goes out: its program,
and what has been played of the deck that it is held against.

Not handled: who plays them (``worker``, ``together``).
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING

from ...compile.family import Family
from ...deck.changes import Changes
from ...deck.load import load_file
from ...deck.parcel import unpacked
from ...system import IN_BROWSER
from ..comparison.tape import Tapes

if TYPE_CHECKING:
    from ...compile.builds.native import Build, Run
    from ...compile.program import Program
    from ...simulate.sampling.targets import Targets
    from .work import Made, Task, Work

WORTH_BUILDING = 1.0
"""Seconds that decks were played for in python before a native module is built for all of them.  What comes
out does not depend on it."""


class Decks:
    """The programs of the decks of a study, which are of one family, and what was played of them."""

    def __init__(self, work: Work) -> None:
        file = unpacked(work["parcel"])
        self._family = Family(lambda changes: load_file(file, changes))
        self._common = Changes(*work["changes"])
        self._parameters = work["parameters"]
        self._builds = work["target"] == "auto" and not IN_BROWSER
        self._spent: defaultdict[str, float] = defaultdict(float)  # seconds in python, by entry
        self._building: dict[str, Build] = {}
        self._natives: dict[tuple[int, str], Run] = {}
        self._shared: tuple[Made, Program] | None = None
        self._taped: tuple[tuple[Made, int], Tapes] | None = None

    def program(self, task: Task) -> Program:
        """Raises :class:`DeckError` for a deck that does not add up."""
        return self._made(task.counts, task.size, task.parameters)

    def _made(
        self, counts: tuple[tuple[str, int], ...], size: int | None, parameters: tuple[tuple[str, int], ...]
    ) -> Program:
        changes = self._common.then(Changes(dict(counts), None, size))
        program = self._family.program(changes)
        return program.with_parameters({**self._parameters, **dict(parameters)})

    def shared(self, made: Made) -> Program:
        """The program of a deck that others are played with: of the last such deck it is kept."""
        if self._shared is None or self._shared[0] != made:
            self._shared = made, self._made(*made)
        return self._shared[1]

    def tapes(self, made: Made, seed: int) -> Tapes:
        """What was played of that deck with this seed, likewise."""
        if self._taped is None or self._taped[0] != (made, seed):
            self._taped = (made, seed), Tapes()
        return self._taped[1]

    def look_for_native(self, targets: Targets) -> None:
        """Let one of these decks be played by the native module of all of them, as soon as there is one."""
        module = targets.program.plan["family"], targets.entry
        targets.native = self._natives.get(module)
        if targets.native is None:
            targets.look_for_native()
            if targets.native is not None:
                self._natives[module] = targets.native

    def played(self, program: Program, seconds: float, entry: str) -> None:
        """A deck was played for so long; the native module of its family is built once that was long enough.

        Whoever plays the next deck looks for it (``Targets``); where it cannot be built, all go on in python.
        """
        self._spent[entry] += seconds
        if self._builds and self._spent[entry] > WORTH_BUILDING and entry not in self._building:
            from ...compile.builds.native import Build, BuildError, Entry

            with suppress(BuildError):
                self._building[entry] = Build(program, Entry(entry))

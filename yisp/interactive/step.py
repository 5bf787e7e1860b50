"""What happened in one step of a table, as lines and as lists of what occurred in it.

What comes in: the entries of the step and the program that they belong to.  What goes out:
:class:`Played`, which shows itself as ``yispc trace`` shows a trial.
"""

from __future__ import annotations

from ..compile.program import Program
from ..lang.diagnostics import Diagnostics
from ..messages import told
from ..report.text.trace import printed_line, render_entry
from ..simulate.single.trace import Entry
from ..structs import dataclass


@dataclass(frozen=True, slots=True)
class Played:
    """What happened in one step; shown as ``yispc trace`` shows it.

    ``number`` is the value of a script that is one number, else None.
    """

    program: Program
    entries: tuple[Entry, ...]
    number: int | None
    diagnostics: Diagnostics  # doubts about the script

    @property
    def lines(self) -> list[str]:
        """Everything that happened, a line each."""
        return [render_entry(self.program, entry).strip() for entry in self.entries if entry.what != "step"]

    @property
    def printed(self) -> list[str]:
        """The lines of ``(print …)``."""
        return [printed_line(self.program, entry) for entry in self.entries if entry.what == "print"]

    @property
    def activated(self) -> list[tuple[str, int]]:
        """The effects that were activated: the card's name and the effect's number on it."""
        found = (self.program.effects[entry.number] for entry in self.entries if entry.what == "activate")
        return [(self.program.kinds[kind][0], number) for kind, number in found]

    @property
    def notices(self) -> list[str]:
        """The codes of what went wrong: a move that found no card, a run-time error."""
        return [self.program.sites[entry.site].code for entry in self.entries if entry.what == "notice"]

    def __repr__(self) -> str:
        number = [] if self.number is None else [str(self.number)]
        return "\n".join([*self.lines, *number]) or told("nothing happened")

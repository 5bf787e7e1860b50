"""Deals by themselves: ``yisp.Dealer``, for other programs and other games.

What comes in: a deck with seats, a topic, a seed.  What goes out: for each trial its :class:`Deal`, the one
that the trial begins with in every run of that seed.  What happens after it is a run's business, or
``Table``'s.
"""

from __future__ import annotations

from collections import Counter

from yisp_runtime.codes import DEAL, DECK

from ..compile.pipeline import compile_deck
from ..compile.program import Program
from ..deck.model import Deck
from ..messages import quoted, say, with_commas
from ..simulate.playing.play import Play, python_functions
from ..simulate.single.position import read_zones
from ..simulate.single.trace import kind_of
from ..structs import dataclass
from .numbers import seed_of, trial_of


@dataclass(frozen=True, slots=True)
class Deal:
    """What one deal has come to; everything by seat, in order.

    ``hands`` are names in the order in which the cards came; ``tries`` how often each hand was made (one
    number where all are dealt jointly), and ``vetoes`` how often each seat refused, as the first to do so.
    ``plans`` are the worlds that came out of the bargain, -1 for none, and ``conflicts`` the kinds for which
    there was no solution.  ``wall`` is what is left in the stock, by name.
    """

    hands: list[list[str]]
    tries: list[int]
    vetoes: list[int]
    plans: list[int]
    conflicts: list[str]
    wall: dict[str, int]


class Dealer:
    """Deals the cards of a deck with ``seats``.

    ``topic`` is a name (default: the deck's first), ``seed`` that of the run (default: the deck's, or a fresh
    one).

    Raises ValueError for a deck without seats, and for a topic that it does not have.
    """

    def __init__(self, deck: Deck | Program, topic: str | None = None, seed: int | None = None) -> None:
        if not isinstance(deck, Deck | Program):
            raise TypeError(
                say("deck must be a Deck, such as yisp.load gives, not {deck}", deck=f"{deck!r:.60}")
            )
        program = deck if isinstance(deck, Program) else compile_deck(deck)
        if not program.seats:
            raise ValueError(say("{file} has no seats to deal to", file=program.file))
        names = [one.name for one in program.topics]
        if topic is not None and topic not in names:
            raise ValueError(
                say(
                    "{file} has no topic {topic}; it has {names}",
                    file=program.file,
                    topic=quoted(topic),
                    names=with_commas(map(repr, names)),
                )
            )
        self.seed = seed_of(seed, program.settings["seed"])
        self.seats = list(program.seats)
        self._program = program
        self._play = Play(
            program,
            0 if topic is None else names.index(topic),
            self.seed,
            functions=python_functions(program.python_source),
        )

    def __repr__(self) -> str:
        return f"<yisp.Dealer of {self._program.file}: {len(self.seats)} seats, seed {self.seed}>"

    def deal(self, trial: int = 0) -> Deal:
        """The deal of a trial."""
        table, plan = self._play.table, self._program.plan
        table.deal(trial_of(trial), False)
        table.run_stage(DEAL)
        return Deal(
            hands=[[self._name(card) for card in table.cards(zone)] for zone in plan["hand_zones"]],
            tries=table.tries,
            vetoes=table.vetoes,
            plans=table.plans or [-1] * len(self.seats),
            conflicts=[self._kind(card) for card in table.conflicts],
            wall=dict(Counter(map(self._name, self._stock()))),
        )

    def _stock(self) -> list[int]:
        """The cards that are left; nobody looks at their order."""
        stock = read_zones(self._play.table.position, self._program.plan)[DECK]
        return sorted([*stock.above, *stock.hidden, *stock.below])

    def _name(self, card: int) -> str:
        return self._program.kinds[kind_of(self._program, card)][0]

    def _kind(self, card: int) -> str:
        kind: int = self._program.plan["family_of"][kind_of(self._program, card)]
        return self._program.kinds[kind][0]

"""Advice: what can be done first in a position, what each is worth, and what comes behind it.

What comes in: what ``Advising`` has found out.  What goes out: :class:`Advice`, for
reports, programs and pages.
"""

from __future__ import annotations

from ...compile.record import data_of
from ...simulate.exact.stages import course
from ...simulate.worlds.comparison import goal_range
from ...structs import dataclass
from ..study import Study

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...compile.program import Program
    from ...simulate.counting.intervals import Range
    from ...simulate.worlds.firsts import First
    from ...simulate.worlds.lines import Seen as CardsSeen
    from .naming import Seen
    from .plans import Branch, Share

SOLVED, PLAYED, GREEDILY, GLANCED = "solved", "played", "greedily", "glanced"
"""How the worth of an option is known: exactly; played on by whoever looks ahead, or as the scan does; or
played out so in a few worlds, which is the first thing that can be said."""


@dataclass(slots=True, eq=False)
class Option:
    """Something that can be done first: what it is ``worth``, ``how`` that is known, how much ``less`` that
    is than the best is, and what comes ``behind`` it."""

    first: First
    worth: Share
    how: str
    less: Share
    behind: list[Branch]

    @property
    def as_good(self) -> bool:
        """Whether nothing is known to be better."""
        return self.less.value <= 0 or (self.less.ci95 is not None and self.less.ci95[0] <= 0)


class Advice(Study):
    """What to do in a position.

    ``options`` are what can be done first, the best of them first.  One alone, the whole, where nothing is to
    be decided, or where chance decides something before that (``choice`` is False).  ``reason`` says why they
    are not all known exactly; ``line`` is the best play, where the likeliest comes every time.  A hand may be
    one that was ``dealt``; so many cards are ``usual``.
    """

    COLUMNS = (
        "move", "effect", "zone", "take", "stop", "worth", "exact", "low", "high", "worlds", "how", "less",
    )  # fmt: skip

    __slots__ = (
        "choice", "dealt", "goal", "goal_range", "line", "options", "program", "reason", "seen", "topic",
        "turn", "usual",
    )  # fmt: skip

    def __init__(self, program: Program, topic: int, seen: Seen, seed: int, goal: str) -> None:
        super().__init__(seed)
        self.program = program
        self.topic = topic
        self.seen = seen
        self.goal = goal
        self.goal_range: Range = goal_range(program.topics[topic], goal)
        self.options: list[Option] = []
        self.choice = False
        self.dealt = False
        self.usual = program.topics[topic].start_card
        self.turn = 1
        self.reason: str | None = None
        self.line: list[Branch] = []

    @property
    def best(self) -> Option:
        """What is to be done."""
        return self.options[0]

    @property
    def chances(self) -> bool:
        """Whether a worth is a chance: the goal is reached or not."""
        low, high, _ = self.goal_range
        return low is not None and high is not None and low >= 0 and high <= 1

    @property
    def exact(self) -> bool:
        return all(option.how == SOLVED for option in self.options)

    def __repr__(self) -> str:
        return f"<yisp.Advice {self.program.topics[self.topic].name!a}: {self.best.worth.value:.4g}>"

    # Names --------------------------------------------------------------------------------------

    def names(self, kinds: Sequence[int]) -> list[str]:
        """The names of kinds."""
        return [self.program.kinds[kind][0] for kind in kinds]

    def class_names(self, number: int) -> list[str]:
        """The names that a card of a class may have: nothing in the topic tells which of them it is."""
        kind_of, classes = self.program.plan["kind_of"], self.program.topics[self.topic].classes
        kinds = [kind for kind, one in zip(kind_of, classes, strict=True) if one == number]
        return self.names(list(dict.fromkeys(kinds)))

    def turn_of(self, phase: int) -> int:
        """The turn of a stage of the trial."""
        topic = self.program.topics[self.topic]
        stages = len(course(topic, self.program.plan["listens"])) - 1
        return phase * topic.turns // max(stages, 1) + 1

    # As data ------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, object]:
        """The JSON object that ``yispc advise --json`` prints."""
        return {
            **self.circumstances(),
            "file": self.program.file,
            "topic": self.program.topics[self.topic].name,
            "start": self.seen.to_dict(),
            **data_of(self, "dealt", "goal"),
            "chance": self.chances,
            **data_of(self, "turn", "choice", "exact", "reason"),
            "worth": self.best.worth.to_dict(),
            "options": [
                {
                    "move": self._moved(option.first),
                    "take": self.names(option.first.taken),
                    "stop": option.first.stops,
                    **data_of(option, "how", "worth", "less"),
                    "behind": [self._branch(branch) for branch in option.behind],
                }
                for option in self.options
            ],
            "line": [self._step(branch) for branch in self.line],
        }

    def table(self) -> list[dict[str, object]]:
        rows = []
        for option in self.options:
            first, worth = option.first, option.worth
            move = self._moved(first) or {"card": None, "effect": None, "zone": None}
            low, high = worth.ci95 or (None, None)
            rows.append({
                "move": move["card"], "effect": move["effect"], "zone": move["zone"],
                "take": ", ".join(self.names(first.taken)), "stop": first.stops,
                "worth": worth.value, "exact": worth.exact, "low": low, "high": high, "worlds": worth.worlds,
                "how": option.how, "less": option.less.value,
            })  # fmt: skip
        return rows

    def _moved(self, first: First) -> dict[str, object] | None:
        return None if first.move is None else self._move((first.move[0], first.move[2]))

    def _move(self, move: tuple[int, int]) -> dict[str, object]:
        zone, effect = move
        kind, number = self.program.effects[effect]
        return {"card": self.program.kinds[kind][0], "effect": number, "zone": self.program.zones[zone]}

    def _branch(self, branch: Branch) -> dict[str, object]:
        return {**self._step(branch), "behind": [self._branch(one) for one in branch.behind]}

    def _step(self, branch: Branch) -> dict[str, object]:
        return {
            "take": self.names(branch.taken),
            "move": None if branch.move is None else self._move(branch.move),
            "turn": None if branch.move is None else self.turn_of(branch.phase),
            **data_of(branch, "share", "worth"),
            "always": self._cards(branch.always),
            "seen": [{"share": share.to_dict(), "cards": self._cards(cards)} for cards, share in branch.seen],
        }

    def _cards(self, cards: CardsSeen) -> list[dict[str, object]]:
        """Cards, each with the zone in which it lies and the names that it may have."""
        return [{"zone": self.program.zones[zone], "card": self.class_names(kind)} for zone, kind in cards]

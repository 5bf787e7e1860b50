"""What came of asking why hands fail: :class:`Why`, for reports, JSON, tables and data frames.

What comes in: what ``why`` has counted.  What goes out: rates with their 95 % intervals (Wilson's), and hands
by name.  Lists are whole; cutting them short is for whoever shows them.
"""

from __future__ import annotations

from typing import Any

from ...compile.record import as_data, data_of
from ...messages import say
from ...simulate.counting.estimates import Rate
from ...simulate.counting.tabular import frame
from ...structs import dataclass
from ...version import VERSION
from .courses import Line, Use
from .missing import Lack

SCHEMA = 1
"""The shape of ``Why.to_dict``."""

TABLE_COLUMNS = ("topic", "what", "name", "count", "trials", "value", "low", "high")
"""The columns of ``Why.table``."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The opening hand of a trial, by name in the order drawn; of a success, the combos that succeeded."""

    trial: int
    cards: tuple[str, ...]
    combos: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "trial": self.trial,
            "hand": list(self.cards),
            **({"combos": list(self.combos)} if self.combos else {}),
        }


@dataclass(frozen=True, slots=True)
class Failure:
    """Failures of which the same combo was nearest, and lacked the same.  ``rate`` is their share of all
    failures; ``hands`` are some of them, the first ones."""

    combo: str
    missing: tuple[Lack, ...]
    rate: Rate
    hands: tuple[Hand, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            **data_of(self, "combo", "missing"),
            **data_of(self.rate, "count", "rate", "ci95", "exact"),
            **data_of(self, "hands"),
        }


@dataclass(frozen=True, slots=True)
class OneMore:
    """What a card more in the opening hand does: the share of the failures that succeed with it.

    ``name`` is a card or what a combo asks for, ``wanted`` says that some combo does; ``possible`` is how
    many of the failures left such a card in the deck.
    """

    name: str
    wanted: bool
    rate: Rate
    possible: int

    def to_dict(self) -> dict[str, Any]:
        return {
            **data_of(self, "name", "wanted"),
            "count": self.rate.count,
            "possible": self.possible,
            **self.rate.to_dict(),
        }


@dataclass(frozen=True, slots=True)
class Why:
    """What trials of a topic tell about its failures.

    ``success`` and the counts are those of a run of as many trials with that seed.  ``failures`` come most
    common first.  ``one_more`` is sorted by what it turns, and about the first ``replayed`` failures, of
    which ``again`` succeed with the same hand and another shuffle; None where there is nothing to lay (see
    ``remark``).  ``idle`` are the cards of which no effect was activated in any trial, and which served no
    combo that succeeded; combos whose ``counted`` is true have a condition or a score that may count them all
    the same.  ``ended`` says what ended it early.
    """

    file: str
    topic: str
    seed: int
    trials: int
    success: Rate
    failures: list[Failure]
    succeeded: list[Hand]
    one_more: list[OneMore] | None
    again: Rate | None
    replayed: int
    uses: list[Use]
    lines: list[Line]
    idle: list[str]
    counted: bool
    remark: str | None
    given: dict[str, int]
    ended: str | None
    seconds: float

    @property
    def partial(self) -> bool:
        return self.ended is not None

    def __repr__(self) -> str:
        nearest = f"; mostly {self.failures[0].combo!a} lacks something" if self.failures else ""
        return f"<yisp.Why {self.topic!a}: success {self.success.text}, {self.trials} trials{nearest}>"

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that ``yispc why --json`` prints."""
        return {
            "yisp": VERSION,
            "schema": SCHEMA,
            "deck": {"file": self.file},
            "seed": self.seed,
            **data_of(self, "topic", "trials", "partial"),
            "success": {"count": self.success.count, **self.success.to_dict()},
            **data_of(self, "failures", "succeeded", "one_more"),
            "again": None if self.again is None else {"count": self.again.count, **self.again.to_dict()},
            "replayed": self.replayed,
            "effects": as_data(self.uses),
            **data_of(self, "lines", "idle", "counted"),
            "set": self.given,
            "seconds": self.seconds,
        }

    def table(self) -> list[dict[str, Any]]:
        """A row for each thing counted: ``what`` is "success", "missing", "one-more", "again", "effect" or
        "line", ``count`` how often in so many ``trials``, ``value`` the share with its interval."""
        rows = [self._row("success", None, self.success, self.trials)]
        failed = self.trials - (self.success.count or 0)
        for failure in self.failures:
            name = ", ".join(f"{lack.what}: {lack.name}" for lack in failure.missing)
            rows.append(self._row("missing", f"{failure.combo}: {name}", failure.rate, failed))
        if self.again is not None:
            rows.append(self._row("again", "the same hand", self.again, self.replayed))
        rows += [self._row("one-more", one.name, one.rate, self.replayed) for one in self.one_more or ()]
        rows += [
            self._row("effect", f"{use.card}[{use.effect}]", use.share, self.trials) for use in self.uses
        ]
        for line in self.lines:
            rows.append(
                self._row("line", line_text(line), Rate.sampled("", line.count, self.trials), self.trials)
            )
        return rows

    def _row(self, what: str, name: str | None, rate: Rate, trials: int) -> dict[str, Any]:
        low, high = rate.ci95 or (None, None)
        values = (self.topic, what, name, rate.count, trials, rate.rate, low, high)
        return dict(zip(TABLE_COLUMNS, values, strict=True))

    def to_frame(self) -> Any:
        """The table as a pandas data frame; pandas is not one of yisp's own requirements."""
        return frame("Why", self.table(), TABLE_COLUMNS)


def line_text(line: Line) -> str:
    """The activations of a line, in order."""
    steps = [f"{card}[{effect}]" for card, effect in line.steps]
    return " > ".join([*steps, "…"] if line.more else steps) or say("nothing played")

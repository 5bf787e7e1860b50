"""What the findings of several runs have in common, whatever they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ..simulate.counting.tabular import frame
from ..version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence


class Study:
    """``ended`` is what ended it from outside, or None; ``remark`` a sentence for the user where the target
    asked for could not be had; ``seconds`` how long it took."""

    COLUMNS: ClassVar[Sequence[str]]
    SCHEMA: ClassVar[int] = 1
    """The shape of ``to_dict``; another shape has another number."""

    __slots__ = ("ended", "remark", "seconds", "seed", "target")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.ended: str | None = None
        self.remark: str | None = None
        self.target = "python"
        self.seconds = 0.0

    @property
    def partial(self) -> bool:
        """Whether it was ended before it was done."""
        return self.ended is not None

    def circumstances(self) -> dict[str, Any]:
        """How it came about, as JSON has it."""
        return {
            "yisp": VERSION, "schema": self.SCHEMA, "seed": self.seed, "target": self.target,
            "partial": self.partial, "seconds": {"run": self.seconds},
        }  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """The JSON object that the command prints."""
        raise NotImplementedError

    def table(self) -> list[dict[str, Any]]:
        """What was found, as rows with the columns ``COLUMNS``."""
        raise NotImplementedError

    def to_frame(self) -> Any:
        """The same as a pandas data frame."""
        return frame(type(self).__name__, self.table(), self.COLUMNS)

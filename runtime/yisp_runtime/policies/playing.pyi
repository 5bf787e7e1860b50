from collections.abc import Sequence

from ..counts.accumulator import Accumulator
from ..solving.enumeration import Enumerator

POLICIES: dict[str, int]
TOLD: dict[int, str]
NOTED: dict[int, str]

class Player:
    def __init__(
        self,
        enumerator: Enumerator,
        tried: Accumulator,
        counts: Accumulator,
        policy: int,
        at: int,
        known: int,
        success: bool,
        *,
        may_stop: bool,
        worlds: int,
        solve: int,
        budget: int,
        most: int | None,
        room: int,
        stage: int = 1,
        evaluates: bool = False,
        table: bool = True,
        ceiling: int | None = None,
    ) -> None: ...
    def play(
        self, first: int, last: int, rows: bool = False, left: bool = False, chosen: bytes | None = None
    ) -> tuple[int, bytes, bytes, bytes]: ...
    def try_worlds(
        self,
        phase: int,
        position: bytes,
        activations: int,
        steps: int,
        first: int,
        last: int,
        work: int,
        *,
        move: tuple[int, int, int] | None = None,
        path: Sequence[int] | None = None,
        stops: bool = False,
        greedily: bool = False,
        thinks: int = ...,
    ) -> tuple[int, bytes, bytes]: ...
    def costs(self, first: int, last: int) -> tuple[int, list[tuple[int, int, float]]]: ...
    def told(
        self, at: int
    ) -> tuple[str, int, int, list[tuple[tuple[int, int, int], tuple[int, int, int]]]]: ...

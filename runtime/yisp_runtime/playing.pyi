from .accumulator import Accumulator
from .enumeration import Enumerator

POLICIES: dict[str, int]
TOLD: dict[int, str]

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
    ) -> None: ...
    def play(
        self, first: int, last: int, rows: bool = False, left: bool = False, chosen: bytes | None = None
    ) -> tuple[int, bytes, bytes, bytes]: ...
    def costs(self, first: int, last: int) -> tuple[int, list[tuple[int, int, float]]]: ...
    def told(
        self, at: int
    ) -> tuple[str, int, int, list[tuple[tuple[int, int, int], tuple[int, int, int]]]]: ...

from collections.abc import Sequence
from typing import Any

class Accumulator:
    def __init__(
        self,
        combos: int,
        bests: int,
        stats: int,
        effects: int,
        sites: int,
        width: int = 0,
        relations: Sequence[tuple[int, int, int, int]] = (),
        dealt: int = 0,
        kinds: int = 0,
    ) -> None: ...
    def mark(self) -> None: ...
    def go_back(self) -> None: ...
    def read(self) -> dict[str, Any]: ...

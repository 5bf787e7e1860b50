from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .table import PyTable

LEAST_WORK: int

class Enumerator:
    def __init__(
        self,
        table: PyTable,
        classes: Sequence[int],
        ordered: Sequence[int],
        bests: int,
        work: Mapping[str, Sequence[Any]],
        topic: int,
        budget: int,
        decides: bool = False,
    ) -> None: ...
    def deal(self, hand: Sequence[int]) -> bytes: ...
    def candidates(self, position: bytes) -> list[tuple[int, int, int]]: ...
    def stay(self, position: bytes, activations: int, steps: int) -> None: ...
    def position(self) -> bytes: ...
    def run(
        self,
        run_stage: Callable[[int], bool],
        stage: int,
        position: bytes,
        path: Sequence[int],
        activations: int,
        steps: int,
        move: tuple[int, int, int] | None = None,
    ) -> tuple[bool, list[tuple[int, int, int, int, bool]] | None]: ...
    @property
    def work(self) -> int: ...
    @property
    def activated(self) -> list[int]: ...
    @property
    def activations(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def failed(self) -> bool: ...
    @property
    def notices(self) -> list[int]: ...
    @property
    def row(self) -> tuple[int, ...]: ...
    def canonical(self) -> bytes: ...

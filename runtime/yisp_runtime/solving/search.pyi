from collections.abc import Iterable, Sequence

from .enumeration import Enumerator

STATES: dict[str, int]

class Solver:
    def __init__(
        self,
        enumerator: Enumerator,
        at: int,
        known: int,
        success: bool,
        may_stop: bool,
        room: int,
        ceiling: int | None = None,
    ) -> None: ...
    def clear(self) -> None: ...
    def begin(
        self,
        phase: int,
        position: bytes,
        activations: int,
        steps: int,
        move: tuple[int, int, int] | None = None,
        path: Sequence[int] | None = None,
    ) -> tuple[int, int]: ...
    def go(self, work: int) -> int | None: ...
    def worth(self, number: int) -> tuple[int, int]: ...
    def choice(self, number: int, path: Sequence[int]) -> int: ...
    def solve(
        self, phase: int, position: bytes, activations: int, steps: int
    ) -> tuple[int, tuple[int, int] | None, tuple[int, int, int] | None]: ...
    def option(self, phase: int, position: bytes, path: Sequence[int]) -> int: ...

class Forward:
    def __init__(
        self,
        enumerator: Enumerator,
        solver: Solver | None,
        random: bool,
        room: int,
        row_work: int,
        waiting: int,
    ) -> None: ...
    def deal(self, ordered: Sequence[Sequence[int]], unordered: Sequence[Sequence[int]]) -> None: ...
    def restart(self) -> None: ...
    def begin(
        self,
        position: bytes,
        numerator: int,
        denominator: int,
        steps: int = 0,
        noticed: Iterable[int] = (),
        ended: bool = False,
    ) -> int: ...
    @property
    def dealt(self) -> int: ...
    def go(self) -> int: ...
    def found(
        self,
    ) -> tuple[
        list[tuple[int, tuple[int, ...], int]],
        list[tuple[int, int, int]],
        list[tuple[int, int, int]],
        list[tuple[int, list[int], int]],
    ]: ...

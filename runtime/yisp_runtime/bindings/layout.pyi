from typing import Any

class Layout:
    effect_count: int
    def __init__(self, plan: dict[str, Any]) -> None: ...
    @property
    def address(self) -> int: ...

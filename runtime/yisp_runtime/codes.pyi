HAND: int
DECK: int
EVENTS: tuple[str, ...]
ENDS: dict[str, int]
ROUNDINGS: dict[str, int]
SLOTS: dict[str, int]
TURN: int
SCAN: int
PROGRAM: int
END: int
JUDGE: int
MOVE: int
SITE_DRAW: int
SITE_QUEUE: int
LOG: dict[str, int]
WORK_KIND: int

from typing import Literal

HAND: int
DECK: int
EVENTS: tuple[str, ...]
SCRIPTS: tuple[Literal["header", "before-play", "program", "footer"], ...]
EVERY_SCRIPT: tuple[Literal["header", "before-play", "program", "footer", "deal"], ...]
CLAIMS: dict[str, int]
DEALT: dict[str, int]
MOST_SEATS: int
MOST_WORLDS: int
MOST_ZONES: int
MOST_COMBINATIONS: int
ENDS: dict[str, int]
ROUNDINGS: dict[str, int]
SLOTS: dict[str, int]
TURN: int
SCAN: int
PROGRAM: int
END: int
JUDGE: int
MOVE: int
BEFORE_PLAY: int
EVALUATE: int
DEAL: int
PART: int
PART_BEFORE: int
PART_DRAW: int
SITE_DRAW: int
SITE_QUEUE: int
SITE_BUDGET: int
LOG: dict[str, int]
TOLD_WHOLE: int
FREE_STEPS: int
WORK_KIND: int
WORK_STAGE: int
WORK_EFFECT: int
WORK_TRY: int

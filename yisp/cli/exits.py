"""The exit codes of ``yispc``; for several decks the highest counts."""

from ..simulate.stop import HANG_UP, INTERRUPT, MEMORY, TERMINATE, TIME, WORKERS

DONE = 0
DECK_ERROR = 1
USAGE = 2
STRICT = 3
EXPECTATION = 4
LIMIT = 5

ENDED = {INTERRUPT: 130, TERMINATE: 143, HANG_UP: 129, TIME: LIMIT, MEMORY: LIMIT, WORKERS: DECK_ERROR}
"""What ended a run before it was done; of signals, 128 and their numbers, as shells have it."""

"""The exit codes of ``yispc``; for several decks the highest counts."""

DONE = 0
DECK_ERROR = 1
USAGE = 2
STRICT = 3
EXPECTATION = 4
INTERRUPTED = 130

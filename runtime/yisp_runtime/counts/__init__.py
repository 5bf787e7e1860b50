"""TODO counts/tally.h."""

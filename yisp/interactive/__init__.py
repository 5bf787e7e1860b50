"""Playing by hand: a position to try things on, and functions to call, one script at a time."""

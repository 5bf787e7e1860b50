"""TODO yisp/deck/reading."""

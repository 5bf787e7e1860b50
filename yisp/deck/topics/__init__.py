"""TODO yisp/deck/topics."""

"""TODO yisp/deck/cards."""

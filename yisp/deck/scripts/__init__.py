"""TODO yisp/deck/scripts."""

"""TODO yisp/studies/odds."""

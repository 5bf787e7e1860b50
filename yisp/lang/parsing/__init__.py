"""TODO yisp/lang/parsing."""

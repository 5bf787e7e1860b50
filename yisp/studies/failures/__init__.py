"""TODO yisp/studies/failures."""

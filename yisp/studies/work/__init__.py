"""TODO yisp/studies/work."""

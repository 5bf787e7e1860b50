"""TODO yisp/studies/advice."""

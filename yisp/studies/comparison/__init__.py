"""TODO yisp/studies/comparison."""

"""TODO yisp/simulate/exact."""

"""TODO yisp/simulate/worlds."""

"""TODO yisp/simulate/playing."""

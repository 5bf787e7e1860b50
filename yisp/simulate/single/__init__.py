"""TODO yisp/simulate/single."""

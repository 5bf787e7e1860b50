"""TODO yisp/simulate/sampling."""

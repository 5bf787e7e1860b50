"""TODO yisp/simulate/counting."""

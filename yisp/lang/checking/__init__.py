"""TODO yisp/lang/checking."""

"""TODO yisp/compile/builds."""

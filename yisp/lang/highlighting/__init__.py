"""TODO yisp/lang/highlighting."""

"""TODO yisp/view/work."""

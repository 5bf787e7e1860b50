"""TODO yisp/compile/analysis."""

"""TODO yisp/cli/studying."""

"""TODO yisp/cli/running."""

"""TODO yisp/cli/showing."""

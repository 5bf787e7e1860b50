"""TODO yisp/cli/exchange."""

"""TODO yisp/report/text."""

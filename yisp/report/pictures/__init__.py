"""TODO yisp/report/pictures."""

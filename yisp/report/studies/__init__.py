"""TODO yisp/report/studies."""

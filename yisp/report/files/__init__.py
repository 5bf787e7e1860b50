"""TODO yisp/report/files."""

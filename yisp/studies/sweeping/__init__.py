"""TODO yisp/studies/sweeping."""

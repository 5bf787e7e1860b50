"""TODO yisp/studies/tuning."""

"""TODO position/decisions.h."""

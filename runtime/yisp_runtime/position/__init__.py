"""TODO position/shape.h."""

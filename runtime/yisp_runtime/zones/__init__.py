"""TODO zones/marks.h."""

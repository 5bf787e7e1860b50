"""TODO numbers/portable.h."""

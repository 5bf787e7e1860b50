"""TODO solving/canonical.h."""

"""The command line: a thin module a command; ``app`` declares them all, ``start`` is the quick way in."""

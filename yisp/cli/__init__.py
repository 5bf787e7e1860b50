"""The command line: one thin module a command; ``app`` declares them all, ``start`` is the quick way to ``run``."""

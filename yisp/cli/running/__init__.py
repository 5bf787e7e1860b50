"""The commands about one deck: run, check, explain, compile, trace, search, eval, bench.

Words of the command line come in; text and an exit code go out. ``running`` is what ``yispc run`` does once
its options are known, and what other commands use of it; ``ci`` tells services what happened. Each other
module is the command it is named after, and thin.
"""

"""The commands about one deck: run, check, explain, compile, trace, search, eval, bench; and cache.

Words of the command line come in; text and an exit code go out. ``run_decks`` is what ``yispc run`` does once
its options are known; ``settings`` is what options say is to be run, for all commands; ``ci`` tells services
what happened. Each other module is the command it is named after, and thin.
"""

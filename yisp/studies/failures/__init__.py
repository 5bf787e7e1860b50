"""Why hands fail.

A program and a topic come in; groups of hands that failed, what they lacked and what one card more would
have done go out (``reasons``). ``why`` is the way in; ``missing`` matches hands with combos, ``courses``
are the lines that were played, ``onemore`` deals the card that was missing.
"""

"""How probable a draw is, answered in closed form.

A sentence in English, Chinese or Japanese comes in (``wording``); a draw from a deck of which some may be
seen, and its exact probability, go out (``draws``, ``odds``). Nothing is simulated here.
"""

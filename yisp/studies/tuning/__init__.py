"""Search for the counts that are best for a goal, within limits.

A deck, limits (``limits``, ``banlist``) and a goal come in; the best deck and what is known of the others
go out (``builds``). ``tune`` is the way in, ``candidates`` are the decks to choose from, ``search`` and
``race`` decide which of them get more trials.
"""

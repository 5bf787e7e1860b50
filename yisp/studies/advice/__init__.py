"""What to do with a hand.

A program and a position that somebody names come in (``naming``, ``standing``, ``knowledge``); what each
first move is worth and what comes behind it go out (``advice``). ``advise`` is the way in, ``plans`` looks on
from a first move. What moves are worth is worked out by ``simulate.worlds.firsts``.
"""

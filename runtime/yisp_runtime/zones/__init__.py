"""Zones: counting, looking, shuffling, selecting and moving cards.

A look comes in; cards go out, revealed as late as can be. Begin with ``zones.h``; ``selection.h`` and
``properties.h`` say which cards are meant, ``moves.h`` moves them, ``marks.h`` and ``presence.h`` bend
which card comes next, ``wall.h`` is a deck with several exits.
"""

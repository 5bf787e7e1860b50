"""Whether a script makes sense.

A syntax tree comes in, with the names that its deck knows; diagnostics go out, and the type of each part.
``check`` walks the tree and is the place to begin; ``calls``, ``names``, ``zones``, ``walls`` and ``seats``
each check one sort of thing; ``lints`` doubts what is legal. What a form takes is declared in
``lang.forms``.
"""

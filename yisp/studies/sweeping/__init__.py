"""Every variant of a deck, one like the other.

A deck and ranges come in; a table of variants with each figure goes out. ``variants`` makes the decks,
``sweep`` runs them. Variants that are looked for because they are good belong to ``studies.tuning``.
"""

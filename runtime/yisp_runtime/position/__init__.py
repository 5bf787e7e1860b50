"""The position: one block of words, what it was dealt from, and what is written down about it.

``shape.h`` draws the block, ``table.h`` declares the table around it; ``log.h`` keeps notices and the log,
``events.h`` what happened, ``decisions.h`` the options that an enumeration took. Begin with ``shape.h``.
Nothing here chooses a card; that goes through ``chance``.
"""

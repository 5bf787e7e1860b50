"""Decks held against each other in the same worlds.

Programs of builds come in; each side's result and the differences, with intervals, go out (``comparison``).
``compare`` is the way in; ``sensitivity`` asks it of one copy more and less of each card; ``paired`` and
``tape`` play the same trials for all. Searching for a better build is ``studies.tuning``.
"""

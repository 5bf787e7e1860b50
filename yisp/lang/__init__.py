"""The language: text, trees, the forms, and what is wrong with a script.  It knows nothing of decks.

The text of a script comes in; a checked tree (``tree``) goes out, and ``diagnostics`` with places and
remedies. ``forms`` declares every construct once, ``parsing`` reads text, ``checking`` judges trees;
``walk`` goes through them. Begin with ``forms/numbers.py`` and ``tree``. Names of cards, and what a topic
is, belong to ``deck``.
"""

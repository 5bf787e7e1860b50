"""The commands that make deck files and lists: new, import, export.

Card lists and answers to questions come in; files go out. ``pasting`` is what ``yispc new`` asks about a
pasted list. The formats themselves are read and written in ``deck.exchange``.
"""

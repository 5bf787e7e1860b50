"""The deck file: from YAML to a checked deck.

A path or a text comes in; a :class:`~yisp.deck.model.Deck` goes out, or every mistake at once. ``load`` is
the way in, ``model`` what comes out, ``schema`` declares every key. ``reading``, ``cards``, ``scripts`` and
``topics`` are the steps between; ``collection`` knows cards by name; ``exchange`` speaks other programs'
formats.
"""

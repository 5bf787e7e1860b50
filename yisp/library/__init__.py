"""What Python programs call: load a deck, change its counts, run it.

What comes in: a path, the text of a deck file, or the same as dicts and lists.  What goes out: a
:class:`~yisp.deck.model.Deck`, and from ``run`` a :class:`~yisp.simulate.result.Result`.  Doubts about a
deck and notices of a run go through ``warnings``, as Python programs expect: :class:`DeckWarning`,
:class:`PlayWarning`.  Mistakes of the caller are a TypeError or ValueError that names the argument.

``decks`` loads, ``runs`` runs, ``studies`` asks for more than one run, ``lists`` reads and writes the card
lists of other programs; ``arguments`` says what is wrong with what they are given.

Not handled: the command line, which shows diagnostics and notices in its own way.
"""

"""The cards of a deck, and the lists that choose among them.

The ``deck`` section comes in as nodes; kinds of cards with counts, attributes and scripts go out, and the
sets that condition lists stand for. ``cards`` reads entries and aliases, ``each`` makes many of one,
``conditions`` reads lists, ``guesses`` helps where nothing fits. Scripts themselves are read by
``deck.scripts``.
"""

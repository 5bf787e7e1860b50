"""Card lists of other programs: read into deck files, and written from decks.

What comes in: the content of one file (``.ydk``, ``ydke://``, a text list, a table, a deck file of ygo-calc
1), or a deck.  What goes out: the text of a deck file that runs, with comments, or a list in one of those
formats (``formats``).  Begin with ``importing``.  A list is data from a stranger: only the file itself is
read, and a card table that the user names.

Not handled: pictures, prices, rules of a format, and anything on the network.
"""

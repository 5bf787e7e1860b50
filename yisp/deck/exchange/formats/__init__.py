"""The formats of card lists: what each looks like, and how its cards are read and written.

What comes in: the text of one file.  What goes out: the :class:`~.cardlist.CardList` that is in it, with its
mistakes; or such a list as a text.  Begin with ``formats``, which says what a format is and knows them all;
``cardlist`` and ``decoding`` are what they have in common.

Not handled: what becomes of a list (``importing``, ``exporting``).
"""

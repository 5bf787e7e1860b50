"""What is worked out for tabs: versions of decks, answered a slice at a time.

Texts and questions of a tab come in; messages for its page go out. ``desk`` shares one thread among tabs,
``job`` is one version of a deck, ``lanes`` are its topics and studies in turn, ``panels`` the studies that
a page can ask for. Sockets and processes are not known here, so a browser runs the same code.
"""

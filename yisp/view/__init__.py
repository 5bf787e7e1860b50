"""The server of ``yispc view``: decks edited in a browser, beside results that follow every keystroke.

What comes in: the text of a deck, its file's place, and what a page says over a socket.  What goes out:
diagnostics, cards and results of the newest text, sharper and sharper while somebody looks.  The layers:

=============  ========================================================================================
``protocol``   what the page and the server say to each other
``guard``      who may ask: host, origin, token; what a browser may do with what it gets
``server``     the routes, the start, the end
``session``    one tab: its newest text, what it waits for, what is to be sent
``saving``     the deck's own file: read once, replaced as a whole
``pool``       a few processes that share the tabs; limits, deaths, replacements
``wire``       what is said between the server and such a process
``worker``     such a process: which tab's turn it is
``job``        one version of a deck: loaded, compiled, answered in slices
``version``    its text as a program, with what is known of it by now
``lanes``      a topic of it, or of two versions, that is answered a slice at a time
``study``      a study that a page asks for; the kinds are in ``panels``
``counts``     what sliders need to know of a deck's counts
``questions``  what a page asks once about a version: completion, a trial, a report
=============  ========================================================================================

The server's own process never reads what a deck says: it hands texts on.  Not handled: the page itself.
"""

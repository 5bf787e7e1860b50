"""The command line: one thin module a command.

Words come in; text on standard output and an exit code (``exits``) go out. ``entry`` is where the process
begins, ``start`` runs plain decks at once, ``app`` declares every command and says what goes wrong in one
(``UsageMistake``, ``DeckError``, no exact answer). The modules beside them are shared; the commands lie in
``running``, ``studying``, ``exchange`` and ``showing``.
"""

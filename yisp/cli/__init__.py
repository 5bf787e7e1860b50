"""The command line: one thin module a command.

Words come in; text on standard output and an exit code (``exits``) go out. ``entry`` is where the process
begins, ``start`` runs plain decks at once, ``app`` declares every command and says what goes wrong in one
(``UsageMistake``, ``DeckError``, no exact answer). The modules beside them are shared; the commands lie in
``running``, ``studying``, ``exchange`` and ``showing``.
"""

from __future__ import annotations

COMMANDS = {
    "run": ("running.run", "Compile a deck and count how often its openings work."),
    "check": ("running.check", "Show every mistake and warning in a deck, without running it."),
    "explain": ("running.explain", "Say what each effect does, in a player's sentences."),
    "compile": ("running.compile", "Build a deck's native module, or show what it is compiled to."),
    "trace": ("running.trace", "Replay one trial step by step."),
    "why": ("studying.why", "Say why hands fail: what was missing, and what one more card would do."),
    "odds": ("studying.odds", "Answer a question about a draw, or about a deck of which some is seen."),
    "advise": (
        "studying.advise",
        "Say what to do with a hand: what each first move is worth, and what comes then.",
    ),
    "bench": ("running.bench", "Time a deck: its trials, its effects, its compilation."),
    "compare": ("studying.compare", "Compare builds, topics or policies: which is better, and by how much."),
    "sensitivity": ("studying.sensitivity", "What each card is worth: one copy more, and one less."),
    "sweep": ("studying.sweep", "Run every variant of a deck: other counts, sizes, parameters."),
    "tune": ("studying.tune", "Look for the counts that are best for a goal, within limits."),
    "search": ("running.search", "List the routes that a searching policy weighs in one position."),
    "report": (
        "showing.report",
        "Write a page about a deck: one file for a browser, which needs no network.",
    ),
    "plot": ("showing.plot", "Draw distributions, success rates and relations of a deck or of records."),
    "view": ("showing.view", "Edit a deck in the browser, beside results that follow every keystroke."),
    "new": ("exchange.new", "Begin a deck file: a few questions, or options."),
    "import": (
        "exchange.importing",
        "Make a deck file of a card list: .ydk, ydke://, Arena, MTGO, CSV, ygo-calc 1.",
    ),
    "export": ("exchange.exporting", "Write a deck's cards as a list for other programs."),
    "cache": ("running.cache", "Show or clear what is kept of compiled decks."),
    "eval": ("running.evaluate", "Work out a number, or run statements, against a shuffled deck."),
    "repl": ("showing.repl", "Play with a position: scripts line by line, and what they do."),
    "site": ("showing.site", "Write the page as static files that run anywhere, without an installation."),
    "lsp": ("showing.lsp", "Serve an editor while you write: mistakes, completion, hover, renaming."),
}
"""Each command's module and what it does, in the order of the help."""

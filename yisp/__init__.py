"""Yisp: a small Lisp for card effects, and how often an opening hand works.

    import yisp

    deck = yisp.load("deck.yml")
    result = yisp.run(deck, count=10**6, seed=7)
    print(result.topics["opening"].success.rate)

What comes in: a deck file.  What goes out: a :class:`Result`.  Mistakes in the deck raise
:class:`DeckError`, which carries them in ``.diagnostics``.

Nothing is imported before it is used: ``import yisp`` costs next to nothing, and neither the command
nor a run from Python pays for what it does not need.
"""

from __future__ import annotations

from .version import VERSION as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .compile.pipeline import compile_deck as compile_deck
    from .compile.program import Program as Program
    from .deck.model import Deck as Deck
    from .interactive.dealer import Dealer as Dealer
    from .interactive.function import function as function
    from .interactive.table import Table as Table
    from .interactive.wall import Wall as Wall
    from .lang.diagnostics import DeckError as DeckError
    from .lang.diagnostics import PlayError as PlayError
    from .library import DeckWarning as DeckWarning
    from .library import PlayWarning as PlayWarning
    from .library import compare as compare
    from .library import export_deck as export_deck
    from .library import import_deck as import_deck
    from .library import load as load
    from .library import loads as loads
    from .library import odds as odds
    from .library import run as run
    from .library import search as search
    from .library import sensitivity as sensitivity
    from .library import sweep as sweep
    from .library import tune as tune
    from .library import why as why
    from .simulate.result import Result as Result
    from .studies.odds import Odds as Odds
    from .studies.reasons import Why as Why

__all__ = [
    "Dealer",
    "Deck",
    "DeckError",
    "DeckWarning",
    "Odds",
    "PlayError",
    "PlayWarning",
    "Program",
    "Result",
    "Table",
    "Wall",
    "Why",
    "__version__",
    "compare",
    "compile_deck",
    "export_deck",
    "function",
    "import_deck",
    "load",
    "loads",
    "odds",
    "run",
    "search",
    "sensitivity",
    "sweep",
    "tune",
    "why",
]

_HOMES = {
    "Dealer": ".interactive.dealer",
    "Deck": ".deck.model",
    "DeckError": ".lang.diagnostics",
    "DeckWarning": ".library",
    "Odds": ".studies.odds",
    "PlayError": ".lang.diagnostics",
    "PlayWarning": ".library",
    "Program": ".compile.program",
    "Result": ".simulate.result",
    "Table": ".interactive.table",
    "Wall": ".interactive.wall",
    "compare": ".library",
    "Why": ".studies.reasons",
    "compile_deck": ".compile.pipeline",
    "export_deck": ".library",
    "function": ".interactive.function",
    "import_deck": ".library",
    "load": ".library",
    "loads": ".library",
    "odds": ".library",
    "run": ".library",
    "search": ".library",
    "sensitivity": ".library",
    "why": ".library",
    "sweep": ".library",
    "tune": ".library",
}
"""The modules that the public names come from."""


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        value = globals()[name] = getattr(import_module(_HOMES[name], __name__), name)
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

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
    from .library import load as load
    from .library import loads as loads
    from .library import run as run
    from .library import search as search
    from .library import sweep as sweep
    from .library import tune as tune
    from .simulate.result import Result as Result

__all__ = [
    "Dealer",
    "Deck",
    "DeckError",
    "DeckWarning",
    "PlayError",
    "PlayWarning",
    "Program",
    "Result",
    "Table",
    "Wall",
    "__version__",
    "compile_deck",
    "function",
    "load",
    "loads",
    "run",
    "search",
    "sweep",
    "tune",
]

_HOMES = {
    "Dealer": ".interactive.dealer",
    "Deck": ".deck.model",
    "DeckError": ".lang.diagnostics",
    "DeckWarning": ".library",
    "PlayError": ".lang.diagnostics",
    "PlayWarning": ".library",
    "Program": ".compile.program",
    "Result": ".simulate.result",
    "Table": ".interactive.table",
    "Wall": ".interactive.wall",
    "compile_deck": ".compile.pipeline",
    "function": ".interactive.function",
    "load": ".library",
    "loads": ".library",
    "run": ".library",
    "search": ".library",
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

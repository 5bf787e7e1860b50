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
    from .library.decks import DeckWarning as DeckWarning
    from .library.decks import known_cards as known_cards
    from .library.decks import load as load
    from .library.decks import loads as loads
    from .library.effects import effect_parts as effect_parts
    from .library.effects import effect_script as effect_script
    from .library.lists import export_deck as export_deck
    from .library.lists import import_deck as import_deck
    from .library.pages import read_report as read_report
    from .library.pages import write_report as write_report
    from .library.runs import PlayWarning as PlayWarning
    from .library.runs import run as run
    from .library.runs import search as search
    from .library.studies import advise as advise
    from .library.studies import compare as compare
    from .library.studies import odds as odds
    from .library.studies import sensitivity as sensitivity
    from .library.studies import sweep as sweep
    from .library.studies import tune as tune
    from .library.studies import why as why
    from .simulate.result import Result as Result
    from .studies.advice.advice import Advice as Advice
    from .studies.failures.reasons import Why as Why
    from .studies.odds.odds import Odds as Odds

__all__ = [
    "Advice",
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
    "advise",
    "compare",
    "compile_deck",
    "effect_parts",
    "effect_script",
    "export_deck",
    "function",
    "import_deck",
    "known_cards",
    "load",
    "loads",
    "odds",
    "read_report",
    "run",
    "search",
    "sensitivity",
    "sweep",
    "tune",
    "why",
    "write_report",
]

_HOMES = {
    "Dealer": ".interactive.dealer",
    "Deck": ".deck.model",
    "DeckError": ".lang.diagnostics",
    "DeckWarning": ".library.decks",
    "Advice": ".studies.advice.advice",
    "Odds": ".studies.odds.odds",
    "PlayError": ".lang.diagnostics",
    "PlayWarning": ".library.runs",
    "Program": ".compile.program",
    "Result": ".simulate.result",
    "Table": ".interactive.table",
    "Wall": ".interactive.wall",
    "compare": ".library.studies",
    "Why": ".studies.failures.reasons",
    "compile_deck": ".compile.pipeline",
    "effect_parts": ".library.effects",
    "effect_script": ".library.effects",
    "export_deck": ".library.lists",
    "function": ".interactive.function",
    "import_deck": ".library.lists",
    "known_cards": ".library.decks",
    "load": ".library.decks",
    "loads": ".library.decks",
    "advise": ".library.studies",
    "odds": ".library.studies",
    "read_report": ".library.pages",
    "run": ".library.runs",
    "search": ".library.runs",
    "sensitivity": ".library.studies",
    "why": ".library.studies",
    "sweep": ".library.studies",
    "tune": ".library.studies",
    "write_report": ".library.pages",
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

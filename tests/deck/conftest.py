"""What the tests of the deck file share: loading a text, saying what was found in it, and that what is said
is what is written down."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest
from saying import said_as_ever as said_as_ever

from yisp.deck.load import loads
from yisp.deck.model import Deck
from yisp.lang.diagnostics import DeckError, Diagnostic

Problems = Callable[[str | bytes], list[Diagnostic]]


def find_problems(text: str | bytes) -> list[Diagnostic]:
    """The diagnostics of a deck file, whether it could be loaded or not."""
    try:
        return list(loads(dedent(text) if isinstance(text, str) else text, "deck.yml").diagnostics)
    except DeckError as error:
        return list(error.diagnostics)


@pytest.fixture
def problems() -> Callable[[str | bytes], list[str]]:
    """Gives the diagnostics of a text as ``Y201 3:14``, or ``Y405? 3:14`` for warnings."""

    def listed(text: str | bytes) -> list[str]:
        return [
            f"{item.code}{'?' * (item.severity == 'warning')}"
            + (f" {item.place.line}:{item.place.column}" if item.place else "")
            for item in find_problems(text)
        ]

    return listed


@pytest.fixture
def diagnostics() -> Problems:
    """Gives the diagnostics of a text themselves."""
    return find_problems


@pytest.fixture
def deck() -> Callable[[str], Deck]:
    """Loads a text that has no mistakes."""
    return lambda text: loads(dedent(text), "deck.yml")

"""A mistake however long is named in time that grows with its length, not with the square of it or worse."""

from __future__ import annotations

import time

import pytest
from running import deck_text, load_text

from yisp.lang.diagnostics import DeckError

LENGTH = 60_000
SECONDS = 3.0
"""Many times what they take; the least of them would take ten, were each place looked at from each other."""


def deck(header: str = "1", effect: str = "@") -> str:
    topic = {"start-card": 1, "header": header, "combos": {"c": {"hand": ["a"]}}}
    return deck_text({"a": {"count": 3, "program": effect}}, {"t": topic})


MISTAKES = {
    "operators as an argument": ("Y111", deck(header=f"(+ 1 {'=' * LENGTH}1)")),
    "blanks before what is no flag": ("Y411", deck(effect=f"[{' ' * LENGTH}x]@")),
    "blanks behind a flag": ("Y411", deck(effect=f"[1 x{' ' * LENGTH}]@")),
    "blanks within an event": ("Y122", deck(effect=f"[1 on x{' ' * LENGTH}y]@")),
    "blanks within an event that is glued to a flag": ("Y411", deck(effect=f"[1on x{' ' * LENGTH}y]@")),
    "dashes in a line": ("Y005", f"deck:\n  cards: {{\n{'- ' * LENGTH}x\n"),
    "dashes in a line with a full-width colon": ("Y005", f"deck:\n  cards: {{\n{'- ' * LENGTH}x：1\n"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_long_mistake_is_named_soon(name: str) -> None:
    code, text = MISTAKES[name]
    began = time.process_time()
    try:
        found = load_text(text).diagnostics
    except DeckError as error:
        found = error.diagnostics
    assert time.process_time() - began < SECONDS
    assert code in {item.code for item in found}

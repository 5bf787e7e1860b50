"""What an editor is told of whole decks, word by word, is what it was always told."""

from __future__ import annotations

import pytest
from answered import ANSWERED, FOLDER, answered

SLOW = ("table.yml.words_of", "table.yml.typed_of")


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.slow if name in SLOW else []) for name in ANSWERED
])  # fmt: skip
def test_what_is_answered_is_what_was_answered(name: str) -> None:
    assert answered(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

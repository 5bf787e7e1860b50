"""What an editor is told of whole decks, word by word, is what it was always told."""

from __future__ import annotations

import pytest
from answered import ANSWERED, FOLDER, answered


@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_answered_is_what_was_answered(name: str) -> None:
    assert answered(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

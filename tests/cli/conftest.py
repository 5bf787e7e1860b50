"""What the tests of the command line share: a deck to run."""

from __future__ import annotations

from pathlib import Path

import pytest
from commanding import saved


@pytest.fixture
def deck(tmp_path: Path) -> str:
    """A file with the deck ``TEN_LINES``."""
    return saved(tmp_path)

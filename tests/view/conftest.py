"""What the tests of the server share: a server of one deck."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import DECK, Server, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of ``DECK``, for all tests that ask for one; none of them may save."""
    folder: Path = tmp_path_factory.mktemp("view")
    (folder / "deck.yml").write_text(DECK, encoding="utf-8")
    with served("deck.yml", "--seed", "7", cwd=folder) as server:
        yield server

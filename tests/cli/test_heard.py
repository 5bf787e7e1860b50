"""What commands say is what they always said."""

from __future__ import annotations

import pytest
from heard import FOLDER, HEARD, heard


@pytest.mark.parametrize("name", [*HEARD, "asked"])
def test_what_is_said_is_what_was_said(name: str) -> None:
    assert heard(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

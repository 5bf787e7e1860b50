"""The pictures in the documents: all are there, small, and shown; they can be drawn again."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import ROOT, missing
from pictures import PICTURES, drawn

FOLDER = ROOT / "docs/pictures"
LARGEST = 150_000


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_small_and_shown(name: str) -> None:
    data = (FOLDER / f"{name}.png").read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) < LARGEST
    assert f"](pictures/{name}.png)" in (ROOT / "docs/page.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_they_can_be_drawn_again(tmp_path: Path) -> None:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    paths = drawn(tmp_path)
    assert {path.name for path in paths} == {f"{name}.png" for name in PICTURES}
    for path in paths:
        assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size < LARGEST

"""What pages are told in whole scenes is what they were always told."""

from __future__ import annotations

import pytest
from spoken import FOLDER, SCENES, spoken

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


@pytest.mark.parametrize("name", SCENES)
def test_what_is_said_is_what_was_said(name: str) -> None:
    assert spoken(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

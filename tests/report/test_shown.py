"""What studies show, in every form, is what they have always shown."""

from __future__ import annotations

import pytest
from shown import FOLDER, SHOWN, shown

pytestmark = pytest.mark.filterwarnings("ignore::yisp.PlayWarning", "ignore::yisp.DeckWarning")


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_shown_is_what_was_shown(name: str) -> None:
    if name == "drawn":
        pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert shown(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")

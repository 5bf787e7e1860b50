"""What the page knows of the language is what the language says."""

from __future__ import annotations

import json

from driving import ROOT

from yisp.deck.schema import KEYS, Value

SCRIPTS = (Value.SCRIPT, Value.SCRIPTS, Value.SCORE, Value.HOOKS)


def test_scripts_are_coloured_where_scripts_stand() -> None:
    known = json.loads((ROOT / "web/src/view/text/script-keys.json").read_text(encoding="utf-8"))
    assert known == [key.path for key in KEYS.values() if key.value in SCRIPTS]

"""What lowering makes of scripts, where no conformance test would notice: work saved, and room."""

from __future__ import annotations

import sys

from running import deck_text, load_text

from yisp.compile import nodes
from yisp.compile.lowering.deck import lower


def test_the_deepest_nesting_finds_room() -> None:
    """However deep the interpreter lets us go: a form takes several calls of ours."""
    limit = sys.getrecursionlimit()
    script = "(if |H| " * 198 + "(# H.1 B)" + ")" * 198
    topic = {"start-card": 1, "header": script, "combos": {"c": {}}}
    (code,) = lower(load_text(deck_text({"a": {}}, {"t": topic}))).module.topics
    assert code.header is not None
    assert any(isinstance(one, nodes.MoveFirst | nodes.MoveTop) for one in nodes.every(code.header.body))
    assert sys.getrecursionlimit() == limit

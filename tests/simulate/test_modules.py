"""The modules of the room: no two need each other, not even for their types or inside a function."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import yisp.simulate

ROOM = Path(yisp.simulate.__file__).parent
MODULES = {path.stem: path for path in ROOM.glob("*.py") if path.stem != "__init__"}


def imports(path: Path) -> set[str]:
    """The modules of the room that one imports, wherever in it that stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {name.name for name in node.names}
    return found


def test_modules_stand_in_an_order() -> None:
    graph = {name: imports(path) for name, path in MODULES.items()}
    assert set().union(*graph.values()) <= set(graph)
    try:
        assert list(TopologicalSorter(graph).static_order())[-1:]
    except CycleError as error:
        pytest.fail(f"these need each other: {' → '.join(error.args[1])}")

"""The room of studies: it shows nothing and runs no command, and its modules stand in an order."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import yisp.studies

MODULES = {
    path.stem: path for path in Path(yisp.studies.__file__).parent.glob("*.py") if path.stem != "__init__"
}

ROOMS_BEFORE = {"children", "messages", "system", "version", "lang", "deck", "compile", "simulate"}


def imports(path: Path) -> list[tuple[int, str]]:
    """How far up, and what, of each relative import, wherever it stands."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (node.level, module)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for module in ([node.module] if node.module else [alias.name for alias in node.names])
    ]


def test_it_needs_only_the_rooms_before_it() -> None:
    used = {
        module.split(".")[0] for path in MODULES.values() for level, module in imports(path) if level == 2
    }
    assert used <= ROOMS_BEFORE


def test_modules_stand_in_an_order() -> None:
    graph = {
        name: {module for level, module in imports(path) if level == 1} for name, path in MODULES.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)

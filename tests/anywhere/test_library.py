"""The archive of modules that a browser loads holds what the engine imports, and nothing else."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

from yisp.site.folder import BUILT

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))

from web import wasm  # noqa: E402

REMEDY = "`python -m web.wasm --list` looks anew"

built = pytest.mark.skipif(
    not Path(BUILT, "library.bin").exists(), reason="the engine was not built (python -m web.wasm)"
)


def test_nothing_that_no_page_imports_is_listed() -> None:
    listed = {name.split(".")[0] for name in json.loads(wasm.MODULES.read_text("utf-8"))}
    assert not listed & {"numpy", "rich", "click", "prompt_toolkit", "Cython", "uvicorn", "starlette"}


@pytest.mark.slow
@built
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_all_that_is_imported_is_listed_and_all_that_is_listed_is_imported() -> None:
    assert wasm.imported() == json.loads(wasm.MODULES.read_text("utf-8")), REMEDY


@pytest.mark.slow
@built
def test_it_was_built_of_these_sources() -> None:
    parts = json.loads(Path(BUILT, "parts.json").read_text("utf-8"))
    assert parts["sources"] == wasm.digest_of_sources(), "`python -m web.wasm` builds it anew"
    others = {"CPython", "Pyodide", "sql.js", "lark", "pyyaml"}
    assert parts["versions"].keys() >= others | {"emscripten", "yisp"}
    assert parts["licences"].keys() >= others | {"Yisp"}

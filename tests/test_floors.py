"""The house: how many files a folder has, what it says of itself, and which folder may need which."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]
RUNTIME = ROOT / "runtime" / "yisp_runtime"
CODE = {".py", ".pyx", ".pxd", ".pyi", ".h", ".lark", ".ts", ".tsx", ".css"}
MOST = 15
"""Files of one folder."""

FLOORS = (
    "numbers", "position", "chance", "zones", "counts", "play", "bindings", "solving", "policies",
)  # fmt: skip
"""The folders of the runtime; each includes only what lies in it, or in one before it."""

WEB = ROOT / "web" / "src"
"""The pages' sources, which have no packages: their README lists the folders."""

PACKAGES = [path for home in (ROOT / "yisp", RUNTIME) for path in sorted(home.rglob("__init__.py"))]


def test_the_contracts_of_the_project_file_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's imports, by the layers that pyproject.toml declares."""
    monkeypatch.chdir(ROOT)
    assert lint_imports(cache_dir=None) == 0


@pytest.mark.parametrize("floor", FLOORS)
def test_headers_include_what_is_below_them(floor: str) -> None:
    below = FLOORS[: FLOORS.index(floor) + 1]
    for path in RUNTIME.joinpath(floor).iterdir():
        if path.suffix in (".h", ".pxd", ".pyx"):
            text = path.read_text(encoding="utf-8")
            included = re.findall(r'(?:#include|cdef extern from) "(\w+)/', text)
            included += re.findall(r"^from \.\.(\w+)(?:\.\w+)? c?import", text, re.MULTILINE)
            assert set(included) <= {*below, "boundary", "codes"}, path.name


def test_every_folder_of_the_runtime_has_its_place() -> None:
    assert {path.parent.name for path in RUNTIME.glob("*/__init__.py")} == set(FLOORS)


def test_no_folder_is_too_full_to_look_through() -> None:
    for home in (ROOT / "yisp", RUNTIME, WEB):
        for folder in {path.parent for path in home.rglob("*") if path.suffix in CODE}:
            files = [path for path in folder.iterdir() if path.suffix in CODE]
            assert len(files) <= MOST, folder


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: path.parent.name)
def test_a_folder_says_what_it_is_for(path: Path) -> None:
    """One sentence; where there are more modules than two, what comes in, what goes out, where to begin."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    modules = [other for other in path.parent.iterdir() if other.suffix in {".py", ".pyx", ".h"}]
    assert said is not None
    assert len(said.splitlines()) >= 3 or len(modules) < 4, path.parent


def test_the_folders_of_the_pages_are_listed() -> None:
    text = (WEB / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([\w/]+)` \|", text, re.MULTILINE))
    assert listed == {path.relative_to(WEB).as_posix() for path in WEB.rglob("*") if path.is_dir()}


@pytest.mark.parametrize("home", ["parts", "engine"])
def test_what_pages_share_knows_none_of_them(home: str) -> None:
    for path in WEB.joinpath(home).rglob("*.ts*"):
        named = re.findall(r'(?:from|import) "((?:\.\./)+[\w/]+)"', path.read_text(encoding="utf-8"))
        assert not [one for one in named if "view/" in one or "report/" in one], path

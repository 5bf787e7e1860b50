"""What the package ships of the page is what its sources in ``web/`` say."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from paging import ROOT

WEB = ROOT / "web"
BUILT = ROOT / "yisp/page/built"
BESIDE = ["../docs/yisp.tmLanguage.json", "build.mjs", "package-lock.json", "package.json", "tsconfig.json"]
BESIDE_PAGES = {"engine.js", "service.js", "cards.js"}
"""What runs beside a page without a server (web/src/engine)."""
REMEDY = "`npm ci && npm run build` in web/ builds it again"


def recorded() -> dict[str, str]:
    """Every source by its path, as it was when the page was built."""
    found: dict[str, str] = json.loads((BUILT / "sources.json").read_text(encoding="utf-8"))
    return found


def sources() -> list[str]:
    files = [path.relative_to(WEB).as_posix() for path in (WEB / "src").rglob("*") if path.is_file()]
    return sorted([*BESIDE, *files])


def test_it_is_built_of_these_sources() -> None:
    assert sorted(recorded()) == sources(), REMEDY


def test_the_sources_are_as_they_were_when_the_page_was_built() -> None:
    digests = {name: hashlib.sha256((WEB / name).read_bytes()).hexdigest() for name in sources()}
    assert {name for name in digests if recorded()[name] != digests[name]} == set(), REMEDY


def test_each_page_has_its_files() -> None:
    pages = {path.parent.name for path in (WEB / "src").glob("*/main.tsx")}
    built = {path.name for path in BUILT.iterdir() if path.suffix in (".js", ".css")}
    assert pages == {"report", "view"}
    assert built == {f"{name}.{kind}" for name in pages for kind in ("js", "css")} | BESIDE_PAGES


def test_scripts_carry_the_licences_of_what_they_contain() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))
    needed = [
        name.removeprefix("node_modules/") for name in lock["packages"] if name.endswith(("/preact", "/plot"))
    ]
    assert len(needed) == 2
    for script in (BUILT / name for name in ("report.js", "view.js")):  # the others contain nothing
        comment = script.read_text(encoding="utf-8").rsplit("/*!", 1)[1]
        for name in needed:
            assert name in comment
        assert "Permission is hereby granted" in comment


@pytest.mark.slow
def test_building_again_gives_the_same(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None or not (WEB / "node_modules").is_dir():
        pytest.skip("there is no node, or `npm ci` was not run in web/")
    subprocess.run([node, "build.mjs", str(tmp_path)], cwd=WEB, check=True)
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in BUILT.iterdir()}
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (BUILT / path.name).read_bytes(), REMEDY


@pytest.mark.slow
def test_its_types_are_right() -> None:
    compiler = WEB / "node_modules/.bin/tsc"
    if not compiler.exists():
        pytest.skip("`npm ci` was not run in web/")
    subprocess.run([str(compiler), "--noEmit"], cwd=WEB, check=True)

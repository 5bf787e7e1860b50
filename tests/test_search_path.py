"""Where modules are looked for: never in the current folder, unless that is the interpreter's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from yisp import search_path


def test_what_a_child_searches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here, link, elsewhere = tmp_path / "here", tmp_path / "link", tmp_path / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    link.symlink_to(here)
    monkeypatch.chdir(here)
    library = next(entry for entry in sys.path if entry.endswith("site-packages"))
    entries = ["", ".", "..", "lib", str(here), str(link), str(elsewhere), str(tmp_path / "gone"), library]
    assert search_path.safe(entries) == [str(elsewhere), library]
    monkeypatch.chdir(library)  # whoever is there trusts it anyway
    assert search_path.safe(["", str(elsewhere), library]) == [str(elsewhere), library]
    gone = tmp_path / "removed"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert search_path.safe(["", str(elsewhere)]) == [str(elsewhere)]

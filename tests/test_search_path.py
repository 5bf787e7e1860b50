"""Where modules are looked for: never in the current folder, unless that is the interpreter's own."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from yisp import search_path
from yisp.cli import entry


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


@pytest.mark.parametrize("safe", [False, True])
def test_python_m_does_not_look_where_it_was_started(safe: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is the first entry that `-m` has, unless there is `-P`."""
    library = [entry for entry in sys.path if entry]
    monkeypatch.setattr(sys, "path", [*([] if safe else ["/strange"]), *library])
    flags = {name: getattr(sys.flags, name) for name in dir(sys.flags) if not name.startswith("_")}
    monkeypatch.setattr(sys, "flags", SimpleNamespace(**{**flags, "safe_path": safe}))
    called = []
    monkeypatch.setattr(entry, "main", lambda: called.append(list(sys.path)))
    runpy.run_module("yisp", run_name="__main__")
    assert called == [library]

"""Without dask.distributed a cluster is a sentence, and nothing else needs it."""

from __future__ import annotations

import sys

import pytest

import yisp


def test_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"takes dask\.distributed: pip install '\.\[cluster\]'"):
        yisp.sweep("opening", "scout=1", cluster="local")

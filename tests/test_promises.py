"""The page of promises names tests that there are, and every folder of tests."""

from __future__ import annotations

import re

import pytest
from documents import ROOT

PAGE = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[^`]+)`", PAGE)))
PROMISES = [row for row in re.findall(r"^\| (.+) \|$", PAGE, re.MULTILINE) if row != "promise | tested by"]


@pytest.mark.parametrize("name", NAMED)
def test_what_is_named_is_there(name: str) -> None:
    path = ROOT / name
    assert path.is_dir() or (path.suffix == ".py" and path.is_file())


def test_every_folder_of_tests_is_named() -> None:
    holding = {
        path.relative_to(ROOT).parts[1]
        for path in (ROOT / "tests").glob("*/**/*.*")
        if path.suffix in (".py", ".yml")
    }
    assert holding == {name.split("/")[1] for name in NAMED if (ROOT / "tests" / name.split("/")[1]).is_dir()}


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise[:50])
def test_each_promise_has_a_test(promise: str) -> None:
    _, tests = promise.split(" | ")
    names = [ROOT / name for name in re.findall(r"`(tests/[^`]+)`", tests)]
    tested = [path for name in names for path in ([name] if name.suffix else sorted(name.glob("test_*.py")))]
    assert any(
        path.name.startswith("test_") and "def test_" in path.read_text(encoding="utf-8") for path in tested
    )


def test_the_commands_on_the_page_are_there() -> None:
    for module in re.findall(r"`python -m (tests\.\w+|bench)", PAGE):
        folder = ROOT / module.replace(".", "/")
        assert folder.with_suffix(".py").is_file() or (folder / "__main__.py").is_file(), module

"""What is said in tests of the deck file and of the language, word for word.

    python tests/saying.py --write      write tests/deck/said/ and tests/lang/said/ anew

A test names what it is about: a code, a place, a part of a hint.  Here is the rest: every sentence, the
characters it points at, its advice and the edits that would do what that says.  What comes in: every
diagnostic that is made while a test runs.  What goes out: whether they are those that are written down.  A
change of such a file is a change of what users read, and is read before it is committed.

Not handled: slow tests, those that draw what they ask about, and what a test hears after the first ``MOST``.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from functools import cache
from pathlib import Path

import pytest

from yisp.lang.diagnostics import Diagnostic, Diagnostics, render

ROOT = Path(__file__).parents[1]
ROOMS = ("deck", "lang")
HEAD, TAIL = "==== ", " ====\n"
MOST = 30
WRITTEN_ANEW = "YISP_SAID_ANEW"


@pytest.fixture(autouse=True)
def said_as_ever(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is said in a test is what it has always been."""
    slow = request.node.get_closest_marker("slow") is not None
    if slow or getattr(request.function, "is_hypothesis_test", False):
        yield
        return
    heard: dict[Diagnostic, str] = {}
    add = Diagnostics.add

    def noted(found: Diagnostics, one: Diagnostic) -> None:
        add(found, one)
        if len(heard) < MOST and one not in heard:
            heard[one] = _shown(one)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Diagnostics, "add", noted)
        yield
    here = re.escape(str(tmp_path_factory.getbasetemp())) + r"/[^/\s:]*"
    said = re.sub(here, "/here", "".join(heard.values())).replace(f"{ROOT}/", "")
    said = said.encode("utf-8", "backslashreplace").decode()
    file = _file(request.path)
    if WRITTEN_ANEW not in os.environ:
        known = _known(file).get(request.node.name, "")
        if said != known:
            lines = unified_diff(known.splitlines(), said.splitlines(), "written down", "said", lineterm="")
            hint = "If that is as it should be: python tests/saying.py --write"
            pytest.fail("\n".join([*lines, hint]), pytrace=False)
    elif said:
        file.parent.mkdir(exist_ok=True)
        with file.open("a", encoding="utf-8") as written:
            written.write(f"{HEAD}{request.node.name}{TAIL}{said}")


def _shown(one: Diagnostic) -> str:
    ways = "" if one.remedy is None else "".join(f"    {way}\n" for way in one.remedy.ways)
    return f"{render(one)}\n{ways}"


def _file(test: Path) -> Path:
    """Where what is said in a file of tests is written down."""
    return test.parent / "said" / f"{test.stem.removeprefix('test_')}.txt"


@cache
def _known(file: Path) -> Mapping[str, str]:
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    parts = re.split(f"^{HEAD}", text, flags=re.MULTILINE)[1:]
    return {name: said for name, _, said in (part.partition(TAIL) for part in parts)}


def main() -> int:
    folders = [Path(__file__).parent / room for room in ROOMS]
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: python {sys.argv[0]} --write")
    for folder in folders:
        shutil.rmtree(folder / "said", ignore_errors=True)
    os.environ[WRITTEN_ANEW] = "1"
    return pytest.main(["-n0", *map(str, folders)])


if __name__ == "__main__":
    sys.exit(main())

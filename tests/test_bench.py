"""``python -m bench`` still runs, and its page names what is there."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from documents import ROOT

from bench.__main__ import HEAD, SECTIONS

BENCH = ROOT / "bench"
PAGE = (BENCH / "README.md").read_text(encoding="utf-8")

NO_ROWS = ("__init__.py", "__main__.py", "conftest.py", "plays.py", "reference.py", "tasks.py", "words.py")
"""Files that measure nothing by themselves."""


def test_the_page_names_every_file_that_measures() -> None:
    (table,) = re.findall(r"^\| file \|.*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    named = set(re.findall(r"`(\w+\.py)`", table))
    assert named == {path.name for path in BENCH.glob("*.py")} - set(NO_ROWS)


def test_the_page_names_every_task_that_there_is_c_of() -> None:
    assert set(re.findall(r"^\* `(\w+)`:", PAGE, re.MULTILINE)) == {path.stem for path in BENCH.glob("c/*.c")}


@pytest.mark.parametrize("command", ["bench", "bench.site", "bench.studies", "bench.view"])
def test_asking_for_help_measures_nothing(command: str) -> None:
    if command in ("bench.site", "bench.view"):
        pytest.importorskip("websockets", reason="websockets, which these commands speak, is not installed")
    module = command.partition(".")[2] or "__main__"
    about = ast.get_docstring(ast.parse((BENCH / f"{module}.py").read_text("utf-8")))
    asked = [sys.executable, "-m", command, "--help"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert about and about in done.stdout and f"usage: python -m {command} " in done.stdout


@pytest.mark.slow
def test_the_command_fills_every_section_of_its_table(tmp_path: Path) -> None:
    """One round each, and of many alike only a few, since building and C for all of them take minutes."""
    left_out = (
        "test_deck or another_language or pots or light or copies or picky or zhulei or yuanshu or naive"
        " or property or test_two_threads or 1e7 or war or marks or test_build and effects"
        " or test_trials and test_c and effects or test_stages and (best or python)"
        " or test_worth and not graveyard or 1000"
    )
    chosen = f"not ({left_out}) or hand- or effects-"
    command = [sys.executable, "-m", "bench", "--rounds", "1", "-k", chosen]
    # Where this test runs beside others, pytest would tell the one that is started not to measure.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        command, cwd=ROOT, env=environment | {"CFLAGS": "-O1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    table = lines[next(index for index, line in enumerate(lines) if tuple(line.split()) == HEAD) :]
    assert [line for line in table[1:] if not line.startswith(" ")] == list(SECTIONS.values())
    for yardstick in ("C", "libsaki", "JavaScript"):
        assert re.search(rf"  [\d.]+x {yardstick}\b", done.stdout) and f"x {yardstick}" in PAGE
    for column in ("must", "aim"):
        assert f"*{column}*" in PAGE

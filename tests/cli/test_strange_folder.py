"""A deck comes with its folder, which is a stranger's: nothing in it is ever run, wherever yisp is started.

The folder has a module for every name that Python, our dependencies or we ourselves could import, headers and
interface files for a compiler, settings of build tools, and programs with the names of tools.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from commanding import Said, process, saved
from running import compile_text

from yisp.compile.builds import native
from yisp.simulate.run import run_program
from yisp.simulate.sampling import sample

pytestmark = pytest.mark.slow  # every one fills a folder with a thousand modules

DECK = """\
deck: {cards: {a: {count: 3}, b: {count: 37}}}
simulate: {seed: 7, tests: {t: {start-card: 5, method: sample, combos: {c: {hand: [a]}}}}}
"""

OURS = {
    "yisp",
    "yisp_runtime",
    "sitecustomize",
    "usercustomize",
    "__main__",
    "_distutils_hack",
    "pkg_resources",
}

TOOLS = "cc", "gcc", "clang", "as", "ld", "cc1", "collect2", "python", "python3", "sh", "lscpu"


@pytest.fixture
def ran(tmp_path: Path) -> Path:
    """The folder is ``tmp_path / "strange"``; what of it runs writes its name into this file."""
    strange, ran = tmp_path / "strange", tmp_path / "ran"
    strange.mkdir()
    saved(strange, DECK)
    names = {name for name in {*sys.stdlib_module_names, *packages_distributions()} if name.isidentifier()}
    for name in names | OURS:
        (strange / f"{name}.py").write_text(f"with open({str(ran)!r}, 'a') as f: f.write(__name__ + '\\n')\n")
    for name in (
        "yisp_runtime/position/table",
        "libc/stdint",
        "cython",
        "cpython/object",
        "yisp_runtime/__init__",
    ):
        (strange / name).parent.mkdir(parents=True, exist_ok=True)
        (strange / f"{name}.pxd").write_text("this is no interface\n")
    for name in (
        "Python.h",
        "stdint.h",
        "stdio.h",
        "position/shape.h",
        "numbers/bits.h",
        "numbers/portable.h",
    ):
        (strange / name).parent.mkdir(exist_ok=True)
        (strange / name).write_text('#error "somebody else\'s header"\n')
    for name in ("setup.cfg", "distutils.cfg", "pydistutils.cfg", ".pydistutils.cfg", "specs"):
        (strange / name).write_text("[build_ext]\ncompiler = nonsense\n")
    for name in TOOLS:
        (strange / name).write_text(f"#!/bin/sh\necho {name} >> {ran}\nexit 1\n")
        (strange / name).chmod(0o755)
    return ran


WORKERS = ("--target", "python", "--count", "600000", "--jobs", "2")
NATIVE = ("--target", "native")
MEANWHILE = ("--count", "3000000", "--jobs", "2")

INSTALLED = (str(Path(sys.executable).with_name("yispc")),)
SAFELY = (sys.executable, "-P", "-m", "yisp")


@pytest.mark.parametrize(
    ("command", "options"),
    [(INSTALLED, NATIVE), (INSTALLED, MEANWHILE), (INSTALLED, WORKERS), (SAFELY, WORKERS)],
    ids=["native", "built meanwhile", "workers", "python -P -m yisp"],
)
def test_nothing_of_the_folder_runs(
    command: tuple[str, ...], options: tuple[str, ...], ran: Path, tmp_path: Path
) -> None:
    if not os.access(command[0], os.X_OK):
        pytest.skip("the command is not installed beside this interpreter")
    strange = tmp_path / "strange"
    said: list[Said] = []
    for _ in ("cold", "warm"):
        said.append(
            process(
                "deck.yml", *options, "--json", command=command, cwd=strange,
                YISP_CACHE_DIR=str(tmp_path / "cache"), PATH=f".::{os.environ['PATH']}",
                CPATH=":", LIBRARY_PATH=":", COMPILER_PATH=":",
            )
        )  # fmt: skip
        assert (said[-1].code, said[-1].err) == (0, "")
    assert not ran.exists(), ran.read_text()
    if "native" in options:
        assert all('"target": "native"' in one.out for one in said)


def test_pictures_look_as_they_should(ran: Path, tmp_path: Path) -> None:
    """Matplotlib takes settings from the current folder."""
    strange, picture = tmp_path / "strange", tmp_path / "picture.svg"
    (strange / "matplotlibrc").write_text("axes.facecolor: ff00ee\nbackend: module://json\n")
    command = SAFELY if not os.access(INSTALLED[0], os.X_OK) else INSTALLED
    said = process("plot", "deck.yml", "--out", str(picture), command=command, cwd=strange)
    assert (said.code, said.err) == (0, "")
    assert "ff00ee" not in picture.read_text(encoding="utf-8")
    assert not ran.exists(), ran.read_text()


def test_children_of_a_program_that_looks_there(
    ran: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python looks in the current folder for a prompt, a notebook, ``-c``; its children still do not."""
    program = compile_text(DECK)
    run_program(program, count=10, target="native", method="sample")  # what is imported late, is imported
    run_program(program, count=10, target="python", method="sample", jobs=1)
    monkeypatch.setattr(sample, "WORTH_PROCESSES", -1.0)
    expected = run_program(program, count=3000, seed=1, target="python", method="sample", jobs=2)
    monkeypatch.chdir(tmp_path / "strange")
    for entry in ("", ".", str(tmp_path / "strange")):
        monkeypatch.syspath_prepend(entry)
    monkeypatch.setenv("PYTHONPATH", f":.:{tmp_path / 'strange'}")
    native.build(program, anew=True)
    outcome = run_program(program, count=3000, seed=1, target="python", method="sample", jobs=2)
    assert outcome.topics[0].counts.combos == expected.topics[0].counts.combos
    assert not ran.exists(), ran.read_text()

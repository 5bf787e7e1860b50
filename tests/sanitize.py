"""The tests once more, on a runtime that notices when memory or arithmetic is misused.

    python -m tests.sanitize                       the tests in which the runtime does most
    python -m tests.sanitize tests/simulate -x     others; what follows is pytest's

What comes in: the checkout.  What goes out: pytest's report; the first misuse ends its process, with the
place.

The runtime is built in a folder of its own, with gcc's address and undefined-behaviour sanitizers, by a
compiler of its own (``CC``), with which the decks' native modules are built as well.  ``-fwrapv``, which
Python hands on to extension modules, is taken back: nothing may rely on it.

Three things are not what they are otherwise.  The interpreter is not instrumented, so the sanitizers'
libraries are loaded before it.  Leaks are not looked for: CPython keeps much to its end, and cannot be told
apart from us.  Memory comes from the C library and not from Python's own allocator, which would hide what
lies beyond the end of an object.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RUNTIME = "runtime/yisp_runtime"
TESTS = (
    "tests/conformance",
    "tests/properties/test_targets.py",
    "tests/runtime",
    "tests/simulate/test_policies.py",
    "tests/simulate/test_worlds.py",
    "tests/simulate/test_routes.py",
    "tests/properties/test_lit.py",
    "tests/properties/test_searches.py",
    "tests/properties/test_walls.py",
    "tests/simulate/test_tallies.py",
)

FLAGS = (
    "-O1", "-g", "-fno-omit-frame-pointer", "-fno-wrapv", "-UNDEBUG",
    "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
)  # fmt: skip
"""They come last, so they win."""

OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:detect_stack_use_after_return=1"
    ":allocator_may_return_null=1",  # more memory than there is: a MemoryError, as elsewhere
    "UBSAN_OPTIONS": "print_stacktrace=1:abort_on_error=1",
    "PYTHONMALLOC": "malloc",
}


class Missing(Exception):
    """There is no compiler with sanitizers."""


def write_compiler(folder: Path, compiler: str = "gcc") -> Path:
    """A compiler in that folder which adds the flags; it is not itself run with the libraries."""
    script = folder / "cc"
    script.write_text(f'#!/bin/sh\nunset LD_PRELOAD\nexec {compiler} "$@" {shlex.join(FLAGS)}\n')
    script.chmod(0o755)
    return script


def libraries(compiler: str = "gcc") -> list[str]:
    """The sanitizers' libraries; raises ``Missing``."""
    found = []
    for name in ("libasan.so", "libubsan.so"):
        try:
            said = subprocess.run(
                [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
            )
        except (OSError, subprocess.CalledProcessError):
            raise Missing(f"{compiler} cannot be run") from None
        path = said.stdout.strip()
        if not os.path.isabs(path):
            raise Missing(f"{compiler} has no {name}")
        found.append(path)
    return found


def environment(folder: Path) -> dict[str, str]:
    """What a process needs that uses what was built in that folder."""
    return {
        **os.environ,
        **OPTIONS,
        "CC": str(folder / "cc"),
        "LD_PRELOAD": " ".join(libraries()),
        "PYTHONPATH": str(folder / "runtime"),
        "YISP_CACHE_DIR": str(folder / "cache"),
    }


def build(folder: Path) -> None:
    """Build the runtime in that folder; raises ``Missing`` and ``subprocess.CalledProcessError``."""
    libraries()
    write_compiler(folder)
    built = ("*.so", "*.c", "__pycache__")
    shutil.copytree(ROOT / RUNTIME, folder / RUNTIME, ignore=shutil.ignore_patterns(*built))
    shutil.copy(ROOT / "setup.py", folder)
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", "runtime"],
        cwd=folder, env={**os.environ, "CC": str(folder / "cc")}, check=True,
    )  # fmt: skip


def check(folder: Path) -> None:
    """That the runtime which is imported is the one that was built, and that misuse is noticed."""
    program = "import yisp_runtime.bindings.table as t; print(t.__file__)"
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.startswith(str(folder)), said.stdout
    symbols = Path(said.stdout.strip()).read_bytes()
    assert b"__asan_report_store8" in symbols and b"__ubsan_handle" in symbols


def main() -> int:
    """Build, then run pytest; its exit code."""
    with tempfile.TemporaryDirectory(prefix="yisp-sanitize-") as name:
        folder = Path(name)
        try:
            build(folder)
        except Missing as missing:
            print(missing, file=sys.stderr)
            return 2
        check(folder)
        words = sys.argv[1:]
        if not any((ROOT / word.partition("::")[0]).exists() for word in words):
            words = [*(test for test in TESTS if (ROOT / test).exists()), *words]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
        return subprocess.run(command, cwd=ROOT, env=environment(folder), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())

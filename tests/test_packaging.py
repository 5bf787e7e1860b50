"""The package: what has to be in it, what it needs, and that its documents start it as CI does."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import yisp_runtime
from packaging.requirements import Requirement
from running import compile_text, deck_text
from yisp_runtime.bindings import table

import yisp
from yisp.compile.builds import compiler, native
from yisp.version import VERSION

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# The runtime ----------------------------------------------------------------------------------------------

RUNTIME = Path(yisp_runtime.__path__[0])
HEADERS = sorted(path.relative_to(RUNTIME).as_posix() for path in RUNTIME.rglob("*.h"))
DECLARED = re.compile(r'^    ([\w ]+\**) \w+ "(yisp_\w+)"\(([^)]*)\)', re.MULTILINE)
STRUCTS = re.compile(r'ctypedef (?:struct (\w+)|\w+ \(\*(\w+)) "(\w+)"')
MACROS = {
    "yisp_now", "yisp_likely", "yisp_lowest", "yisp_add", "yisp_subtract", "yisp_multiply",
}  # fmt: skip
"""What some compilers get as a macro."""


def declared(text: str, types: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """What Cython is told of functions, in C's words: what it gives, its name, what it takes."""
    for gives, name, takes in DECLARED.findall(text):
        for ours, theirs in types.items():
            gives, takes = (re.sub(rf"\b{ours}\b", theirs, part) for part in (gives, takes))
        yield gives, name, " ".join(takes.split())


def test_cython_is_told_what_c_says(tmp_path: Path) -> None:
    """The interface files declare each function as its header defines it."""
    interfaces = [path.read_text(encoding="utf-8") for path in RUNTIME.rglob("*.pxd")]
    types = {"bint": "int"}
    for text in interfaces:
        types |= {struct or function: name for struct, function, name in STRUCTS.findall(text)}
    lines = [f'#include "{name}"' for name in HEADERS]
    for text in interfaces:
        for gives, name, takes in declared(text, types):
            if name not in MACROS:
                lines.append(f"{gives} (*told_{name})({takes}) = {name};")
    assert len(lines) > 80
    source = tmp_path / "told.c"
    source.write_text("\n".join([*lines, ""]), encoding="utf-8")
    strict = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", f"-I{RUNTIME}", "-fsyntax-only"]
    subprocess.run([*compiler.find().words, *strict, str(source)], check=True)


@pytest.mark.slow
def test_headers_are_c_of_their_own(tmp_path: Path) -> None:
    """Each can be included alone, and is C99 to a compiler that knows nothing else.

    Only ``portable.h`` has two ways; with the other, ``test_cython_is_told_what_c_says`` includes them all.
    """
    sources = [tmp_path / f"{name.replace('/', '-')}.c" for name in HEADERS]
    for name, source in zip(HEADERS, sources, strict=True):
        source.write_text(f'#include "{name}"\nint yisp_alone;\n', encoding="utf-8")
    ways = [name for name in HEADERS if "YISP_PLAIN_C" in (RUNTIME / name).read_text(encoding="utf-8")]
    assert ways == ["numbers/portable.h"]
    alone = [source for name, source in zip(HEADERS, sources, strict=True) if name in ways]
    for way, among in ((["-std=c99", "-pedantic-errors", "-DYISP_PLAIN_C"], sources), ([], alone)):
        flags = ["-Wall", "-Wextra", "-Werror", f"-I{RUNTIME}", "-fsyntax-only", *way]
        subprocess.run([*compiler.find().words, *flags, *among], check=True)


SIZES = """
# cython: language_level=3
from yisp_runtime.position.table cimport Counts, EffectInfo, Table

SIZES = {"Table": sizeof(Table), "Counts": sizeof(Counts), "EffectInfo": sizeof(EffectInfo)}
"""


def test_structs_have_the_same_size_in_a_module_built_for_one_deck(tmp_path: Path) -> None:
    """Its sizes and loop bounds are other constants; what both sides point at must be laid out alike."""
    program = compile_text(deck_text({"a": {"count": 9}}, {"t": {"combos": {"c": {"hand": ["a"]}}}}))
    c_file = native.translate(SIZES, str(tmp_path), "sizes")
    compiler.asked().compile(c_file, str(tmp_path / "sizes.so"), native._flags(program))
    spec = spec_from_file_location("sizes", tmp_path / "sizes.so")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.SIZES == table.STRUCT_SIZES


def test_every_runtime_module_is_built_and_described() -> None:
    """Each is an extension module, and what Python sees of it is in its ``.pyi``."""
    folder = Path(yisp_runtime.__path__[0])
    names = {".".join(path.relative_to(folder).with_suffix("").parts) for path in folder.rglob("*.pyx")}
    assert {"bindings.table", "codes"} <= names
    for name in names:
        module = import_module(f"yisp_runtime.{name}")
        assert str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES)), name
        public = {
            key for key, value in vars(module).items()
            if not key.startswith("_") and getattr(value, "__module__", module.__name__) == module.__name__
        }  # fmt: skip
        described = folder / f"{name.replace('.', '/')}.pyi"
        stub = ast.parse(described.read_text(encoding="utf-8")) if described.exists() else ast.Module([], [])
        written = {node.name for node in stub.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
        written |= {str(node.target.id) for node in stub.body if isinstance(node, ast.AnnAssign)}  # type: ignore[union-attr]
        assert public - FOR_US <= written, name


FOR_US = {"Arrays", "HeldCards", "STRUCT_SIZES"}
"""What only the runtime itself, and these tests, ask for by name."""


# What is packaged -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def packaged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that setuptools makes of the project file for a wheel, but for what is compiled."""
    folder = tmp_path_factory.mktemp("packaged")
    words = ["egg_info", "--egg-base", str(folder), "build_py", "--build-lib", str(folder / "lib")]
    subprocess.run(
        [sys.executable, "-c", "from setuptools import setup; setup()", "-q", *words],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    return folder / "lib"


MADE = {".so", ".pyd", ".c", ".pyc"}
"""Endings of what is made of sources."""


@pytest.mark.slow
@pytest.mark.parametrize(("package", "home"), [("yisp", "yisp"), ("yisp_runtime", "runtime/yisp_runtime")])
def test_every_source_file_is_packaged(package: str, home: str, packaged: Path) -> None:
    """Code, grammars, decks, types, and the interface that native builds include."""

    def files(folder: Path) -> set[str]:
        found = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in MADE)
        return {path.relative_to(folder).as_posix() for path in found}

    wanted = {name for name in files(ROOT / home) if not name.startswith("site/built/")}  # made, as *.so are
    assert {Path(name).suffix for name in wanted} >= (
        {".py", ".lark", ".yml"} if package == "yisp" else {".pyx", ".pxd", ".h", ".pyi"}
    )
    assert "py.typed" in wanted
    assert files(packaged / package) == wanted


def test_every_package_has_its_init() -> None:
    """A folder without one is a package to Python, but not to whoever looks for packages."""
    home = Path(yisp.__path__[0])
    for folder in {path.parent for path in home.rglob("*.py")}:
        assert (folder / "__init__.py").exists(), folder


def test_readers_are_those_of_their_grammars() -> None:
    """Lark has written them of the grammars as they are now."""
    grammars = list(Path(yisp.__path__[0]).rglob("*.lark"))
    for grammar in grammars:
        head = grammar.with_name(f"{grammar.stem}_lark.py").read_text("utf-8").splitlines()[0]
        assert head == f"# {sha256(grammar.read_bytes()).hexdigest()}", (
            "`python setup.py build_ext --inplace`"
        )
    assert len(grammars) == 2


# The project file -------------------------------------------------------------------------------------


def test_dependencies_have_bounds() -> None:
    for text in PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]:
        requirement = Requirement(text)
        operators = {part.operator for part in requirement.specifier}
        assert ">=" in operators, text
        if requirement.name != "setuptools":
            assert "<" in operators, text


OURS = sys.stdlib_module_names | {"yisp", "yisp_runtime"}
IMPORTED = re.compile(r"^ *(?:from|import) +(\w+)", re.MULTILINE)


def imported(home: Path) -> set[str]:
    """What the code of a package imports, anywhere, that is neither Python's nor ours."""
    found = set()
    for path in home.rglob("*.py"):
        if path.stem.endswith("_lark"):  # Lark has written it, with what it would take if it were there
            continue
        text = path.read_text(encoding="utf-8")
        if OURS.issuperset(IMPORTED.findall(text)):  # most: parsing all takes a second
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(str(node.module).partition(".")[0])
    return found - OURS


def test_dependencies_that_are_imported_are_named() -> None:
    """Every package that the code imports is a dependency or an optional one, and the other way round."""
    names = {"pyyaml": "yaml", "cython": "Cython"}
    groups = PROJECT["project"]["optional-dependencies"]
    optional = [text for name, group in groups.items() if name not in ("test", "docs") for text in group]
    needed = {Requirement(text).name for text in PROJECT["project"]["dependencies"] + optional}
    needed.remove("websockets")  # what uvicorn speaks to the page with: it imports it, and names it nowhere
    needed.remove("cryptography")  # what dask makes certificates with, likewise
    assert imported(ROOT / "yisp") == {names.get(name, name) for name in needed}


@pytest.mark.slow
def test_what_the_tests_import_is_named() -> None:
    """What `.[test]` installs is enough for them."""
    names = {
        "pyyaml": "yaml", "cython": "Cython", "pytest-xdist": "xdist", "markdown-it-py": "markdown_it",
        "import-linter": "importlinter",
    }  # fmt: skip
    groups = PROJECT["project"]["optional-dependencies"]
    texts = [*PROJECT["project"]["dependencies"], *(text for group in groups.values() for text in group)]
    needed = {names.get(Requirement(text).name, Requirement(text).name) for text in texts}
    own = {path.stem for folder in ("tests", "docs/site") for path in (ROOT / folder).rglob("*")}
    own |= {"tests", "bench", "web"}
    assert imported(ROOT / "tests") - own <= needed


def test_cython_to_build_is_cython_to_run() -> None:
    """Generated modules call the runtime's: both come from one Cython."""
    build, run = (
        next(Requirement(text) for text in texts if Requirement(text).name.lower() == "cython")
        for texts in (PROJECT["build-system"]["requires"], PROJECT["project"]["dependencies"])
    )
    assert build.specifier == run.specifier


def test_the_version() -> None:
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "yisp.version.VERSION"}
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert yisp.__version__ == VERSION
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def test_the_console_script() -> None:
    module, _, function = PROJECT["project"]["scripts"]["yispc"].partition(":")
    assert callable(getattr(import_module(module), function))


def test_the_licence() -> None:
    assert PROJECT["project"]["license"] == "MIT"
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


# The two commands -------------------------------------------------------------------------------------


def commands(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [
        line
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]


def test_the_readmes_have_two_commands() -> None:
    install, test = commands("README.md")[:2]
    assert "pip install ." in install and install.endswith("yispc run opening")
    assert "pip install -e '.[test]'" in test and test.endswith("python -m pytest")
    assert commands("README.zh.md")[:2] == commands("README.ja.md")[:2] == [install, test]


def test_ci_runs_the_readmes_command() -> None:
    """What CI finds with its grep is the whole of the second command."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (line,) = (line for line in script.splitlines() if "grep" in line)
    assert line == r"""grep -m1 '\[test\]' README.md > "$own/command" """.rstrip()
    found = subprocess.run(
        ["grep", "-m1", r"\[test\]", "README.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert found == commands("README.md")[1] + "\n"
    behind = script.partition('bash -euo pipefail "$own/command"\n')[2]
    commands_there = [line.partition(" || ")[0] for line in behind.splitlines() if line.startswith(".venv/")]
    assert commands_there == [
        ".venv/bin/ruff check .",
        '.venv/bin/mypy > "$own/types" & types=$!',
        ".venv/bin/python -m web.wasm",
        ".venv/bin/python -m pytest -m slow --share 20 -n $(($(nproc) + 1))",
    ]  # fmt: skip


def test_the_two_runs_of_ci_leave_no_test_out() -> None:
    """What the README's command leaves out is what the other run asks for."""
    options = PROJECT["tool"]["pytest"]["ini_options"]
    assert "-m 'not slow'" in options["addopts"]
    assert [marker.partition(":")[0] for marker in options["markers"]] == ["slow"]


def test_what_the_engine_of_the_page_lists_is_there() -> None:
    """A module that is called otherwise now would be missing on the page alone."""
    listed = json.loads((ROOT / "web/modules.json").read_text("utf-8"))
    ours = [name for name in listed if name.startswith("yisp.")]
    assert len(ours) > 200
    for name in ours:
        path = ROOT.joinpath(*name.split("."))
        assert path.is_dir() or path.with_suffix(".py").exists(), f"{name}: python -m web.wasm --list"

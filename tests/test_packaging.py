"""The package: what has to be in it, what it needs, and that its documents start it as CI does."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
import yisp_runtime
from packaging.requirements import Requirement
from yisp_runtime import table

import yisp
from yisp.compile import compiler
from yisp.version import VERSION

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


# The runtime ----------------------------------------------------------------------------------------------

RUNTIME = Path(yisp_runtime.__path__[0])
HEADERS = sorted(path.name for path in RUNTIME.glob("*.h"))
DECLARED = re.compile(r'^    ([\w ]+\**) \w+ "(yisp_\w+)"\(([^)]*)\)', re.MULTILINE)
STRUCTS = re.compile(r'ctypedef (?:struct (\w+)|\w+ \(\*(\w+)) "(\w+)"')


def declared(text: str, types: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """What Cython is told of functions, in C's words: what it gives, its name, what it takes."""
    for gives, name, takes in DECLARED.findall(text):
        for ours, theirs in types.items():
            gives, takes = (re.sub(rf"\b{ours}\b", theirs, part) for part in (gives, takes))
        yield gives, name, " ".join(takes.split())


def test_cython_is_told_what_c_says(tmp_path: Path) -> None:
    """The interface files declare each function as its header defines it."""
    interfaces = {path.stem: path.read_text(encoding="utf-8") for path in RUNTIME.glob("*.pxd")}
    types = {"bint": "int"}
    for text in interfaces.values():
        types |= {struct or function: name for struct, function, name in STRUCTS.findall(text)}
    lines = [f'#include "{name}"' for name in HEADERS]
    for text in interfaces.values():
        for gives, name, takes in declared(text, types):
            if name not in MACROS:
                lines.append(f"{gives} (*told_{name})({takes}) = {name};")
    assert len(lines) > 100
    source = tmp_path / "told.c"
    source.write_text("\n".join([*lines, ""]), encoding="utf-8")
    strict = ["-Werror", "-Wno-unused-function", f"-I{RUNTIME}", "-fsyntax-only"]
    subprocess.run([*compiler.find().words, *strict, str(source)], check=True)


MACROS = {
    "yisp_now", "yisp_likely", "yisp_lowest", "yisp_add", "yisp_subtract", "yisp_multiply",
}  # fmt: skip
"""What some compilers get as a macro."""


@pytest.mark.parametrize("name", HEADERS)
def test_headers_are_c_of_their_own(name: str, tmp_path: Path) -> None:
    """Each can be included alone, and is C99 to a compiler that knows nothing else."""
    source = tmp_path / "alone.c"
    source.write_text(f'#include "{name}"\nint yisp_alone;\n', encoding="utf-8")
    for way in (["-std=c99", "-pedantic-errors", "-DYISP_PLAIN_C"], []):
        flags = ["-Wall", "-Wextra", "-Werror", f"-I{RUNTIME}", "-fsyntax-only", *way]
        subprocess.run([*compiler.find().words, *flags, str(source)], check=True)


def test_structs_have_the_size_that_c_gives_them() -> None:
    sizes = table.STRUCT_SIZES
    assert {"Table", "Counts"} <= set(sizes)
    for name, size in sizes.items():
        assert 0 < size < 2**20, name
        assert size % 4 == 0, name


def test_the_interface_files_are_packaged() -> None:
    """A native build includes all of these; without one of them there is only python."""
    folder = ROOT / "runtime" / "yisp_runtime"
    if not folder.is_dir():
        pytest.skip("not in a checkout")
    packaged = {entry.name for entry in resources.files("yisp_runtime").iterdir()}
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["yisp_runtime"]
    for pattern in ("*.pxd", "*.h"):
        assert pattern in patterns
        wanted = {path.name for path in folder.glob(pattern)}
        assert wanted
        assert wanted <= packaged


def test_every_runtime_module_is_built_and_described() -> None:
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    for path in (ROOT / "runtime" / "yisp_runtime").glob("*.pyx"):
        assert f'"{path.stem}"' in setup, path.name


@pytest.mark.parametrize("package", ["yisp", "yisp_runtime"])
def test_types_are_packaged(package: str) -> None:
    assert resources.files(package).joinpath("py.typed").is_file()
    assert "py.typed" in PROJECT["tool"]["setuptools"]["package-data"][package]


def test_data_is_packaged() -> None:
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["yisp"]
    home = Path(yisp.__path__[0])
    known = {path for pattern in patterns for path in home.glob(pattern)}
    data = {
        path
        for path in home.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and "__pycache__" not in path.parts
    }
    assert data <= known


def test_every_package_has_its_init() -> None:
    """A folder without one is a package to Python, but not to whoever looks for packages."""
    home = Path(yisp.__path__[0])
    for folder in {path.parent for path in home.rglob("*.py")}:
        assert (folder / "__init__.py").exists() or folder.name == "lang", folder


# The project file -------------------------------------------------------------------------------------


def test_dependencies_have_bounds() -> None:
    for text in PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"]:
        requirement = Requirement(text)
        operators = {part.operator for part in requirement.specifier}
        assert ">=" in operators, text
        if requirement.name != "setuptools":
            assert "<" in operators, text


def test_dependencies_that_are_imported_are_named() -> None:
    """Every package that the code imports is a dependency, and the other way round."""
    names = {"pyyaml": "yaml", "cython": "Cython"}
    needed = {Requirement(text).name for text in PROJECT["project"]["dependencies"]}
    imported = set()
    for path in Path(yisp.__path__[0]).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        imported |= set(re.findall(r"^\s*(?:from|import) (\w+)", text, re.MULTILINE))
    assert {names.get(name, name) for name in needed} <= imported
    third = {
        "lark",
        "yaml",
        "Cython",
        "numpy",
        "click",
        "rich",
        "platformdirs",
        "wcwidth",
        "pandas",
        "pyarrow",
    }
    optional = {"pandas", "pyarrow"}
    assert (imported & third) - optional <= {names.get(name, name) for name in needed}


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
    from importlib import import_module

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
    assert commands("README.zh.md")[:2] == [install, test]


def test_ci_runs_the_readmes_command() -> None:
    """What CI finds with its grep is the whole of the second command."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (line,) = (line for line in script.splitlines() if "grep" in line)
    assert line == r"""grep -m1 '\[test\]' README.md > "$own/command" """.rstrip()
    found = subprocess.run(
        ["grep", "-m1", r"\[test\]", "README.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert found == commands("README.md")[1] + "\n"

"""Builds what `yispc site` needs besides the page: ``python -m web.wasm``.

What comes in: Pyodide (from npm, pinned in package-lock.json), the runtime's sources, and the packages that
the engine imports.  What goes out, in yisp/site/built:

* ``python.bin``: CPython as WebAssembly, packed (gzip);
* ``library.bin``: all modules that the engine imports, packed: those of the standard library, of yaml
  and yisp, compiled, and the runtime's modules as WebAssembly (see ``archive`` in web/src/engine);
* ``pyodide.js``: what starts CPython in a browser;
* ``sqlite.bin``: SQLite as WebAssembly (sql.js, from npm as well), packed, which reads card databases;
* ``parts.json``: versions and licences of all of it, and the digest of the sources that it was built from.

Needs node, emscripten (``emcc``) and the Python that Pyodide is; none of them is needed to run or test the
rest of Yisp.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import importlib.util
import io
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

from bench.studies import show
from yisp.site.folder import folder

HERE = Path(__file__).parent
ROOT = HERE.parent
PYODIDE = HERE / "node_modules" / "pyodide"
SQLITE = HERE / "node_modules" / "sql.js"
BUILT = ROOT / "yisp" / "site" / "built"
RUNTIME = ROOT / "runtime" / "yisp_runtime"
MODULES = HERE / "modules.json"
OBJECTS = ROOT / "build" / "wasm"

VERSION = (3, 11)
"""Of the Python that Pyodide is: compiled modules are for this one alone."""

SUFFIX = ".cpython-311-wasm32-emscripten.so"

SIZES = {
    "SIZEOF_LONG": 4, "SIZEOF_SIZE_T": 4, "SIZEOF_VOID_P": 4, "SIZEOF_UINTPTR_T": 4, "SIZEOF_PTHREAD_T": 4,
    "SIZEOF_WCHAR_T": 4, "ALIGNOF_LONG": 4, "ALIGNOF_SIZE_T": 4,
}  # fmt: skip
"""In which a system of 32 bits differs from this one, for Python's headers."""

COMPILER = [
    "emcc", "-O3", "-fPIC", "-g0", "-sSIDE_MODULE=2", "-sWASM_BIGINT", "-Wno-unreachable-code-fallthrough",
]  # fmt: skip

SOURCES = (".pyx", ".pxd", ".h", ".py")
"""How the names of the runtime's sources end."""

PYTHONS = "python311.zip"
"""Where CPython finds its standard library."""


class CannotBuild(Exception):
    """The message says what is missing, and where it comes from."""


LEAN = "no_debug_ranges"
"""The option of Python with which code knows lines and no columns: a fifth less of it."""


def main(words: Sequence[str]) -> int:
    """Build; with ``--list``, look first which modules the engine imports (``modules.json``)."""
    if LEAN not in sys._xoptions:
        return subprocess.call([sys.executable, "-X", LEAN, "-m", "web.wasm", *words])
    try:
        _look()
        if "--list" in words:
            build(None)
            MODULES.write_text(json.dumps(imported(), indent=1) + "\n", "utf-8")
        build(json.loads(MODULES.read_text("utf-8")))
        show(["what the browser loads", "files", "size", "packed"], table())
    except CannotBuild as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _look() -> None:
    """Whether all is there."""
    if sys.version_info[:2] != VERSION:
        raise CannotBuild("this needs Python {}.{}, which Pyodide is".format(*VERSION))
    if not (PYODIDE.is_dir() and SQLITE.is_dir()):
        raise CannotBuild("Pyodide or sql.js is missing: run `npm ci` in the folder web")
    if shutil.which("emcc") is None:
        raise CannotBuild("emcc is missing: install emscripten (on Debian: apt install emscripten)")


def build(listed: list[str] | None) -> None:
    """Make all parts anew, with these modules; without a list, with all there are."""
    BUILT.mkdir(parents=True, exist_ok=True)
    _write("python.bin", (PYODIDE / "pyodide.asm.wasm").read_bytes())
    _write("sqlite.bin", (SQLITE / "dist" / "sql-wasm-browser.wasm").read_bytes())
    _write("library.bin", archive(list(_library(listed))))
    script = "\n".join((PYODIDE / name).read_text("utf-8") for name in ("pyodide.asm.js", "pyodide.js"))
    script = re.sub(r"^//# sourceMappingURL=.*$", "", script, flags=re.M)
    (BUILT / "pyodide.js").write_text(script, "utf-8")
    parts = {"sources": digest_of_sources(), "versions": _versions(), "licences": _licences()}
    (BUILT / "parts.json").write_text(json.dumps(parts, indent=1, sort_keys=True) + "\n", "utf-8")


def _write(name: str, data: bytes) -> None:
    (BUILT / name).write_bytes(gzip.compress(data, 9, mtime=0))


def archive(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Files one after another, behind a list of their names and sizes (JSON), and that list's size (four
    bytes, the least first)."""
    head = json.dumps([[name, len(data)] for name, data in files], separators=(",", ":")).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(data for _, data in files)


# What is loaded ---------------------------------------------------------------------------------------------


def table() -> list[list[str]]:
    """What somebody downloads who opens the page, and how large that is: by itself, and packed (gzip)."""
    found: dict[str, list[bytes]] = {}
    for name, data in filed(gzip.decompress((BUILT / "library.bin").read_bytes())):
        found.setdefault(_part(name), []).append(data)
    with zipfile.ZipFile(io.BytesIO(found.pop(PYTHONS)[0])) as standard:
        found["Python's standard library, as far as it is imported"] = [
            standard.read(one) for one in standard.namelist()
        ]
    found["CPython (`python.bin`)"] = [gzip.decompress((BUILT / "python.bin").read_bytes())]
    page = folder("./")
    engine = [data for name, data in page.items() if name.startswith("assets/engine.")]
    found["Pyodide and the worker's script"] = engine
    found["the page, its style and its words"] = [
        data for name, data in page.items() if not name.endswith(".bin") and data not in engine
    ]
    rows = sorted(((name, files, _packed(files)) for name, files in found.items()), key=lambda row: -row[2])
    whole = sum(len(data) if name.endswith(".bin") else _packed([data]) for name, data in page.items())
    total = sum(map(len, itertools.chain(*found.values())))
    shown = [[name, str(len(files)), _mb(sum(map(len, files))), _mb(packed)] for name, files, packed in rows]
    return [*shown, ["all, as it is loaded", str(len(page)), _mb(total), _mb(whole)]]


def filed(archive: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an archive."""
    start = 4 + int.from_bytes(archive[:4], "little")
    for name, size in json.loads(archive[4:start]):
        yield name, archive[start : start + size]
        start += size


def _part(name: str) -> str:
    """Of which part of the download a file of the archive is."""
    if name.endswith(PYTHONS):
        return PYTHONS
    if name.endswith(".so"):
        return "Yisp's runtime, as WebAssembly"
    if name.endswith(".mo"):
        return "Yisp's sentences in other languages"
    if name.startswith("app/yisp/page/built/"):
        return "the page of a report"
    if name.startswith("app/yaml/"):
        return "the package yaml"
    return "Yisp, and its packaged decks"


def _packed(files: Iterable[bytes]) -> int:
    return len(gzip.compress(b"".join(files), 9, mtime=0))


def _mb(size: int) -> str:
    return f"{size / 1e6:.2f} MB"


# The modules ------------------------------------------------------------------------------------------------


def _library(listed: list[str] | None) -> Iterator[tuple[str, bytes]]:
    """What the archive holds, by where it is to lie; without a list, all there is."""
    wanted = None if listed is None else set(listed)
    yield f"lib/{PYTHONS}", _standard_library(wanted)
    for name, data in _runtime():
        yield f"app/yisp_runtime/{name}", data
    for package in ("yisp_runtime", "yisp", "yaml"):
        yield from _package(package, wanted)
    yield from _data()


def _standard_library(wanted: set[str] | None) -> bytes:
    """That of Pyodide, compiled, as the zip that CPython looks for: packed only once, together with all
    else."""
    packed = io.BytesIO()
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as there, zipfile.ZipFile(packed, "w") as made:
        for name in sorted(there.namelist()):
            data = there.read(name)
            if name.endswith(".py"):
                module = _module(name)
                if wanted is not None and module not in wanted:
                    continue
                own = module.split(".")[0] in ("pyodide", "_pyodide")  # whose docstrings are read at run time
                made.writestr(_member(name + "c"), compiled(data.decode(), name, 0 if own else 2))
            elif wanted is None or not name.endswith((".txt", ".rst", ".cfg")):
                made.writestr(_member(name), data)
    return packed.getvalue()


def _member(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))


def compiled(source: str, name: str, level: int) -> bytes:
    """A module's code as a file (.pyc) that is trusted without its source (PEP 552); ``level`` 1 leaves out
    assertions, 2 docstrings as well."""
    import importlib._bootstrap_external as external

    code = compile(source, name, "exec", dont_inherit=True, optimize=level)
    return bytes(external._code_to_hash_pyc(code, importlib.util.source_hash(source.encode()), False))  # type: ignore[attr-defined]


def _package(name: str, wanted: set[str] | None) -> Iterator[tuple[str, bytes]]:
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.origin is not None
    home = Path(spec.origin).parent
    for path in sorted(home.rglob("*.py")):
        place = f"{name}/{path.relative_to(home).as_posix()}"
        module = _module(place)
        if wanted is None or module in wanted:
            yield f"app/{place}c", compiled(path.read_text("utf-8"), place, 2)


DATA = (
    "games/**/*.yml",
    "games/**/*.yisp",
    "collections/*",
    "locale/**/*.mo",
    "page/built/report.*",
)
"""Files that the engine reads, in the package."""


def _data() -> Iterator[tuple[str, bytes]]:
    home = ROOT / "yisp"
    for path in sorted(path for pattern in DATA for path in home.glob(pattern)):
        yield f"app/yisp/{path.relative_to(home).as_posix()}", path.read_bytes()


# The runtime ------------------------------------------------------------------------------------------------


def _runtime() -> Iterator[tuple[str, bytes]]:
    """The runtime's modules as WebAssembly; those that are newer than their sources are taken as they are."""
    OBJECTS.mkdir(parents=True, exist_ok=True)
    sources = (path for path in RUNTIME.rglob("*.*") if path.suffix in SOURCES)
    newest = max(path.stat().st_mtime for path in [*sources, Path(__file__)])
    headers = _headers()

    def one(path: Path) -> tuple[str, bytes]:
        name = path.stem
        source, made = OBJECTS / f"{name}.c", OBJECTS / (name + SUFFIX)
        if not made.exists() or made.stat().st_mtime < newest:
            _run([
                sys.executable, "-m", "cython", "-3", "-X", "cdivision=True", "-X", "embedsignature=True",
                "-I", str(ROOT / "runtime"), str(path), "-o", str(source),
            ])  # fmt: skip
            exported = f"-sEXPORTED_FUNCTIONS=_PyInit_{name}"
            _run([*COMPILER, exported, "-I", str(headers), "-I", str(RUNTIME), str(source), "-o", str(made)])
        return path.relative_to(RUNTIME).with_name(made.name).as_posix(), made.read_bytes()

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(one, sorted(RUNTIME.rglob("*.pyx")))


def _headers() -> Path:
    """Python's own, as a system of 32 bits has them."""
    headers = OBJECTS / "include"
    if not headers.exists():
        shutil.copytree(sysconfig.get_paths()["include"], headers)
    settings = Path(sysconfig.get_config_h_filename()).read_text("utf-8")
    for name, size in SIZES.items():
        settings = re.sub(rf"^#define {name} \d+$", f"#define {name} {size}", settings, flags=re.M)
    (headers / "pyconfig.h").write_text(settings, "utf-8")
    return headers


def _run(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise CannotBuild(f"{words[0]} failed:\n{done.stderr[-4000:]}")


# What it is made of -----------------------------------------------------------------------------------------


def digest_of_sources() -> str:
    """Of all that goes into the archive, but for what has a version: Pyodide and yaml."""
    digest = hashlib.sha256()
    home = ROOT / "yisp"
    listed = [_source(name) for name in json.loads(MODULES.read_text("utf-8")) if name.startswith("yisp")]
    files = {path for path in listed if path is not None} | {MODULES}
    files |= {path for pattern in DATA for path in home.glob(pattern)}
    files |= {path for path in RUNTIME.rglob("*.*") if path.suffix in SOURCES}
    for path in sorted(files):
        digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _versions() -> dict[str, str]:
    package = json.loads((PYODIDE / "package.json").read_text("utf-8"))
    compiler = subprocess.run(["emcc", "-dumpversion"], capture_output=True, text=True).stdout.strip()
    return {
        "CPython": ".".join(map(str, VERSION)), "Pyodide": package["version"], "emscripten": compiler,
        "sql.js": json.loads((SQLITE / "package.json").read_text("utf-8"))["version"],
        **{name: metadata.version(name) for name in ("cython", "lark", "pyyaml", "yisp")},
    }  # fmt: skip


def _licences() -> dict[str, str]:
    """The text of each licence, by what it is of."""
    found = {"Yisp": (ROOT / "LICENSE").read_text("utf-8"), "sql.js": (SQLITE / "LICENSE").read_text("utf-8")}
    for file in metadata.files("pyyaml") or ():
        if re.match(r"(?i)licen[cs]e", file.name):
            found["pyyaml"] = file.read_text("utf-8")
    found["lark"] = (
        "Mozilla Public License 2.0, of the parsers that Lark has written; https://mozilla.org/MPL/2.0/"
    )
    found["CPython"] = (
        "Python Software Foundation License Version 2; https://docs.python.org/3.11/license.html"
    )
    found["Pyodide"] = "Mozilla Public License 2.0; https://github.com/pyodide/pyodide/blob/main/LICENSE"
    return found


OURS = ("yisp", "yisp_runtime", "yaml")

LACKING = (
    "yisp.cli", "yisp.library", "yisp.children", "yisp.site", "yisp.studies.work.cluster",
    "yisp.report.pictures.plot", "yisp.report.files.parquet", "yisp.compile.builds.compiler",
    "yisp.view.server", "yisp.view.pool", "yisp.view.worker", "yisp.view.talk", "multiprocessing",
)  # fmt: skip
"""Modules that need something which no browser has."""


def imported() -> list[str]:
    """The modules that an engine imports: those that it has when it was asked all that a page can ask, and
    what these import only now and then (a cache that is written, a rare mistake), as their sources say."""
    done = subprocess.run(
        ["node", str(HERE / "node.mjs"), str(HERE / "asked.py")],
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode:
        raise CannotBuild(f"the engine failed under node:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    found = set(json.loads(done.stdout.splitlines()[-1]))
    standard = _standard_modules()
    todo = {name for name in found if name.split(".")[0] in OURS}
    while todo:
        for name in _named(todo.pop(), standard):
            known = name in standard or _source(name) is not None
            if known and name not in found and not name.startswith(LACKING):
                found.add(name)
                todo.add(name)
    return sorted(found)


def _standard_modules() -> dict[str, tuple[str, bool]]:
    """The sources of Pyodide's standard library, by module, and whether each is a package."""
    found = {}
    with zipfile.ZipFile(PYODIDE / "python_stdlib.zip") as there:
        for name in there.namelist():
            if name.endswith(".py"):
                is_package = name.endswith("/__init__.py")
                found[_module(name)] = there.read(name).decode(), is_package
    return found


def _module(path: str) -> str:
    """The module that lies there."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _source(module: str) -> Path | None:
    """Where a module of ours is written; None for what is none."""
    package, *rest = module.split(".")
    if package not in OURS:
        return None
    spec = importlib.util.find_spec(package)
    assert spec is not None and spec.origin is not None
    path = Path(spec.origin).parent.joinpath(*rest)
    return next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)


def _named(module: str, standard: Mapping[str, tuple[str, bool]]) -> Iterator[str]:
    """What a module imports: one of ours anywhere in it, but for what only its types need; one of the
    standard library when it is imported itself."""
    path = _source(module)
    if path is not None:
        text, is_package = path.read_text("utf-8"), path.name == "__init__.py"
    else:
        text, is_package = standard.get(module, ("", False))
    package = module if is_package else module.rpartition(".")[0]
    todo: list[ast.AST] = [ast.parse(text)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            todo += node.orelse
            continue
        if path is None and isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        todo += ast.iter_child_nodes(node)
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            name = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
            yield from (name, *(f"{name}.{one.name}" for one in node.names))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

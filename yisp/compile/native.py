"""Building and loading the native target of a program.

What comes in: a :class:`~yisp.compile.program.Program`.  What goes out: the ``run`` function of its
Cython module, built once and kept in the cache under a key of every input of the build: the
source, the runtime's interface files, Cython, the compiler and its flags, the interpreter's ABI.
A build that fails, or a machine without a compiler, is a :class:`BuildError` with a sentence for
the user; running goes on in python then.
"""

from __future__ import annotations

import os
import sys
import sysconfig

from . import cache
from .program import Program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..children import Child

    Run = Callable[[int, int, int, int], None]
    """``run(address, topic, first, last)``: see ``formatters.cython``."""

SORT = "native"

LONGEST_SOURCE, LONGEST_FUNCTION = 1_000_000, 400_000
"""Characters of source, and of one function, beyond which a build would take more than about ten seconds (the
time grows with the square of a function's length): such decks run in python."""

SECONDS = 120
"""How long the C compiler may take."""

FLAGS = (
    "-O3", "-fno-tree-loop-distribute-patterns", "-fPIC", "-shared", "-fwrapv", "-fno-plt", "-DNDEBUG", "-w",
)  # fmt: skip
"""-O3 takes no longer than -O2 here and inlines the primitives.  Loops are as short as the deck is small: gcc
may unroll them, but not make string instructions of them, which take longer to begin than such a loop
takes to end."""

FEATURES = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2", "lzcnt": "-mlzcnt", "abm": "-mlzcnt"}
"""Processor features (as Linux names them) worth a flag."""


class BuildError(Exception):
    """There is no native module, and a sentence why."""


def find_compiler() -> list[str]:
    """The C compiler's command; raises :class:`BuildError` when there is none."""
    import shlex
    import shutil

    for command in (os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"):
        words = shlex.split(command or "")
        if words and shutil.which(words[0]):
            return words
    raise BuildError("no C compiler was found")


def key(program: Program) -> str:
    """The key of the program's native module in the cache."""
    interface = [cache.key_of(*_interface()), *_flags(program), _cython_stamp(), _abi()]
    return cache.key_of(program.cython_source, *interface)


def load_cached(program: Program) -> Run | None:
    """The program's native ``run``, when it has been built before."""
    name = key(program)
    return _load(name) if cache.fetch(SORT, name) is not None else None


def build(program: Program) -> Run:
    """The program's native ``run``, built now; raises :class:`BuildError`."""
    return built_by_child(program, build_in_child(program))


def build_in_child(program: Program) -> Child:
    """Begin to build in a child process; raises :class:`BuildError` when that cannot work."""
    import json
    from subprocess import DEVNULL, PIPE
    from tempfile import TemporaryFile

    from .. import children

    find_compiler()
    # A file and no pipe: nobody waits until a child has read it, and nothing breaks where it never does.
    try:
        with TemporaryFile() as given:
            given.write(json.dumps(program.to_data()).encode())
            given.seek(0)
            return children.start(
                __name__,
                environment={"YISP_CACHE_DIR": cache.root()},
                stdin=given,
                stdout=PIPE,
                stderr=DEVNULL,
            )
    except OSError as error:
        raise BuildError(f"no process could be started ({error.strerror})") from None


def built_by_child(program: Program, child: Child) -> Run:
    """What a child builds, or has built; raises :class:`BuildError`."""
    try:
        said, _ = child.communicate()
    finally:
        child.close()
    run = load_cached(program) if child.returncode == 0 else None
    if run is None:
        raise BuildError(said.decode(errors="replace").strip() or "the build was ended")
    return run


def translate(source: str, folder: str, name: str = "yisp_native") -> str:
    """Translate Cython source to C in ``folder``; the C file's path."""
    from Cython.Compiler import Errors
    from Cython.Compiler.Main import CompilationOptions, compile
    from Cython.Compiler.Options import get_directive_defaults

    path = os.path.join(folder, f"{name}.pyx")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    directives = {**get_directive_defaults(), "binding": False, "auto_pickle": False, "cdivision": True}
    options = CompilationOptions(
        include_path=[os.path.dirname(_runtime_folder())],
        compiler_directives=directives,
        language_level=3,
        errors_to_stderr=False,
    )
    try:
        result = compile(path, options)
    except (Errors.CompileError, IndexError, RecursionError) as error:
        # The latter two are Cython's own, on sources of unusual size.
        raise BuildError(f"Cython reported an error ({error})") from None
    if result.num_errors:
        raise BuildError("Cython reported an error")
    return str(result.c_file)


def _load(name: str) -> Run:
    from importlib.machinery import ExtensionFileLoader, ModuleSpec
    from importlib.util import module_from_spec

    path = os.path.join(cache.place_of(SORT, name), "module.so")
    module_name = _module_name(name)
    spec = ModuleSpec(module_name, ExtensionFileLoader(module_name, path), origin=path)
    try:
        module = module_from_spec(spec)
        assert spec.loader is not None
        spec.loader.exec_module(module)
    except ImportError as error:
        raise BuildError(f"the compiled deck could not be loaded ({error})") from None
    run: Run = module.run
    return run


def _module_name(name: str) -> str:
    return f"yisp_native_{name}"


def _runtime_folder() -> str:
    import yisp_runtime

    return os.path.dirname(os.path.abspath(yisp_runtime.__file__))


def _interface() -> list[bytes]:
    folder = _runtime_folder()
    contents = []
    for name in sorted(os.listdir(folder)):
        if name.endswith((".pxd", ".h")):
            with open(os.path.join(folder, name), "rb") as file:
                contents.append(file.read())
    return contents


def _flags(program: Program) -> list[str]:
    plan = program.plan
    shape = {
        "WORDS(t)": plan["words"],
        "ZONES(t)": plan["zones"],
        "CARDS(t)": plan["cards"],
        "VARIABLES(t)": plan["variables"],
        "EFFECT_WORDS(t)": plan["effect_words"],
        "INSTALLED(t)": plan["installed"],
        "LISTENS(t)": plan["listens"],
        "MAX_WORDS": plan["words"],
        "VEILED(t,z)": f"({plan['veiled']}>>(z)&1)",
        "LINE_MASK(t)": plan["line_mask"],
        "QUEUED(t,z)": f"({plan['queues']}>>(z)&1)",
        "TIDY(t)": plan["tidy"],
        "ENUMERATES(t)": 0,
    }
    defines = [f"-DYISP_{name}={value}" for name, value in shape.items()]
    includes = [f"-I{_runtime_folder()}", f"-I{sysconfig.get_path('include')}"]
    if sys.platform == "darwin":
        includes += ["-undefined", "dynamic_lookup"]
    return [*FLAGS, *_features(), *defines, *includes]


def _features() -> list[str]:
    """Flags for what this machine's processor can do."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            lines = file.read().split("\n\n")[0].splitlines()
    except OSError:
        return []
    told = {name.strip(): text.split() for name, _, text in (line.partition(":") for line in lines)}
    words, family = told.get("flags", []), told.get("cpu family")
    found = {flag for feature, flag in FEATURES.items() if feature in words}
    if family == ["23"] and "sse4a" in words:
        found.discard("-mbmi2")  # AMD's first Zen processors take longer for pdep than for doing without
    return sorted(found)


def _cython_stamp() -> str:
    """What changes when another Cython is installed; importing it for its version takes too long."""
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec("Cython")
    if spec is None or spec.origin is None:
        return ""
    status = os.stat(os.path.join(os.path.dirname(spec.origin), "Shadow.py"))  # holds the version
    return f"{spec.origin} {status.st_size} {status.st_mtime_ns}"


def _abi() -> str:
    return f"{sysconfig.get_config_var('SOABI')} {sys.version}"


def main() -> None:
    """Build the program that comes as JSON on standard input; say what went wrong, if anything."""
    import json

    program = Program.from_data(json.load(sys.stdin))
    # Cython reports to standard output, which is ours to speak to the parent with.
    said, sys.stdout = sys.stdout, sys.stderr
    try:
        _build(program)
    except BuildError as error:
        print(error, file=said)
        sys.exit(1)


def _build(program: Program) -> None:
    import subprocess
    import tempfile

    name = key(program)
    source = program.cython_source
    if len(source) > LONGEST_SOURCE or max(map(len, source.split("\ncdef "))) > LONGEST_FUNCTION:
        raise BuildError("the deck is too large to be compiled")
    compiler = find_compiler()
    with tempfile.TemporaryDirectory(prefix="yisp-") as folder:
        c_file = translate(program.cython_source, folder, _module_name(name))
        library = os.path.join(folder, "module.so")
        command = [*compiler, *_flags(program), c_file, "-o", library]
        try:
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise BuildError(f"the C compiler took more than {SECONDS} seconds") from None
        except OSError as error:
            raise BuildError(f"the C compiler could not be started ({error.strerror})") from None
        if done.returncode:
            raise BuildError("the C compiler reported an error")
        with open(library, "rb") as file:
            data = file.read()
    if cache.store(SORT, name, {"module.so": data}) is None:
        raise BuildError(f"the cache folder {cache.root()} cannot be written to")

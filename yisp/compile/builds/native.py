"""Building and loading the native target of a program.

What comes in: a :class:`~yisp.compile.program.Program`.  What goes out: ``run`` of its Cython module, for
``PyTable.run_native`` or for an enumeration (:class:`Entry`), built once and kept in the cache under a key of
every input of the build: the source, the code of this room, the runtime's interface files, Cython, the
compiler and its flags, the interpreter's ABI.  Building is always done in a child process, which loads what
it has built before it puts it into the cache; of several that want the same module at once one builds it, and
the others wait for that. A build that fails, or a machine without a compiler, is a :class:`BuildError` with a
sentence for the user; running goes on in python then.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import sysconfig
from contextlib import contextmanager
from enum import Enum

from ... import search_path
from ...messages import Message, from_data, say, system_reason, to_data
from ..program import Program
from . import cache, compiler
from .compiler import BuildError as BuildError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, NewType

    Run = NewType("Run", object)
    """The capsule of a C function: see ``backends.cython``."""

CATEGORY = "native"


class Entry(Enum):
    """What a module is built for: each does without what only the other needs."""

    TRIALS = "trials"
    STAGES = "stages"
    """One stage at a time, on an enumerated table."""
    WORLDS = "worlds"
    """Trials that ``greedy`` plays in worlds."""


LONG_SOURCE = 300_000
"""Characters of source (about 200 long effects) beyond which the C compiler is told to hurry: what it makes
runs slower then, and is built in half the time."""

LONGEST_SOURCE, LONGEST_FUNCTION = 2_000_000, 400_000
"""Characters of source (well over a thousand long effects: half a minute and half a gigabyte, which grow with
the length), and of one function (Cython's time grows with its square): what is longer runs in python."""

LIBRARY = "module.so"


def key(program: Program, entry: Entry = Entry.TRIALS) -> str | None:
    """The key of the program's native module in the cache; None before the C compiler was asked."""
    known = compiler.known()
    return None if known is None else _key(program, entry, known)


def _key(program: Program, entry: Entry, by: compiler.Compiler) -> str:
    interface = [_interface(), *_flags(program, entry), cache.code_of("compile")]
    abi = f"{sysconfig.get_config_var('SOABI')} {sys.version}"
    return cache.key_of(program.cython_source, *interface, *by.stamp(), _cython_stamp(), abi)


def place(program: Program) -> str:
    """The folder of a module that has been built."""
    name = key(program)
    assert name is not None
    return cache.place_of(CATEGORY, name)


def load_cached(program: Program, entry: Entry = Entry.TRIALS) -> Run | None:
    """The program's native ``run``, when it has been built before; one that does not load is none."""
    name = key(program, entry)
    try:
        return None if name is None else _fetched(name)
    except BuildError:
        return None


def build(program: Program, entry: Entry = Entry.TRIALS, anew: bool = False) -> Run:
    """The program's native ``run``, built now; raises :class:`BuildError`.

    One that is in the cache already, perhaps since another process has built it just now, will do unless it
    is to be built ``anew``.
    """
    building = Build(program, entry, anew)
    try:
        return building.result()
    finally:
        building.close()


class Build:
    """A native module being built in a child process; raises :class:`BuildError` when none can be started."""

    def __init__(self, program: Program, entry: Entry = Entry.TRIALS, anew: bool = False) -> None:
        import shlex
        from tempfile import TemporaryFile

        from ... import children  # not on the warm start's path

        found = compiler.find()  # which may be named by a path that starts in the current folder
        self._program, self._entry = program, entry
        # Files and no pipes: nobody waits for the other, and nothing breaks where a child ends early.
        try:
            self._said, self._errors = TemporaryFile(), TemporaryFile()  # noqa: SIM115
            with TemporaryFile() as given:
                given.write(json.dumps([program.to_data(), entry.value, anew]).encode())
                given.seek(0)
                self._child = children.start(
                    __name__,
                    environment={
                        "YISP_CACHE_DIR": os.path.dirname(cache.root()),
                        "CC": shlex.join(found.words),
                    },
                    stdin=given,
                    stdout=self._said,
                    stderr=self._errors,
                )
        except OSError as error:
            raise BuildError(
                say("no process could be started ({reason})", reason=system_reason(error))
            ) from None

    @property
    def over(self) -> bool:
        """Whether the child has ended."""
        return self._child.poll() is not None

    def result(self) -> Run:
        """What the child builds, or has built; raises :class:`BuildError`."""
        code = self._child.wait()
        if code == 0:
            name = key(self._program, self._entry)
            run = None if name is None else _fetched(name)
            if run is None:
                raise BuildError(
                    say("the compiled deck is not in the cache folder {folder}", folder=cache.root())
                )
            return run
        try:
            data, details = json.loads(_content(self._said))
            reason = from_data(data)
        except ValueError:
            reason, details = _how_it_ended(code), _content(self._errors)
        raise BuildError(reason, details)

    def close(self) -> None:
        """End the child, if it has not ended, and remove what it has left."""
        self._child.close()
        self._said.close()
        self._errors.close()


def _content(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace").strip()


def _how_it_ended(code: int) -> Message:
    if code < 0:
        return say("the build ended early, by signal {signal}", signal=-code)
    return say("the build ended early, with exit code {code}", code=code)


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
        raise BuildError(say("Cython reported an error ({error})", error=str(error))) from None
    if result.num_errors:
        raise BuildError(say("Cython reported an error"))
    return str(result.c_file)


def _fetched(name: str) -> Run | None:
    """The ``run`` of a module in the cache, None where it is not there; raises :class:`BuildError`."""
    if cache.fetch(CATEGORY, name) is None:
        return None
    return _load(cache.place_of(CATEGORY, name), name)


def _load(folder: str, name: str) -> Run:
    from importlib.machinery import ExtensionFileLoader, ModuleSpec
    from importlib.util import module_from_spec

    path, module_name = os.path.join(folder, LIBRARY), _module_name(name)
    spec = ModuleSpec(module_name, ExtensionFileLoader(module_name, path), origin=path)
    try:
        module = module_from_spec(spec)
        assert spec.loader is not None
        spec.loader.exec_module(module)
        run: Run = module.run
    except Exception as error:  # whatever a module that is not what it should be may raise
        raise BuildError(say("the compiled deck could not be loaded ({error})", error=str(error))) from None
    return run


def _module_name(name: str) -> str:
    return f"yisp_native_{name}"


def _runtime_folder() -> str:
    import yisp_runtime

    return os.path.dirname(os.path.abspath(yisp_runtime.__file__))


@functools.cache
def _interface() -> str:
    """What changes when what modules are compiled with does."""
    contents = []
    for folder, within, names in os.walk(_runtime_folder()):
        within.sort()
        for name in sorted(names):
            if name.endswith((".pxd", ".h")):
                with open(os.path.join(folder, name), "rb") as file:
                    contents.append(file.read())
    return cache.key_of(*contents)


def _flags(program: Program, entry: Entry = Entry.TRIALS) -> list[str]:
    plan, stages = program.plan, entry is Entry.STAGES
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
        "QUEUED(t,z)": "0" if stages else f"({plan['queues']}>>(z)&1)",  # an enumeration keeps no line
        "UNBROKEN(t,z)": f"({plan['unbroken']}>>(z)&1)",
        "UNDATED(t,z)": "0" if stages else f"({plan['undated']}>>(z)&1)",
        "TIDY(t)": plan["tidy"],
        "LIGHTS(t)": plan["lights"],
        "EXITS(t)": plan["exits"],
        "ENUMERATES(t)": int(stages),
        "RUNS_STAGES": int(stages),
        "PLAYS_WORLDS(t)": int(entry is Entry.WORLDS),
    }
    defines = [f"-DYISP_{name}={value}" for name, value in shape.items()]
    includes = [f"-I{_runtime_folder()}", f"-I{sysconfig.get_path('include')}"]
    if sys.platform == "darwin":
        includes += ["-undefined", "dynamic_lookup"]
    quick = ["-O1"] if len(program.cython_source) > LONG_SOURCE else []
    return [*defines, *includes, *quick]


@functools.cache
def _cython_stamp() -> str:
    """What changes when another Cython is installed; importing it for its version takes too long."""
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec("Cython", search_path.safe(sys.path))
    if spec is None or spec.origin is None:
        return ""
    status = os.stat(os.path.join(os.path.dirname(spec.origin), "Shadow.py"))  # holds the version
    return f"{spec.origin} {status.st_size} {status.st_mtime_ns}"


def main() -> None:
    """Build the program that comes as JSON on standard input; say what went wrong, if anything, likewise."""
    import traceback

    said, sys.stdout = sys.stdout, sys.stderr  # Cython may speak, too
    try:
        data, entry, anew = json.load(sys.stdin)
        lighten_cython()
        build_here(Program.from_data(data), Entry(entry), anew)
    except BuildError as error:
        json.dump([to_data(error.reason), error.details], said)
    except OSError as error:
        reason = say("the build could not write its files ({reason})", reason=system_reason(error))
        json.dump([to_data(reason), ""], said)
    except Exception as error:
        reason = say("an error of yisp's own ({name}), please report it", name=type(error).__name__)
        json.dump([to_data(reason), traceback.format_exc()], said)
    else:
        return
    sys.exit(1)


def lighten_cython() -> None:
    """Take from Cython what it makes each time it starts and no source of ours has: the letters of all other
    scripts, and exceptions with what they know of themselves.

    They cost 0.25 and 0.15 seconds (Cython 3.3).  For a process that builds and does nothing else, before it
    translates.
    """
    from Cython.Compiler import Lexicon, PyrexTypes

    for name, letters in (("start", "AZ__az"), ("continuation", "09")):
        setattr(Lexicon, f"unicode_{name}_ch_any", "")
        setattr(Lexicon, f"unicode_{name}_ch_range", letters)
    PyrexTypes.KNOWN_EXCEPTION_NAMES = frozenset({"BaseException", "Exception"})


def build_here(program: Program, entry: Entry = Entry.TRIALS, anew: bool = False) -> None:
    """Build the program's module into the cache; if not ``anew``, only where there is none that loads.

    Cython runs in this process and leaves much behind in it: this is for processes that do little else.
    Raises :class:`BuildError`.
    """
    from tempfile import TemporaryDirectory

    from .workshop import Lock

    source = program.cython_source
    if len(source) > LONGEST_SOURCE or max(map(len, source.split("\ncdef "))) > LONGEST_FUNCTION:
        raise BuildError(say("the deck is too large to be compiled"))
    with _writing_to_the_cache():
        cache.prepare()
    by = compiler.asked()
    name = _key(program, entry, by)
    with Lock(CATEGORY, name):
        if not anew and load_cached(program, entry) is not None:
            return  # somebody else was faster
        with TemporaryDirectory() as folder:
            c_file = translate(source, folder, _module_name(name))
            library = os.path.join(folder, LIBRARY)
            by.compile(c_file, library, _flags(program, entry))
            with open(library, "rb") as file:
                data = file.read()
        with _writing_to_the_cache():
            cache.keep(CATEGORY, name, {LIBRARY: data}, check=lambda folder: _load(folder, name))


@contextmanager
def _writing_to_the_cache() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = system_reason(error)
        raise BuildError(
            say(
                "the cache folder {folder} cannot be written to ({reason})",
                folder=cache.root(),
                reason=reason,
            )
        ) from None

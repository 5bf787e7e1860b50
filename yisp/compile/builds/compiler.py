"""The C compiler: which one there is, what it understands, and what it says.

What comes in: the environment, where ``CC`` names a compiler and ``CPPFLAGS``, ``CFLAGS`` and ``LDFLAGS``
are flags for it.  What goes out: a :class:`Compiler`, which makes a shared library of a C file.  A compiler
is asked once which of our flags it understands, since each knows some that others do not, and how it calls
itself; the answer is kept in the cache under its real path, size and time.  Whatever goes wrong is a
:class:`BuildError`.

Nothing is looked for in the current folder, which may be a stranger's: neither the compiler (relative entries
of ``PATH`` are passed over) nor, since it runs in a folder of its own, anything that it looks for itself.

(On the warm start's path, as far as finding what has been asked before.)
"""

from __future__ import annotations

import json
import os
import sysconfig

from ...messages import Message, say, system_reason
from . import cache

CATEGORY = "compilers"

NEEDED = ("-fPIC", "-shared", "-fwrapv", "-DNDEBUG")
"""Flags without which the module would not be what it should be: nothing that the user wants undoes them."""

LIKED = ("-O3", "-fno-tree-loop-distribute-patterns", "-fno-tree-slp-vectorize", "-fno-plt", "-w")
"""Flags that make it faster, unless the user's say otherwise.  With -O2 a build takes a tenth less, and
trials a sixth more.  Loops are as short as the deck is small: gcc may unroll them, but not make string
instructions of them, which take longer to begin than such a loop takes to end.  Neighbouring words of a
position are written one by one: what reads two of them at once waits until both have come to the cache."""

FEATURES = {"popcnt": "-mpopcnt", "bmi1": "-mbmi", "bmi2": "-mbmi2", "lzcnt": "-mlzcnt", "abm": "-mlzcnt"}
"""Processor features (as Linux names them) worth a flag."""

SECONDS, SECONDS_TO_ASK = 120, 30
"""How long the compiler may take for a deck, and for a function of one line."""

QUOTED = 160
"""The most characters of what a compiler said that are quoted in a sentence."""

EXAMPLE = "int yisp_example(int number) { return number + 1; }\n"


class BuildError(Exception):
    """There is no native module: a sentence why, and in ``details`` all that a tool said of it."""

    def __init__(self, reason: str, details: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.details = details


class Refused(BuildError):
    """The compiler did not make what it was told to."""


class Compiler:
    """A C compiler that is there: its command, and the flags that the user wants for it.

    ``version`` and ``flags``, those of ours that it understands, are known only of one that was asked.
    """

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.before = [*_flags_of("CPPFLAGS"), *_flags_of("CFLAGS")]
        self.after = _flags_of("LDFLAGS")
        self.version = ""
        self.flags: list[str] = []

    def identity(self) -> list[str]:
        """Everything that decides what it makes of a source, but for what it says when asked."""
        real = os.path.realpath(self.words[0])
        status = os.stat(real)
        file = [real, str(status.st_size), str(status.st_mtime_ns)]
        return [json.dumps([self.words, file, self.before, self.after, NEEDED, _wanted()])]

    def stamp(self) -> list[str]:
        """The same with that."""
        return [*self.identity(), self.version, *self.flags]

    def compile(self, c_file: str, library: str, flags: list[str]) -> None:
        """Make a shared library; both files are in one folder, where the compiler runs."""
        self._compile(c_file, library, [*self.flags, *flags], SECONDS)

    def _compile(self, c_file: str, library: str, flags: list[str], seconds: float) -> None:
        folder, name = os.path.split(c_file)
        command = [
            *self.words, *flags, *self.before, *NEEDED, name, "-o", os.path.basename(library), *self.after
        ]  # fmt: skip
        code, said = _run(command, folder, seconds)
        if code:
            raise Refused(_summary(code, said), _transcript(command, said))
        if not os.path.isfile(library):
            raise Refused(
                say("the C compiler reported no error, but made nothing"), _transcript(command, said)
            )

    def ask(self, folder: str) -> None:
        """Find out how it calls itself and which of our flags it understands; raises :class:`BuildError`."""
        code, said = _run([*self.words, "--version"], folder, SECONDS_TO_ASK)
        self.version = said.partition("\n")[0] if code == 0 else ""
        source = os.path.join(folder, "example.c")
        with open(source, "w", encoding="ascii") as file:
            file.write(EXAMPLE)
        wanted = _wanted()
        if self._understands(source, wanted):
            self.flags = wanted
        else:
            self._compile(source, f"{source}.so", [], SECONDS_TO_ASK)  # says what is wrong with the rest
            self.flags = [flag for flag in wanted if self._understands(source, [flag])]

    def _understands(self, source: str, flags: list[str]) -> bool:
        try:
            self._compile(source, f"{source}.so", flags, SECONDS_TO_ASK)
        except Refused:
            return False
        return True


def find() -> Compiler:
    """The compiler, not asked yet; raises :class:`BuildError` when there is none."""
    chosen = os.environ.get("CC", "")
    if chosen.strip():
        words = _split("CC", chosen)
        program = _located(words[0])
        if program is None:
            raise BuildError(
                say("there is no C compiler {program}, which CC asks for", program=_shown(words[0]))
            )
        return Compiler([program, *words[1:]])
    for command in (sysconfig.get_config_var("CC") or "cc", "cc", "gcc", "clang"):
        first, *others = command.split()
        program = _located(first)
        if program is not None:
            return Compiler([program, *others])
    raise BuildError(say("no C compiler was found"))


def known() -> Compiler | None:
    """The compiler, if it has been asked before; starts no process."""
    try:
        compiler = find()
        kept = cache.fetch(CATEGORY, cache.key_of(*compiler.identity()))
    except (BuildError, OSError):
        return None
    if kept is None:
        return None
    try:
        compiler.version, compiler.flags = json.loads(kept["compiler.json"])
    except (KeyError, TypeError, ValueError):
        return None  # treated as absent
    return compiler


def asked() -> Compiler:
    """The compiler, asked now if it was not before; raises :class:`BuildError`."""
    from tempfile import TemporaryDirectory

    from .workshop import Lock

    compiler = find()
    key = cache.key_of(*compiler.identity())
    with Lock(CATEGORY, key):
        before = known()
        if before is not None:
            return before
        with TemporaryDirectory() as folder:
            compiler.ask(folder)
        cache.store(CATEGORY, key, {"compiler.json": json.dumps([compiler.version, compiler.flags]).encode()})
    return compiler


def _located(program: str) -> str | None:
    """The file of a command; never one of the current folder, unless it is named by its path."""
    folders = [""] if os.sep in program else filter(os.path.isabs, os.get_exec_path())
    for path in (os.path.abspath(os.path.join(folder, program)) for folder in folders):
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None


def _split(variable: str, text: str) -> list[str]:
    import shlex

    try:
        return shlex.split(text)
    except ValueError as error:
        raise BuildError(
            say(
                "{variable} is {text}, which is not a command line: {reason}",
                variable=variable,
                text=_shown(text),
                reason=str(error),
            )
        ) from None


def _flags_of(variable: str) -> list[str]:
    text = os.environ.get(variable, "")
    return _split(variable, text) if text.strip() else []


def _wanted() -> list[str]:
    """The flags that are left out where a compiler does not know them."""
    return [*LIKED, *processor_flags()]


def processor_flags() -> list[str]:
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


def _run(command: list[str], folder: str, seconds: float) -> tuple[int, str]:
    from ... import children

    try:
        return children.run(command, folder, seconds)
    except TimeoutError:
        raise BuildError(say("the C compiler took more than {seconds} seconds", seconds=seconds)) from None
    except OSError as error:
        raise BuildError(
            say("the C compiler could not be started ({reason})", reason=system_reason(error))
        ) from None


def _summary(code: int, said: str) -> Message:
    """What a compiler's end says: its first error, where it has one."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    for line in [*(line for line in lines if "error" in line.lower()), *lines]:
        return say("the C compiler reported: {error}", error=_shown(line))
    if code < 0:
        return say("the C compiler was ended by signal {signal}", signal=-code)
    return say("the C compiler failed with exit code {code} and said nothing", code=code)


def _transcript(command: list[str], said: str) -> str:
    import shlex

    return f"{shlex.join(command)}\n{said.rstrip()}" if said.strip() else ""


def _shown(text: str) -> str:
    from ...lang.rendering import visible

    return visible(text if len(text) <= QUOTED else text[: QUOTED - 3] + "...")

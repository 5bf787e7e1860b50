"""Child processes of ours: how they are started, and what they may import.

What comes in: the name of a module of this package that has a function ``main``.  What goes out: a process
of the interpreter that runs us, in which that function is called.  A child

* runs the very files of ``yisp`` and ``yisp_runtime`` that its parent runs, wherever those were found;
* finds everything else where its parent does, but never in the current folder, which is a stranger's as
  much as the deck in it: not by ``-c`` or ``-m``, not by an empty entry of ``PYTHONPATH``, not by
  ``multiprocessing``, which would also run the parent's own script once more;
* has no current folder but ``/``, so that nothing it starts (a compiler, say) looks there either;
* is the first of a process group of its own, with all that it starts, and has a folder of its own for
  temporary files (also those of a compiler).

**Nothing outlives us.**  A child holds one end of a pipe, its *lifeline*, and we the other, which nobody
inherits: however we end, SIGKILL included, the system closes it.  The child then ends what it started, and
removes its folder, as it does when it has done its work: the parent may go in that very moment.  Where the
child is killed, :meth:`Child.close` does the same for it.  Where both are killed at once, the next start of a
child removes the folder: it is locked while one of them lives.

All this needs process groups and pipes that a child inherits.  Windows has neither: there no child can be
started, so nothing is built and one process counts.

Nothing else in this package starts a process.  This file is also what the child begins with: it is
run as a script, and imports nothing of the package before it knows where that is.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import stat
import sys
import tempfile
from errno import ENOSYS
from subprocess import Popen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

PACKAGES = "yisp", "yisp_runtime"

MOST_SAID = 2**20
"""The most bytes that are read of what a tool said."""

FOLDER = "yisp-child-"
"""How the name of a child's folder begins."""

LOCK = "lock"


class Child(Popen[bytes]):
    """A process that :func:`start` started.  ``close`` it, whatever became of it."""

    def __init__(self, module: str, environment: Mapping[str, str], streams: Mapping[str, Any]) -> None:
        from .system import HAS_PROCESSES

        if not HAS_PROCESSES:
            raise OSError(ENOSYS, "this system has no process groups")
        remove_forsaken()
        variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self._folder = tempfile.mkdtemp(prefix=FOLDER)
        self._lifeline: int | None
        ends: list[int] = []
        try:
            ends += os.pipe()
            ends.append(_locked(self._folder, os.O_CREAT | os.O_EXCL))
            heard, self._lifeline, lock = ends
            super().__init__(
                [*command(module), str(heard), self._folder],
                cwd="/",
                env={**variables, **environment, "TMPDIR": self._folder},
                start_new_session=True,
                pass_fds=(heard, lock),
                **streams,
            )
        except BaseException:
            for end in ends:
                os.close(end)
            _remove(self._folder)
            raise
        os.close(heard)
        os.close(lock)

    def close(self) -> None:
        """End the process and all that it started, and remove its folder; it may have ended by itself."""
        if self._lifeline is None:
            return
        if self.returncode is None or self.returncode < 0:  # else it has cleared away what it started
            with contextlib.suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
        os.close(self._lifeline)
        self._lifeline = None
        self.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream is not None:
                with contextlib.suppress(OSError):  # what was not written has nobody to read it
                    stream.close()
        _remove(self._folder)


def start(module: str, *, environment: Mapping[str, str] | None = None, **streams: Any) -> Child:
    """Start a process that calls ``main`` of a module of ours.

    ``environment`` is added to ours; ``streams`` goes to :class:`subprocess.Popen`.  Raises OSError when no
    process can be started.
    """
    return Child(module, environment or {}, streams)


def remove_forsaken() -> None:
    """Remove the folders of children that were killed together with their parents.

    Only what has the lock of such a folder is touched, and only while nobody holds it.
    """
    parent = tempfile.gettempdir()
    try:
        names = os.listdir(parent)
    except OSError:
        return  # files can be made there, and nobody may look around
    for name in names:
        folder = os.path.join(parent, name)
        if not name.startswith(FOLDER):
            continue
        with contextlib.suppress(OSError):
            status = os.lstat(folder)
            if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
                continue
            os.close(_locked(folder, 0))
            _remove(folder)


def _locked(folder: str, making: int) -> int:
    """The folder's lock, taken: a descriptor.  Raises BlockingIOError where somebody else has it."""
    from .system import lock as hold

    lock = os.open(os.path.join(folder, LOCK), os.O_RDWR | os.O_NOFOLLOW | making, 0o600)
    try:
        hold(lock)
    except OSError:
        os.close(lock)
        raise
    return lock


def _remove(folder: str) -> None:
    import shutil

    shutil.rmtree(folder, ignore_errors=True)


def run(words: Sequence[str], folder: str, seconds: float) -> tuple[int, str]:
    """Run a tool in a folder of its own, from a child; its exit code, and what it said, in English.

    It reads nothing and keeps its temporary files in that folder.  Raises TimeoutError when it takes longer
    than that (what it has started itself ends with this child), OSError when it cannot be started.
    """
    from subprocess import DEVNULL, STDOUT, TimeoutExpired

    environment = {**os.environ, "LC_ALL": "C", "TMPDIR": folder}
    with tempfile.TemporaryFile(dir=folder) as said:  # and no pipe, which others may hold open
        tool = Popen(words, cwd=folder, env=environment, stdin=DEVNULL, stdout=said, stderr=STDOUT)
        try:
            code = tool.wait(seconds)
        except TimeoutExpired:
            raise TimeoutError from None
        finally:
            tool.kill()  # nothing, if it has ended
            tool.wait()
        said.seek(0)
        return code, said.read(MOST_SAID).decode(errors="replace")


def command(module: str) -> list[str]:
    """The command line that :func:`start` runs, but for the lifeline and the folder."""
    from importlib import import_module

    from yisp.search_path import safe

    homes = {name: os.path.abspath(import_module(name).__path__[0]) for name in PACKAGES}
    given = {"-E": sys.flags.ignore_environment, "-s": sys.flags.no_user_site}
    flags = ["-P", *(flag for flag, wanted in given.items() if wanted)]
    return [
        sys.executable, *flags, os.path.abspath(__file__), module, json.dumps([homes, safe(sys.path)])
    ]  # fmt: skip


def _main(module: str, given: str, lifeline: str, folder: str) -> None:
    """What a child does first."""
    import gc
    import threading

    gc.set_threshold(100_000)  # as in ``cli/entry.py``
    # What it starts does not inherit this handler, and ends.
    signal.signal(signal.SIGHUP, lambda *_: None)
    ending = threading.Lock()
    threading.Thread(target=_watch, args=(int(lifeline), folder, ending), daemon=True).start()
    try:
        _call(module, given)
    finally:
        ending.acquire()  # waits for ever where the other thread is ending us
        _clear(folder)  # what is still there: a tool that took too long


def _watch(lifeline: int, folder: str, ending: Any) -> None:
    """Wait until the parent is gone; then end everything."""
    os.read(lifeline, 1)
    with ending:
        _clear(folder)
        os.killpg(0, signal.SIGKILL)


def _clear(folder: str) -> None:
    """End what this process started, and remove its files."""
    os.killpg(0, signal.SIGHUP)
    for _ in range(3):  # what is ending may still make one
        _remove(folder)


def _call(module: str, given: str) -> None:
    homes, path = json.loads(given)
    sys.path[:] = path + [entry for entry in sys.path if entry not in path]
    from importlib import import_module
    from importlib.util import module_from_spec, spec_from_file_location

    for name, home in homes.items():
        spec = spec_from_file_location(
            name, os.path.join(home, "__init__.py"), submodule_search_locations=[home]
        )
        assert spec is not None and spec.loader is not None
        sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    import_module(module).main()


if __name__ == "__main__":
    _main(*sys.argv[1:])

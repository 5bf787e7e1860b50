"""Child processes of ours: how they are started, and what they may import.

What comes in: the name of a module of this package that has a function ``main``.  What goes out: a process
of the interpreter that runs us, in which that function is called.  A child

* runs the very files of ``yisp`` and ``yisp_runtime`` that its parent runs, wherever those were found;
* finds everything else where its parent does, but never in the current folder, which is a stranger's as
  much as the deck in it: not by ``-c`` or ``-m``, not by an empty entry of ``PYTHONPATH``, not by
  ``multiprocessing``, which would also run the parent's own script once more;
* has no current folder but ``/``, so that nothing it starts (a compiler, say) looks there either.

Nothing else in this package starts a process of Python.  This file is also what the child begins with: it is
run as a script, and imports nothing of the package before it knows where that is.
"""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from subprocess import Popen
    from typing import Any

PACKAGES = "yisp", "yisp_runtime"


def start(module: str, *, environment: Mapping[str, str] | None = None, **streams: Any) -> Popen[bytes]:
    """Start a process that calls ``main`` of a module of ours.

    ``environment`` is added to ours; ``streams`` goes to :class:`subprocess.Popen`.  Raises OSError when no
    process can be started.
    """
    from subprocess import Popen

    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return Popen(command(module), cwd="/", env={**variables, **(environment or {})}, **streams)


def command(module: str) -> list[str]:
    """The command line that :func:`start` runs."""
    from importlib import import_module

    homes = {name: os.path.abspath(import_module(name).__path__[0]) for name in PACKAGES}
    flags = ["-P", "-E"] if sys.flags.ignore_environment else ["-P"]
    return [
        sys.executable, *flags, os.path.abspath(__file__), module, json.dumps([homes, safe_path(sys.path)])
    ]  # fmt: skip


def safe_path(entries: list[str]) -> list[str]:
    """The entries of ``sys.path`` that do not name the current folder, or something relative to it.

    The folders of the interpreter itself stay, even where somebody is in one of them.
    """
    import sysconfig

    trusted = {os.path.realpath(folder) for folder in sysconfig.get_paths().values()}
    here = os.stat(os.curdir)
    safe = []
    for entry in filter(os.path.isabs, entries):
        try:
            if os.path.samestat(os.stat(entry), here) and os.path.realpath(entry) not in trusted:
                continue
        except OSError:
            continue  # there is nothing to be found
        safe.append(entry)
    return safe


def _main(module: str, given: str) -> None:
    """What a child does first."""
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

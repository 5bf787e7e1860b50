"""A pytest plugin that runs the collected tests once for each of many mutants, each time in a child process.

Loaded with ``-p tests.mutants.forker``, ``--switches N,M…`` (numbers of ``switches``), ``--seconds S`` (CPU,
a child) and ``--outcomes FD``, to which a line goes for each: the number, a blank, and the name of the test
that failed, ``-`` and the signal that ended the child, or nothing.  What costs most is done once, before the
fork: starting, collecting, and compiling the decks that tests share.  What of the runtime runs for that is
without a mutant; a child looks again which one is in force.
"""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
from pathlib import Path

import pytest

BUILT = ("native", "compilers", "locks", "CACHEDIR.TAG")
"""What of a cache is shared by runs of other mutants: it takes long, and is the same for all."""


def forget_answers(cache: Path) -> None:
    """Leave nothing in a tests' cache of what was found out: it would be told to the next mutant, who might
    be wrong about it, or was found by one that was."""
    for kept in (cache / "yisp").glob("*"):
        if kept.name not in BUILT:
            shutil.rmtree(kept, ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--switches", required=True)
    parser.addoption("--seconds", type=int, required=True)
    parser.addoption("--outcomes", type=int, required=True)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    for module in {item.getparent(pytest.Module): None for item in session.items}:
        program = getattr(getattr(module, "obj", None), "program", None)
        if program is not None and hasattr(program, "cache_info"):  # a deck of all the module's tests
            with contextlib.suppress(TypeError):  # or of some of them
                program()
    outcomes = session.config.getoption("--outcomes")
    for number in session.config.getoption("--switches").split(","):
        child = os.fork()
        if not child:
            seconds = session.config.getoption("--seconds")
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            os.environ["YISP_MUTANT"] = number
            forget_answers(Path(os.environ["YISP_TESTS_CACHE"]))
            os.write(outcomes, f"{number} {_first_failure(session)}\n".encode())
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            os.write(outcomes, f"{number} -{os.WTERMSIG(status)}\n".encode())
    return True


def _first_failure(session: pytest.Session) -> str:
    for item, following in zip(session.items, [*session.items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return item.nodeid.replace("\n", " ")
    return ""

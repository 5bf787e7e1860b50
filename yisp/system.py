"""What systems differ in: locks, processes of our own, memory; and what is lost where one lacks it.

What comes in: what somebody wants of the system.  What goes out: that, or OSError where it has no such thing;
callers then do without, and say what that means.

* **Locks** on open files (``flock``).  Windows and browsers have none: there nothing is kept on the disk (see
  ``cache_folder``), and a journal may be written twice.  Lock-file libraries open a file of their own by its
  name, follow links while they do, and leave it lying; ours are held on what was opened and checked before,
  also on folders, and are handed on to children.
* **Processes of our own**, in groups that end together.  Windows and browsers have none: nothing is built,
  one process counts, and there is no server of pages.
* **Bounds** of memory (``RLIMIT_AS``), and what a process takes (``/proc``).

(On the warm start's path.)
"""

from __future__ import annotations

import os
import sys
from errno import ENOLCK

IN_BROWSER = sys.platform == "emscripten"

HAS_PROCESSES = hasattr(os, "killpg") and not IN_BROWSER
"""Whether processes can be started that end with us."""


def lock(descriptor: int, *, wait: bool = False) -> None:
    """Hold what is open there, until it is closed or the process ends.

    Raises BlockingIOError where somebody else does, unless it is to ``wait``; another OSError where there are
    no locks.
    """
    try:
        import fcntl
    except ImportError:
        raise OSError(ENOLCK, "this system has no locks") from None
    fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)


def bound_memory(more: int) -> None:
    """Let this process, and those that it starts, take so many bytes more than it has by now, and leave no
    image of itself when it dies.  Systems differ in what they bound; where one bounds nothing, nothing is
    done."""
    try:
        import resource
    except ImportError:
        return
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            size = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        size = 2**30
    for limit, most in ((resource.RLIMIT_AS, size + more), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(limit)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(limit, (bound, bound))
        except (OSError, ValueError):
            continue


def resident(process: int | None = None) -> int:
    """Bytes of memory in use by a process (this one) and all that came of it; where that cannot be known, the
    most that this one ever had, or 0."""
    try:
        return sum(map(_resident, family(process or os.getpid())))
    except OSError:
        pass
    try:
        import resource
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def family(process: int) -> list[int]:
    """A process and those that it started, and so on; raises OSError where the system does not say."""
    found = [process]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children", encoding="ascii") as file:
                    found += map(int, file.read().split())
        except (FileNotFoundError, ProcessLookupError):
            if one == process:
                raise
    return found


def _resident(process: int) -> int:
    try:
        with open(f"/proc/{process}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (FileNotFoundError, ProcessLookupError):
        return 0

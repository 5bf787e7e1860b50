"""Where modules may be looked for: where Python looks, but never in the current folder.

The current folder is a stranger's as much as the deck in it.  ``yispc`` does not look there; a prompt, ``-c``
or ``-m``, or an empty entry of ``PYTHONPATH`` does, and what we start or find from such a program should not.

(On the warm start's path.)
"""

from __future__ import annotations

import os
import sysconfig


def safe(entries: list[str]) -> list[str]:
    """The entries of ``sys.path`` that do not name the current folder, or something relative to it.

    The folders of the interpreter itself stay, even where somebody is in one of them.
    """
    here = os.stat(os.curdir)
    found = []
    for entry in filter(os.path.isabs, entries):
        try:
            if os.path.samestat(os.stat(entry), here) and not _belongs_to_the_interpreter(entry):
                continue
        except OSError:
            continue  # there is nothing to be found
        found.append(entry)
    return found


def _belongs_to_the_interpreter(folder: str) -> bool:
    return os.path.realpath(folder) in map(os.path.realpath, sysconfig.get_paths().values())

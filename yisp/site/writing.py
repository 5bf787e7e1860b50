"""Writing the folder of a page without a server.

What comes in: a place, and files by their paths.  What goes out: that folder with exactly these files, or a
sentence.  Only a folder that is new, empty or written by us is written to; of the latter, only files that we
wrote are removed (they are listed in it).  Whatever else lies there stays.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping

from ..messages import say, system_reason
from ..report.files.files import CannotWrite
from ..report.files.files import write as write_file

LIST = "site.json"
"""What we wrote: the paths, in the folder itself."""

MOST_LISTED = 2**20


def write(place: str, files: Mapping[str, bytes]) -> None:
    """Write the folder.  Raises :class:`~yisp.report.files.files.CannotWrite`."""
    try:
        before = _listed(place)
        list_ = json.dumps(sorted(files), indent=1).encode() + b"\n"
        for path in sorted({os.path.dirname(path) for path in files}):
            os.makedirs(os.path.join(place, path), exist_ok=True)
        # The page comes last: until then the one before it has all that it names.
        for path in sorted(files, key=lambda path: ("/" not in path, path == "index.html", path)):
            write_file(os.path.join(place, path), files[path])
        write_file(os.path.join(place, LIST), list_)
        for path in before - files.keys():
            old = os.path.join(place, *path.split("/"))
            if os.path.isfile(old) and not os.path.islink(old):
                os.remove(old)
    except OSError as error:
        raise CannotWrite(system_reason(error)) from None


def _listed(place: str) -> set[str]:
    """What we wrote there before; raises :class:`CannotWrite` for a folder with anything else in it."""
    if not os.path.lexists(place) or (os.path.isdir(place) and not os.listdir(place)):
        return set()
    try:
        with open(os.path.join(place, LIST), "rb") as file:
            found = json.loads(file.read(MOST_LISTED))
        if isinstance(found, list) and all(isinstance(path, str) and _ours(path) for path in found):
            return set(found)
    except (OSError, ValueError, RecursionError):
        pass
    raise CannotWrite(say("there is something else in it; name a new folder"))


def _ours(path: str) -> bool:
    """Whether it is of the kind that we write: in the folder, or right below in `assets`."""
    parts = path.split("/")
    plain = all(part not in ("", ".", "..") and os.path.basename(part) == part for part in parts)
    return plain and (len(parts) == 1 or (len(parts) == 2 and parts[0] == "assets"))

"""The cache of compiled decks: what it keeps is code, so it is trusted only after checking.

An entry is a folder ``<root>/<category>/<key>`` with some files and ``manifest.json``, which records
their digests.  It is written in a private folder beside its place and moved there in one rename,
so whoever is killed leaves nothing that could be loaded.  Before anything of an entry is used,
every level from the root down must be a real folder or file (no link), belong to this user and be
writable by nobody else, and the contents must be what the manifest says; an entry of which any of
this is not true is treated as absent, and is made anew.  Which folder that is, and what in it is
ours, is said in ``cache_folder``.

(On the warm start's path: no pathlib, no dataclasses.)
"""

from __future__ import annotations

import functools
import json
import os
import stat
from contextlib import suppress
from hashlib import sha256
from itertools import count

from . import cache_folder
from .cache_folder import CATEGORIES, MANIFEST
from .cache_folder import prepare as prepare
from .cache_folder import root as root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 256 * 2**20
"""How many bytes the cache may hold; the entries used longest ago go first."""

BETWEEN = 50
"""Entries that a process makes between two looks at the size of the whole cache, which take the longer the
more is in it: a sweep makes thousands."""

_made = count()

CODE = (".py", ".lark", ".so", ".pxd", ".h")
"""How the names of files end that code is in."""


def key_of(*parts: str | bytes) -> str:
    """The key of an entry that depends on these parts and on nothing else."""
    digest = sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()[:40]


def code_of(*rooms: str) -> str:
    """What changes when the code of these rooms does: the names, sizes and times of their files.

    A room is a folder of this package, or "runtime", the compiled one.  It belongs into the key of whatever
    that code works out, so that nobody gets from the cache what another state of the code has made.
    """
    return "\n".join(map(_code_of_room, rooms))


@functools.cache
def _code_of_room(room: str) -> str:
    if room == "runtime":
        import yisp_runtime

        folder = os.path.dirname(os.path.abspath(yisp_runtime.__file__))
    else:
        folder = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", room))
    stamps = []
    folders = [(room, folder)]
    for name, folder in folders:
        with os.scandir(folder) as found:
            for entry in found:
                if entry.name.endswith(CODE):
                    status = entry.stat()
                    stamps.append(f"{name}/{entry.name} {status.st_size} {status.st_mtime_ns}")
                elif entry.is_dir() and entry.name != "__pycache__":
                    folders.append((f"{name}/{entry.name}", entry.path))
    return "\n".join(sorted(stamps))


def place_of(category: str, key: str) -> str:
    """The folder of an entry, whether it is there or not."""
    assert category in CATEGORIES and cache_folder.is_key(key), f"{category}/{key}"
    return os.path.join(root(), category, key)


def fetch(category: str, key: str) -> dict[str, bytes] | None:
    """The files of an entry, or None when there is none that may be trusted."""
    folder = place_of(category, key)
    try:
        cache_folder.check_root()
        for level in (os.path.dirname(folder), folder):
            cache_folder.check(level, stat.S_ISDIR)
        manifest = json.loads(cache_folder.read(os.path.join(folder, MANIFEST)))
        files = {}
        for name, digest in manifest.items():
            if name != os.path.basename(name):
                return None
            files[name] = cache_folder.read(os.path.join(folder, name))
            if sha256(files[name]).hexdigest() != digest:
                return None
        os.utime(folder)
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return None
    return files


def store(category: str, key: str, files: dict[str, bytes]) -> str | None:
    """Make an entry; its folder, or None when the cache cannot be written to."""
    try:
        return keep(category, key, files)
    except OSError:
        return None


def keep(
    category: str, key: str, files: dict[str, bytes], check: Callable[[str], object] | None = None
) -> str:
    """Make an entry; its folder.  Raises OSError when the cache cannot be written to.

    ``check`` is given the folder of the files before it is in its place, and may raise what it likes.
    """
    from .workshop import Workshop, sweep

    folder = place_of(category, key)
    old = None
    try:
        with Workshop(category) as private:
            manifest = {name: sha256(data).hexdigest() for name, data in files.items()}
            for name, data in {**files, MANIFEST: json.dumps(manifest).encode()}.items():
                cache_folder.write(os.path.join(private, name), data)
            if check is not None:
                check(private)
            if os.path.lexists(folder):
                old = cache_folder.put_aside(folder)
            os.rename(private, folder)
    except OSError:
        if fetch(category, key) is None:  # else somebody else was faster
            raise
    finally:
        if old is not None:
            cache_folder.remove(old)
    if next(_made) % BETWEEN == 0:
        prune()
    else:
        with suppress(OSError):
            sweep()
    return folder


def entries() -> list[tuple[str, str, int, float]]:
    """Every entry: its category, key, size in bytes, and when it was last used (seconds, epoch)."""
    found = []
    for category in CATEGORIES if cache_folder.exists() else ():
        for key in filter(cache_folder.is_key, cache_folder.names(category)):
            folder = os.path.join(root(), category, key)
            try:
                if not (stat.S_ISDIR(os.lstat(folder).st_mode) and MANIFEST in os.listdir(folder)):
                    continue  # not ours
                size = sum(os.lstat(os.path.join(folder, name)).st_size for name in os.listdir(folder))
                found.append((category, key, size, os.lstat(folder).st_mtime))
            except OSError:
                continue
    return found


def prune(largest: int = LARGEST) -> None:
    """Remove the entries used longest ago until the rest takes at most ``largest`` bytes.

    What processes that are no more have left half made goes as well.
    """
    from .workshop import sweep

    if not cache_folder.exists():
        return
    with suppress(OSError):
        cache_folder.prepare()
        sweep()
        found = sorted(entries(), key=lambda entry: entry[3])
        total = sum(size for _, _, size, _ in found)
        for category, key, size, _ in found:
            if total <= largest:
                return
            with suppress(FileNotFoundError):  # somebody else was faster
                cache_folder.remove(cache_folder.put_aside(os.path.join(root(), category, key)))
            total -= size

"""The cache of compiled decks: what it keeps is code, so it is trusted only after checking.

An entry is a folder ``<root>/<sort>/<key>`` with some files and ``manifest.json``, which records
their digests.  It is written in a private folder beside its place and moved there in one rename,
so whoever is killed leaves nothing that could be loaded.  Before anything of an entry is used,
every level from the root down must be a real folder or file (no link), belong to this user and be
writable by nobody else, and the contents must be what the manifest says; an entry of which any of
this is not true is as good as absent, and is made anew.

(On the warm start's path: no pathlib, no dataclasses.)
"""

from __future__ import annotations

import functools
import json
import os
import stat
from hashlib import sha256

MANIFEST = "manifest.json"

LARGEST = 256 * 2**20
"""How many bytes the cache may hold; the entries used longest ago go first."""

CODE = (".py", ".lark", ".so", ".pxd", ".h")
"""How the names of files end that code is in."""


def root() -> str:
    """The cache's folder: ``YISP_CACHE_DIR``, else the user's cache folder."""
    chosen = os.environ.get("YISP_CACHE_DIR")
    if chosen:
        return os.path.abspath(chosen)
    import platformdirs

    return platformdirs.user_cache_dir("yisp", appauthor=False)


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
        folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), room)
    stamps = []
    with os.scandir(folder) as found:
        for entry in found:
            if entry.name.endswith(CODE):
                status = entry.stat()
                stamps.append(f"{room}/{entry.name} {status.st_size} {status.st_mtime_ns}")
    return "\n".join(sorted(stamps))


def place_of(sort: str, key: str) -> str:
    """The folder of an entry, whether it is there or not."""
    return os.path.join(root(), sort, key)


def fetch(sort: str, key: str) -> dict[str, bytes] | None:
    """The files of an entry, or None when there is none that may be trusted."""
    folder = place_of(sort, key)
    try:
        for level in (root(), os.path.dirname(folder), folder):
            _check(level, stat.S_ISDIR)
        manifest = json.loads(_read(os.path.join(folder, MANIFEST)))
        files = {}
        for name, digest in manifest.items():
            if name != os.path.basename(name):
                return None
            files[name] = _read(os.path.join(folder, name))
            if sha256(files[name]).hexdigest() != digest:
                return None
        os.utime(folder)
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return None
    return files


def store(sort: str, key: str, files: dict[str, bytes]) -> str | None:
    """Make an entry; its folder, or None when the cache cannot be written to."""
    folder = place_of(sort, key)
    above = os.path.dirname(folder)
    try:
        os.makedirs(above, mode=0o700, exist_ok=True)
        for level in (root(), above):
            os.chmod(level, 0o700)
            _check(level, stat.S_ISDIR)
        private = os.path.join(above, f".{key[:8]}-{os.getpid()}-{os.urandom(4).hex()}")
        os.mkdir(private, 0o700)
    except OSError:
        return None
    try:
        manifest = {name: sha256(data).hexdigest() for name, data in files.items()}
        for name, data in {**files, MANIFEST: json.dumps(manifest).encode()}.items():
            _write(os.path.join(private, name), data)
        if os.path.lexists(folder):
            os.rename(folder, private + "-old")
        os.rename(private, folder)
    except OSError:
        _remove(private)
        return folder if fetch(sort, key) is not None else None  # somebody else was faster
    finally:
        _remove(private + "-old")
    prune()
    return folder


def entries() -> list[tuple[str, str, int, float]]:
    """Every entry: its sort, key, size in bytes, and when it was last used (seconds, epoch)."""
    found = []
    for sort in _names(root()):
        for key in _names(os.path.join(root(), sort)):
            folder = os.path.join(root(), sort, key)
            try:
                size = sum(os.lstat(os.path.join(folder, name)).st_size for name in os.listdir(folder))
                found.append((sort, key, size, os.lstat(folder).st_mtime))
            except OSError:
                continue
    return found


def prune(largest: int = LARGEST) -> None:
    """Remove the entries used longest ago until the rest takes at most ``largest`` bytes."""
    found = sorted(entries(), key=lambda entry: entry[3])
    total = sum(size for _, _, size, _ in found)
    for sort, key, size, _ in found:
        if total <= largest:
            return
        _remove(os.path.join(root(), sort, key))
        total -= size


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _check(path: str, sort: object) -> os.stat_result:
    """Raise OSError unless the path is what it should be and nobody else could have changed it."""
    status = os.lstat(path)
    assert callable(sort)
    if not sort(status.st_mode):
        raise OSError(f"{path} is a link, or not what it should be")
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        raise OSError(f"{path} belongs to somebody else")
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise OSError(f"{path} can be written to by others")
    return status


def _read(path: str) -> bytes:
    _check(path, stat.S_ISREG)
    with open(path, "rb") as file:
        return file.read()


def _write(path: str, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def _remove(folder: str) -> None:
    if os.path.lexists(folder):
        import shutil

        shutil.rmtree(folder, ignore_errors=True)

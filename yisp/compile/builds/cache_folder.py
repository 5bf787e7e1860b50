"""The folder of the cache: where it is, and what in it is ours.

The cache is a folder ``yisp`` of its own, in ``YISP_CACHE_DIR`` or in the user's cache folder.  It is made
with a tag in it (``CACHEDIR.TAG``, which backup programs know), and a folder without our tag is not ours: it
is neither read nor changed.  The one exception is a cache of version 0.1, which had no tag: in the user's own
cache folder it is taken over, if nothing is in it but what yisp makes.  Inside, only what has our names is
touched:

    CACHEDIR.TAG
    <category>/<key>/          an entry, see ``cache``; a key is forty hexadecimal digits
    <category>/.new-<digits>/  what a process is making, see ``workshop``
    <category>/.old-<digits>/  what a process is removing
    locks/<category>-<key>     held by the process that makes that entry, see ``workshop``

Windows does not tell whose a file is and who may change it, so nothing there would be trusted, and nothing is
kept.

Not handled: what an entry consists of, and which entries there should be.

(On the warm start's path: no pathlib, no dataclasses.)
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress

from ...messages import say

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CATEGORIES = ("programs", "native", "compilers", "strata", "over-budget", "answers", "effort")
"""What there are entries of."""

MANIFEST = "manifest.json"

LOCKS = "locks"

TAG_FILE = "CACHEDIR.TAG"

TAG = b"""\
Signature: 8a477f597d28d172789f06886806bc55
# This folder was made by yisp, a compiler of card effects, and everything in it can be made again.
# `yispc cache` shows what it holds, `yispc cache --clear` removes it.
# For cache directory tags see https://bford.info/cachedir/
"""
"""What makes a folder ours."""

_HEXADECIMAL = frozenset("0123456789abcdef")


def root() -> str:
    """The cache's folder, whether it is there or not."""
    chosen = os.environ.get("YISP_CACHE_DIR")
    return os.path.join(os.path.abspath(chosen), "yisp") if chosen else _usual()


def _usual() -> str:
    import platformdirs

    return os.path.abspath(platformdirs.user_cache_dir("yisp", appauthor=False))


def read(path: str) -> bytes:
    """The content of a file that nobody else can have changed; raises OSError."""
    check(path, stat.S_ISREG)
    with open(path, "rb") as file:
        return file.read()


def write(path: str, data: bytes) -> None:
    """Make a file; raises OSError where there is anything of that name."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)


def check(path: str, kind: Callable[[int], bool]) -> None:
    """Raise OSError unless the path is of that kind and nobody else could have changed it."""
    status = os.lstat(path)
    if not kind(status.st_mode):
        raise OSError(say("{path} is a link, or not what it should be", path=path))
    if not hasattr(os, "getuid"):
        raise OSError(say("nobody can say here to whom {path} belongs", path=path))
    if status.st_uid != os.getuid():
        raise OSError(say("{path} belongs to somebody else", path=path))
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise OSError(say("{path} can be written to by others", path=path))


def check_root() -> None:
    """Raise OSError unless the cache's folder is there, ours, and nobody else could have changed it."""
    check(root(), stat.S_ISDIR)
    if not _is_tagged(root()):
        raise OSError(say("{path} was not made by yisp", path=root()))


def exists() -> bool:
    """Whether there is a folder that is ours, or that may be taken over."""
    return _is_tagged(root()) or _may_be_taken_over(root())


def prepare(*below: str) -> str:
    """A folder in the cache, made where it is not there; raises OSError where it cannot be had."""
    folder = root()
    if not os.path.lexists(folder):
        _make(folder)
    elif not _is_tagged(folder) and _may_be_taken_over(folder):
        _tag(folder)
    if not _is_tagged(folder):
        raise OSError(say("{path} was not made by yisp", path=folder))
    _make_private(folder)
    for name in below:
        folder = os.path.join(folder, name)
        if not os.path.lexists(folder):
            with suppress(FileExistsError):  # somebody else was faster
                os.mkdir(folder, 0o700)
        _make_private(folder)
    return folder


def _make(folder: str) -> None:
    """Make the cache's folder, tagged from the moment it is there."""
    above = os.path.dirname(folder)
    os.makedirs(above, mode=0o700, exist_ok=True)
    new = os.path.join(above, f".yisp-{os.urandom(8).hex()}")
    os.mkdir(new, 0o700)
    try:
        write(os.path.join(new, TAG_FILE), TAG)
        os.rename(new, folder)
    except OSError:
        remove(new)
        if not _is_tagged(folder):  # else somebody else was faster
            raise


def _make_private(folder: str) -> None:
    """Take from others what rights they have in a folder of ours."""
    status = os.lstat(folder)
    if stat.S_ISDIR(status.st_mode) and status.st_mode & 0o077:
        os.chmod(folder, 0o700)
    check(folder, stat.S_ISDIR)


def _is_tagged(folder: str) -> bool:
    try:
        return read(os.path.join(folder, TAG_FILE)) == TAG
    except OSError:
        return False


def _tag(folder: str) -> None:
    new = os.path.join(folder, f".new-{os.urandom(8).hex()}")
    write(new, TAG)
    os.rename(new, os.path.join(folder, TAG_FILE))


def _may_be_taken_over(folder: str) -> bool:
    """Whether it is where version 0.1 had its cache, and nothing is in it but what yisp makes."""
    if folder != _usual():
        return False
    try:
        check(folder, stat.S_ISDIR)
        return all(_is_ours(folder, name) for name in os.listdir(folder))
    except (OSError, ValueError, RecursionError):
        return False


def _is_ours(folder: str, name: str) -> bool:
    """Whether something in an untagged cache was made by yisp; raises OSError or ValueError in doubt."""
    path = os.path.join(folder, name)
    if name not in (*CATEGORIES, LOCKS):
        return is_passing(name)
    check(path, stat.S_ISDIR)
    for entry in os.listdir(path):
        if is_passing(entry):
            continue
        known = set(json.loads(read(os.path.join(path, entry, MANIFEST)))) | {MANIFEST}
        if not is_key(entry) or not set(os.listdir(os.path.join(path, entry))) <= known:
            return False
    return True


def names(below: str) -> list[str]:
    """What is in a folder of the cache; nothing where there is none."""
    try:
        return os.listdir(os.path.join(root(), below))
    except OSError:
        return []


def is_key(name: str) -> bool:
    """Whether this is the key of an entry."""
    return len(name) == 40 and _HEXADECIMAL.issuperset(name)


def is_passing(name: str) -> bool:
    """Whether this is the name of what lives no longer than a process of ours, now or in version 0.1."""
    if name.startswith((".new-", ".old-")):
        return len(name) == 21 and _HEXADECIMAL.issuperset(name[5:])
    category, _, key = name.rpartition("-")
    if is_key(key):
        return category in CATEGORIES  # a lock
    head, process, digits, *_ = *name.removesuffix("-old").split("-"), "", ""
    return head[:1] == "." and process.isdecimal() and _HEXADECIMAL.issuperset(head[1:] + digits)


def remove(path: str) -> None:
    """Remove a file, a link or a folder of ours, if it is there and can be removed."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
    except OSError:  # a folder
        import shutil

        shutil.rmtree(path, ignore_errors=True)


def put_aside(path: str) -> str:
    """Take an entry from its place in one step; where it is now, to be removed.  Raises OSError."""
    old = os.path.join(os.path.dirname(path), f".old-{os.urandom(8).hex()}")
    os.rename(path, old)
    return old

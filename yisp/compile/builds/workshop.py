"""How several processes share the cache: private folders to make entries in, and locks.

What comes in: a category and a key.  What goes out: a folder nobody else writes to, or the certainty that
nobody else makes the same entry now.  Both are held with ``flock``, which ends with the process, however that
ends: nothing has to be cleaned up before others can go on, and whatever is not locked is abandoned.  (Where
there are no locks, what is being made counts as abandoned after a while.)
"""

from __future__ import annotations

import os
import time

from ...system import lock
from . import cache_folder

ABANDONED = 3600
"""Seconds after which what is being made counts as abandoned, where the file system has no locks."""


def sweep() -> None:
    """Remove what processes that are no more have left in the cache."""
    for below in ("", cache_folder.LOCKS, *cache_folder.CATEGORIES):
        for name in filter(cache_folder.is_passing, cache_folder.names(below)):
            _remove_if_abandoned(os.path.join(cache_folder.root(), below, name))


def _remove_if_abandoned(path: str) -> None:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return
    try:
        if _is_abandoned(descriptor):
            cache_folder.remove(path)
    finally:
        os.close(descriptor)


def _is_abandoned(descriptor: int) -> bool:
    """Whether nobody holds what is open here; if so, we do."""
    try:
        lock(descriptor)
    except BlockingIOError:
        return False
    except OSError:
        return time.time() - os.fstat(descriptor).st_mtime > ABANDONED
    return True


class Workshop:
    """A private folder to make an entry in: ``with Workshop(category) as folder``.  It is gone afterwards.

    Raises OSError where none can be had.  It is locked as long as this process lives, so that others can
    tell whether it is abandoned.
    """

    def __init__(self, category: str) -> None:
        self._category = category

    def __enter__(self) -> str:
        above = cache_folder.prepare(self._category)
        while True:
            self._path = os.path.join(above, f".new-{os.urandom(8).hex()}")
            os.mkdir(self._path, 0o700)
            try:
                self._descriptor = os.open(self._path, os.O_RDONLY)
            except FileNotFoundError:
                continue  # swept away before it was locked
            try:
                lock(self._descriptor)
            except BlockingIOError:
                pass  # likewise, in a moment
            except OSError:
                return self._path  # no locks here
            else:
                if os.path.lexists(self._path):
                    return self._path
            os.close(self._descriptor)

    def __exit__(self, *_: object) -> None:
        cache_folder.remove(self._path)
        os.close(self._descriptor)


class Lock:
    """Held by one process at a time, for making one entry; others wait.

    It goes with its process, however that ends.  All it does is to avoid double work: where no lock can be
    had, nobody waits.
    """

    def __init__(self, category: str, key: str) -> None:
        self._name = f"{category}-{key}"
        self._held: tuple[str, int] | None = None

    def __enter__(self) -> None:
        try:
            path = os.path.join(cache_folder.prepare(cache_folder.LOCKS), self._name)
            while True:
                descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
                self._held = path, descriptor
                lock(descriptor, wait=True)
                try:
                    if os.path.samestat(os.stat(path), os.fstat(descriptor)):
                        return
                except FileNotFoundError:
                    pass
                os.close(descriptor)  # who held it has removed it meanwhile
                self._held = None
        except OSError:
            return

    def __exit__(self, *_: object) -> None:
        if self._held is not None:
            path, descriptor = self._held
            cache_folder.remove(path)
            os.close(descriptor)

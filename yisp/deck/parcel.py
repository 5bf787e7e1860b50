"""A deck file with all that it names, as plain data: to be read again where none of these files are.

What comes in: a file, and the references of the deck that was read from it.  What goes out: data for another
process, perhaps on another machine, which makes the same file of it; whatever is read of that file comes out
of the data, and nothing else is looked at.  And the digest of the whole, by which a deck is known again.

Not handled: what the files mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TypedDict

from ..messages import say
from .reading.files import Reference, SourceFile, Unreadable, files_of
from .reading.files import digest_of as file_digest


class Parcel(TypedDict):
    """The deck's own name and content, and of each file that is named: by which of those before it, how that
    is written, the ending, what messages call it, its content, and which file it is the same as."""

    name: str
    data: bytes
    named: list[tuple[int, str, str, str, bytes, int]]


def packed(file: SourceFile, references: Sequence[Reference]) -> Parcel:
    """The files, as they were when the deck was read; else raises ``Unreadable``."""
    files = files_of(file, references)
    for one, (_, written, digest, _) in zip(files[1:], references, strict=True):
        if file_digest(one) != digest:
            raise Unreadable(say("{written} has changed since the deck was read", written=written))
    paths = [one.path for one in files]
    return {
        "name": file.name,
        "data": _bytes(file),
        "named": [
            (origin, written, ending, one.name, _bytes(one), paths.index(one.path))
            for (origin, written, _, ending), one in zip(references, files[1:], strict=True)
        ],
    }


def unpacked(parcel: Parcel) -> SourceFile:
    """The deck file, which names those of the parcel and no others."""
    files = [SourceFile(parcel["name"], parcel["data"], _place(0), named={})]
    for origin, written, ending, name, data, same in parcel["named"]:
        files.append(SourceFile(name, data, _place(same), named={}))
        known = files[origin].named
        assert known is not None
        known[written, ending] = files[-1]
    return files[0]


def digest_of(parcel: Parcel) -> str:
    """What is the same for the same contents, whatever the deck file and its folder are called."""
    parts = [parcel["data"]]
    for origin, written, ending, _, data, _ in parcel["named"]:
        parts += [f"{origin} {written}{ending}".encode("utf-8", "surrogatepass"), data]
    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


def _bytes(file: SourceFile) -> bytes:
    return file.data if isinstance(file.data, bytes) else file.data.encode("utf-8", "surrogatepass")


def _place(number: int) -> str:
    """Where a file seems to lie: all that matters is which of them are one."""
    return f"/{number}"

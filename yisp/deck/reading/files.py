"""The files that a deck is made of: its own, and those it names.

What comes in: what the author wrote behind ``extends`` (``war``, ``base/rules.yml``), and the file
in which it stands.  What goes out: a :class:`SourceFile`; or :class:`Unreadable`, a sentence for the
author.  A deck is data from a stranger, so it can name a packaged file, or one below its own folder,
and nothing else: what counts is where a path leads once every link in it is resolved.  Only regular
files are read, and no more of them than a deck file may have.

Not handled: what the files mean; ``extends`` puts them together.

(On the warm start's path: no pathlib.)
"""

from __future__ import annotations

import os
import stat
from hashlib import sha256

from ...messages import Message, say, system_reason, with_commas

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...lang.remedy import Hint
    from .document import Mapping

Reference = tuple[int, str, str, str]
"""A file named by another: which one of those read before, the name as written, digest, what for."""

LARGEST = 4 * 2**20
"""Bytes of a file that are read at most; a longer one is refused where it is decoded."""

PACKAGED = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", "games"))
"""The folder of the packaged decks."""

COLLECTIONS = os.path.join(os.path.dirname(PACKAGED), "collections")
"""That of the packaged collections."""

DECK = ".yml"
SCRIPT = ".yisp"
COLLECTION = "collection"
"""What a file is named for: the ending of its name, or the word for a collection, whose name ends in ``.yml``
as well."""


class Unreadable(Exception):
    """A file that is named and cannot be had: what is wrong, and what to do (or None)."""

    def __init__(self, message: Message, hint: Hint | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class SourceFile:
    """A file's content, what it is called in messages, and where it lies.

    ``path`` is where it really lies, which tells it from others; the files that it names are looked
    for in the folder of that path.  One that stands ``alone`` may name packaged files only.  Where the files
    that it names came along with it (``parcel``), they are ``named``, by what is written and the ending.
    ``table`` is what the file says, once that was read (``extends``): the content stays what it is.
    """

    __slots__ = ("alone", "data", "name", "named", "path", "table")

    def __init__(
        self,
        name: str,
        data: bytes | str,
        path: str | None = None,
        *,
        alone: bool = False,
        named: dict[tuple[str, str], SourceFile] | None = None,
    ) -> None:
        self.alone = alone
        self.named = named
        self.table: tuple[Mapping, int] | None = None
        self.name = name
        self.data = data
        # Standard input is no file of the current folder, but what it names is looked for there.
        self.path = os.path.realpath(path if path is not None else name.replace("\0", ""))


def read_named(origin: SourceFile, written: str, sort: str = DECK) -> SourceFile:
    """The file that ``origin`` calls ``written``, for what ``sort`` says; raises :class:`Unreadable`."""
    if origin.named is not None:
        if (written, sort) not in origin.named:
            raise Unreadable(say("it did not come along with this file"))
        return origin.named[written, sort]
    if written.endswith(ending_of(sort)):
        folder = os.path.dirname(origin.path)
        path = _below(folder, written)
        if origin.alone and os.path.dirname(path) != os.path.realpath(_folder(sort)):
            raise Unreadable(say("`--no-files` refuses every file that is not packaged"))
        name = os.path.join(os.path.dirname(origin.name), written)
    else:
        known = packaged(sort)
        if written not in known:
            known_not = (
                say("there is no packaged file of that name")
                if known
                else say("it is not a `{ending}` file", ending=ending_of(sort))
            )
            raise Unreadable(known_not, _instead(written, ending_of(sort), known))
        path = path_of(written, sort)
        name = os.path.basename(path)
        if sort == COLLECTION:  # so that no deck is called like it
            name = f"{os.path.basename(COLLECTIONS)}/{name}"
    return SourceFile(name, read_regular(path), path, alone=origin.alone)


def packaged(sort: str = DECK) -> list[str]:
    """The names of the packaged files."""
    ending = ending_of(sort)
    return sorted(name.removesuffix(ending) for name in os.listdir(_folder(sort)) if name.endswith(ending))


def path_of(name: str, sort: str = DECK) -> str:
    """Where the packaged file of that name lies."""
    return os.path.join(_folder(sort), name + ending_of(sort))


def ending_of(sort: str) -> str:
    """What the names of such files end in."""
    return DECK if sort == COLLECTION else sort


def _folder(sort: str) -> str:
    return COLLECTIONS if sort == COLLECTION else PACKAGED


def digest_of(file: SourceFile) -> str:
    data = file.data if isinstance(file.data, bytes) else file.data.encode("utf-8", "surrogatepass")
    return sha256(data).hexdigest()


def files_of(file: SourceFile, references: Sequence[Reference]) -> list[SourceFile]:
    """A deck file and everything that it names, as it is now; raises :class:`Unreadable`."""
    files = [file]
    for origin, written, _, sort in references:
        files.append(read_named(files[origin], written, sort))
    return files


def unchanged(file: SourceFile, references: Sequence[Reference]) -> bool:
    """Whether everything that a deck file was made of is still the same."""
    try:
        _, *named = files_of(file, references)
    except Unreadable:
        return False
    return all(digest_of(one) == digest for one, (_, _, digest, _) in zip(named, references, strict=True))


def _instead(written: str, ending: str, known: Sequence[str]) -> Hint:
    from ...lang.remedy import respelling
    from ...lang.suggest import nearest

    if not known:
        return say("a file beside this one is written with its `{ending}`", ending=ending)
    return respelling(nearest(written, known), (0, len(written))) or say(
        "a file beside this one is written with its `{ending}`; packaged: {names}",
        ending=ending,
        names=with_commas(known),
    )


def _below(folder: str, written: str) -> str:
    """Where a relative path leads, if that is below ``folder``."""
    if os.path.isabs(written) or "\0" in written:
        raise Unreadable(say("the path must be relative"), say("it is looked for in this file's own folder"))
    path = os.path.realpath(os.path.join(folder, written))
    try:
        below = os.path.commonpath([folder, path]) == folder
    except ValueError:  # another drive
        below = False
    if not below:
        raise Unreadable(
            say("this leads out of the file's own folder, and a deck reads nothing beyond it"),
            say("put the file beside this one, or into a folder below"),
        )
    return path


def read_regular(path: str, largest: int = LARGEST, *, follow: bool = True) -> bytes:
    """The content of a regular file, up to one byte beyond ``largest``; raises :class:`Unreadable`.

    Anything else than a file could make us wait for ever.  ``follow`` says whether it may be a link.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    flags |= 0 if follow else getattr(os, "O_NOFOLLOW", 0)
    try:
        descriptor = os.open(path, flags)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise Unreadable(say("this is not a file that can be read"))
            return file.read(largest + 1)
    except FileNotFoundError:
        raise Unreadable(say("there is no such file")) from None
    except IsADirectoryError:
        raise Unreadable(say("this is a folder")) from None
    except (OSError, ValueError) as error:
        reason = system_reason(error)
        raise Unreadable(say("the file cannot be read: {reason}", reason=reason)) from None

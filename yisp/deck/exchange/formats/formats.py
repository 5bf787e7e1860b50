"""The formats by name, and which of them a file is in.

A format is a module that keeps :class:`Format`: to add one, write the module and a line here.  A file is
taken for what its name ends in; one that does not say is looked at.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Protocol

from ....lang.diagnostics import Diagnostics
from ....lang.source import TextSource
from . import calc, lists, tables, ydk, ydke
from .cardlist import CardList


class Format(Protocol):
    """What is read."""

    @property
    def ABOUT(self) -> str:
        """What it is, in words."""

    @property
    def ENDINGS(self) -> tuple[str, ...]:
        """How the names of such files end."""

    def sniffs(self, text: str) -> bool:
        """Whether a text looks like it."""

    def reads(self, source: TextSource, found: Diagnostics) -> CardList:
        """The cards of a file; its mistakes are diagnostics."""


class Written(Format, Protocol):
    """What can be written as well."""

    def writes(self, cards: CardList, found: Diagnostics) -> str:
        """A file with those cards; what cannot be said in it is a diagnostic."""


WRITTEN: Mapping[str, Written] = {"ydk": ydk, "ydke": ydke, "list": lists, "csv": tables}
"""The formats that are written."""

PASSCODES = ("ydk", "ydke")
"""Those that know cards by their passcodes alone."""

PLACING = ("csv",)
"""Those that say of any card in which zone it begins."""

FORMATS: Mapping[str, Format] = {"ydke": ydke, "calc": calc, "ydk": ydk, "csv": tables, "list": lists}
"""The formats that are read, in the order in which a text is looked at."""


def named_after(path: str, formats: Mapping[str, Format]) -> str | None:
    """The format that a file's name ends in."""
    ending = os.path.splitext(path)[1].lower()
    return next((name for name, one in formats.items() if ending in one.ENDINGS), None)


def format_of(source: TextSource) -> str:
    """The format of a file."""
    if ydke.sniffs(source.text):  # saved under any name
        return "ydke"
    named = named_after(source.file, FORMATS)
    return named or next(name for name, one in FORMATS.items() if one.sniffs(source.text))

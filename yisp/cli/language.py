"""The language in which a command speaks: ``--lang``, else what the environment asks for, else English.

What comes in: the command line.  What goes out: the same without ``--lang``, and the language in force (see
``yisp.messages``).  Results that go into a pipe stay English unless ``--lang`` asks for another language,
for programs may read them; what is said beside the results, and documents that are written to a file (a page,
a deck's comments), are in the user's language either way.

(On the warm start's path.)
"""

from __future__ import annotations

import os
import sys

from ..messages import ENGLISH, LANGUAGES, Message, chosen, language, say, speak, speaking, with_commas
from .sources import STANDARD_INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from contextlib import AbstractContextManager

OPTION = "--lang"
HELP = "Speak this language (default: that of LANG, or English)."

LANGUAGE = "LANGUAGE"
"""Where gettext, and so click, and the processes that we start look first."""

_user = [ENGLISH]  # the language of what is said beside the results
_asked: list[str | None] = [None]  # what --lang says


class NoSuchLanguage(Exception):
    """There is no such language; the message says which there are."""

    def __init__(self, given: str | None) -> None:
        known = with_commas(LANGUAGES)
        self.sentence: Message = (
            say("{option}: give one of these: {known}", option=OPTION, known=known)
            if given is None
            else say("{option} {given}: there are {known}", option=OPTION, given=given, known=known)
        )
        super().__init__(self.sentence)


def settle(words: list[str]) -> list[str]:
    """Take ``--lang`` out of a command line and speak that language.  Raises :class:`NoSuchLanguage`.

    It may stand anywhere before ``--``, since it is the same for every command.
    """
    _user[0] = chosen()
    asked = None
    rest: list[str] = []
    coming = iter(words)
    for word in coming:
        if word == "--":
            rest += [word, *coming]
        elif word == OPTION or word.startswith(OPTION + "="):
            asked = next(coming, None) if word == OPTION else word.removeprefix(OPTION + "=")
            if asked not in LANGUAGES:
                raise NoSuchLanguage(asked)
            _user[0] = asked
        else:
            rest.append(word)
    _asked[0] = asked
    if _user[0] != ENGLISH:
        os.environ[LANGUAGE] = _user[0]
    speak(_user[0] if asked is not None or sys.stdout.isatty() else ENGLISH)
    return rest


def beside_results() -> AbstractContextManager[None]:
    """While entered, everything is said in the user's language: diagnostics, notices, help."""
    return speaking(_user[0])


def for_people(out: str | None) -> AbstractContextManager[None]:
    """While entered, a document is made for that place: a file is for people and in the user's language; on
    standard output (None, ``-``) it is a result like any other."""
    return speaking(language() if out in (None, STANDARD_INPUT) else _user[0])


def asked_language() -> str | None:
    """The language that ``--lang`` asks for, if it does."""
    return _asked[0]


def user_language() -> str:
    """The user's language, a key of :data:`~yisp.messages.LANGUAGES`."""
    return _user[0]

"""Diagnostics: what went wrong, where in the author's file, and what would help.

What comes in: a code, a sentence, and a :class:`Place`.  What goes out: :class:`Diagnostic`
objects collected in a :class:`Diagnostics`, and their text form.  Every room of the house
reports mistakes of users through this module and in no other way; a Python exception that is not
a :class:`DeckError` (or one of click's) is a fault of ours.

Codes are stable.  The first digit says who speaks: 0 the file, 1 the language, 2 the deck file,
3 play (run-time errors and notices), 4 lints, 5 questions.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one line of a file: ``line`` and ``column`` count from 1, in characters."""

    file: str
    line: int
    column: int
    text: str  # the whole line, without its end
    length: int = 1  # how many characters the caret underlines


class Text(Protocol):
    """A script's text and the way from its offsets back into the file it stands in."""

    text: str

    def place(self, start: int, end: int) -> Place:
        """The place of the characters ``start`` … ``end`` of the script."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake (``severity`` "error") or doubt ("warning")."""

    code: str
    severity: str
    message: str
    place: Place | None = None
    hint: str | None = None


class DeckError(Exception):
    """Raised when a deck (or script) cannot be used; carries every diagnostic found."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        super().__init__("\n".join(render(item) for item in diagnostics))


class PlayError(DeckError):
    """Raised when a script that someone runs by hand meets a run-time error; says where.

    ``played`` is what happened until then, for a script that was run on a table.
    """

    def __init__(self, diagnostics: Diagnostics, played: Any = None) -> None:
        super().__init__(diagnostics)
        self.played = played


class Diagnostics:
    """The diagnostics of one run of the front end, in the order in which they were found."""

    def __init__(self) -> None:
        self._items: list[Diagnostic] = []

    def __repr__(self) -> str:
        return f"<Diagnostics: {', '.join(f'{item.severity} {item.code}' for item in self) or 'none'}>"

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def error(self, code: str, message: str, place: Place | None, hint: str | None = None) -> None:
        self._items.append(Diagnostic(code, "error", message, place, hint))

    def warning(self, code: str, message: str, place: Place | None, hint: str | None = None) -> None:
        self._items.append(Diagnostic(code, "warning", message, place, hint))

    @property
    def failed(self) -> bool:
        """Whether any of them is an error."""
        return any(item.severity == "error" for item in self._items)

    def raise_errors(self) -> None:
        """Raise :class:`DeckError` when there is an error among them."""
        if self.failed:
            raise DeckError(self)


# What each code is about.  A code, once published, keeps its meaning for ever.
CODES = {
    # 0: the file (yisp.deck)
    "Y001": "a file that cannot be read",
    "Y002": "a file that is too large",
    "Y003": "a file that is not UTF-8",
    "Y004": "a character that cannot be seen",
    "Y005": "a file that is not YAML",
    "Y006": "a key given twice",
    "Y007": "a YAML tag",
    "Y008": "a YAML alias that refers to nothing, or to itself",
    "Y009": "lists and tables nested too deep",
    "Y010": "more values than a file may have",
    "Y011": "several documents in one file",
    "Y012": "a key that is not a name",
    "Y013": "a YAML merge of something that is not a table",
    "Y014": "a file that is not a deck",
    "Y015": "too many mistakes to list them all",
    "Y016": "a file that the deck names, but may not or cannot read",
    "Y017": "files that extend one another in a circle",
    "Y018": "something in a card list that is no card",
    "Y019": "a table of cards without the columns it needs",
    "Y020": "a file that is none of the formats that can be imported",
    "Y021": "a list without cards to draw",
    "Y022": "a card that cannot be written in that format",
    # 1: the language (yisp.lang)
    "Y101": "unknown form",
    "Y102": "wrong number of arguments",
    "Y103": "wrong kind of value",
    "Y104": "a parenthesis that is never closed",
    "Y105": "a parenthesis that closes nothing",
    "Y106": "a string that is never closed",
    "Y107": "the size of a card set that is not written `|…|`",
    "Y108": "an `if` or `block` that does not always give a number, where one is needed",
    "Y109": "something else where one number is needed",
    "Y110": "parentheses without the name of a form",
    "Y111": "a word without a meaning",
    "Y112": "`@` that is not a statement of its own",
    "Y113": "a guard that is not a statement of its own, or has no number",
    "Y114": "a zone that is not one capital letter",
    "Y115": "a number that is not whole or does not fit 64 bits",
    "Y116": "a filter that is missing or malformed",
    "Y117": "a space inside a card set",
    "Y118": "nesting that is too deep",
    "Y119": "a character that only looks like one of the language",
    "Y120": "a bracket that does not begin or end a tag or flags",
    "Y121": "a card set or tag used as a statement",
    "Y122": "something else where an event is needed",
    "Y123": "loops that are nested too deep",
    "Y124": "randomness in a filter by a number, or in `when`",
    "Y125": "an option where it does not belong, or twice",
    "Y126": "a function that is badly defined",
    "Y127": "a function that calls itself, or a chain of calls that is too long",
    "Y128": "text after a complete statement",
    "Y130": "`X` where there is no such card",
    "Y131": "a change to the table where nothing may change",
    "Y132": "`it` where there is no event",
    "Y133": "an effect that does something before its guards have decided, under a policy that weighs it",
    "Y134": "an effect that `would` asks about, and that chance or a choice decides",
    "Y135": "`(copies Z)` outside of a filter by a number",
    "Y136": "zones of a function that cannot be, or are too many",
    "Y141": "a use of the table where there is none",
    "Y142": "a look into a wall or its reserve, or a move out of the reserve",
    "Y143": "a lit or collapsed set with a number of cards, or of no zone",
    "Y144": "an exit that there is not",
    "Y145": "cards that come back to a wall, or a wall that is shuffled",
    "Y146": "a seat that there is not",
    "Y147": "a hook that draws, a veto that rolls or changes something, a claim that looks at the table",
    "Y148": "something of a seat where there is none",
    # 2: the deck file (yisp.deck)
    "Y201": "a value of the wrong kind",
    "Y202": "an unknown key",
    "Y203": "a key that is recognised, but not implemented yet",
    "Y204": "a number out of its range",
    "Y205": "a missing key",
    "Y206": "a combo beside `combos`",
    "Y207": "cards that do not add up to the deck's size",
    "Y208": "a hand larger than the deck",
    "Y209": "a deck beyond its limits",
    "Y210": "a name that is neither a card nor an alias",
    "Y211": "a malformed condition",
    "Y212": "too many `!`",
    "Y213": "`X` as a zone",
    "Y214": "an empty name",
    "Y215": "a watched entry with the name of a combo",
    "Y220": "a name that is not spelt like a variable",
    "Y221": "a malformed expectation",
    "Y222": "an expectation about something that does not exist",
    "Y223": "a malformed `each`",
    "Y224": "a card that exists already",
    "Y225": "more known cards than there are",
    "Y226": "known cards of a zone that has a key of its own",
    "Y227": "a `kind` that cannot be, or exits of a wall that give more cards than there are",
    "Y228": "more worlds than a bargain goes through",
    "Y229": "hands that the wall cannot fill",
    "Y230": "a goal that is not `score`, `success` or a stat of the topic",
    "Y231": "an evaluation for a policy that evaluates nothing",
    "Y240": "a name in `relate` that is not a stat, a combo, a watched entry or `score`",
    # 3: play: run-time errors and notices
    "Y301": "a move that found no card",
    "Y302": "a division by 0",
    "Y303": "a number too large for 64 bits",
    "Y304": "`(rand a b)` with a greater than b",
    "Y305": "the activation limit",
    "Y306": "the step limit",
    "Y307": "more installed effects than a trial may have",
    "Y308": "more events than can wait to be answered",
    "Y309": "an exit of a wall that has given all it can",
    "Y310": "more marks than can wait, or a presence out of its range",
    "Y311": "a raid beyond the size of the hand",
    "Y312": "a search that ended before it was done",
    # 4: lints
    "Y401": "a `)` after a complete statement",
    "Y402": "a card name that the deck does not have",
    "Y403": "an attribute written as a card name",
    "Y404": "a card name written as an attribute",
    "Y405": "an attribute that no card has",
    "Y406": "an effect that can never activate",
    "Y407": "an effect that may activate for ever",
    "Y408": "a variable that is assigned but never read",
    "Y409": "a variable that is read but never assigned",
    "Y410": "`@` outside an effect",
    "Y411": "an unknown flag",
    "Y412": "a property that no card has",
    "Y413": "the name of a function's argument in something that runs later",
    "Y420": "wanted cards that overlap",
    "Y421": "an alias that is never used",
    "Y422": "a card and an alias of the same name",
    "Y423": "a forbidden tag that no program carries",
    "Y424": "a combo that asks for nothing",
    "Y425": "a card wanted in a zone that stays empty",
    "Y426": "programs that no topic runs",
    "Y427": "more cards wanted than the deck has",
    "Y428": "keys of a topic of which one has no effect",
    "Y429": "an attribute with full-width marks that separate nothing",
    "Y430": "expectations of a sample without a seed",
    "Y431": "a variable with an initial value that no script reads",
    "Y432": "a combo that can never succeed",
    "Y433": "a trigger that answers its own activation",
    "Y434": "a policy with nothing to decide",
    "Y435": "`.X` where a card or an alias is called `X`",
    "Y436": "a parameter with the letter of a zone that everybody knows",
    # 5: questions (yisp.studies)
    "Y501": "a question about a draw that is not understood, or too large",
}


# Showing them ---------------------------------------------------------------------------------

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m"}
_BOLD, _GREEN, _PLAIN = "\x1b[1m", "\x1b[32m", "\x1b[0m"
_BEFORE, _WIDTH = 60, 100  # of a long line: characters shown before the place, and in all
_TAB = " " * 4


def visible(text: str) -> str:
    """The text with everything that a terminal would obey or hide written out as an escape.

    Control characters, marks that turn the direction of writing, and invisible ones; a name in
    any script stays as it is.
    """
    if text.isprintable():
        return text
    return "".join(
        char
        if char.isprintable() or unicodedata.category(char) == "Zs"
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def render(item: Diagnostic, *, colour: bool = False) -> str:
    """The diagnostic as text: what and where, the line with carets under the place, the hint."""
    paint, bold, green, plain = (_COLOURS[item.severity], _BOLD, _GREEN, _PLAIN) if colour else ("",) * 4
    place = item.place
    where = f"{visible(place.file)}:{place.line}:{place.column}: " if place is not None else ""
    lines = [f"{bold}{where}{paint}{item.severity}[{item.code}]{plain}{bold}: {visible(item.message)}{plain}"]
    if place is not None and place.text.strip():
        line, carets = _excerpt(place)
        lines += ["    " + line, f"    {green}{carets}{plain}"]
    if item.hint is not None:
        lines.append(f"{bold}help:{plain} {visible(item.hint)}")
    return "\n".join(lines)


def _excerpt(place: Place) -> tuple[str, str]:
    """The line, cut around the place when it is long, and the carets below it.

    A file nests blanks for its own reasons: those before both are left out.
    """
    start = min(place.column - 1, len(place.text))
    indent = min(len(place.text) - len(place.text.lstrip()), start)
    first = indent if start - indent <= _BEFORE else start - _BEFORE
    last = min(len(place.text), first + _WIDTH)
    end = min(max(start + place.length, start + 1), last)
    before = ("…" if first > indent else "") + _shown(place.text[first:start])
    marked = _shown(place.text[start:end])
    after = _shown(place.text[end:last].rstrip() if last == len(place.text) else place.text[end:last] + "…")
    return before + marked + after, " " * _columns(before) + "^" * max(_columns(marked), 1)


def _shown(text: str) -> str:
    return visible(text.replace("\t", _TAB))


def _columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # slow to import, and most lines are ASCII

    return max(wcswidth(text), 0)

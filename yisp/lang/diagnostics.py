"""Diagnostics: what went wrong, where in the author's file, and what would help.

What comes in: a code, a sentence (a :class:`~yisp.messages.Message`), and a :class:`Place`.  What goes
out: :class:`Diagnostic` objects collected in a :class:`Diagnostics`, and their text form, in the language
in force.  Every room of the house reports mistakes of users through this module and in no other way; a
Python exception that is not a :class:`DeckError` (or one of click's) is a fault of ours.

Codes are stable.  The first digit says who speaks: 0 the file, 1 the language, 2 the deck file,
3 play (run-time errors and notices), 4 lints, 5 questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any, Protocol

from ..columns import width
from ..messages import Message, say
from ..structs import dataclass
from .remedy import Hint, Remedy
from .rendering import rendered
from .rendering import visible as visible


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
    """One mistake (``severity`` "error") or doubt ("warning"); its texts can be said in other languages.

    The ``remedy`` is there where what the hint says is an edit.  Two that say the same are the same one.
    """

    code: str
    severity: str
    message: Message
    place: Place | None = None
    hint: Message | None = None
    remedy: Remedy | None = field(default=None, compare=False, repr=False)


class DeckError(Exception):
    """Raised when a deck (or script) cannot be used; carries every diagnostic found."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics
        super().__init__(diagnostics)

    def __str__(self) -> str:
        """The diagnostics, in the language in force."""
        return "\n".join(render(item) for item in self.diagnostics)


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
        self.errors = 0
        """How many of them are errors: what decides whether something may be used.  Warnings never do."""

    def __repr__(self) -> str:
        return f"<Diagnostics: {', '.join(f'{item.severity} {item.code}' for item in self) or 'none'}>"

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def error(self, code: str, message: Message, place: Place | None, hint: Hint | None = None) -> None:
        self._say(code, "error", message, place, hint)

    def warning(self, code: str, message: Message, place: Place | None, hint: Hint | None = None) -> None:
        self._say(code, "warning", message, place, hint)

    def _say(
        self, code: str, severity: str, message: Message, place: Place | None, hint: Hint | None
    ) -> None:
        remedy = hint if isinstance(hint, Remedy) else None
        sentence = hint.hint if isinstance(hint, Remedy) else hint
        self.add(Diagnostic(code, severity, message, place, sentence, remedy))

    def add(self, item: Diagnostic) -> None:
        """Take over what was found elsewhere."""
        self._items.append(item)
        self.errors += item.severity == "error"

    @property
    def failed(self) -> bool:
        """Whether any of them is an error."""
        return self.errors > 0

    def raise_errors(self) -> None:
        """Raise :class:`DeckError` when there is an error among them."""
        if self.failed:
            raise DeckError(self)


# What each code is about.  A code, once published, keeps its meaning for ever.
CODES = {
    # 0: the file (yisp.deck)
    "Y001": say("a file that cannot be read"),
    "Y002": say("a file that is too large"),
    "Y003": say("a file that is not UTF-8"),
    "Y004": say("a character that cannot be seen"),
    "Y005": say("a file that is not YAML"),
    "Y006": say("a key given twice"),
    "Y007": say("a YAML tag"),
    "Y008": say("a YAML alias that refers to nothing, or to itself"),
    "Y009": say("lists and tables nested too deep"),
    "Y010": say("more values than a file may have"),
    "Y011": say("several documents in one file"),
    "Y012": say("a key that is not a name"),
    "Y013": say("a YAML merge of something that is not a table"),
    "Y014": say("a file that is not a deck"),
    "Y015": say("too many mistakes to list them all"),
    "Y016": say("a file that the deck names, but may not or cannot read"),
    "Y017": say("files that extend one another in a circle"),
    "Y018": say("something in a card list that is no card"),
    "Y019": say("a table of cards without the columns it needs"),
    "Y020": say("a file that is none of the formats that can be imported"),
    "Y021": say("a list without cards to draw"),
    "Y022": say("a card that cannot be written in that format"),
    # 1: the language (yisp.lang)
    "Y101": say("unknown form"),
    "Y102": say("wrong number of arguments"),
    "Y103": say("wrong kind of value"),
    "Y104": say("a parenthesis that is never closed"),
    "Y105": say("a parenthesis that closes nothing"),
    "Y106": say("a string that is never closed"),
    "Y107": say("the size of a card set that is not written `|…|`"),
    "Y108": say("an `if` or `block` that does not always give a number, where one is needed"),
    "Y109": say("something else where one number is needed"),
    "Y110": say("parentheses without the name of a form"),
    "Y111": say("a word without a meaning"),
    "Y112": say("`@` that is not a statement of its own"),
    "Y113": say("a guard that is not a statement of its own, or has no number"),
    "Y114": say("a zone that is not one capital letter"),
    "Y115": say("a number that is not whole or does not fit 64 bits"),
    "Y116": say("a filter that is missing or malformed"),
    "Y117": say("a space inside a card set"),
    "Y118": say("nesting that is too deep"),
    "Y119": say("a character that only looks like one of the language"),
    "Y120": say("a bracket that does not begin or end a tag or flags"),
    "Y121": say("a card set or tag used as a statement"),
    "Y122": say("something else where an event is needed"),
    "Y123": say("loops that are nested too deep"),
    "Y124": say("randomness in a filter by a number, or in `when`"),
    "Y125": say("an option where it does not belong, or twice"),
    "Y126": say("a function that is badly defined"),
    "Y127": say("a function that calls itself, or a chain of calls that is too long"),
    "Y128": say("text after a complete statement"),
    "Y130": say("`X` where there is no such card"),
    "Y131": say("a change to the table where nothing may change"),
    "Y132": say("`it` where there is no event"),
    "Y133": say(
        "an effect that does something before its guards have decided, under a policy that weighs it"
    ),
    "Y134": say("an effect that `would` asks about, and that chance or a choice decides"),
    "Y135": say("`(copies Z)` outside of a filter by a number"),
    "Y136": say("zones of a function that cannot be, or are too many"),
    "Y141": say("a use of the table where there is none"),
    "Y142": say("a look into a wall or its reserve, or a move out of the reserve"),
    "Y143": say("a lit or collapsed set with a number of cards, or of no zone"),
    "Y144": say("an exit that there is not"),
    "Y145": say("cards that come back to a wall, or a wall that is shuffled"),
    "Y146": say("a seat that there is not"),
    "Y147": say(
        "a hook that draws or moves, a veto that rolls or changes something, a claim that looks at the table"
    ),
    "Y148": say("something of a seat where there is none"),
    # 2: the deck file (yisp.deck)
    "Y201": say("a value of the wrong kind"),
    "Y202": say("an unknown key"),
    "Y204": say("a number out of its range"),
    "Y205": say("a missing key"),
    "Y206": say("a combo beside `combos`"),
    "Y207": say("cards that do not add up to the deck's size"),
    "Y208": say("a hand larger than the deck"),
    "Y209": say("a deck beyond its limits"),
    "Y210": say("a name that is neither a card nor an alias"),
    "Y211": say("a malformed condition"),
    "Y212": say("too many `!`"),
    "Y213": say("`X` as a zone"),
    "Y214": say("an empty name"),
    "Y215": say("a watched entry with the name of a combo"),
    "Y220": say("a name that is not spelt like a variable"),
    "Y221": say("a malformed expectation"),
    "Y222": say("an expectation about something that does not exist"),
    "Y223": say("a malformed `each`"),
    "Y224": say("a card that exists already"),
    "Y225": say("more known cards than there are"),
    "Y226": say("known cards of a zone that has a key of its own"),
    "Y227": say("a `kind` that cannot be, or exits of a wall that give more cards than there are"),
    "Y228": say("more worlds than a bargain goes through"),
    "Y229": say("hands that the wall cannot fill"),
    "Y230": say("a goal that is not `score`, `success` or a stat of the topic"),
    "Y231": say("an evaluation for a policy that evaluates nothing"),
    "Y240": say("a name in `relate` that is not a stat, a combo, a watched entry or `score`"),
    "Y250": say("a file that is not a collection"),
    "Y251": say("a card of a collection that cannot be told from another"),
    "Y252": say("a tag or a variable that a collection does not declare"),
    "Y253": say("two collections of one name"),
    "Y254": say("a card of a collection without a sentence in one of its languages"),
    # 3: play: run-time errors and notices
    "Y301": say("a move that found no card"),
    "Y302": say("a division by 0"),
    "Y303": say("a number too large for 64 bits"),
    "Y304": say("`(rand a b)` with a greater than b"),
    "Y305": say("the activation limit"),
    "Y306": say("the step limit"),
    "Y307": say("more installed effects than a trial may have"),
    "Y308": say("more events than can wait to be answered"),
    "Y309": say("an exit of a wall that has given all it can"),
    "Y310": say("more marks than can wait, or a presence or place out of its range"),
    "Y311": say("a raid beyond the size of the hand"),
    "Y312": say("a search that ended before it was done"),
    "Y313": say("worlds, worked out by a script, that are more than a bargain goes through"),
    # 4: lints
    "Y401": say("a `)` after a complete statement"),
    "Y402": say("a card name that the deck does not have"),
    "Y403": say("an attribute written as a card name"),
    "Y404": say("a card name written as an attribute"),
    "Y405": say("an attribute that no card has"),
    "Y406": say("an effect that can never activate"),
    "Y407": say("an effect that may activate for ever"),
    "Y408": say("a variable that is assigned but never read"),
    "Y409": say("a variable that is read but never assigned"),
    "Y410": say("`@` outside an effect"),
    "Y411": say("an unknown flag"),
    "Y412": say("a property that no card has"),
    "Y413": say("the name of a function's argument in something that runs later"),
    "Y420": say("wanted cards that overlap"),
    "Y421": say("an alias that is never used"),
    "Y422": say("a card and an alias of the same name"),
    "Y423": say("a tag that is forbidden or asked about, and that nothing carries"),
    "Y424": say("a combo that asks for nothing"),
    "Y425": say("a card wanted in a zone that stays empty"),
    "Y426": say("programs that no topic runs"),
    "Y427": say("more cards wanted than the deck has"),
    "Y428": say("keys of a topic of which one has no effect"),
    "Y429": say("an attribute with marks that separate nothing"),
    "Y430": say("expectations of a sample without a seed"),
    "Y431": say("a variable with an initial value that no script reads"),
    "Y432": say("a combo that can never succeed"),
    "Y433": say("a trigger that answers its own activation"),
    "Y434": say("a policy with nothing to decide"),
    "Y435": say("`.X` where a card or an alias is called `X`"),
    "Y436": say("a parameter with the letter of a zone that everybody knows"),
    "Y440": say("a card that is played only in part"),
    "Y441": say("two spellings of one card"),
    "Y442": say("a card that no collection knows, with a name that is nearly one's"),
    # 5: questions (yisp.studies)
    "Y501": say("a question about a draw that is not understood, or too large"),
}


# Showing them ---------------------------------------------------------------------------------

_BEFORE, _WIDTH = 60, 100  # of a long line: characters shown before the place, and in all
_TAB = " " * 4


def render(item: Diagnostic, *, colour: bool = False) -> str:
    """The diagnostic as text: what and where, the line with carets under the place, the hint."""
    place = item.place
    where = None if place is None else (place.file, place.line, place.column)
    return rendered(item.code, item.severity, item.message, item.hint, where, excerpt(place), colour=colour)


def excerpt(place: Place | None) -> tuple[str, str] | None:
    """The line of a place, cut around that when it is long, and the carets below it; None where there is
    nothing to show.

    A file nests blanks for its own reasons: those before both are left out.
    """
    if place is None or not place.text.strip():
        return None
    start = min(place.column - 1, len(place.text))
    indent = min(len(place.text) - len(place.text.lstrip()), start)
    first = indent if start - indent <= _BEFORE else start - _BEFORE
    last = min(len(place.text), first + _WIDTH)
    end = min(max(start + place.length, start + 1), last)
    before = ("…" if first > indent else "") + _shown(place.text[first:start])
    marked = _shown(place.text[start:end])
    after = _shown(place.text[end:last].rstrip() if last == len(place.text) else place.text[end:last] + "…")
    return before + marked + after, " " * width(before) + "^" * max(width(marked), 1)


def _shown(text: str) -> str:
    return visible(text.replace("\t", _TAB))

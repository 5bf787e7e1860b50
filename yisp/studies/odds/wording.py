"""A question about a draw, in words: "3 of 40, draw 5, at least 1".

What comes in: a sentence in English, Chinese or Japanese.  What goes out: a
``Draw``, or a ``DeckError`` with a caret under the place
and an example.

    3 of 40, draw 5, exactly 2
    3 ash, 6 starter of 40, draw 5, at least 1 ash and between 1 and 2 starter
    40张中3张,抽5张,至少1张
    40枚中3枚、5枚引いて1枚以上

Each language has a table of phrases (``phrases``); the order in which the parts come is the same in
Chinese and Japanese, and in English the cards come before the deck.  What is wanted is read with the names
that the question has declared, so that none is cut where it has a word of the question in it.

Not handled: draws one after another, cards that are put back.
"""

from __future__ import annotations

import re
import unicodedata

from ...lang.diagnostics import DeckError, Diagnostics
from ...lang.source import TextSource
from ...lang.suggest import nearest
from ...messages import Message, say, with_commas
from .draws import MOST_ALTERNATIVES, MOST_CARDS, MOST_SORTS, Bound, Draw
from .phrases import (
    AT_LEAST,
    AT_MOST,
    CHINESE,
    ENGLISH,
    EXACTLY,
    FEWER,
    JAPANESE,
    MORE,
    NONE,
    SPOKEN,
    value_of,
)

FILE = "<question>"

LONGEST = 500
"""Characters of a question."""


def read_question(text: str) -> Draw:
    """The draw that a sentence asks about; raises :class:`~yisp.lang.diagnostics.DeckError`."""
    if len(text) > LONGEST:
        raise refused(text, say("a question has at most {most} characters", most=LONGEST), (0, 1))
    return _Reader(text).draw()


def refused(text: str, message: Message, span: tuple[int, int], hint: Message | None = None) -> DeckError:
    """What says why a question has no answer, and where in it that is."""
    found = Diagnostics()
    found.error("Y501", message, TextSource(FILE, text).place(*span), hint)
    return DeckError(found)


def is_question(text: str) -> bool:
    """Whether a text is more likely a question than the name of a deck: it has two numbers in it or more, and
    does not end like a file."""
    return not text.lower().endswith((".yml", ".yaml")) and len(_NUMBERS.findall(_narrow(text))) > 1


def needs_deck(text: str, option: str) -> Message:
    """Why a question takes no such option."""
    return say(
        "`{asked}` is no deck but a question, which is answered exactly; {option} needs a deck",
        asked=text,
        option=option,
    )


_NUMBERS = re.compile(rf"\d+|{SPOKEN}", re.IGNORECASE)


def _narrow(text: str) -> str:
    """The text with half-width digits and marks, each character in its place."""
    marks = {"、": ",", "，": ",", "；": ";", "。": " ", "“": '"', "”": '"', "「": '"', "」": '"', "～": "~"}
    return "".join(marks.get(char) or _single(unicodedata.normalize("NFKC", char), char) for char in text)


def _single(narrow: str, char: str) -> str:
    return narrow if len(narrow) == 1 else char


class _Reader:
    """Goes through a question from left to right."""

    def __init__(self, text: str) -> None:
        self.written = text
        self.text = _narrow(text)
        self.at = 0
        if "枚" in text:
            self.words = JAPANESE
        elif re.search("[张張抽]", text):
            self.words = CHINESE
        else:
            self.words = ENGLISH
        self.named = self.words.declared

    def draw(self) -> Draw:
        words = self.words
        sorts: list[tuple[str, int]] = []
        if words.deck_first:
            total = self._number(self._expect(words.total, say("how many cards the deck has")), "n")
        while True:
            start = self.at
            found = self._expect(words.sort, say("how many cards there are of a sort"))
            count, name = self._number(found, "n"), self._declared(found)
            if name in [known for known, _ in sorts]:
                twice = say("cards without a name stand here twice")
                if name:
                    twice = say("`{name}` stand here twice", name=name)
                raise self._fail(twice, start, self.at, say("give each sort a name of its own"))
            sorts.append((name, count))
            before = self.at
            if not self._take(words.also) or self._sees(words.draw):
                self.at = before
                break
        if len(sorts) > MOST_SORTS:
            raise self._fail(say("there are more than {most} sorts of cards", most=MOST_SORTS), 0, self.at)
        if not words.deck_first:
            total = self._number(self._expect(words.total, say("how many cards the deck has")), "n")
        if sum(count for _, count in sorts) > total:
            raise self._fail(
                say("these are more cards than the deck of {total} has", total=total), 0, self.at
            )
        self._take("[,;.:]")
        start = self.at
        found = self._expect(words.draw, say("how many cards are drawn"))
        drawn = self._number(found, "n" if found["n"] else "m")
        if drawn > total:
            raise self._fail(
                say("a deck of {total} has no {drawn} cards to draw", total=total, drawn=drawn),
                start,
                self.at,
            )
        self._take("[,;.:]")
        return Draw(total, drawn, tuple(sorts), self._alternatives(sorts))

    def _alternatives(self, sorts: list[tuple[str, int]]) -> tuple[tuple[Bound, ...], ...]:
        found: list[list[Bound]] = [[self._bound(sorts)]]
        while True:
            if self._take(self.words.either):
                found.append([self._bound(sorts)])
            elif self._take(self.words.every):
                found[-1].append(self._bound(sorts))
            else:
                break
        self._take(self.words.asked)
        self._take("[.?]")
        if self.at < len(self.text.rstrip()):
            raise self._fail(say("this is not understood"), self.at, len(self.text.rstrip()))
        if len(found) > MOST_ALTERNATIVES:
            raise self._fail(
                say("there are more than {most} alternatives", most=MOST_ALTERNATIVES), 0, self.at
            )
        return tuple(map(tuple, found))

    def _bound(self, sorts: list[tuple[str, int]]) -> Bound:
        self._skip()
        start = self.at
        # A declared name comes first, in any phrase: another one could reach over what joins two bounds.
        for names in (self._names([name for name, _ in sorts]), self.words.other):
            self.named = names
            for kind, pattern in self.words.bounds:
                found = self._take(pattern)
                if found:
                    return self._bounded(kind, found, self._sort(found, sorts))
        raise self._nothing(say("how many of them are wanted"), start)

    def _bounded(self, kind: str, found: re.Match[str], sort: int) -> Bound:
        if kind == NONE:
            return Bound(sort, 0, 0)
        number = self._number(found, "n")
        if kind == AT_LEAST:
            return Bound(sort, number)
        if kind == AT_MOST:
            return Bound(sort, 0, number)
        if kind == EXACTLY:
            return Bound(sort, number, number)
        if kind == MORE:
            return Bound(sort, number + 1)
        if kind == FEWER:
            if number == 0:
                raise self._fail(say("no number is less than 0"), *found.span("n"))
            return Bound(sort, 0, number - 1)
        most = self._number(found, "m")
        if most < number:
            raise self._fail(
                say("{number} is more than {most}", number=number, most=most),
                found.start("n"),
                found.end("m"),
                say("give the lesser number first"),
            )
        return Bound(sort, number, most)

    def _sort(self, found: re.Match[str], sorts: list[tuple[str, int]]) -> int:
        """Which sort of cards a bound is about."""
        name, known = self._name(found), [name for name, _ in sorts]
        if name in known:
            return known.index(name)
        for index, other in enumerate(known):
            if _key(other) == _key(name):
                return index
        if known == [""]:
            raise self._fail(
                say("there are no cards called `{name}`", name=name),
                *found.span("name"),
                hint=say("the cards of this question have no name; name them where they are counted"),
                example=self.words.named_example,
            )
        listed = with_commas(one or say("cards without a name") for one in known)
        if not name:
            if len(sorts) == 1:
                return 0
            raise self._fail(
                say("this does not say of which cards: there are {known}", known=listed), *found.span()
            )
        near = nearest(name, filter(None, known))
        hint = say("did you mean `{near}`?", near=near) if near else say("there are {known}", known=listed)
        raise self._fail(say("there are no cards called `{name}`", name=name), *found.span("name"), hint=hint)

    def _names(self, names: list[str]) -> str:
        """The declared names, as they stand behind the declaration: the longest one that fits."""
        known = sorted(filter(None, names), key=len, reverse=True)
        parts = [r"\s+".join(map(re.escape, _narrow(name).split())) for name in known]
        return f"(?:{'|'.join((*parts, self.words.plain))})(?= (?:{self.words.behind}))"

    def _declared(self, found: re.Match[str]) -> str:
        """The name of a sort where its cards are counted."""
        name = self._name(found)
        if _is_mark(name) and not self._quoted(found):
            raise self._fail(
                say("`{name}` is no name: it begins with a mark and has no letter", name=name),
                *found.span("name"),
                hint=say("put it into quotes if it is one"),
            )
        return name

    def _quoted(self, found: re.Match[str]) -> bool:
        return found["name"].strip().startswith('"')

    def _name(self, found: re.Match[str]) -> str:
        """A sort's name as it was written; "" for none."""
        start, end = found.span("name")
        name = self.written[start:end].strip().rstrip(".?").strip()
        if self._quoted(found):
            return name[1:-1]
        return "" if re.fullmatch(self.words.plain, name, re.IGNORECASE) else name

    def _number(self, found: re.Match[str], group: str) -> int:
        self._refuse_separators(*found.span(group))
        digits = found[group].lstrip("0") or "0"
        if len(digits) > len(str(MOST_CARDS)) or value_of(digits) > MOST_CARDS:
            raise self._fail(say("numbers go up to {most}", most=f"{MOST_CARDS:,}"), *found.span(group))
        return value_of(digits)

    def _refuse_separators(self, start: int, end: int) -> None:
        """A number that begins here goes on neither behind a point nor behind a comma."""
        written = re.compile(r"\d+(?:[.,．]\d+)+").search(self.written, start)
        if written is None or written.start() >= end:
            return
        hint = None
        if "," in written[0]:
            hint = say("leave a blank behind a comma that parts two numbers")
        if re.fullmatch(r"\d{1,3}(?:[,.．]\d{3})+", written[0]):
            hint = say("write {number}", number=re.sub(r"\D", "", written[0]))
        raise self._fail(
            say("numbers are whole, and written without points and commas"), *written.span(), hint=hint
        )

    def _skip(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def _sees(self, pattern: str) -> bool:
        before = self.at
        found = self._take(pattern)
        self.at = before
        return found is not None

    def _take(self, pattern: str) -> re.Match[str] | None:
        """Go on behind what fits here; a blank of the pattern is any number of them."""
        self._skip()
        found = re.compile(self._filled(pattern), re.IGNORECASE).match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def _filled(self, pattern: str) -> str:
        """A phrase as a regular expression."""
        parts = {
            "n": f"(?P<n>{self.words.number})",
            "m": f"(?P<m>{self.words.number})",
            "name": f'(?P<name>"[^"]*"|{self.named})',
        }
        filled = re.sub("#(name|n|m)", lambda part: parts[part[1]], pattern)
        return filled.replace(" ", r"\s*")

    def _expect(self, pattern: str, what: str) -> re.Match[str]:
        found = self._take(pattern)
        if found is None:
            raise self._nothing(what, self.at)
        return found

    def _nothing(self, what: str, start: int) -> DeckError:
        end = len(self.text.rstrip())
        self._refuse_separators(start, end)
        stop = self.text.find(",", start + 1)
        return self._fail(say("expected here: {what}", what=what), start, stop if stop > 0 else end)

    def _fail(
        self, message: Message, start: int, end: int, hint: str | None = None, example: str | None = None
    ) -> DeckError:
        while start < end and self.text[start].isspace():
            start += 1
        example = example or self.words.example
        help = say("for example: {example}", example=example)
        if hint:
            help = say("{hint} (for example: {example})", hint=hint, example=example)
        return refused(self.written, message, (start, end), help)


def _is_mark(name: str) -> bool:
    """Whether a name is a mark, such as a dash, or a mark and digits."""
    return bool(re.fullmatch(r"[\W\d_]+", name)) and unicodedata.category(name[0]) in _MARKS


_MARKS = ("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sk")
"""Punctuation, and signs as ``+`` and ``^``; names are made of other symbols, too."""


def _key(name: str) -> str:
    """What names have in common that are written in other cases, widths and blanks."""
    return " ".join(_narrow(name).casefold().split())

"""A question about a draw, in words: "3 of 40, draw 5, at least 1".

What comes in: a sentence in English, Chinese or Japanese.  What goes out: a
``Draw``, or a ``DeckError`` with a caret under the place
and an example.

    3 of 40, draw 5, exactly 2
    3 ash, 6 starter of 40, draw 5, at least 1 ash and between 1 and 2 starter
    40张中3张,抽5张,至少1张
    40枚中3枚、5枚引いて1枚以上

Each language has a table of phrases (:class:`Phrases`); the order in which the parts come is the same in
Chinese and Japanese, and in English the cards come before the deck.

Not handled: draws one after another, cards that are put back.
"""

from __future__ import annotations

import re
import unicodedata

from ...lang.diagnostics import DeckError, Diagnostics
from ...lang.source import TextSource
from ...lang.suggest import nearest
from ...messages import Message, say, with_commas
from ...structs import dataclass
from .draws import MOST_ALTERNATIVES, MOST_CARDS, MOST_SORTS, Bound, Draw

FILE = "<question>"

LONGEST = 500
"""Characters of a question."""

AT_LEAST, AT_MOST, EXACTLY, BETWEEN, NONE = "at least", "at most", "exactly", "between", "none"


@dataclass(frozen=True, slots=True)
class Phrases:
    """How a language says the parts of a question; ``n`` and ``m`` are numbers, ``name`` is a sort's.

    ``bounds`` are tried in order.  ``plain`` are words in the place of a name that name nothing.
    """

    example: str
    deck_first: bool
    total: str
    sort: str
    also: str
    draw: str
    bounds: tuple[tuple[str, str], ...]
    every: str
    either: str
    plain: str


_NAME = r'(?P<name>"[^"]*"|(?:(?!\b(?:and|or|of|out of|in|from)\b| ?\+ ?\d)[^,;"])*)'
_LAST = r'(?P<name>"[^"]*"|(?:(?!\b(?:and|or)\b)[^,;"])*)'

ENGLISH = Phrases(
    example="3 of 40, draw 5, at least 1",
    deck_first=False,
    total=r"(?:out of|of|in|from) (?:a )?(?:deck of )?(?P<n>\d+)(?: cards?)?",
    sort=rf"(?P<n>\d+) {_NAME}",
    also=r",? and\b|,|\+",
    draw=(
        r"(?:draw(?:ing|n)?|hand of|open(?:ing)?(?: with)?) (?P<n>\d+)(?: cards?)?"
        r"|(?P<m>\d+) (?:cards? )?drawn"
    ),
    bounds=(
        (AT_LEAST, rf"(?:at least|>=) (?P<n>\d+) {_LAST}"),
        (AT_LEAST, rf"(?P<n>\d+) (?:or more|\+) {_LAST}"),
        (AT_MOST, rf"(?:at most|no more than|<=) (?P<n>\d+) {_LAST}"),
        (AT_MOST, rf"(?P<n>\d+) or (?:less|fewer) {_LAST}"),
        (EXACTLY, rf"(?:exactly|just|=) (?P<n>\d+) {_LAST}"),
        (BETWEEN, rf"between (?P<n>\d+) and (?P<m>\d+) {_LAST}"),
        (BETWEEN, rf"(?P<n>\d+) ?(?:to|-|–) ?(?P<m>\d+) {_LAST}"),
        (NONE, rf"(?:none|no)\b {_LAST}"),
    ),
    every=r",? and\b|,",
    either=r",? or\b",
    plain=r"(?:cards?|copies|copy|of (?:them|these|those))?",
)

CHINESE = Phrases(
    example="40张中3张,抽5张,至少1张",
    deck_first=True,
    total=r"(?P<n>\d+) ?[张張]? ?(?:的)?(?:牌|卡)?组?(?:中|里|裡|内|內)(?:有)?",
    sort=r'(?P<n>\d+) ?[张張]?(?P<name>"[^"]*"|[^,;"和与與及且或]*)',
    also=r",|和|与|與|及",
    draw=r"抽(?:取|出|牌|卡)? ?(?P<n>\d+) ?[张張]?(?:牌|卡)?",
    bounds=(
        (AT_LEAST, r'(?:至少|最少|不少于)有? ?(?P<n>\d+) ?[张張]?(?P<name>"[^"]*"|[^,;"且或]*)'),
        (AT_MOST, r'(?:至多|最多|不超过)有? ?(?P<n>\d+) ?[张張]?(?P<name>"[^"]*"|[^,;"且或]*)'),
        (EXACTLY, r'(?:恰好|正好|刚好|恰)有? ?(?P<n>\d+) ?[张張]?(?P<name>"[^"]*"|[^,;"且或]*)'),
        (BETWEEN, r'(?P<n>\d+) ?[张張]?(?:到|至|-|~) ?(?P<m>\d+) ?[张張]?(?P<name>"[^"]*"|[^,;"且或]*)'),
        (NONE, r'没有(?P<name>"[^"]*"|[^,;"且或]*)'),
    ),
    every=r",?(?:并且|而且|且)|,",
    either=r",?(?:或者|或)",
    plain=r"(?:牌|卡)?",
)

JAPANESE = Phrases(
    example="40枚中3枚、5枚引いて1枚以上",
    deck_first=True,
    total=r"(?P<n>\d+) ?枚(?:の(?:デッキ|カード|山札))?(?:中に?|のうち|から)",
    sort=r'(?P<n>\d+) ?枚の?(?P<name>"[^"]*"|[^,;"と]*)',
    also=r",|と",
    draw=r"(?P<n>\d+) ?枚を?(?:引いて|引くと|引く|引き|ドローして|ドロー)",
    bounds=(
        (AT_LEAST, r'(?P<name>"[^"]*"|[^\d,;"]*?)[がを]?(?P<n>\d+) ?枚以上'),
        (AT_MOST, r'(?P<name>"[^"]*"|[^\d,;"]*?)[がを]?(?P<n>\d+) ?枚以下'),
        (BETWEEN, r'(?P<name>"[^"]*"|[^\d,;"]*?)[がを]?(?P<n>\d+) ?枚?(?:から|~|-|〜) ?(?P<m>\d+) ?枚'),
        (EXACTLY, r'(?P<name>"[^"]*"|[^\d,;"]*?)[がを]?(?:ちょうど|丁度) ?(?P<n>\d+) ?枚'),
    ),
    every=r",?(?:かつ|と)|,",
    either=r",?(?:または|又は|か(?!つ))",
    plain="",
)


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
    return not text.lower().endswith((".yml", ".yaml")) and len(re.findall(r"\d+", _narrow(text))) > 1


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

    def draw(self) -> Draw:
        words = self.words
        sorts: list[tuple[str, int]] = []
        if words.deck_first:
            total = self._number(self._expect(words.total, say("how many cards the deck has")), "n")
        while True:
            start = self.at
            found = self._expect(words.sort, say("how many cards there are of a sort"))
            name = self._name(found)
            if name in [known for known, _ in sorts]:
                twice = say("cards without a name stand here twice")
                if name:
                    twice = say("`{name}` stand here twice", name=name)
                raise self._fail(twice, start, self.at, say("give each sort a name of its own"))
            sorts.append((name, self._number(found, "n")))
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
        for kind, pattern in self.words.bounds:
            found = self._take(pattern)
            if found:
                sort = self._sort(found, sorts)
                return self._bounded(kind, found, sort)
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
            if other.casefold() == name.casefold():
                return index
        start, end = found.span("name")
        listed = with_commas(one or say("(without a name)") for one in known)
        if not name:
            if len(sorts) == 1:
                return 0
            raise self._fail(
                say("this does not say of which cards: there are {known}", known=listed), *found.span()
            )
        near = nearest(name, filter(None, known))
        hint = say("did you mean `{near}`?", near=near) if near else say("there are {known}", known=listed)
        raise self._fail(say("there are no cards called `{name}`", name=name), start, end, hint)

    def _name(self, found: re.Match[str]) -> str:
        """A sort's name as it was written; "" for none."""
        start, end = found.span("name")
        name = self.written[start:end].strip().rstrip(".?").strip()
        if self.text[start:end].strip().startswith('"'):
            return name[1:-1]
        return "" if re.fullmatch(self.words.plain, name, re.IGNORECASE) else name

    def _number(self, found: re.Match[str], group: str) -> int:
        digits = found[group].lstrip("0") or "0"
        if len(digits) > len(str(MOST_CARDS)) or int(digits) > MOST_CARDS:
            raise self._fail(say("numbers go up to {most}", most=f"{MOST_CARDS:,}"), *found.span(group))
        return int(digits)

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
        found = re.compile(pattern.replace(" ", r"\s*"), re.IGNORECASE).match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def _expect(self, pattern: str, what: str) -> re.Match[str]:
        found = self._take(pattern)
        if found is None:
            raise self._nothing(what, self.at)
        return found

    def _nothing(self, what: str, start: int) -> DeckError:
        end = len(self.text.rstrip())
        stop = self.text.find(",", start + 1)
        return self._fail(say("expected here: {what}", what=what), start, stop if stop > 0 else end)

    def _fail(self, message: Message, start: int, end: int, hint: str | None = None) -> DeckError:
        while start < end and self.text[start].isspace():
            start += 1
        help = say("for example: {example}", example=self.words.example)
        if hint:
            help = say("{hint}; for example: {example}", hint=hint, example=self.words.example)
        return refused(self.written, message, (start, max(end, start + 1)), help)

"""Condition lists: what an item of ``hand``, ``grave`` or ``deck.alias`` stands for.

What comes in: scalars (and ``any: [a, b]`` mappings) of the document, and the deck's vocabulary.
What goes out: sets of kinds, and :class:`~yisp.deck.model.Want` for the items of a combo.  An
unknown name, an empty word, a ``!`` without end are diagnostics at the very word.

The rule for a number of cards: ``2x name`` wants two, like writing ``name`` twice.  ``1-2x name``
(and ``0x name``, which is ``0-0x name``) says how many cards of the whole zone fit, whoever uses them,
and takes the lesser number of them for itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from ...lang.checking.names import Sort
from ...lang.diagnostics import Text
from ...lang.remedy import Hint, of, replacing, respelling
from ...messages import Message, say, say_n
from ..kinds import KindSet, members
from ..model import Want
from ..reading.document import Mapping, Node, Scalar
from ..reading.document import Sequence as List
from ..reading.fields import Reading
from ..reading.hints import as_written, instead
from ..reading.source import shown
from ..vocabulary import Vocabulary
from .guesses import AMOUNT as AMOUNT
from .guesses import item_meant, word_meant

WORD = re.compile(r'(?:"[^"]*"|\S)+')
QUOTED = re.compile(r'"((?:[^"]|"")*)"')
MAX_AMOUNT_DIGITS = 9


class Conditions:
    """Reads the condition lists of one deck; ``used`` collects the aliases they name.

    ``doubted`` says whether the list that was read last means what its author wrote: not where part of it, or
    of an alias that it names, could not be read.
    """

    def __init__(
        self, reading: Reading, vocabulary: Vocabulary, nesting: int, copies: Sequence[int] | None
    ) -> None:
        self.reading = reading
        self.vocabulary = vocabulary
        self.nesting = nesting
        self.copies = copies  # of each kind; None when a count is wrong
        self.everything: KindSet = (1 << len(vocabulary.cards)) - 1
        self.used: set[str] = set()
        self.broken: set[str] = set()  # aliases that are not what was meant
        self.doubted = False

    def alias(self, name: str, value: Node) -> KindSet:
        """The kinds that an alias stands for."""
        before = self.reading.diagnostics.errors
        self.doubted = False
        kinds = self._alias(value)
        if self.doubted or self.reading.diagnostics.errors > before:
            self.broken.add(name)
        return kinds

    def _alias(self, value: Node) -> KindSet:
        if not isinstance(value, Scalar):
            self.reading.error(
                "Y201",
                say("an alias takes a condition list, which is one text"),
                value,
                say("join the parts with spaces: 'a:monster !a:hand-trap'"),
            )
            return 0
        text = value.text
        amount = AMOUNT.match(text.text)
        if amount is not None and self._name(text.text.strip()) is None:
            self._error(
                text,
                "Y211",
                say("an alias cannot say how many cards"),
                amount.start(1),
                amount.end(),
                say("write it where the alias is used"),
            )
            return self._list(text, amount.end())
        return self._list(text, 0)

    def wants(self, items: Iterable[Node]) -> list[Want]:
        """The items of a combo's list, but for those that are broken."""
        read = []
        wanted: Counter[KindSet] = Counter()  # by items that the same cards fit: a card serves one item only
        for item in items:
            want = self._whole(item)
            if want is not None:
                read.append(want)
                if self.doubted:
                    continue
                before = wanted[want.kinds]
                wanted[want.kinds] += want.least
                self._check_together(want, before, item)
        return read

    def _check_together(self, want: Want, before: int, item: Node) -> None:
        """That the deck has as many cards as items want which stand one by one; ``before`` by those above."""
        if self.copies is None:
            return
        available = available_cards(want.kinds, self.copies, before + want.least)
        if max(before, want.least) <= available < before + want.least:
            message = say_n(
                "the deck has {number} such card, and this list wants more, so this can never be there",
                "the deck has {number} such cards, and this list wants more, so this can never be there",
                available,
            )
            self.reading.warning("Y427", message, item)

    def _whole(self, item: Node) -> Want | None:
        """One item of the list; None when it is broken."""
        before = len(self.reading.diagnostics)
        self.doubted = self.vocabulary.exhausted
        want = self._want(item)
        self.doubted |= len(self.reading.diagnostics) > before
        if want is not None and self.copies is not None and not self.doubted:
            available = available_cards(want.kinds, self.copies, want.least)
            if available < want.least:
                message = say("the deck has no such card, so this can never be there")
                if available:
                    message = say_n(
                        "the deck has {number} such card, so this can never be there",
                        "the deck has {number} such cards, so this can never be there",
                        available,
                    )
                self.reading.warning("Y427", message, item)
        return want

    def _want(self, item: Node) -> Want | None:
        place = item.place
        if isinstance(item, Mapping):
            kinds = self._any(item)
            return None if kinds is None else Want(kinds, 1, None, place)
        if not isinstance(item, Scalar):
            message = say("an item of this list is a condition list, which is one text")
            hint = say("for one card that fits any of several: {any: [a, b]}")
            texts = [one.value for one in item.items if isinstance(one, Scalar)]
            certain = bool(texts) and len(texts) == len(item.items)
            self.reading.error(
                "Y201", message, item, instead(hint, item, {"any": texts}) if certain else hint
            )
            return None
        text = item.text
        amount = AMOUNT.match(text.text)
        if amount is None or self._name(text.text.strip()) is not None:
            return Want(self._list(text, 0), 1, None, place)
        kinds = self._list(text, amount.end())
        least, most = amount[1], amount[2]
        if max(len(least), len(most or "")) > MAX_AMOUNT_DIGITS:
            self._error(text, "Y211", say("no zone can hold that many cards"), amount.start(1), amount.end())
            return None
        if most is None:
            return Want(kinds, int(least), None if int(least) else 0, place)
        if int(least) > int(most):
            self._error(
                text,
                "Y211",
                say("this range ends before it begins: {least} is more than {most}", least=least, most=most),
                amount.start(1),
                amount.end(2),
            )
            return None
        return Want(kinds, int(least), int(most), place)

    def _any(self, item: Mapping) -> KindSet | None:
        """The kinds of ``any: [a, b]``: those that fit one of the condition lists."""
        entry = item.entries.get("any")
        if entry is None or len(item.entries) > 1:
            wrong = next((entry for name, entry in item.entries.items() if name != "any"), None)
            hint = say("a text that holds `: ` must be quoted")
            written = as_written(item)
            is_text = written is not None and not written.startswith("{")
            self.reading.error(
                "Y201",
                say("an item of this list is a condition list, or {any: [a, b]}"),
                wrong.key if wrong else item,
                instead(hint, item, written) if is_text and written else hint,
            )
            return None
        parts = entry.value.items if isinstance(entry.value, List) else [entry.value]
        kinds = 0
        for part in parts:
            if isinstance(part, Scalar):
                text = part.text
                amount = AMOUNT.match(text.text)
                if amount is None or self._name(text.text.strip()) is not None:
                    kinds |= self._list(text, 0)
                    continue
                message = say("`any` is one card that fits any of these, so it cannot say how many cards")
                span = amount.start(1), amount.end()
                fewer = replacing(say("delete it; for two cards write the whole item twice"), span, "")
                self._error(text, "Y211", message, *span, fewer)
            else:
                self.reading.error("Y201", say("`any` takes a list of condition lists"), part)
        return kinds

    def _list(self, text: Text, start: int) -> KindSet:
        """The kinds that fit all words of a list, or the one card or alias it names as a whole."""
        for name in (text.text[start:], text.text[start:].strip()):  # a name may have blanks around it
            whole = self._name(name)
            if whole is not None:
                return whole
        kinds = self.everything
        words = list(WORD.finditer(text.text, start))
        if not words:
            self._error(text, "Y211", say("a condition is missing here"), start, start)
        for word in words:
            before = self.reading.diagnostics.errors
            kinds &= self._word(text, word.start(), word[0])
            if self.reading.diagnostics.errors > before and item_meant(text, self.vocabulary):
                break  # the whole item was explained
        return kinds

    def _word(self, text: Text, start: int, word: str) -> KindSet:
        bare = word.lstrip("!")
        negations = len(word) - len(bare)
        if negations > self.nesting:
            self._error(
                text,
                "Y212",
                say("more than {most} `!` in a row", most=self.nesting),
                start,
                start + negations,
            )
            return 0
        kinds = self._bare_word(text, start + negations, bare)
        return self.everything & ~kinds if negations % 2 else kinds

    def _bare_word(self, text: Text, start: int, word: str) -> KindSet:
        end = start + len(word)
        sort, name = split_word(word, lambda name: self._name(name) is not None)
        if name is None:
            self._error(text, "Y211", say("a quoted name ends with a quote and a space"), start, end)
            return 0
        if not name and word and not sort:
            self._error(text, "Y211", say("a condition is missing here"), start, end)
            return 0
        if not name:
            message = say("there is nothing after {mark}", mark=shown(sort or "!"))
            self._error(text, "Y211", message, max(start - 1, 0), end, _name_wanted(text.text, end))
            return 0
        if sort:
            kinds = self.vocabulary.attribute(name) if sort == "a:" else self.vocabulary.pattern(name)
            if Sort.ATTRIBUTE in self.vocabulary.unread:
                self.doubted = True  # more cards may have it
            elif sort == "a:" and not self.vocabulary.has_attribute(name):
                self._unknown_attribute(text, start, end, name)
            elif sort == "A:" and not kinds and not self.vocabulary.exhausted:
                self._warning(
                    text,
                    "Y405",
                    say("no card has an attribute that fits {name}", name=shown(name)),
                    start,
                    end,
                )
            return kinds
        found = self._name(name)
        if found is None and Sort.CARD in self.vocabulary.unread:
            self.doubted = True  # it may be one of those
        elif found is None:
            self._unknown_name(text, start, end, name)
        return found or 0

    def _name(self, name: str) -> KindSet | None:
        kinds = self.vocabulary.name(name)
        if kinds is not None and name not in self.vocabulary.cards:
            self.used.add(name)
            self.doubted |= name in self.broken
        return kinds

    def _unknown_name(self, text: Text, start: int, end: int, name: str) -> None:
        hint = item_meant(text, self.vocabulary) or word_meant(name, (start, end), text, self.vocabulary)
        message = say("{name} is neither a card nor an alias defined before", name=shown(name))
        self._error(text, "Y210", message, start, end, hint)

    def _unknown_attribute(self, text: Text, start: int, end: int, name: str) -> None:
        if name in self.vocabulary.cards:
            message = say(
                "{name} is a card; `a:` asks for an attribute of that name, and no card has it",
                name=shown(name),
            )
            bare = replacing(say("write the name without `a:`"), (start, start + len("a:")), "")
            self._warning(text, "Y404", message, start, end, bare)
        else:
            message = say("no card has the attribute {name}", name=shown(name))
            near = respelling(self.vocabulary.nearest(name), (start, end))
            hint = near or item_meant(text, self.vocabulary)
            self._warning(text, "Y405", message, start, end, hint)

    def _error(
        self, text: Text, code: str, message: Message, start: int, end: int, hint: Hint | None = None
    ) -> None:
        self.reading.error(code, message, text.place(start, end), of(hint, text))

    def _warning(
        self, text: Text, code: str, message: Message, start: int, end: int, hint: Hint | None = None
    ) -> None:
        self.reading.warning(code, message, text.place(start, end), of(hint, text))


def _name_wanted(text: str, end: int) -> Hint:
    """What to do about a mark that ends there and has no name behind it."""
    behind = text[end:].lstrip()
    if not behind:
        return say("write a name right behind it: !a:monster")
    return replacing(say("write it without a space between: !a:monster"), (end, len(text) - len(behind)), "")


def split_word(word: str, is_name: Callable[[str], bool]) -> tuple[str, str | None]:
    """What a word without its ``!`` asks for: its sort ("a:", "A:" or "") and the name, which is None where
    its quotation marks are wrong.  ``is_name`` knows cards and aliases, which come first."""
    sort = word[:2] if word.startswith(("a:", "A:")) and not is_name(word) else ""
    name = word[len(sort) :]
    if not name.startswith('"') or is_name(name):
        return sort, name
    quoted = QUOTED.fullmatch(name)
    return sort, None if quoted is None else quoted[1].replace('""', '"')


def available_cards(kinds: KindSet, copies: Sequence[int], enough: int) -> int:
    """How many cards of ``kinds`` a deck has, counted up to ``enough``."""
    available = 0
    for kind in members(kinds):
        if available >= enough:
            break
        available += copies[kind]
    return available

"""A language for tests, in which every letter of a template is a cross: what is left is not translated.

What comes in: templates, as gettext is asked for them.  What goes out: :class:`Pseudo`, a catalogue for every
text there is (:class:`Wide` has wide letters in place of crosses, for what has columns); and
:func:`english_in`, the words of a sentence in that language which should not be there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from itertools import pairwise

from yisp.deck.exchange.formats.formats import FORMATS
from yisp.deck.exchange.formats.tables import COLUMNS
from yisp.deck.reading.files import COLLECTION, packaged
from yisp.deck.schema import EVERY_KEY
from yisp.deck.topics.seats import NEVER_GIVES_UP
from yisp.lang.forms import FORMS


class Pseudo(NullTranslations):
    """A language in which every letter of a template is a cross: what is left are arguments."""

    def gettext(self, message: str) -> str:
        return "⟦" + "".join(self._parts(message)) + "⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def _parts(self, template: str) -> Iterator[str]:
        names = re.compile(r"\{\w+\}|\{\{|\}\}")
        ends = [0, *(at for match in names.finditer(template) for at in match.span()), len(template)]
        for number, (start, end) in enumerate(pairwise(ends)):
            part = template[start:end]
            yield part if number % 2 else self.written(part)

    def written(self, part: str) -> str:
        """Words of a template in this language."""
        return re.sub(r"[^\W\d_]", "×", part)


class Wide(Pseudo):
    """The same with wide letters, which take two columns each."""

    def written(self, part: str) -> str:
        return re.sub(r"[A-Za-z]", lambda letter: chr(ord(letter[0]) + WIDE), part)


WIDE = ord("Ａ") - ord("A")


# Words of the language, of deck files and of programs, which are the same in every language.
CODE = " ".join((
    *(f"{form.signature} {form.example}" for form in FORMS.values()),
    *(f"{key.path} {' '.join(key.choices)}" for key in EVERY_KEY.values()),
    *FORMATS, *COLUMNS, *packaged(), *packaged(COLLECTION), "classes", NEVER_GIVES_UP,
))  # fmt: skip


def english_in(said: str, text: str) -> list[str]:
    """The words of what was said in the pseudo language that are neither the author's nor code."""
    said = re.sub(r"\\(?:x\w\w|u\w{4}|U\w{8})|U\+\w+|0x\w\w|\{\w+\}", " ", said)
    return [word for word in re.findall(r"[A-Za-z]{2,}", said) if word not in text and word not in CODE]

"""A gettext catalogue that reads only the texts that are asked for.

What comes in: a compiled catalogue, a ``.mo`` file.  What goes out: :class:`Catalogue`, which translates as
``gettext.GNUTranslations`` does; that one decodes some thousand texts before it says the first, and the plain
``yispc deck.yml`` says a dozen.  The texts of such a file are sorted, so that each is found by halving.  What
is not handled: contexts; catalogues in another encoding than UTF-8.

(On the warm start's path of languages other than English.)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_MAGIC = 0x950412DE
_ONE_FORM = "nplurals=1;"


class Catalogue:
    """The translations of one file.  Raises OSError where it cannot be read, ValueError where it is none."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            self._data = file.read()
        little = self._data[:4] == _MAGIC.to_bytes(4, "little")
        if not little and self._data[:4] != _MAGIC.to_bytes(4, "big"):
            raise ValueError(f"{path} is no catalogue")
        self._order: str = "little" if little else "big"
        self._texts, self._originals, self._translations = (self._number(at) for at in (8, 12, 16))
        self._form: Callable[[int], int] | None = None

    def gettext(self, text: str) -> str:
        """The translation of a text; itself where there is none."""
        found = self._found(text.encode())
        return text if found is None else found

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form for a number of the translation of a text that counts; English where there is none."""
        found = self._found(f"{one}\0{many}".encode())
        if found is None:
            return one if number == 1 else many
        if self._form is None:
            self._form = self._forms()
        return found.split("\0")[self._form(number)]

    def items(self) -> Iterator[tuple[str, str]]:
        """Every text (of one that counts, that for one) and its translation (its first form)."""
        for place in range(self._texts):
            text = self._at(self._originals, place)
            if text:
                translation = self._at(self._translations, place)
                yield text.split(b"\0")[0].decode(), translation.split(b"\0")[0].decode()

    def _found(self, text: bytes) -> str | None:
        first, end = 0, self._texts
        while first < end:
            middle = (first + end) // 2
            there = self._at(self._originals, middle)
            if there == text:
                return self._at(self._translations, middle).decode()
            if there < text:
                first = middle + 1
            else:
                end = middle
        return None

    def _at(self, table: int, place: int) -> bytes:
        length, start = self._number(table + 8 * place), self._number(table + 8 * place + 4)
        return self._data[start : start + length]

    def _number(self, at: int) -> int:
        return int.from_bytes(self._data[at : at + 4], self._order)  # type: ignore[arg-type]

    def _forms(self) -> Callable[[int], int]:
        """Which form stands for a number, as the head of the catalogue says."""
        head = self._found(b"") or ""
        if _ONE_FORM in head.replace(" ", ""):
            return lambda number: 0
        from gettext import c2py

        rules = [line for line in head.splitlines() if line.lower().startswith("plural-forms:")]
        rule = rules[0].partition("plural=")[2].strip("; ") if rules else "n != 1"
        form: Callable[[int], int] = c2py(rule)
        return form

"""The index of a packaged collection: where each card stands, and by which names it is known.

    python -m yisp.deck.collection.index            say which indexes are not up to date
    python -m yisp.deck.collection.index --write    write them

What comes in: a collection file, read as a whole when the index is made.  What goes out: a JSON file beside
it, by which a deck finds the cards that it names and reads these lines of the collection and no others.  An
index that was made of another content is as good as none: then the whole file is read, which takes its time.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Collection as Names
from typing import Any

from ...lang.diagnostics import Diagnostics
from ...structs import dataclass
from ..reading.document import Mapping
from ..reading.files import COLLECTION, SourceFile, Unreadable, digest_of, packaged, path_of, read_regular
from ..reading.parse import read_document

ENDING = ".json"


@dataclass(frozen=True, slots=True)
class Index:
    """The cards in order, each with the lines that it stands on; and by folded spelling, which card it is."""

    cards: dict[str, tuple[int, int]]  # the first line, counted from 0, and the one behind the last
    known: dict[str, str]

    def lines(self, text: str, wanted: Names[str]) -> str:
        """The text with nothing but its head and the wanted cards in it; each line where it stood."""
        kept = text.split("\n")
        for name, (first, end) in self.cards.items():
            if name not in wanted:
                kept[first:end] = [""] * (end - first)
        return "\n".join(kept)


def index_of(file: SourceFile) -> Index | None:
    """The index that lies beside a packaged collection, if it was made of that very content."""
    name = os.path.splitext(os.path.basename(file.path))[0]
    if file.path != os.path.realpath(path_of(name, COLLECTION)):
        return None
    try:
        data = json.loads(read_regular(_beside(file.path)))
        if data["digest"] != digest_of(file):
            return None
        cards = {name: (first, end) for name, first, end in data["cards"]}
        names = list(cards)
        return Index(cards, {spelling: names[card] for spelling, card in data["known"].items()})
    except (Unreadable, ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None


def made(file: SourceFile) -> str:
    """The index of a collection, as the text of its file; raises DeckError for one that cannot be read."""
    from .reading import spellings

    found = Diagnostics()
    root = read_document(file.data, file.name, found).root
    assert isinstance(root, Mapping)
    table = root.entries["cards"].value
    assert isinstance(table, Mapping)
    entries = list(table.entries.values())
    firsts = [entry.key.place.line - 1 for entry in entries]
    ends = [*firsts[1:], _end(table, file)]
    known: dict[str, int] = {}
    for number, entry in enumerate(entries):
        for spelling in spellings(entry):
            known.setdefault(spelling, number)
    cards = [[entry.key.value, *lines] for entry, *lines in zip(entries, firsts, ends, strict=True)]
    return _text({"digest": digest_of(file), "cards": cards, "known": known})


def _end(table: Mapping, file: SourceFile) -> int:
    """The line behind the last card: that of the next key at the left edge, or the end of the file."""
    assert isinstance(file.data, bytes)
    lines = file.data.decode("utf-8").split("\n")
    last = table.source.position(table.end)[0] - 1
    return next((at for at in range(last, len(lines)) if lines[at][:1].strip("# \r")), len(lines))


def _text(data: dict[str, Any]) -> str:
    """JSON with a line for each card and each spelling, so that changes can be read."""
    cards = ",\n".join(json.dumps(card, ensure_ascii=False) for card in data["cards"])
    known = ",\n".join(
        f"{json.dumps(name, ensure_ascii=False)}: {card}" for name, card in data["known"].items()
    )
    digest = data["digest"]
    return f'{{"digest": "{digest}",\n"cards": [\n{cards}],\n"known": {{\n{known}}}}}\n'


def _beside(path: str) -> str:
    return os.path.splitext(path)[0] + ENDING


def main(arguments: list[str]) -> int:
    """Check or write the indexes of the packaged collections; 1 when some are not up to date."""
    if arguments not in ([], ["--write"]):
        print(__doc__, file=sys.stderr)
        return 2
    stale = 0
    for name in packaged(COLLECTION):
        path = path_of(name, COLLECTION)
        text = made(SourceFile(os.path.basename(path), read_regular(path), path))
        beside = _beside(path)
        if os.path.exists(beside):
            with open(beside, encoding="utf-8", newline="") as file:
                if file.read() == text:
                    continue
        if arguments:
            with open(beside, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        stale += not arguments
        print(f"{beside}: {'written' if arguments else 'not up to date'}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The generated parts of the documentation: the tables of keys, and writing all tables into documents.

    python -m yisp.deck.reference docs              say which files are not up to date
    python -m yisp.deck.reference --write docs      write them

What comes in: the keys declared in ``schema``, the tables of ``yisp.lang.reference``, and documents
with pairs of marks, ``<!-- generated: NAME -->`` and ``<!-- end of NAME -->``: those of the folder, in
English, and those of its folders ``zh`` and ``ja``, in those languages.  What goes out: the
documents with the tables between their marks, and the files for editors, which are generated as a
whole (:data:`FILES`).  Not handled: the text around the tables.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from ..lang import reference
from ..lang.highlighting import textmate
from ..lang.reference import OURS, cell, code, head
from ..messages import ENGLISH, LANGUAGES, look_up, speaking
from . import json_schema
from .schema import COLLECTION, COLLECTION_KEYS, EVERY_KEY, KEYS, ZONE_KEY, Key, is_ours

NAMES = {
    "set.*": "VARIABLE",
    "deck.cards.*": "NAME",
    "deck.alias.*": "ALIAS",
    "deck.cards.*.props.*": "PROPERTY",
    "deck.cards.*.each.*": "LIST",
    "simulate.tests.*": "TOPIC",
    "simulate.tests.*.start.vars.*": "VARIABLE",
    "simulate.tests.*.combos.*": "COMBO",
    "simulate.tests.*.watch.*": "WATCH",
    "simulate.tests.*.stats.*": "STAT",
    "seats.on-draw.*": "EXIT",
    "(collection).tags.*": "TAG",
    "(collection).vars.*": "VARIABLE",
    "(collection).define.*": "FUNCTION",
    "(collection).cards.*": "NAME",
    "(collection).cards.*.names.*": "LANGUAGE",
    "(collection).cards.*.props.*": "PROPERTY",
    "(collection).cards.*.does.*": "LANGUAGE",
    "(collection).cards.*.not.*": "LANGUAGE",
}
"""What the table writes for a name of the author's choosing, by path."""

FILES: dict[str, Callable[[], str]] = {
    "deck.schema.json": json_schema.rendered,
    "yisp.tmLanguage.json": textmate.rendered,
}
"""What stands beside the documents and is generated as a whole, by file name."""

KEY_HEADS = ("key", "value", "default", "meaning")
REQUIRED, REQUIRED_WITHOUT, OR = "*required*", "*required* without {keys}", " or "

_MARKED = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end of \2 -->)", re.DOTALL)


def tables() -> dict[str, Iterator[str]]:
    """Every table by name, as lines of Markdown."""
    return {
        **reference.tables(),
        "keys": _keys(KEYS.values()),
        "collection-keys": _keys(COLLECTION_KEYS.values()),
    }


def texts() -> Iterator[str]:
    """Every text of the tables that is said in other languages, too."""
    yield from reference.texts()
    yield from (*KEY_HEADS, REQUIRED, REQUIRED_WITHOUT, OR)
    for key in EVERY_KEY.values():
        yield key.summary
        yield key.value.value


def spoken(path: Path) -> str:
    """The language of a document, by the folder that it stands in."""
    return path.parent.name if path.parent.name in LANGUAGES else ENGLISH


def filled(document: str, language: str = ENGLISH) -> str:
    """A document with its tables as they should be; raises KeyError for an unknown name."""
    with speaking(language):
        made = {name: list(lines) for name, lines in tables().items() if f": {name} -->" in document}

    def table(match: re.Match[str]) -> str:
        return match[1] + "".join(f"{line}\n" for line in made[match[2]]) + match[3]

    return _MARKED.sub(table, document)


def written(path: str) -> str:
    """A key's path as the table shows it, with words for the author's own names."""
    root = f"{COLLECTION}."
    parts = path.removeprefix(root).split(".")
    within = root if path.startswith(root) else ""
    shown = [NAMES.get(within + ".".join(parts[: index + 1]), part) for index, part in enumerate(parts)]
    return ".".join("LETTER" if part == ZONE_KEY else part for part in shown)


def _keys(listed: Iterable[Key]) -> Iterator[str]:
    yield from head(KEY_HEADS)
    for key in listed:
        mark = OURS if is_ours(key) else ""
        default = look_up(REQUIRED) if key.required else "" if key.default is None else code(str(key.default))
        if key.unless:
            keys = look_up(OR).join(map(code, key.unless))
            default = look_up(REQUIRED_WITHOUT).format(keys=keys)
        yield f"| {code(written(key.path))}{mark} | {_value(key)} | {default} | {cell(key.summary)} |"


def _value(key: Key) -> str:
    return ", ".join(map(code, key.choices)) or look_up(key.value.value)


def main(arguments: Sequence[str]) -> int:
    """Check or write the documents in a folder; 1 when some are not up to date."""
    write = "--write" in arguments
    folders = [argument for argument in arguments if argument != "--write"]
    if len(folders) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    folder, stale = Path(folders[0]), 0
    documents = [*sorted(folder.glob("*.md")), *sorted(folder.glob("*/*.md"))]
    wanted = {path: filled(path.read_text(encoding="utf-8"), spoken(path)) for path in documents}
    wanted |= {folder / name: make() for name, make in FILES.items()}
    for path, made in wanted.items():
        if path.exists() and path.read_text(encoding="utf-8") == made:
            continue
        if write:
            path.write_text(made, encoding="utf-8")
        else:
            stale = 1
        print(f"{path}: {'written' if write else 'not up to date'}")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

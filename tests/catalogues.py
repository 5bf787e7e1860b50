"""The catalogues of what users read: finding every text, and bringing each language up to date.

    python tests/catalogues.py            say what is untranslated or out of date
    python tests/catalogues.py --write    take in new texts, drop those that are gone, compile

What comes in: every text of the sources (the calls of ``say``, ``told`` …; the help of every command; what
forms and keys say of themselves; for the page the calls of ``t`` in ``web/src``), and the translations,
``yisp/locale/LANGUAGE/ROOM.po``: a file for each room of the package, so that whoever changes a room finds
its texts together.  A text that several rooms say has one translation, in the file of the first of them,
where a comment names the others; only the page has its own.  What goes out: the same files with the texts
that there are now, and what programs read, ``LC_MESSAGES/yisp.mo`` and ``page.mo``.  What is not handled:
translating.  That is done by hand, in the .po files.
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import re
import string
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from yisp.cli import COMMANDS
from yisp.cli.app import app
from yisp.cli.parameters import OwnText
from yisp.deck import reference
from yisp.interactive.prompt import helps
from yisp.messages import DOMAIN, ENGLISH, FOLDER, LANGUAGES

ROOT = Path(__file__).parents[1]
LOCALE = Path(FOLDER)
TRANSLATED = [language for language in LANGUAGES if language != ENGLISH]

SAID = {"say": 1, "told": 1, "say_n": 2, "told_n": 2}
"""The functions that take a text, and how many templates each has."""

PAGE = "page"
"""The texts of the page are a catalogue of their own, which goes into the page as a whole."""

REFERENCE = "reference"
"""What declarations say of themselves, wherever else they are shown."""

_ON_PAGE = re.compile(r"""\btn?\(\s*("(?:[^"\\\n]|\\.)*")(?:\s*,\s*("(?:[^"\\\n]|\\.)*"))?""")

_SAYS = re.compile(rf"\b(?:{'|'.join(SAID)})\b")

_HEADERS = {"Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"}


class Undated(Catalog):
    """A catalogue that says of itself only what its readers need: not when it was made, and by which version
    of what, so that the same translations give the same files."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in self._get_mime_headers() if name in _HEADERS]


Text = tuple[str, ...]  # one template, or that for one and that for many
Texts = dict[Text, None]  # in order


# Every text there is ---------------------------------------------------------------------------


@cache
def texts() -> dict[str, dict[Text, list[str]]]:
    """Every text by the room in which it is found first, with the other rooms that say it."""
    found: dict[str, dict[Text, list[str]]] = {}
    others: dict[tuple[bool, str], list[str]] = {}  # by whether it is the page's, and the text
    for room, text in (*_said(), *_declared(), *_helped(), *_on_page()):
        key = (room == PAGE, text[0])
        if not text[0]:
            continue
        if key not in others:
            others[key] = found.setdefault(room, {})[text] = []
        elif room not in (REFERENCE, *others[key]) and text not in found.get(room, {}):
            others[key].append(room)
    return found


def calls(path: Path) -> Iterator[tuple[ast.Call, int]]:
    """Each call in a file that takes a text, and how many templates it has."""
    text = path.read_text(encoding="utf-8")
    if not _SAYS.search(text):  # to parse what says nothing takes as long
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID:
            yield node, SAID[node.func.id]


def sources() -> list[Path]:
    """The modules that may say something."""
    return sorted((ROOT / "yisp").rglob("*.py"))


def _said() -> Iterator[tuple[str, Text]]:
    for path in sources():
        room = path.relative_to(ROOT / "yisp").parts[0].removesuffix(".py")
        for call, templates in calls(path):
            text = tuple(map(_constant, call.args[:templates]))
            if len(text) < templates or "" in text:
                if room == "messages":
                    continue  # what hands templates on
                raise SystemExit(f"{path.relative_to(ROOT)}:{call.lineno}: the template is not a constant")
            yield "pages" if room == PAGE else room, text


def _constant(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _declared() -> Iterator[tuple[str, Text]]:
    """What forms, keys, codes and the prompt's commands say of themselves, in the reference and wherever
    they are shown."""
    for text in reference.texts():
        yield REFERENCE, (text,)
    for text in helps():
        yield "interactive", (text,)


def _helped() -> Iterator[tuple[str, Text]]:
    context = click.Context(app)
    for command in (app, *filter(None, (app.get_command(context, name) for name in COMMANDS))):
        for text in (command.help, command.epilog):
            if text:
                yield "help", (inspect.cleandoc(text),)
        for option in command.params:
            if isinstance(option, click.Option) and option.help:
                yield "help", (option.help,)
            if isinstance(option.type, OwnText):
                yield "help", (str(option.type.expected),)
    for _, summary in COMMANDS.values():
        yield "help", (summary,)
    for text in CLICK:
        yield "help", text
    for text in SYSTEM:
        yield "help", (text,)


CLICK: tuple[Text, ...] = (
    ("Usage:",),
    ("Options",),
    ("Commands",),
    ("Show the version and exit.",),
    ("%(prog)s, version %(version)s",),
    ("Missing command.",),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Invalid value for {param_hint}: {message}",),
    ("Invalid value: {message}",),
    ("No such option {name!r}.",),
    ("No such command {name!r}.",),
    ("Option {name!r} does not take a value.",),
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    ("{value!r} is not a valid {number_type}.",),
    ("{value} is not in the range {range}.",),
    ("integer",),
    ("integer range",),
    ("float",),
    ("float range",),
)
"""What click itself says to our users; it asks gettext for the same."""


SYSTEM = (
    "No such file or directory", "Is a directory", "Not a directory", "Permission denied",
    "Operation not permitted", "Read-only file system", "No space left on device", "File too large",
    "File name too long", "Too many open files", "Too many levels of symbolic links", "Input/output error",
    "Text file busy", "Resource temporarily unavailable", "Cannot allocate memory", "Address already in use",
)  # fmt: skip
"""What the system says of files and processes, as POSIX systems have it."""


def _on_page() -> Iterator[tuple[str, Text]]:
    for path in sorted((ROOT / "web/src").rglob("*.ts*")):
        for match in _ON_PAGE.finditer(path.read_text(encoding="utf-8")):
            plural = match[0].startswith("tn")
            yield PAGE, tuple(json.loads(part) for part in match.groups()[: 1 + plural] if part)


# Catalogues ------------------------------------------------------------------------------------


def empty(language: str, domain: str) -> Catalog:
    """A catalogue without texts."""
    return Undated(
        locale=language,
        domain=domain,
        header_comment="# What Yisp says; `python tests/catalogues.py --write` brings this file up to date.",
        fuzzy=False,
    )


def read(path: Path, language: str) -> Catalog:
    """A file of translations; an empty one where there is none yet."""
    if not path.exists():
        return empty(language, path.stem)
    return _read(path.read_bytes(), language, path.stem)


@cache  # many tests look at all of them, and none of what is here changes one
def _read(data: bytes, language: str, domain: str) -> Catalog:
    return read_po(io.BytesIO(data), locale=language, domain=domain)


def translations(language: str) -> dict[str, Catalog]:
    """What there is of a language, by room."""
    return {path.stem: read(path, language) for path in sorted((LOCALE / language).glob("*.po"))}


def brought_up_to_date(language: str) -> dict[str, Catalog]:
    """The catalogues of a language with the texts that there are now, each with its translation, if any."""
    known = translations(language)
    old = {message.id: message.string for room in known.values() for message in room if message.id}
    made = {}
    for room, found in texts().items():
        catalogue = made[room] = empty(language, room)
        same = known.get(room)
        for text, others in found.items():
            key = text if len(text) > 1 else text[0]
            here = same.get(key) if same is not None else None
            string = here.string if here is not None and here.string else old.get(key)
            comments = [f"also said by: {', '.join(others)}"] if others else []
            catalogue.add(key, string or ("",) if len(text) > 1 else string or "", auto_comments=comments)
    return made


def untranslated(language: str) -> list[str]:
    """The texts that a language lacks."""
    return [
        f"{room}: {message.id!r}"
        for room, catalogue in brought_up_to_date(language).items()
        for message in catalogue
        if message.id and not all(_strings(message.string))
    ]


def misplaced(language: str) -> list[str]:
    """The translations whose names in braces are others than those of their texts."""
    found = []
    for room, catalogue in brought_up_to_date(language).items():
        for message in catalogue:
            if message.id and all(_strings(message.string)):
                one, *more = _strings(message.id)
                for string in _strings(message.string):
                    if _names(string) not in map(_names, (one, *more)):
                        found.append(f"{room}: {message.id!r} → {string!r}")
    return found


def contradictory(language: str) -> list[str]:
    """The texts that two files translate, each in its own way, so that one of them would be lost."""
    said: dict[tuple[bool, str], tuple[str, tuple[str, ...]]] = {}
    found = []
    for room, catalogue in translations(language).items():
        for message in catalogue:
            strings = _strings(message.string)
            if message.id and any(strings):
                key = (room == PAGE, _strings(message.id)[0])
                other, before = said.setdefault(key, (room, strings))
                if before != strings:
                    found.append(f"{other}, {room}: {message.id!r} → {before!r}, {strings!r}")
    return found


def _strings(value: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _names(template: str) -> set[str] | None:
    try:
        return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
    except ValueError:  # a text without names, in which braces stand for themselves
        return None


def written(catalogue: Catalog) -> bytes:
    """A .po file."""
    text = io.BytesIO()
    write_po(text, catalogue, width=110)
    return text.getvalue()


def compiled(language: str, page: bool) -> bytes:
    """The .mo file of what the .po files say: of the page, or of everything else."""
    whole = empty(language, PAGE if page else DOMAIN)
    for room, catalogue in translations(language).items():
        for message in catalogue:
            if message.id and (room == PAGE) is page and all(_strings(message.string)):
                whole.add(message.id, message.string)
    data = io.BytesIO()
    write_mo(data, whole)
    return data.getvalue()


def binaries(language: str) -> dict[Path, bytes]:
    """The .mo files as they should be."""
    folder = LOCALE / language / "LC_MESSAGES"
    return {folder / f"{name}.mo": compiled(language, name == PAGE) for name in (DOMAIN, PAGE)}


def main() -> int:
    """Write, or say what is to be done; 1 where something is."""
    lost = [f"{language}: {one}" for language in TRANSLATED for one in contradictory(language)]
    if lost:
        print("a text has one translation, but these have two:", *lost, sep="\n  ")
        return 1
    if "--write" in sys.argv[1:]:
        for language in TRANSLATED:
            folder = LOCALE / language
            made = brought_up_to_date(language)
            (folder / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
            for path in folder.glob("*.po"):
                if path.stem not in made:
                    path.unlink()
            for room, catalogue in made.items():
                (folder / f"{room}.po").write_bytes(written(catalogue))
            for path, data in binaries(language).items():
                path.write_bytes(data)
    problems = 0
    for language in TRANSLATED:
        missing, wrong = untranslated(language), misplaced(language)
        stale = [
            path.name
            for path, data in binaries(language).items()
            if not path.exists() or path.read_bytes() != data
        ]
        problems += len(missing) + len(wrong) + len(stale)
        found = f"{len(missing)} untranslated, {len(wrong)} with other names, {len(stale)} not compiled"
        print(f"{language}: {found}")
        for line in (missing + wrong + stale) if "--list" in sys.argv[1:] else ():
            print("  " + line)
    return int(problems > 0)


if __name__ == "__main__":
    sys.exit(main())

"""What a document has in common with its translation, and where the two are out of step.

What comes in: the texts of two documents, one of them in another language.  What goes out: a sentence for
every section that does not say the same, as far as that can be seen without reading either language:
headings, paragraphs, lists and tables have the same shape; the same code stands in the text, but for names
that are written in the other language's script; links lead to the same places; numbers that are written in
digits are there; decks, commands and sessions are the same but for names; and outputs have the same figures,
whatever language they are in.  Not handled: whether the words are right, which a reader has to say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from documents import ROOT, TIME
from markdown_it import MarkdownIt
from markdown_it.token import Token

_PARSER = MarkdownIt("commonmark").enable("table")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_PLACE = re.compile(r":\d+:\d+")  # a column depends on how long names are
_WORD = re.compile(r"[A-Za-z]{2,}")
_COMMENT = re.compile(r"(?:^|\s)# .*$", re.MULTILINE)
_NAMES = re.compile(r"[^\W\d_]|[\s\"'_-]")  # what names are made of, and what stands around them

Follow = Callable[[str], str]
"""What makes of a link's target something that is the same in both languages."""


@dataclass
class Section:
    """A heading and what follows it, up to the next one."""

    title: str
    level: int
    shape: list[str] = field(default_factory=list)
    codes: set[str] = field(default_factory=set)
    links: Counter[str] = field(default_factory=Counter)
    numbers: set[str] = field(default_factory=set)
    text: str = ""  # without code
    blocks: list[tuple[str, str]] = field(default_factory=list)  # what it is, its text


def sections(document: str, follow: Follow) -> list[Section]:
    """A document's sections; what stands before the first heading is one without a level."""
    found = [Section("", 0)]
    tokens = _parsed(document)
    for index, token in enumerate(tokens):
        here = found[-1]
        if token.type == "heading_open":
            here = Section(tokens[index + 1].content, int(token.tag[1]))
            found.append(here)
        elif token.type == "fence":
            language, _, name = token.info.partition(" ")
            here.shape.append(f"{language} block {name}".strip())
            here.blocks.append((language, token.content))
        elif token.type == "html_block":
            here.shape.append(token.content.strip())
        elif token.type.endswith("_open") and not (token.type == "paragraph_open" and token.hidden):
            here.shape.append(token.type.removesuffix("_open"))
        elif token.type == "code_block":
            here.shape.append(token.type)
            here.blocks.append(("", token.content))
        elif token.type == "inline":
            _read(token.children or (), here, follow)
    return found


def _read(tokens: list[Token] | tuple[()], section: Section, follow: Follow) -> None:
    for token in tokens:
        if token.type == "code_inline":
            section.codes.add(" ".join(token.content.split()))
        elif token.type == "link_open":
            section.links[follow(unquote(str(token.attrs["href"])))] += 1
        elif token.type == "text":
            section.text += token.content + "\n"
            section.numbers |= set(_NUMBER.findall(token.content))


@cache  # several tests look at each, and links from many documents lead to few
def _parsed(document: str) -> list[Token]:
    return _PARSER.parse(document)


@cache
def headings(document: str) -> list[str]:
    """The anchors of a document's headings, as code hosts make them."""
    tokens = _parsed(document)
    titles = (tokens[i + 1].content for i, token in enumerate(tokens) if token.type == "heading_open")
    return [re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles]


def follower(path: Path, originals: dict[Path, Path]) -> Follow:
    """For the links of a document at a path: which file they mean, in English, and which of its headings.

    ``originals`` gives the English document of each that is a translation.
    """

    def follow(target: str) -> str:
        if re.match(r"https?:", target):
            return target
        name, _, anchor = target.partition("#")
        aimed = (path.parent / name).resolve() if name else path
        heading = ""
        if anchor:
            anchors = headings(aimed.read_text(encoding="utf-8"))
            heading = f"#{anchors.index(anchor)}" if anchor in anchors else f"#{anchor}"
        return f"{originals.get(aimed, aimed).relative_to(ROOT)}{heading}"

    return follow


def differences(original: list[Section], translation: list[Section]) -> Iterator[str]:
    """What the two do not have in common."""
    levels = [section.level for section in original]
    if levels != [section.level for section in translation]:
        yield f"headings: {[s.title for s in original]} and {[s.title for s in translation]}"
        return
    for one, other in zip(original, translation, strict=True):
        for what in _between(one, other):
            yield f"“{one.title}”, “{other.title}”: {what}"


def _between(one: Section, other: Section) -> Iterator[str]:
    if one.shape != other.shape:
        yield f"shape: {_apart(Counter(one.shape), Counter(other.shape)) or 'another order'}"
    lost, new = one.codes - other.codes, other.codes - one.codes
    if any(code.isascii() for code in new) or len(lost) != len(new):
        yield f"code: {sorted(lost)} became {sorted(new)}"
    if one.links != other.links:
        yield f"links: {_apart(one.links, other.links)}"
    if not one.numbers <= other.numbers:
        yield f"numbers: {sorted(one.numbers - other.numbers)}"
    for (language, text), (_, told) in zip(one.blocks, other.blocks, strict=False):
        yield from _blocks(language, text, told)


def _apart(one: Counter[str], other: Counter[str]) -> str:
    return ", ".join([f"lacks {item}" for item in one - other] + [f"has {item} more" for item in other - one])


def _blocks(language: str, text: str, told: str) -> Iterator[str]:
    inputs, outputs = _parted(language, text)
    said, shown = _parted(language, told)
    bare, known = _NAMES.sub("", inputs), set(_WORD.findall(inputs))
    if bare != _NAMES.sub("", said) or not set(_WORD.findall(said)) <= known:
        yield f"{language} block: {said!r} is not {inputs!r}"
    if lost := sorted((_figures(outputs) - _figures(shown)).elements()):
        yield f"{language} block: the output lacks {', '.join(lost)}: {shown!r}"


def _figures(output: str) -> Counter[str]:
    """Those that are the same in every language; what is sampled depends on the name of its topic, and a
    small number may be a word (``once``)."""
    lines = (line for line in TIME.sub("", output).splitlines() if " ± " not in line)
    return Counter(_NUMBER.findall(_PLACE.sub("", "\n".join(lines))))


def _parted(language: str, text: str) -> tuple[str, str]:
    """What a block says, without comments, and what is answered."""
    if language not in ("console", "python"):
        return _COMMENT.sub("", text), ""
    lines = text.splitlines(keepends=True)
    asked = [line for line in lines if line.startswith(("$ ", ">>>", "..."))]
    return _COMMENT.sub("", "".join(asked)), "".join(line for line in lines if line not in asked)

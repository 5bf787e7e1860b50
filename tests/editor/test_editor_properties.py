"""What must hold of any deck: a renamed card leaves the program as it was, and so does laying scripts out."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from editing import DECK
from hypothesis import given, settings
from hypothesis import strategies as st

from yisp.compile.pipeline import compile_deck
from yisp.compile.program import Program
from yisp.compile.record import Record
from yisp.deck.load import loads
from yisp.deck.reading.scalars import ScalarText
from yisp.editor.services import Document, Refused, edited, formatted, rename
from yisp.lang.highlighting.highlight import Role, pieces

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "tests/decks").glob("*.yml")), *sorted((ROOT / "yisp/games").glob("*.yml"))]
QUICK = ("teahouse", "tidepool", "war")
EVERY = [
    pytest.param(ROOT, id="of these tests"),
    *(
        pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem not in QUICK))
        for path in FILES
    ),
]

ODD = st.text(st.sampled_from("ab 灰😀.|;()!:'\"#-x2,[]{}@&*%\\/"), min_size=1, max_size=6)
NAMES = st.one_of(
    st.sampled_from(["new", "灰流丽", "two words", "X", "3", "it's", "2x new", "a:b", "no"]), ODD
)


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path != ROOT else DECK


@cache
def compiled(text: str, path: Path) -> Program:
    return compile_deck(loads(text, str(path)))


def fields(record: Any, *but: str) -> list[Any]:
    """What a record holds, and those in it."""
    found = [getattr(record, name) for name in type(record).__slots__ if name not in but]
    return [fields(one) if isinstance(one, Record) else one for one in found]


def outline(program: Program, called: dict[str, str] | None = None) -> Any:
    """All of a program but places in the file, what messages say, and keys that are hashes of names."""
    called = called or {}

    def name(one: str) -> str:
        return called.get(one, one)

    plan = {key: value for key, value in program.plan.items() if key not in ("card_keys", "key")}
    sites = [(one.code, one.where, name(one.name), one.effect, one.statement) for one in program.sites]
    topics = [fields(topic, "expect", "unseeded") for topic in program.topics]
    native = re.sub(r"plan_key [!=]= \d+", "", program.cython_source)
    return (
        program.python_source, native, plan, sites, topics,
        [(name(one), about) for one, about in program.kinds], program.effects, program.installed,
        program.variables, program.tags, program.settings, program.parameters, program.size,
        [one.code for one in program.warnings],
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERY)
def test_a_renamed_card_leaves_the_program_as_it_was(path: Path) -> None:
    text = read(path)
    document = Document(text, str(path))
    own = [kind for kind in document.names.deck.kinds if kind.place.file == str(path)]
    done = 0

    @settings(max_examples=10)
    @given(which=st.integers(0, 999), new=NAMES)
    def renaming(which: int, new: str) -> None:
        nonlocal done
        kind = own[which % len(own)]
        try:
            edits = rename(document, kind.place.line, kind.place.column, new)
        except Refused:
            return
        other = edited(document.source, edits)
        before, after = compiled(text, path), compile_deck(loads(other, str(path)))
        assert outline(after, {new.strip(): kind.name}) == outline(before)
        done += 1

    if own:
        renaming()
    if path == ROOT:
        assert done > 4


def loosened(text: str, path: Path, random: Random) -> str:
    """The deck with more blanks in its scripts: where there is one, and inside parentheses."""
    blanks: dict[int, tuple[int, str]] = {}  # by offset: up to where, and what comes there
    for _, script in loads(text, str(path)).texts:
        if not isinstance(script, ScalarText) or script.source.file != str(path):
            continue
        for role, start, end in pieces(script.text):
            first, last = script.extent(start, end)
            if role is Role.BLANK and not text[first:last].strip(" "):
                blanks[first] = last, " " * random.choice((1, 1, 2, 4))
            elif role is Role.PUNCTUATION and text[first:last] in "(;":
                blanks.setdefault(last, (last, " " * random.choice((0, 0, 1, 3))))
            elif role is Role.PUNCTUATION and text[first:last] == ")":
                blanks.setdefault(first, (first, " " * random.choice((0, 0, 1, 3))))
    for first in sorted(blanks, reverse=True):
        last, written = blanks[first]
        text = text[:first] + written + text[last:]
    return text


@pytest.mark.slow
@pytest.mark.parametrize("path", EVERY)
def test_laying_out_leaves_the_program_as_it_was(path: Path) -> None:
    text = read(path)
    laid = 0

    @settings(max_examples=3)
    @given(seed=st.integers(0, 10**6))
    def laying_out(seed: int) -> None:
        nonlocal laid
        loose = loosened(text, path, Random(seed))
        document = Document(loose, str(path))
        edits = formatted(document)
        made = edited(document.source, edits)
        assert formatted(Document(made, str(path))) == []
        assert outline(compile_deck(loads(made, str(path)))) == outline(compile_deck(loads(loose, str(path))))
        laid += bool(edits)

    laying_out()
    if path == ROOT:
        assert laid

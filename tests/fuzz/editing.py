"""Decks in the middle of being written, and a place in them: what an editor asks, the services answer.

What comes in: a random generator.  What goes out: a case, its words the line and the column.  Judged is that
no service raises anything, that every range is one of the text, and that what is edited is still the deck.
"""

from __future__ import annotations

import re
from random import Random

from yisp.editor.services import (
    Document,
    Range,
    Refused,
    coloured,
    completions,
    definition,
    diagnostics,
    edited,
    fixes,
    formatted,
    hover,
    outline,
    references,
    rename,
)

from .case import Case, Unsound
from .judge import printable
from .mutations import mutated, some_deck

NEW = ("new", "another name", 'a "quoted" one', "2x it", "a:b", "X", "😀", "3", "{x}", "it's", "no: #", "[a]")


def some_editing(random: Random) -> Case:
    """A deck at some moment, perhaps broken, and where somebody is in it."""
    deck = some_deck(random)
    text = (mutated(random, deck) if random.random() < 0.7 else deck).decode("utf-8", "replace")
    source = Document(text).source
    at = random.randrange(len(source.text) + 1)
    if random.random() < 0.5:  # in the middle of a word, of which many are names
        at = random.choice([match.start() for match in re.finditer(r"\b\w\w", source.text)] or [at]) + 1
    if random.random() < 0.3:  # a word has just been begun
        text = text[:at]
    line, column = source.position(min(at, len(text)))
    return Case(text.encode("utf-8", "surrogatepass"), (str(line), str(column), random.choice(NEW)))


def judge_editing(case: Case) -> str:
    """What the services made of it."""
    text = case.text.decode("utf-8", "replace")
    line, column, new = int(case.words[0]), int(case.words[1]), case.words[2]
    document = Document(text)
    # The text before a word was begun: its names are what is known.
    again = Document(text[: len(text) // 2]).changed(text) if column % 2 else document
    answers = []
    for problem in diagnostics(document):
        _inside(problem.range, document)
        printable(problem.message)
    for one in completions(again, line, column):
        _inside(one.range, document)
        here = min(line, document.source.position(len(text))[0]), column
        if (one.range.line, one.range.column) > here:
            raise Unsound("a completion behind its place", repr(one))
        answers = ["completed"]
    found = hover(again, line, column)
    if found is not None:
        _inside(found.range, document)
        printable(found.markdown().replace("\t", " "))
        answers.append("hovered")
    answers += ["defined" for _ in definition(again, line, column)][:1]
    for place in references(again, line, column):
        if place.file == document.file.name:
            _inside(place.range, again)
    for symbol in outline(document):
        _inside(symbol.range, document)
        _inside(symbol.selection, document)
    for fix in fixes(document)[:2]:
        answers.append("mended")
        printable(fix.title)
        for edit in fix.edits:
            _inside(edit.range, document)
        mended = Document(edited(document.source, list(fix.edits)))
        said = [(one.code, one.message, one.range) for one in diagnostics(mended)]
        if (fix.problem.code, fix.problem.message, fix.problem.range) in said:
            raise Unsound("a fix mends nothing", f"{fix.title}: {fix.problem.message}")
    for piece in coloured(document):
        _inside(Range(piece.line, piece.column, piece.line, piece.column + piece.length), document)
    if edits := formatted(document):
        laid = Document(edited(document.source, edits))
        if formatted(laid):
            raise Unsound("formatting goes on")
        if [one.code for one in diagnostics(laid)] != [one.code for one in diagnostics(document)]:
            raise Unsound("formatting changes what is wrong")
    try:
        renamed = rename(document, line, column, new)
        if Document(edited(document.source, renamed)).deck is None:
            raise Unsound("renaming breaks the deck")
        answers.append("renamed")
    except Refused as refused:
        printable(str(refused))
    return " and ".join(answers) or "nothing"


def _inside(range: Range, document: Document) -> None:
    """Make sure that there is such a range, or the beginning of a text without anything in it."""
    source = document.source
    start = source.offset(range.line, range.column)
    end = source.offset(range.end_line, range.end_column)
    if source.position(start) != (range.line, range.column) and start < len(source.text):
        raise Unsound("a range that is not of the text", repr(range))
    if not start <= end:
        raise Unsound("a range that ends before it begins", repr(range))

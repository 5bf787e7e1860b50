"""A ``.yisp`` file by itself: what is wrong with it, and what it defines.

What comes in: the text of a file of functions, or of one of statements.  What goes out: a deck without cards
that has its functions, and diagnostics.  Which deck the file is for nobody knows here: so nothing is said
about names of cards, and a form that there is not may be a function of another file.
"""

from __future__ import annotations

from ...deck.load import load_draft
from ...deck.model import Deck
from ...deck.reading.files import SCRIPT, SourceFile
from ...deck.reading.source import read_source
from ...deck.vocabulary import Vocabulary
from ...lang.checking.check import check_script
from ...lang.checking.names import Sort
from ...lang.diagnostics import DeckError, Diagnostics
from ...lang.parsing.parser import parse_script
from ...lang.tree import Call, Script

WRITTEN, OTHERS = "this", "others"

DECK = f"""
include: [{WRITTEN}, {OTHERS}]
deck: {{cards: {{card: {{}}}}}}
simulate: {{tests: {{topic: {{start-card: 1, stats: {{none: '0'}}}}}}}}
"""
"""A deck that includes the file, and one that cannot be read: then nobody knows all functions."""

OF_DECKS = {f"Y{number}" for number in (*range(142, 149), *range(402, 406), 412)}
"""Codes of what depends on the deck: cards, attributes, properties, seats, exits."""

DEFINES = "define"


def load_script_file(file: SourceFile) -> tuple[Deck | None, Diagnostics]:
    """What a file defines, as far as it can be read, and everything that is wrong with it."""
    found = Diagnostics()
    try:
        text = read_source(file.data, file.name, found)
    except DeckError:
        return None, found
    script = parse_script(text, Diagnostics(), comments=True)
    defines = any(isinstance(one, Call) and one.head == DEFINES for one in script.statements)
    named = {(WRITTEN, SCRIPT): SourceFile(file.name, file.data if defines else b"", file.path)}
    deck, said = load_draft(SourceFile("", DECK, named=named))
    if not defines:
        parse_script(text, found, comments=True)
        names = Vocabulary(())
        names.unread.add(Sort.FUNCTION)
        whole = Script(script.statements, script.numbers, script.span, False)  # variables may be of a deck
        check_script(whole, text, names, found, context="script")
    kept = Diagnostics()
    for item in found if not defines else said:
        if item.place is not None and item.place.file == file.name and item.code not in OF_DECKS:
            kept.add(item)
    return deck, kept

"""What an editor can ask for, in one place: the page's and the language server's.

    document = Document(text, "deck.yml")          a text that is being written
    diagnostics(document)                          what is wrong with it
    completions(document, 3, 14)                   what could stand in line 3, column 14
    hover(document, 3, 14)                         what the word there means
    definition(document, 3, 14)                    where it comes from
    references(document, 3, 14)                    where else that is named
    fixes(document)                                edits that mend what is wrong
    outline(document)                              what the file consists of
    rename(document, 3, 14, "name")                another name for the card there, everywhere
    formatted(document)                            scripts laid out evenly
    coloured(document)                             what every piece of a script is
    explained(document)                            what its cards do, in a player's sentences
    in_parts(document, "card")                     the effects of a card, as parts for a form
    by_hand(document, "card", 0, effect)           edits that write such an effect
    document = document.changed(text)              the next text

Lines and columns count from 1, in characters.  Results are plain objects with ``to_data()``, which gives what
JSON can hold.
"""

from __future__ import annotations

from ..parts.menus import menus
from .answers.deckfile import Completion, completions
from .answers.definition import definition
from .answers.diagnosis import Problem, diagnostics, is_deck
from .answers.hover import Hover, hover
from .answers.outline import Symbol, outline
from .answers.references import references
from .answers.tokens import Coloured, coloured
from .answers.wording import explained
from .edits.byhand import by_hand, in_parts
from .edits.fixes import Fix, fixes
from .edits.formatting import formatted
from .edits.rename import Refused, renamable, rename
from .text.document import Document
from .text.places import Edit, Location, Range, edited

__all__ = [
    "Coloured", "Completion", "Document", "Edit", "Fix", "Hover", "Location", "Problem", "Range",
    "Refused", "Symbol", "by_hand", "coloured", "completions", "definition", "diagnostics", "edited",
    "explained", "fixes", "formatted", "hover", "in_parts", "is_deck", "menus", "outline", "references",
    "renamable", "rename",
]  # fmt: skip

"""What services answer in the protocol's own types, field by field; ``test_server`` asks for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("lsprotocol", reason="pygls is not installed")

from lsprotocol import types

from yisp.editor.answers.deckfile import Completion
from yisp.editor.answers.diagnosis import Problem
from yisp.editor.answers.hover import Hover
from yisp.editor.answers.outline import Symbol
from yisp.editor.answers.tokens import Coloured
from yisp.editor.edits.fixes import Fix
from yisp.editor.server import protocol
from yisp.editor.text.document import Document
from yisp.editor.text.places import Edit, Location, Range
from yisp.lang.highlighting.highlight import Role

UTF16, URI = types.PositionEncodingKind.Utf16, "file:///here.yml"
RARE = "deck: 😀x\ncards: {}\n"
"""The face takes two units."""

FACE, WORD = Range(1, 7, 1, 8), Range(1, 8, 1, 9)


def at(line: int, start: int, end: int, last: int | None = None) -> types.Range:
    """Of the editor, which counts from 0."""
    return types.Range(types.Position(line, start), types.Position(line if last is None else last, end))


@pytest.fixture
def document(tmp_path: Path) -> Document:
    path = tmp_path / "here.yml"
    path.write_text(RARE, encoding="utf-8")
    return Document(RARE, path=str(path))


def test_places_are_counted_in_their_own_file(document: Document, tmp_path: Path) -> None:
    """As it is now; in one that is gone, as far as there is something."""
    here = document.file.path
    assert here is not None
    other = tmp_path / "other.yml"
    other.write_bytes("\ufeff😀😀x".encode())
    found = [
        Location("here.yml", here, WORD),
        Location("other.yml", str(other), Range(1, 3, 1, 4)),
        Location("gone.yml", str(tmp_path / "gone.yml"), Range(1, 3, 1, 4)),
    ]
    assert protocol.locations(found, document, UTF16, URI) == [
        types.Location(URI, at(0, 8, 9)),
        types.Location(other.as_uri(), at(0, 4, 5)),
        types.Location((tmp_path / "gone.yml").as_uri(), at(0, 0, 0)),
    ]


@pytest.mark.parametrize(
    ("severity", "hint", "elsewhere"),
    [("error", None, False), ("warning", "Mend it.", False), ("error", "Mend it.", True)],
)
def test_problems(severity: str, hint: str | None, elsewhere: bool, document: Document) -> None:
    origin = Location("here.yml", document.file.path or "", FACE) if elsewhere else None
    one = Problem("Y201", severity, "It is wrong.", hint, WORD, origin)
    related = types.DiagnosticRelatedInformation(types.Location(URI, at(0, 6, 8)), "It is wrong.")
    levels = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
    wanted = types.Diagnostic(
        at(0, 8, 9), "It is wrong.\nMend it." if hint else "It is wrong.", levels[severity], code="Y201",
        source="yisp", related_information=[related] if elsewhere else None,
    )  # fmt: skip
    assert protocol.diagnostic(one, document, URI, UTF16) == wanted
    fix = Fix("write it", one, (Edit(WORD, "y"), Edit(FACE, "")), only=elsewhere)
    edits = [types.TextEdit(at(0, 8, 9), "y"), types.TextEdit(at(0, 6, 8), "")]
    assert protocol.action(fix, document, URI, UTF16) == types.CodeAction(
        "write it", types.CodeActionKind.QuickFix, [wanted], is_preferred=elsewhere,
        edit=types.WorkspaceEdit(changes={URI: edits}),
    )  # fmt: skip


def test_proposals_in_our_order(document: Document) -> None:
    """An editor leaves those that do not fit what is written to us."""
    found = [
        Completion("ash", "ash: ", WORD, "card", "3 copies"),
        Completion("pot", "pot", Range(2, 1, 2, 1), "of a kind of its own", ""),
    ]
    assert protocol.completions(found, document, UTF16) == [
        types.CompletionItem(
            "ash", kind=types.CompletionItemKind.Class, detail="3 copies", sort_text="00000", filter_text="x",
            text_edit=types.TextEdit(at(0, 8, 9), "ash: "),
        ),
        types.CompletionItem(
            "pot", sort_text="00001", filter_text="pot", text_edit=types.TextEdit(at(1, 0, 0), "pot")
        ),
    ]  # fmt: skip


def test_what_a_word_is_and_whether_it_may_be_another(document: Document) -> None:
    one = Hover("card", "ash", range=WORD)
    assert protocol.hover(one, document, UTF16) == types.Hover(
        types.MarkupContent(types.MarkupKind.Markdown, one.markdown()), at(0, 8, 9)
    )
    assert protocol.renamable((WORD, "x"), document, UTF16) == types.PrepareRenamePlaceholder(
        at(0, 8, 9), "x"
    )


def test_the_outline(document: Document) -> None:
    below = Symbol("x", "alias", "", WORD, WORD)
    found = [Symbol("deck", "card", "3", Range(1, 1, 2, 3), Range(1, 1, 1, 5), (below,))]

    def symbol(name: str, kind: types.SymbolKind, *places: types.Range, **more: Any) -> types.DocumentSymbol:
        return types.DocumentSymbol(name, kind, *places, **more)

    assert protocol.symbols(found, document, UTF16) == [
        symbol(
            "deck", types.SymbolKind.Class, at(0, 0, 2, last=1), at(0, 0, 4), detail="3",
            children=[
                symbol("x", types.SymbolKind.Interface, at(0, 8, 9), at(0, 8, 9), detail=None, children=[])
            ],
        )
    ]  # fmt: skip


def test_colours_stand_each_behind_the_one_before(document: Document) -> None:
    """Lines and, in a line, units from where that began; what has no colour is left out."""
    found = [
        Coloured(1, 1, 4, Role.CARD), Coloured(1, 7, 1, Role.NUMBER), Coloured(1, 8, 1, Role.ZONE),
        *(Coloured(1, 9, 1, role) for role in Role if role not in protocol.COLOURS),
        Coloured(2, 3, 2, Role.CARD), Coloured(2, 6, 1, Role.CARD),
    ]  # fmt: skip
    card, number, zone = (protocol.LEGEND.index(name) for name in ("class", "number", "namespace"))
    assert protocol.relative(found, document, UTF16) == [
        0, 0, 4, card, 0,
        0, 6, 2, number, 0,
        0, 2, 1, zone, 0,
        1, 2, 2, card, 0,
        0, 3, 1, card, 0,
    ]  # fmt: skip

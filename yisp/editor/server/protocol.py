"""Answers of services in the words of the Language Server Protocol.

What comes in: problems, completions, edits and so on of a document, and the encoding in which the editor
counts.  What goes out: the protocol's own types.  What is not handled: asking for them (``server``).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lsprotocol import types

from ...deck.reading.files import Unreadable, read_regular
from ...lang.highlighting.highlight import Role
from ...lang.source import TextSource
from ..answers.deckfile import Completion
from ..answers.diagnosis import Problem
from ..answers.hover import Hover
from ..answers.outline import Symbol
from ..answers.tokens import Coloured
from ..edits.fixes import Fix
from ..text.document import Document
from ..text.places import Edit, Location, Range
from .positions import Encoding, range_to_editor, to_editor

KINDS = {
    "card": types.CompletionItemKind.Class,
    "alias": types.CompletionItemKind.Interface,
    "attribute": types.CompletionItemKind.Property,
    "property": types.CompletionItemKind.Field,
    "form": types.CompletionItemKind.Keyword,
    "option": types.CompletionItemKind.Keyword,
    "function": types.CompletionItemKind.Function,
    "variable": types.CompletionItemKind.Variable,
    "zone": types.CompletionItemKind.Constant,
    "event": types.CompletionItemKind.Event,
    "tag": types.CompletionItemKind.Reference,
    "exit": types.CompletionItemKind.EnumMember,
    "mode": types.CompletionItemKind.EnumMember,
    "value": types.CompletionItemKind.Value,
    "key": types.CompletionItemKind.Module,
    "file": types.CompletionItemKind.File,
}

COLOURS = {
    Role.COMMENT: "comment",
    Role.STRING: "string",
    Role.TAG: "decorator",
    Role.FLAGS: "modifier",
    Role.ACTIVATE: "keyword",
    Role.GUARD: "keyword",
    Role.CONTROL: "keyword",
    Role.OPERATOR: "operator",
    Role.FORM: "macro",
    Role.FUNCTION: "function",
    Role.ZONE: "namespace",
    Role.KEPT: "modifier",
    Role.CARD: "class",
    Role.ATTRIBUTE: "property",
    Role.NUMBER: "number",
    Role.MODE: "enumMember",
    Role.VARIABLE: "variable",
    Role.WORD: "string",
}
"""What the protocol calls the roles; what is not here has no colour."""

LEGEND = list(dict.fromkeys(COLOURS.values()))


def diagnostic(one: Problem, document: Document, uri: str, encoding: Encoding) -> types.Diagnostic:
    """A mistake or a doubt, with what would help on a line of its own."""
    severities = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
    related = None
    if one.origin is not None:
        related = [
            types.DiagnosticRelatedInformation(location(one.origin, document, uri, encoding), one.message)
        ]
    return types.Diagnostic(
        range_to_editor(document.source, one.range, encoding),
        one.message if one.hint is None else f"{one.message}\n{one.hint}",
        severities[one.severity],
        code=one.code,
        source="yisp",
        related_information=related,
    )


def location(one: Location, document: Document, uri: str, encoding: Encoding) -> types.Location:
    """A place in this document, which the editor calls ``uri``, or in another file, whose lines are read to
    count in them."""
    if one.path == document.file.path:
        return types.Location(uri, range_to_editor(document.source, one.range, encoding))
    try:
        text = read_regular(one.path).decode("utf-8", "replace")
    except Unreadable:
        text = ""
    source = TextSource(one.file, text.removeprefix("\ufeff"))
    return types.Location(Path(one.path).as_uri(), range_to_editor(source, one.range, encoding))


def locations(
    found: Sequence[Location], document: Document, encoding: Encoding, uri: str
) -> list[types.Location]:
    return [location(one, document, uri, encoding) for one in found]


def completions(
    found: Sequence[Completion], document: Document, encoding: Encoding
) -> list[types.CompletionItem]:
    """Proposals; their order is ours, and so is the choice of those that fit what is written."""
    source, items = document.source, []
    for at, one in enumerate(found):
        written = source.line(one.range.line)[one.range.column - 1 : one.range.end_column - 1]
        items.append(
            types.CompletionItem(
                label=one.label,
                kind=KINDS.get(one.kind),
                detail=one.about or None,
                sort_text=f"{at:05}",
                filter_text=written or one.text,
                text_edit=types.TextEdit(range_to_editor(source, one.range, encoding), one.text),
            )
        )
    return items


def hover(one: Hover, document: Document, encoding: Encoding) -> types.Hover:
    content = types.MarkupContent(types.MarkupKind.Markdown, one.markdown())
    return types.Hover(content, range_to_editor(document.source, one.range, encoding))


def renamable(
    found: tuple[Range, str], document: Document, encoding: Encoding
) -> types.PrepareRenamePlaceholder:
    """Where a name stands that may be another, and what it is."""
    place, name = found
    return types.PrepareRenamePlaceholder(range_to_editor(document.source, place, encoding), name)


def text_edits(edits: Sequence[Edit], document: Document, encoding: Encoding) -> list[types.TextEdit]:
    return [types.TextEdit(range_to_editor(document.source, one.range, encoding), one.text) for one in edits]


def action(fix: Fix, document: Document, uri: str, encoding: Encoding) -> types.CodeAction:
    """An edit that mends a mistake."""
    return types.CodeAction(
        title=fix.title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(fix.problem, document, uri, encoding)],
        is_preferred=fix.only,
        edit=types.WorkspaceEdit(changes={uri: text_edits(fix.edits, document, encoding)}),
    )


SYMBOLS = {
    "card": types.SymbolKind.Class,
    "alias": types.SymbolKind.Interface,
    "function": types.SymbolKind.Function,
    "variable": types.SymbolKind.Variable,
    "exit": types.SymbolKind.EnumMember,
    "topic": types.SymbolKind.Module,
    "combo": types.SymbolKind.Event,
    "watched": types.SymbolKind.Boolean,
    "stat": types.SymbolKind.Number,
}


def symbols(found: Sequence[Symbol], document: Document, encoding: Encoding) -> list[types.DocumentSymbol]:
    """Parts of the outline, each with those below it."""
    return [
        types.DocumentSymbol(
            name=one.name,
            detail=one.detail or None,
            kind=SYMBOLS[one.kind],
            range=range_to_editor(document.source, one.range, encoding),
            selection_range=range_to_editor(document.source, one.selection, encoding),
            children=symbols(one.children, document, encoding),
        )
        for one in found
    ]


def relative(found: Sequence[Coloured], document: Document, encoding: Encoding) -> list[int]:
    """Coloured pieces, each by its distance from the one before."""
    data: list[int] = []
    line = start = 0
    for one in found:
        if one.role not in COLOURS:
            continue
        begin = to_editor(document.source, one.line, one.column, encoding)
        end = to_editor(document.source, one.line, one.column + one.length, encoding)
        ahead = begin.character - (start if begin.line == line else 0)
        kind = LEGEND.index(COLOURS[one.role])
        data += [begin.line - line, ahead, end.character - begin.character, kind, 0]
        line, start = begin.line, begin.character
    return data

"""``yispc lsp``, with a client that speaks the protocol: over real pipes where it is about these, otherwise
with a server in the process of the tests."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from editing import DECK, MARK

pytest.importorskip("pygls", reason="pygls is not installed")

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.io_ import run_async
from pygls.lsp.client import LanguageClient
from pygls.protocol import LanguageServerProtocol

from yisp.editor.server.server import make
from yisp.editor.services import Document, hover
from yisp.messages import speaking

PATIENCE = 300
"""Seconds after which a test is given up: it hangs."""

YISPC = (sys.executable, "-P", "-m", "yisp", "lsp")

RARE = """\
deck:
  cards:
    灰流丽😀x: {count: 3, attribute: [怪兽], program: '[1]@;(# D.😀b.1 H)'}
    😀b: {count: 37}
simulate:
  tests:
    opening: {exec-program: true, combos: {start: {hand: [灰流丽😀x]}}}
"""


class Session:
    """An editor in which files are open."""

    def __init__(
        self, client: LanguageClient, published: asyncio.Queue[types.PublishDiagnosticsParams]
    ) -> None:
        self.client = client
        self.published = published
        self.logged: list[str] = []

    def open(self, uri: str, text: str) -> None:
        item = types.TextDocumentItem(uri, "yaml", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, uri: str, version: int, text: str) -> None:
        change = types.TextDocumentContentChangeWholeDocument(text)
        document = types.VersionedTextDocumentIdentifier(version, uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def save(self, uri: str) -> None:
        document = types.TextDocumentIdentifier(uri)
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(document))

    async def problems(self, uri: str, version: int | None = None) -> list[types.Diagnostic]:
        """What is said of a file next, or of that version of it."""
        while True:
            one = await self.published.get()
            if one.uri == uri and (version is None or one.version == version):
                return list(one.diagnostics)


@asynccontextmanager
async def session(
    command: tuple[str, ...] = (), locale: str | None = None, **capabilities: Any
) -> AsyncIterator[Session]:
    """A server, here or started by a command, and its editor, which leaves as editors do.

    What was started must then end well.
    """
    client = LanguageClient("tests", "1")
    made = Session(client, asyncio.Queue())

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params: types.PublishDiagnosticsParams) -> None:
        made.published.put_nowait(params)

    @client.feature(types.WINDOW_LOG_MESSAGE)
    def logged(params: types.LogMessageParams) -> None:
        made.logged.append(params.message)

    if command:
        await client.start_io(*command)
    else:
        listening = await asyncio.start_server(_served, "127.0.0.1", 0)
        await client.start_tcp(*listening.sockets[0].getsockname())
    offered = types.ClientCapabilities(**capabilities)
    await client.initialize_async(types.InitializeParams(offered, locale=locale))
    client.initialized(types.InitializedParams())
    yield made
    await client.shutdown_async(None)
    if command:
        client.exit(None)
        assert client._server is not None
        assert await client._server.wait() == 0
    else:
        listening.close()
        client.protocol.writer.close()
    await client.stop()


async def _served(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """What pygls does for whoever connects, in the loop of the test."""
    server = make()
    server.protocol.set_writer(writer)
    await run_async(threading.Event(), reader, server.protocol)
    writer.close()


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), PATIENCE))


def place(text: str, marked: str) -> types.Position:
    """The place in the text at which the mark stands in a piece of it, in UTF-16."""
    before, _, behind = marked.partition(MARK)
    at = text.index(before + behind) + len(before)
    line = text[:at].count("\n")
    return types.Position(line, len(text[:at].rpartition("\n")[2].encode("utf-16-le")) // 2)


def uri_of(path: Path) -> str:
    return path.as_uri()


def taken(text: str, edits: Any) -> str:
    """A text with the protocol's edits made."""
    lines = text.split("\n")
    for edit in sorted(
        edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True
    ):
        start, end = edit.range.start, edit.range.end
        assert start.line == end.line
        units = lines[start.line].encode("utf-16-le")
        whole = units[: 2 * start.character] + edit.new_text.encode("utf-16-le") + units[2 * end.character :]
        lines[start.line] = whole.decode("utf-16-le")
    return "\n".join(lines)


def test_a_session(tmp_path: Path) -> None:
    """Everything that the server offers, in a deck whose characters take one unit of UTF-16, or two."""
    uri = uri_of(tmp_path / "deck.yml")
    document = types.TextDocumentIdentifier(uri)

    async def test() -> None:
        async with session() as editor:
            client = editor.client
            editor.open(uri, RARE.replace("灰流丽😀x]", "灰流丽😀x, nope]"))
            (problem,) = await editor.problems(uri)
            assert problem.message == "`nope` is neither a card nor an alias defined before"
            start = problem.range.start
            assert (problem.code, start.line) == ("Y210", 6)
            assert start == place(RARE.replace("灰流丽😀x]", "灰流丽😀x, nope]"), f"{MARK}nope")
            editor.change(uri, 2, RARE)
            assert await editor.problems(uri, 2) == []

            here = place(RARE, f"D.😀{MARK}b.1")
            assert here == types.Position(2, 62)
            hover = await client.text_document_hover_async(types.HoverParams(document, here))
            assert hover is not None and isinstance(hover.contents, types.MarkupContent)
            assert "37 copies in a deck of 40 cards" in hover.contents.value
            assert hover.range == types.Range(types.Position(2, 60), types.Position(2, 63))

            completion = await client.text_document_completion_async(types.CompletionParams(document, here))
            assert isinstance(completion, types.CompletionList)
            (item,) = completion.items
            assert (item.label, item.detail) == ("😀b", "card")
            assert item.kind == types.CompletionItemKind.Class and item.sort_text == "00000"
            assert taken(RARE, [item.text_edit]) == RARE

            (defined,) = await client.text_document_definition_async(types.DefinitionParams(document, here))
            assert defined == types.Location(uri, types.Range(types.Position(3, 4), types.Position(3, 7)))

            context = types.ReferenceContext(include_declaration=True)
            places = await client.text_document_references_async(
                types.ReferenceParams(context, document, here)
            )
            ranges = [(one.range.start.line, one.range.start.character) for one in places or []]
            assert ranges == [(2, 60), (3, 4)]
            context = types.ReferenceContext(include_declaration=False)
            places = await client.text_document_references_async(
                types.ReferenceParams(context, document, here)
            )
            assert [one.range.start.line for one in places or []] == [2]

            symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
            assert symbols is not None
            assert [(one.name, one.kind.name) for one in symbols] == [
                ("灰流丽😀x", "Class"), ("😀b", "Class"), ("opening", "Module"),
            ]  # fmt: skip
            assert symbols[0].selection_range == types.Range(types.Position(2, 4), types.Position(2, 10))
            assert [below.name for below in symbols[2].children or []] == ["start"]

            asked = types.PrepareRenameParams(document, here)
            prepared = await client.text_document_prepare_rename_async(asked)
            assert isinstance(prepared, types.PrepareRenamePlaceholder) and prepared.placeholder == "😀b"
            edit = await client.text_document_rename_async(types.RenameParams(document, here, "two words"))
            assert edit is not None and edit.changes is not None
            assert taken(RARE, edit.changes[uri]) == (
                RARE.replace("D.😀b.1", 'D."two words".1').replace("    😀b", "    two words")
            )

            loose = RARE.replace("(# D.", "(#   D.").replace("[1]@;", "[1] @ ; ")
            editor.change(uri, 3, loose)
            options = types.FormattingOptions(2, True)
            formatting = types.DocumentFormattingParams(document, options)
            edits = await client.text_document_formatting_async(formatting)
            assert taken(loose, edits) == RARE

            colours = types.SemanticTokensParams(document)
            tokens = await client.text_document_semantic_tokens_full_async(colours)
            assert tokens is not None and list(tokens.data[:10]) == [2, 50, 3, 3, 0, 0, 4, 1, 4, 0]

            wrong = RARE.replace("D.😀b.1", "D.😀c.1")
            editor.change(uri, 4, wrong)
            (problem,) = await editor.problems(uri, 4)
            actions = await client.text_document_code_action_async(
                types.CodeActionParams(document, problem.range, types.CodeActionContext([problem]))
            )
            (action,) = actions or []
            assert isinstance(action, types.CodeAction) and action.edit is not None and action.edit.changes
            assert (action.title, action.kind, action.is_preferred) == (
                "write `😀b`", types.CodeActionKind.QuickFix, True,
            )  # fmt: skip
            assert list(action.diagnostics or []) == [problem]
            assert taken(wrong, action.edit.changes[uri]) == RARE
            nowhere = types.Range(types.Position(0, 0), types.Position(1, 0))
            for where, only in ((nowhere, None), (problem.range, [types.CodeActionKind.Refactor])):
                context_of = types.CodeActionContext([], only=only)
                asked_for = types.CodeActionParams(document, where, context_of)
                assert not await client.text_document_code_action_async(asked_for)

            editor.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
            while (await editor.published.get()).version is not None:
                pass  # that of version 3 may still come; with the file its problems go

    run(test)


def test_an_editor_that_counts_characters(tmp_path: Path) -> None:
    uri = uri_of(tmp_path / "deck.yml")
    general = types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf32])

    async def test() -> None:
        async with session(general=general) as editor:
            editor.open(uri, RARE)
            document = types.TextDocumentIdentifier(uri)
            here = types.Position(2, RARE.split("\n")[2].index("b.1"))
            asked = types.DefinitionParams(document, here)
            (defined,) = await editor.client.text_document_definition_async(asked)
            assert defined.range == types.Range(types.Position(3, 4), types.Position(3, 6))

    run(test)


def test_what_is_refused_is_told_and_nothing_breaks(tmp_path: Path) -> None:
    uri = uri_of(tmp_path / "deck.yml")
    document = types.TextDocumentIdentifier(uri)

    async def test() -> None:
        async with session() as editor:
            editor.open(uri, DECK)
            here = place(DECK, f"    Ash{MARK} Blossom")
            for new, sentence in (("urara", "already a card"), ("", "cannot be empty")):
                with pytest.raises(JsonRpcException, match=sentence):
                    await editor.client.text_document_rename_async(types.RenameParams(document, here, new))
            nowhere = types.Position(999, 999)
            assert await editor.client.text_document_hover_async(types.HoverParams(document, nowhere)) is None
            unknown = types.TextDocumentIdentifier("file:///nowhere.yml")
            assert await editor.client.text_document_hover_async(types.HoverParams(unknown, here)) is None
            params = types.CompletionParams(unknown, here)
            nothing = await editor.client.text_document_completion_async(params)
            assert isinstance(nothing, types.CompletionList) and list(nothing.items) == []
            assert editor.logged == []

    run(test)


FAULTY = """
import yisp.editor.services as services
def fault(*_):
    print("something that is no protocol", flush=True)
    raise RuntimeError("planted")
services.hover = services.formatted = fault
from yisp.editor.server.server import serve
serve("en")
"""


def test_a_fault_of_ours_is_logged_and_survived(tmp_path: Path) -> None:
    uri = uri_of(tmp_path / "deck.yml")
    document = types.TextDocumentIdentifier(uri)

    async def test() -> None:
        async with session((sys.executable, "-P", "-c", FAULTY)) as editor:
            client = editor.client
            editor.open(uri, DECK)
            here = place(DECK, f"    Ash{MARK} Blossom")
            assert await client.text_document_hover_async(types.HoverParams(document, here)) is None
            assert editor.logged == ["hover: RuntimeError: planted"]
            params = types.DocumentFormattingParams(document, types.FormattingOptions(2, True))
            assert not await client.text_document_formatting_async(params)
            defined = await client.text_document_definition_async(types.DefinitionParams(document, here))
            assert len(defined or []) == 1

    run(test)


def test_the_newest_text_is_what_counts(tmp_path: Path) -> None:
    """Somebody types; when nothing more comes, the problems are those of the last text."""
    uri = uri_of(tmp_path / "deck.yml")

    async def test() -> None:
        async with session() as editor:
            editor.open(uri, DECK)
            word = "shufle"
            for version, end in enumerate(range(len(word) + 1), 2):
                editor.change(uri, version, DECK.replace("(# X B)", f"({word[:end]} B)"))
            (problem,) = await editor.problems(uri, version)
            assert problem.message == "there is no form `shufle`\ndid you mean `shuffle`?"

    run(test)


def test_the_editor_says_which_language(tmp_path: Path) -> None:
    uri = uri_of(tmp_path / "deck.yml")
    said = {}
    for language in ("en", "zh"):
        with speaking(language):
            found = hover(Document(DECK), *Document(DECK).source.position(DECK.index("    Ash Blossom") + 5))
            assert found is not None
            said[language] = found.markdown()
    assert said["zh"] != said["en"]

    async def test() -> None:
        async with session(locale="zh-cn") as editor:
            editor.open(uri, DECK)
            here = place(DECK, f"    A{MARK}sh Blossom")
            asked = types.HoverParams(types.TextDocumentIdentifier(uri), here)
            shown = await editor.client.text_document_hover_async(asked)
            assert shown is not None and isinstance(shown.contents, types.MarkupContent)
            assert shown.contents.value == said["zh"]

    run(test)


def test_other_files(tmp_path: Path) -> None:
    """YAML that is no deck has no problems, a file of functions its own; what has no place stands alone."""
    (tmp_path / "base.yml").write_text(DECK, "utf-8")

    async def test() -> None:
        async with session() as editor:
            editor.open(other := uri_of(tmp_path / "docker.yml"), "version: 3\nservices: {deck: [}\n")
            assert await editor.problems(other) == []
            editor.open(functions := uri_of(tmp_path / "f.yisp"), "(define (twice n) (* 2));\n")
            (problem,) = await editor.problems(functions)
            assert problem.code == "Y102"
            editor.open("untitled:Untitled-1", "extends: base.yml\n")
            (problem,) = await editor.problems("untitled:Untitled-1")
            assert problem.code == "Y016"

    run(test)


def test_a_file_that_is_extended(tmp_path: Path) -> None:
    """Its problems are shown where it is named, and are gone when it is saved without them."""
    base = tmp_path / "base.yml"
    base.write_text(DECK.replace("(# X B)", "(shufle X)"), "utf-8")
    uri = uri_of(tmp_path / "deck.yml")

    async def test() -> None:
        async with session() as editor:
            editor.open(uri, "extends: base.yml\n")
            (problem,) = await editor.problems(uri)
            assert problem.range.start == types.Position(0, 9) and problem.related_information
            assert problem.related_information[0].location.uri == base.as_uri()
            base.write_text(DECK, "utf-8")
            editor.save(base.as_uri())
            assert await editor.problems(uri) == []

    run(test)


POSITIONS: tuple[Any, ...] = (
    None, {}, 5, {"line": -1, "character": 0}, {"line": 0, "character": -5}, {"line": "x", "character": 0},
    {"line": 10**9, "character": 10**9},
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ({"id": 7, "method": "textDocument/hover"}, [7]),
        ({"method": "textDocument/didOpen"}, []),  # nobody waits for an answer
        ({"id": 7, "result": None}, []),  # an answer to what was not asked
    ],
)
def test_what_is_not_understood_is_answered_if_it_is_a_request(
    said: dict[str, Any], answered: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise JsonRpcException("not understood")

    sent: list[int] = []
    protocol = make().protocol
    monkeypatch.setattr(LanguageServerProtocol, "structure_message", fails)
    monkeypatch.setattr(protocol, "_send_response", lambda id, error: sent.append(id))
    assert protocol.structure_message({"jsonrpc": "2.0", **said}).method == "$/misunderstood"
    assert sent == answered


def test_every_request_is_answered_and_the_end_is_the_end() -> None:
    """Also where no editor would ask; nothing is said in a library's tracebacks."""
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"jsonrpc": "2.0", "method": "initialized", "params": {}},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
            "textDocument": {"uri": "file:///x.yml", "languageId": "yaml", "version": 1, "text": DECK}}},
    ]  # fmt: skip
    for method in ("hover", "completion", "definition"):
        for position in POSITIONS:
            params = {"textDocument": {"uri": "file:///x.yml"}, "position": position}
            message = {
                "jsonrpc": "2.0",
                "id": len(asked),
                "method": f"textDocument/{method}",
                "params": params,
            }
            asked.append(message)
    # An answer to the last request comes before the end of the input, whatever is still worked on then.
    with subprocess.Popen(
        YISPC, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as server:
        assert server.stdin is not None and server.stdout is not None and server.stderr is not None
        for message in asked:
            body = json.dumps(message).encode()
            server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        server.stdin.flush()
        answered: set[int] = set()
        while len(asked) - 1 not in answered or len(answered) < len(asked) - 2:
            headers = dict(line.split(b": ") for line in iter(server.stdout.readline, b"\r\n"))
            size = int(headers[b"Content-Length"])
            answered.add(json.loads(server.stdout.read(size)).get("id"))
            answered.discard(None)  # type: ignore[arg-type]
        server.stdin.close()
        assert server.wait(PATIENCE) == 0
        assert b"Traceback" not in server.stderr.read()


@pytest.mark.slow
def test_an_editor_that_is_gone() -> None:
    """Without a word; the server does not stay behind."""
    server = subprocess.run(YISPC, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert (server.returncode, server.stdout) == (0, b"")


@pytest.mark.slow
def test_without_pygls() -> None:
    code = "import sys; sys.modules['pygls'] = None; from yisp.__main__ import main; main()"
    said = subprocess.run(
        (sys.executable, "-P", "-c", code, "lsp"), capture_output=True, text=True, timeout=PATIENCE
    )
    assert said.returncode == 2
    assert said.stderr == "yispc: the language server needs pygls: pip install '.[lsp]' in yisp's folder\n"

"""``yispc lsp``: the services for any editor that speaks the Language Server Protocol.

What comes in: the protocol, by pygls.  What goes out: the same.  A handler finds the document, lets a service
work in another thread, and puts the answer into the protocol's words; what a service means is its own
business.  Mistakes are worked out when nothing has been typed for a moment, of the newest text only.

A fault of ours in a handler is logged, here and in the editor, and answered with nothing; the server goes on.
Needs pygls, which is the extra ``lsp``.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.json_rpc import JsonRPCNotification
from pygls.uris import to_fs_path

from ...messages import ENGLISH, LANGUAGES, speaking
from ...version import VERSION
from .. import services
from ..services import Document, Fix, Problem
from ..text.places import Range
from . import protocol
from .positions import Encoding, from_editor

Answer = TypeVar("Answer")
Shown = TypeVar("Shown")

PAUSE = 0.15
"""Seconds without a key in which mistakes are not worked out yet."""

WORKERS = 4
"""Threads in which services work."""

GRACE = 0.5
"""Seconds that what is worked on gets when the editor has gone."""

REFUSED = -32803
"""The protocol's number for a request that makes sense and cannot be granted."""

TRIGGERS = [".", "(", "|", "[", ":", "!", " ", '"', "'"]
"""Characters behind which an editor asks for completion without being asked itself."""

log = logging.getLogger("yisp.lsp")


class Protocol(LanguageServerProtocol):
    """The protocol, in which every request is answered, also one that is not understood."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            return JsonRPCNotification(jsonrpc=self.VERSION, method="$/misunderstood", params=None)


class Server(LanguageServer):
    """A server and the documents that are open in its editor."""

    def __init__(self, language: str) -> None:
        super().__init__(
            "yisp", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Full, protocol_cls=Protocol
        )
        self.documents: dict[str, Document] = {}
        self.language = language
        self._versions: dict[str, int] = {}
        self._said: dict[str, Document] = {}  # of which the editor has all problems
        self._busy: dict[str, asyncio.Lock] = {}
        self._workers = ThreadPoolExecutor(WORKERS, "yisp")
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def encoding(self) -> Encoding:
        return self.workspace.position_encoding

    # Documents ----------------------------------------------------------------------------------

    def take(self, uri: str, version: int, text: str, pause: float) -> None:
        """Another text of a document; its mistakes are said after a pause."""
        before = self.documents.get(uri)
        if before is not None:
            self.documents[uri] = before.changed(text)
        else:
            path = to_fs_path(uri) if uri.startswith("file:") else None
            name = os.path.basename(path) if path else uri
            self.documents[uri] = Document(text, name, path=path, alone=path is None)
        self._versions[uri] = version
        self.diagnose_soon(uri, pause)

    def drop(self, uri: str) -> None:
        """A document is closed."""
        for kept in (self.documents, self._versions, self._said, self._busy):
            kept.pop(uri, None)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def diagnose_all(self) -> None:
        """Look at every document again: a file that they name may be another one now."""
        for uri, document in list(self.documents.items()):
            self.documents[uri] = document.changed(document.text)
            self.diagnose_soon(uri, 0)

    def diagnose_soon(self, uri: str, pause: float) -> None:
        task = asyncio.get_running_loop().create_task(self._diagnose(uri, pause))
        self._tasks.add(task)  # or nobody would hold it
        task.add_done_callback(self._tasks.discard)

    async def _diagnose(self, uri: str, pause: float) -> None:
        """Say what is wrong with a document, unless it has changed meanwhile."""
        awaited = self.documents.get(uri)
        await asyncio.sleep(pause)
        async with self._busy.setdefault(uri, asyncio.Lock()):  # one text of a file at a time
            document = self.documents.get(uri)
            if document is None or document is not awaited or document is self._said.get(uri):
                return
            version = self._versions[uri]
            problems = await self.run("diagnostics", _problems, document)
            if problems is None or self.documents.get(uri) is not document:
                return
            self._said[uri] = document
            items = [protocol.diagnostic(one, document, uri, self.encoding) for one in problems]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items, version))

    # Work ---------------------------------------------------------------------------------------

    async def run(self, what: str, service: Callable[..., Answer], *arguments: Any) -> Answer | None:
        """What a service answers, from another thread; None where it fails, which is logged."""
        context = contextvars.copy_context()

        def work() -> Answer:
            with speaking(self.language):
                return service(*arguments)

        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._workers, context.run, work)
        except services.Refused:
            raise
        except Exception as error:
            log.exception("%s failed", what)
            message = f"{what}: {type(error).__name__}: {error}"
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
            return None

    async def ask(
        self,
        what: str,
        service: Callable[..., Answer | None],
        params: Any,
        shape: Callable[[Answer, Document, Encoding], Shown],
        *more: Any,
    ) -> Shown | None:
        """What a service answers about a document, or about a place of it where there is one, as the protocol
        has it."""
        document = self.documents.get(params.text_document.uri)
        if document is None:
            return None
        position = getattr(params, "position", None)
        place = () if position is None else from_editor(document.source, position, self.encoding)
        answer = await self.run(what, service, document, *place, *more)
        return None if answer is None else shape(answer, document, self.encoding)


def _problems(document: Document) -> list[Problem]:
    """What is wrong with a document, if it is one of ours at all."""
    return services.diagnostics(document) if _is_ours(document) else []


def _is_ours(document: Document) -> bool:
    return document.is_script or services.is_deck(document.text)


def _fixes(document: Document, within: Range) -> list[Fix]:
    """What mends a part of a document, if it is one of ours at all."""
    return services.fixes(document, within) if _is_ours(document) else []


def make(language: str = ENGLISH) -> Server:
    """A server with all its handlers; it speaks that language, unless its editor has another one."""
    server = Server(language)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        given = (params.locale or "").replace("_", "-").partition("-")[0].lower()
        if given in LANGUAGES:
            server.language = given

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        one = params.text_document
        server.take(one.uri, one.version, one.text, 0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        one = params.text_document
        for change in params.content_changes[-1:]:
            server.take(one.uri, one.version, change.text, PAUSE)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.diagnose_all()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.drop(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=TRIGGERS))
    async def completion(params: types.CompletionParams) -> types.CompletionList:
        items = await server.ask("completion", services.completions, params, protocol.completions)
        return types.CompletionList(is_incomplete=True, items=items or [])

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        return await server.ask("hover", services.hover, params, protocol.hover)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        shape = partial(protocol.locations, uri=params.text_document.uri)
        return await server.ask("definition", services.definition, params, shape) or []

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        shape = partial(protocol.locations, uri=params.text_document.uri)
        wanted = params.context.include_declaration
        return await server.ask("references", services.references, params, shape, wanted) or []

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, only = params.text_document.uri, params.context.only
        document = server.documents.get(uri)
        if document is None or (only is not None and not {"", types.CodeActionKind.QuickFix} & set(only)):
            return []
        start, end = (
            from_editor(document.source, at, server.encoding) for at in (params.range.start, params.range.end)
        )
        found = await server.run("fixes", _fixes, document, Range(*start, *end))
        return [protocol.action(one, document, uri, server.encoding) for one in found or []]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return await server.ask("symbols", services.outline, params, protocol.symbols) or []

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        return await _refusing(server.ask("rename", services.renamable, params, protocol.renamable))

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        ask = server.ask("rename", services.rename, params, protocol.text_edits, params.new_name)
        edits = await _refusing(ask)
        return None if edits is None else types.WorkspaceEdit(changes={params.text_document.uri: edits})

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        return await server.ask("formatting", services.formatted, params, protocol.text_edits) or []

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensLegend(protocol.LEGEND, []))
    async def colours(params: types.SemanticTokensParams) -> types.SemanticTokens:
        data = await server.ask("colours", services.coloured, params, protocol.relative)
        return types.SemanticTokens(data or [])

    return server


async def _refusing(answer: Awaitable[Answer]) -> Answer:
    """An answer; what is refused is told as the protocol tells it."""
    try:
        return await answer
    except services.Refused as refused:
        raise JsonRpcException(str(refused), REFUSED) from None


class _Log(logging.Filter):
    """What a user was told is not logged as if it were a fault, and of a library no more than a sentence."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not record.name.startswith(log.name):
            record.msg, record.args = record.getMessage().partition("\n")[0], ()
            record.exc_info = record.exc_text = None
        return not (isinstance(error, JsonRpcException) and error.code == REFUSED)


class _Input:
    """Standard input.  Once its editor has gone the process ends, whatever is still worked on."""

    def readline(self) -> bytes:
        return self._read(sys.stdin.buffer.readline())

    def read(self, size: int) -> bytes:
        return self._read(sys.stdin.buffer.read(size))

    def _read(self, data: bytes) -> bytes:
        if not data:
            ending = threading.Timer(GRACE, os._exit, [0])
            ending.daemon = True
            ending.start()
        return data


def serve(language: str) -> None:
    """Serve the editor at the other end of standard input and output, until it goes."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    for handler in logging.getLogger().handlers:
        handler.addFilter(_Log())
    # Nothing but the protocol may come out there: what else is printed goes to standard error.
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)
        make(language).start_io(stdin=cast(BinaryIO, _Input()), stdout=out)

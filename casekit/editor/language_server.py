"""The language server: it hands on what editors ask to ``answering/``, and what that answers to editors."""

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

from casekit import __version__
from casekit.editor import document_state, session
from casekit.editor.lsp import conversions as words, handlers
from casekit.kit.code_registry import base_of
from casekit.system import (
    cursor_channel,
    executors,
    process_limits,
    worker_processes,
)


def moved(ls: words.ServerContext, params: Any) -> None:
    """The cursor was moved in a document; anything that says something else is not heard."""
    document, position = getattr(params, "textDocument", None), getattr(params, "position", None)
    uri, line = getattr(document, "uri", None), getattr(position, "line", None)
    opened = ls.session.texts.get(uri) if isinstance(uri, str) else None
    if opened is None or not isinstance(line, int) or words.path_of(opened.uri) is None:
        return
    # Editors count from 0. The heading above the line goes with it, because other lines may not be saved yet.
    lines = opened.view.text.split("\n")[: max(0, line) + 1]
    heading = next((each for each in reversed(lines) if each.startswith("==")), "")
    cursor_channel.send_cursor(
        opened.onlooker.path, cursor_channel.CursorPlace(max(0, line) + 1, heading.strip())
    )


QUESTIONS: Mapping[str, Callable[..., Any]] = {
    types.TEXT_DOCUMENT_HOVER: handlers.hover,
    types.TEXT_DOCUMENT_COMPLETION: words.about_text(
        handlers.complete, types.CompletionList(is_incomplete=False, items=[])
    ),
    types.TEXT_DOCUMENT_DEFINITION: words.about_text(handlers.definition, []),
    types.TEXT_DOCUMENT_REFERENCES: words.about_text(handlers.references, []),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: words.about_text(handlers.highlight, []),
    types.TEXT_DOCUMENT_PREPARE_RENAME: words.about_text(handlers.prepare_rename),
    types.TEXT_DOCUMENT_RENAME: words.about_text(handlers.rename),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: words.about_text(handlers.symbols, []),
    types.WORKSPACE_SYMBOL: handlers.workspace_symbols,
    types.TEXT_DOCUMENT_FOLDING_RANGE: words.about_text(handlers.fold, []),
    types.TEXT_DOCUMENT_SELECTION_RANGE: words.about_text(handlers.select, []),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: words.about_text(handlers.colour, types.SemanticTokens([])),
    types.TEXT_DOCUMENT_INLAY_HINT: words.about_text(handlers.inlay, []),
    types.TEXT_DOCUMENT_CODE_LENS: words.about_text(handlers.lens, []),
    types.CODE_LENS_RESOLVE: handlers.resolve_lens,
    types.TEXT_DOCUMENT_FORMATTING: words.about_text(handlers.format_),
    types.TEXT_DOCUMENT_DOCUMENT_LINK: words.about_text(handlers.link, []),
    types.TEXT_DOCUMENT_CODE_ACTION: words.about_text(handlers.act, []),
}
# What editors have to know beforehand.
_OPTIONS: Mapping[str, Any] = {
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionOptions(
        trigger_characters=["=", "(", " ", ",", "{", ":"]
    ),
    types.TEXT_DOCUMENT_RENAME: types.RenameOptions(prepare_provider=True),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: handlers.LEGEND,
    types.TEXT_DOCUMENT_CODE_LENS: types.CodeLensOptions(resolve_provider=True),
    types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionOptions(
        [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
    ),
}

PATIENCE = 2.0
"""Seconds after which a deduction about a text that is no longer there is broken off."""


_LOST = (
    "the process in which casekit finds out what follows from a case has ended, perhaps because memory ran out; "
    "it begins again with the next change"
)


class _Protocol(LanguageServerProtocol):
    """The protocol, but for texts, which the session keeps: pygls and the protocol count lines differently.

    An editor that asks with parameters of another question gets an error (pygls shows one to the user alone).
    """

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message by its type."""
        try:
            return super().structure_message(data)
        except JsonRpcInvalidParams as error:
            if "method" in data and isinstance(data.get("id"), int | str):
                self._send_response(data["id"], error=error.to_response_error())
            raise

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Any:
        """A document was opened."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Any:
        """A document was changed."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Any:
        """A document was closed."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None


class CasekitServer(LanguageServer):
    """A server for one editor."""

    def __init__(self) -> None:
        super().__init__("casekit", __version__, protocol_cls=_Protocol)
        self.session = session.Session()
        self.settings = words.EditorSettings()
        self.companion = worker_processes.WorkerProcess(document_state.DeductionWorker)
        self._asking = asyncio.Lock()
        self._asked_at = 0.0
        self._asked: document_state.DocumentVersion | None = None
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._told: set[Path] = set()
        self._said: set[str] = set()
        self._stopped = False

    # --- findings --------------------------------------------------------------------------------

    def tell(self, opened: session.OpenText) -> None:
        """Publish the findings of a document as it is now."""
        self.text_document_publish_diagnostics(words.published(opened, session.findings_of(opened)))
        for path, findings in session.edition_findings(opened.view).items():
            if findings or path in self._told:
                (self._told.add if findings else self._told.discard)(path)
                self.text_document_publish_diagnostics(words.of_file(path, findings, self.session.encoding))

    def look(self, opened: session.OpenText, delay: float) -> None:
        """Publish the findings of a document and, a little later, what follows from it.

        What follows is not published if the document changes meanwhile.
        """
        self.tell(opened)
        self.put_off(opened.uri)
        if self.settings.deduction or opened.heavy:
            self._waiting[opened.uri] = asyncio.ensure_future(self._deduce(opened, delay))

    def put_off(self, uri: str) -> None:
        """Find out nothing about a document that waits for it."""
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    async def _deduce(self, opened: session.OpenText, delay: float) -> None:
        await asyncio.sleep(delay)
        await self._make_room()
        view = opened.view
        result = await self.ask(opened.as_text)
        if (
            isinstance(result, document_state.DeductionResult)
            and opened.view is view
            and self.session.texts.get(opened.uri) is opened
        ):
            opened.deduced, opened.deduced_view, opened.roles = result, view, ()
            self.tell(opened)
            gc.collect()  # the writer rests: it takes some tens of milliseconds
            if result.reasoned and (self.settings.inlays or self.settings.lenses):
                opened.roles = await self.ask(opened.as_text, document_state.roles_in) or ()
                # Let the editor ask again for what it shows in texts, if it can.
                workspace = self.client_capabilities.workspace
                if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
                    self.workspace_inlay_hint_refresh(None)
                if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
                    self.workspace_code_lens_refresh(None)

    async def _make_room(self) -> None:
        """Break off a long deduction if it is about a text that is no longer there."""
        while self._asking.locked() and all(
            each.as_text != self._asked for each in self.session.texts.values()
        ):
            left = self._asked_at + PATIENCE - monotonic()
            if left <= 0:
                # A question that is asked from now on is none of this one's.
                late, self.companion = (
                    self.companion,
                    worker_processes.WorkerProcess(document_state.DeductionWorker),
                )
                await asyncio.to_thread(late.end)
                return
            await asyncio.sleep(min(left, 0.1))

    async def ask(
        self, draft: document_state.DocumentVersion, question: document_state.Question | None = None
    ) -> Any:
        """The answer of the other process; ``None`` if it was broken off, or failed."""
        await self._asking.acquire()
        self._asked_at = monotonic()
        self._asked = draft
        # Whoever is cancelled meanwhile leaves the question to be answered: only one can be asked at a time.
        companion = self.companion
        answering = asyncio.ensure_future(asyncio.to_thread(companion.ask, (draft, question)))
        answering.add_done_callback(self._answered)
        try:
            return await asyncio.shield(answering)
        except executors.LostProcessError:
            # Unless it was broken off on purpose, nobody would know why nothing is said any more.
            if companion is self.companion and not self._stopped:
                self._say(_LOST)
            return None
        except executors.TaskError as error:
            self._say(f"casekit has failed through a fault of its own: {error}")
            return None

    def _say(self, message: str) -> None:
        """Show a message, once, and log it each time."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
        if message not in self._said:
            self._said.add(message)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

    async def ask_soon(
        self, draft: document_state.DocumentVersion, question: document_state.Question, seconds: float
    ) -> Any:
        """The answer of the other process, if it comes soon."""
        if self._asking.locked():
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self.ask(draft, question)
        return None

    def _answered(self, answering: "asyncio.Future[Any]") -> None:
        self._asking.release()
        if answering.cancelled():
            self.companion.end()  # the editor is gone, and nothing else is; a thread waits for the answer
        else:
            answering.exception()  # whoever waits is told; if nobody does, it is of no account

    def stop(self) -> None:
        """End what still goes on."""
        self._stopped = True
        for waiting in self._waiting.values():
            waiting.cancel()
        self.companion.end()


# --- what editors report of themselves and their texts ----------------------------------------------


def initialize(ls: CasekitServer, params: types.InitializeParams) -> None:
    """The editor says who it is and what it was set to."""
    ls.session.encoding = _ENCODINGS.get(ls.workspace.position_encoding, "utf-16")
    folders = params.workspace_folders or []
    uri = folders[0].uri if folders else params.root_uri
    ls.session.root = words.path_of(uri) if uri else None
    ls.settings = words.EditorSettings.of(params.initialization_options)


def initialized(ls: CasekitServer, _: types.InitializedParams) -> None:
    """The editor is ready: ask it to report files that change."""
    workspace = ls.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching is None or not watching.dynamic_registration:
        return
    watchers = [types.FileSystemWatcher(pattern) for pattern in ("**/*.toml", "**/*.case")]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    wanted = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    ls.client_register_capability(types.RegistrationParams([wanted]))


def did_open(ls: CasekitServer, params: types.DidOpenTextDocumentParams) -> None:
    """A document was opened."""
    item = params.text_document
    opened = ls.session.begin(item.uri, words.path_of(item.uri), item.version, item.text)
    ls.look(opened, 0)


def did_change(ls: CasekitServer, params: types.DidChangeTextDocumentParams) -> None:
    """A document was changed."""
    item = params.text_document
    opened = ls.session.change(item.uri, item.version, params.content_changes)
    if opened is not None:
        ls.look(opened, ls.settings.delay / 1000)
        gc.collect(0)  # a millisecond


def did_close(ls: CasekitServer, params: types.DidCloseTextDocumentParams) -> None:
    """A document was closed: forget it."""
    uri = params.text_document.uri
    ls.put_off(uri)
    ls.session.texts.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def did_change_watched_files(ls: CasekitServer, _: types.DidChangeWatchedFilesParams) -> None:
    """A file has changed on disk, perhaps one of an edition."""
    for opened in tuple(ls.session.look_again()):
        ls.look(opened, ls.settings.delay / 1000)


def shutdown(ls: CasekitServer, _: None) -> None:
    """The editor is about to end the server."""
    ls.stop()


_ENCODINGS: Mapping[object, session.Encoding] = {
    types.PositionEncodingKind.Utf8: "utf-8",
    types.PositionEncodingKind.Utf16: "utf-16",
    types.PositionEncodingKind.Utf32: "utf-32",
}

MESSAGES: Mapping[str, Callable[..., Any]] = {
    types.INITIALIZE: initialize,
    types.INITIALIZED: initialized,
    types.TEXT_DOCUMENT_DID_OPEN: did_open,
    types.TEXT_DOCUMENT_DID_CHANGE: did_change,
    types.TEXT_DOCUMENT_DID_CLOSE: did_close,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: did_change_watched_files,
    types.SHUTDOWN: shutdown,
    # A notification with the document and the position of the cursor, as those of the protocol have them.
    "casekit/cursor": moved,
    **QUESTIONS,
}


def server() -> CasekitServer:
    """A server with all that it can do."""
    made = CasekitServer()
    for method, answer in MESSAGES.items():
        made.feature(method, _OPTIONS.get(method))(answer)
    return made


def serve() -> int:
    """Serve the editor that has started this process, until it ends it; the exit status."""
    with os.fdopen(os.dup(1), "wb") as stdout:
        # Nothing that is printed anywhere may come between the messages: it goes where errors go.
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        running = server()
        # Load what looking over a document takes, before the editor opens the first one.
        place = Path("warm.case").absolute()
        document_state.IncrementalParser(place.name, place).look(base_of(), document_state.EditionCache())
        process_limits.collect_when_told()
        try:
            running.start_io(sys.stdin.buffer, stdout)
        finally:
            running.stop()
    # pygls says nowhere else whether `shutdown` was asked. Without this, an editor that closes the pipe
    # after `shutdown`, and sends no `exit`, would see a crash.
    return 0 if getattr(running.protocol, "_shutdown", False) else 1

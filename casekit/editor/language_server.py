"""The language server: it hands on what editors ask to ``lsp/``, and what that answers to editors."""

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
from casekit.editor.lsp import conversions, handlers
from casekit.kit.code_registry import base_of
from casekit.system import (
    cursor_channel,
    executors,
    process_limits,
    worker_processes,
)


def cursor_moved(ls: conversions.ServerContext, params: Any) -> None:
    """The cursor was moved in a document; a message of another form is ignored."""
    document = getattr(params, "textDocument", None)
    uri = getattr(document, "uri", None)
    line = getattr(getattr(params, "position", None), "line", None)
    opened = ls.session.texts.get(uri) if isinstance(uri, str) else None
    if opened is None or not isinstance(line, int) or conversions.path_of(opened.uri) is None:
        return
    # Editors count from 0. The heading above the line goes with it, because other lines may not be saved yet.
    lines = opened.state.text.split("\n")[: max(0, line) + 1]
    heading = next((text for text in reversed(lines) if text.startswith("==")), "")
    cursor_channel.send_cursor(
        opened.text_parser.path, cursor_channel.CursorPlace(max(0, line) + 1, heading.strip())
    )


QUESTIONS: Mapping[str, Callable[..., Any]] = {
    types.TEXT_DOCUMENT_HOVER: handlers.hover,
    types.TEXT_DOCUMENT_COMPLETION: conversions.about_text(
        handlers.complete, types.CompletionList(is_incomplete=False, items=[])
    ),
    types.TEXT_DOCUMENT_DEFINITION: conversions.about_text(handlers.definition, []),
    types.TEXT_DOCUMENT_REFERENCES: conversions.about_text(handlers.references, []),
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: conversions.about_text(handlers.highlight, []),
    types.TEXT_DOCUMENT_PREPARE_RENAME: conversions.about_text(handlers.prepare_rename),
    types.TEXT_DOCUMENT_RENAME: conversions.about_text(handlers.rename),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: conversions.about_text(handlers.symbols, []),
    types.WORKSPACE_SYMBOL: handlers.workspace_symbols,
    types.TEXT_DOCUMENT_FOLDING_RANGE: conversions.about_text(handlers.fold, []),
    types.TEXT_DOCUMENT_SELECTION_RANGE: conversions.about_text(handlers.select, []),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: conversions.about_text(
        handlers.colour, types.SemanticTokens([])
    ),
    types.TEXT_DOCUMENT_INLAY_HINT: conversions.about_text(handlers.inlay, []),
    types.TEXT_DOCUMENT_CODE_LENS: conversions.about_text(handlers.lens, []),
    types.CODE_LENS_RESOLVE: handlers.resolve_lens,
    types.TEXT_DOCUMENT_FORMATTING: conversions.about_text(handlers.format_),
    types.TEXT_DOCUMENT_DOCUMENT_LINK: conversions.about_text(handlers.link, []),
    types.TEXT_DOCUMENT_CODE_ACTION: conversions.about_text(handlers.act, []),
}
"""The questions of editors, and the functions that answer them."""

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

"""What editors have to know of a question before they ask it."""

SECONDS_FOR_OLD_TEXT = 2.0
"""A deduction about a text that is no longer there is broken off after this time."""

_LOST_PROCESS = (
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
        self.settings = conversions.EditorSettings()
        self.deduction_process = worker_processes.WorkerProcess(document_state.DeductionWorker)
        """Deduces and answers questions, one at a time: whoever asks holds ``_question_lock``."""

        self._question_lock = asyncio.Lock()
        self._question_time = 0.0
        """The monotonic time, in seconds, at which the last question was asked."""

        self._version_in_question: document_state.DocumentVersion | None = None
        """The text that the last question was about."""

        self._waiting_deductions: dict[str, asyncio.Task[None]] = {}
        """Deductions that wait for their turn or are done, by the URI of the document."""

        self._edition_files_with_findings: set[Path] = set()
        """The files of editions for which the editor shows findings."""

        self._shown_messages: set[str] = set()
        self._is_stopped = False

    # --- findings --------------------------------------------------------------------------------

    def publish(self, opened: session.OpenText) -> None:
        """Publish the findings of a document as it is now."""
        self.text_document_publish_diagnostics(conversions.published(opened, session.findings_of(opened)))
        for path, findings in session.edition_findings(opened.state).items():
            if findings:
                self._edition_files_with_findings.add(path)
            elif path in self._edition_files_with_findings:
                # An empty list takes the findings away that the editor shows.
                self._edition_files_with_findings.discard(path)
            else:
                continue
            self.text_document_publish_diagnostics(conversions.of_file(path, findings, self.session.encoding))

    def publish_and_deduce(self, opened: session.OpenText, delay: float) -> None:
        """Publish the findings of a document and, after a ``delay`` in seconds, those of deduction.

        The latter are not published if the document changes meanwhile.
        """
        self.publish(opened)
        self.cancel_deduction(opened.uri)
        if self.settings.deduction or opened.is_long:
            self._waiting_deductions[opened.uri] = asyncio.ensure_future(self._deduce(opened, delay))

    def cancel_deduction(self, uri: str) -> None:
        """Cancel the deduction on a document, if one waits or goes on."""
        waiting = self._waiting_deductions.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    async def _deduce(self, opened: session.OpenText, delay: float) -> None:
        """Publish the findings of deduction on a document, after a ``delay`` in seconds."""
        await asyncio.sleep(delay)
        await self._make_room()
        state = opened.state
        result = await self.ask(opened.as_version)
        is_current = opened.state is state and self.session.texts.get(opened.uri) is opened
        if not isinstance(result, document_state.DeductionResult) or not is_current:
            return
        opened.deduction = result
        opened.deduced_state = state
        opened.roles = ()
        self.publish(opened)
        gc.collect()  # the writer rests: it takes some tens of milliseconds
        if result.is_analysable and (self.settings.inlays or self.settings.lenses):
            opened.roles = await self.ask(opened.as_version, document_state.roles_in) or ()
            self._refresh_roles()

    def _refresh_roles(self) -> None:
        """Let the editor ask again for what it shows in texts, if it can."""
        workspace = self.client_capabilities.workspace
        if workspace and workspace.inlay_hint and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if workspace and workspace.code_lens and workspace.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)

    async def _make_room(self) -> None:
        """Break off a long deduction if it is about a text that is no longer there."""
        while self._question_lock.locked() and all(
            opened.as_version != self._version_in_question for opened in self.session.texts.values()
        ):
            seconds_left = self._question_time + SECONDS_FOR_OLD_TEXT - monotonic()
            if seconds_left <= 0:
                # Questions from now on are for a new process.
                late_process = self.deduction_process
                self.deduction_process = worker_processes.WorkerProcess(document_state.DeductionWorker)
                await asyncio.to_thread(late_process.end)
                return
            await asyncio.sleep(min(seconds_left, 0.1))

    async def ask(
        self, version: document_state.DocumentVersion, question: document_state.Question | None = None
    ) -> Any:
        """The answer of the process for deduction; ``None`` if it was broken off, or failed."""
        await self._question_lock.acquire()
        self._question_time = monotonic()
        self._version_in_question = version
        # If this is cancelled, the question is answered all the same: only one can be asked at a time.
        process = self.deduction_process
        answering = asyncio.ensure_future(asyncio.to_thread(process.ask, (version, question)))
        answering.add_done_callback(self._release_question_lock)
        try:
            return await asyncio.shield(answering)
        except executors.LostProcessError:
            # Unless it was broken off on purpose, nobody would know why nothing is said any more.
            if process is self.deduction_process and not self._is_stopped:
                self._say(_LOST_PROCESS)
            return None
        except executors.TaskError as error:
            self._say(f"casekit has failed through a fault of its own: {error}")
            return None

    def _say(self, message: str) -> None:
        """Show a message, once, and log it each time."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))
        if message not in self._shown_messages:
            self._shown_messages.add(message)
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, message))

    async def ask_soon(
        self, version: document_state.DocumentVersion, question: document_state.Question, seconds: float
    ) -> Any:
        """The answer of the process for deduction, if it comes within ``seconds``."""
        if self._question_lock.locked():
            return None
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                return await self.ask(version, question)
        return None

    def _release_question_lock(self, answering: "asyncio.Future[Any]") -> None:
        """Let the next question be asked."""
        self._question_lock.release()
        if answering.cancelled():
            # Only the end of the server cancels it: a thread still waits for the answer.
            self.deduction_process.end()
        else:
            # Asyncio would log an exception that nobody has asked for.
            answering.exception()

    def stop(self) -> None:
        """End what still goes on."""
        self._is_stopped = True
        for waiting in self._waiting_deductions.values():
            waiting.cancel()
        self.deduction_process.end()


# --- what editors report of themselves and their texts ----------------------------------------------


def initialize(ls: CasekitServer, params: types.InitializeParams) -> None:
    """The editor says who it is and what it was set to."""
    ls.session.encoding = _ENCODINGS.get(ls.workspace.position_encoding, "utf-16")
    folders = params.workspace_folders or []
    uri = folders[0].uri if folders else params.root_uri
    ls.session.root = conversions.path_of(uri) if uri else None
    ls.settings = conversions.EditorSettings.of(params.initialization_options)


def initialized(ls: CasekitServer, _: types.InitializedParams) -> None:
    """The editor is ready: ask it to report files that change."""
    workspace = ls.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching is None or not watching.dynamic_registration:
        return
    watchers = [types.FileSystemWatcher(pattern) for pattern in ("**/*.toml", "**/*.case")]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    registration = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    ls.client_register_capability(types.RegistrationParams([registration]))


def did_open(ls: CasekitServer, params: types.DidOpenTextDocumentParams) -> None:
    """A document was opened."""
    item = params.text_document
    opened = ls.session.begin(item.uri, conversions.path_of(item.uri), item.version, item.text)
    ls.publish_and_deduce(opened, 0)


def did_change(ls: CasekitServer, params: types.DidChangeTextDocumentParams) -> None:
    """A document was changed."""
    item = params.text_document
    opened = ls.session.change(item.uri, item.version, params.content_changes)
    if opened is not None:
        ls.publish_and_deduce(opened, ls.settings.delay / 1000)
        gc.collect(0)  # a millisecond


def did_close(ls: CasekitServer, params: types.DidCloseTextDocumentParams) -> None:
    """A document was closed: forget it."""
    uri = params.text_document.uri
    ls.cancel_deduction(uri)
    ls.session.texts.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


def did_change_watched_files(ls: CasekitServer, _: types.DidChangeWatchedFilesParams) -> None:
    """A file has changed on disk, perhaps one of an edition."""
    for opened in tuple(ls.session.check_changed_editions()):
        ls.publish_and_deduce(opened, ls.settings.delay / 1000)


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
    "casekit/cursor": cursor_moved,
    **QUESTIONS,
}


def server() -> CasekitServer:
    """A server with all that it can do."""
    ls = CasekitServer()
    for method, handler in MESSAGES.items():
        ls.feature(method, _OPTIONS.get(method))(handler)
    return ls


def serve() -> int:
    """Serve the editor that has started this process, until it ends it; the exit status."""
    with os.fdopen(os.dup(1), "wb") as stdout:
        # Nothing that is printed anywhere may come between the messages: it goes where errors go.
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        ls = server()
        # Load what checking a document takes, before the editor opens the first one.
        file = Path("warm.case").absolute()
        document_state.IncrementalParser(file.name, file).check(base_of(), document_state.EditionCache())
        process_limits.collect_when_told()
        try:
            ls.start_io(sys.stdin.buffer, stdout)
        finally:
            ls.stop()
    # pygls says nowhere else whether `shutdown` was asked. Without this, an editor that closes the pipe
    # after `shutdown`, and sends no `exit`, would see a crash.
    return 0 if getattr(ls.protocol, "_shutdown", False) else 1

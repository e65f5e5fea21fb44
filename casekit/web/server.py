"""The local server: its socket, its token, its end, and how it opens the user's browser.

An address holds the secret of the server, and the arguments that start a browser are in the list of
processes, which every user of a computer can read. So the browser opens a file that only this user may read,
and the file leads to the page. It is removed at the end.
"""

import errno
import secrets
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, suppress
from html import escape
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn

from casekit.diagnostics import Finding, Span, codes
from casekit.system import disk
from casekit.system.temporary import folder_in
from casekit.web import access_control, app
from casekit.web.case_pages.views import CASE_VIEWS
from casekit.web.play.game_views import PLAY
from casekit.web.served_cases import CaseStore

VIEWS: tuple[app.WebView, ...] = (*CASE_VIEWS, PLAY)

BACKLOG = 128
"""This many connections may wait to be accepted."""

TOKEN_BYTES = 24
"""The random bytes of the token."""

SHUTDOWN_SECONDS = 2
"""At the end, requests that are being answered have this time to finish."""

WAY_IN_NAME = "open-casekit.html"
"""The name of the file that leads to the page."""

WAY_IN = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url={address}">
<title>casekit</title>
<p><a href="{address}">Go on to casekit</a></p>
"""
"""The file that leads to the page."""


def listen(port: int, command: str = "serve") -> socket.socket | Finding:
    """A socket of this computer alone, on any free port for 0, or why the command has none."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # A port that was used a moment ago may be used again; two servers on one port are possible on Windows
    # alone.
    if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((access_control.HOST, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        reasons = {
            errno.EADDRINUSE: f"port {port} is in use, perhaps by another `casekit {command}`",
            errno.EACCES: f"this user may not listen on port {port}",
        }
        unknown = f"port {port} cannot be listened to: {(error.strerror or str(error)).lower()}"
        return codes.PORT_IN_USE.at(
            Span(command),
            reasons.get(error.errno or 0, unknown),
            hint="leave out --port, and a free one is found, or name another one: `--port 8765`",
        )
    return listening


def serve(
    listening: socket.socket,
    store: CaseStore,
    started: Callable[[str], None],
    views: tuple[app.WebView, ...] = VIEWS,
    command: str = "serve",
) -> None:
    """Serve until Ctrl-C; ``started`` is called with the address once it can be opened.

    ``command`` is the name of the command that a person has started.

    Raises:
        KeyboardInterrupt: at the end, when nothing of it is left.
    """
    port = listening.getsockname()[1]
    token = access_control.ServerToken(secrets.token_urlsafe(TOKEN_BYTES), port, command)
    config = uvicorn.Config(
        app.local_app(store, token, views),
        http=access_control.guarded_connections(token),
        loop="asyncio",
        # This many are accepted at a time, before strangers' connections are counted again.
        backlog=1,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    try:
        _LocalServer(config, store, lambda: started(token.address)).run(sockets=[listening])
    finally:
        store.close()
        listening.close()


class _LocalServer(uvicorn.Server):
    """Reports when it can be reached, and ends its streams with itself: they would go on for ever."""

    def __init__(self, config: uvicorn.Config, store: CaseStore, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._store = store
        self._report_start = started

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        # Python raises an interruption wherever it is, so half an event loop could be left, with a traceback.
        with self.capture_signals():
            super().run(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Who asks once more does not wait for threads that are still at work.
        if self.force_exit:
            raise KeyboardInterrupt
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            # The backlog was for asyncio; the system may let more of them wait.
            listening.listen(BACKLOG)
        if self.started and not self.should_exit:
            self._report_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._store.close()
        await super().shutdown(sockets)


def lead_to(address: str, cleanup: ExitStack) -> bool:
    """Open an address in the usual browser; whether there was one.

    ``cleanup`` removes the file that leads there.
    """
    for place in _places():
        # A full disk for instance; the address is printed in any case.
        with suppress(OSError):
            folder = cleanup.enter_context(folder_in(place.folder, shown=place.is_shown))
            file = folder / WAY_IN_NAME
            disk.fill(file, WAY_IN.format(address=escape(address)).encode(), mode=0o600)
            return webbrowser.open(file.as_uri())
    return False


class _Place(NamedTuple):
    """Where the file that leads to the page may be."""

    folder: Path
    is_shown: bool
    """Whether the folder that is made there for the file has a name that does not hide it."""


def _places() -> list[_Place]:
    """The places to try, the best first."""
    temporary = Path(tempfile.gettempdir())
    if not sys.platform.startswith("linux"):
        return [_Place(temporary, is_shown=False)]
    # Browsers in a sandbox of their own, such as those of snap, read neither /tmp nor folders whose names
    # begin with a dot.
    try:
        return [_Place(Path.home(), is_shown=True), _Place(temporary, is_shown=True)]
    except RuntimeError:
        return [_Place(temporary, is_shown=True)]

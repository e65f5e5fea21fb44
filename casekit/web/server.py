"""The local server: its socket, its token, its end, and the user's browser led to a page.

It leaves nothing behind.

An address holds the secret of the server, and what starts a browser is in the list of processes, which every
user of a computer can read. So the browser is given a file that only this user may read, and the file leads
to the page.
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

import uvicorn

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.system import disk
from casekit.system.temporary import folder_in
from casekit.web import access_control, app
from casekit.web.case_pages.views import CASE_VIEWS
from casekit.web.play.game_views import PLAY
from casekit.web.served_cases import CaseStore

VIEWS: tuple[app.WebView, ...] = (*CASE_VIEWS, PLAY)

_QUEUE = 128
"""This many connections may wait to be accepted."""


def listen(port: int, command: str = "serve") -> socket.socket | Diagnostic:
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
        listening.listen(_QUEUE)
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
    workshop: CaseStore,
    started: Callable[[str], None],
    views: tuple[app.WebView, ...] = VIEWS,
    command: str = "serve",
) -> None:
    """Serve until Ctrl-C; ``started`` is called with the address once it can be opened.

    ``command`` is the name of the one that a person has started.

    Raises:
        KeyboardInterrupt: at the end, when nothing of it is left.
    """
    door = access_control.ServerToken(secrets.token_urlsafe(24), listening.getsockname()[1], command)
    config = uvicorn.Config(
        app.local_app(workshop, door, views),
        http=access_control.guarded_connections(door),
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
        timeout_graceful_shutdown=2,
    )
    try:
        _LocalServer(config, workshop, lambda: started(door.address)).run(sockets=[listening])
    finally:
        workshop.close()
        listening.close()


class _LocalServer(uvicorn.Server):
    """Reports when it can be reached, and ends its streams with itself: they would go on for ever."""

    def __init__(self, config: uvicorn.Config, workshop: CaseStore, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._workshop, self._tell = workshop, started

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
            listening.listen(_QUEUE)
        if self.started and not self.should_exit:
            self._tell()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._workshop.close()
        await super().shutdown(sockets)


NAME = "open-casekit.html"
"""The file that leads to the page."""

_FILE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url={address}">
<title>casekit</title>
<p><a href="{address}">Go on to casekit</a></p>
"""


def lead_to(address: str, needed: ExitStack) -> bool:
    """Open an address in the usual browser; whether one was found that takes it.

    ``needed`` removes at its end what that takes.
    """
    for place, shown in _places():
        # A full disk for instance; the address is printed in any case.
        with suppress(OSError):
            file = needed.enter_context(folder_in(place, shown=shown)) / NAME
            disk.fill(file, _FILE.format(address=escape(address)).encode(), mode=0o600)
            return webbrowser.open(file.as_uri())
    return False


def _places() -> list[tuple[Path, bool]]:
    temporary = Path(tempfile.gettempdir())
    if not sys.platform.startswith("linux"):
        return [(temporary, False)]
    # Browsers in a sandbox of their own, such as those of snap, read neither /tmp nor folders whose names
    # begin with a dot.
    try:
        return [(Path.home(), True), (temporary, True)]
    except RuntimeError:
        return [(temporary, True)]

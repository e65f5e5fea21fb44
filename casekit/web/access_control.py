"""Access to the local server: the token of every request, and the headers of every answer to the browser.

Whoever knows the token may ask. It is in the path of every address and nowhere else: a cookie would be sent
to every other server of this computer, whatever its port, and for every page that one of these shows. Nothing
leads a page of somebody else to the token: no answer may be framed or read by others, and no address is
passed on.

The cookies that there are let nobody in: they say that a browser has asked for a solution. Their path is the
token, so that browsers send them nowhere else, and their value is a secret of this start, so that no other
server can set them.

Any program of this computer can connect. It must not use up the files that a process may have open (256 on
some systems), which whoever knows the token needs: connections without it are few, and wait for a limited
time without a request.
"""

import asyncio
from collections.abc import MutableMapping
from secrets import compare_digest
from typing import Any, cast

import h11
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from casekit.diagnostics.invisible_characters import visible
from casekit.system.executors import fault_in_words
from casekit.values import frozen

HOST = "127.0.0.1"
"""The only address that is listened to."""

NAMES = (HOST, "localhost")
"""The names that a browser may use for it."""

MOST_SENT = 1_000_000
"""At most this many bytes may be sent to the server at once."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)
"""The content security policy of every answer that has none of its own."""

STALE = (
    "This address is not that of the server that runs now. It may have been started again since.\n"
    "Open the address that `casekit {}` prints in its terminal.\n"
)
"""The answer to a request without the token; to be filled in with the name of the command."""

_HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",  # with none at all, forms would come from nowhere
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "cache-control": "no-store",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


@frozen(slots=True)
class ServerToken:
    """The token of this start, the port that is listened to, and the name of the command that serves."""

    token: str
    port: int
    command: str = "serve"

    @property
    def base(self) -> str:
        """The beginning of every address."""
        return f"/{self.token}"

    @property
    def address(self) -> str:
        """Where a person begins."""
        return f"http://{HOST}:{self.port}{self.base}/"

    @property
    def hosts(self) -> tuple[str, ...]:
        """The allowed values of the header Host."""
        with_port = tuple(f"{name}:{self.port}" for name in NAMES)
        is_usual = self.port == 80  # noqa: PLR2004 - HTTP's own
        return with_port + NAMES if is_usual else with_port

    def opens(self, path: str) -> bool:
        """Whether a path begins with the token."""
        token = path.split("/", 2)[1] if path.startswith("/") else ""
        return compare_digest(token.encode(), self.token.encode())

    def refusal(self, method: str, path: str, headers: Headers) -> Response | None:
        """Why a request is not answered; ``None`` for one that is."""
        host = headers.get("host", "")
        if host not in self.hosts:
            return PlainTextResponse(
                f"This server answers to {' or '.join(self.hosts)} alone, not to another name.\n", 421
            )
        if not self.opens(path):
            return PlainTextResponse(STALE.format(self.command), 404)
        if not self._is_ours(method, headers, f"http://{host}"):
            return PlainTextResponse("This server answers its own pages alone.\n", 403)
        return None

    @staticmethod
    def _is_ours(method: str, headers: Headers, own: str) -> bool:
        """Whether a request comes from one of our pages or, if it changes nothing, from no page at all."""
        origin, site = headers.get("origin"), headers.get("sec-fetch-site")
        if origin is not None and origin != own:
            return False
        if method not in {"GET", "HEAD"}:
            return origin == own and site in {None, "same-origin"}
        # Whoever has the address may follow it from anywhere, in a window of its own.
        followed = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        return site in {None, "same-origin", "none"} or followed


class AccessMiddleware:
    """Turns away what comes from somewhere else, and guards what is sent back.

    The rest of the path goes inside.
    """

    def __init__(self, inside: ASGIApp, door: ServerToken) -> None:
        self._inside, self._door = inside, door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] == "lifespan":
            await self._inside(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing else was promised: the server closes the connection
        refused = self._door.refusal(scope["method"], scope["path"], Headers(scope=scope))
        answer: ASGIApp = refused or self._inside
        guarded = _GuardedSend(send)
        try:
            await answer(scope, _bounded(receive), guarded)
        except TooMuchSentError:
            much = PlainTextResponse(f"More than {MOST_SENT} bytes are not read.\n", 413)
            await much(scope, receive, guarded)
        except Exception as error:
            # The framework's own messages are sent outside, without our headers.
            if guarded.begun:
                raise
            told = visible(f"casekit has failed through a fault of its own: {fault_in_words(error)}\n")
            await PlainTextResponse(told, 500)(scope, receive, guarded)


class TooMuchSentError(Exception):
    """A request is longer than anything that our pages send."""


def _bounded(receive: Receive) -> Receive:
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > MOST_SENT:
            raise TooMuchSentError
        return message

    return bounded


class _GuardedSend:
    """Sends an answer with the headers of every answer; ``begun`` if some of it was sent."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.begun = False

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await self._send(message)


MOST_STRANGERS = 32
"""This many connections may be open on which nobody has shown the token.

The oldest gives way to a new one.
"""

PATIENCE = 10.0
"""Seconds in which a request has to be there, whole but for its body."""


def guarded_connections(door: ServerToken, patience: float = PATIENCE) -> type[H11Protocol]:
    """The server's protocol for each connection."""
    strangers: dict[H11Protocol, None] = {}

    class GuardedConnection(H11Protocol):
        """A connection; a stranger's until somebody shows the token on it."""

        scope: Any
        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(cast("asyncio.Transport", transport))
            strangers[self] = None
            if len(strangers) > MOST_STRANGERS:
                oldest = next(iter(strangers))
                del strangers[oldest]
                oldest.transport.abort()
            self._limit(waiting=True)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.scope is not None and door.opens(self.scope["path"]):
                strangers.pop(self, None)
            self._limit(waiting=self.conn.their_state is h11.IDLE)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            strangers.pop(self, None)
            self._limit(waiting=False)

        def _limit(self, *, waiting: bool) -> None:
            """The time runs from the first moment of waiting, however slowly a request comes."""
            if not waiting and self._late is not None:
                self._late.cancel()
                self._late = None
            elif waiting and self._late is None:
                self._late = self.loop.call_later(patience, self.transport.abort)

    return GuardedConnection
